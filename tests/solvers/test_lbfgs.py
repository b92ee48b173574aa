# ruff: noqa: D102
"""L-BFGS against its definition, quadratic theory, and SciPy."""

import tracemalloc
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import rosen, rosen_der, rosen_hess

from mlcourse.solvers.descent import ROUNDING
from mlcourse.solvers.lbfgs import (
    ARMIJO,
    WOLFE,
    cut,
    inverse_hessian_times,
    lbfgs,
    wolfe_search,
)
from mlcourse.solvers.logistic import LogisticObjective
from mlcourse.solvers.steps import small_change, small_gradient, start, until


class Rosenbrock:
    """The curved valley of SciPy, lowest at (1, ..., 1)."""

    value = staticmethod(lambda w: float(rosen(w)))
    gradient = staticmethod(rosen_der)
    hessian = staticmethod(rosen_hess)


def bfgs_matrix(pairs, d):
    """Return the inverse Hessian by the matrix form of BFGS, oldest pair first."""
    s, y, _ = pairs[-1]
    H = np.eye(d) * (s @ y) / (y @ y)
    for s, y, _ in pairs:
        V = np.eye(d) - np.outer(y, s) / (s @ y)
        H = V.T @ H @ V + np.outer(s, s) / (s @ y)
    return H


vectors = arrays(float, (3, 4), elements=st.sampled_from([-2.0, -0.5, 0.0, 1.0, 3.0]))


@given(vectors)
def test_two_loops_are_the_matrix_formula(moves):
    """The two-loop recursion equals the BFGS matrix times the gradient."""
    A = np.diag([1.0, 2, 5, 9]) + 1  # the true Hessian
    pairs = [(s, A @ s, s @ A @ s) for s in moves if s.any()]
    if not pairs:
        return
    g = np.array([1.0, -2, 0, 4])
    expected = bfgs_matrix(pairs, 4) @ g
    assert_allclose(inverse_hessian_times(g, pairs), expected, rtol=1e-9)
    assert_array_equal(g, [1.0, -2, 0, 4])  # not written to


def test_secant_equation():
    """The newest pair is reproduced: H^-1 y = s."""
    rng = np.random.default_rng(0)
    moves = [(s, s * [1, 2, 3] + s.sum()) for s in rng.normal(size=(5, 3))]
    pairs = [(s, y, s @ y) for s, y in moves]
    s, y, _ = pairs[-1]
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
    assert new.objective <= now.objective + ARMIJO * new.step_size * slope
    assert -new.gradient @ now.gradient >= WOLFE * slope
    assert_allclose(new.w, now.w - new.step_size * now.gradient)


class Counted:
    """An objective that keeps where it is asked; it has no Hessian."""

    def __init__(self, value, gradient):
        self.values, self.gradients = [], []
        self._value, self._gradient = value, gradient

    def value(self, w):
        self.values.append(w.copy())
        return self._value(w)

    def gradient(self, w):
        self.gradients.append(w.copy())
        return self._gradient(w)


def test_a_move_too_short_is_doubled_until_it_is_not():
    """On (w - 64)^2 from 0 a try of 1, 2, 4 along the slope's sign leaves too much.

    The slope is -128 at first; 0.9 of it is left at t = 6.4, so 8 is the first t that
    the second rule takes. Without that rule 1 would do.
    """
    f = Counted(lambda w: float((w[0] - 64) ** 2), lambda w: 2 * (w - 64))
    new = wolfe_search(f, start(f, [0.0]), np.array([1.0]), 1.0)
    assert new.step_size == 8
    assert_array_equal(np.ravel(f.values), [0, 1, 2, 4, 8])


def test_a_move_too_long_is_cut_where_a_parabola_is_lowest():
    """On a parabola the first cut hits the bottom, unless it is out of bounds."""
    for bottom, expected in ((0.3, 0.3), (0.02, 0.1), (0.4999, 0.4999)):
        f = Counted(
            lambda w, m=bottom: float((w[0] - m) ** 2),
            lambda w, m=bottom: 2 * (w - m),
        )
        new = wolfe_search(f, start(f, [0.0]), np.array([1.0]), 1.0)
        assert_allclose(f.values[2], expected, rtol=1e-12)
        assert new.objective <= bottom**2


def test_too_short_and_too_long_in_turn():
    """On a flat slope that ends in a wall the search closes in between the two.

    f falls by w up to 1, then rises by 100 times the square of what is more: too short
    below 1, too long above 1.11; the second rule asks for 1.0005 at least.
    """
    f = Counted(
        lambda w: float(-w[0] + 100 * max(w[0] - 1, 0) ** 2),
        lambda w: np.array([-1 + 200 * max(w[0] - 1, 0)]),
    )
    for t in (0.3, 0.7, 3.0, 50.0):
        now = start(f, [0.0])
        new = wolfe_search(f, now, np.array([1.0]), t)
        assert new.objective <= ARMIJO * new.step_size * -1
        assert new.gradient[0] >= -WOLFE
        assert_array_equal(new.w, [new.step_size])


def test_a_gain_of_a_tenth_is_enough():
    """On 0.9 w^2 - w from 0 the move to 1 gains a tenth of what the slope promises."""
    f = Counted(lambda w: float(0.9 * w[0] ** 2 - w[0]), lambda w: 1.8 * w - 1)
    assert wolfe_search(f, start(f, [0.0]), np.array([1.0]), 1.0).step_size == 1


def test_the_length_of_the_direction_does_not_matter():
    """With a direction of 1e20 the times are of 1e-20, and the move is the same."""
    f = Counted(
        lambda w: float(-w[0] + 100 * max(w[0] - 1, 0) ** 2),
        lambda w: np.array([-1 + 200 * max(w[0] - 1, 0)]),
    )
    now = start(f, [0.0])
    for t in (0.3, 0.7, 3.0, 50.0):
        plain = wolfe_search(f, now, np.array([1.0]), t)
        long = wolfe_search(f, now, np.array([1e20]), t / 1e20)
        assert_allclose(long.w, plain.w)


def test_a_pair_is_taken_at_its_word():
    """On a bowl one pair says it all: the second move is the first that is tried."""
    f = Counted(lambda w: float(w @ w), lambda w: 2 * w)
    steps = lbfgs(f, [30.0, 40.0])
    next(steps), next(steps)
    tried = len(f.values)
    assert_allclose(next(steps).w, 0, atol=1e-12)
    assert len(f.values) == tried + 1


def test_moves_are_counted():
    steps = islice(lbfgs(Rosenbrock, [-1.2, 1.0]), 4)
    assert [step.k for step in steps] == [0, 1, 2, 3]


@given(st.floats(-1e3, -1e-3), st.floats(-1e3, 1e3))
def test_the_cut_lies_within_its_bounds(slope, rise):
    """And is lowest on the parabola with that slope and rise, if that lies within."""
    at = cut(slope, rise)
    assert 0.1 <= at <= 0.5
    if 0.1 < at < 0.5:  # slope t + (rise - slope) t^2
        assert_allclose(slope + 2 * (rise - slope) * at, 0, atol=1e-9 * abs(slope))


@pytest.mark.parametrize("rise", [np.inf, np.nan])
def test_an_overflow_is_cut_from(rise):
    """A trial move into inf or NaN is shortened, and the search goes on."""
    f = Counted(
        lambda w: float(w[0] ** 2 - w[0] if w[0] < 3 else rise), lambda w: 2 * w - 1
    )
    new = wolfe_search(f, start(f, [0.0]), np.array([1.0]), 1000.0)
    assert np.isfinite(new.objective)
    assert new.objective < 0


def test_no_hessian_and_hardly_a_value_too_many():
    """A long thin bowl in 3,600 dimensions: no Hessian, and 1.2 values a move or less.

    A d x d matrix would take 100 MB; the pairs, steps and trials take 2 MB at most.
    """
    a = np.geomspace(1, 1e3, 3600)
    f = Counted(lambda w: float(a @ w**2 / 2 - w.sum()), lambda w: a * w - 1)
    tracemalloc.start()
    last = until(lbfgs(f, np.zeros(3600)), small_gradient(1e-6)).last()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    stored = 3600 * 8 * (len(f.values) + len(f.gradients))  # by this test
    assert peak - stored < 3e6
    assert_allclose(last.w, 1 / a, atol=1e-6)
    assert len(f.values) <= 1.2 * last.k + 3


def test_finds_the_end_of_a_curved_valley():
    """L-BFGS finds the lowest point of Rosenbrock's valley in ten dimensions."""
    steps = list(until(lbfgs(Rosenbrock, np.zeros(10)), small_gradient(1e-8)))
    assert_allclose(steps[-1].w, 1, atol=1e-6)
    assert len(steps) < 120
    for old, new in pairwise(steps):
        assert new.objective <= old.objective + ROUNDING * abs(old.objective)


def test_memory_is_limited():
    """Two runs that differ only in memory part when the shorter one is full."""
    short, long = (islice(lbfgs(Rosenbrock, [-1.2, 1, 0], m), 9) for m in (2, 20))
    same = [np.array_equal(a.w, b.w) for a, b in zip(short, long, strict=True)]
    assert same == [True, True, True, True] + [False] * 5


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


def test_slopes_whose_squares_vanish():
    """On separable classes slopes fall to 1e-170: y'y is then 0, and s'y is not."""
    X, y = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([0.0, 1.0])
    steps = lbfgs(LogisticObjective(X, y), np.zeros(2))
    *_, last = until(steps, small_change(1e-12), max_iter=900)
    assert 0 <= last.objective < 1e-170
    assert np.isfinite(last.w).all()
