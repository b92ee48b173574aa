r"""Least squares under a norm that gives zeros, as a classifier (report 000).

.. math:: \min_{W, b}\ \frac{1}{2n} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \sum_{l=1}^L \alpha_l \lVert w_l \rVert_1
          \quad\text{or}\quad
          \frac{1}{2n} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \alpha \sum_{j=1}^d \lVert W_j \rVert_2

The first, the lasso, falls into one problem a label, each with features of its own.
The second, the L2,1 norm, adds the lengths of the *rows* of W: all labels share the
features they use. Neither charges the intercept, which takes away the means of X and Y.

Symbols: X (n, d); Y (n, L) of 0 and 1; W (d, L), :math:`w_l` a column, :math:`W_j` a
row; b (L,) intercepts.
Sources: Tibshirani (1996), J. R. Stat. Soc. B 58(1), 267-288; Obozinski, Taskar &
Jordan (2010), Stat. Comput. 20, 231-252, for joint features.
"""

from typing import Any, NamedTuple
from warnings import warn

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from mlcourse.arrays import Array, Index
from mlcourse.checks import HEAVIEST, check_flag, check_integer, check_number
from mlcourse.multilabel.linear import (
    LinearClassifier,
    alpha_grid,
    check_threshold,
    folds,
    forget,
)
from mlcourse.multilabel.targets import check_targets
from mlcourse.solvers.active_set import alpha_max, turns
from mlcourse.solvers.centring import Centred, centred
from mlcourse.solvers.steps import Run, small_gap, until
from mlcourse.solvers.units import check_magnitude


class LassoStep(NamedTuple):
    """Where the search stands after a turn of the working-set solver."""

    k: int  # moves so far, 0 at the start
    W: Array  # (d, L)
    b: Array  # (L,)
    objective: float  # the module's first formula
    gap: float  # it lies at most this far above the minimum
    rows: Index  # the features that were free to move


def warn_of_gap(said: str, spent: bool, stacklevel: int) -> None:
    """Warn that the gap is too wide; what helps depends on whether moves ran out."""
    more = "max_iter or tol" if spent else "tol, as the search gains no more"
    remedy = f"Raise {more}, or standardise the columns of X and drop near copies."
    warn(f"{said}. {remedy}", ConvergenceWarning, stacklevel=stacklevel + 1)


class LassoClassifier(LinearClassifier):
    r"""A lasso for every label: each picks features of its own.

    Parameters
    ----------
    alpha : float > 0, default=1e-3
        Strength of the penalty, as in scikit-learn's Lasso. It has the unit of X. A
        label gets weights only below :math:`\max_j |x_j^\top y| / n`, of centred data.
    alphas : int, list of floats > 0, or None, default=None
        Choose, for every label, the one of the smallest mean squared error over the
        folds, of equals the largest, as scikit-learn's LassoCV does; then `alpha` is
        not used. A number k means k strengths in equal ratios, from the smallest that
        leaves a label no weights down to `eps` times that.
    cv : int or splitter, default=5
        The folds; a number means blocks of neighbouring rows.
    eps : float in (0, 1), default=1e-3
        See `alphas`.
    fit_intercept : bool, default=True
        Whether there is a b. Sparse X stays sparse.
    threshold : float, default=0.5
        Where to cut the estimate.
    tol : float > 0, default=1e-6
        Largest duality gap, relative to the objective of W = 0. If it is not reached,
        a ConvergenceWarning says what to change.
    max_iter : int >= 1, default=100_000
        The largest number of moves for each strength: steps of FISTA, or sweeps.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts.
    n_iter_ : int
        Number of moves made, for the strength used.
    objective_, objectives_ : float, ndarray
        The objective at the end, and after every turn from the start.
    dual_gap_ : float
        How far at most `objective_` lies above the minimum.
    alpha_ : float, or ndarray of shape (L,) with `alphas`
        The strength used.
    alphas_, errors_ : ndarray of shape (k, L)
        With `alphas`: those tried, largest first; mean squared errors over the folds.

    Examples
    --------
    >>> X, Y = [[0, 5], [1, 4], [2, 5], [3, 4]], [[0, 1], [0, 0], [1, 1], [1, 0]]
    >>> (LassoClassifier(alpha=0.1).fit(X, Y).coef_.round(3) + 0).tolist()
    [[0.32, 0.0], [0.0, 0.6]]
    """

    _penalty = "l1"

    def __init__(
        self,
        alpha=1e-3,
        alphas=None,
        cv=5,
        eps=1e-3,
        fit_intercept=True,
        threshold=0.5,
        tol=1e-6,
        max_iter=100_000,
    ):
        self.alpha = alpha
        self.alphas = alphas
        self.cv = cv
        self.eps = eps
        self.fit_intercept = fit_intercept
        self.threshold = threshold
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        run, objectives = self._run(X, y), []
        for last in run:
            objectives.append(last.objective)
        if not run.converged:
            said = (
                f"The duality gap is {last.gap:.2g}, more than tol={self.tol} of the "
                f"objective of W = 0, after {last.k} moves of max_iter={self.max_iter}"
            )
            warn_of_gap(said, last.k >= self.max_iter, stacklevel=2)
        self.n_iter_, self.dual_gap_ = last.k, last.gap
        self.objective_, self.objectives_ = last.objective, np.array(objectives)
        return self._keep(last.W, last.b)

    def steps(self, X, y):
        """Yield the very turns that `fit` makes with the strength it chooses."""
        yield from clone(self)._run(X, y)

    def _run(self, X, y):
        """Return the turns for the strength chosen; set it, and what the labels are."""
        self._check_parameters()
        forget(self, "alphas_", "errors_")
        X, Y = check_targets(self, X, y, dtype=np.float64)
        check_magnitude("X", X)
        self.alpha_ = self.alpha
        if self.alphas is not None:
            self.alphas_ = self._grid(X, Y)  # (k, L)
            self.errors_ = self._errors(X, Y)  # (k, L)
            self.alpha_ = self._best()
        return self._turns(*centred(X, Y, self.fit_intercept), self.alpha_)

    def _turns(
        self, X: Centred, Y: Array, y_mean: Array, alpha: Any, start: Any = None
    ) -> Run[LassoStep]:
        """Return the turns of one strength, or of one for every label, (L,)."""
        n, target = len(Y), self.tol * float((Y**2).sum()) / 2
        alpha = n * np.array(alpha)  # the solver's loss is not divided by n
        found = turns(X, Y, self._penalty, alpha, target, start, self.max_iter)
        steps = (
            LassoStep(k, W, y_mean - X.mean @ W, objective / n, gap / n, rows)
            for k, W, objective, gap, rows in found
        )
        return until(steps, small_gap(target / n), self.max_iter)

    def _errors(self, X: Any, Y: Array) -> Array:
        """Return the mean squared error of every strength over the folds, (k, L)."""
        parts, unmet, spent = [], 0, False
        for train, valid in folds(self.cv, X, Y):
            data = centred(X[train], Y[train], self.fit_intercept)
            W, part = None, []
            for alpha in self.alphas_:  # each fit starts where the one before ended
                run = self._turns(*data, self._one(alpha), W)
                k, W, b, *_ = run.last()
                unmet += not run.converged
                spent |= not run.converged and k >= self.max_iter
                part.append(((Y[valid] - X[valid] @ W - b) ** 2).mean(axis=0))
            parts.append(part)
        if unmet:
            fits = f"{unmet} of {len(parts) * len(parts[0])} fits over the folds"
            moves = f" in max_iter={self.max_iter} moves" * spent
            warn_of_gap(f"{fits} missed tol={self.tol}{moves}", spent, stacklevel=4)
        return np.asarray(np.mean(parts, axis=0))

    def _one(self, alpha: Array) -> Any:
        """Return what the solver takes of the strengths of all labels, (L,)."""
        return alpha

    def _best(self) -> Any:
        """Return the best strength of every label, (L,)."""
        columns = np.arange(self.errors_.shape[1])
        return self.alphas_[self.errors_.argmin(axis=0), columns]

    def _grid(self, X: Any, Y: Array) -> Array:
        """Return the strengths to choose from, (k, L), largest first."""
        Xc, Yc, _ = centred(X, Y, self.fit_intercept)
        top = alpha_max(Xc, Yc, self._penalty, each=True) / len(Y)  # (L,)
        return alpha_grid(self.alphas, self.eps, top)

    def _check_parameters(self) -> None:
        if self.alphas is None:
            check_number("alpha", self.alpha, positive=True, max_val=HEAVIEST)
        check_flag("fit_intercept", self.fit_intercept)
        check_number("tol", self.tol, positive=True)
        check_integer("max_iter", self.max_iter)
        check_threshold(self.threshold)


class GroupLassoClassifier(LassoClassifier):
    r"""Least squares under the L2,1 norm: all labels share the features they use.

    Its parameters are those of :class:`LassoClassifier`, with scikit-learn's
    MultiTaskLasso and MultiTaskLassoCV for models. All labels have one strength.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts. A feature that is not used has
        a column of zeros.
    n_iter_, objective_, objectives_, dual_gap_ : int, float, ndarray, float
        As in :class:`LassoClassifier`.
    alpha_ : float
        The strength used.
    alphas_, errors_ : ndarray of shape (k, L)
        With `alphas`: the strengths, and the mean squared errors over the folds.

    Examples
    --------
    >>> X, Y = [[0, 5], [1, 4], [2, 5], [3, 4]], [[0, 1], [0, 0], [1, 1], [1, 1]]
    >>> GroupLassoClassifier(alpha=0.2).fit(X, Y).coef_.round(2).tolist()
    [[0.24, 0.0], [0.06, 0.0]]
    """

    _penalty = "l21"

    def _one(self, alpha: Array) -> float:
        return float(alpha[0])

    def _best(self) -> Any:
        return float(self.alphas_[self.errors_.mean(axis=1).argmin(), 0])
