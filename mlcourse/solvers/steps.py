r"""What all solvers share: the steps they yield, and one way to end them.

A solver is a generator that yields the start and then one step for every move, for
ever. Each step is a NamedTuple that begins with

- `k`, the number of moves so far, 0 at the start;
- the iterate, by the letter of its chapter: `w` (d,) or `W` (d, L);
- `objective`, the number that the solver lowers, there;

and goes on with what that solver alone knows. :func:`until` ends it. A chapter, a
picture and an estimator replay the same generator.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array


class Objective(Protocol):
    """A smooth convex function f of w, shape (d,).

    Solvers ask for the value at a point first and then for its gradient, so an
    objective that remembers its last point saves half the work.
    """

    def value(self, w: Array) -> float:
        """Return f(w)."""

    def gradient(self, w: Array) -> Array:
        """Return the slope of f at w, shape (d,)."""

    def hessian(self, w: Array) -> Array:
        """Return the curvature of f at w, shape (d, d)."""


class Step(NamedTuple):
    """Where a solver of a smooth problem stands after k moves."""

    k: int  # 0 at the start
    w: Array  # (d,)
    objective: float  # f(w)
    gradient: Array  # (d,), of f at w
    step_size: float  # of the move that led here, 0 at the start


def start(objective: Objective, w: ArrayLike) -> Step:
    """Return step 0, at w of shape (d,)."""
    w = np.array(w, dtype=float)
    return Step(0, w, objective.value(w), objective.gradient(w), 0.0)


S = TypeVar("S")
Rule = Callable[[Any], bool]  # asked about every step, in order, from the start


class Run(Generic[S], Iterator[S]):
    """The steps that :func:`until` lets pass; `converged` once its rule is met."""

    def __init__(self, steps: Iterable[S], rule: Rule, max_iter: int) -> None:
        self.steps, self.rule, self.max_iter = iter(steps), rule, max_iter
        self.converged = self.ended = False
        self.given: list[S] = []  # the last step, if there was one

    def __next__(self) -> S:
        """Return the next step."""
        if self.ended:
            raise StopIteration
        step = next(self.steps)
        here: Any = step
        self.converged = bool(self.rule(here))
        finite = bool(np.isfinite(here.objective))
        self.ended = self.converged or here.k >= self.max_iter or not finite
        self.given = [step]
        return step

    def last(self) -> S:
        """Run to the end and return the last step; none before it is kept in memory."""
        deque(self, maxlen=0)
        return self.given[0]


def until(steps: Iterable[S], rule: Rule, max_iter: int = 1000) -> Run[S]:
    """Pass steps on, and end after the first that meets the rule.

    Also ends after move `max_iter`, and after an objective that is infinite or NaN;
    only the rule makes it `converged`. A rule may remember what it was shown, so
    make a new one for every run.

    >>> from mlcourse.solvers.descent import gradient_descent
    >>> class Parabola:
    ...     def value(self, w): return float(w @ w)
    ...     def gradient(self, w): return 2 * w
    >>> run = until(gradient_descent(Parabola(), [1.0], 0.25), small_gradient(0.3))
    >>> [step.w.tolist() for step in run], run.converged
    ([[1.0], [0.5], [0.25], [0.125]], True)
    """
    return Run(steps, rule, max_iter)


def small_gradient(tol: float, units: ArrayLike = 1.0) -> Rule:
    r"""Return the rule :math:`\lVert \nabla f(w) \rVert_2 < \mathrm{tol}`.

    Entry j of the gradient is first divided by `units`, a number or one for every w_j.
    A gradient that overflows is not small.
    """

    def rule(step: Any) -> bool:
        with np.errstate(over="ignore", invalid="ignore"):
            return bool(np.linalg.norm(step.gradient / units) < tol)

    return rule


def small_change(tol: float) -> Rule:
    r"""Return the rule that a move hardly changes the objective.

    .. math:: |f_{old} - f_{new}| \le \mathrm{tol} \cdot \max(|f_{old}|, |f_{new}|)

    It looks at the *size* of the change: "new - old < tol" would hold at every step
    that lowers the objective. At the start it has no answer.
    """
    before: list[float] = []

    def rule(step: Any) -> bool:
        f = [*before, step.objective]
        before[:] = f[-1:]
        scale = max(*map(abs, f), np.finfo(float).tiny)
        return len(f) == 2 and bool(abs(f[0] - f[1]) <= tol * scale)

    return rule


def standstill(tol: float, patience: int) -> Rule:
    """Return the rule that the last moves have not lowered the lowest objective enough.

    As many moves as `patience` says have to bring it down by more than `tol`. Made
    for solvers whose objective also rises.

    >>> rule = standstill(tol=1.0, patience=2)
    >>> moves = enumerate([9.0, 7.0, 8.0, 5.9, 6.0, 5.0])
    >>> [rule(Step(k, np.zeros(1), f, np.zeros(1), 0.1)) for k, f in moves]
    [False, False, False, False, False, True]
    """
    f: list[float] = []

    def rule(step: Any) -> bool:
        f.append(step.objective)
        if len(f) <= patience:
            return False
        return bool(min(f[-patience:]) >= min(f[:-patience]) - tol)

    return rule


def small_residual(tol: float) -> Rule:
    """Return the rule that `residual` is at most `tol` times that of the first move."""
    first: list[float] = []

    def rule(step: Any) -> bool:
        first.extend([step.residual] * (step.k == 1))
        return bool(first) and bool(step.residual <= tol * first[0])

    return rule


def small_gap(target: float) -> Rule:
    """Return the rule that the step's duality `gap` is at most `target`."""
    return lambda step: bool(step.gap <= target)
