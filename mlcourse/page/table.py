"""A table of numbers: columns of digits in a page, plain text everywhere else."""

import re
import sys
from collections.abc import Iterable, Sequence
from html import escape

from mlcourse.page.explorer import is_static, show_html

Cell = str | int
DASHES = ("\N{EN DASH}", "")  # no number here
NUMBER = re.compile(r"(?:[<>≤≥] ?)?[-+±]?(?:[\d.,]+(?:e[-+]?\d+)?(?: ?%)?|inf)")


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
        cells = [row[k] for row in self.rows if row[k] not in DASHES]
        return sum(bool(NUMBER.fullmatch(cell)) for cell in cells) > len(cells) / 2

    def _cell(self, k: int, text: str) -> str:
        if k == 0:
            return f'<th scope="row">{escape(text)}</th>'
        bar = ""
        if k == self.bar and NUMBER.fullmatch(text):
            most = max(_value(r[k]) for r in self.rows if NUMBER.fullmatch(r[k])) or 1
            share = 100 * _value(text) / most
            bar = f'<span class="mlc-bar" style="width:{share:.0f}%"></span>'
        return f"<td>{escape(text)}{bar}</td>"

    def _ipython_display_(self) -> None:
        if is_static():
            show_html(self.html(), repr(self))
        else:
            sys.stdout.write(f"{self}\n")


def _text(cell: Cell) -> str:
    return f"{cell:,}" if isinstance(cell, int) else cell


def _value(text: str) -> float:
    return float(re.sub(r"[^\d.e-]", "", text))
