r"""Lasso and group lasso with a working set: only rows that matter are moved.

.. math:: \min_W\ \tfrac12 \lVert XW - Y \rVert_F^2 + \lambda\,\Omega(W)

with :math:`\Omega` the L1 norm (every column of W a lasso of its own) or L2,1 (rows of
W live or die together). At the optimum most rows of W are 0, and a row is 0 wherever

.. math:: \Omega^\circ(x_j^\top R) < \lambda, \qquad R = Y - XW .

So solve for a few rows, with the others at 0; add the rows that break this rule
most; and repeat, until the duality gap, taken over all d rows, is small. On the
a rows of the working set FISTA needs only their inner products: 2 a^2 L operations
a step instead of 4 n d L.

Symbols: X (n, d), Y (n, L), W (d, L); x_j column j of X; R (n, L) residual.
Sources: Roth & Fischer (2008), ICML, 848-855 (active sets for group lasso);
Massias, Gramfort & Salmon (2018), ICML, PMLR 80, 3315-3324 (growing working sets with
the gap as judge).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse

from mlcourse.arrays import Array
from mlcourse.formulas import norms, penalties
from mlcourse.solvers.duality import duality_gap
from mlcourse.solvers.fista import proximal_steps
from mlcourse.solvers.least_squares import (
    Gram,
    number,
    table,
    transposed_product,
    weights,
)

FIRST = 100  # rows that a working set may start with; later it may double
SCORES = {"l1": lambda G: np.abs(G).max(axis=1), "l21": norms.row_lengths}
CHECK = 5  # steps from one look at the gap to the next
ONWARD = 0.1  # share of the gap to leave before new rows are looked for


class Solution(NamedTuple):
    """Weights, and how good they are."""

    W: Array  # (d, L), exactly 0 in the rows or entries left out
    objective: float  # F(W)
    gap: float  # F(W) lies at most this far above the minimum
    n_iter: int  # steps of FISTA


def solve(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    lam: float,
    *,
    tol: float = 1e-6,
    start: ArrayLike | None = None,
    max_iter: int = 100_000,
) -> Solution:
    r"""Return the W that minimises the objective, to the tolerance asked for.

    scikit-learn divides the loss by n: its ``alpha`` is `lam` / n.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        Features.
    Y : array of shape (n, L)
        Targets, a column per label.
    penalty : {"l1", "l21"}
        Zeros entry by entry, or row by row.
    lam : float
        The price of size, >= 0. With 0 W is the shortest least-squares solution, found
        directly, on a dense copy of X.
    tol : float, default=1e-6
        Stop at a duality gap of `tol` times :math:`\tfrac12 \lVert Y \rVert^2`.
    start : array of shape (d, L), default=None
        Weights to begin with, such as those of a neighbouring `lam`; None is 0.
    max_iter : int, default=100_000
        The largest number of steps. Nothing is raised if they do not suffice: look at
        the gap.

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
    X, Y = _checked(X, Y, penalty, lam)
    number("tol", tol, positive=True)
    W = weights(start, (X.shape[1], Y.shape[1]))
    if lam == 0:
        return _shortest(X, Y)
    work = WorkingSet(X, Y)
    if lam >= SCORES[penalty](work.C).max(initial=0):
        return Solution(np.zeros(W.shape), float(work.Y_squares.sum() / 2), 0.0, 0)
    work.add(np.flatnonzero(W.any(axis=1)))
    W[work.rows[work.gram.squares == 0]] = 0  # no use, at a price
    target = tol * float(work.Y_squares.sum()) / 2
    return _search(work, penalty, lam, W, target, max_iter)


def lam_max(X: Any, Y: ArrayLike, penalty: str) -> float:
    r"""Return the smallest `lam` at which W = 0: the dual norm of :math:`X^\top Y`.

    >>> lam_max([[1.0, 0.0], [0.0, 1.0]], [[3.0, 4.0], [0.6, 0.8]], "l21")
    5.0
    """
    X, Y = _checked(X, Y, penalty)
    return float(SCORES[penalty](transposed_product(X, Y)).max(initial=0))


class WorkingSet:
    """The rows of W that may move, with the columns of X they belong to, in blocks."""

    def __init__(self, X: Any, Y: Array) -> None:
        self.X, self.Y = X, Y
        self.C = transposed_product(X, Y)  # (d, L)
        self.Y_squares = (Y**2).sum(axis=0)  # (L,)
        self.rows = np.arange(0)  # (a,)
        self.blocks: list[tuple[NDArray[np.intp], Any]] = []  # rows, columns (n, some)
        self.gram = Gram(np.zeros((0, 0)), self.C[self.rows], self.Y_squares)

    def add(self, new: NDArray[np.intp]) -> None:
        """Add rows; only inner products with the new ones are computed."""
        if not len(new):
            return
        X_new, a = self.X[:, new], len(self.rows)
        self.rows = np.append(self.rows, new)
        self.blocks.append((new, X_new))
        G = np.empty((len(self.rows), len(self.rows)))
        G[:a, :a] = self.gram.G
        G[:, a:] = np.vstack([_dense(X_old.T @ X_new) for _, X_old in self.blocks])
        G[a:, :a] = G[:a, a:].T
        self.gram = Gram(G, self.C[self.rows], self.Y_squares)

    def residual(self, W: Array) -> Array:
        """Return Y - XW (n, L), from the working rows of W (d, L)."""
        R = self.Y.copy()
        for rows, X_rows in self.blocks:
            R -= X_rows @ W[rows]
        return R


def _search(
    work: WorkingSet, penalty: str, lam: float, W: Array, target: float, max_iter: int
) -> Solution:
    """Return the solution, found by turns of widening the set and solving on it."""
    n_iter, k = 0, -1  # steps in all, steps of the last turn
    while True:
        R = work.residual(W)
        gradient = -(transposed_product(work.X, R) if len(work.rows) else work.C)
        squares = (R**2).sum(axis=0)  # (L,)
        gap = duality_gap(penalty, lam, W, gradient, squares)
        new = _worst(SCORES[penalty](gradient), lam, work.rows)
        stuck = k == 0 and not len(new)  # rounding allows no better
        if gap <= target or n_iter >= max_iter or stuck:
            objective = squares.sum() / 2 + lam * penalties.find(penalty).value(W)
            return Solution(W, float(objective), gap, n_iter)
        work.add(new)
        goal = max(ONWARD * gap, target / 2) if len(new) else target / 2
        W[work.rows], k = _refine(
            work.gram, penalty, lam, W[work.rows], goal, max_iter - n_iter
        )
        n_iter += k


def _worst(scores: Array, lam: float, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the rows outside that break the rule most, at most as many as inside."""
    scores[rows] = 0
    count = min(int((scores > lam).sum()), max(FIRST, len(rows)))
    return np.argsort(-scores, kind="stable")[:count]


def _refine(
    gram: Gram, penalty: str, lam: float, W: Array, goal: float, max_iter: int
) -> tuple[Array, int]:
    """Return better weights of the working set, and the number of steps to them."""
    scale = np.where(gram.squares > 0, gram.squares, 1)[:, None]  # (a, 1)
    for step in proximal_steps(gram, penalties.find(penalty), lam, W, scale=scale):
        if step.k % CHECK == 0:
            squares = gram.residual_squares(step.W, step.image)
            gradient = gram.gradient(step.image)
            if duality_gap(penalty, lam, step.W, gradient, squares) <= goal:
                break
        if step.k >= max_iter:
            break
    return step.W, step.k


def _shortest(X: Any, Y: Array) -> Solution:
    """Return the least-squares solution of least length; its gap is what X can see."""
    X = _dense(X)
    W = np.linalg.lstsq(X, Y)[0]
    R = Y - X @ W
    seen = X @ np.linalg.lstsq(X, R)[0]  # 0 but for rounding
    return Solution(W, float((R**2).sum() / 2), float((seen**2).sum() / 2), 0)


def _dense(X: Any) -> Array:
    return np.asarray(X.toarray() if issparse(X) else X)


def _checked(X: Any, Y: ArrayLike, penalty: str, lam: float = 0) -> tuple[Any, Array]:
    """Return X and Y as tables, or raise a ValueError."""
    if penalty not in SCORES:
        raise ValueError(f"penalty={penalty!r} is unknown; choose 'l1' or 'l21'.")
    number("lam", lam)
    return table(X, Y)
