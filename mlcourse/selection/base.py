"""What the selectors share: labels that go in, scores, and the columns that are kept.

A selector gives every column of X a number, `scores_` (d,), larger is better, and keeps
the columns with the largest. Of equals the first is kept.

Symbols: n samples, d features, L labels; X (n, d); Y (n, L) of 0 and 1.
"""

from numbers import Integral
from typing import Any
from warnings import warn

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.arrays import Array, Mask, tidy
from mlcourse.checks import check_integer, check_number
from mlcourse.multilabel.targets import check_labels, check_no_sets
from mlcourse.solvers.units import check_magnitude


class Selector(SelectorMixin, BaseEstimator):
    """Base of the selectors; `fit` is the child's.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        How much each column is worth, in their order; larger is better.
    support_ : ndarray of shape (d,)
        Which columns are kept.
    """

    _zero: str | None = (
        "says nothing about y"  # what a score of 0 means; None: a number like any
    )

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.support_

    def _check(self, X: Any, y: Any) -> tuple[Any, Array]:
        """Return X (n, d), sparse X as tidy csr, and Y (n, L) of 0 and 1 as floats."""
        X, y = checked(self, X, y)
        return X, indicators(y)

    def _keep(self, scores: Array) -> Any:
        """Store the scores and keep the best columns; return the estimator."""
        d = len(scores)
        k = n_kept(self.n_features_to_select, d)
        self.scores_ = scores
        self.support_ = best(scores, k, None if self._zero is None else 0.0)
        if (found := int(self.support_.sum())) < k:
            warn(
                f"{found} of the {k} features asked for are kept: every other of the "
                f"{d} has a score of 0, so it {self._zero}.",
                UserWarning,
                stacklevel=3,
            )
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        return tags


def checked(model: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return what scikit-learn accepts of X, as floats, and of y, (n, L) or (n,)."""
    if y is not None:
        check_no_sets(y)
    X, y = validate_data(
        model, X, y, accept_sparse="csr", dtype=np.float64, multi_output=True
    )
    check_magnitude("X", X)
    if getattr(y, "shape", (1,))[1:] == (0,):
        raise ValueError(f"y has shape {y.shape}, so no label; give one column each.")
    return (type(X)(tidy(X, "csr")) if issparse(X) else X), y


def indicators(y: Any) -> Array:
    """Return labels (n, L), or a column for each class of a vector (n,), as floats.

    Of two classes the second alone has a column: the first says the same.

    >>> indicators(np.array(["no", "yes", "no"])).T.tolist()
    [[0.0, 1.0, 0.0]]
    >>> indicators(np.array([3, 5, 4])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    if y.ndim == 2:
        return np.asarray(check_labels(y), dtype=float)
    check_classification_targets(y)
    classes = np.unique(y)
    Y: Array = (y[:, None] == classes).astype(float)  # (n, classes)
    return Y[:, 1:] if len(classes) == 2 else Y


def n_kept(asked: Any, d: int) -> int:
    """Return how many of d columns to keep: a number, a share, or None for half.

    >>> n_kept(None, 5), n_kept(3, 5), n_kept(0.5, 4)
    (2, 3, 2)
    """
    name = "n_features_to_select"
    if asked is None:
        return max(1, d // 2)
    if isinstance(asked, Integral):
        if (k := check_integer(name, asked)) > d:
            raise ValueError(f"{name}={k}, but X has n_features={d}; ask for fewer.")
        return k
    return max(1, int(d * check_number(name, asked, positive=True, max_val=1.0)))


def best(scores: Array, k: int, floor: float | None = None) -> Mask:
    """Return which k columns have the largest scores, those above the floor only.

    >>> best(np.array([1.0, 3.0, 0.0, 3.0]), 3, 0.0).tolist()
    [True, True, False, True]
    >>> best(np.array([0.0, 0.0, 2.0]), 2, 0.0).tolist()
    [False, False, True]
    """
    mask = np.zeros(len(scores), dtype=bool)
    mask[np.argsort(-scores, kind="stable")[:k]] = True
    return mask if floor is None else mask & (scores > floor)
