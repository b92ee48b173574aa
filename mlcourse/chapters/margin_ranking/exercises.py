r"""The exercises of the lesson on margin ranking: what is right, and usual slips.

Symbols: W (d, L) weights; x (d,) a document; y (L,) of 0 and 1; lam the penalty; t the
number of a step.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: scores 1, 0, 0.5, -0.5 of a, b, c, d; the document has a and b


def rows(*given: tuple[float, ...]) -> Callable[[], Array]:
    """Return a function that gives this table."""
    return lambda: np.array(given)


MIN_MAX, THREE, PAIRS = (0, 1, -1, 0), (0.5, 2.5, -2.5, -0.5), (0.25, 0.5, -0.5, -0.25)
BY_HAND = Exercise(
    rows(MIN_MAX, THREE, PAIRS),
    [()],
    {
        "the signs are turned: a true label is pulled up.": rows(
            *(tuple(-v for v in row) for row in (MIN_MAX, THREE, PAIRS))
        ),
        "pair a and d has the margin 1.5: it is satisfied and pulls nothing.": rows(
            MIN_MAX, THREE, (0.5, 0.5, -0.5, -0.5)
        ),
        "the loss of pairs is a mean: divide by the four pairs.": rows(
            MIN_MAX, THREE, (1, 2, -2, -1)
        ),
        "three hinges add up: the first of them pulls as well.": rows(
            MIN_MAX, (0.5, 1.5, -1.5, -0.5), PAIRS
        ),
    },
    digits=2,
    names=[
        f"{loss}: pull on {label}"
        for loss in ("min-max", "three hinges", "pairs")
        for label in "abcd"
    ],
)

# --- one step of Pegasos with min-max


def step(W: Array, x: Array, y: Any, lam: float, t: int, **slip: bool) -> Array:
    """Return W after step t with one document, (d, L); or with a slip."""
    z, true = x @ W, np.asarray(y) == 1
    low = int(np.argmin(np.where(true, z, np.inf)))
    high = int(np.argmax(np.where(true, -np.inf, z)))
    if slip.get("bar"):  # the highest label of all
        high = int(np.argmax(z))
    violated = z[low] - z[high] < 1
    if slip.get("printed"):
        violated = not violated
    eta = 1 / (lam * t)
    shrink = 1.0 if slip.get("whole") and not violated else 1 - eta * lam
    W = W * shrink
    if violated:
        up = -eta if slip.get("sign") else eta
        W[:, low] += up * x
        W[:, high] -= up * x
    length, most = np.linalg.norm(W), 1 / np.sqrt(lam)
    return W if slip.get("free") or length <= most else W * (most / length)


def case(seed: int, size: float, lam: float, t: int) -> tuple[Any, ...]:
    """Return weights, a document, its labels, lam and t."""
    rng = np.random.default_rng(seed)
    W, x = size * rng.normal(size=(3, 5)), rng.normal(size=3)
    return W, x / np.linalg.norm(x), np.array([1, 0, 1, 0, 0]), lam, t


def with_scores(*z: float) -> tuple[Any, ...]:
    """Return a case whose document has these scores."""
    W, x, y, lam, _ = case(2, 0.0, 0.05, 1)
    return W + np.outer(x, z), x, y, lam, 7


STEP = Exercise(
    step,
    [
        with_scores(2.0, 0.1, 0.5, 0.2, 0.0),
        case(1, 0.3, 0.5, 1),
        with_scores(1.0, -1.0, 1.0, -1.0, -1.0),
        case(3, 1.0, 0.2, 9),
    ],
    {
        "this updates where the margin is large enough, as it was printed.": partial(
            step, printed=True
        ),
        "the highest score is that of a FALSE label, not of any label.": partial(
            step, bar=True
        ),
        "the penalty shrinks W at every step, also where nothing is violated.": partial(
            step, whole=True
        ),
        "a true label goes up and a false one down.": partial(step, sign=True),
        "W has to be shortened to the ball of radius 1 / sqrt(lam).": partial(
            step, free=True
        ),
    },
)
