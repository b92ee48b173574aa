"""Formulas: typeset when the book is built, spoken, numbered, and never too wide."""

import html
import re
from functools import cache
from io import StringIO

import pytest
from sphinx.application import Sphinx

from book import faces, formulas, node
from tests.book.pages import INTERACTIVE, PAGES
from tests.book.visit import RUN, Held, go

INLINE = '<span class="math notranslate nohighlight">\\({}\\)</span>'
NUMBER = '<span class="eqno">(4.1)<a class="headerlink" href="#e">#</a></span>'
DISPLAY = '<div class="math notranslate nohighlight" id="e">\n{}\\[{}\\]</div>'
TEXT_BYTES, FORMULA_BYTES = 90_000, 85_000  # of faces, on the wire


@pytest.fixture(scope="module", autouse=True)
def _installed():
    """Have the packages of the book, whether or not it was built before."""
    node.install()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    """Let no test read what another one typeset."""
    monkeypatch.setattr(formulas, "CACHE", tmp_path / "formulas")


def finished(*parts: str) -> str:
    """Return a page that holds `parts`, finished."""
    context = {"pagename": "page", "pathto": lambda path, resource: f"../{path}"}
    return formulas.step(f"<head></head><body>{''.join(parts)}</body>", context)


def annotations(page: str) -> list[str]:
    """Return the TeX that each typeset formula of a page carries for copying."""
    return [
        html.unescape(tex)
        for tex in re.findall(r'<annotation encoding="application/x-tex">([^<]*)', page)
    ]


# --- the step ---


def test_inline():
    """A formula in a line becomes HTML for the eye and MathML for the ear."""
    page = finished("<p>If ", INLINE.format("a &lt; b_1"), " holds</p>")
    assert annotations(page) == ["a < b_1"]
    assert page.count("<math ") == page.count('class="katex-html" aria-hidden') == 1
    assert "katex-display" not in page
    assert "\\(" not in page
    assert "\\)" not in page


def test_display_and_number():
    """A displayed formula stands in a box of its own; its number follows the box."""
    page = finished(DISPLAY.format(NUMBER, r"\sum_i x_i"))
    found = re.search(
        r'<div class="math notranslate nohighlight" id="e"><span class="mlc-formula">'
        r'<span class="katex-display">.*</span></span>(<span class="eqno">.*)</div>',
        page,
    )
    assert found
    assert found[1] == NUMBER
    assert annotations(page) == [r"\sum_i x_i"]


@pytest.mark.parametrize("name", ["align", "equation", "gather"])
def test_only_the_book_numbers(name):
    """An environment that LaTeX would number gets no second number from KaTeX."""
    tex = rf"\begin{{{name}}}x\end{{{name}}}"
    page = finished(f'<div class="math notranslate nohighlight amsmath">{tex}</div>')
    assert annotations(page) == [tex.replace(f"{{{name}}}", f"{{{name}*}}")]
    assert "eqn-num" not in page


def test_typeset_once():
    """What has been typeset is read again, and new formulas alone go to KaTeX."""
    asked = []
    original = formulas.katex
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formulas, "katex", lambda new: asked.append(new) or original(new))
        pages = [finished(*map(INLINE.format, page)) for page in ("xy", "xyz", "yx")]
    assert [[f.tex for f in new] for new in asked] == [["x", "y"], ["z"], []]
    assert annotations(pages[2]) == ["y", "x"]
    kept = [path.name for path in formulas.CACHE.iterdir()]
    assert len(kept) == 3
    assert all(name.endswith(".html") for name in kept)  # nothing half-written is left


def test_display_is_another_formula():
    """The same TeX in a line and on its own is typeset twice."""
    page = finished(INLINE.format(r"\sum_i x"), DISPLAY.format("", r"\sum_i x"))
    assert page.count("katex-display") == 1


def test_error_names_formula_and_reason(monkeypatch):
    """A formula that cannot be read is named with its page, and the others are set."""
    said = []
    monkeypatch.setattr(formulas, "warn", lambda *words: said.append(words))
    page = finished(INLINE.format("x"), INLINE.format(r"\gama"))
    [(name, bad, reason)] = said
    assert (name, bad.tex) == ("page", r"\gama")
    assert reason == r"Undefined control sequence: \gama"
    assert annotations(page) == ["x"]


def test_no_face_is_missing():
    """A formula that asks for a face that is not served is an error."""
    style = (node.HERE / "node_modules/katex/dist/katex.css").read_text("utf-8")
    known = {face.family for face in faces.FORMULAS}
    for rule in re.finditer(r"([^{}]*)\{([^{}]*)\}", style):
        family = re.search(r"font-family: \"?(KaTeX_\w+)", rule[2])
        if family and "@font-face" not in rule[1]:
            for name in re.findall(r"\.katex \.(\w+)", rule[1]):
                refused = formulas.FACELESS.search(f'class="mord {name}"')
                assert bool(refused) == (family[1] not in known), name
    _, errors = formulas.typeset([formulas.Formula(r"\mathfrak{g}", False)])
    assert "no face is served for frak" in str(errors)


# --- the whole way, in a book of one page ---

BOOK = """
# A page

As {eq}`e-1` says, $a$ and

$$a = b$$ (e-1)

\\begin{align} c &= d \\\\ e &= f \\end{align}

"""
CONF = """
extensions = ["myst_parser"]
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_update_mathjax = False
template_bridge = "book.finish.Pages"

def setup(app):
    from book import formulas
    formulas.setup(app)
"""


def built(folder, text):
    """Build a book of one page; return the page and what was warned of."""
    if not (folder / "index.md").exists():  # else it would be newer than the page
        (folder / "conf.py").write_text(CONF)
        (folder / "index.md").write_text(text)
    warned, out = StringIO(), folder / "out"
    sphinx = Sphinx(folder, folder, out, out, "html", status=None, warning=warned)
    sphinx.build()
    page = out / "index.html"
    return page.read_text("utf-8") if page.exists() else "", warned.getvalue()


@pytest.mark.filterwarnings("ignore")  # what Sphinx itself is warned of
def test_from_markdown_to_page(tmp_path):
    """Numbers, references and environments of a page come out typeset, no MathJax."""
    page, warned = built(tmp_path, BOOK)
    assert warned == ""
    assert annotations(page)[:2] == ["a", "a = b"]
    assert annotations(page)[2].split()[0] == r"\begin{align*}"
    assert re.findall(r'<span class="eqno">\((\d)\)', page) == ["1", "2"]
    assert re.search(
        r'<a class="reference internal" href="#equation-e-1">\(1\)</a>', page
    )
    assert "mathjax" not in page.lower()


@pytest.mark.filterwarnings("ignore")
def test_a_bad_formula_fails_the_build(tmp_path):
    """The build warns, and warnings fail it: of which page, formula and reason."""
    for _ in range(2):  # the second build finds the page unchanged, and warns again
        _, warned = built(tmp_path, BOOK + r"$\gama^2$")
        assert "index.md" in warned
        assert r"WARNING: formula \gama^2: Undefined control sequence: \gama" in warned


# --- the built pages ---


@cache
def shown(path) -> str:
    """Return a built page without code, scripts, and the TeX that rides along."""
    apart = r"(?s)<(script|pre|code|annotation)\b.*?</\1>"
    return re.sub(apart, "", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_no_formula_is_raw(book, page):
    """Nothing is left of the dollars and backslashes that an author writes."""
    text = html.unescape(re.sub(r"<[^>]*>", "", shown(book / page)))
    assert re.findall(r"\\[()\[\]]|\\begin|\$[^$\n]{1,80}\$", text) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_formula_is_typeset(book, page):
    """Each formula has its MathML with the TeX."""
    text = (book / page).read_text(encoding="utf-8")
    written = len(re.findall(r'<(?:span|div)[^>]*\sclass="math[ "]', text))
    assert len(annotations(text)) == text.count("<math ") == written


def test_mathjax_is_gone(book):
    """No page names it, and nothing of it is served."""
    named = [page for page in PAGES if "mathjax" in (book / page).read_text().lower()]
    assert named == []
    assert [p for p in book.rglob("*") if "mathjax" in p.name.lower()] == []


def test_faces_are_light(book):
    """All that reading takes, and all that formulas commonly take, is within budget."""
    folder = book / "_static" / faces.FOLDER
    sizes = {path.stem: path.stat().st_size for path in folder.glob("*.woff2")}

    def weigh(family: tuple[faces.Face, ...]) -> int:
        return sum(sizes[stem] for stem in {faces.stem(face) for face in family})

    assert weigh(faces.TEXT) <= TEXT_BYTES
    assert weigh(faces.FORMULAS) <= FORMULA_BYTES


# --- in the browser ---

LOADED = """async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(f => f.status == "loaded").map(f => f.family);
}"""
FETCHED = """() => performance.getEntriesByType("resource").map(r => r.toJSON())
    .filter(r => r.name.includes("KaTeX_"))"""
# Each formula in sight: is it wider than its box, and does its number lie beside it?
OPEN = "for (const fold of document.querySelectorAll('details')) fold.open = true"
BOXES = """() => [...document.querySelectorAll("div.math")].filter(
    line => line.checkVisibility()).map(line => {
    const box = line.querySelector(".mlc-formula"), edge = line.getBoundingClientRect();
    const words = document.createRange(), eqno = line.querySelector(".eqno");
    if (eqno) words.selectNode(eqno.firstChild);
    const number = eqno && words.getBoundingClientRect();
    return {wide: box.scrollWidth > box.clientWidth + 1, tabindex: box.tabIndex,
            right: number ? Math.abs(number.right - edge.right) : 0,
            middle: number ? Math.abs(number.top + number.bottom
                                      - edge.top - edge.bottom) / 2 : 0};
})"""


@pytest.fixture
def phone(browser):
    """Give a new window as narrow as a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def whole(phone, address):
    """Open a page and let it lay out all its sections, as any key does."""
    go(phone, address)
    phone.keyboard.press("Shift")
    phone.evaluate(OPEN)
    phone.evaluate(RUN)
    phone.evaluate("document.fonts.ready")
    phone.evaluate(RUN)


@pytest.mark.thorough
def test_wide_formulas_scroll(phone, site):
    """On a phone a wide formula scrolls in its box, by keyboard too; no page does."""
    wide = 0
    for path in INTERACTIVE:
        whole(phone, site + path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        boxes = phone.evaluate(BOXES)
        assert all(box["tabindex"] == 0 for box in boxes if box["wide"])
        assert max(box["right"] for box in boxes) < 2
        assert max(box["middle"] for box in boxes) < 2
        wide += sum(box["wide"] for box in boxes)
        if boxes and boxes[-1]["wide"]:
            box = phone.locator(".mlc-formula:visible").last
            box.focus()
            box.press("ArrowRight")
            phone.wait_for_function(
                "box => box.scrollLeft > 0", arg=box.element_handle()
            )
    assert wide > 0


@pytest.mark.thorough
def test_a_late_face_changes_what_scrolls(phone, site):
    """A formula is reached by keyboard if it is wide in its own face, and only then."""
    changed = 0
    for path in INTERACTIVE:
        held = Held(phone, "**/KaTeX_*", site + path)
        phone.evaluate(RUN)
        phone.keyboard.press("Shift")
        phone.evaluate(OPEN)
        phone.evaluate(RUN)
        before = [box["wide"] for box in phone.evaluate(BOXES)]
        held.let_go("document.fonts.status === 'loaded'")
        phone.evaluate(RUN)
        boxes = phone.evaluate(BOXES)
        assert all(box["wide"] == (box["tabindex"] == 0) for box in boxes)
        changed += before != [box["wide"] for box in boxes]
    assert changed > 0


@pytest.mark.thorough
@pytest.mark.parametrize("path", INTERACTIVE)
def test_formulas_are_drawn_with_their_faces(phone, site, path):
    """A page fetches the faces that its formulas use, within the budget."""
    whole(phone, site + path)
    families = phone.evaluate(LOADED)
    assert {"KaTeX_Main", "KaTeX_Math"} <= {name.strip('"') for name in families}
    sizes = {r["name"]: r["encodedBodySize"] for r in phone.evaluate(FETCHED)}
    assert 0 < sum(sizes.values()) <= FORMULA_BYTES
    assert [name for name in sizes if "rare" in name] == []
