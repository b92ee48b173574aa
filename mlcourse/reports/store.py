"""The measured numbers of a report, kept in one JSON file that is always whole."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from mlcourse.data.files import write_atomically

SHIPPED = Path(__file__).parent / "results"


class ReportError(ValueError):
    """A report or a file of results that cannot be used; says what to do."""


@dataclass(frozen=True)
class Row:
    """One number of a report beside ours, and everything needed to measure it again.

    Parameters
    ----------
    id, experiment : str
        The name of the row, and of the experiment that measures it with others.
    quantity, protocol : str
        What is measured (say, accuracy) and how, in words.
    data, digest : str
        Name of the data set, and SHA-256 of its arrays.
    settings : dict
        All choices of the experiment, seeds included.
    code : str
        Digest of the code that measures, without its comments.
    value : float
        What we found: the mean over all folds and seeds.
    spread, spread_seeds : float or None
        Standard deviation over the folds of one seed (root of the mean variance), and
        over the means of the seeds. None if there is nothing to spread over.
    folds : int
        Folds per seed; 0 if nothing is held out.
    more : dict
        Other findings, such as the training accuracy.
    printed, reference : float or None
        The report's number, and that of another source, which `source` names.
    claim, source : str
        What the report says in words, and where `reference` comes from.
    seconds : float
        Time of the whole experiment.
    versions : dict
        Of Python, NumPy, scikit-learn and this package.
    """

    id: str
    experiment: str
    quantity: str
    protocol: str
    data: str
    digest: str
    settings: dict[str, Any]
    code: str
    value: float
    spread: float | None = None
    spread_seeds: float | None = None
    folds: int = 0
    more: dict[str, Any] = field(default_factory=dict)
    printed: float | None = None
    claim: str = ""
    reference: float | None = None
    source: str = ""
    seconds: float = 0.0
    versions: dict[str, str] = field(default_factory=dict)


FIELDS = {f.name for f in fields(Row)}


class Results(Mapping[str, Row]):
    """The rows of a report by id, in the report's order.

    Parameters
    ----------
    report, title : str
        Its number, such as "001", and what it is about.
    notes : tuple of str
        What to know when reading the rows.
    rows : iterable of Row
        The rows.
    """

    def __init__(
        self, report: str, title: str, notes: Iterable[str], rows: Iterable[Row]
    ) -> None:
        self.report, self.title, self.notes = report, title, tuple(notes)
        self._rows = {row.id: row for row in rows}

    def __getitem__(self, id: str) -> Row:
        if id not in self._rows:
            known = ", ".join(self._rows) or "no row at all"
            raise KeyError(f"report {self.report} has no row {id!r}; it has {known}")
        return self._rows[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Results({self.report!r}: {len(self)} rows)"


def results(report: str, folder: Path = SHIPPED) -> Results:
    """Return the measured numbers of a report, as shipped with this package.

    >>> row = results("001")["wdbc-stump-ours-T1"]
    >>> row.printed, round(row.value, 2)
    (0.8768, 0.89)
    """
    path = folder / f"{report}.json"
    if not path.exists():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.json"))) or "none"
        raise ReportError(
            f"There are no results of report {report!r} in {folder}; there is: {known}."
            f" To measure them, run: python -m mlcourse.reports {report}"
        )
    return read(path)


def read(path: Path) -> Results:
    """Return the results in a file; a damaged one is a ReportError."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        rows = [Row(**row) for row in content["rows"]]
        return Results(content["report"], content["title"], content["notes"], rows)
    except (KeyError, TypeError, ValueError) as error:
        raise ReportError(
            f"{path} is damaged ({error}). Restore it, or delete it and run again: "
            f"python -m mlcourse.reports {path.stem}"
        ) from error


def write(path: Path, found: Results) -> None:
    """Write results to a file, all or nothing: a reader sees the old or the new one."""
    content = {
        "notes": found.notes,
        "report": found.report,
        "rows": [asdict(row) for row in found.values()],
        "title": found.title,
    }
    text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    write_atomically(path, text.encode())
