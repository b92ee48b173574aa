r"""Selectors by the lasso, a problem a label, and by its joint form, the L2,1 norm.

.. math:: \min_{W, b}\ \tfrac1{2n} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \alpha \lVert W \rVert_1 \quad\text{or}\quad + \alpha \lVert W \rVert_{2,1}

A column is worth the length of its row of W. The lasso gives every label features of
its own, and a row has a length if a single label uses it; the L2,1 norm gives all
labels the same features. Both are :mod:`mlcourse.multilabel.lasso`, asked for columns.

Symbols: n samples, d features, L labels; X (n, d); Y (n, L) of 0, 1; W (d, L); b (L,).
Sources: Tibshirani (1996), J. R. Stat. Soc. B 58(1), 267-288; Obozinski, Taskar &
Jordan (2010), Stat. Comput. 20, 231-252.
"""

from typing import Any

import numpy as np
from sklearn.base import clone

from mlcourse.checks import HEAVIEST, check_flag, check_integer, check_number
from mlcourse.formulas.norms import row_lengths
from mlcourse.multilabel.lasso import LassoStep, warn_of_gap
from mlcourse.selection.base import Selector
from mlcourse.solvers.active_set import turns
from mlcourse.solvers.centring import centred
from mlcourse.solvers.steps import Run, small_gap, until


class LassoSelector(Selector):
    """Features that the lasso uses for any label.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    alpha : float > 0, default=1e-3
        Strength of the penalty, as in scikit-learn's Lasso. It has the unit of X.
    fit_intercept : bool, default=True
        Whether there is a b, which is not penalised.
    tol : float > 0, default=1e-6
        Largest duality gap, relative to the objective of W = 0.
    max_iter : int, default=100_000
        The largest number of moves: steps of FISTA, or sweeps.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        The length of each row of W.
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        W transposed, and b.
    n_iter_, objective_, dual_gap_ : int, float, float
        Moves made, the objective, and how far at most it lies above the minimum.

    Examples
    --------
    >>> X, Y = [[0, 5], [1, 4], [2, 5], [3, 4]], [[0, 1], [0, 0], [1, 1], [1, 0]]
    >>> LassoSelector(1, alpha=0.1).fit(X, Y).scores_.round(3).tolist()
    [0.32, 0.6]
    """

    _penalty = "l1"
    _zero = "has no weight; a weaker penalty leaves more"

    def __init__(
        self,
        n_features_to_select=None,
        alpha=1e-3,
        fit_intercept=True,
        tol=1e-6,
        max_iter=100_000,
    ):
        self.n_features_to_select = n_features_to_select
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        run = self._run(X, y)
        last = run.last()
        if not run.converged:
            spent = last.k >= self.max_iter
            said = (
                f"The duality gap is {last.gap:.2g}, more than tol={self.tol} allows, "
                f"after {last.k} moves of max_iter={self.max_iter}"
            )
            warn_of_gap(said, spent, stacklevel=2)
        self.n_iter_, self.objective_, self.dual_gap_ = last.k, last.objective, last.gap
        self.coef_, self.intercept_ = last.W.T, last.b
        return self._keep(row_lengths(last.W))

    def steps(self, X, y):
        """Yield the very turns that `fit` makes."""
        yield from clone(self)._run(X, y)

    def _run(self, X: Any, y: Any) -> Run[LassoStep]:
        alpha = check_number("alpha", self.alpha, positive=True, max_val=HEAVIEST)
        check_flag("fit_intercept", self.fit_intercept)
        check_number("tol", self.tol, positive=True)
        check_integer("max_iter", self.max_iter)
        X, Y = self._check(X, y)
        Xc, Yc, mean = centred(X, Y, self.fit_intercept)
        n, target = len(Y), self.tol * float((Yc**2).sum()) / 2
        found = turns(Xc, Yc, self._penalty, n * alpha, target, None, self.max_iter)
        steps = (
            LassoStep(k, W, mean - Xc.mean @ W, f / n, gap / n, np.asarray(rows))
            for k, W, f, gap, rows in found
        )
        return until(steps, small_gap(target / n), self.max_iter)


class GroupLassoSelector(LassoSelector):
    """Features that all labels share under the L2,1 norm.

    Its parameters and attributes are those of :class:`LassoSelector`, with
    scikit-learn's MultiTaskLasso for a model.

    Examples
    --------
    >>> X, Y = [[0, 5], [1, 4], [2, 5], [3, 4]], [[0, 1], [0, 0], [1, 1], [1, 1]]
    >>> GroupLassoSelector(1, alpha=0.2).fit(X, Y).scores_.round(2).tolist()
    [0.25, 0.0]
    """

    _penalty = "l21"
