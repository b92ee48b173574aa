"""What the chapter on REML computes on planted labels: draws, fits, recalls.

Symbols: n rows, d features, L labels, the tail last; Y (n, L) of 0 and 1; S (n, L)
scores; k the rank of UV.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data.planted import low_rank_plus_sparse
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.processes import on_all_cores
from mlcourse.pictures.kept import kept

ROWS, NEW = 200, 1000  # to fit, and new ones to judge by
HEAD, TAIL = 20, 10  # labels
TAIL_RATE = 0.05
RANK, NOISE = 3, 0.1
DRAWS = 20
# Chosen on other draws, seeds 100 to 102, from the lists of `reml_when`: those of REML
# by the recall of all ones; of ridge the largest that keeps all of the tail, the one of
# the highest recall of all ones, and those that are best for head and tail alone.
LOW_RANK, TAIL_ALPHA, L1, RIDGE, RIDGE_OF_ALL = 10.0, 0.3, 0.5, 3.0, 10.0
RIDGE_OF_HEAD, RIDGE_OF_TAIL = 30.0, 0.3
NO_TAIL = 3.0  # an L1 strength at which H is 0


class Task(NamedTuple):
    """A draw of the planted labels: rows to fit, new ones, and who knows the truth."""

    X: Array  # (n, 60)
    Y: Index  # (n, 30)
    X_new: Array  # (NEW, 60)
    Y_new: Index  # (NEW, 30)
    truth: Array  # (NEW, 30), scores of the new rows without noise


@cache
def task(seed: int, noise: float = NOISE, rows: int = ROWS, rank: int = RANK) -> Task:
    """Return a draw: 20 head labels of low rank, and 10 tail labels."""
    drawn = low_rank_plus_sparse(
        rows + NEW,
        tail=TAIL,
        tail_rate=TAIL_RATE,
        rank=rank,
        noise=noise,
        seed=seed,
    )
    truth = drawn.X @ (drawn.U @ drawn.V + drawn.H) - drawn.threshold
    X, Y = drawn.X, drawn.Y
    return Task(X[:rows], Y[:rows], X[rows:], Y[rows:], truth[rows:])


def learner(rank: int = RANK, alpha_l1: float = L1, low_rank: float = LOW_RANK) -> REML:
    """Return REML with the chapter's strengths, or others."""
    return REML(rank, low_rank, TAIL_ALPHA, alpha_l1)


LEARNERS = {
    "ridge": RidgeClassifier(alpha=RIDGE),
    "rank 3": learner(alpha_l1=NO_TAIL),
    "REML": learner(),
}
TRUTH, STRONGER, TWO = "the truth", f"ridge, λ = {RIDGE_OF_ALL:g}", "ridge, two λ"


def two_ridges(head: float, tail: float) -> "_TwoRidges":
    """Return a ridge with a strength for the head's labels, and one for the tail's.

    Unlike REML it is told which labels are the tail.
    """
    return _TwoRidges(head, tail)


class _TwoRidges:
    def __init__(self, head: float, tail: float) -> None:
        self.head, self.tail = head, tail

    def fit(self, X: Array, Y: Index) -> "_TwoRidges":
        """Fit a ridge to each part."""
        parts = (self.head, Y[:, :HEAD]), (self.tail, Y[:, HEAD:])
        self.parts = [RidgeClassifier(alpha=alpha).fit(X, of) for alpha, of in parts]
        return self

    def estimate(self, X: Array) -> Array:
        """Return the scores of both, (n, L)."""
        return np.hstack([part.estimate(X) for part in self.parts])


OTHERS = {
    STRONGER: RidgeClassifier(alpha=RIDGE_OF_ALL),
    TWO: two_ridges(RIDGE_OF_HEAD, RIDGE_OF_TAIL),
}


# --- recall


class Recall(NamedTuple):
    """Which share of the ones is found, if each label is said as often as it is true.

    Then as many answers are wrong as ones are missed: precision and recall are equal.
    """

    head: float
    tail: float
    every: float


def hits(Y: Index, S: Array) -> tuple[Index, Index]:
    """Return for each label how many ones its highest scores hold, and its ones, (L,).

    So many scores count as the label has ones; of equal scores the first.

    >>> Y, S = np.array([[1, 0], [1, 1], [0, 0]]), np.array([[3, 1], [1, 2], [2, 3]])
    >>> [found.tolist() for found in hits(Y, S)]
    [[1, 0], [2, 1]]
    """
    ones = Y.sum(axis=0)  # (L,)
    order = np.argsort(-S, axis=0, kind="stable")  # (n, L)
    place = np.argsort(order, axis=0, kind="stable")  # (n, L), 0 is the highest
    return np.sum(Y * (place < ones), axis=0), ones


def recall(Y: Index, S: Array) -> Recall:
    """Return the recall of head, tail and all labels; the tail is last."""
    found, ones = hits(Y, S)
    parts = slice(0, HEAD), slice(HEAD, None), slice(None)
    return Recall(*(float(found[p].sum() / max(ones[p].sum(), 1)) for p in parts))


def judged(model: Any, given: Task) -> Recall:
    """Fit a model to a draw and return its recall on the new rows."""
    return recall(given.Y_new, model.fit(given.X, given.Y).estimate(given.X_new))


# --- twenty draws, for every noise

NOISES = (0.0, 0.1, 0.2, 0.3, 0.45, 0.6, 1.0)


@cache
def by_noise() -> dict[tuple[float, str], Array]:
    """Return the recall of each learner, and of the truth, (DRAWS, 3), by noise."""
    names = [*LEARNERS, *OTHERS, TRUTH]
    return {
        (noise, name): found
        for noise in NOISES
        for name, found in zip(names, of_draws(noise), strict=True)
    }


@kept(*((noise,) for noise in NOISES), digits=9)
def of_draws(noise: float) -> Array:
    """Return the recall of each learner, and of the truth, (learners, DRAWS, 3)."""
    grid = [{"noise": noise, "seed": seed} for seed in range(DRAWS)]
    return np.swapaxes(on_all_cores(of_draw, grid), 0, 1)


def of_draw(noise: float, seed: int) -> list[Recall]:
    """Return the recall of each learner on one draw, and of the truth."""
    given = task.__wrapped__(seed, noise)  # not kept: each is needed once
    models = [*LEARNERS.values(), *OTHERS.values()]
    told = [judged(model, given) for model in models]
    return [*told, recall(given.Y_new, given.truth)]


@cache
def rate(noise: float) -> float:
    """Return the share of new rows in which a tail label is true, over all draws."""
    drawn = (task.__wrapped__(seed, noise) for seed in range(DRAWS))
    return float(np.mean([given.Y_new[:, HEAD:].mean() for given in drawn]))


# --- rank and L1

RANKS = (1, 2, 3, 4, 5, 8, 13, 20, 30)
L1S = (0.02, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.5)
SEEDS = range(3)  # few: each setting has its own fits


class Setting(NamedTuple):
    """What REML does with a rank and an L1 strength, on average over SEEDS."""

    recall: Recall
    low_rank: Array  # (L,), the mean size of XUV on the rows of each label
    tail: Array  # (L,), that of XH


@cache
def by_setting() -> dict[tuple[int, float], Setting]:
    """Return what REML does with each rank and L1 strength."""
    return {
        (rank, l1): Setting(Recall(*map(float, recalls)), *sizes)
        for rank in RANKS
        for l1, recalls, sizes in zip(L1S, *by_l1(rank).values(), strict=True)
    }


@kept(*((rank,) for rank in RANKS), digits=6)
def by_l1(rank: int) -> dict[str, Array]:
    """Return `Setting` with each of L1S: recalls (8, 3), sizes of parts (8, 2, L)."""
    found = [setting(rank, l1) for l1 in L1S]
    recalls = np.array([here.recall for here in found])
    sizes = np.array([(here.low_rank, here.tail) for here in found])
    return {"recalls": recalls, "sizes": sizes}


def setting(rank: int, alpha_l1: float, seeds: Sequence[int] = SEEDS) -> Setting:
    """Return what REML does with a rank and an L1 strength, on average over seeds."""
    recalls, sizes = [], []
    for seed in seeds:
        given = task(seed)
        model = learner(rank, alpha_l1).fit(given.X, given.Y)
        recalls.append(recall(given.Y_new, model.estimate(given.X_new)))
        parts = model.low_rank(given.X), model.tail(given.X)
        sizes.append([np.sqrt(np.mean(part**2, axis=0)) for part in parts])
    low, tail = np.mean(sizes, axis=0)
    return Setting(Recall(*np.mean(recalls, axis=0)), low, tail)
