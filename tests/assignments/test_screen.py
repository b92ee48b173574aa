"""On a teacher's and on a student's screen nothing runs that a student has written."""

from collections.abc import Iterator
from contextlib import chdir

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from playwright.sync_api import Browser, Page

from assignments.course import SOURCE
from assignments.intake.mend import info
from assignments.screen.feedback import write_feedback
from assignments.screen.markdown import safe_markdown
from tests.assignments.handed import (
    IDEA,
    failed,
    gradebook,
    hand_in,
    named,
    opened,
    scores,
)
from tests.assignments.payloads import PAYLOADS
from tests.book.browser import started
from tests.book.lab import TOKEN, jupyterlab

ANSWER = (
    "# Ä\n\n$a<b$ and $\\href{javascript:window.pwned=1}{x}$ `$y$`\n\n- 5\\$ or 6\\$"
)
PRINTED = "<img src=x onerror='window.pwned_print=1'>"
CLICK = "$(() => setTimeout(() => $('.full-credit').click(), 500))"
SHOWN = f"<script>window.pwned_html=1;{CLICK}</script>"
RAW = "<img src=x onerror='window.pwned_raw=1'>"
WRITTEN = "<img src=x onerror='window.pwned_markdown=1'>"
# What a page of the grader loads from elsewhere, whoever has written the notebook
OURS = ("https://cdnjs.cloudflare.com/",)

# Everything is entered and pressed; a link that leads to the web is not followed.
TOUCH = """() => {
    document.addEventListener('click', (event) => {
        const link = event.target.closest('a[href^="http"]');
        if (link) event.preventDefault();
    }, true);
    for (const one of document.querySelectorAll(
        '.student, .student *, .output *, .comment, section *')) {
        for (const kind of ['mouseover', 'pointerenter', 'focus', 'click'])
            one.dispatchEvent(new MouseEvent(kind, {bubbles: true, cancelable: true}));
    }
}"""
# An element or attribute that a student must not have, as the browser sees it
ODD = """(allowed) => [...document.querySelectorAll('.student *')].flatMap((one) => [
    one.localName,
    ...[...one.attributes].map((a) => a.name).filter((name) => name.startsWith('on')),
    ...[...one.attributes].map((a) => a.value).filter((v) => /script:/i.test(v)),
]).filter((name) => !allowed.includes(name))"""
ELEMENTS = """a b blockquote br code dd del div em h1 h2 h3 h4 h5 h6 hr i img li ol p
    pre s span strong sub sup table tbody td th thead tr ul math mfrac mi mn mo mover
    mpadded mphantom mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
    munder munderover"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give a browser that ends with this file."""
    with started() as (_, browser):
        yield browser


def put_back(nb):
    """Write the teacher's cells as nbgrader does, with mark schemes."""
    for cell in nbformat.read(SOURCE / IDEA / f"{IDEA}.ipynb", 4).cells:
        if info(cell) and not info(cell)["solution"]:
            named(nb, info(cell)["grade_id"]).source = cell.source


def attack(nb):
    """Write script wherever a student can, and answers that are well meant."""
    named(nb, "logistic-derivation").source = ANSWER
    named(nb, "logistic-experiment").source = WRITTEN
    run = named(nb, "logistic-experiment-run")
    run.outputs = [
        new_output("stream", text=PRINTED),
        new_output("display_data", data={"text/html": SHOWN, "text/plain": PRINTED}),
        new_output("error", ename=PRINTED, evalue=PRINTED, traceback=[PRINTED]),
    ]
    run.metadata["tags"] = ["\"><img src=x onerror='window.pwned_tag=1'>"]
    named(nb, "logistic-test-loss").outputs = failed(PRINTED)
    nb.cells.append(new_raw_cell(RAW))
    nb.cells.append(new_code_cell(f"# {PRINTED}", metadata={"x": PRINTED}))
    nb.metadata["title"] = PRINTED


def attack_in_all_ways(nb):
    """Write every payload there is, each into a cell."""
    put_back(nb)
    attack(nb)
    nb.cells += [new_markdown_cell(source) for source in PAYLOADS.values()]


@pytest.fixture(scope="module")
def course(releases, tmp_path_factory):
    """Give a course: eve's notebook has been made safe, mallory's has not."""
    course = opened(releases, tmp_path_factory.mktemp("class") / "course")
    remarks = list(PAYLOADS.values())
    hand_in(course, "eve", attack_in_all_ways, remarks=remarks)
    hand_in(course, "mallory", attack, raw=True)
    hand_in(course, "ben", attack, raw=True)
    with gradebook(course) as book:
        for student in ("eve", "mallory"):
            found = book.find_submission_notebook(IDEA, IDEA, student)
            found.comments[0].manual_comment = PRINTED + PAYLOADS["script"]
        book.db.commit()
    return course


@pytest.fixture(scope="module")
def server(course, tmp_path_factory) -> Iterator[str]:
    """Serve the course as a teacher does, with the formgrader."""
    with (
        chdir(course.root),
        jupyterlab(course.root, tmp_path_factory.mktemp("jupyter")) as address,
    ):
        yield address


class Screen:
    """A page, and what happened on it that must not; nothing reaches a network."""

    def __init__(self, browser: Browser, home: str, **options) -> None:
        self.home, self.odd, self.problems = home, [], []
        context = browser.new_context(**options)
        self.page: Page = context.new_page()
        context.route("**", self.asked)
        context.on("page", lambda page: self.odd.append(f"opened {page.url}"))
        self.page.on("dialog", self.said)
        self.page.on("console", self.logged)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def said(self, dialog) -> None:
        """Remember a dialog, and close it."""
        self.odd.append(f"said {dialog.message}")
        dialog.dismiss()

    def logged(self, message) -> None:
        """Remember what the browser complains about."""
        if message.type == "error":
            self.problems.append(message.text)

    def asked(self, route) -> None:
        """Let through what is at home; refuse and remember the rest."""
        url = route.request.url
        if url.startswith((self.home, "data:image/", "blob:")):
            route.continue_()
            return
        if not url.startswith(OURS):
            self.odd.append(f"asked for {url}")
        route.abort()

    def pwned(self) -> list[str]:
        """Return which scripts of a student have run."""
        return self.page.evaluate(
            "Object.keys(window).filter((name) => name.startsWith('pwned')).sort()"
        )

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()


@pytest.fixture
def screen(browser, server):
    """Give a page that has logged in."""
    screen = Screen(browser, server)
    screen.page.goto(f"{server}?token={TOKEN}", wait_until="commit")
    yield screen
    screen.close()


def grade_in(screen: Screen, course, student: str) -> None:
    """Open the formgrader's page of a submission, and touch everything on it."""
    with gradebook(course) as book:
        number = book.find_submission_notebook(IDEA, IDEA, student).id
    screen.page.goto(f"{screen.home}formgrader/submissions/{number}/")
    screen.page.wait_for_function("$('.score').length > 5 && $('.comment').val()")
    screen.page.evaluate(TOUCH)
    screen.page.wait_for_timeout(1500)


@pytest.mark.thorough
def test_in_the_formgrader_nothing_runs(screen, course):
    before = scores(course, "eve")
    grade_in(screen, course, "eve")
    assert (screen.pwned(), screen.odd) == ([], [])
    assert screen.page.evaluate(ODD, ELEMENTS.split()) == []
    assert scores(course, "eve") == before
    shown = screen.page.locator(".student")
    assert shown.count() >= len(PAYLOADS)
    assert shown.first.locator("math").count() > 3
    answer = shown.filter(has=screen.page.locator("h1", has_text="Ä"))
    assert answer.locator("code").inner_text() == "$y$"
    assert answer.locator("li").inner_text() == "5$ or 6$"
    # The points can still be given, in the same places
    screen.page.locator("#logistic-derivation").fill("1")
    screen.page.locator("#logistic-derivation").dispatch_event("change")
    screen.page.wait_for_timeout(1000)
    assert scores(course, "eve")["logistic-derivation"][1] == 1


@pytest.mark.thorough
def test_the_same_runs_if_the_notebook_was_not_made_safe(screen, course):
    """So that the test above can fail: eve's points would have been mallory's."""
    before = scores(course, "mallory")
    assert before["logistic-derivation"][1] is None
    grade_in(screen, course, "mallory")
    assert {"pwned_html", "pwned_markdown"} <= set(screen.pwned())
    assert scores(course, "mallory")["logistic-derivation"][1] == 2


def test_a_browser_finds_nothing_but_what_is_allowed(browser):
    """The parser of a browser judges, frame by frame."""
    screen = Screen(browser, "about:")
    for name, source in PAYLOADS.items():
        screen.page.set_content(f"<main>{safe_markdown(source)}</main>")
        assert screen.page.evaluate(ODD, ELEMENTS.split()) == [], name
        outside = "document.querySelectorAll('body > main > *, body > *').length"
        assert screen.page.evaluate(outside) == 2, name
        screen.page.evaluate(TOUCH)
        assert (screen.pwned(), screen.odd) == ([], []), name
    screen.close()


@pytest.fixture(scope="module")
def pages(course):
    """Give the addresses of the pages that both get back."""
    for student in ("eve", "ben"):
        write_feedback(course, student, IDEA)
    return {
        student: course.path("feedback", student, IDEA, ".html").as_uri()
        for student in ("eve", "ben")
    }


@pytest.mark.parametrize(
    ("student", "width", "scheme"), [("eve", 390, "light"), ("ben", 1280, "dark")]
)
def test_a_page_of_feedback_is_calm(browser, pages, student, width, scheme):
    """From a disk and without a network, on a phone and on a desk."""
    size = {"width": width, "height": 900}
    screen = Screen(browser, pages[student], viewport=size, color_scheme=scheme)
    page = screen.page
    page.goto(pages[student])
    page.evaluate(TOUCH)
    assert (screen.pwned(), screen.odd, screen.problems) == ([], [], [])
    assert page.evaluate(ODD, ELEMENTS.split()) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator(".who").inner_text() == student
    assert page.get_by_text("not yet graded by hand").first.is_visible()
    formula = page.locator("#logistic-ask-derivation math, section.text math").first
    assert formula.bounding_box()["height"] > 8
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(18, 23, 29)") == (scheme == "dark")
    screen.close()


def test_each_row_leads_to_its_question(browser, pages):
    screen = Screen(browser, pages["ben"], reduced_motion="reduce")
    page = screen.page
    page.goto(pages["ben"])
    for link in page.locator(".points a").all():
        link.click()
        target = page.locator(":target")
        assert target.count() == 1
        assert 0 <= target.bounding_box()["y"] < 720
        target.locator(".up").click()
        assert page.locator("#top").bounding_box()["y"] > -1
    screen.close()
