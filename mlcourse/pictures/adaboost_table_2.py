"""Table 2 of report 001 run again: ten folds in the order of the file.

The stumps of its listing, tried in its order: columns, thirty steps from the smallest
to the largest training value, two directions; of equal errors the first counts. And the
logistic regression of its listing, with its step and its stopping rule.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit

from mlcourse.arrays import Array
from mlcourse.data import load, standardize
from mlcourse.page.table import Table
from mlcourse.reports.protocol import successive
from mlcourse.reports.report_001 import PRINTED, ROUNDS
from mlcourse.solvers.logistic import with_ones

STEPS = 30
FOLD = 56  # rows: ten folds hold 560 of the 569 tumours
STEP, SHORT = 0.5, 0.03  # of the descent, which ends when the gradient is this short

# From weights (n,) to what the new rule says of the training rows and of the new ones.
Learner = Callable[[Array], tuple[Any, Any]]


def answers(X: Array, low: Array, step: Array) -> Any:
    """Return what every stump says of the rows, (stumps, n), True for malignant."""
    cuts = low + step * np.arange(STEPS + 1)[:, None]  # (STEPS + 1, d)
    sides = [X[:, None] > cuts, X[:, None] < cuts]  # (n, STEPS + 1, d) each
    return np.stack(sides, axis=3).transpose(2, 1, 3, 0).reshape(-1, len(X))


def stump(X: Array, y: Any, new: Array) -> Learner:
    """Return what finds the best stump of the listing for given weights."""
    low = X.min(axis=0)
    step = (X.max(axis=0) - low) / STEPS
    said, told = answers(X, low, step), answers(new, low, step)
    wrong = (said != y).astype(float)

    def learn(w: Array) -> tuple[Any, Any]:
        best = int(np.argmin(np.round(wrong @ w, 13)))
        return said[best], told[best]

    return learn


def logistic(X: Array, y: Any, new: Array) -> Learner:
    """Return what descends as the listing does, on z-scores, for given weights."""
    A, B = map(with_ones, standardize(X, new))

    def learn(w: Array) -> tuple[Any, Any]:
        a, slope = np.zeros(A.shape[1]), np.full(A.shape[1], np.inf)
        while np.linalg.norm(slope) >= SHORT:
            slope = A.T @ (w * (expit(A @ a) - y))
            a = a - STEP * slope
        return A @ a > 0, B @ a > 0

    return learn


LEARNERS = {"stump": stump, "logistic": logistic}


def boosted(learn: Learner, y: Any, full: bool) -> list[Array]:
    """Return the score of new rows after each round, (n_new,), by full or half updates.

    Half is the update as the listing prints it: only missed rows are multiplied.
    """
    w, F, told = np.full(len(y), 1 / len(y)), np.zeros(1), []
    for _ in range(ROUNDS[-1]):
        said, new = learn(w)
        wrong = said != y
        error = w @ wrong
        alpha = 0.5 * np.log((1 - error) / error)
        F = F + alpha * np.where(new, 1, -1)
        w = w * np.exp((2 if full else 1) * alpha * wrong)
        w = w / w.sum()
        told.append(F)
    return told


@cache
def right(learner: str, full: bool) -> Array:
    """Return how many of 560 tumours are judged rightly after ROUNDS rounds."""
    data, counts = load("wdbc"), np.zeros(len(ROUNDS), dtype=int)
    X, y = data.X, data.y == 1
    for train, test in successive(y, None, 0, k=10):
        learn = LEARNERS[learner](X[train], y[train], X[test])
        scores = boosted(learn, y[train], full)
        counts += [int(np.sum((scores[t - 1] > 0) == y[test])) for t in ROUNDS]
    return counts


def tens(most: int) -> range:
    """Return the sizes that ten equal folds can have."""
    return range(10, most + 1, 10)


def sizes(printed: list[float], most: int) -> list[int]:
    """Return how many rows ten equal folds may have, if these are shares of them.

    >>> sizes([0.05, 0.15], 45)
    [20, 40]
    """
    return [
        n for n in tens(most) if all(round(round(v * n) / n, 4) == v for v in printed)
    ]


def folds() -> Table:
    """Return the numbers of rows at which all printed accuracies are shares."""
    rows = []
    for name, data, most in (("2", "wdbc", 569), ("1", "spambase", 4601)):
        printed = PRINTED[data, "stump"] + PRINTED[data, "logistic"]
        found = ", ".join(f"{n:,}" for n in sizes(printed, most))
        chance = f"{by_chance(most):.0e}" if most < 1000 else f"{by_chance(most):.1f}"
        rows.append((f"Table {name}", f"{most:,}", found, chance))
    return Table(rows, "numbers of", "at most", "fits", "by chance")


def by_chance(most: int, numbers: int = 8) -> float:
    """Return how many sizes would fit if the four digits of all numbers were random.

    A size n has n + 1 shares among the 10,001 numbers 0.0000 ... 1.0000.
    """
    shares = [len({round(k / n, 4) for k in range(n + 1)}) for n in tens(most)]
    return float(np.sum((np.array(shares) / 10_001) ** numbers))


def in_order(learner: str) -> Table:
    """Return half of Table 2 as tumours of 560, printed and run again."""
    rows = []
    for t, printed, full, half in zip(
        ROUNDS,
        PRINTED["wdbc", learner],
        right(learner, True),
        right(learner, False),
        strict=True,
    ):
        count = round(printed * 10 * FOLD)
        rows.append((t, f"{printed:.4f} ({count})", int(full), int(half)))
    return Table(rows, "rounds", "printed (× 560)", "full", "half")
