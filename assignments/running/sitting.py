"""A student's notebook at work: cell by cell, and started anew where it ended.

What does not end in time, or ends the interpreter, costs itself: a new interpreter runs
the cells before it again and goes on behind it.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from assignments.running.exam import AnswerError
from assignments.running.limits import Limits
from assignments.running.sandbox import Box, EndedError
from assignments.screen.safe import safe_outputs

ROOM = 20_000_000  # characters of all outputs together
FULL = "[Left out: the notebook has shown too much before.]\n"
STOPPED = "Stopped"  # the error of a cell that did not end
MOST = 5  # remarks on what was stopped
BRIEF = 0.1  # of its time is left to what meets an endless function again
OVERTIME = "the whole notebook took too long"


class Sitting:
    """One submission's interpreter, whichever of its boxes that is."""

    def __init__(self, limits: Limits, remarks: list[str]) -> None:
        self.limits, self.remarks = limits, remarks
        self.deadline = monotonic() + limits.seconds
        self.until = self.deadline
        self.done: list[str] = []  # the cells that a new interpreter starts with
        self.box: Box | None = None
        self.room, self.stops = ROOM, 0
        self.endless = False  # has a test met a function that does not end?

    def start(self, name: str, given: bool = False) -> None:
        """Begin a cell or a test, which has its own time; given code may load.

        An endless function costs its time once: what may call it again has a tenth.
        """
        limits = self.limits
        self.name = name
        most = limits.seconds if given else limits.cell_seconds
        self.until = monotonic() + most * (BRIEF if self.endless else 1)

    def run(self, source: str) -> list[NotebookNode]:
        """Run a cell, return what may be shown of its outputs."""
        try:
            outputs = safe_outputs(self.tell({"run": source}).get("outputs"))
        except EndedError as problem:
            self.remark(f"cell {self.name} was stopped: {problem}")
            return [new_output("error", ename=STOPPED, evalue=str(problem))]
        self.done.append(source)
        self.room -= sum(len(str(one)) for one in outputs)
        return outputs if self.room > 0 else [new_output("stream", text=FULL)]

    def remark(self, text: str) -> None:
        """Tell teacher and student what happened; the first of many will do."""
        self.stops += 1
        if self.stops <= MOST:
            self.remarks.append(text)
        elif self.stops == MOST + 1:
            self.remarks.append("and more of this kind")

    def ask(
        self,
        message: dict[str, Any],
        answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Have a function called, for a test."""
        try:
            return self.tell(message, answer)
        except EndedError as problem:
            self.remark(f"test {self.name} was stopped: {problem}")
            self.endless |= monotonic() >= self.until
            raise AnswerError(f"{message['call']} was stopped: {problem}.") from None

    def tell(
        self,
        message: dict[str, Any],
        answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Say something to the interpreter, and start it first if there is none."""
        before = monotonic()
        box = self.box or self.renewed()
        self.until += monotonic() - before  # to start is nobody's fault
        try:
            return box.ask(message, self.left(), answer)
        except EndedError:
            self.box = None
            raise

    def left(self) -> float:
        """Return the seconds that are left for what is running."""
        if monotonic() >= self.deadline:
            raise EndedError(OVERTIME)
        return max(min(self.until, self.deadline) - monotonic(), 0.1)

    def renewed(self) -> Box:
        """Return a new interpreter that has run the cells so far."""
        while True:
            self.left()
            box = Box(self.limits)
            for source in ["", *self.done]:
                try:
                    box.ask({"run": source}, max(self.deadline - monotonic(), 0.1))
                except EndedError:  # it ended well the first time, and now it did not
                    if not source:
                        raise
                    self.done.remove(source)
                    break
            else:
                self.box = box
                return box

    def end(self) -> None:
        """Throw the interpreter away."""
        if self.box:
            with suppress(OSError):
                self.box.end()
            self.box = None
