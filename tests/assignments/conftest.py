"""Release everything once, grade once: the right, the blank, the wrong, the hostile."""

import csv
import json
import os
import shutil
from collections.abc import Iterable
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from alembic.script import ScriptDirectory
from filelock import FileLock
from nbgrader import api
from sqlalchemy import Engine, event

from assignments.check import solved
from assignments.course import SOURCE, Course, ideas
from assignments.grade import Outcome, grade
from assignments.intake.collect import collect
from assignments.release import release
from assignments.running.bubblewrap import obstacle
from assignments.running.limits import Limits
from assignments.tables.report import report
from tests.assignments import hostile

LIMITS = Limits(cell_seconds=6, seconds=60, memory=1_500_000_000)
WRONG = {
    slug: import_module(f"tests.assignments.wrong_{slug}").WRONG for slug in ideas()
}
# What the real grader sees is what test_fair sees in one process; so some are enough.
FEW = ("logistic", "norms")


def few(cases, chosen):
    """Return the cases of a parameter: beside the chosen ones all are thorough."""
    rare = pytest.mark.thorough
    return [
        case if case in chosen else pytest.param(case, marks=rare) for case in cases
    ]


def students(idea):
    """Return who makes which mistakes: {name: mistakes}, one for each question at most.

    The questions do not depend on each other, so that one notebook can be wrong in all.
    That each mistake costs what it should is the subject of test_fair; one student of
    an assignment shows that the real grader sees the same.
    """
    by_question = {}
    for mistake, (question, _, _) in WRONG[idea].items():
        by_question.setdefault(question, []).append(mistake)
    groups = zip_longest(*by_question.values())
    made = {f"wrong-{i}": [m for m in group if m] for i, group in enumerate(groups)}
    return dict(list(made.items())[:1])


class Class(NamedTuple):
    """A class after grading: its course, and a row of submissions.csv for each."""

    course: Course
    folder: Path
    rows: dict[tuple[str, str], dict[str, str]]
    said: list[str]
    outcome: Outcome


@pytest.fixture(scope="session", autouse=True)
def quick_gradebooks():
    """Let no gradebook wait for a program that names its version, or for the disk."""
    versions = ScriptDirectory(str(Path(api.__file__).parent / "alembic"))

    def hurry(connection, _):
        connection.execute("PRAGMA synchronous = OFF")

    event.listen(Engine, "connect", hurry)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "get_alembic_version", versions.get_current_head)
        yield
    event.remove(Engine, "connect", hurry)


@pytest.fixture(scope="session")
def named(pytestconfig):
    """Return the assignments of `--only SLUG`; empty if all are meant."""
    only = pytestconfig.getoption("--only")
    return [only] if only in WRONG else []


@pytest.fixture(scope="session")
def releases(tmp_path_factory, named):
    """Return a course folder with the student versions, made once; to be copied."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder
    with FileLock(folder / "releases.lock"):
        if not (folder / "releases").exists():
            course = Course(folder / "releases.new")
            for idea in named or ideas():
                release(course, idea)
            course.root.rename(folder / "releases")
    return folder / "releases"


@pytest.fixture
def course(releases, tmp_path):
    """Return a course in which all assignments have been handed out."""
    shutil.copytree(releases, tmp_path / "out")
    return Course(tmp_path / "out")


@pytest.fixture(scope="session")
def graded(tmp_path_factory, releases, named, pytestconfig):
    """Hand everything in, grade it in one run, and read the grades."""
    if obstacle() and not os.environ.get("CI"):
        pytest.skip(f"no box can be made here: {obstacle()}")
    folder = tmp_path_factory.mktemp("in")
    course = Course(
        shutil.copytree(releases, tmp_path_factory.mktemp("out") / "course")
    )
    every = pytestconfig.getoption("--thorough")
    for idea in named or (WRONG if every else FEW):
        blank, key = course.release(idea), SOURCE / idea / f"{idea}.ipynb"
        hand_in(folder, "right", idea, solved(blank, key))
        hand_in(folder, "blank", idea, json.loads(blank.read_text(encoding="utf-8")))
        for name, mistakes in students(idea).items():
            nb = solved(blank, key)
            for mistake in mistakes:
                question, code, _ = WRONG[idea][mistake]
                hostile.answer(nb, f"{idea}-{question}", code)
            hand_in(folder, name, idea, nb)
    if "logistic" in (named or WRONG):
        misbehave(folder, course, hostile.HOSTILE if every else hostile.KINDS)
    said: list[str] = []
    found = collect(folder, list(WRONG))
    patient = LIMITS._replace(cell_seconds=30, seconds=180)  # SLEEC, on a busy machine
    outcome = grade(found, course, patient if every else LIMITS, said=said.append)
    report(course)
    return Class(course, folder, read(course), said, outcome)


def misbehave(folder: Path, course: Course, names: Iterable[str]) -> None:
    """Hand in what is hostile, what does not run, and what is no notebook."""
    right = solved(course.release("logistic"), SOURCE / "logistic" / "logistic.ipynb")
    for name in names:
        hand_in(folder, name, "logistic", hostile.HOSTILE[name][0](right))
    for name, (code, _) in hostile.BROKEN.items():
        hand_in(folder, name, "logistic", hostile.changed(right, "loss", code))
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
