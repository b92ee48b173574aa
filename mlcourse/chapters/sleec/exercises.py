r"""The exercises of the chapter on SLEEC: what is right, and usual slips.

Symbols: M, G (n, n) symmetric matrices; known (n, n) of True and False.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: cosines 0.8, 0.4, 0.4; the first has x, the others have a


def rows(*given: tuple[float, float]) -> Callable[[], Array]:
    """Return a function that gives this table."""
    return lambda: np.array(given)


EQUAL, COSINE, SQUARE = (1 / 3, 2 / 3), (1 / 2, 1 / 2), (2 / 3, 1 / 3)
BY_HAND = Exercise(
    rows(EQUAL, COSINE, SQUARE),
    [()],
    {
        "these are sums of weights; divide by the sum of all weights.": rows(
            (1, 2), (0.8, 0.8), (0.64, 0.32)
        ),
        "a has two voters: add their weights.": rows(
            (1 / 3, 1 / 3), (1 / 2, 1 / 4), (2 / 3, 1 / 6)
        ),
        "the square belongs to the cosines, before they are divided.": rows(
            EQUAL, COSINE, (1 / 4, 1 / 4)
        ),
    },
    digits=2,
    names=[
        f"{weight}: share of {label}"
        for weight in ("equal", "cosine", "cosine squared")
        for label in ("x", "a")
    ],
)

# --- one step of singular value projection


def step(M: Array, G: Array, known: Any, r: int) -> Array:
    """Return M after one step: set the observed entries, and project."""
    return projected(filled(M, G, known, r), r)


def filled(M: Array, G: Array, known: Any, r: int) -> Array:
    """Set the observed entries, and do not project."""
    return np.where(known, G, M)


def projected(A: Array, r: int, by: Any = np.negative, clip: bool = True) -> Array:
    """Return the sum of r eigenvalues times their vectors, those that come first.

    Largest first, or in another order; negative ones count as 0, or not.
    """
    values, U = np.linalg.eigh(A)
    first = np.argsort(by(values), kind="stable")[:r]
    kept = np.maximum(values[first], 0) if clip else values[first]
    return np.asarray((U[:, first] * kept) @ U[:, first].T)


def otherwise(**how: Any) -> Callable[..., Array]:
    """Return a step that sets the observed entries as is right, and projects so."""
    return lambda M, G, known, r: projected(filled(M, G, known, r), r, **how)


def case(n: int, r: int, share: float, seed: int) -> tuple[Array, Array, Any, int]:
    """Return M of rank r, cosines G, what is known of them, and r."""
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(n, n)), rng.normal(size=(n, r))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    half = rng.random((n, n)) < share
    known = np.triu(half, 1) | np.triu(half, 1).T | np.eye(n, dtype=bool)
    return 0.1 * B @ B.T, A @ A.T, known, r


SMALL = np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.9], [0.0, 0.9, 1.0]])
LESS = np.where(SMALL == 0.9, 0.8, SMALL)
TWO = np.block([[SMALL, np.zeros((3, 3))], [np.zeros((3, 3)), LESS]])
STEP = Exercise(
    step,
    [
        (np.zeros((3, 3)), SMALL, SMALL > 0, 2),
        (np.zeros((6, 6)), TWO, TWO > 0, 5),
        case(6, 2, 0.4, 0),
        case(6, 5, 0.4, 1),
    ],
    {
        "all r eigenvalues were kept, negative ones too; they become 0.": otherwise(
            clip=False
        ),
        "keep the largest eigenvalues, not the largest in size.": otherwise(
            by=lambda values: -np.abs(values), clip=False
        ),
        "only observed entries are set: G is not to be seen elsewhere.": (
            lambda M, G, known, r: projected(G, r)
        ),
        "unobserved entries stay as they are in M, and do not become 0.": (
            lambda M, G, known, r: projected(np.where(known, G, 0), r)
        ),
        "this is not yet projected: keep the r largest eigenvalues.": filled,
        "these are the smallest eigenvalues: eigh sorts upwards.": otherwise(
            by=np.positive
        ),
    },
)
