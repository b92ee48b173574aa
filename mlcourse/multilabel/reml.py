r"""REML: a low-rank part for what labels share, and a sparse part for the tail.

.. math:: \hat Y = X U V + X H

.. math:: \min_{U, V, H}\ \lVert Y - XUV - XH \rVert_F^2
          + \lambda_1 \lVert H \rVert_F^2
          + \lambda_2 \bigl(\lVert U \rVert_F^2 + \lVert V \rVert_F^2\bigr)
          + \lambda_3 \lVert XH \rVert_1

All labels pass through k numbers, XU, except for what H gives to each on its own: the
last term leaves few outputs XH of the training rows. :mod:`mlcourse.solvers.reml` says
how they are found. The intercept takes the means away from X and Y before.

Symbols: X (n, d); Y (n, L) of 0 and 1; U (d, k), V (k, L), H (d, L); lambda_1 =
alpha_tail, lambda_2 = alpha_low_rank, lambda_3 = alpha_l1.
Source: Xu, Tao & Xu (2016), Robust Extreme Multi-label Learning, KDD, 1275-1284.
"""

from warnings import warn

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcourse.checks import HEAVIEST, check_flag, check_integer, check_number
from mlcourse.multilabel.divided import divided
from mlcourse.multilabel.linear import LinearClassifier, check_threshold, forget
from mlcourse.multilabel.targets import check_rows, check_targets
from mlcourse.solvers.centring import centred
from mlcourse.solvers.reml import RemlStep, Terms, reml, settled
from mlcourse.solvers.steps import until
from mlcourse.solvers.units import check_magnitude

__all__ = ["REML", "RemlStep", "Terms", "reml"]

# What a fit to all rows keeps, and what a fit to clusters keeps instead.
ONE = ("U_", "V_", "H_", "coef_", "intercept_", "objectives_", "x_mean_", "y_mean_")
SEVERAL = "divided_"


class REML(LinearClassifier):
    r"""Low rank plus a sparse tail, as a classifier.

    Parameters
    ----------
    n_components : int >= 0, default=50
        The rank k of the part that labels share. With 0 there is none: a ridge
        regression whose outputs are pulled to zero.
    alpha_low_rank : float > 0, default=1.0
        Strength of the penalty on U and V. It has the unit of X.
    alpha_tail : float >= 0, default=1.0
        Strength of the squared penalty on H. It has the squared unit of X.
    alpha_l1 : float >= 0, default=0.05
        Strength of the penalty on the sizes of XH. It has the unit of Y: residuals no
        larger than half of it ask for no tail.
    rho : float > 0, default=1.0
        The price of a difference between XH and its sparse copy in ADMM.
    fit_intercept : bool, default=True
        Whether there is an intercept, which is not penalised.
    threshold : float, default=0.5
        Where to cut the estimate.
    tol : float > 0, default=1e-4
        The search ends when a round changes the objective by no more than this share,
        and ADMM's last sweep, squared, is no more than this share of it.
    max_iter : int >= 1, default=100
        The largest number of rounds over V, U and H.
    n_clusters : int >= 1, default=1
        Divide and conquer: k-means splits the rows of X, each cluster gets a fit of its
        own, and the nearest centre answers for a new row.
    n_jobs : int, default=None
        How many clusters to fit at a time, as joblib has it.
    random_state : int, RandomState or None, default=None
        Seed of k-means; of no use with one cluster.

    Attributes
    ----------
    U_, V_, H_ : ndarray of shape (d, k), (k, L), (d, L)
        The two parts.
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        Both together, UV + H, a row a label, and the intercepts.
    x_mean_, y_mean_ : ndarray of shape (d,), (L,)
        The means that the intercept takes away, else zeros: an estimate is `y_mean_`
        plus `low_rank` plus `tail`.
    n_iter_ : int
        Number of rounds made.
    objective_, objectives_ : float, ndarray
        The objective at the end, and after every round from the start.
    low_rank_share_ : float
        How much of the fit is of low rank, on the training rows:
        :math:`\lVert XUV \rVert^2 / (\lVert XUV \rVert^2 + \lVert XH \rVert^2)`.
    divided_ : Divided
        With several clusters: centres, and a model for each. They hold what stands
        above up to `y_mean_`; `n_iter_` is the largest of theirs, `objective_` the sum.

    Examples
    --------
    >>> X, Y = [[0.0], [1.0], [2.0], [3.0]], [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> model = REML(n_components=1, alpha_low_rank=0.1, alpha_l1=0.1).fit(X, Y)
    >>> model.predict([[0.5], [2.5]]).tolist(), round(model.low_rank_share_, 2)
    ([[1, 0], [0, 1]], 1.0)
    """

    def __init__(
        self,
        n_components=50,
        alpha_low_rank=1.0,
        alpha_tail=1.0,
        alpha_l1=0.05,
        rho=1.0,
        fit_intercept=True,
        threshold=0.5,
        tol=1e-4,
        max_iter=100,
        n_clusters=1,
        n_jobs=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.alpha_low_rank = alpha_low_rank
        self.alpha_tail = alpha_tail
        self.alpha_l1 = alpha_l1
        self.rho = rho
        self.fit_intercept = fit_intercept
        self.threshold = threshold
        self.tol = tol
        self.max_iter = max_iter
        self.n_clusters = n_clusters
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        if not self.fit_quietly(X, y):
            warn(
                f"The search still moves by more than tol={self.tol} after "
                f"max_iter={self.max_iter} rounds. Raise max_iter or tol.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def fit_quietly(self, X, y):
        """Fit as `fit` does, without a warning; tell whether the search ended."""
        X, Y = self._checked(X, y)
        forget(self, *ONE, SEVERAL)
        fit = self._fit_one if self.n_clusters == 1 else self._fit_clusters
        converged = fit(X, Y)
        low, tail = (np.sum(self._answer(p, X) ** 2) for p in ("low_rank", "tail"))
        self.low_rank_share_ = float(low / (low + tail or 1))
        return converged

    def steps(self, X, y):
        """Yield the very rounds that `fit` makes; it takes one cluster."""
        model = clone(self)
        X, Y = model._checked(X, y)
        if model.n_clusters > 1:
            raise ValueError(
                f"n_clusters={model.n_clusters} makes a fit for each; to see the steps "
                "of one, give n_clusters=1 and the rows of a cluster."
            )
        yield from model._run(*centred(X, Y, model.fit_intercept)[:2])

    def estimate(self, X):
        r"""Return :math:`\hat Y` of every row and label, shape (n, L)."""
        return self._asked("estimate", X)

    def low_rank(self, X):
        """Return the low-rank part of the estimate, (X - x_mean_)UV, shape (n, L)."""
        return self._asked("low_rank", X)

    def tail(self, X):
        """Return the tail part of the estimate, (X - x_mean_)H, shape (n, L)."""
        return self._asked("tail", X)

    def _asked(self, part, X):
        """Return a part of the estimate, or all of it, for rows to be checked."""
        check_is_fitted(self)
        return self._answer(part, check_rows(self, X))

    def _answer(self, part, X):
        """Return a part of the estimate for checked rows, (n, L)."""
        if hasattr(self, "divided_"):
            return self.divided_.ask(part, X)
        if part == "estimate":
            return X @ self.coef_.T + self.intercept_
        if part == "tail":
            return X @ self.H_ - self.x_mean_ @ self.H_
        return (X @ self.U_ - self.x_mean_ @ self.U_) @ self.V_

    def _fit_clusters(self, X, Y):
        """Fit to every cluster; tell whether all searches ended."""
        one = clone(self).set_params(n_clusters=1, n_jobs=None)
        jobs = self.n_clusters, self.n_jobs, self.random_state
        self.divided_ = divided(one, X, Y, *jobs)
        self.n_iter_ = max(model.n_iter_ for model in self.divided_.models)
        self.objective_ = sum(model.objective_ for model in self.divided_.models)
        self.threshold_ = self.threshold
        return all(self.divided_.converged)

    def _fit_one(self, X, Y):
        """Fit to all rows; tell whether the search ended."""
        X, Y, mean = centred(X, Y, self.fit_intercept)
        run, objectives = self._run(X, Y), []
        for last in run:
            objectives.append(last.objective)
        self.U_, self.V_, self.H_ = last.U, last.V, last.H
        self.n_iter_, self.objective_ = last.k, last.objective
        self.objectives_ = np.array(objectives)
        self.x_mean_, self.y_mean_ = X.mean, mean
        self._keep(last.W, mean - X.mean @ last.W)
        return run.converged

    def _run(self, X, Y):
        """Return the rounds until they are settled."""
        strengths = self.alpha_low_rank, self.alpha_tail, self.alpha_l1
        rounds = reml(X, Y, self.n_components, *strengths, self.rho)
        return until(rounds, settled(self.tol), self.max_iter)

    def _checked(self, X, y):
        """Return X (n, d) and Y (n, L); set what the labels are."""
        check_integer("n_components", self.n_components, min_val=0)
        for name in ("alpha_low_rank", "rho", "tol"):
            check_number(name, getattr(self, name), positive=True, max_val=HEAVIEST)
        for name in ("alpha_tail", "alpha_l1"):
            check_number(name, getattr(self, name), max_val=HEAVIEST)
        check_flag("fit_intercept", self.fit_intercept)
        check_threshold(self.threshold)
        for name in ("max_iter", "n_clusters"):
            check_integer(name, getattr(self, name))
        X, Y = check_targets(self, X, y, dtype=np.float64)
        check_magnitude("X", X)
        return X, Y
