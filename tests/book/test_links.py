"""The built files themselves: links, and what is loaded from where."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from book.declared import drafts
from tests.book.pages import INTERACTIVE, PAGES, ROOT

LOADED = {"script", "img", "iframe", "source", "video", "audio", "embed", "object"}


class Page(HTMLParser):
    """What a page offers to link to, links to, and loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Note the ids and addresses of one element."""
        values = dict(attrs)
        self.ids += [values[key] for key in ("id", "name") if values.get(key)]
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag in LOADED:
            self.loads += [values[key] for key in ("src", "data") if values.get(key)]
        elif tag == "link" and values.get("rel") not in ("index", "search", None):
            self.loads.append(values["href"])


page_at = cache(Page)


def target(path: Path, link: str) -> Path:
    """Return the file that a link on the page at `path` leads to."""
    return (path.parent / unquote(urlsplit(link).path)).resolve()


def broken(path: Path) -> list[str]:
    """Return the links and addresses on a page that lead nowhere in the book."""
    found = []
    for link in page_at(path).links + page_at(path).loads:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        file = target(path, link) if parts.path else path
        anchor = unquote(parts.fragment)
        if not file.is_file():
            found.append(f"{link}: no such file")
        elif anchor and file.suffix == ".html" and anchor not in page_at(file).ids:
            found.append(f"{link}: no such place on the page")
    return found


@pytest.mark.parametrize("page", [*PAGES, "index.html"])
def test_links_lead_somewhere(book, page):
    """Every link within the book leads to a file and a place that exist."""
    assert broken(book / page) == []


@pytest.mark.parametrize("page", PAGES)
def test_ids_are_unique(book, page):
    """No two elements of a page have the same id."""
    text = (book / page).read_text(encoding="utf-8")
    visible = re.sub(r"<noscript>.*?</noscript>", "", text, flags=re.DOTALL)
    ids = re.findall(r'<[a-z][^>]*? id="([^"]+)"', visible)
    assert sorted({i for i in ids if ids.count(i) > 1}) == []


@pytest.mark.parametrize("page", INTERACTIVE)
def test_a_download_finds_its_questions(book, page):
    """They lie beside the notebook that the page offers, as beside the chapter."""
    links = [link for link in page_at(book / page).links if link.endswith(".ipynb")]
    [notebook] = {target(book / page, link) for link in links if "_sources/" in link}
    asked = notebook.parent / "questions" / f"{notebook.stem}.toml"
    source = ROOT / "chapters" / "questions" / asked.name
    assert asked.read_bytes() == source.read_bytes()


def test_every_page_is_known(book):
    """The pages that the tests visit are all pages of the built book but drafts."""
    built = {p.relative_to(book).as_posix() for p in book.rglob("*.html")}
    own = {p for p in built if not p.startswith("_static/")}
    own = {p for p in own if Path(p).stem not in drafts()}
    assert own - {"index.html"} == set(PAGES) - {"index.html"}
