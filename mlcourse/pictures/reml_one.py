"""REML on one planted draw, from inside: rounds, what rank 3 leaves, where to cut.

The draw is that of seed 0 of `reml_runs`, and the symbols are those there.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcourse.arrays import Array
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.pictures.kept import kept
from mlcourse.pictures.reml_runs import (
    HEAD,
    L1,
    LEARNERS,
    LOW_RANK,
    NO_TAIL,
    RANK,
    TAIL_ALPHA,
    Recall,
    learner,
    recall,
    task,
)
from mlcourse.solvers.centring import Centred, centred
from mlcourse.solvers.reml import reml
from mlcourse.solvers.ridge import ridge

ROUNDS = 16  # the start, and 15 rounds
ENDS = (0.02, 0.1, 0.2, 0.3, 0.5)  # L1 strengths


class Round(NamedTuple):
    """Where REML stands after a round, on the draw of seed 0."""

    terms: tuple[float, ...]  # of the objective, with the L1 strength that was asked
    recall: Recall


@cache
def fitted(rank: int = RANK, alpha_l1: float = L1) -> REML:
    """Return REML fitted to the draw of seed 0."""
    model = learner(rank, alpha_l1)
    model.fit(task(0).X, task(0).Y)
    return model


@cache
def rounds(alpha_l1: float, times: float) -> list[Round]:
    """Return the first rounds with an L1 threshold `times` as large as it should be."""
    return list(islice(endless(alpha_l1, times), ROUNDS))


def end(alpha_l1: float, times: float) -> Round:
    """Return round 100."""
    terms, found = hundredth(alpha_l1, times).values()
    return Round(tuple(map(float, terms)), Recall(*map(float, found)))


@kept(*product(ENDS, (1.0, 2.0)), digits=9)
def hundredth(alpha_l1: float, times: float) -> dict[str, Array]:
    """Return the terms, and the recall, of round 100."""
    last = next(islice(endless(alpha_l1, times), 100, None))
    return {"terms": np.array(last.terms), "recall": np.array(last.recall)}


def endless(alpha_l1: float, times: float) -> Iterator[Round]:
    """Yield rounds for ever.

    A threshold twice as large is that of a strength twice as large; the terms are
    those of the strength that was asked for.
    """
    given = task(0)
    X, Y, _ = centred(given.X, given.Y.astype(float), intercept=True)
    for step in reml(X, Y, RANK, LOW_RANK, TAIL_ALPHA, times * alpha_l1):
        *others, l1 = step.terms
        told = recall(given.Y_new, given.X_new @ step.W)
        yield Round((*others, l1 / times), told)


@cache
def residual() -> Array:
    """Return what the low-rank part alone leaves of the labels of seed 0, (n, L)."""
    given = task(0)
    model = fitted(alpha_l1=NO_TAIL)
    return np.asarray(given.Y - model.y_mean_ - model.low_rank(given.X))


class Explained(NamedTuple):
    """What a ridge regression on the features makes of what rank 3 leaves."""

    made: Array  # on the training rows, (n, labels)
    trained: float  # R2: 1 is all of it; below 0 is worse than to say 0 everywhere
    new: float  # and on new rows


def explained(labels: slice) -> Explained:
    """Return what the features make of the rest of some labels."""
    given, model = task(0), fitted(alpha_l1=NO_TAIL)
    X, R = Centred(given.X), residual()[:, labels]
    W = ridge(X, R, TAIL_ALPHA)
    rest = (given.Y_new - model.y_mean_ - model.low_rank(given.X_new))[:, labels]
    made = np.asarray(X.dot(W))
    return Explained(made, r2(R, made), r2(rest, (given.X_new - X.mean) @ W))


def r2(R: Array, said: Array) -> float:
    """Return which share of the squares of R is explained.

    >>> r2(np.array([1.0, 1.0]), np.array([1.0, 0.0]))
    0.5
    """
    return float(1 - np.sum((R - said) ** 2) / np.sum(R**2))


# --- where to cut

CUTTERS = {
    "ridge, λ = 3": LEARNERS["ridge"],
    "ridge, λ = 100": RidgeClassifier(alpha=100),
    "REML": LEARNERS["REML"],
}


class Cut(NamedTuple):
    """What is right and found if all scores above a cut are said."""

    precision: float
    recall: float  # of all ones
    head: float
    tail: float


@cache
def scores(name: str) -> Array:
    """Return the scores of one of CUTTERS on the new rows of seed 0, (NEW, L)."""
    given = task(0)
    return np.asarray(clone(CUTTERS[name]).fit(given.X, given.Y).estimate(given.X_new))


def cut(name: str, at: float) -> Cut:
    """Return precision and recall of one of CUTTERS on the new rows of seed 0."""
    Y = task(0).Y_new
    said = scores(name) > at
    right = Y * said
    parts = slice(None), slice(0, HEAD), slice(HEAD, None)
    found = (float(right[:, p].sum() / Y[:, p].sum()) for p in parts)
    return Cut(float(right.sum() / max(said.sum(), 1)), *found)


@cache
def curve(name: str) -> tuple[Array, Array]:
    """Return recall and precision of one of CUTTERS at 60 numbers of answers."""
    S, Y = scores(name).ravel(), task(0).Y_new.ravel()
    right = np.cumsum(Y[np.argsort(-S, kind="stable")])
    many = np.unique(np.geomspace(30, len(Y), 60).astype(int))
    return right[many - 1] / right[-1], right[many - 1] / many
