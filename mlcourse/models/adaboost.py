r"""AdaBoost for two classes: an estimator around the rounds of a generator.

That is :func:`mlcourse.models.boosting.boost`, where the formulas are. There y is -1 or
+1, here any two labels.
"""

from itertools import accumulate

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.metrics import accuracy_score
from sklearn.utils import check_consistent_length, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.checks import check_flag, check_integer, check_number
from mlcourse.formulas.losses import sigmoid
from mlcourse.models.base_learner import TRIES, base_learner, is_stump, takes_sparse
from mlcourse.models.binary import two_classes
from mlcourse.models.boosting import boost


class AdaBoostClassifier(ClassifierMixin, BaseEstimator):
    r"""AdaBoost for two classes, with any base learner.

    What it does in the cases that have no single answer:

    - *A rule without error* ends the training. Its vote, infinite by the formula, is
      :math:`\alpha \approx 18` (scikit-learn: 1).
    - *A rule no better than chance*, :math:`\epsilon \ge 1/2`, ends the training
      without that rule; a ValueError in round 1. With `resample` 10 draws come first.
    - *A score of exactly 0* is predicted as ``classes_[0]``.
    - *Base learners* see the labels as -1.0 and +1.0.

    Parameters
    ----------
    estimator : "stump", "logistic" or a classifier, default=None
        The base learner; None means "stump", the best that :class:`StumpSearch` finds.
        "logistic" is our LogisticRegression by Newton's method, with a trace of a
        penalty, alpha=1e-4 (standardise X), so that separable classes have an answer.
        Report 001's is ``LogisticRegression("gradient_descent", 0.5, tol=0.03)``.
        Else a classifier whose `fit` takes `sample_weight`; sparse X reaches it as CSR.
    n_estimators : int >= 1, default=50
        The largest number T of rounds.
    criterion : {"error", "gini"}, default="error"
        What a stump is chosen by: see :class:`StumpSearch`.
    grid : int >= 1, default=None
        Let stumps try only so many equal steps a feature; report 001 has 30.
    learning_rate : float > 0, default=1.0
        Multiplies every alpha.
    resample : bool, default=False
        Train on n rows drawn by weight instead. Any classifier will do then.
    random_state : int, RandomState or None, default=None
        Of the draws, and of base learners that have a `random_state`.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The labels; ``classes_[1]`` is y = +1.
    rounds_ : list of Round
        Rule, mean exponential loss, error, alpha and the n weights of each round,
        without rows of weight 0.
    kind_ : tuple
        How rows are read: their kind of number, and their format if sparse.
    estimator_weights_, estimator_errors_ : ndarrays of shape (len(rounds_),)
        alpha and epsilon of each round. scikit-learn's weights are twice as large.

    Examples
    --------
    >>> X, y = np.arange(10)[:, None], list("aaabbbaaab")
    >>> model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> model.estimator_errors_.round(4), model.score(X, y)
    (array([0.3   , 0.2143, 0.1818]), 1.0)
    """

    def __init__(
        self,
        estimator=None,
        n_estimators=50,
        criterion="error",
        grid=None,
        learning_rate=1.0,
        resample=False,
        random_state=None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.grid = grid
        self.learning_rate = learning_rate
        self.resample = resample
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), two labels y (n,), and sample weights (n,) >= 0, if any."""
        samples, classes = self._samples(X, y, sample_weight)
        rounds = list(self._rounds(*samples))
        if not rounds:
            raise ValueError(
                "No rule beats chance on this data. Pass other features, or an "
                "estimator that combines them: DecisionTreeClassifier(max_depth=2)."
            )
        self.classes_, self.rounds_, self.kind_ = classes, rounds, self._kind()
        self.estimator_weights_ = np.array([r.alpha for r in rounds])
        self.estimator_errors_ = np.array([r.error for r in rounds])
        return self

    def steps(self, X, y, sample_weight=None):
        """Yield the very rounds that `fit` makes, one Round at a time; fits nothing."""
        model = clone(self)  # checking the data writes down their number of columns
        yield from model._rounds(*model._samples(X, y, sample_weight)[0])

    def decision_function(self, X):
        """Return the score F(x) of every row, shape (n,)."""
        check_is_fitted(self, "rounds_")
        X = self._rows(self.kind_, X, reset=False)
        return sum(r.alpha * r.rule(X) for r in self.rounds_)

    def staged_decision_function(self, X):
        """Yield the score of every row after each round, shape (n,)."""
        check_is_fitted(self, "rounds_")
        X = self._rows(self.kind_, X, reset=False)
        yield from accumulate(r.alpha * r.rule(X) for r in self.rounds_)

    def predict(self, X):
        """Return the label of every row, shape (n,); a score of 0 is class 0."""
        return self._labels(self.decision_function(X))

    def staged_predict(self, X):
        """Yield the label of every row after each round, shape (n,)."""
        yield from map(self._labels, self.staged_decision_function(X))

    def staged_score(self, X, y, sample_weight=None):
        """Yield the accuracy on X and y after each round."""
        for labels in self.staged_predict(X):
            yield accuracy_score(y, labels, sample_weight=sample_weight)

    def predict_proba(self, X):
        """Return 1 / (1 + exp(-2 F)) for class 1, and the rest, shape (n, 2).

        Far too sure after many rounds (Friedman, Hastie & Tibshirani, 2000).
        """
        score = self.decision_function(X)
        return sigmoid(2 * np.column_stack([-score, score]))

    def margins(self, X, y):
        """Return y F(x) / (sum of alphas), -1 to 1: votes for the label less others."""
        score, y = self.decision_function(X), np.asarray(y)
        check_consistent_length(score, y)
        if not np.isin(y, self.classes_).all():
            raise ValueError(f"y holds a label other than {self.classes_} of the fit.")
        signs = np.where(y == self.classes_[1], 1, -1)  # (n,)
        return signs * score / self.estimator_weights_.sum()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = takes_sparse(self.estimator)
        return tags

    def _labels(self, score):
        return self.classes_[(score > 0).astype(int)]

    def _rounds(self, X, y, w):
        """Yield the rounds on checked samples."""
        choice = self.estimator, self.criterion, self.grid, self.resample
        learn = base_learner(X, y, check_random_state(self.random_state), *choice)
        tries = TRIES if self.resample else 1
        yield from boost(learn, X, y, self.n_estimators, w, self.learning_rate, tries)

    def _kind(self):
        """Return kind of number and sparse format; trees of "gini" see 32 bits."""
        bits = np.float32 if self.criterion == "gini" else np.float64
        return bits, "csc" if is_stump(self.estimator) else "csr"

    def _rows(self, kind, *data, **options):
        """Return checked data."""
        with np.errstate(over="ignore"):  # inf is refused, with a sentence
            return validate_data(
                self, *data, dtype=kind[0], accept_sparse=kind[1], **options
            )

    def _samples(self, X, y, sample_weight):
        """Return checked samples with labels -1 and +1, and the classes."""
        check_integer("n_estimators", self.n_estimators)
        check_number("learning_rate", self.learning_rate, positive=True)
        check_flag("resample", self.resample)
        X, y = self._rows(self._kind(), X, y)
        # A row of weight 0 is no row.
        X, is_one, w, classes = two_classes(X, y, sample_weight)
        return (X, np.where(is_one, 1.0, -1.0), w), classes
