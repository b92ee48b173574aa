"""Draw all frames of an explorer, several at a time where the system can.

A frame costs about a tenth of a second, and a page has hundreds. On Linux the process
is forked: each child knows the functions of the notebook and all that they have
computed so far, draws its share, and sends back text. Elsewhere one process draws all.
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
_work: tuple[Draw, Sequence[dict[str, Any]]]  # what a forked child is to draw


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
