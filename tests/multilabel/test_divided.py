"""A fit for every cluster: each row is answered by the model of its own rows."""

import numpy as np
from numpy.testing import assert_allclose
from sklearn.base import BaseEstimator

from mlcourse.multilabel.divided import divided


class Mean(BaseEstimator):
    """Says the mean labels of its rows; rests if there are fewer than `few`."""

    def __init__(self, few=100):
        self.few = few

    def fit_quietly(self, X, Y):
        """Keep the mean."""
        self.mean_ = Y.mean(axis=0)
        return len(Y) < self.few

    def answer(self, X):
        """Return the mean for every row."""
        return np.zeros((len(X), 1)) + self.mean_


X = np.array([[0.0], [10.0], [1.0], [11.0], [0.5]])
Y = np.array([[1, 0], [0, 1], [0, 0], [0, 1], [1, 1]])


def test_rows_are_answered_by_their_cluster():
    model = Mean()
    found = divided(model, X, Y, 2, None, 0)
    assert not hasattr(model, "mean_")
    assert sorted(len(rows) for rows in found.clusters.rows) == [2, 3]
    asked = np.array([[9.0], [-1.0], [12.0]])
    near, far = [0, 1], [2 / 3, 1 / 3]
    assert_allclose(found.ask("answer", asked), [near, far, near])
    assert_allclose(found.ask("answer", asked[:1]), [near])


def test_jobs_and_convergence():
    one = divided(Mean(3), X, Y, 2, 1, 0)
    two = divided(Mean(3), X, Y, 2, 2, 0)
    assert sorted(one.converged) == [False, True]
    assert one.converged == two.converged
    assert_allclose(one.ask("answer", X), two.ask("answer", X))
