"""What a browser loads for a page: bytes over the wire, requests, scripts.

The browser itself says what it asked for, so that nothing is forgotten: neither a face
that a style names nor a file that a script fetches.
"""

from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.book.visit import RUN

FIRST, TURNED = 500_000, 250_000  # bytes over the wire: a first visit, the next page
SCRIPTS, RAW = 80_000, 700_000  # bytes: scripts, compressed; the page itself, unpacked
INDEX = 120_000  # with all words of the book, which only the page of the search loads
REQUESTS = 20

READY = """() => document.readyState === "complete" && (
    !document.getElementById("mlc-frames") ||
    document.documentElement.dataset.frames === "ready")"""

ASKED = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const files = performance.getEntriesByType("resource")
        .filter((entry) => entry.name.startsWith("http"));
    const scripts = files.filter(({name}) => /\\.m?js$/.test(new URL(name).pathname))
        .filter(({name}) => !name.includes("/frames/")); // pictures, though in a script
    const sum = (entries, name) => entries.reduce((all, entry) => all + entry[name], 0);
    return {
        wire: sum([page, ...files], "transferSize"),
        requests: [page, ...files].filter((entry) => entry.transferSize > 0).length,
        scripts: sum(scripts, "encodedBodySize"),
        raw: page.decodedBodySize,
        files: Object.fromEntries(files.map(({name, transferSize}) =>
            [name.slice(location.origin.length), transferSize])),
    };
}"""


class Load(NamedTuple):
    """What one visit to a page brought; sizes in bytes."""

    wire: int  # sent, heads of answers and all
    requests: int  # that went to the server
    scripts: int  # compressed, wherever they came from
    raw: int  # the page itself, unpacked
    files: dict[str, int]  # sent for each file but the page itself

    def after(self, before: "Load") -> int:
        """Return what is sent to a reader who comes from another page: all is kept."""
        kept = self.files.keys() & before.files.keys()
        return self.wire - sum(self.files[name] for name in kept)


def weigh(browser: Browser, site: str, path: str) -> Load:
    """Return what a new reader's visit to a page brings."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site + path)
        return loaded(page)


def loaded(page: Page) -> Load:
    """Return what an open page has loaded, once nothing more is to come."""
    page.wait_for_function(READY)
    page.keyboard.press("Shift")  # any key: now all sections are laid out
    page.evaluate(RUN)
    page.evaluate("document.fonts.ready")  # only they are still asked for, by layout
    return Load(**page.evaluate(ASKED))
