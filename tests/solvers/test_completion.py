"""Completion against eigendecompositions, normal equations and a planted truth."""

from itertools import islice, pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize
from scipy.sparse import csr_array

from mlcourse.solvers import completion
from mlcourse.solvers.completion import (
    COLD,
    als,
    half_sweep,
    on_pattern,
    ridge_row,
    svp,
    top_eigenpairs,
)


def known(G, mask):
    """Return what the mask says is known of G, zeros too, as a csr_array."""
    row, column = np.nonzero(mask)
    ends = np.append(0, np.cumsum(mask.sum(axis=1)))
    return csr_array((G[row, column], column, ends), shape=G.shape)


def symmetric_mask(n, share, seed=0):
    """Return a symmetric pattern (n, n) with its diagonal."""
    upper = np.triu(np.random.default_rng(seed).random((n, n)) < share, 1)
    return upper | upper.T | np.eye(n, dtype=bool)


def planted(n, r, seed=0):
    """Return the Gram matrix (n, n) of n random rows of r numbers."""
    A = np.random.default_rng(seed).normal(size=(n, r)) / r**0.5
    return A @ A.T


def nearest_of_rank(A, r):
    """Return the nearest positive semidefinite matrix of rank r, by all eigenvalues."""
    values, U = np.linalg.eigh(A)
    values = np.where(np.arange(len(A)) >= len(A) - r, np.maximum(values, 0), 0)
    return (U * values) @ U.T


def indefinite(n, seed=0):
    """Return a symmetric matrix with as many negative eigenvalues as positive ones."""
    A = np.random.default_rng(seed).normal(size=(n, n))
    return (A + A.T) / 2


@pytest.mark.parametrize("r", [1, 4, 12, 20])
def test_all_known_is_a_truncated_eigendecomposition(r):
    """Eckart and Young: with every entry known one move finds the best, and stays."""
    G = indefinite(12)
    best = nearest_of_rank(G, r)
    for step in islice(svp(csr_array(G), r, passes=300), 1, 4):
        assert step.Z.shape == (12, r)
        assert_allclose(step.Z @ step.Z.T, best, atol=1e-9)
        assert_allclose(step.objective, ((G - best) ** 2).sum())


@pytest.mark.parametrize("eta", [1.0, 0.3])
def test_every_move_is_that_of_the_dense_method(eta):
    """Step by step the M of singular value projection with all eigenvalues."""
    n, r = 40, 3
    mask, G = symmetric_mask(n, 0.3), planted(40, 5)
    M = np.zeros((n, n))
    for step in islice(svp(known(G, mask), r, eta, passes=60), 6):
        assert_allclose(step.Z @ step.Z.T, M, atol=1e-7)
        assert_allclose(step.objective, ((G - M)[mask] ** 2).sum(), rtol=1e-7)
        assert step.V is step.Z
        M = nearest_of_rank(M + eta * mask * (G - M), r)


def test_few_passes_come_close():
    """The default passes end within 5 % of the error of exact projections."""
    G = known(planted(200, 30), symmetric_mask(200, 0.2))
    rough, exact = (
        next(islice(svp(G, 10, passes=passes), 8, None)) for passes in (2, 50)
    )
    assert_allclose(rough.objective, exact.objective, rtol=0.05)


def test_finds_the_planted_gram():
    """Half of the entries tell the others; the error falls at every move."""
    G, mask = planted(80, 3), symmetric_mask(80, 0.5)
    steps = list(islice(svp(known(G, mask), 3), 60))
    assert all(b.objective < a.objective for a, b in pairwise(steps[:30]))
    M = steps[-1].Z @ steps[-1].Z.T
    hidden = ~mask
    assert hidden.sum() > 2000
    assert np.abs(M - G)[hidden].max() < 1e-3 * np.abs(G).max()


def test_start_and_seeds():
    """It starts at Z = 0 with all of G as error; seeds change the first subspace."""
    G = known(planted(60, 20), symmetric_mask(60, 0.3))
    runs = [list(islice(svp(G, 5, random_state=s), 3)) for s in (0, 0, 1)]
    for steps in runs:
        assert [step.k for step in steps] == [0, 1, 2]
        assert not steps[0].Z.any()
        assert_allclose(steps[0].objective, (G.data**2).sum())
    assert_array_equal(runs[0][2].Z, runs[1][2].Z)
    assert np.abs(runs[0][2].Z - runs[2][2].Z).max() > 0


@pytest.mark.parametrize("method", [svp, als])
def test_leaves_its_matrix_alone(method):
    """And whole numbers will do."""
    G = csr_array(np.array([[2, 1, 0], [1, 2, 0], [0, 0, 0]]))
    before = G.copy()
    steps = list(islice(method(G, 2), 4))
    assert_array_equal(G.toarray(), before.toarray())
    assert G.dtype == before.dtype
    assert np.isfinite(steps[-1].Z).all()
    assert steps[0].Z is not steps[1].Z


@pytest.mark.parametrize("method", [svp, als])
def test_more_components_than_rows(method):
    """What is too much is 0."""
    G = csr_array(planted(3, 2))
    Z = next(islice(method(G, 5), 2, None)).Z
    assert Z.shape == (3, 5)
    assert_array_equal(Z[:, 3:], 0)


def test_eigenpairs_of_an_indefinite_matrix():
    """Largest first, though the largest in size are negative."""
    A = np.diag([5.0, -9.0, 3.0, -8.0, 1.0, 0.5])
    start = np.random.default_rng(0).normal(size=(6, 5))
    values, U, W = top_eigenpairs(lambda Q: A @ Q, start, 80)
    assert_allclose(values, [5, 3, 1, -8, -9], atol=1e-8)
    assert_allclose(A @ U, U * values, atol=1e-6)
    assert_allclose(U.T @ U, np.eye(5), atol=1e-12)
    assert_allclose(np.linalg.svd(W)[1], [9, 8, 5, 3, 1], rtol=1e-6)


@pytest.mark.parametrize("share", [0.05, 0.4])
def test_inner_products_on_a_pattern(share):
    """All of them by one product, where stored."""
    rng = np.random.default_rng(0)
    Z, V = rng.normal(size=(30, 4)), rng.normal(size=(30, 4))
    mask = rng.random((30, 30)) < share
    mask[3] = False
    assert_allclose(on_pattern(Z, V, known(np.ones((30, 30)), mask)), (Z @ V.T)[mask])


@pytest.mark.parametrize("shape", [(7, 3), (3, 7), (4, 4)])
def test_a_row_solves_its_least_squares_problem(shape):
    """The slope is 0 at it, with more entries than components and with less."""
    rng = np.random.default_rng(0)
    A, g = rng.normal(size=shape), rng.normal(size=shape[0])
    z = ridge_row(A, g, 0.3)
    assert_allclose(A.T @ (A @ z - g) + 0.3 * z, 0, atol=1e-12)


def test_half_a_sweep_solves_every_row():
    """The normal equations of all rows, on an uneven pattern."""
    G, mask = planted(20, 4), symmetric_mask(20, 0.3)
    V = np.random.default_rng(0).normal(size=(20, 6))
    Z = half_sweep(known(G, mask), V, 0.7)
    slope = (mask * (Z @ V.T - G)) @ V + 0.7 * Z
    assert_allclose(slope, 0, atol=1e-12)


def test_sweeps_never_raise_the_objective():
    """Error and penalty fall together, to a point without slope in Z and V."""
    G, mask, alpha = planted(30, 3), symmetric_mask(30, 0.4), 0.05
    steps = list(islice(als(known(G, mask), 4, alpha), 400))
    assert [step.k for step in steps[:3]] == [0, 1, 2]
    for a, b in pairwise(steps):
        assert b.objective <= a.objective * (1 + 1e-12)
    _, Z, objective, V = steps[-1]
    error = mask * (Z @ V.T - G)
    penalty = alpha * ((Z**2).sum() + (V**2).sum())
    assert_allclose(objective, (error**2).sum() + penalty)
    assert_allclose(error @ V + alpha * Z, 0, atol=1e-5)
    assert_allclose(error.T @ Z + alpha * V, 0, atol=1e-5)


def test_sweeps_find_the_planted_gram():
    G, mask = planted(60, 3), symmetric_mask(60, 0.5)
    _, Z, _, V = next(islice(als(known(G, mask), 3, 1e-6), 60, None))
    assert np.abs(Z @ V.T - G).max() < 1e-3


def test_a_sweep_reaches_what_a_minimiser_reaches():
    """One half of a sweep against L-BFGS on the same objective."""
    G, mask, alpha = planted(12, 3), symmetric_mask(12, 0.5), 0.2
    V = np.random.default_rng(0).normal(size=(12, 2))

    def f(z):
        Z = z.reshape(12, 2)
        return (((Z @ V.T - G) * mask) ** 2).sum() + alpha * (z**2).sum()

    found = minimize(f, np.zeros(24), method="L-BFGS-B").x.reshape(12, 2)
    assert_allclose(half_sweep(known(G, mask), V, alpha), found, atol=1e-4)


def test_sweeps_start_where_the_first_move_ends():
    G = known(planted(30, 6), symmetric_mask(30, 0.3))
    first = next(islice(svp(G, 4, random_state=3), 1, None))
    start = next(als(G, 4, random_state=3))
    assert_array_equal(start.Z, first.Z)
    assert_array_equal(start.V, first.Z)
    assert start.k == 0


def test_a_row_that_is_only_known_to_be_zero():
    """It has no length: its inner product with itself is 0."""
    G = known(np.diag([1.0, 0, 1]), np.eye(3, dtype=bool))
    for method in (svp, als):
        assert_allclose(next(islice(method(G, 2), 3, None)).Z[1], 0, atol=1e-12)


def test_defaults():
    """What the docstrings tell."""
    G = known(planted(20, 3), symmetric_mask(20, 0.5))
    for method, options in (
        (svp, {"step_size": 1.0, "passes": 2, "random_state": 0}),
        (als, {"alpha": 1.0, "random_state": 0}),
    ):
        plain, told = (
            next(islice(method(G, 2, **given), 3, None)) for given in ({}, options)
        )
        assert_array_equal(plain.Z, told.Z)
        assert plain.objective == told.objective


def test_first_move_takes_more_passes(monkeypatch):
    """A cold start at COLD passes is nearer to the exact move than one at one."""
    U = np.linalg.qr(np.random.default_rng(0).normal(size=(80, 80)))[0]
    G = csr_array((U * 0.9 ** np.arange(80)) @ U.T)

    def off(cold):
        monkeypatch.setattr(completion, "COLD", cold)
        Z = next(islice(svp(G, 5, passes=1), 1, None)).Z
        return np.abs(Z @ Z.T - nearest_of_rank(G.toarray(), 5)).max()

    assert off(COLD) < off(1) / 20
    assert_allclose(off(60), 0, atol=1e-9)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda G: svp(G, 0), ValueError, "n_components=0 must be a whole number"),
        (lambda G: svp(G, 2.5), TypeError, "n_components=2.5 is of type float"),
        (lambda G: svp(G, 2, 0), ValueError, "step_size=0 must be a finite number > 0"),
        (lambda G: svp(G, 2, passes=0), ValueError, "passes=0 must be a whole number"),
        (lambda G: svp(G[:2], 2), ValueError, "csr_array of shape .2, 3.; give a sq"),
        (lambda G: svp([[1]], 2), ValueError, "G is a list of shape none; give a sq"),
        (lambda G: svp(G.tocsc(), 2), ValueError, "G is a csc_array of shape .3, 3."),
        (lambda G: als(G, 0), ValueError, "n_components=0 must be a whole number >= 1"),
        (lambda G: als(G, 2, 0), ValueError, "alpha=0 must be a finite number > 0"),
    ],
)
def test_refuses(call, error, message):
    with pytest.raises(error, match=message):
        next(call(csr_array(np.eye(3))))
