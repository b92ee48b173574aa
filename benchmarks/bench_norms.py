"""Lasso and group lasso: the working-set solver against scikit-learn's.

Fit against fit, checks of the input included, without an intercept. Every solver gets
the largest tolerance of a half-decade grid with which it reaches the lowest known
objective to 1e-6 relative, so nobody pays for digits that are not asked for. The truth
is planted, a few rows of W and noise; with a correlation, all features share a part.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
from sklearn.linear_model import Lasso, MultiTaskLasso
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers.active_set import alpha_max, solve

GRID = 10.0 ** np.arange(-1, -12.1, -0.5)
PEERS = {"l1": Lasso, "l21": MultiTaskLasso}
N, D = 2000, 1836


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

    def peer(self, tol: float) -> Any:
        """Return the weights (d, L) of scikit-learn; its lasso goes label by label."""
        model = PEERS[self.penalty](
            self.alpha / len(self.X), fit_intercept=False, tol=tol, max_iter=100_000
        )
        if self.penalty == "l21":
            return model.fit(self.X, self.Y).coef_.T
        return np.stack([model.fit(self.X, y).coef_ for y in self.Y.T], axis=1)


def planted(n_labels: int, correlation: float, rows: int = 80) -> tuple[Any, Any]:
    """Return X (n, d) and Y (n, L) from `rows` rows of weights, and as much noise."""
    rng = np.random.default_rng(0)
    own, common = rng.normal(size=(N, D)), rng.normal(size=(N, 1))
    X = np.sqrt(1 - correlation) * own + np.sqrt(correlation) * common
    W = np.zeros((D, n_labels))
    W[rng.choice(D, rows, replace=False)] = rng.normal(size=(rows, n_labels))
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


def loosest(task: Task, run: Callable[[float], Any], goal: float) -> tuple[float, Any]:
    """Return the largest tolerance that reaches the goal, and its weights."""
    for tol in GRID:
        W = run(tol)
        if task.objective(W) <= goal:
            return float(tol), W
    raise RuntimeError(f"{task.name}: no tolerance reaches an objective of {goal}")


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per task."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")  # a loose tolerance is meant to be loose
        for task in tasks():
            goal = task.objective(task.ours(1e-10)) * (1 + 1e-6)
            mine, W = loosest(task, task.ours, goal)
            theirs, W_peer = loosest(task, task.peer, goal)
            yield Row(
                task.name,
                f"{N}x{D}x{task.Y.shape[1]} ({W.any(axis=1).sum()} rows)",
                f"tol={mine:.0e}",
                f"{PEERS[task.penalty].__name__} tol={theirs:.0e}",
                *race(partial(task.ours, mine), partial(task.peer, theirs), repeats),
                "objective",
                task.objective(W),
                task.objective(W_peer),
            )
