"""Print the bars of the built book on this machine: ``python -m tests.book.measure``.

Times are printed, not asserted: a busy machine is not a fault. Build the book first.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import nbformat
from nbclient import NotebookClient
from playwright.sync_api import Browser, sync_playwright

from tests.book.browser import launch
from tests.book.pages import INTERACTIVE, PAGES, ROOT
from tests.book.server import serving
from tests.book.test_links import weight
from tests.book.visit import DESKTOP, PHONE, Mode, Visit

HTML = ROOT / "_build" / "html"
STEPS = 30  # of each slider, back and forth

# From the key to the picture: the time of each step of a slider, in ms.
STEP = """async (handle, count) => {
    const box = handle.closest(".mlc-explorer"), times = [];
    const at = (name) => Number(handle.getAttribute(name));
    let key = "ArrowRight";
    for (let i = 0; i < count; i++) {
        if (at("aria-valuenow") >= at("aria-valuemax")) key = "ArrowLeft";
        if (at("aria-valuenow") <= at("aria-valuemin")) key = "ArrowRight";
        const before = probe.drawing(box), start = performance.now();
        handle.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        const now = await probe.after(box, before, 1000);
        if (now !== before) times.push(performance.now() - start);
    }
    return times;
}"""

# Run after a chapter, in its kernel: new frames and kept ones, in ms.
FRAMES = """
import gc as _gc, time as _time
from statistics import median as _median
import ipywidgets as _w
from mlcourse.page import Explorer as _Explorer

def _inside(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _inside(child)

def _sweep(explorer):
    kinds = (_w.SelectionSlider, _w.Dropdown)
    handles = [w for w in _inside(explorer._live()) if isinstance(w, kinds)]
    handle = max(handles, key=lambda w: len(w.options))
    for i in [i for i in range(len(handle.options)) if i != handle.index]:
        start = _time.perf_counter()
        handle.index = i
        yield 1000 * (_time.perf_counter() - start)

for _e in [o for o in _gc.get_objects() if isinstance(o, _Explorer)]:
    _e._drawn.clear()
    print(*(f"{_median(_sweep(_e)):.1f}" for _ in range(2)), _e.caption[:40], sep="\\t")
"""


def weights() -> Iterator[str]:
    """Yield the weight of each page, raw and compressed."""
    for page in PAGES:
        raw, packed = (size / 1000 for size in weight(HTML / page))
        yield f"{page}: {raw:.0f} kB raw, {packed:.0f} kB compressed"


def answers(browser: Browser, site: str, page: str, mode: Mode) -> str:
    """Return how soon the widgets are there and how long a step of a slider takes."""
    visit = Visit(browser, site, page, mode)
    ready = visit.page.evaluate("probe.readyAt()") / 1000
    visit.answer_all()
    handles = visit.page.locator(".mlc-explorer:visible [role=slider]").all()
    times = [t for handle in handles for t in handle.evaluate(STEP, STEPS)]
    visit.close()
    return (
        f"{page} on {mode.name}: ready after {ready:.2f} s; a step of a slider "
        f"{median(times):.0f} ms (median of {len(times)}, worst {max(times):.0f})"
    )


def frames(chapter: Path) -> Iterator[str]:
    """Run a chapter and yield what a new and a kept frame of each explorer take."""
    notebook = nbformat.read(chapter, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(FRAMES))
    where = {"metadata": {"path": str(chapter.parent)}}
    NotebookClient(notebook, kernel_name="python3", resources=where).execute()
    printed = "".join(output.text for output in notebook.cells[-1].outputs)
    for line in printed.splitlines():
        new, kept, caption = line.split("\t")
        yield f"{chapter.stem}: new frame {new} ms, kept frame {kept} ms ({caption}...)"


def main() -> None:
    """Print everything."""
    print(*weights(), sep="\n")
    with sync_playwright() as playwright, serving(HTML) as site:
        browser = launch(playwright)
        for page in INTERACTIVE:
            for mode in (DESKTOP, PHONE):
                print(answers(browser, site, page, mode))
        browser.close()
    for page in INTERACTIVE:
        print(*frames((ROOT / page).with_suffix(".ipynb")), sep="\n")


if __name__ == "__main__":
    main()
