"""Take a student, or one submission, out of the class. Nothing is deleted.

All files go to removed/<when>/, together with the gradebook as it was before.
"""

import difflib
import shutil
import sqlite3
import warnings
from contextlib import closing
from datetime import datetime
from pathlib import Path

from nbgrader.api import Gradebook
from sqlalchemy.exc import SAWarning

from assignments.course import Course
from assignments.intake.people import key
from assignments.tables.report import report

STEPS = ("submitted", "mended", "autograded", "feedback", "notes")


class UnknownError(ValueError):
    """There is no such student or submission; the message says who is meant perhaps."""


def remove(course: Course, student: str, idea: str | None = None) -> Path:
    """Move what a student has handed in out of the way; return where it lies now."""
    having = known(course)
    student = {key(one): one for one in having}.get(key(student), student)
    expect(student, sorted(having), f"{course.root}: no student is called")
    if idea is not None:
        where = f"{course.root}: {student} has handed in nothing called"
        expect(idea, sorted(having[student]), where)
    target = new_folder(course.root / "removed")
    old = course.root / "gradebook.db"
    with (
        closing(sqlite3.connect(old)) as book,
        closing(sqlite3.connect(target / old.name)) as copy,
    ):
        book.backup(copy)
    forget(course, student, idea)
    for path in files(course, student, idea):
        place = target / path.relative_to(course.root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, place)
    report(course, said=lambda _: None)
    return target


def known(course: Course) -> dict[str, set[str]]:
    """Return all students and what they have handed in, by files and by gradebook."""
    having: dict[str, set[str]] = {}
    for step in STEPS:
        for path in course.root.glob(f"{step}/*/*"):
            having.setdefault(path.parent.name, set()).add(path.name.split(".")[0])
    with Gradebook(course.gradebook) as book:
        for one in book.students:
            entered = {submission.name for submission in one.submissions}
            having.setdefault(one.id, set()).update(entered)
    return having


def expect(name: str, names: list[str], sentence: str) -> None:
    """Raise UnknownError, with names that are nearly the same, unless it is known."""
    if name not in names:
        folded = {n.casefold(): n for n in names}
        close = difflib.get_close_matches(name.casefold(), folded)
        near = sorted(folded[n] for n in close)
        meant = f" Perhaps {' or '.join(near)}?" if near else ""
        raise UnknownError(f"{sentence} {name!r}.{meant}")


def new_folder(folder: Path) -> Path:
    """Return a new folder that is called after this moment."""
    stem = f"{datetime.now():%Y-%m-%d %H.%M.%S}"
    names = (stem if n == 1 else f"{stem} ({n})" for n in range(1, 1_000_000))
    path = next(folder / name for name in names if not (folder / name).exists())
    path.mkdir(parents=True)
    return path


def files(course: Course, student: str, idea: str | None) -> list[Path]:
    """Return the folders of a student, or those of one submission and its note."""
    homes = [course.root / step / student for step in STEPS]
    if idea is not None:
        homes = [*(home / idea for home in homes), course.note(student, idea)]
    return [home for home in homes if home.exists()]


def forget(course: Course, student: str, idea: str | None) -> None:
    """Take a student or a submission out of the gradebook, where there is one."""
    with warnings.catch_warnings(), Gradebook(course.gradebook) as book:
        warnings.simplefilter("ignore", SAWarning)  # of how nbgrader uses its database
        entered = {s.id: {one.name for one in s.submissions} for s in book.students}
        if idea is not None and idea in entered.get(student, ()):
            book.remove_submission(idea, student)
        elif idea is None and student in entered:
            book.remove_student(student)
