"""Pack the frames of a page's explorers into a file of their own.

The page kit writes the frames of each explorer as JSON beside it
(``mlcourse/page/built.py``); here they become gzip in base64, which the browser
unpacks by itself (``static/book.js``). The file is a script, because a page
from a disk may load nothing else; it is loaded last, so that a phone paints before.
"""

import base64
import gzip
import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from book import formulas

FRAMES = re.compile(
    r'(?s)<script type="application/json" class="mlc-frames">(.*?)</script>'
)
FOLDER = "frames"  # of what the pages load
TAG = '<script async id="mlc-frames" src="{root}_static/{file}?v={digest}"></script>'
LOADED = re.compile(r'<script async id="mlc-frames" src="([^"?]*)')
GIVEN = "window.mlcFrames={};"  # a list: a phone unpacks one explorer at a time


class FramesError(ValueError):
    """The explorers of a page cannot be told apart."""


def pack(page: str, context: dict[str, Any]) -> str:
    """Return the page with one script, before the end of its body, for all frames."""
    found = [json.loads(text) for text in FRAMES.findall(page)]
    if not found:
        return page
    names = [explorer["name"] for explorer in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise FramesError(
            f"{context['pagename']}: two explorers are called {sorted(twice)}; "
            "give each a name=... of its own."
        )
    page = typeset(page, found, context)
    file = f"{FOLDER}/{context['pagename']}.js"
    digest = write(
        context["static"] / file,
        GIVEN.format(json.dumps([packed(each) for each in found])),
    )
    root = context["content_root"]
    tag = TAG.format(root=root, file=quote(file), digest=digest)
    head, end, tail = FRAMES.sub("", page).rpartition("</body>")
    return f"{head}{tag}\n{end}{tail}"


def typeset(page: str, found: list[Any], context: dict[str, Any]) -> str:
    """Typeset the formulas in what presets say; return the page, ready for them."""
    for preset in (preset for explorer in found for preset in explorer["presets"]):
        why = formulas.step(preset["why"], context)
        if why != preset["why"]:
            preset["why"], page = why, formulas.styled(page, context)
    return page


def packed(explorer: dict[str, Any]) -> str:
    """Return any JSON as gzip in base64; equal content gives equal text."""
    text = json.dumps(explorer, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def write(path: Path, text: str) -> str:
    """Write a file whole or not at all; return its digest, for its address."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(text, encoding="ascii")
    os.replace(new, path)
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def unpacked(page: Path) -> list[dict[str, Any]]:
    """Return what a built page has packed, as its script does."""
    loaded = LOADED.search(page.read_text(encoding="utf-8"))
    if loaded is None:
        return []
    script = (page.parent / unquote(loaded[1])).read_text(encoding="ascii")
    given = json.loads(script.partition("=")[2].rstrip(";"))
    return [json.loads(gzip.decompress(base64.b64decode(each))) for each in given]
