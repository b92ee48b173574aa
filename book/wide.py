"""Mark the cells whose output takes the width of the page: they clear the margin.

An explorer, a hero, a picture of several panels: a style sheet that asked for what a
cell holds (``:has``) would ask again for each new picture.
"""

import re
from typing import Any

CELL = re.compile(r'(?=<div class="cell\b)')
WIDE = re.compile(r'class="(?:mlc-explorer|mlc-hero|mlc-figure mlc-wide)\b')


def mark(page: str, context: dict[str, Any]) -> str:
    """Return the page with the class ``mlc-wide`` at each such cell."""
    before, *cells = CELL.split(page)
    return before + "".join(map(marked, cells))


def marked(cell: str) -> str:
    """Return a cell, and what follows it, with the class if it is wide."""
    wide = WIDE.search(cell)
    return cell.replace('class="cell', 'class="cell mlc-wide', 1) if wide else cell
