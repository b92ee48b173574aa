"""Newton's step on what is not 0, against linear equations and its own claims."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers import smooth_part
from mlcourse.solvers.active_set import alpha_max, solve
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.smooth_part import SmoothPart, ratio
from tests.solvers.problems import dense, problems, sample

BOTH = pytest.mark.parametrize("penalty", ["l1", "l21"])


def part(X, Y, penalty, alpha, W):
    """Return the objective near W; `X` need not be an array."""
    return SmoothPart(Centred(X, False), penalty, alpha, W, Y - dense(X) @ W)


def objective(X, Y, penalty, alpha, W):
    """Return what the solvers lower."""
    return ((X @ W - Y) ** 2).sum() / 2 + alpha * NORMS[penalty].value(W)


def test_l1_ends_at_the_solution_of_linear_equations(monkeypatch):
    """With the signs s held, X'X w = X'y - alpha s is the bottom, column by column."""
    monkeypatch.setattr(smooth_part, "NEAR", 1e-20)
    X, Y = sample(30, 5)
    W = np.linalg.lstsq(X, Y)[0]
    W[[0, 2], [1, 2]] = 0  # zeros are held, entry by entry
    new = W + part(X, Y, "l1", 1e-9, W).direction()
    for c in range(3):
        used = W[:, c] != 0
        A, s = X[:, used], np.sign(W[used, c])
        expected = np.linalg.solve(A.T @ A, A.T @ Y[:, c] - 1e-9 * s)
        assert_allclose(new[used, c], expected, atol=1e-9)
        assert not new[~used, c].any()


@BOTH
@settings(max_examples=100, deadline=None)
@given(problems(), st.sampled_from([0.01, 0.3, 0.9]), st.integers(0, 99))
def test_it_never_rises_and_no_zero_moves(penalty, problem, share, seed):
    """From any weights: ties, columns of zeros and equal ones, n < d, sparse X."""
    X, Y = problem
    alpha = share * alpha_max(X, Y, penalty) or 1.0
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(X.shape[1], Y.shape[1]))
    W[rng.random(W.shape if penalty == "l1" else (len(W), 1))[:, 0] < 0.4] = 0
    new = part(X, Y, penalty, alpha, W).step()
    before, after = (objective(X, Y, penalty, alpha, A) for A in (W, new))
    assert after <= before * (1 + 1e-12)
    assert not new[~W.any(axis=1)].any()
    if penalty == "l1":
        assert (new * W >= 0).all()  # a sign never turns
    else:
        assert ((new * W).sum(axis=1) >= 0).all()


@BOTH
def test_the_parabola_is_the_objective_nearby(penalty):
    """At its bottom V the objective's own H V is minus its slope, by differences."""
    X, Y = sample(30, 6)
    rng = np.random.default_rng(0)
    W, alpha, h = rng.normal(size=(6, 3)) + 3, 4.0, 1e-4
    V = part(X, Y, penalty, alpha, W).direction()

    def slope(A):
        return X.T @ (X @ A - Y) + alpha * NORMS[penalty].subgradient(A)

    along = (slope(W + h * V) - slope(W - h * V)) / (2 * h)  # H V
    assert_allclose(along, -slope(W), atol=0.2 * np.abs(slope(W)).max())
    assert_allclose((along * V).sum(), -(slope(W) * V).sum(), rtol=0.02)


@BOTH
def test_close_to_the_optimum_few_steps_end_the_search(penalty, monkeypatch):
    """Convergence is quadratic once the zeros and the signs are right."""
    monkeypatch.setattr(smooth_part, "NEAR", 1e-20)
    X, Y = sample(30, 20)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    W = best = solve(X, Y, penalty, alpha, tol=1e-15).W
    W = W * (1 + 0.1 * np.random.default_rng(0).random(W.shape))
    for _ in range(4):
        W = part(X, Y, penalty, alpha, W).step()
    assert_allclose(W, best, atol=1e-7)
    assert_array_equal(W != 0, best != 0)


def test_units_of_features_do_not_matter():
    """Columns from 1e-3 to 1e3 long: the same step in other units."""
    X, Y = sample(60, 20)
    W, units = np.ones((20, 3)), 10.0 ** np.linspace(-3, 3, 20)[:, None]
    plain = part(X, Y, "l1", 1e-9, W).direction()
    scaled = part(X * units.T, Y, "l1", 1e-9, W / units).direction()
    assert_allclose(scaled * units, plain, rtol=1e-5)


def test_with_l1_each_column_is_a_problem_of_its_own(monkeypatch):
    """Three steps of conjugate gradients, together or alone, and so is the last cut."""
    monkeypatch.setattr(smooth_part, "PRODUCTS", 3)
    monkeypatch.setattr(smooth_part, "NEAR", 0)
    X, Y = sample(30, 6)
    Y *= [1, 10, 100]
    W = np.random.default_rng(0).normal(size=(6, 3)) + 3
    together = part(X, Y, "l1", 4.0, W)
    alone = [part(X, Y[:, [c]], "l1", 4.0, W[:, [c]]) for c in range(3)]
    V = np.hstack([one.direction() for one in alone])
    assert_allclose(together.direction(), V, rtol=1e-9)
    assert_allclose(together.step(), np.hstack([one.step() for one in alone]))


def test_with_l1_only_the_signs_of_the_weights_matter():
    """The parabola of a residual is the same, however near to 0 the weights are."""
    X, R = Centred(sample(30, 6)[0], False), sample(30, 6)[1]
    W = np.random.default_rng(0).normal(size=(6, 3))
    near = W * np.geomspace(1e-6, 1, 18).reshape(6, 3)
    V, expected = (SmoothPart(X, "l1", 4.0, A, R).direction() for A in (near, W))
    assert_allclose(V, expected)


def test_a_ratio_has_the_shape_of_the_larger():
    assert_array_equal(ratio(np.array([6.0]), np.array([2.0, 0.0])), [3, 0])


@BOTH
def test_nothing_is_used(penalty):
    """Without a column there is no step."""
    X, Y = np.zeros((4, 0)), np.ones((4, 2))
    assert part(X, Y, penalty, 1.0, np.zeros((0, 2))).step().shape == (0, 2)
