"""Print what every page of the built book weighs: ``python -m tests.book.weigh``.

Build the book first. Times and scores are those of this machine while it does nothing
else; ``test_weight.py`` asserts what no machine changes. Each is the median of three
times, with ``--quick`` of one; pages may be named, and are all if none is. What runs
while the host gives the processors to others is run again, up to four times
(``calm.py``); the last columns say how fast Lighthouse found the machine, and the most
that the host still took of it.
``--kernel`` prints instead what a frame takes in a notebook.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.book.browser import launch
from tests.book.calm import calm
from tests.book.kernel import frames
from tests.book.lighthouse import Verdict, judge, typical
from tests.book.pages import INTERACTIVE, PAGES, ROOT
from tests.book.server import serving
from tests.book.weight import (
    FIRST,
    RAW,
    READY,
    REQUESTS,
    SCRIPTS,
    TURNED,
    Load,
    weigh,
)

HTML = ROOT / "_build" / "html"
RUNS = 3
# What stands in the table, and the bar.
COLUMNS = {
    "page": "bar",
    "phone: speed, accessibility, practice, search": "95 100 100 100",
    "first paint, s": "1.8",
    "interactive, s": "2.5",
    "desktop": "100 100 100 100",
    "first visit, kB": f"{FIRST / 1000:.0f}",
    "requests": f"{REQUESTS}",
    "next page, kB": f"{TURNED / 1000:.0f}",
    "scripts (gzip), kB": f"{SCRIPTS / 1000:.0f}",
    "page (raw), kB": f"{RAW / 1000:.0f}",
    "frames": "",
    "ready, ms": "300",
    "a step, ms": "8",
    "machine": "",
    "taken, %": "",
}

# When the frames are there, in ms since the page itself was.
WATCH = """new MutationObserver(() => {
    if (document.documentElement?.dataset.frames === "ready")
        window.framesAt ??= performance.now() - performance.timing.domInteractive
            + performance.timing.navigationStart;
}).observe(document, {subtree: true, attributeFilter: ["data-frames"]});"""

# How many frames the controls of a page reach, and what a step of each slider takes,
# from the event to the new picture in its place, in ms.
STEPS = """async () => {
    const all = (box, selector) => [...box.querySelectorAll(selector)];
    for (const fold of all(document, "details")) fold.open = true;
    const cards = all(document, ".mlc-explorer"), times = [];
    for (const card of cards) {
        for (const slider of all(card, "input[type=range]")) {
            const start = Number(slider.value);
            for (const to of [...Array(Number(slider.max) + 1).keys(), start]) {
                if (to === Number(slider.value)) continue;
                const changed = new Promise((done) => {
                    const watch = new MutationObserver(() => done(true));
                    watch.observe(card.querySelector(".mlc-screens"),
                        {childList: true, subtree: true});
                    setTimeout(done, 1000, false);
                });
                const begun = performance.now();
                slider.value = to;
                slider.dispatchEvent(new Event("input", {bubbles: true}));
                const seen = await changed;
                card.getBoundingClientRect(); // the new picture is laid out
                if (seen) times.push(performance.now() - begun);
            }
        }
    }
    const values = (control) =>
        all(control, "option, input[type=radio]").length ||
        Number(control.querySelector("input[type=range]").max) + 1;
    const grid = (card) =>
        all(card, ".mlc-control").map(values).reduce((one, other) => one * other, 1);
    return {frames: cards.map(grid).reduce((one, other) => one + other, 0), times,
            ready: window.framesAt ?? null};
}"""


class Use(NamedTuple):
    """How a page answers on this machine, as on a desk."""

    frames: int
    ready: float | None  # ms; None without frames
    step: float | None  # ms, the median
    taken: list[float | None]  # by the host, of each run


def use(browser: Browser, address: str, runs: int) -> Use:
    """Open a page some times, each time anew; move every slider to all its values."""
    ready, times, shares = [], [], []
    for _ in range(runs):
        found, taken = calm(lambda: opened(browser, address))
        ready.append(found["ready"])
        times.extend(found["times"])
        shares.append(taken)
    if not found["frames"]:
        return Use(0, None, None, shares)
    step = median(times) if times else None
    return Use(found["frames"], median(ready), step, shares)


def opened(browser: Browser, address: str) -> dict[str, Any]:
    """Open a page and move its sliders; return what STEPS tells."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_function(READY)
        return page.evaluate(STEPS)


def cells(
    page: str,
    weight: tuple[Load, int],
    used: Use,
    phone: Verdict,
    desktop: Verdict,
    taken: list[float | None],
) -> list[str]:
    """Return one line of the table."""
    most = max((share for share in taken if share is not None), default=None)
    first, turned = weight
    sizes = (first.wire, turned, first.scripts, first.raw)
    kilos = [f"{size / 1000:.0f}" for size in sizes]
    return [
        page.removeprefix("chapters/").removesuffix(".html"),
        " ".join(map(str, phone.scores)),
        f"{phone.paint:.1f}",
        f"{phone.interactive:.1f}",
        " ".join(map(str, desktop.scores)),
        kilos[0],
        str(first.requests),
        *kilos[1:],
        str(used.frames or ""),
        "" if used.ready is None else f"{used.ready:.0f}",
        "" if used.step is None else f"{used.step:.1f}",
        f"{phone.machine:.0f}",
        "" if most is None else f"{100 * most:.1f}",
    ]


def line(cells: Iterable[str]) -> str:
    """Return a line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def table(pages: list[str], runs: int) -> Iterator[str]:
    """Yield the lines of the table, as they are measured; then what was marked down."""
    yield from map(line, [COLUMNS, ["---"] * len(COLUMNS), COLUMNS.values()])
    faults: dict[str, list[str]] = {}
    with sync_playwright() as playwright, serving(HTML) as site:
        program, browser = launch(playwright)
        for page in pages:
            address = site + page
            first = weigh(browser, site, page)
            other = weigh(browser, site, INTERACTIVE[page == INTERACTIVE[0]])
            used = use(browser, address, runs)
            verdicts, shares = [], used.taken
            for form in ("phone", "desktop"):
                run = partial(judge, program, address, form)
                found, taken = zip(*(calm(run) for _ in range(runs)), strict=True)
                verdicts.append(typical(list(found)))
                shares.extend(taken)
            weight = (first, first.after(other))
            yield line(cells(page, weight, used, *verdicts, shares))
            for fault in {fault for verdict in verdicts for fault in verdict.faults}:
                faults.setdefault(fault, []).append(page)
        browser.close()
    for fault, where in faults.items():
        yield f"\n{fault}: {', '.join(where)}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="tests.book.weigh", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="page", help="as in _build/html")
    parser.add_argument("--quick", action="store_true", help="measure once, not thrice")
    parser.add_argument("--kernel", action="store_true", help="frames with a kernel")
    asked = parser.parse_args()
    if asked.kernel:
        return print(*frames(asked.pages or INTERACTIVE), sep="\n")
    if unknown := set(asked.pages) - set(PAGES):
        parser.error(f"no such pages: {sorted(unknown)}; there are {PAGES}")
    for each in table(asked.pages or PAGES, 1 if asked.quick else RUNS):
        print(each, flush=True)
    return None


if __name__ == "__main__":
    main()
