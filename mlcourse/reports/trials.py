"""What is measured: how well models predict rows that they have not seen.

One function serves every report. Of its settings "cut", "seeds" and perhaps "sizes" say
which rows are held out (:mod:`.protocol`), "scale" and "model" what learns, "measures"
what is shown. With "stages", such as [1, 10], one fit of a model that knows
`staged_predict` fills a row for each. With "choose" one of "candidates" (and stages) is
taken in two ways: by-test as if read off the test rows, by-inner by an inner cut of the
training rows alone. There "by" is the measure that decides and "show" what is shown;
"threshold" moves the threshold, too, so as to maximise the micro F1.
"""

import json
import pickle
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from sklearn.exceptions import ConvergenceWarning

from mlcourse.arrays import Array
from mlcourse.data import Dataset
from mlcourse.formulas.metrics.cuts import best_cut, precision_at_recalls
from mlcourse.formulas.metrics.tail import propensity
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import PARTS, build, part
from mlcourse.reports.protocol import Trial, folds_of, trials

LESS_IS_BETTER = ("hamming", "ranking-loss", "one-error", "coverage", "seconds", "kB")


class Rows(NamedTuple):
    """Rows to learn from and rows to test on, on one scale."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any


class Answers(NamedTuple):
    """What a model says of the test rows, and the truth."""

    true: Any  # y of the test rows, (m,) or (m, L)
    labels: Any  # predicted, like true
    scores: Any = None  # (m, L), what it ranks labels by
    trained: Any = None  # y of the training rows
    cost: Any = None  # seconds of the fit and the answers, kB of the fitted model
    more: Any = None  # of the fit

    @property
    def propensities(self) -> Array:
        """How likely each label is to be seen if it is true, from the training rows."""
        return propensity(self.trained)


class Option(NamedTuple):
    """A candidate at a stage and a threshold, on the test rows."""

    name: str
    theta: float | None
    values: dict[str, float]


class Outcome(NamedTuple):
    """What one trial finds."""

    values: dict[str, float]  # by the ending of a row
    more: dict[str, dict[str, Any]]
    tested: int  # rows
    options: list[Option]
    inner: Option | None


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a row for every size, stage, measure and choice."""
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
    """Fit and test the model, and choose among the candidates."""
    rows = scaled(X[t.train], y[t.train], X[t.test], y[t.test], settings["scale"])
    models, values, more = learner(rows, settings, t.seed), {}, {}
    for stage, a in models(settings["model"]) if settings["measures"] else ():
        for name in settings["measures"]:
            ending = f"T{stage}" if stage else name
            values[ending], more[ending] = measure(name, a), dict(a.more)
            if name == "precision":
                curve = precision_at_recalls(a.true, a.scores)
                more[ending]["precision at recall"] = curve
    if "choose" not in settings:
        return Outcome(values, more, len(t.test), [], None)
    outer = list(candidates(models, settings))
    options = [option(*o, judged([o[1]], settings)[1], settings) for o in outer]
    place, theta = chosen_inside(X[t.train], rows, settings, t.seed)
    return Outcome(
        values, more, len(t.test), options, option(*outer[place], theta, settings)
    )


def scaled(A: Any, y: Any, B: Any, y_test: Any, scale: str) -> Rows:
    """Return training and test rows on the scale of the training rows."""
    A, B = part(scale)(A, B)
    return Rows(A, y, B, y_test)


Staged = list[tuple[int | None, Answers]]


def learner(rows: Rows, settings: Settings, seed: int) -> Callable[[Any], Staged]:
    """Return a function that fits a model to the rows, once, and asks it."""
    known: dict[str, Staged] = {}

    def learn(model: Any) -> Staged:
        key = json.dumps(model, sort_keys=True)
        if key not in known:
            known[key] = list(answers(model, rows, settings, seed))
        return known[key]

    return learn


def answers(
    model: Any, rows: Rows, settings: Settings, seed: int
) -> Iterator[tuple[int | None, Answers]]:
    """Fit a model and yield what it says, at every stage if there are some."""
    start, fitted = perf_counter(), build(model, seed)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted.fit(rows.X, rows.y)
    unsettled = sum(issubclass(w.category, ConvergenceWarning) for w in caught)
    more = {"learners unsettled": unsettled} if unsettled else {}
    if "stages" not in settings:
        labels, S = fitted.predict(rows.X_test), scores(fitted, rows.X_test)
        size = len(pickle.dumps(fitted)) / 1e3 if "kB" in settings["measures"] else 0
        cost = {"seconds": perf_counter() - start, "kB": size}
        yield None, Answers(rows.y_test, labels, S, rows.y, cost, more)
        return
    test, train = (list(fitted.staged_predict(Z)) for Z in (rows.X_test, rows.X))
    for T in settings["stages"]:
        last = min(T, len(test)) - 1
        seen = float(np.mean(train[last] == rows.y))
        fit = {**more, "rounds made": len(test), "training accuracy": seen}
        yield T, Answers(rows.y_test, test[last], trained=rows.y, more=fit)


def scores(model: Any, X: Any) -> Any:
    """Return what a fitted model ranks labels by, shape (n, L), or None."""
    for method in ("decision_function", "predict_proba"):
        if hasattr(model, method):
            return np.asarray(getattr(model, method)(X))
    return None


def measure(name: str, a: Answers) -> float:
    """Return the measure of that name, such as F1, AP, P@3, nDCG@5 or PSP@1.

    >>> Y, S = np.array([[1, 0, 1]]), np.array([[0.9, 0.8, 0.1]])
    >>> a = Answers(Y, (S > 0.5).astype(int), S, Y)
    >>> measure("precision", a), measure("P@1", a)
    (0.5, 1.0)
    """
    if name in ("seconds", "kB"):
        return float(a.cost[name])
    kind, _, k = name.removeprefix("macro-").partition("@")
    values = [getattr(a, field) for field in PARTS[kind].split()[0].split(",")]
    options = {"average": "macro"} if name.startswith("macro-") else {}
    return float(part(kind)(*values, *([int(k)] if k else []), **options))


# --- a choice, in two ways


def candidates(
    models: Callable[[Any], Staged], settings: Settings
) -> Iterator[tuple[str, Answers]]:
    """Yield what every candidate says at every stage, with a name that tells it."""
    listed = settings.get("candidates") or [settings["model"]]
    for model in listed:
        told = [f"{k}={v}" for k, v in model.items() if any(m[k] != v for m in listed)]
        for stage, a in models(model):
            yield ", ".join(told + [f"T{stage}"] * bool(stage)) or model["kind"], a


def judged(found: list[Answers], settings: Settings) -> tuple[float, float | None]:
    """Return how good answers of some folds are, at which threshold if it may move."""
    by = settings["choose"]["by"]
    if settings["choose"].get("threshold"):
        Y, S = (
            np.concatenate([getattr(a, z) for a in found]) for z in ("true", "scores")
        )
        theta, F = best_cut(Y, S)
        return F, theta
    value = float(np.mean([measure(by, a) for a in found]))
    return (-value if by in LESS_IS_BETTER else value), None


def chosen_inside(
    X: Any, rows: Rows, settings: Settings, seed: int
) -> tuple[int, float | None]:
    """Return the candidate and the threshold that inner folds take; X is unscaled."""
    choose, found = settings["choose"], []
    for train, valid in folds_of(rows.y, None, choose["inner"], seed):
        again = choose.get("rescale", True)  # else the validation rows shape it, too
        Z, scale = (X, settings["scale"]) if again else (rows.X, "as it is")
        inner = scaled(Z[train], rows.y[train], Z[valid], rows.y[valid], scale)
        models = learner(inner, settings, seed)
        found.append([a for _, a in candidates(models, settings)])
    told = [judged(list(folds), settings) for folds in zip(*found, strict=True)]
    place = int(np.argmax([value for value, _ in told]))  # of equals the first
    return place, told[place][1]


def option(name: str, a: Answers, theta: float | None, settings: Settings) -> Option:
    """Return the measures of an answer, cut at theta if there is one."""
    if theta is not None:
        a = a._replace(labels=theta <= a.scores)
    return Option(name, theta, {m: measure(m, a) for m in settings["choose"]["show"]})


# --- summaries: a table has a list of folds for every seed


def summaries(
    table: list[list[Outcome]], settings: Settings
) -> Iterator[tuple[str, Measured]]:
    """Yield the rows of one size by their endings."""
    flat = [outcome for folds in table for outcome in folds]
    used = {"rows used": sum(o.tested for o in table[0])} if len(table[0]) > 1 else {}
    for name in flat[0].values:
        values = [[o.values[name] for o in folds] for folds in table]
        yield name, summary(values, pooled([o.more[name] for o in flat]) | used)
    if choose := settings.get("choose"):
        for way, pick in (("by-test", by_test), ("by-inner", by_inner)):
            picked = [pick(folds, choose["by"]) for folds in table]
            for name in choose["show"]:
                more = told(picked) if name == choose["by"] else {}
                values = [[o.values[name] for o in options] for options in picked]
                yield f"{way}-{name}", summary(values, more)


def by_test(folds: list[Outcome], by: str) -> list[Option]:
    """Return the option of the best mean over the test folds of a seed."""
    mean = np.mean([[o.values[by] for o in fold.options] for fold in folds], axis=0)
    best = int((-mean if by in LESS_IS_BETTER else mean).argmax())
    return [fold.options[best] for fold in folds]


def by_inner(folds: list[Outcome], by: str) -> list[Option]:
    """Return the option that each fold took without its test rows."""
    return [fold.inner for fold in folds if fold.inner]


def told(picked: list[list[Option]]) -> dict[str, Any]:
    """Return how often each option was taken, and the thresholds fold by fold."""
    flat = [option for options in picked for option in options]
    more: dict[str, Any] = {"chosen": dict(Counter(o.name for o in flat))}
    if flat[0].theta is not None:
        more["thresholds"] = [o.theta for o in flat]
    return more


def pooled(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the mean over all trials of what else they found; counts are summed."""
    more: dict[str, Any] = {}
    for key in dict.fromkeys(k for one in found for k in one):
        values = [one[key] for one in found if key in one]
        if isinstance(values[0], dict):
            more[key] = {k: float(np.mean([v[k] for v in values])) for k in values[0]}
        else:
            total = key == "learners unsettled"
            more[key] = sum(values) if total else float(np.mean(values))
    return more


def summary(values: list[list[float]], more: dict[str, Any]) -> Measured:
    """Return the mean, and the spreads over folds and over seeds.

    >>> summary([[0.0, 2.0], [1.0, 5.0]], {}).more
    {'by seed': [1.0, 3.0]}
    """
    V: Array = np.array(values)  # (seeds, folds)
    seeds, folds = V.shape
    within = float(np.sqrt(V.var(axis=1, ddof=1).mean())) if folds > 1 else None
    if seeds == 1:
        return Measured(float(V.mean()), within, None, folds, more)
    means = V.mean(axis=1)
    between = float(means.std(ddof=1))
    more = {"by seed": means.tolist(), **more}
    return Measured(float(V.mean()), within, between, folds, more)
