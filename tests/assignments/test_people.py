"""Who handed in what: whatever folders, zips and files are called."""

import os
import pickle
import re
import unicodedata

import pytest

from assignments.intake.collect import collect
from assignments.intake.names import by_platforms
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


PAIR = [*enumerate(("carl", "dora"))]


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


def test_a_platforms_numbers_are_believed_only_among_such(tmp_path):
    """Else a loose file would choose its time, and whose points a platform gets."""
    write(tmp_path, "ben_norms.ipynb", f"{CANVAS}_norms.ipynb")
    ben, loose = collect(tmp_path, IDEAS).submissions
    assert (loose.student, loose.ids, loose.at) == ("musteranna", {}, 1_700_000_001)
    assert ("no number is read" in loose.remarks[0], ben.remarks) == (True, ())


def test_one_file_that_a_teacher_adds_does_not_make_all_others_late(tmp_path):
    write(tmp_path, "ben_norms.ipynb", *(f"{c}_1{i}_2{i}_norms.ipynb" for i, c in PAIR))
    found = collect(tmp_path, IDEAS).submissions
    assert [(one.student, one.at is None, bool(one.ids)) for one in found] == [
        ("ben", False, False),
        ("carl", True, True),
        ("dora", True, True),
    ]


@pytest.mark.parametrize("rest", ["x_assignsubmission_file_", "assignsubmission_file_"])
@pytest.mark.parametrize("mark", ["", "LATE"])
@pytest.mark.parametrize("who", ["ben{}_12", "{}anon_Ab1"])
def test_a_file_on_canvas_may_be_called_as_on_moodle(tmp_path, rest, mark, who):
    """However many a student sends: the others' names tell what it is."""
    who = who.format(f"_{mark}" if mark and "ben" in who else mark and f"{mark}_")
    fakes = [f"{who}_1{i}_7_{rest}norms.ipynb" for i in range(5)]
    write(tmp_path, *fakes, *(f"{c}_1{i}_2{i}_norms.ipynb" for i, c in PAIR))
    found = {one.student: one for one in collect(tmp_path, IDEAS).submissions}
    assert {one.at for one in found.values()} == {None}
    assert [found[who].ids for who in ("carl", "dora")] == [
        {"canvas": "10"},
        {"canvas": "11"},
    ]
    assert len(found) == 3
    [one] = [found[who] for who in found.keys() - {"carl", "dora"}]
    assert (one.student in ("ben", "anon_Ab1"), one.late) == (True, bool(mark))


def test_a_folder_of_three_speaks_for_itself(tmp_path):
    """Many by mail in another do not take the numbers of those on Canvas."""
    trio = [f"norms/{c}_1{i}_2{i}_norms.ipynb" for i, c in enumerate("abc")]
    write(tmp_path, *trio, *(f"adaboost/mail {i}.ipynb" for i in range(9)))
    ids = [one.ids for one in collect(tmp_path, IDEAS).submissions]
    assert sorted(map(len, ids)) == [0] * 9 + [1] * 3


def test_canvas_makes_no_folders():
    both = "ben_99_4_assignsubmission_file_"
    assert [*by_platforms(both)] == ["moodle"]
    assert [*by_platforms(both + ".ipynb")] == ["moodle", "canvas"]


def test_a_file_on_moodle_may_be_called_as_on_canvas(tmp_path):
    place = "{}_1{}_assignsubmission_file_{}norms.ipynb"
    write(tmp_path, *(place.format(c, i, "x_1_2_") for i, c in PAIR))
    write(tmp_path, place.format("ben_3", 4, "/"))
    found = {one.student: one.ids for one in collect(tmp_path, IDEAS).submissions}
    assert found == {
        "carl": {"moodle": "10"},
        "dora": {"moodle": "11"},
        "ben_3": {"moodle": "14"},
    }


ODD = ("777", "norms", "\u3164", "٣٤٥")


@pytest.mark.parametrize("who", ODD)
def test_on_canvas_nobody_is_many_and_votes_for_all(tmp_path, who):
    """Names without letters, an assignment's or unseen ones are Canvas's as well."""
    odd = [f"{who}_LATE_1009_2000{i}_norms.ipynb" for i in range(5)]
    write(tmp_path, *odd, *(f"{c}_1{i}_2{i}_norms.ipynb" for i, c in PAIR))
    found = {one.ids["canvas"]: one for one in collect(tmp_path, IDEAS).submissions}
    assert {n: (one.late, one.at) for n, one in found.items()} == {
        "1009": (True, None),
        "10": (False, None),
        "11": (False, None),
    }
    assert found["1009"].student == ("student 1009" if who == "\u3164" else who)


def test_zips_of_canvas_that_a_teacher_has_unpacked(tmp_path):
    folder = "ben_LATE_4711_98765_work/norms.ipynb"
    write(tmp_path, folder, *(f"{c}_1{i}_2{i}_norms.ipynb" for i, c in PAIR))
    ben = collect(tmp_path, IDEAS).submissions[0]
    assert (ben.student, ben.ids, ben.late) == ("ben", {"canvas": "4711"}, True)
    write(tmp_path / "x", "s_1_2_x/norms/norms.ipynb", folder)
    loose, plain = collect(tmp_path / "x", IDEAS).submissions
    assert ("no number is read" in loose.remarks[0], plain.remarks) == (True, ())


@pytest.mark.parametrize(
    "around", ["metrics.zip norms.zip", "submissions.zip submissions (1).zip"]
)
@pytest.mark.parametrize("rest", ["norms.ipynb", "1_assignsubmission_file_norms.ipynb"])
def test_one_who_hands_in_alone_is_read_as_the_others(tmp_path, around, rest):
    one, other = around.split(" ", 1)
    pair = [f"{c}_1{i}_2{i}_metrics.ipynb" for i, c in PAIR]
    write(tmp_path, one, data=zipped(*pair))
    write(tmp_path, other, data=zipped(f"carl_10_33_{rest}"))
    found = {
        (one.student, one.idea): one.ids for one in collect(tmp_path, IDEAS).submissions
    }
    assert found == {
        ("carl", "metrics"): {"canvas": "10"},
        ("carl", "norms"): {"canvas": "10"},
        ("dora", "metrics"): {"canvas": "11"},
    }


def test_a_zip_called_as_on_two_platforms_is_wrapped_around_nobody(tmp_path):
    fake = zipped("carl/norms.ipynb", "dora/norms.ipynb")
    write(tmp_path, "mal_LATE_1009_20009_assignsubmission_file_hw.zip", data=fake)
    assert len(whose(collect(tmp_path, IDEAS))) == 1
    assert not {"carl", "dora"} & set(whose(collect(tmp_path, IDEAS)))


@pytest.mark.parametrize(
    "path",
    [
        "2026_12_01_norms/{}/norms.ipynb",
        "ml_2026_11_homework/{}/norms.ipynb",
        "ML_2026_27_all/{}_norms.ipynb",
        "norms/{}_2026_11_25.ipynb",
        "2026_11_25_{}_norms.ipynb",
        "s_1_2_{}/norms.ipynb",
        "{}_2026_1_norms.ipynb",
        "{}_25_11_2026_norms.ipynb",
        "{}_20261125_143000_norms.ipynb",
    ],
)
def test_dates_and_numbers_are_not_canvas(tmp_path, path):
    write(tmp_path, *map(path.format, ("anna", "ben")))
    found = collect(tmp_path, IDEAS).submissions
    assert ["anna" in one.student for one in found] == [True, False]
    assert [(one.ids, one.at is None) for one in found] == [({}, False)] * 2


def test_a_class_that_counts_as_one_student_is_told(tmp_path):
    names = ("anna", "ben", "carl")
    paths = [f"Week {n}/{who}/norms.ipynb" for n in (3, 4) for who in names]
    found = collect(write(tmp_path, *paths), IDEAS)
    assert set(whose(found)) == {"Week 3", "Week 4"}
    said = '"Week 3", norms: 3 names lie in it ("anna", "ben", "carl")'
    assert [said in one for one in found.crowds] == [True, False]
    paths = ["dora/new/norms.ipynb", *(f"dora/{idea} done.ipynb" for idea in IDEAS)]
    found = collect(write(tmp_path / "one", *paths, "x/norms.ipynb"), IDEAS)
    assert found.crowds == ()


def test_a_name_in_a_sentence_does_not_look_like_a_part_of_it(tmp_path):
    odd = 'ben", 10 points. ' + "x" * 50
    write(tmp_path, f"m/{odd}/norms.ipynb", f"{odd}/norms.ipynb")
    one = collect(tmp_path, IDEAS).submissions[-1]
    short = "ben', 10 points. xxxxxxxxxxxxxxxxxxxx..."
    assert one.remarks == (
        f'its path also names "{short}", and it counts as handed in by "m"',
    )


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


FAKES = [
    "ben/norms/norms (2).ipynb",
    "ben_4711_99999999_norms.ipynb",
    "ben_1_assignsubmission_file_/norms.ipynb",
    "ben/norms.ipynb",
    "ben_norms (9).ipynb",
]
OWN_PLACES = [
    "m/{}",
    "m_norms/{}",
    "m/norms/{}",
    "norms/m/{}",
    "m/work.zip/{}",
    "m.zip/{}",
    "m_norms.zip/{}",
    "norms/m.zip/{}",
    "m_7_assignsubmission_file_/{}",
    "m_4712_98766_norms.zip/{}",
]


@pytest.mark.parametrize("fake", FAKES)
@pytest.mark.parametrize("place", OWN_PLACES)
@pytest.mark.parametrize("bens", ["ben/norms.ipynb", "ben.zip", f"{MOODLE}/x.ipynb"])
def test_nobody_hands_in_as_another(tmp_path, place, fake, bens):
    """Wherever the name stands in what a student has made; the others' are plain."""
    packed, _, name = place.format(fake).rpartition(".zip/")
    mine = f"{packed}.zip" if packed else name
    write(tmp_path, mine, data=zipped(name) if packed else NOTEBOOK)
    bens = bens.replace("Anna Muster", "ben").replace("x.", "norms.")
    write(tmp_path, bens, data=zipped("norms.ipynb") if "zip" in bens else NOTEBOOK)
    found = collect(tmp_path, IDEAS)
    assert whose(found)["ben"].startswith(bens)
    assert set(whose(found)) == {"m", "ben"}
    [one] = [one for one in found.submissions if one.student == "m"]
    assert one.remarks[0] == (
        'its path also names "ben", and it counts as handed in by "m"'
    )


def test_a_remark_is_made_of_others_alone(tmp_path):
    write(tmp_path, "a/work/norms.ipynb", "a/A_metrics.ipynb", "b/x_1_2_norms.ipynb")
    found = collect(tmp_path, IDEAS, ["x"]).submissions
    assert [len(one.remarks) for one in found] == [0, 0, 1]


def test_a_zip_that_names_nobody_makes_nobody_another(tmp_path):
    (tmp_path / "norms.zip").write_bytes(zipped("ben/norms.ipynb", "x/norms.ipynb"))
    write(tmp_path, "ben/norms.ipynb")
    found = collect(tmp_path, IDEAS)
    assert whose(found) == {"ben": "ben/norms.ipynb"}
    assert "outside its zip" in reasons(found)["norms.zip/ben/norms.ipynb"]


PLATFORMS = ("{}_12_assignsubmission_file_/norms.ipynb", "{}_4711_98765_norms.ipynb")


@pytest.mark.parametrize("path", [*PLATFORMS, "{}/norms/norms.ipynb", "norms/{}.ipynb"])
@pytest.mark.parametrize("around", ["", "CS101/", "CS101/Week 3/"])
def test_the_zips_of_several_assignments_side_by_side(tmp_path, path, around):
    """The teacher's: in each are two people, or names that only a platform makes."""
    for idea, number in (("norms", 7), ("metrics", 8)):
        name = f"CS101-{idea}-{number}.zip" if "_1" in path else f"{idea}.zip"
        inside = [path.format(who).replace("norms", idea) for who in ("anna", "ben")]
        write(tmp_path, around + name, data=zipped(*inside))
    blank = [around + "norms.ipynb"]
    write(tmp_path, *blank)  # is nobody's, and changes nothing
    found = collect(tmp_path, IDEAS)
    got = {(one.student, one.idea) for one in found.submissions}
    want = {(who, idea) for who in ("anna", "ben") for idea in ("norms", "metrics")}
    assert (got, [*reasons(found)]) == (want, blank)


def test_a_zip_beside_students_zips_is_a_students(tmp_path):
    """Also if it looks like a platform's, with two people in it."""
    fake = zipped("ben_1_assignsubmission_file_/norms (3).ipynb", "c_1_2_norms.ipynb")
    write(tmp_path, "ben.zip", "c.zip", data=zipped("norms.ipynb"))
    write(tmp_path, "m.zip", data=fake)
    found = whose(collect(tmp_path, IDEAS))
    assert set(found) == {"ben", "c", "m"}
    assert found["ben"] == "ben.zip/norms.ipynb"


def test_what_every_student_has_called_alike_is_no_student(tmp_path):
    """A folder in the way of nbgrader in everybody's own folder or zip."""
    write(tmp_path, "a/work/norms/norms.ipynb", "b/work/norms/norms.ipynb")
    write(tmp_path, "c.zip", data=zipped("work/norms/norms.ipynb"))
    assert set(whose(collect(tmp_path, IDEAS))) == {"a", "b", "c"}


@pytest.mark.parametrize("name", ["late/m.zip", "m/work.zip", "M_norms.zip"])
def test_who_is_in_the_course_already_is_wrapped_around_nobody(tmp_path, name):
    """Alone, a zip of two could be that of a class."""
    write(tmp_path, name, data=zipped("ben/norms.ipynb", "c/norms.ipynb"))
    assert set(whose(collect(tmp_path, IDEAS))) == {"ben", "c"}
    assert set(whose(collect(tmp_path, IDEAS, ["m", "ben"]))) == {"m"}


def test_two_who_are_in_the_course_already_are_wrapped_around_nobody(tmp_path):
    fake = zipped("ben_1_2_norms.ipynb", "c_3_4_norms.ipynb")
    write(tmp_path, "m.zip", "n.zip", data=fake)
    assert set(whose(collect(tmp_path, IDEAS))) == {"ben", "c"}
    assert set(whose(collect(tmp_path, IDEAS, ["n"]))) == {"m", "n"}


def test_a_zip_is_not_wrapped_around_a_file_beside_it(tmp_path):
    write(tmp_path, "m.zip", data=zipped("ben_norms.ipynb", "c_norms.ipynb"))
    write(tmp_path, "good_norms.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {"m", "good"}


@pytest.mark.parametrize("path", ["ben/norms.ipynb", "ben_1_2_norms.ipynb"])
def test_a_zip_with_one_name_in_it_is_named_from_outside(tmp_path, path):
    write(tmp_path, "m.zip", data=zipped(path))
    assert set(whose(collect(tmp_path, IDEAS))) == {"m"}
    assert set(whose(collect(tmp_path / "m.zip", IDEAS))) == {"ben"}


@pytest.mark.parametrize("around", ["week3/", "CS101/week3/", "week3.zip"])
@pytest.mark.parametrize(
    "path", ["{}_norms.ipynb", "{}/norms.ipynb", "{}/x/norms.ipynb"]
)
@pytest.mark.parametrize("stray", ["norms.ipynb", "week3/norms.ipynb"])
def test_a_file_without_a_name_makes_a_class_no_student(tmp_path, around, path, stray):
    names = [path.format(who) for who in ("anna", "ben")]
    if around == "week3.zip":
        write(tmp_path, around, data=zipped(*names, "norms.ipynb"))
        stray = "week3.zip/norms.ipynb"
    else:
        stray = around.replace("week3/", stray)
        write(tmp_path, *(around + name for name in names), stray)
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"anna", "ben"}
    assert reasons(found) == {stray: "No student is named in its path."}


def test_a_file_without_a_name_beside_folders_of_a_platform(tmp_path):
    paths = ("Week3/anna_1_2_norms.ipynb", "Week4/ben_3_4_norms.ipynb")
    found = collect(write(tmp_path, *paths, "Week4/norms.ipynb"), IDEAS)
    assert set(whose(found)) == {"anna", "ben"}
    assert [*reasons(found)] == ["Week4/norms.ipynb"]


def test_one_student_with_a_folder_of_tries_stays_one(tmp_path):
    write(tmp_path, "anna/norms.ipynb", "anna/tries/norms.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {"anna"}


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
