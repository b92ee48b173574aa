r"""The hero of naive Bayes: words pull at a rope between two libraries (``hero.js``).

The reader types; each word of the text pulls by its log ratio, in the Bernoulli model
absent words too, and the prior. Their sum is the log odds

.. math:: z = \log \frac{\pi_1}{\pi_0} + \sum_j \log \frac{P(x_j \mid 1)}{P(x_j \mid 0)}

of Matplotlib (1) against NumPy (0). Both models are fitted in the page, from counts.
"""

import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.chapters.common.heroes import choice, style
from mlcourse.chapters.naive_bayes import runs
from mlcourse.data.text import tokens
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
LEAST = 25  # training texts that hold a word of the hero
TEXTS = {"array": 17, "ticks": 229, "matrices": 117}  # places among the new texts
OWN = "your own"
SHOWN = 9  # words with a bar of their own
ENOUGH = math.log(99)
Row = tuple[str, float, str]  # what pulls, how hard, and its word if it is one


class Pulled(NamedTuple):
    """All that pulls at a text."""

    rows: list[Row]
    z: float


@cache
def counts() -> dict[str, Any]:
    """Return the vocabulary, and of each class how its training texts hold it."""
    table, y = runs.tables("counts", min_texts=LEAST), runs.two().y
    rows = [table.train[y == c] for c in (0, 1)]
    n = [np.asarray((each > 0).sum(axis=0)) for each in rows]
    more = [np.asarray(each.sum(axis=0)) - k for each, k in zip(rows, n, strict=True)]
    return {
        "words": " ".join(table.words),
        "n": [each.astype(int).tolist() for each in n],
        "more": [each.astype(int).tolist() for each in more],
        "N": np.bincount(y).tolist(),
    }


def texts() -> list[tuple[str, int]]:
    """Return the documents that the reader may change, and who wrote each."""
    X, y = runs.two().new, runs.two().y_new
    return [(str(X[i]), int(y[i])) for i in TEXTS.values()]


@cache
def fitted(model: str) -> Any:
    """Return a model of the package, fitted to the hero's table."""
    table = runs.tables(runs.KINDS[model], min_texts=LEAST)
    return runs.MODELS[model]().fit(table.train, runs.two().y)


def pulled(text: str, model: str) -> Pulled:
    """Return what pulls at a text, the strongest words first."""
    nb, words = fitted(model), counts()["words"].split()
    on = np.log(nb.theta_[1] / nb.theta_[0])
    held = Counter(tokens(text))
    here: list[Row] = []
    for j in (j for j, word in enumerate(words) if word in held):
        times = 1 if model == "Bernoulli" else held[words[j]]
        name = f"{words[j]} × {times}" if times > 1 else words[j]
        here.append((name, times * float(on[j]), words[j]))
    here.sort(key=lambda row: (-abs(row[1]), row[2]))
    rows, others = here[:SHOWN], here[SHOWN:]
    if others:
        name = f"{len(others)} other word{'s' * (len(others) > 1)}"
        rows.append((name, sum(row[1] for row in others), ""))
    if model == "Bernoulli":
        off = np.log(nb.absent_[1] / nb.absent_[0])
        away = [j for j, word in enumerate(words) if word not in held]
        rows.append((f"{len(away)} absent words", float(off[away].sum()), ""))
    rows.append(("prior", float(np.diff(nb.class_log_prior_)[0]), ""))
    return Pulled(rows, sum(row[1] for row in rows))


def fewest(text: str, model: str, goal: int) -> int:
    """Return how few added words make the model 99 % sure of a class."""
    nb, sign = fitted(model), 1 if goal else -1
    gain = sign * np.log(nb.theta_[1] / nb.theta_[0])
    if model == "Bernoulli":
        held = set(tokens(text))
        away = [word not in held for word in counts()["words"].split()]
        gain = gain - sign * np.log(nb.absent_[1] / nb.absent_[0])
        best = np.sort(gain[away])[::-1]
    else:
        best = np.full(100, gain.max())  # one word, again and again
    reached = sign * pulled(text, model).z + np.append(0, np.cumsum(best))
    return int(np.argmax(reached >= ENOUGH))


# --- the first picture, as the module draws the next ones ---


def x_of(z: float) -> float:
    """Return where the knot lies, in units of the picture."""
    return 216 + 196 * max(-13, min(13, z)) / 13


def rope(z: float) -> str:
    """Return the pulled part of the rope, and its knot."""
    side, x = "r" if z > 0 else "l", f"{x_of(z):.1f}"
    return (
        f'<path class="pulled {side}" d="M216 44H{x}"/>'
        f'<circle class="knot" cx="{x}" cy="44" r="9"/>'
    )


def bars(rows: list[Row]) -> str:
    """Return what pulls, as bars to the left and to the right."""
    unit = 110 / max(3, *(abs(row[1]) for row in rows))
    return "".join(bar(92 + 25 * k, unit, row) for k, row in enumerate(rows))


def bar(y: int, unit: float, row: Row) -> str:
    """Return one bar: its name on the other side, its length at its end."""
    name, pull, word = row
    right, end, size = pull > 0, 216 + unit * pull, f"{abs(pull):.1f}"
    side, kind = (1, "r") if right else (-1, "l")
    can = f' role="button" tabindex="0" data-word="{word}"'
    return (
        f'<g class="{"word " * bool(word)}{kind}"{can * bool(word)}>'
        f'<path d="M216 {y}H{end:.1f}v17H216Z"/>'
        f'<text class="name{" end" * right}" x="{216 - 8 * side}" '
        f'y="{y + 14}">{name}</text> '
        f'<text class="{"" if right else "end"}" x="{end + 6 * side:.1f}" '
        f'y="{y + 14}">{size}</text></g>'
    )


def says(z: float, truth: int) -> str:
    """Return the sentence above the picture."""
    p = 1 / (1 + math.exp(-abs(z)))
    sure = "over 99.99 %" if p > 0.9999 else f"{math.floor(1000 * p) / 10:.1f} %"
    verdict = "right" if (z > 0) == truth else "wrong"
    name = runs.NAMES[z > 0]
    return f"{name}, {sure} sure, and {verdict}: {runs.NAMES[truth]} wrote it"


def controls(name: str) -> str:
    """Return what one operates."""
    documents = choice(f"{name}-text", "text", dict(enumerate((*TEXTS, OWN))), 0)
    models = choice(f"{name}-model", "model", {0: "multinomial", 1: "Bernoulli"}, 0)
    return (
        f'<label class="asked" for="{name}-typed">Who wrote this? Change the text'
        f'</label><textarea id="{name}-typed" spellcheck="false" autocomplete="off">'
        f'</textarea><div class="mlc-hero-buttons">{documents}</div>'
        '<div class="mlc-hero-buttons">'
        f'{models}<button type="button" class="again">Undo all</button></div>'
        '<p class="told" role="status"></p>'
    )


def drawn(found: Pulled) -> str:
    """Return the whole picture."""
    marks = "".join(f"M{x_of(z):.1f} 28V60" for z in (-ENOUGH, 0, ENOUGH))
    return (
        '<svg class="mlc-svg tug" viewBox="0 0 432 400" role="group" '
        'aria-label="What pulls at the text, and to which side">'
        f'<path class="line" d="M20 44H412"/><path class="mark" d="{marks}"/>'
        '<text class="side" x="16" y="18">◂ NumPy</text>'
        '<text class="end side" x="416" y="18">Matplotlib ▸</text>'
        f'<text class="middle" x="{x_of(-ENOUGH):.1f}" y="78">99 %</text>'
        '<text class="middle" x="216" y="78">50 %</text>'
        f'<text class="middle" x="{x_of(ENOUGH):.1f}" y="78">99 %</text>'
        f'<g class="rope">{rope(found.z)}</g>'
        f'<g class="bars">{bars(found.rows)}</g></svg>'
    )


CAPTION = (
    "Each bar is the log ratio of a word: how much likelier it is in one library than "
    "in the other. The violet knot is their sum. Select a bar to take its word out of "
    "the text. The model knows the 529 words that at least 25 training documents hold."
)


def hero(name: str = "hero") -> Hero:
    """Return the hero."""
    text, truth = texts()[0]
    found = pulled(text, "multinomial")
    return Hero(
        SCRIPT,
        counts() | {"texts": texts()},
        {"text": 0},
        first=Picture([style(SCRIPT) + drawn(found)], says(found.z, truth)),
        controls=controls(name),
        caption=CAPTION,
        name=name,
    )
