"""Draw all frames of an explorer, several at a time where the system can.

A frame costs about a tenth of a second, and a page has hundreds. On Linux the process
is forked: each child knows the functions of the notebook and all that they have
computed so far, draws its share, and sends back text. Elsewhere one process draws all.
(joblib, which does what else is parallel here, starts empty processes: it would have to
send them a notebook's functions with all their fits, or let each fit anew.)
"""

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from typing import Any

from mlcourse.page.picture import Picture

Draw = Callable[..., Picture]
FEW = 16  # frames that are not worth a fork
# What a forked child is to draw: known to it because it stands here when it is born.
_work: tuple[Draw, Sequence[dict[str, Any]]]


def draw_all(draw: Draw, settings: Sequence[dict[str, Any]]) -> list[Picture]:
    """Return ``draw(**each)`` for all settings, in their order."""
    processes = os.cpu_count() or 1
    if sys.platform != "linux" or processes == 1 or len(settings) < FEW:
        return [draw(**each) for each in settings]
    global _work
    _work = draw, settings
    with warnings.catch_warnings():
        # Python warns of threads that a child does not have; drawing needs none.
        warnings.simplefilter("ignore", DeprecationWarning)
        with get_context("fork").Pool(processes) as pool:
            return pool.map(_frame, range(len(settings)))


def _frame(number: int) -> Picture:
    draw, settings = _work
    return draw(**settings[number])
