"""Names of students: safe where they must be, as they are where they can be."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.intake.spelling import key, quoted, safe, written

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


@pytest.mark.parametrize("name", ["anna", "Anna Muster", "a.b@c.org", "安娜", "Weiß"])
def test_a_good_name_is_left_alone_in_all_its_spellings(name):
    assert safe(name) == written(name) == name
    assert key(unicodedata.normalize("NFD", name)) == key(name) == name.lower()


def test_names_that_differ_stay_two():
    assert len({key(name) for name in ("Weiß", "Weiss", "Anna!", "Anna?", "anna")}) == 5
    assert key("JOSÉ !") == key("josé !")


def test_a_name_in_a_sentence_does_not_look_like_a_part_of_it():
    odd = 'ben", 10 points. ' + "x" * 50
    assert quoted(odd) == '"ben\', 10 points. xxxxxxxxxxxxxxxxxxxx..."'
