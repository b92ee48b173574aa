"""The chapters on the front page: a card each, with a picture, a question and its time.

What a card says is declared in ``chapters/chapters.toml``; its picture is drawn by the
chapter's own pictures when the book is built, with ``card()``.
"""

from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from book import cells, declared, progress

PLACE = '<div class="mlc-chapters"></div>'  # in chapters/index.ipynb
BAR = '<div class="header-article-items__start">'  # of the theme, above the article
KICKER = '<p class="mlc-kicker">An interactive book</p>'
LINKS = {
    "#the-chapters": "Chapters",
    "places.html": "All learners",
    "races.html": "Races",
    "for-teachers.html": "For teachers",
    "references.html": "References",
}


def show(page: str, context: dict[str, Any]) -> str:
    """Return the front page, known as such, with its cards and the name of the book."""
    if PLACE not in page:
        return page
    head, article, text = page.partition("<article")
    head = head.replace("<body", '<body class="mlc-front"', 1)
    head = head.replace(BAR, BAR + top(str(context.get("docstitle", ""))), 1)
    text = text.replace("<h1>", f"{KICKER}<h1>", 1)
    return head + article + text.replace(PLACE, chapters())


def top(name: str) -> str:
    """Return the name of the book and where one can go: this page has no sidebar."""
    links = "".join(f'<a href="{to}">{said}</a>' for to, said in LINKS.items())
    return (
        f'<p class="mlc-plate">{escape(name)}</p>'
        f'<nav class="mlc-links" aria-label="Book">{links}</nav>'
    )


def chapters() -> str:
    """Return a card for each lesson, and what becomes of a reader's answers."""
    counts = progress.counts()
    items = "".join(
        f"<li>{card(number, lesson)}"
        f"{progress.line(lesson.slug, counts.get(lesson.slug, 0))}</li>"
        for number, lesson in enumerate(declared.lessons(), start=1)
    )
    return (
        f'<ol class="mlc-chapters">{items}</ol><div class="mlc-kept" hidden>'
        '<button type="button" class="mlc-export">Save my answers</button>'
        '<button type="button" class="mlc-forget">Forget my answers</button></div>'
    )


def card(number: int, lesson: declared.Chapter) -> str:
    """Return the card of a lesson, which leads to it."""
    more = f" + {lesson.exercises} for exercises" if lesson.exercises else ""
    return (
        f'<a class="mlc-card" href="{lesson.slug}.html">'
        f'<span class="mlc-thumb" aria-hidden="true">{picture(lesson.slug)}</span>'
        f'<span class="mlc-kicker">Chapter {number} · {lesson.minutes} min{more}</span>'
        f"<strong>{escape(title(lesson))}</strong>"
        f"<span>{escape(lesson.question)}</span></a>"
    )


@cache
def picture(slug: str) -> str:
    """Return the small picture of a chapter, as SVG."""
    moved = find_spec(f"mlcourse.chapters.{slug}") is not None
    home = f"chapters.{slug}.figures" if moved else f"pictures.{slug}"
    drawn: str = import_module(f"mlcourse.{home}").card()
    return drawn


def title(lesson: declared.Chapter) -> str:
    """Return the title of a chapter."""
    for text in cells.texts(declared.page(lesson)):
        for line in text.splitlines():
            if line.startswith("# "):
                return line.removeprefix("# ").strip()
    raise declared.DeclarationError(f"{lesson.slug} has no title: a line '# ...'.")
