"""Students run the visible tests before they hand in, in a kernel of their own."""

import json
import re
from functools import cache

import nbformat
import pytest
from nbclient import NotebookClient

from assignments.check import solved
from assignments.course import SOURCE, Course, ideas
from assignments.intake.mend import UNANSWERED, info, mend, read
from mlcourse.page.assignment import Room, as_cell, check_answers, told
from tests.assignments import hostile
from tests.assignments.wrong_logistic import WRONG

IDEA = "logistic"
MISTAKES = ["mean instead of sum", "uphill"]


@pytest.fixture(scope="module")
def blank(releases):
    return nbformat.read(Course(releases).release(IDEA), 4)


@pytest.fixture(scope="module")
def executed(blank, tmp_path_factory):
    """Return what runs a student's notebook from top to bottom, as far as it goes."""
    folder, made = tmp_path_factory.mktemp("own"), {}
    path = folder / f"{IDEA}.ipynb"
    nbformat.write(blank, path)
    made["right"] = solved(path, SOURCE / IDEA / f"{IDEA}.ipynb")
    made["wrong"] = nbformat.from_dict(made["right"])
    for mistake in MISTAKES:
        question, code, _ = WRONG[mistake]
        hostile.answer(made["wrong"], f"{IDEA}-{question}", code)
    hostile.answer(made["wrong"], f"{IDEA}-bill", "def bill(*_):\n    return 1 / 0")
    made["blank"] = nbformat.from_dict(blank)

    @cache
    def run(kind):
        nbformat.write(made[kind], path)
        place = {"metadata": {"path": str(folder)}}
        return NotebookClient(made[kind], allow_errors=True, resources=place).execute()

    return run


def shown(nb):
    """Return what the last cell shows, without its line breaks."""
    [output] = nb.cells[-1].outputs
    return " ".join(output.data["text/plain"].split())


@pytest.mark.thorough
def test_a_blank_is_not_answered_yet(executed):
    said = shown(executed("blank"))
    assert (said.count("– not answered yet:"), said.count("· not answered yet")) == (
        6,
        2,
    )
    assert "Visible tests: 0 of 6 points. By hand: 4 more." in said
    assert "More tests run when it is graded" in said


def test_the_solution_passes(executed):
    said = shown(executed("right"))
    assert (said.count("✓ passes:"), said.count("· answered")) == (6, 2)
    assert "Visible tests: 6 of 6 points." in said


def test_a_mistake_says_what_to_do(executed):
    """As much as can be seen: the mean of a loss is wrong, its far scores are not."""
    said = shown(executed("wrong"))
    assert re.search("✗ fails: 1 point: the formula At w = 0 every p is 1/2", said)
    assert "✓ passes: 1 point: scores far from 0" in said
    assert "(1, -2) to (0.5, -1), not to [ 1.5 -3. ]." in said
    assert re.search(
        r"bill raised ZeroDivisionError \(line \d+: return 1 / 0\): div", said
    )
    assert "Visible tests: 3 of 6 points." in said


def test_hidden_tests_do_not_show(executed):
    source = nbformat.read(SOURCE / IDEA / f"{IDEA}.ipynb", 4)
    hidden = re.findall(
        "(?s)BEGIN HIDDEN TESTS(.*?)### END", "".join(c.source for c in source.cells)
    )
    texts = re.findall(r'"([^"{}]{20,})', "".join(hidden))
    assert len(texts) > 20
    said = shown(executed("right")) + shown(executed("wrong"))
    assert [text for text in texts if text in said] == []


BLANK = pytest.param("blank", marks=pytest.mark.thorough)


@pytest.mark.parametrize("kind", [BLANK, "right", "wrong"])
def test_grading_is_the_same_with_the_cell_run_or_without_it(executed, blank, kind):
    """It never comes to the grader, so that no point can depend on it."""
    raw = json.loads(json.dumps(executed(kind)))
    kept, notes = mend(read(json.dumps(raw).encode()), blank)
    raw["cells"].pop()
    assert (kept, notes) == mend(read(json.dumps(raw).encode()), blank)
    assert notes == ([UNANSWERED] if kind == "blank" else [])
    assert "check_answers" not in str(kept)


def test_what_a_student_writes_into_the_cell_stays(executed, blank):
    raw = json.loads(json.dumps(executed("right")))
    raw["cells"][-1]["source"] += "\nmine = 1"
    kept, _ = mend(read(json.dumps(raw).encode()), blank)
    assert kept.cells[-1].source.endswith("mine = 1")


def test_without_its_notebook_it_says_what_to_do(tmp_path, monkeypatch):
    """As in a box, where the cell may run if it was changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.ipynb").write_text("{}", encoding="utf-8")
    assert "No notebook in" in check_answers(IDEA)


@pytest.mark.parametrize("idea", ideas(SOURCE))
def test_every_question_is_named(idea):
    """The tests of each assignment, whole, pass for its solution."""
    nb = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)
    names = {}
    for cell in nb.cells:
        if (
            cell.cell_type == "code"
            and not info(cell)["grade"]
            and "-run" not in str(cell)
        ):
            exec(cell.source, names)
    lines = [*told([as_cell(cell) for cell in nb.cells], names)]
    assert sum("✓ passes: 1 point" in line for line in lines) == 6
    headings = [
        line for line in lines if re.match(r"\d .* points?(, by hand)?\)$", line)
    ]
    assert len(headings) >= 5


FAULTS = {
    "def f(x): x * 2": "f returned None: does it end with a return?",
    "def f(x): return []": "f returned something empty.",
    "def f(x): return {'a': [[], 1]}": "f returned something empty.",
    "def f(x): return map(abs, [x])": "f returned a map: return numbers, texts",
    "def f(x): return 1 / 0": "f raised ZeroDivisionError: division by zero",
    "g = 1": "f is not defined: run the cell with your answer.",
    "def f(x):\n    x[0] = 3\n    return 1, 2": "f has changed x",
    "def f(x): return 1, 2": "",
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_told_as_by_the_grader(code):
    names = {}
    exec(code, names)
    test = "x = [1]\na, b = f(x)\nassert x == [1], 'f has changed x'"
    cells = [as_cell(raw("f", "def f(x):\n    raise NotImplementedError()", True))]
    _, why = Room(cells, names).test(test)
    assert why.startswith(FAULTS[code])
    assert bool(why) == bool(FAULTS[code])


def test_given_code_that_was_spoilt_is_named():
    cells = [as_cell(raw("data", "import numpy as np\nnp.zeros("))]
    assert "The given cell data does not run" in "\n".join(told(cells, {}))


def raw(name, source, solution=False):
    """Return a cell as a notebook holds it."""
    about = {"grade_id": name, "solution": solution}
    metadata = {"nbgrader": about}
    return {
        "cell_type": "code",
        "metadata": metadata,
        "source": source.splitlines(True),
    }
