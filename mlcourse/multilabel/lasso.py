r"""Least squares under a norm that gives zeros, as a classifier (report 000).

.. math:: \min_{W, b}\ \frac{1}{2n} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \sum_{l=1}^L \alpha_l \lVert w_l \rVert_1
          \quad\text{or}\quad
          \frac{1}{2n} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \alpha \sum_{j=1}^d \lVert W_j \rVert_2

The first, the lasso, falls into one problem a label, each with features of its own.
The second, the L2,1 norm, adds the lengths of the *rows* of W: all labels share the
features they use, the other rows are zero. Neither charges the intercept, which
therefore takes the means away from X and Y.

The solver knows one strength for all columns. A label with a strength of its own
becomes a problem of strength 1 for :math:`y_l / (n \alpha_l)`, and its weights are
:math:`n \alpha_l` times that solution.

Symbols: X (n, d) features; Y (n, L) of 0 and 1; :math:`w_l` column, :math:`W_j` row of
W (d, L); b (L,) intercepts.
Sources: Tibshirani (1996), J. R. Stat. Soc. B 58(1), 267-288; Obozinski, Taskar &
Jordan (2010), Stat. Comput. 20, 231-252, for joint features.
"""

from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_scalar

from mlcourse.arrays import Array
from mlcourse.checks import check_number
from mlcourse.multilabel.linear import (
    LinearClassifier,
    check_alphas,
    check_threshold,
    folds,
)
from mlcourse.multilabel.targets import check_targets
from mlcourse.solvers.active_set import solve


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
        Whether there is a b. If so, sparse X is made dense.
    threshold : float, default=0.5
        Where to cut the estimate.
    tol : float > 0, default=1e-6
        Largest duality gap, relative to the objective of W = 0.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts.
    alpha_ : float, or ndarray of shape (L,) with `alphas`
        The strength used.
    alphas_ : ndarray of shape (k, L)
        With `alphas`: those of every label, largest first.
    errors_ : ndarray of shape (k, L)
        With `alphas`: the mean squared errors over the folds.

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
    ):
        self.alpha = alpha
        self.alphas = alphas
        self.cv = cv
        self.eps = eps
        self.fit_intercept = fit_intercept
        self.threshold = threshold
        self.tol = tol

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        check_number("alpha", self.alpha, positive=True)
        check_number("tol", self.tol, positive=True)
        check_threshold(self.threshold)
        X, Y = check_targets(self, X, y, dtype=np.float64)
        if self.fit_intercept and issparse(X):
            X = X.toarray()
        self.alpha_ = self.alpha if self.alphas is None else self._choose(X, Y)
        W, b = next(self._path(X, Y, [self.alpha_]))
        return self._keep(W, b)

    def _path(self, X: Any, Y: Array, alphas: Any) -> Iterator[tuple[Array, Array]]:
        """Yield W and b of every strength, (k,) or (k, L), each from the one before."""
        x_mean, y_mean = np.zeros(X.shape[1]), np.zeros(Y.shape[1])
        if self.fit_intercept:
            x_mean, y_mean = X.mean(axis=0), Y.mean(axis=0)
            X = X - x_mean
        for W in path(X, Y - y_mean, self._penalty, alphas, self.tol):
            yield W, y_mean - x_mean @ W

    def _choose(self, X: Any, Y: Array) -> Any:
        """Return the strengths of the smallest error."""
        self.alphas_ = self._grid(X, Y)
        parts = []
        for train, valid in folds(self.cv, X, Y):
            fits = self._path(X[train], Y[train], self.alphas_)
            parts.append(
                [((Y[valid] - X[valid] @ W - b) ** 2).mean(axis=0) for W, b in fits]
            )
        self.errors_ = np.mean(parts, axis=0)  # (k, L)
        return self._best()

    def _best(self) -> Any:
        """Return the best strength of every label, (L,)."""
        columns = np.arange(self.errors_.shape[1])
        return self.alphas_[self.errors_.argmin(axis=0), columns]

    def _grid(self, X: Any, Y: Array) -> Array:
        """Return the strengths to choose from, (k, L), largest first."""
        if not isinstance(self.alphas, Integral):
            grid = np.sort(check_alphas(self.alphas))[::-1]
            return np.repeat(grid[:, None], Y.shape[1], axis=1)
        check_scalar(self.alphas, "alphas", Integral, min_val=1)
        check_number("eps", self.eps, positive=True, max_val=1)
        Yc = Y - Y.mean(axis=0) if self.fit_intercept else Y
        slope = np.asarray(X.T @ Yc) / len(Y)  # (d, L), of the loss at W = 0
        ratios = np.geomspace(1, self.eps, self.alphas)[:, None]  # (k, 1)
        return largest(slope, self._penalty) * ratios


class GroupLassoClassifier(LassoClassifier):
    r"""Least squares under the L2,1 norm: all labels share the features they use.

    Its parameters are those of :class:`LassoClassifier`, with scikit-learn's
    MultiTaskLasso and MultiTaskLassoCV for models. All labels have one strength.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts. A feature that is not used has
        a column of zeros.
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

    def _best(self) -> Any:
        return float(self.alphas_[self.errors_.mean(axis=1).argmin(), 0])


def path(X: Any, Y: Array, penalty: str, alphas: Any, tol: float) -> Iterator[Array]:
    r"""Yield W (d, L) of every strength, each solved from the one before.

    A strength is a number, or an array (L,) with penalty "l1". X and Y are centred,
    if there is to be an intercept.
    """
    W = np.zeros((X.shape[1], Y.shape[1]))
    for alpha in alphas:
        lam = len(Y) * np.asarray(alpha)  # the solver's loss is not divided by n
        W = lam * solve(X, Y / lam, penalty, 1.0, tol=tol, start=W / lam).W
        yield W


def largest(slope: Array, penalty: str) -> Array:
    """Return the smallest strength without weights, (L,); 1 if any strength is.

    >>> slope = np.array([[3.0, 0.0], [4.0, 0.0]])
    >>> largest(slope, "l1").tolist(), largest(slope.T, "l21").tolist()
    ([4.0, 1.0], [5.0, 5.0])
    """
    if penalty == "l1":
        top = np.abs(slope).max(axis=0)  # (L,)
    else:
        rows = np.sqrt((slope**2).sum(axis=1))  # (d,)
        top = np.full(slope.shape[1], rows.max())
    return np.where(top > 0, top, 1.0)
