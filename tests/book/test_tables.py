"""Columns of numbers get the class that puts them at the right."""

import re

import pytest

from book.tables import align
from mlcourse.page import Table


def table(*rows):
    """Return a table of text; the first row is its head."""
    first, *rest = ("".join(f"<{t}>{c}</{t}>" for c in cells) for t, cells in rows)
    body = "".join(f"<tr>{row}</tr>" for row in rest)
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


GIVEN = table(
    ("th", ["learner", "loss", "note"]),
    ("td", ["stump", "<p>0.5</p>", "0.1 or so"]),
    ("td", ["tree", "\N{EN DASH}", "1"]),
)


def test_a_column_of_numbers():
    """Head and cells of a column of numbers, and of no other, have the class."""
    marked = re.findall(r'class="mlc-number">(.*?)</t', align(GIVEN, {}))
    assert marked == ["loss", "<p>0.5</p>", "\N{EN DASH}"]


def test_what_is_left_alone():
    """Data in a script, and tables whose cells span."""
    for text in (
        f'<script type="application/json">{GIVEN}</script>',
        GIVEN.replace("<td>stump", '<td rowspan="2">stump'),
    ):
        assert align(text, {}) == text


NUMBERS = (
    *("12", "\N{MINUS SIGN}0.5", "-0.5", "1,024", "1 024", "99 %"),
    *("1.3\N{MULTIPLICATION SIGN}", "-inf"),
    *("0.91 (0.89)", "3.1 ± 0.2", "± 3", "8 ms", "3 s", "inf"),
    *("1e-5", "2.3e+04", ".5", "< 0.001", "≤ -3", "≈ 7"),
)
GAPS = ("", "-", "\N{EN DASH}", "\N{EM DASH}", "?")
WORDS = ("x", "3 of 4", "k = 3", "2 labels", "0.91 (0.89 to 0.93)", "e", ".", "3 m")


@pytest.mark.parametrize("cell", [*NUMBERS, *GAPS, *WORDS])
def test_numbers(cell):
    """Signs, units and spreads belong to a number; a gap is none but does not hurt.

    A page's table and one of the kit, which is printed in a notebook, agree.
    """
    marked = align(table(("th", ["a"]), ("td", ["1"]), ("td", [cell])), {})
    assert ("mlc-number" in marked) == (cell not in WORDS)
    head, row = repr(Table([["x", cell]], "a", "wider than all the cells")).splitlines()
    assert (len(row) == len(head)) == (cell in NUMBERS)
