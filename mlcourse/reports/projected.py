"""Neighbours in simpler embeddings of the labels than SLEEC's.

The label vectors, of length 1, are projected; a ridge regression leads there from the
features, as in SLEEC; neighbours vote. "random": on random directions, whose inner
products are those of the label vectors in the mean. "svd": on the directions that lose
least of the label vectors. "all": not at all.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.preprocessing import normalize

from mlcourse.arrays import Array
from mlcourse.models.knn import KNeighborsClassifier
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge import ridge


def directions(Y: Array, how: str, n_components: int, seed: int) -> Array:
    """Return what rows of labels are multiplied by, (L, r).

    >>> directions(np.array([[1.0, 0.0], [1.0, 0.0]]), "svd", 1, 0).round(6)
    array([[1.],
           [0.]])
    """
    L = Y.shape[1]
    if how == "all":
        return np.eye(L)
    if how == "random":
        P = np.random.default_rng(seed).normal(size=(L, n_components))
        return np.asarray(P / np.sqrt(n_components))
    return np.linalg.eigh(Y.T @ Y)[1][:, ::-1][:, :n_components]


class _Projected:
    """Votes of neighbours among projected labels; further options are theirs."""

    def __init__(
        self, how: str, n_components: int, alpha: float, random_state: int = 0,
        **vote: Any,
    ) -> None:  # fmt: skip
        self.how, self.n_components, self.alpha = how, n_components, alpha
        self.random_state, self.vote = random_state, vote

    def fit(self, X: Any, Y: Any) -> "_Projected":
        """Learn the way from features to projected labels, and embed the rows."""
        labels = normalize(Y.astype(float))
        Z = labels @ directions(labels, self.how, self.n_components, self.random_state)
        Xc = Centred(X)
        self.V_, self.mean_ = ridge(Xc, Z - Z.mean(axis=0), self.alpha), Xc.mean
        self.knn_ = KNeighborsClassifier(**self.vote).fit(self.embed(X), Y)
        return self

    def embed(self, X: Any) -> Array:
        """Return rows as they are embedded, (m, r)."""
        return np.asarray(X @ self.V_ - self.mean_ @ self.V_)

    def predict_proba(self, X: Any) -> Array:
        """Return the votes, (m, L)."""
        return np.asarray(self.knn_.predict_proba(self.embed(X)))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels with more than half of the votes, (m, L)."""
        return np.asarray(self.knn_.predict(self.embed(X)))
