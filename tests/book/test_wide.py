"""Cells with a wide output are marked."""

import pytest

from book import wide

CELL = '<div class="cell tag_x docutils"><div class="cell_output">{}</div></div>'


@pytest.mark.parametrize(
    ("output", "marked"),
    [
        ('<figure class="mlc-explorer mlc-one" id="a">', True),
        ('<div class="mlc-ask"><figure class="mlc-explorer">', True),
        ('<div class="mlc-hero">', True),
        ('<figure class="mlc-figure mlc-wide">', True),
        ('<figure class="mlc-figure">', False),
        ("<p>mlc-explorer</p>", False),
    ],
)
def test_only_what_is_wide(output, marked):
    """The cells around it stay as they are."""
    page = "<p></p>" + CELL.format("1") + CELL.format(output) + CELL.format("2")
    expected = CELL.replace("cell tag_x", "cell mlc-wide tag_x") if marked else CELL
    expected = CELL.format("1") + expected.format(output) + CELL.format("2")
    assert wide.mark(page, {}) == f"<p></p>{expected}"
