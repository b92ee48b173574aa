r"""Two ways to move the rows of a working set: a few by inner products, many by sweeps.

Both are given weights W (d, L) that are 0 outside their rows, and return better ones,
with the number of moves to them.

Symbols: X (n, d), Y (n, L), W (d, L); R (n, L) residual Y - XW; Q (d, L) = X'R; a rows
in the set.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.formulas import penalties
from mlcourse.formulas.norms import row_lengths
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.duality import duality_gap
from mlcourse.solvers.fista import ProximalStep, proximal_steps
from mlcourse.solvers.least_squares import Gram
from mlcourse.solvers.smooth_part import SmoothPart
from mlcourse.solvers.steps import small_gap, until
from mlcourse.solvers.sweeps import blocks, sweeps

CHECK = 5  # steps from one look at the gap to the next
SAME = 1e-13  # of the objective of W = 0; less is rounding


class Look(NamedTuple):
    """What all of X says of some weights."""

    Q: Array  # (d, L), X'R
    objective: float
    gap: float
    scores: Array  # (d,), above 1 where a row of zeros had better move


class Problem:
    """Least squares with an L1 or L2,1 penalty, as the module's solvers share it."""

    def __init__(self, X: Centred, Y: Array, penalty: str, alpha: Any) -> None:
        self.X, self.Y, self.penalty, self.alpha = X, Y, penalty, alpha
        self.norm = penalties.find(penalty)
        self.C = X.tdot(Y)  # (d, L)
        self.rounding = SAME * float((Y**2).sum()) / 2  # of objectives

    def begin(self, W: Array) -> tuple[Array, Array]:
        """Return the start W, or 0 if that is better, and its residual."""
        R = self.Y - self.X.dot(W) if W.any() else self.Y
        if self.objective(W, R) > float((self.Y**2).sum()) / 2:
            return np.zeros_like(W), self.Y
        return W, R

    def objective(self, W: Array, R: Array) -> float:
        """Return F(W), where R is the residual."""
        paid = penalties.price(self.norm, self.alpha, W)
        return float((R**2).sum()) / 2 + paid

    def look(self, W: Array, R: Array) -> Look:
        """Return the slopes at W, whose residual is R, and what follows from them."""
        Q = self.X.tdot(R) if W.any() else self.C
        squares = (R**2).sum(axis=0)  # (L,)
        gap = duality_gap(self.penalty, self.alpha, W, -Q, squares)
        return Look(Q, self.objective(W, R), gap, self.scores(Q))

    def scores(self, Q: Array) -> Array:
        """Return the dual norm of each row of Q, over alpha, (d,)."""
        if self.penalty == "l1":
            return np.asarray((np.abs(Q) / self.alpha).max(axis=1))
        return np.asarray(row_lengths(Q) / self.alpha)

    def leap(self, W: Array, R: Array) -> Array:
        """Return W, whose residual is R, after Newton's step on what is not 0."""
        used = np.flatnonzero(W.any(axis=1))
        X, W = self.X.take(used), W.copy()
        W[used] = SmoothPart(X, self.penalty, self.alpha, W[used], R).step()
        return W


class Descent:
    """FISTA on some rows, in turns: momentum goes on from one to the next."""

    def __init__(self, problem: Problem, f: Gram, W: Array) -> None:
        self.problem, self.f = problem, f
        scale = np.where(f.squares > 0, f.squares, 1)[:, None]  # (a, 1)
        self.steps: Iterator[ProximalStep] = proximal_steps(
            f, problem.norm, problem.alpha, W, scale=scale
        )
        self.best = self.now = next(self.steps)
        self.lowest = self._gap(self.now)  # the gap of the best

    def go(self, goal: float, max_iter: int) -> int:
        """Take steps until the gap of the best is at most the goal; return how many.

        Lower is better, and so is a smaller gap: where columns nearly agree, the gap
        rises for thousands of steps in which the objective falls.
        """
        first = self.now.k
        while self.lowest > goal and self.now.k < first + max_iter:
            self.now = now = next(self.steps)
            if now.k % CHECK and now.k < first + max_iter:
                continue
            gap = self._gap(now)
            if gap < self.lowest or self._lower(now):
                self.lowest, self.best = gap, now
        return self.now.k - first

    def _lower(self, step: ProximalStep) -> bool:
        return step.objective < self.best.objective - self.problem.rounding

    def _gap(self, step: ProximalStep) -> float:
        """Return the gap as these rows see it, the others being 0 as they should."""
        squares = self.f.residual_squares(step.W, step.image)
        name, alpha = self.problem.penalty, self.problem.alpha
        slopes = self.f.gradient(step.image)
        return duality_gap(name, alpha, step.W, slopes, squares, most=1.0)


class FewRows:
    """The rows of W that may move, with the columns of X they belong to, in blocks."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.rows: Index = np.arange(0)  # (a,)
        self.blocks: list[tuple[Index, Centred]] = []  # rows, columns (n, some)
        self.Y_squares = (problem.Y**2).sum(axis=0)  # (L,)
        self.gram = Gram(np.zeros((0, 0)), problem.C[:0], self.Y_squares)
        self.descent: Descent | None = None
        self.W: Array | None = None  # where it has arrived

    def widen(self, used: Index, wanted: Index, room: int) -> bool:
        """Add all used rows and the first wanted ones; tell whether any was new.

        There is room for twice as many as are in the set, and for `room` at first.
        """
        used = used[np.isin(used, self.rows, invert=True)]
        wanted = wanted[np.isin(wanted, np.append(self.rows, used), invert=True)]
        new = np.append(used, wanted[: max(room, 2 * len(self.rows))])
        self.add(new)
        return bool(len(new))

    def add(self, new: Index) -> None:
        """Add rows; only inner products with the new ones are computed."""
        if not len(new):
            return
        X_new, a, self.descent = self.problem.X.take(new), len(self.rows), None
        self.rows = np.append(self.rows, new)
        self.blocks.append((new, X_new))
        G = np.empty((len(self.rows), len(self.rows)))
        G[:a, :a] = self.gram.G
        G[:, a:] = np.vstack([X_old.cross(X_new) for _, X_old in self.blocks])
        G[a:, :a] = G[:a, a:].T
        self.gram = Gram(G, self.problem.C[self.rows], self.Y_squares)

    def residual(self, W: Array) -> Array:
        """Return Y - XW (n, L), from the rows of the set."""
        R = self.problem.Y.copy()
        for rows, X in self.blocks:
            R -= X.dot(W[rows])
        return R

    def move(self, W: Array, goal: float, max_iter: int) -> tuple[Array, int]:
        """Return W after FISTA on the rows, until their gap is at most the goal.

        Given the W that it has returned, it goes on from there.
        """
        if self.descent is None or W is not self.W:
            self.descent = Descent(self.problem, self.gram, W[self.rows])
        moves = self.descent.go(goal, max_iter)
        self.W = W.copy()
        self.W[self.rows] = self.descent.best.W
        return self.W, moves


class ManyRows:
    """Rows of W that may move, with their columns of X in blocks for sweeps."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.rows: Index = np.arange(0)  # (a,)

    def widen(self, wanted: Index) -> bool:
        """Take the wanted rows for the set; tell whether any is new to it.

        A set that holds them all stays, unless most of its rows are no longer wanted.
        """
        new = not np.isin(wanted, self.rows).all()
        if new or len(self.rows) > 2 * len(wanted):
            self.rows, self.parts = wanted, blocks(self.problem.X, wanted)
        return new

    def move(
        self, W: Array, R: Array, Q: Array, goal: float, max_iter: int
    ) -> tuple[Array, int]:
        """Return W after sweeps, until they estimate the gap at the goal or less."""
        name, alpha, rows = self.problem.penalty, self.problem.alpha, self.rows
        steps = sweeps(self.parts, name, alpha, W[rows], R, Q[rows])
        last = until(steps, small_gap(goal), max_iter).last()
        W = W.copy()
        W[rows] = last.W
        return W, last.k
