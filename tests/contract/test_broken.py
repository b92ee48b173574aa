"""Every rule of the contract can fail: each spoilt toy is caught by one rule alone."""

import numpy as np
import pytest
from sklearn.utils.validation import check_array, check_is_fitted

from tests.contract.cases import Case, forgotten
from tests.contract.memory import memory
from tests.contract.references import same
from tests.contract.rules import complaints
from tests.contract.toys import Line, Lines
from tests.test_contract import RULES

# ruff: noqa: D102


class TakesAnyWidth(Line):
    """Does not ask whether X has the columns of the fit."""

    def _rows(self, X):
        check_is_fitted(self)
        X = self._dense(check_array(X, accept_sparse="csr", dtype=float))
        return np.resize(X, (len(X), self.coef_.shape[1]))


class DropsSmallColumns(Line):
    """Takes a column in small units for a constant one."""

    def _scale(self, X):
        sd = X.std(axis=0)
        return np.where(sd > 1e-6, sd, 1)


class DropsSmallTables(Line):
    """Takes a table in small units for one of zeros."""

    def _scale(self, X):
        return super()._scale(X) if np.abs(X).max() > 1e-6 else np.ones(X.shape[1])


class ReadsMemory(Line):
    """Reads the numbers as they lie in memory, whatever the order."""

    def _dense(self, X):
        return np.reshape(super()._dense(X).ravel("K"), X.shape)


class RefusesBriefly(Line):
    """Refuses sparse X without a remedy."""

    def _dense(self, X):
        if not isinstance(X, np.ndarray):
            raise TypeError("sparse X? No.")
        return X

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags


class HalfFits(Line):
    """Remembers the classes when it only shows its steps."""

    def _checked(self, X, y):
        X, t, self.classes_ = self._data(X, y)
        return X, t


class Overwrites(Line):
    """Leaves an unfitted model alone, but not a fitted one."""

    def steps(self, X, y):
        for step in super().steps(X, y):
            if hasattr(self, "coef_"):
                self.coef_ = step.w[None, 1:]
            yield step


class Endless(Line):
    """Has steps that go on for ever."""

    def steps(self, X, y):
        for step in super().steps(X, y):
            yield step
        while True:
            yield step


class StopsEarly(Line):
    """Makes one step less than `fit`."""

    def steps(self, X, y):
        yield from list(super().steps(X, y))[:-1]


class OtherPath(Line):
    """Has as many steps as `fit`, to another place."""

    def steps(self, X, y):
        for step in super().steps(X, y):
            yield step._replace(w=step.w + 1e-6)


class Recounts(Line):
    """Counts its steps in twos."""

    def steps(self, X, y):
        for step in super().steps(X, y):
            yield step._replace(k=2 * step.k)


class Silent(Line):
    """Gives up without a word."""

    def fit(self, X, y):
        most, self.max_iter = self.max_iter, self.max_iter + 1
        try:
            X, t, self.classes_ = self._data(X, y)
            *_, last = (step for step in self._path(X, t) if step.k <= most)
        finally:
            self.max_iter = most
        self.threshold_, self.n_iter_ = self.threshold, last.k
        self.objective_ = last.objective
        self.intercept_, self.coef_ = last.w[:1], last.w[None, 1:]
        return self


class Cryptic(Line):
    """Warns, and leaves the rest to the reader."""

    def _advice(self):
        return "Did not converge."


class NoLimit(Line):
    """Has a tolerance, but nothing to raise when it is not met."""

    def __init__(self, tol=1e-9, threshold=0.0):
        super().__init__(2000, tol, threshold)


class ReadsParameters(Line):
    """Uses today's threshold instead of the one of the fit."""

    def decision_function(self, X):
        scores = super().decision_function(X) + self.threshold_
        return scores - self.threshold


class Coarse(Line):
    """Loses digits in a pickle."""

    def __getstate__(self):
        state = super().__getstate__()
        if "coef_" in state:
            state["coef_"] = state["coef_"].astype(np.float32)
        return state


class Remembers(Line):
    """Cannot forget that its first fit had another number of columns."""

    def fit(self, X, y):
        super().fit(X, y)
        self.first_ = vars(self).get("first_", self.n_features_in_)
        self.coef_ = self.coef_ * (self.n_features_in_ / self.first_)
        return self


class CountsJobs(Lines):
    """Draws other columns for other numbers of jobs."""

    def _random(self):
        return np.random.RandomState(self.random_state + (self.n_jobs or 1))


class HardVotes(Lines):
    """Lets members say yes or no."""

    def _vote(self, member, X):
        return member.predict_proba(X).round()


class HardScores(Lines):
    """Has probabilities to rank by, and scores that cannot."""

    def decision_function(self, X):
        return np.sign(super().decision_function(X)) / 2


class UnequalVotes(Lines):
    """Trusts the first member twice as much."""

    def predict_proba(self, X):
        X = self._rows(X)
        first = self.estimators_[0].predict_proba(X)
        return (super().predict_proba(X) * 3 + first) / 4


class HardByDefault(Lines):
    """Offers soft votes to those who ask."""

    def __init__(self, n_estimators=3, n_jobs=None, random_state=0, voting="hard"):
        super().__init__(n_estimators, n_jobs, random_state)
        self.voting = voting


class Hoards(Line):
    """Fits with copies at hand."""

    def _data(self, X, y):
        X, t, classes = super()._data(X, y)
        return np.sum([X, X, X, X], axis=0) / 4, t, classes


class ComparesAll(Line):
    """Predicts by a table of all rows by all rows."""

    def decision_function(self, X):
        scores = super().decision_function(X)
        return np.minimum(scores, np.outer(scores, scores**0).max(axis=1))


BAD = {
    "scikit_learn": [TakesAnyWidth()],
    "units": [DropsSmallColumns(), DropsSmallTables()],
    "kinds": [ReadsMemory(), RefusesBriefly()],
    "steps": [
        HalfFits(),
        Overwrites(),
        Endless(),
        StopsEarly(),
        OtherPath(),
        Recounts(),
    ],
    "convergence": [Silent(), Cryptic(), NoLimit()],
    "parameters": [ReadsParameters()],
    "copies": [Coarse(), Remembers(), CountsJobs()],
    "soft_votes": [
        HardVotes(),
        HardScores(),
        UnequalVotes(),
        HardByDefault(voting="soft"),
    ],
    "memory": [Hoards(), ComparesAll()],
}


def verdict(model):
    """Return the names of the rules that complain about a model."""
    case = Case(model, same)
    return [rule.__name__ for rule in RULES if complaints(rule, case)]


@pytest.mark.parametrize(
    ("rule", "model"),
    [(rule, model) for rule, models in BAD.items() for model in models],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_one_rule_complains(rule, model):
    assert verdict(model) == [rule]


@pytest.mark.parametrize("model", [Line(), Lines()], ids=str)
def test_all_are_silent_about_the_toys(model):
    assert verdict(model) == []


def test_every_rule_is_shown_to_fail():
    assert list(BAD) == [rule.__name__ for rule in RULES]


def test_a_complaint_says_what_is_wrong():
    found = complaints(memory, Case(Hoards(), same))
    assert found[0].startswith("fit takes ")


def test_finds_an_estimator_that_has_no_case(tmp_path, monkeypatch):
    """Public classes that can be fitted and are defined here, in any folder."""
    lines = [
        "from sklearn.base import BaseEstimator",
        "from sklearn.linear_model import Ridge",
        "class Base(BaseEstimator): pass",
        "class Found(Base):",
        "    def fit(self, X, y): return self",
        "class _Private(Found): pass",
        "class Plain:",
        "    def fit(self, X, y): return self",
    ]
    for folder in (tmp_path / "planted", tmp_path / "planted" / "deep"):
        folder.mkdir()
        (folder / "__init__.py").write_text("", encoding="utf-8")
        (folder / "__main__.py").write_text("raise SystemExit", encoding="utf-8")
    (folder / "one.py").write_text("\n".join(lines), encoding="utf-8")
    (folder / "two.py").write_text("from planted.deep.one import *", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import planted

    assert forgotten([], planted) == [
        "planted.deep.one.Found has no row in tests/contract/cases.py"
    ]
    assert forgotten([Case(planted.deep.one.Found(), same)], planted) == []
