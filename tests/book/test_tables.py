"""Columns of numbers get the class that puts them at the right."""

import re

import pytest

from book.tables import NUMBER, align


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


@pytest.mark.parametrize(
    "cell",
    [
        "12",
        "\N{MINUS SIGN}0.5",
        "1,024",
        "99 %",
        "0.91 (0.89 to 0.93)"[:4],
        "3.1 ± 0.2",
        "8 ms",
        "inf",
        "\N{EN DASH}",
        "",
    ],
)
def test_numbers(cell):
    """Signs, units and spreads belong to a number; a gap is none but does not hurt."""
    assert NUMBER.fullmatch(cell)


@pytest.mark.parametrize("cell", ["x", "3 of 4", "k = 3", "2 labels"])
def test_words(cell):
    """What has other words is no number."""
    assert not NUMBER.fullmatch(cell)
