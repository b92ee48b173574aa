"""What holds for every report, and for the numbers shipped with it."""

import ast
import json
from dataclasses import replace

import pytest

from mlcourse.data import load
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES
from mlcourse.reports import results
from mlcourse.reports.parts import PARTS, named, part
from mlcourse.reports.protocol import trials
from mlcourse.reports.store import HERE, SHIPPED, SLOW, find, names, read

EXPERIMENTS = [(name, e) for name in names() for e in find(name).experiments]
EMBEDDED = ("wdbc", "digits", "docstrings")


@pytest.fixture(params=names())
def pair(request):
    """Return a report, and its shipped results."""
    return find(request.param), results(request.param)


def ids(value):
    """Return what a test is called."""
    return getattr(value, "id", value)


def test_complete(pair):
    """Every experiment has all its rows in the shipped file, and no id stands twice."""
    report, shipped = pair
    expected = [f"{e.id}-{row}" for e in report.experiments for row in e.claims]
    assert list(shipped) == expected
    assert len(set(expected)) == len(expected)


@pytest.mark.parametrize("name", names())
def test_nothing_left_over(name):
    """The shipped file holds the experiments of the report, and no others."""
    shipped = read(SHIPPED / f"{name}.json")
    assert set(shipped) == {e.id for e in find(name).experiments}


@pytest.mark.parametrize(("name", "e"), EXPERIMENTS, ids=ids)
def test_fresh(name, e):
    """Shipped rows were measured by today's code, with today's settings.

    If this fails: `python -m mlcourse.reports all --ship`, with MLCOURSE_DATA set. Rows
    that take over five minutes may wait; they are marked where they are shown.
    """
    record = read(SHIPPED / f"{name}.json")[e.id]
    if record.seconds <= SLOW:
        assert record.code == e.code
    assert record.settings == e.settings


def test_every_row_says_where_it_comes_from(pair):
    """Every row has versions, digests of data and code, seconds and a protocol."""
    for row in pair[1].values():
        assert {"python", "numpy", "scikit-learn", "mlcourse"} <= set(
            row.record.versions
        )
        assert len(row.record.data) == len(row.record.code) == 64
        assert row.record.seconds >= 0
        assert row.experiment.protocol
        assert (row.reference is None) == (not row.source)


DIGESTS = {name: source.digest for name, source in SOURCES.items()}
DIGESTS |= {name: digest(load(name)) for name in EMBEDDED}


def on_other_data(records):
    """Return the ids of what was measured on data that the course does not pin."""
    return [id for id, r in records.items() if r.data != DIGESTS[id.split("-")[0]]]


@pytest.mark.parametrize("name", names())
def test_data(name):
    """The rows were measured on the very data that the course pins."""
    assert on_other_data(read(SHIPPED / f"{name}.json")) == []


@pytest.mark.parametrize(("name", "e"), EXPERIMENTS, ids=ids)
def test_other_data_are_seen(name, e):
    """Another digest of any experiment would be found, whatever data are at hand."""
    records = read(SHIPPED / f"{name}.json")
    records[e.id] = replace(records[e.id], data="0" * 64)
    assert on_other_data(records) == [e.id]


# --- every experiment


@pytest.mark.parametrize(("name", "e"), EXPERIMENTS, ids=ids)
def test_settings_are_plain(name, e):
    """Settings are JSON that reads back the same, and name parts that there are."""
    assert json.loads(json.dumps(e.settings)) == e.settings
    for place in named(e.settings):
        assert callable(part(place.split(" = ")[0]))
    assert e.id.split("-")[0] == e.data
    assert e.protocol
    assert e.quantity


@pytest.mark.parametrize(("name", "e"), EXPERIMENTS, ids=ids)
def test_ticks(name, e):
    """The bar is told the right number of trials."""
    if "cut" in e.settings and e.data in EMBEDDED:
        data = load(e.data)
        assert e.ticks == len(list(trials(data.y, data.split, e.settings)))


def test_quick_runs_hold_a_number_of_the_report():
    """A quick run of a report shows at least one of the numbers that it printed."""
    for name in names()[:-1]:
        claims = [
            c for e in find(name).experiments if e.quick for c in e.claims.values()
        ]
        assert any(claim.printed is not None for claim in claims)


def test_quick_takes_seconds():
    """What is called quick took under half a minute when it was shipped."""
    for name, e in EXPERIMENTS:
        if e.quick:
            assert read(SHIPPED / f"{name}.json")[e.id].seconds < 30


def test_spreads(pair):
    """Rows of several seeds or folds have the spreads, and each seed's mean."""
    for row in pair[1].values():
        teams = "pool" in row.experiment.settings  # as many as the pool has room for
        seeds = row.experiment.settings.get("seeds", [])
        several = len(row.more["by seed"] if teams else seeds) > 1
        assert (row.spread_seeds is not None) == several
        assert (several or teams) == ("by seed" in row.more)
        assert (row.spread is not None) == (row.folds > 1)
        if several:
            assert teams or len(row.more["by seed"]) == len(seeds)
            mean = sum(row.more["by seed"]) / len(row.more["by seed"])
            assert row.value == pytest.approx(mean, abs=1e-5 if teams else None)


def test_every_part_exists():
    """Every name in the table of parts leads to something that can be called."""
    for name in PARTS:
        assert callable(part(name))


DATA = "book choices places readings four_fifths own_split rivals sample splits "
DATA += "reml_rows reml_trial sleec_rows sleec_trial"
REPORTS = [*HERE.glob("report_*.py"), *(HERE / f"{name}.py" for name in DATA.split())]
COMMAND = [HERE / "__main__.py", HERE / "terminal.py"]
# What one report needs.
NAMES = "neighbours loss_curve in_order apart paired tails low_rank printed_reml "
NAMES += "projected embedded frequent learners rests first_labels starts"
MEASURED = [HERE / f"{name}.py" for name in NAMES.split()]


def test_reports_stay_small():
    """A report has at most 200 lines: its experiments as data, and the notes."""
    lines = {p.name: len(p.read_text(encoding="utf-8").splitlines()) for p in REPORTS}
    assert max(lines.values()) <= 200, lines


def lines_of_code(path):
    """Return how many lines hold code: no docstring, no comment, not blank.

    The table of parts, which grows with the book, is data.
    """
    tree, lines = ast.parse(path.read_text(encoding="utf-8")), set()
    tables = [s for s in tree.body if ast.unparse(s).startswith("PARTS = ")]
    for node in (n for s in tree.body if s not in tables for n in ast.walk(s)):
        if isinstance(node, ast.stmt) and not isinstance(
            getattr(node, "value", None), ast.Constant
        ):
            last = node.body[0].lineno - 1 if hasattr(node, "body") else node.end_lineno
            lines |= set(range(node.lineno, last + 1))
    return len(lines)


def test_the_engine_stays_small():
    """What serves every report has at most 700 lines of code, its command aside."""
    files = set(HERE.glob("*.py")) - {*REPORTS, *COMMAND, *MEASURED}
    lines = {path.name: lines_of_code(path) for path in files}
    assert sum(lines.values()) <= 700, lines
