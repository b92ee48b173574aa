"""Answers: none does harm, and what is well meant survives."""

import base64

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.filters import markdown2html

from assignments.screen import markdown, visible
from assignments.screen.markdown import again, safe_markdown
from tests.assignments.harm import PHOTO, PIXEL, harm, inside, shown
from tests.assignments.payloads import FOR_MATHJAX, PAYLOADS
from tests.assignments.room import stopped


@pytest.mark.parametrize("source", PAYLOADS.values(), ids=PAYLOADS)
def test_no_payload_is_left(source):
    page = shown(source)
    assert harm(inside(page)) == []
    assert page.strip() == safe_markdown(source)  # nothing was Markdown any more
    assert harm(inside(again(source))) == []  # nor if it was not read as Markdown


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


@pytest.mark.thorough
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_mixture_does_harm(words):
    once = safe_markdown("".join(words))
    assert not set("\n$@\\`") & set(once)
    assert markdown2html(once).strip() == once
    assert harm(inside(once)) == []
    assert harm(inside(again(once))) == []


# --- what is well meant survives ---

ORDINARY = {
    "# Ä": "<h1>Ä</h1>",
    "*a* **b** ~~c~~": "<p><em>a</em> <strong>b</strong> <s>c</s></p>",
    "- a\n- b": "<li>b</li>",
    "3. a": '<ol start="3">',
    "`a < b`": "<code>a &lt; b</code>",
    "```python\nif a < b:\n\n    b\n```": "<pre><code>if a &lt; b:\n\n    b\n</code>",
    "a < b and c > d & e": "a &lt; b and c &gt; d &amp; e",
    "H<sub>2</sub>O": "H&lt;sub&gt;2&lt;/sub&gt;O",
    "$a<b$": "<mi>a</mi><mo>&lt;</mo><mi>b</mi>",
    "| a |\n|--:|\n| $|x|$ |": '<td align="right"><span><math',
    "$$a\n= b$$, so": '<math display="block">',
    "$$\na\n$$": '<math display="block">',
    "\\begin{align}\na&=b\n\\end{align}": '<mtd columnalign="right"><mi>a</mi>',
    "costs 5$ and 6$7": "costs 5$ and 6$7",
    r"5 \$ and 6 \$": "5 $ and 6 $",
    r"so \(x^2\)": '<math display="inline"><mrow><msup>',
    r"so \\(x\\)": "<mrow><mi>x</mi></mrow>",
    "\\[\nx = 1\n\\]": '<math display="block"><mrow><mi>x</mi>',
    r"as in \[1\] and \[Bishop 2006\]": "as in [1] and [Bishop 2006]",
    "$ x $": "<mi>x</mi>",
    "`$x$`": "<code>$x$</code>",
    "```\n$x$\n```": "<code>$x$\n</code>",
    r"$\foo x$": r"<code>\foo x</code>",
    "[a](https://b.c/d)": 'rel="noopener noreferrer nofollow" target="_blank">a</a>',
    "<https://b.c/d>": ">https://b.c/d</a></p>",
    "![the $x$](http://a.b/c.png)": "[a picture that is not shown: the $x$]",
}


@pytest.mark.parametrize("source", ORDINARY)
def test_ordinary_markdown_survives(source):
    assert ORDINARY[source] in str(BeautifulSoup(shown(source), "html.parser"))


def test_a_bar_of_a_formula_does_not_end_a_cell_of_a_table():
    page = BeautifulSoup(shown("| a | b |\n|---|---|\n| $|x|$ | c |"), "html.parser")
    assert [cell.get_text() for cell in page.find_all("td")] == ["|x|", "c"]


# --- pictures ---


@pytest.mark.parametrize(
    "source",
    ["![a](attachment:p.png)", "<img src='attachment:p.png'>", "no word of it"],
)
@pytest.mark.parametrize(("kind", "data"), [("png", PIXEL), ("jpeg", PHOTO)])
def test_an_attached_picture_is_shown(source, kind, data):
    """Once, also where it is named in HTML, or not at all."""
    page = shown(source, {"p.png": {f"image/{kind}": data}})
    assert page.count(f'src="data:image/{kind};base64,{data}"') == 1
    assert harm(inside(page)) == []


@pytest.mark.parametrize(
    "attachments",
    [
        {"p.png": {"image/png": PHOTO}},
        {"p.png": {"image/jpeg": PIXEL}},
        {"p.png": {"image/svg+xml": "PHN2Zz48L3N2Zz4="}},
        {"p.png": {'image/png"onload="x': PIXEL}},
        {"p.png": {"image/png": '"><script>'}},
        {"p.png": {"image/png": None}},
        {"p.png": "x"},
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
    assert visible.picture("image/png", base64.b64encode(huge).decode()) is None
    heavy = base64.b64encode(head + bytes(visible.PICTURE)).decode()
    assert visible.picture("image/png", heavy) is None


def test_a_picture_named_many_times_is_shown_once():
    page = shown("![a](attachment:p)\n" * 5, {"p": {"image/png": PIXEL}})
    assert page.count("<img") == 1


# --- bounds ---

LONG = {
    "text": "word " * 20_000,
    "table": "|a" * 200 + "\n" + "|-" * 200 + "\n" + "|\n" * 10_000,
    "quotes": ">" * 30_000,
    "formulas": ("$" + r"\frac" * 390 + "$ ") * 20,
    "dollars": "$$a" * 10_000,
    "round": r"\(" * 15_000,
    "square": r"\[" * 15_000,
    "environments": r"\begin{align}" * 3000,
    "stars": "*a_" * 10_000,
    "bars": "|$" * 15_000,
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG)
def test_what_is_too_much_is_cut_or_shown_as_it_is(source):
    with stopped(5):
        made = safe_markdown(source)
    assert harm(inside(made)) == []
    assert len(made) < 500_000
    assert ("Cut here" in made) == (len(source) > markdown.LONGEST)
