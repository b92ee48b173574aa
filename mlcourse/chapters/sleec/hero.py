r"""The hero of SLEEC: documents on three flat maps, and who votes there (``hero.js``).

The documents lie by their words, by where SLEEC puts their words, or by their labels
(:mod:`mlcourse.chapters.sleec.layout`). All are new ones: SLEEC has not seen their
labels. One of them is picked or dragged, and the k nearest on the map vote for its
labels, with weights 1 or :math:`1 / d^2`. Each of them is judged by all others.

Symbols: P (n, 2) places in whole units; Y (n, L) labels; k neighbours; i the document
that was picked, at a point (2,).
"""

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.chapters.common.heroes import (
    REPLY,
    button,
    buttons,
    choice,
    knob,
    paths,
    slider,
    style,
)
from mlcourse.chapters.sleec import runs
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
MAP = Path(__file__).with_name("map.json")
SIZE = np.array([336, 286])  # the map, in units of the picture
K, MOST = 15, 20  # neighbours at first, and at most
GOAL, BEST = 46, 62  # best in words, which is to be beaten, and best by SLEEC
BARS, LISTED = 6, 5  # labels with most votes, documents that are listed
NAMES = {"words": "words", "SLEEC": "SLEEC", "labels": "labels (the answer)"}


class Shown(NamedTuple):
    """The documents of the map."""

    maps: dict[str, Index]  # (n, 2) each, by space
    Y: Index  # (n, L), labels that one of them has, from A to Z
    names: list[str]  # (n,)
    labels: list[str]  # (L,)


@cache
def shown() -> Shown:
    """Return the documents and their places."""
    kept = np.array(json.loads(MAP.read_text()))  # (n, 1 + 6)
    docs, some = runs.documents(), kept[:, 0]
    used = np.flatnonzero(docs.Y_new[some].any(axis=0))
    maps = {s: kept[:, 2 * k + 1 : 2 * k + 3] for k, s in enumerate(runs.SPACES)}
    names = [runs.short(docs.new_names[i]) for i in some]
    return Shown(maps, docs.Y_new[some][:, used], names, [docs.labels[j] for j in used])


def data() -> dict[str, Any]:
    """Return what ``hero.js`` reads."""
    here = shown()
    return {
        "docs": here.names,
        "labels": here.labels,
        "has": [np.flatnonzero(y).tolist() for y in here.Y],
        "maps": {space: P.ravel().tolist() for space, P in here.maps.items()},
        "size": SIZE.tolist(),
        "goal": GOAL,
        "best": BEST,
    }


class State(NamedTuple):
    """What a reader has chosen."""

    space: str = "words"
    k: int = K
    sharp: bool = False
    i: int = 0
    point: tuple[int, int] | None = None  # where document i is dragged to

    @property
    def at(self) -> Index:
        """Where document i is."""
        return np.array(self.point or shown().maps[self.space][self.i])


def near(state: State) -> tuple[Index, Index]:
    """Return the nearest documents, and the squares of their distances: (k,) both."""
    squares = np.sum((shown().maps[state.space] - state.at) ** 2, axis=1)
    order = np.argsort(squares, kind="stable")
    order = order[order != state.i][: state.k]
    return order, squares[order]


def vote(state: State) -> Array:
    """Return the share of the vote for every label, (L,)."""
    some, squares = near(state)
    w = 1 / np.maximum(squares, 1) if state.sharp else np.ones(len(some))
    return np.asarray(w @ shown().Y[some] / w.sum())


def order(shares: Array) -> Index:
    """Return the labels by their shares, largest first, (L,)."""
    return np.argsort(-np.rint(1e9 * shares), kind="stable")


def right(space: str, k: int, sharp: bool) -> int:
    """Return for how many documents the first label is true, judged by all others."""
    firsts = (order(vote(State(space, k, sharp, i)))[0] for i in range(len(shown().Y)))
    return int(sum(shown().Y[i, first] for i, first in enumerate(firsts)))


# --- the first picture, as the module draws the next ones


def shapes(state: State) -> tuple[dict[str, str], dict[str, str]]:
    """Return the d of each path and the text of each line, by its class."""
    here, (some, _) = shown(), near(state)
    own, like = here.Y[state.i], here.Y @ here.Y[state.i] > 0
    shares, P = vote(state), here.maps[state.space]
    kinds = "others", "like", "lines", "bar0", "bar1", "mark0", "mark1"
    drawn, texts = dict.fromkeys(kinds, ""), {}
    for j, (x, y) in enumerate(P):
        if j != state.i:
            drawn["like" if like[j] else "others"] += f"M{x} {y}h0"
    x, y = state.at
    drawn["lines"] = "".join(f"M{x} {y}L{P[j][0]} {P[j][1]}" for j in some)
    for row, label in enumerate(order(shares)[:BARS]):
        tall = shares[label] >= 0.005
        if tall:
            bar = f"M128 {44 + 24 * row}h{180 * shares[label]:.1f}"
            drawn[f"bar{own[label]}"] += bar
        texts[f"l{row}"] = here.labels[label] if tall else ""
        texts[f"s{row}"] = f"{shares[label]:.2f}" if tall else ""
    for row in range(LISTED):
        texts[f"d{row}"] = here.names[some[row]] if row < len(some) else ""
        if row < len(some):
            drawn[f"mark{int(like[some[row]])}"] += f"M18 {225 + 22 * row}h0"
    return drawn, texts


def says(state: State) -> str:
    """Return the sentence above the picture."""
    here, first = shown(), order(vote(state))[0]
    true = "true" if here.Y[state.i, first] else "not true"
    now = right(state.space, state.k, state.sharp)
    return (
        f"All {len(here.Y)} documents: {now} get a true label first. "
        f"{here.names[state.i]}: {here.labels[first]}, {true}"
    )


def first(state: State) -> Picture:
    """Return the picture as it opens."""
    here = shown()
    moving, texts = shapes(state)
    own = ", ".join(here.labels[j] for j in np.flatnonzero(here.Y[state.i]))
    wide, high = SIZE

    def line(kind: str, x: int, y: int, more: str = "") -> str:
        text = escape(texts[kind])
        return f'<text class="{kind} inside{more}" x="{x}" y="{y}">{text}</text>'

    at = "{} {}".format(*state.at)
    map_ = (
        '<svg class="mlc-svg" viewBox="0 0 360 330" role="img" aria-label="The '
        'documents on a flat map, and lines to the nearest of the one that is picked">'
        f'<text class="name" x="12" y="18">{here.names[state.i]}: {own}</text>'
        f'<rect class="frame" x="12" y="28" width="{wide}" height="{high}"/>'
        f'<svg x="12" y="28" width="{wide}" height="{high}"><rect class="ground" '
        f'width="{wide}" height="{high}"/>{paths(moving, "lines", "others", "like")}'
        f"{knob(at)}</svg></svg>"
    )
    bars = "".join(
        line(f"l{row}", 120, 49 + 24 * row, " end")
        + line(f"s{row}", 314, 49 + 24 * row)
        for row in range(BARS)
    )
    listed = "".join(line(f"d{row}", 32, 230 + 22 * row) for row in range(LISTED))
    votes = (
        '<svg class="mlc-svg" viewBox="0 0 360 330" role="img" aria-label="The labels '
        'with most votes, and the nearest documents"><text x="12" y="18">share of the '
        f"vote (blue: true)</text>{paths(moving, 'bar0', 'bar1')}{bars}"
        '<text x="12" y="204">nearest (blue: shares a label)</text>'
        f"{paths(moving, 'mark0', 'mark1')}{listed}</svg>"
    )
    return Picture([style(SCRIPT) + map_, votes], says(state))


def controls(name: str, state: State) -> str:
    """Return what one operates."""
    return (
        slider("neighbours", 1, MOST, state.k, str(state.k))
        + buttons(
            button("Next document", 'class="next"'),
            '<label class="mlc-hero-one"><input type="checkbox" class="sharp" '
            f'autocomplete="off"{" checked" * state.sharp}> near votes count more'
            "</label>",
            choice(f"{name}-space", "the map is by", NAMES, state.space),
        )
        + REPLY
    )


CAPTION = (
    "Each dot is a function's documentation; blue ones share a label with the violet "
    "one. Click a dot to pick it, or drag the violet one. Lines lead to the documents "
    "that vote. Votes count the same, or 1 / distance². The three maps are flat "
    "pictures of spaces with many more dimensions."
)


def hero(
    name: str = "hero",
    *,
    state: State | None = None,
    caption: str = CAPTION,
    again: bool = False,
) -> Hero:
    """Return the hero, or with `again` the same further down with another opening."""
    state = state or State()
    opening = state._asdict() | {"point": state.at.tolist()}
    return Hero(
        SCRIPT,
        data(),
        opening,
        first=first(state),
        controls=controls(name, state),
        caption=caption,
        name=name,
        again=again,
    )
