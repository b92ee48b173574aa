"""AdaBoost with stumps, 100 rounds: ours against scikit-learn's with depth-1 trees.

Fit against fit, checks of the input included. "error" picks the stump of the smallest
weighted error, "gini" the one that scikit-learn picks; with "gini" the accuracies have
to be equal. Accuracy is on the training samples; where test samples exist, a second
row has their accuracy, of the same fits. Documents are sparse (CSR), for both.
"""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from benchmarks.bench_logistic import frequent
from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.models.adaboost import AdaBoostClassifier

ROUNDS = 100


class Samples(NamedTuple):
    """Training samples, and test samples if there are any."""

    name: str
    X: Any  # (n, d)
    y: Any  # (n,)
    X_test: Any = None
    y_test: Any = None


def datasets() -> Iterator[Samples]:
    """Yield three sizes and documents, and real sets if MLCOURSE_DATA is set."""
    wdbc = load("wdbc")
    yield Samples("wdbc", wdbc.X, wdbc.y)
    if os.environ.get("MLCOURSE_DATA"):
        spambase = load("spambase")
        yield Samples("spambase", spambase.X, spambase.y)
    library = load("scipy_or_sklearn")
    X = csr_matrix(library.X, dtype=float)
    yield Samples("which library, sparse", *halves(X, library.y, library.split))
    if os.environ.get("MLCOURSE_DATA"):
        bibtex = load("bibtex")
        X, y = csr_matrix(bibtex.X, dtype=float), frequent(bibtex.Y)
        yield Samples("bibtex, one label, sparse", *halves(X, y, bibtex.split))
    yield synthetic(4601, 57)
    yield synthetic(50_000, 50)


def halves(X: Any, y: Any, split: Any) -> tuple[Any, ...]:
    """Return training X and y, test X and y."""
    test = np.asarray(split) == 1
    return X[~test], y[~test], X[test], y[test]


def synthetic(n: int, d: int) -> Samples:
    """Return normal columns, labels made from ten of them, and as many test samples."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2 * n, d))
    score = X[:, :5].sum(axis=1) + (X[:, 5:10] ** 2 - 1).sum(axis=1)
    y = (score + rng.normal(size=2 * n) > 0).astype(int)
    return Samples("synthetic", X[:n], y[:n], X[n:], y[n:])


def contest(data: Samples, criterion: str, repeats: int) -> Iterator[Row]:
    """Yield a row of training accuracy, and one of test accuracy if it can be had."""
    ours = AdaBoostClassifier(n_estimators=ROUNDS, criterion=criterion)
    peer = Peer(DecisionTreeClassifier(max_depth=1), n_estimators=ROUNDS)
    fits = [partial(model.fit, data.X, data.y) for model in (ours, peer)]
    times = race(*fits, repeats)
    for kind, X, y in (
        ("train", data.X, data.y),
        ("test", data.X_test, data.y_test),
    ):
        if X is not None:
            yield Row(
                f"adaboost: {data.name}",
                "x".join(map(str, data.X.shape)),
                f"{criterion} T={ROUNDS}",
                f"sklearn depth 1 T={ROUNDS}",
                *times,
                f"{kind} accuracy",
                ours.score(X, y),
                peer.score(X, y),
            )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield the rows of each data set and criterion; the largest is raced least."""
    with threadpool_limits(limits=1):
        for data in datasets():
            quick = data.X.shape[0] < 1e4 and data.X.shape[1] < 1e3
            for criterion in ("error", "gini"):
                yield from contest(data, criterion, repeats if quick else 0)
