"""Answers: none does harm, and what is well meant survives."""

import base64

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.filters import markdown2html

from assignments.screen import markdown, visible
from assignments.screen.judge import START, is_safe
from assignments.screen.markdown import safe_markdown
from tests.assignments.harm import PHOTO, PIXEL, harm, inside, shown
from tests.assignments.payloads import FOR_MATHJAX, PAYLOADS
from tests.assignments.room import stopped


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


@pytest.mark.thorough
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
    r"$\lVert w \rVert$": ">‖</mo>",
    r"$\text{für große}$": "<mtext>für\xa0große</mtext>",
    "$$a\n= b$$, so": '<math display="block">',
    "costs 5$ and 6$7": "costs 5$ and 6$7",
    r"5 \$ and 6 \$": "5 $ and 6 $",
    r"so \(x^2\)": "so <math><mrow><msup>",
    r"so \\(x\\)": "so <math><mrow><mi>x</mi>",
    "\\[\nx = 1\n\\]": '<math display="block"><mrow><mi>x</mi>',
    r"\[ a \\[4pt] b \]": '<math display="block"><mrow><mi>a</mi>',
    "\\[ \\beta x \\]": '<math display="block"><mrow><mi>β</mi>',
    r"as in \[1\] and \[Bishop 2006\]": "as in [1] and [Bishop 2006]",
    "\\( a\n\nb \\)": "<p>( a</p>\n<p>b )</p>",
    "$ x $": "<math><mrow><mi>x</mi></mrow></math>",
    "$a is new, and $b$ too": "$a is new, and <math><mrow><mi>b</mi></mrow></math> too",
    "a$ is new, and $b$ too": "a$ is new, and <math><mrow><mi>b</mi></mrow></math> too",
    "$$a = 1\n\nand $b$": "<p>$$a = 1</p>\n<p>and <math>",
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
    assert visible.picture("image/png", base64.b64encode(huge).decode()) is None
    heavy = base64.b64encode(head + bytes(visible.PICTURE)).decode()
    assert visible.picture("image/png", heavy) is None


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
    "round": r"\(" * 15_000,
    "square": r"\[" * 15_000,
    "brackets": "[" * 40_000,
}


OPEN = "".join(f"<p><b id={i}>" for i in range(1500))
MANY = "".join(f"<{tag} id={i}>" for i in range(140) for tag in "biusa")
LONG |= {
    "opened again": OPEN + "<p>x</p>" * 1000,
    "of all kinds": MANY + "<p>x</p>" * 2000,
    "ended before": "</b>" * 1500 + "".join(f"<b id={i}>" for i in range(1500)),
    "tildes": "~~" * 15_000,
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG)
def test_what_is_too_much_is_cut_or_shown_as_it_is(source):
    with stopped(5):
        made = safe_markdown(source)
    assert is_safe(made)
    assert len(made) < 400_000
    assert ("Cut here" in made) == (len(source) > markdown.LONGEST)


@pytest.mark.parametrize(
    "kind", ["opened again", "of all kinds", "ended before", "tildes"]
)
def test_what_takes_long_is_not_read(kind):
    with pytest.raises(ValueError, match=r"seconds|again"):
        markdown.cleaned(LONG[kind], {})


@pytest.mark.thorough
def test_html_that_grows_is_not_read_twice():
    source = "".join(f"<b id={i}>" for i in range(140)) + "<p>x</p>" * 3000
    with pytest.raises(ValueError, match="more than anyone reads"):
        markdown.cleaned(source, {})


FORGED = {
    "not ended": "<p>x</p><b>",
    "not ended in time": "<p><b></p>",
    "ended twice": "<p></b></p>",
    "ended in a comment": "<b><!--</b>-->",
    "ended in quotes": "<b><i title='</b></i>'>",
    "crossed": "<b><i></b></i>",
    "too many": "<p>x</p>" * 60_000,
    "too deep": "<b>" * 150 + "</b>" * 150,
}


@pytest.mark.parametrize("inside", FORGED.values(), ids=FORGED)
def test_what_is_not_nested_is_not_even_parsed(inside, monkeypatch):
    monkeypatch.setattr("assignments.screen.judge.JUDGE", None)  # it would raise
    assert not is_safe(START + inside + "</div>")


def test_a_table_that_would_fill_up_is_not_made():
    """Markdown gives every row all columns: 200 times 10,000 cells of 40 kB of text."""
    with pytest.raises(ValueError, match="table"):
        markdown.cleaned(LONG["table"], {})
