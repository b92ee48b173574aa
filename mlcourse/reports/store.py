"""The measured numbers of a report, kept in one JSON file that is always whole."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from mlcourse.data.files import write_atomically
from mlcourse.data.sources import SOURCES
from mlcourse.reports.experiment import Experiment, Measured, Report

HERE = Path(__file__).parent
SHIPPED = HERE / "results"
WAIT = 30  # seconds for another run to finish writing
MARK = "†"
EXPLAINED = f"{MARK} measured before its code or settings changed"
DAMAGE = (OSError, RecursionError, AttributeError, KeyError, TypeError, ValueError)


class ReportError(ValueError):
    """A report or a file of results that cannot be used; says what to do."""


@dataclass(frozen=True)
class Record:
    """What one run of an experiment found, and under which circumstances."""

    data: str  # SHA-256 of the data set
    code: str  # and of the code that ran
    settings: dict[str, Any]
    versions: dict[str, str]
    seconds: float
    rows: dict[str, Measured]  # by their endings
    head: str = ""  # the commit of the repository, if there is one
    date: str = ""


@dataclass(frozen=True)
class Row:
    """One number of a report beside ours.

    Attributes
    ----------
    id : str
        The experiment's, and what the row adds to it.
    experiment : Experiment
        What is measured, how, with which settings, on which data, in words and as data.
    record : Record
        When it was measured: settings, digests of data and code, versions, seconds.
    value : float
        What we found: the mean over all folds and seeds.
    spread, spread_seeds : float or None
        Standard deviation over the folds of one seed (root of the mean variance), and
        over the means of the seeds. None if there is nothing to spread over.
    folds : int
        Folds per seed; 0 if nothing is held out.
    more : dict
        Other findings, such as the training accuracy.
    printed, claim : float or None, str
        The report's number, and what it says in words.
    reference, source : float or None, str
        The number of another source, and which.
    """

    id: str
    experiment: Experiment
    record: Record
    value: float
    spread: float | None
    spread_seeds: float | None
    folds: int
    more: dict[str, Any]
    printed: float | None
    claim: str
    reference: float | None
    source: str

    @property
    def stale(self) -> bool:
        """Whether code or settings have changed since the row was measured."""
        now, then = self.experiment, self.record
        return (now.code, now.settings) != (then.code, then.settings)

    @property
    def verified(self) -> bool:
        """Whether it was measured on the course's own data, and not on your version."""
        known = SOURCES.get(self.experiment.data)
        return known is None or self.record.data == known.digest


class Results(dict[str, Row]):
    """The rows of a report by id, in the report's order, with today's claims."""

    def __init__(self, name: str, report: Report, records: dict[str, Record]) -> None:
        self.name, self.report = name, report
        for e in report.experiments:
            found = records[e.id].rows if e.id in records else {}
            for ending, claim in e.claims.items():
                if ending in found:
                    values = found[ending]._asdict() | vars(claim)
                    id = f"{e.id}-{ending}"
                    self[id] = Row(id, e, records[e.id], **values)

    def __missing__(self, id: str) -> Row:
        near = get_close_matches(id, self, n=3) or list(self)[:3]
        known = f"near it are {', '.join(near)}" if near else "it has no row at all"
        known += f"; new ones: python -m mlcourse.reports {self.name} --ship"
        raise KeyError(f"report {self.name} has no row {id!r}; {known}")

    def __repr__(self) -> str:
        return f"Results({self.name!r}: {len(self)} rows)"


def names() -> list[str]:
    """Return the reports that can be run: a file for each, and the book's own."""
    return [*sorted(p.stem[7:] for p in HERE.glob("report_*.py")), "book"]


def find(name: str) -> Report:
    """Return a report's experiments by its name; an unknown one is a ReportError."""
    if name not in names():
        known = ", ".join(names())
        raise ReportError(f"There is no report {name!r}; there is: {known}.")
    module = name if name == "book" else f"report_{name}"
    report: Report = import_module(f"mlcourse.reports.{module}").REPORT
    return report


def results(name: str, folder: Path = SHIPPED) -> Results:
    """Return the measured numbers of a report, as shipped with this package.

    >>> row = results("001")["wdbc-stump-ours-T1"]
    >>> row.printed, round(row.value, 2)
    (0.8768, 0.89)
    """
    find(name)
    path = folder / f"{name}.json"
    if not path.exists():
        raise ReportError(
            f"There are no results of report {name} in {folder}. To measure them, run: "
            f"python -m mlcourse.reports {name} --out {folder}"
        )
    return _kept(name, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _kept(name: str, path: Path, when: int) -> Results:
    """Return the results of a file; while it is the same, it is read once."""
    return Results(name, find(name), read(path))


def read(path: Path) -> dict[str, Record]:
    """Return the records in a file by experiment, none if there is no file.

    One that is damaged, or was changed by hand, is a ReportError.
    """
    if not path.exists():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {id: record(id, **entry) for id, entry in content.items()}
    except DAMAGE as error:
        raise ReportError(
            f"{path} is damaged ({error}). Restore it, or delete it and run again: "
            f"python -m mlcourse.reports {path.stem} --out {path.parent}"
        ) from error


def record(id: str, check: str, **entry: Any) -> Record:
    """Return an entry of the file as a record; its check must fit what it holds."""
    if check != checked(entry):
        raise ValueError(f"{id} is not what was written: its check differs")
    rows = entry.pop("rows")
    for ending, row in rows.items():
        for name, value in row.items():
            right = type(value) in ((dict,) if name == "more" else (int, float))
            if not right or value != value:  # nan
                raise ValueError(f"{ending}: {name}={value!r}")
    return Record(rows={k: Measured(**row) for k, row in rows.items()}, **entry)


def checked(entry: dict[str, Any]) -> str:
    """Return the SHA-256 of an entry."""
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make a folder of results if need be, and keep other runs out of it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=WAIT):
            yield
    except Timeout:
        raise ReportError(
            f"{folder} is in use by another run for more than {WAIT} seconds; end that "
            "run, or choose another folder."
        ) from None


def merge(path: Path, new: dict[str, Record]) -> dict[str, Record]:
    """Put new records into the file and return all; others' stay as they are.

    Readers see the old file or the new one; two runs that merge wait for each other.
    """
    try:
        with alone(path.parent):
            records = read(path) | new
            text = json.dumps(
                {id: entry(r) for id, r in records.items()}, indent=1, sort_keys=True
            )
            write_atomically(path, f"{text}\n".encode())
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror or error}); free some space or "
            "choose another folder with --out."
        ) from error
    return records


def entry(found: Record) -> dict[str, Any]:
    """Return a record as the file holds it: without what is empty, and its check."""
    content = asdict(found)
    for ending, row in found.rows.items():
        filled = {k: v for k, v in row._asdict().items() if v not in (None, {})}
        content["rows"][ending] = filled
    content = {k: v for k, v in content.items() if v != ""}
    return content | {"check": checked(content)}
