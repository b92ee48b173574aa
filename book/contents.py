"""The contents of a page, below its own name in the list of chapters.

The headings of the second level are taken from the page. Of the list of chapters the
part that holds the page is open; each other part is a fold, which needs no script. The
evidence of a lesson is listed on its own page and on the lesson's.
``static/contents.js`` marks where the reader is.
"""

import re
from typing import Any

HEADING = re.compile(
    r"(?s)<section\b([^>]*)>(?:(?!<section|<h[12]).)*<h2>(.*?)"
    r'<a class="headerlink" href="(#[^"]+)"'
)
LINK = re.compile(r'(?s)</?a\b[^>]*>|\s+id="[^"]*"')
NAV = re.compile(r'(?s)(<nav class="bd-links bd-docs-nav".*?>)(.*?)(</nav>)')
OWN = re.compile(r'(?s)<a class="[^"]*" href="#">.*?</a>')
CAPTION = re.compile(r'<p [^>]*class="caption"[^>]*>(.*?)</p>')
BELOW = re.compile(
    r'(?s)<details( open="open")?><summary><span class="toctree-toggle.*?</summary>'
    r"(.*?)</details>"
)
LATER = "mlc-later"  # of a section that its prediction keeps back (sealed.py)
WAITS = f' class="{LATER}"'


def show(page: str, context: dict[str, Any]) -> str:
    """Return the page with its contents in the list of chapters."""
    return NAV.sub(lambda nav: f"{nav[1]}{parts(nav[2], contents(page))}{nav[3]}", page)


def contents(page: str) -> str:
    """Return the list of a page's headings of the second level; "" if it has none."""
    items = "".join(
        f"<li{WAITS * (LATER in attributes)}>"
        f'<a href="{place}">{LINK.sub("", heading).strip()}</a></li>'
        for attributes, heading, place in HEADING.findall(page.partition("<article")[2])
    )
    return items and f'<ol class="mlc-contents">{items}</ol>'


def parts(chapters: str, own: str) -> str:
    """Return the list of chapters: the page's part open, others folded."""
    chapters = BELOW.sub(lambda below: below[2] * bool(below[1]), chapters)
    chapters = OWN.sub(lambda link: link[0] + own, chapters, count=1)
    first, *captioned = CAPTION.split(chapters)
    return first + "".join(
        part(name, chapters)
        for name, chapters in zip(captioned[::2], captioned[1::2], strict=True)
    )


def part(name: str, chapters: str) -> str:
    """Return a part of the book as a fold."""
    listed, end, after = chapters.rpartition("</ul>")
    count = listed.count('<li class="toctree-l1')
    is_open = " open" * ('<li class="toctree-l1 current' in listed)
    return (
        f'<details class="mlc-part"{is_open}><summary>{name} · {count}</summary>'
        f"{listed}{end}</details>{after}"
    )
