"""What trees that classify and trees that estimate numbers have in common."""

from math import ceil, log2, sqrt
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone, is_regressor
from sklearn.utils import Bunch, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.checks import check_choice, check_integer, check_number, check_weights
from mlcourse.models.bins import encode
from mlcourse.models.growing import Limits, grow
from mlcourse.models.grown import assemble
from mlcourse.models.pruning import prune, pruned

X_OPTIONS = {
    "accept_sparse": "csr",
    "dtype": np.float64,
    "ensure_all_finite": "allow-nan",
}
MOST_BINS = 2**16 - 1


def count_features(max_features: Any, d: int) -> int:
    """Return how many of d features this parameter asks for.

    >>> [count_features(m, 30) for m in (None, "sqrt", "log2", 0.5, 4)]
    [30, 5, 4, 15, 4]
    """
    if max_features is None:
        return d
    if isinstance(max_features, str):
        check_choice("max_features", max_features, ("sqrt", "log2", None))
        return max(1, int({"sqrt": sqrt, "log2": log2}[max_features](d)))
    if isinstance(max_features, Integral):
        return check_integer("max_features", max_features, max_val=d)
    share = check_number("max_features", max_features, max_val=1, positive=True)
    return max(1, int(share * d))


def count_rows(name: str, value: Any, n: int, least: int) -> int:
    """Return how many rows a number, or a share of n rows, asks for.

    >>> count_rows("min_samples_leaf", 0.05, 50, 1)
    3
    """
    if isinstance(value, Integral):
        return check_integer(name, value, min_val=least)
    share = check_number(name, value, max_val=1, positive=True)
    return max(least, ceil(share * n))


def check_limits(model: Any, n: int, d: int) -> Limits:
    """Return what the parameters of a tree ask for on data of n rows, d features."""
    depth, draws = model.max_depth, model.n_thresholds
    return Limits(
        np.inf if depth is None else check_integer("max_depth", depth),
        count_rows("min_samples_split", model.min_samples_split, n, 2),
        count_rows("min_samples_leaf", model.min_samples_leaf, n, 1),
        check_number("min_impurity_decrease", model.min_impurity_decrease),
        count_features(model.max_features, d),
        None if draws is None else check_integer("n_thresholds", draws),
    )


def check_bins(max_bins: Any) -> int | None:
    """Return how many bins a column may have at most, None for any number."""
    if max_bins is None:
        return None
    return check_integer("max_bins", max_bins, min_val=2, max_val=MOST_BINS)


def checked(model: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return checked X (n, d), which may hold NaN, and y (n,) or (n, L)."""
    options = {"multi_output": True, "y_numeric": is_regressor(model)}
    X, y = validate_data(model, X, y, **X_OPTIONS, **options)
    return X, y


class _DecisionTree(BaseEstimator):
    """What trees that classify and trees that estimate numbers have in common."""

    def fit(self, X, y, sample_weight=None):
        """Grow a tree on X (n, d), dense or sparse, and y (n,) or (n, L), and prune it.

        A row of weight 2 counts as two in every mean, but as one in `min_samples_split`
        and `min_samples_leaf`.
        """
        alpha = check_number("ccp_alpha", self.ccp_alpha)
        self.tree_ = pruned(assemble(self._levels(X, y, sample_weight)), alpha)
        return self

    def _levels(self, X, y, sample_weight):
        X, y = checked(self, X, y)
        limits = check_limits(self, *X.shape)
        w = check_weights(sample_weight, X.shape[0])
        targets = self._targets(y)
        if not w.all():
            X, w, targets = X[w > 0], w[w > 0], targets.only(w > 0)
        seed = check_random_state(self.random_state).randint(2**31)
        bins = encode(X, check_bins(self.max_bins))
        return grow(bins, targets, w[None], limits, [np.random.default_rng(seed)])

    def apply(self, X):
        """Return the number of the leaf in which every row ends, (m,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **X_OPTIONS)
        return self.tree_.apply(X)

    def get_depth(self):
        """Return the depth of the tree; a tree of one leaf has depth 0."""
        check_is_fitted(self)
        return int(self.tree_.depths.max())

    def get_n_leaves(self):
        """Return the number of leaves."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    def cost_complexity_pruning_path(self, X, y, sample_weight=None):
        """Return `ccp_alphas`, ascending, and the `impurities` of the pruned trees."""
        levels = clone(self)._levels(X, y, sample_weight)
        steps = list(prune(assemble(levels)))
        return Bunch(
            ccp_alphas=np.array([step.alpha for step in steps]),
            impurities=np.array([step.impurity for step in steps]),
        )

    @property
    def feature_importances_(self):
        """The share of every feature in all that cuts take off the impurity, (d,)."""
        check_is_fitted(self)
        return self.tree_.importances(self.n_features_in_)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        tags.target_tags.multi_output = True
        return tags
