"""Votes of neighbours: ours against scikit-learn's KNeighborsClassifier, brute force.

Each predicts the shares of votes of the test rows; to fit is to keep the rows. Of
documents the votes weigh the cosine to the power 8, which scikit-learn takes as a
function. The quality is P@1 of labels, accuracy of classes: nearly equal, as only
rows at equal distance are told apart in another way.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.neighbors import KNeighborsClassifier as Peer
from threadpoolctl import threadpool_limits

from benchmarks.bench_sleec import Samples, samples
from benchmarks.race import Row, race
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.models.knn import KNeighborsClassifier

K, POWER = 25, 8


def sharpened(distances: Any) -> Any:
    """Return the weights of votes by distances 1 - cos."""
    return np.maximum(1 - distances, 0) ** POWER


def shares(model: Any, data: Samples) -> Any:
    """Return the share of votes for every test row and label."""
    votes = model.predict_proba(data.X_test)
    if isinstance(votes, list):  # scikit-learn has a table for each label
        return np.column_stack([p[:, 1:].sum(axis=1) for p in votes])
    return votes


def documents(data: Samples, repeats: int) -> Row:
    """Race on labels of documents."""
    ours = KNeighborsClassifier(K, "cosine", "cosine", POWER).fit(data.X, data.Y)
    peer = Peer(K, weights=sharpened, metric="cosine", algorithm="brute")
    peer.fit(data.X, data.Y)
    return Row(
        f"knn predict: {data.name}",
        "x".join(map(str, [*data.X_test.shape, data.Y.shape[1]])),
        f"k={K}, cos^{POWER}",
        "sklearn, brute",
        *race(partial(shares, ours, data), partial(shares, peer, data), repeats),
        "P@1",
        float(precision_at_k(data.Y_test, shares(ours, data), 1)),
        float(precision_at_k(data.Y_test, shares(peer, data), 1)),
    )


def classes(k: int, repeats: int) -> Row:
    """Race on ten classes of generated dense rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(24_000, 50)) * np.repeat([4, 1], [10, 40])
    y = (X[:, :10] + rng.normal(size=(24_000, 10))).argmax(axis=1)
    ours, peer = KNeighborsClassifier(k), Peer(k, algorithm="brute")
    for model in (ours, peer):
        model.fit(X[:20_000], y[:20_000])
    Q, truth = X[20_000:], y[20_000:]
    return Row(
        "knn predict: generated rows",
        "4000x50, 20000 to choose from",
        f"k={k}",
        "sklearn, brute",
        *race(partial(ours.predict, Q), partial(peer.predict, Q), repeats),
        "accuracy",
        float(np.mean(ours.predict(Q) == truth)),
        float(np.mean(peer.predict(Q) == truth)),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per table; documents take a second, so few rounds are made."""
    with threadpool_limits(limits=1):
        for k in (5, 25):
            yield classes(k, repeats)
        for data in samples():
            yield documents(data, min(repeats, 7))
