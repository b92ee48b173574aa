"""A learner that cannot use sparse rows, on their first singular directions.

A tree asks about one column at a time. Most words are in few documents, so one word
says little; a direction holds many words at once.
"""

from typing import Any

import numpy as np
from sklearn.decomposition import TruncatedSVD

from mlcourse.arrays import Array


class _Dense:
    """An estimator on X V, with the first right singular vectors V of the training X.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, Y = np.eye(4), np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
    >>> model = _Dense(DecisionTreeClassifier(), 2).fit(X, Y)
    >>> model.svd_.components_.shape
    (2, 4)
    """

    def __init__(
        self, estimator: Any, n_components: int, random_state: int = 0
    ) -> None:
        self.estimator, self.n_components = estimator, n_components
        self.random_state = random_state

    def fit(self, X: Any, Y: Any) -> "_Dense":
        """Find the directions, and fit the estimator there; Y (n, L)."""
        self.svd_ = TruncatedSVD(self.n_components, random_state=self.random_state)
        self.estimator.fit(self.svd_.fit_transform(X), Y)
        return self

    def predict_proba(self, X: Any) -> Array:
        """Return what the estimator answers, (n, L)."""
        return np.asarray(self.estimator.predict_proba(self.svd_.transform(X)))

    def predict(self, X: Any) -> Array:
        """Return the labels, (n, L)."""
        return (self.predict_proba(X) > 0.5).astype(int)
