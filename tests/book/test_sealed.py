"""What came out stays closed until its prediction is answered."""

import pytest
from docutils import nodes

from book import sealed
from tests.book.pages import INTERACTIVE


def section(kind, *inside):
    """Return a section of a kind, with a heading and something below."""
    made = nodes.section("", nodes.title("", "What?"), *inside)
    made["classes"] = [f"kind-{kind}"]
    return made


def page(*kinds):
    """Return a page with sections of these kinds, a paragraph in each, as closed."""
    chapter = nodes.section("", nodes.title("", "Chapter"))
    for kind in kinds:
        chapter += section(kind, nodes.paragraph("", "0.9"))
    doctree = nodes.section("", chapter)
    sealed.close(None, doctree)
    return chapter


def folds(chapter):
    """Return for each section whether it is folded below its heading."""
    found = []
    for each in chapter.children[1:]:
        texts = [child.astext() for child in each.children]
        found.append(texts == ["What?", sealed.BEGIN, "0.9", sealed.END])
        assert found[-1] or texts == ["What?", "0.9"]
    return found


@pytest.mark.parametrize(
    ("kinds", "closed"),
    [
        (("predict", "explore"), [False, True]),
        (("explore", "predict", "experiment"), [False, False, True]),
        (("predict", "derive", "explore"), [False, False, False]),
        (("predict", "explore", "explore"), [False, True, False]),
        (("predict", "explore", "predict", "explore"), [False, True, False, True]),
    ],
)
def test_only_what_follows_a_prediction(kinds, closed):
    """An exploration without one has nothing to keep back."""
    assert folds(page(*kinds)) == closed


def test_links_between_two_sections_do_not_open_it():
    """A target stands between them where another page refers to the second."""
    chapter = nodes.section("", nodes.title("", "Chapter"))
    chapter += [section("predict"), nodes.target(), section("explore")]
    sealed.close(None, nodes.section("", chapter))
    assert sealed.BEGIN in [child.astext() for child in chapter.children[-1].children]


@pytest.mark.parametrize("lesson", INTERACTIVE)
def test_each_prediction_opens_what_follows(browser, site, lesson):
    """Nothing of it is seen before; an answer opens its own, and it stays open."""
    with browser.new_context() as context:
        tab = context.new_page()
        tab.goto(f"{site}{lesson}")
        tab.wait_for_function("document.documentElement.dataset.frames === 'ready'")
        closed = tab.locator(".mlc-after")
        asked = tab.locator(".kind-predict .mlc-ask[data-kind=predict]")
        assert closed.count() == asked.count() > 0
        for each in closed.all():
            assert not each.locator(":scope > :not(summary)").first.is_visible()
        asked.first.locator(".mlc-answer input").first.check()
        opened = "all => all.map((each) => each.open)"
        rest = [False] * (closed.count() - 1)
        assert closed.evaluate_all(opened) == [True, *rest]
        assert not closed.first.locator("summary").first.is_visible()
        face = "all => all.map((each) => getComputedStyle(each).fontFamily)"
        text = tab.locator(".mlc-after > p, section > p:not([class])")
        assert len({*text.evaluate_all(face)}) == 1  # it is text, and no control
        tab.reload()
        tab.wait_for_function("document.documentElement.dataset.frames === 'ready'")
        assert closed.evaluate_all(opened) == [True, *rest]
