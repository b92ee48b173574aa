"""One page open in the browser, and everything that went wrong there."""

from pathlib import Path
from re import Pattern
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, Request, Route

PROBE = Path(__file__).with_name("probe.js")
LEFT = "ERR_ABORTED"  # what a page still fetched when it was left
PATIENCE = 20_000  # ms until a page must be ready; how fast it is, `measure` says

# The scripts of a page run as tasks, the last of them when a frame is drawn (diet.py).
RUN = """() => new Promise((done) => requestAnimationFrame(
    () => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))"""


def go(page: Page, address: str) -> None:
    """Open a page and wait until its scripts have run."""
    page.goto(address)
    page.evaluate(RUN)


class Held:
    """A page that is opened while some of its requests wait until they are let go."""

    def __init__(self, page: Page, pattern: str | Pattern[str], address: str) -> None:
        self.waiting: list[Route] = []
        self.page, self.pattern = page, pattern
        page.route(pattern, lambda route: self.waiting.append(route))
        page.goto(address, wait_until="commit")
        page.locator("footer").last.wait_for(state="attached")

    def let_go(self, until: str = "probe.ready()") -> None:
        """Let them through, and those to come; wait until something is true."""
        for route in self.waiting:
            route.continue_()
        self.page.unroute(self.pattern)
        self.page.wait_for_function(until)


class Mode(NamedTuple):
    """A kind of screen."""

    name: str
    width: int
    scheme: str  # "light" or "dark"

    @property
    def other(self) -> str:
        """The colour scheme that this mode does not have."""
        return "light" if self.scheme == "dark" else "dark"


DESKTOP = Mode("desktop-light", 1280, "light")
PHONE = Mode("phone-dark", 390, "dark")


class Visit:
    """A page in a mode, ready to be used.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The open page; ``window.probe`` answers questions about it.
    problems : list of str
        Requests to other places, failed requests, errors of scripts; it grows while
        the page is used.
    """

    def __init__(
        self,
        browser: Browser,
        root: str,
        path: str,
        mode: Mode,
        motion: str = "reduce",
        script: str = "",
        address: str = "",
    ) -> None:
        self.path, self.mode, self.root = path, mode, root
        self.problems: list[str] = []
        self.page = browser.new_page(
            viewport={"width": mode.width, "height": 900},
            color_scheme=mode.scheme,
            reduced_motion=motion,  # "reduce": colours do not fade into each other
            has_touch=mode.width < 600,
        )
        self._listen(self.page)
        self.page.add_init_script(path=PROBE)
        self.page.add_init_script(script)
        self.open(address)

    def open(self, address: str = "") -> None:
        """Open the page, at an address on it, and wait until it answers."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.root}{self.path}{address}")
        self.page.wait_for_function("probe.ready()", timeout=PATIENCE)
        self.page.evaluate(RUN)
        self.page.evaluate("probe.settled()")

    def _listen(self, page: Page) -> None:
        def asked(request: Request) -> None:
            if not request.url.startswith((self.root, "data:", "blob:")):
                self.problems.append(f"asks another place: {request.url}")

        add = self.problems.append
        page.context.on("request", asked)
        page.on("pageerror", lambda error: add(f"script error: {error}"))
        page.on(
            "requestfailed", lambda r: LEFT in r.failure or add(f"{r.failure}: {r.url}")
        )
        good = (200, 206, 304)
        page.on(
            "response", lambda r: r.status in good or add(f"status {r.status}: {r.url}")
        )
        page.on("console", lambda m: m.type == "error" and add(f"console: {m.text}"))

    def ask(self, question: str) -> list[str]:
        """Return the answer of the probe."""
        return self.page.evaluate(f"probe.{question}")

    def explorers(self) -> list[Locator]:
        """Return the explorers that a reader sees now."""
        return self.page.locator(".mlc-explorer:visible").all()

    def questions(self) -> list[Locator]:
        """Return the boxes of the questions, of quizzes and predictions alike."""
        return self.page.locator(".mlc-ask:visible").all()

    def choose(self, question: Locator, option: int) -> None:
        """Choose an answer of a question, counted from 0."""
        self._check(question, option)
        self.page.evaluate("probe.settled()")

    def _check(self, question: Locator, option: int) -> None:
        question.locator(".mlc-answer input").nth(option).check()

    def revealed(self, name: str) -> Locator:
        """Return an explorer, after its prediction is answered."""
        card = self.page.locator(f"#{name}")
        if not card.is_visible():
            self.choose(self.page.locator(".mlc-ask").filter(has=card), 0)
        return card

    def answer_all(self, option: int = 0) -> None:
        """Choose the same answer in every question, open all but the folded code."""
        for question in self.questions():
            self._check(question, option)
        self.page.eval_on_selector_all(
            "details:not(.hide)", "all => all.forEach(d => d.open = true)"
        )
        self.page.evaluate("probe.settled()")

    def close(self) -> None:
        """Close the page and its context."""
        self.page.context.close()
