r"""ML-kNN: Bayes' rule on how many neighbours have a label.

Of the k nearest training rows of x, C carry label l. How likely is it then that x
carries it too (:math:`H = 1`)? Prior and likelihood are counted on the training rows,
with s imagined observations of each outcome:

.. math::
    P(H_l = 1) = \frac{s + \sum_i y_{il}}{2 s + n}, \qquad
    P(C_l = j \mid H_l = b) = \frac{s + c_{blj}}{s (k + 1) + \sum_{j'} c_{blj'}},

where :math:`c_{blj}` is the number of training rows with :math:`y_{il} = b` of whose k
nearest *other* training rows exactly j carry label l. Bayes' rule gives

.. math:: P(H_l = 1 \mid C_l = j) = \frac{P(H_l = 1) \, P(j \mid 1)}
          {P(H_l = 1) \, P(j \mid 1) + P(H_l = 0) \, P(j \mid 0)} .

Symbols: X (n, d); Y (n, L) of 0 and 1; k = n_neighbors; counts C (m, L) from 0 to k.
Source: Zhang & Zhou (2007), ML-KNN: a lazy learning approach to multi-label learning,
Pattern Recognition 40(7), 2038-2048, section 3.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from mlcourse.arrays import Array
from mlcourse.checks import check_flag, check_integer, check_number
from mlcourse.models.nearest import nearest
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    check_targets,
    restore,
    restore_proba,
    restore_scores,
)


def neighbour_counts(rows: Any, Y: Any) -> Any:
    r"""Return how many of its neighbours carry each label: (m, k), (n, L) -> (m, L).

    .. math:: C_{il} = \sum_{a \in N(x_i)} y_{al}

    is the product of the 0/1 matrix "a is a neighbour of i" with Y.

    >>> neighbour_counts([[0, 2], [1, 2]], [[1, 0], [0, 0], [1, 1]]).tolist()
    [[2, 1], [1, 1]]
    """
    rows, Y = np.asarray(rows), np.asarray(Y)
    m, k = rows.shape
    ends = np.arange(0, m * k + 1, k)
    A = csr_array((np.ones(m * k, int), rows.ravel(), ends), shape=(m, len(Y)))
    return A @ Y


def prior(Y: Any, s: float = 1.0) -> Array:
    """Return P(H_l = 1) for every label, shape (L,).

    >>> prior([[1, 0], [1, 0], [0, 0]]).tolist()
    [0.6, 0.2]
    """
    Y = np.asarray(Y)
    p: Array = (s + Y.sum(axis=0)) / (2 * s + len(Y))
    return p


def histograms(C: Any, Y: Any, k: int) -> Any:
    """Return the numbers of rows c_blj, shape (2, L, k + 1).

    >>> histograms([[2, 0], [0, 1]], [[1, 0], [0, 0]], k=2).tolist()
    [[[1, 0, 0], [1, 1, 0]], [[0, 0, 1], [0, 0, 0]]]
    """
    C, Y = np.asarray(C), np.asarray(Y)
    L = Y.shape[1]
    bins = (Y * L + np.arange(L)) * (k + 1) + C  # (n, L), one per b, l and j
    return np.bincount(bins.ravel(), minlength=2 * L * (k + 1)).reshape(2, L, k + 1)


def likelihood(counts: Any, s: float = 1.0) -> Array:
    """Return P(C_l = j | H_l = b) from histograms, both of shape (2, L, k + 1).

    >>> likelihood([[[1, 0, 0]], [[0, 0, 2]]]).round(2).tolist()
    [[[0.5, 0.25, 0.25]], [[0.2, 0.2, 0.6]]]
    """
    c = np.asarray(counts)
    p: Array = (s + c) / (s * c.shape[2] + c.sum(axis=2, keepdims=True))
    return p


def posterior(p: Array, like: Array, C: Any) -> Array:
    """Return P(H_l = 1 | C_l) for counts C (m, L), prior p (L,) and likelihood.

    >>> like = np.array([[[0.5, 0.25, 0.25]], [[0.2, 0.2, 0.6]]])
    >>> posterior(np.array([0.5]), like, [[2], [0]]).round(3).tolist()
    [[0.706], [0.286]]
    """
    l = np.arange(len(p))  # noqa: E741
    yes: Array = p * like[1, l, C]  # (m, L)
    no: Array = (1 - p) * like[0, l, C]  # (m, L)
    return yes / (yes + no)


class MLkNN(MultilabelClassifier):
    r"""ML-kNN: every label by Bayes' rule from its count among the k neighbours.

    Distances are Euclidean, so the units of the columns matter: standardise, or say
    that you did not. What it does in the cases that have no single answer:

    - *Rows at equal distance*: the lower index in the training data is the nearer.
    - *A posterior of exactly 1/2*: the label is absent (scikit-multilearn: present).
    - *A training row* is no neighbour of itself, as published; its twin is.

    Parameters
    ----------
    n_neighbors : int >= 1, default=10
        The number k of neighbours, at most n - 1.
    s : float from 1e-100 to 1e100, default=1.0
        Smoothing: imagined observations of every outcome. 1 is Laplace's.
    count_self : bool, default=False
        Let each training row count among its own neighbours, as scikit-multilearn
        does. The counts then know the answer that they are to predict.
    n_jobs : int, default=None
        Threads of joblib for the search.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    prior_ : ndarray of shape (L,)
        P(H = 1).
    likelihood_ : ndarray of shape (2, L, k + 1)
        P(C = j | H = b), by b, label and j.
    n_neighbors_ : int
        The number of neighbours that was counted.
    X_, Y_ : array or sparse matrix (n, d), ndarray (n, L)
        The training rows and their labels.

    Examples
    --------
    >>> X = [[0], [1], [2], [10], [11], [12]]
    >>> Y = [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 0]]
    >>> model = MLkNN(n_neighbors=2).fit(X, Y)
    >>> model.predict([[0.4], [11.2]]).tolist()
    [[1, 0], [0, 1]]
    >>> model.predict_proba([[0.4], [11.2]]).round(2).tolist()
    [[0.8, 0.17], [0.2, 0.72]]
    """

    def __init__(self, n_neighbors=10, s=1.0, count_self=False, n_jobs=None):
        self.n_neighbors = n_neighbors
        self.s = s
        self.count_self = count_self
        self.n_jobs = n_jobs

    def fit(self, X, y):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        check_number("s", self.s, min_val=1e-100, max_val=1e100)  # P would be 0 / 0
        check_flag("count_self", self.count_self)
        X, Y = check_targets(self, X, y)
        queries = X if self.count_self else None
        k = check_integer("n_neighbors", self.n_neighbors)
        rows = nearest(X, k, queries, n_jobs=self.n_jobs).rows  # (n, k)
        counts = histograms(neighbour_counts(rows, Y), Y, k)
        self.prior_ = prior(Y, self.s)
        self.likelihood_ = likelihood(counts, self.s)
        self.X_, self.Y_, self.n_neighbors_ = X.copy(), Y, k  # X is the caller's
        return self

    def neighbour_counts(self, X):
        """Return how many of the k nearest training rows carry each label, (m, L)."""
        check_is_fitted(self)
        X = check_rows(self, X)
        found = nearest(self.X_, self.n_neighbors_, X, n_jobs=self.n_jobs)
        return neighbour_counts(found.rows, self.Y_)

    def predict_proba(self, X):
        """Return the posterior of every label: (m, L), or (m, 2) if y was a vector."""
        return restore_proba(self, self._posterior(X))

    def decision_function(self, X):
        """Return the posterior of every label less 1/2: (m, L) or (m,)."""
        return restore_scores(self, self._posterior(X) - 0.5)

    def predict(self, X):
        """Return the labels whose posterior exceeds 1/2, shaped like y in `fit`."""
        return restore(self, self._posterior(X) > 0.5)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _posterior(self, X):
        C = self.neighbour_counts(X)  # first: it knows whether the model is fitted
        return posterior(self.prior_, self.likelihood_, C)
