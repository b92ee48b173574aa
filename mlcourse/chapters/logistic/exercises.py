"""The exercises of the chapter on logistic regression: what is right, and usual slips.

Symbols as in the chapter: X (n, d), y (n,) of 0 and 1, w (d,), weights beta (n,).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas.losses import sigmoid
from mlcourse.page.exercise import Exercise
from mlcourse.solvers.logistic import LogisticObjective

Slope = Callable[[LogisticObjective, Array], Array]

# --- by hand: one benign tumour, x = (1, 2), odds 3 : 1


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


BY_HAND = Exercise(
    numbers(0.75, np.log(4), 0.75, 1.5),
    [()],
    {
        "p is odds / (1 + odds), and the odds are 3 : 1.": numbers(
            1 / 3, np.log(1.5), 1 / 3, 2 / 3
        ),
        "this p is that of *benign*: the score has the wrong sign.": numbers(
            1 / 4, np.log(4 / 3), 1 / 4, 1 / 2
        ),
        "y is 0: the loss is −log(1 − p).": numbers(0.75, np.log(4 / 3), 0.75, 1.5),
        "the gradient is (p − y) x, and y is 0.": numbers(0.75, np.log(4), -0.25, -0.5),
    },
    digits=2,
    names=("p", "loss", "first of the gradient", "second of the gradient"),
)

# --- the whole descent


def descent(
    X: Array,
    y: Array,
    beta: Array,
    rate: float,
    steps: int,
    slope: Slope = LogisticObjective.gradient,
) -> Array:
    """Return the loss at steps 0 ... steps, with the right slope or another."""
    objective, w = LogisticObjective(X, y, beta), np.zeros(X.shape[1])
    losses = []
    for _ in range(steps + 1):
        losses.append(objective.value(w))
        w = w - rate * slope(objective, w)
    return np.array(losses)


def with_slope(slope: Slope) -> Callable[..., Array]:
    """Return a descent along another slope."""
    return lambda X, y, beta, rate, steps: descent(X, y, beta, rate, steps, slope)


def cancelled_too_late(objective: LogisticObjective, w: Array) -> Array:
    """Return the gradient with the factor p (1 - p) that the chain rule cancels."""
    p = sigmoid(objective.X @ w)
    off = objective.beta * (p - objective.y) * p * (1 - p)
    return np.asarray(objective.X.T @ off)


def without_weights(objective: LogisticObjective, w: Array) -> Array:
    """Return the gradient of equal weights."""
    return LogisticObjective(objective.X, objective.y).gradient(w)


def weights_at_columns(objective: LogisticObjective, w: Array) -> Array:
    """Return the gradient of equal weights, times the weight of the column's number."""
    return np.resize(objective.beta, len(w)) * without_weights(objective, w)


def loss_without_weights(
    X: Array, y: Array, beta: Array, rate: float, steps: int
) -> Array:
    """Return the unweighted losses along the weighted descent."""

    def weighted(_: LogisticObjective, w: Array) -> Array:
        return LogisticObjective(X, y, beta).gradient(w)

    return descent(X, y, np.ones(len(y)), rate, steps, weighted)


def cases() -> list[tuple[Any, ...]]:
    """Return small tables, labels, weights, rate and steps, the simplest first."""
    rng = np.random.default_rng(0)
    found: list[tuple[Any, ...]] = []
    for rows, columns in ((1, 1), (3, 2), (20, 4)):
        y, beta = rng.integers(0, 2, rows) * 1.0, rng.uniform(0.5, 2, rows)
        found.append((rng.normal(size=(rows, columns)), y, beta, 0.1, 3))
    return found


DESCENT = Exercise(
    descent,
    cases(),
    {
        "this goes uphill. The gradient has p − y, not y − p.": with_slope(
            lambda objective, w: -objective.gradient(w)
        ),
        "the gradient belongs to the sum: do not divide it by n.": with_slope(
            lambda objective, w: objective.gradient(w) / len(objective.y)
        ),
        "the weights β are missing in the gradient.": with_slope(without_weights),
        "the weights β are missing in the loss and in the gradient.": (
            lambda X, y, beta, *more: descent(X, y, np.ones(len(y)), *more)
        ),
        "a factor p(1 − p) too many: in the chain rule it cancels.": with_slope(
            cancelled_too_late
        ),
        "β belongs to the samples: it multiplies rows of X, not columns.": with_slope(
            weights_at_columns
        ),
        "the loss has a minus in front.": lambda *case: -descent(*case),
        "the weights β are missing in the loss.": loss_without_weights,
        "this is the mean of the losses; the formula is a sum.": (
            lambda *case: descent(*case) / len(case[1])
        ),
        "loss and gradient are means; the formulas are sums.": (
            lambda X, y, beta, *more: descent(X, y, beta / len(y), *more)
        ),
        "the first loss is that of w = 0, before any step.": (
            lambda X, y, beta, rate, steps: descent(X, y, beta, rate, steps + 1)[1:]
        ),
        "the loss of step 0 is missing.": lambda *case: descent(*case)[1:],
    },
    wanted="steps + 1 numbers",
)
