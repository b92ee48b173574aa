"""Which of several files of a student counts, and when it was handed in."""

import os
import time

import pytest
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import (
    ExchangeCollect,
    ExchangeFetchAssignment,
    ExchangeReleaseAssignment,
    ExchangeSubmit,
)
from traitlets.config import Config

from assignments.course import Course
from assignments.intake.collect import SLIPS, collect
from assignments.intake.spelling import safe
from assignments.release import release
from tests.assignments.folders import IDEAS, reasons, whose, write


@pytest.mark.parametrize(
    ("paths", "best", "why"),
    [
        (("a/norms-old.ipynb", "a/norms.ipynb"), 1, "is newer"),
        (("a/norms (2).ipynb", "a/norms.ipynb"), 0, "has a higher number"),
        (("a/norms-Copy1.ipynb", "a/norms.ipynb"), 1, "is newer"),
    ],
)
def test_of_two_files_the_later_counts(tmp_path, paths, best, why):
    found = collect(write(tmp_path, *paths), IDEAS)
    assert whose(found) == {"a": paths[best]}
    assert reasons(found) == {
        paths[1 - best]: f"a handed in norms twice: {paths[best]} {why}."
    }


def test_files_of_one_moment_are_chosen_by_name(tmp_path):
    for name in ("a/norms-b.ipynb", "a/norms-a.ipynb", "c/norms.ipynb"):
        write(tmp_path, name)
    found = collect(tmp_path, IDEAS)
    assert whose(found) == {"a": "a/norms-b.ipynb", "c": "c/norms.ipynb"}
    assert "later in the alphabet" in reasons(found)["a/norms-a.ipynb"]
    said = 'of 2 files, none known to be later, "norms-b.ipynb" counts'
    assert [one.remarks for one in found.submissions] == [(said,), ()]


def test_the_time_of_a_file_is_when_it_was_handed_in(tmp_path):
    [one] = collect(write(tmp_path, "a/norms.ipynb"), IDEAS).submissions
    assert one.at == 1_700_000_000
    os.utime(tmp_path / "a" / "norms.ipynb", (0, 0))
    [one] = collect(tmp_path, IDEAS).submissions
    assert one.at is None


@pytest.fixture
def submitted(tmp_path):
    """Return the folder into which nbgrader collects, in a classroom."""
    folder = tmp_path / "classroom" / "submitted"
    folder.mkdir(parents=True)
    (folder.parent / "nbgrader_config.py").touch()
    return folder


@pytest.fixture
def tokyo(monkeypatch):
    """Be where the clock is nine hours ahead, on systems that can."""
    if not hasattr(time, "tzset"):
        yield
        return
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        ("2024-01-02 03:04:05.000000 UTC", 1_704_164_645),
        ("2024-01-02 04:04:05.000000 Europe/Berlin", 1_704_164_645),
        ("yesterday", 1_700_000_000),
        ("", 1_700_000_000),
        ("\0" * 5_000, 1_700_000_000),
    ],
)
def test_the_exchange_of_nbgrader_says_when(submitted, tokyo, slip, expected):
    folder = write(submitted, "a/norms/norms.ipynb") / "a" / "norms"
    (folder / "timestamp.txt").write_text(slip, encoding="utf-8")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    found = collect(submitted, IDEAS)
    [one] = found.submissions
    assert (one.at, one.folder) == (expected, folder)
    assert [*reasons(found)] == ["a/norms/notes.txt"]


def test_what_nbgrader_writes_is_read(tmp_path, monkeypatch):
    """Handed in and collected by nbgrader itself, in a course of ours."""
    course, hub = Course(tmp_path / "classroom"), tmp_path / "hub"
    release(course, "norms")
    hub.mkdir()
    hub.chmod(0o777)
    c = Config()
    c.Exchange.root, c.CourseDirectory.course_id = str(hub), "mlcourse"
    c.Exchange.cache, c.CourseDirectory.root = str(tmp_path / "c"), str(course.root)
    c.CourseDirectory.db_url = course.gradebook
    monkeypatch.setenv("JUPYTERHUB_USER", "a")
    monkeypatch.chdir(tmp_path)
    begun, coursedir = time.time(), CourseDirectory(config=c, assignment_id="norms")
    given = {"coursedir": coursedir, "config": c, "authenticator": Authenticator()}
    for step in (
        ExchangeReleaseAssignment,
        ExchangeFetchAssignment,
        ExchangeSubmit,
        ExchangeCollect,
    ):
        step(**given).start()
    [one] = collect(course.root / "submitted", IDEAS).submissions
    assert begun - 1 <= one.at <= time.time()
    course.copy_slips(one.folder, tmp_path)
    assert len((tmp_path / "submission_secret.txt").read_text()) > 100


def test_in_the_exchange_the_folder_is_the_student_by_the_safe_name(submitted):
    """Also alone, with folders inside; and of those graded before."""
    write(submitted, "a/norms/b/norms/norms.ipynb")
    assert set(whose(collect(submitted, IDEAS))) == {"a"}
    write(submitted, f"{safe('Tom!')}/norms/norms.ipynb")
    assert set(whose(collect(submitted, IDEAS))) == {"a", safe("Tom!")}


def test_a_slip_of_ones_own_says_nothing(tmp_path):
    paths = ("a/norms/norms.ipynb", "b/norms/x/norms.ipynb")
    paths += ("c/norms/norms.ipynb", "nbgrader_config.py")
    write(tmp_path, *paths)
    for path in paths[:3]:
        slip = (tmp_path / path).with_name("timestamp.txt")
        slip.write_text("2000-01-01 00:00:00 UTC", encoding="utf-8")
    found = collect(tmp_path, IDEAS)
    assert {(one.at, one.folder) for one in found.submissions} == {
        (1_700_000_000 + n, None) for n in range(3)
    }
    assert sum(name.endswith("timestamp.txt") for name in reasons(found)) == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no links for everybody")
def test_slips_that_are_links_are_not_read(submitted, tmp_path):
    """One would carry the teacher's files to a student, the other a time."""
    folder = write(submitted, "a/norms/norms.ipynb") / "a" / "norms"
    (tmp_path / "mine").write_text("2000-01-01 00:00:00 UTC", encoding="utf-8")
    for name in SLIPS:
        (folder / name).symlink_to(tmp_path / "mine")
    [one] = collect(submitted, IDEAS).submissions
    assert one.at == 1_700_000_000
    target = write(tmp_path / "out", *SLIPS, "x")
    Course.copy_slips(folder, target)
    assert [path.name for path in target.iterdir()] == ["x"]
    for name in SLIPS:
        (folder / name).unlink()
        (folder / name).write_bytes(b"y" * 1_001)
    Course.copy_slips(folder, target)
    assert [path.name for path in target.iterdir()] == ["x"]
    (folder / SLIPS[0]).write_bytes(b"y" * 1_000)
    Course.copy_slips(folder, target)
    assert (target / SLIPS[0]).read_bytes() == b"y" * 1_000
