"""Zips: read without unpacking, and a bad one harms nobody."""

import io
import struct
import time
import zipfile

import pytest

from assignments.intake.collect import collect
from assignments.intake.mend import UnreadableError
from tests.assignments.folders import IDEAS, reasons, whose, zipped


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


def flipped():
    """Return a zip whose packed bytes have changed."""
    raw = bytearray(zipped("a_norms.ipynb"))
    start = 30 + len("a_norms.ipynb")
    raw[start : start + 10] = bytes(b ^ 255 for b in raw[start : start + 10])
    return bytes(raw)


MEMBERS = {
    "bomb": (lambda: zipped("a_norms.ipynb", data=bytes(30_000_000)), "larger than 20"),
    "link": (linked, "It is a link or a pipe"),
    "cut": (lambda: zipped("a_norms.ipynb")[:-30], "The zip is broken"),
    "empty": (lambda: b"", "The zip is broken"),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_what_is_not_read_of_a_zip_is_named(tmp_path, name):
    make, words = MEMBERS[name]
    (tmp_path / "class.zip").write_bytes(make())
    found = collect(tmp_path / "class.zip", IDEAS)
    [reason] = reasons(found).values()
    assert words in reason
    assert found.submissions == []
    assert [path.name for path in tmp_path.iterdir()] == ["class.zip"]


@pytest.mark.parametrize("make", [lying, flipped, encrypted])
def test_a_member_that_cannot_be_unpacked_is_refused_when_it_is_read(tmp_path, make):
    """By its name somebody handed it in; those beside it are read."""
    (tmp_path / "class.zip").write_bytes(make())
    [one] = collect(tmp_path / "class.zip", IDEAS).submissions
    with pytest.raises(UnreadableError, match="the zip is broken"):
        one.read()


def test_names_in_zips_are_read_as_they_were_meant(tmp_path):
    """Paths of Windows; UTF-8 that is not marked as such, from macOS."""
    source = tmp_path / "class.zip"
    raw = zipped("Zoë/norms.ipynb", r"ben\norms.ipynb")
    flags = struct.pack("<HH", 0x800, zipfile.ZIP_DEFLATED)
    source.write_bytes(raw.replace(flags, b"\0\0" + flags[2:]))
    assert set(whose(collect(source, IDEAS))) == {"zoë", "ben"}
    raw = zipped("Zo?/norms.ipynb").replace(b"Zo?", b"Zo\x89")  # of DOS
    source.write_bytes(raw)
    assert set(whose(collect(source, IDEAS))) == {"zoë"}


def test_times_in_zips(tmp_path):
    source, inside = tmp_path / "class.zip", (2024, 5, 6, 7, 8, 10, 0, 0, -1)
    source.write_bytes(zipped("a/norms.ipynb", "b/norms.ipynb"))
    times = [one.at for one in collect(source, IDEAS).submissions]
    assert times == [time.mktime(inside)] * 2
    source.write_bytes(zipped("a/norms.ipynb", date=(1980, 1, 1, 0, 0, 0)))
    assert collect(source, IDEAS).submissions[0].at is None


def test_a_zip_in_a_zip_is_for_the_teacher_to_unpack(tmp_path):
    """The student is named among those of whom nothing could be graded."""
    inner = ("mallory/work.zip", zipped("zoe/norms.ipynb"))
    (tmp_path / "class.zip").write_bytes(zipped(inner, "zoe/norms.ipynb"))
    found = collect(tmp_path / "class.zip", IDEAS)
    assert whose(found) == {"zoe": "zoe/norms.ipynb"}
    assert found.empty_handed == {"mallory": "mallory"}
    assert "unpack it" in reasons(found)["mallory/work.zip"]
