"""How many of the true labels come first, of the rare ones and of the others."""

from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas.metrics.top_k import top_labels

RARE = 5  # a tail label has at most so many training rows, and at least one


def tail_recall(Y_true: Any, scores: Array, Y_train: Any, k: int) -> float:
    """Return the share of the true tail labels that are among the first k of their row.

    >>> Y_train = np.array([[1, 1]] * 5 + [[1, 0]])
    >>> tail_recall(np.array([[1, 1], [0, 1]]), np.eye(2), Y_train, 1)
    0.5
    """
    seen = Y_train.sum(axis=0)
    return _found(Y_true, scores, k, (seen > 0) & (seen <= RARE))


def head_recall(Y_true: Any, scores: Array, Y_train: Any, k: int) -> float:
    """Return the same of the labels that have more training rows.

    >>> Y_train = np.array([[1, 1]] * 5 + [[1, 0]])
    >>> head_recall(np.array([[1, 1], [0, 1]]), np.eye(2), Y_train, 1)
    1.0
    """
    return _found(Y_true, scores, k, Y_train.sum(axis=0) > RARE)


def _found(Y: Any, S: Array, k: int, labels: Any) -> float:
    """Return how many of the true ones of these labels are found, as a share."""
    true = Y * labels  # (n, L)
    if not true.any():
        raise ValueError("The test rows have none of these labels; count others.")
    first = np.take_along_axis(true, top_labels(S, k), axis=1)  # (n, k)
    return float(first.sum() / true.sum())
