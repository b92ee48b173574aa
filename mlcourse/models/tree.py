r"""Decision trees: a few questions about single features, and an answer in each leaf.

A tree asks "is :math:`x_j > \theta`?" and goes right or left, until it comes to a leaf,
where it answers with the mean of the training targets there: of numbers, of labels, or
of "is of class k", which are shares of classes.

How it grows is told in ``growing``, how cuts are judged in ``impurity``, how the best
are found in ``splits``, and how the tree is cut back in ``pruning``.

Source: Breiman, Friedman, Olshen & Stone (1984), Classification and Regression Trees.
"""

from collections.abc import Iterator
from typing import Any

from sklearn.base import ClassifierMixin, RegressorMixin, clone

from mlcourse.models.growing import Level
from mlcourse.models.tree_base import _DecisionTree
from mlcourse.models.tree_targets import (
    choose,
    class_shares,
    class_targets,
    number_targets,
)


def growth(model: Any, X: Any, y: Any, sample_weight: Any = None) -> Iterator[Level]:
    """Yield the levels that ``model.fit(X, y)`` grows, before it prunes.

    >>> model = DecisionTreeRegressor(max_depth=2)
    >>> for level in growth(model, [[1], [2], [3], [9]], [5, 5, 1, 2]):
    ...     print(level.depth, level.value.ravel(), level.threshold)
    0 [3.25] [2.5]
    1 [5.  1.5] [nan  6.]
    2 [1. 2.] [nan nan]
    """
    levels: Iterator[Level] = clone(model)._levels(X, y, sample_weight)
    return levels


class DecisionTreeClassifier(ClassifierMixin, _DecisionTree):
    """A decision tree for one of several classes, or for a set of labels.

    Units of the columns do not matter, only the order of their values. Of equally good
    cuts, to 11 digits of the impurity, the tree takes the first feature and there the
    lowest threshold. Missing values (NaN) go to the side where they serve best; where
    training had none, they go where most rows go, or right. A sparse X grows the tree
    that it would as an array, in as much time, but takes a byte or two for each of its
    n d places in the place of eight. Of tables of thousands of words that is slow;
    :func:`mlcourse.data.text.dense` makes them narrow.

    Parameters
    ----------
    criterion : {"gini", "entropy"}, default="gini"
        The impurity, of labels its mean over them.
    max_depth : int >= 1, default=None
        The largest number of questions; None for any number.
    min_samples_split : int >= 2 or float, default=2
        The least number of rows that may be cut apart, or share of all rows.
    min_samples_leaf : int >= 1 or float, default=1
        The least number of rows in a leaf, or share of all rows.
    min_impurity_decrease : float >= 0, default=0.0
        How much of the impurity of the whole tree a cut must take away.
    max_features : {"sqrt", "log2"}, int or float, default=None
        The number of features drawn for every node, or share of all; None for all. If
        none of them can be cut, as many others are drawn.
    ccp_alpha : float >= 0, default=0.0
        The price of a leaf in pruning.
    max_bins : int >= 2, default=None
        Values of a feature are put in so many bins, and only cuts between these are
        tried; None tries all.
    n_thresholds : int >= 1, default=None
        So many rows of a node are drawn for every feature, with repetition, and only
        their values are tried as thresholds, as report 004 does with 10.
    random_state : int, RandomState or None, default=None
        Draws the features and the thresholds.

    Attributes
    ----------
    classes_ : ndarray
        The classes, ascending; 0 ... L - 1 for a matrix Y.
    multilabel_ : bool
        Whether Y was a matrix.
    tree_ : Tree
        The nodes.

    Examples
    --------
    >>> X, y = [[1, 5], [2, 5], [3, 5], [4, 0]], ["a", "a", "b", "a"]
    >>> model = DecisionTreeClassifier().fit(X, y)
    >>> model.predict([[3, 5], [4, 5]]).tolist()
    ['b', 'a']
    >>> stump = DecisionTreeClassifier(max_depth=1).fit(X, y)
    >>> stump.predict_proba([[2.6, 0]]).tolist()
    [[0.5, 0.5]]
    """

    def __init__(
        self,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_impurity_decrease=0.0,
        max_features=None,
        ccp_alpha=0.0,
        max_bins=None,
        n_thresholds=None,
        random_state=None,
    ):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.max_bins = max_bins
        self.n_thresholds = n_thresholds
        self.random_state = random_state

    def _targets(self, y):
        return class_targets(self, y, self.criterion)

    def predict_proba(self, X):
        """Return the shares in the leaf: (m, C) of C classes, or (m, L) of labels."""
        leaf = self.apply(X)
        return class_shares(self, self.tree_.value[leaf])

    def predict(self, X):
        """Return the commonest class, of equals the first, or labels above 1/2."""
        shares = self.predict_proba(X)
        return choose(self, shares)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags


class DecisionTreeRegressor(RegressorMixin, _DecisionTree):
    """A decision tree for one number, or for several.

    It answers with the mean of a leaf, so never beyond what it has seen. All else is as
    in :class:`DecisionTreeClassifier`; the largest targets may be 1e100.

    Parameters
    ----------
    criterion : {"squared_error"}, default="squared_error"
        The impurity, of several numbers its mean over them.
    max_depth : int >= 1, default=None
        The largest number of questions; None for any number.
    min_samples_split : int >= 2 or float, default=2
        The least number of rows that may be cut apart, or share of all rows.
    min_samples_leaf : int >= 1 or float, default=1
        The least number of rows in a leaf, or share of all rows.
    min_impurity_decrease : float >= 0, default=0.0
        How much of the impurity of the whole tree a cut must take away.
    max_features : {"sqrt", "log2"}, int or float, default=None
        The number of features drawn for every node, or share of all; None for all.
    ccp_alpha : float >= 0, default=0.0
        The price of a leaf in pruning.
    max_bins : int >= 2, default=None
        Values of a feature are put in so many bins, and only cuts between these are
        tried; None tries all.
    n_thresholds : int >= 1, default=None
        So many rows of a node are drawn for every feature, and only their values are
        tried as thresholds.
    random_state : int, RandomState or None, default=None
        Draws the features and the thresholds.

    Attributes
    ----------
    vector_ : bool
        Whether y was a vector.
    tree_ : Tree
        The nodes.

    Examples
    --------
    >>> model = DecisionTreeRegressor(max_depth=1).fit([[1], [2], [3]], [5.0, 5.0, 2.0])
    >>> model.predict([[2.4], [2.6], [99]]).tolist()
    [5.0, 2.0, 2.0]
    """

    def __init__(
        self,
        criterion="squared_error",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_impurity_decrease=0.0,
        max_features=None,
        ccp_alpha=0.0,
        max_bins=None,
        n_thresholds=None,
        random_state=None,
    ):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.max_bins = max_bins
        self.n_thresholds = n_thresholds
        self.random_state = random_state

    def _targets(self, y):
        return number_targets(self, y, self.criterion)

    def predict(self, X):
        """Return the mean of the leaf, (m,), or (m, L) for Y of L columns."""
        leaf = self.apply(X)
        value = self.tree_.value[leaf]
        return value[:, 0] if self.vector_ else value
