r"""AdaBoost.MH: one boosting for all labels.

Let every *pair* of a sample and a label be a sample of its own, with the sign
:math:`Y_{il}`. AdaBoost on the n L pairs is AdaBoost.MH, and all that holds for the
one holds for the other. A pair is misclassified where a label is, so the training
error is the Hamming loss, and

.. math::
    \text{Hamming loss} \;\le\; \frac{1}{nL} \sum_{i, l} e^{-Y_{il} F_l(x_i)}
    \;=\; \prod_{t=1}^T Z_t .

What is new is the rule: one question about one feature for all labels, and for each
label an answer of its own on either side,

.. math:: h_l(x) = \begin{cases} a_l & x_j > \theta \\ b_l & x_j \le \theta \end{cases}
          \qquad a_l, b_l \in \{-1, +1\}.

With :math:`s_l` the sum of the signed weights :math:`w_{il} Y_{il}` left of a cut, and
:math:`S_l` the sum of all, each side answers by its majority, and the question with

.. math:: \max_{j, \theta} \sum_{l=1}^L \tfrac12 \bigl( |s_l| + |S_l - s_l| \bigr)
          = \tfrac12 - \epsilon

has the smallest weighted error.

Symbols: X (n, d) samples, dense or sparse; Y (n, L) labels, here -1 or +1; w (n, L)
weights of the pairs, of sum 1; c cuts.
Source: Schapire & Singer (1999), Machine Learning 37(3), 297-336; the rule is that of
Schapire & Singer (2000), Machine Learning 39(2/3), 135-168, with discrete answers.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from mlcourse.arrays import Array, tidy
from mlcourse.checks import check_integer, check_number, check_weights
from mlcourse.models.boosting import Round, boost
from mlcourse.models.cuts import blocks, column, feature, left_sums
from mlcourse.models.stump import ROUNDING
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    check_targets,
    restore,
    restore_scores,
)


class Question(NamedTuple):
    """The rule h of the module's formula."""

    feature: int  # j
    threshold: float  # theta, -inf for a rule that asks nothing
    below: Array  # b, (L,), at the threshold or below it
    above: Array  # a, (L,)

    def __call__(self, X: Any) -> Array:
        """Return h of every pair, the labels of the first row first: (n L,)."""
        high = column(X, self.feature) > self.threshold  # (n,)
        return np.where(high[:, None], self.above, self.below).ravel()


class QuestionSearch:
    """The best question for any weights on the same samples; sorts them only once.

    Ties, to 12 decimals, are decided as by :class:`~mlcourse.models.stump.StumpSearch`:
    no question, then the lowest feature, then its lowest threshold. A side without a
    majority says that the label is absent.

    Examples
    --------
    >>> X, Y = np.array([[1.0], [2.0], [3.0]]), np.array([[1, -1], [-1, 1], [-1, 1]])
    >>> question = QuestionSearch(X, Y).best(np.ones(6) / 6)
    >>> question.threshold, question.below, question.above
    (1.5, array([ 1., -1.]), array([-1.,  1.]))
    """

    def __init__(self, X: Any, Y: Array) -> None:
        self.X = tidy(X, "csc") if issparse(X) else X
        self.Y = Y
        self.blocks = list(blocks(self.X, 0.0, None))

    def best(self, w: Array) -> Question:
        """Return the best question for weights of the pairs, (n L,) of sum 1."""
        wy = w.reshape(self.Y.shape) * self.Y  # (n, L)
        S = wy.sum(axis=0)  # (L,)
        j, theta, top = 0, -np.inf, np.abs(S).sum() / 2  # without a question
        for cuts in self.blocks:
            score = np.zeros(len(cuts.theta))  # (c,)
            for v, total in zip(wy.T, S, strict=True):
                s = left_sums(cuts, v, total)  # (c,)
                score += (np.abs(s) + np.abs(total - s)) / 2
            if score.max(initial=-1) > top + ROUNDING:
                top = score.max()
                i = (score >= top - ROUNDING).argmax()
                j, theta = feature(cuts, i), float(cuts.theta[i])
        above = column(self.X, j) > theta  # (n,)
        right = wy[above].sum(axis=0)  # (L,)
        left = right if above.all() else wy[~above].sum(axis=0)
        return Question(j, theta, majority(left), majority(right))


def majority(s: Array) -> Array:
    """Return the answers of a side with the sums s of w Y, (L,)."""
    return np.where(s > ROUNDING, 1.0, -1.0)


def boost_pairs(
    X: Any,
    Y: Array,
    n_estimators: int,
    w: Array | None = None,
    learning_rate: float = 1.0,
) -> Iterator[Round]:
    """Yield the rounds of AdaBoost.MH: AdaBoost on the pairs, with shared questions.

    >>> X, Y = np.array([[1.0], [2.0], [3.0]]), np.array([[1, 1], [-1, 1], [1, -1]])
    >>> [round(r.error, 4) for r in boost_pairs(X, Y, 3)]
    [0.1667, 0.1, 0.1111]
    """
    search = QuestionSearch(X, Y)
    yield from boost(search.best, X, Y.ravel(), n_estimators, w, learning_rate)


class AdaBoostMH(MultilabelClassifier):
    r"""AdaBoost.MH with one question a round for all labels.

    With one label it is :class:`~mlcourse.models.adaboost.AdaBoostClassifier` with
    stumps, round by round; training ends early in the same two cases.

    Parameters
    ----------
    n_estimators : int >= 1, default=50
        The largest number T of questions.
    learning_rate : float > 0, default=1.0
        Multiplies every alpha.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    rounds_ : list of Round
        Rule, mean exponential loss, error, alpha and weights of the n L pairs of each
        round, without rows of weight 0.
    estimator_weights_, estimator_errors_ : ndarrays of shape (len(rounds_),)
        alpha and epsilon of each round.

    Examples
    --------
    >>> X, Y = [[1], [2], [3], [4]], [[1, 0], [1, 1], [0, 1], [0, 1]]
    >>> model = AdaBoostMH(n_estimators=2).fit(X, Y)
    >>> model.predict([[1.2], [3.8]]).tolist()
    [[1, 0], [0, 1]]
    """

    def __init__(self, n_estimators=50, learning_rate=1.0):
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), Y (n, L) of 0 and 1 or y (n,), and weights (n,) if any."""
        rounds = list(self._rounds(*self._samples(X, y, sample_weight)))
        if not rounds:
            raise ValueError(
                "No question beats chance on this data. Pass other features, or one "
                "classifier for each label: BinaryRelevance(AdaBoostClassifier(tree))."
            )
        self.rounds_ = rounds
        self.estimator_weights_ = np.array([r.alpha for r in rounds])
        self.estimator_errors_ = np.array([r.error for r in rounds])
        return self

    def steps(self, X, y, sample_weight=None):
        """Yield the very rounds that `fit` makes, one Round at a time; fits nothing."""
        model = clone(self)
        yield from model._rounds(*model._samples(X, y, sample_weight))

    def decision_function(self, X):
        """Return F of every row and label, (n, L), or (n,) if y was a vector."""
        return restore_scores(self, self._score(X))

    def predict(self, X):
        """Return the labels whose score is positive, shaped like y in `fit`."""
        return restore(self, self._score(X) > 0)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _score(self, X):
        check_is_fitted(self, "rounds_")
        X = check_rows(self, X)
        X = tidy(X, "csc") if issparse(X) else X
        return sum(r.alpha * r.rule(X) for r in self.rounds_).reshape(X.shape[0], -1)

    def _samples(self, X, y, sample_weight):
        """Return checked X, signs Y (n, L), and the weights of the pairs (n L,)."""
        check_integer("n_estimators", self.n_estimators)
        check_number("learning_rate", self.learning_rate, positive=True)
        X, Y = check_targets(self, X, y, dtype=np.float64)
        w = check_weights(sample_weight, len(Y))
        if not w.all():  # a row of weight 0 is no row
            X, Y, w = X[w > 0], Y[w > 0], w[w > 0]
        return X, 2.0 * Y - 1, np.repeat(w, Y.shape[1])

    def _rounds(self, X, Y, w):
        """Yield the rounds on checked samples."""
        yield from boost_pairs(X, Y, self.n_estimators, w, self.learning_rate)
