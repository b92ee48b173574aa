"""Grade the blank and the solution of an assignment before students meet it."""

import tempfile
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from assignments.course import SOURCE, Course
from assignments.grade import grade
from assignments.intake.collect import collect
from assignments.intake.mend import UNANSWERED, info
from assignments.release import ReleaseError, release
from assignments.running.limits import Limits
from assignments.tables.report import rows


def solved(student: Path, source: Path) -> NotebookNode:
    """Return the student version with the answers of the source."""
    nb = nbformat.read(student, 4)
    key = {
        info(c)["grade_id"]: c.source for c in nbformat.read(source, 4).cells if info(c)
    }
    for cell in nb.cells:
        if info(cell).get("solution"):
            cell.source = key[info(cell)["grade_id"]]
    return nb


def check(ideas: list[str], source: Path = SOURCE) -> None:
    """Raise ReleaseError unless blanks get 0 and solutions all that tests can give.

    Without a box: what runs here, the teacher has written.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, course = Path(name) / "handed-in", Course(Path(name) / "course")
        for idea in ideas:
            blank = release(course, idea, source)
            solution = solved(blank, source / idea / f"{idea}.ipynb")
            for student, nb in (
                ("blank", nbformat.read(blank, 4)),
                ("solution", solution),
            ):
                (folder / student).mkdir(parents=True, exist_ok=True)
                nbformat.write(nb, folder / student / f"{idea}.ipynb")
        quiet, limits = lambda _: None, Limits(trusted=True)
        grade(collect(folder, ideas), course, limits, said=quiet, source=source)
        for row in rows(course):
            judge(row)


def judge(row: dict) -> None:
    """Raise ReleaseError if a blank or a solution has other points than it should."""
    waiting = row["to grade by hand"].split()
    questions = {k: v for k, v in row.items() if k.startswith(row["assignment"] + "-")}
    failed = [q for q, points in questions.items() if not points and q not in waiting]
    if row["message"] not in ("", UNANSWERED):
        raise ReleaseError(f"{row['assignment']}: {row['student']}: {row['message']}")
    if row["student"] == "blank" and row["points"]:
        raise ReleaseError(f"{row['assignment']}: the blank scores {row['points']}.")
    if row["student"] == "solution" and failed:
        raise ReleaseError(f"{row['assignment']}: the solution fails {failed}.")
