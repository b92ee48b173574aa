"""Table 2 of report 001, run again: what is tried, and what comes out."""

from functools import partial

import numpy as np
import pytest

from mlcourse.data import load
from mlcourse.pictures import adaboost_table_2 as rerun
from mlcourse.reports.in_order import counts, logistic
from mlcourse.reports.report_001 import PRINTED

RNG = np.random.default_rng(0)


@pytest.mark.thorough
def test_the_stumps_come_out_to_the_last_tumour():
    """By full updates; half updates give three other numbers."""
    told = rerun.in_order("stump").rows
    for (_, printed, full, _), exact in zip(
        told, PRINTED["wdbc", "stump"], strict=True
    ):
        assert printed == f"{exact:.4f} ({full})"
        assert f"{int(full) / 560:.4f}" == f"{exact:.4f}"
    assert [full == half for _, _, full, half in told] == [True, False, False, False]


@pytest.mark.thorough
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


def test_where_the_descent_stops():
    """The printed 544 near 0.0025; as stored, and the first again."""
    told = [(float(short), int(right)) for short, right in rerun.stops().rows]
    assert told[:4] == [(0.1, 543), (0.03, 547), (0.01, 548), (0.003, 546)]
    assert told[4:] == [(0.0025, 544), (0.002, 543)]
    assert rerun.right("logistic", True)[0] == 547
    data, early = load("wdbc"), partial(logistic, short=0.1)
    assert counts(early, data.X, data.y == 1, True, [1]).sum() == 543


def test_a_later_stop_is_nearer_to_table_1():
    """The printed 0.9005 lies 1.5 SD above the latest stop or less."""
    found = {float(s): told.split(" ± ") for s, told in rerun.later().rows}
    apart = {s: (0.9005 - float(m)) / float(sd) for s, (m, sd) in found.items()}
    assert apart[0.003] < 1.5
    assert apart[0.03] > 4


def test_sizes_of_folds():
    """Only 560 of at most 569 rows fits Table 2, only 3,680 of 4,601 fits Table 1."""
    assert [row[2] for row in rerun.folds().rows] == ["560", "3,680"]


@pytest.mark.thorough
def test_how_many_sizes_fit_random_digits():
    """Counted over drawn pairs of numbers, for the function that finds sizes."""
    drawn = RNG.integers(0, 10_001, (4000, 2)) / 10_000
    found = np.mean([len(rerun.sizes(list(pair), 900)) for pair in drawn])
    assert abs(found - rerun.by_chance(900, 2)) < 0.05
    assert 0.2 < found < 0.5
