"""Trees and forests: ours against scikit-learn's, on generated rows and on wdbc.

Fit against fit and predict against predict, checks of the input included; forests grow
one tree after the other (n_jobs=1). The quality is accuracy, or R^2, on rows that were
not fitted to: nearly equal, as only cuts that are equally good are told apart in
another way, and a binned tree has fewer to choose from.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn import ensemble as peer_forests
from sklearn import tree as peers

from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.models.forest import RandomForestClassifier
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor

TREES = 100


def generated(n: int = 19_200, d: int = 50) -> tuple[Any, ...]:
    """Return X (n, d), numbers (n,), and 10000 rows of each to ask about.

    Ten columns count, two of them by their product and one by its sine.
    """
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n + 10_000, d)).astype(np.float32).astype(float)
    y = X[:, :7] @ rng.normal(size=7) + X[:, 7] * X[:, 8] + 2 * np.sin(2 * X[:, 9])
    y += rng.normal(size=len(y))
    return X[:n], y[:n], X[n:], y[n:]


def contest(
    task: str, data: tuple[Any, ...], ours: Any, peer: Any, repeats: int
) -> Row:
    """Race to fit, or to predict if the task says so."""
    X, y, Q, truth = data
    for model in (ours, peer):
        model.fit(X, y)
    one, other = (
        partial(model.predict, Q) if "predict" in task else partial(model.fit, X, y)
        for model in (ours, peer)
    )
    return Row(
        task,
        "x".join(map(str, (Q if "predict" in task else X).shape)),
        f"max_bins={ours.max_bins}",
        "sklearn",
        *race(one, other, repeats),
        "R^2" if isinstance(ours, DecisionTreeRegressor) else "accuracy",
        float(ours.score(Q, truth)),
        float(peer.score(Q, truth)),
    )


def tree_rows(repeats: int) -> Iterator[Row]:
    """Yield the races of single trees."""
    numbers = generated()
    classes = tuple(part > 0 if part.ndim == 1 else part for part in numbers)
    for depth in (9, 30):
        peer = peers.DecisionTreeClassifier(max_depth=depth, random_state=0)
        for max_bins in (None, 64):
            ours = DecisionTreeClassifier(max_depth=depth, max_bins=max_bins)
            name = f"tree fit, depth {depth}"
            yield contest(name, classes, ours, peer, repeats)
    regressor = DecisionTreeRegressor(max_depth=9)
    other = peers.DecisionTreeRegressor(max_depth=9, random_state=0)
    yield contest("regression tree fit, depth 9", numbers, regressor, other, repeats)
    ours = DecisionTreeClassifier(max_depth=9)
    peer = peers.DecisionTreeClassifier(max_depth=9, random_state=0)
    yield contest("tree predict, depth 9", classes, ours, peer, repeats)


def forest_rows(repeats: int) -> Iterator[Row]:
    """Yield the races of forests."""
    classes = tuple(part > 0 if part.ndim == 1 else part for part in generated())
    few = {"n_estimators": TREES, "max_depth": 9, "random_state": 0}
    peer = peer_forests.RandomForestClassifier(**few)
    for task, max_bins in (("fit", 64), ("fit", None), ("predict", 64)):
        ours = RandomForestClassifier(max_bins=max_bins, **few)
        name = f"forest {task}, {TREES} trees, depth 9"
        yield contest(name, classes, ours, peer, repeats)
    wdbc = load("wdbc")
    test = np.arange(len(wdbc.y)) % 3 == 0
    parts = wdbc.X[~test], wdbc.y[~test], wdbc.X[test], wdbc.y[test]
    whole = {"n_estimators": TREES, "random_state": 0}
    yield contest(
        f"forest fit, wdbc, {TREES} trees",
        parts,
        RandomForestClassifier(**whole),
        peer_forests.RandomForestClassifier(**whole),
        repeats,
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per race; most take a second, so few rounds are made."""
    yield from tree_rows(min(repeats, 7))
    yield from forest_rows(min(repeats, 7))
