"""Names of students: safe where they must be, as they are where they can be."""

import re
import unicodedata
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.intake import spelling
from assignments.intake.collect import collect
from assignments.intake.people import key, safe, written
from tests.assignments.folders import IDEAS, whose, write

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


def test_names_that_differ_in_what_is_not_safe_stay_two(tmp_path):
    write(tmp_path, "Anna!_logistic.ipynb", "Anna?_logistic.ipynb")
    assert len(whose(collect(tmp_path, IDEAS))) == 2


@given(NAMES)
def test_a_name_is_found_by_itself_and_by_the_safe_one_however_it_is_spelt(name):
    want = key(name)
    for form in ("NFC", "NFD"):
        assert key(unicodedata.normalize(form, name)) == want
    assert key(safe(name)) == want


@pytest.mark.parametrize("name", ["Tom O'Brien", "José Ñandú", "=cmd|'/C calc'!A0"])
def test_capitals_do_not_matter(name):
    for spelt in (name.upper(), name.lower(), safe(name), safe(name).upper()):
        assert key(spelt) == key(name)
    assert key(name) != key(name + "x")


@pytest.mark.parametrize("code", [0x34F, 0xFE0F, 0x3164, 0xE0101, 0x180B])
def test_what_nobody_sees_makes_no_second_student(tmp_path, code):
    name = f"An{chr(code)}na"
    assert (written(name), safe(name), key(name)) == ("Anna", "Anna", "anna")
    assert written(f"Jose{chr(code)}\u0301") == "José"
    write(
        tmp_path, f"{name}_norms.ipynb", f"{chr(code)}_norms.ipynb", "ben_norms.ipynb"
    )
    found = collect(tmp_path, IDEAS)
    assert set(whose(found)) == {"Anna", "ben"}
    assert len(found.unused) == 1


def test_a_sharp_s_is_a_letter_of_its_own(tmp_path):
    write(tmp_path, "Weiß/norms.ipynb", "weiss/norms.ipynb", "weiss/metrics.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {"Weiß", "weiss"}
    assert key("Weiß") != key("Weiss")


TOM = "Tom O'Brien"


@pytest.mark.parametrize("spelt", [str, str.upper])
@pytest.mark.parametrize("beside", [[f"{TOM}/norms.ipynb"], ["anna/norms.ipynb"]])
def test_nobody_becomes_another_by_the_safe_name(tmp_path, beside, spelt):
    """Whether the other is there or in the course already; tables still mean him."""
    write(tmp_path, *beside, f"{spelt(safe(TOM))}/norms (2).ipynb")
    found = whose(collect(tmp_path, IDEAS, [safe(TOM)]))
    assert len(found) == 2
    assert "(2)" not in found.get(safe(TOM), "")
    assert key(safe(TOM)) == key(TOM)


def test_a_safe_name_of_digits_is_no_others_where_both_are(tmp_path, monkeypatch):
    """Alone, a number at the end is one's own: that of a student, or a day."""
    monkeypatch.setattr(spelling, "sha256", lambda _: sha256(b"47"))
    spelling.key.cache_clear()
    digits = safe("A!")
    assert re.fullmatch("A-[0-9]{8}", digits)
    write(tmp_path, f"{digits}/norms.ipynb")
    assert set(whose(collect(tmp_path, IDEAS))) == {digits}
    write(tmp_path, "A!/norms.ipynb")
    found = whose(collect(tmp_path, IDEAS))
    spelling.key.cache_clear()
    assert found[digits] == "A!/norms.ipynb"
    assert len(found) == 2


@given(NAMES)
def test_a_name_can_be_printed_and_written(name):
    made = written(name)
    assert made.replace("\u200c", "").replace("\u200d", "").isprintable()
    made.encode("utf-8")
