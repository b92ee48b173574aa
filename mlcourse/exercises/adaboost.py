"""The exercises of the chapter on AdaBoost: what is right, and usual slips.

Symbols as in the chapter: y (n,) labels, -1 or +1; w (n,) weights of the samples; H
(m, n) what each of m rules says of every sample; F (T, n) scores after each round.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.exercise import Exercise

# --- by hand: round 3 of the ten points, in which 0, 1, 2 and 9 are missed


def numbers(*given: float) -> Callable[[], Array]:
    """Return a function that gives these numbers."""
    return lambda: np.array(given)


E3, A3 = 2 / 11, 0.5 * np.log(9 / 2)
BY_HAND = Exercise(
    numbers(E3, A3, 1 / 8),
    [()],
    {
        "the error is a sum of weights, not a share of the points: four times 1/22.": (
            numbers(4 / 10, 0.5 * np.log(3 / 2), 1 / 8)
        ),
        "these are weights of round 2; the point 0 has 1/22 by now.": numbers(
            2 / 7, 0.5 * np.log(5 / 2), 1 / 8
        ),
        "the vote has a factor ½ before the logarithm.": numbers(E3, 2 * A3, 1 / 8),
        "take the natural logarithm.": numbers(E3, A3 / np.log(10), 1 / 8),
        "the weight still has to be divided by Z.": numbers(E3, A3, np.exp(A3) / 22),
        "this is half an update: right points shrink, too.": numbers(
            E3, A3, np.exp(A3) / 22 / (E3 * np.exp(A3) + 1 - E3)
        ),
    },
    digits=3,
    names=("error", "vote", "weight of 0"),
)

# --- the loop


def vote(error: float) -> float:
    """Return alpha of a rule with this weighted error."""
    return float(0.5 * np.log((1 - error) / error))


def full(w: Array, y: Array, h: Array, alpha: float) -> Array:
    """Return the new weights of AdaBoost."""
    new = w * np.exp(-alpha * y * h)
    return np.asarray(new / new.sum())


def boosted(
    H: Array,
    y: Array,
    T: int,
    alpha: Callable[[float], float] = vote,
    update: Callable[..., Array] = full,
    choose: Callable[[Array], Any] = np.argmin,
) -> Array:
    """Return the scores F (T, n), made with the right parts or with others."""
    w, F, scores = np.full(len(y), 1 / len(y)), np.zeros(len(y)), []
    for _ in range(T):
        errors = (y != H) @ w  # (m,)
        best = int(choose(errors))
        a = alpha(float(errors[best]))
        w = update(w, y, H[best], a)
        F = F + a * H[best]
        scores.append(F)
    return np.array(scores)


def with_part(**parts: Any) -> Callable[..., Array]:
    """Return boosting with another part."""
    return lambda H, y, T: boosted(H, y, T, **parts)


def half(w: Array, y: Array, h: Array, alpha: float) -> Array:
    """Return weights of which only those of missed samples were multiplied."""
    new = w * np.exp(alpha * (h != y))
    return np.asarray(new / new.sum())


def never_again(H: Array, y: Array, T: int) -> Array:
    """Return the scores if a rule is taken once at most, while others are left."""
    left, w, F, scores = list(range(len(H))), np.full(len(y), 1 / len(y)), 0.0, []
    for _ in range(T):
        errors = (y != H[left]) @ w
        best = int(np.argmin(errors))
        a, h = vote(float(errors[best])), H[left[best]]
        w, F = full(w, y, h, a), F + a * h
        scores.append(F)
        left = left[:best] + left[best + 1 :] or left
    return np.array(scores)


def latest_only(H: Array, y: Array, T: int) -> Array:
    """Return the scores if a rule that is taken again loses its earlier vote."""
    latest: dict[bytes, Array] = {}
    scores = []
    for vote in np.diff(boosted(H, y, T), axis=0, prepend=0):  # (n,), alpha_t h_t
        latest[np.sign(vote).tobytes()] = vote
        scores.append(np.sum(list(latest.values()), axis=0))
    return np.array(scores)


def by_shares(H: Array, y: Array, T: int) -> Array:
    """Return the scores if a vote is made of the plain share of mistakes."""
    w, F, scores = np.full(len(y), 1 / len(y)), 0.0, []
    for _ in range(T):
        h = H[np.argmin((y != H) @ w)]
        a = vote(float(np.mean(h != y)))
        w, F = full(w, y, h, a), F + a * h
        scores.append(F)
    return np.array(scores)


def always_yes(H: Array, y: Array, T: int) -> Array:
    """Return the scores if rules answer 0 or 1: no vote is ever against."""
    F = boosted(H, y, T)
    votes = np.diff(F, axis=0, prepend=0)  # (T, n), alpha_t h_t
    return np.asarray(np.cumsum(np.maximum(votes, 0), axis=0))


def cases() -> list[tuple[Array, Array, int]]:
    """Return rules (m, n), labels and rounds, in which no two rules are equally good.

    The first row is right most often, so that boosting has a start. A rule returns.
    """
    rng = np.random.default_rng(2)  # of seeds 0, 1, ... the first that is so
    found = []
    for m, n, T in ((3, 7, 3), (4, 25, 5), (6, 60, 7)):
        y = rng.choice([-1.0, 1.0], n)
        wrong = rng.random((m, n)) < np.linspace(0.25, 0.45, m)[:, None]
        found.append((np.where(wrong, -y, y), y, T))
    return found


BOOST = Exercise(
    boosted,
    cases(),
    {
        "half an update, as in report 001: right samples lose weight, too.": (
            with_part(update=half)
        ),
        "rules answer −1 or +1. With 0 or 1 no vote is against: an OR.": always_yes,
        "the vote has a factor ½ before the logarithm.": with_part(
            alpha=lambda error: 2 * vote(error)
        ),
        "this is 2F: Freund and Schapire have no ½.": lambda *a: 2 * boosted(*a),
        "every rule has the same vote; each should have its alpha.": with_part(
            alpha=lambda error: 1.0
        ),
        "always the same rule: weights must change, the error use them.": with_part(
            update=lambda w, y, h, alpha: w
        ),
        "the sum of the weights is not 1: divide them by it in each round.": with_part(
            update=lambda w, y, h, alpha: w * np.exp(-alpha * y * h)
        ),
        "the vote is made of the weighted error, not of the share of mistakes.": (
            by_shares
        ),
        "a rule may be taken again in a later round; do not put it aside.": never_again,
        "a rule that is taken again adds a vote; its earlier one stays.": latest_only,
        "multiply the weights of the round before, not 1/n.": with_part(
            update=lambda w, y, h, alpha: full(0 * w + 1 / len(w), y, h, alpha)
        ),
        "take the smallest weighted error, not the one farthest from ½.": with_part(
            choose=lambda errors: np.argmax(np.abs(errors - 0.5))
        ),
        "all rows are the last F: `F += ...` changes the kept array, too.": (
            lambda H, y, T: np.tile(boosted(H, y, T)[-1], (T, 1))
        ),
        "right samples gained weight: mind the sign of the exponent.": with_part(
            update=lambda w, y, h, alpha: full(w, -y, h, alpha)
        ),
        "this is what each rule adds; F is the sum so far.": (
            lambda H, y, T: np.diff(boosted(H, y, T), axis=0, prepend=0)
        ),
        "these are the labels; return the score F.": (
            lambda H, y, T: np.where(boosted(H, y, T) > 0, 1.0, -1.0)
        ),
    },
)

# --- margins


def as_margins(
    margins: Callable[..., Array], middle: Callable[[Array], Any] = np.median
) -> Callable[..., Array]:
    """Return the smallest and the median of other margins, or another middle."""

    def told(H: Array, alpha: Array, y: Array) -> Array:
        found = margins(H, alpha, y)
        return np.array([found.min(), middle(found)])

    return told


def plain(H: Array, alpha: Array, y: Array) -> Array:
    """Return the margins, (n,)."""
    return np.asarray(y * (alpha @ H) / alpha.sum())


def votes_cast() -> list[tuple[Array, Array, Array]]:
    """Return rules (T, n), their votes (T,) and labels (n,).

    Where n is even, the two middle margins differ.
    """
    rng = np.random.default_rng(0)  # of seeds 0, 1, ... the first that is so
    found = []
    for T, n in ((2, 3), (5, 8), (7, 21), (6, 12)):
        y = rng.choice([-1.0, 1.0], n)
        H = np.where(rng.random((T, n)) < 0.35, -y, y)
        found.append((H, rng.uniform(0.2, 1.5, T), y))
    return found


MARGINS = Exercise(
    as_margins(plain),
    votes_cast(),
    {
        "divide by the sum of the votes: a margin lies between −1 and 1.": as_margins(
            lambda H, alpha, y: y * (alpha @ H)
        ),
        "multiply by y: a margin is negative where the committee is wrong.": as_margins(
            lambda H, alpha, y: alpha @ H / alpha.sum()
        ),
        "a margin keeps its sign; this is the size of the score.": as_margins(
            lambda H, alpha, y: np.abs(alpha @ H) / alpha.sum()
        ),
        "each rule counts by its vote; these are margins of equal votes.": as_margins(
            lambda H, alpha, y: y * H.mean(axis=0)
        ),
        "n is even: this is the lower middle one, the median lies between both.": (
            as_margins(plain, lambda m: np.sort(m)[(len(m) - 1) // 2])
        ),
        "n is even: this is the upper middle one, the median lies between both.": (
            as_margins(plain, lambda m: np.sort(m)[len(m) // 2])
        ),
        "the second number is the median, not the mean.": as_margins(plain, np.mean),
    },
)
