"""What is measured of multi-label classifiers: on parts of the rows, and how well.

A measuring function takes X (n, d), Y (n, L) of 0 and 1, settings that are plain JSON,
and a tick. The runner adds "split" to the settings: the data set's own (n,), or None.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from mlcourse.arrays import Array, Index
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.label_measures import (
    Answers,
    at_cut,
    cuts,
    measure,
    precision_at_recalls,
)
from mlcourse.reports.label_models import SCALES, build, scores

INNER = 0.2  # the share of the training rows that inner validation holds out


class Part(NamedTuple):
    """Rows to learn from and rows to test on, on one scale."""

    X: Any
    Y: Any
    X_test: Any
    Y_test: Any


def rows_of(settings: Settings, n: int, seed: int) -> tuple[Index, Index]:
    """Return training and test rows: the data set's own, or of a random sample.

    >>> sample = {"share": 0.5, "test": 0.2}
    >>> [len(part) for part in rows_of({"rows": sample}, 20, seed=0)]
    [8, 2]
    """
    if settings["rows"] == "official":
        split = settings["split"]
        return np.flatnonzero(split == 0), np.flatnonzero(split == 1)
    order = np.random.default_rng(seed).permutation(n)
    sample = order[: int(settings["rows"]["share"] * n)]
    cut = round(settings["rows"]["test"] * len(sample))
    return sample[cut:], sample[:cut]


def prepared(X: Any, Y: Any, settings: Settings, seed: int) -> Part:
    """Return the rows of a trial, scaled."""
    train, test = rows_of(settings, X.shape[0], seed)
    A, B = SCALES[settings["scale"]](X[train], X[test])
    return Part(A, Y[train], B, Y[test])


def label_scores(X: Any, Y: Any, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Fit a model once per seed; a row for every measure, the mean over the seeds.

    With "candidates", a list of models, also rows by-test-... and by-inner-...: see
    :func:`chosen`.
    """
    found = list(trials(X, Y, settings, tick))
    rows = {}
    for name in found[0]:
        values = [one[name] for one in found]
        if not isinstance(values[0], dict):
            rows[name] = summary(values)
    if curves := [one["curve"] for one in found if "curve" in one]:
        mean = {r: float(np.mean([c[r] for c in curves])) for r in curves[0]}
        rows["precision"].more["precision at recall"] = mean
    for name in ("by-test", "by-inner"):
        if name in found[0]:
            rows[f"{name}-F1"].more["chosen"] = [one[name] for one in found]
    return rows


def trials(X: Any, Y: Any, settings: Settings, tick: Tick) -> Iterator[dict[str, Any]]:
    """Yield what every seed finds; joblib decides where, unless there is one seed."""
    seeds = settings["seeds"]
    if len(seeds) == 1:  # leaves the processes to the labels
        results = iter([trial(X, Y, settings, seeds[0])])
    else:
        jobs = [delayed(trial)(X, Y, settings, seed) for seed in seeds]
        results = Parallel(return_as="generator")(jobs)
    for result in results:
        tick()
        yield result


def summary(values: list[float]) -> Measured:
    """Return mean and spread over seeds.

    >>> summary([1.0, 3.0]).value, summary([2.0]).spread_seeds
    (2.0, None)
    """
    if len(values) == 1:
        return Measured(values[0], None, None, 1, {})
    spread = float(np.std(values, ddof=1))
    return Measured(float(np.mean(values)), None, spread, 1, {"by seed": values})


def trial(X: Any, Y: Any, settings: Settings, seed: int) -> dict[str, Any]:
    """Return the measures of one fit, by name; the curve if there is a precision."""
    part = prepared(X, Y, settings, seed)
    model = build(seed, **settings["model"]).fit(part.X, part.Y)
    S = scores(model, part.X_test)
    a = Answers(part.Y_test, S, model.predict(part.X_test), part.Y)
    found: dict[str, Any] = {name: measure(name, a) for name in settings["measures"]}
    if "precision" in found:
        found["curve"] = precision_at_recalls(a.true, S)
    if settings.get("candidates"):
        found |= chosen(part, settings, seed, S)
    return found


# --- strength and threshold, chosen in two ways ---


class Choice(NamedTuple):
    """A candidate and a cut."""

    place: int  # of the candidate
    theta: float
    f1: float


def best(Y: Any, tables: list[Array]) -> Choice:
    """Return the candidate and the cut of the largest micro F1; of equals the first.

    >>> best(np.array([[1, 0]]), [np.array([[1.0, 2.0]]), np.array([[2.0, 1.0]])])
    Choice(place=1, theta=2.0, f1=1.0)
    """
    choices = []
    for place, S in enumerate(tables):
        c = cuts(Y, S)
        i = int(c.f1().argmax())
        choices.append(Choice(place, float(c.theta[i]), float(c.f1()[i])))
    return max(choices, key=lambda choice: choice.f1)


def chosen(part: Part, settings: Settings, seed: int, S: Array) -> dict[str, Any]:
    """Return micro F1, precision and recall at a strength and a threshold.

    by-test: those of the largest F1 on the test rows. by-inner: of the largest F1 on a
    fifth of the training rows, for models that learned from the others; the candidate
    is then fitted to all training rows. `S` are the scores of the model itself.
    """
    models = settings["candidates"]
    order = np.random.default_rng(seed).permutation(len(part.Y))
    cut = round(INNER * len(order))
    rest, valid = order[cut:], order[:cut]

    def learn(rows: Any, X: Any) -> list[Array]:
        """Return the scores of X by every candidate that learned from `rows`."""
        return [
            scores(build(seed, **m).fit(part.X[rows], part.Y[rows]), X) for m in models
        ]

    outer = [S] if models == [settings["model"]] else learn(slice(None), part.X_test)
    inner = learn(rest, part.X[valid])
    found: dict[str, Any] = {}
    for way, choice in (
        ("by-test", best(part.Y_test, outer)),
        ("by-inner", best(part.Y[valid], inner)),
    ):
        values = at_cut(part.Y_test, outer[choice.place], choice.theta)
        found |= {f"{way}-{name}": value for name, value in values.items()}
        found[way] = {"model": models[choice.place], "threshold": choice.theta}
    return found
