"""What tests of chapters share: Node.js runs a hero's module, and Chromium a phone."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from book import node
from mlcourse.page.hero import STYLE, Hero
from tests.book.browser import started
from tests.book.reading import AXE, axe

TOKENS = node.HERE / "static" / "tokens.css"
NUMBER = r"-?\d[\d,]*(?:\.\d+)?"


def numbers(picture: Any) -> list[float]:
    """Return the numbers in the sentence of a picture."""
    said = picture.says.replace("−", "-")
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, said)]


def reckoned(module: Path, lines: str, **given: Any) -> Any:
    """Return what lines print that import a module, "%s", and find `given`."""
    head = 'import { readFileSync } from "node:fs";\n'
    read = 'const given = JSON.parse(readFileSync(0, "utf8"));\n'
    with TemporaryDirectory() as folder:
        script = Path(folder, "reckon.mjs")
        text = head + read + lines % module.as_uri()
        script.write_text(text, encoding="utf-8")
        return json.loads(node.run(script, given=json.dumps(given)))


def weight(shown: Hero) -> int:
    """Return the bytes of a hero's module and rows together, compressed."""
    return len(gzip.compress((shown.module + json.dumps(shown.data)).encode()))


def write_page(file: Path, *shown: Hero) -> Path:
    """Write a page with heroes, as it is on a disk; return its file."""
    file.write_text(
        '<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Hero</title>'
        f"<style>{TOKENS.read_text()}{STYLE.read_text()}</style>"
        f"<main><h1>Hero</h1>{''.join(one.html for one in shown)}</main>",
        encoding="utf-8",
    )
    return file


@contextmanager
def on_a_phone(*shown: Hero) -> Iterator[Any]:
    """Give a page that holds heroes; it has to be quiet, accessible and narrow.

    Nothing but its own file is asked for.
    """
    with TemporaryDirectory() as folder, started() as (_, browser):
        file = write_page(Path(folder, "page.html"), *shown)
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


def drag(page: Any, knob: Any, right: float, down: float = 0) -> float:
    """Drag a knob by so many px; return its size, which a finger wants to be 44."""
    knob.scroll_into_view_if_needed()
    box = knob.locator(".hit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down)
    page.mouse.up()
    return min(box["width"], box["height"])
