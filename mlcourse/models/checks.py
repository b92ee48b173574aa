"""Checks that several estimators share; each message says what to do."""

from numbers import Real

import numpy as np
from sklearn.utils import check_array, check_scalar
from sklearn.utils.multiclass import check_classification_targets


def check_choice(name, value, choices):
    """Raise a ValueError unless the parameter `name` holds one of the choices."""
    if value not in choices:
        known = ", ".join(map(repr, choices))
        raise ValueError(f"{name}={value!r} is unknown; choose one of {known}.")


def check_number(name, value, max_val=np.inf, positive=False):
    """Raise unless the parameter `name` is a finite number >= 0 (> 0), <= max_val."""
    check_scalar(value, name, Real, min_val=0, max_val=max_val)
    if not np.isfinite(value) or (positive and value == 0):
        raise ValueError(f"{name} == {value}, must be finite{' and > 0' * positive}.")


def check_weights(sample_weight, n):
    """Return sample weights as floats >= 0 of shape (n,), all 1 if None is given."""
    if sample_weight is None:
        return np.ones(n)
    beta = check_array(
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
    return beta


def two_classes(X, y, sample_weight=None):
    """Return the rows of positive weight: X, whether y is class 1, weights, classes.

    X has n rows; y (n,) must hold two labels, of which the larger is class 1.
    """
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
