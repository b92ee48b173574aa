"""Selectors against those that a user would pick, or a plain loop where there is none.

The L2,1 problems race scikit-learn's MultiTaskLasso at the same strength, both at their
own tolerance: the objective of either stands beside. MutualInformation races a loop
that asks scikit-learn's mutual_info_score about one pair at a time, on fewer columns.
"""

from collections.abc import Iterator
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from sklearn.linear_model import MultiTaskLasso
from sklearn.metrics import mutual_info_score
from threadpoolctl import threadpool_limits

from benchmarks.bench_norms import planted
from benchmarks.race import Row, race
from mlcourse.selection.filters import MutualInformation
from mlcourse.selection.lasso import GroupLassoSelector
from mlcourse.selection.mssl import MSSL

SHARE = 0.2  # of the smallest strength that leaves nothing


def objective(X: Any, Y: Any, W: Any, b: Any, gamma: float) -> float:
    """Return the squared loss and the penalty of W (d, L)."""
    loss = ((X @ W + b - Y) ** 2).sum() / 2
    return float(loss + gamma * np.linalg.norm(W, axis=1).sum())


def loop(X: Any, Y: Any) -> Any:
    """Return the information of every column, a pair at a time."""
    return np.array([sum(mutual_info_score(f, y) for y in Y.T) for f in X.T])


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per task."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")
        for correlation in (0.0, 0.5):
            yield from joint(correlation, repeats)
        yield information(repeats)


def joint(correlation: float, repeats: int) -> Iterator[Row]:
    """Yield the races of the L2,1 problem on one planted table."""
    X, S = planted(20, correlation)
    Y = (np.quantile(S, 0.8, axis=0) < S).astype(int)
    n, d = X.shape
    C = (X - X.mean(axis=0)).T @ (Y - Y.mean(axis=0))
    gamma = SHARE * float(np.linalg.norm(C, axis=1).max())
    peer = MultiTaskLasso(gamma / n, max_iter=10_000)
    for ours in (MSSL(alpha=0, gamma=2 * gamma), GroupLassoSelector(alpha=gamma / n)):
        outcome = race(lambda: ours.fit(X, Y), lambda: peer.fit(X, Y), repeats)  # noqa: B023
        found = [(m.coef_.T, m.intercept_) for m in (ours, peer)]
        yield Row(
            f"selection: {type(ours).__name__}, r = {correlation}",
            f"{n}x{d}x20 ({int((ours.scores_ > 0).sum())} rows)",
            f"tol={ours.tol:.0e}",
            f"MultiTaskLasso tol={peer.tol:.0e}",
            *outcome,
            "objective",
            *(objective(X, Y, W, b, gamma) for W, b in found),
        )


def information(repeats: int) -> Row:
    """Return the race of counting all columns at once and one pair at a time."""
    rng = np.random.default_rng(0)
    X, Y = (rng.random((2000, 50)) < 0.1).astype(float), rng.random((2000, 20)) < 0.2
    ours = MutualInformation()
    outcome = race(lambda: ours.fit(X, Y), lambda: loop(X, Y), repeats)
    return Row(
        "selection: MutualInformation",
        "2000x50x20",
        "n_bins=2",
        "loop of mutual_info_score",
        *outcome,
        "sum of scores",
        float(ours.scores_.sum()),
        float(loop(X, Y).sum()),
    )
