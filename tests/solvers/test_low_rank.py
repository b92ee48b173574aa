"""Low-rank regression: the naive system for U, Eckart-Young, the trace norm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.linear_model import Ridge

from mlcourse.solvers.centring import Centred
from mlcourse.solvers.low_rank import best_U, best_V, reduced_rank_ridge, start
from mlcourse.solvers.ridge_factor import RidgeSpectrum

SHAPES = [(20, 7), (7, 20)]


def problem(n=20, d=7, L=5, k=3, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.normal(size=shape) for shape in ((n, d), (n, L), (d, k), (k, L)))


def naive(X, V, R, alpha):
    """Return U by its dk equations at once, which nobody should do at size."""
    k, d = len(V), X.shape[1]
    system = np.kron(V @ V.T, X.T @ X) + alpha * np.eye(d * k)
    return np.linalg.solve(system, (X.T @ R @ V.T).ravel("F")).reshape(d, k, order="F")


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("alpha", [0.01, 1.0, 100.0])
def test_u_solves_the_naive_system(kind, shape, alpha):
    """Of dk equations, made with a Kronecker product and solved at once."""
    X, R, _, V = problem(*shape)
    U = best_U(RidgeSpectrum(Centred(kind(X), centre=False)), V, R, alpha)
    assert_allclose(U, naive(X, V, R, alpha), atol=1e-10)


few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])


@given(
    arrays(float, (6, 4), elements=few),
    arrays(float, (6, 3), elements=few),
    arrays(float, (4, 3), elements=few),
)
@settings(max_examples=80, deadline=None)
def test_u_of_a_v_with_equal_and_missing_rows(X, R, V):
    """More rows than labels, so that VV' never has full rank."""
    U = best_U(RidgeSpectrum(Centred(X, centre=False)), V, R, 0.3)
    assert_allclose(U, naive(X, V, R, 0.3), atol=1e-8)


@pytest.mark.parametrize("size", [1e-90, 1e-110, 1e-160, 0.0])
def test_u_of_a_v_that_fades(size):
    """As it does where the penalty leaves nothing; no number overflows."""
    X, R, _, V = problem()
    U = best_U(RidgeSpectrum(Centred(X, centre=False)), size * V, R, 1.0)
    expected = X.T @ R @ (size * V).T if size > 1e-100 else 0 * U
    assert_allclose(U, expected, rtol=1e-6)


def test_v_is_ridge_on_xu():
    X, R, U, _ = problem()
    peer = Ridge(0.7, fit_intercept=False).fit(X @ U, R)
    assert_allclose(best_V(X @ U, R, 0.7), peer.coef_.T, atol=1e-12)


def test_nothing_of_rank_0():
    X, R, U, V = problem(k=0)
    spectrum = RidgeSpectrum(Centred(X))
    assert best_U(spectrum, V, R, 1.0).shape == (7, 0)
    assert best_V(X @ U, R, 1.0).shape == (0, 5)
    assert [part.shape for part in start(spectrum, R, 0, 1.0)] == [(7, 0), (0, 5)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("k", [1, 3, 5])
def test_reduced_rank_ridge(shape, k):
    """Eckart-Young on the stacked matrix: rows sqrt(alpha) I below X, zeros below Y."""
    X, Y, _, _ = problem(*shape)
    U, V = reduced_rank_ridge(RidgeSpectrum(Centred(X, False)), Y, k, 0.6)
    stacked = np.vstack([X, np.sqrt(0.6) * np.eye(shape[1])])
    below = np.vstack([Y, np.zeros((shape[1], 5))])
    W = np.linalg.lstsq(stacked, below)[0]
    axes = np.linalg.svd(stacked @ W)[2][:k]
    assert_allclose(U @ V, W @ axes.T @ axes, atol=1e-10)


@pytest.mark.parametrize("k", [2, 9])
def test_start_shares_the_singular_values(k):
    """Their squares are twice the trace norm then; beyond the rank all is 0."""
    X, Y, _, _ = problem()
    U, V = start(RidgeSpectrum(Centred(X)), Y, k, 0.6)
    sizes = np.linalg.svd(U @ V, compute_uv=False)[: min(k, 5)]
    expected = np.diag(np.append(sizes, np.zeros(k - len(sizes))))
    assert_allclose(U.T @ U, expected, atol=1e-12)
    assert_allclose(V @ V.T, expected, atol=1e-12)
    assert not U[:, 5:].any()
    assert not V[5:].any()


@pytest.mark.parametrize("c", [1.0, 2.0**-12, 2.0**12])
def test_start_is_ridge_of_a_strength_in_the_unit_of_x(c):
    """And with hardly a penalty it still takes the fast way."""
    X, Y, _, _ = problem()
    spectrum = RidgeSpectrum(Centred(c * X, False))
    strength = 0.6**2 + 1e-6 * (X**2).sum()
    W = np.linalg.solve(X.T @ X + strength * np.eye(7), X.T @ Y) / c
    U, V = start(spectrum, Y, 5, 0.6 * c)
    assert_allclose(U @ V, W, rtol=1e-9)
    X[:, 1] = X[:, 0]
    spectrum = RidgeSpectrum(Centred(c * X, False))
    start(spectrum, Y, 5, 0.0)
    assert "_exact" not in vars(spectrum)


def test_start_of_nothing_to_learn():
    X, Y, _, _ = problem()
    for part in start(RidgeSpectrum(Centred(X)), 0 * Y, 3, 1.0):
        assert not part.any()


def turns(X, Y, k, alpha, n=4000):
    """Return UV after so many turns from the start."""
    spectrum = RidgeSpectrum(Centred(X, centre=False))
    U, V = start(spectrum, Y, k, alpha)
    for _ in range(n):
        V = best_V(X @ U, Y, alpha)
        U = best_U(spectrum, V, Y, alpha)
    return U @ V


@pytest.mark.parametrize("k", [2, 5])
def test_turns_end_at_soft_singular_values_if_x_is_orthonormal(k):
    """Then the squared error + 2 alpha times the trace norm has a closed form."""
    X, Y, _, _ = problem()
    X = np.linalg.qr(X)[0]
    A, sizes, B = np.linalg.svd(X.T @ Y, full_matrices=False)
    kept = np.maximum(sizes - 1.5, 0) * (np.arange(5) < k)
    assert 0 < (kept > 0).sum() < 5
    assert_allclose(turns(X, Y, k, 1.5), (A * kept) @ B, atol=1e-7)


@pytest.mark.parametrize("shape", SHAPES)
def test_turns_end_at_the_minimum_under_the_trace_norm(shape):
    """With k >= L the slope is alpha times a subgradient: that is all it takes."""
    X, Y, _, _ = problem(*shape)
    W = turns(X, Y, 5, 5.0)
    slope = X.T @ (Y - X @ W)
    sizes = np.linalg.svd(W, compute_uv=False)
    assert 0 < (sizes > 1e-6).sum() < 5
    assert np.linalg.norm(slope, 2) <= 5 + 1e-6
    assert_allclose((slope * W).sum(), 5 * sizes.sum(), atol=1e-6)


def test_turns_without_a_penalty_are_reduced_rank_regression():
    X, Y, _, _ = problem()
    W = np.linalg.lstsq(X, Y)[0]
    axes = np.linalg.svd(X @ W)[2][:2]
    assert_allclose(turns(X, Y, 2, 1e-9, 50), W @ axes.T @ axes, atol=1e-7)


def test_rank_does_not_depend_on_the_unit():
    """In another unit of X the weights are as much smaller, and of the same rank."""
    X, R, _, _ = problem(30, 5, 4, 2)
    one, other = (
        reduced_rank_ridge(RidgeSpectrum(Centred(X * c)), R, 2, c**2)
        for c in (1.0, 2.0**100)
    )
    assert np.linalg.matrix_rank(one[0] @ one[1]) == 2
    assert_allclose(other[0] @ other[1] * 2.0**100, one[0] @ one[1], atol=1e-12)
