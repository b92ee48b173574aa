"""What the head of each page says: description, screen, colours, canonical address."""

import re
from types import SimpleNamespace

import pytest

from book import bookbuild, head
from tests.book.pages import PAGES

FULL = '<html><head>\n<meta charset="utf-8" />\n{}\n<title>t</title></head><body>'


def text(book, page):
    """Return the head of a built page."""
    return (book / page).read_text(encoding="utf-8").partition("</head>")[0]


def described(book, page):
    """Return the descriptions of a built page."""
    return re.findall(r'<meta name="description" content="([^"]*)"', text(book, page))


@pytest.mark.parametrize("page", PAGES)
def test_the_head_of_a_page(book, page):
    """One description of at most 160 characters, one screen, an icon, no preloads."""
    found = described(book, page)
    assert len(found) == 1
    assert 20 <= len(found[0]) <= head.MOST
    assert text(book, page).count('name="viewport"') == 1
    assert text(book, page).count('name="theme-color"') == 2
    assert text(book, page).count('rel="icon"') == 1
    assert 'rel="preload" as="script"' not in text(book, page)


def test_descriptions_differ(book):
    """No two pages are described in the same words."""
    found = [described(book, page)[0] for page in PAGES]
    assert len(set(found)) == len(found)


def test_the_first_paragraph_describes():
    """Without markup; a formula is left out; what is too long ends with a sentence."""
    body = (
        "<h1>T</h1><p>Is <em>it</em> so, if <b class='x'>a</b>\n&lt; b?</p><p>No.</p>"
    )
    assert head.description({"body": body}) == "Is it so, if a < b?"
    formula = r'<p>The score <span class="math notranslate">\(z\)</span> of a row.</p>'
    assert head.description({"body": formula}) == "The score … of a row."
    long = f"<p>{'One sentence of forty characters, or so. ' * 6}</p>"
    said = head.description({"body": long})
    assert said.endswith("or so.")
    assert len(said) <= head.MOST
    assert head.shortened("word " * 60).endswith(" word…")
    assert len(head.shortened("word " * 60)) <= head.MOST


def test_pages_without_text_have_words_of_their_own():
    """Search, index and an empty page are described as well."""
    said = [
        head.description({"pagename": name, "docstitle": "A book", "title": "T"})
        for name in ("search", "genindex", "empty")
    ]
    assert all("A book" in words for words in said)
    assert len(set(said)) == 3


def test_a_given_description_stays():
    """The author's own description, from `html_meta`, is not doubled."""
    given = FULL.format('<meta name="description" content="mine" />')
    done = head.complete(given, {"body": "<p>Other words that describe it.</p>"})
    assert re.findall(r'name="description" content="(\w*)', done) == ["mine"]


def test_screens_and_preloads_are_mended():
    """Two tags of the screen become one; the scripts' preloads go, a font's stays."""
    font = '<link rel="preload" as="font" href="a.woff2">'
    twice = '<meta name="viewport" content="a"/>' * 2
    script = '<link rel="preload" as="script" href="b.js" />'
    done = head.complete(FULL.format(twice + script + font), {"title": "T"})
    assert done.count("viewport") == 1
    assert font in done
    assert "b.js" not in done


def test_canonical_only_with_an_address(book, monkeypatch):
    """Sphinx writes the canonical links if BOOK_URL says where the book will be."""
    for step in ("forget_stale_executions", "forget_old_look", "served.prepare"):
        monkeypatch.setattr(f"book.bookbuild.{step}", lambda *args: None)
    config, app = SimpleNamespace(html_baseurl=""), SimpleNamespace(outdir=book)
    monkeypatch.setattr("os.environ", {})
    bookbuild.prepare(app, config)
    assert config.html_baseurl == ""
    monkeypatch.setattr("os.environ", {"BOOK_URL": "https://a.org/book/"})
    bookbuild.prepare(app, config)
    assert config.html_baseurl == "https://a.org/book/"
    assert 'rel="canonical"' not in text(book, PAGES[0])
