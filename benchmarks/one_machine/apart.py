"""One measurement in a process of its own: how long, and how much memory.

A process keeps what it was once given, so only a new one tells what a fit needs. Memory
is what the system has given it at most (resident), code in C and C++ included. It is
read on Linux only; elsewhere it is left out.
"""

import ctypes
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from threadpoolctl import threadpool_limits

STATUS, FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MB = 1e6
ENOUGH, MOST = 3.0, 5  # seconds of repeats, and how many repeats
ONE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ANSWER = "measured: "


class Cost(NamedTuple):
    """What a call takes: the median time, and memory beyond what was in use."""

    seconds: float
    mb: float | None
    repeats: int


def cost(call: Callable[[], Any]) -> Cost:
    """Return what a call costs; a short one is repeated, memory is of the first."""
    calm()
    before = kilobytes("VmRSS")
    times = [timed(call)]
    after = kilobytes("VmHWM")
    while sum(times) < ENOUGH and len(times) < MOST:
        times.append(timed(call))
    mb = None if before is None or after is None else (after - before) * 1024 / MB
    return Cost(sorted(times)[len(times) // 2], mb, len(times))


def timed(call: Callable[[], Any]) -> float:
    """Return the seconds of one call."""
    start = perf_counter()
    call()
    return perf_counter() - start


def calm() -> None:
    """Give back what is not used, and forget how much was in use before."""
    gc.collect()
    if STATUS.exists():
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
        if trim is not None:
            trim(0)
        FORGET.write_text("5")


def kilobytes(name: str) -> int | None:
    """Return VmRSS, the memory in use, or VmHWM, the most since `calm`; Linux only."""
    if not STATUS.exists():
        return None
    lines = STATUS.read_text(encoding="utf-8").splitlines()
    [found] = [line for line in lines if line.startswith(f"{name}:")]
    return int(found.split()[1])


def apart(measure: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Return what "module:function" finds for settings in a new process.

    >>> apart("benchmarks.one_machine.apart:echo", {"x": 1})
    {'x': 1}
    """
    done = subprocess.run(
        [sys.executable, "-m", __name__, measure, json.dumps(settings)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | ONE,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    lines = [x for x in done.stdout.splitlines() if x.startswith(ANSWER)]
    if done.returncode or not lines:
        raise RuntimeError(f"{measure} failed with {settings}; what it said is above.")
    found: dict[str, Any] = json.loads(lines[-1].removeprefix(ANSWER))
    return found


def echo(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings, to try this module."""
    return settings


def main(measure: str, settings: str) -> None:
    """Measure in this process, and print what was found."""
    module, _, name = measure.partition(":")
    with threadpool_limits(limits=1):
        found = getattr(import_module(module), name)(json.loads(settings))
    print(ANSWER + json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
