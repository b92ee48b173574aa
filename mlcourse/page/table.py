"""A table of numbers: columns of digits in a page, plain text everywhere else."""

import re
import sys
from collections.abc import Iterable, Sequence
from html import escape
from math import inf, isfinite
from numbers import Integral

from mlcourse.page.explorer import is_static, show_html

Cell = str | int
GAP = re.compile("[-\N{EN DASH}\N{EM DASH}?]?")  # no number here
_SIGN = r"(?:[<>≤≥≈~]\s?)?[-\N{MINUS SIGN}+±]?\s?"
_DIGITS = r"(?:\d[\d.,\s]*|\.\d+)(?:e[-+]?\d+)?"
_UNIT = r"(?:\s?(?:%|\N{MULTIPLICATION SIGN}|ms|s|min|kB|MB|GB))?"
_SPREAD = rf"(?:\s?[±(/]\s?{_SIGN}\d[\d.,\s%]*\)?)?"
# What stands in a column of numbers, here and in a page's other tables: 1,024; 8 ms;
# 0.5 ± 0.1; 3 (2).
NUMBER = re.compile(rf"{_SIGN}(?:(?P<value>{_DIGITS}){_UNIT}{_SPREAD}|inf)")


class Table:
    """Rows of cells under their heads.

    With a kernel it is printed, so that a test compares what stands in the notebook;
    the page shows a ``<table>``, whose columns of numbers the build aligns.

    Parameters
    ----------
    rows : iterable of sequences of str or int
        The cells. Write a float as text, with the digits that are due.
    *heads : str
        The name of each column.
    bar : str, optional
        The head of a column of numbers >= 0 to draw as bars, too.
    """

    def __init__(
        self, rows: Iterable[Sequence[Cell]], *heads: str, bar: str | None = None
    ) -> None:
        self.heads = heads
        self.rows = [[_text(cell) for cell in row] for row in rows]
        for row in self.rows:
            if len(row) != len(heads):
                raise ValueError(f"{row} has {len(row)} cells for heads {heads}.")
        if bar is not None and bar not in heads:
            raise ValueError(f"bar={bar!r} is none of the heads {heads}.")
        self.bar = None if bar is None else heads.index(bar)

    def __repr__(self) -> str:
        table = [list(self.heads), *self.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        right = [self._numeric(k) for k in range(len(self.heads))]
        lines = (
            "  ".join(
                cell.rjust(width) if digits else cell.ljust(width)
                for cell, width, digits in zip(row, widths, right, strict=True)
            )
            for row in table
        )
        return "\n".join(line.rstrip() for line in lines)

    def html(self) -> str:
        """Return the table for the built page."""
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.heads)
        body = "".join(
            "<tr>" + "".join(self._cell(k, c) for k, c in enumerate(row)) + "</tr>"
            for row in self.rows
        )
        return (
            f'<table class="mlc-numbers"><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table>"
        )

    def _numeric(self, k: int) -> bool:
        """Tell whether column k holds numbers, but for a word here and there."""
        cells = [row[k] for row in self.rows if not GAP.fullmatch(row[k])]
        return sum(bool(NUMBER.fullmatch(cell)) for cell in cells) > len(cells) / 2

    def _cell(self, k: int, text: str) -> str:
        if k == 0:
            return f'<th scope="row">{escape(text)}</th>'
        bar = ""
        if k == self.bar and NUMBER.fullmatch(text):
            found = (_value(row[k]) for row in self.rows if NUMBER.fullmatch(row[k]))
            most = max(filter(isfinite, found), default=1) or 1
            share = min(100, 100 * _value(text) / most)
            bar = f'<span class="mlc-bar" style="width:{share:.0f}%"></span>'
        return f"<td>{escape(text)}{bar}</td>"

    def _ipython_display_(self) -> None:
        show(self)


class Tables:
    """Tables one below the other, as one output: what is too wide for a phone."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.tables))

    def html(self) -> str:
        """Return the tables for the built page."""
        return "".join(table.html() for table in self.tables)

    def _ipython_display_(self) -> None:
        show(self)


def show(table: Table | Tables) -> None:
    """Display the face that the page needs; with a kernel, print it."""
    if is_static():
        show_html(table.html(), repr(table))
    else:
        sys.stdout.write(f"{table}\n")


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Integral) and not isinstance(cell, bool):
        return f"{int(cell):,}"
    raise TypeError(
        f"The cell {cell!r} is neither text nor a whole number; write it as text, with "
        "the digits that are due."
    )


def _value(text: str) -> float:
    found = NUMBER.fullmatch(text)
    digits = found["value"] if found else None
    return float(re.sub(r"[,\s]", "", digits)) if digits else inf
