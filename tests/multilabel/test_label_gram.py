"""Neighbours by labels against the definition, in fractions."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix

from mlcourse.multilabel import label_gram as module
from mlcourse.multilabel.label_gram import label_gram, largest, with_diagonal


def by_definition(Y, m):
    """Return Omega and the cosines as tables, from sorted fractions, row by row."""
    n, size = len(Y), Y.sum(axis=1)
    omega = np.eye(n, dtype=bool)
    for i in range(n):
        alike = [
            (-Fraction(int(Y[i] @ Y[j]) ** 2, int(size[j])), j)
            for j in range(n)
            if j != i and Y[i] @ Y[j] > 0
        ]
        omega[i, [j for _, j in sorted(alike)[: m - 1]]] = True
    lengths = np.sqrt(np.maximum(size, 1))
    return omega | omega.T, (Y @ Y.T) / np.outer(lengths, lengths)


def check(G, Y, m):
    """Compare a sparse matrix with the definition, its stored zeros too."""
    omega, cosines = by_definition(Y, m)
    stored = csr_array((np.ones(G.nnz), G.indices, G.indptr), shape=G.shape)
    assert_array_equal(stored.toarray(), omega)
    assert_allclose(G.toarray(), np.where(omega, cosines, 0), atol=1e-15)
    assert G.has_sorted_indices


@given(arrays(int, (9, 3), elements=st.integers(0, 1)), st.integers(1, 10))
@settings(max_examples=80, deadline=None)
def test_ties_and_rows_without_labels(Y, m):
    """Few distinct rows: nearly every choice is between equals."""
    check(label_gram(Y, m), Y, m)


@pytest.mark.parametrize("cells", [1, 100, 2**18])
def test_many_rows(cells, monkeypatch):
    """In blocks of any size; equal cosines of unlike counts, such as 1/2 and 2/4."""
    monkeypatch.setattr(module, "CELLS", cells)
    rng = np.random.default_rng(0)
    Y = (rng.random((70, 12)) < rng.random((70, 1)) / 2).astype(int)
    for m in (1, 2, 8, 70, 200):
        check(label_gram(Y, m), Y, m)


def test_symmetric():
    Y = np.random.default_rng(0).random((300, 20)) < 0.1
    G = label_gram(Y, 10).toarray()
    assert_array_equal(G, G.T)
    assert_array_equal(np.diag(G), Y.any(axis=1))


def test_worked_example():
    """By hand: sizes 2, 1, 1, 0; row 1 and row 3 share a label with row 0 only."""
    Y = [[1, 1], [1, 0], [0, 0], [0, 1]]
    G = label_gram(Y, 2)
    a = 2**-0.5
    expected = [[1, a, 0, a], [a, 1, 0, 0], [0, 0, 0, 0], [a, 0, 0, 1]]
    assert_allclose(G.toarray(), expected)
    # Row 0 chose row 1, of equals the first, but row 3 chose row 0. Row 2 knows itself.
    assert np.diff(G.indptr).tolist() == [3, 2, 1, 2]
    assert G.indices.tolist() == [0, 1, 3, 0, 1, 2, 0, 3]


def test_no_labels_at_all():
    """Only the diagonal is known, and it is 0."""
    G = label_gram(np.zeros((4, 3)), 5)
    assert_array_equal(G.indices, np.arange(4))
    assert_array_equal(G.data, 0)


@pytest.mark.parametrize("kind", [np.ndarray.tolist, csc_array, coo_array, csr_matrix])
def test_kinds_of_labels(kind):
    Y = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 0], [1, 0, 1]])
    check(label_gram(kind(Y), 3), Y, 3)


def test_stored_zeros_are_no_labels():
    Y = csr_array((np.array([1.0, 0, 1]), np.array([0, 1, 1]), np.array([0, 2, 3])))
    check(label_gram(Y, 2), np.array([[1, 0], [0, 1]]), 2)


def test_largest():
    """By hand: of equal numbers the first, the places in order."""
    numbers = np.array([2.0, 5.0, 2.0, np.inf, 2.0])
    assert largest(numbers, 1).tolist() == [3]
    assert largest(numbers, 3).tolist() == [0, 1, 3]
    assert largest(numbers, 4).tolist() == [0, 1, 2, 3]
    assert largest(numbers, 5).tolist() == largest(numbers, 9).tolist() == [*range(5)]


def test_diagonal_is_stored():
    G = with_diagonal(csr_array(np.array([[0, 2.0, 0], [2, 3, 0], [0, 0, 0]])))
    assert G.indices.tolist() == [0, 1, 0, 1, 2]
    assert G.data.tolist() == [0, 2, 2, 3, 0]


def test_a_label_of_all_rows_fills_no_table():
    """All rows share it, so n x n cosines are not 0: blocks of them do not stay."""
    n = 3000
    Y = csr_array(np.ones((n, 1)))
    tracemalloc.start()
    label_gram(Y, 5)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * n * n  # the sparse product as a whole takes 12 bytes a pair


@pytest.mark.parametrize("Y", [np.array([[2, 0], [1, 1]]), np.array([[np.nan, 1]])])
def test_refuses_what_are_no_labels(Y):
    with pytest.raises(ValueError, match="Y must hold 0 and 1 only"):
        label_gram(Y, 2)


@pytest.mark.parametrize("Y", [np.ones(3), np.ones((0, 2))])
def test_refuses_what_is_no_table(Y):
    with pytest.raises(ValueError, match=r"Y must have the shape \(n, L\)"):
        label_gram(Y, 2)


@pytest.mark.parametrize(
    ("m", "error", "message"),
    [
        (0, ValueError, "n_label_neighbors=0 must be a whole number >= 1"),
        (2.5, TypeError, "n_label_neighbors=2.5 is of type float"),
    ],
)
def test_refuses(m, error, message):
    with pytest.raises(error, match=message):
        label_gram(np.eye(2), m)


@pytest.mark.parametrize("m", [1, 30, 400, 999])
def test_largest_of_many_are_those_of_a_sort(m):
    key = np.random.default_rng(m).integers(0, 300, 1000).astype(float)
    assert_array_equal(largest(key, m), np.sort(np.argsort(-key, kind="stable")[:m]))
