"""Report 001 run again: ten folds in the order of the file."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.page.table import Table
from mlcourse.reports import results
from mlcourse.reports.four_fifths import ROUNDS, SHORT
from mlcourse.reports.in_order import counts, logistic, stump
from mlcourse.reports.report_001 import PRINTED

FOLD = 56  # rows: ten folds hold 560 of the 569 tumours
LEARNERS = {"stump": stump, "logistic": logistic}


@cache
def right(learner: str, full: bool) -> Array:
    """Return how many of 560 tumours are judged rightly after ROUNDS rounds."""
    wdbc = load("wdbc")
    folds = counts(LEARNERS[learner], wdbc.X, wdbc.y == 1, full, ROUNDS)
    return np.asarray(folds.sum(axis=0))


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
    return Table(
        rows, "printed in", "rows at most", "rows that fit", "expected by chance"
    )


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


def stops() -> Table:
    """Return how many tumours one regression is right about, by when it stops."""
    return first("wdbc", lambda row: f"{row.value * 10 * FOLD:.0f}", "right, of 560")


def later() -> Table:
    """Return the accuracy of one regression on four fifths of spambase, likewise."""

    def told(row: Any) -> str:
        return f"{row.value:.3f} ± {row.spread_seeds:.3f}"

    return first("spambase", told, "accuracy")


def first(data: str, told: Callable[[Any], str], head: str) -> Table:
    """Return what is told of the first regression for each length of its gradient."""
    trial = results("001")
    rows = [
        (f"{short:g}", told(trial[f"{data}-logistic-stops-{short:g}-T1"]))
        for short in SHORT[data]
    ]
    return Table(rows, "gradient below", head)
