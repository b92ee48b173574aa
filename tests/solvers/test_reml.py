"""REML's search: the formulas as they stand, an objective that never rises, its end."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.linear_model import Ridge

from mlcourse.solvers.admm import AdmmStep
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.reml import reml, settled, swept
from mlcourse.solvers.steps import until

# Few distinct values: ties, constant and repeated columns, empty and full rows.
few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
odd = st.sampled_from([1.0, 2.0**-20, 2.0**20])


def problem(n=30, d=6, L=4, seed=0):
    """Return X, and labels that follow one direction, or a column of their own."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.5)
    S = np.outer(X[:, : d - 1].sum(axis=1), np.ones(L)) + rng.normal(size=(n, L))
    S[:, -1] = X[:, -1] - 0.5
    return X, (S > 0.3).astype(float)


def formula(X, Y, U, V, H, strengths):
    """Return the four terms of the objective by their definition."""
    low_rank, tail, l1 = strengths
    return (
        ((Y - X @ U @ V - X @ H) ** 2).sum(),
        tail * (H**2).sum(),
        low_rank * ((U**2).sum() + (V**2).sum()),
        l1 * np.abs(X @ H).sum(),
    )


def cost(X, Y, U, V, H, strengths):
    """Return the objective by its definition."""
    return sum(formula(X, Y, U, V, H, strengths))


def naive(X, Y, k, low_rank, tail, l1, rho, sweeps):
    """Yield U, V, H and the residual, as the formulas say, every system solved anew."""
    d, G, strengths = X.shape[1], X.T @ X, (low_rank, tail, l1)
    W = np.linalg.solve(G + (low_rank**2 + 1e-6 * (X**2).sum()) * np.eye(d), X.T @ Y)
    axes = np.linalg.eigh(Y.T @ X @ W)[1][:, ::-1][:, :k]
    A, sizes, B = np.linalg.svd(W @ axes @ axes.T, full_matrices=False)
    U, V = A[:, :k] * np.sqrt(sizes[:k]), np.sqrt(sizes[:k])[:, None] * B[:k]
    H, Z, M = np.zeros_like(W), np.zeros_like(Y), np.zeros_like(Y)
    residual = np.inf
    while True:
        yield U, V, H, residual
        R = Y - X @ H
        V = np.linalg.solve(U.T @ G @ U + low_rank * np.eye(k), U.T @ X.T @ R)
        system = np.kron(V @ V.T, G) + low_rank * np.eye(d * k)
        right = (X.T @ R @ V.T).ravel("F")
        U = np.linalg.solve(system, right).reshape(d, k, order="F")
        tries = [H]
        for _ in range(sweeps):
            R = Y - X @ U @ V + rho * (Z - M)
            tries.append(np.linalg.solve((1 + rho) * G + tail * np.eye(d), X.T @ R))
            T, before = X @ tries[-1] + M, (Z, M)
            Z = np.sign(T) * np.maximum(np.abs(T) - l1 / (2 * rho), 0)
            M = T - Z
        moved = np.linalg.norm([Z - before[0], M - before[1]])
        residual = moved if rho < 1 else rho * moved
        H = min(tries, key=lambda H: cost(X, Y, U, V, H, strengths))


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("rho", [1.0, 0.1, 4.0])
@pytest.mark.parametrize("sweeps", [1, 3, 5])
def test_rounds_are_those_of_the_formulas(kind, rho, sweeps):
    """Products alone are compared: a pair of a column and a row may change its sign."""
    X, Y = problem()
    arguments = 2, 0.5, 0.2, 0.1, rho, sweeps
    ours = reml(Centred(kind(X), centre=False), Y, *arguments)
    moved = 0
    both = zip(ours, naive(X, Y, *arguments), strict=True)
    for step, (U, V, H, residual) in islice(both, 8):
        assert_allclose(step.U @ step.V, U @ V, atol=1e-9)
        assert_allclose(step.H, H, atol=1e-9)
        assert_allclose(step.objective, cost(X, Y, U, V, H, (0.5, 0.2, 0.1)))
        assert_allclose(step.residual, residual, rtol=1e-6)
        moved += bool(H.any())
    assert moved > 4


def test_three_sweeps_are_the_default():
    X, Y = problem()
    one, other = (
        next(islice(reml(Centred(X), Y, 2, 0.5, 0.2, 0.1, **options), 5, None))
        for options in ({}, {"sweeps": 3, "rho": 1.0})
    )
    assert_array_equal(one.H, other.H)


@given(
    arrays(float, (9, 5), elements=few),
    arrays(float, (9, 4), elements=st.sampled_from([0.0, 1.0])),
    arrays(float, 5, elements=odd),
    st.sampled_from([(1.0, 1.0, 0.05), (0.1, 0.0, 0.5), (3.0, 0.01, 0.0)]),
    st.integers(0, 6),
    st.sampled_from([0.1, 1.0, 10.0]),
)
@settings(max_examples=80, deadline=None)
def test_the_objective_never_rises(X, Y, units, strengths, k, rho):
    """On ties, empty rows, odd units; and it is the sum of the four terms."""
    X = X * units
    steps = list(islice(reml(Centred(X, False), Y, k, *strengths, rho), 12))
    assert [step.k for step in steps] == list(range(12))
    for before, now in pairwise(steps):
        assert now.objective <= before.objective * (1 + 1e-9) + 1e-12
    for step in (steps[0], steps[-1]):
        expected = formula(X, Y, *step[1:4], strengths)
        assert_allclose(step.terms, expected, atol=1e-6, rtol=1e-6)
        assert_allclose(step.objective, sum(step.terms), rtol=1e-12)
        assert_array_equal(step.W, step.U @ step.V + step.H)


def test_the_start_is_ridge_cut_to_its_rank_and_no_tail():
    """With k >= L nothing is cut."""
    X, Y = problem()
    first = next(reml(Centred(X, centre=False), Y, 4, 0.7, 2.0, 0.1))
    strength = 0.7**2 + 1e-6 * (X**2).sum()
    peer = Ridge(strength, fit_intercept=False).fit(X, Y)
    assert_allclose(first.W, peer.coef_.T, atol=1e-12)
    assert not first.H.any()
    assert first.residual == np.inf


@pytest.mark.parametrize("k", [0, 3])
def test_a_slow_rho_does_not_end_the_search_too_early(k):
    """The first sweeps raise F, so H rests at 0; yet the minimum lies far below."""
    X, Y = problem()
    fast, slow = (
        list(until(reml(Centred(X), Y, k, 9.0, 1.0, 0.5, rho), settled(1e-4), 5000))
        for rho in (1.0, 0.01)
    )
    assert not slow[1].H.any()
    assert slow[-1].objective < 0.97 * slow[1].objective
    assert_allclose(slow[-1].objective, fast[-1].objective, rtol=5e-3)


@pytest.mark.parametrize("rho", [30.0, 1000.0])
def test_nor_does_a_large_rho(rho):
    """Its sweeps are so short that F hardly falls in any."""
    X, Y = problem()
    fast, slow = (
        list(until(reml(Centred(X), Y, 2, 0.5, 0.1, 0.1, r), settled(1e-4), 20_000))
        for r in (1.0, rho)
    )
    assert len(slow) > 5 * len(fast)
    assert_allclose(slow[-1].objective, fast[-1].objective, rtol=5e-3)
    assert slow[-1].residual ** 2 <= 1e-4 * slow[-1].objective


def told(k, objective, residual):
    """Return a step as the rule wants it."""
    return AdmmStep(k, 0, objective, 0, 0, 0, residual)


def test_settled_by_hand():
    """A change of 1 % is too much for 0.5 %, and so is a residual of 1 beside 100."""
    rule = settled(0.005)
    seen = [(110.0, np.inf), (101.0, 0.0), (100.0, 0.0), (100.0, 1.0), (100.0, 0.7)]
    found = [rule(told(k, *numbers)) for k, numbers in enumerate(seen)]
    assert found == [False, False, False, False, True]


def test_swept_by_hand():
    """W of the lowest, of equals the first; all else of the last."""
    objectives = [5.0, 7.0, 4.0, 4.0, 6.0, 1.0]
    steps = [
        AdmmStep(k, k, f, 10 + k, 20 + k, 30 + k, 40 + k)
        for k, f in enumerate(objectives)
    ]
    assert swept(iter(steps), 4) == (4, 2, 4.0, 12, 24, 34, 44)
    assert swept(iter(steps), 1) == (1, 0, 5.0, 10, 21, 31, 41)
