"""What is handed out, what is handed in: student versions, layouts, mending."""

import json
import os

import nbformat
import pytest

from assignments.collect import collect, tidy
from assignments.course import SOURCE, Course, ideas
from assignments.mend import UnreadableError, grade_ids, info, mend, read
from assignments.release import ReleaseError, leaked, release

MARKERS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    made = Course(tmp_path_factory.mktemp("course"))
    for idea in ideas():
        release(made, idea)
    return made


@pytest.mark.parametrize("idea", ideas())
def test_the_student_version_holds_no_answer(course, idea):
    source = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)
    student = nbformat.read(course.release(idea), 4)
    text = "\n".join(cell.source for cell in student.cells)
    assert not any(marker in text for marker in MARKERS)
    for cell in source.cells:
        for part in cell.source.split("### BEGIN ")[1:]:
            secret = part.split("### END ")[0].partition("\n")[2].rstrip()
            assert secret
            assert secret not in text
    assert leaked(SOURCE / idea / f"{idea}.ipynb", course.release(idea)) == []


def test_secrets_are_recognised_in_a_student_version():
    """A solution handed out by mistake is a leak, however it came there."""
    source = SOURCE / "logistic" / "logistic.ipynb"
    found = leaked(source, source)
    assert {"BEGIN SOLUTION", "END HIDDEN TESTS", "BEGIN MARK SCHEME"} <= set(found)
    assert "return X.T @ (beta * (p - y))" in found


def test_a_model_answer_in_the_open_is_a_leak(tmp_path):
    """Wherever it was copied to by mistake: in the introduction as well."""
    source = nbformat.read(SOURCE / "norms" / "norms.ipynb", 4)
    [answer, *_] = [
        cell.source
        for cell in source.cells
        if cell.cell_type == "markdown"
        and cell.metadata.get("nbgrader", {}).get("solution")
    ]
    source.cells[0].source += f"\n\n{answer}"
    spoiled = tmp_path / "source" / "norms" / "norms.ipynb"
    spoiled.parent.mkdir(parents=True)
    nbformat.write(source, spoiled)
    with pytest.raises(ReleaseError, match="still holds"):
        release(Course(tmp_path / "course"), "norms", tmp_path / "source")


@pytest.mark.parametrize("idea", ideas())
def test_ten_points_six_of_them_by_tests(idea):
    cells = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4).cells
    points = [
        (info(c)["points"], info(c)["solution"]) for c in cells if info(c).get("grade")
    ]
    by_hand = sum(p for p, hand in points if hand)
    by_tests = sum(p for p, hand in points if not hand)
    assert (by_hand, by_tests) == (4, 6), (
        f"{idea}: {by_hand} points by hand and {by_tests} by tests, not 4 and 6; the "
        f"cells {idea}-derivation and {idea}-experiment have 2 each, {idea}-test-... 6"
    )


@pytest.mark.parametrize("region", MARKERS)
@pytest.mark.parametrize("half", ["BEGIN", "END"])
def test_a_lost_marker_stops_the_release(tmp_path, region, half):
    """Alone, nbgrader would hand out hidden tests whose first marker has a typo."""
    text = (SOURCE / "logistic" / "logistic.ipynb").read_text(encoding="utf-8")
    copy = tmp_path / "source" / "logistic" / "logistic.ipynb"
    copy.parent.mkdir(parents=True)
    copy.write_text(text.replace(f"{half} {region}", "TYPO"), encoding="utf-8")
    made = Course(tmp_path / "course")
    with pytest.raises(ReleaseError):
        release(made, "logistic", tmp_path / "source")
    assert not made.release("logistic").exists()


@pytest.mark.parametrize(
    "path",
    [
        "anna/logistic/logistic.ipynb",
        "anna/logistic.ipynb",
        "anna/logistic (1).ipynb",
        "anna/my homework.ipynb",
        "logistic/anna.ipynb",
        "logistic/anna/my homework.ipynb",
        "anna_logistic.ipynb",
        "logistic-anna.ipynb",
    ],
)
def test_layouts(course, tmp_path, path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_bytes(course.release("logistic").read_bytes())
    [[one], remarks] = collect(tmp_path, ideas())
    assert (one.student, one.idea, remarks) == ("anna", "logistic", [])


def test_the_newest_of_two_counts_and_strangers_are_named(course, tmp_path):
    (tmp_path / "anna").mkdir()
    for name, seconds in (("logistic-old.ipynb", 1), ("logistic.ipynb", 2)):
        path = tmp_path / "anna" / name
        path.write_bytes(course.release("logistic").read_bytes())

        os.utime(path, (seconds, seconds))
    (tmp_path / "holiday.ipynb").write_text("{}", encoding="utf-8")
    [one], remarks = collect(tmp_path, ideas())
    assert one.path.name == "logistic.ipynb"
    assert len(remarks) == 2
    assert any("holiday" in remark for remark in remarks)


@pytest.mark.parametrize("name", ["=1+1", "../../etc", "-x", "a/b", "@sum(a)"])
def test_names_are_safe_in_folders_and_spreadsheets(name):
    assert tidy(name)[:1] not in tuple("=+-@./ ")
    assert "/" not in tidy(name)


def test_mending_changes_nothing_in_a_good_notebook(course):
    blank = nbformat.read(course.release("logistic"), 4)
    mended, notes = mend(nbformat.read(course.release("logistic"), 4), blank)
    assert [c.source for c in mended.cells] == [c.source for c in blank.cells]
    assert (grade_ids(mended), notes) == (grade_ids(blank), [])


def test_mending_an_empty_notebook_says_so(course):
    blank = nbformat.read(course.release("logistic"), 4)
    _, notes = mend(nbformat.v4.new_notebook(), blank)
    assert "was this file started anew?" in notes[0]


def test_an_old_notebook_is_read(tmp_path):
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {"name": ""},
        "worksheets": [
            {"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["a", "b"]}]}
        ],
    }
    path = tmp_path / "old.ipynb"
    path.write_text(json.dumps(old), encoding="utf-8")
    assert read(path).cells[0].source == "ab"


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.ipynb"
    with path.open("wb") as file:
        file.truncate(30_000_000)
    with pytest.raises(UnreadableError, match="20 MB"):
        read(path)
