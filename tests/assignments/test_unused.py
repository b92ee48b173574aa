"""What is not used: named with its reason, and its owner not forgotten."""

import os
import socket
from pathlib import Path

import pytest

from assignments.course import Course
from assignments.grade import write_unused
from assignments.intake import files, shares
from assignments.intake.collect import Collected, collect
from assignments.intake.files import Unused
from assignments.intake.mend import UnreadableError
from assignments.intake.unused import counted, in_order, left_behind
from tests.assignments.folders import (
    IDEAS,
    NOTEBOOK,
    WORDS,
    reasons,
    whose,
    write,
    zipped,
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
    kinds = {
        name.removeprefix("a/"): reason.split(",")[0]
        for name, reason in reasons(found).items()
    }
    assert kinds == {
        "pipe_norms.ipynb": "It is a pipe",
        "dangling_norms.ipynb": "It is a link",
        "loop_norms.ipynb": "It is a link",
        "up": "It is a link",
        "b_norms.ipynb": "It is a link",
        "socket_norms.ipynb": "It is a socket",
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


def test_a_folder_is_read_up_to_a_number(tmp_path, monkeypatch):
    monkeypatch.setattr(shares, "MAX_FILES", (2, 2))
    write(tmp_path, *(f"{s}_norms.ipynb" for s in "abcd"))
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"a", "b"}
    assert reasons(found) == {
        "c_norms.ipynb": "More than 2 files: what comes next is not read."
    }


@pytest.mark.parametrize("around", ["", "CS101/Week 3/", "logistic/"])
@pytest.mark.parametrize("inside", ["m/{}.txt", "m/x/{}.txt", "m/{}/x.txt", "m/a.zip"])
def test_too_many_files_of_one_keep_nobody_else_out(
    tmp_path, monkeypatch, around, inside
):
    """Who comes next in the alphabet is read, wherever the many files lie."""
    monkeypatch.setattr(shares, "MAX_FILES", (8, 4))
    names = [f"{around}{student}/norms.ipynb" for student in "ln"]
    many = [f"{around}{inside.format(i)}" for i in range(20)]
    write(tmp_path, *names, *many, data=zipped(*(f"{i}.txt" for i in range(20))))
    for name in names:
        write(tmp_path, name)
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"l", "n"}
    assert len(found.unused) <= 9
    assert any("More than" in reason for reason in reasons(found).values())


def test_nor_beside_them_in_the_folder_of_an_assignment(tmp_path, monkeypatch):
    """And it is said once."""
    monkeypatch.setattr(shares, "MAX_FILES", (30, 6))
    write(tmp_path, *(f"logistic/m/{i}/{j}.txt" for i in range(4) for j in range(20)))
    write(tmp_path, "logistic/n/x.ipynb", "norms/n/x.ipynb")
    found = collect(tmp_path, IDEAS).submissions
    assert [(one.student, one.idea) for one in found] == [
        ("n", "logistic"),
        ("n", "norms"),
    ]
    said = [one for one in collect(tmp_path, IDEAS).unused if "More" in one.reason]
    assert len(said) == 1


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
    assert [one.name for one in own] == ["a/z.ipynb", "c/b.pdf", "b/a.cfg"]
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
