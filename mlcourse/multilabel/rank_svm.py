r"""Rank-SVM: a support vector machine for pairs of labels.

.. math::
    \min_{W, b}\ \frac12 \sum_{l=1}^L \lVert w_l \rVert^2
    + C \sum_{i=1}^n \frac1{|R_i| |I_i|} \sum_{k \in R_i,\, l \in I_i}
    \max\bigl(0, 1 - (f_k(x_i) - f_l(x_i))\bigr)

Every relevant label is to stand above every irrelevant one by 1; a row counts the mean
over its pairs, an upper bound of its ranking loss. With a kernel
:math:`f(x) = \sum_i K(x, x_i) G_i + b`. :mod:`mlcourse.solvers.pair_ascent` says how it
is solved, and how it differs from the paper: intercepts are penalised, and the dual is
climbed sample by sample.

Source: Elisseeff & Weston (2001), A kernel method for multi-labelled classification,
NIPS 14; :mod:`mlcourse.multilabel.label_ranker` for the cut.
"""

from typing import Any
from warnings import warn

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from mlcourse.checks import (
    HEAVIEST,
    check_choice,
    check_flag,
    check_integer,
    check_number,
)
from mlcourse.multilabel.label_ranker import LabelRanker
from mlcourse.multilabel.linear import forget
from mlcourse.multilabel.targets import check_rows
from mlcourse.solvers.pair_ascent import Kernel, Linear, PairEpoch, pair_ascent, within
from mlcourse.solvers.steps import until
from mlcourse.solvers.units import check_magnitude

KERNELS = "linear", "rbf", "poly"


class RankSVM(LabelRanker):
    r"""Rank labels by a hinge loss of all pairs, with a linear or another kernel.

    Rows with no label, or with all, hold no pair to rank: they are skipped, and
    `n_skipped_` tells how many. The units of X matter: scale the columns.

    Parameters
    ----------
    C : float > 0, default=1.0
        What a row costs whose pairs all fall short by 1, against the penalty.
    kernel : {"linear", "rbf", "poly"}, default="linear"
        "rbf" is :math:`e^{-\gamma \lVert x - x' \rVert^2}`, "poly" is
        :math:`(\gamma x^\top x' + c_0)^p`. Both keep a table of n x n numbers: they are
        for small sets.
    degree : int >= 1, default=3
        The p of "poly".
    gamma : float > 0 or None, default=None
        The :math:`\gamma` of "rbf" and "poly"; None means one over the number of
        columns.
    coef0 : float >= 0, default=1.0
        The :math:`c_0` of "poly".
    fit_intercept : bool, default=True
        Whether there is a b; it is penalised like the weights.
    threshold : "linear" or float, default="linear"
        The cut: a linear function of the scores, fitted to the best cuts of the
        training rows, or one number for all.
    tol : float > 0, default=1e-2
        End when the dual proves that the objective is at most this share above its
        optimum.
    max_iter : int >= 1, default=1000
        The largest number of passes over the samples.
    random_state : int, RandomState or None, default=None
        Decides in which order the samples come.

    Attributes
    ----------
    coef_ : ndarray of shape (L, d)
        The weights, a row a label; of the linear kernel only.
    intercept_ : ndarray of shape (L,)
        The intercepts.
    support_vectors_, dual_coef_ : array or sparse matrix (m, d), ndarray (m, L)
        The training rows that push a label, and by how much each; of other kernels.
    n_iter_ : int
        Number of passes made.
    objective_, objectives_, gap_ : float, ndarray of shape (n_iter_ + 1,), float
        The objective at the end, and after every pass; how far at most the end is
        above the optimum.
    n_skipped_ : int
        Training rows with no label or with all.
    threshold_coef_, threshold_intercept_ : ndarray of shape (L,), float
        The cut as a function of the scores.

    Examples
    --------
    >>> X = [[-2.0], [-1.0], [1.0], [2.0]]
    >>> Y = [[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]]
    >>> model = RankSVM(random_state=0).fit(X, Y)
    >>> model.predict([[-1.5], [1.5]]).tolist()
    [[1, 1, 0], [1, 0, 1]]
    """

    def __init__(
        self,
        C=1.0,
        kernel="linear",
        degree=3,
        gamma=None,
        coef0=1.0,
        fit_intercept=True,
        threshold="linear",
        tol=1e-2,
        max_iter=1000,
        random_state=None,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.threshold = threshold
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,).

        A row of weight 2 counts as two rows; those of weight 0 are left out.
        """
        X, Y, s = self._checked(X, y, sample_weight)
        linear, L = self.kernel == "linear", Y.shape[1]
        W = np.zeros((X.shape[1] if linear else len(Y), L))
        epoch, f = PairEpoch(0, W, 0.0, np.zeros(L), 0.0), []
        if len(Y):
            run = self._run(X, Y, s)
            for epoch in run:
                f.append(epoch.objective)
            if not run.converged:
                warn(
                    f"After max_iter={self.max_iter} passes the objective may be "
                    f"{epoch.gap:.3g} above its optimum, and is {f[-1]:.6g}. Raise "
                    "max_iter or tol.",
                    ConvergenceWarning,
                    stacklevel=2,
                )
        self.n_iter_, self.objective_, self.gap_ = epoch.k, epoch.objective, epoch.gap
        self.objectives_, self.intercept_ = np.array(f), epoch.b
        forget(self, "coef_", "support_vectors_", "dual_coef_", "_kernel")
        if linear:
            self.coef_ = epoch.W.T
        else:
            rows = epoch.W.any(axis=1)
            self.support_vectors_, self.dual_coef_ = X[rows], epoch.W[rows]
            self._kernel = self.kernel, self._kernel_options()
        return self._keep_threshold(self._scores(X), Y, s)

    def steps(self, X, y, sample_weight=None):
        """Yield the passes that `fit` makes; none if no row can be ranked."""
        model = clone(self)
        X, Y, s = model._checked(X, y, sample_weight)
        if len(Y):
            yield from model._run(X, Y, s)

    def estimate(self, X):
        """Return the scores f(x) of every row and label, (n, L)."""
        check_is_fitted(self)
        return self._scores(check_rows(self, X))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _scores(self, X):
        """Return the scores of checked rows, (n, L)."""
        if hasattr(self, "coef_"):
            return X @ self.coef_.T + self.intercept_
        if not len(self.dual_coef_) or not X.shape[0]:
            return np.zeros((X.shape[0], len(self.intercept_))) + self.intercept_
        kernel, options = self._kernel
        K = _kernel_table(kernel, options, X, self.support_vectors_)
        return K @ self.dual_coef_ + self.intercept_

    def _run(self, X, Y, s):
        """Return the passes until the gap is small."""
        if self.kernel == "linear":
            model: Any = Linear(X, Y.shape[1])
        else:
            K = _kernel_table(self.kernel, self._kernel_options(), X, X)
            model = Kernel(K, Y.shape[1])
        rng = check_random_state(self.random_state)
        epochs = pair_ascent(model, Y, self.C, rng, intercept=self.fit_intercept, s=s)
        return until(epochs, within(self.tol), self.max_iter)

    def _kernel_options(self):
        options = {"gamma": self.gamma}
        if self.kernel == "poly":
            options |= {"degree": self.degree, "coef0": self.coef0}
        return options

    def _checked(self, X, y, weights):
        """Return the rows that can be ranked, X, Y (n, L) and their weights (n,)."""
        check_choice("kernel", self.kernel, KERNELS)
        for name in ("C", "tol"):
            check_number(name, getattr(self, name), positive=True, max_val=HEAVIEST)
        if self.gamma is not None:
            check_number("gamma", self.gamma, positive=True, max_val=HEAVIEST)
        check_number("coef0", self.coef0, max_val=HEAVIEST)
        check_flag("fit_intercept", self.fit_intercept)
        for name in ("max_iter", "degree"):
            check_integer(name, getattr(self, name))
        X, Y, s = self._rankable(X, y, weights)
        check_magnitude("X", X)
        return X, Y, s


def _kernel_table(kernel, options, X, others):
    """Return K of all rows of X with all others, dense."""
    from sklearn.metrics.pairwise import pairwise_kernels

    return np.asarray(pairwise_kernels(X, others, metric=kernel, **options))
