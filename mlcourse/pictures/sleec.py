"""What the chapter on SLEEC draws of one document, its neighbours and their votes.

What it computes is in `_runs`. Votes in words are in `_votes`, the map in `_map`, the
Gram matrix in `_gram`, spaces in `_spaces`, learners in `_learners`, generated
documents in `_planted`.
"""

from functools import cache

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.page.controls import choice
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, steady
from mlcourse.page.style import BLUE, FAINT, INK
from mlcourse.page.svg import to_svg
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures.thumbs import thumb

DOCUMENTS = {
    "ndimage.label": "scipy.ndimage._measurements.label",
    "stats.circvar": "scipy.stats._morestats.circvar",
    "numpy.delete": "numpy.lib._function_base_impl.delete",
}
CARRIED = "ndimage.label"  # through the whole chapter
SPACES = {
    "words": "in words",
    "labels": "by their names",
    "svp": "in SLEEC's embedding",
}
WHERE = {  # as a reader chooses it
    "words": "words",
    "their names": "labels",
    "SLEEC's places": "svp",
}
LOOKING = {
    "where": choice(*WHERE),
    "weight": choice(runs.EQUAL, "cosine^4", "cosine^16", at="cosine^16"),
    "document": choice(*DOCUMENTS),
}
TALLEST = 290


def card() -> str:
    """Draw the ten nearest of one document, in words and in the embedding."""
    figure, ax = thumb()
    for side, space in enumerate(("words", "svp")):
        shared = shared_names(CARRIED, space).sum(axis=1)
        for row, count in enumerate(shared):
            for k in range(3):
                color = BLUE if k < count else FAINT
                dots(ax, [side * 5 + k], [-row], color=color, size=9 if count else 5)
    ax.set(xlim=(-0.6, 7.6), ylim=(-9.6, 0.6))
    return to_svg(figure)


# --- one document ---


def number_of(document: str) -> int:
    """Return the row of one of DOCUMENTS among the new ones."""
    return runs.documents().new_names.index(DOCUMENTS[document])


def own_names(document: str) -> Index:
    """Return the labels of a document."""
    return np.flatnonzero(runs.documents().Y_new[number_of(document)])


def told_names(document: str) -> str:
    """Return the names of a document as they are told."""
    return ", ".join(runs.documents().labels[j] for j in own_names(document))


def shared_names(document: str, space: str, k: int = 10) -> Index:
    """Return which of its names the k nearest have, (k, names)."""
    rows = runs.near(space).rows[number_of(document), :k]
    return np.asarray(runs.documents().Y[rows][:, own_names(document)])


def short(name: str) -> str:
    """Return the package and the last part of a function's name.

    >>> short("scipy.ndimage._morphology.binary_dilation")
    'scipy binary_dilation'
    >>> short("matplotlib.tri._triangulation.Triangulation.__init__")
    'matplotlib Triangulation'
    """
    package, *rest = name.split(".")
    last = rest[-2] if rest[-1] == "__init__" else rest[-1]
    return f"{package} {last if len(last) < 23 else last[:21] + '…'}"


def draw_ten(document: str = CARRIED, *spaces: str) -> Picture:
    """Draw the ten nearest in some spaces, and which names they share."""
    told = []
    for space in spaces:
        found = shared_names(document, space)
        some = int(found.any(axis=1).sum())
        told.append(f"{SPACES[space]} {some} have one of its names")
    says = f"{document} has the names {told_names(document)}. Of its ten nearest "
    return Picture(
        [ten(document, space) for space in spaces], says + f"{told_list(told)}."
    )


def told_list(told: list[str]) -> str:
    """Return some phrases as one.

    >>> told_list(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(told[:-1]), told[-1]]) if told[1:] else told[0]


@cache
def ten(document: str, space: str) -> str:
    """Draw one list of ten nearest documents, a column for each name."""
    docs, near = runs.documents(), runs.near(space)
    i, shared = number_of(document), shared_names(document, space)
    figure, ax = steady("", f"nearest {SPACES[space]}", height=TALLEST, left=6)
    ax.set_position((6 / 420, 6 / TALLEST, 400 / 420, 1 - 38 / TALLEST))
    names = [docs.labels[j] for j in own_names(document)]
    ends = columns(names)
    for name, at in zip(names, ends, strict=True):
        ax.text(at, 0.15, name, ha="right", color=BLUE)
    for row, (j, has) in enumerate(zip(near.rows[i], shared, strict=False), start=1):
        ax.text(0, -row, short(docs.names[j]), va="center")
        for at, name, one in zip(ends, names, has, strict=True):
            middle = at - 3.75 * len(name)
            dots(
                ax,
                [middle],
                [-row],
                color=BLUE if one else FAINT,
                size=13 if one else 3,
            )
    ax.set(xlim=(0, 400), ylim=(-10.6, 0.9), xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return to_svg(figure)


def columns(names: list[str]) -> list[float]:
    """Return where the column of each name ends, from the right edge.

    >>> columns(["a", "axis"])
    [356.0, 400.0]
    """
    ends = [400.0]
    for name in reversed(names[1:]):
        ends.append(ends[-1] - 8 * len(name) - 12)
    return ends[::-1]


# --- its votes ---


def first_names(document: str, space: str, k: int, weight: str) -> str:
    """Return the first three names that votes give to a document."""
    S = runs.votes(runs.near(space), k, weight)[[number_of(document)]]
    labels = runs.documents().labels
    return ", ".join(labels[j] for j in runs.best_five(S)[0, :3])


@cache
def verdict(document: str, space: str, k: int, weight: str) -> str:
    """Draw the six names with most votes."""
    i = number_of(document)
    S = runs.votes(runs.near(space), k, weight)[i]
    return bars(S, runs.documents().Y_new[i], f"{k} votes, {document}")


def bars(S: Array, own: Index, title: str, height: float = 260) -> str:
    """Draw the six largest shares of the vote S (L,), those of own names in blue."""
    order, labels = np.argsort(-S, kind="stable")[:6], runs.documents().labels
    order = order[S[order] >= 5e-3]  # what is not told as 0.00
    figure, ax = steady("share of the vote", title, height, left=132)
    for row, j in enumerate(order):
        ax.barh(row, S[j], color=BLUE if own[j] else FAINT, height=0.6)
        ax.text(S[j] + 0.02, row, f"{S[j]:.2f}", va="center", color=INK)
    words = [labels[j] if len(labels[j]) < 15 else labels[j][:13] + "…" for j in order]
    ax.set_yticks(range(len(order)), words)
    ax.set(xlim=(0, 1.24), ylim=(5.6, -0.6), xticks=(0, 0.5, 1))
    ax.grid(visible=False)
    return to_svg(figure)


# --- where to look ---


def draw_looking(where: str, weight: str, document: str) -> Picture:
    """Draw the ten nearest in a space, and the votes of twenty-five."""
    space = WHERE[where]
    here = runs.judged(space, 25, weight) if space != "labels" else None
    shared = shared_names(document, space)
    rated = f"P@1 {here.p1:.3f}" if here else "no P@1, as they do not tell their names"
    says = (
        f"{document} ({told_names(document)}), looking {SPACES[space]}: "
        f"{int(shared.any(axis=1).sum())} of the ten nearest share a name. 25 votes, "
        f"weight {weight}: {first_names(document, space, 25, weight)}. All new "
        f"documents: {rated}."
    )
    return Picture([ten(document, space), verdict(document, space, 25, weight)], says)
