"""Zips: opened once, and bad ones harm nobody."""

import io
import random
import struct
import zipfile

import pytest

from assignments.intake import files, places, shares
from assignments.intake.collect import collect
from tests.assignments.folders import (
    CANVAS,
    IDEAS,
    MOODLE,
    NOTEBOOK,
    reasons,
    whose,
    write,
    zipped,
)


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
    assert [*reasons(found).values()] == [
        "It is a zip in a zip in a zip: unpack it."
    ] * 2


@pytest.mark.thorough
def test_a_students_zip_may_be_larger_than_a_notebook(tmp_path):
    inner = zipped(
        ("photos.tiff", random.Random(0).randbytes(21_000_000)), "norms.ipynb"
    )
    (tmp_path / "class.zip").write_bytes(zipped(("a_norms.zip", inner)))
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    assert (one.student, one.read()) == ("a", NOTEBOOK)


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
    [one] = found.unused
    assert one.name.startswith("bad/bad.zip")
    assert words in one.reason
    assert found.empty_handed == {"bad": "bad"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["class.zip"]


def test_absurd_numbers_are_refused_before_they_cost(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "MAX_ENTRIES", 5)
    monkeypatch.setattr(places, "ZipFile", None)
    monkeypatch.setattr(files, "ZipFile", None)  # is not even asked
    (tmp_path / "class.zip").write_bytes(zipped(*"abcdef"))
    found = collect(tmp_path, IDEAS)
    assert reasons(found) == {"class.zip": "The zip holds more than 5 files."}


def test_a_zip_is_read_up_to_a_size(tmp_path, monkeypatch):
    monkeypatch.setattr(shares, "MAX_UNPACKED", 2 * len(NOTEBOOK))
    (tmp_path / "class.zip").write_bytes(zipped(*(f"{s}_norms.ipynb" for s in "abc")))
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"a", "b"}
    assert "unpack it" in reasons(found)["class.zip/c_norms.ipynb"]


def test_a_zip_and_those_in_it_count_together(tmp_path, monkeypatch):
    """Five zips of ten notebooks are fifty notebooks."""
    inner = zipped(*(f"{i}.ipynb" for i in range(10)))
    outer = zipped(*((f"{i}.zip", inner) for i in range(5)))
    monkeypatch.setattr(shares, "MAX_UNPACKED", 20 * len(NOTEBOOK) + 2 * len(inner))
    (tmp_path / "m.zip").write_bytes(outer)
    kept = [one for one in files.look(tmp_path) if isinstance(one, files.File)]
    assert len(kept) == 20


@pytest.mark.parametrize("around", ["", "CS101/", "logistic/", "class.zip"])
def test_one_students_zips_keep_nobody_elses_from_being_read(
    tmp_path, monkeypatch, around
):
    """Not beside hers, and not in the zip of the class."""
    inner = zipped(*(f"{j}.ipynb" for j in range(9)))
    size = len(inner) + 9 * len(NOTEBOOK)
    zips = {f"m/{i}.zip": inner for i in range(20)}
    zips |= {f"{s}.zip": zipped("norms.ipynb") for s in "ln"}
    monkeypatch.setattr(shares, "MAX_SHARES", (3 * size, 2 * size))
    monkeypatch.setattr(shares, "MAX_UNPACKED", 5 * size)
    if around == "class.zip":
        (tmp_path / around).write_bytes(zipped(*zips.items()))
    else:
        for name, raw in zips.items():
            write(tmp_path, around + name, data=raw)
    found = collect(tmp_path, IDEAS)
    assert {"l", "n"} <= set(whose(found))
    refused = [one for one in found.unused if "are packed in m" in one.reason]
    assert refused


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
