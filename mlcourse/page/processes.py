"""Work on many settings at once, where the system can: frames, draws of a comparison.

A frame costs about a tenth of a second, and a page has hundreds. On Linux the process
is forked: each child knows the functions of the notebook and all that they have
computed so far, does its share, and sends back what it found. Elsewhere one process
does all. (joblib, which does what else is parallel here, starts empty processes: it
would have to send them a notebook's functions with all their fits, or let each fit
anew.)

A child works in one thread. The linear algebra of several children would else start a
thread for each core in each of them; on a busy machine these wait for one another in
turns, and what takes 13 s took 216.
"""

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from multiprocessing import current_process, get_context
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

Found = TypeVar("Found")
FEW = 16  # settings that are not worth a fork
# What a forked child is to do: known to it because it stands here when it is born.
_work: tuple[Callable[..., Any], Sequence[dict[str, Any]]]


def on_all_cores(
    work: Callable[..., Found], settings: Sequence[dict[str, Any]]
) -> list[Found]:
    """Return ``work(**each)`` for all settings, in their order."""
    processes = 1 if current_process().daemon else os.cpu_count() or 1  # no grandchild
    if sys.platform != "linux" or processes == 1 or len(settings) < FEW:
        return [work(**each) for each in settings]
    global _work
    _work = work, settings
    with warnings.catch_warnings():
        # Python warns of threads that a child does not have; the work needs none.
        warnings.simplefilter("ignore", DeprecationWarning)
        with get_context("fork").Pool(processes, _one_thread) as pool:
            return pool.map(_one, range(len(settings)))


def _one_thread() -> None:
    threadpool_limits(limits=1)


def _one(number: int) -> Any:
    work, settings = _work
    return work(**settings[number])
