"""The exercises of the chapter on norms: what is right, and usual slips.

Symbols as in the chapter: X (n, d), Y (n, L), W (d, L), a row per feature.
"""

from collections.abc import Callable
from itertools import combinations, islice
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas import proximal
from mlcourse.page.exercise import Exercise
from mlcourse.solvers.proximal_gradient import proximal_gradient

# --- by hand: W has the rows (3, -4), (0, 0), (0, 5); the first loses t = 2

ROOT = np.sqrt(50)


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


BY_HAND = Exercise(
    numbers(12, ROOT, 10, 25, 1, -2, 1.8, -2.4),
    [()],
    {
        "the third: L2,1 adds the lengths of *rows*, not of columns.": numbers(
            12, ROOT, 3 + np.sqrt(41), 25, 1, -2, 1.8, -2.4
        ),
        "the second: F is the root of the sum of squares.": numbers(
            12, 50, 10, 25, 1, -2, 1.8, -2.4
        ),
        "the fourth: ridge has *half* the sum of squares.": numbers(
            12, ROOT, 10, 50, 1, -2, 1.8, -2.4
        ),
        "the sixth: L1 takes 2 from the size and keeps the sign.": numbers(
            12, ROOT, 10, 25, 1, -6, 1.8, -2.4
        ),
        "the last two: L2,1 takes 2 from the length of the row, 5.": numbers(
            12, ROOT, 10, 25, 1, -2, 1, -2
        ),
    },
    digits=2,
    names=(
        *("L1", "F", "L2,1", "ridge"),
        *("first of the map of L1", "second of the map of L1"),
        *("first of the map of L2,1", "second of the map of L2,1"),
    ),
)

# --- ISTA with L2,1


def ista(X: Array, Y: Array, alpha: float, n_steps: int) -> Array:
    """Return W (d, L) after so many steps from 0."""
    *_, W = islice(
        proximal_gradient(X, Y, alpha, proximal.row_soft_threshold), n_steps + 1
    )
    return W


def variant(
    prox: Callable[..., Any] = proximal.row_soft_threshold,
    sign: float = 1.0,
    share: float = 1.0,
    full_price: bool = False,
    map_first: bool = False,
) -> Callable[..., Array]:
    """Return an ISTA with one slip."""

    def run(X: Array, Y: Array, alpha: float, n_steps: int) -> Array:
        t = share / np.linalg.eigvalsh(X.T @ X)[-1]
        price = alpha if full_price else t * alpha
        W = np.zeros((X.shape[1], Y.shape[1]))
        for _ in range(n_steps):
            W = prox(W, price) if map_first else W
            W = W - sign * t * (X.T @ (X @ W - Y))
            W = W if map_first else prox(W, price)
        return W

    return run


def no_floor(V: Array, t: float) -> Array:
    """Return rows shorter by t, turned round where they were not that long."""
    length = np.linalg.norm(V, axis=1, keepdims=True)  # (d, 1)
    return np.asarray((1 - t / np.maximum(length, 1e-300)) * V)


def cases() -> list[tuple[Any, ...]]:
    """Return small tables, targets, a strength and steps, the simplest first."""
    rng = np.random.default_rng(0)
    found: list[tuple[Any, ...]] = []
    for rows, columns, labels, n_steps in ((3, 2, 2, 1), (6, 3, 2, 3), (20, 5, 3, 40)):
        X = rng.normal(size=(rows, columns))
        Y = X @ rng.normal(size=(columns, labels)) * (np.arange(labels) + 1)
        top = float(np.linalg.norm(X.T @ Y, axis=1).max())
        found.append((X, Y, 0.4 * top, n_steps))
    return found


ISTA = Exercise(
    ista,
    cases(),
    {
        "this goes uphill. The slope is Xᵀ(XW − Y).": variant(sign=-1.0),
        "the price of one step is t λ, not λ.": variant(full_price=True),
        "the slope comes first, then the map.": variant(map_first=True),
        "this is the map of L1: shorten *rows*, not entries.": variant(
            proximal.soft_threshold
        ),
        "short rows turn round: stop at 0.": variant(no_floor),
        "this is the map of ridge: it divides, and gives no zeros.": variant(
            proximal.ridge_shrink
        ),
        "here columns are shortened; a row of W is a feature.": variant(
            lambda V, t: proximal.row_soft_threshold(V.T, t).T
        ),
        "the whole matrix is shortened; take each row on its own.": variant(
            proximal.block_soft_threshold
        ),
        "one step too many.": lambda X, Y, alpha, k: ista(X, Y, alpha, k + 1),
    },
)

# --- how far choices agree


def agreement(chosen: Array, luck: bool = True, share: bool = True) -> float:
    """Return the mean over pairs of (common − luck) / (k − luck), luck being k²/d."""
    k, d = chosen[0].sum(), chosen.shape[1]
    expected = k * k / d if luck else 0.0
    pairs = [np.sum(one & other) for one, other in combinations(chosen, 2)]
    return float(np.mean(pairs) - expected) / float(k - expected if share else 1)


def choices() -> list[tuple[Any, ...]]:
    """Return tables of choices, (m, d) of True and False: equal ones first."""
    rng = np.random.default_rng(1)
    equal = np.tile([True, False, False, True], (2, 1))
    drawn = [rng.permutation(12) < 4 for _ in range(5)]
    apart = np.array(
        [[True, True, False, False, False], [False, False, True, True, False]]
    )
    return [(equal,), (apart,), (np.array(drawn),)]


AGREEMENT = Exercise(
    agreement,
    choices(),
    {
        "chance is missing: two random choices would not have 0.": (
            lambda chosen: agreement(chosen, luck=False)
        ),
        "divide by k − k²/d, so that equal choices have 1.": (
            lambda chosen: agreement(chosen, share=False)
        ),
        "each choice is compared with itself, too.": (
            lambda chosen: (
                agreement(chosen) * (len(chosen) - 1) / len(chosen) + 1 / len(chosen)
            )
        ),
        "this is the sum over all pairs, not their mean.": (
            lambda chosen: agreement(chosen) * len(chosen) * (len(chosen) - 1) / 2
        ),
    },
)
