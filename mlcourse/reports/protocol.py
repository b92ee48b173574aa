"""Which rows are learned from, and which are held out.

A cut takes labels y (n,) or (n, L), the split (n,) of the data set or None, a seed and
its options, and gives one or more folds.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Index
from mlcourse.reports.parts import part

Fold = tuple[Index, Index]  # training rows, test rows


class Trial(NamedTuple):
    """One fit and its test."""

    seed: int
    size: float | None  # of the training rows: a share (float), a count, or all
    train: Index
    test: Index


def trials(y: Any, split: Any, settings: Any) -> Iterator[Trial]:
    """Yield the trials of an experiment: by seed, by size, by fold."""
    for seed in settings["seeds"]:
        folds = list(folds_of(y, split, settings["cut"], seed))
        for size in settings.get("sizes", [None]):
            for train, test in folds:
                yield Trial(seed, size, sample(train, size, seed), test)


def sample(rows: Index, size: float | None, seed: int) -> Index:
    """Return so many of the training rows; those of a smaller size are among them."""
    if size is None:
        return rows
    count = round(size * len(rows)) if isinstance(size, float) else size
    if count > len(rows):
        raise ValueError(
            f"sizes: {count} rows of {len(rows)}; choose at most {len(rows)}, or a "
            "share such as 0.5."
        )
    return np.random.default_rng(seed).permutation(rows)[:count]


def folds_of(y: Any, split: Any, cut: Any, seed: int) -> Iterable[Fold]:
    """Return the folds of a cut, say ``{"kind": "folds", "k": 10}``."""
    options = {name: value for name, value in cut.items() if name != "kind"}
    found: Iterable[Fold] = part(cut["kind"])(y, split, seed, **options)
    return found


def official(y: Any, split: NDArray[Any], seed: int) -> list[Fold]:
    """Return the data set's own training and test rows."""
    return [(np.flatnonzero(split == 0), np.flatnonzero(split == 1))]


def holdout(
    y: Any, split: Any, seed: int, test: float, share: float = 1.0
) -> list[Fold]:
    """Return a random sample of all rows, a part of which is held out.

    >>> [len(rows) for rows in holdout(range(20), None, 0, test=0.2, share=0.5)[0]]
    [8, 2]
    """
    rows = np.random.default_rng(seed).permutation(len(y))[: int(share * len(y))]
    cut = round(test * len(rows))
    return [(rows[cut:], rows[:cut])]


def k_folds(y: Any, split: Any, seed: int, k: int) -> Iterator[Fold]:
    """Yield k shuffled folds of all rows."""
    parts = np.array_split(np.random.default_rng(seed).permutation(len(y)), k)
    for i in range(k):
        yield np.concatenate(parts[:i] + parts[i + 1 :]), parts[i]


def equal(y: Any, split: Any, seed: int, k: int) -> Iterator[Fold]:
    """Yield k shuffled folds of exactly n // k rows; what is left over is dropped."""
    parts = np.random.default_rng(seed).permutation(len(y))[: len(y) // k * k]
    parts = parts.reshape(k, -1)
    for i in range(k):
        yield np.delete(parts, i, axis=0).ravel(), parts[i]


def successive(y: Any, split: Any, seed: int, k: int) -> Iterator[Fold]:
    """Yield k folds of n // k successive rows; what is left over is always trained on.

    >>> [test.tolist() for _, test in successive(range(7), None, 0, k=3)]
    [[0, 1], [2, 3], [4, 5]]
    """
    rows, size = np.arange(len(y)), len(y) // k
    for start in range(0, k * size, size):
        test = rows[start : start + size]
        yield np.delete(rows, test), test


def stratified(y: Any, split: Any, seed: int, k: int) -> Iterator[Fold]:
    """Return k shuffled folds of all rows, with equal shares of the classes."""
    from sklearn.model_selection import StratifiedKFold

    cut = StratifiedKFold(k, shuffle=True, random_state=seed)
    found: Iterator[Fold] = cut.split(np.zeros((len(y), 1)), y)
    return found
