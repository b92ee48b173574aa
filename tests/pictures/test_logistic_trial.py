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


def test_how_far_a_flat_curve_is_above_the_lowest_loss(monkeypatch):
    """Planted: one has arrived at step 3, one ends 0.01 above."""
    fast, slow = np.full(10_001, 0.5), np.linspace(0.8, 0.51, 10_001)
    fast[:3] = 0.5002
    planted = {1.0: (fast, 0.5), 0.1: (slow, 0.5)}
    monkeypatch.setattr(evidence, "like_004", lambda spread, seed: planted[spread])
    picture = evidence.draw_stuck()
    assert numbers(picture) == [1, 0.0001, 3, 0.1, 0.01]
    assert "spread 0.1" in picture.panels


# --- tables


def test_the_rates_beside_a_plain_descent():
    """The rows on the sum of two columns; the rest has other columns or the mean."""
    for rate, columns, loss, _ in evidence.rates().rows:
        if columns == "two" and rate.endswith("sum"):
            assert_allclose(float(loss), end(float(rate.split()[0])), atol=0.00051)


def test_the_exact_optimum_and_a_stump_do_not_care_for_units():
    rows = {row[0]: row[-1] for row in evidence.standardising().rows}
    assert rows["raw, the exact optimum"] == rows["raw, one stump"] == "0"
    assert all(int(n) > 0 for name, n in rows.items() if "rate" in name)


def test_the_stopped_descent_is_a_plain_one():
    """It ends at the first gradient on the mean shorter than 0.03."""
    X, y, w, k = runs.table("z-scores"), runs.tumours()[2], np.zeros(3), 0
    while np.linalg.norm(g := X.T @ (expit(X @ w) - y) / len(y)) >= 0.03:
        w, k = w - 0.5 * g, k + 1
    steps, called = evidence.stopped(X[:, 1:], 0.5)
    assert steps == k
    assert np.array_equal(called, X @ w > 0)


def test_the_printed_gradient_goes_uphill():
    (_, before, up), (_, _, down) = evidence.uphill().rows
    assert float(down) < float(before) < float(up)
    assert_allclose(float(down), end(0.01, 1), atol=0.00051)


def test_the_cost_as_coded_has_a_slope_where_the_true_one_has_none():
    (_, true, flat), (_, coded, steep), _ = evidence.costs().rows
    assert_allclose(float(true), 569 * runs.lowest("z-scores"), atol=0.051)
    assert (float(flat), float(coded) < float(true), float(steep) > 1) == (0, 1, 1)


def test_slips_agree_with_finite_differences_where_they_are_right():
    for _, printed, right, measured in evidence.slips().rows:
        assert right == measured != printed
