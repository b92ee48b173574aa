"""SLEEC against one-vs-rest LinearSVC, and its completion against all eigenvalues.

Fit and predict of one learner, all labels, rows of length 1: bibtex's official split
if MLCOURSE_DATA says where it is (the published settings), and docstrings. The quality
is P@1 on the test rows. The completion races the same eight moves with LAPACK's
decomposition of the dense matrix, on few rows; its quality is the root mean squared
error on the known entries.
"""

import os
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.bench_logistic import tf_idf
from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.solvers.completion import svp

SETTINGS: dict[str, dict[str, Any]] = {
    "bibtex": {
        "n_label_neighbors": 250,
        "alpha": 2.5,
        "weights": "uniform",
        "metric": "euclidean",
    },
    "docstrings": {},
}
MOVES = 8


class Samples(NamedTuple):
    """Training and test rows of a real set, in its own split."""

    name: str
    X: Any
    Y: Any
    X_test: Any
    Y_test: Any


def samples() -> Iterator[Samples]:
    """Yield docstrings, and bibtex if it is at hand; labels seen in training."""
    for name in ("docstrings", "bibtex"):
        if name == "bibtex" and not os.environ.get("MLCOURSE_DATA"):
            continue
        data = load(name)
        X = csr_array(data.X, dtype=float)
        X = csr_array(normalize(tf_idf(X) if name == "docstrings" else X))
        Y, test = csr_array(data.Y).toarray(), np.asarray(data.split) == 1
        Y = Y[:, Y[~test].any(axis=0)]
        yield Samples(name, X[~test], Y[~test], X[test], Y[test])


def contest(data: Samples, repeats: int) -> Iterator[Row]:
    """Yield a row for fit and one for predict."""
    ours, peer = SLEEC(**SETTINGS[data.name]), OneVsRestClassifier(LinearSVC())
    fits = [partial(model.fit, data.X, data.Y) for model in (ours, peer)]
    times = {"fit": race(*fits, repeats)}
    asks = [partial(model.decision_function, data.X_test) for model in (ours, peer)]
    times["predict"] = race(*asks, repeats)
    quality = [float(precision_at_k(data.Y_test, ask(), 1)) for ask in asks]
    for part, found in times.items():
        yield Row(
            f"sleec {part}: {data.name}",
            "x".join(map(str, [*data.X.shape, data.Y.shape[1]])),
            "r=100",
            "one-vs-rest LinearSVC",
            *found,
            "P@1",
            *quality,
        )


def naive(G: Any, r: int) -> Any:
    """Return Z after eight moves, each with every eigenvalue of the dense matrix."""
    known, mask = G.toarray(), np.zeros(G.shape)
    mask[np.repeat(np.arange(G.shape[0]), np.diff(G.indptr)), G.indices] = 1
    M = np.zeros(G.shape)
    for _ in range(MOVES):
        values, U = np.linalg.eigh(M + mask * (known - M))
        Z = U[:, -r:] * np.sqrt(np.maximum(values[-r:], 0))
        M = Z @ Z.T
    return Z


def ours(G: Any, r: int) -> Any:
    """Return Z after eight moves of :func:`svp`."""
    return next(islice(svp(G, r), MOVES, None)).Z


def error(Z: Any, G: Any) -> float:
    """Return the root mean squared error on what G stores."""
    M = (Z @ Z.T)[np.repeat(np.arange(G.shape[0]), np.diff(G.indptr)), G.indices]
    return float(np.sqrt(np.mean((G.data - M) ** 2)))


def completion(data: Samples, n: int, repeats: int) -> Row:
    """Race the moves on the first rows of a set."""
    G, r = label_gram(data.Y[:n], 100), 50
    return Row(
        f"label embedding: {data.name}",
        f"{n}x{n}, {G.nnz} known",
        f"r={r}, {MOVES} moves",
        "dense, numpy's eigh",
        *race(partial(ours, G, r), partial(naive, G, r), repeats),
        "RMSE on known",
        error(ours(G, r), G),
        error(naive(G, r), G),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield three rows per data set; each round takes seconds, so few are made."""
    with threadpool_limits(limits=1):
        for data in samples():
            yield from contest(data, min(repeats, 7))
            yield completion(data, 1000, min(repeats, 7))
