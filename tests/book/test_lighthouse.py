"""Lighthouse's verdict on the front page and on the heaviest chapter, on its phone."""

import pytest

from tests.book.lighthouse import judge
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.weight import weigh

pytestmark = pytest.mark.thorough

FAST = 80  # of 100, on Lighthouse's phone; the bar is 95 where the machine is quiet
TRIES = 3  # a busy machine spoils a run


@pytest.mark.parametrize("place", ["the front page", "the heaviest chapter"])
def test_fast_on_a_phone(browser, chromium, site, place):
    """Lighthouse calls a page fast on its phone, and finds no other fault."""
    page = PAGES[0]
    if place != "the front page":
        page = max(INTERACTIVE, key=lambda page: weigh(browser, site, page).wire)
    best = 0
    for _ in range(TRIES):
        verdict = judge(chromium, site + page, "phone")
        assert verdict.faults == ()
        if (best := max(best, verdict.performance)) >= FAST:
            return
    pytest.fail(f"{page}: {best} of 100 in the best of {TRIES} runs, {FAST} wanted")
