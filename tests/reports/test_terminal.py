"""What the terminal shows, at every width, and how much time it says is left."""

import io
from dataclasses import replace

import pytest
from toy_report import LONG, experiment, report

from mlcourse.reports import Results, results, terminal
from mlcourse.reports.experiment import Claim, Measured
from mlcourse.reports.store import Record, names
from mlcourse.reports.terminal import Bar, number, table


def text(found, width, shown=None):
    """Return the table as one text."""
    shown = shown or [e.id for e in found.report.experiments]
    return "\n".join(table(found, shown, width))


def toys(claims=None, code=None, data="wdbc", **row):
    """Return the results of one toy."""
    e = experiment("a")
    e = replace(e, data=data, claims=claims or e.claims)
    values = {"value": 0.25, "spread": 0.5, "spread_seeds": 0.125} | row
    rows = {"T1": Measured(**values), "T5": Measured(0.5), LONG: Measured(1234.5)}
    found = Record("d", code or e.code, e.settings, {}, 1.25, rows)
    return Results("999", report(e), {"a": found})


@pytest.mark.parametrize("width", [40, 55, 60, 80, 100, 200])
@pytest.mark.parametrize("name", names())
def test_fits(name, width):
    """No line of a real report is longer than the terminal is wide, nor than 100."""
    for line in text(results(name), width).splitlines():
        assert len(line) <= min(width, 100)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_numbers_stand_in_columns(width):
    """The report's number, the source's, ours and both spreads stand in line."""
    lines = text(toys(), width).splitlines()
    [head] = [line for line in lines if line.endswith("± folds ± seeds")]
    [row] = [line for line in lines if "T1" in line]
    cells = {"report": "1.0000", "ours": "0.2500", "folds": "0.5000", "seeds": "0.1250"}
    for name, cell in (*cells.items(), ("source", "-")):
        end = head.index(name) + len(name)
        assert row[:end].endswith(cell)


@pytest.mark.parametrize("width", [60, 80])
def test_a_long_name_has_a_line_of_its_own(width):
    """Or more than one; it does not push the numbers aside."""
    lines = text(toys(), width).splitlines()
    [row] = [line for line in lines if "T1" in line]
    alone = [line for line in lines if line.split() == ["-", "-", "1234.5", "-", "-"]]
    assert len(alone[0]) == len(row)
    above = "".join(line.strip() for line in lines[: lines.index(alone[0])])
    assert above.endswith(LONG)


def test_says_what_it_shows():
    """The report's own table, the quantity, the time and the notes are named."""
    found = text(toys(), 80)
    assert found.startswith("Report 999: Toys\n")
    assert "Table a · a · size · 1.2 s" in found
    assert found.endswith("\na note")


def test_says_what_others_say():
    """The protocol, the claims in words, sources and both spreads are in the table."""
    said = {
        "T1": Claim(None, "swings", 0.5, "a book"),
        "T5": Claim(0.75, "swings"),
        LONG: Claim(),
    }
    lines = text(toys(said), 80).splitlines()
    place = lines.index("Table a · a · size · 1.2 s")
    assert lines[place + 1] == "  count"
    assert "  report (T1, T5): swings" in lines
    assert "  source (T1): a book" in lines
    assert "± folds: standard deviation over the folds of one seed" in lines
    spread = "± seeds: standard deviation over the means of the seeds"
    assert any(line.startswith(spread) for line in lines)
    assert not any("source (" in line for line in text(toys(), 80).splitlines())


@pytest.mark.parametrize(("name", "words"), [("0.1", "swings"), ("0.001", "750")])
def test_a_claim_without_a_number_is_shown(name, words):
    """Figures 2 and 3 of report 001 print no number, but say something."""
    shown = text(results("001"), 80, [f"wdbc-loss-{name}"])
    [claim] = [line for line in shown.splitlines() if "report (step50): " in line]
    assert words in claim


def test_a_narrow_terminal():
    """At 40 columns the spreads are left out, and so is what explains them."""
    shown = text(toys(), 40)
    [head] = [line for line in shown.splitlines() if "ours" in line and ":" not in line]
    assert head.split() == ["report", "source", "ours"]
    assert max(map(len, shown.replace(LONG, "").splitlines())) <= 40
    assert "±" not in shown
    assert "± seeds" in text(toys(), 60)


def test_stale_rows_are_marked():
    """A stale value has a mark, and the mark is explained; else there is neither."""
    assert "†" not in text(toys(), 80)
    stale = text(toys(code="old"), 80)
    assert "0.2500†" in stale
    assert "† measured before its code or settings changed" in stale


def test_rows_on_data_of_ones_own_are_marked():
    """What was measured on a version of one's own has a mark, and it is explained."""
    own = text(toys(data="scene"), 80)
    assert "0.2500‡" in own
    assert "‡ measured on a version of the data that is not the course's" in own
    assert "‡" not in text(toys(), 80)
    both = text(toys(code="old", data="scene"), 80)
    assert "0.2500‡" in both
    assert "†" not in both


def test_only_what_was_asked_for():
    """Experiments that took no part in a run are not shown."""
    found = results("001")
    shown = text(found, 80, ["wdbc-stump-ours"])
    assert "wdbc-stump-ours" in shown
    assert "wdbc-logistic" not in shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, "-"), (0.98765, "0.9877"), (-0.5, "-0.5000"), (750.04, "750.0")],
)
def test_number(value, expected):
    """Numbers have four decimals, large ones one."""
    assert number(value) == expected


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


def frames(stream):
    """Return what was drawn, frame by frame."""
    return [f.strip() for f in stream.getvalue().split("\r") if f.strip()]


@pytest.mark.parametrize("width", [60, 120])
def test_bar(monkeypatch, width):
    """The bar says share, time left and what is going on, within the width."""
    monkeypatch.setenv("COLUMNS", str(width))
    stream = Terminal()
    with Bar(stream) as bar:
        bar.ncols, bar.dynamic_ncols = width, None
        bar.start(40)
        bar.label("bibtex-official-neighbours-and-more")
        bar.update(10)
        bar.refresh()
    last = [f for f in frames(stream) if "%" in f][-1]
    assert last.startswith("25% |")
    assert "left  bibtex-official-neighb…" in last
    assert all(len(f) <= width for f in frames(stream))


def test_time_left_at_first_and_later():
    """At first the estimate is the last run's time; then this run's speed counts."""
    stream = Terminal()
    bar = Bar(stream)
    bar.start(30)
    bar.refresh()
    assert "00:30 left" in frames(stream)[-1]
    bar.start_t -= 20  # twice as slow as last time
    bar.update(10)
    bar.refresh()
    # (10 + 5) / (20 + 5) of the last speed: 20 / 0.6 = 33 seconds
    assert "00:33 left" in frames(stream)[-1]


def test_no_bar_elsewhere():
    """In a file or a pipe there is no bar."""
    stream = io.StringIO()
    with Bar(stream) as bar:
        bar.start(2)
        bar.label("x")
        bar.update(1)
    assert stream.getvalue() == ""
    assert terminal.Bar(disable=True).disable
