"""`python -m benchmarks.memory [name ...]`: how much memory fits and predictions take.

At bibtex's size; the set itself if MLCOURSE_DATA says where it is. Peaks are what
Python and NumPy ask for beyond what was there before (tracemalloc), also as a ratio to
X, Y and the pickled model together: what has to be in memory anyway.
"""

import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple

from scipy.sparse import issparse


class Peak(NamedTuple):
    """The largest memory in use during a fit and a prediction, in bytes."""

    fit: int
    predict: int
    needed: int  # X, Y and the fitted model


def peak(call: Callable[[], Any]) -> int:
    """Return how many bytes more than before a call has in use at its peak.

    >>> 8e6 < peak(lambda: bytearray(8 * 10**6)) < 9e6
    True
    """
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = call()  # kept, so that its own size counts
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del result
    return most - before


def size(table: Any) -> int:
    """Return the bytes of the numbers of an array or a sparse matrix."""
    if issparse(table):
        return sum(part.nbytes for part in (table.data, table.indices, table.indptr))
    return int(table.nbytes)


def measure(model: Any, X: Any, y: Any, Q: Any, method: str = "predict") -> Peak:
    """Return the peaks of fitting a model to X and y, and of what it says of Q."""
    fit = peak(lambda: model.fit(X, y))
    needed = size(X) + size(y) + len(pickle.dumps(model))
    return Peak(fit, peak(lambda: getattr(model, method)(Q)), needed)
