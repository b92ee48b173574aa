"""Of whom only what cannot be graded came: they are not forgotten."""

import csv

import pytest

from assignments.course import Course
from assignments.grade import grade, without
from assignments.intake.collect import collect
from assignments.intake.people import safe
from assignments.tables.report import report
from tests.assignments.folders import IDEAS, write


def alone(tmp_path, *paths):
    """Return whom nothing came of that can be graded, beside one good submission."""
    write(tmp_path, *paths, data=b"{")
    write(tmp_path, "anna/norms.ipynb")
    return collect(tmp_path, IDEAS).empty_handed


@pytest.mark.parametrize(
    "path",
    [
        "ben/homework.ipynb",
        "ben/logistic.pdf",
        "ben/norms/norms.py",
        "ben/logistic/IMG_1.HEIC",
        "ben.zip",
        "ben/work.zip",
        "ben_logistic.docx",
        "logistic/ben.pdf",
        "ben_12_assignsubmission_file_/scan.pdf",
        "ben_12_assignsubmission_onlinetext_/onlinetext.html",
        "ben_4711_98765_norms.pdf",
        "anna/ben/.norms.ipynb",
    ],
)
def test_who_handed_in_nothing_that_can_be_graded_is_named(tmp_path, path):
    expected = {} if path.startswith("anna") else {"ben": "ben"}
    assert alone(tmp_path, path) == expected


@pytest.mark.parametrize(
    "path",
    [
        "list.pdf",
        "README.md",
        "logistic/README.cfg",
        "ben/.DS_Store",
        "ben/.ipynb_checkpoints/norms-checkpoint.ipynb",
        "__MACOSX/ben/._norms.ipynb",
        "anna/logistic.pdf",
        "anna/pages/1.pdf",
        "ANNA/1.pdf",
    ],
)
def test_what_tells_nobody_makes_no_student(tmp_path, path):
    assert alone(tmp_path, path) == {}


def test_files_called_after_students_alone(tmp_path):
    write(tmp_path, "anna.ipynb")
    write(tmp_path, "ben.ipynb", "carl.pdf", "list.cfg", data=b"{")
    found = collect(tmp_path, IDEAS)
    assert [one.student for one in found.submissions] == ["anna"]
    assert found.empty_handed == {"ben": "ben", "carl": "carl"}


def test_the_name_of_the_empty_handed_is_kept_too(tmp_path):
    assert alone(tmp_path, "Tom O'Brien/x.pdf") == {safe("Tom O'Brien"): "Tom O'Brien"}


def test_wrapping_folders_are_no_students(tmp_path):
    write(tmp_path, "CS101/anna/norms.ipynb", "CS101/ben/norms.ipynb")
    write(tmp_path, "CS101/carl/norms.pdf", "slides/week 1.pdf")
    assert collect(tmp_path, IDEAS).empty_handed == {"carl": "carl"}


def test_folders_beside_files_named_after_students_are_no_students(tmp_path):
    write(tmp_path, "anna_norms.ipynb", "ben_norms.ipynb", "pictures/plot.png")
    write(tmp_path, "carl_norms.pdf")
    assert collect(tmp_path, IDEAS).empty_handed == {"carl": "carl"}


def test_a_class_without_any_notebook(tmp_path):
    write(tmp_path, "CS101/anna/norms.pdf", "CS101/ben/work.pdf")
    found = collect(tmp_path, IDEAS)
    assert (found.submissions, [*found.empty_handed]) == ([], ["anna", "ben"])


def test_of_two_of_one_name_the_empty_handed_is_not_forgotten(tmp_path):
    folder = "Li Wei_{}_assignsubmission_file_/{}"
    write(tmp_path, folder.format(7, "norms.ipynb"), folder.format(8, "scan.pdf"))
    write(tmp_path, folder.format(7, "scan.pdf"))
    assert collect(tmp_path, IDEAS).empty_handed == {"Li Wei 8": "Li Wei 8"}


def test_a_known_name_stays_spelt_as_it_is(tmp_path):
    write(tmp_path, "BEN/norms.pdf")
    assert collect(tmp_path, IDEAS, ["ben"]).empty_handed == {"ben": "BEN"}


def test_who_has_one_good_notebook_is_not_empty_handed(tmp_path):
    write(tmp_path, "anna/norms.ipynb", "anna/logistic.ipynb", "ben/norms.ipynb")
    write(tmp_path, "carl/scan.pdf")
    found = collect(tmp_path, IDEAS)
    refused = [one for one in found.submissions if one.name != "anna/norms.ipynb"]
    assert without(found, refused) == ["ben", "carl"]


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
