r"""Random forests: the mean of many trees that were made to differ.

Of T trees with variance :math:`\sigma^2` and correlation :math:`\rho` the mean has

.. math:: \rho \sigma^2 + \frac{1 - \rho}{T} \sigma^2 .

More trees take away the second term; drawing rows for every tree, and features for
every node, lowers :math:`\rho` in the first.

Report 004 takes two shortcuts, both options here: repeated rows of a sample count once
(``bootstrap="distinct"``), and features are drawn once for a tree
(``features_per="tree"``), which is the random subspace method.

Sources: Breiman (2001), Random forests, Machine Learning 45(1), 5-32; Ho (1998), The
random subspace method, IEEE Trans. Pattern Analysis and Machine Intelligence 20(8).
"""

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.metrics import accuracy_score, r2_score

from mlcourse.models.forest_base import _Forest
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor
from mlcourse.models.tree_targets import (
    choose,
    class_shares,
    class_targets,
    number_targets,
)


class RandomForestClassifier(ClassifierMixin, _Forest):
    """A random forest for one of several classes, or for a set of labels.

    It averages the shares of classes in the leaves, not the trees' choices. Units of
    the columns do not matter; of equally good cuts that of the first drawn feature is
    taken. NaN and sparse X are treated as by DecisionTreeClassifier.

    Parameters
    ----------
    n_estimators : int >= 1, default=100
        The number T of trees.
    criterion : {"gini", "entropy"}, default="gini"
        The impurity.
    max_depth : int >= 1, default=None
        The largest number of questions; None for any number.
    min_samples_split : int >= 2 or float, default=2
        The least number of rows that may be cut apart, or share of all rows.
    min_samples_leaf : int >= 1 or float, default=1
        The least number of rows in a leaf, or share of all; each drawn row is one.
    min_impurity_decrease : float >= 0, default=0.0
        How much of the impurity of the whole tree a cut must take away.
    max_features : {"sqrt", "log2"}, int or float, default="sqrt"
        The number of features drawn, or share of all; None for all.
    ccp_alpha : float >= 0, default=0.0
        The price of a leaf in pruning.
    max_bins : int >= 2, default=64
        Values of a feature are put in so many bins, once for all trees; None tries all
        cuts, in two or three times the time.
    n_thresholds : int >= 1, default=None
        So many rows of a node are drawn as cuts of a feature; None tries all.
    bootstrap : True, False or "distinct", default=True
        Whether rows are drawn for every tree; "distinct" counts each of them once.
    features_per : {"node", "tree"}, default="node"
        What features are drawn for.
    oob_score : bool, default=False
        Let trees answer on the rows that they have not seen.
    n_jobs : int, default=None
        Processes of joblib that grow trees.
    random_state : int, RandomState or None, default=None
        Draws rows and features.

    Attributes
    ----------
    estimators_ : list of DecisionTreeClassifier
        The trees; `trees_` holds their nodes.
    classes_ : ndarray
        The classes, ascending; 0 ... L - 1 for a matrix Y.
    multilabel_ : bool
        Whether Y was a matrix.
    oob_decision_function_ : ndarray of shape (n, C) or (n, L)
        With `oob_score`: the mean of the trees that have not seen a row, NaN if all
        have; of the rows of weight > 0.
    oob_score_ : float
        The share of rows that these answer right, among those that have an answer.

    Examples
    --------
    >>> X, y = [[1], [2], [3], [7], [8], [9]], ["a", "a", "a", "b", "b", "b"]
    >>> model = RandomForestClassifier(20, random_state=0).fit(X, y)
    >>> model.predict([[0], [10]]).tolist()
    ['a', 'b']
    """

    _Tree = DecisionTreeClassifier

    def __init__(
        self,
        n_estimators=100,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_impurity_decrease=0.0,
        max_features="sqrt",
        ccp_alpha=0.0,
        max_bins=64,
        n_thresholds=None,
        bootstrap=True,
        features_per="node",
        oob_score=False,
        n_jobs=None,
        random_state=None,
    ):
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.max_bins = max_bins
        self.n_thresholds = n_thresholds
        self.bootstrap = bootstrap
        self.features_per = features_per
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _targets(self, y):
        return class_targets(self, y, self.criterion)

    def predict_proba(self, X):
        """Return mean shares: (m, C) of C classes, or (m, L) of labels."""
        mean = self._mean(X)
        return class_shares(self, mean)

    def predict(self, X):
        """Return the class of the largest share, of equals the first, or labels."""
        shares = self.predict_proba(X)
        return choose(self, shares)

    def _score_out_of_bag(self, answers, y):
        shares = self.oob_decision_function_ = class_shares(self, answers)
        known = ~np.isnan(shares[:, 0])
        self.oob_score_ = accuracy_score(y[known], choose(self, shares[known]))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags


class RandomForestRegressor(RegressorMixin, _Forest):
    """A random forest for one number, or for several.

    All features are tried at every node unless `max_features` says otherwise, as in
    scikit-learn; about a third of them makes the trees differ more.

    Parameters
    ----------
    n_estimators : int >= 1, default=100
        The number T of trees.
    criterion : {"squared_error"}, default="squared_error"
        The impurity.
    max_features : {"sqrt", "log2"}, int or float, default=1.0
        The number of features drawn, or share of all; None for all.
    max_depth, n_thresholds, n_jobs, random_state : default=None
        These and all below are as in RandomForestClassifier.
    min_samples_split : default=2
    min_samples_leaf : default=1
    min_impurity_decrease, ccp_alpha : default=0.0
    max_bins : default=64
    bootstrap : default=True
    features_per : default="node"
    oob_score : default=False

    Attributes
    ----------
    estimators_ : list of DecisionTreeRegressor
        The trees; `trees_` holds their nodes.
    vector_ : bool
        Whether y was a vector.
    oob_prediction_ : ndarray of shape (n,) or (n, L)
        With `oob_score`: the mean of the trees that have not seen a row, NaN if all
        have; of the rows of weight > 0.
    oob_score_ : float
        R^2 of these answers, among those that are numbers.

    Examples
    --------
    >>> X, y = [[1], [2], [3], [7], [8], [9]], [0, 0, 0, 5, 5, 5]
    >>> model = RandomForestRegressor(20, random_state=0).fit(X, y)
    >>> model.predict([[0], [10]]).round(1).tolist()
    [0.8, 5.0]
    """

    _Tree = DecisionTreeRegressor

    def __init__(
        self,
        n_estimators=100,
        criterion="squared_error",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_impurity_decrease=0.0,
        max_features=1.0,
        ccp_alpha=0.0,
        max_bins=64,
        n_thresholds=None,
        bootstrap=True,
        features_per="node",
        oob_score=False,
        n_jobs=None,
        random_state=None,
    ):
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.max_bins = max_bins
        self.n_thresholds = n_thresholds
        self.bootstrap = bootstrap
        self.features_per = features_per
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _targets(self, y):
        return number_targets(self, y, self.criterion)

    def predict(self, X):
        """Return the mean of the trees, (m,), or (m, L) for Y of L columns."""
        mean = self._mean(X)
        return mean[:, 0] if self.vector_ else mean

    def _score_out_of_bag(self, answers, y):
        known = ~np.isnan(answers[:, 0])
        self.oob_prediction_ = answers[:, 0] if self.vector_ else answers
        self.oob_score_ = r2_score(y[known], self.oob_prediction_[known])
