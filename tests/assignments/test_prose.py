"""Answers in words are listed to grade by hand if there is something new.

Words outside the answer's cell are not lost, and points that a teacher has given stand
as long as what they were given for stands.
"""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook

from assignments.course import SOURCE, Course
from assignments.grade import grade
from assignments.intake.collect import collect
from assignments.intake.mend import UNANSWERED, mend, read
from assignments.intake.prose import astray, readings
from assignments.running.limits import Limits
from assignments.tables.report import report
from tests.assignments.conftest import hand_in
from tests.assignments.conftest import read as table

BOTH = ["norms-derivation", "norms-experiment"]
LIMITS = Limits(seconds=60)
WORDS = "With the chain rule it follows that the row is zero exactly if $|v| < t$."


@pytest.fixture(scope="module")
def blank(releases):
    return nbformat.read(Course(releases).release("norms"), 4)


def named(nb, name):
    """Return the cell of that name, and its place."""
    for place, cell in enumerate(nb.cells):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
            return cell, place
    raise AssertionError(name)


def copy(nb):
    return nbformat.from_dict(json.loads(json.dumps(nb)))


def own(text=WORDS, kind="markdown"):
    return {"markdown": new_markdown_cell, "code": new_code_cell}[kind](text)


def mended(nb, blank):
    return mend(read(nbformat.writes(nb).encode()), blank)


def below(nb):
    nb.cells.insert(named(nb, BOTH[0])[1] + 1, own())


def copied(nb):
    cell, place = named(nb, BOTH[0])
    again = new_markdown_cell(WORDS, metadata=cell.metadata)
    nb.cells.insert(place + 1, again)


def replaced(nb):
    nb.cells[named(nb, BOTH[0])[1]] = own()


def in_the_question(nb):
    named(nb, "norms-ask-derivation")[0].source += f"\n\n{WORDS}"


def in_a_heading(nb):
    cell = next(c for c in nb.cells if c.source.startswith("## 2"))
    cell.source += WORDS


ELSEWHERE = [below, replaced, in_the_question, in_a_heading]


def test_words_in_a_copy_of_a_blank_cell_are_the_answer(blank):
    nb = copy(blank)
    copied(nb)
    nb, notes = mended(nb, blank)
    assert (named(nb, BOTH[0])[0].source, astray(nb, [blank])) == (WORDS, [])
    assert notes == [f"answer cell {BOTH[0]} stands there again, blank: left out"]


@pytest.mark.parametrize("write", ELSEWHERE)
def test_words_outside_the_answer_are_seen(blank, write):
    nb = copy(blank)
    write(nb)
    nb, _ = mended(nb, blank)
    assert astray(nb, [blank]) == BOTH
    assert any(WORDS in cell.source for cell in nb.cells)
    named(nb, BOTH[0])[0].source = "My answer."
    assert astray(nb, [blank]) == BOTH[1:]


SHORT = ["$x^2$", "Answer: 8 and 20", "a) 3", "the row is zero", "#1 a zero row"]
SHORT += ["# The row is zero, so its norm is 0", "\\(x\\)", "### $x$", "零行使范数为零"]


@pytest.mark.parametrize("text", SHORT)
@pytest.mark.parametrize("kind", ["markdown", "code"])
def test_a_short_answer_is_one(blank, text, kind):
    """Also where code should stand."""
    nb = copy(blank)
    nb.cells.append(own(f"## Mine\n{text}", kind))
    assert astray(mended(nb, blank)[0], [blank]) == BOTH


@pytest.mark.parametrize(
    "text", ["# Everything that I have thought", "Name: Anna", "---"]
)
def test_a_heading_is_no_answer(blank, text):
    nb = copy(blank)
    nb.cells.append(own(text))
    nb.cells[0].source = nb.cells[0].source.replace("\n", "\r\n") + "\n\nAnna"
    assert astray(mended(nb, blank)[0], [blank]) == []


def test_a_blank_has_no_words(blank):
    nb = copy(blank)
    named(nb, BOTH[0])[0].source = "\n"
    nb.cells.append(own("## Notes"))
    nb.cells.append(own(f"%time print(1)\nx = 1  # {WORDS}", "code"))
    in_a_heading(nb)
    old = copy(nb)
    nb, _ = mended(nb, blank)
    assert named(nb, BOTH[0])[0].source == named(blank, BOTH[0])[0].source
    assert astray(nb, [blank, old]) == []  # an earlier version has had these words


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("norms-derivation", BOTH[:1]),
        ("norms-ask-derivation", BOTH[:1]),
        ("norms-experiment-run", BOTH[1:]),
        ("norms-ask-experiment", BOTH[1:]),
        ("norms-rows", []),
        ("norms-data", []),
        ("norms-test-step", []),
    ],
)
def test_a_reading_is_of_an_answer_and_of_its_question(blank, name, changed):
    before, nb = readings(blank, [blank]), copy(blank)
    assert {*BOTH} < {*before}
    named(nb, name)[0].source += "more"
    after = readings(nb, [blank])
    assert [n for n in BOTH if after[n] != before[n]] == changed


@pytest.mark.parametrize("name", ["norms-rows", "norms-test-step"])
def test_a_test_is_read_with_all_code_of_a_student(blank, name):
    before, nb = readings(blank, [blank]), copy(blank)
    named(nb, name)[0].source += "more"
    after = readings(nb, [blank])
    assert after["norms-test-step"] != before["norms-test-step"]
    assert (after["norms-test-rows"] == before["norms-test-rows"]) == ("test" in name)


@pytest.fixture
def go(tmp_path, course):
    """Return what grades a notebook anew, and tells what waits for the teacher."""
    folder = tmp_path / "in"
    folder.mkdir()

    def run(nb):
        hand_in(folder, "anna", "norms", nb)
        found = collect(folder, ["norms"])
        assert grade(found, course, LIMITS, said=lambda _: None, again=True).graded
        report(course, said=lambda _: None)
        row = table(course)["anna", "norms"]
        return row["to grade by hand"].split(), row

    return run, course


def give(course, points, names=BOTH):
    """Give points by hand, as formgrader does."""
    with Gradebook(course.gradebook) as book:
        for name in names:
            mark = book.find_grade(name, "norms", "norms", "anna")
            mark.manual_score, mark.needs_manual_grade = points, False
        book.db.commit()


def test_an_answer_that_is_as_it_was_need_not_be_judged_again(go):
    """Graded anew, the points given by hand stand; what has changed waits."""
    run, course = go
    nb = nbformat.read(SOURCE / "norms" / "norms.ipynb", 4)
    assert run(nb)[0] == BOTH
    give(course, 1.5, [*BOTH, "norms-test-rows"])
    assert run(nb)[0] == []
    named(nb, BOTH[0])[0].source = "I have thought again."
    assert run(nb)[0] == BOTH[:1]
    assert run(nb)[0] == BOTH[:1]  # nobody has read it yet
    give(course, 1.0)
    named(nb, "norms-step")[0].source += "\n# I have looked at it again."
    assert run(nb)[0] == ["norms-test-rows"]


def test_words_elsewhere_wait_for_the_teacher(go, blank):
    """They are no 0 before somebody has looked, and stand when somebody has."""
    run, course = go
    nb = copy(blank)
    below(nb)
    waiting, row = run(nb)
    assert (waiting, row[BOTH[0]]) == (BOTH, "")
    said = "answer cell {} is empty, but there are words elsewhere"
    assert row["message"] == "; ".join(map(said.format, BOTH))
    with Gradebook(course.gradebook) as book:
        assert book.find_comment(BOTH[0], "norms", "norms", "anna").comment is None
    page = course.path("feedback", "anna", "norms", ".html")
    give(course, 0.0)
    waiting, row = run(nb)
    assert (waiting, row[BOTH[0]]) == ([], "0")
    assert "not yet graded" not in page.read_text(encoding="utf-8")
    nb.cells.pop(named(nb, BOTH[0])[1] + 1)
    waiting, row = run(nb)
    assert (waiting, row["message"]) == (BOTH, UNANSWERED)
    assert "not yet graded" in page.read_text(encoding="utf-8")
