"""Real grading runs: everyone gets the points that they should, whatever others do."""

import json

import nbformat
import pytest
from nbgrader.api import Gradebook

from assignments.course import SOURCE, Course
from assignments.grade import grade
from assignments.report import report
from assignments.sandbox import has_namespaces
from tests.assignments.conftest import LIMITS, WRONG, hand_in, read, students
from tests.assignments.hostile import HOSTILE, SAID, SPY, TESTS, UNREADABLE

GROUPS = [(idea, name) for idea in WRONG for name in students(idea)]
BY_HAND = ("derivation", "experiment")


def lost(row):
    """Return the tests that gave no point."""
    start = f"{row['assignment']}-"
    tests = {name: v for name, v in row.items() if name.startswith(f"{start}test")}
    return {name.removeprefix(start) for name, v in tests.items() if not float(v)}


def feedback(graded, name, idea):
    """Return the text of a feedback page."""
    path = graded.course.path("feedback", name, idea, ".html")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("idea", WRONG)
def test_the_solution_gets_full_marks(graded, idea):
    """Six points from the tests; the other four when a teacher has given them."""
    row = graded.rows["right", idea]
    assert (row["points"], row["of"], row["message"]) == ("6.0", "10.0", "")
    assert row["to grade by hand"] == f"{idea}-derivation {idea}-experiment"


def test_points_given_by_hand_count(graded):
    """The gradebook takes them, the report adds them: 10 of 10."""
    with Gradebook(graded.course.gradebook) as book:
        for name in BY_HAND:
            mark = book.find_grade(f"logistic-{name}", "logistic", "logistic", "right")
            mark.manual_score, mark.needs_manual_grade = 2, False
        book.db.commit()
    row = read(report(graded.course))["right", "logistic"]
    assert (row["points"], row["to grade by hand"]) == ("10.0", "")


@pytest.mark.parametrize("idea", WRONG)
def test_the_blank_gets_nothing(graded, idea):
    """And nothing is left to grade by hand: no answer is no answer."""
    row = graded.rows["blank", idea]
    assert (float(row["points"]), row["to grade by hand"]) == (0, "")


@pytest.mark.parametrize("idea", WRONG)
def test_there_are_enough_mistakes(idea):
    found, file = len(WRONG[idea]), f"tests/assignments/wrong_{idea}.py"
    assert found >= 6, f"{file}: {found} mistakes in WRONG, not 6"


@pytest.mark.parametrize(("idea", "name"), GROUPS)
def test_mistakes_lose_what_they_should(graded, idea, name):
    """Their own points, and no others."""
    row = graded.rows[name, idea]
    mistakes = students(idea)[name]
    assert lost(row) == set().union(*(WRONG[idea][m][2] for m in mistakes)), mistakes
    assert row["message"] == ""


@pytest.mark.parametrize("name", HOSTILE)
def test_misbehaviour_costs_its_own_points(graded, name):
    row = graded.rows[name, "logistic"]
    assert lost(row) == HOSTILE[name][1]
    assert SAID.get(name, "") in row["message"]


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_notebook_gets_nothing_and_a_reason(graded, name):
    row = graded.rows[name, "logistic"]
    assert lost(row) == TESTS
    assert UNREADABLE[name][1] in row["message"]
    assert UNREADABLE[name][1] in feedback(graded, name, "logistic")


def told_by_spy(course):
    """Return what the spy has printed, as (what was tried, what came of it)."""
    nb = nbformat.read(course.path("autograded", "spies", "logistic"), 4)
    [outputs] = [c.outputs for c in nb.cells if "def attempt" in c.source]
    lines = "".join(o.text for o in outputs).splitlines()
    told = [tuple(line.split(" ", 1)) for line in lines]
    assert len(told) == 17
    return set(told)


def test_spies_see_nothing(graded):
    """No network, no processes; no reading and writing but in the own folder."""
    told = told_by_spy(graded.course)
    if has_namespaces():
        assert ("INTERFACES", "['lo']") in told
    assert allowed(told) == {("own", "DONE 4")}


def test_spies_see_nothing_without_namespaces(graded, tmp_path):
    """On macOS, Windows and locked servers Python alone stands guard."""
    limits, course = LIMITS._replace(namespaces=False), Course(tmp_path / "course")
    source = graded.course.path("submitted", "spies", "logistic")
    nb = json.loads(source.read_text(encoding="utf-8"))
    closed = [str(tmp_path), str(course.root), str(SOURCE)]
    [spy] = [cell for cell in nb["cells"] if "def attempt" in "".join(cell["source"])]
    spy["source"] = SPY.format(closed=closed)
    hand_in(tmp_path, "spies", "logistic", nb)
    grade(tmp_path, course, limits, said=lambda _: None)
    assert allowed(told_by_spy(course)) == {("own", "DONE 4")}


def allowed(told):
    """Return the attempts that were not refused."""
    return {
        (what, came)
        for what, came in told
        if what != "INTERFACES" and came != "PermissionError"
    }


@pytest.mark.parametrize(("idea", "name"), GROUPS)
def test_feedback_teaches_and_keeps_the_hidden_tests(graded, idea, name):
    """Points and messages are in the page, the code of hidden tests is not."""
    page = feedback(graded, name, idea)
    assert "Error: " in page
    assert "HIDDEN TESTS" not in page
    assert "default_rng" not in page
    assert str(graded.course.root) not in page


def test_feedback_says_re_weight_first(graded):
    mistake = "item 4, half a re-weighting"
    [name] = [n for n, all_ in students("adaboost").items() if mistake in all_]
    assert "Re-weight first" in feedback(graded, name, "adaboost")


def test_output_is_cut(graded):
    path = graded.course.path("autograded", "is-clumsy", "logistic")
    assert path.stat().st_size < 1_000_000
