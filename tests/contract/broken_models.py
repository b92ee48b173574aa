"""Models that each break one rule of the contract: copies, labels, votes, memory."""

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _num_samples

from mlcourse.multilabel import targets
from tests.contract.toys import Each, Line, Lines, Sets

# ruff: noqa: D102


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
        random = super()._random()
        random.permutation(self.n_jobs or 1)
        return random


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
        return sum([X.copy() for _ in range(4)]) / 4, t, classes


class ComparesAll(Line):
    """Predicts by a table of all rows by all rows."""

    def decision_function(self, X):
        scores = super().decision_function(X)
        return np.minimum(scores, np.outer(scores, scores**0).max(axis=1))


class Densifies(Line):
    """Makes an array of every sparse X."""

    def _tidy(self, X):
        return X.toarray() if issparse(X) else X


class StacksVotes(Sets):
    """Holds the votes of all members at once."""

    def _votes(self, method, X):
        votes = super()._votes(method, X)
        return np.mean([votes] * len(self.labelsets_), axis=0)


class SoftAnyway(Sets):
    """Takes hard votes for a matter of taste."""

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.voting_ = "soft"
        return self


class IgnoresSeed(Lines):
    """Draws what it always draws."""

    def _random(self):
        return np.random.RandomState(0)


class OwnGenerator(Lines):
    """Draws other numbers from a RandomState than from its seed."""

    def _random(self):
        return np.random.default_rng(self.random_state)


class NeedsSeed(Lines):
    """Reckons with its seed."""

    def _random(self):
        seed = self.random_state
        return np.random.RandomState(seed + 1) if isinstance(seed, int) else seed


class TagsOfToday(Each):
    """Refuses the X of its fit once `estimator` is another."""

    @property
    def _options(self):
        return targets._options(self)

    @_options.setter
    def _options(self, value):
        """Forget it."""


class NegatesWide(Each):
    """Has a sign wrong where there are more columns than rows."""

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.wide_ = self.n_features_in_ > _num_samples(y)
        return self

    def predict(self, X):
        labels = super().predict(X)
        return 1 - labels if self.wide_ else labels


class Squeezes(Each):
    """Answers a matrix of one column by a vector."""

    def predict(self, X):
        labels = super().predict(X)
        return labels.ravel() if labels.shape[1:] == (1,) else labels


class NeverCertain(Each):
    """Does not tell a label that every row has."""

    def predict(self, X):
        labels = super().predict(X)
        return labels * (super().predict_proba(X) < 1) if labels.ndim == 2 else labels


class NeedsLabels(Each):
    """Cannot be fitted to rows without any label."""

    def fit(self, X, y, sample_weight=None):
        if isinstance(y, np.ndarray) and y.ndim == 2 and not y.any():
            raise ZeroDivisionError("there is no label")
        return super().fit(X, y, sample_weight)


class LosesWeights(Each):
    """Weighs the rows of vectors only."""

    def fit(self, X, y, sample_weight=None):
        matrix = type_of_target(y).startswith("multilabel")
        return super().fit(X, y, None if matrix else sample_weight)
