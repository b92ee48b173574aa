"""An experiment as data, and the digests that tell whether it is still the same."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PACKAGE = Path(__file__).parent.parent

Settings = Mapping[str, Any]
Tick = Callable[[], object]  # called once for every piece of work that is done


class Measured(NamedTuple):
    """What one row of an experiment found; see :class:`mlcourse.reports.store.Row`."""

    value: float
    spread: float | None = None
    spread_seeds: float | None = None
    folds: int = 0
    more: dict[str, Any] = {}  # noqa: RUF012, never changed


# From X (n, d), y (n,) and settings to a finding for each ending of a row's name.
Measure = Callable[[NDArray[Any], NDArray[Any], Settings, Tick], dict[str, Measured]]


@dataclass(frozen=True)
class Claim:
    """What others say about one row: the report, and a reference with its source."""

    printed: float | None = None
    claim: str = ""
    reference: float | None = None
    source: str = ""


@dataclass(frozen=True)
class Experiment:
    """One thing to run; it fills several rows.

    Parameters
    ----------
    id : str
        A row is called ``<id>-<ending>``.
    data : str
        Name of the data set, for :func:`mlcourse.data.load`.
    quantity, protocol : str
        What is measured and how, in words.
    settings : dict
        Every choice, as plain JSON; `measure` reads nothing else.
    measure : function
        Does the work.
    claims : dict of Claim
        By the ending of the row.
    ticks : int
        How often `measure` calls its tick.
    quick : bool
        Whether it is part of a quick run.
    """

    id: str
    data: str
    quantity: str
    protocol: str
    settings: dict[str, Any]
    measure: Measure
    claims: dict[str, Claim] = field(default_factory=dict)
    ticks: int = 1
    quick: bool = True

    @property
    def rows(self) -> list[str]:
        """The ids of its rows."""
        return [f"{self.id}-{ending}" for ending in self.claims]


@dataclass(frozen=True)
class Report:
    """A report: its title, what to know when reading its rows, and its experiments."""

    title: str
    notes: tuple[str, ...]
    experiments: tuple[Experiment, ...]


def data_digest(X: NDArray[Any], y: NDArray[Any]) -> str:
    """Return the SHA-256 of a table and its labels, the same on every machine."""
    digest = sha256()
    for array, kind in ((X, "<f8"), (y, "<i8")):
        digest.update(f"{array.shape}".encode())
        digest.update(np.ascontiguousarray(array, dtype=kind).tobytes())
    return digest.hexdigest()


def code_digest(module: str) -> str:
    """Return the SHA-256 of what a module and its imports from this package do.

    Comments, docstrings and layout do not count.
    """
    known: dict[str, str] = {}
    todo = [module]
    while todo:
        name = todo.pop()
        path = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if name not in known and path.is_file():
            tree = ast.parse(path.read_text(encoding="utf-8"))
            todo += imported(tree)
            known[name] = ast.unparse(without_docstrings(tree))
    return sha256(
        "\n".join(f"{k}\n{known[k]}" for k in sorted(known)).encode()
    ).hexdigest()


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield every dotted name that the code imports, absolutely, from this package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
        else:
            continue
        yield from (name for name in found if name.split(".")[0] == PACKAGE.name)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """Return the tree with each docstring replaced by an empty one."""
    for node in ast.walk(tree):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and ast.get_docstring(node):
            node.body[0] = ast.Expr(ast.Constant(""))
    return tree
