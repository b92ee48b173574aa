r"""Votes of the nearest rows, written once for every method that asks neighbours.

The k nearest training rows of a query vote for what they are, with weights:

.. math:: s_l(q) = \frac{\sum_{i \in N_k(q)} w_i\, Y_{il}}{\sum_{i \in N_k(q)} w_i}
          \in [0, 1]

=============  =========================================================
``uniform``    :math:`w_i = 1`
``distance``   :math:`w_i = 1 / d(q, x_i)^p`, p the power
``cosine``     :math:`w_i = \max(\cos(q, x_i), 0)^p`
=============  =========================================================

The distance d is Euclidean, or :math:`1 - \cos(q, x)`. A power sharpens, and 0 makes
all votes equal: with p = 8 a neighbour of cosine 0.9 counts 110 times as much as one of
0.5, and one at half the distance 256 times as much.

*Ties.* Of rows at equal distance the one of the lowest index is the nearer; of classes
with equal votes the first is predicted; of a label exactly half the votes are too few.

*Where digits are lost.* The expansion
:math:`\|q - x\|^2 = \|q\|^2 - 2 q^\top x + \|x\|^2` subtracts numbers of size M^2 that
are each off by about :math:`\epsilon M^2`, so that distances below
:math:`\sqrt\epsilon\, M` (1.5e-8 M in 64 bits) are noise, and a square may even come
out negative. Here it only screens rows; those that may be neighbours get the sum of
squared differences (:mod:`mlcourse.models.nearest`).

Symbols: X (n, d) rows, Y (n, L) what they are, 0 or 1; Q (m, d) queries, k =
n_neighbors.
Sources: Cover & Hart (1967), IEEE Trans. Information Theory 13(1), 21-27; Dudani
(1976), IEEE Trans. Systems, Man, and Cybernetics 6(4), 325-327, for votes that weigh
by distance.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.arrays import Array, Index, tidy
from mlcourse.checks import check_choice, check_integer, check_number, check_zero_one
from mlcourse.models.angles import nearest_by_angle
from mlcourse.models.nearest import Neighbours, nearest

METRICS = ("euclidean", "cosine")
WEIGHTS = ("uniform", "distance", "cosine")
OPTIONS = {"accept_sparse": "csr", "dtype": np.float64}


def neighbours(
    X: Any,
    n_neighbors: int,
    Q: Any,
    metric: str = "euclidean",
    n_jobs: int | None = None,
) -> Neighbours:
    """Return the nearest rows of X for every row of Q, and how far they are.

    Of rows at equal distance the one of the lowest index comes first. The distance
    "cosine" is 1 - cos; a row of zeros has cosine 0 with every row.

    >>> X = [[1.0, 0.0], [0.0, 0.0], [3.0, 4.0]]
    >>> near = neighbours(X, 3, [[2.0, 0.0]], "cosine")
    >>> near.rows.tolist(), near.distances.round(12).tolist()
    ([[0, 2, 1]], [[0.0, 0.4, 1.0]])
    """
    check_choice("metric", metric, METRICS)
    search = nearest if metric == "euclidean" else nearest_by_angle
    return search(X, n_neighbors, Q, n_jobs)


def vote_weights(near: Neighbours, weights: str, power: float = 1.0) -> Array:
    """Return the weight of every neighbour, (m, k); the largest of a query is 1.

    Only their ratios count. What is done where the formulas have no answer:

    - "distance": neighbours at distance 0 share the whole vote, if the power is not 0.
    - "cosine": it takes distances for 1 - cos. If no cosine is above 0, all
      neighbours count alike.

    >>> near = Neighbours(np.array([[0, 1], [2, 3]]), np.array([[0.5, 1.0], [0.0, 1]]))
    >>> vote_weights(near, "distance").tolist()
    [[1.0, 0.5], [1.0, 0.0]]
    >>> vote_weights(near, "distance", power=3).tolist()
    [[1.0, 0.125], [1.0, 0.0]]
    >>> vote_weights(near, "cosine", power=8).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """
    check_choice("weights", weights, WEIGHTS)
    check_number("power", power)
    d = near.distances
    if weights == "uniform":
        return np.ones(d.shape)
    if weights == "distance":
        least = d.min(axis=1, keepdims=True)  # times 1/d, which may be infinite
        ratio = np.where(d == least, 1.0, least / np.where(d > 0, d, 1))
        return np.asarray(ratio**power)
    c = np.maximum(1 - d, 0)  # (m, k)
    most = c.max(axis=1, keepdims=True)
    return np.asarray(np.where(most > 0, c / np.where(most > 0, most, 1), 1) ** power)


def vote(rows: Index, w: Array, Y: Any) -> Array:
    """Return the weighted mean of rows of Y (n, L), dense or sparse: (m, k) -> (m, L).

    >>> vote(np.array([[0, 2]]), np.array([[3.0, 1.0]]), np.eye(3)).tolist()
    [[0.75, 0.0, 0.25]]
    """
    m, k = rows.shape
    ends = np.arange(0, m * k + 1, k)
    W = csr_array((w.ravel(), rows.ravel(), ends), shape=(m, Y.shape[0]))
    votes = W @ Y
    votes = votes.toarray() if issparse(votes) else votes
    return np.asarray(np.minimum(votes / w.sum(axis=1, keepdims=True), 1))


def indicators(y: Any) -> tuple[Any, Any]:
    """Return the classes, and what every row is as a csr_array of 0 and 1.

    >>> classes, Y = indicators(np.array(["b", "a"]))
    >>> classes.tolist(), Y.toarray().tolist()
    (['a', 'b'], [[0.0, 1.0], [1.0, 0.0]])
    """
    if y.ndim == 2:
        check_zero_one("y", y)
        return np.arange(y.shape[1]), tidy(csr_array(y), "csr")
    check_classification_targets(y)
    classes, number = np.unique(y, return_inverse=True)
    n = len(y)
    shape = n, len(classes)
    return classes, csr_array((np.ones(n), number, np.arange(n + 1)), shape=shape)


class Vote(NamedTuple):
    """How neighbours vote."""

    n_neighbors: int  # k
    weights: str
    metric: str
    power: float

    def of(self, X: Any, Q: Any, Y: Any, n_jobs: int | None = None) -> Array:
        """Return the votes of rows X (n, d) with Y (n, L) on queries Q: (m, L)."""
        near = neighbours(X, self.n_neighbors, Q, self.metric, n_jobs)
        return vote(near.rows, vote_weights(near, self.weights, self.power), Y)


def check_vote(n_neighbors: Any, weights: Any, metric: Any, power: Any) -> Vote:
    """Return how neighbours are to vote, or raise an error.

    >>> check_vote(5, "cosine", "euclidean", 1.0)
    Traceback (most recent call last):
    ValueError: weights='cosine' needs metric='cosine', and metric is 'euclidean'.
    """
    check_choice("weights", weights, WEIGHTS)
    check_choice("metric", metric, METRICS)
    if weights == "cosine" != metric:
        raise ValueError(
            f"weights='cosine' needs metric='cosine', and metric is {metric!r}."
        )
    k = check_integer("n_neighbors", n_neighbors)
    return Vote(k, weights, metric, check_number("power", power))


class KNeighborsClassifier(ClassifierMixin, BaseEstimator):
    """The k nearest training rows vote, for one of several classes or for each label.

    For y (n,) the class with most votes is predicted, of equals the first; for Y
    (n, L) of 0 and 1 each label with more than half of the votes. Units of the columns
    matter: standardise, or say that you did not.

    Parameters
    ----------
    n_neighbors : int >= 1, default=5
        The number k of neighbours. Of rows at equal distance the lower index comes
        first.
    weights : {"uniform", "distance", "cosine"}, default="uniform"
        The weight of a vote: 1, 1 / distance ** power, or max(cos, 0) ** power, for
        which the metric must be "cosine".
    metric : {"euclidean", "cosine"}, default="euclidean"
        The distance; "cosine" is 1 - cos, and 1 for a row of zeros.
    power : float >= 0, default=1.0
        How sharply votes by distance or cosine fall; "uniform" has none.
    n_jobs : int, default=None
        Threads of joblib for the search.

    Attributes
    ----------
    classes_ : ndarray
        The classes, ascending; 0 ... L - 1 for a matrix Y.
    multilabel_ : bool
        Whether Y was a matrix.
    X_, Y_ : array or sparse matrix (n, d), csr_array (n, L)
        The training rows and what they are, one column a class or label.
    vote_ : Vote
        How neighbours vote.

    Examples
    --------
    >>> X, y = [[0], [1], [5], [6]], ["a", "a", "b", "c"]
    >>> model = KNeighborsClassifier(n_neighbors=3, weights="distance").fit(X, y)
    >>> model.predict([[2], [7]]).tolist()
    ['a', 'c']
    >>> model.predict_proba([[6.5]]).round(2).tolist()
    [[0.06, 0.23, 0.7]]
    """

    def __init__(
        self,
        n_neighbors=5,
        weights="uniform",
        metric="euclidean",
        power=1.0,
        n_jobs=None,
    ):
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.metric = metric
        self.power = power
        self.n_jobs = n_jobs

    def fit(self, X, y):
        """Keep X (n, d) and y (n,) of classes, or Y (n, L) of 0 and 1."""
        self.vote_ = check_vote(self.n_neighbors, self.weights, self.metric, self.power)
        X, y = validate_data(self, X, y, multi_output=True, **OPTIONS)
        if self.vote_.n_neighbors > (n := X.shape[0]):
            raise ValueError(
                f"n_neighbors={self.n_neighbors}, but X has {n} sample(s). Give less."
            )
        self.multilabel_ = y.ndim == 2
        self.classes_, self.Y_ = indicators(y)
        self.X_ = X.copy()  # the caller's may change
        return self

    def predict_proba(self, X):
        """Return the share of the votes: (m, C) for C classes, (m, L) for labels."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **OPTIONS)
        return self.vote_.of(self.X_, X, self.Y_, self.n_jobs)

    def predict(self, X):
        """Return the class of every row, (m,), or its labels, (m, L)."""
        votes = self.predict_proba(X)
        if self.multilabel_:
            return (votes > 0.5).astype(int)
        return self.classes_[votes.argmax(axis=1)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.multi_label = True
        tags.target_tags.multi_output = True
        return tags
