"""Which of several files of a student counts, and when it was handed in."""

import os
import time

import pytest

from assignments.intake.collect import collect
from tests.assignments.folders import IDEAS, reasons, whose, write, zipped


@pytest.mark.parametrize(
    ("paths", "best", "why"),
    [
        (("a/norms-old.ipynb", "a/norms.ipynb"), 1, "is newer"),
        (("a/norms (2).ipynb", "a/norms.ipynb"), 0, "has a higher number"),
        (("a_1_9_norms.ipynb", "a_1_8_norms-3.ipynb"), 0, "has a higher number"),
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


def test_the_time_of_a_file_is_when_it_was_handed_in(tmp_path, monkeypatch):
    [one] = collect(write(tmp_path, "a/norms.ipynb"), IDEAS).submissions
    assert one.at == 1_700_000_000
    monkeypatch.setattr("assignments.intake.collect.YEAR_3000", 1_600_000_000)
    [one] = collect(tmp_path, IDEAS).submissions
    assert one.at is None
    os.utime(tmp_path / "a" / "norms.ipynb", (0, 0))
    [one] = collect(tmp_path, IDEAS).submissions
    assert one.at is None


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
def test_the_exchange_of_nbgrader_says_when(tmp_path, tokyo, slip, expected):
    folder = write(tmp_path, "a/norms/norms.ipynb") / "a" / "norms"
    (folder / "timestamp.txt").write_text(slip, encoding="utf-8")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    found = collect(tmp_path, IDEAS)
    [one] = found.submissions
    assert (one.at, one.folder) == (expected, folder)
    assert [*reasons(found)] == ["a/norms/notes.txt"]


def test_a_slip_of_ones_own_says_nothing(tmp_path):
    write(tmp_path, "a/norms.ipynb", "b/norms/x/norms.ipynb")
    for folder in ("a", "b/norms/x"):
        slip = tmp_path / folder / "timestamp.txt"
        slip.write_text("2000-01-01 00:00:00 UTC", encoding="utf-8")
    found = collect(tmp_path, IDEAS).submissions
    assert [(one.at, one.folder) for one in found] == [
        (1_700_000_000, None),
        (1_700_000_001, None),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
def test_a_pipe_called_timestamp_does_not_block(tmp_path):
    write(tmp_path, "a/norms/norms.ipynb")
    os.mkfifo(tmp_path / "a" / "norms" / "timestamp.txt")
    [one] = collect(tmp_path, IDEAS).submissions
    assert one.at == 1_700_000_000


def test_times_in_zips(tmp_path):
    """In the teacher's zip the members' own; in a student's that of the zip."""
    inside = time.mktime((2024, 5, 6, 7, 8, 10, 0, 0, -1))
    (tmp_path / "class.zip").write_bytes(zipped("a/norms.ipynb", "b/norms.ipynb"))
    assert [s.at for s in collect(tmp_path / "class.zip", IDEAS).submissions] == [
        inside
    ] * 2
    assert [s.at for s in collect(tmp_path, IDEAS).submissions] == [inside] * 2
    (tmp_path / "class.zip").unlink()
    write(tmp_path, "a/work.zip", "b_norms.zip", data=zipped("norms.ipynb"))
    found = collect(tmp_path, IDEAS).submissions
    assert [(s.student, s.at) for s in found] == [
        ("a", 1_700_000_000),
        ("b", 1_700_000_001),
    ]
    unknown = zipped("a/norms.ipynb", date=(1980, 1, 1, 0, 0, 0))
    (tmp_path / "class.zip").write_bytes(unknown)
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert one.at is None
