"""The simplest ranking by neighbours, for comparison."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Array
from mlcourse.models.nearest import nearest
from mlcourse.multilabel.ml_knn import neighbour_counts


class _Shares:
    """The share of the nearest training rows with each label; above 1/2 it is told.

    For rows of length 1 the nearest are those of the largest cosine.

    >>> model = _Shares(2).fit([[0.0], [1.0], [9.0]], np.array([[1], [0], [0]]))
    >>> model.decision_function([[0.1]])
    array([[0.]])
    """

    def __init__(self, n_neighbors: int) -> None:
        self.n_neighbors = n_neighbors

    def fit(self, X: Any, Y: Any) -> "_Shares":
        """Keep the rows and their labels."""
        self.X_, self.Y_ = X, Y
        return self

    def decision_function(self, X: Any) -> Array:
        """Return the shares less 1/2, shape (n, L)."""
        rows = nearest(self.X_, self.n_neighbors, X).rows
        return np.asarray(neighbour_counts(rows, self.Y_) / self.n_neighbors) - 0.5

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels, shape (n, L)."""
        return (self.decision_function(X) > 0).astype(int)
