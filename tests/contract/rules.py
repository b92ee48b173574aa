"""The contract: rules that every public estimator keeps.

A rule is a function of a case that yields complaints, and knows an estimator by its
tags, parameters and attributes only.
"""

import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any
from warnings import catch_warnings, filterwarnings

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import Perceptron
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

from tests.contract.answers import Answers, answers, differences
from tests.contract.cases import Case
from tests.contract.kinds import KINDS_OF, SPARSE, X_KINDS, Y_KINDS, contents
from tests.contract.problems import problem_for
from tests.contract.toys import Mute

Rule = Callable[[Case], Iterator[str]]
JUNK = "changed after fit"


def complaints(rule: Rule, case: Case) -> list[str]:
    """Return what a rule has to say, but for what the case knows.

    An error or a warning counts as well.
    """
    found: list[str] = []
    try:
        with catch_warnings():
            filterwarnings("error")
            found.extend(rule(case))
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}")
    for known in case.known:
        name, _, start = known.partition(": ")
        if name == rule.__name__:
            rest = [text for text in found if not text.startswith(start)]
            stale = f"{known}: this is no longer so, and need not stand in `known`"
            found = rest if len(rest) < len(found) else [*found, stale]
    return found


def scikit_learn(case: Case) -> Iterator[str]:
    """Every check of scikit-learn passes, but for those known to be impossible."""
    with catch_warnings():
        filterwarnings("ignore")  # its data are not made to converge on
        report = check_estimator(
            case.new("scikit_learn"),
            expected_failed_checks=case.known,
            on_skip=None,
            on_fail=None,
        )
    for check in report:
        if check["status"] == "failed":
            yield f"{check['check_name']}: {check['exception']}"
        elif check["check_name"] in case.known and check["status"] == "passed":
            yield f"{check['check_name']} passes: it need not stand in `known`"


def kinds(case: Case) -> Iterator[str]:
    """Every kind of X and of y gives the same answers, and is left as it was.

    Models are fitted to one kind and asked about another.

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
            other = clone(model).fit(table := make(X), y)
            if contents(table) != contents(make(X)):
                yield f"{name}: fit changes X, {kind}"
            for asked in {kind, "float", "csr_array"} - (set() if sparse else SPARSE):
                found = _unnamed(other, X_KINDS[asked](Q))
                where = f"{name}, fit on {kind}, asked about {asked}"
                yield from differences(found, expected, where, 1e-5)
            where = f"{name}, fit on float, asked about {kind}"
            found = _unnamed(fitted, table := make(Q))
            yield from differences(found, expected, where, 1e-5)
            if contents(table) != contents(make(Q)):
                yield f"{name}: predict changes X, {kind}"
    for kind, make in Y_KINDS["matrix" if y.ndim == 2 else "vector"].items():
        found = answers(clone(model).fit(X, table := make(y)), Q)
        if contents(table) != contents(make(y)):
            yield f"{name}: fit changes y, {kind}"
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
    then replaced by some without probabilities, the last of which take no sparse X.
    """
    sparse = get_tags(case.new("parameters")).input_tags.sparse
    for kind in ("float", "csr_array") if sparse else ("float",):
        model, make = case.new("parameters"), X_KINDS[kind]
        X, y, Q = problem_for(model, "continuous")
        model.fit(make(X), y)
        expected = answers(model, make(Q))
        deep = model.get_params(deep=True)
        inner = {n for n, v in deep.items() if hasattr(v, "get_params")}
        model.set_params(
            **{n: JUNK for n in deep if n not in inner and not n.endswith("n_jobs")}
        )
        where = f"{kind}, after set_params"
        yield from differences(answers(model, make(Q)), expected, where)
        for other in (Perceptron(), Mute()) if inner else ():
            model.set_params(**{n: other for n in inner if "__" not in n})
            where = f"{kind}, with estimator={other}"
            yield from differences(answers(model, make(Q)), expected, where)


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
    twice.fit(other.X, other.y)  # of other width, and of other labels
    yield from differences(answers(twice.fit(X, y), Q), expected, "fitted twice", 0)
    if "n_jobs" in model.get_params(deep=False):
        two = clone(model).set_params(n_jobs=2).fit(X, y)
        yield from differences(answers(two, Q), expected, "n_jobs=2")


def seeds(case: Case) -> Iterator[str]:
    """Seeds may be None, an int, or the RandomState of that int; two of them differ.

    They need not where a case sets none: then nothing is drawn.
    """
    model = case.new("seeds")
    if "random_state" not in model.get_params(deep=False):
        return
    X, y, Q = problem_for(model, "continuous")

    def by(seed: Any) -> Answers:
        return answers(clone(model).set_params(random_state=seed).fit(X, y), Q)

    by(None)
    if model.random_state is None:
        return
    expected = by(0)
    state = np.random.RandomState(0)
    yield from differences(by(state), expected, "RandomState(0) instead of 0", 0)
    if not any(list(differences(by(seed), expected, "")) for seed in range(1, 11)):
        yield "the answers of seeds 0 to 10 are the same"
