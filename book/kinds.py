"""The kind of a section, as a small label above its heading.

A heading says what is learnt in its section; what kind of section it is (predict,
explore, the report on trial ...) says a tag of the heading's cell, ``kind-predict``. A
chapter, which has a number, is labelled by it.
"""

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

TAG = "kind-"
LINES = 10_000  # MyST-NB counts the lines of a cell from its number times this
NAMES = {
    "able": "What you will be able to do",
    "agrees": "Agrees with",
    "data": "Look at the data",
    "places": "Where this puts us",
    "trial": "The report on trial",
    "try": "A naive try",
}

SECTION = re.compile(
    r'(<section class="[^"]*\bkind-([\w-]+)[^>]*>\s*'
    r'(?:<span id="[^"]*"></span>)*)(<h\d)'
)
NUMBERED = re.compile(r'<h1><span class="section-number">(\d+)\. </span>')


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Give each section the kind of its heading's cell (event "doctree-read")."""
    source = Path(app.env.doc2path(app.env.docname))
    if source.suffix != ".ipynb":
        return
    cells = json.loads(source.read_text(encoding="utf-8"))["cells"]
    for section in doctree.findall(nodes.section):
        index = (section.line or 0) // LINES - 1
        if 0 <= index < len(cells):
            tags = cells[index].get("metadata", {}).get("tags", [])
            section["classes"] += [tag for tag in tags if tag.startswith(TAG)]


def name(kind: str) -> str:
    """Return what a kind is called on the page."""
    return NAMES.get(kind, kind.replace("-", " ").capitalize())


def label(text: str, context: dict[str, Any]) -> str:
    """Return the page with a label above each heading that has a kind or a number."""

    def kicker(said: str) -> str:
        return f'<p class="mlc-kicker">{said}</p>\n'

    text = NUMBERED.sub(lambda m: f"{kicker(f'Chapter {m[1]}')}<h1>", text)
    return SECTION.sub(lambda m: f"{m[1]}{kicker(name(m[2]))}{m[3]}", text)
