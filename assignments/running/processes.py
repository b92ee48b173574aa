"""Processes: made so that the next starts quickly, ended with all that they started."""

import contextlib
import multiprocessing
import os
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import BaseContext

import psutil


@cache
def processes(module: str) -> BaseContext:
    """Return what makes processes; where it can, it loads the module beforehand."""
    if os.name != "posix":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    forkserver.ensure_running()
    return context


def end(pid: int | None) -> None:
    """End a process and all that it has started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(pid)
        for process in [*family.children(recursive=True), family]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
