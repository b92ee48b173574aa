"""The tables of the evidence on text and nearest neighbours.

What takes minutes is stored in ``measured.json``: for every way the share of test rows
that are answered rightly, split by split (`measure`).
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import GroupShuffleSplit, ShuffleSplit

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.data.docstrings_counts import near_copies
from mlcourse.data.text import dense, tokens, word_table
from mlcourse.models.knn import KNeighborsClassifier, indicators, neighbours, vote

STORED = Path(__file__).with_name("measured.json")
SPLITS = 20
KS = (1, 3, 5, 9, 15, 25, 51)
OTHERWISE: dict[str, Any] = {
    "capitals kept": {"lower": False},
    "signs and numbers kept": {"words_only": False},
    "words of 2 texts or more": {"min_texts": 2},
    "words of 5 texts or more": {"min_texts": 5},
}


@cache
def documents() -> tuple[list[str], Any, Any]:
    """Return the texts, their libraries, and their groups of near-copies."""
    told = load("docstring_texts")
    texts = list(told.X)
    return texts, np.asarray(told.y), near_copies([tokens(t) for t in texts])


def by_k(train: Any, test: Any, y: Index, truth: Index, metric: str) -> list[float]:
    """Return the accuracy of the uniform vote for every k."""
    classes, Y = indicators(y)
    rows = neighbours(train, KS[-1], test, metric).rows
    votes = (vote(rows[:, :k], np.ones((len(rows), k)), Y) for k in KS)
    return [float(np.mean(classes[v.argmax(axis=1)] == truth)) for v in votes]


def ways(seed: int) -> Iterator[tuple[str, float]]:
    """Yield the name of a way, and its accuracy in one split of whole groups."""
    texts, y, groups = documents()
    cut = GroupShuffleSplit(1, test_size=0.3, random_state=seed)
    train, test = next(cut.split(texts, y, groups))
    here, there = [texts[i] for i in train], [texts[i] for i in test]

    def ks(name: str, A: Any, B: Any, metric: str = "euclidean") -> Any:
        told = by_k(A, B, y[train], y[test], metric)
        return ((f"{name}, k {k}", right) for k, right in zip(KS, told, strict=True))

    made = {kind: word_table(here, there, kind) for kind in ("counts", "one_hot")}
    for kind, table in made.items():
        yield from ks(kind, table.train, table.test)
        yield from ks(f"{kind}, cosine", table.train, table.test, "cosine")
    best = word_table(here, there, "tf_idf")
    yield from ks("tf-idf", best.train, best.test)
    long = TfidfTransformer(norm=None).fit(made["counts"].train)
    A, B = (long.transform(X) for X in (made["counts"].train, made["counts"].test))
    yield from ks("tf-idf, not unit length", A, B)
    for name, more in OTHERWISE.items():
        table = word_table(here, there, "tf_idf", **more)
        yield from ks(f"tf-idf, {name}", table.train, table.test)
    some, others = (without_stop_words(each) for each in (here, there))
    table = word_table(some, others, "tf_idf")
    yield from ks("tf-idf, no stop words", table.train, table.test)
    yield from ks("tf-idf, SVD 200", *dense(best.train, best.test, 200), "cosine")
    for model, name in (
        (KNeighborsClassifier(25, "cosine", "cosine", 8), "tf-idf, k 25, votes cos^8"),
        (LogisticRegression(C=10, max_iter=1000), "logistic, C 10"),
        (LogisticRegression(max_iter=1000), "logistic, C 1"),
        (RidgeClassifier(), "ridge, alpha 1"),
    ):
        right = model.fit(best.train, y[train]).score(best.test, y[test])
        yield name, float(right)
    yield "commonest library", float(np.mean(y[test] == np.bincount(y[train]).argmax()))


def without_stop_words(texts: list[str]) -> list[str]:
    """Return texts without the words of scikit-learn's English list."""
    return [
        " ".join(t for t in tokens(text) if t not in ENGLISH_STOP_WORDS)
        for text in texts
    ]


def leaks(seed: int) -> Iterator[tuple[str, float]]:
    """Yield what 1-NN gains when training knows near-copies, or words, of test rows."""
    texts, y, groups = documents()
    cut = ShuffleSplit(1, test_size=0.3, random_state=seed)
    train, test = next(cut.split(texts))
    twin = np.isin(groups[train], groups[test])  # near-copies of a test row
    rng = np.random.default_rng(seed)
    fewer = rng.permutation(len(train))[: np.sum(~twin)]
    there = [texts[i] for i in test]
    for name, rows in (
        ("near-copies in training", train),
        ("near-copies left out", train[~twin]),
        ("as many others left out", train[np.sort(fewer)]),
    ):
        table = word_table([texts[i] for i in rows], there, "tf_idf")
        model = KNeighborsClassifier(1).fit(table.train, y[rows])
        yield name, float(model.score(table.test, y[test]))
    table = word_table(texts, (), "tf_idf")
    model = KNeighborsClassifier(1).fit(table.train[train], y[train])
    yield "words and idf of all texts", float(model.score(table.train[test], y[test]))
    yield "share of near-copies", float(np.mean(twin))


def measure() -> None:
    """Measure every way in every split, and store it."""
    found: dict[str, list[float]] = {}
    for seed in range(SPLITS):
        for name, right in (*ways(seed), *leaks(seed)):
            found.setdefault(name, []).append(round(right, 5))
    lines = (f"{json.dumps(name)}: {rows}" for name, rows in found.items())
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


@cache
def stored() -> dict[str, list[float]]:
    """Return the stored accuracies."""
    found: dict[str, list[float]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


def right(name: str) -> Array:
    """Return the accuracies of a way, (20,)."""
    return np.array(stored()[name])
