"""The grader's side of an assignment: given code, tests, and who answers for a name.

Tests run here, in the grader's process, with names of their own. What a student must
define stands among these names as a stand-in that has the work done elsewhere: the
arguments go out as plain data, the value comes back as plain data. So a test never
meets a student's object, and a student's code never meets a test.
"""

import ast
import contextlib
import copy
import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np
from nbformat import NotebookNode

from assignments.box.plain import PLAIN, NotPlainError, decode, encode
from assignments.intake.mend import info

Ask = Callable[
    [dict[str, Any], Callable[[dict[str, Any]], dict[str, Any]]], dict[str, Any]
]


class AnswerError(Exception):
    """A student's function raised, or returned what is no plain data."""


NOT_PLAIN = re.compile(r"(\w+) is no plain data")
UNKNOWN = re.compile(r"name '(\w+)' is not defined")


class Answer:
    """Stands in a test for a function that a student must define."""

    def __init__(self, name: str, ask: Ask, missing: Mapping[str, str]) -> None:
        self.name, self.ask = name, ask
        self.missing = missing  # why it or another answer may not be there
        self.start(False)

    def start(self, writes_back: bool) -> None:
        """Begin a test: say whether what the function changes changes there, too."""
        self.writes_back = writes_back
        self.has_changed = False  # an argument
        self.is_silent = False  # has it returned None?

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Have it called with plain data, return plain data."""
        lent: dict[str, Callable[..., Any]] = {}
        message = {
            "call": self.name,
            "args": [said(arg, lent) for arg in args],
            "kwargs": {name: said(arg, lent) for name, arg in kwargs.items()},
        }
        reply = self.ask(message, lambda back: call_back(back, lent))
        try:
            if "error" in reply:
                raise AnswerError(explained(self.name, reply["error"], self.missing))
            changed = reply["changed"]
            self.has_changed |= bool(changed)
            if self.writes_back:
                for place, new in zip(
                    changed, decode([*changed.values()]), strict=True
                ):
                    write_back(args[int(place)], new)
            value = decode(reply["value"])
        except (LookupError, TypeError, ValueError) as problem:
            why = f" {problem}" if isinstance(problem, NotPlainError) else ""
            text = f"{self.name} did not answer with plain data.{why}"
            raise AnswerError(text) from None
        if is_hollow(value):  # NumPy calls what has no element close to everything
            raise AnswerError(f"{self.name} returned something empty.")
        self.is_silent = value is None
        return value


def is_hollow(value: Any) -> bool:
    """Say whether there is anything without elements in an answer."""
    if isinstance(value, np.ndarray):
        return not value.size or (value.dtype.kind in "SU" and not value.all())
    if isinstance(value, str):
        return not value
    if isinstance(value, list | tuple | set | frozenset | dict):
        parts = value.values() if isinstance(value, dict) else value
        return not value or any(map(is_hollow, parts))
    return False


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
        args, named = decode(back["args"]), back["kwargs"]
        named = dict(zip(named, decode([*named.values()]), strict=True))
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


def explained(name: str, error: Any, missing: Mapping[str, str]) -> str:
    """Return what went wrong in a student's function, or why there is none.

    `missing` says of answers why they may not be there.
    """
    kind, text, place = (str(part)[:1000] for part in error)
    if kind == "NotPlainError" and not place and (odd := NOT_PLAIN.match(text)):
        a = "an" if odd[1][0].lower() in "aeiou" else "a"
        return f"{name} returned {a} {odd[1]}: return {PLAIN}."
    if kind == "NameError" and missing.get(name) and text == f"{name} is not defined.":
        return f"{text} {missing[name]}"
    where = f" ({place})" if place else ""
    said = f"{name} raised {kind}{where}" + (f": {text}" if text else ".")
    other = UNKNOWN.fullmatch(text) if kind == "NameError" else None
    why = missing.get(other[1]) if other else None
    return f"{said}. {why.replace('your answer', other[1])}" if why else said


class Exam:
    """One run of an assignment's given code and tests."""

    def __init__(
        self, answers: Iterable[str], ask: Ask, given: Iterable[str] = ()
    ) -> None:
        self.answers = set(answers)
        self.missing: dict[str, str] = {}
        self.space: dict[str, Any] = {
            name: Answer(name, ask, self.missing) for name in self.answers
        }
        self.space["__name__"] = "__main__"
        for source in given:
            self.give(source)

    def give(self, source: str) -> None:
        """Run given code, as data are loaded."""
        with silence():
            exec(compile(source, "given code", "exec"), self.space)

    def miss(self, names: Iterable[str], why: str) -> None:
        """Remember why answers may be missing: their cell did not run to its end."""
        self.missing |= dict.fromkeys(names, why)

    def test(self, source: str) -> str:
        """Run a test; return why it failed, or nothing.

        A test's arguments stay as they are: else a function could change the numbers
        that it is judged by. If one was changed, the test runs once more, on copies,
        with the changes, as it would in a notebook, and has to pass there, too.
        """
        why = self.attempt(source, writes_back=False)
        if why or not any(self.space[name].has_changed for name in self.answers):
            return why
        own = {name: value for name, value in self.space.items() if is_data(value)}
        self.space |= copy.deepcopy(own)
        why = self.attempt(source, writes_back=True)
        self.space |= own
        return why

    def attempt(self, source: str, writes_back: bool) -> str:
        """Run a test once."""
        for name in self.answers:
            self.space[name].start(writes_back)
        try:
            self.give(source)
        except (AssertionError, AnswerError) as problem:
            return f"{problem}"[:2000] or "The test failed."
        except Exception as problem:  # as when there is one array too few to unpack
            found = f"{type(problem).__name__}: {problem}"[:1000]
            for name in sorted(self.answers):
                if self.space[name].is_silent:
                    return f"{name} returned None: does it end with a return?"
            return f"The test could not use what your function returned. {found}"
        return ""


def is_data(value: Any) -> bool:
    """Say whether a name of a test stands for numbers, or for what holds some."""
    return not (callable(value) or isinstance(value, ModuleType))


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
    return [name for cell in source.cells if is_answer(cell) for name in defined(cell)]


def defined(cell: NotebookNode) -> list[str]:
    """Return the names of the functions that a cell defines."""
    body = ast.parse(cell.source).body
    return [node.name for node in body if isinstance(node, ast.FunctionDef)]


def given(source: NotebookNode) -> list[str]:
    """Return given code that can run here, as it calls nothing a student defines."""
    names = set(answers(source))
    code = [c for c in source.cells if c.cell_type == "code" and info(c)]
    code = [c.source for c in code if not is_answer(c) and not info(c).get("grade")]
    return [one for one in code if not names & used(one)]


def is_answer(cell: NotebookNode) -> bool:
    """Say whether a cell is where code is to be written."""
    return cell.cell_type == "code" and bool(info(cell).get("solution"))
