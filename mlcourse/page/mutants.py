"""How many small changes of the code the tests noticed when it was last measured."""

import csv
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from IPython.display import Markdown

TABLE = Path("..", "mutation", "results.csv")  # as seen from a chapter
COUNTS = ("killed", "timed_out", "survived", "no_tests", "wording")
# Two tables: what was tried, and what was set aside; one is too wide for a phone.
HEADS = (
    ("layer", "mutants", "missed", "noticed"),
    ("layer", "modules", "wording", "noticed of all"),
)
Row = dict[str, str]


def read_mutants(path: Path = TABLE) -> dict[str, list[Row]]:
    """Return the rows of the file, one a module, by layer."""
    if not path.exists():
        raise FileNotFoundError(
            f"{path} does not exist: run the page from its folder in the repository."
        )
    with path.open(newline="", encoding="utf-8") as file:
        rows = sorted(csv.DictReader(file), key=_layer)
    return {layer: list(part) for layer, part in groupby(rows, _layer)}


def _layer(row: Row) -> str:
    return row["module"].partition(".")[0]


class MutantsTable(Markdown):
    """The outcomes by layer and in all, with when they were measured."""

    def __init__(self, layers: dict[str, list[Row]]) -> None:
        self.rows = [row for rows in layers.values() for row in rows]
        lines = [_lines(layer, rows) for layer, rows in layers.items()]
        lines.append(_lines("**all**", self.rows))
        tables = map(_table, HEADS, zip(*lines, strict=True))
        dates = sorted({row["date"] for row in self.rows}) or ["never"]
        when = f"Measured {' to '.join(dates[:: len(dates) - 1 or 1])}."
        super().__init__("\n\n".join([*tables, when]))

    def __repr__(self) -> str:
        return f"Mutants of {len(self.rows)} modules"


def _table(heads: Iterable[str], lines: Iterable[str]) -> str:
    """Return a table, whose columns but the first are of numbers."""
    head = _cells(heads)
    return "\n".join([head, "|---" + "|--:" * (head.count("|") - 2) + "|", *lines])


def _cells(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _lines(name: str, rows: list[Row]) -> tuple[str, str]:
    """Return a row of each table."""
    counts = [sum(int(row[key]) for row in rows) for key in COUNTS]
    killed, timed_out, survived, no_tests, wording = counts
    noticed, missed = killed + timed_out, survived + no_tests
    tried = noticed + missed
    share = f"**{100 * noticed / max(tried, 1):.1f} %**"
    of_all = f"{100 * noticed / max(tried + wording, 1):.1f} %"
    return (
        _cells((name, tried, missed, share)),
        _cells((name, len(rows), wording, of_all)),
    )
