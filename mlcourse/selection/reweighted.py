r"""What the selectors share that are fitted by iteratively reweighted least squares.

The score of a column is the length of its row of W. A row of 0 is not chosen.

Symbols: n samples, d features, L labels; X (n, d); Y (n, L); W (d, L); b (L,).
"""

from operator import attrgetter
from typing import Any, NamedTuple
from warnings import warn

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_choice, check_flag, check_integer, check_number
from mlcourse.formulas.norms import row_lengths
from mlcourse.selection.base import Selector
from mlcourse.solvers.active_set import solve
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.irls import LARGE, irls, no_gain, small_move
from mlcourse.solvers.row_losses import Lengths, Loss
from mlcourse.solvers.split_lengths import split_lengths
from mlcourse.solvers.steps import Run, standstill, until

NEAR, ROUGH = 1e-3, 0.1  # duality gaps to start from, of the objective of W = 0
LOOSE = 0.3  # the same where ADMM goes on from there
MOVES = 100  # from a rough start to a near one, at most
SWEEPS, PATIENCE = 60, 5  # of ADMM at most; and how many have to bring ...
LITTLE = 1e-4  # ... more than this, of the loss of W = 0
STOPS = {"objective": no_gain, "weights": small_move}


class SelectionStep(NamedTuple):
    """Where the search stands after k solutions."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    b: Array  # (L,)
    objective: float  # the module's formula
    change: float  # length of the move of W, of the length of W
    gain: float  # by how much the objective would fall if the best row of 0 moved
    rows: Index  # those that are not 0


class _ReweightedSelector(Selector):
    """Base of the selectors; `_problem` is the child's.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        W transposed, and b.
    n_iter_ : int
        The number of solutions after the start.
    objective_, objectives_ : float, ndarray
        The objective at the end, and after every solution from the start.
    """

    _zero = "has no weight; a weaker penalty leaves more"

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        run, objectives = self._run(X, y), []
        for last in run:
            objectives.append(last.objective)
        if not run.converged:
            warn(
                f"The search has not settled to tol={self.tol} after "
                f"max_iter={self.max_iter} solutions. Raise max_iter or tol.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.n_iter_, self.objective_ = last.k, last.objective
        self.objectives_ = np.array(objectives)
        self.coef_, self.intercept_ = last.W.T, last.b
        return self._keep(row_lengths(last.W))

    def steps(self, X, y):
        """Yield the very steps that `fit` makes."""
        yield from clone(self)._run(X, y)

    def _run(self, X: Any, y: Any) -> Run[SelectionStep]:
        check_flag("fit_intercept", self.fit_intercept)
        check_choice("stop", self.stop, STOPS)
        check_number("tol", self.tol, positive=True)
        check_integer("max_iter", self.max_iter)
        X, loss, gamma, Q, unit = self._problem(X, y)
        Xc = Centred(X, self.fit_intercept)
        start = warm(Xc, loss, gamma, self.fit_intercept, Q)
        found = irls(Xc, loss, gamma, Q, self.fit_intercept, start)
        steps = (
            SelectionStep(k, W, b - Xc.mean @ W, unit * f, change, unit * gain, rows)
            for k, W, b, f, change, gain, rows in found
        )
        return until(steps, STOPS[self.stop](self.tol), self.max_iter)

    def _problem(self, X: Any, y: Any) -> tuple[Any, Loss, float, Any, float]:
        """Return X, the loss, gamma and Q, and what the solver's objective is times."""
        raise NotImplementedError


def warm(
    X: Centred, loss: Loss, gamma: float, intercept: bool, Q: Any = None
) -> tuple[Array, Array | None]:
    """Return a start W (d, L): least squares under the L2,1 norm, roughly solved.

    Of the loss it takes the squares that touch where all rows are fitted alike; rows
    that may be fitted by anything there, as unlabelled ones, are left out. It is solved
    well where that is cheap, with few columns, and nearly the problem itself: no row
    outweighs another, those left out weigh less than half as much, and Q costs little.

    If the loss are lengths and most of many columns stay in, ADMM goes on from there,
    and its b (L,) is returned, too: reweighted, a row nearly fitted hardly moves.
    """
    s, F = loss.touch(loss.start())
    known = np.flatnonzero(loss.known & (s > 0))
    weight = float(s[known].mean())
    Y, rows = F[known], X
    if intercept:
        Y = Y - Y.mean(axis=0)
    if len(known) < len(s):
        rows = Centred(X.X[known], intercept)
    whole = float((Y**2).sum()) / 2
    alike = (s[known] == weight).all() and (s[~loss.known] < weight / 2).all()
    gamma /= weight
    lengths = loss if isinstance(loss, Lengths) and X.shape[1] > LARGE else None
    W = solve(rows, Y, "l21", gamma, tol=LOOSE if lengths else ROUGH).W
    few = 2 * np.count_nonzero(W.any(axis=1)) < len(W)
    paid = 0.0 if Q is None else float((W * (Q @ W)).sum()) / 2
    if few and alike and paid <= NEAR * whole * weight:
        W = solve(rows, Y, "l21", gamma, tol=NEAR, start=W, max_iter=MOVES).W
    if lengths and not few:
        run = split_lengths(X, lengths.Y, gamma * weight, intercept, W)
        settled = standstill(LITTLE * loss.value(loss.start()), PATIENCE)
        best = min(until(run, settled, SWEEPS), key=attrgetter("objective"))
        return best.W, best.b
    return W, None
