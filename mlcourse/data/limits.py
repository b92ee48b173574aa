"""How much memory a data set may take: asked before the memory is taken.

A file of some kilobytes can promise gigabytes: zeros pack well, and a header may claim
any shape. So a reader asks first, and an array, a text or an archive that would take
more than 1 GB is a DataError. MLCOURSE_MAX_GB sets another limit.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from mlcourse.data.errors import DataError

VARIABLE = "MLCOURSE_MAX_GB"
USUAL = "1"
GB = 10**9


def limit() -> int:
    """Return how many bytes one array, text or archive may take.

    >>> limit()
    1000000000
    """
    from mlcourse.checks import check_number

    text = os.environ.get(VARIABLE) or USUAL
    try:
        return int(check_number(VARIABLE, float(text), positive=True) * GB)
    except ValueError:
        message = f"{VARIABLE}={text!r} must be a finite number > 0."
        raise DataError(message) from None


def allow(n_bytes: int, where: str, found: str = "it would take") -> None:
    """Raise a DataError if that is more than allowed; `where` names the file.

    >>> allow(3 * GB, "songs.npz")
    Traceback (most recent call last):
    mlcourse.data.errors.DataError: songs.npz: it would take 3 GB of memory, more than \
the 1 GB that are allowed; if you trust the file and have the memory, set \
MLCOURSE_MAX_GB to 3 or more.
    """
    most = limit()
    if n_bytes > most:
        raise DataError(
            f"{where}: {found} {n_bytes / GB:.3g} GB of memory, more than the "
            f"{most / GB:.3g} GB that are allowed; {remedy(n_bytes)}."
        )


def remedy(n_bytes: int) -> str:
    """Return what to do about a file that needs so many bytes."""
    enough = -(-n_bytes // GB)
    return (
        f"if you trust the file and have the memory, set {VARIABLE} to {enough} or more"
    )


@contextmanager
def memory(where: object) -> Iterator[None]:
    """Turn a lack of memory while a file is read into a DataError."""
    try:
        yield
    except MemoryError:
        raise DataError(
            f"{where} does not fit into the memory that is free; close other programs, "
            "or use a part of the file."
        ) from None
