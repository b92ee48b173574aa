"""Say on each page how much it asks; the browser then says how much is answered.

A chapter has a line below its title, the list of chapters a ring beside each, and the
front page a line a chapter. All numbers come from ``chapters/questions/``; what the
reader has answered stays in the browser (``static/book.js``).
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from mlcourse.page.questions import read_questions

QUESTIONS = Path(__file__).resolve().parent.parent / "chapters" / "questions"
FOLDER = "chapters"  # of the pages that count
PLACE = '<div class="mlc-chapters"></div>'  # in chapters/index.md
LINK = re.compile(
    r'(<li class="toctree-l1[^>]*><a class="[^"]*" href="([^"]*)">)(.*?)</a>'
)


def show(page: str, context: dict[str, Any]) -> str:
    """Return the page with a place for each thing that the browser counts."""
    counts = {path.stem: len(read_questions(path)) for path in QUESTIONS.glob("*.toml")}
    here = PurePosixPath(context.get("pagename", ""))
    own = chapter_at("", here)
    if own in counts:
        head, article, text = page.partition("<article")  # before it: a title in print
        text = text.replace("</h1>", f"</h1>{line(own, counts[own])}", 1)
        page = head + article + text
    if PLACE in page:
        page = page.replace(PLACE, chapters(page, counts, here))
    return LINK.sub(lambda found: ringed(found, counts, here), page)


def chapter_at(address: str, here: PurePosixPath) -> str:
    """Return the chapter that an address on the page `here` leads to; "" if none."""
    leads = normpath(here.parent / address) if address.strip("#") else str(here)
    folder, _, name = leads.removesuffix(".html").rpartition("/")
    return name if folder == FOLDER else ""


def line(chapter: str, count: int) -> str:
    """Return the line that says how many questions of a chapter are answered."""
    return (
        f'<p class="mlc-progress" data-chapter="{chapter}" data-questions="{count}">'
        f"{count} question{'s' * (count > 1)}</p>"
    )


def chapters(page: str, counts: dict[str, int], here: PurePosixPath) -> str:
    """Return the list of the front page, from the page's own list of chapters."""
    items = "".join(
        f'<li><a href="{address}">{title}</a>{line(slug, counts[slug])}</li>'
        for _, address, title in LINK.findall(page)
        if (slug := chapter_at(address, here)) in counts
    )
    return (
        f'<ol class="mlc-chapters">{items}</ol><div class="mlc-kept" hidden>'
        '<button type="button" class="mlc-export">Save my answers</button>'
        '<button type="button" class="mlc-forget">Forget my answers</button></div>'
    )


def ringed(found: re.Match[str], counts: dict[str, int], here: PurePosixPath) -> str:
    """Return a link of the list of chapters with a ring, if the chapter asks."""
    start, address, title = found.groups()
    slug = chapter_at(address, here)
    if slug not in counts:
        return found[0]
    ring = (
        f'<span class="mlc-ring" data-chapter="{slug}" '
        f'data-questions="{counts[slug]}" aria-hidden="true"></span>'
    )
    return f"{start}{ring}{title}</a>"
