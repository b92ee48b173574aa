"""Small classifiers that keep the contract, for broken*.py to spoil; a member.

Symbols: Z (n, d) standardised columns; t (n,) targets -1 and +1; v (d,) weights of Z;
w (1 + d,) intercept and weights of X.
"""

from typing import Any, NamedTuple
from warnings import warn

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.naive_bayes import GaussianNB
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.powerset import RAkEL


class Step(NamedTuple):
    """Where gradient descent stands."""

    k: int
    w: Any
    objective: float


class Binary(ClassifierMixin, BaseEstimator):
    """What both have in common: X may be sparse, y has two classes."""

    def _data(self, X: Any, y: Any) -> Any:
        """Return checked X, the targets and the classes."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        classes = np.unique(y)
        if len(classes) != 2:
            raise ValueError(
                "Only binary classification is supported. y holds "
                f"{len(classes)} class(es)."
            )
        return self._tidy(X), np.where(y == classes[1], 1.0, -1.0), classes

    def _tidy(self, X: Any) -> Any:
        return X

    def _rows(self, X: Any) -> Any:
        check_is_fitted(self)
        options = {"accept_sparse": "csr", "dtype": np.float64, "reset": False}
        return self._tidy(validate_data(self, X, **options))

    def predict(self, X: Any) -> Any:
        """Return the class of every row."""
        score = self.decision_function(X)
        return self.classes_[(score > 0).astype(int)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.multi_class = False
        return tags


class Line(Binary):
    """Least squares by gradient descent on standardised columns."""

    def __init__(self, max_iter=2000, tol=1e-9, threshold=0.0):
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold

    def fit(self, X, y):
        """Fit to two classes."""
        X, t, self.classes_ = self._data(X, y)
        for last in self._path(X, t):  # noqa: B007
            pass
        self.threshold_, self.n_iter_ = self.threshold, last.k
        self.objective_ = last.objective
        self.intercept_, self.coef_ = last.w[:1], last.w[None, 1:]
        if last.k >= self.max_iter:
            warn(self._advice(), ConvergenceWarning, stacklevel=2)
        return self

    def steps(self, X, y):
        """Yield the steps of `fit`."""
        yield from self._path(*self._checked(X, y))

    def _checked(self, X, y):
        """Return X and the targets, checked by a copy that remembers them instead."""
        return type(self)(**self.get_params())._data(X, y)[:2]

    def decision_function(self, X):
        """Return the scores."""
        X = self._rows(X)
        return X @ self.coef_[0] + self.intercept_[0] - self.threshold_

    def predict_proba(self, X):
        """Return probabilities, or what looks like them."""
        p = 1 / (1 + np.exp(-self.decision_function(X)))
        return np.column_stack([1 - p, p])

    def _scale(self, sd):
        return np.where(sd > 0, sd, 1)

    def _path(self, X, t):
        mean = np.ravel(X.mean(axis=0))
        squares = X.T @ X / len(t)
        A = (squares.toarray() if issparse(X) else squares) - np.outer(mean, mean)
        variance = np.where(np.diag(A) > 1e-12 * mean**2, np.diag(A), 0)
        sd = self._scale(np.sqrt(variance))
        A, n = A / np.outer(sd, sd), np.mean(t**2)
        c = (X.T @ t / len(t) - mean * t.mean()) / sd
        size = 1 / max(np.linalg.eigvalsh(A)[-1], 1e-300)
        v = np.zeros(len(c))
        for k in range(self.max_iter + 1):
            w = v / sd
            w = np.append(t.mean() - w @ mean, w)
            slope = A @ v - c
            yield Step(k, w, float(v @ (slope - c) / 2 + n / 2))
            if k and np.linalg.norm(slope) <= self.tol:
                return
            v = v - size * slope

    def _advice(self):
        return f"Not converged after max_iter={self.max_iter} steps. Raise max_iter."


class Lines(Binary):
    """Lines through random parts of the rows, which vote by probability."""

    def __init__(self, n_estimators=3, n_jobs=None, random_state=0):
        self.n_estimators = n_estimators
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to two classes."""
        X, t, self.classes_ = self._data(X, y)
        random = self._random()
        parts = [self._part(t, random) for _ in range(self.n_estimators)]
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(fit_to_rows)(X, t, rows) for rows in parts
        )
        return self

    def predict_proba(self, X):
        """Return the mean probabilities."""
        X = self._rows(X)
        return np.mean([self._vote(m, X) for m in self.estimators_], axis=0)

    def decision_function(self, X):
        """Return the mean probability of the second class less 1/2."""
        return self.predict_proba(X)[:, 1] - 0.5

    def _vote(self, member, X):
        return member.predict_proba(X)

    def _random(self):
        return check_random_state(self.random_state)

    def _part(self, t, random):
        """Return most rows of either class."""
        sides = [random.permutation(np.flatnonzero(t == s)) for s in (-1, 1)]
        return np.concatenate([side[: -(-4 * len(side) // 5)] for side in sides])


def fit_to_rows(X, t, rows):
    """Return a line fitted to some rows."""
    return Line().fit(X[rows], t[rows])


class Each(BinaryRelevance):
    """A classifier for every label."""


class Sets(RAkEL):
    """Classifiers for sets of labels, which vote."""


class Mute(GaussianNB):
    """A classifier for any number of classes that keeps its probabilities to itself."""

    @property
    def predict_proba(self):
        """There is none."""
        raise AttributeError("Mute has no predict_proba.")

    predict_log_proba = predict_joint_log_proba = predict_proba
