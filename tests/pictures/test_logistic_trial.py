"""The pictures of the trial say what is so, reckoned in another way."""

import re

import numpy as np
from numpy.testing import assert_allclose
from scipy.special import expit

from mlcourse.pictures import logistic_runs as runs
from mlcourse.pictures import logistic_trial as evidence

NUMBER = r"\d[\d,]*(?:\.\d+)?"


def numbers(picture):
    """Return the numbers in the sentence of a picture."""
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, picture.says)]


def end(rate, steps=50):
    """Return the loss per tumour after a descent on the sum, written once more."""
    X, y, w = runs.table("z-scores"), runs.tumours()[2], np.zeros(3)
    for _ in range(steps):
        w = w - rate * X.T @ (expit(X @ w) - y)
    return np.mean(np.logaddexp(0, X @ w) - y * (X @ w))


def test_the_three_rates_of_the_report_are_told():
    """One settles, one swings, one has not arrived: items of its section 3.2."""
    steps, *told, lowest = numbers(evidence.draw_rates())
    assert steps == 50
    assert told[::2] == [0.01, 0.1, 0.001]
    assert_allclose(told[1::2], [end(rate) for rate in told[::2]], atol=0.00051)
    assert_allclose(lowest, runs.lowest("z-scores"), atol=0.00051)
    settled, swings, slow = told[1::2]
    assert settled - lowest < 0.001 < slow - lowest < swings - lowest


def test_how_far_a_flat_curve_is_above_the_lowest_loss():
    """Planted: one has arrived, one is 0.01 above."""
    fast, slow = np.full(10_001, 0.5), np.linspace(0.8, 0.51, 10_001)
    picture = evidence.draw_stuck({1.0: (fast, 0.5), 0.1: (slow, 0.5)})
    assert numbers(picture) == [1, 0, 0.1, 0.01]
    assert "spread 0.1" in picture.panels
