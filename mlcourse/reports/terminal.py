"""What the command shows: a table of any width, and how much time is left."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from tqdm import tqdm

from mlcourse.reports.experiment import Experiment
from mlcourse.reports.store import EXPLAINED, MARK, Results, Row

COLUMNS = {
    "report": "what it printed",
    "source": "what others found",
    "ours": "the mean over all folds and seeds",
    "± folds": "standard deviation over the folds of one seed",
    "± seeds": "standard deviation over the means of the seeds (shufflings or starts)",
}
CELL = 8  # characters of a number
OWN = "‡"
LEGEND = {
    MARK: EXPLAINED,
    OWN: f"{OWN} measured on a version of the data that is not the course's",
}


def table(found: Results, shown: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of a report's table, for the experiments that are shown."""
    width, shown = max(40, min(width, 100)), set(shown)
    rows = [row for row in found.values() if row.experiment.id in shown]
    yield from wrap(f"Report {found.name}: {found.report.title}", width)
    for e, part in groupby(rows, lambda row: row.experiment):
        yield ""
        yield from block(e, list(part), width)
    columns = [f"{name}: {COLUMNS[name]}" for name in fitting(COLUMNS, width)]
    marks = {mark(row) for row in rows}
    legend = [LEGEND[m] for m in LEGEND if m in marks]
    for note in ("", *columns, *legend, "", *found.report.notes):
        yield from wrap(note, width, subsequent_indent="  ") or [""]


def block(e: Experiment, rows: list[Row], width: int) -> Iterator[str]:
    """Yield what was measured and how, the numbers, and what others say of them."""
    seconds = f"{rows[0].record.seconds:.1f} s"
    head = " · ".join(filter(None, (e.table, e.id, e.quantity, seconds)))
    yield from wrap(head, width, subsequent_indent="  ")
    yield from wrap(e.protocol, width, initial_indent="  ", subsequent_indent="  ")
    yield line("", COLUMNS, width)
    named = {row.id.removeprefix(f"{e.id}-"): row for row in rows}
    for name, row in named.items():
        yield from numbers(row, name, width)
    for column, field in (("report", "claim"), ("source", "source")):
        said: dict[str, list[str]] = {}
        for name, row in named.items():
            said.setdefault(getattr(row, field), []).append(name)
        for words in filter(None, said):
            text = f"{column} ({', '.join(said[words])}): {words}"
            yield from wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def numbers(row: Row, name: str, width: int) -> Iterator[str]:
    """Yield a row; a name that is too long has a line of its own."""
    values = (row.printed, row.reference, row.value, row.spread, row.spread_seeds)
    cells = [number(value) for value in values]
    cells[2] += mark(row)
    if len(name) > width - CELL * len(fitting(cells, width)) - 2:
        yield from wrap(name, width, initial_indent="  ", subsequent_indent="    ")
        name = ""
    yield line(name, cells, width)


def mark(row: Row) -> str:
    """Return what warns of a row: that of other data rather than that of old code."""
    if not row.verified:
        return OWN
    return MARK if row.stale else ""


def fitting(cells: Iterable[str], width: int) -> list[str]:
    """Return the cells that have room beside a name: three or more of the five."""
    return list(cells)[: (width - 16) // CELL]


def line(name: str, cells: Iterable[str], width: int) -> str:
    """Return a line: what it is about at the left, numbers at the right."""
    right = "".join(f"{cell:>{CELL}}" for cell in fitting(cells, width))
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
