"""Print what only the built page shows of a lesson: ``python -m tests.book.measure``.

Build the book first. Screens and places are those of a window of 1280 × 900 px with no
prediction answered; seconds are those of the last execution on this machine. Bounds
that the notebook shows are told by `make missing`.
"""

import sys
from pathlib import Path

from jupyter_cache import get_cache
from playwright.sync_api import sync_playwright

from book import declared
from tests.book.browser import launch

BUILD = declared.ROOT / "_build"
WINDOW = {"width": 1280, "height": 900}
FIRST = ".mlc-hero, .mlc-explorer, .mlc-ask"  # what a reader can move or answer
LINE = "{:16} {:>15} {:>17} {:>15}"


def seconds(page: Path) -> str:
    """Return how long the last execution of a page took."""
    cache = get_cache(BUILD / ".jupyter_cache")
    ends = page.relative_to(declared.ROOT).as_posix()
    took = [
        record.data.get("execution_seconds", 0)
        for record in cache.list_cache_records()
        if Path(record.uri).as_posix().endswith(ends)
    ]
    return f"{took[-1]:.1f}" if took else "-"


def main(slugs: list[str]) -> None:
    """Print a line for each lesson that has been built."""
    print(LINE.format("lesson", "screens, 20", "first at px, 1350", "seconds, 15"))
    with sync_playwright() as playwright:
        browser = launch(playwright)[1]
        sheet = browser.new_page(viewport=WINDOW)
        for lesson in declared.lessons():
            built = BUILD / "html" / "chapters" / f"{lesson.slug}.html"
            if built.is_file() and (not slugs or lesson.slug in slugs):
                sheet.goto(built.as_uri())
                high = sheet.evaluate("document.documentElement.scrollHeight")
                first = sheet.locator(FIRST).first.bounding_box() or {"y": -1}
                place = f"{first['y']:.0f}"
                took = seconds(declared.page(lesson))
                print(LINE.format(lesson.slug, f"{high / 900:.1f}", place, took))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
