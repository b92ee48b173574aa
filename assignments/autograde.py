"""One submission at work: run, graded, made harmless, and written as feedback."""

import contextlib
import os
import shutil
import signal

import nbformat
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

from assignments.course import Course, run
from assignments.intake.mend import grade_ids
from assignments.notes import Note, read_note, write_note
from assignments.running.execute import Run
from assignments.running.limits import Limits
from assignments.screen.feedback import write_feedback
from assignments.screen.safe import safe_notebook
from assignments.tables.similar import published

GRACE = 60  # seconds that a process may take beyond the limit of its submission


def work(student: str, idea: str, course: Course, limits: Limits) -> None:
    """Grade one submission: the body of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who waits
    bound(limits)
    mark(student, idea, course, limits)


def mark(student: str, idea: str, course: Course, limits: Limits) -> None:
    """Run and grade one submission, write its feedback."""
    note = read_note(course, student, idea)
    try:
        autograde(student, idea, course, limits, note)
        note.graded = True
    except Exception as problem:  # of nbgrader or the system: say so, guess no points
        text = str(problem)[:300] or type(problem).__name__
        note.remarks.append(f"Not graded: {text}")
    write_note(course, student, idea, note)
    if note.graded:
        write_feedback(course, student, idea)


def bound(limits: Limits) -> None:
    """Limit this process, in which tests meet whatever a student's function returns."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows, macOS
        import resource

        time = int(limits.seconds + GRACE)
        for kind, most in (("AS", 2 * limits.memory), ("CPU", time)):
            resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (most, most))


def autograde(
    student: str,
    idea: str,
    course: Course,
    limits: Limits,
    note: Note,
) -> None:
    """Let nbgrader restore the tests, run them, and enter the points.

    It writes a notebook before it has run and before it is clean; so it works in a
    folder of its own, and what is ready takes its place at once. Where what people read
    is as before, points given by hand need no second look.
    """
    c = course.config()
    c.CourseDirectory.autograded_directory = "running"
    c.CourseDirectory.assignment_id = idea
    c.CourseDirectory.student_id = student
    app = Autograde(coursedir=CourseDirectory(config=c), config=c)
    steps = [s for s in app.autograde_preprocessors if s.__name__ != "Execute"]
    solved = nbformat.read(course.root / "source" / idea / f"{idea}.ipynb", 4)
    parts = {"limits": limits, "source": solved, "remarks": note.remarks}
    teachers = set(grade_ids(nbformat.read(course.release(idea), 4)))
    clean = type("Clean", (Clean,), {"teachers": teachers})
    app.autograde_preprocessors = [type("Sat", (Run,), parts), *steps, clean]
    before = judged(course, student, idea, note.standing) if note.standing else set()
    run(app)
    place = course.path("autograded", student, idea).parent
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    os.replace(course.path("running", student, idea).parent, place)
    list_by_hand(course, student, idea, before, note.astray)
    note.by_tests = by_tests(course, student, idea)
    note.published = published(course, student, idea)


def by_tests(course: Course, student: str, idea: str) -> str:
    """Return what the tests have given, of what they can give."""
    with Gradebook(course.gradebook) as book:
        grades = book.find_submission_notebook(idea, idea, student).grades
        tests = [grade for grade in grades if grade.cell.cell_type == "code"]
        got = sum(grade.auto_score or 0 for grade in tests)
        return f"{got:g} of {sum(grade.cell.max_score for grade in tests):g}"


def judged(course: Course, student: str, idea: str, names: list[str]) -> set[str]:
    """Return which of these answers a teacher has judged, and that wait no more."""
    with Gradebook(course.gradebook) as book:
        return {
            grade.name
            for grade in book.find_submission_notebook(idea, idea, student).grades
            if grade.name in names
            and grade.manual_score is not None
            and not grade.needs_manual_grade
        }


def list_by_hand(
    course: Course, student: str, idea: str, before: set[str], astray: list[str]
) -> None:
    """List what is to be judged: not what is as before, but what may be elsewhere."""
    with Gradebook(course.gradebook) as book:
        for grade in book.find_submission_notebook(idea, idea, student).grades:
            if grade.name in before:
                grade.needs_manual_grade = False
            elif grade.name in astray:
                grade.auto_score, grade.needs_manual_grade = None, True
                comment = book.find_comment(grade.name, idea, idea, student)
                comment.auto_comment = None  # "No response."
        book.db.commit()


class Clean(NbGraderPreprocessor):
    """The last step: nothing is written that a teacher's screen must not show."""

    teachers: set[str]  # the names of the cells that are not a student's

    def preprocess(
        self, nb: nbformat.NotebookNode, resources: object
    ) -> tuple[nbformat.NotebookNode, object]:
        """Return the notebook, made harmless."""
        return safe_notebook(nb, self.teachers), resources
