"""What a reader without scripts has: a still picture, a table, the answers."""

import pytest

from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE

pytestmark = pytest.mark.thorough


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
    asked = plain.locator(".mlc-ask fieldset").first  # before its answer is opened
    assert asked.locator(".mlc-answer:visible").count() > 1
    closed = plain.locator("details:not([open]) > summary:visible")
    while closed.count():  # what one opens may hold another
        closed.first.click()
    drawn = explorers(book / path)
    assert drawn
    for explorer in drawn:
        card = plain.locator(f"#{explorer.name}")
        assert card.locator(".mlc-svg:visible").count() > 0
        assert card.locator(".mlc-table:visible tr").count() > 2
        operated = card.locator("input, select, button")
        assert operated.filter(visible=True).count() == 0
    questions = plain.locator(".mlc-ask")
    assert questions.count() > 0
    for question in questions.all():
        assert question.locator(".mlc-answers input:visible").count() == 0
        replies = question.locator(".mlc-reply:visible")
        assert replies.count() == question.locator(".mlc-answer").count() > 1
        assert replies.filter(has_text="✓ Right").count() == 1
        assert question.locator(".mlc-answered:visible").count() == replies.count()
