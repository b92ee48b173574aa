"""Of a notebook nothing is trusted: neither text, nor output, nor metadata."""

import base64

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.lib.lexers import IPython3Lexer
from nbconvert.filters import markdown2html
from nbformat import NotebookNode
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)
from pygments.lexers import PythonLexer

from assignments.screen import safe
from assignments.screen.feedback import coloured
from assignments.screen.markdown import safe_markdown
from assignments.screen.safe import LEFT_OUT, apart, safe_notebook, safe_outputs
from assignments.screen.visible import tidied
from tests.assignments.harm import PIXEL, harm, inside
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
    assert "<math" in nb.cells[0].source  # the teacher's own
    assert nb.cells[0].metadata == {
        "nbgrader": INFO | {"grade_id": "ask", "solution": False}
    }
    for cell in nb.cells[:6]:
        assert harm(inside(cell.source)) == []
        assert markdown2html(cell.source).strip() == cell.source
    assert "&lt;script" in nb.cells[4].source  # to be read
    assert (nb.cells[6].source, nb.cells[6].outputs) == ("x = 1", [])


def shown(*cells):
    """Return what a notebook of these cells shows, each as its text."""
    nb = NotebookNode(cells=[*cells], metadata=NotebookNode())
    made = safe_notebook(nb, {"answer", "test"})
    return [cell.source for cell in made.cells], made


def test_what_is_shown_of_a_notebook_has_bounds(monkeypatch):
    """What still has room is shown; teachers' cells and tests' messages always are."""
    monkeypatch.setattr(safe, "ROOM", 36_000)
    text = new_output("stream", text="x" * 19_000)
    wrong = new_output("error", evalue="y")
    photo = new_markdown_cell("![a](attachment:p)")
    data = base64.b64encode(base64.b64decode(PIXEL) + bytes(30_000)).decode()
    photo.attachments = {"p": {"image/png": data}}
    cells = [
        new_code_cell("print()", outputs=[text]),
        photo,  # takes hardly any time
        new_code_cell("a = 1\n" * 400),  # 2,400 characters, ten times
        new_markdown_cell("word " * 1000),
        new_raw_cell("word " * 1000, metadata=cell_of("answer", True)),
        new_code_cell("assert 1", outputs=[wrong], metadata=cell_of("test", False)),
        *[new_code_cell("b = 2")] * 9999,
    ]
    sources, made = shown(*cells)
    assert (sources[0], sources[2][:5]) == ("print()", "a = 1")
    assert data in sources[1]
    assert [LEFT_OUT in source for source in sources[3:]] == [True, False, True]
    assert made.cells[-2].metadata["nbgrader"]["grade_id"] == "test"
    assert made.cells[-2].outputs[0].evalue == "y"
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


def test_honest_code_stays_as_it_is():
    code = "def f(x):\n\n    if x:\n\treturn '''a\n\n\n  b'''\n\n\n\n\nf(1)  # é"
    assert shown(new_code_cell(code))[0] == [code]
    assert tidied("a \xa0\n" + "\n" * 30 + "x" * 1001 + "\nb ").split("\n") == [
        "a",
        *[""] * 20,
        "x" * 1000 + " [Cut here: a long line.]",
        "b",
    ]


# --- the teacher's own cells ---


def test_a_teachers_cell_shows_its_formulas_and_pictures():
    cell = new_markdown_cell("$x$ ![a](attachment:p)", metadata=cell_of("ask", False))
    cell.attachments = {"p": {"image/png": PIXEL}, "q": {"text/html": "x"}}
    made = safe_notebook(new_notebook(cells=[cell]), {"ask"}).cells[0]
    page = BeautifulSoup(markdown2html(made.source), "html.parser")
    assert page.math.get_text() == "x"
    assert page.img["src"].endswith(PIXEL)


def test_a_mark_scheme_stands_apart():
    scheme = "=== BEGIN MARK SCHEME ===\n**(a)** one\n=== END MARK SCHEME ==="
    page = BeautifulSoup(safe_markdown(apart(f"Why?\n{scheme}")), "html.parser")
    names = [tag.name for tag in page.div.find_all(True)]
    assert names == ["p", "hr", "h4", "p", "strong"]
    assert page.p.get_text() == "Why?"
    assert page.find_all("p")[1].get_text() == "(a) one"
    assert "MARK SCHEME" not in page.get_text()
    more = safe_markdown(apart(f"Why?\n\n{scheme}\nGo on."))
    assert more.count("<hr>") == 2
