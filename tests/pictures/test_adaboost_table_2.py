"""Table 2 of report 001, run again: what is tried, and what comes out."""

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import load
from mlcourse.pictures import adaboost_table_2 as rerun
from mlcourse.reports.report_001 import PRINTED

RNG = np.random.default_rng(0)


def test_the_stumps_come_out_to_the_last_tumour():
    """By full updates; half updates give three other numbers."""
    told = rerun.in_order("stump").rows
    for (_, printed, full, _), exact in zip(
        told, PRINTED["wdbc", "stump"], strict=True
    ):
        assert printed == f"{exact:.4f} ({full})"
        assert f"{int(full) / 560:.4f}" == f"{exact:.4f}"
    assert [full == half for _, _, full, half in told] == [True, False, False, False]


def test_the_regressions_do_not():
    """The single one is right about 547 tumours, by a plain descent, too."""
    rows = [
        [int(printed.split("(")[1][:-1]), int(full), int(half)]
        for _, printed, full, half in rerun.in_order("logistic").rows
    ]
    assert not any(printed in updates for printed, *updates in rows)
    data, right = load("wdbc"), 0
    for start in range(0, 560, 56):
        test = np.arange(start, start + 56)
        train = np.setdiff1d(np.arange(569), test)
        X, y = data.X[train], (data.y == 1)[train]
        Z, Q = ((A - X.mean(axis=0)) / X.std(axis=0, ddof=1) for A in (X, data.X[test]))
        bias, a, slope = 0.0, np.zeros(30), [1.0]
        while np.sum(np.square(slope)) >= 0.03**2:
            gap = 1 / (1 + np.exp(-(Z @ a + bias))) - y
            slope = [gap.mean(), *(gap @ Z / len(y))]
            bias, a = bias - slope[0] / 2, a - np.array(slope[1:]) / 2
        right += np.sum((Q @ a + bias > 0) == (data.y == 1)[test])
    assert rows[0] == [544, right, right]


def test_every_step_of_every_column_is_tried_in_two_directions():
    """One by one, in the order of the listing."""
    X = RNG.normal(size=(7, 2))
    low, step = X.min(axis=0), np.ptp(X, axis=0) / rerun.STEPS
    told = [
        X[:, i] > cut if above else X[:, i] < cut
        for i, j, above in product(range(2), range(rerun.STEPS + 1), (True, False))
        for cut in [low[i] + step[i] * j]
    ]
    assert_array_equal(rerun.answers(X, low, step), told)


@pytest.mark.parametrize("full", [True, False])
def test_three_rounds_by_hand(full):
    """Weights of missed rows grow by exp(2 alpha), or exp(alpha); votes are alpha."""
    said, y = RNG.random((5, 20)) > 0.5, RNG.random(20) > 0.5
    w, F = [1 / 20] * 20, np.zeros(20)

    def learn(w):
        best = np.argmin(np.round((said != y) @ w, 13))
        return said[best], said[best]

    scores = rerun.boosted(learn, y, full)
    for t in range(3):
        errors = [sum(w[i] for i in range(20) if h[i] != y[i]) for h in said]
        best = min(range(5), key=lambda k: round(errors[k], 13))
        alpha = np.log((1 - errors[best]) / errors[best]) / 2
        F = F + alpha * np.where(said[best], 1, -1)
        grown = np.exp(alpha * (2 if full else 1))
        w = [w[i] * (grown if said[best][i] != y[i] else 1) for i in range(20)]
        w = [each / sum(w) for each in w]
        assert np.allclose(scores[t], F)


def test_sizes_of_folds():
    """Only 560 of at most 569 rows fits Table 2, only 3,680 of 4,601 fits Table 1."""
    assert [row[2] for row in rerun.folds().rows] == ["560", "3,680"]


def test_how_many_sizes_fit_random_digits():
    """Counted over drawn pairs of numbers, for the function that finds sizes."""
    drawn = RNG.integers(0, 10_001, (4000, 2)) / 10_000
    found = np.mean([len(rerun.sizes(list(pair), 900)) for pair in drawn])
    assert abs(found - rerun.by_chance(900, 2)) < 0.05
    assert 0.2 < found < 0.5
