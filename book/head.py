"""What the head of a page says about it: description, address, screen, colours.

The theme writes the tag of the screen twice or three times, and preloads scripts that
the finished page does not load. The canonical address is Sphinx's own, from the
address of the book (``BOOK_URL``, see bookbuild.py).
"""

import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from book import faces

TOKENS = Path(__file__).resolve().parent / "static" / "tokens.css"
MOST = 160  # characters of a description
OTHERS = {
    "search": "Search every chapter of {title} for a word.",
    "genindex": "The index of {title}: every term, and where it is explained.",
}

VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
DROPPED = re.compile(
    r'\s*(<meta name="(viewport|docsearch:\w+)"[^>]*>'
    r'|<link rel="preload" as="script"[^>]*>'
    r"|<!--[^\[].*?-->)",
    re.DOTALL,
)
CHOICE = re.compile(r'\s*<script data-cfasync="false">.*?</script>', re.DOTALL)
# Before the first paint: the reader's colours, so that no page flashes in the others.
# Above the style sheet, which it would wait for. Where storage is forbidden, as on some
# disks, the system's choice counts. And who opens the page at its top has the sections
# near the screen laid out first (page.css, near.js); who comes back, or by a link to a
# place or to words (which the entry names), all; so have browsers that do not hold
# the text still when the sections above it change. Who comes back is where he was, in
# the page as he had opened it: what opens above him must not push him on (page.css).
CHOOSE = """<script>(function(d,m){try{m=localStorage.getItem("mode")}catch(e){}
d.mode=m=m||"auto";d.theme=m!="auto"?m:matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"
m=performance.getEntriesByType("navigation")[0]
if(m&&m.type!="navigate")d.back=""
else if(m&&!/#/.test(m.name)&&CSS.supports("overflow-anchor:auto"))d.layout="near"
})(document.documentElement.dataset)</script>"""
PRELOAD = """<script>if(location.protocol!="file:")for(const href of %s)
document.head.append(Object.assign(document.createElement("link"),
{rel:"preload",as:"font",crossOrigin:"",href}))</script>"""
CHARSET = re.compile(r'<meta charset="[^"]*"\s*/?>')
HEAD = re.compile(r"<head>.*?</head>", re.DOTALL)

PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
FORMULA = re.compile(r'<(span|div) class="math.*?</\1>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def complete(text: str, context: dict[str, Any]) -> str:
    """Return the page with a head that says what the page is."""

    def rewrite(match: re.Match[str]) -> str:
        head = CHOICE.sub("", DROPPED.sub("", match[0]))
        said = [VIEWPORT, CHOOSE, *colours(TOKENS.read_text(encoding="utf-8"))]
        said.append(preloads(context.get("content_root", "")))
        if '<meta name="description"' not in head:
            about = html.escape(description(context), quote=True)
            said.append(f'<meta name="description" content="{about}">')
        return CHARSET.sub(lambda c: "\n    ".join([c[0], *said]), head, count=1)

    return HEAD.sub(rewrite, text, count=1)


def preloads(root: str) -> str:
    """Return what fetches the faces that every page draws first, so that nothing moves.

    From a disk a browser refuses to fetch ahead, and says so; there is no need either.
    """
    addresses = [f"{root}_static/{face}" for face in faces.PRELOADED]
    return PRELOAD % json.dumps(addresses)


def description(context: dict[str, Any]) -> str:
    """Return the first paragraph of a page as plain text, or as much as fits."""
    name, book = context.get("pagename"), context.get("docstitle") or "this book"
    if name in OTHERS:
        return OTHERS[str(name)].format(title=book)
    for paragraph in PARAGRAPH.findall(context.get("body") or ""):
        words = html.unescape(TAG.sub("", FORMULA.sub("…", paragraph))).split()
        if len(words) > 3:
            return shortened(" ".join(words))
    return shortened(f"{context.get('title')}: a page of {book}.")


def shortened(text: str) -> str:
    """Return the text, cut after a sentence or between words where it is too long."""
    if len(text) <= MOST:
        return text
    end = max(text.rfind(mark, 0, MOST) for mark in (". ", "? ", "! ", ": "))
    if end >= MOST // 2:
        return text[: end + 1].rstrip(":")
    return text[: text.rfind(" ", 0, MOST)].rstrip(",;: -") + "…"


@cache
def colours(tokens: str) -> list[str]:
    """Return the tags for the colour of the paper, light and dark, from the tokens."""
    light, dark = re.findall(r"--mlc-paper: (#\w+);", tokens)[:2]
    return [
        f'<meta name="theme-color" content="{colour}" '
        f'media="(prefers-color-scheme: {scheme})">'
        for scheme, colour in (("light", light), ("dark", dark))
    ]
