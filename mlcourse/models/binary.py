"""What goes into a classifier of two classes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets

from mlcourse.arrays import Array
from mlcourse.checks import check_weights


def two_classes(
    X: Any, y: NDArray[Any], sample_weight: Any = None
) -> tuple[Any, NDArray[np.bool_], Array, NDArray[Any]]:
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


def check_sum(sample_weight: Any) -> None:
    """Raise a ValueError if weights are too large or too small to be added up.

    >>> check_sum([1e200, 0.0])
    Traceback (most recent call last):
    ValueError: sample_weight holds up to 1e+200, too much to add up. Divide the \
weights by that, or set loss='mean'.
    """
    heaviest = 1.0 if sample_weight is None else np.asarray(sample_weight).max()
    if not 1e-100 < heaviest < 1e100:
        much = "much" if heaviest > 1 else "little"
        raise ValueError(
            f"sample_weight holds up to {heaviest:.0e}, too {much} to add up. "
            "Divide the weights by that, or set loss='mean'."
        )
