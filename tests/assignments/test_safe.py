"""Of a notebook nothing is trusted: neither text, nor output, nor metadata."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.filters import markdown2html
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)

from assignments.course import SOURCE, ideas
from assignments.screen.given import readable
from assignments.screen.markdown import is_safe
from assignments.screen.safe import safe_notebook, safe_outputs
from tests.assignments.harm import PIXEL
from tests.assignments.payloads import PAYLOADS

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
