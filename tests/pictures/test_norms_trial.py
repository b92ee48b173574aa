"""The evidence on norms: each table again, by other means."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import approx_fprime

from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures import norms_trial as trial


def numbers(text):
    """Return the numbers of a cell."""
    text = text.replace("−", "-").replace(",", "", text.count(",") * (text[0] != "("))
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]


def test_slopes():
    """As SciPy's differences; the printed D is wrong for both rows."""
    differences, right, printed = trial.slopes().rows
    for k, row in ((1, [3.0, 4.0]), (2, [0.1, 0.0])):
        slope = approx_fprime(row, lambda w: np.hypot(*w))
        assert_allclose(numbers(differences[k]), slope, atol=1e-3)
        assert_allclose(numbers(right[k]), slope, atol=1e-3)
        assert_allclose(numbers(printed[k]), 2 * np.hypot(*row) * np.array(row))


def test_the_right_d_selects_in_every_set():
    """Useful rows stay longest and others vanish; with the printed D none does."""
    for seed in trial.SEEDS:
        useful, others, gone = trial.solved(trial.WAYS["½ / length"], seed)
        assert gone >= 24
        assert useful > 100 * others
        kept, left, none = trial.solved(trial.WAYS["length"], seed)
        assert none == 0
        assert kept < useful
        assert left > others


def test_the_printed_d_takes_most_from_the_useful_rows():
    """Of what least squares gives them, set by set; the right one from the others."""
    for seed in trial.SEEDS:
        plain = np.array(trial.solved(np.zeros_like, seed)[:2])
        printed, right = (
            np.array(trial.solved(trial.WAYS[name], seed)[:2]) / plain
            for name in ("length", "½ / length")
        )
        assert printed[0] < printed[1]
        assert right[0] > max(right[1], printed[0])


def test_inside():
    """Counted weight by weight."""
    l1, l21 = trial.inside().rows
    assert (l1[1:3], l21[1:3]) == (["7", "5"], ["5", "5"])
    assert l21[3] == "0%"
    W = runs.fitted("l1", 40.0)
    kept = [row for row in W if any(row)]
    share = np.mean([w == 0 for row in kept for w in row])
    assert l1[3] == f"{share:.0%}"


def test_the_border_of_l2():
    """Beyond the length of X'Y all weights are 0, before it not; ridge has none."""
    s = runs.sensors(0)
    edge = np.sqrt(((s.X.T @ s.Y) ** 2).sum())
    for alpha, l2, ridge in trial.squared().rows:
        assert (numbers(l2) == [0]) == (numbers(alpha)[0] > edge)
        assert numbers(ridge)[0] > 0


@pytest.mark.parametrize("column", [1, 2, 3])
def test_gradient_steps_regularise_and_do_not_select(column):
    steps, proximal = trial.by_gradients().rows
    found = numbers(steps[column])[0], numbers(proximal[column])[0]
    if column == 1:
        assert 1 < found[0] / found[1] < 1.01
    elif column == 2:
        assert found == (120, len(runs.used(runs.fitted("l21", 100.0))))
    else:
        assert abs(found[0] - found[1]) < 0.02
