"""A course with graded submissions, made by hand: no student code is run."""

import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from sqlalchemy.exc import SAWarning

from assignments.course import Course
from assignments.intake.mend import grade_ids, info
from assignments.notes import Note, write_note
from assignments.screen.safe import safe_notebook

IDEA = "logistic"

# A photograph of one pixel
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA"
PNG += "AABJRU5ErkJggg=="


def opened(releases: Path, folder: Path) -> Course:
    """Return a course of its own in which all assignments have been handed out."""
    shutil.copytree(releases, folder, dirs_exist_ok=True)
    return Course(folder)


def named(nb: NotebookNode, name: str) -> NotebookNode:
    """Return the cell of this name."""
    return next(cell for cell in nb.cells if info(cell).get("grade_id") == name)


def failed(message: str) -> list[NotebookNode]:
    """Return the outputs of a test that failed."""
    line = f"AssertionError: {message}"
    return [
        new_output("error", ename="AssertionError", evalue=message, traceback=[line])
    ]


def hand_in(
    course: Course,
    student: str,
    write: Callable[[NotebookNode], None],
    raw: bool = False,
    **remembered: object,
) -> Path:
    """Enter a submission that `write` has filled in, graded; return its notebook.

    A test without an output has passed, as the grader leaves it. It is made harmless as
    the grader does, unless it stays `raw`.
    """
    nb = nbformat.read(course.release(IDEA), 4)
    nb.cells.pop()  # the cell that runs the visible tests, which is not graded
    write(nb)
    path = course.path("autograded", student, IDEA)
    for folder in (path.parent, course.path("mended", student, IDEA).parent):
        folder.mkdir(parents=True)
    teachers = set(grade_ids(nbformat.read(course.release(IDEA), 4)))
    nbformat.write(nb if raw else safe_notebook(nb, teachers), path)
    course.enrol([(student, IDEA)])
    points = {
        info(c)["grade_id"]: 0 if c.outputs else info(c)["points"]
        for c in nb.cells
        if info(c).get("grade") and c.cell_type == "code"
    }
    with gradebook(course) as book:
        for grade in book.find_submission_notebook(IDEA, IDEA, student).grades:
            grade.auto_score = points.get(grade.name)
            grade.needs_manual_grade = grade.name not in points
        book.db.commit()
    write_note(course, student, IDEA, Note(graded=True, **remembered))
    return path


def gradebook(course: Course) -> Gradebook:
    """Open the gradebook."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)
        return Gradebook(course.gradebook)


def scores(course: Course, student: str) -> dict[str, tuple]:
    """Return the points of every question, by tests and by hand."""
    with gradebook(course) as book:
        found = book.find_submission_notebook(IDEA, IDEA, student)
        return {g.name: (g.auto_score, g.manual_score, g.score) for g in found.grades}
