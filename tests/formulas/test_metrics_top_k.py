"""P@k and nDCG@k against hand work, their definitions and scikit-learn."""

from math import log2
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import ndcg_score

from mlcourse.formulas.metrics import ndcg_at_k, precision_at_k
from mlcourse.formulas.metrics.top_k import top_labels

tables = arrays(int, (5, 4), elements=st.integers(0, 1))
tied = arrays(float, (5, 4), elements=st.sampled_from([-np.inf, -1.0, 0.5, np.inf]))
distinct = st.lists(st.permutations(range(4)), min_size=5, max_size=5).map(np.array)
places = st.integers(1, 4)

Y_HAND = [[1, 0, 0, 1], [0, 1, 0, 0]]
S_HAND = [[0.9, 0.8, 0.3, 0.5], [0.6, 0.6, 0.2, 0.1]]


def first(s, k):
    """Return the first k labels by Python's stable sort."""
    return sorted(range(len(s)), key=lambda label: -s[label])[:k]


def test_by_hand():
    """Row 0 is right, wrong, right, wrong; row 1 wrong, right and wrong."""
    expected = [1 / 2, (1 / 2 + 1 / 2) / 2, (2 / 3 + 1 / 3) / 2, (2 / 4 + 1 / 4) / 2]
    got = [precision_at_k(Y_HAND, S_HAND, k) for k in (1, 2, 3, 4)]
    assert_allclose(got, expected)
    best = 1 + 1 / log2(3)
    row_0, row_1 = (1 + 1 / 2) / best, 1 / log2(3)
    assert_allclose(ndcg_at_k(Y_HAND, S_HAND, 3), (row_0 + row_1) / 2)
    assert ndcg_at_k(Y_HAND, S_HAND, 1) == 1 / 2


@given(tables, tied, places)
def test_both_are_their_definitions(Y, S, k):
    """P@k and nDCG@k, place by place; of equal scores the lowest index is first."""
    precision, gain = [], []
    for y, s in zip(Y, S, strict=True):
        hits = [y[label] for label in first(s, k)]
        best = sum(1 / log2(j + 2) for j in range(min(k, sum(y))))
        precision.append(sum(hits) / k)
        gain.append(sum(h / log2(j + 2) for j, h in enumerate(hits)) / (best or 1))
    assert_allclose(precision_at_k(Y, S, k), fmean(precision))
    assert_allclose(ndcg_at_k(Y, S, k), fmean(gain))
    if rows := np.flatnonzero(Y.any(axis=1)).tolist():
        kept = fmean(precision[i] for i in rows), fmean(gain[i] for i in rows)
        assert_allclose(precision_at_k(Y, S, k, empty="drop"), kept[0])
        assert_allclose(ndcg_at_k(Y, S, k, empty="drop"), kept[1])


@given(tables, distinct, places)
@settings(max_examples=50, deadline=None)
def test_ndcg_is_that_of_scikit_learn(Y, S, k):
    """Without ties nDCG@k is scikit-learn's, also on rows without labels."""
    assert_allclose(ndcg_at_k(Y, S, k), ndcg_score(Y, S, k=k))


@given(tied, places)
def test_top_labels_are_those_of_a_stable_sort(S, k):
    """Only the first k are sorted, but the labels and their order are the same."""
    assert_array_equal(top_labels(S, k), [first(s, k) for s in S])


def test_rows_without_labels():
    """Such a row counts 0 or is dropped; if all are, there is nothing to average."""
    Y, S = [[0, 0], [1, 0]], [[0.2, 0.1], [0.2, 0.1]]
    for metric in (precision_at_k, ndcg_at_k):
        assert metric(Y, S, 1) == 1 / 2
        assert metric(Y, S, 1, empty="drop") == 1
        with pytest.raises(ValueError, match="empty='drop' leaves no row"):
            metric(Y[:1], S[:1], 1, empty="drop")


@pytest.mark.parametrize(
    ("k", "error", "message"),
    [
        (0, ValueError, "k=0 must be a whole number >= 1"),
        (-1, ValueError, "k=-1 must be a whole number >= 1"),
        (5, ValueError, "k=5 places, but there are L = 4 labels"),
        (1.0, TypeError, "k=1.0 is of type float; give a whole number"),
        ("1", TypeError, "k='1' is of type str"),
        (None, TypeError, "k=None is of type NoneType"),
        (True, TypeError, "k=True is of type bool"),
    ],
)
@pytest.mark.parametrize("metric", [precision_at_k, ndcg_at_k])
def test_refuses_bad_k(metric, k, error, message):
    """The number of places is whole, and no larger than the table has labels."""
    with pytest.raises(error, match=message):
        metric(Y_HAND, S_HAND, k)
    assert metric(Y_HAND, S_HAND, np.int64(2)) > 0
