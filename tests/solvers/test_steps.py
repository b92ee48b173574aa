"""`until` and its rules, on steps made by hand and on those of every solver."""

from itertools import count, islice, pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcourse.solvers.active_set import turns
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.fista import fista, ista
from mlcourse.solvers.lbfgs import lbfgs
from mlcourse.solvers.steps import (
    small_change,
    small_gap,
    small_gradient,
    small_residual,
    standstill,
    until,
)
from mlcourse.solvers.stochastic import sgd
from mlcourse.solvers.sweeps import blocks, sweeps
from tests.solvers.problems import sample


class Made(NamedTuple):
    """A step with all that any rule asks for."""

    k: int
    w: float
    objective: float
    gradient: Any = 1.0
    residual: float = 1.0
    gap: float = 1.0


def made(**columns):
    """Return steps, a list of numbers for each field."""
    rows = [
        dict(zip(columns, row, strict=True))
        for row in zip(*columns.values(), strict=True)
    ]
    return [
        Made(**{"k": k, "w": 0.0, "objective": 1.0} | r) for k, r in enumerate(rows)
    ]


def test_the_gradient_rule_is_a_length_strictly_below_tol():
    """The length of (3, 4) is 5."""
    (step,) = made(gradient=[np.array([3.0, 4.0])])
    assert small_gradient(5.1)(step)
    assert not small_gradient(5.0)(step)
    assert small_gradient(5.1, units=np.array([1.0, 1.0]))(step)
    assert small_gradient(1.5, units=np.array([3.0, 4.0]))(step)  # the root of 2
    assert not small_gradient(1.4, units=np.array([3.0, 4.0]))(step)


def test_a_gradient_that_overflows_is_not_small():
    """And no warning is given, not even beside units that overflow as well."""
    (step,) = made(gradient=[np.array([np.inf, 1e300])])
    assert not small_gradient(1.0)(step)
    assert not small_gradient(1.0, units=np.array([np.inf, 1.0]))(step)


@pytest.mark.parametrize(
    ("objectives", "tol", "met"),
    [
        ([100.0, 99.0], 0.01, True),  # a change of 1 is 0.01 of the larger
        ([100.0, 98.9], 0.01, False),
        ([1.0, 100.0], 0.9, False),  # the size counts, also uphill
        ([-100.0, -99.0], 0.01, True),
        ([0.0, 0.0], 0.0, True),
        ([100.0, 50.0], 1e-3, False),  # report 004: "new - old < tol" would stop
        ([100.0, 50.0, 50.0], 1e-3, True),  # against the step before, not the first
    ],
)
def test_the_change_rule(objectives, tol, met):
    """The size of the change relative to the larger objective; no answer at first."""
    rule = small_change(tol)
    answers = [rule(step) for step in made(objective=objectives)]
    assert answers == [False] * (len(objectives) - 1) + [met]


def test_the_residual_rule_compares_with_the_first_move():
    rule = small_residual(0.5)
    answers = [rule(step) for step in made(residual=[np.inf, 8.0, 4.5, 4.0, 9.0])]
    assert answers == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("objectives", "met"),
    [
        ([9.0, 7.5, 8.5], False),  # one of the last two is lower by more than 1
        ([9.0, 8.5, 7.5], False),
        ([9.0, 8.0, 8.0], True),  # lower by 1 is not enough
        ([9.0, 5.0, 7.0, 6.0], True),  # the lowest counts, not the first
        ([9.0], False),
    ],
)
def test_the_standstill_rule(objectives, met):
    """Two moves have to lower the lowest objective before them by more than 1."""
    rule = standstill(tol=1.0, patience=2)
    assert [rule(step) for step in made(objective=objectives)][-1] == met


def test_the_gap_rule():
    assert [small_gap(2.0)(step) for step in made(gap=[2.1, 2.0])] == [False, True]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9), st.integers(0, 9))
def test_until_is_the_first_that_meets_the_rule(gaps, max_iter):
    """Or step max_iter, or the last there is; converged tells which."""
    steps = made(gap=[float(g) for g in gaps])
    hits = [k for k, gap in enumerate(gaps) if gap <= 1]
    end = min([*hits[:1], max_iter, len(gaps) - 1])
    run = until(iter(steps), small_gap(1.0), max_iter)
    assert list(run) == steps[: end + 1]
    assert run.converged == (end in hits)
    assert list(run) == []  # ended for good
    assert run.last() == steps[end]
    assert until(iter(steps), small_gap(1.0), max_iter).last() == steps[end]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_until_ends_where_the_objective_is_no_number(bad):
    run = until(iter(made(objective=[1.0, bad, 1.0])), small_gap(0.0))
    assert len(list(run)) == 2
    assert not run.converged


def test_until_takes_no_step_too_many():
    """What follows the end is not computed."""
    numbers = count()
    steps = (Made(k, 0.0, 1.0, gap=3.0 - k) for k in numbers)
    assert [step.k for step in until(steps, small_gap(1.0))] == [0, 1, 2]
    assert next(numbers) == 3


class Bowl:
    """f(w) = w'w."""

    value = staticmethod(lambda w: float(w @ w))
    gradient = staticmethod(lambda w: 2 * w)
    hessian = staticmethod(lambda w: 2 * np.eye(len(w)))


def sweeping(X, Y):
    """Return sweeps over all rows from 0."""
    W, columns = np.zeros((X.shape[1], Y.shape[1])), np.arange(X.shape[1])
    return sweeps(blocks(Centred(X, False), columns), "l21", 1.0, W, Y, X.T @ Y)


SOLVERS = {
    "gradient_descent": lambda X, Y: gradient_descent(Bowl, [3.0, 4.0]),
    "newton": lambda X, Y: newton(Bowl, [3.0, 4.0]),
    "lbfgs": lambda X, Y: lbfgs(Bowl, [3.0, 4.0]),
    "ista": lambda X, Y: ista(X, Y, "l21", 1.0),
    "fista": lambda X, Y: fista(X, Y, "l21", 1.0),
    "turns": lambda X, Y: turns(X, Y, "l21", 1.0),
    "sweeps": sweeping,
    "sgd": lambda X, Y: sgd(X, np.sign(Y), "hinge", 0.1, np.random.default_rng(0)),
}


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_every_solver_yields_steps_that_until_can_end(solver):
    """First k, then the iterate, then what it lowers; a rule of the one fits all."""
    kept = list(islice(solver(*sample()), 4))
    assert type(kept[0])._fields[0] == "k"
    assert type(kept[0])._fields[1] in ("w", "W")
    assert "objective" in type(kept[0])._fields[2:4]
    assert kept[0].k == 0
    assert all(b.k > a.k for a, b in pairwise(kept))
    run = until(solver(*sample()), small_change(0.5), max_iter=50)
    *_, last = run
    assert run.converged or last.k >= 50 or type(last).__name__ == "Turn"
    # Steps are values: those made later do not change those made before.
    again = list(islice(solver(*sample()), 4))
    for a, b in zip(kept, again, strict=True):
        np.testing.assert_array_equal(a[1], b[1])
    start = [np.array(step[1]) for step in islice(solver(*sample()), 1)]
    np.testing.assert_array_equal(start[0], kept[0][1])
