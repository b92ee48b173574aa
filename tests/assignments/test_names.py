"""Names of students: safe where they must be, as they are where they can be."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.intake.spelling import key, own, quoted, safe, written

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


@pytest.mark.parametrize(
    "name", ["anna", "Anna Muster", "a.b@c.org", "Zoë", "安娜", "s-1", "Weiß"]
)
def test_good_names_are_left_alone(name):
    assert own(name) == safe(name) == name


@given(NAMES)
def test_a_name_is_found_by_itself_and_by_the_safe_one_however_it_is_spelt(name):
    want = key(name)
    for form in ("NFC", "NFD"):
        assert key(unicodedata.normalize(form, name)) == want
    assert key(safe(name)) == want
    made = written(name)
    assert made.replace("\u200c", "").replace("\u200d", "").isprintable()
    made.encode("utf-8")


def test_names_that_differ_stay_two():
    assert len({key(name) for name in ("Weiß", "Weiss", "Anna!", "Anna?", "anna")}) == 5
    assert key("JOSÉ !") == key("josé !")


@pytest.mark.parametrize("code", [0x34F, 0xFE0F, 0x3164, 0xE0101, 0x180B])
def test_what_nobody_sees_makes_no_second_student(code):
    name = f"An{chr(code)}na"
    assert (written(name), safe(name), key(name)) == ("Anna", "Anna", "anna")
    assert written(f"Jose{chr(code)}\u0301") == "José"


def test_a_name_in_a_sentence_does_not_look_like_a_part_of_it():
    odd = 'ben", 10 points. ' + "x" * 50
    assert quoted(odd) == '"ben\', 10 points. xxxxxxxxxxxxxxxxxxxx..."'
