"""The exercises of the chapter on metrics: what is right, and usual slips.

Symbols as in the chapter: Y (n, L) true labels, P (n, L) an answer, S (n, L) scores.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas import metrics as m
from mlcourse.page.exercise import Exercise
from mlcourse.pictures.metrics_cases import CASES

# --- by hand: four documents, three labels

Y = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]])
P = np.array([[1, 1, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0]])


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


def of_means() -> Array:
    """Return macro F1 as that of the mean precision and the mean recall."""
    p, r = (f(Y, P, average="macro") for f in (m.precision, m.recall))
    return np.array([2 / 3, 2 * p * r / (p + r), 13 / 24])


BY_HAND = Exercise(
    numbers(2 / 3, 22 / 45, 13 / 24),
    [()],
    {
        "macro goes down the columns, example along the rows.": numbers(
            2 / 3, 13 / 24, 22 / 45
        ),
        "the third label counts, too: its F1 is 0, and there are three.": numbers(
            2 / 3, 11 / 15, 13 / 24
        ),
        "F1 has a 2 above: 2 · both / (true + pred).": numbers(1 / 3, 11 / 45, 13 / 48),
        "micro is the F1 of all twelve entries, no mean of anything.": numbers(
            22 / 45, 22 / 45, 13 / 24
        ),
        "macro is the mean of the three F1, not the F1 of two means.": of_means,
        "the second document counts, too: nothing is found, so 0.": numbers(
            2 / 3, 22 / 45, 13 / 18
        ),
    },
    digits=2,
    names=("micro", "macro", "example"),
)

# --- the ranking loss of a row


def row_loss(y: Array, s: Array) -> float:
    """Return the ranking loss of one row: y (L,) of 0 and 1, s (L,) scores."""
    return m.ranking_loss([y], [s])


def half_ties(y: Array, s: Array) -> float:
    """Return the loss in which a tie is half an error."""
    return m.ranking_loss([y], [s], ties="half")


def free_ties(y: Array, s: Array) -> float:
    """Return the loss in which a tie is no error."""
    return 2 * half_ties(y, s) - row_loss(y, s)


def over(pairs: Callable[[int], float]) -> Callable[[Array, Array], float]:
    """Return a loss that divides the wrong pairs by another number."""

    def loss(y: Array, s: Array) -> float:
        wrong = row_loss(y, s) * sum(y) * (len(y) - sum(y))
        return float(wrong / pairs(len(y)))

    return loss


class Exactly(Exercise):
    """An exercise in which nan is an answer like another: a slip that has a name."""

    def difference(self, found: Any, expected: Any) -> str:
        """Say how `found` differs from `expected`; nothing if both are nan."""
        try:
            same = np.isnan(found) and np.isnan(expected)
        except (TypeError, ValueError):  # no number, or many
            same = False
        return "" if same else super().difference(found, expected)


def without_a_guard(y: Array, s: Array) -> float:
    """Return 0/0 where a row has no pair."""
    return row_loss(y, s) if 0 < sum(y) < len(y) else np.nan


NO_PAIR = (
    "this row has no pair (no label is true, or all are): 0/0 is nan, and so is the "
    "mean of an empty array. Return 0 before you divide."
)
ROW_LOSS = Exactly(
    row_loss,
    [(np.array(y), np.array(s)) for y, s in CASES.values()],
    {
        "ties count too: it is ≤, not <.": free_ties,
        "a tie is a whole error here, not half of one.": half_ties,
        "a share: divide the wrong pairs by |Y| (L − |Y|).": over(lambda L: 1),
        "divide by |Y| (L − |Y|), not by all L² pairs.": over(lambda L: L * L),
        "divide by |Y| (L − |Y|), not by all L (L − 1) / 2 pairs.": over(
            lambda L: L * (L - 1) / 2
        ),
        "these are the pairs in the right order.": lambda y, s: row_loss(y, -s),
        NO_PAIR: without_a_guard,
    },
)

# --- PSP@k with its propensities

A, B = 0.55, 1.5


def psp(Y: Any, S: Array, Y_train: Any, k: int) -> float:
    """Return PSP@k, the propensities from the training labels."""
    return m.propensity_precision_at_k(Y, S, m.propensity(Y_train), k)


def with_propensity(change: Callable[[Array, int], Array]) -> Callable[..., float]:
    """Return PSP@k with other propensities, of the counts N_l (L,) and N."""

    def wrong(Y: Any, S: Array, Y_train: Any, k: int) -> float:
        p = change(Y_train.sum(axis=0), len(Y_train))
        return m.propensity_precision_at_k(Y, S, np.clip(p, 1e-9, 1), k)

    return wrong


def power(
    count: Array,
    N: int,
    log: Callable[[float], float] = np.log,
    a: float = A,
    b: float = B,
    to: float = -1,
) -> Array:
    """Return the propensities of labels in `count` of N rows; `to` signs A."""
    p: Array = 1 / (1 + (log(N) - 1) * (b + 1) ** a * (count + b) ** (to * a))
    return p


def mean_of_ratios(Y: Any, S: Array, Y_train: Any, k: int) -> float:
    """Return the mean over the rows of what should be a ratio of sums."""
    return float(
        np.mean([psp([y], s[None], Y_train, k) for y, s in zip(Y, S, strict=True)])
    )


def plain(Y: Any, S: Array, Y_train: Any, k: int) -> float:
    """Return the form without the best possible gain below."""
    p = m.propensity(Y_train)
    return m.propensity_precision_at_k(Y, S, p, k, normalize=False)


def all_below(Y: Any, S: Array, Y_train: Any, k: int) -> float:
    """Return the gain over that of all true labels, more than k of a row, too."""
    p = m.propensity(Y_train)
    gain = m.propensity_precision_at_k(Y, S, p, k, normalize=False) * len(Y) * k
    return float(gain / (Y / p).sum())


def of_the_same_rows(Y: Any, S: Array, Y_train: Any, k: int) -> float:
    """Return PSP@k with N and N_l of the test rows: some p may then exceed 1."""
    worth = Y / power(Y.sum(axis=0), len(Y))
    first = np.argsort(-S, axis=1, kind="stable")[:, :k]
    best = np.sort(worth, axis=1)[:, -k:].sum()
    return float(np.take_along_axis(worth, first, axis=1).sum() / best)


def tables() -> list[tuple[Any, ...]]:
    """Return truth, scores, training labels and k, the smallest first."""
    rng, found = np.random.default_rng(0), []
    for n, L, k in ((2, 6, 3), (4, 6, 2), (9, 8, 3)):
        chance = np.linspace(0.7, 0.15, L)
        train = (rng.random((60, L)) < chance).astype(int)
        Y = (rng.random((n, L)) < 0.5).astype(int)
        Y[:, 0] = 1  # no row without a label
        found.append((Y, rng.random((n, L)), train, k))
    return found


PSP = Exercise(
    psp,
    tables(),
    {
        "this is P@k: a hit is worth 1 / p, not 1.": (
            lambda Y, S, Y_train, k: m.precision_at_k(Y, S, k)
        ),
        "the ratio is of sums over all rows, not a mean of ratios.": mean_of_ratios,
        "below stands the best that k labels a row can reach, not n k.": plain,
        "below stands the best k of each row, not all its true labels.": all_below,
        "a hit is worth 1 / p, not p.": with_propensity(
            lambda count, N: power(count, N).min() / power(count, N)
        ),
        "p is 1 / (1 + C (N_l + B)^−A), not the share of the rows.": (
            with_propensity(lambda count, N: count / N)
        ),
        "N and N_l count the rows of Y_train, not those of Y.": (of_the_same_rows),
        "C has two factors: (log N − 1) and (B + 1)^A.": with_propensity(
            lambda count, N: power(count, N, lambda n: (np.log(n) - 1) / 2.5**A + 1)
        ),
        "log is the natural logarithm, not that to base 10.": with_propensity(
            lambda count, N: power(count, N, np.log10)
        ),
        "log is the natural logarithm, not that to base 2.": with_propensity(
            lambda count, N: power(count, N, np.log2)
        ),
        "the exponent of N_l + B is −A: the more rows, the larger p.": with_propensity(
            lambda count, N: power(count, N, to=1)
        ),
        "A = 0.55 is the exponent and B = 1.5 is added to N_l.": with_propensity(
            lambda count, N: power(count, N, a=B, b=A)
        ),
        "the first k are those with the highest scores.": (
            lambda Y, S, Y_train, k: psp(Y, -S, Y_train, k)
        ),
    },
)
