"""The fits and counts that the chapter on labels that depend draws and tells.

Symbols: n samples, d features, L labels; Y (n, L); p (2^L,) the chance of every set.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.multilabel.dependence import (
    all_sets,
    best_set,
    greedy_set,
    joint,
    marginals,
)
from mlcourse.pictures.kept import kept

# --- chances that are known ---


def independent(*chances: float) -> dict[str, float]:
    """Return the chance of every set if each label has its own chance.

    >>> {name: round(p, 2) for name, p in independent(0.7, 0.2).items()}
    {'00': 0.24, '01': 0.06, '10': 0.56, '11': 0.14}
    """
    q = np.array(chances)
    sets = all_sets(len(q))
    p = np.prod(np.where(sets, q, 1 - q), axis=1)
    return {name_of(said): float(each) for said, each in zip(sets, p, strict=True)}


def name_of(said: Index) -> str:
    """Return a set as it is written: 110."""
    return "".join(map(str, said))


JOINTS: dict[str, dict[str, float]] = {
    "any two of three": {"110": 1, "101": 1, "011": 1},
    "one of three": {"100": 0.45, "010": 0.35, "001": 0.20},
    "all or nothing": {"000": 0.45, "111": 0.55},
    "independent": independent(0.7, 0.2, 0.6),
    "independent, 0.4 each": independent(0.4, 0.4, 0.4),
    "a wrong order": {"00": 0.28, "01": 0.32, "10": 0.40},
    "many near misses": {"000": 0.28, "111": 0.18, "110": 0.18, "101": 0.18}
    | {"011": 0.18},
}
BETS = ("alone", "chain →", "chain ←", "best")


@cache
def chances(name: str) -> Array:
    """Return p (2^L,) of one of JOINTS."""
    return joint(JOINTS[name])


def bets(name: str, loss: str) -> dict[str, Index]:
    """Return the set (L,) that each method says: each label alone, chains, the best."""
    p = chances(name)
    order = range(len(marginals(p)))
    said = (marginals(p) > 0.5 + 1e-12).astype(int)
    found = (said, greedy_set(p, order), greedy_set(p, order[::-1]), best_set(p, loss))
    return dict(zip(BETS, found, strict=True))


def place(said: Index) -> int:
    """Return the place of a set among all sets."""
    return int(name_of(said), 2)


# --- no uncertainty at all: OR, AND, XOR ---

GATES = ("OR", "AND", "XOR")
MEMBERS = {
    "a line": LogisticRegression(C=100),
    "a tree of depth 4": DecisionTreeClassifier(max_depth=4, random_state=0),
}
NOISES = (0.0, 0.1, 0.2, 0.3)


@cache
def gates(noise: float, seed: int = 0, n: int = 800) -> tuple[Array, Index]:
    """Return inputs (n, 2) around four corners, and OR, AND, XOR (n, 3) of the corner.

    Each label is turned round with the chance `noise`; with 0 nothing is uncertain.
    """
    rng = np.random.default_rng(seed)
    corner = rng.integers(0, 2, (n, 2))
    X = corner + rng.normal(0, 0.15, (n, 2))
    a, b = corner.T
    Y = np.column_stack([a | b, a & b, a ^ b])
    return X, np.asarray(Y ^ (rng.random((n, 3)) < noise), dtype=int)


class Solved(NamedTuple):
    """Share of new rows that are wrong, by label, and the fitted chain."""

    alone: Array  # (3,)
    chain: Array  # (3,)
    model: Any


@cache
def solved(order: str, member: str, noise: float, seed: int = 0) -> Solved:
    """Fit each gate alone, and the chain of an order like "OR → AND → XOR"."""
    X, Y = gates(noise, seed)
    half = len(X) // 2
    places = [GATES.index(gate) for gate in order.split(" → ")]
    chain = ClassifierChain(MEMBERS[member], places)
    alone, together = (
        np.mean(model.fit(X[:half], Y[:half]).predict(X[half:]) != Y[half:], axis=0)
        for model in (BinaryRelevance(MEMBERS[member]), chain)
    )
    return Solved(alone, together, chain)


# --- what a mistake does further down ---

LENGTH = 10
ERRORS = (0.0, 0.1, 0.2, 0.3, 0.4)
FED = {"the truth": None, "guesses": 5}
DRAWS = 20
RELAYS = [
    (error, fed, seed)
    for k, error in enumerate(ERRORS)
    for fed in ("alone", *FED)
    for seed in range(3 if k % 2 else DRAWS)
]
LOGISTIC = LogisticRegression(solver="newton-cholesky")


def relay(error: float, seed: int) -> tuple[Array, Index]:
    """Return X (1800, 10) and a chain of labels (1800, LENGTH).

    The first is turned round with the chance `error`; each other one depends on the
    label before it, on X and on chance.
    """
    rng, n = np.random.default_rng(seed), 1800
    X, W = rng.normal(size=(n, 10)), rng.normal(size=(10, LENGTH))
    S = X @ (W / np.linalg.norm(W, axis=0)) + 0.7 * rng.normal(size=(n, LENGTH))
    Y = np.zeros((n, LENGTH), dtype=int)
    Y[:, 0] = (X @ W[:, 0] > 0) ^ (rng.random(n) < error)
    for before, label in pairwise(range(LENGTH)):
        Y[:, label] = S[:, label] + 1.5 * (2 * Y[:, before] - 1) > 0
    return X, Y


class Along(NamedTuple):
    """How a model does along a chain of labels, on average over seeds."""

    wrong: Array  # (LENGTH,), the share of new rows by label
    exact: float  # the share of new rows in which all labels are right

    @property
    def hamming(self) -> float:
        """The share of wrong labels."""
        return float(self.wrong.mean())


def along(error: float, fed: str, seeds: Sequence[int] = (0, 1, 2)) -> Along:
    """Return how each label "alone", or a chain fed so, does on some draws."""
    mean = np.mean([one_relay(error, fed, seed) for seed in seeds], axis=0)
    return Along(mean[:-1], float(mean[-1]))


@kept(*RELAYS)
def one_relay(error: float, fed: str, seed: int) -> Array:
    """Fit 600 rows and judge 1200: wrong answers by label, and exact, (LENGTH + 1,)."""
    X, Y = relay(error, seed)
    model = BinaryRelevance(LOGISTIC) if fed == "alone" else chain_fed(FED[fed])
    miss = model.fit(X[:600], Y[:600]).predict(X[600:]) != Y[600:]
    return np.array([*miss.mean(axis=0), np.mean(~miss.any(axis=1))])


def chain_fed(cv: int | None) -> ClassifierChain:
    """Return a chain in the given order that learns from the truth or from guesses."""
    return ClassifierChain(LOGISTIC, cv=cv)


# --- docstrings: which sets can be said ---

LABELS = (5, 10, 20, 40, 80, 160, 320, 799)
TIMES = (1, 2, 3, 4, 5)


class Documents(NamedTuple):
    """The docstrings in their own split: names by frequency in training, and words."""

    Y: Index  # (3430, 799)
    Y_test: Index  # (1434, 799)
    X: Any  # (3430, words), tf-idf
    X_test: Any  # (1434, words)
    names: list[str]  # (799,)


@cache
def documents() -> Documents:
    """Return the docstrings, with words that at least 20 training documents have."""
    docs = load("docstrings")
    train = docs.split == 0  # (n,)
    order = np.argsort(-docs.Y[train].sum(axis=0), kind="stable")
    kept = np.flatnonzero((docs.X[train] > 0).sum(axis=0) >= 20)
    tfidf = TfidfTransformer(sublinear_tf=True).fit(docs.X[train][:, kept])
    X, X_test = (tfidf.transform(docs.X[rows][:, kept]) for rows in (train, ~train))
    names = [docs.label_names[j] for j in order]
    return Documents(
        docs.Y[train][:, order], docs.Y[~train][:, order], X, X_test, names
    )


@cache
def times(labels: int) -> Counter[bytes]:
    """Return how often each set of the training documents occurs.

    Only the most frequent names count, so many as `labels`.
    """
    rows = documents().Y[:, :labels].astype(bool)
    return Counter(row.tobytes() for row in rows)


@cache
def seen(labels: int) -> Index:
    """Return how often the set of each test document occurs in training, (1434,)."""
    rows = documents().Y_test[:, :labels].astype(bool)
    return np.array([times(labels)[row.tobytes()] for row in rows])


def sets_kept(labels: int, least: int) -> int:
    """Return how many different training sets occur at least so often."""
    return sum(count >= least for count in times(labels).values())


def sayable(labels: int, least: int) -> float:
    """Return the share of test documents whose set occurs at least so often."""
    return float(np.mean(seen(labels) >= least))
