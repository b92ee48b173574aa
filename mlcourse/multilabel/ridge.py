r"""One-vs-rest ridge regression as a classifier, all labels at once (report 000).

The formulas are those of :mod:`mlcourse.solvers.ridge`: Y holds 0 and 1, and a label
is predicted where its estimate exceeds the threshold.
Sources: Hoerl & Kennard (1970), Technometrics 12(1), 55-67; as a classifier Rifkin &
Klautau (2004), J. Mach. Learn. Res. 5, 101-141, section 3.
"""

from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.checks import check_flag, check_number
from mlcourse.multilabel.linear import (
    LinearClassifier,
    check_alphas,
    check_threshold,
    folds,
    forget,
)
from mlcourse.multilabel.targets import check_targets
from mlcourse.solvers.centring import centred
from mlcourse.solvers.ridge import RidgePath, ridge


class RidgeClassifier(LinearClassifier):
    r"""Least squares with a squared penalty, :math:`\lambda \lVert W \rVert_F^2`.

    Compared with scikit-learn's classifier of this name, labels count as 0 and 1
    instead of -1 and 1. With an intercept and a threshold of 1/2 that is the same
    classifier; without an intercept it is not.

    Parameters
    ----------
    alpha : float >= 0, default=1.0
        Strength of the penalty, as in scikit-learn's Ridge. It has the squared unit
        of X and grows with n: with rows of length 1 numbers near 1 are sensible.
    alphas : list of floats > 0, default=None
        Choose the one of the smallest mean squared error on rows left out, as
        scikit-learn's RidgeCV does; then `alpha` is not used. Of equals the first.
    cv : int or splitter, default=None
        Which rows to leave out: each in turn (None, closed form), or these folds.
    alpha_per_target : bool, default=False
        Whether every label gets a choice of its own from `alphas`.
    fit_intercept : bool, default=True
        Whether there is a b, which is not penalised.
    threshold : float, default=0.5
        Where to cut the estimate.

    Attributes
    ----------
    coef_ : ndarray of shape (L, d)
        The weights, a row a label.
    intercept_ : ndarray of shape (L,)
        The intercepts, zeros if there are none.
    alpha_ : float, or ndarray of shape (L,)
        The strength used: one for every label with `alphas` and `alpha_per_target`.
    errors_ : ndarray of shape (k, L)
        With `alphas`: the mean squared error of every strength and label.

    Examples
    --------
    >>> X, Y = [[0.0], [1.0], [2.0], [3.0]], [[1, 0], [1, 0], [0, 0], [0, 1]]
    >>> model = RidgeClassifier(alphas=[0.1, 1.0, 10.0]).fit(X, Y)
    >>> model.alpha_, model.predict(X).tolist()
    (1.0, [[1, 0], [1, 0], [0, 0], [0, 1]])
    """

    def __init__(
        self,
        alpha=1.0,
        alphas=None,
        cv=None,
        alpha_per_target=False,
        fit_intercept=True,
        threshold=0.5,
    ):
        self.alpha = alpha
        self.alphas = alphas
        self.cv = cv
        self.alpha_per_target = alpha_per_target
        self.fit_intercept = fit_intercept
        self.threshold = threshold

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        if self.alphas is None:
            check_number("alpha", self.alpha)
        check_threshold(self.threshold)
        check_flag("alpha_per_target", self.alpha_per_target)
        check_flag("fit_intercept", self.fit_intercept)
        forget(self, "errors_")
        X, Y = check_targets(self, X, y, dtype=np.float64)
        Xc, Yc, mean = centred(X, Y, self.fit_intercept)
        if self.alphas is None:
            self.alpha_ = self.alpha
            W = ridge(Xc, Yc, self.alpha)
        else:
            path = RidgePath(Xc, Yc)
            self.alpha_ = self._choose(path, X, Y)
            W = path.weights(self.alpha_)
        return self._keep(W, mean - Xc.mean @ W)

    def _choose(self, path: RidgePath, X: Any, Y: Array) -> Any:
        """Return the best of the strengths, or the best for every label."""
        alphas = check_alphas(self.alphas)
        if self.cv is None:
            if len(Y) < 2:
                raise ValueError(
                    f"X has {len(Y)} sample(s), too few to leave one out; give alpha "
                    "instead of alphas."
                )
            self.errors_ = np.array(
                [(path.leave_one_out(alpha) ** 2).mean(axis=0) for alpha in alphas]
            )
        else:
            parts = [
                fold_errors(X, Y, part, alphas, self.fit_intercept)
                for part in folds(self.cv, X, Y)
            ]
            self.errors_ = np.mean(parts, axis=0)
        if self.alpha_per_target:
            return alphas[self.errors_.argmin(axis=0)]
        return float(alphas[self.errors_.mean(axis=1).argmin()])


def fold_errors(
    X: Any, Y: Array, part: tuple[Any, Any], alphas: Array, intercept: bool
) -> Array:
    """Return the mean squared error on the rows left out, shape (k, L)."""
    train, valid = part
    Xc, Yc, mean = centred(X[train], Y[train], intercept)
    path = RidgePath(Xc, Yc)
    errors = []
    for alpha in alphas:
        W = path.weights(alpha)
        Y_hat = X[valid] @ W + (mean - Xc.mean @ W)
        errors.append(((Y[valid] - Y_hat) ** 2).mean(axis=0))
    return np.array(errors)
