"""Nothing that a student writes is trusted: neither text, nor output, nor metadata."""

import base64
import re
from html import unescape
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.filters import markdown2html, strip_files_prefix
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)

from assignments import markdown, plain
from assignments.course import SOURCE, ideas
from assignments.markdown import START, is_safe, safe_markdown
from assignments.mathml import UnreadError, mathml, written
from assignments.safe import safe_notebook, safe_outputs
from tests.assignments.payloads import FOR_MATHJAX, PAYLOADS

# Written out once more: an element that is added there has to be added here as well.
HTML = """a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd
    li mark ol p pre s samp small span strong sub sup table tbody td tfoot th thead tr
    u ul var"""
MATH = """math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt
    mstyle msub msubsup msup mtable mtd mtext mtr munder munderover"""
HTML_ATTRIBUTES = """align alt colspan height href rel rowspan src start target width"""
MATH_ATTRIBUTES = """accent columnalign depth display displaystyle fence form height
    largeop linethickness lspace mathvariant maxsize minsize movablelimits notation
    rspace scriptlevel separator stretchy voffset width"""
WHERE = {
    "href": "(https?://|mailto:)[^/].*",
    "src": "data:image/(png|jpeg);base64,[a-z0-9+/=]+",
}
PIXEL = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1).to_bytes(4) * 2 + b"\x08\x06\0\0\0"
).decode()
PHOTO = base64.b64encode(b"\xff\xd8\xff\xe0" + bytes(40)).decode()


def shown(source, attachments=None):
    """Return what the formgrader makes of a cell after it has been made safe."""
    return strip_files_prefix(markdown2html(safe_markdown(source, attachments)))


def harm(page):
    """Return what must not be in HTML that a student has written."""
    soup = BeautifulSoup(f"<b></b>{page}", "html.parser")  # a mere address is warned of
    found = []
    for tag in soup.find_all(True):
        attributes = HTML_ATTRIBUTES if tag.name in HTML.split() else MATH_ATTRIBUTES
        if tag.name not in (HTML + " " + MATH).split():
            found.append(tag.name)
        for name, value in tag.attrs.items():
            if name not in attributes.split():
                found.append(f"{tag.name} {name}")
            if name in WHERE and not re.fullmatch(WHERE[name], address(value)):
                found.append(value)
    return found + [
        str(odd)
        for odd in soup.find_all(string=True)
        if type(odd).__name__ == "Comment"
    ]


def address(value):
    """Return an address as a browser understands it."""
    return re.sub(r"[\x00-\x20]", "", unescape(unquote(value))).lower()


def inside(page):
    """Return what stands in the frame; fail if anything stands outside of it."""
    soup = BeautifulSoup(page.strip(), "html.parser")
    (frame,) = soup.contents
    assert frame.attrs == {"class": ["student", "tex2jax_ignore", "mathjax_ignore"]}
    return frame.decode_contents()


@pytest.mark.parametrize("source", PAYLOADS.values(), ids=PAYLOADS)
def test_no_payload_is_left(source):
    page = shown(source)
    assert harm(inside(page)) == []
    assert page.strip() == safe_markdown(source)  # nothing was Markdown any more


@pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")
def test_the_payloads_do_harm_as_they_are():
    harmless = {k for k, source in PAYLOADS.items() if not harm(markdown2html(source))}
    in_a_browser = {"section"}  # it ends at the first >, not so for this parser
    assert harmless == FOR_MATHJAX | in_a_browser


PIECES = r"""<table> <td> <li><div> </div> </p> <p> <a <b> <!-- --> ``` ` ~~~ $ $$ \$
    \begin{a} \end{a} \\[ \\] \frac { } ^ _ \left( & ' " \sideset \href{x} > - 1. | |-|
    [x]( ![ ) &# attachment:a https://a.b @@0@@ <math> <pre> é"""
WORDS = [*PAYLOADS.values(), *PIECES.split(), " ", "    ", "\n", "\n\n"]
WORDS += ["\ud800", "\u202e", "\x00", "\xa0"]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_mixture_does_harm(words):
    once = safe_markdown("".join(words))
    assert is_safe(once)
    assert safe_markdown(once) == once
    assert markdown2html(once).strip() == once
    assert harm(inside(once)) == []


@pytest.mark.parametrize(
    "cut", ["<p>x</p>", "\n", "<p>$x$</p>", "<p onclick=a>x</p>", "<b>"]
)
def test_the_judge_is_not_talked_round(cut):
    good = START + "<p>a</p>" + "</div>"
    assert is_safe(good)
    assert is_safe(good.replace("<p>", "<p>b</p><p>"))
    assert not is_safe(good + cut)
    assert not is_safe(START + "</div>" + cut + "<div></div>")


@pytest.mark.parametrize("character", "\n$@\\`")
def test_what_could_mean_something_to_markdown_or_mathjax_is_not_safe(character):
    assert not is_safe(f"{START}<p>{character}x{character}</p></div>")
    made = safe_markdown(f"<pre>a {character} b {character}</pre>")
    assert character not in made
    assert character in BeautifulSoup(made, "html.parser").get_text()


def test_what_changes_with_a_second_reading_is_read_again():
    made = safe_markdown("<li><div><section><li>x</section></div>")
    assert "<li>x</li>" in made


def test_what_is_safe_has_bounds():
    """A student can write what is safe already, and too much of it."""
    deep = "<b>" * 100 + "{}" + "</b>" * 100
    assert is_safe(START + deep.format("x") + "</div>")
    assert not is_safe(START + deep.format(deep.format("x")) + "</div>")
    assert not is_safe(START + "x" * markdown.WORDS + "</div>")


def test_a_tree_that_another_parser_reads_otherwise_is_not_safe():
    """The second li closes the first, and the last div would then close the frame."""
    assert not is_safe(f"{START}<li><div><li>x</li></div></li></div>")


# --- what is well meant survives ---

ORDINARY = {
    "# Ä": "<h1>Ä</h1>",
    "*a* **b** ~~c~~": "<p><em>a</em> <strong>b</strong> <s>c</s></p>",
    "- a\n- b": "<li>b</li>",
    "3. a": '<ol start="3">',
    "`a < b`": "<code>a &lt; b</code>",
    "```python\nif a < b:\n\n    b\n```": "<pre><code>if a &lt; b:\n\n    b\n</code>",
    "a < b and c > d & e": "a &lt; b and c &gt; d &amp; e",
    "$a<b$": "<mi>a</mi><mo>&lt;</mo><mi>b</mi>",
    "| a |\n|--:|\n| $|x|$ |": '<td align="right"><math>',
    "H<sub>2</sub>O<br>x": "H<sub>2</sub>O<br/>x",
    r"$\lVert w \rVert$": "<mo>‖</mo>",
    r"$\text{für alle}$": "<mtext>für\xa0alle</mtext>",
    "$$a\n= b$$, so": '<math display="block">',
    "costs 5$ and 6$7": "costs 5$ and 6$7",
    r"5 \$ and 6 \$": "5 $ and 6 $",
    "`$x$`": "<code>$x$</code>",
    "```\n$x$\n```": "<code>$x$\n</code>",
    r"$\foo x$": r"<code>$\foo x$</code>",
    "[a](https://b.c/d)": "</a> (https://b.c/d)",
    "[a][b]\n\n[b]: https://c.d": "[a][b]</p>\n<p>[b]: https://c.d</p>",
    "<https://b.c/d>": ">https://b.c/d</a></p>",
    "![the $x$](http://a.b/c.png)": "[a picture that is not shown: the $x$]",
    "@@0@@ and me@b.c": "@@0@@ and me@b.c",
}


@pytest.mark.parametrize("source", ORDINARY)
def test_ordinary_markdown_survives(source):
    assert ORDINARY[source] in str(BeautifulSoup(shown(source), "html.parser"))


FORMULAS = {
    r"\frac{a}{b}": "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": "<mtd><mn>3</mn></mtd><mtd><mn>4</mn>",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": '<mtd columnalign="left"><mi></mi><mo>=',
    r"\begin{align*}a&=b\end{align*}": '<mtd columnalign="right"><mi>a</mi></mtd>',
    r"\begin{cases}1&x\\0&y\end{cases}": ">{</mo><mtable>",
    r"\bigl\{ x \bigr\rVert": ">‖</mo>",
    r"\log x": '<mi>log</mi><mspace width="0.167em"></mspace><mi>x</mi>',
    r"\log (x)": '<mi>log</mi><mo stretchy="false">(</mo>',
    r"\operatorname*{arg\,max}_x f": ">argmax</mo>",
    r"\mathbf{w}^\top": "<mi>\N{MATHEMATICAL BOLD SMALL W}</mi>",
    r"x \le \infty": "<mo>≤</mo>",
}


@pytest.mark.parametrize("latex", FORMULAS)
def test_formulas_become_mathml(latex):
    assert FORMULAS[latex] in mathml(latex, display=True)


@pytest.mark.parametrize(
    "latex",
    [
        r"\def\a{\a\a}\a",
        r"\newcommand{\a}{bb}\a",
        r"\sideset{}{}{" * 30 + "x" + "}" * 30,
        "{" * 500,
        r"\unknown",
        "a & b",
        "x" * 3000,
        r"\frac",
        r"\left(",
    ],
)
def test_a_formula_that_cannot_be_read_is_shown_as_its_source(latex):
    assert mathml(latex, display=False) is None


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\class{score}{x}",
        r"\style{position:fixed}{x}",
        r"\color{white}{x}",
        r"\rule{99em}{99em}",
        r"\hspace{-500px}x",
        r"\raise{900pt}{x}",
        r"\unicode{x3c}\unicode{x202e}\text{<img src=x>}",
    ],
)
def test_of_a_formula_only_its_signs_are_shown(latex):
    made = mathml(latex, display=False)
    assert harm(made) == []
    assert not re.search(r'="[^"]*\d\d|\u202e|javascript|white', made)


@pytest.mark.parametrize("name", ["script", "annotation-xml", "mglyph", "maction"])
def test_elements_that_are_not_of_formulas_are_refused(name):
    with pytest.raises(UnreadError):
        written(Element(name))


def formulas(nb):
    """Yield the formulas of a notebook, without those in code."""
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"(?s)```.*?```|`[^`]*`", "", cell.source)
            for found in re.finditer(r"(?s)\$\$(.+?)\$\$|\$(.+?)\$", text):
                yield found[1] or found[2]


@pytest.mark.parametrize("idea", ideas())
def test_every_formula_of_the_assignments_becomes_mathml(idea):
    found = list(formulas(nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)))
    assert len(found) > 5
    assert [latex for latex in found if mathml(latex, display=False) is None] == []


# --- pictures ---


@pytest.mark.parametrize(
    "source",
    [
        "![a](attachment:p.png)",
        '![the $f\'("x")$ curve](attachment:p.png)',
        "<img width=40 alt='a' src='attachment:p.png'>",
    ],
)
@pytest.mark.parametrize(("kind", "data"), [("png", PIXEL), ("jpeg", PHOTO)])
def test_an_attached_picture_is_shown(source, kind, data):
    page = shown(source, {"p.png": {f"image/{kind}": data}})
    assert f'src="data:image/{kind};base64,{data}"' in page
    assert harm(inside(page)) == []


@pytest.mark.parametrize(
    "attachments",
    [
        {"p.png": {"image/png": PHOTO}},
        {"p.png": {"image/jpeg": PIXEL}},
        {"p.png": {"image/svg+xml": "PHN2Zz48L3N2Zz4="}},
        {"p.png": {"text/html": "PGI+"}},
        {"p.png": {'image/png"onload="x': PIXEL}},
        {"p.png": {"image/png": '"><script>'}},
        {"p.png": {"image/png": None}},
        {"p.png": "x"},
        {"q.png": {"image/png": PIXEL}},
        ["p.png"],
        None,
    ],
)
def test_what_is_no_picture_is_not_shown(attachments):
    page = shown("![a](attachment:p.png)", attachments)
    assert "<img" not in page
    assert "[a picture that is not shown: a]" in page


def test_huge_pictures_are_not_shown():
    head = base64.b64decode(PIXEL)
    huge = head[:16] + (60_000).to_bytes(4) * 2 + head[24:]
    assert plain.picture("image/png", base64.b64encode(huge).decode()) is None
    assert plain.picture("image/png", "A" * (plain.PICTURE + 4)) is None


def test_pictures_are_shown_until_they_are_too_many(monkeypatch):
    one = len(f'src="data:image/png;base64,{PIXEL}"')
    monkeypatch.setattr(markdown, "PICTURES", 3 * one)
    page = shown("![a](attachment:p)\n" * 5, {"p": {"image/png": PIXEL}})
    assert (page.count("<img"), page.count("not shown")) == (2, 3)


# --- bounds ---

LONG = {
    "text": "word " * 20_000,
    "table": "|a" * 200 + "\n" + "|-" * 200 + "\n" + "|\n" * 10_000,
    "nested": "<div>" * 6000 + "x",
    "references": "\n".join(f"[a{i}]: /x" for i in range(5000)),
    "formulas": ("$" + r"\frac" * 390 + "$ ") * 20,
    "dollars": "$$a" * 10_000,
    "brackets": "[" * 40_000,
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG)
def test_what_is_too_much_is_cut_or_shown_as_it_is(source):
    made = safe_markdown(source)
    assert is_safe(made)
    assert len(made) < 400_000
    assert ("Cut here" in made) == (len(source) > markdown.LONGEST)


def test_a_table_that_would_fill_up_is_not_made():
    """Markdown gives every row all columns: 200 times 10,000 cells of 40 kB of text."""
    with pytest.raises(ValueError, match="table"):
        markdown.cleaned(LONG["table"], {})


# --- outputs ---


def test_outputs_keep_text_and_pictures_only():
    hostile = {
        "text/plain": ["<b>", "x"],
        "image/png": PIXEL + "\n",
        "text/html": "<script>",
        "image/svg+xml": "<svg onload=x>",
        "application/javascript": "x",
        "text/latex": r"$\href{javascript:x}{y}$",
        "text/markdown": "<script>",
        "application/vnd.jupyter.widget-view+json": {"model_id": "x"},
    }
    found = safe_outputs(
        [
            new_output("display_data", data=hostile, metadata={"isolated": True}),
            new_output(
                "stream", name="stderr", text="a\x1b[31mb\x1b]8;;x\x07\x00\ud800c"
            ),
            new_output("error", ename="E\x1b[0m", evalue="v", traceback=["\x1b[1mt"]),
            new_output("display_data", data={"text/html": "<script>"}),
            new_output("display_data", data={"image/png": "<script>"}),
        ]
    )
    data = {"text/plain": "<b>x", "image/png": PIXEL}
    assert found == [
        new_output("display_data", data=data),
        new_output("stream", name="stderr", text="abc"),
        new_output("error", ename="E", evalue="v", traceback=["t"]),
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text/plain", "image/png", "x"]), inner)
    ),
    max_leaves=5,
)
NAMES = ["output_type", "data", "text", "name", "ename", "evalue", "traceback"]
TYPES = st.sampled_from(["stream", "error", "display_data", "execute_result", "x"])
FIELDS = st.dictionaries(st.sampled_from(NAMES), JSON)


@given(st.lists(JSON | st.builds(lambda f, t: f | {"output_type": t}, FIELDS, TYPES)))
@settings(deadline=None)
def test_odd_outputs_become_valid_ones(outputs):
    cell = new_code_cell("", outputs=safe_outputs(outputs), id="a")
    nbformat.validate(new_notebook(cells=[cell]))


def test_outputs_have_bounds():
    many = [new_output("stream", text="x" * 50_000) for _ in range(1000)]
    found = safe_outputs(many)
    assert len(found) == 51
    assert len(found[0].text) < 21_000
    assert "Cut here" in found[0].text
    assert "Cut here" in found[-1].text


# --- the notebook ---

INFO = {"grade": True, "locked": True, "points": 2, "schema_version": 3, "task": False}


def cell_of(name, solution):
    """Return the metadata of a teacher's cell, and more that a student has added."""
    ours = INFO | {"grade_id": name, "solution": solution}
    more = {"comment": "<script>", "checksum": ["<script>"]}
    return {"nbgrader": ours | more, "tags": ['"><script>']}


def hostile_notebook():
    """Return a notebook with script wherever there is room for it."""
    script = PAYLOADS["script"]
    bad = new_output("display_data", data={"text/html": script})
    cells = [
        new_markdown_cell("# $x$", metadata=cell_of("ask", False)),
        new_markdown_cell(script, metadata=cell_of("answer", True)),
        new_markdown_cell(script, metadata=cell_of('"><script>', False)),
        new_markdown_cell(script, metadata={"nbgrader": script}),
        new_raw_cell(script, metadata={"raw_mimetype": "text/html"}),
        new_raw_cell(script, metadata=cell_of("ask", False)),
        new_code_cell("x\x00 = 1", metadata=cell_of("test", False), outputs=[bad]),
    ]
    about = {
        "title": script,
        "widgets": {"x": script},
        "language_info": {"name": script},
    }
    about["kernelspec"] = {"name": "python3", "display_name": "Python 3", "x": script}
    return new_notebook(cells=cells, metadata=about)


def test_of_a_notebook_nothing_is_left_that_runs():
    nb = safe_notebook(hostile_notebook(), {"ask", "answer", "test"})
    nbformat.validate(nb)
    assert nb.metadata == {
        "kernelspec": {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        },
        "language_info": {"name": "python"},
    }
    kept = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in nb.cells]
    assert kept == ["ask", "answer", None, None, None, "ask", "test"]
    assert nb.cells[0].source == "# $x$"  # the teacher's own
    assert nb.cells[0].metadata == {
        "nbgrader": INFO | {"grade_id": "ask", "solution": False}
    }
    assert all(is_safe(cell.source) for cell in nb.cells[1:6])
    assert all("script>" not in cell.source for cell in nb.cells[1:4])
    assert "&lt;script>" in nb.cells[4].source.replace("&gt;", ">")  # to be read
    assert (nb.cells[6].source, nb.cells[6].outputs) == ("x = 1", [])


def test_a_notebook_that_has_been_here_stays_as_it_is():
    nb = hostile_notebook()
    nb.cells[1].source = "$x$ ![a](attachment:p)"
    nb.cells[1].attachments = {"p": {"image/png": PIXEL}}
    names = {"ask", "answer", "test"}
    once = safe_notebook(nb, names)
    assert safe_notebook(once, names) == once


def test_too_many_long_answers_are_shown_as_they_are():
    cells = [new_markdown_cell("*a* " * 7000) for _ in range(20)]
    made = safe_notebook(new_notebook(cells=cells), set()).cells
    rendered = ["<em>" in cell.source for cell in made]
    assert rendered == [True] * 7 + [False] * 13


def test_a_teachers_picture_stays():
    cell = new_markdown_cell("![a](attachment:p)", metadata=cell_of("ask", False))
    cell.attachments = {"p": {"image/png": PIXEL}, "q": {"text/html": "x"}}
    made = safe_notebook(new_notebook(cells=[cell]), {"ask"}).cells[0]
    assert made.attachments == {"p": {"image/png": PIXEL}}
