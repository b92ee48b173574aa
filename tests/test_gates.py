"""A gate is open for the lessons that it names, and for no other."""

import pytest

from tests import gates, test_chapters, test_places, test_questions, test_sections
from tests.gates import LATER, judge


def drawing():
    """Stand for a rule."""


@pytest.fixture(autouse=True)
def later(monkeypatch):
    monkeypatch.setattr(gates, "LATER", {"drawing": ("why", ("old", "older"))})


def test_the_first_lessons_may_wait():
    judge(drawing, ["old: draws", "older: draws", "old: draws again"])


def test_a_new_lesson_obeys_at_once():
    with pytest.raises(AssertionError, match=r"^new: draws"):
        judge(drawing, ["old: draws", "older: draws", "new: draws"])


def test_a_lesson_that_passes_needs_no_excuse():
    with pytest.raises(AssertionError, match=r"\['old'\] pass drawing: take them out"):
        judge(drawing, ["older: draws"])


def test_every_excuse_has_a_reason():
    """In LATER itself, which the tests above replace."""
    assert LATER is not gates.LATER
    assert all(why and slugs for why, slugs in LATER.values())


def test_every_excuse_is_from_a_rule():
    """A key that names none would excuse nobody, and stay unseen."""
    files = (test_chapters, test_places, test_questions, test_sections)
    assert {*LATER} <= {rule.__name__ for file in files for rule in file.RULES}


def test_any_other_rule_holds_for_all():
    judge(judge, [])
    with pytest.raises(AssertionError, match="old: is bad"):
        judge(judge, ["old: is bad"])
