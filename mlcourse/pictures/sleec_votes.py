"""Votes of neighbours in words: what each weighs, and how good they are."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.models.knn import vote_weights
from mlcourse.models.nearest import Neighbours
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, over, steady
from mlcourse.page.style import BLUE, CLEAR, FAINT, INK, ORANGE
from mlcourse.page.svg import layers, to_svg
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures.sleec import (
    DOCUMENTS,
    first_names,
    number_of,
    shared_names,
    told_names,
    verdict,
)

KS = (1, 3, 10, 25, 50)
SHOWN = [w for w in runs.WEIGHTS if w not in ("cosine^1", "cosine^32")]
VOTES = {
    "weight": choice(*SHOWN, at=runs.EQUAL),
    "k": steps(*KS, at=25),
    "document": choice(*list(DOCUMENTS)[:2]),
}


def draw_voters(*documents: str) -> Picture:
    """Draw 25 equal votes for some documents, and what they say."""
    told, panels = [], []
    for document in documents:
        has = shared_names(document, "words", 25).any(axis=1)
        names = first_names(document, "words", 25, runs.EQUAL)
        told.append(
            f"{document}: {int(has.sum())} of 25 share a name, first names {names}"
        )
        panels.append(verdict(document, "words", 25, runs.EQUAL))
    return Picture(panels, f"Equal votes in words. {'; '.join(told)}.")


def shares(document: str, space: str, k: int, weight: str) -> Array:
    """Return the share of the vote that each neighbour has, (k,)."""
    some = runs.first(runs.near(space), k)
    i = number_of(document)
    one = Neighbours(some.rows[[i]], some.distances[[i]])
    w = vote_weights(one, *runs.WEIGHTS[weight])[0]
    return np.asarray(w / w.sum())


def draw_votes(weight: str, k: int, document: str) -> Picture:
    """Draw the votes of k neighbours in words, and how good such votes are."""
    here, words = (
        runs.judged("words", k, weight),
        first_names(document, "words", k, weight),
    )
    says = (
        f"{k} vote{'s' * (k > 1)}, weight: {weight}. {document} "
        f"({told_names(document)}) gets {words}. All new documents: P@1 {here.p1:.3f}; "
        f"ridge {runs.ridge().p1:.3f}."
    )
    panels = [
        voters(document, "words", k, weight),
        verdict(document, "words", k, weight),
        by_k(weight, k),
    ]
    return Picture(panels, says)


@cache
def voters(document: str, space: str, k: int, weight: str) -> str:
    """Draw the share of each neighbour, nearest first."""
    figure, ax = steady("neighbours, nearest first", "share of the vote", height=260)
    w = shares(document, space, k, weight)
    has = shared_names(document, space, k).any(axis=1)
    place = np.arange(1, k + 1)
    for some, color in ((has, BLUE), (~has, FAINT)):
        ax.bar(place[some], w[some], color=color, width=0.8)
    top = max(1.45 * w.max(), 0.05)
    ax.set(xlim=(0.2, max(k, 5) + 0.8), ylim=(0, top))
    ax.set_xticks(sorted({1, k}))
    note(ax, 0.985, 0.9, "blue: shares a name", BLUE, ha="right")
    many = f"as if {1 / np.sum(w**2):.1f} voted"
    note(ax, 0.985, 0.79, many, INK, ha="right")
    return to_svg(figure)


@cache
def by_k(weight: str, k: int) -> str:
    """Draw P@1 of votes in words against k, this weight above the others."""
    svg, ax = all_weights()
    figure, above = over(ax)
    above.set_xscale("log")
    values = [runs.judged("words", each, weight).p1 for each in KS]
    above.set(xlim=ax.get_xlim())
    above.plot(KS, values, color=BLUE)
    dots(above, [k], [values[KS.index(k)]], color=ORANGE, size=12)
    return layers(svg, figure)


@cache
def all_weights() -> tuple[str, Any]:
    """Draw P@1 of all weights faintly, and the line of ridge."""
    figure, ax = steady("neighbours k", "P@1, all new documents", height=260)
    for weight in SHOWN:
        values = [runs.judged("words", each, weight).p1 for each in KS]
        ax.plot(KS, values, color=FAINT, linewidth=1)
    note(ax, 0.03, 0.04, "grey: the other weights", INK)
    ridge = runs.ridge().p1
    ax.axhline(ridge, color=ORANGE, linestyle="--", linewidth=1.6)
    ax.text(1.05, ridge + 0.008, "ridge", color=ORANGE, bbox=CLEAR)
    ax.set(xscale="log", xlim=(0.9, 60), ylim=(0.48, 0.78))
    ax.set_xticks(KS, [str(each) for each in KS])
    ax.minorticks_off()
    return to_svg(figure), ax
