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
from assignments.intake.spelling import safe
from assignments.intake.unused import counted, in_order, left_behind
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


def test_what_may_not_be_opened_is_named(tmp_path, monkeypatch):
    """As the system refuses it; the super-user may open everything."""
    write(tmp_path, "a/norms.ipynb", "b/norms.ipynb", "c/norms.ipynb")

    def refuse(path, *args):
        if Path(path).parent.name in "ab":
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
    assert whose(found) == {"c": "c/norms.ipynb"}
    assert reasons(found) == {
        "a/norms.ipynb": "It cannot be opened: Permission denied.",
        "b": "The folder cannot be opened: Permission denied.",
    }
    assert found.empty_handed == {"a": "a", "b": "b"}


def test_a_file_that_has_gone_is_unreadable(tmp_path):
    [one] = collect(write(tmp_path, "a/norms.ipynb"), IDEAS).submissions
    (tmp_path / "a" / "norms.ipynb").unlink()
    with pytest.raises(UnreadableError, match="cannot be opened"):
        one.read()


def test_a_file_that_has_grown_is_not_read(tmp_path):
    [one] = collect(write(tmp_path, "a/norms.ipynb"), IDEAS).submissions
    os.truncate(tmp_path / "a" / "norms.ipynb", 20_000_001)
    with pytest.raises(UnreadableError, match="larger than 20 MB"):
        one.read()


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


def test_folders_are_read_in_the_order_of_names(tmp_path):
    write(tmp_path, *(f"{s}/{t}/norms.txt" for s in "ba" for t in "dc"))
    names = [one.name for one in files.look(tmp_path)]
    assert names == sorted(names)


LEFT = {
    "a/.DS_Store": ".DS_Store",
    "__MACOSX/a/._norms.ipynb": "__MACOSX",
    "a/._norms.ipynb": "._*",
    "a/THUMBS.DB": "Thumbs.db",
    "a/desktop.ini": "desktop.ini",
    "a/.ipynb_checkpoints/norms-checkpoint.ipynb": ".ipynb_checkpoints",
    "a/__pycache__/x.pyc": "__pycache__",
    "a/~$essay.docx": "~$*",
    "a/.git/hooks/x.py": ".git",
    "a/.bashrc": "other hidden files",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_systems_leave_behind_is_told_by_its_kind(name):
    assert left_behind(name.split("/")) == LEFT[name]


@pytest.mark.parametrize(
    "name", ["a/norms.pdf", "a/.norms.ipynb", "a/my.thumbs.db.ipynb", "a/Git/x.py"]
)
def test_what_people_make_is_not_left_behind(name):
    assert left_behind(name.split("/")) == ""


def test_work_comes_first_and_what_systems_leave_behind_last():
    names = ["a/.DS_Store", "a/z.ipynb", "b/.DS_Store", "b/a.cfg", "c/b.pdf", *LEFT]
    own, left = in_order(Unused(name, "No.") for name in dict.fromkeys(names))
    assert [one.name for one in own] == ["a/z.ipynb", "b/a.cfg", "c/b.pdf"]
    assert {one.name for one in left} == {*LEFT, "b/.DS_Store"}
    assert counted(left).startswith("2 .DS_Store, 1 ._*, 1 .git, ")


def test_the_list_of_what_is_not_used(tmp_path):
    """On the screen the reasons of work, a blank line, and a count of the rest."""
    said, left = [], ["a/.DS_Store", "__MACOSX/a/._x"]
    unused = [Unused(name, "No.") for name in [*left, "a/x.pdf"]]
    write_unused(Collected([], unused), Course(tmp_path), said.append)
    counts = "not used, left behind by programs: 1 .DS_Store, 1 __MACOSX"
    assert said == ["not used: a/x.pdf: No.", "", counts]
    text = (tmp_path / "unused.txt").read_text(encoding="utf-8")
    assert text == "==  ==\na/x.pdf: No.\n\n__MACOSX/a/._x: No.\na/.DS_Store: No.\n"
    write_unused(Collected([], unused[:2]), Course(tmp_path), said.append)
    assert said[3:] == [counts]


def test_the_list_keeps_what_other_sources_had(tmp_path):
    """A folder after a zip: both are there; graded again, each has one section."""
    course, path = Course(tmp_path), tmp_path / "unused.txt"
    for source, name in (("a.zip", "x"), ("b", "== a.zip =="), ("a.zip", "y")):
        found = Collected([], [Unused(name, "No.")], source=source)
        write_unused(found, course, lambda _: None)
    text = path.read_text(encoding="utf-8")
    assert text == "== a.zip ==\ny: No.\n\n== b ==\n== a.zip ==: No.\n"
    write_unused(Collected([], [], source="a.zip"), course, lambda _: None)
    assert path.read_text(encoding="utf-8") == "== b ==\n== a.zip ==: No.\n"


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
    assert rows["Tom O'Brien"]["student"] == safe("Tom O'Brien")
    assert [rows["ben"][k] for k in ("norms", "total")] == ["", ""]
    assert "unused.txt" in rows["ben"]["message"]
    assert "not JSON" in rows["Carl!"]["message"]
