"""The exercises of the chapter on forests: what is right, and usual slips.

Symbols: times (T, n), how often tree t drew row i; shares (T, n), what it says of it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.models.bootstrap import multiplicities, out_of_bag
from mlcourse.page.exercise import Exercise

# --- by hand


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


BY_HAND = Exercise(
    numbers(0.648, 0.6, 8 / 27, 0.046),
    [()],
    {
        "three right and two right both count: 0.6³ + 3 · 0.6² · 0.4.": numbers(
            0.432, 0.6, 8 / 27, 0.046
        ),
        "two identical jurors always outvote the third.": numbers(
            0.648, 0.648, 8 / 27, 0.046
        ),
        "the row must be missed three times: (2/3)³.": numbers(
            0.648, 0.6, 1 / 3, 0.046
        ),
        "only the part above the floor is divided by 10.": numbers(
            0.648, 0.6, 8 / 27, 0.01
        ),
    },
    digits=3,
    names=("three jurors", "two identical", "share left out", "squared error"),
)

# --- votes out of bag


def votes(times: Array, shares: Array) -> Array:
    """Return the mean share of the trees that have not drawn a row, else ½, (n,)."""
    pairs = zip(times, shares[:, :, None], strict=True)
    answers = out_of_bag(pairs, times.shape[1])[:, 0]
    return np.where(np.isnan(answers), 0.5, answers)


def mean_where(some: Array, shares: Array, counts: Any = None) -> Array:
    """Return means over trees where `some`, or sums divided by `counts`."""
    counts = some.sum(axis=0) if counts is None else counts
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (some * shares).sum(axis=0) / counts
    return np.where(np.isnan(means), 0.5, means)


def cases() -> list[tuple[Array, Array]]:
    """Return samples and shares, the simplest first; a row is never left out."""
    rng, found = np.random.default_rng(0), []
    for T, n in ((3, 5), (4, 8), (12, 20)):
        times = np.array([multiplicities(n, True, seed) for seed in range(T)])
        times[:, 0] = np.maximum(times[:, 0], 1)
        found.append((times, rng.integers(0, 5, (T, n)) / 4))
    return found


OUT_OF_BAG = Exercise(
    votes,
    cases(),
    {
        "these are the trees that have *drawn* the row.": (
            lambda times, shares: mean_where(times > 0, shares)
        ),
        "all trees vote here, also those that were fitted to the row.": (
            lambda times, shares: shares.mean(axis=0)
        ),
        "divide by the number of trees that left the row out, not by all.": (
            lambda times, shares: mean_where(times == 0, shares, len(times))
        ),
        "where every tree has drawn the row, return 0.5.": (
            lambda times, shares: votes(times, shares) * (times == 0).any(axis=0)
        ),
        "return the mean share, and not the class.": (
            lambda times, shares: (votes(times, shares) > 0.5).astype(float)
        ),
    },
    wanted="n numbers",
)
