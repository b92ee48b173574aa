"""Who handed in what: folders, files, Moodle's zip, Canvas's zip, and nothing else."""

import unicodedata

import pytest

from assignments.intake.collect import collect
from assignments.intake.spelling import key, safe
from tests.assignments.folders import (
    CANVAS,
    IDEAS,
    LOGISTIC,
    MOODLE,
    NOTEBOOK,
    WORDS,
    reasons,
    whose,
    write,
    zipped,
)

LAYOUTS = {
    "anna/logistic.ipynb": "logistic",
    "anna/logistic (1).ipynb": "logistic",
    "anna/logistic/logistic.ipynb": "logistic",
    "anna/my homework.ipynb": "logistic",
    "anna_logistic/my homework.ipynb": "logistic",
    "anna_logistic.ipynb": "logistic",
    "logistic-anna.ipynb": "logistic",
    "anna_logistic-Copy1.ipynb": "logistic",
    "anna_logistic - Copy (2).ipynb": "logistic",
    "anna.ipynb": "logistic",
    "anna-binary-relevance (2).ipynb": "binary_relevance",
    "BinaryRelevance_anna.ipynb": "binary_relevance",
    "anna_norms.IPYNB": "norms",
    "anna_norms-1.ipynb.txt": "norms",
    "anna_norms.ipynb (1).txt": "norms",
    "anna/norms/my metrics.ipynb": "metrics",
    "anna_LATE_4711_98765_norms-1.ipynb": "norms",
    "anna_12_assignsubmission_file_/norms.ipynb": "norms",
    "anna_12_assignsubmission_file/my work/norms.ipynb": "norms",
    "anna_12_assignsubmission_file_norms.ipynb": "norms",
}


@pytest.mark.parametrize("path", LAYOUTS)
def test_layouts_in_a_folder_and_in_a_zip(tmp_path, path):
    data = LOGISTIC if LAYOUTS[path] == "logistic" else NOTEBOOK
    found = collect(write(tmp_path / "in", path, data=data), IDEAS)
    [one] = found.submissions
    assert (one.student, one.idea, one.name) == ("anna", LAYOUTS[path], path)
    assert (one.read(), found.unused) == (data, [])
    other = path.replace("a", "b", 1).replace("4711", "4712")
    (tmp_path / "x.zip").write_bytes(zipped(path, other, data=data))
    found = collect(tmp_path / "x.zip", IDEAS).submissions
    assert {(one.student, one.idea) for one in found} >= {("anna", LAYOUTS[path])}


def test_moodle(tmp_path):
    folder = MOODLE.format("Anna Muster", 123456)
    text = f"{folder.replace('file', 'onlinetext')}/onlinetext.html"
    write(tmp_path, f"{folder}/logistic.ipynb", f"{folder}/photo.jpg", text)
    found = collect(tmp_path, IDEAS)
    [one] = found.submissions
    assert (one.student, one.who) == ("anna muster", "Anna Muster")
    assert one.ids == {"moodle": "123456"}
    assert one.at is None  # the zip has the time of the download
    assert WORDS in reasons(found)[f"{folder}/photo.jpg"]
    assert "typed into Moodle" in reasons(found)[text]


def test_canvas(tmp_path):
    late, early = "anna_LATE_4711_98766_norms-1.ipynb", "anna_4711_98765_norms-2.ipynb"
    anonymous = "LATE_anon_Ab1_98767_norms.ipynb"
    found = collect(write(tmp_path, late, early, anonymous), IDEAS)
    one, secret = found.submissions
    assert (one.student, one.name, one.at) == ("anna", late, None)
    assert one.ids == {"canvas": "4711"}
    assert "has a higher number" in reasons(found)[early]
    assert (secret.student, secret.ids) == ("anon_ab1", {})


def test_of_two_of_one_name_moodles_numbers_tell(tmp_path):
    write(tmp_path, *(f"{MOODLE.format('Li Wei', n)}/norms.ipynb" for n in (7, 8)))
    write(tmp_path, f"{MOODLE.format('Ann', 9)}/norms.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {"ann", "li wei 7", "li wei 8"}


PLAIN = ["carl_norms.ipynb", "dora_norms.ipynb"]


def test_what_looks_like_a_platforms_among_others_brings_no_number(tmp_path):
    """Else a file would choose whose points a platform gets."""
    write(tmp_path, *PLAIN, CANVAS.format("ben", 4711))
    ben, *_ = collect(tmp_path, IDEAS).submissions
    assert (ben.student, ben.ids) == ("ben_4711_98765", {})
    assert ben.at == 1_700_000_002


@pytest.mark.parametrize("odd", ["zoe_norms.ipynb", "zoe/norms.ipynb"])
def test_among_a_platforms_no_other_is_read(tmp_path, odd):
    write(tmp_path, odd, *(CANVAS.format(who, i) for i, who in enumerate("abc")))
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == set("abc")
    assert reasons(found)[odd] == (
        "Canvas has not named it, as it has the others: put it into another folder, "
        "as anna/logistic.ipynb, and grade that too."
    )


def test_dates_are_no_numbers_of_canvas(tmp_path):
    write(tmp_path, "anna_2026_11_norms.ipynb", "ben_2026_11_norms.ipynb")
    found = collect(tmp_path, IDEAS).submissions
    assert [one.ids for one in found] == [{}, {}]
    assert len({one.student for one in found}) == 2


def test_nobody_hands_in_as_another_on_a_platform(tmp_path):
    """What a platform has written stands first, whatever a student calls a file."""
    for place in (MOODLE.format("{}", "{}"), "{}_{}_98766_"):
        names = [place.format("mallory", 7) + "ben_LATE_9_8_norms.ipynb"]
        names.append(place.format("zoe", 8) + "ben_1_assignsubmission_file_norms.ipynb")
        found = collect(write(tmp_path / place[-4:], *names), IDEAS).submissions
        assert [one.student for one in found] == ["mallory", "zoe"]
        assert [len(one.ids) for one in found] == [1, 1]


# --- what else arrives is refused, with how to sort it ---


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("logistic/anna.ipynb", '"logistic" is an assignment: grade that folder by'),
        ("norms.ipynb", "No student is named: call it anna_logistic.ipynb, or put"),
        (
            "anna/work.zip",
            "It is a zip: unpack it where it lies",
        ),
        ("class.zip", "It is a zip: unpack it where it lies"),
        ("anna/.norms.ipynb", "It is hidden"),
    ],
)
def test_what_is_sorted_otherwise_is_refused_with_the_remedy(tmp_path, path, said):
    write(tmp_path, "zoe/norms.ipynb", path)
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"zoe"}
    assert said in reasons(found)[path]


@pytest.mark.parametrize(
    "paths",
    [
        ["Week 3/anna/norms.ipynb", "Week 3/ben/norms.ipynb"],
        ["in/in/anna/norms.ipynb", "in/anna/norms.ipynb", "in/ben/norms.ipynb"],
        [f"in/{MOODLE.format(who, 7)}/norms.ipynb" for who in ("anna", "ben")],
        [f"in/{who}_norms.ipynb" for who in ("anna", "ben", "carl")],
    ],
)
def test_a_folder_that_may_be_a_class_is_no_student(tmp_path, paths):
    """Each of its files is named, and a grade of the folder itself finds them all."""
    found = collect(write(tmp_path, *paths), IDEAS)
    assert found.submissions == []
    [said] = {*reasons(found).values()}
    assert said.startswith(f"{len(paths)} notebooks of norms lie in ")
    assert "grade that folder by itself" in said
    assert len(found.empty_handed) == 1


def test_a_students_tries_are_no_class(tmp_path):
    tries = ["norms.ipynb", "norms-Copy1.ipynb", "norms (2).ipynb", "old/norms.ipynb"]
    write(tmp_path, *(f"anna/{name}" for name in tries), "anna/metrics.ipynb")
    assert len(collect(tmp_path, IDEAS).submissions) == 2
    folder = MOODLE.format("ben", 7)
    write(tmp_path / "m", *(f"{folder}/{name}.ipynb" for name in ("a", "b", "c")))
    write(tmp_path / "m", f"{folder}/a.ipynb", f"{folder}/b.ipynb", data=LOGISTIC)
    assert set(whose(collect(tmp_path / "m", IDEAS))) == {"ben"}


# --- of whom only what cannot be graded came ---


@pytest.mark.parametrize(
    "path",
    [
        "ben/homework.ipynb",
        "ben/norms/norms.py",
        "ben/logistic/IMG_1.HEIC",
        "ben/work.zip",
        "ben_logistic.docx",
    ],
)
def test_who_handed_in_nothing_that_can_be_graded_is_named(tmp_path, path):
    write(tmp_path, "anna/norms.ipynb", path, "ANNA/1.pdf")
    (tmp_path / path).write_bytes(b"{")
    assert collect(tmp_path, IDEAS).empty_handed == {"ben": "ben"}


@pytest.mark.parametrize(
    "path", ["list.pdf", "README.md", "ben/.DS_Store", "__MACOSX/ben/._norms.ipynb"]
)
def test_what_tells_nobody_makes_no_student(tmp_path, path):
    assert collect(write(tmp_path, "anna/norms.ipynb", path), IDEAS).empty_handed == {}


# --- names ---

REAL = ["Tom O'Brien", "José Ñandú", "李 雷", "D'Angelo, María", "=cmd|'/C calc'!A0"]


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("path", ["{}/x.ipynb", "{}_norms.ipynb", MOODLE + "/x.ipynb"])
def test_a_name_is_kept_as_it_was_handed_in(tmp_path, path, name):
    """Beside it the safe one, which a folder and an address can have."""
    handed = unicodedata.normalize("NFD", name).replace("/", ":")
    name = path.format(handed, 7)
    (tmp_path / "class.zip").write_bytes(zipped(name, data=LOGISTIC))
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert one.who == unicodedata.normalize("NFC", handed)
    assert one.student == key(one.who)
    assert key(safe(one.who)) == one.student


def test_one_student_has_one_name(tmp_path):
    """However it is spelt; who is called by a safe name is another's twin on Moodle."""
    write(tmp_path, "ANNA!/norms.ipynb", "anna!/logistic.ipynb", "Li/norms.ipynb")
    found = collect(tmp_path, IDEAS).submissions
    assert [one.student for one in found] == [key("Anna!")] * 2 + ["li"]
    assert {one.who for one in found} == {"ANNA!", "anna!", "Li"}
    for number, who in enumerate(("Tom O'Brien", safe("Tom O'Brien"))):
        write(tmp_path / "m", f"{MOODLE.format(who, number)}/norms.ipynb")
    assert len(whose(collect(tmp_path / "m", IDEAS))) == 2


def test_numbers_of_people_are_no_second_versions(tmp_path):
    write(tmp_path, "norms_s-1.ipynb", "norms_s-2.ipynb", "s-3_norms-1.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {"s-1", "s-2", "s-3"}
