"""What native controls make possible: play, pin, links to a setting, swipes, progress.

On one page; that every control of every page works, `test_pages.py` finds.
"""

import json

import pytest
from playwright.sync_api import expect

from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE, LONG
from tests.book.visit import PHONE, RUN, Mode, go

pytestmark = pytest.mark.thorough

NAME = "loss"


def card_of(visit):
    """Return the explorer after its prediction is answered."""
    return visit.revealed(NAME)


def drawn_of(book):
    """Return what the build drew for the explorer."""
    return next(e for e in explorers(book / LONG) if e.name == NAME)


# --- a step ---

MOVED = """slider => {
    slider.value = slider.value === slider.max ? 0 : slider.max;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def restyled(page):
    """Return of how many elements the style was asked, while Chromium traced a page."""
    events = json.loads(page.context.browser.stop_tracing())["traceEvents"]
    asked = [each["args"] for each in events if each["name"] == "UpdateLayoutTree"]
    return sum(args.get("elementCount", 0) for args in asked)


@pytest.mark.parametrize("path", INTERACTIVE)
def test_a_new_picture_restyles_its_explorer_alone(fresh, path):
    """Not the page: a rule with ``:has()`` once made each step cost ten times more."""
    visit = fresh(page=path)
    visit.answer_all()
    page = visit.page
    for card in visit.explorers():
        slider = card.locator("input[type=range]").first
        if not slider.count():
            continue
        card.scroll_into_view_if_needed()
        page.evaluate("probe.settled()")
        page.context.browser.start_tracing(page=page, categories=["devtools.timeline"])
        slider.evaluate(MOVED)
        page.evaluate("probe.settled()")
        assert 0 < restyled(page) < 2 * card.locator("*").count(), card


# --- play ---


def test_play_steps_until_the_end(fresh):
    """The control moves by itself from where it is, to its end, and stops there."""
    card = card_of(fresh())
    slider = card.get_by_role("slider").first
    last = int(slider.get_attribute("max"))
    slider.press("End")
    slider.press("ArrowLeft")
    play = card.locator(".mlc-play").first
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(slider).to_have_value(str(last))
    expect(play).to_have_attribute("aria-pressed", "false")


def test_no_play_under_reduced_motion(fresh):
    """Who asks for less motion is not offered any."""
    card = card_of(fresh(motion="reduce"))
    assert card.locator(".mlc-play:visible").count() == 0


# --- addresses ---


def test_the_address_holds_the_setting(fresh):
    """A moved control is in the address; opened again, that shows the same picture."""
    visit = fresh()
    card = card_of(visit)
    card.get_by_role("slider").first.press("End")
    shown = card.locator(".mlc-says").inner_text()
    visit.page.wait_for_url("**#*")
    _, mark, setting = visit.page.url.partition("#")
    assert setting.startswith(f"{NAME}:")
    other = fresh()
    other.open(mark + setting)
    card = other.page.locator(f"#{NAME}")
    expect(card).to_be_in_viewport()
    assert card.locator(".mlc-says").inner_text() == shown
    assert other.page.evaluate("location.hash") == mark + setting


@pytest.mark.parametrize(
    "address", [f"#{NAME}:", "#nobody:a=b", f"#{NAME}:%=%", f"#{NAME}:nothing=here"]
)
def test_an_address_that_means_nothing(fresh, address):
    """It changes nothing and breaks nothing."""
    visit = fresh()
    before = visit.page.locator(f"#{NAME} .mlc-says").text_content()
    visit.open(address)
    assert visit.page.locator(f"#{NAME} .mlc-says").text_content() == before


def test_a_preset_has_an_address(fresh, book):
    """Also one that no control reaches."""
    visit = fresh()
    card = card_of(visit)
    for button, preset in zip(
        card.locator(".mlc-preset").all(), drawn_of(book).presets, strict=True
    ):
        before = visit.page.url
        button.click()
        visit.page.wait_for_url(lambda url, before=before: url != before)
        address = "#" + visit.page.url.partition("#")[2]
        again = fresh()
        again.open(address)
        shown = again.page.locator(f"#{NAME} .mlc-says").inner_text()
        assert shown == preset.frame.says


# --- on a phone ---


def test_a_finger_steps_the_first_slider(fresh):
    """A swipe to the left is one step on, to the right one back."""
    card = card_of(fresh(PHONE))
    slider, screens = card.get_by_role("slider").first, card.locator(".mlc-screens")
    slider.press("Home")
    for x, value in ((-80, "1"), (-80, "2"), (90, "1"), (20, "1")):
        screens.evaluate(SWIPE, x)
        assert slider.input_value() == value


SWIPE = """(box, x) => {
    const touch = (clientX) => new Touch({identifier: 1, target: box, clientX});
    const send = (name, clientX) => box.dispatchEvent(new TouchEvent(name,
        {changedTouches: [touch(clientX)], bubbles: true}));
    send("touchstart", 200);
    send("touchend", 200 + x);
}"""


@pytest.mark.parametrize("path", INTERACTIVE)
def test_controls_leave_the_picture_in_view(fresh, path):
    """While a slider moves on a phone, its picture is seen."""
    visit = fresh(Mode("phone", 390, "light"), path)
    visit.page.set_viewport_size({"width": 390, "height": 844})
    visit.answer_all()
    for card in visit.explorers():
        for slider in card.get_by_role("slider").all():
            card.locator(".mlc-screen").evaluate(TOP)
            expect(slider).to_be_in_viewport(ratio=0.9)
            seen = card.evaluate(SEEN)
            assert seen > 0.8, f"{card.get_attribute('id')}: {seen:.0%} of the picture"


TOP = """screen => {
    const bar = document.querySelector(".bd-header-article");
    scrollTo(0, scrollY + screen.getBoundingClientRect().top - bar.offsetHeight - 2);
}"""
# The share of the picture that is in view and not below something else.
SEEN = """card => {
    const box = card.querySelector(".mlc-screen").getBoundingClientRect(), n = 20;
    const there = (i) => {
        const y = box.top + (i + 0.5) / n * box.height;
        const e = document.elementFromPoint(box.left + box.width / 2, y);
        return e && e.closest(".mlc-screen") ? 1 : 0;
    };
    return Array.from({length: n}, (_, i) => there(i)).reduce((a, b) => a + b) / n;
}"""


FREE = """async (card) => {
    const input = card.querySelector("input, select");
    const header = document.querySelector(".bd-header-article");
    const drawn = () => new Promise((done) => requestAnimationFrame(
        () => requestAnimationFrame(done)));
    const covered = new Set();
    input.scrollIntoView({block: "start", behavior: "instant"});
    for (let up = 0; up < innerHeight; up += 30) {
        const {x, y, width, height} = input.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        const top = document.elementFromPoint(across, down);
        const free = !top || card.contains(top) || header.contains(top);
        if (!free) covered.add(top.outerHTML.slice(0, 80));
        scrollBy({top: -30, behavior: "instant"});
        await drawn();
    }
    return [...covered];
}"""


@pytest.mark.parametrize("path", INTERACTIVE)
def test_nothing_lies_on_a_control(fresh, path):
    """Who scrolls up to a control can touch it, wherever on the screen it is."""
    visit = fresh(page=path, motion="reduce")
    visit.answer_all()
    for card in visit.explorers():
        assert card.evaluate(FREE) == []


# --- progress ---


def test_answers_stay_with_the_reader(fresh):
    """The first answer is kept and shown again; the line counts; one button forgets."""
    visit = fresh()
    line = visit.page.locator("main .mlc-progress, article .mlc-progress").first
    total = visit.page.locator(".mlc-ask").count()
    assert line.inner_text() == f"{total} questions"
    question = visit.page.locator(".mlc-ask").first
    visit.choose(question, 1)
    visit.choose(question, 0)
    assert line.inner_text() == f"1 of {total} answered"
    visit.open()
    assert line.inner_text() == f"1 of {total} answered"
    assert "mlc-you" in question.locator(".mlc-answer").nth(1).get_attribute("class")
    assert question.locator(".mlc-reply:visible").count() > 0


def saved_answers(visit):
    """Return what the browser keeps, as text."""
    return visit.page.evaluate("localStorage.mlcourse")


def test_the_front_page_counts_and_forgets(fresh):
    """A line a chapter; the answers can be saved, and are forgotten if one agrees."""
    visit = fresh()
    visit.choose(visit.page.locator(".mlc-ask").first, 0)
    go(visit.page, f"{visit.root}chapters/index.html")
    lines = visit.page.locator(".mlc-chapters .mlc-progress")
    assert lines.count() == len(INTERACTIVE)
    told = [line.inner_text() for line in lines.all()]
    assert sum("1 of" in text for text in told) == 1
    with visit.page.expect_download() as saved:
        visit.page.locator(".mlc-export").click()
    assert '"logistic/' in saved.value.path().read_text()
    visit.page.once("dialog", lambda asked: asked.dismiss())
    visit.page.locator(".mlc-forget").click()
    assert '"logistic/' in saved_answers(visit)
    visit.page.once("dialog", lambda asked: asked.accept())
    with visit.page.expect_navigation():  # the page forgets, and is opened again
        visit.page.locator(".mlc-forget").click()
    visit.page.evaluate(RUN)
    assert saved_answers(visit) == "{}"
    assert not [text for text in lines.all_inner_texts() if " of " in text]
    assert not visit.page.locator(".mlc-export").is_visible()


def test_where_nothing_can_be_kept_nothing_is_said(fresh):
    """Questions answer all the same."""
    visit = fresh()
    visit.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw Error('no') }})"
    )
    visit.open()
    question = visit.page.locator(".mlc-ask").first
    line = visit.page.locator(".mlc-progress").first
    before = line.inner_text()
    visit.choose(question, 0)
    assert question.locator(".mlc-reply:visible").count() > 0
    assert line.inner_text() == before
    assert " of " not in before
    visit.problems.clear()  # the theme's own script needs what is forbidden
