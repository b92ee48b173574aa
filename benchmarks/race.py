"""A fair race of two functions: interleaved, in one process, on one BLAS thread.

Clocks drift and machines are shared, so single times mislead. Each round times both
runners, one straight after the other, and gives one ratio; the median of the ratios is
the result, and the quartiles say how far to trust it.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

GRID = 10.0 ** np.arange(-1, -12.1, -0.5)  # of tolerances
Found = TypeVar("Found")


class Row(NamedTuple):
    """One line of the table; times in milliseconds, ratio below 1 = ours is faster."""

    task: str
    size: str
    ours: str
    peer: str
    ours_ms: float
    peer_ms: float
    ratio: float
    ratio_low: float
    ratio_high: float
    quality: str  # what is compared: log loss, accuracy, ...
    ours_quality: float
    peer_quality: float


class Race(NamedTuple):
    """Median times in milliseconds; median and quartiles of ours / peer."""

    ours_ms: float
    peer_ms: float
    ratio: float
    ratio_low: float
    ratio_high: float


def milliseconds(run: Callable[[], Any]) -> float:
    """Return how long one call takes."""
    start = perf_counter()
    run()
    return 1e3 * (perf_counter() - start)


def race(ours: Callable[[], Any], peer: Callable[[], Any], repeats: int = 15) -> Race:
    """Return the outcome of `repeats` rounds, 7 at least, after one to warm up.

    In every other round the peer goes first.
    """
    times = []
    with threadpool_limits(limits=1):
        for k in range(1 + max(7, repeats)):
            pair = [(0, ours), (1, peer)][:: -1 if k % 2 else 1]
            found = {place: milliseconds(run) for place, run in pair}
            times.append((found[0], found[1]))
    a, b = np.array(times[1:]).T  # (repeats,) each
    low, mid, high = np.quantile(a / b, [0.25, 0.5, 0.75])
    return Race(*map(float, (np.median(a), np.median(b), mid, low, high)))


def loosest(
    solve: Callable[[float], Found], objective: Callable[[Found], float], goal: float
) -> tuple[float, Found]:
    """Return the largest tolerance with which `solve` reaches the goal, and its answer.

    So nobody pays for digits that are not asked for.
    """
    for tol in GRID:
        found = solve(tol)
        if objective(found) <= goal:
            return float(tol), found
    raise RuntimeError(f"No tolerance of {solve} reaches an objective of {goal}.")
