"""How good are predicted labels? Every function takes (true, predicted).

Symbols: n samples; class 1 is the "positive" one, the class that is looked for.
Source: Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval,
section 8.3.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcourse.checks import as_array, check_zero_one


class Confusion(NamedTuple):
    """How many samples fell in each corner of the 2 x 2 table."""

    tn: int  # 0, called 0
    fp: int  # 0, called 1: a false alarm
    fn: int  # 1, called 0: a miss
    tp: int  # 1, called 1


def accuracy(y_true: ArrayLike, y_pred: ArrayLike) -> float:
    r"""Return the share of samples whose label is predicted exactly.

    .. math:: \frac1n \sum_{i=1}^n \mathbb 1[y_i = \hat y_i]

    Labels are of any kind, both arrays of shape (n,). Shapes that differ and
    n = 0 are a ValueError.

    >>> accuracy(["ham", "spam", "spam", "ham"], ["ham", "spam", "ham", "ham"])
    0.75
    """
    true, pred = _pair(y_true, y_pred)
    return float(np.mean(true == pred))


def confusion(y_true: ArrayLike, y_pred: ArrayLike) -> Confusion:
    """Return the four counts of a two-class prediction.

    Both arrays are of shape (n,) and hold 0 and 1. Anything else is a ValueError.

    >>> confusion([0, 0, 0, 1, 1], [0, 0, 1, 0, 1])
    Confusion(tn=2, fp=1, fn=1, tp=1)
    """
    true, pred = _pair(y_true, y_pred)
    check_zero_one("y_true", true)
    check_zero_one("y_pred", pred)
    cell = 2 * true.astype(int) + pred.astype(int)  # (n,), tn fp fn tp = 0 1 2 3
    return Confusion(*np.bincount(cell, minlength=4).tolist())


def _meant(labels: NDArray[Any]) -> NDArray[Any]:
    """Return words as an array of str, however they are stored; others as they are."""
    if labels.dtype.kind == "S":
        return np.char.decode(labels, "utf-8")
    if labels.dtype.kind == "O" and not all(isinstance(x, str) for x in labels):
        return labels
    words = labels.dtype.kind in ("O", "T")
    return labels.astype(object).astype(str) if words else labels


def _pair(y_true: ArrayLike, y_pred: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return both label arrays, of one shape (n,) with n > 0."""
    true, pred = as_array("y_true", y_true), as_array("y_pred", y_pred)
    if true.ndim != 1 or true.shape != pred.shape or not true.size:
        raise ValueError(
            "y_true and y_pred must share one shape (n,) with n > 0, but y_true has "
            f"{true.shape} and y_pred has {pred.shape}."
        )
    true, pred = _meant(true), _meant(pred)
    if (true.dtype.kind == "U") != (pred.dtype.kind == "U"):
        raise ValueError(
            f"y_true and y_pred must be labels of one kind, but y_true holds "
            f"{true[0]!r} and y_pred holds {pred[0]!r}."
        )
    return true, pred
