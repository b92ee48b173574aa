# ruff: noqa: D102
"""Gradient descent and Newton, on problems solved by hand."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.solvers.descent import (
    ROUNDING,
    gradient_descent,
    lowers,
    newton,
    shortest_inverse,
)
from mlcourse.solvers.steps import small_gradient, start, until


class Parabola:
    """f(w) = w'Aw/2 - b'w, lowest where Aw = b."""

    def __init__(self, A, b):
        self.A, self.b = np.array(A, float), np.array(b, float)

    def value(self, w):
        return float(w @ self.A @ w / 2 - self.b @ w)

    def gradient(self, w):
        return self.A @ w - self.b

    def hessian(self, w):
        return self.A


class Flat:
    """f(w) = sqrt(1 + w^2): Newton without backtracking diverges from |w| > 1."""

    def value(self, w):
        return float(np.sqrt(1 + w @ w))

    def gradient(self, w):
        return w / np.sqrt(1 + w @ w)

    def hessian(self, w):
        return np.array([[(1 + w @ w) ** -1.5]])


BOWL = Parabola([[4, 1], [1, 2]], [1, 1])  # lowest at (1/7, 3/7)


def test_fixed_step_by_hand():
    """On w^2/2 a step of 1/2 halves w, and a step of 3 doubles its size."""
    half = list(islice(gradient_descent(Parabola([[1]], [0]), [8.0], 0.5), 4))
    assert [s.w[0] for s in half] == [8, 4, 2, 1]
    assert [s.k for s in half] == [0, 1, 2, 3]
    assert [s.step_size for s in half] == [0, 0.5, 0.5, 0.5]
    assert (half[1].objective, half[1].gradient[0]) == (8, 4)
    wild = islice(gradient_descent(Parabola([[1]], [0]), [1.0], 3.0), 4)
    assert [s.w[0] for s in wild] == [1, -2, 4, -8]


def test_newton_solves_a_parabola_in_one_move():
    """Newton's first move lands on the lowest point of a parabola."""
    first = list(islice(newton(BOWL, [5.0, -3.0]), 2))[1]
    assert_allclose(first.w, [1 / 7, 3 / 7])
    assert first.step_size == 1


def test_gradient_descent_reaches_the_bottom():
    """Backtracking finds the bottom to more digits than differences of losses have."""
    *_, last = until(
        gradient_descent(BOWL, [5.0, -3.0], "backtracking"), small_gradient(1e-13)
    )
    assert np.linalg.norm(last.gradient) < 1e-13
    assert_allclose(last.w, [1 / 7, 3 / 7], rtol=1e-12)


@pytest.mark.parametrize("patience", [None, 0.5])
def test_newton_backtracks(patience):
    """Newton gets home from far away, where its full move would lead astray."""
    steps = list(until(newton(Flat(), [10.0], patience), small_gradient(1e-8), 200))
    assert min(s.step_size for s in steps[1:]) < 1
    assert_allclose(steps[-1].w, 0, atol=1e-7)


@given(arrays(float, 2, elements=st.sampled_from([-30.0, -1.0, 0.0, 1.0, 1e3])))
def test_backtracking_never_climbs(w):
    """With backtracking no move raises the loss by more than rounding."""
    for steps in (
        gradient_descent(BOWL, w, "backtracking"),
        newton(BOWL, w),
        newton(BOWL, w, patience=0.5),
    ):
        for old, new in pairwise(islice(steps, 30)):
            assert new.objective <= old.objective + ROUNDING * abs(old.objective)


def test_backtracking_keeps_a_quarter_of_the_promise():
    """On w^2/2 a move of 2 gains nothing and is refused, 1 gains enough."""
    moves = islice(gradient_descent(Parabola([[1]], [0]), [4.0], "backtracking"), 2)
    assert [s.step_size for s in moves] == [0, 1]
    # From w = 4 on w^2, t = 1 leads to -4, no lower; t = 1/2 to the bottom.
    moves = islice(gradient_descent(Parabola([[2]], [0]), [4.0], "backtracking"), 2)
    assert [s.step_size for s in moves] == [0, 0.5]
    # f = 0.8 w^2: t = 1 leads from 4 to -2.4: a gain of 1/5 of the promised g^2.
    moves = islice(gradient_descent(Parabola([[1.6]], [0]), [4.0], "backtracking"), 2)
    assert [s.step_size for s in moves] == [0, 0.5]


def test_slopes_decide_where_losses_cannot():
    """Where the losses are equal up to rounding, the same rule is read off slopes."""

    class High(Parabola):
        def value(self, w):
            return 1e6 + super().value(w)

    f = High([[1]], [0])
    now = start(f, [1e-6])
    accepted = [
        lowers(f, now, np.array([w]), f.value(np.array([w])))
        for w in (0.9e-6, 0, -0.49e-6, -0.51e-6, -3e-6)
    ]
    assert accepted == [True, True, True, False, False]


def test_backtracking_grows_its_step():
    """A step that proved too short is doubled at the next move."""
    wide = Parabola([[1 / 64]], [0])
    sizes = [
        s.step_size for s in islice(gradient_descent(wide, [1.0], "backtracking"), 6)
    ]
    assert sizes == [0, 1, 2, 4, 8, 16]


def test_staying_at_the_bottom():
    """A solver that starts at the lowest point stays there, without an error."""
    for steps in (
        gradient_descent(BOWL, [1 / 7, 3 / 7], "backtracking"),
        newton(BOWL, [1 / 7, 3 / 7]),
    ):
        for s in islice(steps, 5):
            assert_allclose(s.w, [1 / 7, 3 / 7], atol=1e-15)


def test_patience_keeps_the_hessian():
    """With patience fewer Hessians are computed than moves are made."""
    for patience, expected in ((None, 5), (0.9, 1)):
        hill, calls = Flat(), []
        true = hill.hessian
        hill.hessian = lambda w, calls=calls, true=true: calls.append(w) or true(w)
        for _ in islice(newton(hill, [0.5], patience), 6):
            pass
        assert len(calls) == expected


def test_patience_corrects_the_size_of_the_hessian():
    """A kept Hessian four times too large is right after the first move."""
    bowl = Parabola(BOWL.A, BOWL.b)
    bowl.hessian = lambda w: 4 * BOWL.A
    start_, first, second = islice(newton(bowl, [5.0, -3.0], patience=0.9), 3)
    home = np.array([1 / 7, 3 / 7])
    assert_allclose(first.w - start_.w, (home - start_.w) / 4)
    assert_allclose(second.w, home)


def test_rounding_that_turns_a_slope_does_not_turn_newton():
    """On w^2/2 a tiny move down ends where the slope seems higher: it goes on down."""
    bowl = Parabola([[1]], [0])
    bowl.hessian = lambda w: np.array([[1e10]])
    bowl.gradient = lambda w: w + 1e-9 * (w < 1)
    _, first, second = islice(newton(bowl, [1.0], patience=0.9), 3)
    assert second.w < first.w < 1


small = st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0])


@given(arrays(float, (4, 3), elements=small))
def test_shortest_inverse_is_the_pseudo_inverse(A):
    """Singular or not, the inverse of A'A is Moore and Penrose's."""
    H = A.T @ A
    if not H.any():
        return
    assert_allclose(shortest_inverse(H), np.linalg.pinv(H, rtol=1e-10), atol=1e-9)


def test_shortest_inverse_knows_small_units_from_redundancy():
    """A column in tiny units is used, a column that repeats another is not."""
    unit = np.diag([1.0, 1e-6, 1.0])
    A = np.array([[1, 2, 1], [0, 1, 0], [3, 1, 3.0]]) @ unit  # column 2 repeats 0
    H = A.T @ A
    g = H @ [1.0, 1e6, 3.0]
    s = shortest_inverse(H) @ g
    assert_allclose(H @ s, g, rtol=1e-6)
    assert_allclose(s, [2, 1e6, 2], atol=1e-3)  # 2 and 2 do the work of 1 and 3


@pytest.mark.parametrize("unit", [1e-6, 1, 1e6, 1e20])
@pytest.mark.parametrize("seed", range(20))
def test_redundancy_hidden_by_rounding(seed, unit):
    """A redundant column is seen even where rounding lets Cholesky pass."""
    A = np.random.default_rng(seed).normal(size=(9, 2)) * unit
    A = np.column_stack([A, A @ [0.1, 0.7]])
    H = A.T @ A
    assert_allclose(shortest_inverse(H), np.linalg.pinv(H, rtol=1e-10), rtol=1e-6)


def test_without_curvature_newton_goes_downhill():
    """Where the Hessian is 0, Newton's move is the gradient's."""
    assert_array_equal(shortest_inverse(np.zeros((2, 2))), np.eye(2))


def test_the_first_step_that_nobody_chose():
    _, first = islice(gradient_descent(BOWL, [1.0, 0.0]), 2)
    assert_allclose(first.w, [0.7, 0])  # the slope is (3, 0)


def test_start_is_a_copy():
    """A solver never writes into the start that it is given."""
    w = np.array([5.0, -3.0])
    list(islice(newton(BOWL, w), 3))
    assert_array_equal(w, [5, -3])
    assert start(BOWL, w).w is not w
