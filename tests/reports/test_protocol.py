"""Which rows are held out, in every protocol."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from mlcourse.data import load
from mlcourse.reports.protocol import folds_of, trials

WDBC = load("wdbc")
CUTS = {
    "folds": {"kind": "folds", "k": 5},
    "equal": {"kind": "equal", "k": 5},
    "stratified": {"kind": "stratified", "k": 5},
    "holdout": {"kind": "holdout", "test": 0.2},
    "official": {"kind": "official"},
}
SPLIT = np.arange(569) % 3  # 2: validation rows, which take no part


def cut(name, seed=0, y=WDBC.y):
    """Return the folds of a cut of WDBC."""
    return list(folds_of(y, SPLIT, CUTS[name], seed))


@pytest.mark.parametrize("name", CUTS)
def test_no_row_is_in_both_parts(name):
    """No fold tests a row that it learned from, and no row is tested twice."""
    folds = cut(name)
    for train, test in folds:
        assert not set(train) & set(test)
        assert len(set(train)) == len(train)
    tested = np.concatenate([test for _, test in folds])
    assert len(set(tested)) == len(tested)


@pytest.mark.parametrize("name", ["folds", "equal", "stratified"])
def test_k_folds(name):
    """Every fold learns from the rows that the others test."""
    folds = cut(name)
    tested = set(np.concatenate([test for _, test in folds]))
    assert len(folds) == 5
    assert len(tested) == (565 if name == "equal" else 569)
    for train, test in folds:
        assert set(train) == tested - set(test)
        assert len(test) in (113, 114)


def test_folds_of_the_report():
    """Ten equal folds of WDBC have 56 rows each and drop nine."""
    folds = list(folds_of(WDBC.y, None, {"kind": "equal", "k": 10}, 1))
    assert [len(test) for _, test in folds] == [56] * 10


def test_stratified_folds_have_equal_shares():
    """Each stratified fold has the whole's share of malignant tumours, to a row."""
    for _, test in cut("stratified"):
        assert abs(WDBC.y[test].sum() - WDBC.y.sum() / 5) < 1.01


@pytest.mark.parametrize("name", ["folds", "equal", "stratified", "holdout"])
def test_shuffled(name):
    """Rows depend on the seed, and on nothing else."""
    one, again, other = (cut(name, seed)[0][1] for seed in (0, 0, 1))
    assert_array_equal(one, again)
    assert set(one) != set(other)


def test_the_official_rows():
    """Official rows are those of the split, in their order; 2 is for neither."""
    [(train, test)] = cut("official")
    assert_array_equal(train, np.flatnonzero(SPLIT == 0))
    assert_array_equal(test, np.flatnonzero(SPLIT == 1))


def test_the_reports_sample():
    """30 % of 7395 rows are 2218, of which 333 are held out."""
    sample = {"kind": "holdout", "share": 0.3, "test": 0.15}
    [(train, test)] = folds_of(range(7395), None, sample, 1)
    assert (len(train), len(test)) == (1885, 333)
    assert len(set(train) | set(test)) == 2218


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True))
def test_trials(seeds):
    """There is one trial for every seed, size and fold, in this order."""
    settings = {"cut": CUTS["folds"], "seeds": seeds, "sizes": [0.25, 100, 1.0]}
    found = list(trials(WDBC.y, None, settings))
    order = [(seed, size) for seed in seeds for size in (0.25, 100, 1.0)]
    assert [t[:2] for t in found] == [pair for pair in order for _ in range(5)]


def test_learning_curve():
    """A larger training part holds the smaller ones; what is tested stays the same."""
    settings = {"cut": CUTS["stratified"], "seeds": [3], "sizes": [0.25, 200, 1.0]}
    found = list(trials(WDBC.y, None, settings))
    for small, middle, whole in zip(found[:5], found[5:10], found[10:], strict=True):
        assert len(small.train) == round(len(whole.train) / 4)
        assert len(middle.train) == 200
        assert set(small.train) < set(middle.train) < set(whole.train)
        assert_array_equal(small.test, whole.test)
    assert {len(t.train) for t in found[10:]} <= {455, 456}


def test_a_small_size_is_a_random_sample():
    """A small part of sorted rows has both classes, and depends on the seed."""
    y = np.array([0] * 60 + [1] * 40)
    settings = {"cut": CUTS["stratified"], "seeds": [0, 1], "sizes": [0.2]}
    found = list(trials(y, None, settings))
    assert all(set(y[t.train]) == {0, 1} for t in found)
    assert len({tuple(sorted(t.train)) for t in found}) == 10


def test_a_size_that_is_too_large():
    """A size of more rows than there are is refused, not made smaller in silence."""
    settings = {"cut": CUTS["folds"], "seeds": [0], "sizes": [500]}
    with pytest.raises(ValueError, match="sizes: 500 rows of 455; choose at most"):
        list(trials(WDBC.y, None, settings))
