"""A page with a plain ipywidget loads the widget manager; no other page does."""

import json
import re

import ipywidgets as widgets
import pytest
from ipywidgets.embed import embed_data
from playwright.sync_api import expect

from book import manager
from tests.book.server import serving

pytestmark = pytest.mark.thorough

VIEW = '<script type="application/vnd.jupyter.widget-view+json">{}</script>'
STATE = '<script type="application/vnd.jupyter.widget-state+json">{}</script>'


@pytest.fixture
def page(tmp_path):
    """Write the page of a teacher's own, with a slider, as MyST-NB writes it."""
    data = embed_data(views=[widgets.IntSlider(3, description="how many")])
    state, view = json.dumps(data["manager_state"]), json.dumps(data["view_specs"][0])
    text = f"<html><head></head><body>{STATE.format(state)}{VIEW.format(view)}</body>"
    context = {"content_root": "", "static": tmp_path / "_static"}
    (tmp_path / "own.html").write_text(manager.load(text, context))
    return tmp_path / "own.html"


@pytest.mark.parametrize("way", ["http", "file"])
def test_the_widget_is_drawn(browser, page, way):
    """From a server and from a disk, with icons of its own and no error."""
    with serving(page.parent) as site:
        tab, problems = browser.new_page(), []
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.on("requestfailed", lambda request: problems.append(request.url))
        tab.goto(page.as_uri() if way == "file" else f"{site}own.html")
        expect(tab.get_by_role("slider")).to_have_attribute(
            "aria-valuenow", re.compile("^3")
        )
        assert tab.locator(".widget-label").first.inner_text() == "how many"
        tab.close()
    assert problems == []


def test_no_other_page_asks_for_it(book):
    """Nor is it there: the book's own explorers are native."""
    assert not list(book.rglob("embed-amd.js"))
    context = {"content_root": ""}
    assert manager.load("<html><head></head>", context) == "<html><head></head>"
