"""The browser, the served book and an open page, for the tests of the built book."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.book.browser import started
from tests.book.pages import LONG
from tests.book.reading import Reading, read
from tests.book.server import serving
from tests.book.visit import DESKTOP, Mode, Visit


@pytest.fixture(scope="package")
def launched() -> Iterator[tuple[str, Browser]]:
    """Give the one browser of all tests; without one, CI fails and others skip.

    It ends with this folder's tests: while it runs, the main thread has an event loop,
    which the tests of notebooks must not find.
    """
    with started() as found:
        yield found


@pytest.fixture(scope="package")
def browser(launched: tuple[str, Browser]) -> Browser:
    """Give the browser."""
    return launched[1]


@pytest.fixture(scope="package")
def chromium(launched: tuple[str, Browser]) -> str:
    """Give the browser's program, for what starts it in its own way."""
    return launched[0]


@pytest.fixture(scope="package")
def site(book: Path) -> Iterator[str]:
    """Give the address of the served book."""
    with serving(book) as address:
        yield address


@pytest.fixture(scope="package")
def reading(browser: Browser, site: str, book: Path) -> Callable[[str, Mode], Reading]:
    """Give a function that reads a page in Chromium, once for all tests."""
    return cache(partial(read, browser, site, book))


@pytest.fixture
def fresh(browser: Browser, site: str) -> Iterator[Callable[..., Visit]]:
    """Give a function that opens a page as a new reader does."""
    opened: list[Visit] = []

    def visit(mode: Mode = DESKTOP, page: str = LONG, motion: str = "no-preference"):
        opened.append(Visit(browser, site, page, mode, motion))
        return opened[-1]

    yield visit
    problems = [problem for visit in opened for problem in visit.problems]
    for each in opened:
        each.close()
    assert problems == []
