"""The multi-label classifiers on trial, by name, and the scales they see X on.

Symbols: X (n, d) features; Y (n, L) of 0 and 1; S (n, L) scores.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import MinMaxScaler, normalize

from mlcourse.arrays import Array
from mlcourse.data.prepare import standardize
from mlcourse.models.nearest import nearest
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN, neighbour_counts
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier


class Scorer:
    """Base of two baselines: a label is predicted if its score is above 1/2."""

    def decision_function(self, X: Any) -> Array:
        """Return the scores less 1/2, shape (n, L)."""
        return self.scores(X) - 0.5

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels, shape (n, L)."""
        return (self.scores(X) > 0.5).astype(int)

    def scores(self, X: Any) -> Array:
        """Return the scores, shape (n, L); the child's."""
        raise NotImplementedError


class Frequency(Scorer):
    """The share of training rows with each label, whatever X is.

    >>> Frequency().fit(np.zeros((2, 1)), np.array([[1, 0], [1, 1]])).scores([[7.0]])
    array([[1. , 0.5]])
    """

    def fit(self, X: Any, Y: Any) -> "Frequency":
        """Count labels."""
        self.share_ = Y.mean(axis=0)  # (L,)
        return self

    def scores(self, X: Any) -> Array:
        """Return the same row n times."""
        return np.tile(self.share_, (np.shape(X)[0], 1))


class Neighbours(Scorer):
    """The share of the k nearest training rows with each label.

    For rows of length 1 the nearest are those of the largest cosine.

    >>> model = Neighbours(k=2).fit([[0.0], [1.0], [9.0]], np.array([[1], [0], [0]]))
    >>> model.scores([[0.1]])
    array([[0.5]])
    """

    def __init__(self, k: int) -> None:
        self.k = k

    def fit(self, X: Any, Y: Any) -> "Neighbours":
        """Keep the rows and their labels."""
        self.X_, self.Y_ = X, Y
        return self

    def scores(self, X: Any) -> Array:
        """Return counts divided by k, shape (n, L)."""
        rows = nearest(self.X_, self.k, X).rows
        return np.asarray(neighbour_counts(rows, self.Y_) / self.k)


# Of the models with members, each member is a logistic regression of scikit-learn's.
MEMBERS: dict[str, Callable[..., Any]] = {
    "binary relevance": BinaryRelevance,
    "chain": ClassifierChain,
    "chains": EnsembleOfChains,
    "powerset": LabelPowerset,
    "rakel": RAkEL,
}
ALONE: dict[str, Callable[..., Any]] = {
    "frequency": Frequency,
    "neighbours": Neighbours,
    "ridge": RidgeClassifier,
    "lasso": LassoClassifier,
    "l21": GroupLassoClassifier,
    "sgd": SGDClassifier,
    "mlknn": MLkNN,
}
SEEDED = ("chains", "rakel", "sgd")


def build(seed: int, kind: str, logistic: Any = None, **options: Any) -> Any:
    """Return the model called `kind`; `logistic` holds settings of its members.

    >>> build(3, "rakel", logistic={"C": 10}, k=2)
    RAkEL(estimator=LogisticRegression(C=10), k=2, random_state=3)
    """
    if kind in SEEDED:
        options["random_state"] = seed
    if kind in MEMBERS:
        return MEMBERS[kind](LogisticRegression(**(logistic or {})), **options)
    return ALONE[kind](**options)


def scores(model: Any, X: Any) -> Array:
    """Return what a fitted model ranks labels by, shape (n, L)."""
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X))
    return np.asarray(model.predict_proba(X))


# --- scales: learned from training rows alone ---


def as_it_is(A: Any, B: Any) -> tuple[Any, Any]:
    """Return training and test rows as they come."""
    return A, B


def zscores(A: Any, B: Any) -> tuple[Any, Any]:
    """Return z-scores of the training columns, as scikit-learn's StandardScaler."""
    A, B = (X.toarray() if issparse(X) else X for X in (A, B))
    train, test = standardize(A, B, ddof=0)
    return train, test


def unit_rows(A: Any, B: Any) -> tuple[Any, Any]:
    """Return rows of Euclidean length 1."""
    return normalize(A), normalize(B)


def tfidf(A: Any, B: Any) -> tuple[Any, Any]:
    """Return (1 + log count) times the logarithmic rarity of the word, length 1."""
    rarity = TfidfTransformer(sublinear_tf=True).fit(A)
    return rarity.transform(A), rarity.transform(B)


def min_max(A: Any, B: Any) -> tuple[Any, Any]:
    """Return training columns from 0 to 1, and test columns on the same scale."""
    scale = MinMaxScaler().fit(A)
    return scale.transform(A), scale.transform(B)


SCALES = {
    "as it is": as_it_is,
    "z-scores": zscores,
    "rows of length 1": unit_rows,
    "tf-idf": tfidf,
    "min-max": min_max,
}
