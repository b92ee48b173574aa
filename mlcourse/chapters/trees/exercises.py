"""The exercises of the chapter on trees: what is right, and usual slips.

Symbols as in the chapter: x (n,) one column, y (n,) of 0 and 1.
"""

from collections.abc import Callable

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: the five cuts of six tumours

SIX = np.array([0, 1, 0, 1, 1, 1.0])  # by radius


def gains(y: Array) -> Array:
    """Return the gain of the cuts after 1 ... n - 1 sorted rows, (n - 1,)."""
    n, left = len(y), np.arange(1, len(y))
    below = np.cumsum(y)[:-1]
    apart = below / left - (y.sum() - below) / (n - left)
    return np.asarray(2 * left * (n - left) / n**2 * apart**2)


def altered(change: Callable[[Array], Array]) -> Callable[[], Array]:
    """Return the five gains with a slip."""
    return lambda: change(gains(SIX))


def unsquared() -> Array:
    """Return the gains with the distance of the shares instead of its square."""
    left = np.arange(1, 6) / 6
    weight = 2 * left * (1 - left)
    return np.asarray(np.sqrt(gains(SIX) * weight))


BY_HAND = Exercise(
    lambda: gains(SIX),
    [()],
    {
        "the factor 2 is missing.": altered(lambda gain: gain / 2),
        "the difference of the two shares is squared.": unsquared,
        "take both sides as shares of all six: n_L / n and n_R / n.": altered(
            lambda gain: 36 * gain
        ),
    },
    digits=2,
    names=tuple(f"cut {k}" for k in range(1, 6)),
)

# --- the best cut by running sums

Gain = Callable[[Array, Array], Array]


def cut(
    x: Array, y: Array, *, ties: bool = True, stay: float = 0.5, last: bool = False
) -> Array:
    """Return threshold and gain of the best cut, right or with a slip."""
    order = np.argsort(x, kind="stable")
    x, gain = x[order], gains(y[order])
    if ties:
        gain[x[1:] == x[:-1]] = 0
    k = len(gain) - 1 - gain[::-1].argmax() if last else gain.argmax()
    return np.array([(1 - stay) * x[k] + stay * x[k + 1], gain[k]])


def unsorted_labels(x: Array, y: Array) -> Array:
    """Return the cut if x is sorted and y is left as it was."""
    return cut(np.sort(x), y)


def cases() -> list[tuple[Array, Array]]:
    """Return columns and labels, the simplest first; most have equal values."""
    rng = np.random.default_rng(0)
    found = [
        (np.array([1.0, 2, 3, 4]), np.array([0.0, 0, 1, 1])),
        (np.array([3.0, 1, 4, 2, 6]), np.array([1.0, 0, 1, 0, 0])),
        (np.array([1.0, 2, 2, 2, 3]), np.array([0.0, 0, 0, 1, 1])),
        (np.array([2.0, 2, 2, 5, 5]), np.array([1.0, 0, 0, 1, 0])),
        (np.array([1.0, 2, 3, 4]), np.array([0.0, 1, 1, 0])),
    ]
    for _ in range(3):
        x = rng.integers(0, 6, 30).astype(float)
        found.append((x, (x + rng.normal(0, 2, 30) > 3).astype(float)))
    return found


BEST_CUT = Exercise(
    cut,
    cases(),
    {
        "sort y in the same order as x.": unsorted_labels,
        "the threshold is the middle of the gap.": lambda x, y: cut(x, y, stay=0),
        "the threshold is the middle of the gap, and not its upper end.": (
            lambda x, y: cut(x, y, stay=1)
        ),
        "of equally good cuts take the first.": lambda x, y: cut(x, y, last=True),
        "no cut can part equal values: their gain does not count.": (
            lambda x, y: cut(x, y, ties=False)
        ),
        "the factor 2 of the gain is missing.": lambda x, y: cut(x, y) / [1, 2],
    },
    wanted="threshold and gain, an array of 2 numbers",
)
