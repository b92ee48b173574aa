"""Grade everything once: the right, the blank, the wrong and the hostile."""

import csv
import json
import os
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from assignments.check import solved
from assignments.course import SOURCE, Course
from assignments.grade import Outcome, grade
from assignments.intake.collect import collect
from assignments.release import release
from assignments.running.bubblewrap import obstacle
from assignments.running.limits import Limits
from assignments.tables.report import report
from book import declared
from tests.assignments import hostile

LIMITS = Limits(cell_seconds=10, seconds=60, memory=1_500_000_000)
WRONG = {
    slug: import_module(f"tests.assignments.wrong_{slug}").WRONG
    for slug in (lesson.slug for lesson in declared.lessons())
}


def students(idea):
    """Return who makes which mistakes: {name: mistakes}, one for each question at most.

    The questions do not depend on each other, so that one notebook can be wrong in all.
    That each mistake costs what it should is the subject of test_fair; two students of
    each assignment show that the real grader sees the same.
    """
    by_question = {}
    for mistake, (question, _, _) in WRONG[idea].items():
        by_question.setdefault(question, []).append(mistake)
    groups = zip_longest(*by_question.values())
    made = {f"wrong-{i}": [m for m in group if m] for i, group in enumerate(groups)}
    return dict(list(made.items())[:2])


class Class(NamedTuple):
    """A class after grading: its course, and a row of submissions.csv for each."""

    course: Course
    folder: Path
    rows: dict[tuple[str, str], dict[str, str]]
    said: list[str]
    outcome: Outcome


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """Hand everything in, grade it in one run, and read the grades."""
    if obstacle() and not os.environ.get("CI"):
        pytest.skip(f"no box can be made here: {obstacle()}")
    folder = tmp_path_factory.mktemp("in")
    course = Course(tmp_path_factory.mktemp("out"))
    for idea in WRONG:
        blank, key = release(course, idea), SOURCE / idea / f"{idea}.ipynb"
        hand_in(folder, "right", idea, solved(blank, key))
        hand_in(folder, "blank", idea, json.loads(blank.read_text(encoding="utf-8")))
        for name, mistakes in students(idea).items():
            nb = solved(blank, key)
            for mistake in mistakes:
                question, code, _ = WRONG[idea][mistake]
                hostile.answer(nb, f"{idea}-{question}", code)
            hand_in(folder, name, idea, nb)
    misbehave(folder, course)
    said: list[str] = []
    found = collect(folder, list(WRONG))
    outcome = grade(found, course, LIMITS, said=said.append)
    report(course)
    return Class(course, folder, read(course), said, outcome)


def misbehave(folder: Path, course: Course) -> None:
    """Hand in what is hostile, and what is no notebook."""
    right = solved(course.release("logistic"), SOURCE / "logistic" / "logistic.ipynb")
    for name, (make, _) in hostile.HOSTILE.items():
        hand_in(folder, name, "logistic", make(right))
    for name, (raw, _) in hostile.UNREADABLE.items():
        (folder / f"{name}_logistic.ipynb").write_bytes(raw)


def hand_in(folder: Path, who: str, idea: str, nb: dict) -> None:
    """Write a submission as learning platforms do: a folder per student."""
    (folder / who).mkdir(exist_ok=True)
    (folder / who / f"{idea}.ipynb").write_text(json.dumps(nb), encoding="utf-8")


def read(course: Course) -> dict[tuple[str, str], dict[str, str]]:
    """Return the rows of submissions.csv by student and assignment."""
    with (course.root / "submissions.csv").open(encoding="utf-8-sig", newline="") as f:
        return {(r["student"], r["assignment"]): r for r in csv.DictReader(f)}
