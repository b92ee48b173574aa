"""Lines that each break one rule of the contract: data, steps, convergence."""

from warnings import catch_warnings, simplefilter

import numpy as np
from scipy.sparse import issparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_array, check_is_fitted

from tests.contract.toys import Line

# ruff: noqa: D102


class TakesAnyWidth(Line):
    """Does not ask whether X has the columns of the fit."""

    def _rows(self, X):
        check_is_fitted(self)
        X, width = check_array(X, accept_sparse="csr"), self.coef_.shape[1]
        if X.shape[1] == width:
            return X
        return np.resize(X.toarray() if issparse(X) else X, (X.shape[0], width))


class DropsSmallColumns(Line):
    """Takes a column in small units for a constant one."""

    def _scale(self, sd):
        return np.where(sd > 1e-6, sd, 1)


class DropsFarColumns(Line):
    """Takes a column that lies far from 0 for a constant one."""

    def _path(self, X, t):
        mean, size = np.ravel(X.mean(axis=0)), abs(X.copy()).max(axis=0)
        size = np.ravel(size.toarray() if issparse(X) else size)
        keep = np.where(abs(mean) > 0.99 * size, 0.0, 1.0)
        return super()._path(X.multiply(keep).tocsr() if issparse(X) else X * keep, t)


class DropsSmallTables(Line):
    """Takes a table in small units for one of zeros."""

    def _scale(self, sd):
        return super()._scale(sd) if sd.max() > 1e-6 else np.ones(len(sd))


class ReadsMemory(Line):
    """Reads the numbers as they lie in memory, whatever the order."""

    def _tidy(self, X):
        return X if issparse(X) else np.reshape(X.ravel("K"), X.shape)


class RefusesBriefly(Line):
    """Refuses sparse X without a remedy."""

    def _tidy(self, X):
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


class Halves(Line):
    """Works on the caller's own sparse X."""

    def fit(self, X, y):
        super().fit(X, y)
        if issparse(X) and X.format in ("csr", "csc") and X.dtype.kind == "f":
            X.data *= 0.5
        return self


class Passes(Line):
    """Has a generator of another name, which half fits."""

    def passes(self, X, y):
        X, t, self.classes_ = self._data(X, y)
        yield from self._path(X, t)


class OtherNames(Line):
    """Gives up without a word, which only other names hide."""

    def __init__(self, n_epochs=3, eps=1e-9, threshold=0.0):
        self.n_epochs = n_epochs
        self.eps = eps
        self.threshold = threshold

    max_iter = property(lambda self: self.n_epochs)
    tol = property(lambda self: self.eps)

    def fit(self, X, y):
        with catch_warnings():
            simplefilter("ignore", ConvergenceWarning)
            return super().fit(X, y)
