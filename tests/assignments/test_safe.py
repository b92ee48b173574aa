"""Of a notebook nothing is trusted: neither text, nor output, nor metadata."""

import base64
import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.lib.lexers import IPython3Lexer
from nbconvert.filters import markdown2html
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)
from pygments.lexers import PythonLexer

from assignments.course import SOURCE, ideas
from assignments.running.limits import Limits
from assignments.running.sitting import Sitting
from assignments.screen.feedback import coloured
from assignments.screen.given import readable
from assignments.screen.judge import START, is_safe
from assignments.screen.safe import LEFT_OUT, safe_notebook, safe_outputs
from assignments.screen.visible import tidied
from tests.assignments.harm import PIXEL
from tests.assignments.payloads import PAYLOADS
from tests.assignments.room import stopped

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
    x = "<math><mrow><mi>x</mi></mrow></math>"
    assert nb.cells[0].source == f"# {x}"  # the teacher's own
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


@pytest.mark.thorough
def test_too_many_long_answers_are_shown_as_they_are():
    cells = [new_markdown_cell("*a* " * 7000) for _ in range(20)]
    made = safe_notebook(new_notebook(cells=cells), set()).cells
    rendered = ["<em>" in cell.source for cell in made]
    assert rendered == [True] * 3 + [False] * 17
    assert "*a* *a*" in made[10].source


def shown(*cells):
    """Return what a notebook of these cells shows, each as its text."""
    made = safe_notebook(new_notebook(cells=[*cells]), {"answer", "test"})
    return [cell.source for cell in made.cells], made


def test_code_has_bounds():
    long = [new_code_cell("a = 1\n" * 4000) for _ in range(20)]
    sources, _ = shown(*long, new_code_cell("b = 2"))
    assert sources[4:] == [f"# {LEFT_OUT}"] * 16 + ["b = 2"]  # it has room
    assert sum(map(len, sources[:4])) < 100_000
    assert "Cut here" in sources[0]


def test_pages_have_bounds():
    long = [new_raw_cell("<&>\n" * 5000) for _ in range(60)]
    sources, _ = shown(*long, new_markdown_cell("*b*"))
    assert sum(map(len, sources)) < 1_100_000
    assert LEFT_OUT in sources[59]
    assert "<em>b</em>" in sources[60]
    assert all(map(is_safe, sources))


def test_a_page_that_was_made_elsewhere_has_bounds():
    """Somebody has written what we write, and much of it."""
    forged = START + "<p>x</p>" * 40_000 + "</div>"
    assert is_safe(forged)
    sources, _ = shown(*[new_markdown_cell(forged) for _ in range(20)])
    assert sum(map(len, sources)) < 1_100_000


@pytest.mark.thorough
def test_outputs_of_a_notebook_have_bounds():
    text, value = [new_output("stream", text="x" * 19_000)] * 50, {"text/plain": "y"}
    many = [new_output("display_data", data=value)] * 40
    wrong = [new_output("error", ename="E", evalue="why", traceback=["why"])]
    cells = [new_code_cell("", outputs=text), new_code_cell("", outputs=text)]
    cells += [new_code_cell("", outputs=many) for _ in range(30)]
    cells.append(new_code_cell("", outputs=wrong, metadata=cell_of("test", False)))
    _, made = shown(*cells)
    found = [[LEFT_OUT in str(one) for one in cell.outputs] for cell in made.cells]
    assert found[0] == [False] * 50
    assert found[1] == [False] * 2 + [True]
    assert found[2] == [False] * 40
    assert made.cells[-1].outputs[0].evalue == "why"  # of a test it stays


@pytest.mark.thorough
def test_the_number_of_outputs_has_bounds():
    value = new_output("display_data", data={"text/plain": "y"})
    cells = [new_code_cell("", outputs=[value] * 50) for _ in range(30)]
    _, made = shown(*cells)
    assert [len(cell.outputs) for cell in made.cells] == [50] * 20 + [1] * 10


@pytest.mark.thorough
def test_pictures_of_answers_have_bounds():
    data = base64.b64encode(base64.b64decode(PIXEL) + bytes(4_500_000)).decode()
    kept = {"attachments": {"p": {"image/png": data}}}
    cells = [new_markdown_cell("![a](attachment:p)", **kept) for _ in range(4)]
    sources, _ = shown(*cells)
    assert ["<img" in source for source in sources] == [True] * 3 + [False]


@pytest.mark.thorough
def test_pictures_of_a_notebook_have_bounds():
    head = base64.b64decode(PIXEL)
    data = {"image/png": base64.b64encode(head + bytes(4_500_000)).decode()}
    picture = new_output("display_data", data=data)
    _, made = shown(*[new_code_cell("", outputs=[picture]) for _ in range(4)])
    assert ["data" in cell.outputs[0] for cell in made.cells] == [True] * 3 + [False]


@pytest.mark.thorough
def test_cells_have_bounds_but_for_the_teachers():
    many = [new_code_cell("1") for _ in range(3000)]
    ours = [new_code_cell("2", metadata=cell_of(name, False)) for name in ("test",)]
    ours.append(new_code_cell("3", metadata=cell_of("answer", True)))
    sources, made = shown(*many, *ours)
    assert sources[:2000] == ["1"] * 2000
    assert sources[2000:-1] == ["2", "3"]
    assert LEFT_OUT in sources[-1]
    nbformat.validate(made)


SLOW = {
    "spaces at the ends of lines": "pass\n" + "  \n" * 33_000 + "pass",
    "empty lines": "pass\n" + "\n" * 99_000 + "pass",
    "indented": "\n" * 20 + " " * 19_000 + "x",
    "match": "match" + " " * 19_000,
    "names": "'" + r"\N{" * 6000,
    "quotes": '"""\n' * 5000,
    "lines that look empty": "a\n" + "\x80\n" * 9000 + "a",
    "other empty lines": "\n\x0c\n\xa0" * 5000,
}


@pytest.mark.parametrize("source", SLOW.values(), ids=SLOW)
def test_code_is_coloured_soon(source):
    """By both that colour; IPython's did not end within two minutes."""
    with stopped(5):
        sources, _ = shown(*[new_code_cell(source) for _ in range(5)])
        for lexer in (PythonLexer(), IPython3Lexer()):
            assert sum(1 for one in sources for _ in lexer.get_tokens(one)) < 200_000
        coloured(source)


def test_a_page_of_feedback_colours_tidy_code():
    assert coloured("a  \n" + "  \n" * 30 + "b").count("\n") < 30


def test_honest_code_stays_as_it_is():
    code = "def f(x):\n\n    if x:\n\treturn '''a\n\n\n  b'''\n\n\n\n\nf(1)  # é"
    assert shown(new_code_cell(code))[0] == [code]
    assert tidied("a \xa0\n" + "\n" * 30 + "x" * 1001 + "\nb ").split("\n") == [
        "a",
        *[""] * 20,
        "x" * 1000 + " [Cut here: a long line.]",
        "b",
    ]


@pytest.mark.thorough
def test_what_is_left_out_of_the_screen_is_run():
    """The cell is longer than what is shown, and its function stands at the end."""
    sitting = Sitting(Limits(cell_seconds=9, seconds=60, trusted=True), [])
    cell = new_code_cell("a = 1\n" * 30_000 + "  \n" * 9000 + "print(6 * 7)")
    sitting.start("cell")
    cell.outputs = sitting.run(cell.source)
    sitting.end()
    sources, made = shown(cell)
    assert made.cells[0].outputs[0].text == "42\n"
    assert "print" not in sources[0]


def test_a_teachers_picture_stays():
    cell = new_markdown_cell("![a](attachment:p)", metadata=cell_of("ask", False))
    cell.attachments = {"p": {"image/png": PIXEL}, "q": {"text/html": "x"}}
    made = safe_notebook(new_notebook(cells=[cell]), {"ask"}).cells[0]
    assert made.attachments == {"p": {"image/png": PIXEL}}


# --- the teacher's own cells ---

MINE = r"""# Question $x$

Many *words*, **bold**, `$code$`, 5\$ and 6\$, \(no formula\), $\unknown y$ and
[a link with $z$](https://a.b "$t$"), ![the $p$ curve](https://a.b/c.png)

| a | $b$ |
|---|----:|
| $a_1*b_1*c$ | 2 |

$$
f(x) = \begin{cases} 1 & x > 0 \\ 0 & x < 0 \end{cases}
$$

- item
    - nested, with $n$

para

    indented $code$

```
$fence$
```

<table><tr><td>$h$</td><td><code>$c$</code></td></tr></table>
"""
FORMULAS = ["$x$", "$z$", "$b$", "$a_1*b_1*c$", "$n$", "$h$"]


def page_of(source):
    """Return what the formgrader makes of Markdown."""
    return BeautifulSoup(markdown2html(source), "html.parser")


def test_a_teachers_cell_changes_in_its_formulas_alone():
    """The same page as before; only what was a formula stands there as MathML."""
    before, after = page_of(MINE), page_of(readable(MINE))
    for one in after.find_all("math"):
        one.replace_with("@")
    words = before.get_text()
    for formula in FORMULAS:
        words = words.replace(formula, "@", 1)
    words = re.sub(r"(?s)\$\$.*\$\$", "@", words)
    assert after.get_text().split() == words.split()
    names = [[tag.name for tag in page.find_all(True)] for page in (before, after)]
    assert [n for n in names[0] if n != "p"] == [n for n in names[1] if n != "p"]
    assert after.img.attrs == before.img.attrs
    assert after.select("a")[1].attrs == before.select("a")[1].attrs


def test_a_formula_in_a_teachers_cell_is_drawn_without_a_script():
    page = page_of(readable(MINE))
    drawn = [one.get_text() for one in page.find_all("math")]
    assert drawn[:4] == ["x", "z", "b", "a1*b1*c"]
    assert page.find("math", display="block").find("mtd")["style"] == "text-align:left"
    assert readable(readable(MINE)) == readable(MINE)


@pytest.mark.parametrize("idea", ideas())
def test_no_formula_of_an_assignment_is_left_to_a_network(idea):
    nb = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)
    found = [page_of(readable(c.source)) for c in nb.cells if c.cell_type == "markdown"]
    for page in found:
        for code in page.find_all(["code", "pre"]):
            code.decompose()
    assert sum(len(page.find_all("math")) for page in found) > 5
    assert not any("$" in page.get_text() for page in found)


def test_a_mark_scheme_stands_apart():
    scheme = "=== BEGIN MARK SCHEME ===\n**(a)** one\n=== END MARK SCHEME ==="
    page = page_of(readable(f"Why?\n{scheme}"))
    assert [tag.name for tag in page.find_all(True)] == [
        "p",
        "hr",
        "h4",
        "a",
        "p",
        "strong",
    ]
    assert page.p.get_text() == "Why?"
    assert page.find_all("p")[1].get_text() == "(a) one"
    assert "MARK SCHEME" not in page.get_text()
    more = page_of(readable(f"Why?\n\n{scheme}\nGo on."))
    assert [tag.name for tag in more.find_all(True)][-2:] == ["hr", "p"]


def test_a_bar_of_a_formula_does_not_end_a_cell_of_a_table():
    page = page_of(readable("| a |\n|---|\n| $|x|$ |"))
    assert [cell.get_text() for cell in page.find_all("td")] == ["|x|"]
