"""What a browser loads for a page: bytes over the wire, requests, scripts.

The browser itself says what it asked for, so that nothing is forgotten: neither a face
that a style names nor a file that a script fetches.
"""

from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.book.pages import PAGES

FIRST, TURNED = 500_000, 250_000  # bytes over the wire: a first visit, the next page
SCRIPTS, RAW = 80_000, 700_000  # bytes: scripts, compressed; the page itself, unpacked
REQUESTS = 20

READY = """() => document.readyState === "complete" && (
    !document.getElementById("mlc-frames") ||
    document.documentElement.dataset.frames === "ready")"""

# To the end and back: whatever waits to be seen is loaded, too.
SCROLL = """async () => {
    const pause = () => new Promise((done) => setTimeout(done, 50));
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y);
        await pause();
    }
    scrollTo(0, 0);
}"""

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
    };
}"""


class Load(NamedTuple):
    """What one visit to a page brought; sizes in bytes."""

    wire: int  # sent, heads of answers and all
    requests: int  # that went to the server
    scripts: int  # compressed, wherever they came from
    raw: int  # the page itself, unpacked
    foreign: list[str]  # addresses of other hosts


class Weight(NamedTuple):
    """What a page weighs for a new reader, and for one who turns to it."""

    first: Load  # nothing is there yet
    turned: Load  # after the page before it


def weigh(browser: Browser, site: str, path: str) -> Weight:
    """Visit a page twice: with nothing in the cache, and from the page before it."""
    before = PAGES[PAGES.index(path) - 1]
    with browser.new_context() as context:
        first = load(context, site, path)
    with browser.new_context() as context:
        load(context, site, before)
        return Weight(first, load(context, site, path))


def load(context: BrowserContext, site: str, path: str) -> Load:
    """Open a page, read it to its end, and return what that brought."""
    page = context.new_page()
    foreign: list[str] = []

    def ask(request):
        if not request.url.startswith((site, "data:", "blob:")):
            foreign.append(request.url)

    page.on("request", ask)
    page.goto(site + path, wait_until="networkidle")
    come_to_rest(page)
    found = page.evaluate(ASKED)
    page.close()
    return Load(**found, foreign=foreign)


def come_to_rest(page: Page) -> None:
    """Wait until nothing more is loaded."""
    page.wait_for_function(READY)
    page.evaluate(SCROLL)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(200)
