"""Small data sets for the contract, fitting what an estimator's tags say it takes.

Every set keeps the classes mixed, so that weights stay finite, and of unequal size, so
that a score of 0 is no right answer; it is the same in every run. Arrays are read-only.

Symbols: n samples, d features, L labels.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import is_regressor
from sklearn.utils import get_tags

SIZES = {  # n, d, L
    "large": (2000, 500, 40),  # at this size memory is measured
    "large sparse": (4000, 500, 40),
    "other": (70, 4, 3),
    "wide": (24, 30, 4),
}
SMALL = 80, 5, 4  # n, d, L of all others


class Problem(NamedTuple):
    """What is fitted, and what is asked of the fitted model."""

    X: Any  # (n, d)
    y: Any  # (n, L) of 0 and 1, or (n,)
    Q: Any  # (m, d)


def problem_for(model: Any, name: str) -> Problem:
    """Return the data set of a name, with targets and signs that the model takes."""
    tags = get_tags(model)
    if tags.classifier_tags is not None and not tags.classifier_tags.multi_label:
        target = "classes" if tags.classifier_tags.multi_class else "words"
    else:
        target = "numbers" if is_regressor(model) else "labels"
    return _problem(name, target, tags.input_tags.positive_only)


@cache
def _problem(name: str, target: str, positive: bool) -> Problem:
    n, d, L = SIZES.get(name, SMALL)
    rng = np.random.default_rng([n, *name.encode()])
    X, Q = FEATURES[name](rng, (n, d)), FEATURES[name](rng, (n, d))
    if positive:
        X, Q = abs(X), abs(Q)
    problem = Problem(X, TARGETS[target](rng, X, L), Q)
    for table in problem:
        if isinstance(table, np.ndarray):
            table.flags.writeable = False
    return problem


def _eighths(rng: Any, shape: tuple[int, int]) -> Any:
    """Return multiples of 1/8, half of them 0: exact in 32 bits, with ties."""
    return rng.integers(-16, 17, shape) / 8 * (rng.random(shape) < 0.5)


def _correlated(rng: Any, shape: tuple[int, int]) -> Any:
    """Return columns that nearly say the same: one move is not enough for anyone."""
    common = rng.normal(size=(shape[0], 1))
    return common + 0.05 * rng.normal(size=shape)


def _sparse(rng: Any, shape: tuple[int, int]) -> Any:
    """Return a csr_array of variance 1, of which one number in 50 is stored."""
    draw = rng.standard_normal
    return 50**0.5 * sparse.random_array(
        shape, density=1 / 50, format="csr", rng=rng, data_sampler=draw
    )


FEATURES = {
    "continuous": lambda rng, shape: rng.normal(size=shape),
    "large": lambda rng, shape: rng.normal(size=shape),
    "large sparse": _sparse,
    "wide": lambda rng, shape: rng.normal(size=shape),
    "other": lambda rng, shape: 2 + 3 * rng.normal(size=shape),
    "eighths": _eighths,
    "counts": lambda rng, shape: 1.0 * rng.poisson(1, shape),
    "bits": lambda rng, shape: 1.0 * (rng.random(shape) < 0.5),
    "correlated": _correlated,
}


def _scores(rng: Any, X: Any, L: int) -> Any:
    """Return noisy linear scores (n, L) that no plane can sort out."""
    Z = X @ rng.normal(size=(X.shape[1], L))
    return Z / Z.std() + 1.5 * rng.normal(size=Z.shape)


TARGETS = {
    "labels": lambda rng, X, L: (
        (S := _scores(rng, X, L)) > np.quantile(S, 0.6, axis=0)
    ).astype(int),
    "words": lambda rng, X, L: np.where(
        (s := _scores(rng, X, 1)[:, 0]) > np.quantile(s, 0.6), "yes", "no"
    ),
    "classes": lambda rng, X, L: np.digitize(
        s := _scores(rng, X, 1)[:, 0], np.quantile(s, [0.3, 0.7])
    ),
    "numbers": lambda rng, X, L: _scores(rng, X, 1)[:, 0],
}
