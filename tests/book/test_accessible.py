"""Every page, checked by axe-core and by keyboard, before and after it is used."""

from functools import cache
from pathlib import Path

from book import node
from tests.book.visit import DESKTOP, FILE

# Without preload: axe-core would fetch the style sheets again, which a disk refuses.
RUN = """async (places) => {
    const options = {resultTypes: ["violations"], preload: false};
    return (await axe.run(places || document, options)).violations;
}"""
USED = {"include": [[".mlc-ask"], [".mlc-explorer"]]}  # what a reader's choice changes


@cache
def axe() -> str:
    """Return axe-core, as one script."""
    modules = node.install(Path(__file__).resolve().parent)
    return (modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(visit, places=None) -> list[str]:
    """Return what axe-core calls serious or critical, with the first place of each."""
    if visit.mode is FILE:  # the page that it has seen on the desk
        return []
    if not visit.page.evaluate("'axe' in window"):
        visit.page.evaluate(axe())
    visit.page.keyboard.press("Shift")  # any key: now all sections are laid out
    visit.page.evaluate("probe.settled()")
    return [
        f"{v['id']} ({v['help']}): {v['nodes'][0]['html'][:200]}"
        for v in visit.page.evaluate(RUN, places)
        if v["impact"] in ("serious", "critical")
    ]


# Each run takes seconds: a page opens in one colour scheme and is used in the other, on
# the desk the other way round than on the phone.


def test_as_it_opens(visit):
    """No serious violation of accessibility rules on the page as a reader finds it."""
    visit.forget()
    with visit.other_scheme():
        assert violations(visit) == []


def test_after_use(visit):
    """Nor with every question answered, and tables and code open."""
    visit.answer_all()
    visit.page.eval_on_selector_all("details", "all => all.map(d => d.open = true)")
    visit.page.evaluate("probe.settled()")
    assert violations(visit) == []


def test_after_other_choices(visit):
    """Nor with the other answers, a preset on show, and a picture pinned."""
    visit.answer_all(1)
    for card in visit.explorers():
        for button in card.locator(".mlc-pin, .mlc-preset").all()[:2]:
            button.click()
    visit.page.evaluate("probe.settled()")
    # On the desk, for what changes is colours and names.
    if visit.mode is DESKTOP and (visit.questions() or visit.explorers()):
        with visit.other_scheme():
            assert violations(visit, USED) == []


def test_focus_is_visible(visit):
    """Whatever has the keyboard focus looks different from before."""
    visit.answer_all()
    visit.page.keyboard.press("Tab")
    assert visit.ask("unmarked()") == []
