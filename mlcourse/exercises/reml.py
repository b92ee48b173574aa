"""The exercises of the chapter on REML: what is right, and usual slips.

Symbols as in the chapter: X (n, d), Y (n, L), W (d, L) weights, B (L, k) directions
that are kept, lambda = alpha; S (n, L) scores, tail (L,) True or False.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.page.exercise import Exercise

# --- by hand: a label that two of ten rows have, with a feature of its own; lambda_1 2


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


BY_HAND = Exercise(
    numbers(1 / 4, 2, 1),
    [()],
    {
        "the squared error has the slope 4(h − 1): two rows, and a square.": numbers(
            0, 1, 0.5
        ),
        "λ₁ pulls at h, too: divide by 2 + λ₁.": numbers(0.5, 2, 1),
        "with an intercept half of λ₃ is enough: |xᵢ − x̄| sums to twice the "
        "squares.": numbers(1 / 4, 2, 2),
        "the first number is h itself, not the loss there.": numbers(1.75, 2, 1),
    },
    digits=2,
    names=("h", "λ₃ without an intercept", "λ₃ with an intercept"),
)

# --- ridge of rank k: fit, then forget


def solved(X: Array, Y: Array, alpha: float) -> Array:
    """Return the ridge weights W (d, L), without an intercept."""
    return np.asarray(np.linalg.solve(X.T @ X + alpha * np.eye(X.shape[1]), X.T @ Y))


def kept(W: Array, of: Array, k: int) -> Array:
    """Return W on the first k right singular vectors of a table."""
    B = np.linalg.svd(of)[2][:k].T  # (L, k)
    return np.asarray(W @ B @ B.T)


def stacked(X: Array, W: Array, root: float) -> Array:
    """Return X W, and below it W times a root of lambda, (n + d, L)."""
    return np.vstack([X @ W, root * W])


def of_rank(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return the best W (d, L) of rank k for squared error and penalty.

    >>> X, Y = np.eye(2), np.array([[2.0, 0.0], [0.0, 4.0]])
    >>> of_rank(X, Y, 1.0, 1).round(6).tolist()
    [[0.0, 0.0], [0.0, 2.0]]
    """
    W = solved(X, Y, alpha)
    return kept(W, stacked(X, W, np.sqrt(alpha)), k)


def without_rows(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return ridge on the directions of XW: the rows of the penalty are missing."""
    W = solved(X, Y, alpha)
    return kept(W, X @ W, k)


def of_weights(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return the best rank for the numbers in W, not for what W predicts."""
    W = solved(X, Y, alpha)
    return kept(W, W, k)


def of_labels(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return ridge on the directions of Y: the labels are cut before the fit."""
    return kept(solved(X, Y, alpha), Y, k)


def with_alpha_rows(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return ridge on the directions of X above lambda I, without the root."""
    W = solved(X, Y, alpha)
    return kept(W, stacked(X, W, alpha), k)


def of_smallest(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return ridge on the directions of the smallest singular values."""
    W = solved(X, Y, alpha)
    return np.asarray(W - kept(W, stacked(X, W, np.sqrt(alpha)), Y.shape[1] - k))


def of_columns(X: Array, Y: Array, alpha: float, k: int) -> Array:
    """Return ridge on the first columns of what NumPy returns, in place of its rows."""
    W = solved(X, Y, alpha)
    B = np.linalg.svd(stacked(X, W, np.sqrt(alpha)))[2][:, :k]
    return np.asarray(W @ B @ B.T)


def tables() -> list[tuple[Any, ...]]:
    """Return small X, Y, lambda and k, the simplest first."""
    rng = np.random.default_rng(1)
    found = []
    for n, d, L, alpha, k in ((6, 2, 3, 0.5, 1), (9, 4, 5, 3.0, 2), (5, 7, 4, 2.0, 3)):
        X = rng.normal(size=(n, d)) * np.geomspace(2, 0.5, d)
        found.append((X, rng.normal(size=(n, L)), alpha, k))
    return found


OF_RANK = Exercise(
    of_rank,
    tables(),
    {
        "this is ridge itself: cut it to k directions.": (
            lambda X, Y, alpha, _: solved(X, Y, alpha)
        ),
        "λ is missing in ridge.": (lambda X, Y, _, k: of_rank(X, Y, 1e-12, k)),
        "these are the directions of XW: those of the rows √λ W below it "
        "are missing.": without_rows,
        "these are the directions of W. What counts is X̃W, what it predicts and "
        "costs.": of_weights,
        "these are the directions of Y. Fit first, then look what is largest in "
        "X̃W.": of_labels,
        "below X there is √λ I, not λ I.": with_alpha_rows,
        "you keep the smallest singular values; eigh, for one, begins with them.": (
            of_smallest
        ),
        "np.linalg.svd returns Bᵀ: its first k rows are the directions.": of_columns,
    },
)

# --- recall of head and tail, each label said as often as it is true

Recalls = Callable[[Index, Array, Index], Array]


def hits(Y: Index, S: Array, many: Any = None) -> Array:
    """Return for each label how many ones its highest scores hold, (L,).

    As many scores as the label has ones, or as `many` says; of equals, the first rows.
    """
    many = Y.sum(axis=0) if many is None else many
    place = (
        (-S).argsort(axis=0, kind="stable").argsort(axis=0)
    )  # (n, L), 0 is the highest
    return np.asarray((Y * (place < many)).sum(axis=0))


def shares(found: Array, ones: Array, tail: Index) -> Array:
    """Return which share of the ones of the head is found, and of the tail."""
    parts = ~tail, tail
    return np.array([found[part].sum() / ones[part].sum() for part in parts])


def recalls(Y: Index, S: Array, tail: Index) -> Array:
    """Return the recall of the head and that of the tail, (2,).

    >>> Y, S = np.array([[1, 0], [1, 0], [0, 1]]), np.array([[3, 1], [1, 0], [2, 2]])
    >>> recalls(Y, S, np.array([False, True])).tolist()
    [0.5, 1.0]
    """
    return shares(hits(Y, S), Y.sum(axis=0), tail)


def by_row(Y: Index, S: Array, tail: Index) -> Array:
    """Return what the highest scores of each row find, as many as it has ones."""
    place = (-S).argsort(axis=1, kind="stable").argsort(axis=1)
    found = Y * (place < Y.sum(axis=1, keepdims=True))
    return shares(found.sum(axis=0), Y.sum(axis=0), tail)


def mean_of_labels(Y: Index, S: Array, tail: Index) -> Array:
    """Return means of the recalls of labels."""
    each = hits(Y, S) / Y.sum(axis=0)
    return np.array([each[~tail].mean(), each[tail].mean()])


def of_everything(Y: Index, S: Array, tail: Index) -> Array:
    """Return shares of all ones."""
    found = hits(Y, S)
    parts = [found[~tail].sum(), found[tail].sum()]
    return np.asarray(np.array(parts) / Y.sum())


def one_length(Y: Index, S: Array, tail: Index) -> Array:
    """Return what is found if each label is said of equally many rows."""
    many = round(Y.sum() / Y.shape[1])
    return shares(hits(Y, S, many), Y.sum(axis=0), tail)


def cut_in_half(Y: Index, S: Array, tail: Index) -> Array:
    """Return what scores above a half find."""
    return shares((Y * (S > 0.5)).sum(axis=0), Y.sum(axis=0), tail)


def rankings() -> list[tuple[Any, ...]]:
    """Return small Y, S and tail, the simplest first."""
    rng = np.random.default_rng(3)
    Y = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0]])
    S = np.array(
        [
            [0.79, 0.06, 0.28],
            [0.56, 0.43, 0.61],
            [0.36, 0.0, 0.51],
            [0.64, 0.47, 0.54],
            [0.11, 0.68, 0.62],
            [0.77, 0.64, 0.37],
        ]
    )
    found: list[tuple[Any, ...]] = [(Y, S, np.array([False, False, True]))]
    rates = np.array([0.5, 0.4, 0.1, 0.35, 0.15])
    for n in (20, 40):
        Y = (rng.random((n, 5)) < rates).astype(int)
        Y[0] = 1  # each label has a one
        found.append((Y, Y * 0.35 + 0.7 * rng.random((n, 5)), rates < 0.2))
    return found


RECALLS = Exercise(
    recalls,
    rankings(),
    {
        "the head comes first, then the tail.": (
            lambda Y, S, tail: recalls(Y, S, ~tail)
        ),
        "a label chooses among the rows; here each row chooses among the labels.": (
            by_row
        ),
        "count the ones of a part together: no mean over its labels.": mean_of_labels,
        "divide by the ones of the part, not by all ones.": of_everything,
        "each label is said as often as it is true: a frequent one more often.": (
            one_length
        ),
        "no threshold: take so many of the highest scores.": cut_in_half,
        "these are the lowest scores.": lambda Y, S, tail: recalls(Y, -S, tail),
    },
)
