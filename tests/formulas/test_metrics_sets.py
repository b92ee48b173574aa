"""Metrics of label sets against hand work, their definitions and scikit-learn."""

from statistics import fmean

import numpy as np
import pytest
import sklearn.metrics as peer
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from mlcourse.formulas.metrics import (
    f1,
    hamming_loss,
    precision,
    recall,
    subset_accuracy,
)

# Small, so that empty and full rows and columns are common.
tables = arrays(int, (4, 3), elements=st.integers(0, 1))
THREE = [
    (precision, peer.precision_score),
    (recall, peer.recall_score),
    (f1, peer.f1_score),
]
AVERAGES = {"micro": "micro", "macro": "macro", "example": "samples"}


def test_by_hand():
    """Two rows and three labels counted by hand: 2 right of 4 true and 3 predicted."""
    Y, P = [[1, 1, 0], [0, 1, 1]], [[1, 0, 0], [1, 1, 0]]
    assert_allclose(hamming_loss(Y, P), 3 / 6)
    assert subset_accuracy(Y, P) == 0
    assert_allclose(precision(Y, P), 2 / 3)
    assert_allclose(recall(Y, P), 2 / 4)
    assert_allclose(f1(Y, P), 4 / 7)
    assert_allclose(precision(Y, P, average="macro"), (1 / 2 + 1 / 1 + 0) / 3)
    assert_allclose(recall(Y, P, average="macro"), (1 / 1 + 1 / 2 + 0 / 1) / 3)
    assert_allclose(f1(Y, P, average="macro"), (2 / 3 + 2 / 3 + 0) / 3)
    assert_allclose(precision(Y, P, average="example"), (1 / 1 + 1 / 2) / 2)
    assert_allclose(recall(Y, P, average="example"), (1 / 2 + 1 / 2) / 2)
    assert_allclose(f1(Y, P, average="example"), (2 / 3 + 2 / 4) / 2)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize(("ours", "theirs"), THREE)
@given(tables, tables, st.sampled_from([0, 1]))
@settings(max_examples=50, deadline=None)
def test_ratios_are_those_of_scikit_learn(ours, theirs, average, Y, P, zero):
    """Precision, recall and F1 agree, whatever 0/0 counts as, dense and sparse."""
    expected = theirs(Y, P, average=AVERAGES[average], zero_division=zero)
    for form in (np.asarray, csr_array):
        got = ours(form(Y), form(P), average=average, zero_division=zero)
        assert_allclose(got, expected)


@given(tables, tables)
@settings(max_examples=50, deadline=None)
def test_losses_are_those_of_scikit_learn(Y, P):
    """Hamming loss and subset accuracy agree."""
    assert_allclose(hamming_loss(Y, P), peer.hamming_loss(Y, P))
    assert subset_accuracy(Y, P) == peer.accuracy_score(Y, P)


@given(tables, tables)
def test_defaults_are_micro_and_no_credit_for_nothing(Y, P):
    """Without options the counts are of the whole table, and 0/0 is 0."""
    both = (Y & P).sum()
    assert precision(Y, P) == (both / P.sum() if P.any() else 0)
    assert recall(Y, P) == (both / Y.sum() if Y.any() else 0)


@given(tables, tables)
def test_f1_is_the_harmonic_mean(Y, P):
    """Per row F1 is 2 p r / (p + r), with Python's own sets."""
    expected = []
    for true, pred in zip(Y, P, strict=True):
        true, pred = set(np.flatnonzero(true)), set(np.flatnonzero(pred))
        p = len(true & pred) / len(pred) if pred else 0
        r = len(true & pred) / len(true) if true else 0
        expected.append(2 * p * r / (p + r) if p + r else 0)
    assert_allclose(f1(Y, P, average="example"), fmean(expected))


@given(tables, tables)
def test_a_table_and_its_transpose(Y, P):
    """Labels of a transposed table are rows: macro becomes example."""
    for metric in (precision, recall, f1):
        turned = metric(Y.T, P.T, average="example")
        assert_allclose(metric(Y, P, average="macro"), turned)
    assert_allclose(precision(Y, P), recall(P, Y))
