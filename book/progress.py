"""Say on each page how much it asks; the browser then says how much is answered.

A chapter has a line below its title, or below the hero with which it starts, the list
of chapters a ring beside each, and each card of the front page (cards.py) a line. All
numbers come from ``chapters/questions/``; what the reader has answered stays in the
browser (``static/book.js``).
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from mlcourse.page.questions import Question, read_questions

QUESTIONS = Path(__file__).resolve().parent.parent / "chapters" / "questions"
FOLDER = "chapters"  # of the pages that count
HERO = re.compile(r'class="mlc-hero\b')
CELL = re.compile(r'<div class="cell\b')
BLOCK = re.compile(r"(?s)<script\b.*?</script>|<div\b|</div>")
LINK = re.compile(
    r'(<li class="toctree-l1[^>]*><a class="[^"]*" href="([^"]*)">)(.*?)</a>'
)


def show(page: str, context: dict[str, Any]) -> str:
    """Return the page with a place for each thing that the browser counts."""
    asked = counts()
    here = PurePosixPath(context.get("pagename", ""))
    own = chapter_at("", here)
    if own in asked:
        head, article, text = page.partition("<article")  # before it: a title in print
        at = beginning(text)
        page = head + article + text[:at] + line(own, asked[own]) + text[at:]
    return LINK.sub(lambda found: ringed(found, asked, here), page)


def beginning(article: str) -> int:
    """Return where the line stands: below the first hero's cell, else the title."""
    title = article.find("</h1>") + len("</h1>")
    hero = HERO.search(article.partition("<h2")[0])
    if hero is None:
        return title
    start = max(cell.start() for cell in CELL.finditer(article, 0, hero.start()))
    depth = 0  # of the blocks that are open
    for tag in BLOCK.finditer(article, start):
        depth += {"<div": 1, "</di": -1}.get(tag[0][:4], 0)
        if not depth:
            return tag.end()
    return title


def counts() -> dict[str, int]:
    """Return how many questions each page asks; explorers have words there, too."""
    found = {
        path.stem: sum(isinstance(q, Question) for q in read_questions(path).values())
        for path in QUESTIONS.glob("*.toml")
    }
    return {slug: count for slug, count in found.items() if count}


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
