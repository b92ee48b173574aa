"""The walk of ``walk.js`` through pages of the book, and the browsers that can take it.

Every driver is a function: it is given stops, and returns each stop's complaints.
"""

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple, NoReturn
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser

from tests.book.browser import NoBrowserError

LISTEN, SCRIPT = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("listen.js", "walk.js")
)
DESK, PHONE = (1280, 900), (390, 844)


class Stop(NamedTuple):
    """A page to walk through, and the window it is opened in."""

    address: str
    width: int
    height: int


def give_up(error: NoBrowserError) -> NoReturn:
    """Skip a test whose browser is missing; fail where CI can install it."""
    if os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(str(error), pytrace=False)
    pytest.skip(str(error))


def link(page: Path) -> str:
    """Return a link to a setting of a page: of an explorer that is still hidden."""
    found = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    sliders = found.select(".mlc-reveal .mlc-explorer input[type=range]")
    sliders = sliders or found.select(".mlc-explorer input[type=range]")
    if not sliders:
        return ""
    slider = sliders[0]
    labels = json.loads(str(slider["data-values"]))
    goal = labels[0 if slider["value"] == slider["max"] else -1]
    card = slider.find_parent(class_="mlc-explorer")
    assert card is not None
    return f"#{card['id']}:{slider['name']}={quote(goal)}"


def chromium(browser: Browser, stops: list[Stop]) -> list[list[str]]:
    """Walk in Chromium."""
    found = []
    for stop in stops:
        size = {"width": stop.width, "height": stop.height}
        with browser.new_context(viewport=size) as context:
            page = context.new_page()
            page.add_init_script(LISTEN)
            page.goto(stop.address)
            found.append(page.evaluate(f"async () => {{{SCRIPT} return walk();}}"))
    return found
