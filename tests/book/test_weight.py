"""What a reader's line carries: each page as a browser loads it; Lighthouse's phone."""

from collections.abc import Callable
from functools import cache, partial

import pytest
from playwright.sync_api import Browser

from tests.book.lighthouse import judge
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.weight import (
    FIRST,
    RAW,
    REQUESTS,
    SCRIPTS,
    TURNED,
    Weight,
    weigh,
)

FAST = 80  # of 100, on Lighthouse's phone; the bar is 95 where the machine is quiet
TRIES = 3  # a busy machine spoils a run


@pytest.fixture(scope="module")
def weight(browser: Browser, site: str) -> Callable[[str], Weight]:
    """Give a function that weighs a page, once."""
    return cache(partial(weigh, browser, site))


@pytest.mark.parametrize("page", PAGES)
def test_weight(weight, page):
    """A page is light when a reader first comes, and lighter when it is turned to."""
    first, turned = weight(page)
    assert first.wire <= FIRST
    assert turned.wire <= TURNED
    assert first.scripts <= SCRIPTS
    assert first.raw <= RAW
    assert first.requests <= REQUESTS


@pytest.mark.parametrize("page", PAGES)
def test_asks_no_other_host(weight, page):
    """Neither visit to a page asks another host for anything."""
    assert [address for load in weight(page) for address in load.foreign] == []


@pytest.mark.parametrize("place", ["the front page", "the heaviest chapter"])
def test_fast_on_a_phone(weight, chromium, site, place):
    """Lighthouse calls a page fast on its phone, and finds no other fault."""
    heaviest = max(INTERACTIVE, key=lambda page: weight(page).first.wire)
    page = PAGES[0] if place == "the front page" else heaviest
    best = 0
    for _ in range(TRIES):
        verdict = judge(chromium, site + page, "phone")
        assert verdict.faults == ()
        if (best := max(best, verdict.performance)) >= FAST:
            return
    pytest.fail(f"{page}: {best} of 100 in the best of {TRIES} runs, {FAST} wanted")
