"""The exercises of the lesson on nearest neighbours: what is right, and usual slips.

Symbols as in the lesson: A (n, d) and B (m, d) rows.
"""

from collections.abc import Callable

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: three documents and a question

WORDS = ("data", "inverse", "matrix", "mean", "of")
COUNTS = np.array([[1, 0, 0, 1, 1], [0, 0, 1, 1, 1], [0, 1, 1, 0, 0.0]])
ASKED = np.array([1, 1, 0, 0, 1.0])  # "inverse of data"


def by_hand(log: Callable[..., Array] = np.log, unit: bool = True) -> Array:
    """Return two idf and three cosines, right or with a slip."""
    idf = log(len(COUNTS) / np.sum(COUNTS > 0, axis=0))
    X, q = COUNTS * idf, ASKED * idf
    cosines = X @ q
    if unit:
        cosines = cosines / np.linalg.norm(X, axis=1) / np.linalg.norm(q)
    return np.array([idf[4], idf[0], *cosines])


def unweighted() -> Array:
    """Return the cosines of counts."""
    size = np.linalg.norm(COUNTS, axis=1) * np.linalg.norm(ASKED)
    return np.array([*by_hand()[:2], *(COUNTS @ ASKED / size)])


BY_HAND = Exercise(
    by_hand,
    [()],
    {
        "the logarithm is the natural one.": lambda: by_hand(np.log10),
        "divide the products by both lengths.": lambda: by_hand(unit=False),
        "the cosines are those of weighted rows, counts times idf.": unweighted,
    },
    digits=2,
    names=("idf of of", "idf of data", "cosine 1", "cosine 2", "cosine 3"),
)

# --- distances without loops


def distances(A: Array, B: Array) -> Array:
    """Return the distances of all pairs by their definition, (n, m)."""
    return np.array([[np.sqrt(np.sum((a - b) ** 2)) for b in B] for a in A])


def expanded(A: Array, B: Array, twice: float = 2, clip: float = 0) -> Array:
    """Return the distances by the expansion, right or with a slip."""
    a, b = np.sum(A * A, axis=1), np.sum(B * B, axis=1)
    with np.errstate(invalid="ignore"):
        found = np.sqrt(np.maximum(a[:, None] - twice * A @ B.T + b, clip))
    return np.asarray(found)


def cases() -> list[tuple[Array, Array]]:
    """Return rows, the simplest first; the last have equal rows, far from 0."""
    rng = np.random.default_rng(0)
    far = 100 + rng.random((40, 3))
    return [
        (np.array([[0.0, 0], [3, 4]]), np.array([[0.0, 0], [6, 8], [3, 0]])),
        (rng.normal(size=(5, 3)), rng.normal(size=(4, 3))),
        (far, far.copy()),
    ]


DISTANCES = Exercise(
    distances,
    cases(),
    {
        "take the square root at the end.": lambda A, B: distances(A, B) ** 2,
        "there are n rows and m columns: yours are the other way.": (
            lambda A, B: distances(B, A)
        ),
        "the product of both rows counts twice.": lambda A, B: expanded(A, B, 1),
    },
    digits=4,
)
