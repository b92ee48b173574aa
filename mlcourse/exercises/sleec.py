r"""The exercises of the chapter on SLEEC: what is right, and usual slips.

Symbols: M, G (n, n) symmetric matrices; known (n, n) of True and False; d (k,)
distances of k neighbours, Y (k, L) their labels.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.models.knn import vote, vote_weights
from mlcourse.models.nearest import Neighbours
from mlcourse.page.exercise import Exercise

# --- by hand: cosines 0.8, 0.4, 0.4; the first has x, the others have a


def rows(*given: tuple[float, float, float]) -> Callable[[], Array]:
    """Return a function that gives this table."""
    return lambda: np.array(given)


ALIKE, ONCE, SQUARED = (1 / 3, 2 / 3, 3.0), (0.5, 0.5, 8 / 3), (2 / 3, 1 / 3, 2.0)
BY_HAND = Exercise(
    rows(ALIKE, ONCE, SQUARED),
    [()],
    {
        "these are sums of weights; divide by the sum of all weights.": rows(
            (1, 2, 3), (0.8, 0.8, 8 / 3), (0.64, 0.32, 2)
        ),
        "a has two voters: add their weights.": rows(
            (1 / 3, 1 / 3, 3), (0.5, 0.25, 8 / 3), (2 / 3, 1 / 6, 2)
        ),
        "the last column is 1 / Σ w² of the shares, not Σ w².": rows(
            (1 / 3, 2 / 3, 1 / 3), (0.5, 0.5, 3 / 8), (2 / 3, 1 / 3, 0.5)
        ),
        "the square belongs to the cosines, before they are divided.": rows(
            ALIKE, ONCE, (0.25, 0.125, 2.0)
        ),
    },
    digits=2,
    names=[
        f"{weight}: {what}"
        for weight in ("equal", "cosine", "cosine squared")
        for what in ("share of x", "share of a", "as if voted")
    ],
)

# --- one move of singular value projection


def move(M: Array, G: Array, known: Any, r: int) -> Array:
    """Return M after one move: down the slope, and back to rank r."""
    return projected(M + np.where(known, G - M, 0), r)


def projected(A: Array, r: int, clip: bool = True, by_size: bool = False) -> Array:
    """Return the sum of the r first eigenvalues times their vectors.

    Largest first, or largest in size first; negative ones count as 0, or not.
    """
    values, U = np.linalg.eigh(A)
    order = np.argsort(-np.abs(values) if by_size else -values, kind="stable")[:r]
    kept = np.maximum(values[order], 0) if clip else values[order]
    return np.asarray((U[:, order] * kept) @ U[:, order].T)


def everywhere(M: Array, G: Array, known: Any, r: int) -> Array:
    """Move on all entries, known or not."""
    return projected(G, r)


def forgetful(M: Array, G: Array, known: Any, r: int) -> Array:
    """Project what is added, and forget M."""
    return projected(np.where(known, G - M, 0), r)


def without(M: Array, G: Array, known: Any, r: int, **how: bool) -> Array:
    """Move as is right, and project otherwise."""
    return projected(M + np.where(known, G - M, 0), r, **how)


def full(M: Array, G: Array, known: Any, r: int) -> Array:
    """Move, and do not project."""
    return M + np.where(known, G - M, 0)


def smallest(M: Array, G: Array, known: Any, r: int) -> Array:
    """Keep the smallest eigenvalues."""
    values, U = np.linalg.eigh(full(M, G, known, r))
    return np.asarray((U[:, :r] * np.maximum(values[:r], 0)) @ U[:, :r].T)


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
MOVE = Exercise(
    move,
    [
        (np.zeros((3, 3)), SMALL, SMALL > 0, 2),
        (np.zeros((6, 6)), TWO, TWO > 0, 5),
        case(6, 2, 0.4, 0),
        case(6, 5, 0.4, 1),
    ],
    {
        "all r eigenvalues were kept, negative ones too; they become 0.": partial(
            without, clip=False
        ),
        "keep the largest eigenvalues, not the largest in size.": partial(
            without, clip=False, by_size=True
        ),
        "only known entries move: G is not to be seen elsewhere.": everywhere,
        "project M and what is added, together.": forgetful,
        "this is not yet projected: keep the r largest eigenvalues.": full,
        "these are the smallest eigenvalues: eigh sorts upwards.": smallest,
    },
)

# --- a vote by 1 / distance


def vote_by_distance(d: Array, Y: Array) -> Array:
    """Return the shares (L,) of votes by 1/distance; distance 0 takes them all."""
    near = Neighbours(np.arange(len(d))[None], np.asarray(d, dtype=float)[None])
    w = vote_weights(near, "distance")
    return np.asarray(vote(near.rows, w, np.asarray(Y, dtype=float))[0])


def by(weights: Callable[[Array], Array]) -> Callable[[Array, Array], Array]:
    """Return a vote with such weights of the distances."""

    def wrong(d: Array, Y: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            w = weights(np.asarray(d, dtype=float))
            return np.asarray(w @ Y / w.sum())

    return wrong


def one_twin(d: Array) -> Array:
    """Give the whole vote to the first neighbour at distance 0."""
    if (d > 0).all():
        return 1 / d
    return np.asarray(np.arange(len(d)) == np.argmin(d), dtype=float)


class VoteExercise(Exercise):
    """An exercise that knows an answer which is no number."""

    def difference(self, found: Any, expected: Any) -> str:
        """Compare shares; what is no number counts as less than none."""
        if np.shape(found) == np.shape(expected) == (3,):
            found, expected = (np.nan_to_num(a, nan=-1.0) for a in (found, expected))
        return super().difference(found, expected)


LABELS = np.array([[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1]])
DISTANCE = VoteExercise(
    vote_by_distance,
    [
        (np.array([0.5, 1.0, 1.0, 2.0]), LABELS),
        (np.array([0.0, 0.2, 0.4, 0.5]), LABELS),
        (np.array([0.0, 0.0, 0.4, 0.5]), LABELS),
    ],
    {
        "1 / 0 is no weight: neighbours at distance 0 share the whole vote.": by(
            lambda d: 1 / d
        ),
        "a small number in the denominator leaves the others a share.": by(
            lambda d: 1 / (d + 1e-3)
        ),
        "neighbours at distance 0 have a weight, the greatest of all.": by(
            lambda d: np.where(d > 0, 1 / np.where(d > 0, d, 1), 0)
        ),
        "weights are 1 / distance, not the distances.": by(lambda d: d),
        "all at distance 0 share the vote, not the first alone.": by(one_twin),
        "divide by the sum of the weights, not by the number of neighbours.": (
            lambda d, Y: (
                (1 / np.maximum(d, 1e-300)) @ Y / len(d)
                if (np.asarray(d) > 0).all()
                else vote_by_distance(d, Y) / len(d)
            )
        ),
    },
)
