"""What is handed in, in folders and zips: whose it is, what counts, and what not."""

import io
import json
import os
import pickle
import random
import re
import socket
import struct
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.course import ideas
from assignments.intake import files, places
from assignments.intake.collect import collect
from assignments.intake.mend import UnreadableError
from assignments.intake.people import safe

IDEAS = ideas()
NOTEBOOK = json.dumps(
    {"cells": [{"metadata": {"nbgrader": {"grade_id": "logistic-loss"}}}]}
).encode()
WORDS = "It is not a notebook"
MOODLE = "Anna Muster_123456_assignsubmission_file"
CANVAS = "musteranna_4711_98765"


def write(root, *paths, data=NOTEBOOK):
    """Write files into a folder, one second after another."""
    for second, path in enumerate(paths, start=1_700_000_000):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (second, second))
    return root


def zipped(*members, data=NOTEBOOK, date=(2024, 5, 6, 7, 8, 10)):
    """Return the bytes of a zip; a member is a name, or a name and what is in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for member in members:
            name, inside = (member, data) if isinstance(member, str) else member
            info = zipfile.ZipInfo(name, date)
            archive.writestr(info, inside, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def whose(found):
    """Return {student: file} of what counts."""
    return {one.student: one.name for one in found.submissions}


def reasons(found):
    """Return {file: reason} of what does not count."""
    assert len({name for name, _ in found.unused}) == len(found.unused)
    return dict(found.unused)


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


def test_names_that_differ_in_what_is_not_safe_stay_two(tmp_path):
    write(tmp_path, "Anna!_logistic.ipynb", "Anna?_logistic.ipynb")
    assert len(whose(collect(tmp_path, IDEAS))) == 2


ODD = "=1+1|../../etc|-x|a/b|@sum(a)|CON|nul.txt|com1|LPT¹ .x|..|anna.| |+1|!|%s|{x}"
NAMES = st.text(min_size=1) | st.sampled_from(
    [*ODD.split("|"), "x" * 300, "安" * 90, "\udcff", "a\nb"]
)


@given(NAMES)
def test_names_are_safe_in_folders_addresses_and_spreadsheets(name):
    made = safe(name)
    assert made == safe(made)
    if not name.split():
        assert made == ""
        return
    assert made[0].isalnum()
    assert made[-1] not in ". "
    assert len(made.encode("utf-8")) <= 100
    assert made.isprintable()
    assert not set(made) & set("/\\:*?\"<>|+=,;&#%{}[]$!`~^'\n\t")
    reserved = r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?"
    assert not re.fullmatch(reserved, made)


@given(NAMES, NAMES)
def test_two_names_stay_two_unless_they_are_one(one, other):
    if safe(one) == safe(other):
        assert " ".join(one.split()).casefold() == " ".join(
            other.split()
        ).casefold() or (safe(one) == one or safe(other) == other)


@pytest.mark.parametrize(
    "name", ["anna", "Anna Muster", "a.b@c.org", "Zoë", "安娜", "s-1"]
)
def test_good_names_are_left_alone(name):
    assert safe(name) == name


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
    [one], unused = collect(tmp_path, IDEAS)
    assert (one.at, one.folder) == (expected, folder)
    assert [file.name for file in unused] == ["a/norms/notes.txt"]


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


def test_students_zips_are_opened_once(tmp_path):
    inner = zipped("norms.ipynb", ("deep.zip", zipped("x.ipynb")))
    outer = zipped((f"{MOODLE}_/work.zip", inner), (f"{CANVAS}_norms.zip", inner))
    (tmp_path / "class.zip").write_bytes(outer)
    found = collect(tmp_path, IDEAS)
    assert [(s.student, s.idea) for s in found.submissions] == [
        ("Anna Muster", "norms"),
        ("musteranna", "norms"),
    ]
    assert all(one.read() == NOTEBOOK for one in found.submissions)
    assert [r for _, r in found.unused] == [
        "It is a zip in a zip in a zip: unpack it."
    ] * 2


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
    kinds = {name.removeprefix("a/"): r.split(",")[0] for name, r in found.unused}
    assert kinds == {
        "pipe_norms.ipynb": "It is a pipe",
        "dangling_norms.ipynb": "It is a link",
        "loop_norms.ipynb": "It is a link",
        "up": "It is a link",
        "b_norms.ipynb": "It is a link",
        "socket_norms.ipynb": "It is a socket",
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
def test_a_pipe_called_timestamp_does_not_block(tmp_path):
    write(tmp_path, "a/norms/norms.ipynb")
    os.mkfifo(tmp_path / "a" / "norms" / "timestamp.txt")
    [one] = collect(tmp_path, IDEAS).submissions
    assert one.at == 1_700_000_000


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


def test_a_students_zip_may_be_larger_than_a_notebook(tmp_path):
    inner = zipped(
        ("photos.tiff", random.Random(0).randbytes(21_000_000)), "norms.ipynb"
    )
    (tmp_path / "class.zip").write_bytes(zipped(("a_norms.zip", inner)))
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert (one.student, one.read()) == ("a", NOTEBOOK)


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


@pytest.mark.parametrize("name", ["nowhere", "file.ipynb", "file.zip", "a\0b"])
def test_a_source_that_is_none_is_named(tmp_path, name):
    if "\0" not in name and name != "nowhere":
        (tmp_path / name).write_bytes(NOTEBOOK)
    found = collect(tmp_path / name, IDEAS)
    assert found.submissions == []
    [(_, reason)] = found.unused
    assert reason in (
        "This is neither a folder nor a zip.",
        "The zip is broken, or it is none.",
    )


def patched(raw, before, after):
    """Change what a zip says of its first member, in both places where it does."""
    assert raw.count(before) == 2
    return raw.replace(before, after)


def encrypted():
    """Return a zip with the mark of encryption: bit 0 of the flags."""
    raw = bytearray(zipped("a_norms.ipynb"))
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(sign) + offset] |= 1
    return bytes(raw)


def lying():
    """Return a zip whose member claims ten bytes and holds thirty million."""
    size = struct.pack("<L", 30_000_000)
    raw = zipped("a_norms.ipynb", data=bytes(30_000_000))
    return patched(raw, size, struct.pack("<L", 10))


def linked():
    """Return a zip with a link in it, as Unix makes them."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo("a_norms.ipynb")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return made.getvalue()


def rare():
    """Return a zip packed by LZMA, which may ask for a lot of memory."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a_norms.ipynb", NOTEBOOK)
    return made.getvalue()


def nameless():
    """Return a zip with a member that has no name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo("x")
        info.filename = ""
        archive.writestr(info, NOTEBOOK)
    return made.getvalue()


def flipped():
    """Return a zip whose packed bytes have changed."""
    raw = bytearray(zipped("a_norms.ipynb"))
    start = 30 + len("a_norms.ipynb")
    raw[start : start + 10] = bytes(b ^ 255 for b in raw[start : start + 10])
    return bytes(raw)


BROKEN = {
    "encrypted": (encrypted, "encrypted"),
    "bomb": (lambda: zipped("a_norms.ipynb", data=bytes(30_000_000)), "larger than 20"),
    "liar": (lying, "the zip is broken"),
    "slip": (lambda: zipped("../../a_norms.ipynb"), "leads out of the zip"),
    "absolute": (lambda: zipped("/a_norms.ipynb"), "leads out of the zip"),
    "link": (linked, "It is a link"),
    "rare": (rare, "packed in a rare way"),
    "cut": (lambda: zipped("a_norms.ipynb")[:-30], "The zip is broken"),
    "flipped": (flipped, "the zip is broken"),
    "empty": (lambda: b"", "The zip is broken"),
    "nameless": (nameless, "It has no name"),
    "long": (lambda: zipped("a" * 2_000 + "_norms.ipynb"), "longer than 1,000"),
    "many": (lambda: zipped(*map(str, range(10_001)), data=b""), "more than 10,000"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_bad_zip_harms_nobody_else(tmp_path, name):
    make, words = BROKEN[name]
    raw = make()
    (tmp_path / "class.zip").write_bytes(
        zipped("good/norms.ipynb", ("bad/bad.zip", raw), "other/norms.ipynb")
    )
    found = collect(tmp_path / "class.zip", IDEAS)
    assert set(whose(found)) == {"good", "other"}
    [(file, reason)] = found.unused
    assert file.startswith("bad/bad.zip")
    assert words in reason
    assert sorted(p.name for p in tmp_path.iterdir()) == ["class.zip"]


def test_absurd_numbers_are_refused_before_they_cost(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "MAX_ENTRIES", 5)
    monkeypatch.setattr(places, "ZipFile", None)
    monkeypatch.setattr(files, "ZipFile", None)  # is not even asked
    (tmp_path / "class.zip").write_bytes(zipped(*"abcdef"))
    found = collect(tmp_path, IDEAS)
    assert found.unused == [("class.zip", "The zip holds more than 5 files.")]


def test_a_zip_is_read_up_to_a_size(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_UNPACKED", 2 * len(NOTEBOOK))
    (tmp_path / "class.zip").write_bytes(zipped(*(f"{s}_norms.ipynb" for s in "abc")))
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"a", "b"}
    assert "unpack it" in reasons(found)["class.zip/c_norms.ipynb"]


def test_a_folder_is_read_up_to_a_number(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_FILES", 2)
    write(tmp_path, *(f"{s}_norms.ipynb" for s in "abcd"))
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"a", "b"}
    assert "More than 2 files" in reasons(found)["c_norms.ipynb"]


def test_names_in_zips_are_read_as_they_were_meant(tmp_path):
    """Paths of Windows; UTF-8 that is not marked as such, from macOS."""
    raw = zipped("Zoë/norms.ipynb", r"ben\norms.ipynb")
    flags = struct.pack("<HH", 0x800, zipfile.ZIP_DEFLATED)
    (tmp_path / "class.zip").write_bytes(raw.replace(flags, b"\0\0" + flags[2:]))
    assert set(whose(collect(tmp_path, IDEAS))) == {"Zoë", "ben"}
    raw = zipped("Zo?/norms.ipynb").replace(b"Zo?", b"Zo\x89")  # of DOS
    (tmp_path / "class.zip").write_bytes(raw)
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert one.student == "Zoë"
