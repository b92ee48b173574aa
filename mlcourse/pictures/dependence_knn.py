"""What the chapter draws and tells of ML-kNN: scenes, and rare names of docstrings."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data import load, standardize
from mlcourse.data.dataset import Dataset
from mlcourse.formulas.metrics import average_precision, hamming_loss
from mlcourse.models.nearest import nearest
from mlcourse.multilabel.ml_knn import (
    histograms,
    likelihood,
    neighbour_counts,
    posterior,
    prior,
)
from mlcourse.pictures.dependence_runs import documents

KS = (1, 2, 5, 10, 20, 50)
TABLES = ("pixels", "pixels and a time stamp", "the same as z-scores")
ALONE = "pixels as z-scores"  # in the table, not in the explorer
DIGIT = 7  # whose chances are drawn


@cache
def scenes() -> Dataset:
    """Return the scenes, which are drawn when they are loaded: once is enough."""
    return load("scenes")


@cache
def tables(name: str) -> tuple[Array, Array]:
    """Return training and test rows of the scenes, as one of TABLES, or ALONE."""
    (pixels, _), (new, _) = scenes().train, scenes().test
    if name == "pixels":
        return pixels, new
    if name == ALONE:
        train, test = standardize(pixels, new)
        return train, test
    stamps = np.random.default_rng(0).integers(0, 86_400, (len(pixels) + len(new), 1))
    late = np.hstack([pixels, stamps[: len(pixels)]])
    late_new = np.hstack([new, stamps[len(pixels) :]])
    if name == "pixels and a time stamp":
        return late, late_new
    train, test = standardize(late, late_new)
    return train, test


@cache
def neighbours(table: str, count_self: str) -> tuple[Index, Index]:
    """Return the 50 nearest training rows of each training and each test row."""
    train, test = tables(table)
    own = nearest(train, max(KS), train if count_self == "yes" else None)
    return own.rows, nearest(train, max(KS), test).rows


class Counted(NamedTuple):
    """A fitted ML-kNN, and how it does on the test scenes."""

    hamming: float
    ap: float
    like: Array  # (2, k + 1), of the counts of DIGIT
    chance: Array  # (k + 1,), of DIGIT at each count


@cache
def counted(k: int, table: str, count_self: str) -> Counted:
    """Count the k nearest: what `MLkNN(k)` does, from one search for all k."""
    rows, new = neighbours(table, count_self)
    (_, D), (_, truth) = scenes().train, scenes().test
    like = likelihood(histograms(neighbour_counts(rows[:, :k], D), D, k))
    P = posterior(prior(D), like, neighbour_counts(new[:, :k], D))
    every = np.tile(np.arange(k + 1)[:, None], (1, D.shape[1]))
    return Counted(
        float(hamming_loss(truth, P > 0.5)),
        float(average_precision(truth, P)),
        like[:, DIGIT],
        posterior(prior(D), like, every)[:, DIGIT],
    )


def majority() -> float:
    """Return the Hamming loss of what most training scenes have, for each digit."""
    (_, D), (_, truth) = scenes().train, scenes().test
    said = np.tile(D.mean(axis=0) > 0.5, (len(truth), 1))
    return float(hamming_loss(truth, said))


# --- names that it can never say ---


@cache
def told_counts(k: int) -> tuple[Index, Index]:
    """Return counts of the docstrings: of names in training rows, of their neighbours.

    The first are the rows (799,) with each name, the second (2, 799, k + 1) are
    `histograms` of the count among the k nearest.
    """
    docs = documents()
    rows = found()[:, :k]
    return docs.Y.sum(axis=0), histograms(neighbour_counts(rows, docs.Y), docs.Y, k)


@cache
def found() -> Index:
    """Return the 25 nearest other training documents of each."""
    return np.asarray(nearest(documents().X, 25).rows)


def highest(k: int = 10, s: float = 1.0) -> Array:
    """Return the highest chance that any count can give each name, (799,)."""
    docs, (_, counts) = documents(), told_counts(k)
    every = np.tile(np.arange(k + 1)[:, None], (1, docs.Y.shape[1]))
    chances = posterior(prior(docs.Y, s), likelihood(counts, s), every)
    return np.asarray(chances.max(axis=0))


def ceiling(c: int, n: int, k: int = 10, s: float = 1.0) -> float:
    """Return the chance of a label with c of n rows in the friendliest case.

    All c rows have one and the same count, which no other row has.
    """
    yes = (s + c) * (s + c) / (s * (k + 1) + c)
    no = (s + n - c) * s / (s * (k + 1) + n - c)
    return yes / (yes + no)


def fewest(n: int, k: int, s: float = 1.0) -> int:
    """Return the fewest rows with which a label can be said at all."""
    return next(c for c in range(1, n) if ceiling(c, n, k, s) > 0.5)
