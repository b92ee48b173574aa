"""The exercises of the chapter on choosing features: what is right, and usual slips.

Symbols as in the chapter: W (d, L) weights; w (d,) one number a feature; L (d, d).
"""

from collections.abc import Callable

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.page.exercise import Exercise

# --- by hand: three pixels in a chain

CHAIN = np.array([[0.0, 1, 0], [1, 0, 1], [0, 1, 0]])
W = np.array([3.0, 1, 2])


def graph(sign: float = 1, degree: Array | None = None, times: float = 1) -> Array:
    """Return the penalty and the entries of L w, right or with a slip."""
    L = np.diag(CHAIN.sum(axis=0) if degree is None else degree) - CHAIN
    return np.array([times * W @ L @ W, *(sign * L @ W)])


BY_HAND = Exercise(
    graph,
    [()],
    {
        "count each of the two edges once: the factor 1/2 does that.": (
            lambda: graph(times=2)
        ),
        "L is the degrees minus A, and not A minus the degrees.": (
            lambda: graph(sign=-1)
        ),
        "the pixel in the middle has two edges.": lambda: graph(degree=np.ones(3)),
    },
    digits=2,
    names=("penalty", "L w, first", "L w, second", "L w, third"),
)

# --- the k longest rows

Norm = Callable[[Array], Array]


def longest(
    W: Array, k: int, *, norm: Norm | None = None, axis: int = 1, sign: int = -1
) -> Index:
    """Return which k rows are the longest, right or with a slip."""
    lengths = np.sqrt((W**2).sum(axis=axis)) if norm is None else norm(W)
    return np.asarray(np.sort(np.argsort(sign * lengths, kind="stable")[:k]))


def last_of_equals(W: Array, k: int) -> Index:
    """Return the rows if of equally long ones the last are kept."""
    order = np.argsort(np.sqrt((W**2).sum(axis=1)), kind="stable")
    return np.asarray(np.sort(order[len(W) - k :]))


def unsorted(W: Array, k: int) -> Index:
    """Return the right rows, the longest first."""
    return np.argsort(-np.sqrt((W**2).sum(axis=1)), kind="stable")[:k]


def cases() -> list[tuple[Array, int]]:
    """Return weights and numbers of rows; some have equal rows, or as many labels."""
    rng = np.random.default_rng(0)
    found = [
        (np.array([[0, 3.0, 4], [1, 0, 0], [0, 0, 6], [1, -5, -5]]), 2),
        (np.array([[1.0, -1], [1, 1], [0, 1.2], [2, 0], [1, 1]]), 2),
        (np.array([[2.0, 2, 2], [3.2, 0, 0], [0, -3.6, 0]]), 1),
    ]
    for shape in ((6, 6), (20, 4), (9, 3)):
        found.append((rng.normal(size=shape), shape[0] // 2 - 1))
    return found


LONGEST = Exercise(
    longest,
    cases(),
    {
        "the longest rows are wanted: argsort is ascending.": (
            lambda W, k: longest(W, k, sign=1)
        ),
        "take the length of a row, and not the sum of its entries.": (
            lambda W, k: longest(W, k, norm=lambda W: W.sum(axis=1))
        ),
        "take the Euclidean length, and not the sum of absolute values.": (
            lambda W, k: longest(W, k, norm=lambda W: np.abs(W).sum(axis=1))
        ),
        "a feature is a row of W, and not a column.": lambda W, k: longest(
            W, k, axis=0
        ),
        "of equally long rows keep the first.": last_of_equals,
        "return the rows in ascending order.": unsorted,
    },
    wanted="k row numbers, in ascending order",
)
