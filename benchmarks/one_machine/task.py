"""What is measured, and where it is kept: one JSON file that is always whole."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.__main__ import machine
from benchmarks.one_machine.apart import apart
from mlcourse.data.files import write_atomically
from mlcourse.reports.code import code_digest
from mlcourse.reports.store import ReportError, alone

KEPT = Path(__file__).with_name("results.json")
FIELDS = {"settings", "code", "places", "machine", "found"}
Rows = dict[str, dict[str, Any]]


class Task(NamedTuple):
    """One row of a table: a measuring function, and what it is told."""

    id: str  # table/learner/...
    measure: str  # "module:function"
    settings: dict[str, Any]  # as plain JSON
    places: tuple[str, ...] = ()  # the code that it runs, but for `measure`
    needs: str = ""  # a module that does not come with the book

    @property
    def code(self) -> str:
        """Digest of the code that runs."""
        return digest(self.measure, *self.places)

    def lacks(self) -> str:
        """Return the module that is not installed here, if one is missing."""
        return self.needs if self.needs and find_spec(self.needs) is None else ""

    def finished(self, rows: Rows) -> bool:
        """Tell whether a row is kept that was measured so, on such a machine."""
        row = rows.get(self.id)
        return row is not None and (
            (row["settings"], row["code"], where(row["machine"]))
            == (self.settings, self.code, where(machine()))
        )

    def run(self) -> dict[str, Any]:
        """Return the row, measured in a process of its own."""
        return {
            "settings": self.settings,
            "code": self.code,
            "places": [self.measure, *self.places],
            "machine": machine(),
            "found": rounded(apart(self.measure, self.settings)),
        }


@cache
def digest(*places: str) -> str:
    """Return the digest of code, found once: many rows run the same."""
    return code_digest(*places)


def where(machine: str) -> str:
    """Return a machine and its versions without the day.

    >>> where("Linux, 2 cores; Python 3.11.7; 2026-11-25")
    'Linux, 2 cores; Python 3.11.7'
    """
    return machine.rpartition("; ")[0]


def rounded(found: dict[str, Any]) -> dict[str, Any]:
    """Return numbers with no more digits than were measured.

    >>> rounded({"fit": 1.23456, "P@1": 0.123456, "name": "x", "bytes": None})
    {'fit': 1.23, 'P@1': 0.1235, 'name': 'x', 'bytes': None}
    """
    return {
        k: float(f"{v:.4g}" if "@" in k else f"{v:.3g}") if isinstance(v, float) else v
        for k, v in found.items()
    }


def read(path: Path) -> Rows:
    """Return the rows of a file by id, none if there is no file."""
    if not path.exists():
        return {}
    try:
        rows: Rows = json.loads(path.read_text(encoding="utf-8"))
        right = all(set(row) == FIELDS for row in rows.values())
    except (ValueError, AttributeError, TypeError):
        right = False
    if not right:
        raise ReportError(
            f"{path} does not hold what this command measures; name another file with "
            "--out, or remove it."
        )
    return rows


def keep(path: Path, new: Rows) -> Rows:
    """Put rows into the file and return all; others stay as they are."""
    try:
        with alone(path.parent):
            rows = dict(sorted((read(path) | new).items()))
            text = json.dumps(rows, indent=1)
            write_atomically(path, f"{text}\n".encode())
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror or error}); free some space or "
            "name another file with --out."
        ) from error
    return rows
