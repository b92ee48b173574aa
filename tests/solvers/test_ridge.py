"""Ridge in any units, against the same formulas in exact fractions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from mlcourse.solvers import spectrum
from mlcourse.solvers.centring import Centred, centred
from mlcourse.solvers.ridge import RidgePath, by_cholesky, ridge
from mlcourse.solvers.spectrum import FromProducts, FromX
from tests.solvers.exact import exact_ridge

KINDS = st.sampled_from([np.asarray, csr_array])
SOLVERS = [ridge, lambda X, Y, alpha: RidgePath(X, Y).weights(alpha)]


@st.composite
def problems(draw, shapes=((10, 4), (7, 7), (4, 9)), spans=(0, 3, 9)):
    """X with columns in units from 1e-9 to 1e9, some of its entries 0; Y of 0 and 1."""
    n, d = draw(st.sampled_from(shapes))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    span = draw(st.sampled_from(spans))
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-span, span, d)
    X *= rng.random((n, d)) < draw(st.sampled_from([0.6, 1.0]))
    return X, (rng.random((n, 2)) < 0.4).astype(float)


def largest_error(ours, expected):
    scale = np.abs(expected).max()
    return np.abs(ours - expected).max() / scale if scale else np.abs(ours).max()


@pytest.mark.parametrize("solver", SOLVERS, ids=["ridge", "path"])
@given(
    problems(),
    st.sampled_from([1e-12, 1e-8, 1e-3, 1.0, 1e4, 1e9]),
    st.booleans(),
    KINDS,
)
@settings(max_examples=40, deadline=None)
def test_units_do_not_matter(solver, problem, alpha, intercept, kind):
    X, Y = problem
    W, Z = exact_ridge(X, Y, alpha, intercept)
    Xc, Yc, _ = centred(kind(X), Y, intercept)
    ours = solver(Xc, Yc, alpha)
    assert largest_error(Xc.dot(ours), Z) < 1e-6
    assert largest_error(ours, W) < 1e-6


@pytest.mark.parametrize("solver", SOLVERS, ids=["ridge", "path"])
@given(problems(), st.sampled_from([1e-8, 1.0, 1e4]), st.booleans(), KINDS)
@settings(max_examples=25, deadline=None)
def test_columns_that_say_the_same(solver, problem, alpha, intercept, kind):
    """Twins, and one four times the other: the estimate is right in any units."""
    X, Y = problem
    X[:, 0], X[:, 2] = X[:, 1], 4 * X[:, 3]
    _, Z = exact_ridge(X, Y, alpha, intercept)
    Xc, Yc, _ = centred(kind(X), Y, intercept)
    assert largest_error(Xc.dot(solver(Xc, Yc, alpha)), Z) < 1e-3


@given(
    # With n < d all but alpha is fitted away, so 1 - h has few digits in wild units.
    st.one_of(problems(((9, 4),)), problems(((5, 7),), spans=(0, 3))),
    st.sampled_from([1e-3, 1.0, 1e6]),
    KINDS,
)
@settings(max_examples=20, deadline=None)
def test_leaving_one_out_in_any_units(problem, alpha, kind):
    """What leaving out a sample gives is what fitting to the others gives."""
    X, Y = problem
    Xc, Yc, _ = centred(kind(X), Y, True)
    ours = RidgePath(Xc, Yc).leave_one_out(alpha)
    for i in range(len(X)):
        others = np.delete(X, i, 0), np.delete(Y, i, 0)
        W, _ = exact_ridge(*others, alpha, True)
        gap = X[i] - others[0].mean(axis=0)
        expected = Y[i] - others[1].mean(axis=0) - gap @ W
        assert_allclose(ours[i], expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("alpha", [1e-6, 1e-12, 1e-15])
def test_leaving_one_out_of_few_rows(alpha, kind):
    """A tiny alpha costs no digits where all directions are taken but the intercept."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    Xc, Yc, _ = centred(kind(X), Y, True)
    ours = RidgePath(Xc, Yc).leave_one_out(alpha)
    for i in range(len(X)):
        A, B = np.delete(X, i, 0), np.delete(Y, i, 0)
        W = np.linalg.pinv(A - A.mean(axis=0)) @ (B - B.mean(axis=0))  # alpha to 0
        expected = Y[i] - B.mean(axis=0) - (X[i] - A.mean(axis=0)) @ W
        assert_allclose(ours[i], expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("big", [1e6, 1e9, 1e140, 1e200, 1e307])
@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("shape", [(30, 4), (6, 9)])
def test_one_large_column(big, kind, shape):
    """The others keep their weights, though its square be too large for a number."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=shape), rng.integers(0, 2, size=(shape[0], 2))
    X[:, 0] *= big
    W, _ = exact_ridge(X, Y, 1.0, intercept=True)
    for solver in SOLVERS:
        ours = solver(*centred(kind(X), Y, True)[:2], 1.0)
        assert_allclose(ours[1:], W[1:], rtol=1e-6)
        assert_allclose(ours[0] * big, W[0] * big, rtol=1e-6)


def test_cholesky_is_kept_where_it_is_right():
    """One column of 1e9 does no harm to X'X + I in its own units."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 4)) * [1, 1e9, 1e-3, 1]
    Y = rng.normal(size=(50, 1))
    W = by_cholesky(Centred(X, centre=False), Y, 1.0)
    assert_allclose(W, exact_ridge(X, Y, 1.0)[0], rtol=1e-9)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_cholesky_is_refused_where_it_is_wrong(kind):
    """XX' of a column of 1e9 forgets the others."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5, 9))
    X[:, 0] *= 1e9
    assert by_cholesky(Centred(kind(X)), np.ones((5, 1)), 1.0) is None
    assert by_cholesky(Centred(kind(X[:, :1] ** 0)), np.ones((5, 1)), 0.0) is None


def test_cholesky_is_refused_if_columns_are_nearly_equal():
    """Two columns that differ by 1e-9, wherever they stand."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 40))
    assert by_cholesky(Centred(X), np.ones((60, 1)), 0.0) is not None
    for i, j in ((0, 1), (3, 39), (38, 39)):
        twins = X.copy()
        twins[:, j] = twins[:, i] + 1e-9 * rng.normal(size=60)
        assert by_cholesky(Centred(twins), np.ones((60, 1)), 0.0) is None


@pytest.mark.parametrize(("size", "safe"), [(5e6, True), (2e7, False)])
def test_cholesky_is_refused_where_the_inverse_is_large(size, safe):
    """A hundred pairs of columns, alike but for e, whose inverse has length 10 / e."""
    e = 10 / size
    B = np.kron(np.eye(100), [[1, 1 - e], [1 - e, 1]])
    X = Centred(np.linalg.cholesky(B).T, centre=False)
    assert (by_cholesky(X, np.ones((200, 1)), 0.0) is not None) == safe


def test_cholesky_is_kept_for_targets_of_any_size():
    rng = np.random.default_rng(0)
    X, Y = Centred(rng.normal(size=(50, 4))), 1e12 * rng.normal(size=(50, 5))
    assert by_cholesky(X, Y, 1.0) is not None


def test_the_path_of_a_million_columns():
    """Their inner products would be 8 TB; those of the rows are nine numbers."""
    X = csr_array((np.ones(3), ([0, 1, 2], [5, 10**6 - 1, 5])), shape=(3, 10**6))
    Xc, Yc, _ = centred(X, np.eye(3)[:, :2], True)
    W = RidgePath(Xc, Yc).weights(1.0)
    assert_allclose(W, ridge(Xc, Yc, 1.0), atol=1e-12)


def test_products_are_trusted_only_beside_alpha():
    X = Centred(np.diag([1.0, 1e-2, 0.0]), centre=False)
    fast = FromProducts(X, np.eye(3))
    assert not fast.trusts(1e-7)
    assert fast.trusts(1e-6)
    full = FromProducts(Centred(np.diag([1.0, 1e-2]), centre=False), np.eye(2))
    assert full.trusts(0.0)
    apart = FromProducts(Centred(np.diag([1.0, 1e-5]), centre=False), np.eye(2))
    assert not apart.trusts(1e9)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("shape", [(9, 4), (4, 9)])
def test_both_spectra_agree(kind, shape):
    rng = np.random.default_rng(0)
    X = Centred(kind(rng.normal(size=shape)))
    Y = rng.normal(size=(shape[0], 2))
    Y -= Y.mean(axis=0)
    fast, exact = FromProducts(X, Y), FromX(X, Y)
    assert_allclose(np.sort(fast.sigma), np.sort(exact.sigma))
    assert_allclose(fast.U @ fast.UY, exact.U @ exact.UY, atol=1e-12)
    for alpha in (1.0, np.array([0.1, 10.0])):
        assert_allclose(fast.weights(alpha), exact.weights(alpha), atol=1e-12)
    assert_allclose(np.sort(fast.taken(0.3)), np.sort(exact.taken(0.3)))
    assert_allclose(exact.taken(0.3), 0.3 / (exact.sigma**2 + 0.3))


@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (1, 1)])
def test_nothing_to_learn_from(shape):
    X = Centred(np.zeros(shape))
    Y = np.ones((shape[0], 1))
    for alpha in (0.0, 1.0):
        for solver in SOLVERS:
            assert_array_equal(solver(X, Y, alpha), 0)


def test_a_sparse_matrix_too_large_for_its_digits_is_refused():
    X = csr_array(([1e9, 1.0, 1.0], ([0, 1, 2], [0, 1, 1])), shape=(3000, 10**5))
    Y = np.eye(3000, 1)
    with pytest.raises(ValueError, match=r"sparse X \(3000, 100000\).*MaxAbsScaler"):
        ridge(Centred(X), Y - Y.mean(), 1.0)


def test_sweeps_that_do_not_converge_are_an_error(monkeypatch):
    """LAPACK says so by a number after the five results."""
    monkeypatch.setattr(spectrum, "dgejsv", lambda *args, **options: (*"suvwi", 1))
    with pytest.raises(np.linalg.LinAlgError, match="do not converge"):
        spectrum.jacobi(np.eye(2))
