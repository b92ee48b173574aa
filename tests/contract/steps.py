"""The rules of iterative estimators: names, their generator, when they give up."""

import re
from collections.abc import Iterator
from inspect import isgeneratorfunction
from itertools import islice
from typing import Any
from warnings import catch_warnings, simplefilter

import joblib
import numpy as np
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from tests.contract.cases import Case
from tests.contract.problems import problem_for

ENDLESS = 20_000  # steps; a generator that makes more does not end where fit does
SYNONYMS = {
    "max_iter": "epochs iterations max_epochs max_steps n_epochs n_iter passes",
    "tol": "eps epsilon precision tolerance",
}


def names(case: Case) -> Iterator[str]:
    """Ask that what iterates has max_iter, tol and steps, which other rules go by.

    What yields the answers of stages is no generator of moves.
    """
    model = case.new("names")
    parameters = model.get_params(deep=False)
    for name, others in SYNONYMS.items():
        for other in set(others.split()) & set(parameters):
            if name not in parameters:
                yield f"{other} must be called {name}"
    if "tol" in parameters and "max_iter" not in parameters:
        yield "there is a tol, but no max_iter to give up after"
    if "max_iter" in parameters and not hasattr(model, "steps"):
        yield "there is a max_iter, but no steps that yields the moves"
    for name in dir(type(model)):
        method = getattr(type(model), name, None)
        public = not name.startswith(("_", "staged_")) and name != "steps"
        if public and isgeneratorfunction(method):
            yield f"the generator {name} must be called steps"


def steps(case: Case) -> Iterator[str]:
    """Ask whether `steps` replays `fit`, ends with it, and leaves the model alone."""
    model = case.new("steps")
    if not hasattr(model, "steps"):
        return
    X, y, Q = problem_for(model, "continuous")
    yield from _leaves_alone(model, X, y, "an unfitted model")
    try:
        getattr(model, "predict", getattr(model, "transform", None))(Q)
    except NotFittedError:
        pass
    else:
        yield "after steps an unfitted model predicts"
    other = problem_for(model, "other")
    model.fit(other.X, other.y)
    yield from _leaves_alone(model, X, y, "a fitted model")
    run = list(islice(case.new("steps").steps(X, y), ENDLESS))
    if len(run) == ENDLESS:
        yield f"steps has not ended after {ENDLESS}"
        return
    yield from ends_elsewhere(case.new("steps").fit(X, y), run, Q)


def _leaves_alone(model: Any, X: Any, y: Any, what: str) -> Iterator[str]:
    """Complain if some steps, or all, change what the model holds."""
    for n_steps in (1, ENDLESS):
        before = joblib.hash(vars(model)), set(vars(model))
        for _ in islice(model.steps(X, y), n_steps):
            pass
        if (joblib.hash(vars(model)), set(vars(model))) != before:
            extra = sorted(set(vars(model)) - before[1])
            yield f"steps changes {what}" + f" (it sets {extra})" * bool(extra)


def ends_elsewhere(model: Any, run: list[Any], Q: Any) -> Iterator[str]:
    """Tell where the last step of a run is not what a fitted model holds."""
    if hasattr(model, "rounds_"):
        pairs = list(zip(run, model.rounds_, strict=False))
        if len(run) != len(model.rounds_) or not all(_equal(*p, Q) for p in pairs):
            yield "steps and rounds_ differ"
        return
    last, held = run[-1], vars(model)
    k = [step.k for step in run]
    if k[0] != 0 or k != sorted(set(k)) or k[-1] != model.n_iter_:
        yield f"n_iter_ is {model.n_iter_}, but steps counts {k[:3]} ... {k[-1]}"
    fitted = {
        "w": np.append(held.get("intercept_", []), held.get("coef_", [])),
        "W": np.transpose(held.get("coef_", [])),
        "b": held.get("intercept_"),
        "objective": held.get("objective_"),
    }
    known = [name for name in fitted if hasattr(last, name)]
    if not {"w", "W"} & set(known):
        yield f"a step has no iterate w or W: {last._fields}"
    for name in known:
        found, expected = np.asarray(getattr(last, name)), fitted[name]
        if expected is None or not np.array_equal(found, expected):
            yield f"the last step's {name} is not what fit keeps"
    objectives = held.get("objectives_")
    if objectives is not None and [s.objective for s in run] != list(objectives):
        yield "the objectives of steps are not objectives_"


def _equal(one: Any, other: Any, Q: Any) -> bool:
    """Tell whether two rounds hold equal numbers and rules that answer alike."""
    for a, b in zip(one, other, strict=True):
        if callable(a):
            a, b = a(Q), b(Q)
        if not np.array_equal(a, b):
            return False
    return True


def convergence(case: Case) -> Iterator[str]:
    """Whoever runs out of moves says what to raise; `n_iter_` counts the moves."""
    model = case.new("convergence")
    if "max_iter" not in model.get_params(deep=False):
        return
    X, y, _ = problem_for(model, "continuous")
    most = model.fit(X, y).max_iter
    if not 1 <= getattr(model, "n_iter_", -1) <= most:
        yield f"n_iter_ is {getattr(model, 'n_iter_', 'missing')} of at most {most}"
    model.set_params(max_iter=1)
    X, y, _ = problem_for(model, "correlated")
    with catch_warnings(record=True) as caught:
        simplefilter("always")
        model.fit(X, y)
    told = [w.message for w in caught if issubclass(w.category, ConvergenceWarning)]
    if not told:
        yield "no ConvergenceWarning after max_iter=1 moves"
    for message in map(str, told):
        if "max_iter" not in message or not re.search("[Rr]aise", message):
            yield f"the warning does not say to raise max_iter: {message}"
    if getattr(model, "n_iter_", None) != 1:
        yield f"n_iter_ is {getattr(model, 'n_iter_', 'missing')} after max_iter=1"
