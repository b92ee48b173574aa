"""What stands around the text works: search, colours, sidebars, copying, scrolling."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.book.pages import LONG
from tests.book.visit import DESKTOP, PHONE, RUN, Held, Mode, Visit, go

CHAPTER = "chapters/for-teachers.html"
THOROUGH = pytest.mark.thorough
TABLET = Mode("tablet", 820, "light")


MODES = [
    pytest.param(mode, id=mode.name, marks=() if mode is DESKTOP else THOROUGH)
    for mode in (DESKTOP, PHONE, TABLET)
]


@pytest.fixture(params=MODES)
def visited(request, browser, site):
    """Give a function that opens a page; fail if a script or a request failed."""
    visits = []

    def visited(path):
        visits.append(Visit(browser, site, path, request.param))
        return visits[-1].page

    yield visited
    assert [problem for visit in visits for problem in visit.problems] == []
    for visit in visits:
        visit.close()


@pytest.fixture
def page(visited):
    """Give an open page."""
    return visited(CHAPTER)


def wide(page):
    """Return whether the window has room for the sidebars."""
    return page.viewport_size["width"] >= 1200


def test_search_finds_the_chapter(page):
    """A word typed in the dialog leads to a page of results that lists the chapter."""
    page.keyboard.press("Control+k")
    dialog = page.locator("#pst-search-dialog")
    dialog.get_by_role("searchbox").fill("adaboost")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=adaboost")
    result = page.locator("#search-results ul.search a", has_text="AdaBoost").first
    result.click()
    page.wait_for_url("**/chapters/adaboost.html*")


def test_the_search_button_opens_the_dialog(page):
    """The button that is there at this width opens it, Escape closes it."""
    page.locator(".search-button__button:visible").click()
    dialog = page.locator("#pst-search-dialog")
    dialog.wait_for(state="visible")
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")


def test_colours_change_and_stay(page):
    """The button goes round auto, the other scheme, this scheme; a reload keeps it."""
    button = page.get_by_role("button", name="Color mode")
    root = page.locator("html")
    first = root.get_attribute("data-theme")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    button.click()
    assert root.get_attribute("data-theme") != first
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper
    shown = button.locator("svg:visible")
    assert shown.count() == 1
    assert shown.get_attribute("data-mode") == root.get_attribute("data-mode")
    page.reload()
    assert root.get_attribute("data-theme") != first


PRINTING = """() => {
    const root = document.documentElement.dataset;
    root.theme = "dark";
    addEventListener("beforeprint", () => (window.printed = root.theme));
}"""


def test_paper_is_light(page):
    """Printed in the dark, a page is dark on white, and dark again on the screen."""
    page.evaluate(PRINTING)
    page.pdf()
    assert page.evaluate("window.printed") == "light"
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_sidebar_opens_and_closes(page):
    """In a narrow window as a dialog; in a wide one it is always there."""
    link = page.get_by_role("link", name="References", exact=True).first
    if wide(page):
        assert page.locator("#pst-primary-sidebar").is_visible()
        assert not page.locator(".primary-toggle").is_visible()
        return
    page.get_by_role("button", name="Lessons and contents").click()
    page.locator("#pst-primary-sidebar-modal").wait_for(state="visible")
    assert link.is_visible()
    page.keyboard.press("Escape")
    page.locator("#pst-primary-sidebar-modal").wait_for(state="hidden")


def test_the_list_of_chapters_opens_at_its_top(page):
    """On each page, wherever the reader had left it on the page before."""
    if not wide(page):
        return
    page.set_viewport_size({"width": 1280, "height": 300})
    page.locator("#pst-primary-sidebar").evaluate("list => { list.scrollTop = 150 }")
    go(page, page.url.replace(CHAPTER, LONG))
    assert page.locator("#pst-primary-sidebar").evaluate("list => list.scrollTop") == 0


def opened(page):
    """Open the list of chapters if this width has it as a dialog, and return it."""
    if not wide(page):
        page.locator(".primary-toggle:visible").click()
    return page.locator(f"#pst-primary-sidebar{'' if wide(page) else '-modal'}")


def press_enter(link):
    """Choose a link as who has no mouse."""
    link.press("Enter")


def closes(page, sidebar):
    """Wait until a sidebar that was a dialog is one no longer."""
    if not wide(page):
        sidebar.wait_for(state="hidden")


@pytest.mark.parametrize("choose", [Locator.click, press_enter])
def test_the_contents_lead_to_a_section(page, choose):
    """Beside the text, or in a dialog, which closes when one is chosen."""
    contents = opened(page)
    ground = contents.evaluate("at => getComputedStyle(at).backgroundColor")
    assert ground.startswith("rgb("), "the text shows through"
    choose(contents.get_by_text("Install", exact=True))
    page.wait_for_url("**#install")
    closes(page, contents)
    assert (
        page.locator("#install").evaluate("at => at.getBoundingClientRect().top") < 99
    )
    page.keyboard.press("Tab")
    assert page.evaluate(BEYOND, "install")
    assert page.locator("html").get_attribute("data-layout") is None


def test_the_present_chapter_leads_to_the_top(page):
    """It is a link in the list of chapters, which closes too."""
    page.evaluate(SCROLLED, 2000)
    chapters = opened(page)
    chapters.locator("a[href='#']").click()
    page.wait_for_function("scrollY === 0")
    closes(page, chapters)


BEYOND = """id => {
    const at = document.getElementById(id), now = document.activeElement;
    return at.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
}"""
IN_SIGHT = """at => {
    const {top, bottom} = at.getBoundingClientRect();
    return top >= 0 && bottom > top && bottom <= innerHeight;
}"""
# Scrolls are told once a frame: the next one must wait for it.
SCROLLED = """top => new Promise((told) => {
    addEventListener("scroll", told, {once: true});
    scrollTo({top, behavior: "instant"});
})"""
PLACE = """() => {
    const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const {top} = seen.getBoundingClientRect();
    return [seen.textContent.slice(0, 80), Math.round(top)];
}"""


@pytest.mark.parametrize("reload", ["reload", "link"])
def test_a_reader_who_comes_back_is_where_he_was(visited, reload):
    """In the middle of a page, after a reload or back from another page."""
    page = visited(LONG)
    page.evaluate(SCROLLED, 10)
    page.wait_for_function("!document.documentElement.dataset.layout")
    page.evaluate(SCROLLED, 15_000)
    before = page.evaluate(PLACE)
    if reload == "reload":
        page.reload()
    else:
        page.goto(page.url.replace(LONG, CHAPTER))
        page.go_back()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(PLACE) == before


END = "scrollY + innerHeight >= document.documentElement.scrollHeight - 2"
# All faces are there, and for a fifth of a second nothing has moved.
STILL = """async () => {
    await document.fonts.ready;
    for (let then = NaN; scrollY !== then; ) {
        then = scrollY;
        await new Promise(done => setTimeout(done, 200));
    }
}"""
PLACED = "id => Math.round(document.getElementById(id).getBoundingClientRect().top)"


@pytest.fixture
def long(visited):
    """Give the longest page as it opens: only what is near the screen is laid out."""
    page = visited(LONG)
    assert page.locator("html").get_attribute("data-layout") == "near"
    return page


def test_tables_far_from_the_screen_wait(visited):
    """Until a reader moves: then all are laid out, for he may look for a word."""
    page = visited("chapters/races.html")
    laid = "table => table.checkVisibility({contentVisibilityAuto: true})"
    tables = page.locator(".bd-article table").all()
    assert [tables[0].evaluate(laid), tables[-1].evaluate(laid)] == [True, False]
    page.keyboard.press("Shift")
    assert all(table.evaluate(laid) for table in tables)


def test_code_far_from_the_screen_can_be_reached(long):
    """All of it until it is laid out, then what scrolls sideways and no other."""
    waits, wrong = long.evaluate(REACHED)
    assert waits > 3
    assert wrong == []
    long.keyboard.press("Shift")
    long.evaluate(RUN)
    assert long.evaluate(REACHED) == [0, []]


REACHED = """() => {
    const all = [...document.querySelectorAll("div.highlight pre")].filter(
        pre => !pre.closest("details:not([open])"));
    const laid = pre => pre.checkVisibility({contentVisibilityAuto: true});
    const scrolls = pre => !laid(pre) || pre.scrollWidth > pre.clientWidth + 1;
    const wrong = all.filter(pre => scrolls(pre) !== (pre.tabIndex === 0));
    const waits = all.filter(pre => !laid(pre) && pre.checkVisibility());
    return [waits.length, wrong.map(pre => pre.textContent.slice(0, 80))];
}"""


def test_the_end_key_reaches_the_end(long):
    long.keyboard.press("End")
    long.wait_for_function(END)
    long.wait_for_timeout(300)  # it stays there
    assert long.evaluate(END)


def test_a_jump_lands_where_a_link_does(long):
    """By an address written over that of the open page, and by one with words."""
    [place] = long.evaluate(
        "[...document.querySelectorAll('.bd-article section section')].slice(-2, -1)"
        ".map(section => section.id)"
    )
    long.evaluate("place => { location.hash = place }", place)
    long.evaluate(STILL)
    jumped = long.evaluate(PLACED, place)
    long.goto("about:blank")
    long.go_back()
    long.reload()
    long.evaluate("location.hash = ''")
    long.evaluate("place => { location.hash = place }", place)
    long.evaluate(STILL)
    assert abs(jumped - long.evaluate(PLACED, place)) <= 2


def test_a_link_to_words_needs_the_whole_page(page):
    """What search engines give: the browser goes to the words before any script."""
    page.goto(f"{page.url.replace(CHAPTER, LONG)}#:~:text=tumour")
    assert page.locator("html").get_attribute("data-layout") is None


def test_the_contents_follow_the_reader(visited):
    """The section that is read is marked, and its entry is in sight."""
    page = visited(LONG)
    if not wide(page):
        return
    page.set_viewport_size({"width": 1280, "height": 400})
    page.keyboard.press("Shift")  # now all sections are laid out
    page.evaluate(RUN)
    for which in (2, 6, 4):
        page.evaluate(READ, which)
        here = page.locator(".mlc-contents a[aria-current]")
        read = page.evaluate(READS, which)
        expect(here).to_have_attribute("href", read, timeout=30_000)
        assert here.evaluate(IN_SIGHT)
    page.keyboard.press("End")
    expect(
        page.locator(".mlc-contents li").last.locator("a[aria-current]")
    ).to_be_visible()


READS = """which => document.querySelectorAll(
    ".mlc-contents li:not(.mlc-later) a")[which].hash"""
READ = f"""which => {{
    const section = document.getElementById(({READS})(which).slice(1));
    const {{top}} = section.getBoundingClientRect();
    scrollTo({{top: scrollY + top, behavior: "instant"}});
}}"""


def test_code_can_be_copied(page):
    """The button of a block copies its text, and says so."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    block = page.locator("div.highlight:visible").first
    block.hover()
    block.get_by_role("button", name="copy").click()
    block.get_by_role("button", name="copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("pre").inner_text().strip()


SHIFTED = """(since) => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries())
            if (entry.startTime >= since) sum += entry.value;
    }).observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 500);
})"""


def test_nothing_moves_while_loading(page):
    """The layout does not shift after the first paint."""
    page.reload()
    assert page.evaluate(SHIFTED, 0) < 0.01


ONLY_HELD = """() => [...document.fonts].filter(
    face => face.status === "loading").length === 2"""


@THOROUGH
@pytest.mark.parametrize("mode", [DESKTOP, PHONE], ids=lambda mode: mode.name)
def test_bold_and_italic_that_come_late_move_nothing(mode, browser, site):
    """What stands in for them is as wide as they are."""
    visit = Visit(browser, site, CHAPTER, mode)
    late = re.compile("source-serif-4-latin-(600-normal|400-italic)")
    held = Held(visit.page, late, f"{site}chapters/how-to-use.html")
    visit.page.wait_for_function(ONLY_HELD)
    visit.page.evaluate(RUN)  # it is painted
    assert len(held.waiting) == 2
    since = visit.page.evaluate("performance.now()")
    held.let_go("document.fonts.status == 'loaded'")
    assert visit.page.evaluate(SHIFTED, since) < 0.01
    assert visit.problems == []
    visit.close()
