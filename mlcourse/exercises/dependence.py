"""The exercises of the chapter on labels that depend: what is right, and usual slips.

Symbols: L labels; a set is a row of L zeros and ones; chances are those of sets.
"""

from collections.abc import Callable
from functools import partial
from itertools import permutations, product
from typing import Any

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.multilabel.dependence import best_set, greedy_set, joint
from mlcourse.page.exercise import Exercise

# --- by hand: P(00) = 0.30, P(01) = 0.26, P(11) = 0.44


def rows(*given: tuple[float, float, float, float]) -> Callable[[], Array]:
    """Return a function that gives this table."""
    return lambda: np.array(given)


ALONE, FIRST, SECOND = (0, 1, 0.26, 0.37), (0, 0, 0.30, 0.57), (1, 1, 0.44, 0.43)
BY_HAND = Exercise(
    rows(ALONE, FIRST, SECOND),
    [()],
    {
        "alone means: each label has its own chance, 0.44 and 0.70, cut at ½.": rows(
            SECOND, FIRST, SECOND
        ),
        "the two chains are exchanged: the first row of a chain decides y₁ first.": (
            rows(ALONE, SECOND, FIRST)
        ),
        "a chain divides: after y₁ = 0 only 00 and 01 are left.": rows(
            ALONE, ALONE, SECOND
        ),
        "the Hamming loss is per label: divide by 2.": rows(
            (0, 1, 0.26, 0.74), (0, 0, 0.30, 1.14), (1, 1, 0.44, 0.86)
        ),
        "the last column is a loss; these are shares of right labels.": rows(
            (0, 1, 0.26, 0.63), (0, 0, 0.30, 0.43), (1, 1, 0.44, 0.57)
        ),
    },
    digits=2,
    names=[
        f"{who}: {what}"
        for who in ("alone", "label 1 first", "label 2 first")
        for what in ("y₁", "y₂", "chance", "Hamming loss")
    ],
)

# --- every set of a chain


class Chances:
    """What a chain says: the chance that its next label is 1, after some answers.

    >>> chance = Chances(np.array([[0.4, 0.0, 0.35, 0.25]]))
    >>> chance(()), chance((0,))
    (0.6, 0.0)
    """

    def __init__(self, p: Array) -> None:
        self.p = np.asarray(p, dtype=float).ravel() / np.sum(p)
        self.L = len(self.p).bit_length() - 1

    def __call__(self, before: tuple[int, ...]) -> float:
        """Return P(next label = 1 | the answers before)."""
        left = self.p.reshape((2,) * self.L)[tuple(before)]
        return float(left[1].sum() / left.sum())


def most_probable(chance: Callable[..., float], L: int) -> Index:
    """Return the set of the largest product of chances, all 2^L being tried."""
    return best_of(chance, L, lambda p, said: p if said else 1 - p)


def best_of(
    chance: Callable[..., float],
    L: int,
    factor: Callable[[float, int], float],
    total: Callable[[list[float]], Any] = np.prod,
) -> Index:
    """Return the set that is best by these factors, put together so."""
    values = {
        said: total([factor(chance(said[:j]), said[j]) for j in range(L)])
        for said in product((0, 1), repeat=L)
    }
    return np.array(max(values, key=lambda said: round(float(values[said]), 12)))


def greedy(chance: Callable[..., float], L: int) -> Index:
    """Return what a chain says that decides label after label."""
    said: tuple[int, ...] = ()
    for _ in range(L):
        said = (*said, int(chance(said) > 0.5))
    return np.array(said)


def alone(chance: Callable[..., float], L: int) -> Index:
    """Return the set that the chances of each label alone give."""
    p = chance.p if isinstance(chance, Chances) else np.ones(2**L) / 2**L
    return best_set(p, "Hamming")


def added(chance: Callable[..., float], L: int) -> Index:
    """Return the set of the largest sum of chances."""
    return best_of(chance, L, lambda p, said: p if said else 1 - p, sum)


def without_zeros(chance: Callable[..., float], L: int) -> Index:
    """Return the set of the largest product over its ones alone."""
    return best_of(chance, L, lambda p, said: p if said else 1)


def least(chance: Callable[..., float], L: int) -> Index:
    """Return the set of the smallest product of chances."""

    def factor(p: float, said: int) -> float:
        return float(-np.log(max(p if said else 1 - p, 1e-300)))

    return best_of(chance, L, factor, sum)


def narrow(chance: Callable[..., float], L: int, width: int = 2) -> Index:
    """Return what a search finds that goes on with the likeliest beginnings."""
    begun: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    for _ in range(L):
        longer = [
            (p * (chance(said) if y else 1 - chance(said)), (*said, y))
            for p, said in begun
            for y in (0, 1)
        ]
        begun = sorted(longer, reverse=True)[:width]
    return np.array(begun[0][1])


def backwards(chance: Callable[..., float], L: int) -> Index:
    """Return the right set with its labels in the wrong order."""
    return most_probable(chance, L)[::-1]


class SetExercise(Exercise):
    """An exercise whose answer is a set of labels; True and False are taken for it."""

    def difference(self, found: Any, expected: Any) -> str:
        """Compare sets: a boolean one counts as 0 and 1."""
        if np.asarray(found).dtype == bool:
            found = np.asarray(found, dtype=int)
        return super().difference(found, expected)


# How often each set occurs, in the order of the sets: every slip says another set.
COUNTS = (
    (10, 57, 43, 27, 6, 11, 3, 51),
    (27, 54, 38, 46, 3, 1, 36, 3),
    (2, 35, 15, 2, 3, 3, 3, 9, 5, 1, 40, 24, 4, 34, 32, 4),
    (13, 16, 18, 6, 21, 19, 4, 12, 1, 2, 31, 17, 32, 3, 13, 8),
    (28, 34, 7, 56, 26, 13, 2, 54, 35, 41, 45, 18, 12, 25, 16, 47),
    (  # seven beginnings miss it
        *(8, 46, 18, 46, 47, 37, 26, 2, 14, 32, 1, 57, 40, 27, 55, 18),
        *(34, 33, 51, 38, 21, 18, 7, 46, 46, 50, 48, 2, 58, 6, 32, 30),
    ),
)
INFERENCE = SetExercise(
    most_probable,
    [(Chances(np.array(counts)), len(counts).bit_length() - 1) for counts in COUNTS],
    {
        "a search that drops beginnings may drop the best; go through all.": narrow,
        "this is each label alone; the set as a whole has to be likely.": alone,
        "a 0 has the chance 1 − p, and is a factor, too.": without_zeros,
        "multiply the chances, do not add them.": added,
        "this is the least probable set.": least,
        "the labels are in the wrong order.": backwards,
        "even three beginnings may not have the best one; go through all.": partial(
            narrow, width=3
        ),
        "even a handful of beginnings may not have the best one; go through all.": (
            partial(narrow, width=5)
        ),
        "this is the greedy chain: it never takes an answer back.": greedy,
    },
)

# --- chances on which every order misses the mode


def orders_that_find(answer: Callable[[], Any]) -> Callable[[], Any]:
    """Return a function that counts the orders that find the mode of the answer.

    1 stands for one or more, -1 for two modes, -2 for what is no dict of chances, -3
    for another number of labels than four.
    """

    def count() -> Any:
        given = answer()
        if given is None or given is ...:
            return given
        try:
            p = joint(given)
        except (ValueError, TypeError, AttributeError):
            return -2
        if len(p) != 2**4:
            return -3
        if np.sum(np.isclose(p, p.max())) > 1:
            return -1
        mode, labels = best_set(p, "exact"), range(len(p).bit_length() - 1)
        found = (np.array_equal(greedy_set(p, o), mode) for o in permutations(labels))
        return int(any(found))

    return count


def inventor(chances: Any) -> Callable[[], Any]:
    """Return what `orders_that_find` makes of an answer."""
    return orders_that_find(lambda: chances)


MISS = Exercise(
    inventor({"0000": 0.24, "0111": 0.19, "1011": 0.19, "1101": 0.19, "1110": 0.19}),
    [()],
    {
        "some order finds the most probable set.": inventor({"0000": 1, "0001": 2}),
        "two sets are equally probable; make one the most probable.": inventor(
            {"0000": 1, "0001": 1}
        ),
        "return a dict like {'0011': 0.3, '1111': 0.7}, with numbers ≥ 0.": inventor(
            {"00": 1, "1": 1}
        ),
        "four labels: write sets with four digits, like '0110'.": inventor({"00": 1}),
    },
    wanted="a dict",
)
