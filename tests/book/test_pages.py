"""Every page read once in Chromium: on a desk; thoroughly in a hand, from a disk."""

from functools import cache, partial

import pytest

from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.visit import DESKTOP, PHONE
from tests.book.weight import FIRST, INDEX, RAW, REQUESTS, SCRIPTS, TURNED, weigh

READINGS = [
    pytest.param((page, mode), id=f"{page}-{mode.name}", marks=marks)
    for page in PAGES
    for mode, marks in ((DESKTOP, ()), (PHONE, pytest.mark.thorough))
]


@pytest.fixture(params=READINGS)
def page(request):
    """Give each page with the way it is read."""
    return request.param


@pytest.fixture
def found(page, reading):
    """Give what is found when the page is read."""
    return reading(*page)


@pytest.fixture(scope="module")
def weighed(browser, site):
    """Give a function that weighs a page, once."""
    return cache(partial(weigh, browser, site))


def test_asks_nobody_and_reports_no_error(found):
    """A page asks no other host for anything, and nothing it asks for fails."""
    assert found.problems == []


def test_a_reader_has_nothing_to_complain_of(found):
    """Predictions, quizzes, explorers, presets, pins and links do what they say."""
    assert found.complaints == []


def test_explorers_show_what_was_drawn(found, page, book):
    """Each is there, and at each stop it says what the build drew for it."""
    drawn = {explorer.name: explorer for explorer in explorers(book / page[0])}
    assert found.explorers == list(drawn)
    for name, at, said in found.told:
        preset = isinstance(at, int)
        frame = drawn[name].presets[at].frame if preset else drawn[name].frames[*at,]
        assert said == frame.says, f"{name}, {at}"


def test_accessible(found):
    """No serious violation of accessibility rules, with all answered and open."""
    assert found.violations == []


def test_looks_right(found):
    """Nothing is too wide, faint or nameless; the focus shows; pictures lie bare."""
    assert {question: told for question, told in found.flaws.items() if told} == {}


def test_tables_are_printed(found):
    """On paper each table is open, also when it is closed on the screen."""
    assert found.hidden_on_paper == 0


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path}-{DESKTOP.name}")
def test_weight(reading, weighed, path):
    """A page is light at a first visit, and lighter when one comes from a lesson."""
    first = reading(path, DESKTOP).load
    assert first.wire <= FIRST
    other = INTERACTIVE[path == INTERACTIVE[0]]
    assert first.after(weighed(other)) <= TURNED
    assert first.scripts <= (INDEX if path == "search.html" else SCRIPTS)
    assert first.raw <= RAW
    assert first.requests <= REQUESTS
