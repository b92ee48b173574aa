"""Find what students handed in, whatever the folders look like.

Tolerated, with S the student and ``logistic`` an assignment:
``S/logistic/logistic.ipynb`` (nbgrader), ``S/logistic.ipynb`` and ``S/anything.ipynb``
(a folder per student, as learning platforms pack them), ``logistic/S.ipynb``,
``S_logistic.ipynb``. If the names do not say which assignment it is, the questions
inside do.
"""

import re
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from assignments.mend import UnreadableError, grade_ids, read


class Submission(NamedTuple):
    """One file that was handed in."""

    student: str
    idea: str
    path: Path


def collect(folder: Path, ideas: list[str]) -> tuple[list[Submission], list[str]]:
    """Return the newest file per student and assignment, and what was left out."""
    found: dict[tuple[str, str], Submission] = {}
    remarks = []
    for path in sorted(folder.rglob("*"), key=lambda p: (p.stat().st_mtime, p)):
        parts = path.relative_to(folder).parts
        if path.suffix != ".ipynb" or any(p.startswith((".", "__")) for p in parts):
            continue
        one = recognise(path, parts, ideas)
        if one is None:
            remarks.append(f"{path}: which student and assignment? Left out.")
            continue
        old = found.get((one.student, one.idea))
        if old:
            remarks.append(f"{old.path}: left out, {one.path} is newer.")
        found[one.student, one.idea] = one
    return sorted(found.values()), remarks


def recognise(
    path: Path, parts: tuple[str, ...], ideas: list[str]
) -> Submission | None:
    """Tell student and assignment from the names, if need be from the questions."""
    folders, stem = list(parts[:-1]), path.stem
    idea = next((f for f in folders if f in ideas), "") or named(stem, ideas)
    idea = idea or by_questions(path, ideas)
    people = [f for f in folders if f != idea]
    student = people[0] if people else re.sub(rf"[\W_]*{idea}[\W_]*", "", stem)
    student = tidy(student)
    return Submission(student, idea, path) if student and idea else None


def named(stem: str, ideas: list[str]) -> str:
    """Return the one assignment that is a word of a file name, or nothing."""
    words = re.split(r"[\W_]+", stem.lower())
    hits = [idea for idea in ideas if idea in words]
    return hits[0] if len(hits) == 1 else ""


def by_questions(path: Path, ideas: list[str]) -> str:
    """Return the assignment whose questions are in the file, or nothing."""
    try:
        nb: NotebookNode = read(path)
    except UnreadableError:
        return ""
    starts = {name.partition("-")[0] for name in grade_ids(nb)}
    return next((idea for idea in ideas if idea in starts), "")


def tidy(name: str) -> str:
    """Return a name that is safe as a folder and in a spreadsheet."""
    return re.sub(r"[^\w.@ -]", "_", name).strip(" .-@_")[:100]
