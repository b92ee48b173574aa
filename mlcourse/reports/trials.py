"""What is measured: how well models predict rows that they have not seen.

One function serves every report. Of its settings "cut", "seeds" and perhaps "sizes" say
which rows are held out (:mod:`.protocol`), "scale" and "model" what learns, "measures"
what is shown. With "stages", such as [1, 10], one fit of a model that knows
`staged_predict` fills a row for each. With "choose" one of the "candidates" (at one of
the stages) is taken in two ways: by-test as if read off the test rows, by-inner by an
inner cut of the training rows alone. There "by" is the measure that decides, "show" are
those shown; "threshold" moves the threshold, too, so as to maximise the micro F1.
"""

import pickle
import warnings
from collections.abc import Iterator
from contextlib import nullcontext
from json import dumps
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed, parallel_config
from sklearn.exceptions import ConvergenceWarning

from mlcourse.arrays import Array
from mlcourse.data import Dataset
from mlcourse.formulas.metrics.cuts import best_cut, precision_at_recalls
from mlcourse.formulas.metrics.tail import propensity
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import PARTS, build, part
from mlcourse.reports.protocol import Trial, folds_of, trials
from mlcourse.reports.summaries import LESS_IS_BETTER, Option, Outcome, summaries


class Rows(NamedTuple):
    """Rows to learn from and rows to test on, on one scale."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any


class Answers(NamedTuple):
    """What a fitted model says of the test rows, and the truth."""

    true: Any  # y of the test rows, (m,) or (m, L)
    labels: Any  # predicted, like true
    scores: Any = None  # (m, L), what it ranks labels by
    trained: Any = None  # y of the training rows
    more: dict[str, Any] = {}  # noqa: RUF012, never changed
    stage: int | None = None
    cost: dict[str, float] = {}  # noqa: RUF012, seconds, and kB of the fitted model

    @property
    def propensities(self) -> Array:
        """How likely a label is to be seen where it is true, from the training rows."""
        return propensity(self.trained)


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a row for every size, stage, measure and choice, by its ending."""
    cut, found = list(trials(data.y, data.split, settings)), []
    for outcome in run([delayed(trial)(data.X, data.y, t, settings) for t in cut]):
        found.append(outcome)
        tick()
    rows = {}
    for size in settings.get("sizes", [None]):
        table = [
            [o for t, o in zip(cut, found, strict=True) if t[:2] == (seed, size)]
            for seed in settings["seeds"]
        ]
        for name, row in summaries(table, settings):
            rows[name if size is None else f"{size}-{name}"] = row
    return rows


def run(jobs: list[Any]) -> Iterator[Any]:
    """Yield what the jobs return; one alone leaves the processes to its model."""
    if len(jobs) > 1:
        yield from Parallel(return_as="generator")(jobs)
    else:
        yield from (function(*values, **options) for function, values, options in jobs)


# --- one trial


def trial(X: Any, y: Any, t: Trial, settings: Settings) -> Outcome:
    """Fit and test the model; fit, test and choose among the candidates."""
    rows = scaled(X[t.train], y[t.train], X[t.test], y[t.test], settings["scale"])
    shown = [settings["model"]] if settings["measures"] else []
    listed = candidates(settings) if "choose" in settings else []
    said = asked([*shown, *listed], rows, settings, t.seed)
    found = {}
    for a in (a for model in shown for a in said[dumps(model)]):
        for name in settings["measures"]:
            more = a.more
            if name == "precision":
                curve = precision_at_recalls(a.true, a.scores)
                more = more | {"precision at recall": curve}
            found[f"T{a.stage}" if a.stage else name] = measure(name, a), more
    outer = [(told(m, listed, a.stage), a) for m in listed for a in said[dumps(m)]]
    options = [option(*o, judged([o[1]], settings)[1], settings) for o in outer]
    inner = []
    if listed:
        place, theta = chosen_inside(X[t.train], rows, settings, t.seed)
        inner = [option(*outer[place], theta, settings)]
    return Outcome(found, len(t.test), options, inner)


def scaled(A: Any, y: Any, B: Any, y_test: Any, scale: str) -> Rows:
    """Return training and test rows on the scale of the training rows."""
    A, B = part(scale)(A, B)
    return Rows(A, y, B, y_test)


def asked(
    models: list[Any], rows: Rows, settings: Settings, seed: int
) -> dict[str, list[Answers]]:
    """Return what each model says at every stage; one that comes twice learns once.

    Where seconds are measured, in one process, so that they can be compared.
    """
    distinct = {dumps(model): model for model in models}
    timed = "seconds" in settings["measures"]
    with parallel_config(n_jobs=1) if timed else nullcontext():
        return {
            key: list(answers(model, rows, settings, seed))
            for key, model in distinct.items()
        }


def answers(model: Any, rows: Rows, settings: Settings, seed: int) -> Iterator[Answers]:
    """Fit a model and yield what it says, at every stage if there are some."""
    start, fitted = perf_counter(), build(model, seed)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted.fit(rows.X, rows.y)
    unsettled = sum(issubclass(w.category, ConvergenceWarning) for w in caught)
    more: dict[str, Any] = {"learners unsettled": unsettled} if unsettled else {}
    if "stages" not in settings:
        labels, S = fitted.predict(rows.X_test), scores(fitted, rows.X_test)
        cost = {"seconds": perf_counter() - start}
        if "kB" in settings["measures"]:
            cost["kB"] = len(pickle.dumps(fitted)) / 1e3
        yield Answers(rows.y_test, labels, S, rows.y, more, None, cost)
        return
    test, train = (list(fitted.staged_predict(Z)) for Z in (rows.X_test, rows.X))
    for T in settings["stages"]:
        last = min(T, len(test)) - 1
        seen = float(np.mean(train[last] == rows.y))
        fit = more | {"rounds made": len(test), "training accuracy": seen}
        yield Answers(rows.y_test, test[last], None, rows.y, fit, T)


def scores(model: Any, X: Any) -> Any:
    """Return what a fitted model ranks labels by, shape (n, L), or None."""
    for method in ("decision_function", "predict_proba"):
        if hasattr(model, method):
            return np.asarray(getattr(model, method)(X))
    return None


def measure(name: str, a: Answers) -> float:
    """Return the measure of that name, such as F1, macro-F1, AP, P@3 or seconds.

    >>> Y, S = np.array([[1, 0, 1]]), np.array([[0.9, 0.8, 0.1]])
    >>> a = Answers(Y, (S > 0.5).astype(int), S, Y)
    >>> measure("precision", a), measure("P@1", a)
    (0.5, 1.0)
    """
    if name in a.cost:
        return a.cost[name]
    kind, _, k = name.removeprefix("macro-").partition("@")
    values = [getattr(a, field) for field in PARTS[kind].split()[0].split(",")]
    options = {"average": "macro"} if name.startswith("macro-") else {}
    return float(part(kind)(*values, *([int(k)] if k else []), **options))


# --- a choice


def candidates(settings: Settings) -> list[Any]:
    """Return the models to choose from; the model alone if it has stages to choose."""
    listed: list[Any] = settings.get("candidates") or [settings["model"]]
    return listed


def told(model: Any, listed: list[Any], stage: int | None) -> str:
    """Return what tells a candidate from the others.

    >>> told({"kind": "ridge", "alpha": 1}, [{"alpha": 1}, {"alpha": 3}], None)
    'alpha=1'
    """
    unlike = [k for k, v in model.items() if any(m.get(k, v) != v for m in listed)]
    words = [f"{k}={model[k]}" for k in unlike] + ([f"T{stage}"] if stage else [])
    return ", ".join(words) or str(model["kind"])


def judged(found: list[Answers], settings: Settings) -> tuple[float, float | None]:
    """Return how good answers of some folds are, at which threshold if it may move."""
    choose = settings["choose"]
    if choose.get("threshold"):
        Y = np.concatenate([a.true for a in found])
        S = np.concatenate([a.scores for a in found])
        theta, F = best_cut(Y, S)
        return F, theta
    value = float(np.mean([measure(choose["by"], a) for a in found]))
    return (-value if choose["by"] in LESS_IS_BETTER else value), None


def chosen_inside(
    X: Any, rows: Rows, settings: Settings, seed: int
) -> tuple[int, float | None]:
    """Return the candidate and the threshold that inner folds take; X is unscaled."""
    choose, found = settings["choose"], []
    models = candidates(settings)
    # Without "rescale" the rows to validate on have had a part in the scale.
    again = choose.get("rescale", True)
    Z, scale = (X, settings["scale"]) if again else (rows.X, "as it is")
    for train, valid in folds_of(rows.y, None, choose["inner"], seed):
        inner = scaled(Z[train], rows.y[train], Z[valid], rows.y[valid], scale)
        said = asked(models, inner, settings, seed)
        found.append([a for model in models for a in said[dumps(model)]])
    worth = [judged(list(folds), settings) for folds in zip(*found, strict=True)]
    place = int(np.argmax([value for value, _ in worth]))  # of equals the first
    return place, worth[place][1]


def option(name: str, a: Answers, theta: float | None, settings: Settings) -> Option:
    """Return the measures of answers, cut at theta if there is one."""
    if theta is not None:
        a = a._replace(labels=theta <= a.scores)
    return Option(name, theta, {m: measure(m, a) for m in settings["choose"]["show"]})
