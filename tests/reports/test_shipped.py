"""What holds for the shipped numbers of every report."""

import pytest

from mlcourse.reports import results
from mlcourse.reports.runner import find, names


@pytest.fixture(params=names())
def pair(request):
    """Return a report, and its shipped results."""
    return find(request.param), results(request.param)


def test_complete(pair):
    """Every experiment has all its rows in the shipped file, and no id stands twice."""
    report, shipped = pair
    ids = [id for e in report.experiments for id in e.rows]
    assert list(shipped) == ids
    assert len(set(ids)) == len(ids)


def test_settings(pair):
    """Shipped rows were measured with the settings and words of the report's file."""
    report, shipped = pair
    for e in report.experiments:
        for ending, claim in e.claims.items():
            row = shipped[f"{e.id}-{ending}"]
            assert row.settings == e.settings
            assert (row.data, row.protocol) == (e.data, e.protocol)
            words = (row.printed, row.claim, row.reference, row.source)
            assert words == tuple(vars(claim).values())
    assert (shipped.notes, shipped.title) == (report.notes, report.title)


def test_every_row_says_where_it_comes_from(pair):
    """Every row has versions, digests of data and code, seconds and a protocol."""
    for row in pair[1].values():
        assert set(row.versions) == {"python", "numpy", "scikit-learn", "mlcourse"}
        assert len(row.digest) == len(row.code) == 64
        assert row.seconds >= 0
        assert row.protocol
        assert (row.reference is None) == (not row.source)
