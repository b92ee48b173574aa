"""Ridge for all labels at once: fit and predict against scikit-learn's ridge.

The size is that of bibtex's training part; the set itself if MLCOURSE_DATA says where
it is, else random counts with as many entries. Checks of the input are included. For
sparse X scikit-learn's Ridge can factorise only without an intercept, so there it is
told to; with one it iterates, or X is made dense first, within its time.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array, random_array
from sklearn.linear_model import Ridge, RidgeCV
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.multilabel.ridge import RidgeClassifier

ALPHAS = (0.1, 0.3, 1.0, 3.0, 10.0)


def bibtex() -> tuple[str, Any, Any]:
    """Return name, X with rows of length 1, and Y, 4880 samples of 159 labels."""
    if os.environ.get("MLCOURSE_DATA"):
        data = load("bibtex")
        X, Y = csr_array(data.X, dtype=float)[data.split == 0], data.Y[data.split == 0]
        name = "bibtex"
    else:
        rng = np.random.default_rng(0)
        X = random_array((4880, 1836), density=0.037, rng=rng, format="csr")
        X.data[:] = 1
        score = X @ rng.normal(size=(1836, 159)) + 4 * rng.normal(size=(4880, 159))
        Y = (score > np.quantile(score, 0.985, axis=0)).astype(int)
        name = "synthetic"
    length = np.sqrt(X.multiply(X).sum(axis=1))  # (n,)
    return name, csr_array(diags_array(1 / np.maximum(length, 1e-9)) @ X), Y


def objective(model: Any, X: Any, Y: Any, alpha: float) -> float:
    """Return what ridge regression minimises, of a fitted model of either maker."""
    Z = X @ model.coef_.T + model.intercept_
    return float(((Z - Y) ** 2).sum() + alpha * (model.coef_**2).sum())


class Dense(Ridge):
    """scikit-learn's Ridge on a dense copy of X."""

    def fit(self, X: Any, Y: Any) -> "Dense":
        """Make X dense, and factorise."""
        return super().fit(X.toarray(), Y)


def run(model: Any, X: Any, Y: Any) -> None:
    """Fit, then predict the same rows."""
    model.fit(X, Y).predict(X)


def contest(
    task: str,
    ours: Any,
    peer: Any,
    X: Any,
    Y: Any,
    repeats: int,
    quality: Callable[[Any], float],
    peer_name: str = "",
) -> Row:
    """Return the row of one pair of models."""
    outcome = race(partial(run, ours, X, Y), partial(run, peer, X, Y), repeats)
    return Row(
        task,
        f"{X.shape[0]}x{X.shape[1]}x{Y.shape[1]}",
        "RidgeClassifier",
        peer_name or type(peer).__name__,
        *outcome,
        "objective",
        quality(ours),
        quality(peer),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield one strength with and without an intercept, then one left out at a time."""
    name, X, Y = bibtex()
    with threadpool_limits(limits=1):
        for intercept in (False, True):
            ours = RidgeClassifier(1.0, fit_intercept=intercept)
            solver = "auto" if intercept else "cholesky"
            peer = Ridge(1.0, fit_intercept=intercept, solver=solver)
            task = f"ridge: {name}, sparse, {'' if intercept else 'no '}intercept"
            quality = partial(objective, X=X, Y=Y, alpha=1.0)
            yield contest(task, ours, peer, X, Y, repeats, quality)
        dense = Dense(1.0, solver="cholesky")
        yield contest(task, ours, dense, X, Y, repeats, quality, "Ridge, X made dense")
        X, Y = X[:1500, :600].toarray(), Y[:1500, :20]
        ours, peer = RidgeClassifier(alphas=ALPHAS), RidgeCV(ALPHAS)
        run(ours, X, Y)
        quality = partial(objective, X=X, Y=Y, alpha=ours.alpha_)
        task = f"ridge: {name}, dense part, 5 strengths, leave one out"
        yield contest(task, ours, peer, X, Y, repeats, quality)
