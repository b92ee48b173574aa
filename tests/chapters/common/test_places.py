"""The table that grows with the book."""

import re

import pytest

from mlcourse.chapters.common import places
from mlcourse.reports import results
from mlcourse.reports.places import LEARNERS


def test_a_chapter_shows_its_learners_beside_three_baselines():
    """Its own are marked, also where one is a baseline."""
    for chapter in places.CHAPTERS:
        own = [p.name for p in places.PLACES if p.chapter == chapter]
        for table in places.table(chapter).tables:
            told = [row[0] for row in table.rows]
            assert [n[2:] for n in told if n.startswith("• ")] == own
            fixed = {"label frequency", "ridge", "weighted documents"}
            assert {n.removeprefix("• ") for n in told} == fixed | {*own}


def test_numbers_are_those_of_the_results():
    book = results("book")
    ranks, costs = places.table().tables
    for place, row in zip(places.PLACES, ranks.rows, strict=True):
        expected = [book[f"{places.row(place)}-{m}"].value for m in places.RANKS]
        assert row[1:] == [f"{value:.3f}" for value in expected]
    assert len(costs.rows) == len(ranks.rows)


def test_without_a_chapter_none_is_marked():
    for table in places.table().tables:
        assert not any(row[0].startswith("•") for row in table.rows)


def test_learners_that_are_not_told_apart_are_named_together():
    """By the table of the page: who is within two hundredths of the best."""
    for data in places.DATA:
        P = {p.name: places.value(p, "P@1", data) for p in places.PLACES}
        best = max(P, key=P.get)
        close = [n for n in P if n != best and P[best] - P[n] < 0.02]
        says = places.draw(data).says
        assert f"{best} has the highest P@1, {P[best]:.3f}, in" in says
        told = re.escape(", ".join(close) or "none")
        assert re.search(rf"ess than 0\.02 below it: {told}[.;] ", says), says


def test_pairs_that_turn_round_are_told_apart_on_both_sets():
    """The page says that there are some."""
    places_of = {p.name: p for p in places.PLACES}
    rows = places.turned().rows
    assert rows
    for pair, first, second in rows:
        one, other = (places_of[name] for name in pair.split(" − "))
        for data, told, sign in zip(places.DATA, (first, second), (1, -1), strict=True):
            gap = places.value(one, "P@1", data) - places.value(other, "P@1", data)
            assert sign * gap >= 0.02
            assert float(told.replace("−", "-")) == pytest.approx(gap, abs=6e-4)


def test_rows_of_another_library_say_so():
    """By what the results keep of each learner: their settings name scikit-learn."""
    told = {place.learner: place.name for place in places.PLACES}
    theirs = {k for k, (models, _) in LEARNERS.items() if "sklearn" in repr(models)}
    assert theirs == {"logistic", "chain"}
    assert "scikit-learn" in told["logistic"]


def test_a_chapter_without_a_row_is_refused():
    with pytest.raises(ValueError, match="chapter='tree' has no row; these have"):
        places.table("tree")
