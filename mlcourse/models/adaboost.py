r"""AdaBoost (report 001, section 2.4).

Boosting adds weak rules :math:`h_t(x) \in \{-1, +1\}` up to one strong score

.. math:: F(x) = \sum_{t=1}^T \alpha_t h_t(x), \qquad \hat y = \operatorname{sign} F(x)

and trains each rule on weights that grow where the rules before it were wrong:

.. math::
    \epsilon_t = \sum_{i: h_t(x_i) \ne y_i} w_i, \qquad
    \alpha_t = \frac{1}{2} \ln \frac{1 - \epsilon_t}{\epsilon_t}, \qquad
    w_i \leftarrow \frac{w_i e^{-\alpha_t y_i h_t(x_i)}}{Z_t} .

Symbols: X (n, d) samples; y (n,) labels, -1 or +1; w (n,) weights of sum 1; T rounds.
Source: Freund & Schapire (1997), J. Comput. Syst. Sci. 55(1), 119-139.
"""

from collections.abc import Iterator
from itertools import accumulate
from numbers import Integral
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import accuracy_score
from sklearn.utils import check_consistent_length, check_random_state, check_scalar
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.arrays import Array
from mlcourse.checks import check_number, two_classes
from mlcourse.formulas.losses import sigmoid
from mlcourse.models.base_learner import TRIES, Learn, Rule, base_learner
from mlcourse.models.stump import EPS, ROUNDING


class Round(NamedTuple):
    """What one round leaves behind; a picture replays a list of these."""

    rule: Rule  # h_t
    error: float  # epsilon_t
    alpha: float  # alpha_t
    weights: Array  # (n,), those that epsilon_t is measured with


def boost(
    learn: Learn,
    X: Array,
    y: Array,
    n_rounds: int = 50,
    w: Array | None = None,
    learning_rate: float = 1.0,
    tries: int = 1,
) -> Iterator[Round]:
    r"""Yield the rounds of AdaBoost, by the formulas of this module.

    `learn` takes weights (n,) and returns a rule; `w` are the weights to start from,
    1/n each if None; `learning_rate` multiplies every alpha. Training ends early

    - when :math:`\epsilon \ge 1/2` (to 12 decimals), without that rule; a `learn`
      that is random gets a number of tries;
    - after a rule with :math:`\epsilon = 0`, which gets the :math:`\alpha` of
      :math:`\epsilon = 2^{-52}`, about 18, as the formula's is infinite.

    >>> from mlcourse.models.stump import StumpSearch
    >>> X = np.arange(10.0)[:, None]
    >>> y = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])
    >>> for r in boost(StumpSearch(X, y).best, X, y, n_rounds=2):
    ...     print(r.rule, round(r.error, 4), round(r.alpha, 4))
    Stump(feature=0, threshold=2.5, below=1.0, above=-1.0) 0.3 0.4236
    Stump(feature=0, threshold=8.5, below=1.0, above=-1.0) 0.2143 0.6496
    """
    w = np.full(len(y), 1 / len(y)) if w is None else w / w.sum()  # (n,)
    for _ in range(n_rounds):
        for _ in range(tries):
            rule = learn(w)
            margin = y * rule(X)  # (n,), -1 where the rule is wrong
            error = float(w[margin < 0].sum())
            if error < 0.5 - ROUNDING:
                break
        else:
            return
        alpha = learning_rate * 0.5 * float(np.log((1 - error) / max(error, EPS)))
        yield Round(rule, error, alpha, w)
        if error == 0:
            return
        w = w * np.exp(-alpha * margin)
        w = w / w.sum()


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
        penalty, l2=1e-4 (standardise X), so that separable classes have an answer.
        Report 001's is ``LogisticRegression("gradient_descent", 0.5, tol=0.03)``.
        Else a classifier whose `fit` takes `sample_weight`.
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
        Rule, error, alpha and the n weights of each round, without rows of weight 0.
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
        rounds = list(self.rounds(X, y, sample_weight))
        if not rounds:
            raise ValueError(
                "No rule beats chance on this data. Pass other features, or an "
                "estimator that combines them: DecisionTreeClassifier(max_depth=2)."
            )
        self.rounds_ = rounds
        self.estimator_weights_ = np.array([r.alpha for r in rounds])
        self.estimator_errors_ = np.array([r.error for r in rounds])
        return self

    def rounds(self, X, y, sample_weight=None):
        """Yield the very rounds that `fit` makes, one Round at a time."""
        T, rate = self.n_estimators, self.learning_rate
        check_scalar(T, "n_estimators", Integral, min_val=1)
        check_number("learning_rate", rate, positive=True)
        X, y, w = self._samples(X, y, sample_weight)
        choice = self.estimator, self.criterion, self.grid, self.resample
        learn = base_learner(X, y, check_random_state(self.random_state), *choice)
        yield from boost(learn, X, y, T, w, rate, TRIES if self.resample else 1)

    def decision_function(self, X):
        """Return the score F(x) of every row, shape (n,)."""
        check_is_fitted(self, "rounds_")
        X = self._rows(X, reset=False)
        return sum(r.alpha * r.rule(X) for r in self.rounds_)

    def staged_decision_function(self, X):
        """Yield the score of every row after each round, shape (n,)."""
        check_is_fitted(self, "rounds_")
        X = self._rows(X, reset=False)
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
        return tags

    def _labels(self, score):
        return self.classes_[(score > 0).astype(int)]

    def _rows(self, *data, **options):
        """Return checked data; the trees behind "gini" see 32 bits of a number."""
        kind = np.float32 if self.criterion == "gini" else np.float64
        with np.errstate(over="ignore"):  # inf is refused, with a sentence
            return validate_data(self, *data, dtype=kind, **options)

    def _samples(self, X, y, sample_weight):
        """Return checked samples with labels -1 and +1; a row of weight 0 is none."""
        X, y = self._rows(X, y)
        X, is_one, w, self.classes_ = two_classes(X, y, sample_weight)
        return X, np.where(is_one, 1.0, -1.0), w
