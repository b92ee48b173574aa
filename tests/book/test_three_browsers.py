"""A reader's walk through the book in three browsers, from a host and from a disk.

The walk stands in ``walk.js``. Real keys and fingers are in the other tests of this
folder, which know Chromium alone.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.book import firefox, webkit
from tests.book.browser import NoBrowserError
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.server import serving
from tests.book.walks import DESK, LISTEN, PHONE, Stop, chromium, give_up, link

Walker = Callable[[list[Stop]], list[list[str]]]
WALKED = [PAGES[0], *INTERACTIVE]


@pytest.fixture(scope="module")
def listening(book: Path) -> Iterator[str]:
    """Give the address of the book, served with an ear for errors of its scripts."""
    with serving(book, LISTEN) as address:
        yield address


def stops(site: str, book: Path) -> list[Stop]:
    """Return each page twice: on a desk from a host; in a hand, by a link to a disk."""
    hosted = [Stop(site + page, *DESK) for page in WALKED]
    kept = [Stop((book / p).as_uri() + link(book / p), *PHONE) for p in WALKED]
    return hosted + kept


def complaints(walk: Walker, site: str, book: Path) -> list[str]:
    """Walk, and return what was wrong, each with its page."""
    todo = stops(site, book)
    try:
        found = walk(todo)
    except NoBrowserError as error:
        give_up(error)
    return [
        f"{stop.address}, {stop.width} px: {said}"
        for stop, all_said in zip(todo, found, strict=True)
        for said in all_said
    ]


def test_chromium(browser, listening, book):
    """Chromium, which Chrome, Edge and most phones are."""
    assert complaints(lambda todo: chromium(browser, todo), listening, book) == []


def test_firefox(listening, book):
    """Firefox."""
    assert complaints(firefox.walk, listening, book) == []


def test_webkit(listening, book):
    """WebKit, which Safari and every iPhone are."""
    assert complaints(webkit.walk, listening, book) == []
