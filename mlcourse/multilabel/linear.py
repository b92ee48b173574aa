r"""What the linear baselines share: one hyperplane a label.

.. math:: \hat Y = X W + \mathbf 1 b^\top, \qquad
          \text{label } l \text{ of sample } i \iff \hat Y_{il} > \theta

Report 000 fits :math:`\hat Y` to the 0 and 1 of Y by least squares and cuts at
:math:`\theta = 1/2`. Such an estimate is no probability: it may lie below 0 or above 1.

Symbols: X (n, d); Y (n, L); W (d, L) weights; b (L,) intercepts.
"""

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.model_selection import check_cv
from sklearn.utils.validation import check_is_fitted

from mlcourse.arrays import Array
from mlcourse.checks import HEAVIEST, as_array, check_integer, check_number, shown
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    restore,
    restore_scores,
)


class LinearClassifier(MultilabelClassifier):
    """Base of the linear multi-label classifiers; `fit` is the child's.

    Attributes
    ----------
    coef_ : ndarray of shape (L, d)
        The weights, a row a label: W transposed.
    intercept_ : ndarray of shape (L,)
        The intercepts b.
    threshold_ : float
        Where estimates are cut: the `threshold` of `fit`.
    """

    threshold = 0.0  # for a child without such a parameter

    def estimate(self, X):
        r"""Return :math:`\hat Y` of every row and label, shape (n, L)."""
        check_is_fitted(self)
        X = check_rows(self, X)
        return X @ self.coef_.T + self.intercept_

    def decision_function(self, X):
        r"""Return :math:`\hat Y - \theta`, (n, L), or (n,) for a vector y.

        Positive where `predict` says 1, as scikit-learn has it. Labels rank as they
        do by :math:`\hat Y` itself.
        """
        return restore_scores(self, self.estimate(X) - self.threshold_)

    def predict(self, X):
        r"""Return the labels; an estimate of exactly :math:`\theta` is not enough."""
        scores = np.asarray(self.decision_function(X))
        return restore(self, scores.reshape(len(scores), -1) > 0)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _keep(self, W: Array, b: Array) -> Any:
        """Store a solution W (d, L), b (L,); return the estimator."""
        self.coef_, self.intercept_, self.threshold_ = W.T, b, self.threshold
        return self


def check_threshold(threshold: Any) -> float:
    """Return a threshold, any finite number.

    >>> check_threshold("half")
    Traceback (most recent call last):
    TypeError: threshold='half' is of type str; give a number.
    """
    return check_number("threshold", threshold, min_val=-np.inf)


def check_alphas(alphas: Any) -> Array:
    """Return the strengths to choose from, floats > 0 of shape (k,).

    >>> check_alphas([1, 0.5])
    array([1. , 0.5])
    """
    grid: Array = as_array("alphas", alphas, float)
    if grid.ndim != 1 or not grid.size:
        raise ValueError(f"alphas has shape {grid.shape}; give a list of numbers > 0.")
    for alpha in grid.tolist():
        check_number("alphas", alpha, positive=True, max_val=HEAVIEST)
    return grid


def alpha_grid(alphas: Any, eps: Any, top: Array) -> Array:
    """Return strengths (k, L), largest first: a list for all labels, or a number of.

    A number k means as many in equal ratios from `top`, (L,), down to `eps` times that.

    >>> alpha_grid(3, 0.01, np.array([1.0, 5.0])).round(2).tolist()
    [[1.0, 5.0], [0.1, 0.5], [0.01, 0.05]]
    """
    if not isinstance(alphas, Integral):
        grid = np.sort(check_alphas(alphas))[::-1]
        return np.repeat(grid[:, None], len(top), axis=1)
    check_integer("alphas", alphas)
    if check_number("eps", eps, positive=True) >= 1:
        raise ValueError(f"eps={shown(eps)} must be below 1, so that strengths fall.")
    ratios = np.geomspace(1, eps, int(alphas))[:, None]  # (k, 1)
    return np.asarray(np.where(top > 0, top, 1.0) * ratios)  # any is too large for 0


def forget(model: Any, *names: str) -> None:
    """Delete attributes that an earlier fit with other parameters has left."""
    for name in names:
        vars(model).pop(name, None)


def folds(cv: Any, X: Any, Y: Array) -> list[tuple[Any, Any]]:
    """Return the row numbers of the training and validation parts of `cv`.

    A number means so many blocks of neighbouring rows, as in scikit-learn's LassoCV;
    pass ``KFold(5, shuffle=True, random_state=0)`` if the rows are sorted.

    >>> [part.tolist() for part in folds(2, np.zeros((4, 1)), np.zeros(4))[0]]
    [[2, 3], [0, 1]]
    """
    return list(check_cv(cv).split(X, Y))
