"""Threads of linear algebra, where a small problem waits longer than it works.

NumPy and SciPy bring a BLAS each, with threads of its own, which look for work some 30
milliseconds before they sleep. They keep one another waiting, and all of them wait on
a busy machine: a matrix of 300 x 300 is then factored ten times faster by one thread.
"""

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


def one_thread(small: bool) -> AbstractContextManager[Any]:
    """Return a context in which BLAS has one thread, if a problem is small.

    >>> from threadpoolctl import threadpool_info
    >>> with one_thread(small=True):
    ...     {p["num_threads"] for p in threadpool_info() if p["user_api"] == "blas"}
    {1}
    """
    return _blas().limit(limits=1) if small else nullcontext()


@cache
def _blas() -> Any:
    return ThreadpoolController().select(user_api="blas")
