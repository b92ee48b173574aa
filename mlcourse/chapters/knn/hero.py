r"""The hero of nearest neighbours: a sentence that one types, and who is near it.

The module (``hero.js``) gets sixty texts and does the rest itself: words, weights

.. math:: w_j = c_j \Bigl(1 + \log \frac{1 + n}{1 + n_j}\Bigr)

at unit length, cosines, and the vote of five. Python does the same with the package,
and draws the first picture.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.heroes import choice, style
from mlcourse.data import load
from mlcourse.data.text import tokens, word_table
from mlcourse.models.knn import neighbours
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
OPENING = "Find the distance between each point and the mean."
NAMES = ("SciPy", "scikit-learn")
EACH, K, SEED = 30, 5, 13
KINDS = {"counts": "counts", "tf_idf": "tf-idf"}
WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
# One or two plain sentences at the beginning of a docstring.
_PLAIN = r"[A-Z](?:[^.:;()`*_{}<>=&\[\]\"]|, )+?[^ .,]\."
_NEXT = r"(?: [A-Z][^.:;()`*_{}<>=&\[\]\"]+[^ .,]\.(?= |$))?"
_BEGINNING = re.compile(f"{_PLAIN}(?= [A-Z]){_NEXT}")


class Word(NamedTuple):
    """A word of the sentence."""

    word: str
    times: int  # in the sentence
    texts: int  # that hold it
    weight: float


class Near(NamedTuple):
    """A neighbour: which text, its cosine, and what each shared word adds to it."""

    text: int
    cosine: float
    shared: dict[str, float]


class Found(NamedTuple):
    """What a sentence leads to."""

    words: list[Word]
    near: list[Near]
    votes: int  # for the second library


@cache
def texts() -> list[str]:
    """Return sixty beginnings of docstrings, first those of SciPy."""
    told = load("docstring_texts")
    rng = np.random.default_rng(SEED)
    drawn: list[str] = []
    for name in ("scipy", "scikit-learn"):
        pool: dict[frozenset[str], str] = {}
        for text in told.X[told.y == told.label_names.index(name)]:
            begins = _BEGINNING.match(text)
            if begins and begins[0].isascii() and usual(begins[0]):
                pool.setdefault(frozenset(tokens(begins[0])), begins[0])
        every = list(pool.values())
        drawn += [every[i] for i in sorted(rng.choice(len(every), EACH, replace=False))]
    return drawn


def usual(text: str) -> bool:
    """Tell whether a text has the right length, and nothing was struck out of it."""
    return 90 <= len(text) <= 150 and " ." not in text and " ," not in text


def look(sentence: str, kind: str = "tf_idf") -> Found:
    """Return the words of a sentence and its neighbours, by the package."""
    said = tokens(sentence)
    made = word_table(texts(), [sentence], kind)
    holds = np.asarray((made.train > 0).sum(axis=0))  # (d,)
    q = unit(made.test.toarray()[0])
    X = made.train.toarray()
    column = {word: j for j, word in enumerate(made.words)}
    words = [
        Word(w, said.count(w), int(holds[column[w]]), float(q[column[w]]))
        if w in column
        else Word(w, said.count(w), 0, 0.0)
        for w in dict.fromkeys(said)
    ]
    close = neighbours(X, K, [q], "cosine")
    near = []
    for i, far in zip(close.rows[0], close.distances[0], strict=True):
        adds = q * unit(X[i])
        shared = {made.words[j]: float(adds[j]) for j in np.flatnonzero(adds)}
        near.append(Near(int(i), float(1 - far), shared))
    return Found(words, near, int(np.sum(close.rows >= EACH)))


def unit(x: Array) -> Array:
    """Return a row at length 1, or zeros."""
    size = np.sqrt(x @ x)
    return np.asarray(x / size) if size else x


# --- the first picture, as the module draws the next ones ---


def bag(words: list[Word]) -> str:
    """Return the words of a sentence with their weights, as a list."""
    drawn = ""
    for word, times, some, weight in words:
        rare = f"in {some} of {2 * EACH}" if some else "in no text"
        drawn += (
            f"<li{'' if some else ' class=none'}><b>{word}"
            f'{f" ×{times}" if times > 1 else ""}</b><i><i style="width:'
            f'{100 * weight:.1f}%"></i></i><span>{rare}</span></li>'
        )
    return drawn


def listed(near: list[Near]) -> str:
    """Return neighbours as a list; the more a word adds, the stronger its ground."""
    drawn = ""
    for i, cosine, shared in near:
        kind = i >= EACH

        def mark(found: re.Match[str], adds: dict[str, float] = shared) -> str:
            share = adds.get(found[0].lower())
            return (
                found[0]
                if share is None
                else f'<mark style="--w:{share:.3f}">{found[0]}</mark>'
            )

        drawn += (
            f'<li class="is-{kind:d}"><b>{"●■"[kind]} {NAMES[kind]}</b> '
            f"<span>{cosine:.2f}</span><p>{WORD.sub(mark, texts()[i])}</p></li>"
        )
    return drawn


def says(found: Found) -> str:
    """Return the sentence above the picture."""
    best = int(found.votes > K / 2)
    votes = (K - found.votes, found.votes)[best]
    none = sum(near.cosine < 1e-9 for near in found.near)
    more = f"; {none} of them share no word with it" if none else ""
    return f"{votes} of {K} neighbours say {NAMES[best]}{more}"


def panels(sentence: str, kind: str = "tf_idf") -> tuple[str, str]:
    """Return both panels."""
    found = look(sentence, kind)
    return (
        '<div class="weighing"><p>Your words, and their weights</p>'
        f'<ul class="bag">{bag(found.words)}</ul></div>',
        '<div class="weighing"><p>The five nearest texts, and their cosines</p>'
        f'<ol class="near">{listed(found.near)}</ol></div>',
    )


def controls(name: str) -> str:
    """Return what one operates."""
    kinds = choice(f"{name}-kind", "weights", KINDS, "tf_idf")
    return (
        f'<label class="typed">Your sentence<input type="text" maxlength="160" '
        f'autocomplete="off" spellcheck="false" value="{OPENING}"></label>'
        '<div class="mlc-hero-buttons"><button type="button">Start again</button>'
        f'{kinds}</div><p class="told" role="status"></p>'
    )


CAPTION = (
    "Sixty beginnings of docstrings, thirty from each library, drawn at random; the "
    "names of the libraries are struck out. The stronger the ground of a word, the "
    "more it adds to the cosine."
)


def hero(name: str = "hero") -> Hero:
    """Return the hero."""
    left, right = panels(OPENING)
    return Hero(
        SCRIPT,
        {"texts": texts()},
        {"sentence": OPENING},
        first=Picture([style(SCRIPT) + left, right], says(look(OPENING))),
        controls=controls(name),
        caption=CAPTION,
        name=name,
    )
