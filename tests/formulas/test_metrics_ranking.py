"""Metrics of rankings against hand work, their definitions and scikit-learn."""

from statistics import fmean

import numpy as np
import pytest
import sklearn.metrics as peer
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from mlcourse.formulas.metrics import (
    average_precision,
    coverage,
    one_error,
    precision_at_k,
    ranking_loss,
)

# Few distinct values and labels, so that ties, empty and full rows are common.
tables = arrays(int, (5, 4), elements=st.integers(0, 1))
values = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
scores = arrays(float, (5, 4), elements=values)
infinite = arrays(float, (5, 4), elements=values | st.sampled_from([-np.inf, np.inf]))

Y_HAND = [[1, 0, 0, 1], [0, 1, 0, 0]]
S_HAND = [[0.9, 0.8, 0.3, 0.5], [0.6, 0.6, 0.2, 0.1]]


def usable(Y):
    """Return the numbers of the rows with some labels but not all."""
    return [i for i, y in enumerate(Y) if 0 < y.sum() < len(y)]


def pairs(y, s, tie):
    """Return the share of wrong pairs of one row by its definition."""
    true, other = s[y == 1], s[y == 0]
    cost = [(a < b) + tie * (a == b) for a in true for b in other]
    return fmean(cost) if cost else 0


def rank(s, label):
    """Return the worst place of a label: how many reach its score."""
    return sum(other >= s[label] for other in s)


def test_by_hand():
    """Row 0 ranks its labels 1 and 3 of 4; in row 1 two labels share the top."""
    assert_allclose(ranking_loss(Y_HAND, S_HAND), (1 / 4 + 1 / 3) / 2)
    half = ranking_loss(Y_HAND, S_HAND, ties="half")
    assert_allclose(half, (1 / 4 + 1 / 6) / 2)
    assert one_error(Y_HAND, S_HAND) == 1 / 2
    assert one_error(Y_HAND, S_HAND, ties="any") == 0
    assert coverage(Y_HAND, S_HAND) == (2 + 1) / 2
    assert coverage(Y_HAND, S_HAND, normalize=True) == (2 + 1) / 2 / 4
    precision = average_precision(Y_HAND, S_HAND)
    assert_allclose(precision, ((1 / 1 + 2 / 3) / 2 + 1 / 2) / 2)


def test_a_row_of_two_labels():
    """It has one pair, the fewest that there can be."""
    assert ranking_loss([[0, 1], [1, 0]], [[0.9, 0.1], [0.9, 0.1]]) == 1 / 2


@given(tables, scores)
@settings(max_examples=50, deadline=None)
def test_ranking_loss_and_precision_are_those_of_scikit_learn(Y, S):
    """Both agree with ties, with empty rows and with full ones."""
    assert_allclose(ranking_loss(Y, S), peer.label_ranking_loss(Y, S))
    expected = peer.label_ranking_average_precision_score(Y, S)
    assert_allclose(average_precision(Y, S), expected)


@given(tables, scores)
@settings(max_examples=50, deadline=None)
def test_coverage_is_that_of_scikit_learn_less_one(Y, S):
    """The difference is 1 for each row that has a label, 0 for an empty one."""
    offset = Y.any(axis=1).mean()
    assert_allclose(coverage(Y, S) + offset, peer.coverage_error(Y, S))


@given(tables, infinite, st.sampled_from([("error", 1), ("half", 0.5)]))
def test_ranking_loss_is_its_definition(Y, S, ties):
    """Pair by pair the loss is the same, also of infinite scores."""
    name, cost = ties
    loss = [pairs(y, s, cost) for y, s in zip(Y, S, strict=True)]
    assert_allclose(ranking_loss(Y, S, ties=name), fmean(loss))
    if rows := usable(Y):
        kept = fmean(loss[i] for i in rows)
        assert_allclose(ranking_loss(Y, S, ties=name, empty="drop"), kept)


@given(tables, scores)
@settings(max_examples=50, deadline=None)
def test_half_ties_give_the_area_under_the_curve(Y, S):
    """With half ties the loss of a row is 1 minus its area under the ROC curve."""
    if rows := usable(Y):
        area = fmean(peer.roc_auc_score(Y[i], S[i]) for i in rows)
        assert_allclose(ranking_loss(Y, S, ties="half", empty="drop"), 1 - area)


@given(tables, infinite)
def test_average_precision_and_coverage_are_their_definitions(Y, S):
    """Label by label both are the same, also of infinite scores."""
    precision, steps = [], []
    for y, s in zip(Y, S, strict=True):
        true = np.flatnonzero(y)
        ahead = [sum(y[m] for m in range(4) if s[m] >= s[i]) for i in true]
        places = [rank(s, i) for i in true]
        precision.append(fmean(np.divide(ahead, places)) if true.size else 1)
        steps.append(max(places, default=1) - 1)
    assert_allclose(average_precision(Y, S), fmean(precision))
    assert_allclose(coverage(Y, S), fmean(steps))
    if rows := usable(Y):
        kept = average_precision(Y, S, empty="drop"), coverage(Y, S, empty="drop")
        assert_allclose(kept[0], fmean(precision[i] for i in rows))
        assert_allclose(kept[1], fmean(steps[i] for i in rows))


@given(tables, infinite)
def test_one_error_is_its_definition(Y, S):
    """The first of the top labels decides, or any of them."""
    tops = [[i for i in range(4) if s[i] == max(s)] for s in S]
    first = [1 - y[top[0]] for y, top in zip(Y, tops, strict=True)]
    either = [1 - max(y[top]) for y, top in zip(Y, tops, strict=True)]
    assert_allclose(one_error(Y, S), fmean(first))
    assert_allclose(one_error(Y, S, ties="any"), fmean(either))
    assert_allclose(one_error(Y, S), 1 - precision_at_k(Y, S, 1))
    if rows := usable(Y):
        kept = fmean(first[i] for i in rows)
        assert_allclose(one_error(Y, S, empty="drop"), kept)


@pytest.mark.parametrize(
    ("labels", "expected"), [([0, 0, 0], (0, 1, 0, 1)), ([1, 1, 1], (0, 0, 2, 1))]
)
def test_rows_without_an_order(labels, expected):
    """A row with no label or all labels counts as the docstrings say, or is dropped."""
    Y, S = [labels, [0, 1, 0]], [[0.3, 0.2, 0.1], [0.1, 0.9, 0.1]]
    perfect = (0, 0, 0, 1)
    metrics = (ranking_loss, one_error, coverage, average_precision)
    for metric, value, best in zip(metrics, expected, perfect, strict=True):
        assert metric(Y, S) == (value + best) / 2
        assert metric(Y, S, empty="drop") == best
        with pytest.raises(ValueError, match=r"empty='drop' leaves no row of Y_true"):
            metric([labels], S[:1], empty="drop")


def test_a_constant_score_earns_nothing():
    """Ranking loss 1, the true label in the last place, AP the share of true labels."""
    Y, S = [[1, 0, 0, 0]], [[0.5] * 4]
    assert ranking_loss(Y, S) == 1
    assert coverage(Y, S) == 3
    assert average_precision(Y, S) == 1 / 4


def test_one_label():
    """A table of one label has no pairs: every row is empty or full."""
    Y, S = [[1], [0]], [[0.3], [0.8]]
    assert ranking_loss(Y, S) == 0
    assert one_error(Y, S) == 1 / 2
    assert coverage(Y, S) == 0
    assert average_precision(Y, S) == 1
