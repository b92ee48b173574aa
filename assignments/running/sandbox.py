"""The student's interpreter, in a box or, for trusted classes, without one."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Any

import psutil

from assignments.box.plain import NotPlainError, receive, send
from assignments.running.bubblewrap import FOLDER, PIPES, shut
from assignments.running.limits import Limits, environment
from assignments.running.processes import end

MAX_FILES = 5_000  # in the box; a file without a byte also takes memory
DISKS = ("/tmp", "/dev/shm")
LOOK = 0.2  # seconds from one look at the box to the next

ENDED = "Python ended, by the code itself or for too much memory or output"


class EndedError(Exception):
    """The student's interpreter has ended; the message says why."""


class Box:
    """A running interpreter that answers messages; used once, then thrown away."""

    def __init__(self, limits: Limits) -> None:
        told = {"memory": limits.memory, "seconds": int(limits.seconds) + 5}
        told["output"] = limits.output
        command = [sys.executable, "-P", "-m", "assignments.box.inside"]
        command.append(json.dumps(told))
        self.home = tempfile.mkdtemp(prefix="student") if limits.trusted else ""
        self.process = (
            open_here(command, self.home) if self.home else shut(command, limits)
        )
        assert self.process.stdin
        assert self.process.stdout
        self.into, self.out = self.process.stdin, self.process.stdout

    def ask(
        self,
        message: dict[str, Any],
        seconds: float,
        answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Return the reply to a message; `answer` is asked when the box asks back.

        Raises EndedError if no reply came in time, or never can; the box is gone then.
        """
        why: list[str] = []
        over = Event()
        watcher = Thread(target=self.watch, args=(seconds, over, why), daemon=True)
        watcher.start()
        try:
            send(self.into, message)
            while "back" in (reply := receive(self.out)):
                if not answer:
                    raise NotPlainError("It called a function that nobody lent.")
                send(self.into, answer(reply))
            return reply
        except (EOFError, OSError, ValueError) as problem:
            self.end()
            if isinstance(problem, NotPlainError):
                why.append(str(problem))
            raise EndedError((why or [ENDED])[0]) from None
        finally:
            over.set()

    def watch(self, seconds: float, over: Event, why: list[str]) -> None:
        """End the box when its time is over, or when it fills up with files."""
        until = monotonic() + seconds
        while not over.wait(min(LOOK, max(0.0, until - monotonic()))):
            if monotonic() >= until:
                why.append(f"no end within {seconds:.3g} seconds")
            elif self.files() > MAX_FILES:
                why.append(f"more than {MAX_FILES:,} files")
            if why:
                self.end()
                return

    def files(self) -> int:
        """Return how many files the box has made: no limit of the system does."""
        if self.home:
            return 0
        with suppress(OSError, psutil.Error, IndexError):
            first = psutil.Process(self.process.pid).children()[0]  # process 1 in there
            disks = [os.statvfs(f"/proc/{first.pid}/root{d}") for d in DISKS]
            return sum(disk.f_files - disk.f_ffree for disk in disks)
        return 0

    def end(self) -> None:
        """End the box with all that is in it."""
        end(self.process.pid)
        self.process.wait()
        for pipe in (self.into, self.out):
            with suppress(OSError):  # what was not sent is lost, as it should be
                pipe.close()
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)


def open_here(command: list[str], home: str) -> "subprocess.Popen[bytes]":
    """Start a command as the teacher, in a new folder; for trusted classes."""
    kept = {n: os.environ[n] for n in ("PATH", "SYSTEMROOT") if n in os.environ}
    env = environment(home, str(FOLDER.parent)) | kept
    return subprocess.Popen(
        command, cwd=home, env=env, stderr=subprocess.DEVNULL, **PIPES
    )
