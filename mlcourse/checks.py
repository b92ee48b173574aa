"""Checks of what callers pass in: each message says what was found and what to do.

Every estimator, solver and formula uses these, so a bad argument reads the same
everywhere. A wrong type is a TypeError, a wrong value a ValueError.
"""

from collections.abc import Collection
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Array

BINARIZE = "sets of names become a table by scikit-learn's MultiLabelBinarizer."
LONGEST = 60  # characters of a value in a message
HEAVIEST = 1e100  # weights up to this can be added up, and their sum be squared


def shown(value: Any) -> str:
    """Return a value as messages show it: short, NumPy's numbers as Python's.

    >>> shown(np.float64(0.5)), len(shown("x" * 1000))
    ('0.5', 60)
    """
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def check_choice(name: str, value: Any, choices: Collection[Any]) -> None:
    """Raise a ValueError unless `value` is one of the choices.

    >>> check_choice("stop", "los", ("gradient", "loss"))
    Traceback (most recent call last):
    ValueError: stop='los' is unknown; choose 'gradient' or 'loss'.
    """
    # Arrays have no truth to compare by, and True is no 1.
    plain = isinstance(value, str | Real) and not isinstance(value, bool)
    if any(value is c or (plain and value == c) for c in choices):
        return
    *others, last = map(repr, choices)
    known = f"{', '.join(others)} or {last}" if others else last
    raise ValueError(f"{name}={shown(value)} is unknown; choose {known}.")


def check_number(
    name: str,
    value: Any,
    *,
    min_val: float = 0.0,
    max_val: float = np.inf,
    positive: bool = False,
) -> float:
    """Return a finite number from `min_val` (above it, if `positive`) to `max_val`.

    >>> check_number("alpha", 0, positive=True)
    Traceback (most recent call last):
    ValueError: alpha=0 must be a finite number > 0.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        kind = type(value).__name__
        raise TypeError(f"{name}={shown(value)} is of type {kind}; give a number.")
    try:
        x = float(value)
    except OverflowError:  # of a whole number
        x = np.inf
    low = x <= min_val if positive else x < min_val
    if low or x > max_val or not np.isfinite(x):
        parts = [f"{'>' if positive else '>='} {min_val:g}"] * bool(min_val > -np.inf)
        parts += [f"<= {max_val:g}"] * bool(max_val < np.inf)
        limits = " ".join(["a finite number", " and ".join(parts)]).rstrip()
        raise ValueError(f"{name}={shown(value)} must be {limits}.")
    return x


def check_integer(
    name: str, value: Any, *, min_val: int = 1, max_val: int | None = None
) -> int:
    """Return a whole number from `min_val` to `max_val`, both included.

    >>> check_integer("n_neighbors", 0)
    Traceback (most recent call last):
    ValueError: n_neighbors=0 must be a whole number >= 1.
    """
    limits = f">= {min_val}" + ("" if max_val is None else f" and <= {max_val}")
    if isinstance(value, bool | np.bool_) or not isinstance(value, Integral):
        kind = type(value).__name__
        raise TypeError(
            f"{name}={shown(value)} is of type {kind}; give a whole number {limits}."
        )
    k = int(value)
    if k < min_val or (max_val is not None and k > max_val):
        raise ValueError(f"{name}={shown(k)} must be a whole number {limits}.")
    return k


def check_flag(name: str, value: Any) -> None:
    """Raise a TypeError unless a value is True or False: "no" would count as True.

    >>> check_flag("disjoint", "no")
    Traceback (most recent call last):
    TypeError: disjoint='no' is of type str; give True or False.
    """
    if not isinstance(value, bool | np.bool_):
        kind = type(value).__name__
        raise TypeError(f"{name}={shown(value)} is of type {kind}; give True or False.")


def check_finite(name: str, values: Any) -> None:
    """Raise a ValueError if an array, or a sparse matrix, holds NaN or infinity.

    >>> check_finite("Y", np.array([[1.0], [np.nan]]))
    Traceback (most recent call last):
    ValueError: Y holds NaN or infinity, such as nan; remove or fill such values.
    """
    numbers = entries(values)
    if numbers.dtype.kind not in "buifc":
        raise TypeError(
            f"{name} holds {numbers.dtype.name}; give numbers, as {name}.astype(float)."
        )
    if not (finite := np.isfinite(numbers)).all():
        raise ValueError(
            f"{name} holds NaN or infinity, such as {shown(numbers[~finite][0])}; "
            "remove or fill such values."
        )


def check_zero_one(name: str, values: Any) -> None:
    """Raise a ValueError if an array, or a sparse matrix, holds anything but 0 and 1.

    False and True are 0 and 1.

    >>> check_zero_one("Y", np.array([0, 1, -1, 2]))
    Traceback (most recent call last):
    ValueError: Y must hold 0 and 1 only; it holds [-1, 2]. Recode it, as (Y > 0).
    """
    _check_two(name, values, 0, "({})")


def check_signs(name: str, values: Any) -> None:
    """Raise a ValueError if an array holds anything but -1 and 1.

    >>> check_signs("y", np.array([0, 1]))
    Traceback (most recent call last):
    ValueError: y must hold -1 and 1 only; it holds [0]. Recode it, as 2 * (y > 0) - 1.
    """
    _check_two(name, values, -1, "2 * ({}) - 1")


def _check_two(name: str, values: Any, low: int, form: str) -> None:
    """Raise a ValueError on anything but `low` and 1, which `form` makes of truths."""
    numbers = entries(values)
    if numbers.dtype == object:
        kinds = np.frompyfunc(lambda value: type(value).__name__, 1, 1)(numbers)
        numbers = np.where(kinds == "NAType", np.nan, numbers)  # pandas' has no truth
    other = (numbers != low) & (numbers != 1)
    if other.any():
        found = list(dict.fromkeys(numbers[other][:100].tolist()))
        raise ValueError(
            f"{name} must hold {low} and 1 only; it holds {shown(found[:3])}. "
            f"{_recoding(name, found, form)}"
        )


def _recoding(name: str, found: list[Any], form: str) -> str:
    """Return how to make the two numbers of what was found."""
    if any(isinstance(value, str) for value in found):
        call = form.format(f"{name} == word")
        sets = f"; {BINARIZE}" if form == "({})" else "."
        return f"Compare it with the word that means 1, as {call}{sets}"
    if any(value is None or value != value for value in found):
        return "Fill or remove what is missing."
    if all(0 < value < 1 for value in found):
        return f"Cut it, as {form.format(f'{name} > 0.5')}."
    return f"Recode it, as {form.format(f'{name} > 0')}."


def label_table(name: str, Y: Any) -> Any:
    """Return labels (n, L) of 0 and 1 as booleans: an array, or csr_array if sparse.

    >>> label_table("Y", [[], []])
    Traceback (most recent call last):
    ValueError: Y must have the shape (n, L), a row for each sample and a column for \
each label, with n and L > 0; it has (2, 0).
    """
    if hasattr(Y, "tocsr"):
        from scipy.sparse import csr_array

        table: Any = csr_array(Y, copy=True)
        table.sum_duplicates()
    else:
        table = as_array(name, Y)
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(
            f"{name} must have the shape (n, L), a row for each sample and a column "
            f"for each label, with n and L > 0; it has {table.shape}."
        )
    check_zero_one(name, table)
    return table.astype(bool)


def check_weights(sample_weight: Any, n: int) -> Array:
    """Return sample weights as floats >= 0 of shape (n,), all 1 if None is given.

    Weights beyond 1e100 are divided by the largest, so that they can be added up.

    >>> check_weights([1, 0, 2], 3).tolist()
    [1.0, 0.0, 2.0]
    """
    if sample_weight is None:
        return np.ones(n)
    beta = as_array("sample_weight", sample_weight, float)
    if beta.shape != (n,):
        raise ValueError(
            f"sample_weight has shape {beta.shape}; give one weight per row: ({n},)."
        )
    check_finite("sample_weight", beta)
    if (beta < 0).any():
        raise ValueError(f"sample_weight holds {beta.min()}; weights must be >= 0.")
    if not beta.any():
        raise ValueError("Every weight in sample_weight is zero; some row must count.")
    return beta / beta.max() if beta.max() > HEAVIEST else beta


def as_array(name: str, values: Any, dtype: type | None = None) -> NDArray[Any]:
    """Return the argument `name` as an array of real numbers, or of whatever it holds.

    >>> as_array("Y_score", [[1, 0]], float)
    array([[1., 0.]])
    """
    try:
        table = np.asarray(values)
        if dtype is not None and table.dtype.kind == "c":
            raise TypeError("they are complex")
        return table if dtype is None else table.astype(dtype, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a table of numbers: {error}") from error


def entries(values: Any) -> NDArray[Any]:
    """Return an array, or the numbers that a sparse matrix stores, one a place."""
    if not hasattr(values, "tocsr"):
        return np.asarray(values)
    table = values.tocsr()
    if not table.has_canonical_format:
        table = table.copy()
        table.sum_duplicates()
    numbers: NDArray[Any] = table.data
    return numbers
