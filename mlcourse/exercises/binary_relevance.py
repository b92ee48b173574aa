"""The exercises of the chapter on binary relevance: what is right, and usual slips.

Symbols as in the chapter: y (n,) of 0 and 1, s (n,) scores, yes where s >= theta.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: four documents have the name, five are said, three of them rightly


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


BY_HAND = Exercise(
    numbers(0.6, 0.75, 2 / 3),
    [()],
    {
        "precision divides by what is said, recall by what is true.": (
            numbers(0.75, 0.6, 2 / 3)
        ),
        "a score of exactly θ is a yes: say it of five documents.": (
            numbers(2 / 3, 0.5, 4 / 7)
        ),
        "F1 is no plain mean: it is 2 · right / (said + true).": (
            numbers(0.6, 0.75, 0.675)
        ),
    },
    digits=2,
    names=("precision", "recall", "F1"),
)

# --- the best threshold from sorted scores


def best_threshold(y: Array, s: Array) -> float:
    """Return the score at which yes from there on has the largest F1."""
    order = np.argsort(-s, kind="stable")
    sorted_, right = s[order], np.cumsum(y[order])
    f1 = 2 * right / (np.arange(1, len(s) + 1) + y.sum())
    last = np.append(sorted_[1:] < sorted_[:-1], True)
    return float(sorted_[np.where(last, f1, -1).argmax()])


def with_ties_split(y: Array, s: Array) -> float:
    """Cut between equal scores, which no threshold can do."""
    order = np.argsort(-s, kind="stable")
    f1 = 2 * np.cumsum(y[order]) / (np.arange(1, len(s) + 1) + y.sum())
    return float(s[order][f1.argmax()])


def by(value: Callable[[Array, Array], float]) -> Callable[[Array, Array], float]:
    """Return a function that tries every score and maximises another value."""

    def best(y: Array, s: Array) -> float:
        stops = np.unique(s)[::-1]
        return float(stops[np.argmax([value(y, s >= stop) for stop in stops])])

    return best


def lowest(y: Array, s: Array) -> float:
    """Return the lowest of the best thresholds."""
    stops = np.unique(s)
    f1 = [2 * (y @ (s >= t)) / (np.sum(s >= t) + y.sum()) for t in stops]
    return float(stops[np.argmax(f1)])


def cases() -> list[tuple[Any, ...]]:
    """Return labels and scores, simplest first; later ones have ties."""
    rng = np.random.default_rng(3)
    found: list[tuple[Any, ...]] = [
        (np.array([1, 1, 0, 0, 1]), np.array([0.9, 0.8, 0.4, 0.3, 0.6])),
        (np.array([0, 1, 0, 1, 0, 0]), np.array([0.9, 0.7, 0.6, 0.5, 0.2, 0.1])),
        # equal scores: yes is said of all six of 0.5, or of none
        (
            np.array([1, 1, 1, *[0] * 5, *[0] * 6, 1]),
            np.array([0.9, 0.8, *[0.5] * 6, *[0.2] * 6, 0.1]),
        ),
        # equal F1 at 1.0 and at 0.6
        (
            np.array([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]),
            np.linspace(1, 0, 11),
        ),
    ]
    for n in (20, 60):
        y = (rng.random(n) < 0.3).astype(int)
        found.append((y, np.round(0.4 * y + rng.random(n), 1)))
    return found


BEST = Exercise(
    best_threshold,
    cases(),
    {
        "yes is said of scores >= θ: your threshold is the score below it.": (
            lambda y, s: float(
                max([t for t in s if t < best_threshold(y, s)], default=0)
            )
        ),
        "this maximises precision.": by(lambda y, yes: float(y @ yes / np.sum(yes))),
        "this maximises recall.": by(lambda y, yes: float(y @ yes)),
        "this maximises the share of right answers, not F1.": by(
            lambda y, yes: float(np.mean(yes == y))
        ),
        "of equal F1 take the highest threshold.": lowest,
        "this cuts between equal scores: yes is said of all of them or of none.": (
            with_ties_split
        ),
    },
)

# --- leaving one document out


def left_out(X: Array, y: Array, strength: float) -> Array:
    """Return the error of ridge on each row by a fit to the others, without b."""
    G = X.T @ X + strength * np.eye(X.shape[1])
    h = np.einsum("ij,ji->i", X, np.linalg.solve(G, X.T))  # (n,)
    errors: Array = (y - X @ np.linalg.solve(G, X.T @ y)) / (1 - h)
    return errors


def fitted_error(X: Array, y: Array, strength: float) -> Array:
    """Return the error on rows that took part in the fit."""
    G = X.T @ X + strength * np.eye(X.shape[1])
    errors: Array = y - X @ np.linalg.solve(G, X.T @ y)
    return errors


def tables() -> list[tuple[Any, ...]]:
    """Return small tables, labels and strengths."""
    rng = np.random.default_rng(1)
    return [
        (rng.normal(size=(n, d)), rng.integers(0, 2, n) * 1.0, strength)
        for n, d, strength in ((3, 1, 1.0), (6, 2, 0.5), (20, 4, 2.0))
    ]


LEFT_OUT = Exercise(
    left_out,
    tables(),
    {
        "these rows took part in the fit: divide by 1 − h.": fitted_error,
        "multiply by 1 − h? Without its own row the error grows: divide.": (
            lambda X, y, s: fitted_error(X, y, s) ** 2 / left_out(X, y, s)
        ),
        "the penalty is missing.": lambda X, y, _: left_out(X, y, 0.0),
        "the sign: the error is y minus the estimate.": lambda *c: -left_out(*c),
        "this centres X and y: here there is no intercept.": lambda X, y, s: left_out(
            X - X.mean(axis=0), y - y.mean(), s
        ),
    },
)
