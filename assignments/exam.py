"""The grader's side of an assignment: given code, tests, and who answers for a name.

Tests run here, in the grader's process, with names of their own. What a student must
define stands among these names as a stand-in that has the work done elsewhere: the
arguments go out as plain data, the value comes back as plain data. So a test never
meets a student's object, and a student's code never meets a test.
"""

import ast
import contextlib
import io
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from nbformat import NotebookNode

from assignments.box.plain import NotPlainError, decode, encode
from assignments.mend import info

Ask = Callable[
    [dict[str, Any], Callable[[dict[str, Any]], dict[str, Any]]], dict[str, Any]
]


class AnswerError(Exception):
    """A student's function raised, or returned what is no plain data."""


class Answer:
    """Stands in a test for a function that a student must define."""

    def __init__(self, name: str, ask: Ask) -> None:
        self.name, self.ask = name, ask
        self.is_silent = False  # has it returned None?

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Have it called with plain data; what it changed is changed here, too."""
        lent: dict[str, Callable[..., Any]] = {}
        message = {
            "call": self.name,
            "args": [said(arg, lent) for arg in args],
            "kwargs": {name: said(arg, lent) for name, arg in kwargs.items()},
        }
        reply = self.ask(message, lambda back: call_back(back, lent))
        try:
            if "error" in reply:
                raise AnswerError(explained(self.name, reply["error"]))
            for place, new in reply["changed"].items():
                write_back(args[int(place)], decode(new))
            value = decode(reply["value"])
            self.is_silent = value is None
            return value
        except (NotPlainError, LookupError, TypeError, ValueError):
            raise AnswerError(f"{self.name} did not answer with plain data.") from None


def said(value: Any, lent: dict[str, Callable[..., Any]]) -> Any:
    """Return a value as it is said; functions are lent, answers go by their name."""

    def function(one: Any) -> dict[str, str]:
        name = one.name if isinstance(one, Answer) else str(len(lent))
        if not isinstance(one, Answer):
            lent[name] = one
        return {"function": name}

    return encode(value, function)


def call_back(
    back: dict[str, Any], lent: dict[str, Callable[..., Any]]
) -> dict[str, Any]:
    """Let a student's function call one of a test's, which was lent to it."""
    try:
        args = [decode(arg) for arg in back["args"]]
        named = {name: decode(arg) for name, arg in back["kwargs"].items()}
        return {"value": encode(lent[back["back"]](*args, **named))}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"[:500]}


def write_back(target: Any, new: Any) -> None:
    """Change an argument as the student's function has changed its copy."""
    if isinstance(target, np.ndarray) and np.shape(new) == target.shape:
        with contextlib.suppress(ValueError, TypeError):  # read-only, other types
            target[...] = new
    elif isinstance(target, list) and isinstance(new, list):
        target[:] = new
    elif isinstance(target, dict) and isinstance(new, dict):
        target.clear()
        target.update(new)


def explained(name: str, error: Any) -> str:
    """Return what went wrong in a student's function, in a sentence."""
    kind, text, place = (str(part)[:1000] for part in error)
    where = f" ({place})" if place else ""
    return f"{name} raised {kind}{where}" + (f": {text}" if text else ".")


class Exam:
    """One run of an assignment's given code and tests."""

    def __init__(self, answers: Iterable[str], ask: Ask) -> None:
        self.answers = set(answers)
        self.space: dict[str, Any] = {name: Answer(name, ask) for name in self.answers}
        self.space["__name__"] = "__main__"

    def is_given(self, source: str) -> bool:
        """Say whether code can run here: it calls nothing that a student defines."""
        return not self.answers & used(source)

    def give(self, source: str) -> None:
        """Run given code, as data are loaded."""
        with silence():
            exec(compile(source, "given code", "exec"), self.space)

    def test(self, source: str) -> str:
        """Run a test; return why it failed, or nothing."""
        for name in self.answers:
            self.space[name].is_silent = False
        try:
            self.give(source)
        except (AssertionError, AnswerError) as problem:
            return f"{problem}"[:2000] or "The test failed."
        except Exception as problem:  # as when there is one array too few to unpack
            found = f"{type(problem).__name__}: {problem}"[:1000]
            silent = [
                name for name in sorted(self.answers) if self.space[name].is_silent
            ]
            if silent:
                return f"{silent[0]} returned None: does it end with a return?"
            return f"The test could not use what your function returned. {found}"
        return ""


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Let a test print and warn to nobody: what it says may be part of it."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def used(source: str) -> set[str]:
    """Return the names that code reads."""
    nodes = ast.walk(ast.parse(source))
    return {n.id for n in nodes if isinstance(n, ast.Name)}


def answers(source: NotebookNode) -> list[str]:
    """Return the names of the functions that a solved notebook asks for."""
    code = [c.source for c in source.cells if is_answer(c)]
    functions = [node for one in code for node in ast.parse(one).body]
    return [f.name for f in functions if isinstance(f, ast.FunctionDef)]


def is_answer(cell: NotebookNode) -> bool:
    """Say whether a cell is where code is to be written."""
    return cell.cell_type == "code" and bool(info(cell).get("solution"))
