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

from numbers import Integral

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array, hstack, issparse
from sklearn.model_selection import check_cv
from sklearn.utils import check_random_state, check_scalar
from sklearn.utils.metaestimators import available_if

from mlcourse.checks import check_choice, check_number
from mlcourse.models.base_learner import fresh
from mlcourse.multilabel.members import (
    LabelByLabel,
    VotingClassifier,
    answer,
    check_samples,
    fit_member,
    member_has,
)
from mlcourse.multilabel.targets import restore_proba


def widen(X, Y):
    """Return (X, Y) side by side, sparse if X is.

    >>> widen(np.array([[0.5], [0.7]]), np.array([[1, 0], [0, 0]])).tolist()
    [[0.5, 1.0, 0.0], [0.7, 0.0, 0.0]]
    """
    if issparse(X):
        return hstack([X, csr_array(Y.astype(X.dtype))], format="csr")
    return np.hstack([X, Y])


def chain_answers(members, order, X, method="predict"):
    """Return the labels and what `method` gives, both (n, L), of a fitted chain.

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


def out_of_fold(estimator, X, y, w, folds):
    """Return labels (n,) that each come from a member which did not see the row."""
    labels = np.zeros(len(y), dtype=int)
    for train, test in folds.split(X, y):
        weights = None if w is None else w[train]
        labels[test] = fit_member(estimator, X[train], y[train], weights).predict(
            X[test]
        )
    return labels


class ClassifierChain(LabelByLabel):
    """A chain of copies of a classifier, one for every label.

    A label that is constant in training gets that constant as its answer; as a
    score, it comes last (or first) in every row.

    Parameters
    ----------
    estimator : classifier
        What is copied, fitted to 0 and 1.
    order : "given", "random" or L indices of labels, default="given"
        The order of the chain.
    cv : int or splitter, default=None
        None trains on the true labels, as published. Otherwise each member is told
        cross-validated predictions, which err as they will later on (Senge, del Coz &
        Hüllermeier, 2013, Rectifying classifier chains for multi-label
        classification). A number means that many folds of consecutive rows:
        shuffle rows that are sorted.
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
        if isinstance(self.order, str):
            check_choice("order", self.order, ("given", "random"))
            if self.order == "given":
                return np.arange(L)
            return check_random_state(self.random_state).permutation(L)
        order = np.array(self.order)
        if not np.array_equal(np.sort(order), np.arange(L)):
            raise ValueError(
                f"order={self.order!r} must be 'given', 'random', or hold each of the "
                f"label indices 0 to {L - 1} once."
            )
        return order


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
    voting : {"hard", "soft"}, default="hard"
        Whether a chain votes with its labels, as published, or its probabilities. A
        label with a mean vote above 1/2 is predicted. (The paper moves this threshold
        until as many labels a row are predicted as there are in training.)
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
    """

    def __init__(
        self,
        estimator,
        n_estimators=10,
        max_samples=0.67,
        voting="hard",
        n_jobs=None,
        random_state=None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.voting = voting
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        check_scalar(self.n_estimators, "n_estimators", Integral, min_val=1)
        check_number("max_samples", self.max_samples, max_val=1, positive=True)
        check_choice("voting", self.voting, ("hard", "soft"))
        X, Y, _ = check_samples(self, X, y)
        if self.voting == "soft" and not member_has("predict_proba")(self):
            raise ValueError(
                f"voting='soft' needs probabilities, which {self.estimator!r} has not."
            )
        random, (n, L) = check_random_state(self.random_state), Y.shape
        size = max(1, round(self.max_samples * n))
        jobs = []
        for _ in range(self.n_estimators):
            rows, order = random.permutation(n)[:size], random.permutation(L)
            chain = ClassifierChain(fresh(self.estimator, random), order)
            jobs.append(delayed(chain.fit)(X[rows], Y[rows]))
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(jobs)
        return self

    @available_if(lambda self: self.voting == "soft")
    def predict_proba(self, X):
        """Return the mean probability: (n, L) of label = 1, or (n, 2) for a vector."""
        return restore_proba(self, self._checked_votes(X))

    def _votes(self, X):
        method = "predict" if self.voting == "hard" else "predict_proba"
        return np.mean([getattr(h, method)(X) for h in self.estimators_], axis=0)
