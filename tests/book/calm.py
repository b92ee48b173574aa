"""Measure while the processor is ours: a host may lend it to others for moments.

Linux counts the time that others took ("steal"). Where nothing is counted, each
measurement is taken as it comes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")
COUNTS = Path("/proc/stat")  # of the whole machine, since it started
STEAL = 7  # the place of "steal" among the counts
CALM = 0.01  # of the time of all processors
TRIES = 4


def counts() -> tuple[int, int]:
    """Return the time that others took, and all time, both in ticks."""
    if not COUNTS.exists():
        return 0, 0
    ticks = [int(count) for count in COUNTS.read_text().splitlines()[0].split()[1:9]]
    return ticks[STEAL], sum(ticks)


def calm(measure: Callable[[], Found]) -> tuple[Found, float]:
    """Measure again until others leave the processors alone; return the calmest.

    The second value is the share that they took while it ran.
    """
    tries: list[tuple[float, Found]] = []
    while len(tries) < TRIES and not (tries and tries[-1][0] <= CALM):
        before = counts()
        found = measure()
        taken, all_ = (now - then for now, then in zip(counts(), before, strict=True))
        tries.append((taken / all_ if all_ else 0.0, found))
    share, found = min(tries, key=lambda tried: tried[0])
    return found, share
