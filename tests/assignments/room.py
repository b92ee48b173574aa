"""An exam in one process: what a test says to an answer, without a box or a notebook.

The answers go through the same wire as in the box, message by message, so that only
plain data pass here, too. That makes hundreds of right and wrong ways a matter of
seconds.
"""

import ast
import contextlib
import io
import json
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import nbformat

from assignments.box.inside import Wire
from assignments.box.plain import decode, encode
from assignments.course import SOURCE
from assignments.intake.mend import info
from assignments.running.exam import Exam, answers, given, is_answer, silence

SECONDS = 5  # for one test


class Seat(Wire):
    """A student who sits in this process: answers calls from a name space."""

    def __init__(self, names):
        super().__init__(SimpleNamespace(user_ns=names), io.BytesIO(), io.BytesIO())
        self.lent = None

    def ask(self, message, lent):
        """Answer a call as the box would."""
        before, self.lent = self.lent, lent
        try:
            return spoken(self.call(spoken(message)))
        finally:
            self.lent = before

    def function(self, name):
        """Return a function of this student, or one that asks back."""
        if name in self.shell.user_ns:
            return self.shell.user_ns[name]

        def back(*args, **kwargs):
            named = {k: encode(v) for k, v in kwargs.items()}
            said = {"back": name, "args": [encode(a) for a in args], "kwargs": named}
            reply = self.lent(spoken(said))
            if "error" in reply:
                raise RuntimeError(reply["error"])
            return decode(spoken(reply)["value"])

        return back


def spoken(message):
    """Return what arrives of a message."""
    return json.loads(json.dumps(message))


@cache
def source(idea: str, folder: Path = SOURCE):
    """Return the notebook with the model answers and all tests."""
    return nbformat.read(folder / idea / f"{idea}.ipynb", 4)


def model(idea: str) -> dict[str, str]:
    """Return the code of each answer cell, by its name without the assignment's."""
    cells = [cell for cell in source(idea).cells if is_answer(cell)]
    return {info(c)["grade_id"].removeprefix(f"{idea}-"): c.source for c in cells}


def failed(idea: str, **changed: str) -> dict[str, str]:
    """Return why which tests fail when some answers are not the model's.

    ``failed("logistic", loss="def loss ...")``; a name of Python for each answer cell,
    so with ``_`` for ``-``. An answer of several functions is the model's, followed by
    what is given: the last definition counts.
    """
    nb, names, why = source(idea), dict(prepared(idea)), {}
    unknown = changed.keys() - {name.replace("-", "_") for name in model(idea)}
    assert not unknown, f"{idea} has no answer cell {unknown}"
    exam = Exam(answers(nb), Seat(names).ask)
    exam.space |= prepared(idea)
    for cell in nb.cells:
        name = info(cell).get("grade_id", "").removeprefix(f"{idea}-")
        if cell.cell_type != "code":
            continue
        if info(cell)["grade"]:
            with stopped(SECONDS):
                problem = exam.test(cell.source)
            if problem:
                why[name] = problem
        elif is_answer(cell):
            with silence(), stopped(SECONDS):
                exec(cell.source, names)
                define(changed.get(name.replace("-", "_"), ""), cell.source, names)
    return why


@cache
def prepared(idea: str) -> dict[str, object]:
    """Return what the given cells of an assignment define: its data, made once."""
    names: dict[str, object] = {"__name__": "__main__"}
    with silence():
        for code in given(source(idea)):
            exec(code, names)
    return names


def define(code: str, given: str, names: dict[str, object]) -> None:
    """Run other code for an answer; nothing is left of a model that it should replace.

    Code that cannot be run leaves its functions undefined, as in a notebook.
    """
    there = {n.name for n in ast.parse(given).body if isinstance(n, ast.FunctionDef)}
    other = {n.name for n in ast.parse(code).body if isinstance(n, ast.FunctionDef)}
    assert not code or there & other, f"this defines none of {there}"
    for name in there & other:
        del names[name]
    with contextlib.suppress(Exception):
        exec(code, names)


@contextlib.contextmanager
def stopped(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in what computes longer, where the system has alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_):
        raise TimeoutError("no end in sight")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
