"""Table 2 of report 001 run again: ten folds in the order of the file, thirty steps.

The stumps of its listing, tried in its order: columns, steps from the smallest to the
largest training value, two directions; of equal errors the first counts.
"""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.page.table import Table
from mlcourse.reports.protocol import successive
from mlcourse.reports.report_001 import PRINTED, ROUNDS

STEPS = 30
FOLD = 56  # rows: ten folds hold 560 of the 569 tumours


def answers(X: Array, low: Array, step: Array) -> Any:
    """Return what every stump says of the rows, (stumps, n), True for malignant."""
    cuts = low + step * np.arange(STEPS + 1)[:, None]  # (STEPS + 1, d)
    sides = [X[:, None] > cuts, X[:, None] < cuts]  # (n, STEPS + 1, d) each
    return np.stack(sides, axis=3).transpose(2, 1, 3, 0).reshape(-1, len(X))


def boosted(said: Any, y: Any, new: Any, full: bool) -> list[Array]:
    """Return the score of new rows after each round, (n_new,), by full or half updates.

    `said` and `new` hold the answers of all stumps for the two kinds of rows.
    """
    wrong, w = (said != y).astype(float), np.full(len(y), 1 / len(y))
    F, told = np.zeros(new.shape[1]), []
    for _ in range(ROUNDS[-1]):
        errors = wrong @ w
        best = int(np.argmin(np.round(errors, 13)))
        alpha = 0.5 * np.log((1 - errors[best]) / errors[best])
        F = F + alpha * np.where(new[best], 1, -1)
        w = w * np.exp((2 if full else 1) * alpha * wrong[best])
        w = w / w.sum()
        told.append(F)
    return told


@cache
def right(full: bool) -> Array:
    """Return how many of 560 tumours are judged rightly after ROUNDS rounds."""
    data, counts = load("wdbc"), np.zeros(len(ROUNDS), dtype=int)
    X, y = data.X, data.y == 1
    for train, test in successive(y, None, 0, k=10):
        low = X[train].min(axis=0)
        step = (X[train].max(axis=0) - low) / STEPS
        tables = (answers(X[rows], low, step) for rows in (train, test))
        said, new = tables
        scores = boosted(said, y[train], new, full)
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
    return Table(rows, "eight numbers of", "rows at most", "fits", "by chance")


def by_chance(most: int, numbers: int = 8) -> float:
    """Return how many sizes would fit if the four digits of all numbers were random.

    A size n has n + 1 shares among the 10,001 numbers 0.0000 ... 1.0000.
    """
    shares = [len({round(k / n, 4) for k in range(n + 1)}) for n in tens(most)]
    return float(np.sum((np.array(shares) / 10_001) ** numbers))


def in_order() -> Table:
    """Return the stumps of Table 2 as tumours of 560, printed and run again."""
    rows = []
    for t, printed, full, half in zip(
        ROUNDS, PRINTED["wdbc", "stump"], right(True), right(False), strict=True
    ):
        count = round(printed * 10 * FOLD)
        rows.append((t, f"{printed:.4f}", count, int(full), int(half)))
    heads = "printed", "× 560", "full updates", "half updates"
    return Table(rows, "rounds", *heads)
