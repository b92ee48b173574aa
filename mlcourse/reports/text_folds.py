"""Folds of texts, as tables or dense vectors that no held-out text has shaped.

All texts are cut into words once; what a fold counts, weighs and projects comes from
its training rows alone, as in :mod:`mlcourse.data.text`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data import Dataset
from mlcourse.data.text import dense, word_table
from mlcourse.reports.experiment import Settings
from mlcourse.reports.protocol import folds_of

_COUNTED: list[Any] = []  # the texts counted last, and their table
_FOLDS: dict[str, list["Texts"]] = {}  # of dense vectors of these texts
SHAPING = ("cut", "table", "order", "idle")  # the settings that make a fold


class Texts(NamedTuple):
    """A fold: training rows, test rows."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any


def counted(texts: Any) -> Any:
    """Return how often every text holds every word of all texts, CSR (n, d)."""
    if not _COUNTED or _COUNTED[0] is not texts:
        _COUNTED[:] = texts, word_table(list(texts)).train
        _FOLDS.clear()
    return _COUNTED[1]


def tables(C: Any, train: Index, test: Index, how: Settings) -> tuple[Any, Any]:
    """Return tables of the counts C of training and of test rows.

    `how` has the kind of :func:`mlcourse.data.text.word_table`, and its min_texts; with
    "most", only so many of the commonest words are kept; with "vectors", the tables
    become dense vectors of that length.
    """
    from sklearn.feature_extraction.text import TfidfTransformer

    A, B = C[train].astype(float), C[test].astype(float)
    texts = np.bincount(A.indices, minlength=A.shape[1])
    least = how.get("min_texts", 1)
    if "most" in how:
        least = max(least, int(np.sort(texts)[-how["most"]]))
    A, B = A[:, texts >= least], B[:, texts >= least]
    if how["kind"] == "one_hot":
        A, B = A.sign(), B.sign()
    if how["kind"] == "tf_idf":
        weigh = TfidfTransformer().fit(A)
        A, B = weigh.transform(A), weigh.transform(B)
    if "vectors" in how:
        return dense(A, B, how["vectors"])
    return (A.toarray(), B.toarray()) if "most" in how else (A, B)


def folds(data: Dataset, settings: Settings) -> Iterable[Texts]:
    """Return the folds of a "cut", with tables made by "table".

    The "order" is that of the file, or "sorted" by class. With "idle" vectors every
    text gets the vector of another one, so that they tell nothing. Folds of vectors
    are kept for the next experiment on the same texts.
    """
    C = counted(data.X)
    if "vectors" not in settings["table"]:
        return made(C, data, settings)
    key = json.dumps([settings.get(name) for name in SHAPING])
    if key not in _FOLDS:
        _FOLDS[key] = list(made(C, data, settings))
    return _FOLDS[key]


def made(C: Any, data: Dataset, settings: Settings) -> Iterator[Texts]:
    """Yield the folds of a "cut" of texts with the counts C."""
    y = np.asarray(data.y)
    split = np.zeros(len(y), dtype=int) if data.split is None else data.split
    if settings.get("order") == "sorted":
        order = np.argsort(y, kind="stable")
        C, y, split = C[order], y[order], split[order]
    if settings.get("idle"):
        C = C[np.random.default_rng(0).permutation(len(y))]
    for train, test in folds_of(y, split, settings["cut"], 0):
        A, B = tables(C, train, test, settings["table"])
        yield Texts(A, y[train], B, y[test])


def last_rows(y: Any, split: Any, seed: int, test: int) -> list[tuple[Index, Index]]:
    """Return the last rows of a file as test rows.

    >>> [rows.tolist() for rows in last_rows(range(5), None, 0, test=2)[0]]
    [[0, 1, 2], [3, 4]]
    """
    rows = np.arange(len(y))
    return [(rows[:-test], rows[-test:])]


def inside(fold: Texts, share: float = 0.25) -> Texts:
    """Return a cut of the training rows of a fold: a share of them is held out."""
    order = np.random.default_rng(0).permutation(len(fold.y))
    test, train = np.split(order, [round(share * len(order))])
    return Texts(fold.X[train], fold.y[train], fold.X[test], fold.y[test])


def right(said: Any, y: Any) -> float:
    """Return the share of answers that are right."""
    return float(np.mean(np.asarray(said) == y))


def best(curves: Array) -> tuple[int, ...]:
    """Return the place of the largest entry, of equals the first."""
    return tuple(int(i) for i in np.unravel_index(curves.argmax(), curves.shape))
