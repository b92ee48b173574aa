"""Tables of numbers: text that can be compared, HTML that can be read."""

from xml.etree import ElementTree

import numpy as np
import pytest

from mlcourse.page.table import Table, Tables

ROWS = [("ridge", "0.72", 1412), ("a & b", "–", 5)]
HEADS = ("method", "P@1", "steps")


def test_text_has_columns():
    """Numbers stand at the right, words at the left, thousands have a comma."""
    assert repr(Table(ROWS, *HEADS)).splitlines() == [
        "method   P@1  steps",
        "ridge   0.72  1,412",
        "a & b      –      5",
    ]


def test_a_kernel_prints_it(monkeypatch, capsys):
    monkeypatch.delenv("MLCOURSE_STATIC", raising=False)
    Table(ROWS, *HEADS)._ipython_display_()
    assert capsys.readouterr().out == f"{Table(ROWS, *HEADS)!r}\n"


def test_the_page_shows_a_table(monkeypatch, capsys):
    """The first cell of a row is its head; what could be a tag is escaped."""
    shown = []
    monkeypatch.setenv("MLCOURSE_STATIC", "1")
    monkeypatch.setattr("mlcourse.page.table.show_html", lambda *a: shown.append(a))
    Table(ROWS, *HEADS)._ipython_display_()
    ((html, text),) = shown
    assert capsys.readouterr().out == ""
    assert text == repr(Table(ROWS, *HEADS))
    root = ElementTree.fromstring(html)
    assert [cell.text for cell in root.findall("thead/tr/th")] == list(HEADS)
    second = root.findall("tbody/tr")[1]
    assert [cell.text for cell in second] == ["a & b", "–", "5"]
    assert [cell.tag for cell in second] == ["th", "td", "td"]


def test_bars_are_shares_of_the_largest():
    root = ElementTree.fromstring(Table(ROWS, *HEADS, bar="steps").html())
    widths = [span.get("style") for span in root.iter("span")]
    assert widths == ["width:100%", "width:0%"]


def test_bars_of_numbers_as_they_are_written():
    """A cell's first number counts; what is endless fills the bar, a gap has none."""
    cells = ["inf", "2,000 ms", "1e3 ± 20", "≤ .5", "\N{EN DASH}", "never"]
    table = Table([("x", cell) for cell in cells], "a", "b", bar="b")
    spans = ElementTree.fromstring(table.html()).iter("span")
    widths = [span.get("style") for span in spans]
    assert widths == [f"width:{share}%" for share in (100, 100, 50, 0)]
    endless = Table([("x", "inf")], "a", "b", bar="b")
    assert "width:100%" in endless.html()


def test_whole_numbers_of_numpy_are_written_like_others():
    assert "1,412" in repr(Table([("a", np.int64(1412))], "x", "y"))


@pytest.mark.parametrize("cell", [0.5, True, None, np.float64(0.1), np.True_])
def test_other_cells_are_refused(cell):
    with pytest.raises(TypeError, match="neither text nor a whole number; write it as"):
        Table([("a", cell)], "x", "y")


@pytest.mark.parametrize("row", [("ridge",), ("ridge", "1", "2", "3")])
def test_a_row_of_another_length_is_refused(row):
    with pytest.raises(ValueError, match=f"{len(row)} cells for heads"):
        Table([row], *HEADS)


def test_an_unknown_bar_is_refused():
    with pytest.raises(ValueError, match="bar='time' is none of the heads"):
        Table(ROWS, *HEADS, bar="time")


def test_infinity_is_a_number_and_words_may_stand_among_them():
    assert "  inf" in repr(Table([("a", "10.5"), ("b", "inf")], "x", "loss"))
    text = repr(Table([("a", "10"), ("b", "9,582"), ("c", "never")], "x", "stops"))
    assert text.splitlines()[1] == "a     10"


def test_tables_stand_one_below_the_other(monkeypatch, capsys):
    """As one output: in the page as HTML, with a kernel as printed text."""
    one, other = Table([("a", "1")], "x", "y"), Table([("b", "2")], "x", "z")
    both = Tables(one, other)
    assert both.html() == one.html() + other.html()
    both._ipython_display_()
    assert capsys.readouterr().out == f"{one!r}\n\n{other!r}\n"
