"""What the command shows: a table of any width, and how much time is left."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from tqdm import tqdm

from mlcourse.reports.store import EXPLAINED, MARK, Results, Row

COLUMNS = ("report", "source", "ours", "± folds", "± seeds")
CELL = 8  # characters of a number


def table(found: Results, shown: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of a report's table, for the experiments that are shown."""
    width = max(60, min(width, 100))
    shown, stale = set(shown), False
    yield from wrap(f"Report {found.name}: {found.report.title}", width)
    rows = (row for row in found.values() if row.experiment.id in shown)
    for e, part in groupby(rows, lambda row: row.experiment):
        lines = list(part)
        seconds = f"{lines[0].record.seconds:.1f} s"
        head = " · ".join(filter(None, (e.table, e.id, e.quantity, seconds)))
        yield from ["", *wrap(head, width, subsequent_indent="  ")]
        yield line("", COLUMNS, width)
        for row in lines:
            stale = stale or row.stale
            yield from numbers(row, row.id.removeprefix(f"{e.id}-"), width)
    if stale:
        yield f"\n{EXPLAINED}"
    for note in ("", *found.report.notes):
        yield from wrap(note, width, subsequent_indent="  ") or [""]


def numbers(row: Row, name: str, width: int) -> Iterator[str]:
    """Yield a row; a name that is too long has a line of its own."""
    values = (row.printed, row.reference, row.value, row.spread, row.spread_seeds)
    cells = [number(value) for value in values]
    cells[2] += MARK if row.stale else ""
    if len(name) > width - CELL * len(cells) - 2:
        yield f"  {name}"
        name = ""
    yield line(name, cells, width)


def line(name: str, cells: Iterable[str], width: int) -> str:
    """Return a line: what it is about at the left, numbers at the right."""
    right = "".join(f"{cell:>{CELL}}" for cell in cells)
    return f"  {name:{min(width - 2 - len(right), 24)}}{right}".rstrip()


def number(value: float | None) -> str:
    """Return four decimals, or one for large numbers, or a dash."""
    if value is None:
        return "-"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.1f}"


class Bar(tqdm):
    """A progress bar whose unit is a second of the last run."""

    PRIOR = 5.0  # seconds in which the last run is believed more than this one

    def __init__(self, file: Any = None, disable: bool | None = None) -> None:
        layout = "{percentage:3.0f}% |{bar}| {remaining} left  {desc}"
        super().__init__(
            total=1, file=file, disable=disable, leave=False, bar_format=layout,
            dynamic_ncols=True,
        )  # fmt: skip

    def start(self, seconds: float) -> None:
        """Begin; the work took so many seconds last time."""
        self.reset(seconds)

    def label(self, text: str) -> None:
        """Say what is going on."""
        self.set_description_str(text if len(text) < 24 else f"{text[:22]}…")

    @property
    def format_dict(self) -> dict[str, Any]:
        """What is drawn: at first as if this run were as fast as the last."""
        known: dict[str, Any] = super().format_dict
        rate = (known["n"] + self.PRIOR) / (known["elapsed"] + self.PRIOR)
        return known | {"rate": rate, "n": min(known["n"], known["total"])}
