"""What every hero is tested with: its module in Node.js, and a page that holds it."""

import json
from contextlib import contextmanager

from book import node
from mlcourse.page.hero import STYLE
from tests.book.browser import started
from tests.book.reading import AXE, axe

TOKENS = node.HERE / "static" / "tokens.css"
MODULE = """import { %s } from "%s";
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify((%s)(given)));
"""


def ran(folder, script, names, code, given):
    """Return what a function of JavaScript makes of `given`, with a hero's exports."""
    file = folder / "run.mjs"
    file.write_text(MODULE % (names, script.as_uri(), code), encoding="utf-8")
    return json.loads(node.run(file, given=json.dumps(given)))


def write_page(file, *heroes):
    """Write a page with heroes, as it is on a disk; return its file."""
    inside = "".join(hero.html for hero in heroes)
    file.write_text(
        '<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Hero</title>'
        f"<style>{TOKENS.read_text()}{STYLE.read_text()}</style>"
        f"<main><h1>Hero</h1>{inside}</main>",
        encoding="utf-8",
    )
    return file


@contextmanager
def opened(file):
    """Give the page on a phone; at its end it is sound, and has asked for nothing."""
    with started() as (_, browser):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        wrong, asked = [], []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.evaluate(axe())
        assert page.evaluate(AXE) == []
        assert (wrong, asked) == ([], [file.as_uri()])


def drag(page, knob, x, y):
    """Drag a knob by so many px; it is large enough for a finger."""
    knob.scroll_into_view_if_needed()
    box = knob.locator(".hit").bounding_box()
    assert min(box["width"], box["height"]) >= 44
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + x, middle[1] + y)
    page.mouse.up()
