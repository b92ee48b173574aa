"""The texts, tables and votes that the lesson on nearest neighbours shows.

Two libraries, SciPy (class 0) and scikit-learn (class 1), equally often: 400 training
texts and 300 test texts. Near-copies are on one side of the split.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import GroupKFold, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import normalize

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.data.docstrings_counts import near_copies
from mlcourse.data.text import dense, tokens, word_table
from mlcourse.models.knn import KNeighborsClassifier, indicators, neighbours, vote

NAMES = ("SciPy", "scikit-learn")
KS = (1, 3, 5, 7, 9, 11, 15, 25, 35, 51, 75, 101)
WEIGHTS = ("one-hot", "counts", "tf-idf")
LENGTHS = ("as they are", "all 1")
PLANE_KS = (*KS, 201, 301, 400)
ORDERS = ("sorted", "shuffled", "near-copies together", "fitted once, to all")
FOLDS = tuple(range(2, 14))
VOTERS = 3  # neighbours in the cross-validation
DIMENSIONS = (1, 2, 3, 5, 8, 13, 20, 35, 60, 100, 150, 200)
KINDS = ("random points", "documents")


class Texts(NamedTuple):
    """Training and test texts, and their classes."""

    train: list[str]
    test: list[str]
    y: Index  # (400,)
    truth: Index  # (300,)


@cache
def texts(seed: int) -> Texts:
    """Return texts of both libraries, as many of each."""
    told = load("docstring_texts")
    X, y = np.asarray(told.X), np.asarray(told.y) - 1
    rng = np.random.default_rng(seed)
    train, test = (
        np.concatenate(
            [
                rng.choice(np.flatnonzero((y == c) & (told.split == s)), n, False)
                for c in (0, 1)
            ]
        )
        for s, n in ((0, 200), (1, 150))
    )
    return Texts(list(X[train]), list(X[test]), y[train], y[test])


# --- preparation, and the number of neighbours ---


@cache
def tables(kind: str, seed: int) -> Any:
    """Return the tables of training and test texts, as words of the training texts."""
    some = texts(seed)
    return word_table(some.train, some.test, kind)


@cache
def prepared(weights: str, length: str, seed: int) -> tuple[Any, Any]:
    """Return the tables of training and test texts after some steps."""
    made = tables("one_hot" if weights == "one-hot" else "counts", seed)
    A, B = made.train, made.test
    if weights == "tf-idf":
        idf = TfidfTransformer(norm=None).fit(A)
        A, B = idf.transform(A), idf.transform(B)
    return (normalize(A), normalize(B)) if length == "all 1" else (A, B)


def accuracies(
    A: Any, B: Any, y: Index, truth: Index, ks: tuple[int, ...] = KS
) -> Array:
    """Return the share of rows of B that k rows of A vote for rightly, for every k."""
    classes, Y = indicators(y)
    rows = neighbours(A, max(ks), B).rows
    votes = (vote(rows[:, :k], np.ones((len(rows), k)), Y) for k in ks)
    return np.array([np.mean(classes[v.argmax(axis=1)] == truth) for v in votes])


@cache
def by_preparation(weights: str, length: str, seed: int = 0) -> Array:
    """Return the accuracy on test texts for every k, after some steps."""
    some = texts(seed)
    return accuracies(*prepared(weights, length, seed), some.y, some.truth)


@cache
def from_query(weights: str, length: str) -> tuple[Index, Array]:
    """Return training texts in the order of their distance from the query, and it."""
    A, B = prepared(weights, length, 0)
    near = neighbours(A, A.shape[0], B[[query()]])
    return near.rows[0], near.distances[0]


@cache
def sizes() -> Index:
    """Return how many words every training text has."""
    return np.array([len(tokens(text)) for text in texts(0).train])


@cache
def query() -> int:
    """Return the test text of 200 words or so that the explorer asks about."""
    long = np.array([len(tokens(text)) for text in texts(0).test])
    return int(np.abs(long - 200).argmin())


# --- the plane ---


@cache
def plane(seed: int) -> tuple[Array, Array]:
    """Return two numbers for every training and test text, by truncated SVD."""
    return dense(*prepared("tf-idf", "all 1", seed), 2)


@cache
def plane_errors(seed: int = 0) -> tuple[Array, Array]:
    """Return the shares of training and of test texts that are wrong, for every k."""
    A, B = plane(seed)
    some = texts(seed)
    train, test = (
        accuracies(A, Q, some.y, truth, PLANE_KS)
        for Q, truth in ((A, some.y), (B, some.truth))
    )
    return 1 - train, 1 - test


def plane_says(k: int, points: Array) -> Index:
    """Return the class that k training texts vote for at points of the plane."""
    model = KNeighborsClassifier(k).fit(plane(0)[0], texts(0).y)
    return np.asarray(model.predict(points))


# --- a file, its order, and its folds ---


class File(NamedTuple):
    """Texts in the order of a file: first all of SciPy, then all of scikit-learn."""

    counts: Any  # (n, d), CSR
    y: Index
    groups: Index  # of near-copies


@cache
def two_libraries() -> tuple[Any, Any, Any]:
    """Return texts of both libraries, classes, and groups of near-copies."""
    told = load("docstring_texts")
    y = np.asarray(told.y) - 1
    some = np.concatenate([np.flatnonzero(y == c)[:800] for c in (0, 1)])
    X = np.asarray(told.X)[some]
    return X, y[some], near_copies([tokens(text) for text in X])


@cache
def file(seed: int, n: int = 240) -> File:
    """Return a sorted file of n texts, half of which have near-copies in it."""
    X, y, groups = two_libraries()
    rng = np.random.default_rng(seed)
    size = np.bincount(groups)
    rows: list[Index] = []
    for c in (0, 1):
        twins = rng.permutation(np.unique(groups[(size[groups] > 1) & (y == c)]))
        some = np.concatenate([np.flatnonzero(groups == g) for g in twins])[: n // 4]
        alone = np.flatnonzero((size[groups] == 1) & (y == c))
        rows += [some, rng.choice(alone, n // 2 - len(some), replace=False)]
    chosen = np.concatenate(rows)
    counts = word_table(list(X[chosen]), (), "counts").train
    return File(counts, y[chosen], groups[chosen])


def model() -> Any:
    """Return tf-idf and a vote, fitted as one: nothing is learnt from test rows."""
    return make_pipeline(TfidfTransformer(), KNeighborsClassifier(VOTERS))


class Fold(NamedTuple):
    """How many test texts a fold has of each class, and how many of all are right."""

    scipy: int
    sklearn: int
    right: int


@cache
def validated(order: str, folds: int, seed: int) -> list[Fold]:
    """Return every fold of a cross-validation."""
    X, y, groups = file(seed)
    rng = np.random.default_rng(seed)
    rows = np.arange(len(y)) if order == "sorted" else rng.permutation(len(y))
    whole = order == ORDERS[2]
    cut = GroupKFold(folds) if whole else KFold(folds)
    found = []
    for train, test in cut.split(rows, groups=groups[rows] if whole else None):
        here, there = rows[train], rows[test]
        if order == ORDERS[3]:
            said = said_by_all(seed)[there]
        else:
            said = model().fit(X[here], y[here]).predict(X[there])
        truth = y[there]
        second = int(truth.sum())
        found.append(Fold(len(truth) - second, second, int(np.sum(said == truth))))
    return found


@cache
def said_by_all(seed: int) -> Index:
    """Return what a model that was fitted to all texts says of each of them."""
    X, y, _ = file(seed)
    return np.asarray(model().fit(X, y).predict(X))


def accuracy(order: str, folds: int, seed: int = 0) -> float:
    """Return the share of right answers over all folds."""
    scipy, sklearn, right = np.sum(validated(order, folds, seed), axis=0)
    return float(right / (scipy + sklearn))


# --- dimensions ---


@cache
def points(kind: str, d: int) -> Array:
    """Return 400 rows of d numbers: uniformly drawn, or of documents."""
    if kind == "documents":
        return vectors()[:, :d]
    return np.random.default_rng(0).random((len(texts(0).train), d))


@cache
def vectors() -> Array:
    """Return the training texts as vectors of 200 numbers, by truncated SVD."""
    A, B = prepared("tf-idf", "all 1", 0)
    return dense(A, B, max(DIMENSIONS))[0]


@cache
def distances(kind: str, d: int) -> Array:
    """Return the distances of 40 rows to all others, ascending, (40, 399)."""
    X = points(kind, d)
    return neighbours(X, len(X), X[::10]).distances[:, 1:]


@cache
def ratios(kind: str) -> Array:
    """Return nearest by farthest distance, the mean of all rows, for every d."""
    return np.array(
        [
            np.mean(found[:, 0] / found[:, -1])
            for found in (distances(kind, d) for d in DIMENSIONS)
        ]
    )
