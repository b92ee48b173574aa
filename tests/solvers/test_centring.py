"""The centring of X and Y against plain subtraction and exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix, random_array

from mlcourse.solvers.centring import Centred, centred, sparse_gram

# Few distinct values: columns that are constant, empty, or without a zero.
few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
tables = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda shape: arrays(float, shape, elements=few)
)


@given(tables, st.sampled_from([np.asarray, csr_array, csr_matrix]), st.booleans())
@settings(max_examples=80, deadline=None)
def test_every_product_is_that_of_the_centred_matrix(X, kind, centre):
    Xc = X - centre * X.mean(axis=0)
    ours = Centred(kind(X), centre)
    R = np.arange(2.0 * len(X)).reshape(-1, 2)
    assert_allclose(ours.dot(X.T), Xc @ X.T, atol=1e-12)
    assert_allclose(ours.tdot(R), Xc.T @ R, atol=1e-12)
    assert_allclose(ours.gram(), Xc.T @ Xc, atol=1e-12)
    assert_allclose(ours.kernel(), Xc @ Xc.T, atol=1e-12)
    assert_allclose(ours.mean, centre * X.mean(axis=0), atol=1e-15)
    assert len(ours) == len(X)


@given(
    tables,
    st.sampled_from([np.asarray, csr_array, csr_matrix]),
    st.booleans(),
    st.integers(0, 9),
)
@settings(max_examples=80, deadline=None)
def test_some_of_the_columns(X, kind, centre, seed):
    """Taken, divided, crossed and dense: those of the centred matrix, in any order."""
    Xc = X - centre * X.mean(axis=0)
    rng, d = np.random.default_rng(seed), X.shape[1]
    a, b = (rng.permutation(d)[: rng.integers(0, d + 1)] for _ in range(2))
    ours = Centred(kind(X), centre)
    assert_allclose(ours.dense(), Xc, atol=1e-15)
    assert_allclose(ours.lengths(), np.linalg.norm(Xc, axis=0), atol=1e-7)
    assert_allclose(ours.largest, np.abs(ours.X).max())
    some, others = ours.take(a), ours.take(b)
    assert_allclose(some.largest, np.abs(dense(some.X)).max(initial=0))
    assert some.shape == (len(X), len(a))
    assert_allclose(some.dense(), Xc[:, a], atol=1e-15)
    assert_allclose(some.mean, centre * X.mean(axis=0)[a], atol=1e-15)
    assert_allclose(some.cross(others), Xc[:, a].T @ Xc[:, b], atol=1e-12)
    assert_allclose(some.tdot(X), Xc[:, a].T @ X, atol=1e-12)
    unit = rng.uniform(0.5, 2, size=len(a))
    single = some.divided_by(unit, np.float32)
    assert single.X.dtype == np.float32
    assert_allclose(single.dense(), Xc[:, a] / unit, atol=1e-6)
    assert_allclose(ours.dense(), Xc, atol=1e-15)  # as it was


def dense(X):
    return X.toarray() if hasattr(X, "toarray") else X


def exact_gram(X):
    """X'X of the centred columns, in fractions."""
    rows = [[Fraction(x) for x in row] for row in X.tolist()]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    rows = [[x - m for x, m in zip(row, means, strict=True)] for row in rows]
    columns = list(zip(*rows, strict=True))
    return [
        [float(sum(p * q for p, q in zip(a, b, strict=True))) for b in columns]
        for a in columns
    ]


@pytest.mark.parametrize("kind", [np.asarray, csr_array, csc_array, coo_array])
def test_a_mean_that_is_huge_beside_the_spread(kind):
    """Years, or times in nanoseconds: 1e9 and a spread of 1; nothing is lost."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 4)) + np.array([0.0, 1e9, -1e12, 1e9])
    X[:50, 0] = 0
    X[7, 3] = 0
    expected = exact_gram(X)
    ours = Centred(kind(X))
    assert_allclose(ours.gram(), expected, rtol=1e-11)
    assert_allclose(ours.tdot(ours.dot(np.eye(4))), expected, rtol=1e-11)


def test_kernel_of_a_column_with_one_zero():
    """Rows without the zero are alike but for their small column."""
    X = np.full((40, 2), 1e9)
    X[0, 0] = 0
    X[:, 1] = np.arange(40)
    expected = Centred(X).kernel()
    assert_allclose(Centred(csr_array(X)).kernel(), expected, rtol=1e-12)


def test_nearly_all_numbers_are_1():
    """A sparse column of ones and hardly more: its spread keeps its digits, too."""
    X = np.ones((100, 1))
    X[:9, 0] += np.arange(9) * 1e-6
    assert_allclose(Centred(csr_array(X)).gram(), exact_gram(X), rtol=1e-9)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_single_precision_is_reckoned_with_in_double(kind):
    """A quarter of the numbers is 0, so that sparse columns are not filled."""
    X = np.random.default_rng(0).normal(size=(100, 3)) + 9
    X[::4] = 0
    X = X.astype(np.float32)
    ours = Centred(kind(X))
    assert_allclose(ours.gram(), exact_gram(X.astype(float)), rtol=1e-12)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e9 + 0.1, -7e-9])
def test_a_constant_column_is_zero(kind, value):
    for n in (3, 10, 1000, 1001):
        ours = Centred(kind(np.full((n, 2), value)))
        assert_array_equal(ours.dot(np.eye(2)), 0)
        assert_allclose(ours.mean, value, rtol=1e-15)


def test_entries_stored_twice_count_as_their_sum():
    """Three stored entries in three rows, but two of them are one."""
    X = coo_array(([1.0, 1.0, 5.0], ([0, 0, 1], [0, 0, 0])), shape=(3, 1))
    X = csr_array((X.data, X.coords[1], [0, 2, 3, 3]), shape=(3, 1))
    expected = np.array([[2.0], [5.0], [0.0]]) - 7 / 3
    assert_allclose(Centred(X).dot(np.eye(1)), expected)
    assert X.nnz == 3  # what was given is as it was


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_what_is_given_is_left_alone(kind):
    X, Y = kind(np.array([[1.0, 2.0], [3.0, 4.0]])), np.array([[0], [1]])
    centred(X, Y, intercept=True)
    dense = X if kind is np.asarray else X.toarray()
    assert_array_equal(dense, [[1.0, 2.0], [3.0, 4.0]])
    assert_array_equal(Y, [[0], [1]])


@pytest.mark.parametrize("intercept", [True, False])
def test_intercepts(intercept):
    """With b = mean of Y - mean of X W the means of XW + b are those of Y."""
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(20, 3)) + 5, rng.integers(0, 2, size=(20, 2))
    W = rng.normal(size=(3, 2))
    Xc, Yc, y_mean = centred(X, Y, intercept)
    b = y_mean - Xc.mean @ W
    assert_allclose(Xc.dot(W) - Yc, X @ W + b - Y, atol=1e-12)
    assert_allclose((X @ W + b - Y).mean(axis=0) * intercept, 0, atol=1e-12)
    assert intercept or not b.any()


def test_sparse_stays_sparse():
    """A million columns: dense, X would be 24 GB."""
    X = csr_array((np.ones(3), ([0, 1, 2], [5, 10**6 - 1, 5])), shape=(3000, 10**6))
    ours = Centred(X)
    assert_allclose(ours.tdot(np.ones((3000, 1))), 0, atol=1e-12)
    assert ours.X.nnz == 3


@pytest.mark.parametrize("d", [1, 256, 257, 600])
def test_half_of_the_inner_products_makes_all(d):
    X = random_array((20, d), density=0.2, rng=np.random.default_rng(d), format="csr")
    assert_allclose(sparse_gram(X), (X.T @ X).toarray(), atol=1e-14)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("number", [bool, np.int8, float])
@pytest.mark.parametrize("centre", [True, False])
def test_whole_numbers_become_floats(kind, number, centre):
    """The sums of squares of small integers would overflow."""
    X = np.array([[1, 0], [1, 1], [0, 1]])
    ours = Centred(kind((100 if number is np.int8 else 1) * X.astype(number)), centre)
    same = Centred((100.0 if number is np.int8 else 1.0) * X, centre)
    assert_allclose(ours.gram(), same.gram())


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_a_divided_matrix_has_the_means_of_its_columns(kind):
    X = Centred(kind([[1.0, 8.0], [3.0, 0.0]]), True)
    half = X.divided_by(np.array([2.0, 4.0]))
    assert_allclose(half.mean, [1.0, 1.0])
    assert_allclose(half.dense(), X.dense() / [2.0, 4.0])
