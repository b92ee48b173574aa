r"""Lasso and group lasso with a working set: only rows that matter are moved.

.. math:: \min_W\ \tfrac12 \lVert XW - Y \rVert_F^2 + \lambda\,\Omega(W)

with :math:`\Omega` the L1 norm (every column of W a lasso of its own) or L2,1 (rows of
W live or die together). At the optimum most rows of W are 0, and a row is 0 wherever

.. math:: \Omega^\circ(x_j^\top R) < \lambda, \qquad R = Y - XW .

So solve for a few rows, with the others at 0; add the rows that break this rule
most; and repeat, until the duality gap, taken over all d rows, is small.

How the a rows of the working set are moved depends on how many there are. A few need
only their inner products: 2 a^2 L operations a step of FISTA instead of 4 n d L. Many
go through :mod:`~mlcourse.solvers.sweeps`, which needs no such table; where ten sweeps
do not get far, a step of :mod:`~mlcourse.solvers.smooth_part` follows. Sweeps that
crawl, as where all columns have something in common, give way to FISTA.

Symbols: X (n, d), Y (n, L), W (d, L); x_j column j of X; R (n, L) residual; lambda =
alpha, the penalty strength.
Sources: Roth & Fischer (2008), ICML, 848-855 (active sets for group lasso);
Massias, Gramfort & Salmon (2018), ICML, PMLR 80, 3315-3324 (growing working sets with
the gap as judge).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_choice, check_integer, check_number
from mlcourse.formulas import norms
from mlcourse.solvers.least_squares import start_at, table
from mlcourse.solvers.steps import Run, small_gap, until
from mlcourse.solvers.working_set import FewRows, ManyRows, Problem

FIRST = 100  # rows that a working set may start with; later it may triple
MANY = 400  # rows; from here on sweeps are faster than inner products
ONWARD = 0.1  # share of the gap to leave before new rows are looked for
FAR = 1e-3  # the same for sweeps, whose set is wider; single precision allows it
STEPS = 200  # of FISTA, at most, before new rows are looked for
SWEEPS = 10  # the same of sweeps
PATIENCE = 3  # turns of sweeps that leave more than half of the gap, before FISTA
LEAPS = 8  # turns in a row that gain nothing, each with a step of Newton's, at most


class Turn(NamedTuple):
    """Where the search stands after a turn of widening the set and solving on it."""

    k: int  # moves of FISTA, or sweeps, so far; 0 at the start
    W: Array  # (d, L), exactly 0 in the rows or entries left out
    objective: float  # F(W)
    gap: float  # F(W) lies at most this far above the minimum
    rows: Index  # (a,), the rows that were free to move


def solve(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    alpha: Any,
    *,
    tol: float = 1e-6,
    start: ArrayLike | None = None,
    max_iter: int = 100_000,
) -> Turn:
    r"""Return the W that minimises the objective, to the tolerance asked for.

    scikit-learn divides the loss by n: its ``alpha`` is this one / n. The last of
    :func:`search`, which says whether it converged.

    Parameters
    ----------
    X : array, sparse matrix or Centred of shape (n, d)
        Features.
    Y : array of shape (n, L)
        Targets, a column per label.
    penalty : {"l1", "l21"}
        Zeros entry by entry, or row by row.
    alpha : float >= 0, or with "l1" an array of floats > 0 of shape (L,)
        The penalty strength; an array has one for every column. With 0 W is the
        shortest least-squares solution, found directly, on a dense copy of X.
    tol : float > 0, default=1e-6
        Stop at a duality gap of `tol` times :math:`\tfrac12 \lVert Y \rVert^2`.
    start : array of shape (d, L), default=None
        Weights to begin with, such as those of a neighbouring `alpha`; None is 0.
    max_iter : int >= 0, default=100_000
        The largest number of moves: of FISTA, or sweeps; Newton's steps between them
        do not count. Nothing is raised if they do not suffice: look at the gap.

    Raises
    ------
    ValueError
        If shapes do not match, or a value is missing or out of range.

    Examples
    --------
    >>> X, Y = [[1.0, 0.0], [0.0, 1.0]], [[3.0, 4.0], [0.6, 0.8]]
    >>> solution = solve(X, Y, "l21", 1.0)  # takes 1 from the length of each row
    >>> solution.W.round(6).tolist(), round(solution.objective, 6)
    ([[2.4, 3.2], [0.0, 0.0]], 5.0)
    """
    options: dict[str, Any] = {"tol": tol, "start": start, "max_iter": max_iter}
    return search(X, Y, penalty, alpha, **options).last()


def search(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    alpha: Any,
    *,
    tol: float = 1e-6,
    start: ArrayLike | None = None,
    max_iter: int = 100_000,
) -> Run[Turn]:
    """Return the turns that end where the gap is small; :func:`solve` is the last."""
    X, Y = table(X, Y)
    target = check_number("tol", tol, positive=True) * float((Y**2).sum()) / 2
    steps = turns(X, Y, penalty, alpha, target, start, max_iter)
    return until(steps, small_gap(target), max_iter)


def turns(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    alpha: Any,
    target: float = 0.0,
    start: ArrayLike | None = None,
    max_iter: int = 100_000,
) -> Iterator[Turn]:
    """Yield the start and then every turn, until rounding allows no better.

    The arguments are those of :func:`solve`. A gap of `target` is good enough, so no
    turn works for less than half of it, nor for more than `max_iter` moves in all.
    """
    X, Y = table(X, Y)
    alpha = _strength(penalty, alpha, Y.shape[1])
    check_integer("max_iter", max_iter, min_val=0)
    W = start_at(start, (X.shape[1], Y.shape[1]))
    if not np.any(alpha):
        yield _shortest(X.dense(), Y)
        return
    problem = Problem(X, Y, penalty, alpha)
    W[problem.X.lengths() == 0] = 0  # no use, at a price
    yield from _turns(problem, W, target, max_iter)


def alpha_max(X: Any, Y: ArrayLike, penalty: str, each: bool = False) -> Any:
    r"""Return the smallest `alpha` at which W = 0: the dual norm of :math:`X^\top Y`.

    With `each` one number for every column of Y, (L,): with "l1" they are problems of
    their own, with "l21" all the same.

    >>> X, Y = [[1.0, 0.0], [0.0, 1.0]], [[3.0, 4.0], [0.6, 0.8]]
    >>> alpha_max(X, Y, "l21"), alpha_max(X, Y, "l1"), alpha_max(X, Y, "l1", each=True)
    (5.0, 4.0, array([3., 4.]))
    """
    check_choice("penalty", penalty, ("l1", "l21"))
    X, Y = table(X, Y)
    C = X.tdot(Y)  # (d, L)
    if penalty == "l21":
        top = np.full(Y.shape[1], norms.longest_row(C))
    else:
        top = np.abs(C).max(axis=0, initial=0)
    return top if each else float(top.max(initial=0))


def _turns(problem: Problem, W: Array, target: float, max_iter: int) -> Iterator[Turn]:
    """Yield the turns from W (d, L) that made something better.

    After one that did not, Newton's step and a new FISTA follow, up to LEAPS times:
    near rounding several may gain nothing before one does. If moves were made since
    the best turn, it comes again, with all moves in its `k`.
    """
    few, many = FewRows(problem), ManyRows(problem)
    W, R = problem.begin(W)
    k, rows, best = 0, np.flatnonzero(W.any(axis=1)), None
    lowest, gap, sweep, slow, idle = np.inf, np.inf, False, 0, 0
    while True:
        here = problem.look(W, R)
        better = here.gap < gap or here.objective < lowest - problem.rounding
        if better:
            best = Turn(k, W.copy(), here.objective, here.gap, rows)
            yield best
        idle = 0 if better else idle + 1
        if sweep and better:
            slow = slow + 1 if 2 * here.gap > gap else 0
        elif sweep:
            slow = PATIENCE
        used, breaking = np.flatnonzero(W.any(axis=1)), _worst_first(here.scores)
        matter = np.union1d(used, breaking)
        # At W = 0 nearly every row breaks the rule; that says little.
        sweep = len(used) > 0 and len(matter) > MANY and slow < PATIENCE
        new = many.widen(matter) if sweep else few.widen(used, breaking, FIRST)
        if k >= max_iter or not (new or idle <= LEAPS):
            break
        lowest, gap = min(lowest, here.objective), min(gap, here.gap)
        if sweep:
            goal = max(target, FAR * here.gap)
            W, moves = many.move(W, R, here.Q, goal, min(SWEEPS, max_iter - k))
            rows, R = many.rows, problem.Y - problem.X.dot(W)
            if moves == SWEEPS:  # the goal is far
                W = problem.leap(W, R)
                R = problem.Y - problem.X.dot(W)
        else:
            if not better:
                W = problem.leap(W, R)
            goal = max(ONWARD * here.gap, target / 2) if new else target / 2
            W, moves = few.move(W, goal, min(STEPS, max_iter - k))
            rows, R = few.rows, few.residual(W)
        k += moves
    if best and best.k < k:
        yield best._replace(k=k)


def _worst_first(scores: Array) -> Index:
    """Return the rows that break the rule, the worst first.

    >>> _worst_first(np.array([1.5, 0.2, 1.0, 3.0])).tolist()
    [3, 0]
    """
    order = np.argsort(-scores, kind="stable")
    return order[: int((scores > 1).sum())]


def _strength(penalty: str, alpha: Any, n_labels: int) -> Any:
    """Return alpha as a float, or as an array (1, L); else raise a ValueError."""
    check_choice("penalty", penalty, ("l1", "l21"))
    if penalty == "l21" or np.ndim(alpha) == 0:
        return check_number("alpha", alpha)
    if np.shape(alpha) != (n_labels,):
        raise ValueError(
            f"alpha has shape {np.shape(alpha)}; give one number, or one for every "
            f"column of Y: ({n_labels},)."
        )
    return np.array([[check_number("alpha", a, positive=True) for a in alpha]])


def _shortest(X: Array, Y: Array) -> Turn:
    """Return the least-squares solution of least length; its gap is what X can see."""
    W = np.asarray(np.linalg.lstsq(X, Y)[0], dtype=float)
    R = Y - X @ W
    seen = X @ np.linalg.lstsq(X, R)[0]  # 0 but for rounding
    objective, gap = (float((A**2).sum() / 2) for A in (R, seen))
    return Turn(0, W, objective, gap, np.arange(len(W)))
