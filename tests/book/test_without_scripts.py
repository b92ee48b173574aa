"""What a reader without scripts has: a still picture, a table, the answers."""

import re

import pytest

from tests.book.pages import INTERACTIVE


@pytest.fixture(scope="module")
def plain(browser):
    """Give a browser window that runs no scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", INTERACTIVE)
def test_nothing_is_lost(plain, site, book, path):
    """Each explorer leaves its picture and its table, each question its answers."""
    plain.goto(site + path)
    state = (book / path).read_text(encoding="utf-8")
    explorers, questions = (
        len(re.findall(rf'"_dom_classes": \["{name}"\]', state))
        for name in ("mlc-explorer", "mlc-ask")
    )
    assert explorers > 0
    pictures = plain.locator(".cell_output noscript .mlc-svg:visible")
    assert pictures.count() == explorers
    summaries = plain.locator(".mlc-details > summary:visible").all()
    assert len(summaries) == explorers
    for summary in summaries:
        summary.click()
    tables = plain.locator(".mlc-table:visible")
    assert tables.count() == explorers
    assert all(len(t.locator("tr").all()) > 2 for t in tables.all())
    assert plain.locator("noscript ul:visible .mlc-right").count() == questions
