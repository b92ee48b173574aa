"""ADMM for outputs pulled to zero: closed forms, the lasso, a proof of optimality."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.linear_model import Lasso, Ridge

from mlcourse.solvers.admm import SparseOutputs
from mlcourse.solvers.centring import Centred

# Few distinct values: ties, constant and repeated columns, empty and full rows.
few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
matrices = st.tuples(st.integers(2, 8), st.integers(1, 8)).flatmap(
    lambda shape: st.tuples(
        arrays(float, shape, elements=few), arrays(float, (shape[0], 2), elements=few)
    )
)


def problem(n=30, d=6, L=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(n, L))


def after(sweeps, X, R, alpha, alpha_l1, rho=1.0):
    """Return the step after so many sweeps, X as it is."""
    steps = SparseOutputs(Centred(X, centre=False), alpha, rho).steps(R, alpha_l1)
    return next(islice(steps, sweeps, None))


def objective(X, R, W, alpha, alpha_l1):
    """Return f(W) by its definition."""
    E, outputs = R - X @ W, X @ W
    return (E**2).sum() + alpha * (W**2).sum() + alpha_l1 * np.abs(outputs).sum()


def soft(T, t):
    return np.sign(T) * np.maximum(np.abs(T) - t, 0)


@given(arrays(float, (4, 3), elements=few), st.sampled_from([0.0, 0.3, 2.0]), few)
@settings(deadline=None)
def test_closed_form_for_the_identity(R, alpha, size):
    """Each output is a problem of its own, with a closed form."""
    alpha_l1 = abs(size)
    found = after(300, np.eye(4), R, alpha, alpha_l1)
    assert_allclose(found.W, soft(R, alpha_l1 / 2) / (1 + alpha), atol=1e-8)


@pytest.mark.parametrize("rho", [0.3, 1.0, 5.0])
@pytest.mark.parametrize("alpha_l1", [0.1, 1.0])
def test_equals_scikit_learns_lasso_if_x_is_square(alpha_l1, rho):
    """In the outputs z = Xw it is a lasso on the rows of I and of sqrt(alpha) X^-1."""
    X, R = problem(6, 6)
    rows = np.vstack([np.eye(6), np.sqrt(0.5) * np.linalg.inv(X)])
    targets = np.vstack([R, np.zeros_like(R)])
    options = {"fit_intercept": False, "tol": 1e-14, "max_iter": 10**6}
    peer = Lasso(alpha_l1 / 2 / len(rows), **options).fit(rows, targets)
    found = after(3000, X, R, 0.5, alpha_l1, rho)
    assert_allclose(found.XW, peer.coef_.T, atol=1e-6)
    assert_allclose(found.Z, peer.coef_.T, atol=1e-6)
    assert (found.Z == 0).sum() == (peer.coef_ == 0).sum() > 0


@given(matrices, st.sampled_from([0.1, 3.0]), st.sampled_from([0.05, 0.5, 4.0]))
@settings(max_examples=25, deadline=None)
def test_m_proves_that_w_is_optimal(matrices, alpha, alpha_l1):
    """G = 2 rho M / alpha_l1 is a subgradient of the L1 norm of XW; so the slope is 0.

    Both are so up to what the last sweep moved Z and M, which becomes nothing.
    """
    X, R = matrices
    steps = SparseOutputs(Centred(X, False), alpha, rho=0.7).steps(R, alpha_l1)
    for _, W, _, XW, _, M, residual in islice(steps, 1, 3000):
        G = 2 * 0.7 * M / alpha_l1
        assert (np.abs(G) <= 1 + 1e-12).all()
        slope = 2 * X.T @ (XW - R) + 2 * alpha * W + alpha_l1 * X.T @ G
        most = 2 * 0.7 * np.linalg.norm(X, 2) * residual
        assert np.linalg.norm(slope) <= most * (1 + 1e-9) + 1e-9
        missing = np.abs(XW).sum() - (G * XW).sum()
        assert -1e-12 <= missing <= 2 * np.sqrt(R.size) * residual + 1e-12
        if residual < 1e-9:
            break
    assert residual < 1e-4


def test_no_near_w_has_a_smaller_objective():
    """By the definition of f, in 500 directions; f is convex."""
    X, R = problem(20, 5)
    best = after(5000, X, R, 0.3, 0.8)
    rng = np.random.default_rng(1)
    for _ in range(500):
        W = best.W + 10.0 ** rng.uniform(-6, 0) * rng.normal(size=best.W.shape)
        assert objective(X, R, W, 0.3, 0.8) >= best.objective - 1e-10


@pytest.mark.parametrize("shape", [(30, 6), (6, 30)])
def test_without_l1_it_is_ridge(shape):
    X, R = problem(*shape)
    peer = Ridge(0.5, fit_intercept=False).fit(X, R)
    assert_allclose(after(200, X, R, 0.5, 0.0).W, peer.coef_.T, atol=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_the_threshold_that_is_quoted_solves_another_problem(seed):
    """Not lambda / (2 rho) but lambda / rho: it ends at the optimum of 2 lambda."""
    X, R = problem(seed=seed)
    alpha, alpha_l1, rho = 0.5, 0.6, 1.0
    A = (1 + rho) * X.T @ X + alpha * np.eye(X.shape[1])
    Z, M = np.zeros_like(R), np.zeros_like(R)
    for _ in range(3000):
        W = np.linalg.solve(A, X.T @ (R + rho * (Z - M)))
        Z = soft(X @ W + M, alpha_l1 / rho)
        M = M + X @ W - Z
    right, twice = (after(3000, X, R, alpha, a, rho) for a in (alpha_l1, 2 * alpha_l1))
    assert objective(X, R, W, alpha, alpha_l1) > right.objective + 1e-3
    assert_allclose(W, twice.W, atol=1e-6)
    assert twice.objective < objective(X, R, right.W, alpha, 2 * alpha_l1) - 1e-3


@given(matrices, st.sampled_from([0.0, 0.1, 3.0]), st.sampled_from([0.05, 0.5, 4.0]))
@settings(max_examples=40, deadline=None)
def test_the_residual_never_rises(matrices, alpha, alpha_l1):
    """The theorem of He & Yuan; the objective itself may rise."""
    steps = SparseOutputs(Centred(matrices[0]), alpha, 0.5).steps(matrices[1], alpha_l1)
    residuals = [step.residual for step in islice(steps, 1, 60)]
    for before, now in pairwise(residuals):
        assert now <= before * (1 + 1e-9) + 1e-12


def test_the_objective_may_rise():
    X, R = problem(20, 5)
    steps = SparseOutputs(Centred(X), 0.3, 0.1).steps(R, 0.8)
    f = [step.objective for step in islice(steps, 30)]
    assert any(now > before + 1e-6 for before, now in pairwise(f))


def test_rho_changes_the_way_and_not_the_end():
    X, R = problem()
    one, other = (after(5000, X, R, 0.5, 0.6, rho) for rho in (0.2, 3.0))
    assert_allclose(one.W, other.W, atol=1e-8)
    one, other = (after(2, X, R, 0.5, 0.6, rho) for rho in (0.2, 3.0))
    assert np.abs(one.W - other.W).max() > 1e-2


def test_the_first_sweeps_by_hand():
    """X = 1, R = 3, alpha = 1, alpha_l1 = 2, rho = 1: threshold 1."""
    steps = SparseOutputs(Centred(np.ones((1, 1)), False), 1.0).steps(
        np.full((1, 1), 3.0), 2.0
    )
    zero, one, two = islice(steps, 3)
    assert (zero.k, zero.objective, zero.residual) == (0, 9.0, np.inf)
    assert [a.item() for a in (zero.W, zero.XW, zero.Z, zero.M)] == [0, 0, 0, 0]
    # W = 3 / (2 + 1); f = 4 + 1 + 2; XW + M = 1, of which the threshold leaves nothing
    assert_allclose([np.sum(a) for a in one[1:6]], [1, 7, 1, 0, 1], atol=1e-15)
    # W = (3 + 0 - 1) / 3; XW + M = 5/3
    assert_allclose([a.item() for a in (two.W, two.Z, two.M)], [2 / 3, 2 / 3, 1])
    assert_allclose(two.objective, 49 / 9 + 4 / 9 + 4 / 3)
    assert_allclose([one.residual, two.residual], [1, 2 / 3])


def test_a_start_goes_on_from_there():
    """Also with a W that is not its last, which only the first step shows."""
    X, R = problem()
    outputs = SparseOutputs(Centred(X), 0.5, 0.7)
    run = list(islice(outputs.steps(R, 0.6), 10))
    again = list(islice(outputs.steps(R, 0.6, run[4]), 6))
    assert [step.k for step in again] == [0, 1, 2, 3, 4, 5]
    for one, other in zip(run[4:], again, strict=True):
        assert_array_equal(one.W, other.W)
        assert one.objective == other.objective
    moved = run[4]._replace(W=0 * run[4].W, XW=0 * R)
    zero, one = islice(outputs.steps(R, 0.6, moved), 2)
    assert_allclose(zero.objective, (R**2).sum())
    assert_array_equal(one.W, run[5].W)


def test_a_step_stays_as_it_was():
    X, R = problem()
    steps = SparseOutputs(Centred(X), 0.5).steps(R, 0.6)
    kept, copies = [], []
    for step in islice(steps, 6):
        kept.append(step)
        copies.append([np.copy(part) for part in step])
    for step, copy in zip(kept, copies, strict=True):
        for part, before in zip(step, copy, strict=True):
            assert_array_equal(part, before)


@pytest.mark.parametrize("shape", [(30, 6), (6, 30)])
@pytest.mark.parametrize("centre", [True, False])
def test_sparse_x_gives_the_steps_of_dense_x(shape, centre):
    X, R = problem(*shape)
    X *= np.random.default_rng(1).random(shape) < 0.3
    dense, sparse = (
        islice(SparseOutputs(Centred(A, centre), 0.5).steps(R, 0.6), 8)
        for A in (X, csr_array(X))
    )
    for one, other in zip(dense, sparse, strict=True):
        assert_allclose(one.W, other.W, atol=1e-10)
        assert_allclose(one.XW, (X - X.mean(axis=0) * centre) @ one.W, atol=1e-10)
        assert_allclose(one.objective, other.objective)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": -1.0}, "alpha=-1.0 must be a finite number >= 0"),
        ({"rho": 0.0}, "rho=0.0 must be a finite number > 0"),
        ({"rho": np.nan}, "rho=nan must be a finite number > 0"),
        ({"alpha_l1": np.inf}, "alpha_l1=inf must be a finite number >= 0"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        after(0, *problem(), **({"alpha": 1.0, "alpha_l1": 1.0} | options))
