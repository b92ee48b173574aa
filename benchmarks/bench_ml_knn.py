"""ML-kNN: ours against scikit-multilearn 0.2.0, fit and predict.

Both count a training row among its own neighbours here, as the peer does by default.
The quality is the Hamming loss on the test rows; it differs only where rows at equal
distance are told apart in another way. (Probabilities cannot be compared: the peer's
are P(H) P(C | H), not divided by P(C), so they rank labels otherwise.) The sets are
those of the folder MLCOURSE_DATA, else synthetic ones of such a shape.

The peer is raced only if it is installed (``pip install scikit-multilearn==0.2.0``). It
is of 2018 and calls ``NearestNeighbors(k)``, which scikit-learn no longer allows, so it
is given a NearestNeighbors that still takes k like that.
"""

import os
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, random_array
from sklearn.metrics import hamming_loss
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.multilabel.ml_knn import MLkNN

K = 10


class Samples(NamedTuple):
    """Training and test rows."""

    name: str
    X: Any
    Y: Any
    X_test: Any
    Y_test: Any


def datasets() -> Iterator[Samples]:
    """Yield 1600x294x6 dense, then the sets at hand or their synthetic stand-ins."""
    yield dense(1600, 294, 6)
    if os.environ.get("MLCOURSE_DATA"):
        yield stored("scene")
        yield stored("yeast")
        yield stored("bibtex")
    else:
        yield sparse(4880, 1836, 159)


def stored(name: str) -> Samples:
    """Return a real set in its official split."""
    from mlcourse.data import load

    data = load(name)
    test = np.asarray(data.split) == 1
    Y = np.asarray(data.Y.todense() if hasattr(data.Y, "todense") else data.Y)
    X = data.X if isinstance(data.X, np.ndarray) else csr_matrix(data.X)
    return Samples(name, X[~test], Y[~test], X[test], Y[test])


def dense(n: int, d: int, L: int) -> Samples:
    """Return normal columns, and labels that follow some of them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n + n // 2, d)) * np.linspace(3, 0.1, d)
    score = X[:, : 3 * L].reshape(-1, L, 3).sum(axis=2)
    Y = (score > np.quantile(score, 0.8)).astype(int)
    return Samples("synthetic", X[:n], Y[:n], X[n:], Y[n:])


def sparse(n: int, d: int, L: int) -> Samples:
    """Return 0/1 columns, 3.7 % ones, and 1.5 % labels that follow three of them."""
    rng = np.random.default_rng(0)
    m = n + n // 2
    X = csr_matrix(random_array((m, d), density=0.037, rng=rng, data_sampler=np.ones))
    score = X[:, : 3 * L].toarray().reshape(m, L, 3).sum(axis=2) + rng.random((m, L))
    Y = (score > np.quantile(score, 0.985)).astype(int)
    return Samples("synthetic sparse", X[:n], Y[:n], X[n:], Y[n:])


def peer() -> Any:
    """Return scikit-multilearn's estimator, able to start."""
    from skmultilearn.adapt import mlknn

    mlknn.NearestNeighbors = lambda k: NearestNeighbors(n_neighbors=k)
    return mlknn.MLkNN(K)


def loss(model: Any, data: Samples) -> float:
    """Return the Hamming loss on the test rows."""
    labels = model.predict(data.X_test)
    labels = labels.toarray() if hasattr(labels, "toarray") else labels
    return float(hamming_loss(data.Y_test, labels))


def contest(data: Samples, repeats: int) -> Iterator[Row]:
    """Yield a row for fit and one for predict."""
    ours, theirs = MLkNN(K, count_self=True), peer()
    fits = [partial(model.fit, data.X, data.Y) for model in (ours, theirs)]
    times = {"fit": race(*fits, repeats)}
    predicts = [partial(model.predict, data.X_test) for model in (ours, theirs)]
    times["predict"] = race(*predicts, repeats)
    size = "x".join(map(str, [*data.X.shape, data.Y.shape[1]]))
    for part, found in times.items():
        yield Row(
            f"ml-knn {part}: {data.name}",
            size,
            f"k={K}, counts self",
            "scikit-multilearn 0.2.0",
            *found,
            "Hamming loss",
            loss(ours, data),
            loss(theirs, data),
        )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield two rows per data set, if there is a peer."""
    if find_spec("skmultilearn") is None:
        print("ml-knn: no peer; install scikit-multilearn==0.2.0 to race against it.")
        return
    with threadpool_limits(limits=1):
        for data in datasets():
            yield from contest(data, repeats if data.Y.shape[1] < 100 else 0)
