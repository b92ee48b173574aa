"""A reader's walk through the book in Firefox and WebKit, from a host and from a disk.

The walk stands in ``walk.js``; `test_pages.py` takes it in Chromium, which all other
tests of this folder know alone.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.book import firefox, webkit
from tests.book.browser import NoBrowserError
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.server import serving
from tests.book.walks import DESK, LISTEN, PHONE, Stop, give_up, link

pytestmark = pytest.mark.thorough

Walker = Callable[[list[Stop]], list[list[str]]]
WALKED = [PAGES[0], *INTERACTIVE]


@pytest.fixture(scope="module")
def listening(book: Path) -> Iterator[str]:
    """Give the address of the book, served with an ear for errors of its scripts."""
    with serving(book, LISTEN) as address:
        yield address


def stops(site: str, book: Path) -> list[tuple[Stop, Stop]]:
    """Return each page on a desk, from a host; and in a hand, by a link to a disk."""
    return [
        (Stop(site + p, *DESK), Stop((book / p).as_uri() + link(book / p), *PHONE))
        for p in WALKED
    ]


def complaints(walk: Walker, todo: list[Stop]) -> list[str]:
    """Walk, and return what was wrong, each with its page."""
    try:
        found = walk(todo)
    except NoBrowserError as error:
        give_up(error)
    return [
        f"{stop.address}, {stop.width} px: {said}"
        for stop, all_said in zip(todo, found, strict=True)
        for said in all_said
    ]


@pytest.mark.parametrize("walk", [firefox.walk, webkit.walk], ids=["firefox", "webkit"])
def test_others(walk, listening, book):
    """Firefox, and WebKit, which Safari and every iPhone are: one way or the other."""
    todo = [both[i % 2] for i, both in enumerate(stops(listening, book))]
    assert complaints(walk, todo) == []
