"""What a reader meets who is faster than the page, or whose page is not whole."""

import json

import pytest
from playwright.sync_api import expect

from tests.book.drawn import explorers
from tests.book.pages import LONG
from tests.book.visit import DESKTOP, PHONE, RUN, Held

pytestmark = pytest.mark.thorough

NAME = "loss"
FRAMES, SCRIPT = "**/frames/**", "**/page.js*"


def opened(visit):
    """Return the explorer, its reveal open, its question unanswered."""
    card = visit.page.locator(f"#{NAME}")
    visit.page.eval_on_selector_all("details", "all => all.forEach(d => d.open = true)")
    return card


def test_a_preset_chosen_before_the_frames(fresh, book):
    """The card waits; then it shows the preset, its reason and its controls."""
    visit = fresh()
    drawn = next(e for e in explorers(book / LONG) if e.name == NAME)
    held = Held(visit.page, FRAMES, visit.root + visit.path)
    card = opened(visit)
    card.locator(".mlc-preset").first.click()
    expect(card.locator(".mlc-screens")).to_have_attribute("aria-busy", "true")
    held.let_go()
    assert card.locator(".mlc-says").inner_text() == drawn.presets[0].frame.says
    expect(card.locator(".mlc-why")).to_be_visible()
    expect(card.locator(".mlc-screens")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("lacks", ["window.nothing", "Uint8Array.fromBase64"])
def test_a_slider_moved_before_the_frames(fresh, book, lacks):
    """The picture follows when it can, in older browsers too."""
    visit = fresh()
    visit.page.add_init_script(f"delete {lacks}")
    drawn = next(e for e in explorers(book / LONG) if e.name == NAME)
    held = Held(visit.page, FRAMES, visit.root + visit.path)
    card = opened(visit)
    card.get_by_role("slider").first.press("End")
    held.let_go()
    said = card.locator(".mlc-says").inner_text()
    values = next(iter(drawn.controls.values()))
    assert card.locator("output").first.inner_text() == values[-1]
    assert said in [
        f.says for at, f in drawn.frames.items() if at[0] == len(values) - 1
    ]


def test_an_address_followed_before_the_frames(fresh):
    """The reveal opens, the control moves, and the picture follows."""
    visit = fresh()
    held = Held(visit.page, FRAMES, visit.root + visit.path)
    visit.page.evaluate(RUN)
    visit.page.evaluate(f"location.hash = '{NAME}:learning_rate=0.001'")
    card = visit.page.locator(f"#{NAME}")
    expect(card).to_be_in_viewport()
    before = card.locator(".mlc-says").inner_text()
    held.let_go()
    expect(card.locator("output").first).to_have_text("0.001")
    assert card.locator(".mlc-says").inner_text() != before


# Each slice that the script cuts, and how many timers ran before it.
CUTS = """
let timers = 0;
window.slices = [];
const {subarray} = Uint8Array.prototype;
Uint8Array.prototype.subarray = function (from, to) {
    const slice = subarray.call(this, from, to);
    slices.push([timers, slice.length]);
    setTimeout(() => timers++);
    return slice;
};"""


@pytest.mark.parametrize("mode", [PHONE, DESKTOP])
def test_a_phone_unpacks_slice_by_slice(fresh, mode):
    """It can do other things between two slices; a desk does an explorer at a time."""
    visit = fresh(mode=mode)
    visit.page.add_init_script(CUTS)
    visit.open()
    slices = visit.page.evaluate("slices")
    count = len(visit.page.locator(".mlc-explorer").all())
    if mode is DESKTOP:
        assert len(slices) == count
    else:
        assert len(slices) > count
        assert max(size for _, size in slices) <= 20_000
        assert [timers for timers, _ in slices] == list(range(len(slices)))


def test_what_is_chosen_before_the_script(fresh):
    """An answer gets its reply, a slider its picture, once the script is there."""
    visit = fresh()
    held = Held(visit.page, SCRIPT, visit.root + visit.path)
    card = opened(visit)
    before = card.locator(".mlc-says").inner_text()
    question = visit.page.locator(".mlc-ask").first
    question.locator(".mlc-answer input").nth(1).check()
    card.get_by_role("slider").first.press("End")
    held.let_go()
    expect(question.locator(".mlc-verdict")).to_contain_text("You said B")
    assert card.locator(".mlc-says").inner_text() != before


@pytest.mark.parametrize("address", ["", f"#{NAME}:learning_rate=0.001"])
@pytest.mark.parametrize("cause", ["lost", "browser"])
def test_frames_that_do_not_come_are_said(fresh, cause, address):
    """No control stays that would move nothing; the table opens; questions answer."""
    visit = fresh()
    if cause == "lost":
        visit.page.route(FRAMES, lambda route: route.abort())
    else:
        visit.page.add_init_script("delete window.DecompressionStream")
    visit.page.goto("about:blank")
    visit.page.goto(visit.root + visit.path + address)
    visit.page.wait_for_function("document.documentElement.dataset.frames === 'none'")
    visit.choose(visit.page.locator(".mlc-ask").first, 0)
    card = opened(visit)
    expect(card.locator(".mlc-why")).to_contain_text("could not be loaded")
    expect(card.locator(".mlc-controls")).to_be_hidden()
    expect(card.locator("table").first).to_be_visible()
    expect(card.locator(".mlc-screens")).to_have_attribute("aria-busy", "false")
    visit.problems.clear()


def test_arrows_walk_and_the_space_bar_chooses(fresh):
    """By keyboard a reader comes to C without having answered B."""
    visit = fresh()
    question = visit.page.locator(".mlc-ask").first
    question.locator("input").first.focus()
    for _ in range(2):
        visit.page.keyboard.press("ArrowDown")
    assert question.locator(".mlc-answers input:checked").count() == 0
    assert visit.page.evaluate("localStorage.mlcourse") in (None, "{}")
    visit.page.keyboard.press("Space")
    assert list(json.loads(visit.page.evaluate("localStorage.mlcourse")).values()) == [
        2
    ]


def test_a_right_answer_stays_right(fresh):
    """Who was right and looks at another answer is told that he was."""
    visit = fresh()
    question = visit.page.locator(".mlc-ask").first
    right = question.locator(".mlc-replies > li").evaluate_all(
        "all => all.findIndex(li => li.querySelector('.mlc-right'))"
    )
    letter = "ABCD"[right]
    visit.choose(question, right)
    visit.choose(question, (right + 1) % 3)
    expect(question.locator(".mlc-verdict")).to_have_text(f"You said {letter}: right.")


def test_a_reload_stays_where_the_reader_is(fresh):
    """Though the address names an explorer far above."""
    visit = fresh()
    visit.revealed(NAME).locator(".mlc-preset").first.click()
    visit.page.wait_for_function("location.hash.includes('preset=')")
    visit.page.evaluate("scrollTo({top: 12000, behavior: 'instant'})")
    visit.page.wait_for_timeout(200)
    visit.page.reload()
    visit.page.wait_for_function("probe.ready()")
    visit.page.wait_for_timeout(200)
    assert abs(visit.page.evaluate("scrollY") - 12_000) < 100
    anchor = "getComputedStyle(document.documentElement).overflowAnchor"
    assert visit.page.evaluate(anchor) == "auto"


def test_one_play_after_another(fresh):
    """Playing a second slider stops the first, and starts the second."""
    visit = fresh(page="chapters/norms.html")
    name = next(
        card.get_attribute("id")
        for card in visit.page.locator(".mlc-explorer").all()
        if card.locator(".mlc-play").count() > 1
    )
    plays = visit.revealed(name).locator(".mlc-play")
    plays.nth(0).click()
    plays.nth(1).click()
    expect(plays.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(plays.nth(1)).to_have_attribute("aria-pressed", "true")
