"""What holds for every report, and for the numbers shipped with it."""

import json
import os
from functools import cache

import pytest

from mlcourse.data import load
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES
from mlcourse.reports import results
from mlcourse.reports.parts import PARTS, named, part
from mlcourse.reports.store import SHIPPED, find, names, read
from tests.agreement import agree

EXPERIMENTS = [(name, e) for name in names() for e in find(name).experiments]
EMBEDDED = ("wdbc", "digits", "docstrings")
COSTS = ("seconds", "kB")
STORED = {name: read(SHIPPED / f"{name}.json") for name in names()}
QUICK = [(name, e) for name, e in EXPERIMENTS if STORED[name][e.id].seconds <= 1]


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
    assert set(STORED[name]) == {e.id for e in find(name).experiments}


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
    assert on_other_data(STORED[name]) == []


# --- every experiment


@pytest.mark.parametrize("name", names())
def test_settings_are_plain(name):
    """Settings are JSON that reads back the same, and name parts that there are."""
    for e in find(name).experiments:
        assert json.loads(json.dumps(e.settings)) == e.settings
        for place in named(e.settings):
            assert callable(part(place.split(" = ")[0]))
        assert e.id.split("-")[0] == e.data
        assert e.protocol
        assert e.quantity


@pytest.mark.parametrize(("name", "e"), QUICK, ids=ids)
def test_quick_rows_have_not_drifted(name, e):
    """What takes under a second comes out as it was stored, to three digits."""
    if e.data not in EMBEDDED and not os.environ.get("MLCOURSE_DATA"):
        pytest.skip(f"MLCOURSE_DATA is not set, and {e.data} does not come along")
    stored = STORED[name][e.id].rows
    for ending, row in e.run(sets(e.data), lambda *_: None).items():
        if not ending.endswith(COSTS):
            assert agree(f"{stored[ending].value:.3f}", f"{row.value:.3f}"), ending


@cache
def sets(name):
    """Return a data set, loaded once."""
    return load(name)


def test_quick_runs_hold_a_number_of_the_report():
    """A quick run of a report shows at least one of the numbers that it printed."""
    for name in names()[:-1]:
        claims = [
            c for e in find(name).experiments if e.quick for c in e.claims.values()
        ]
        assert any(claim.printed is not None for claim in claims)


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
