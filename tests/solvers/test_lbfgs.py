"""L-BFGS against its definition, quadratic theory, and SciPy."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.optimize import rosen, rosen_der, rosen_hess

from mlcourse.solvers.descent import ARMIJO, ROUNDING
from mlcourse.solvers.lbfgs import WOLFE, inverse_hessian_times, lbfgs, wolfe_search
from mlcourse.solvers.steps import start, until


class Rosenbrock:
    """The curved valley of SciPy, lowest at (1, ..., 1)."""

    value = staticmethod(lambda w: float(rosen(w)))
    gradient = staticmethod(rosen_der)
    hessian = staticmethod(rosen_hess)


def bfgs_matrix(pairs, d, inverse=None):
    """Return the inverse Hessian by the matrix form of BFGS, oldest pair first."""
    s, y = pairs[-1]
    H = np.eye(d) if inverse is None else inverse
    H = H * (s @ y) / (y @ H @ y)
    for s, y in pairs:
        V = np.eye(d) - np.outer(y, s) / (s @ y)
        H = V.T @ H @ V + np.outer(s, s) / (s @ y)
    return H


vectors = arrays(float, (3, 4), elements=st.sampled_from([-2.0, -0.5, 0.0, 1.0, 3.0]))


@pytest.mark.parametrize("inverse", [None, np.diag([1.0, 2, 3, 4])])
@given(vectors)
def test_two_loops_are_the_matrix_formula(inverse, moves):
    """The two-loop recursion equals the BFGS matrix times the gradient."""
    A = np.diag([1.0, 2, 5, 9]) + 1  # the true Hessian
    pairs = [(s, A @ s) for s in moves if s.any()]
    if not pairs:
        return
    g = np.array([1.0, -2, 0, 4])
    expected = bfgs_matrix(pairs, 4, inverse) @ g
    assert_allclose(inverse_hessian_times(g, pairs, inverse), expected, rtol=1e-9)


def test_secant_equation():
    """The newest pair is reproduced: H^-1 y = s."""
    rng = np.random.default_rng(0)
    pairs = [(s, s * [1, 2, 3] + s.sum()) for s in rng.normal(size=(5, 3))]
    s, y = pairs[-1]
    assert_allclose(inverse_hessian_times(y, pairs), s)


def test_without_pairs_it_is_the_gradient():
    """Without pairs the direction is the gradient itself."""
    g = np.array([3.0, -4.0])
    assert_allclose(inverse_hessian_times(g, []), g)


@pytest.mark.parametrize("t", [1e-6, 1e-3, 1.0, 1e4])
@pytest.mark.parametrize("w", [[-1.2, 1.0], [3.0, -2.0], [0.0, 0.0]])
def test_search_meets_both_rules(t, w):
    """Every move is neither too long nor too short, whatever length is tried first."""
    now = start(Rosenbrock, w)
    new = wolfe_search(Rosenbrock, now, -now.gradient, t)
    slope = -now.gradient @ now.gradient
    assert new.loss <= now.loss + ARMIJO * new.step_size * slope
    assert -new.gradient @ now.gradient >= WOLFE * slope
    assert_allclose(new.w, now.w - new.step_size * now.gradient)


def test_finds_the_end_of_a_curved_valley():
    """L-BFGS finds the lowest point of Rosenbrock's valley in ten dimensions."""
    steps = list(until(lbfgs(Rosenbrock, np.zeros(10)), tol=1e-8))
    assert_allclose(steps[-1].w, 1, atol=1e-6)
    assert len(steps) < 120
    for old, new in pairwise(steps):
        assert new.loss <= old.loss + ROUNDING * abs(old.loss)


def test_memory_is_limited():
    """Two runs that differ only in memory part when the shorter one is full."""
    short, long = (islice(lbfgs(Rosenbrock, [-1.2, 1, 0], m), 9) for m in (2, 20))
    same = [np.array_equal(a.w, b.w) for a, b in zip(short, long, strict=True)]
    assert same == [True, True, True, True] + [False] * 5


class Bend:
    """f(w) = sum of cosh(w) + |w|^2 a/2: a curvature that changes with w."""

    a = np.array([1.0, 10, 100])
    value = staticmethod(lambda w: float(np.cosh(w).sum() + Bend.a @ w**2 / 2))
    gradient = staticmethod(lambda w: np.sinh(w) + Bend.a * w)
    hessian = staticmethod(lambda w: np.diag(np.cosh(w) + Bend.a))


def test_patience_forgets_old_pairs(monkeypatch):
    """A new Hessian is corrected only by pairs that are newer than itself."""
    log = []

    def spy(g, pairs, inverse=None):
        log.append((len(pairs), inverse))
        return inverse_hessian_times(g, pairs, inverse)

    monkeypatch.setattr("mlcourse.solvers.lbfgs.inverse_hessian_times", spy)
    *_, last = until(lbfgs(Bend, [6.0, 5, 4], patience=0.1), tol=1e-9)
    assert_allclose(last.w, 0, atol=1e-9)
    renewed = [new for old, new in pairwise(log) if new[1] is not old[1]]
    assert len(renewed) > 1
    assert {pairs for pairs, _ in renewed} == {1}


def test_patience_spares_hessians():
    """A Hessian is computed only after a move that gained too little."""
    needed = []
    for patience in (0.01, 0.5, 1.0):
        bend, calls = Bend(), []
        bend.hessian = lambda w, calls=calls: calls.append(w) or Bend.hessian(w)
        for _ in until(lbfgs(bend, [6.0, 5, 4], patience=patience), tol=1e-9):
            pass
        needed.append(len(calls))
    assert needed[0] > needed[1] >= needed[2]


def test_first_move_is_of_length_one():
    """Knowing nothing of the curvature, the first trial move has length 1."""
    points = []

    class Bowl:
        value = staticmethod(lambda w: points.append(w) or float(w @ w))
        gradient = staticmethod(lambda w: 2 * w)

    list(islice(lbfgs(Bowl, [30.0, 40.0]), 2))
    assert_allclose(np.linalg.norm(points[1] - points[0]), 1)


def test_staying_at_the_bottom():
    """A start at the lowest point is not left, without an error."""
    for s in islice(lbfgs(Rosenbrock, [1.0, 1.0]), 4):
        assert_allclose(s.w, 1)
