"""What every multi-label metric asks of its arguments.

Symbols: n samples, L labels; Y (n, L) of 0 and 1; S (n, L) scores, high = relevant.
"""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array, Mask


def label_matrix(name: str, Y: Any) -> Any:
    """Return Y as a table of booleans: an ndarray, or a csr_array if Y is sparse."""
    if issparse(Y):
        table = csr_array(Y, copy=True)
        table.sum_duplicates()
        values = table.data
    else:
        values = table = numbers(name, Y)
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(
            f"{name} must have the shape (n, L), a row for each sample and a column "
            f"for each label, with n and L > 0; it has {table.shape}."
        )
    other = (values != 0) & (values != 1)
    if other.any():
        raise ValueError(
            f"{name} must hold 0 and 1 only; it holds {values[other][:3].tolist()}. "
            f"Recode it, as ({name} == 1) or ({name} > 0.5)."
        )
    return table.astype(bool)


def numbers(name: str, table: Any, dtype: type | None = None) -> NDArray[Any]:
    """Return the argument `name` as an array."""
    try:
        return np.asarray(table, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a table of numbers: {error}") from error


def same_shape(name: str, Y: Any, Y_true: Any) -> None:
    """Raise a ValueError if the two tables differ in shape."""
    if Y.shape != Y_true.shape:
        raise ValueError(
            f"Y_true and {name} must share one shape (n, L), but Y_true has "
            f"{Y_true.shape} and {name} has {Y.shape}."
        )


def label_pair(Y_true: Any, Y_pred: Any) -> tuple[Any, Any]:
    """Return both label tables: dense if both are, else sparse."""
    true, pred = label_matrix("Y_true", Y_true), label_matrix("Y_pred", Y_pred)
    same_shape("Y_pred", pred, true)
    if issparse(true) or issparse(pred):
        return csr_array(true), csr_array(pred)
    return true, pred


def labels_and_scores(
    Y_true: Any, scores: ArrayLike, name: str = "Y_score"
) -> tuple[Mask, Array]:
    """Return the labels and the scores of the argument `name`, both dense."""
    Y = label_matrix("Y_true", Y_true)
    if issparse(scores):
        raise ValueError(
            f"{name} is sparse, so most labels have no score; pass {name}.toarray() "
            "if a missing score means 0."
        )
    S = numbers(name, scores, float)
    same_shape(name, S, Y)
    if np.isnan(S).any():
        row, label = np.argwhere(np.isnan(S))[0]
        raise ValueError(
            f"{name} is NaN in row {row}, column {label}, counted from 0; give every "
            "label a number."
        )
    return Y.toarray() if issparse(Y) else Y, S


def first_places(k: Any, L: int) -> int:
    """Return k as an int from 1 to L."""
    try:
        places = index(k)
    except TypeError:
        places = 0
    if not 1 <= places <= L:
        raise ValueError(
            f"k must be a whole number from 1 to L = {L}, the number of labels; it is "
            f"{k!r}."
        )
    return places


def one_of(name: str, value: Any, options: tuple[Any, ...]) -> None:
    """Raise a ValueError if the value is not among the options."""
    if value not in options:
        choices = " or ".join(map(repr, options))
        raise ValueError(f"{name}={value!r} is unknown; choose {choices}.")


def mean_of_rows(value: Array, undefined: Mask, empty: str) -> float:
    """Return the mean of (n,) values, of all rows or without the undefined ones."""
    one_of("empty", empty, ("keep", "drop"))
    if empty == "drop":
        value = value[~undefined]
        if not value.size:
            raise ValueError(
                "empty='drop' leaves no row of Y_true: none has labels to tell apart. "
                "Use empty='keep', or more rows."
            )
    return float(value.mean())
