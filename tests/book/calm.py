"""Measure while the host leaves the processors to this machine.

Linux counts the time that the host gave to other machines ("steal"); what else runs
on this one is not in it. Where nothing is counted, a measurement is taken as it comes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")
COUNTS = Path("/proc/stat")  # of the whole machine, since it started
IDLE, WAIT, STEAL = 3, 4, 7  # their places among the counts
CALM = 0.02  # of the time that the processors were wanted
TRIES = 4


def counts() -> tuple[int, int] | None:
    """Return the time that the host took, and all busy time with it, both in ticks."""
    try:
        ticks = [int(count) for count in COUNTS.read_text().split()[1:9]]
        return ticks[STEAL], sum(ticks) - ticks[IDLE] - ticks[WAIT]
    except (OSError, ValueError, IndexError):
        return None


def calm(measure: Callable[[], Found]) -> tuple[Found, float | None]:
    """Measure again until the host takes next to nothing; return the calmest.

    The second value is the share that it took meanwhile, None where nobody counts.
    """
    tries: list[tuple[float, Found]] = []
    while len(tries) < TRIES and not (tries and tries[-1][0] <= CALM):
        before, found, after = counts(), measure(), counts()
        if before is None or after is None:
            return found, None
        taken, busy = after[0] - before[0], after[1] - before[1]
        tries.append((taken / busy if busy else 0.0, found))
    share, found = min(tries, key=lambda tried: tried[0])
    return found, share
