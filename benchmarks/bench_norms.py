"""Lasso and group lasso: the working-set solver against scikit-learn's.

Fit against fit, checks of the input included, without an intercept. Every solver gets
the largest tolerance of a half-decade grid with which it reaches the lowest known
objective to 1e-6 relative, so nobody pays for digits that are not asked for. Their
Lasso may also work on the inner products of the features ("Gram"), computed once for
all labels: the faster way races. The truth is planted, a few rows of W and noise; with
a correlation, all features share a part. Wide tables, where nearly as many features
are used as there are samples, or more, are the hardest for a working set.
"""

from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
from sklearn.linear_model import Lasso, MultiTaskLasso
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, loosest, milliseconds, race
from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers.active_set import alpha_max, solve

PEERS: dict[str, dict[str, Any]] = {
    "l1": {"Lasso": Lasso, "Lasso, Gram": partial(Lasso, precompute=True)},
    "l21": {"MultiTaskLasso": MultiTaskLasso},
}
TALL, WIDE = (2000, 1836), (150, 2000)  # n, d


class Task(NamedTuple):
    """One problem to be solved by both."""

    name: str
    X: Any  # (n, d)
    Y: Any  # (n, L)
    penalty: str
    alpha: float

    def objective(self, W: Any) -> float:
        """Return the squared loss and the penalty of W (d, L)."""
        loss = ((self.X @ W - self.Y) ** 2).sum() / 2
        return float(loss + self.alpha * NORMS[self.penalty].value(W))

    def ours(self, tol: float) -> Any:
        """Return the weights (d, L) that our solver finds."""
        return solve(self.X, self.Y, self.penalty, self.alpha, tol=tol).W

    def peer(self, name: str, tol: float) -> Any:
        """Return the weights (d, L) that scikit-learn finds, all labels at once."""
        model = PEERS[self.penalty][name](
            self.alpha / len(self.X), fit_intercept=False, tol=tol, max_iter=100_000
        )
        return model.fit(self.X, self.Y).coef_.reshape(self.Y.shape[1], -1).T


def correlated(n: int, d: int, correlation: float, rng: np.random.Generator) -> Any:
    """Return normal columns, each pair with the same correlation."""
    own, common = rng.normal(size=(n, d)), rng.normal(size=(n, 1))
    return np.sqrt(1 - correlation) * own + np.sqrt(correlation) * common


def planted(
    n_labels: int, correlation: float, shape: tuple[int, int] = TALL, rows: int = 80
) -> tuple[Any, Any]:
    """Return X (n, d) and Y (n, L) from `rows` rows of weights, and as much noise."""
    rng, d = np.random.default_rng(0), shape[1]
    X = correlated(*shape, correlation, rng)
    W = np.zeros((d, n_labels))
    W[rng.choice(d, rows, replace=False)] = rng.normal(size=(rows, n_labels))
    signal = X @ W
    return X, signal + signal.std() * rng.normal(size=signal.shape)


def tasks() -> Iterator[Task]:
    """Yield the problems: penalties, numbers of labels, correlations and prices."""
    for penalty, n_labels in (("l21", 20), ("l1", 1), ("l1", 20)):
        for correlation in (0.0, 0.5):
            X, Y = planted(n_labels, correlation)
            for share in (0.2, 0.1):
                alpha = share * alpha_max(X, Y, penalty)
                name = f"norms: {penalty} {share} alpha_max, r = {correlation}"
                yield Task(name, X, Y, penalty, alpha)
    X, Y = planted(3, 0.0, WIDE)
    for share in (0.05, 0.01):
        alpha = share * alpha_max(X, Y, "l1")
        yield Task(f"norms: l1 {share} alpha_max, wide", X, Y, "l1", alpha)


def fastest(task: Task, goal: float) -> tuple[str, float, Any]:
    """Return the peer that is soonest at the goal: its name, tolerance and weights."""
    found = []
    for name in PEERS[task.penalty]:
        run = partial(task.peer, name)
        tol, W = loosest(run, task.objective, goal)
        time = min(milliseconds(partial(run, tol)) for _ in range(3))
        found.append((time, name, tol, W))
    return min(found, key=itemgetter(0))[1:]


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per task."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")  # a loose tolerance is meant to be loose
        for task in tasks():
            goal = task.objective(task.ours(1e-10)) * (1 + 1e-6)
            mine, W = loosest(task.ours, task.objective, goal)
            name, theirs, W_peer = fastest(task, goal)
            runs = partial(task.ours, mine), partial(task.peer, name, theirs)
            n, d = task.X.shape
            yield Row(
                task.name,
                f"{n}x{d}x{task.Y.shape[1]} ({W.any(axis=1).sum()} rows)",
                f"tol={mine:.0e}",
                f"{name} tol={theirs:.0e}",
                *race(*runs, repeats),
                "objective",
                task.objective(W),
                task.objective(W_peer),
            )
