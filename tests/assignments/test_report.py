"""What the tables say: nobody gets a 0 for what was never graded."""

import csv
import itertools
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook, MissingEntry

from assignments.course import Course
from assignments.intake.spelling import safe
from assignments.notes import Note, write_name, write_note
from assignments.tables.platforms import cell, natural, write_table
from assignments.tables.report import report

BY_HAND = ("derivation", "experiment")


@cache
def empty_gradebook():
    """Return an empty gradebook; nbgrader takes seconds to make one."""
    with TemporaryDirectory() as name:
        course = Course(Path(name))
        with Gradebook(course.gradebook):
            return (course.root / "gradebook.db").read_bytes()


def classroom(folder):
    """Return a new course with an empty gradebook."""
    course = Course(folder / "classroom")
    (course.root / "gradebook.db").write_bytes(empty_gradebook())
    return course


def assign(book, idea):
    """Enter an assignment as its release does: 6 points by tests, 2 and 2 by hand."""
    book.update_or_create_assignment(idea)
    book.add_notebook(idea, idea)
    cells = [("test", 6, "code"), *((name, 2, "markdown") for name in BY_HAND)]
    for name, most, kind in cells:
        book.add_grade_cell(
            f"{idea}-{name}", idea, idea, max_score=most, cell_type=kind
        )


def enter(course, student, idea="logistic", tests=6.0, by_hand=None, **note):
    """Enter a submission as grading does; without `by_hand` a teacher must look."""
    write_note(course, student, idea, Note(**{"graded": True} | note))
    with Gradebook(course.gradebook) as book:
        try:
            book.find_notebook(idea, idea)
        except MissingEntry:
            assign(book, idea)
    course.enrol([(student, idea)])
    with Gradebook(course.gradebook) as book:
        for grade in book.find_submission_notebook(idea, idea, student).grades:
            if grade.cell.cell_type == "code":
                grade.auto_score, grade.needs_manual_grade = tests, False
            else:
                grade.manual_score = by_hand
                grade.needs_manual_grade = by_hand is None
        book.db.commit()


def read(path):
    """Return the rows of a table, by the first cell."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {line["student"]: line for line in csv.DictReader(file)}


def tables(course):
    """Write the report; return both tables and what was said."""
    said = []
    grades = read(report(course, said=said.append))
    return grades, read(course.root / "submissions.csv"), said


@pytest.fixture
def course(tmp_path):
    return classroom(tmp_path)


def test_points_of_tests_and_of_the_teacher_are_added(course):
    enter(
        course, "anna", tests=4.5, by_hand=1.0, file="a.ipynb", handed_in="2026-12-01"
    )
    grades, submissions, said = tables(course)
    assert grades["anna"] == {
        "student": "anna",
        "name": "anna",
        "logistic": "6.5",
        "total": "6.5",
        "of": "10",
        "to grade by hand": "",
        "message": "",
    }
    assert submissions["anna"] == {
        "student": "anna",
        "name": "anna",
        "assignment": "logistic",
        "file": "a.ipynb",
        "handed in": "2026-12-01",
        "points": "6.5",
        "of": "10",
        "to grade by hand": "",
        "message": "",
        "logistic-derivation": "1",
        "logistic-experiment": "1",
        "logistic-test": "4.5",
    }
    assert said == []


def test_what_waits_for_the_teacher_is_named_and_counted(course):
    enter(course, "anna")
    enter(course, "ben", by_hand=2.0)
    grades, submissions, said = tables(course)
    waiting = "logistic-derivation logistic-experiment"
    assert submissions["anna"]["to grade by hand"] == waiting
    assert grades["anna"]["to grade by hand"] == waiting
    assert [submissions["anna"][name] for name in waiting.split()] == ["", ""]
    assert [submissions["ben"][name] for name in waiting.split()] == ["2", "2"]
    assert (grades["anna"]["total"], grades["ben"]["total"]) == ("6", "10")
    assert said == ["To grade by hand: 1 of 2 submissions."]


@pytest.mark.parametrize(
    ("remarks", "message"),
    [
        ([], "not graded yet"),
        (["cell x was edited"], "not graded yet; cell x was edited"),
        (["Not graded. The file is not JSON."], "Not graded. The file is not JSON."),
    ],
)
def test_what_was_not_graded_has_no_points_but_a_reason(course, remarks, message):
    """Interrupted, or no notebook: empty and never 0, whatever the gradebook holds."""
    enter(course, "anna", graded=False, remarks=remarks)
    enter(course, "ben", by_hand=0.0, tests=0.0)
    grades, submissions, said = tables(course)
    told = submissions["anna"]
    assert [told[k] for k in ("points", "logistic-test")] == [""] * 2
    assert (told["message"], told["of"]) == (message, "10")
    assert (grades["anna"]["logistic"], grades["anna"]["total"]) == ("", "")
    assert grades["anna"]["message"] == f"logistic: {message}"
    assert (grades["ben"]["logistic"], grades["ben"]["total"]) == ("0", "0")
    assert said == ["Not graded: 1 of 2 submissions; see message."]
    page = course.path("feedback", "anna", "logistic", ".html")
    assert "not graded" in page.read_text(encoding="utf-8").lower()


def test_graded_but_gone_from_the_gradebook_is_not_0(course):
    enter(course, "anna")
    with Gradebook(course.gradebook) as book:
        book.remove_submission("logistic", "anna")
    _, submissions, _ = tables(course)
    assert submissions["anna"]["points"] == ""
    assert "grade it with --again" in submissions["anna"]["message"]


def test_a_total_per_student_over_what_anyone_handed_in(course):
    enter(course, "anna", by_hand=2.0)
    enter(course, "anna", "norms", tests=3.0, by_hand=0.5, remarks=["cell put back"])
    enter(course, "ben", "norms", by_hand=2.0)
    grades, _, _ = tables(course)
    cells = {who: [*line.values()][2:6] for who, line in grades.items()}
    assert cells == {
        "anna": ["10", "4", "14", "20"],
        "ben": ["", "10", "10", "20"],
    }
    assert grades["anna"]["message"] == "norms: cell put back"


def test_an_empty_course_has_empty_tables(tmp_path):
    course = Course(tmp_path / "new")
    assert tables(course) == ({}, {}, [])


def test_who_handed_in_nothing_that_can_be_graded_has_a_row(course):
    """As long as nothing else comes from them."""
    enter(course, "anna", by_hand=2.0)
    for who in ("Ben!", "anna"):
        write_name(course, safe(who), who)
    grades, _, said = tables(course)
    assert [*grades] == ["anna", safe("Ben!")]
    ben = grades[safe("Ben!")]
    assert ben.pop("message") == "nothing that could be graded: see unused.txt"
    assert [*ben.values()] == [safe("Ben!"), "Ben!", "", "", "10", ""]
    assert (grades["anna"]["message"], said) == ("", [])
    enter(course, safe("Ben!"), by_hand=1.0, who="Ben!")
    assert tables(course)[0][safe("Ben!")]["total"] == "8"


def test_feedback_that_cannot_be_written_stops_nobody(course):
    """Here there is no notebook that it could be made of."""
    enter(course, "anna", by_hand=2.0)
    said = []
    assert (
        read(report(course, feedback=True, said=said.append))["anna"]["total"] == "10"
    )
    assert said[0].startswith("anna: logistic: no feedback: ")
    enter(course, "ben", by_hand=2.0, who="Ben!")
    report(course, feedback=True, said=said.append)
    assert said[-1].startswith("Ben!: logistic: no feedback: ")


@given(st.text(alphabet='=+-@\uff1d;\t\r\n a"', max_size=9))
def test_no_part_of_a_text_becomes_a_formula(text):
    """Where Excel separates cells by semicolons, a text with one is two cells."""
    for part in re.split("[;\t\r\n]+", cell(text)):
        assert part.lstrip(' "')[:1] not in tuple("=+-@\uff1d")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (6.0, "6"),
        (5.5, "5.5"),
        (-1, "-1"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1e5, "100000"),
        (1234567.25, "1234567.25"),
    ],
)
def test_numbers_are_short(value, text):
    assert cell(value) == text


def test_names_sort_as_people_do():
    """By hand: numbers by size, accents beside their letters, ties decided."""
    names = ["anna", "anna1", "anna2", "anna10", "Ben", "Émile", "emma", "3", "20"]
    want = ["3", "20", "anna", "anna1", "anna2", "anna10", "Ben", "Émile", "emma"]
    for order in itertools.islice(itertools.permutations(names), 0, 362880, 9973):
        assert sorted(order, key=natural) == want


def test_a_table_is_written_whole_or_not_at_all(tmp_path):
    path = write_table(tmp_path / "t.csv", ["a"], [["b"]])
    with pytest.raises(ZeroDivisionError):
        write_table(path, ["a"], ([1 / n] for n in (1, 0)))
    assert path.read_bytes() == b"\xef\xbb\xbfa\r\nb\r\n"
    assert [p.name for p in tmp_path.iterdir()] == ["t.csv"]


def test_the_screen_says_which_question_failed_how_often(course):
    for student, tests in {"anna": 0.0, "ben": 0.0, "carl": 6.0}.items():
        enter(course, student, by_hand=2.0, tests=tests, published=["logistic-test"])
    said: list[str] = []
    report(course, said=said.append)
    assert "logistic: of 3, without a point: test 2." in said
    assert any("anna (logistic 1), ben (logistic 1)" in line for line in said)
