"""The front page has a card for each chapter, and is light."""

from bs4 import BeautifulSoup

from book import cards, declared
from tests.book.visit import Mode, go

FRONT = "chapters/index.html"


def test_a_card_for_each_chapter(book):
    """In their order, with picture, question, time and number of questions."""
    page = BeautifulSoup((book / FRONT).read_text(encoding="utf-8"), "html.parser")
    found = page.select("ol.mlc-chapters > li")
    lessons = declared.lessons()
    assert [li.a["href"] for li in found] == [f"{each.slug}.html" for each in lessons]
    for number, (li, lesson) in enumerate(zip(found, lessons, strict=True), start=1):
        assert li.strong.text == cards.title(lesson)
        assert lesson.question in li.text
        assert f"Chapter {number} · {lesson.minutes} min" in li.text
        assert li.select_one(".mlc-thumb svg path") is not None
        assert li.select_one(".mlc-progress")["data-chapter"] == lesson.slug


def test_the_explorer_is_in_the_first_screen(browser, site):
    """On a phone, too; and the page is not wider than the screen."""
    for mode in (Mode("desk", 1280, "light"), Mode("phone", 390, "light")):
        size = {"width": mode.width, "height": 844}
        with browser.new_context(viewport=size) as context:
            page = context.new_page()
            go(page, f"{site}{FRONT}")
            box = page.locator(".mlc-explorer .mlc-screen").bounding_box()
            assert box["y"] + 0.75 * box["height"] < 844, box
            assert page.evaluate("document.documentElement.scrollWidth") == mode.width


def test_no_other_page_has_cards(book):
    page = (book / "chapters/how-to-use.html").read_text(encoding="utf-8")
    assert cards.show(page, {}) == page
    assert "mlc-card" not in page
