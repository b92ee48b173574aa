"""What every multi-label metric asks of its arguments.

Symbols: n samples, L labels; Y (n, L) of 0 and 1; S (n, L) scores, high = relevant.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array, Mask
from mlcourse.checks import as_array, check_choice, check_integer, label_table


def same_shape(name: str, Y: Any, Y_true: Any) -> None:
    """Raise a ValueError if the two tables differ in shape."""
    if Y.shape != Y_true.shape:
        raise ValueError(
            f"Y_true and {name} must share one shape (n, L), but Y_true has "
            f"{Y_true.shape} and {name} has {Y.shape}."
        )


def label_pair(Y_true: Any, Y_pred: Any) -> tuple[Any, Any]:
    """Return both label tables: dense if both are, else sparse."""
    true, pred = label_table("Y_true", Y_true), label_table("Y_pred", Y_pred)
    same_shape("Y_pred", pred, true)
    if issparse(true) or issparse(pred):
        return csr_array(true), csr_array(pred)
    return true, pred


def labels_and_scores(
    Y_true: Any, scores: ArrayLike, name: str = "Y_score"
) -> tuple[Mask, Array]:
    """Return the labels and the scores of the argument `name`, both dense."""
    Y = label_table("Y_true", Y_true)
    if issparse(scores):
        raise ValueError(
            f"{name} is sparse, so most labels have no score; pass {name}.toarray() "
            "if a missing score means 0."
        )
    S = as_array(name, scores, float)
    same_shape(name, S, Y)
    if np.isnan(S).any():
        row, label = np.argwhere(np.isnan(S))[0]
        raise ValueError(
            f"{name} is NaN in row {row}, column {label}, counted from 0; give every "
            "label a number."
        )
    return Y.toarray() if issparse(Y) else Y, S


def first_places(k: Any, L: int) -> int:
    """Return k as an int from 1 to L, the number of labels."""
    places = check_integer("k", k)
    if places > L:
        raise ValueError(
            f"k={places} places, but there are L = {L} labels; give at most as many."
        )
    return places


def mean_of_rows(value: Array, undefined: Mask, empty: str) -> float:
    """Return the mean of (n,) values, of all rows or without the undefined ones."""
    check_choice("empty", empty, ("keep", "drop"))
    if empty == "drop":
        value = value[~undefined]
        if not value.size:
            raise ValueError(
                "empty='drop' leaves no row of Y_true: none has labels to tell apart. "
                "Use empty='keep', or more rows."
            )
    return float(value.mean())
