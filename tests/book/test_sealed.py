"""What came out stays closed until its prediction is answered (`walk.js` answers)."""

import pytest
from docutils import nodes

from book import sealed


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
        assert found[-1] == ("mlc-later" in each["classes"])  # where scripts run
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


def test_what_stands_below_the_question_waits_for_its_answer():
    """In the section of the prediction itself; what stands above it does not."""
    asks = nodes.container("", classes=["cell", sealed.CELL])
    above, below = nodes.paragraph("", "16 steps"), nodes.paragraph("", "1,412")
    more = section("explore", nodes.paragraph("", "0.9"))
    chapter = nodes.section("", section("predict", above, asks, below), more)
    sealed.close(None, nodes.section("", chapter))
    texts = [child.astext() for child in chapter.children[0].children]
    assert texts == ["What?", "16 steps", "", sealed.BEGIN, "1,412", sealed.END]
    assert len(more.children) == 2  # the next section tells something else


def test_links_between_two_sections_do_not_open_it():
    """A target stands between them where another page refers to the second."""
    chapter = nodes.section("", nodes.title("", "Chapter"))
    chapter += [section("predict"), nodes.target(), section("explore")]
    sealed.close(None, nodes.section("", chapter))
    assert sealed.BEGIN in [child.astext() for child in chapter.children[-1].children]
