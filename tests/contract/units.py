"""The rules of references: columns in other units, and more columns than rows."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import get_tags

from tests.contract.answers import Answers, answers, differences
from tests.contract.cases import Case
from tests.contract.kinds import X_KINDS
from tests.contract.problems import problem_for
from tests.contract.references import penalty_in_units


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
    for name in ("continuous", "counts"):
        problem = problem_for(model, name)
        for unit, scale in scales(problem.X.shape[1]).items():
            if name == "counts" and not unit.startswith("all"):
                continue
            expected = _outcome(partial(case.units, model, problem, scale))
            for kind in _kinds(model):
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


def far(case: Case) -> Iterator[str]:
    """Columns tell as much 65536 away from 0 as near it, as years do."""
    model = case.new("units")
    blind = case.units is penalty_in_units or isinstance(case.units, str)
    if blind or not getattr(model, "fit_intercept", True):
        return
    X, y, Q = problem_for(model, "continuous")
    expected = answers(clone(model).fit(X, y), Q)
    if "get_support" in expected:
        del expected["transform"]  # it hands on what it is given
    away = np.append(np.zeros(X.shape[1] - 1), 2.0**16)
    for kind in _kinds(model):
        rows, new = X_KINDS[kind](X + away), X_KINDS[kind](Q + away)
        found = _outcome(lambda: answers(clone(model).fit(rows, y), new))  # noqa: B023
        if isinstance(found, dict):
            yield from differences(found, expected, kind, 1e-5)
        elif not (case.may_give_up and isinstance(found, ConvergenceWarning)):
            yield f"{kind}: {found!r}"


def _kinds(model: Any) -> list[str]:
    return ["float", "csr_array"] if get_tags(model).input_tags.sparse else ["float"]


def _outcome(call: Callable[[], Answers]) -> Answers | Exception:
    """Return answers, or how a model gives up or refuses the data."""
    try:
        return call()
    except (ConvergenceWarning, ValueError) as error:
        return error


def wide(case: Case) -> Iterator[str]:
    """With more columns than rows too: the reference's answers, better than chance."""
    model = case.new("wide")
    X, y, Q = problem = problem_for(model, "wide")
    chance = np.unique(y, return_counts=True)[1].max() / y.size
    for kind in _kinds(model):
        make = X_KINDS[kind]
        fitted = clone(model).fit(make(X), y)
        if hasattr(fitted, "predict"):
            right = np.mean(fitted.predict(make(X)) == y)
            if right <= chance:
                yield f"{kind}: {right:.2f} of the training set right, not {chance:.2f}"
        if not isinstance(case.units, str):
            expected = case.units(model, problem, np.ones(X.shape[1]))
            yield from differences(answers(fitted, make(Q)), expected, kind, 1e-5)
