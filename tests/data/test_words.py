"""Spelling against all words one slip away, lemmas against grammar."""

from functools import cache
from importlib.resources import files

import numpy as np
import pytest

from mlcourse.data import load
from mlcourse.data.text import tokens, word_table
from mlcourse.data.words import correct, lemma

LETTERS = "abcdefghijklmnopqrstuvwxyz'"


@cache
def counts():
    """Return how often the words of the dictionary are used."""
    path = files("symspellpy") / "frequency_dictionary_en_82_765.txt"
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    return {word: int(count) for word, count in (line.split() for line in lines)}


def one_slip_away(word):
    """Return all strings that are one slip away from a word."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    yield from (a + b[1:] for a, b in cuts if b)
    yield from (a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1)
    yield from (a + c + b[1:] for a, b in cuts if b for c in LETTERS)
    yield from (a + c + b for a, b in cuts for c in LETTERS)


def test_planted_slips():
    """By brute force: of all known words one slip away the one used most."""
    known, random = counts(), np.random.default_rng(0)
    words = [w for w in known if len(w) > 4 and w.isalpha() and w.isascii()][:9000]
    for word in random.choice(words, 100, replace=False).tolist():
        slips = [*one_slip_away(word)]
        slip = slips[random.integers(len(slips))]
        near = [slip] if slip in known else known.keys() & one_slip_away(slip)
        assert correct(slip) == max(near, key=known.get), slip


def test_what_is_not_corrected():
    """Short words, words far from all others, and words of the dictionary."""
    for word in ("xnd", "x", "sklearn", "receive", "don't", "Receive"):
        assert correct(word) == word


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ("take takes took taken taking", "take"),
        ("be am is are was were been being", "be"),
        ("study studies studied studying", "study"),
        ("child children", "child"),
        ("matrix matrices", "matrix"),
        ("large larger largest", "large"),
        ("set settings", "set"),
    ],
)
def test_forms_of_one_word(forms, expected):
    assert {lemma(form) for form in forms.split()} == {expected}


@pytest.mark.parametrize("word", ["don't", "isn't", "not", "Jacobi", "qwxz"])
def test_what_has_no_lemma_of_its_own(word):
    assert lemma(word) == word


@pytest.mark.parametrize("step", [correct, lemma])
def test_twice_is_once(step):
    """On the words of real texts, and whatever their case."""
    texts = load("docstring_texts").X[:200]
    for word in {w for text in texts for w in tokens(text, lower=False)}:
        once = step(word)
        assert step(once) == once
        assert once.lower() == step(word.lower())


def test_both_steps_prepare_texts():
    """By hand; a slip is mended first, and signs and numbers stay."""
    text = "He receeved 3.5 wunderful Lettters!"
    options = {"spelling": True, "lemmas": True}
    words = ["he", "receive", "wonderful", "letter"]
    assert tokens(text, **options) == words
    assert tokens(text, spelling=True)[1] == "received"
    assert tokens("taken", lemmas=True) == ["take"]
    assert tokens(text, words_only=False, **options)[2::4] == ["3.5"]
    assert word_table([text, "letters"], **options).words == tuple(sorted(words))
    assert "letters" in word_table([text, "letters"]).words
    for name in options:
        with pytest.raises(TypeError, match=f"{name}=1 is of type int"):
            tokens("a", **{name: 1})
