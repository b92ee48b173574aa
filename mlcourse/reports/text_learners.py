"""Neighbours, naive Bayes and logistic regression on texts, as report 004 ran them."""

from time import process_time
from typing import Any

import numpy as np
from scipy.special import expit

from mlcourse.arrays import Array
from mlcourse.data import Dataset
from mlcourse.data.prepare import standardize
from mlcourse.formulas.losses import log_loss
from mlcourse.models.knn import indicators, neighbours, vote
from mlcourse.models.naive_bayes import class_sums, gaussian_scores, linear_scores
from mlcourse.models.naive_bayes import moments as class_moments
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.reports.text_folds import (
    Texts,
    best,
    counted,
    folds,
    inside,
    right,
    tables,
)
from mlcourse.reports.text_trees import mean_of

# --- neighbours


def accuracies(fold: Texts, most: int, metric: str) -> Array:
    """Return the accuracy of 1, 2, ... `most` nearest neighbours, (most,)."""
    near = neighbours(fold.X, most, fold.X_test, metric)
    classes, Y = indicators(np.asarray(fold.y))
    told = []
    for k in range(1, most + 1):
        votes = vote(near.rows[:, :k], np.ones((len(near.rows), k)), Y)
        told.append(right(classes[votes.argmax(axis=1)], fold.y_test))
    return np.array(told)


def knn(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return neighbours by their number k; the value of "all" is the best of all k.

    "by-inner" takes in every fold the k that is best on a quarter of its training rows.
    """
    most, metric = settings["most neighbours"], settings["metric"]
    curves, inner, chosen, seconds, share = [], [], [], [], []
    for fold in folds(data, settings):
        start = process_time()
        curves.append(accuracies(fold, most, metric))
        seconds.append(process_time() - start)
        [k] = best(accuracies(inside(fold), most, metric))
        inner.append(curves[-1][k])
        chosen.append(k + 1)
        commonest = np.bincount(fold.y).argmax()
        share.append(right(np.full(len(fold.y_test), commonest), fold.y_test))
        tick()
    V = np.array(curves)  # (folds, most)
    [k] = best(V.mean(axis=0))
    more = {"by k": [round(float(v), 5) for v in V.mean(axis=0)], "chosen": [k + 1]}
    return {
        "by-test": mean_of(V[:, k], more),
        "by-inner": mean_of(inner, {"chosen": chosen}),
        "commonest": mean_of(share),
        "seconds": mean_of(seconds),
    }


# --- naive Bayes


def listing(fold: Texts) -> Any:
    """Return what the report's listing says of the test rows of a fold.

    It divides s + 1 by N where a word is there and by N + 2 where it is not, so that
    both can add up to more than 1, and adds logarithms to the prior itself.
    """
    classes, place = np.unique(fold.y, return_inverse=True)
    N = np.bincount(place).astype(float)
    s = class_sums(fold.X, place, np.ones(len(place)), len(N))
    there = (s + 1) / N[:, None]
    absent = 1 - (s + 1) / (N[:, None] + 2)
    scores = linear_scores(fold.X_test, there, absent) + N / N.sum()
    return classes[scores.argmax(axis=1)]


def coded_gaussian(fold: Texts) -> Any:
    """Return what the report's Gaussian listing says: it adds the prior itself."""
    classes, place = np.unique(fold.y, return_inverse=True)
    N = np.bincount(place).astype(float)
    mean, variance = class_moments(fold.X, place, np.ones(len(place)), len(N))
    scores = gaussian_scores(fold.X_test, mean, variance) + N / N.sum()
    return classes[scores.argmax(axis=1)]


LISTINGS = {"listing": listing, "coded gaussian": coded_gaussian}


def said(how: Any, fold: Texts) -> Any:
    """Return what a model, or a listing by its name, says of the test rows."""
    if isinstance(how, str):
        return LISTINGS[how](fold)
    return build(how).fit(fold.X, fold.y).predict(fold.X_test)


def models(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the accuracy of models on the folds of a cut, and of the commonest class.

    With "one model", a model is fitted once to all rows and scored fold by fold.
    """
    found: dict[str, list[float]] = {}
    whole: dict[str, Any] = {}
    y = np.asarray(data.y)
    if settings.get("one model"):
        every = np.arange(len(y))
        X, _ = tables(counted(data.X), every, every[:1], settings["table"])
        for name, how in settings["models"].items():
            whole[name] = right(said(how, Texts(X, y, X, y)), y)
    for fold in folds(data, settings):
        for name, how in settings["models"].items():
            found.setdefault(name, []).append(right(said(how, fold), fold.y_test))
        commonest = np.bincount(fold.y).argmax()
        hit = right(np.full(len(fold.y_test), commonest), fold.y_test)
        found.setdefault("commonest", []).append(hit)
        tick()
    rows = {name: mean_of(values) for name, values in found.items()}
    return rows | {f"{name}-one-model": Measured(v) for name, v in whole.items()}


# --- logistic regression


def coded_cost(z: Array, y: Any) -> float:
    """Return the cost that the report's listing prints: log h(1 - z) for log(1 - h(z)).

    >>> coded_cost(np.zeros(2), np.array([1, 0])).__round__(4)
    1.0064
    """
    with np.errstate(divide="ignore"):
        return -float(np.sum(y * np.log(expit(z)) + (1 - y) * np.log(expit(1 - z))))


def descent(X: Array, y: Any, step: float, epochs: int) -> Array:
    """Return the weights of the report's descent: from ones, without an intercept."""
    w = np.ones(X.shape[1])
    for _ in range(epochs):
        w = w - step * (X.T @ (expit(X @ w) - y))
    return w


def logistic(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the report's descent beside Newton's minimum, on vectors and on z-scores.

    Losses are per training row: what the listing prints, the log loss, the lowest one.
    """
    found: dict[str, list[float]] = {}

    def keep(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    for fold in folds(data, settings):
        y, n = fold.y, len(fold.y)
        model = build(settings["best"]).fit(fold.X, y)
        keep("newton", right(model.predict(fold.X_test), fold.y_test))
        keep("newton-training", right(model.predict(fold.X), y))
        keep("lowest", log_loss(model.decision_function(fold.X), y) / n)
        pairs: dict[str, Any] = {
            "vectors": (fold.X, fold.X_test),
            "z-scores": standardize(fold.X, fold.X_test),
        }
        for name, (X, T) in pairs.items():
            w = descent(X, y, settings["step"], settings["epochs"])
            keep(f"{name}-descent", right(T @ w > 0, fold.y_test))
            keep(f"{name}-loss", log_loss(X @ w, y) / n)
            keep(f"{name}-printed", coded_cost(X @ w, y) / n)
        tick()
    return {name: mean_of(values) for name, values in found.items()}
