"""What a tree is to predict, and how the means in its leaves are read.

=====================  =========================  ============  ====================
given to `fit`         targets, (n, K)            impurity      answer
=====================  =========================  ============  ====================
y (n,), two classes    is it the second? K = 1    of 2 classes  shares (m, 2)
y (n,), C classes      is it class k? K = C       of C classes  shares (m, C)
Y (n, L) of 0 and 1    Y, K = L                   mean of L     shares (m, L) of 1
numbers (n,), (n, L)   the numbers, K = 1 or L    mean of L     means (m,) or (m, L)
=====================  =========================  ============  ====================
"""

from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from mlcourse.checks import check_choice, label_table
from mlcourse.models.impurity import Entropy, Squares, Targets


def class_targets(model: Any, y: Any, criterion: str) -> Targets:
    """Return what a classifier is to predict; store its classes_ and multilabel_."""
    check_choice("criterion", criterion, ("gini", "entropy"))
    model.multilabel_ = y.ndim == 2
    if model.multilabel_:
        Y = label_table("y", y)
        T = np.asarray(Y.toarray() if hasattr(Y, "toarray") else Y, dtype=float)
        model.classes_ = np.arange(T.shape[1])
    else:
        check_classification_targets(y)
        model.classes_, number = np.unique(y, return_inverse=True)
        T = np.eye(len(model.classes_))[number]  # (n, C)
        if T.shape[1] == 2:
            T = T[:, 1:]  # the other is 1 less this one
    paired = model.multilabel_ or len(model.classes_) == 2
    L = T.shape[1] if paired else 1
    if criterion == "entropy":
        return Targets(T, 1 / L, Entropy(paired))
    return Targets(T, 2 / L if paired else 1.0, Squares())


def class_shares(model: Any, value: Any) -> Any:
    """Return means of targets (m, K) as shares of classes, (m, C), or of labels."""
    if model.multilabel_ or len(model.classes_) != 2:
        return value
    return np.hstack([1 - value, value])


def choose(model: Any, shares: Any) -> Any:
    """Return the class of the largest share, of equals the first, or labels > 1/2."""
    if model.multilabel_:
        return (shares > 0.5).astype(int)
    return model.classes_[shares.argmax(axis=1)]


def number_targets(model: Any, y: Any, criterion: str) -> Targets:
    """Return what a regressor is to predict; store whether y is a vector."""
    check_choice("criterion", criterion, ("squared_error",))
    model.vector_ = y.ndim == 1
    y = y.toarray() if hasattr(y, "toarray") else y
    T = np.reshape(y, (len(y), -1)).astype(float)
    return Targets(T, 1 / T.shape[1], Squares())
