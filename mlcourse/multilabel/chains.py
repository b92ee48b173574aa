r"""Classifier chains: each label is told the answers to the labels before it.

With the labels in an order :math:`\pi`, the j-th member learns from X and the *true*
labels before its own, and predicts from X and the *predicted* ones:

.. math:: \hat y_{\pi_j} = h_j(x, \hat y_{\pi_1}, \dots, \hat y_{\pi_{j-1}}) .

So labels may depend on one another, at the price that a mistake runs down the chain,
and that the order matters. An ensemble averages over orders.

Symbols: n samples, d features, L labels, j = 1 ... L places in the chain.
Source: Read, Pfahringer, Holmes & Frank (2011), Classifier chains for multi-label
classification, Machine Learning 85(3), 333-359, sections 3 and 4.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array, hstack, issparse
from sklearn.model_selection import check_cv
from sklearn.utils import check_random_state

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_choice, check_integer, check_number, shown
from mlcourse.models.base_learner import fresh
from mlcourse.multilabel.members import (
    LabelByLabel,
    VotingClassifier,
    answer,
    check_order,
    check_samples,
    fit_member,
)


def widen(X: Any, Y: Any) -> Any:
    """Return (X, Y) side by side, sparse if X is.

    >>> widen(np.array([[0.5], [0.7]]), np.array([[1, 0], [0, 0]])).tolist()
    [[0.5, 1.0, 0.0], [0.7, 0.0, 0.0]]
    """
    if issparse(X):
        return hstack([X, csr_array(Y.astype(X.dtype))], format="csr")
    return np.hstack([X, Y])


def chain_answers(
    members: Sequence[Any], order: Index, X: Any, method: str
) -> tuple[Index, Array]:
    """Return the labels and what `method` gives, (n, L), of a fitted chain.

    Place j of `members` answers for label ``order[j]``.
    """
    labels = np.zeros((X.shape[0], len(order)), dtype=int)
    values = np.zeros(labels.shape)
    for j, member in enumerate(members):
        x = widen(X, labels[:, order[:j]])  # (n, d + j)
        labels[:, order[j]] = member.predict(x)
        if method != "predict":
            values[:, order[j]] = answer(member, method, x)
    return labels, values


def out_of_fold(estimator: Any, X: Any, y: Index, w: Array | None, folds: Any) -> Index:
    """Return labels (n,) that each come from a member which did not see the row.

    A ValueError unless the folds are of these rows and test each once.
    """
    n, rows = len(y), np.arange(len(y))
    try:
        parts = [(rows[train], rows[test]) for train, test in folds.split(X, y)]
    except IndexError:
        raise ValueError(
            f"cv={shown(folds)} has other rows; split the {n} of positive weight."
        ) from None
    times = np.bincount(np.hstack([rows[:0], *(t for _, t in parts)]), minlength=n)
    if (times != 1).any():
        raise ValueError(
            f"cv={shown(folds)} tests {(times == 0).sum()} of {n} rows never and "
            f"{(times > 1).sum()} more than once; give folds that test each row once, "
            "such as KFold(5)."
        )
    labels = np.zeros(n, dtype=int)
    for train, test in parts:
        weights = None if w is None else w[train]
        member = fit_member(estimator, X[train], y[train], weights)
        labels[test] = member.predict(X[test])
    return labels


class ClassifierChain(LabelByLabel):
    """A chain of copies of a classifier, one for every label.

    A label that is constant in training gets that constant as its answer; as a
    score, it comes last (or first) in every row.

    Parameters
    ----------
    estimator : classifier
        What is copied, fitted to 0 and 1.
    order : "given", "random", L indices of labels, or None, default="given"
        The order of the chain; None, scikit-learn's default, is "given" as well.
    cv : int or splitter, default=None
        None trains on the true labels, as published. Otherwise each member is told
        cross-validated predictions, which err as they will later on (Senge, del Coz &
        Hüllermeier, 2013, Rectifying classifier chains for multi-label
        classification). A number means that many folds of consecutive rows:
        shuffle rows that are sorted. A splitter must test each row of weight > 0 once.
    random_state : int, RandomState or None, default=None
        Of the random order.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    order_ : ndarray of shape (L,)
        Labels in the order of the chain.
    estimators_ : list of L classifiers
        The members, in the order of the chain.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, Y = [[0], [1], [2], [3]], [[0, 1], [0, 1], [1, 0], [1, 0]]
    >>> model = ClassifierChain(DecisionTreeClassifier(), order=[1, 0]).fit(X, Y)
    >>> model.predict([[0.4], [2.2]]).tolist(), model.estimators_[1].n_features_in_
    ([[0, 1], [1, 0]], 2)
    """

    def __init__(self, estimator, order="given", cv=None, random_state=None):
        self.estimator = estimator
        self.order = order
        self.cv = cv
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        X, Y, w = check_samples(self, X, y, sample_weight)
        folds = None if self.cv is None else check_cv(self.cv)
        order = self.order_ = self._order(Y.shape[1])
        told = Y.copy()  # (n, L), the truth, or predictions in its place
        self.estimators_ = []
        for j, label in enumerate(order):
            x = widen(X, told[:, order[:j]])  # (n, d + j)
            self.estimators_.append(fit_member(self.estimator, x, Y[:, label], w))
            if folds is not None and j < len(order) - 1:
                told[:, label] = out_of_fold(self.estimator, x, Y[:, label], w, folds)
        return self

    def _answers(self, method, X):
        labels, values = chain_answers(self.estimators_, self.order_, X, method)
        return labels if method == "predict" else values

    def _members(self):
        return [self.estimators_[j] for j in np.argsort(self.order_)]

    def _order(self, L):
        """Return the labels in the order of the chain."""
        if self.order is None or isinstance(self.order, str):
            check_choice("order", self.order, ("given", "random", None))
            if self.order != "random":
                return np.arange(L)
            return check_random_state(self.random_state).permutation(L)
        return check_order(self.order, L, "be 'given', 'random', or ")


class EnsembleOfChains(VotingClassifier):
    """Chains of random orders, each on a random part of the rows, that vote.

    Parameters
    ----------
    estimator : classifier
        What every chain is made of. If it has a `random_state`, each chain gets a
        seed of its own.
    n_estimators : int >= 1, default=10
        The number of chains.
    max_samples : float from 0 to 1, default=0.67
        The share of the rows that each chain is fitted to, drawn without replacement.
    voting : {"soft", "hard"}, default="soft"
        Whether a label is predicted if its mean probability exceeds 1/2, or, as
        published, if more than half of the chains predict it. Scores are mean
        probabilities both times. Chains without probabilities vote by labels. (The
        paper moves the threshold of 1/2 until as many labels a row are predicted as
        there are in training.)
    n_jobs : int, default=None
        Jobs of joblib for the chains.
    random_state : int, RandomState or None, default=None
        Of rows, orders and seeds.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    estimators_ : list of ClassifierChain
        The chains.
    voting_ : "soft" or "hard"
        What decides on labels: "hard" if the chains have no probabilities.
    """

    def __init__(
        self,
        estimator,
        n_estimators=10,
        max_samples=0.67,
        voting="soft",
        n_jobs=None,
        random_state=None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.voting = voting
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        check_integer("n_estimators", self.n_estimators)
        check_number("max_samples", self.max_samples, max_val=1, positive=True)
        X, Y, w = check_samples(self, X, y, sample_weight)
        self._choose_votes()
        random, (n, L) = check_random_state(self.random_state), Y.shape
        size = max(1, round(self.max_samples * n))

        def draw():
            rows, order = random.permutation(n)[:size], random.permutation(L)
            return rows, ClassifierChain(fresh(self.estimator, random), order)

        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(fit_part)(X, Y, w, *draw()) for _ in range(self.n_estimators)
        )
        return self

    def _votes(self, method, X):
        total = sum(getattr(chain, method)(X) for chain in self.estimators_)
        return total / len(self.estimators_)


def fit_part(X: Any, Y: Index, w: Array | None, rows: Index, chain: Any) -> Any:
    """Return a chain fitted to some rows, which are copied only now."""
    return chain.fit(X[rows], Y[rows], None if w is None else w[rows])
