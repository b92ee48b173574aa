"""A fair race of two functions: interleaved, in one process, on one BLAS thread.

Clocks drift and machines are shared, so single times mislead. Each round times both
runners, one straight after the other, and gives one ratio; the median of the ratios is
the result, and the quartiles say how far to trust it.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits


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
    """Return the outcome of `repeats` rounds, after one round to warm up."""
    with threadpool_limits(limits=1):
        times = [
            (milliseconds(ours), milliseconds(peer)) for _ in range(1 + max(7, repeats))
        ][1:]
    a, b = np.array(times).T  # (repeats,) each
    low, mid, high = np.quantile(a / b, [0.25, 0.5, 0.75])
    return Race(*map(float, (np.median(a), np.median(b), mid, low, high)))
