"""A page loads what it uses, and nothing else."""

import gzip
import re

import pytest

from book import diet
from book.script import CUT, SCRIPTS, THEME_SCRIPTS
from tests.book.pages import PAGES
from tests.book.test_links import target

MOST_SCRIPTS, MOST_STYLES = 90_000, 40_000  # bytes, gzip


def tags(book, page):
    """Return the attributes and the text of each script of a page."""
    text = (book / page).read_text(encoding="utf-8")
    return re.findall(r"(?s)<script\b([^>]*)>(.*?)</script>", text)


def addresses(book, page):
    """Return the addresses of the scripts of a page."""
    found = [
        re.search(r'src="([^"]+)"', attributes) for attributes, _ in tags(book, page)
    ]
    return [match[1] for match in found if match]


def packed(book, page, links):
    """Return the bytes of files that a page links to, as a server sends them."""
    files = (target(book / page, link) for link in links)
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


# --- every built page ---


@pytest.mark.parametrize("page", PAGES)
def test_one_style_sheet(book, page):
    """A page links to one style sheet, which is small."""
    text = (book / page).read_text(encoding="utf-8")
    links = re.findall(r'<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"', text)
    names = [diet.inside(link).partition("?")[0] for link in links]
    assert names == ["book.css"]
    assert packed(book, page, links) <= MOST_STYLES


@pytest.mark.parametrize("page", PAGES)
def test_scripts_wait(book, page):
    """No script with an address keeps the page waiting; all together are small."""
    for attributes, _ in tags(book, page):
        assert "src=" not in attributes or re.search("defer|async", attributes)
    assert packed(book, page, addresses(book, page)) <= MOST_SCRIPTS


@pytest.mark.parametrize("page", PAGES)
def test_search_index_only_on_the_search_page(book, page):
    """The index and what reads it come with the search page."""
    names = [diet.inside(a).partition("?")[0] for a in addresses(book, page)]
    searching = [
        n
        for n in names
        if n in ("language_data.js", "searchtools.js", "searchindex.js")
    ]
    wanted = ["language_data.js", "searchtools.js", "searchindex.js"]
    assert searching == (wanted if page == "search.html" else [])


@pytest.mark.parametrize("page", PAGES)
def test_addresses_change_with_the_content(book, page):
    """What every page shares has the digest of its content in its address."""
    text = (book / page).read_text(encoding="utf-8")
    for name in ("book.css", "page.js"):
        assert f'_static/{name}?v={diet.digest(book / "_static" / name)}"' in text


def test_nothing_is_left_over(book):
    """No font, source map or style sheet of the theme stays behind."""
    names = {
        p.relative_to(book / "_static").as_posix() for p in book.glob("_static/**/*.*")
    }
    own = {name for name in names if not diet.matches(name, diet.KEPT)}
    assert not [n for n in own if n.endswith((".map", ".po", ".mo", ".new"))]
    assert not [n for n in own if diet.matches(n, diet.THEME_STYLES + diet.UNUSED)]
    assert not [n for n in own if "fontawesome" in n]


def test_the_sheet_asks_for_no_icon_font(book):
    """No rule of the sheet names a font that draws icons."""
    assert "Font Awesome" not in (book / "_static" / "book.css").read_text("utf-8")


# --- the steps themselves ---

OWN = ":root { --mine: red } .mlc-anything { color: var(--mine) }"
THEME = """
@font-face { font-family: "Font Awesome 6 Free"; src: url(../webfonts/fa.woff2) }
.card { color: var(--card); background: url(../images/logo.png) }
.by-script { color: blue }
.nobody { color: green }
.card:before { content: "\\f107"; font-family: "Font Awesome 6 Free" }
:root { --card: red; --chain: var(--chained); --chained: blue }
.card > .nobody, .card > p { margin: 0 }
"""


@pytest.fixture
def static(tmp_path):
    """Give a small `_static` as Sphinx leaves it."""
    folder = tmp_path / "_static"
    (folder / "styles").mkdir(parents=True)
    (folder / "styles" / "pydata-sphinx-theme.css").write_text(THEME)
    (folder / "page.css").write_text(OWN)
    (folder / "page.js").write_text('box.classList.add("by-script"); // nobody')
    return folder


def rules(static, page='<body><div class="card"><p>nobody</p></div></body>'):
    """Return the style sheet that is made for one page, without white space."""
    return re.sub(r"\s", "", diet.sheet(static, [page]))


def test_a_rule_is_kept_if_a_page_or_a_script_uses_it(static):
    """A class only in a string of a script counts; a word of the text does not."""
    kept = rules(static)
    assert ".by-script{color:blue}" in kept
    assert ".card>p{margin:0}" in kept
    assert "nobody" not in kept
    (static / "page.js").write_text("")
    assert "by-script" not in rules(static)


def test_own_rules_are_kept_whole(static):
    """The rules of the book stay whether used or not, after those of the theme."""
    assert rules(static).endswith(re.sub(r"\s", "", OWN))


def test_icons_fonts_and_unused_variables_go(static):
    """What draws icons with a font, and variables that nothing reads."""
    kept = rules(static)
    assert "Awesome" not in kept
    assert "f107" not in kept
    assert "--card:red" in kept
    assert "--chain" not in kept


def test_addresses_are_seen_from_the_one_sheet(static):
    """An address in a sheet of a folder is told from the folder above."""
    assert "url(images/logo.png)" in rules(static)


PAGE = """<html><head><title>t</title>
<link rel="stylesheet" type="text/css" href="../_static/pygments.css?v=1" />
<link href="../_static/styles/theme.css?digest=1" rel="stylesheet" />
<link rel="stylesheet" href="../_static/teachers-own.css" />
<script src="../_static/doctools.js?v=1"></script>
<script src="../_static/teachers-own.js"></script>
<script src="../_static/design-tabs.js?v=2"></script>
<script>DOCUMENTATION_OPTIONS.pagename = 'a';</script>
<script>let toggleHintShow = 'x';</script>
<script type="application/json">{"thebe": 1}</script>
</head><body>%s</body></html>"""
CONTEXT = {"content_root": "../"}


def test_a_page_is_rewritten():
    """Known files become two; a teacher's own stay as they are; data too."""
    done = diet.lighten(PAGE % "", CONTEXT)
    assert re.findall(r'(?:href|src)="\.\./_static/([^"]+)"', done) == [
        "book.css?v=", "page.js?v=", "teachers-own.css", "teachers-own.js",
    ]  # fmt: skip
    assert '<script src="../_static/teachers-own.js">' in done
    assert '{"thebe": 1}' in done
    assert "DOCUMENTATION_OPTIONS" not in done
    assert "toggleHint" not in done


def test_a_page_has_what_its_content_needs():
    """Tabs bring their script, and what folds brings its own with its settings."""
    done = diet.lighten(PAGE % '<div class="sd-tab-set docutils"></div>', CONTEXT)
    assert '<script defer src="../_static/design-tabs.js">' in done
    done = diet.lighten(PAGE % '<div class="admonition dropdown"></div>', CONTEXT)
    assert "toggleHint" in done


@pytest.mark.parametrize(
    "own",
    [
        '<script src="https://a.example/plot.js"></script><script>Plot()</script>',
        '<script src="https://a.example/clipboard.min.js"></script>',
        "<script>say(DOCUMENTATION_OPTIONS.pagename)</script>",
        '<script>if (thebe) kernelName = "python3"</script>',
        "<script>const a = 1; toggleHintShow = a;</script>",
    ],
)
def test_scripts_of_a_page_of_ones_own_run_as_written(own):
    """A library runs before what calls it; to speak of the theme is not to be of it."""
    assert own in diet.lighten(PAGE % own, CONTEXT)


def test_pages_of_an_earlier_build_are_stamped_anew(tmp_path, static):
    """A page that this build did not write links to the new sheet as well."""
    (static / SCRIPTS[0]).write_text("const OPTIONS = {};")
    (static / THEME_SCRIPTS[0]).write_text("".join(CUT))
    (static / "unnamed.woff2").write_bytes(b"font")
    (static / "my logo.png").write_bytes(b"drawn")
    old = '<link rel="stylesheet" href="_static/book.css?v=old"><p class="card">'
    old += '<img src="_static/my%20logo.png">'
    pages = [tmp_path / name for name in ("new.html", "kept.html")]
    for page in pages:
        page.write_text(old, encoding="utf-8")
    builder = type("Builder", (), {"format": "html"})
    app = type("App", (), {"outdir": tmp_path, "builder": builder})
    diet.finish(app, None)
    first = [page.read_text(encoding="utf-8") for page in pages]
    assert len({*first}) == 1
    assert f"v={diet.digest(static / 'book.css')}" in first[0]
    assert {p.name for p in static.iterdir()} == {"book.css", "my logo.png"}
    diet.finish(app, None)  # nothing to do: Sphinx copied no files
    assert [page.read_text(encoding="utf-8") for page in pages] == first
    diet.finish(app, RuntimeError())
