"""The map: documents of three families, where their words and their names put them.

The embedding is that of the whole chapter, 100 numbers a document; the map shows the
two directions in which these documents differ most.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.models.knn import neighbours
from mlcourse.models.nearest import Neighbours
from mlcourse.page.controls import choice
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CLEAR, FAINT, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures.sleec import bars

RING = ("input", "structure", "output", "origin", "footprint")  # names of ndimage
FAMILIES = ("ndimage", "input_features", "a, axis")
FAMILY, NEAREST = 40, 5  # training documents of a family; neighbours that are drawn
STAGES = ("words", "names: the truth", "the embedding, from words")
SHOWN = {
    "ndimage.label": "scipy.ndimage._measurements.label",
    "numpy.shape": "numpy._core.fromnumeric.shape",
    "numpy.prod": "numpy._core.fromnumeric.prod",
}
MAP = {"place_by": choice(*STAGES), "document": choice(*SHOWN)}


class Place(NamedTuple):
    """Where the documents of three families are, in full and on the map."""

    near: Neighbours  # of all new documents among these training ones, (m, NEAREST)
    at: Array  # (n, 2)
    new: Array  # (m, 2)


@cache
def part() -> tuple[Index, Index]:
    """Return the numbers of the documents of three families, training and new.

    Two names of RING or more; input_features; a and axis.
    """
    docs = runs.documents()
    ring, features, pair = (
        [docs.labels.index(name) for name in names]
        for names in (RING, ("input_features",), ("a", "axis"))
    )
    found = []
    for Y, most in ((docs.Y, FAMILY), (docs.Y_new, len(docs.Y_new))):
        one = Y[:, ring].sum(axis=1) >= 2
        kinds = (one, ~one & Y[:, features].any(1), ~one & Y[:, pair].all(1))
        found.append(np.concatenate([np.flatnonzero(k)[:most] for k in kinds]))
    old, new = found
    return old, new


@cache
def families() -> list[Index]:
    """Return which of the training documents of the map each family has."""
    Y, name = runs.documents().Y[part()[0]], runs.documents().labels.index
    ring = Y[:, [name(one) for one in RING]].sum(axis=1) >= 2
    features = ~ring & (Y[:, name("input_features")] > 0)
    return [np.flatnonzero(one) for one in (ring, features, ~ring & ~features)]


@cache
def placed(stage: str) -> Place:
    """Return where one of STAGES has the documents."""
    docs, (old, _) = runs.documents(), part()
    if stage == STAGES[0]:
        X, Q = docs.X[old].toarray(), docs.Q.toarray()
        return Place(neighbours(X, NEAREST, Q, "cosine"), *on_map(X, X, Q))
    Z, at = runs.embedded(), runs.place("svp")
    Z = Z - Z.mean(axis=0)
    E, F = (Z, by_names(Z)) if stage == STAGES[1] else at
    E, F = unit(E[old]), unit(F)
    return Place(neighbours(E, NEAREST, F, "cosine"), *on_map(unit(Z[old]), E, F))


def by_names(Z: Array) -> Array:
    """Return where the names of new documents would put them, (m, r).

    At the mean of the training documents with the most similar names, as they cannot
    be embedded: nobody knows their names.
    """
    return np.asarray(Z[runs.near("labels").rows[:, :NEAREST]].mean(axis=1))


def unit(A: Array) -> Array:
    """Return rows of length 1: (n, r) -> (n, r)."""
    return np.asarray(A / np.linalg.norm(A, axis=1, keepdims=True))


def on_map(T: Array, *tables: Array) -> list[Array]:
    """Return tables (., r) in the two directions in which T (n, r) differs most."""
    mean = T.mean(axis=0)
    V = np.linalg.svd(T - mean, full_matrices=False)[2][:2].T  # (r, 2)
    V = V * np.sign(V[np.abs(V).argmax(axis=0), [0, 1]])  # the same on every machine
    return [(A - mean) @ V for A in tables]


def draw_map(place_by: str, document: str) -> Picture:
    """Draw a new document among the training documents, and its votes."""
    old, new = part()
    shared, near = alike(document), placed(place_by).near.rows[place_of(document)]
    labels = runs.documents().labels
    own = [labels[j] for j in names_of(document)]
    says = (
        f"Placed by {place_by}: {document} has the name{'s' * (len(own) > 1)} "
        f"{', '.join(own)}; of its {NEAREST} nearest "
        f"of these {len(old)} documents {told_share(shared[near])}. On average over "
        f"{len(new)} new documents: {share_of(place_by):.2f} of {NEAREST}."
    )
    return Picture([mapped(place_by, document), votes(place_by, document)], says)


def told_share(shared: Index) -> str:
    """Return how many share a name, as it is told."""
    some = int(np.sum(shared > 0))
    return f"{some} share{'s' * (some == 1)} one or more"


def place_of(document: str) -> int:
    """Return the number of one of SHOWN among the new documents."""
    return runs.documents().new_names.index(SHOWN[document])


def names_of(document: str) -> Index:
    """Return the labels of one of SHOWN."""
    return np.flatnonzero(runs.documents().Y_new[place_of(document)])


def alike(document: str) -> Index:
    """Return how many names each training document of the map shares, (n,)."""
    return np.asarray(runs.documents().Y[part()[0]][:, names_of(document)].sum(axis=1))


def share_of(stage: str) -> float:
    """Return how many of the nearest share a name: new documents of the families."""
    docs, (old, new) = runs.documents(), part()
    both = docs.Y[old][placed(stage).near.rows[new]] & docs.Y_new[new][:, None]
    return float(both.any(axis=2).sum(axis=1).mean())


@cache
def mapped(stage: str, document: str) -> str:
    """Draw the map of a stage, a line to each of the nearest."""
    found, shared, i = placed(stage), alike(document), place_of(document)
    figure, ax = steady("", "each mark: a document", height=330, left=10)
    (x, y), near = found.new[i], found.near.rows[i]
    for a, b in found.at[near]:
        ax.plot([x, a], [y, b], color=INK, linewidth=0.8)
    for least, most, color, marker, size in (
        (0, 0, FAINT, "o", 5),
        (1, 1, BLUE, "o", 7),
        (2, 9, ORANGE, "s", 8),
    ):
        some = (least <= shared) & (shared <= most)
        dots(ax, *found.at[some].T, color=color, marker=marker, size=size)
    ax.plot([x], [y], marker="D", color=INK, markersize=10)
    every = np.vstack([found.at, found.new[[i]]])
    pad = 0.06 * np.ptp(every, axis=0)
    low, high = every.min(axis=0) - pad, every.max(axis=0) + pad
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xticks=[], yticks=[])
    ax.grid(visible=False)
    for name, family in zip(FAMILIES, families(), strict=True):
        write(ax, name, found.at[family], low, high)
    for at, color, words in (
        (0.0, INK, "◆ new"),
        (0.19, ORANGE, "■ shares two or more"),
        (0.67, BLUE, "● one"),
        (0.84, FAINT, "● none"),
    ):
        note(ax, at, -0.1, words, color)
    return to_svg(figure)


def write(ax: Any, name: str, points: Array, low: Array, high: Array) -> None:
    """Write the name of a family above or below its heap, towards the middle."""
    middle, size = np.median(points, axis=0), high - low
    heap = points[(np.abs(points - middle) < 0.2 * size).all(axis=1)]
    right, up = (middle - low) / size
    y = heap[:, 1].min() if up > 0.5 else heap[:, 1].max()
    side = "left" if right < 0.4 else "right"
    x = heap[:, 0].min() if side == "left" else heap[:, 0].max()
    va = "top" if up > 0.5 else "bottom"
    y += 0.05 * size[1] * (-1 if up > 0.5 else 1)
    ax.text(x, y, name, color=INK, bbox=CLEAR, ha=side, va=va)


@cache
def votes(stage: str, document: str) -> str:
    """Draw the six names with most votes, which count alike."""
    docs, i = runs.documents(), place_of(document)
    S = docs.Y[part()[0]][placed(stage).near.rows[i]].mean(axis=0)
    return bars(S, docs.Y_new[i], f"{NEAREST} votes for {document}", height=330)
