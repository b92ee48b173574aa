"""Who handed in what: whatever folders, zips and files are called."""

import os
import pickle
import re
import unicodedata

import pytest

from assignments.intake.collect import collect
from assignments.intake.people import key, safe
from tests.assignments.folders import (
    CANVAS,
    IDEAS,
    MOODLE,
    NOTEBOOK,
    WORDS,
    reasons,
    whose,
    write,
    zipped,
)

LAYOUTS = {
    "anna/logistic/logistic.ipynb": "logistic",
    "anna/logistic.ipynb": "logistic",
    "anna/logistic (1).ipynb": "logistic",
    "anna/my homework.ipynb": "logistic",
    "logistic/anna.ipynb": "logistic",
    "logistic/anna-1.ipynb": "logistic",
    "Logistic/anna (2).ipynb": "logistic",
    "logistic/anna/my homework.ipynb": "logistic",
    "anna.ipynb": "logistic",
    "anna_logistic.ipynb": "logistic",
    "logistic-anna.ipynb": "logistic",
    "anna_logistic-Copy1.ipynb": "logistic",
    "anna_logistic - Copy (2).ipynb": "logistic",
    "anna_logistic/my homework.ipynb": "logistic",
    "anna/norms and metrics.ipynb": "logistic",
    "logistic/anna_norms.ipynb": "logistic",
    "anna_binary_relevance.ipynb": "binary_relevance",
    "anna-binary-relevance (2).ipynb": "binary_relevance",
    "binary relevance anna.ipynb": "binary_relevance",
    "BinaryRelevance_anna.ipynb": "binary_relevance",
    "anna_norms.IPYNB": "norms",
    "anna_norms.ipynb.txt": "norms",
    "anna_norms-1.ipynb.txt": "norms",
    "anna_norms.ipynb (1).txt": "norms",
    "anna_norms.ipynb.json": "norms",
    "anna_norms.ipynb.ipynb": "norms",
    "anna.ipynb/norms.ipynb": "norms",
    "CS101/Week 3/anna/norms.ipynb": "norms",
    "anna_4711_98765_norms-1.ipynb": "norms",
    "anna_LATE_4711_98765_norms.ipynb": "norms",
    "anna_12_assignsubmission_file_/norms.ipynb": "norms",
    "anna_12_assignsubmission_file/my work/norms.ipynb": "norms",
    "anna_12_assignsubmission_file_norms.ipynb": "norms",
    "CS101-norms-77/anna_12_assignsubmission_file_/my homework.ipynb": "norms",
}


@pytest.mark.parametrize("path", LAYOUTS)
def test_layouts(tmp_path, path):
    found = collect(write(tmp_path, path), IDEAS)
    [one] = found.submissions
    assert (one.student, one.idea, one.name) == ("anna", LAYOUTS[path], path)
    assert (one.read(), found.unused) == (NOTEBOOK, [])


@pytest.mark.parametrize("path", LAYOUTS)
def test_a_zip_says_what_a_folder_says(tmp_path, path):
    raw = zipped(path, path.replace("anna", "ben"))
    (tmp_path / "class.zip").write_bytes(raw)
    for source in (tmp_path / "class.zip", tmp_path):
        found = collect(source, IDEAS).submissions
        assert [(one.student, one.idea) for one in found] == [
            ("anna", LAYOUTS[path]),
            ("ben", LAYOUTS[path]),
        ]
        assert pickle.loads(pickle.dumps(found[0])).read() == NOTEBOOK


@pytest.mark.parametrize(
    "paths",
    [
        ("CS101-Week3/anna/logistic.ipynb", "CS101-Week3/ben/logistic.ipynb"),
        ("CS101-Week3/anna/logistic.ipynb", "CS101-Week3/ben/norms.ipynb"),
        ("CS101-Week3/anna_logistic.ipynb", "CS101-Week3/ben_logistic.ipynb"),
        ("CS101/Week3/logistic/anna.ipynb", "CS101/Week3/logistic/ben.ipynb"),
        ("CS101/anna/logistic/x.ipynb", "CS101/ben/logistic/x.ipynb"),
        ("CS101/anna/logistic.ipynb", "CS101/ben/tries/logistic.ipynb", "list.txt"),
        ("Week3/anna_1_2_norms.ipynb", "Week4/ben_3_4_metrics.ipynb"),
        ("logistic/anna/my work.ipynb", "logistic/ben/my tries.ipynb"),
        ("Assignment 3 - logistic/anna/x.ipynb", "Assignment 4 - norms/ben/x.ipynb"),
    ],
)
def test_folders_around_the_class_name_nobody(tmp_path, paths):
    found = collect(write(tmp_path, *paths), IDEAS)
    assert set(whose(found)) == {"anna", "ben"}


def test_one_students_files_do_not_name_students(tmp_path):
    write(tmp_path, "anna/logistic-final.ipynb", "anna/norms-v2.ipynb")
    found = collect(tmp_path, IDEAS).submissions
    assert [(one.student, one.idea) for one in found] == [
        ("anna", "logistic"),
        ("anna", "norms"),
    ]


def test_a_blank_beside_the_folders_changes_nothing(tmp_path):
    write(tmp_path, "logistic.ipynb", "CS101/anna/norms.ipynb", "CS101/ben/norms.ipynb")
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"anna", "ben"}
    assert "No student" in reasons(found)["logistic.ipynb"]


def test_moodle(tmp_path):
    paths = (f"{MOODLE}_/logistic.ipynb", f"{MOODLE}_/photo.jpg")
    text = MOODLE.replace("file", "onlinetext") + "_/onlinetext.html"
    found = collect(write(tmp_path, *paths, text), IDEAS)
    [one] = found.submissions
    assert (one.student, one.ids, one.late) == (
        "Anna Muster",
        {"moodle": "123456"},
        False,
    )
    assert one.at is None  # Moodle writes the time of the download
    assert WORDS in reasons(found)[paths[1]]
    assert "typed into Moodle" in reasons(found)[text]


def test_canvas(tmp_path):
    late = "musteranna_LATE_4711_98766_norms-1.ipynb"
    link = "musteranna_4711_text.html"
    found = collect(write(tmp_path, late, f"{CANVAS}_norms-2.ipynb", link), IDEAS)
    [one] = found.submissions
    assert (one.student, one.name, one.late) == ("musteranna", late, True)
    assert (one.ids, one.at) == ({"canvas": "4711"}, None)
    assert "has a higher number" in reasons(found)[f"{CANVAS}_norms-2.ipynb"]
    assert WORDS in reasons(found)[link]


def test_nobody_hands_in_as_another_by_the_name_of_a_file(tmp_path):
    """The platform's name comes first, and in nbgrader's exchange the folder's."""
    fakes = (
        f"ben_1_2_{CANVAS}_norms.ipynb",
        f"ben_1_assignsubmission_file_/{MOODLE}_logistic.ipynb",
        f"ben/metrics/{CANVAS}_metrics.ipynb",
        "carl/metrics/metrics.ipynb",
        "ben.zip",
    )
    write(tmp_path, *fakes)
    (tmp_path / "ben.zip").write_bytes(zipped("anna/adaboost.ipynb"))
    assert set(whose(collect(tmp_path, IDEAS))) == {"ben", "carl"}


def test_a_date_makes_no_platform(tmp_path):
    [one] = collect(write(tmp_path, "norms_2024_12_anna.ipynb"), IDEAS).submissions
    assert (one.student, one.ids) == ("2024_12_anna", {})


def test_namesakes_on_a_platform_are_two(tmp_path):
    paths = [f"Li Wei_{n}_assignsubmission_file_/norms.ipynb" for n in (7, 8)]
    found = collect(write(tmp_path, *paths), IDEAS)
    assert set(whose(found)) == {"Li Wei 7", "Li Wei 8"}


@pytest.mark.parametrize(
    ("paths", "students"),
    [
        (("logistic/s-1.ipynb", "logistic/s-2.ipynb"), {"s-1", "s-2"}),
        (("logistic/s.ipynb", "logistic/s-2.ipynb"), {"s"}),
        (("s-1/logistic.ipynb", "s-2/logistic.ipynb"), {"s-1", "s-2"}),
        (("s_logistic-1.ipynb", "s_logistic-2.ipynb"), {"s"}),
        (("Anna/norms.ipynb", "anna/logistic.ipynb"), {"Anna"}),
        (("André/norms.ipynb", "Andre\u0301/logistic.ipynb"), {"André"}),
        (("a  b/norms.ipynb", "a b/logistic.ipynb"), {"a b"}),
    ],
)
def test_who_is_the_same(tmp_path, paths, students):
    assert set(whose(collect(write(tmp_path, *paths), IDEAS))) == students


def test_the_spelling_of_the_course_is_kept(tmp_path):
    write(tmp_path, "ANNA/norms.ipynb", "ben/norms.ipynb")
    assert set(whose(collect(tmp_path, IDEAS, ["anna", "carl"]))) == {"anna", "ben"}


def test_a_name_that_is_not_utf8_is_used_if_it_tells(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"M\xfcller_norms.ipynb")).write_bytes(NOTEBOOK)
        (tmp_path / os.fsdecode(b"\xff\xfe.ipynb")).write_bytes(b"{}")
    except OSError:
        pytest.skip("this system has no such names")
    found = collect(tmp_path, IDEAS)
    [one] = found.submissions
    assert re.fullmatch("M_ller-[0-9a-f]{8}", one.student)
    assert one.name == r"M\udcfcller_norms.ipynb"
    assert list(reasons(found)) == [r"\udcff\udcfe.ipynb"]


REAL = {  # as it is handed in: as it is shown
    "Tom O'Brien": "Tom O'Brien",
    "José Ñandú": "José Ñandú",
    unicodedata.normalize("NFD", "José Ñandú"): "José Ñandú",
    "李 雷": "李 雷",
    "D'Angelo, María": "D'Angelo, María",
    "=cmd|'C calc'!A0": "=cmd|'C calc'!A0",
    "x" * 200: "x" * 200,
    "محمد علي": "محمد علي",
    "می\u200cجی": "می\u200cجی",
    "Anna\nMuster": "Anna Muster",
    "Anna \u202etxt": r"Anna \u202etxt",
}


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize(
    "path",
    [
        "{}/norms.ipynb",
        "{}_norms.ipynb",
        "norms/{}.ipynb",
        "{}.zip/norms.ipynb",
        "{}_7_assignsubmission_file_/x.ipynb",
        "{}_assignsubmission_file_norms.ipynb",
        "{}_4711_98765_norms.ipynb",
    ],
)
def test_a_name_is_kept_as_it_was_handed_in(tmp_path, path, name):
    """Beside it the safe one, by which the teacher may look it up as well."""
    (tmp_path / "class.zip").write_bytes(zipped(path.format(name)))
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert one.who == REAL[name]
    assert one.student == safe(name)
    assert key(one.who) == key(one.student) or "\\u202e" in one.who


def test_one_student_has_one_name(tmp_path):
    write(tmp_path, "ANNA!/norms.ipynb", "anna!/logistic.ipynb", "Li/norms.ipynb")
    found = collect(tmp_path, IDEAS, [safe("anna!")])
    assert {(one.student, one.who) for one in found.submissions} == {
        (safe("anna!"), "ANNA!"),
        ("Li", "Li"),
    }
