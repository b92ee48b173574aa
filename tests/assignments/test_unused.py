"""What is not used: named with its reason, and its owner not forgotten."""

import csv
import os
import socket
from pathlib import Path

import pytest

from assignments.course import Course
from assignments.grade import grade, write_unused
from assignments.intake import files
from assignments.intake.collect import Collected, collect
from assignments.intake.files import Unused
from assignments.intake.mend import UnreadableError
from assignments.intake.spelling import key
from assignments.tables.report import report
from tests.assignments.folders import (
    IDEAS,
    NOTEBOOK,
    WORDS,
    reasons,
    whose,
    write,
)


def test_what_is_no_submission_is_named_with_its_reason(tmp_path):
    expected = {
        "anna/solution.py": WORDS,
        "anna/norms.pdf": WORDS,
        "anna/norms.html": WORDS,
        "anna/.ipynb_checkpoints/norms-checkpoint.ipynb": "hidden",
        "__MACOSX/anna/._norms.ipynb": "hidden",
        "anna/.norms.ipynb": "hidden",
        "anna/.ipynb": "hidden",
        "norms.ipynb": "No student",
        "holiday/photos.ipynb": "no question of one is inside",
        "holiday/list.ipynb": "it cannot be read. The file is JSON, but not a notebook",
        "anna/huge_norms.ipynb": "larger than 20 MB",
    }
    write(tmp_path, *expected, data=b'{"cells": []}')
    write(tmp_path, "anna/norms.ipynb")
    (tmp_path / "holiday" / "list.ipynb").write_bytes(b"[1]")
    os.truncate(tmp_path / "anna" / "huge_norms.ipynb", 20_000_001)
    found = collect(tmp_path, IDEAS)
    assert whose(found) == {"anna": "anna/norms.ipynb"}
    got = reasons(found)
    assert set(got) == set(expected)
    for name, words in expected.items():
        assert words in got[name]
        assert got[name].endswith(".")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
def test_links_and_pipes_are_not_followed(tmp_path, monkeypatch):
    write(tmp_path, "a/norms.ipynb")
    monkeypatch.chdir(tmp_path / "a")  # the address of a socket has to be short
    os.mkfifo("pipe_norms.ipynb")
    os.symlink("nowhere", "dangling_norms.ipynb")
    os.symlink("loop_norms.ipynb", "loop_norms.ipynb")
    os.symlink("..", "up")
    os.symlink("norms.ipynb", "b_norms.ipynb")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket_norms.ipynb")
    found = collect(tmp_path, IDEAS)
    assert whose(found) == {"a": "a/norms.ipynb"}
    names = (
        "pipe_norms",
        "dangling_norms",
        "loop_norms",
        "up",
        "b_norms",
        "socket_norms",
    )
    assert {
        name.removeprefix("a/").removesuffix(".ipynb") for name in reasons(found)
    } == {*names}
    assert {*reasons(found).values()} == {
        "It is a link or a pipe, and is not followed."
    }


@pytest.mark.parametrize("name", ["nowhere", "file.ipynb", "file.zip", "a\0b"])
def test_a_source_that_is_none_is_named(tmp_path, name):
    if "\0" not in name and name != "nowhere":
        (tmp_path / name).write_bytes(NOTEBOOK)
    found = collect(tmp_path / name, IDEAS)
    assert found.submissions == []
    [reason] = reasons(found).values()
    assert reason in (
        "This is neither a folder nor a zip.",
        "The zip is broken, or it is none.",
    )


def test_what_may_not_be_opened_is_named(tmp_path, monkeypatch):
    """As the system refuses it; the super-user may open everything."""
    write(tmp_path, "a/norms.ipynb", "b/norms.ipynb", "c/norms.ipynb")

    def refuse(path, *args):
        if Path(path).parent.name == "a":
            raise PermissionError(13, "Permission denied")
        return open(path, *args)

    def refuse_folder(path):
        if path.name == "b":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    scandir = os.scandir
    monkeypatch.setattr(files, "open", refuse, raising=False)
    monkeypatch.setattr(files.os, "scandir", refuse_folder)
    found = collect(tmp_path, IDEAS)
    assert reasons(found) == {"b": "The folder cannot be opened: Permission denied."}
    assert found.empty_handed == {"b": "b"}
    with pytest.raises(UnreadableError, match="opened: Permission denied"):
        found.submissions[0].read()


LEFT = ["a/.DS_Store", "__MACOSX/a/._norms.ipynb", "a/._norms.ipynb", "a/THUMBS.DB"]
LEFT += ["a/.ipynb_checkpoints/norms-checkpoint.ipynb", "a/__pycache__/x.pyc"]
LEFT += ["a/~$essay.docx", "a/.git/hooks/x.py"]
THEIRS = ["a/norms.pdf", "a/.norms.ipynb", "a/Git/x.py"]


def test_what_programs_leave_behind_comes_last_and_is_counted(tmp_path):
    """By name in a file, where other folders and zips keep what they had."""
    write(tmp_path / "in", *LEFT, *THEIRS)
    course, said = Course(tmp_path / "out"), []
    found = collect(tmp_path / "in", IDEAS)
    assert {one.name for one in found.unused[:3]} == {*THEIRS}
    path = course.root / "unused.txt"
    path.write_text(f"x.zip/b.pdf: No.\n{tmp_path / 'in'}/old.pdf: No.\n")
    write_unused(found, course, said.append)
    assert len(said) == len(THEIRS) + 1
    assert said[-1] == f"not used, left behind by programs: {len(LEFT)}, see {path}"
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    assert first == "x.zip/b.pdf: No."
    assert lines == [f"{found.source}/{x.name}: {x.reason}" for x in found.unused]


def test_a_long_list_of_unused_files_is_cut_on_the_screen_alone(tmp_path):
    course, said = Course(tmp_path), []
    found = Collected([], [Unused(f"{i}.pdf", "No.") for i in range(100)])
    write_unused(found, course, said.append)
    assert len(said) == 31
    assert "and 70 more" in said[-1]
    kept = (tmp_path / "unused.txt").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 100


def test_grading_keeps_the_names_and_says_who_is_empty_handed(tmp_path):
    """Ben has sent a scan; Carl's notebook is cut off; Tom's norms are a scan, too."""
    write(tmp_path / "in", "ben/scan.pdf", "Tom O'Brien/scan.pdf", data=b"%PDF")
    write(tmp_path / "in", "Carl!/norms.ipynb", data=b'{"cells": [')
    course, said = Course(tmp_path / "out"), []
    found = collect(tmp_path / "in", IDEAS)
    assert grade(found, course, said=said.append).not_graded == 1
    three = "ben, Carl!, Tom O'Brien"
    assert said[-1] == f"3 students handed in nothing that could be graded: {three}"
    with report(course, said=said.append).open(encoding="utf-8-sig", newline="") as f:
        rows = {row["name"]: row for row in csv.DictReader(f)}
    assert {*rows} == {"Tom O'Brien", "ben", "Carl!"}
    assert rows["Tom O'Brien"]["student"] == key("Tom O'Brien")
    assert [rows["ben"][k] for k in ("norms", "total")] == ["", ""]
    assert "unused.txt" in rows["ben"]["message"]
    assert "not JSON" in rows["Carl!"]["message"]
