"""English words as a dictionary has them: misspelt ones corrected, inflected ones bare.

Both steps look a word up in lists that their libraries ship, and download nothing:
symspellpy's 82,765 words with their frequencies, and the 69,980 forms of lemminflect
with the words that they are forms of. They know nothing of the texts at hand, so no
test text can leak into training; nor do they know the words of a field, which
:func:`correct` may take for slips.

Over 80 % of misspellings are one slip away from what was meant.

Sources: Damerau (1964), Communications of the ACM 7(3), 171-176, for slips; Browne,
McCray & Srinivasan (2000), The SPECIALIST Lexicon, for forms of words.
"""

from functools import cache
from importlib.resources import as_file, files
from typing import Any

SHORTEST = 4  # letters of a word that is corrected
PARTS = ("VERB", "AUX", "NOUN", "ADJ", "ADV")  # of speech


def correct(word: str) -> str:
    """Return the commonest dictionary word that is at most one slip away.

    A slip is a letter too many, missing or changed, or two neighbours swapped. What the
    dictionary has, what is near none of its words, and what is shorter than four
    letters stays as it is. Reading the dictionary takes two seconds, once; a new word
    takes about 50 microseconds.

    >>> [correct(word) for word in ("receeve", "wunderful", "receive", "sklearn")]
    ['receive', 'wonderful', 'receive', 'sklearn']
    >>> correct("numpy")  # a name that no dictionary has
    'bumpy'
    """
    near = _nearest(lower) if len(lower := word.lower()) >= SHORTEST else lower
    return word if near == lower else near


def lemma(word: str) -> str:
    """Return the word that this one is a form of.

    A form is taken for a verb if it can be one, else for a noun, else for an adjective
    or adverb: "taking" is from "take", and "better" to better oneself. Words that the
    list does not have stay as they are, "don't" among them: it keeps its negation. A
    lemma's lemma is itself. Reading the list takes half a second, once; a new word
    takes about 10 microseconds.

    >>> [lemma(word) for word in ("taken", "studies", "mice", "larger", "don't")]
    ['take', 'study', 'mouse', 'large', "don't"]
    """
    bare = _bare(lower := word.lower())
    return word if bare == lower else bare


@cache
def _dictionary() -> Any:
    from symspellpy import SymSpell

    dictionary = SymSpell(max_dictionary_edit_distance=1)
    with as_file(files("symspellpy") / "frequency_dictionary_en_82_765.txt") as path:
        dictionary.load_dictionary(path, term_index=0, count_index=1)
    return dictionary


@cache
def _nearest(word: str) -> str:
    from symspellpy import Verbosity

    found = _dictionary().lookup(word, Verbosity.TOP, max_edit_distance=1)
    return str(found[0].term) if found else word


@cache
def _bare(word: str) -> str:
    from lemminflect import getAllLemmas

    lemmas = getAllLemmas(word)
    first = next((lemmas[part][0] for part in PARTS if part in lemmas), word)
    # The noun "settings" is from "setting", and that, as a verb, from "set".
    return word if first == word else _bare(first)
