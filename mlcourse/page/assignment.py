"""What the visible tests of an assignment say of one's answers, before handing in.

The last cell of a student version calls :func:`check_answers`. Tests come from the
saved notebook, functions from the kernel. As when it is graded, a test has names of its
own and runs twice: once so that a function cannot change what it is judged by, and once
so that what it changes can be seen.
"""

import ast
import contextlib
import copy
import io
import json
import os
import re
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from numbers import Number
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from IPython import get_ipython

Names = dict[str, Any]
PASSED, FAILED, BLANK = "✓ passes:", "✗ fails:", "– not answered yet:"
_LATER = (
    "More tests run when it is graded: a function that knows only the printed examples "
    "will not do. The functions are judged as this kernel knows them; before you hand "
    "in: Kernel → Restart Kernel and Run All Cells, and save."
)
_LOST = (
    "No notebook in {folder} holds the tests of {idea}: save yours there, or say where "
    'it is, as in check_answers("{idea}", "path/to/{idea}.ipynb").'
)


class Cell(NamedTuple):
    """A cell of a student version: what it is to the grader, and what stands in it."""

    name: str  # "" for a cell without a name
    code: bool
    answer: bool  # to be written by the student
    points: float  # 0 where none are given
    source: str


class AnswerError(Exception):
    """A function is not there, raised, or returned what no test can use."""


class Report(str):
    """A text that a notebook shows as it stands."""

    __repr__ = str.__str__


def check_answers(idea: str, notebook: str | Path | None = None) -> Report:
    """Return, question by question, what the visible tests say of the answers so far.

    `idea` is the name of the assignment, as ``"logistic"``, and `notebook` where it is;
    if that is not given, it is looked for in the folder of the kernel.
    """
    cells = read(Path(notebook)) if notebook else find(idea)
    if not is_version(cells, idea):
        return Report(textwrap.fill(_LOST.format(folder=Path.cwd(), idea=idea), 88))
    shell = get_ipython()
    return Report("\n".join(told(cells, shell.user_ns if shell else {})))


def told(cells: list[Cell], names: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report; `names` holds what the student has defined."""
    room, heading, shown = Room(cells, names), "", ""
    passed = of = by_hand = 0.0
    for name in room.broken:
        yield f"The given cell {name} does not run: take it from a fresh copy.\n"
    for cell in cells:
        if not (cell.code or cell.answer):
            heading = [heading, *re.findall(r"(?m)^## +(.+)$", cell.source)][-1]
        if not cell.points:
            continue
        if heading != shown:
            yield (shown := heading)
        if not cell.code:
            by_hand += cell.points
            blank = not cell.source.strip() or "YOUR ANSWER HERE" in cell.source
            yield f"  · {'not answered yet' if blank else 'answered'}, as last saved"
            continue
        of += cell.points
        mark, why = room.test(cell.source)
        passed += cell.points * (mark == PASSED)
        title = re.match(r"# *(.+)", cell.source)
        yield f"  {mark} {title[1] if title else cell.name}"
        if why:
            yield textwrap.indent(textwrap.fill(why, 84), "    ")
    yield f"\nVisible tests: {passed:g} of {of:g} points. By hand: {by_hand:g} more."
    yield textwrap.fill(_LATER, 88)


# --- the notebook ---


def find(idea: str) -> list[Cell]:
    """Return the cells of the notebook that runs here, or of a like one."""
    running = Path(os.environ.get("JPY_SESSION_NAME", f"{idea}.ipynb")).name
    there = sorted(Path().glob("*.ipynb"), key=lambda p: (p.name != running, p.name))
    versions = (cells for path in there if is_version(cells := read(path), idea))
    return next(versions, [])


def is_version(cells: list[Cell], idea: str) -> bool:
    """Say whether these are the cells of an assignment."""
    return any(cell.name.startswith(f"{idea}-test-") for cell in cells)


def read(path: Path) -> list[Cell]:
    """Return the cells of a notebook; none if it is no notebook."""
    try:
        return [as_cell(raw) for raw in json.loads(path.read_text("utf-8"))["cells"]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []


def as_cell(raw: dict[str, Any]) -> Cell:
    """Return a cell of a file."""
    info = raw["metadata"].get("nbgrader", {})
    return Cell(
        info.get("grade_id", ""),
        raw["cell_type"] == "code",
        info.get("solution", False),
        info.get("points", 0) if info.get("grade") else 0,
        "".join(raw["source"]),
    )


# --- the tests ---


class Room:
    """Where visible tests run: given code, and functions that ask the student's."""

    def __init__(self, cells: list[Cell], names: Mapping[str, Any]) -> None:
        code = [cell for cell in cells if cell.code and cell.name]
        asked = "\n".join(cell.source for cell in code if cell.answer)
        self.names = names
        self.asked: list[str] = re.findall(r"(?m)^def +(\w+)", asked)
        self.returned: dict[str, Any] = {}  # by each function, at last
        self.space: Names = {"__name__": "__main__"}
        self.broken = [cell.name for cell in code if not self.give(cell)]

    def give(self, cell: Cell) -> bool:
        """Run given code that calls no answer; say whether it could be run."""
        if cell.answer or cell.points:
            return True
        try:
            nodes = ast.walk(ast.parse(cell.source))
            if not {n.id for n in nodes if isinstance(n, ast.Name)} & set(self.asked):
                with silence():
                    exec(cell.source, self.space)
        except Exception:
            return False
        return True

    def test(self, source: str) -> tuple[str, str]:
        """Run a test; return how it ends, and why it fails."""
        data = {k: v for k, v in self.space.items() if k[:2] != "__" and is_data(v)}
        copied = copy.deepcopy(data)
        self.returned.clear()
        try:
            self.run(source, self.space, protected=True)
            self.run(source, self.space | copied, protected=False)
        except NotImplementedError:
            return BLANK, ""
        except (AssertionError, AnswerError) as problem:
            return FAILED, str(problem) or "The test failed."
        except Exception as problem:  # as when there is one array too few to unpack
            for name, value in self.returned.items():
                if value is None:
                    return FAILED, f"{name} returned None: does it end with a return?"
            said = f"{type(problem).__name__}: {problem}"
            return FAILED, f"The test could not use what your function returned. {said}"
        return PASSED, ""

    def run(self, source: str, space: Names, protected: bool) -> None:
        """Run a test with functions whose arguments are copies, or are not."""
        space |= {name: self.answer(name, protected) for name in self.asked}
        with silence():
            exec(source, space)

    def answer(self, name: str, protected: bool) -> Callable[..., Any]:
        """Return what stands in a test for a student's function."""

        def ask(*args: Any, **kwargs: Any) -> Any:
            if protected:
                args, kwargs = copy.deepcopy((args, kwargs))
            try:
                value = self.names[name](*args, **kwargs)
            except NotImplementedError:  # as it was handed out
                raise
            except (Exception, SystemExit) as problem:
                raise AnswerError(self.explained(name, problem)) from None
            if odd := unusable(value):
                raise AnswerError(f"{name} returned {odd}.")
            self.returned[name] = value
            return value

        return ask

    def explained(self, name: str, problem: BaseException) -> str:
        """Return why a function gave no value, and in which line."""
        if name not in self.names:
            return f"{name} is not defined: run the cell with your answer."
        own = traceback.extract_tb(problem.__traceback__)[1:2]
        where = f" (line {own[0].lineno}: {own[0].line})" if own and own[0].line else ""
        return f"{name} raised {type(problem).__name__}{where}: {problem}"


def unusable(value: Any) -> str:
    """Return what is wrong with a value: no plain data, or nothing in it."""
    if value is None or isinstance(value, Number | np.generic):
        return ""
    if not isinstance(value, np.ndarray | str | list | tuple | set | frozenset | dict):
        what = type(value).__name__
        return f"a {what}: return numbers, texts, arrays, lists, tuples, sets or dicts"
    if np.size(value) == 0 if isinstance(value, np.ndarray) else not value:
        return "something empty"
    if isinstance(value, np.ndarray | str):
        return ""
    parts = value.values() if isinstance(value, dict) else value
    return next(filter(None, map(unusable, parts)), "")


def is_data(value: Any) -> bool:
    """Say whether a name of a test stands for numbers, or for what holds some."""
    return not (callable(value) or isinstance(value, ModuleType))


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Let code print and warn to nobody."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield
