"""Accuracy and the confusion table against hand work and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import accuracy_score, confusion_matrix

from mlcourse.formulas.metrics import accuracy, confusion

labels = arrays(int, 7, elements=st.integers(0, 1))


def test_confusion_by_hand():
    """Ten samples counted by hand fall 4, 3, 2, 1 into the table."""
    y_true = [0] * 7 + [1] * 3
    y_pred = [0] * 4 + [1] * 3 + [0] * 2 + [1]
    assert confusion(y_true, y_pred) == (4, 3, 2, 1)
    assert confusion(y_true, y_pred).fp == 3
    assert accuracy(y_true, y_pred) == 0.5


@given(labels, labels)
def test_agrees_with_scikit_learn(y_true, y_pred):
    """Accuracy and the confusion table are scikit-learn's."""
    expected = confusion_matrix(y_true, y_pred, labels=[0, 1]).ravel()
    assert confusion(y_true, y_pred) == tuple(expected)
    assert accuracy(y_true, y_pred) == accuracy_score(y_true, y_pred)


@pytest.mark.parametrize("metric", [accuracy, confusion])
@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 1], [0]), ([[0]], [[0]]), ([], [])]
)
def test_refuses_bad_shapes(metric, y_true, y_pred):
    """Shapes that differ, tables and empty arrays are refused."""
    with pytest.raises(ValueError, match=r"share one shape \(n,\) with n > 0"):
        metric(y_true, y_pred)


def test_confusion_refuses_other_labels():
    """The table is for the labels 0 and 1 only, and names the argument."""
    with pytest.raises(ValueError, match=r"y_pred must hold 0 and 1 .* \[-1, 1\]"):
        confusion([0, 1], np.array([-1, 1]))
