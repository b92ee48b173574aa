"""What others offer for many labels, each asked like a learner of this book.

They learn the labels that have both answers among the training rows; the others come
last in every ranking. Not all come with the book: ``pip install napkinxc
scikit-multilearn``. scikit-multilearn is of 2018, and its ML-kNN calls
``NearestNeighbors(k)``, which scikit-learn no longer allows: it is given one that still
takes k like that.
"""

import tempfile
import warnings
from pathlib import Path
from shutil import rmtree
from typing import Any
from weakref import finalize

import numpy as np
from scipy.sparse import csr_array, csr_matrix

TOP = 5  # labels that napkinXC is asked for


class Peer:
    """A learner of someone else: `_fit` and `_scores` know the labels that are seen."""

    def fit(self, X: Any, Y: Any) -> "Peer":
        """Fit to X (n, d), sparse, and Y (n, L) of 0 and 1."""
        Y = csr_array(Y)
        count = np.asarray(Y.sum(axis=0)).ravel()
        self.n_labels_ = Y.shape[1]
        self.seen_ = np.flatnonzero((count > 0) & (count < Y.shape[0]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._fit(X, Y[:, self.seen_])
        return self

    def decision_function(self, X: Any) -> Any:
        """Return what labels are ranked by, (n, L)."""
        known = self._scores(X)
        scores = np.full((X.shape[0], self.n_labels_), known.min() - 1)
        scores[:, self.seen_] = known
        return scores

    def predict(self, X: Any) -> Any:
        """Return which scores are above 0, (n, L)."""
        return (self.decision_function(X) > 0).astype(int)

    def _fit(self, X: Any, Y: Any) -> None:
        raise NotImplementedError

    def _scores(self, X: Any) -> Any:
        raise NotImplementedError


class LinearSVCs(Peer):
    """scikit-learn's LinearSVC, one for each label."""

    def __init__(self, C: float = 1.0) -> None:
        self.C = C

    def _fit(self, X: Any, Y: Any) -> None:
        from sklearn.multiclass import OneVsRestClassifier
        from sklearn.svm import LinearSVC

        self.model_ = OneVsRestClassifier(LinearSVC(C=self.C, random_state=0))
        self.model_.fit(X, Y)

    def _scores(self, X: Any) -> Any:
        return self.model_.decision_function(X)


class NapkinBR(Peer):
    """napkinXC's binary relevance: a logistic regression for each label."""

    kind = "BR"

    def __init__(self, C: float = 10.0) -> None:
        self.C = C

    def _fit(self, X: Any, Y: Any) -> None:
        from napkinxc import models

        self.folder_ = tempfile.mkdtemp()  # where it keeps its model
        finalize(self, rmtree, self.folder_, ignore_errors=True)
        options = {"liblinear_c": self.C, "threads": 1, "seed": 0}
        self.model_ = getattr(models, self.kind)(self.folder_, **options)
        labels = [row.tolist() for row in np.split(Y.indices, Y.indptr[1:-1])]
        self.model_.fit(as_float32(X), labels)

    def _scores(self, X: Any) -> Any:
        scores = np.zeros((X.shape[0], len(self.seen_)))
        found = self.model_.predict_proba(as_float32(X), top_k=TOP)
        for row, pairs in zip(scores, found, strict=True):
            for label, value in pairs:
                row[label] = value
        return scores

    def size(self) -> int:
        """Return the bytes of the model on disk."""
        files = Path(self.folder_).rglob("*")
        return sum(file.stat().st_size for file in files)


class NapkinPLT(NapkinBR):
    """napkinXC's probabilistic label tree: labels in a tree, a model at each node."""

    kind = "PLT"


class SkmlBR(LinearSVCs):
    """scikit-multilearn's binary relevance of scikit-learn's logistic regressions."""

    def _fit(self, X: Any, Y: Any) -> None:
        from sklearn.linear_model import LogisticRegression
        from skmultilearn.problem_transform import BinaryRelevance

        member = LogisticRegression(C=self.C, solver="liblinear")
        self.model_ = BinaryRelevance(member, require_dense=[False, True])
        self.model_.fit(csr_matrix(X), csr_matrix(Y, dtype=int))

    def _scores(self, X: Any) -> Any:
        return self.model_.predict_proba(csr_matrix(X)).toarray()


class SkmlMLkNN(Peer):
    """scikit-multilearn's ML-kNN, able to start."""

    def __init__(self, n_neighbors: int = 10) -> None:
        self.n_neighbors = n_neighbors

    def _fit(self, X: Any, Y: Any) -> None:
        from sklearn.neighbors import NearestNeighbors
        from skmultilearn.adapt import mlknn

        mlknn.NearestNeighbors = lambda k: NearestNeighbors(n_neighbors=k)
        self.model_ = mlknn.MLkNN(self.n_neighbors)
        self.model_.fit(csr_matrix(X), csr_matrix(Y, dtype=int))

    def _scores(self, X: Any) -> Any:
        return self.model_.predict_proba(csr_matrix(X)).toarray()


def as_float32(X: Any) -> Any:
    """Return rows in the form that napkinXC reads."""
    return csr_matrix(X, dtype=np.float32)
