"""The rule of label matrices, of which scikit-learn's checks ask next to nothing."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from tests.contract.answers import answers, differences
from tests.contract.cases import Case
from tests.contract.problems import problem_for

# What the first labels of every row are.
CONSTANT = {
    "one label always, one never": (1, 0),
    "no label at all": (0, 0, 0, 0),
    "every label": (1, 1, 1, 1),
}
LIMITS = {"predict": 0.5, "predict_proba": 0.5, "decision_function": 0.0}


def matrices(case: Case) -> Iterator[str]:
    """Y may have one column, constant labels, or no label; weights are not lost."""
    model = case.new("matrices")
    tags = get_tags(model).classifier_tags
    selects = hasattr(model, "get_support")
    if not (selects or (tags and tags.multi_label)):
        return
    X, Y, Q = problem_for(model, "continuous")
    vector = answers(clone(model).fit(X, Y[:, 0]), Q)
    last = vector
    if not selects:
        last = {m: np.reshape(a, (len(Q), -1))[:, -1:] for m, a in vector.items()}
    found = answers(clone(model).fit(X, Y[:, :1]), Q)
    yield from differences(found, last, "one column instead of a vector")
    if selects:  # from labels without a feature that tells of them nothing follows
        return
    for name, values in CONSTANT.items():
        yield from _constant(model, name, np.array(values))
    if has_fit_parameter(getattr(model, "estimator", model), "sample_weight"):
        yield from _weights(model)


def _constant(model: Any, name: str, values: Any) -> Iterator[str]:
    """Complain unless constant labels are told as they are.

    Without an intercept one that is always there cannot be.
    """
    X, Y, Q = problem_for(model, "continuous")
    k = len(values)
    found = answers(clone(model).fit(X, np.hstack([[values] * len(Y), Y[:, k:]])), Q)
    possible = (values == 0) | getattr(model, "fit_intercept", True)
    for method in set(found) & set(LIMITS):
        scores, limit = found[method][:, :k], LIMITS[method]
        right = np.where(values, scores > limit, scores < limit).all(axis=0)
        if (possible & ~right).any():
            yield f"{name}: {method} is wrong"


def _weights(model: Any) -> Iterator[str]:
    """Complain unless a row of weight 0 is no row, and a heavy one changes answers."""
    X, Y, Q = problem_for(model, "continuous")
    third = np.arange(len(X)) % 3 == 0
    without = answers(clone(model).fit(X[~third], Y[~third]), Q)
    found = answers(clone(model).fit(X, Y, sample_weight=1.0 * ~third), Q)
    yield from differences(found, without, "rows of weight 0")
    plain = answers(clone(model).fit(X, Y), Q)
    heavy = answers(clone(model).fit(X, Y, sample_weight=1.0 + 8 * third), Q)
    if not list(differences(heavy, plain, "")):
        yield "weights of 1 and 9 change no answer"
