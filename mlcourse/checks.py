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

HUGE = 1e70  # its fourth power is a number, also times many thousand terms


def check_choice(name: str, value: Any, choices: Collection[Any]) -> None:
    """Raise a ValueError unless `value` is one of the choices.

    >>> check_choice("stop", "los", ("gradient", "loss"))
    Traceback (most recent call last):
    ValueError: stop='los' is unknown; choose 'gradient' or 'loss'.
    """
    if value not in choices:
        *others, last = map(repr, choices)
        known = f"{', '.join(others)} or {last}" if others else last
        raise ValueError(f"{name}={value!r} is unknown; choose {known}.")


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
        raise TypeError(f"{name}={value!r} is of type {kind}; give a number.")
    x = float(value)
    low = x <= min_val if positive else x < min_val
    if low or x > max_val or not np.isfinite(x):
        parts = [f"{'>' if positive else '>='} {min_val:g}"] * bool(min_val > -np.inf)
        parts += [f"<= {max_val:g}"] * bool(max_val < np.inf)
        limits = " and ".join(parts)
        raise ValueError(
            f"{name}={value!r} must be a finite number {limits}".rstrip() + "."
        )
    return float(value)


def check_integer(
    name: str, value: Any, *, min_val: int = 1, max_val: int | None = None
) -> int:
    """Return a whole number from `min_val` to `max_val`, both included.

    >>> check_integer("n_neighbors", 0)
    Traceback (most recent call last):
    ValueError: n_neighbors=0 must be a whole number >= 1.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, Integral):
        kind = type(value).__name__
        raise TypeError(f"{name}={value!r} is of type {kind}; give a whole number.")
    k = int(value)
    if k < min_val or (max_val is not None and k > max_val):
        limit = "" if max_val is None else f" and <= {max_val}"
        raise ValueError(f"{name}={k} must be a whole number >= {min_val}{limit}.")
    return k


def check_finite(name: str, values: NDArray[Any]) -> None:
    """Raise a ValueError if an array holds NaN or infinity.

    >>> check_finite("Y", np.array([1.0, np.nan]))
    Traceback (most recent call last):
    ValueError: Y holds NaN or infinity; remove or fill such values.
    """
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds NaN or infinity; remove or fill such values.")


def check_magnitude(name: str, values: NDArray[Any]) -> None:
    """Raise a ValueError unless products of the values are numbers, not inf and not 0.

    Not finite, or the largest beyond 1e-70 and 1e70: their squares and the squares of
    those still have to be numbers. All zero is right.

    >>> check_magnitude("X", np.array([1.0, -1e200]))
    Traceback (most recent call last):
    ValueError: X holds numbers up to 1e+200, too large to square; divide X by 1e+200.
    """
    # Two passes without a copy; NaN passes through both.
    low, high = (f(values, initial=0) for f in (np.min, np.max))
    largest = max(-float(low), float(high))
    if not np.isfinite(largest):
        check_finite(name, values)
    if largest > HUGE or 0 < largest < 1 / HUGE:
        size = "large" if largest > 1 else "small"
        raise ValueError(
            f"{name} holds numbers up to {largest:.0e}, too {size} to square; divide "
            f"{name} by {largest:.0e}."
        )


def check_zero_one(name: str, values: NDArray[Any]) -> None:
    """Raise a ValueError if an array holds anything but 0 and 1 (or False and True).

    >>> check_zero_one("Y", np.array([0, 1, -1, 2]))
    Traceback (most recent call last):
    ValueError: Y must hold 0 and 1 only; it holds [-1, 2]. Recode it, as (Y > 0).
    """
    other = values[(values != 0) & (values != 1)]
    if not other.size:
        return
    found = list(dict.fromkeys(other.ravel()[:100].tolist()))[:3]
    words = any(isinstance(value, str) for value in found)
    advice = (
        "For names of labels use scikit-learn's MultiLabelBinarizer"
        if words
        else f"Recode it, as ({name} > 0)"
    )
    raise ValueError(f"{name} must hold 0 and 1 only; it holds {found}. {advice}.")


def check_weights(sample_weight: Any, n: int) -> Array:
    """Return sample weights as floats >= 0 of shape (n,), all 1 if None is given.

    >>> check_weights([1, 0, 2], 3).tolist()
    [1.0, 0.0, 2.0]
    """
    from sklearn.utils import check_array

    if sample_weight is None:
        return np.ones(n)
    beta: Array = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if beta.shape != (n,):
        raise ValueError(
            f"sample_weight has shape {beta.shape}; give one weight per row: ({n},)."
        )
    if (beta < 0).any():
        raise ValueError(f"sample_weight holds {beta.min()}; weights must be >= 0.")
    if not beta.any():
        raise ValueError("Every weight in sample_weight is zero; some row must count.")
    return beta / beta.max() if beta.max() > 1e100 else beta  # their sum is a number


def two_classes(
    X: Any, y: NDArray[Any], sample_weight: Any = None
) -> tuple[Any, NDArray[np.bool_], Array, NDArray[Any]]:
    """Return the rows of positive weight: X, whether y is class 1, weights, classes.

    X has n rows; y (n,) must hold two labels, of which the larger is class 1.
    """
    from sklearn.utils.multiclass import check_classification_targets

    w = check_weights(sample_weight, len(y))
    if not w.all():
        X, y, w = X[w > 0], y[w > 0], w[w > 0]
    classes = np.unique(y)
    check_classification_targets(classes)
    if (k := len(classes)) != 2:
        raise ValueError(
            f"Only binary classification is supported. y holds {k} class(es) among "
            f"the rows of positive weight: {classes[:5]}. Pass two."
        )
    return X, y == classes[1], w, classes
