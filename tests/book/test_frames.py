"""Every frame of every explorer that the build drew: all corners, all cases."""

from functools import cache
from math import prod
from xml.etree import ElementTree

import pytest

from book import cells
from book.declared import lessons, page
from tests.book.drawn import explorers

LESSONS = [lesson.slug for lesson in lessons()]
SHORTEST = 30  # letters of an alternative text that says something
drawn_on = cache(explorers)


@pytest.fixture(params=LESSONS)
def drawn(request, book):
    """Give the explorers of a lesson's page."""
    return drawn_on(book / "chapters" / f"{request.param}.html")


@pytest.mark.parametrize("lesson", lessons(), ids=LESSONS)
def test_every_explorer_is_drawn(book, lesson):
    """The page has each explorer that the lesson makes, and each has all its frames."""
    found = drawn_on(book / "chapters" / f"{lesson.slug}.html")
    made = [
        c for tree in cells.trees(page(lesson)) for c in cells.calls(tree, "Explorer")
    ]
    assert len(found) >= max(1, len(made))
    for explorer in found:
        sizes = [max(places) + 1 for places in zip(*explorer.frames, strict=True)]
        assert len(sizes) == len(explorer.controls)
        assert len(explorer.frames) == prod(sizes)


def test_every_frame_is_a_described_picture(drawn):
    """Each frame holds a valid drawing with an alternative text that says something."""
    for explorer in drawn:
        for frame in explorer.frames.values():
            ElementTree.fromstring(frame.svg)
            assert len(frame.says) >= SHORTEST, frame.says


def test_opposite_corners_differ(drawn):
    """Opposite corners of a grid are told apart by picture and by description."""
    for explorer in drawn:
        for one, other in explorer.corners():
            assert one.says != other.says
            assert one.svg != other.svg


def test_every_case_of_a_gallery_says_why_it_is_there(drawn):
    """Each named case names every setting, gives a reason and draws a picture."""
    for explorer in drawn:
        for case in explorer.cases:
            ElementTree.fromstring(case.svg)
            assert len(case.says) >= SHORTEST
            settings, _, why = case.html.partition("</strong>")
            assert all(f"{name} " in settings for name in explorer.controls)
            assert why.partition("</p>")[0].strip()


def test_every_explorer_says_what_to_look_for(drawn):
    """A caption is a sentence."""
    for explorer in drawn:
        assert len(explorer.caption) >= 10
        assert explorer.caption.rstrip().endswith((".", "?", "!", ")"))


def test_some_explorer_has_a_gallery(book):
    """The tests of galleries test something."""
    pages = (book / "chapters" / f"{slug}.html" for slug in LESSONS)
    assert any(explorer.cases for path in pages for explorer in drawn_on(path))
