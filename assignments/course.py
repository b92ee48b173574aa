"""The course folder: where everything lies, and how nbgrader is told so.

::

    classroom/
      release/<idea>/<idea>.ipynb               what students get
      earlier/<idea>/<version>.ipynb            what they ever got
      submitted/<student>/<idea>/<idea>.ipynb   what they handed in
      mended/<student>/<idea>/<idea>.ipynb      the same, with the tests put back
      running/...                               the same, while it runs
      autograded/<student>/<idea>/<idea>.ipynb  the same, run and made harmless
      feedback/<student>/<idea>/<idea>.html     what they get back
      notes/<student>/<idea>.json               what happened while grading
      notes/<student>/name.txt                  of whom only unusable files came
      grades.csv, submissions.csv               tables for the teacher
      unused.txt                                files that were not used, and why
      gradebook.db                              all points, given by tests and by hand

These are the names that nbgrader uses, so its formgrader and its exchange work here.
"""

import hashlib
import logging
import os
import re
import shutil
import sysconfig
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.utils import capture_log
from sqlalchemy.exc import SAWarning
from traitlets.config import Config

from assignments.intake.files import read_slip

SOURCE = Path(__file__).parent / "source"
SETTINGS = """# Settings of nbgrader for this course, written by python -m assignments
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "mlcourse"
c.ClearMarkScheme.enforce_metadata = False  # mark schemes stand with the questions
"""
QUIET = logging.getLogger("assignments.nbgrader")  # its log is for its developers
QUIET.propagate = False


def run(app: Any) -> None:
    """Run a converter of nbgrader; if it fails, raise what was the cause."""
    app.log, app.force = QUIET, True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # of how nbgrader uses its database
        result = capture_log(app)
    if not result["success"]:
        told = result.get("log", "") + result["error"]
        causes = re.findall(r"(?m)^ *([\w.]+(?:Error|Exception)\b.*)", told)
        raise RuntimeError((causes or ["nbgrader failed and gave no reason"])[0])


def find_tools() -> None:
    """Let nbgrader find its tools when the environment has not been activated."""
    scripts = sysconfig.get_path("scripts")
    if scripts not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = scripts + os.pathsep + os.environ.get("PATH", "")


def ideas(source: Path = SOURCE) -> list[str]:
    """Return the names of all assignments: the folders of `source`."""
    return sorted(
        p.parent.name for p in source.glob("*/*.ipynb") if p.stem == p.parent.name
    )


class Course:
    """A course folder; made where it does not exist."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.root.mkdir(parents=True, exist_ok=True)
        find_tools()

    def path(self, step: str, student: str, idea: str, suffix: str = ".ipynb") -> Path:
        """Return the file of one step, as "submitted", of one student and idea."""
        return self.root / step / student / idea / (idea + suffix)

    def release(self, idea: str) -> Path:
        """Return the student version."""
        return self.root / "release" / idea / f"{idea}.ipynb"

    def version(self, idea: str) -> str:
        """Return what tells one version of an assignment from another."""
        path = self.root / "source" / idea / f"{idea}.ipynb"
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""

    def keep_release(self, idea: str) -> None:
        """Keep the student version: later ones must know what was once handed out."""
        path = self.root / "earlier" / idea / f"{self.version(idea)[:12]}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            shutil.copyfile(self.release(idea), path)

    def earlier(self, idea: str) -> list[Path]:
        """Return all student versions that there have been."""
        return sorted((self.root / "earlier" / idea).glob("*.ipynb"))

    def note(self, student: str, idea: str) -> Path:
        """Return the file that says what happened while grading."""
        return self.root / "notes" / student / f"{idea}.json"

    @property
    def gradebook(self) -> str:
        """The address of the database. Several processes write: they wait in turn."""
        return f"sqlite:///{self.root / 'gradebook.db'}?timeout=60"

    def enrol(self, submissions: Iterable[tuple[str, str]]) -> None:
        """Enter students and ideas without points: processes need only fill them in."""
        with warnings.catch_warnings(), Gradebook(self.gradebook) as book:
            warnings.simplefilter("ignore", SAWarning)
            for student, idea in submissions:
                book.update_or_create_student(student)
                book.update_or_create_submission(idea, student)

    @staticmethod
    def copy_slips(source: Path, target: Path) -> None:
        """Copy what a JupyterHub puts beside a submission, to find the way back.

        A link in its place is a student's, to a file of the teacher's: nothing is read.
        """
        for name in ("timestamp.txt", "submission_secret.txt"):
            (target / name).unlink(missing_ok=True)
            if (slip := read_slip(source / name)) is not None:
                (target / name).write_bytes(slip)

    def config(self) -> Config:
        """Return the settings that our own calls of nbgrader need."""
        c = Config()
        c.CourseDirectory.root = str(self.root)
        c.CourseDirectory.course_id = "mlcourse"
        c.CourseDirectory.db_url = self.gradebook
        c.CourseDirectory.submitted_directory = "mended"
        c.ClearMarkScheme.enforce_metadata = False
        return c

    def add_source(self, idea: str, source: Path = SOURCE) -> None:
        """Copy an assignment with its solutions, and the settings, into the course."""
        (self.root / "nbgrader_config.py").write_text(SETTINGS, encoding="utf-8")
        shutil.copytree(source / idea, self.root / "source" / idea, dirs_exist_ok=True)
