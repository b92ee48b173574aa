"""Pack the frames of a page's explorers into a file of their own.

The page kit writes the frames of each explorer as JSON beside it
(``mlcourse/page/built.py``); here they become gzip in base64, which the browser
unpacks by itself (``static/book.js``). The file is a script, because a page from a disk
may load nothing else; it is loaded when the page is painted: a phone waits for less.
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
TAG = (
    '<template id="mlc-frames" data-file="{root}_static/{file}?v={digest}"></template>'
)
LOADED = re.compile(r'<template id="mlc-frames" data-file="([^"?]*)')
GIVEN = "window.mlcFrames={};"  # a list: each explorer is unpacked by itself


class FramesError(ValueError):
    """The explorers of a page cannot be told apart."""


def pack(page: str, context: dict[str, Any]) -> str:
    """Return the page with the address of a script that holds all its frames."""
    found = [json.loads(text) for text in FRAMES.findall(page)]
    if not found:
        return page
    names = [explorer["name"] for explorer in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise FramesError(
            f"{context['pagename']}: two explorers are called {sorted(twice)}; "
            "give each a name=... of its own."
        )
    for preset in (preset for explorer in found for preset in explorer["presets"]):
        preset["why"] = formulas.step(preset["why"], context)
    file = f"{FOLDER}/{context['pagename']}.js"
    digest = write(
        context["static"] / file,
        GIVEN.format(json.dumps([packed(each) for each in found])),
    )
    root = context["content_root"]
    tag = TAG.format(root=root, file=quote(file), digest=digest)
    head, end, tail = FRAMES.sub("", page).rpartition("</body>")
    return f"{head}{tag}\n{end}{tail}"


def packed(explorer: dict[str, Any]) -> str:
    """Return an explorer as gzip in base64; equal content gives equal text.

    Its frames are lines of their own after its first: a page reads one when it is
    asked for. All signs are ASCII: a browser keeps other text at two bytes a sign.
    """
    frames = explorer["frames"]
    told = {key: value for key, value in explorer.items() if key != "frames"}
    lines = [json.dumps(each, separators=(",", ":")) for each in (told, *frames)]
    text = "\n".join(lines)
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
    lines = [gzip.decompress(base64.b64decode(each)).splitlines() for each in given]
    plain = [[json.loads(line) for line in explorer] for explorer in lines]
    return [{**told, "frames": frames} for told, *frames in plain]
