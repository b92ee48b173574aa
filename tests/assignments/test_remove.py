"""Who is removed leaves the grades; what was theirs is kept; others notice nothing."""

import pytest
from nbgrader.api import Gradebook

from assignments.intake.people import safe
from assignments.remove import STEPS, UnknownError, remove
from assignments.tables.report import report
from tests.assignments.test_report import classroom, enter, read

MOVED = STEPS[:-1]  # the folders of notebooks and pages; notes lie otherwise


@pytest.fixture
def course(tmp_path):
    """Three students with two submissions each, all graded by hand as well."""
    course = classroom(tmp_path)
    for student in ("anna", "anne", "ben"):
        for idea in ("logistic", "norms"):
            enter(course, student, idea, by_hand=1.5)
            for step in MOVED:
                path = course.path(step, student, idea)
                path.parent.mkdir(parents=True)
                path.write_text(f"{step} {student} {idea}", encoding="utf-8")
    report(course)
    return course


def contents(folder, *without):
    """Return all files under a folder with what is in them."""
    files = (p for p in folder.rglob("*") if p.is_file() and p.name not in without)
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}
    return {k: v for k, v in found.items() if not k.startswith("removed/")}


def points(root):
    """Return all points in a gradebook, by student, assignment and question."""
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as book:
        return {
            (student.id, one.name, grade.name): grade.score
            for student in book.students
            for one in student.submissions
            for notebook in one.notebooks
            for grade in notebook.grades
        }


TABLES = ("gradebook.db", "grades.csv", "submissions.csv")


def test_a_student_goes_and_the_others_keep_all(course):
    before, marks = contents(course.root, *TABLES), points(course.root)
    grades = read(course.root / "grades.csv")
    moved = remove(course, "anna")
    after, away = contents(course.root, *TABLES), contents(moved, *TABLES)
    assert after | away == before
    assert {name.split("/")[1] for name in away} == {"anna"}
    assert len(away) == 2 * len(STEPS)
    assert not any("/anna/" in name for name in after)
    assert points(course.root) == {k: v for k, v in marks.items() if k[0] != "anna"}
    del grades["anna"]
    assert read(course.root / "grades.csv") == grades


def test_a_student_is_known_by_name_or_by_folder(tmp_path):
    course = classroom(tmp_path)
    for name in ("Tom O'Brien", "Åsa"):
        enter(course, safe(name))
    for given, name in (("TOM O'Brien", "Tom O'Brien"), ("a\u030asa", "Åsa")):
        [path] = remove(course, given).glob("notes/*")
        assert path.name == safe(name)


def test_points_given_by_hand_are_kept_as_well(course):
    marks = points(course.root)
    assert points(remove(course, "anna")) == marks


def test_one_submission_goes_and_the_other_stays(course):
    before, marks = contents(course.root, *TABLES), points(course.root)
    moved = remove(course, "anna", "norms")
    away = contents(moved, *TABLES)
    assert contents(course.root, *TABLES) | away == before
    places = {"/".join(name.split("/")[:3]) for name in away}
    assert places == {
        *(f"{step}/anna/norms" for step in MOVED),
        "notes/anna/norms.json",
    }
    gone = {k for k in marks if k[:2] == ("anna", "norms")}
    assert points(course.root).keys() == marks.keys() - gone
    grades = read(course.root / "grades.csv")
    assert (grades["anna"]["norms"], grades["anna"]["logistic"]) == ("", "9")
    assert grades["ben"]["total"] == "18"


def test_a_removed_one_can_hand_in_and_go_again(course):
    first = remove(course, "anna")
    enter(course, "anna", "logistic", tests=1.0, by_hand=0.0)
    second = remove(course, "anna")
    assert first != second
    assert (first / "notes" / "anna" / "norms.json").is_file()
    assert (second / "notes" / "anna" / "logistic.json").is_file()


def test_half_a_student_can_be_removed(course):
    """Only files, after an interruption; or only points, of another program."""
    with Gradebook(course.gradebook) as book:
        book.remove_student("anna")
        book.add_student("carl")
    assert (remove(course, "anna") / "submitted" / "anna").is_dir()
    remove(course, "carl")
    assert {who for who, _, _ in points(course.root)} == {"anne", "ben"}
    with Gradebook(course.gradebook) as book:
        assert {student.id for student in book.students} == {"anne", "ben"}


UNKNOWN = [
    ("annx", None, "no student is called 'annx'. Perhaps anna or anne?"),
    ("xyz", None, "no student is called 'xyz'."),
    ("../submitted", None, "no student is called '../submitted'."),
    ("", None, "no student is called ''."),
    (
        "anna",
        "norm",
        "anna has handed in nothing called 'norm'. Perhaps norms?",
    ),
    ("anna", "", "anna has handed in nothing called ''."),
    ("anna", "metrics", "anna has handed in nothing called 'metrics'."),
]


def test_an_unknown_name_is_said_and_nothing_moves(course):
    before = contents(course.root)
    for student, idea, told in UNKNOWN:
        with pytest.raises(UnknownError) as problem:
            remove(course, student, idea)
        assert str(problem.value) == f"{course.root}: {told}"
    assert contents(course.root) == before
    assert not (course.root / "removed").exists()
