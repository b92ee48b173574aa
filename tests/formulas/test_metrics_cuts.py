"""All thresholds at once, against scikit-learn's curve, with ties among the scores."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.metrics import f1_score, precision_recall_curve

from mlcourse.formulas.metrics.cuts import (
    RECALLS,
    best_cut,
    cuts,
    precision_at_recall,
    precision_at_recalls,
)

labels = arrays(int, (6, 3), elements=st.integers(0, 1))
tied = arrays(float, (6, 3), elements=st.integers(-2, 2).map(float))


@given(labels, tied)
def test_agrees_with_scikit_learn(Y, S):
    """The cuts are the thresholds of the precision-recall curve, and so is the rest."""
    assume(Y.any())
    precision, recall, thresholds = precision_recall_curve(Y.ravel(), S.ravel())
    c = cuts(Y, S)
    assert_array_equal(c.theta, thresholds[::-1])
    assert_allclose(c.both / c.pred, precision[-2::-1])
    assert_allclose(c.both / c.true, recall[-2::-1])
    F = [f1_score(Y.ravel(), (theta <= S).ravel()) for theta in c.theta]
    assert_allclose(c.f1(), F)
    theta, best = best_cut(csr_array(Y), S)
    assert best == pytest.approx(max(F))
    assert theta == c.theta[int(np.argmax(c.f1()))]


@given(labels, tied)
def test_precision_at_recalls(Y, S):
    """At each recall stands the precision of the highest cut that reaches it."""
    assume(Y.any())
    precision, recall, _ = precision_recall_curve(Y.ravel(), S.ravel())
    found = precision_at_recalls(Y, S)
    assert list(map(float, found)) == list(RECALLS)
    for r, p in found.items():
        assert p == pytest.approx(precision[recall >= float(r) - 1e-12][-1])
        assert precision_at_recall(Y, S, round(1000 * float(r))) == pytest.approx(p)


def test_scores_of_any_kind():
    """Small whole numbers do not wrap around below 0, and NaN has no place."""
    assert best_cut([[1, 0]], np.array([[1, 0]], np.uint8)) == (1.0, 1.0)
    with pytest.raises(ValueError, match="Y_score is NaN in row 0, column 0"):
        best_cut([[1, 0]], [[np.nan, 2.0]])
