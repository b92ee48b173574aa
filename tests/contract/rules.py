"""The contract: rules that every public estimator keeps.

A rule is a function of a case that yields complaints, and knows an estimator by its
tags, parameters and attributes only.
"""

import pickle
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from warnings import catch_warnings, filterwarnings

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

from tests.contract.answers import Answers, answers, differences
from tests.contract.cases import Case
from tests.contract.kinds import KINDS_OF, SPARSE, X_KINDS, Y_KINDS
from tests.contract.problems import problem_for

Rule = Callable[[Case], Iterator[str]]
JUNK = "changed after fit"


def complaints(rule: Rule, case: Case) -> list[str]:
    """Return what a rule has to say; an error or a warning counts as well."""
    found = []
    try:
        with catch_warnings():
            filterwarnings("error")
            found.extend(rule(case))
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}")
    return found


def scikit_learn(case: Case) -> Iterator[str]:
    """Every check of scikit-learn passes, but for those known to be impossible."""
    with catch_warnings():
        filterwarnings("ignore")  # its data are not made to converge on
        report = check_estimator(
            case.new(), expected_failed_checks=case.known, on_skip=None, on_fail=None
        )
    for check in report:
        if check["status"] == "failed":
            yield f"{check['check_name']}: {check['exception']}"
        elif check["check_name"] in case.known and check["status"] == "passed":
            yield f"{check['check_name']} passes: it need not stand in `known`"


def scales(d: int) -> dict[str, Any]:
    """Return what columns are multiplied by: powers of 2, so that no number changes."""
    low, one, high = 2.0**-30, np.ones(d), 2.0**30  # 0.93e-9, 1, 1.07e9
    return {
        "all 1e-9": low * one,
        "all 1e9": high * one,
        "one 1e-9": np.append(low, one[1:]),
        "one 1e9": np.append(one[1:], high),
        "mixed": 2.0 ** np.linspace(-30, 30, d).round(),
    }


def units(case: Case) -> Iterator[str]:
    """Columns in other units give the answers of the case's reference.

    Equal distances stay equal only if all columns have one unit, so counts, which are
    full of them, get one.
    """
    if isinstance(case.units, str):
        return
    model = case.new("units")
    sparse = get_tags(model).input_tags.sparse
    for name in ("continuous", "counts"):
        problem = problem_for(model, name)
        for unit, scale in scales(problem.X.shape[1]).items():
            if name == "counts" and not unit.startswith("all"):
                continue
            expected = _outcome(partial(case.units, model, problem, scale))
            for kind in ("float", "csr_array") if sparse else ("float",):
                make = X_KINDS[kind]
                X, Q = make(problem.X * scale), make(problem.Q * scale)
                found = _outcome(lambda: answers(clone(model).fit(X, problem.y), Q))  # noqa: B023
                where = f"{name}, {unit}, {kind}"
                if isinstance(found, dict) and isinstance(expected, dict):
                    yield from differences(found, expected, where, 1e-5)
                elif type(found) is not type(expected) and not (
                    case.may_give_up and isinstance(found, ConvergenceWarning)
                ):
                    yield f"{where}: {found!r} instead of {expected!r}"


def _outcome(call: Callable[[], Answers]) -> Answers | Exception:
    """Return answers, or how a model gives up or refuses the data."""
    try:
        return call()
    except (ConvergenceWarning, ValueError) as error:
        return error


def kinds(case: Case) -> Iterator[str]:
    """Every kind of X and of y gives the same answers; fit on one, predict another.

    Kinds that the tags exclude are refused, with what to do.
    """
    model = case.new("kinds")
    sparse = get_tags(model).input_tags.sparse
    for name, wanted in KINDS_OF.items():
        X, y, Q = problem_for(model, name)
        fitted = clone(model).fit(X, y)
        expected = answers(fitted, Q)
        for kind in wanted:
            make = X_KINDS[kind]
            if kind in SPARSE and not sparse:
                yield from _refuses_sparse(model, fitted, make(X), y)
                continue
            other = clone(model).fit(make(X), y)
            for asked in {kind, "float", "csr_array"} - (set() if sparse else SPARSE):
                found = _unnamed(other, X_KINDS[asked](Q))
                where = f"{name}, fit on {kind}, asked about {asked}"
                yield from differences(found, expected, where, 1e-5)
            where = f"{name}, fit on float, asked about {kind}"
            found = _unnamed(fitted, make(Q))
            yield from differences(found, expected, where, 1e-5)
    for kind, make in Y_KINDS["matrix" if y.ndim == 2 else "vector"].items():
        found = answers(clone(model).fit(X, make(y)), Q)
        yield from differences(found, expected, f"{name}, y as {kind}", 1e-5)


def _unnamed(model: Any, X: Any) -> Answers:
    """Return answers, whether or not the columns had names before."""
    with catch_warnings():
        filterwarnings("ignore", "X (does not have|has) .*feature names")
        return answers(model, X)


def _refuses_sparse(model: Any, fitted: Any, X: Any, y: Any) -> Iterator[str]:
    """Complain unless sparse X is refused in fit and predict."""
    for what, call in (
        ("fit", lambda: clone(model).fit(X, y)),
        ("predict", lambda: answers(fitted, X)),
    ):
        try:
            call()
        except (TypeError, ValueError) as error:
            if not re.search("dense|toarray", str(error)):
                yield f"{what} refuses {type(X).__name__} without a remedy: {error}"
        else:
            yield f"{what} takes {type(X).__name__} against the tags"


def parameters(case: Case) -> Iterator[str]:
    """Parameters changed after fit change no answer: what predict needs is stored.

    All but the number of jobs are set to junk; an estimator inside is first spoilt,
    then replaced by one without probabilities.
    """
    model = case.new("parameters")
    X, y, Q = problem_for(model, "continuous")
    model.fit(X, y)
    expected = answers(model, Q)
    deep = model.get_params(deep=True)
    inner = {n for n, v in deep.items() if hasattr(v, "get_params")}
    model.set_params(
        **{n: JUNK for n in deep if n not in inner and not n.endswith("n_jobs")}
    )
    yield from differences(answers(model, Q), expected, "after set_params")
    if inner:
        top = {n: Perceptron() for n in inner if "__" not in n}
        model.set_params(**top)
        where = "with another estimator"
        yield from differences(answers(model, Q), expected, where)


def copies(case: Case) -> Iterator[str]:
    """Clones, pickles, second fits and two jobs give the same answers."""
    model = case.new("copies")
    X, y, Q = problem_for(model, "continuous")
    expected = answers(model.fit(X, y), Q)
    thawed = pickle.loads(pickle.dumps(model))
    yield from differences(answers(thawed, Q), expected, "pickled", 0)
    again = clone(model)
    if set(vars(again)) != set(vars(case.new("copies"))):
        yield "a clone of a fitted model is not as new"
    yield from differences(answers(again.fit(X, y), Q), expected, "cloned", 0)
    other, twice = problem_for(model, "other"), case.new("copies")
    twice.fit(other.X[:, 1:], other.y[:, 1:] if y.ndim == 2 else other.y)
    yield from differences(answers(twice.fit(X, y), Q), expected, "fitted twice", 0)
    if "n_jobs" in model.get_params(deep=False):
        two = clone(model).set_params(n_jobs=2).fit(X, y)
        yield from differences(answers(two, Q), expected, "n_jobs=2")
