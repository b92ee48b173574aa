"""What forests that classify and forests that estimate numbers have in common."""

from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.arrays import Array
from mlcourse.checks import (
    check_choice,
    check_flag,
    check_integer,
    check_number,
    check_weights,
)
from mlcourse.models.bins import Bins, encode
from mlcourse.models.bootstrap import KINDS, multiplicities, out_of_bag
from mlcourse.models.growing import Limits, grow
from mlcourse.models.grown import Tree, assemble_all, blocks
from mlcourse.models.impurity import Targets
from mlcourse.models.nodes import packable
from mlcourse.models.pruning import pruned
from mlcourse.models.tree_base import X_OPTIONS, check_bins, check_limits, checked

TREE = (
    "criterion",
    "max_depth",
    "min_samples_split",
    "min_samples_leaf",
    "min_impurity_decrease",
    "max_features",
    "ccp_alpha",
    "max_bins",
    "n_thresholds",
)
PAIRS = 2**17  # of a row and a tree, in trees that grow side by side: for the cache
TREES = 25  # side by side at most, so that there is work for several jobs


def some_trees(
    bins: Bins,
    targets: Targets,
    weights: Array,
    limits: Limits,
    per_tree: bool,
    seeds: list[int],
) -> list[Tree]:
    """Return trees grown side by side on rows of weights (B, n), each from its seed.

    If features are drawn once `per_tree`, the cuts of all its nodes are looked for
    among these.
    """
    randoms = [np.random.default_rng([seed, 1]) for seed in seeds]
    drawn = None
    if per_tree and limits.max_features is not None:
        d, few = len(bins.first), limits.max_features
        drawn = np.sort([random.choice(d, few, replace=False) for random in randoms])
    return assemble_all(grow(bins, targets, weights, limits, randoms, drawn))


def mean_answer(trees: list[Tree], X: Any) -> Array:
    """Return the mean answer of trees on X (m, d), (m, K)."""
    total = np.zeros((X.shape[0], trees[0].value.shape[1]))
    for rows in blocks(X, len(trees)):
        for tree in trees:
            total[rows.where] += tree.value.take(tree.leaves(rows), axis=0)
    return total / len(trees)


class _Forest(BaseEstimator):
    """A number of trees on bootstrap samples, and the mean of their answers."""

    def fit(self, X, y, sample_weight=None):
        """Grow the trees on X (n, d), dense or sparse, and y (n,) or (n, L).

        Rows are drawn by number, whatever they weigh; in a tree a row counts by its
        weight times how often it was drawn.
        """
        T = check_integer("n_estimators", self.n_estimators)
        check_choice("bootstrap", self.bootstrap, KINDS)
        check_choice("features_per", self.features_per, ("node", "tree"))
        check_flag("oob_score", self.oob_score)
        if self.oob_score and not self.bootstrap:
            raise ValueError("oob_score=True needs bootstrap=True or 'distinct'.")
        alpha = check_number("ccp_alpha", self.ccp_alpha)
        X, y = checked(self, X, y)
        limits = check_limits(self, *X.shape)
        w = check_weights(sample_weight, X.shape[0])
        targets = self._targets(y)
        if not w.all():
            X, y, w, targets = X[w > 0], y[w > 0], w[w > 0], targets.only(w > 0)
        bins = encode(X, check_bins(self.max_bins))
        seeds = check_random_state(self.random_state).randint(2**31, size=T).tolist()
        n, per_tree = len(w), self.features_per == "tree"
        # Sums that are not exact would tell what grows beside a tree.
        B = min(TREES, max(1, PAIRS // n)) if packable(targets.T, TREES * w) else 1
        found = Parallel(n_jobs=self.n_jobs)(
            delayed(some_trees)(
                bins,
                targets,
                w * [multiplicities(n, self.bootstrap, seed) for seed in some],
                limits,
                per_tree,
                some,
            )
            for some in (seeds[i : i + B] for i in range(0, T, B))
        )
        self.trees_ = [pruned(tree, alpha) for trees in found for tree in trees]
        self.estimators_ = [
            self._member(*pair) for pair in zip(self.trees_, seeds, strict=True)
        ]
        if self.oob_score:
            answers = (
                (multiplicities(n, self.bootstrap, seed), mean_answer([tree], X))
                for tree, seed in zip(self.trees_, seeds, strict=True)
            )
            self._score_out_of_bag(out_of_bag(answers, n), y)
        return self

    def _member(self, tree, seed):
        """Return a fitted estimator of one tree."""
        member = self._Tree(**{name: getattr(self, name) for name in TREE})
        member.set_params(random_state=seed)
        for name in ("classes_", "multilabel_", "vector_", "n_features_in_"):
            if hasattr(self, name):
                setattr(member, name, getattr(self, name))
        member.tree_ = tree
        return member

    def _mean(self, X):
        """Return the mean answer of the trees, (m, K)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **X_OPTIONS)
        return mean_answer(self.trees_, X)

    def apply(self, X):
        """Return the number of the leaf of every row in every tree, (m, T)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **X_OPTIONS)
        return np.column_stack([tree.apply(X) for tree in self.trees_])

    @property
    def feature_importances_(self):
        """The mean of the trees' shares of every feature in all decreases, (d,)."""
        check_is_fitted(self)
        d = self.n_features_in_
        total = np.sum([tree.importances(d) for tree in self.trees_], axis=0)
        return total / (total.sum() or 1)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        tags.target_tags.multi_output = True
        return tags
