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
from mlcourse.models.grown import Tree, assemble, blocks
from mlcourse.models.impurity import Targets
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


def one_tree(
    bins: Bins, targets: Targets, w: Array, limits: Limits, per_tree: bool, seed: int
) -> Tree:
    """Return a tree grown on rows of weights w (n,).

    If features are drawn once `per_tree`, the cuts of all its nodes are looked for
    among these.
    """
    random = np.random.default_rng([seed, 1])
    if per_tree and limits.max_features is not None:
        d = len(bins.first)
        drawn = np.sort(random.choice(d, limits.max_features, replace=False))
        bins, limits = bins.only(drawn), limits._replace(max_features=None)
    return assemble(grow(bins, targets, w, limits, random))


def mean_answer(trees: list[Tree], X: Any) -> Array:
    """Return the mean answer of trees on X (m, d), (m, K)."""
    total = np.zeros((X.shape[0], trees[0].value.shape[1]))
    for rows in blocks(X):
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
        trees = Parallel(n_jobs=self.n_jobs)(
            delayed(one_tree)(
                bins,
                targets,
                w * multiplicities(n, self.bootstrap, seed),
                limits,
                per_tree,
                seed,
            )
            for seed in seeds
        )
        self.trees_ = [pruned(tree, alpha) for tree in trees]
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
