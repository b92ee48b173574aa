"""Unpenalised logistic regression: our solvers against scikit-learn's best one.

Fit against fit, checks of the input included. Every solver gets the largest tolerance
of a half-decade grid with which it reaches the lowest known loss to 1e-6 relative, so
nobody pays for digits that are not asked for. The peer is the fastest of
scikit-learn's solvers on that very data.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from sklearn.linear_model import LogisticRegression as Peer
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, milliseconds, race
from mlcourse.data import load, standardize
from mlcourse.formulas.losses import log_loss, sigmoid
from mlcourse.models.logistic import LogisticRegression

GRID = 10.0 ** np.arange(-1, -12.1, -0.5)
OURS = ("newton", "lbfgs")
PEERS = ("newton-cholesky", "lbfgs", "newton-cg")


def ours(solver: str, tol: float) -> LogisticRegression:
    """Return our estimator."""
    return LogisticRegression(solver, tol=tol)


def peer(solver: str, tol: float) -> Peer:
    """Return scikit-learn's without its penalty."""
    return Peer(C=np.inf, solver=solver, tol=tol, max_iter=10_000)


def datasets() -> Iterator[tuple[str, Any, Any]]:
    """Yield name, X and y; spambase only if MLCOURSE_DATA is set."""
    wdbc = load("wdbc")
    yield "wdbc, first 10 columns", standardize(wdbc.X[:, :10])[0], wdbc.y
    if os.environ.get("MLCOURSE_DATA"):
        spambase = load("spambase")
        yield "spambase", standardize(spambase.X)[0], spambase.y
    for n in (19_200, 50_000):
        for correlation in (0.0, 0.8):
            name = f"synthetic, correlation {correlation}"
            X, y = synthetic(n, 50, correlation)
            yield name, X, y


def synthetic(n: int, d: int, correlation: float) -> tuple[Any, Any]:
    """Return normal columns, each pair with the same correlation, and noisy labels."""
    rng = np.random.default_rng(0)
    own, common = rng.normal(size=(n, d)), rng.normal(size=(n, 1))
    X = np.sqrt(1 - correlation) * own + np.sqrt(correlation) * common
    p = sigmoid(X @ rng.normal(size=d) / np.sqrt(d) * 2)
    return X, (rng.random(n) < p).astype(int)


def mean_loss(model: Any, X: Any, y: Any) -> float:
    """Return the mean log loss of a fitted model of either maker."""
    return log_loss(model.decision_function(X), y) / len(y)


def loosest(make: Callable[..., Any], solver: str, X: Any, y: Any, goal: float) -> Any:
    """Return the model of the largest tolerance whose loss is at most `goal`."""
    for tol in GRID:
        model = make(solver, tol).fit(X, y)
        if mean_loss(model, X, y) <= goal:
            return model
    raise RuntimeError(f"no tolerance of {model} reaches a loss of {goal}")


def fit_time(model: Any, X: Any, y: Any) -> float:
    """Return the median time of seven fits, in milliseconds."""
    return float(np.median([milliseconds(lambda: model.fit(X, y)) for _ in range(7)]))


def contest(name: str, X: Any, y: Any, repeats: int) -> Iterator[Row]:
    """Yield a row for each of our solvers on one data set."""
    best = mean_loss(ours("newton", 1e-9).fit(X, y), X, y)
    goal = best * (1 + 1e-6)
    peers = [loosest(peer, solver, X, y, goal) for solver in PEERS]
    rival = min(peers, key=lambda model: fit_time(model, X, y))
    for solver in OURS:
        mine = loosest(ours, solver, X, y, goal)
        yield Row(
            f"logistic: {name}",
            "x".join(map(str, X.shape)),
            f"{solver} tol={mine.tol:.0e}",
            f"{rival.solver} tol={rival.tol:.0e}",
            *race(partial(mine.fit, X, y), partial(rival.fit, X, y), repeats),
            "log loss",
            mean_loss(mine, X, y),
            mean_loss(rival, X, y),
        )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per data set and solver of ours."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")  # a loose tolerance is meant to be loose
        for name, X, y in datasets():
            yield from contest(name, X, y, repeats)
