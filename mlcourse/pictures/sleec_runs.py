r"""The searches and fits that the chapter on SLEEC draws and tells.

One factorisation of the training documents serves every target that ridge regression
is to reach, one search for fifty neighbours every k and every weight of their votes.

Symbols: n training documents X (n, d) with labels Y (n, L), m new ones Q (m, d); T
(n, r) targets; E (n, r) and F (m, r) where training and new documents end up.
"""

from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array

from mlcourse.arrays import Array, Index
from mlcourse.data.docstrings import snapshot
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics.tail import propensity
from mlcourse.models.knn import neighbours, vote, vote_weights
from mlcourse.models.nearest import Neighbours
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.completion import svp

MOST = 50  # neighbours that are looked for
MOVES = 8  # of the projection
RANK, ALIKE = 100, 100  # numbers of an embedded row; label neighbours
ALPHA = 1.0  # strength of the ridge that reaches it
EQUAL = "equal"
# What a vote weighs: its name, and the rule and power of `vote_weights`.
WEIGHTS: dict[str, tuple[str, float]] = {
    EQUAL: ("uniform", 0.0),
    "1 / distance": ("distance", 0.0),
    **{f"cosine^{p}": ("cosine", float(p)) for p in (1, 2, 4, 8, 16, 32)},
}


class Documents(NamedTuple):
    """The docstrings in their own split, as tf-idf rows."""

    X: Any  # (n, d)
    Q: Any  # (m, d)
    Y: Index  # (n, L)
    Y_new: Index  # (m, L)
    names: list[str]  # (n,), of the training functions
    new_names: list[str]  # (m,)
    labels: list[str]  # (L,)
    words: list[str]  # (d,)


@cache
def documents() -> Documents:
    """Return all docstrings, with the names of their functions."""
    counts = snapshot()
    train = counts.split == 0
    X, Q = tfidf(counts.X[train], counts.X[~train])
    names = np.array(counts.names)
    return Documents(
        csr_array(X),
        csr_array(Q),
        counts.Y[train],
        counts.Y[~train],
        names[train].tolist(),
        names[~train].tolist(),
        list(counts.labels),
        list(counts.words),
    )


@cache
def labels() -> csr_array:
    """Return the training labels, sparse, (n, L)."""
    return csr_array(documents().Y, dtype=float)


def unit_labels() -> Array:
    """Return the training label rows at length 1, (n, L)."""
    Y = documents().Y.astype(float)
    return np.asarray(Y / np.linalg.norm(Y, axis=1, keepdims=True))


# --- ridge regression of any targets


@cache
def factor() -> tuple[Centred, Any]:
    """Return the centred rows, and the factor of their inner products plus alpha."""
    X = Centred(documents().X)
    A = X.kernel()
    A[np.diag_indices_from(A)] += ALPHA
    return X, cho_factor(A, lower=True, overwrite_a=True, check_finite=False)


class Reached(NamedTuple):
    """Where the documents end up."""

    E: Array  # (n, r), training
    F: Array  # (m, r), new


def reached(T: Array) -> Reached:
    r"""Return what ridge makes of targets T (n, r): :math:`(x - \bar x)^\top V`."""
    X, solver = factor()
    V = X.tdot(cho_solve(solver, T - T.mean(axis=0), check_finite=False))  # (d, r)
    return Reached(X.dot(V), np.asarray(documents().Q @ V - X.mean @ V))


@cache
def embedded(rank: int = RANK, alike: int = ALIKE) -> Array:
    """Return SLEEC's embedding of the label rows, (n, rank)."""
    steps = svp(label_gram(labels(), alike), rank)
    return next(islice(steps, MOVES, None)).Z


def projected(rank: int, seed: int = 0) -> Array:
    """Return a random projection of the label rows, (n, rank)."""
    L = len(documents().labels)
    lots = np.random.default_rng(seed).normal(size=(L, rank))
    return np.asarray(unit_labels() @ lots / np.sqrt(rank))


# --- neighbours, and their votes


@cache
def place(space: str, rank: int = RANK, alike: int = ALIKE, seed: int = 0) -> Reached:
    """Return where the documents are: "svp", "random", or "scores" of all labels."""
    if space == "scores":
        return reached(unit_labels())
    return reached(embedded(rank, alike) if space == "svp" else projected(rank, seed))


@cache
def near(space: str, rank: int = RANK, alike: int = ALIKE, seed: int = 0) -> Neighbours:
    """Return the 50 nearest training documents of each new one, by cosine.

    In "words", "labels" (which a new document does not tell), or as `place` has them.
    """
    docs = documents()
    if space == "words":
        return neighbours(docs.X, MOST, docs.Q, "cosine")
    if space == "labels":
        return neighbours(labels(), MOST, csr_array(docs.Y_new, dtype=float), "cosine")
    at = place(space, rank, alike, seed)
    return neighbours(at.E, MOST, at.F, "cosine")


def first(found: Neighbours, k: int) -> Neighbours:
    """Return the k nearest of those that were found."""
    return Neighbours(found.rows[:, :k], found.distances[:, :k])


def votes(found: Neighbours, k: int, weight: str) -> Array:
    """Return the share of the vote for every label, (m, L)."""
    some = first(found, k)
    return vote(some.rows, vote_weights(some, *WEIGHTS[weight]), labels())


class Rated(NamedTuple):
    """How good a ranking of the names of new documents is."""

    p1: float  # P@1
    p3: float
    p5: float
    psp5: float
    right: Index  # (m,), whether the first name is true


@cache
def propensities() -> Array:
    """Return how likely a name is to be seen where it is true, (L,)."""
    return propensity(documents().Y)


@cache
def best_gain() -> float:
    """Return the most that PSP@5 can add up to on the new documents."""
    gain = np.where(documents().Y_new, 1 / propensities(), 0.0)
    return float(-np.partition(-gain, 4, axis=1)[:, :5].sum())


def best_five(S: Array) -> Index:
    """Return the labels of the five highest scores, best first: (m, L) -> (m, 5).

    Of equal scores the first label, as everywhere. Five times the largest is faster
    than sorting a part of each row.

    >>> best_five(np.array([[0.1, 0.7, 0.0, 0.7, 0.0, 0.0]])).tolist()
    [[1, 3, 0, 2, 4]]
    """
    S, rows, top = S.copy(), np.arange(len(S)), []
    for _ in range(5):
        top.append(S.argmax(axis=1))
        S[rows, top[-1]] = -np.inf
    return np.stack(top, axis=1)


def rated(S: Array) -> Rated:
    """Return P@1, P@3, P@5 and PSP@5 of scores S (m, L), from one ranking."""
    Y = documents().Y_new
    top = best_five(S)  # (m, 5)
    hits = np.take_along_axis(Y, top, axis=1)
    p1, p3, p5 = (float(hits[:, :k].mean()) for k in (1, 3, 5))
    gain = hits / propensities()[top]
    return Rated(p1, p3, p5, float(gain.sum() / best_gain()), hits[:, 0])


@cache
def judged(
    space: str,
    k: int,
    weight: str,
    rank: int = RANK,
    alike: int = ALIKE,
    seed: int = 0,
) -> Rated:
    """Return how good the votes of the k nearest are."""
    return rated(votes(near(space, rank, alike, seed), k, weight))


@cache
def ridge() -> Rated:
    """Return how good plain ridge is: a number for each label, and no neighbours."""
    return rated(reached(documents().Y.astype(float)).F + documents().Y.mean(axis=0))
