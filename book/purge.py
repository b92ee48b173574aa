"""Keep of style sheets the rules that some page or script uses, by PurgeCSS."""

import json
import re
from pathlib import Path
from typing import Any

from book import node

PURGE = Path(__file__).resolve().with_suffix(".mjs")
SAFE = ("dropdown-menu-dark", "highlighted")  # classes that only a script gives
DATA = re.compile(r"(?s)\s*<script\b[^>]*>.*?</script>")


def purged(sheets: list[str], pages: list[str], scripts: list[str], own: str) -> str:
    """Return the rules of `sheets` that pages, scripts or the sheet `own` use."""
    variables = re.findall(r"--[\w-]+", "\n".join([own, *pages, *scripts]))
    given = {
        "sheets": sheets,
        "used": used(pages, scripts) | {"variables": variables},
        "safe": SAFE,
    }
    return node.run(PURGE, given=json.dumps(given))


def used(pages: list[str], scripts: list[str]) -> dict[str, Any]:
    """Return the tags, classes, ids and attributes that occur on the pages.

    Of the scripts, any word in quotes may be one of them.
    """
    tags, names, values, classes, ids = (set[str]() for _ in range(5))
    for page in pages:
        text = DATA.sub("", page)
        tags |= set(re.findall(r"<([a-z][\w-]*)", text))
        for name, value in re.findall(r'\s([\w-]+)="([^"]*)"', text):
            names.add(name)
            place = {"class": classes, "id": ids}.get(name, values)
            place |= {value, *value.split()}
    quoted = r"""(["'`])((?:(?!\1)[^\\]|\\.)*)\1"""
    strings = (s for script in scripts for _, s in re.findall(quoted, script))
    return {
        "tags": [*tags, "html", "body", "svg", "path"],
        "classes": [*classes],
        "ids": [*ids],
        "attributes": {"names": [*names], "values": [*values]},
        "undetermined": sorted({w for s in strings for w in re.findall(r"[\w-]+", s)}),
    }
