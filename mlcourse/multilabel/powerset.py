r"""Label powerset: every set of labels is one class; RAkEL: on small random sets.

Label powerset hands the distinct rows of Y to one multi-class classifier h, so it
knows which labels go together, and predicts only sets that it has seen:

.. math:: \hat Y(x) = h(x) \in \{Y_1, \dots, Y_n\} .

With many labels most sets are rare. RAkEL fits one label powerset :math:`h_R` to each
of m random sets R of k labels, and asks for each label the models that know it. As
published, a label is predicted if more than half of these vote for it:

.. math:: p_l(x) = \frac{\sum_{R \ni l} [\, l \in h_R(x) ]}{\sum_{R \ni l} 1}, \qquad
          \hat y_l = [\, p_l > 1/2 ] .

Soft votes put the probability :math:`P_R(l \mid x) = \sum_{S \ni l} P_R(S \mid x)` in
the place of the bracket, which ranks labels far better.

Symbols: n samples, d features, L labels, m = n_estimators, k = labelset_size.
Sources: Tsoumakas & Vlahavas (2007), Random k-labelsets, ECML, 406-417; Tsoumakas,
Katakis & Vlahavas (2011), Random k-labelsets for multi-label classification, IEEE
Trans. Knowledge and Data Engineering 23(7), 1079-1089.
"""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState
from sklearn.utils import check_random_state, get_tags

from mlcourse.arrays import Index
from mlcourse.checks import check_flag, check_integer, shown
from mlcourse.models.base_learner import fresh
from mlcourse.multilabel.members import (
    VotingClassifier,
    check_samples,
    fit_member,
)

CELLS = 2**18  # probabilities of sets that are held at once


def labelsets(Y: Any) -> tuple[Index, Index]:
    """Return the distinct rows (C, L) of Y, and which of them each row is, (n,).

    >>> sets, number = labelsets([[1, 0], [0, 1], [1, 0]])
    >>> sets.tolist(), number.tolist()
    ([[0, 1], [1, 0]], [1, 0, 1])
    """
    sets, number = np.unique(Y, axis=0, return_inverse=True)
    return sets, number.ravel()


def random_labelsets(L: int, k: int, m: int, random: RandomState) -> list[list[int]]:
    """Return m different sets of k of L labels, each ascending, drawn uniformly."""
    if m >= comb(L, k):
        return list(map(list, combinations(range(L), k)))
    sets: dict[tuple[int, ...], None] = {}  # a set that keeps its order
    while len(sets) < m:
        sets[tuple(sorted(random.permutation(L)[:k].tolist()))] = None
    return list(map(list, sets))


def disjoint_labelsets(L: int, k: int, random: RandomState) -> list[list[int]]:
    """Return the labels in a random order, cut into sets of k, each ascending."""
    order = random.permutation(L)
    return [sorted(order[i : i + k].tolist()) for i in range(0, L, k)]


class LabelPowerset(VotingClassifier):
    r"""One multi-class classifier, whose classes are the sets of labels seen.

    Its answer is a single hard vote: a set. Labels are ranked by their probabilities,

    .. math:: P(l \mid x) = \sum_{S \ni l} P(S \mid x) ,

    of which one may be below 1/2 for a label in the most probable set.

    Parameters
    ----------
    estimator : classifier
        What is copied and fitted to the numbers of the sets, 0 to C - 1. It must know
        many classes, unless there are two sets.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    combinations_ : ndarray of shape (C, L)
        The distinct rows of Y, in lexicographic order.
    estimator_ : classifier
        The fitted copy; a Constant if all rows of Y are equal.
    voting_ : str
        "hard": the set decides.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, Y = [[0], [1], [2], [3]], [[0, 1], [0, 1], [1, 0], [1, 1]]
    >>> model = LabelPowerset(DecisionTreeClassifier()).fit(X, Y)
    >>> model.predict([[0.4], [2.9]]).tolist(), model.combinations_.tolist()
    ([[0, 1], [1, 1]], [[0, 1], [1, 0], [1, 1]])
    """

    def __init__(self, estimator):
        self.estimator = estimator

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        X, Y, w = check_samples(self, X, y, sample_weight)
        self.combinations_, number = labelsets(Y)
        C, tags = len(self.combinations_), get_tags(self.estimator)
        if C > 2 and not tags.classifier_tags.multi_class:
            raise ValueError(
                f"LabelPowerset needs a classifier for many classes, as y holds {C} "
                f"sets of labels; {shown(self.estimator)} knows two. Pass another, "
                "such as DecisionTreeClassifier()."
            )
        self.voting_ = "hard"
        self.estimator_ = fit_member(self.estimator, X, number, w)
        return self

    def _votes(self, method, X):
        """Return the labels of the set predicted, or the probability of each label."""
        sets, C = self.combinations_, len(self.combinations_)
        if method == "predict":
            return sets[self.estimator_.predict(X)]
        sets = sets.astype(float)
        step = max(1, CELLS // C)  # nearly every row may have a set of its own
        parts = [
            self.estimator_.predict_proba(X[i : i + step])[:, :C] @ sets
            for i in range(0, X.shape[0], step)
        ]
        return np.minimum(np.vstack(parts), 1)


class RAkEL(VotingClassifier):
    """Label powersets on small random sets of labels, which vote.

    Parameters
    ----------
    estimator : classifier
        What every label powerset is made of. If it has a `random_state`, each gets a
        seed of its own.
    labelset_size : int >= 1, default=3
        Labels in a set; all of them if there are fewer.
    n_estimators : int >= 1, default=None
        Number of sets that may overlap, all different; None means 2 L, as published.
        If there are no more sets than that, all are used.
    disjoint : bool, default=False
        Cut the labels into sets of `labelset_size` instead (the last may be smaller),
        each label in one; `n_estimators` must then be None.
    voting : {"soft", "hard"}, default="soft"
        Whether a label is predicted if its mean probability exceeds 1/2, or, as
        published, if more than half of the models that know it predict it. Scores are
        mean probabilities both times. Models without probabilities vote by labels.
    n_jobs : int, default=None
        Jobs of joblib for the models.
    random_state : int, RandomState or None, default=None
        Of the sets and seeds.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    labelsets_ : list of lists
        The labels of each model.
    estimators_ : list of LabelPowerset
        The models.
    frequency_ : ndarray of shape (L,)
        The share of rows with each label: what is answered for one that is in no set.
    voting_ : "soft" or "hard"
        What decides on labels: "hard" if the models have no probabilities.
    """

    def __init__(
        self,
        estimator,
        labelset_size=3,
        n_estimators=None,
        disjoint=False,
        voting="soft",
        n_jobs=None,
        random_state=None,
    ):
        self.estimator = estimator
        self.labelset_size = labelset_size
        self.n_estimators = n_estimators
        self.disjoint = disjoint
        self.voting = voting
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        X, Y, w = check_samples(self, X, y, sample_weight)
        self._choose_votes()
        random = check_random_state(self.random_state)
        self.labelsets_ = self._draw(Y.shape[1], random)
        self.frequency_ = np.average(Y, axis=0, weights=w)
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(LabelPowerset(fresh(self.estimator, random)).fit)(X, Y[:, R], w)
            for R in self.labelsets_
        )
        return self

    def _draw(self, L, random):
        """Return the sets of labels."""
        check_flag("disjoint", self.disjoint)
        k = min(check_integer("labelset_size", self.labelset_size), L)
        if self.disjoint:
            if self.n_estimators is not None:
                raise ValueError(
                    f"n_estimators={self.n_estimators} sets cannot be asked for with "
                    "disjoint=True, which cuts the labels into sets of labelset_size. "
                    "Leave it out."
                )
            return disjoint_labelsets(L, k, random)
        m = 2 * L if self.n_estimators is None else self.n_estimators
        return random_labelsets(L, k, check_integer("n_estimators", m), random)

    def _votes(self, method, X):
        """Return the mean vote for every label, its frequency if no model knows it."""
        L = len(self.frequency_)
        votes, known = np.zeros((X.shape[0], L)), np.zeros(L)
        for R, model in zip(self.labelsets_, self.estimators_, strict=True):
            votes[:, R] += getattr(model, method)(X)
            known[R] += 1
        return np.where(known, votes / np.maximum(known, 1), self.frequency_)
