r"""BP-MLL: a network with one hidden layer that ranks labels.

Its outputs are scores :math:`f(x) \in (-1, 1)^L`, and its loss is exponential in the
difference of a relevant and an irrelevant one; :mod:`mlcourse.solvers.bp_mll` has the
formulas. The loss is not consistent: exactly minimised, it can rank labels in another
order than by their probabilities.

Source: Zhang & Zhou (2006), Multilabel neural networks with applications to functional
genomics and text categorization, IEEE TKDE 18(10), 1338-1351;
:mod:`mlcourse.multilabel.label_ranker` for the cut.
"""

from warnings import warn

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from mlcourse.checks import HEAVIEST, check_integer, check_number
from mlcourse.multilabel.label_ranker import LabelRanker
from mlcourse.multilabel.targets import check_rows
from mlcourse.solvers.bp_mll import Network, NetworkEpoch, bp_mll, outputs
from mlcourse.solvers.steps import standstill, until
from mlcourse.solvers.units import check_magnitude


class BPMLL(LabelRanker):
    r"""Rank labels by a network of one hidden layer, trained by back-propagation.

    Rows with no label, or with all, hold no pair to rank: they are skipped, and
    `n_skipped_` tells how many. Standardise the columns of X: large inputs leave the
    hidden units no slope.

    Parameters
    ----------
    n_hidden : int >= 1 or None, default=None
        The number h of hidden units; None means a fifth of the columns, rounded up.
    alpha : float >= 0, default=1e-4
        Strength of the penalty on the weights, not on the intercepts.
    learning_rate : float > 0, default=0.05
        Length of a step along the slope.
    batch_size : int >= 1, default=16
        Samples a step; the paper has 1.
    tol : float >= 0, default=1e-3
        End when `n_iter_no_change` passes have not brought the objective below its
        lowest by more than this.
    n_iter_no_change : int >= 1, default=5
        See `tol`.
    max_iter : int >= 1, default=1000
        The largest number of passes over the samples.
    threshold : "linear" or float, default="linear"
        The cut: a linear function of the scores, fitted to the best cuts of the
        training rows, or one number for all.
    random_state : int, RandomState or None, default=None
        Decides where the weights start and in which order the samples come.

    Attributes
    ----------
    hidden_coef_, hidden_intercept_ : ndarray of shape (h, d), (h,)
        The weights of the hidden units, a row each, and their intercepts.
    coef_, intercept_ : ndarray of shape (L, h), (L,)
        The weights of the outputs, a row a label, and their intercepts.
    n_iter_ : int
        Number of passes made.
    objective_, objectives_ : float, ndarray of shape (n_iter_ + 1,)
        The objective at the end, and after every pass.
    n_skipped_ : int
        Training rows with no label or with all.
    threshold_coef_, threshold_intercept_ : ndarray of shape (L,), float
        The cut as a function of the scores.

    Examples
    --------
    >>> X = [[-2.0], [-1.0], [1.0], [2.0]]
    >>> Y = [[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]]
    >>> model = BPMLL(2, learning_rate=0.5, random_state=0).fit(X, Y)
    >>> model.predict([[-1.5], [1.5]]).tolist()
    [[1, 1, 0], [1, 0, 1]]
    """

    def __init__(
        self,
        n_hidden=None,
        alpha=1e-4,
        learning_rate=0.05,
        batch_size=16,
        tol=1e-3,
        n_iter_no_change=5,
        max_iter=1000,
        threshold="linear",
        random_state=None,
    ):
        self.n_hidden = n_hidden
        self.alpha = alpha
        self.learning_rate = learning_rate
        self.batch_size = batch_size
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.max_iter = max_iter
        self.threshold = threshold
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,).

        A row of weight 2 counts as two rows; those of weight 0 are left out.
        """
        X, Y, s = self._checked(X, y, sample_weight)
        d, h, L = X.shape[1], self._width(X), Y.shape[1]
        zero = np.zeros((h, L)), 0.0, np.zeros(L), np.zeros((d, h)), np.zeros(h)
        epoch, f = NetworkEpoch(0, *zero), []
        if len(Y):
            run = self._run(X, Y, s)
            for epoch in run:
                f.append(epoch.objective)
            if not np.isfinite(epoch.objective):
                raise ValueError(
                    f"The objective is {epoch.objective} after {epoch.k} pass(es): "
                    "give a smaller learning_rate or alpha."
                )
            if not run.converged:
                warn(
                    f"The objective still fell by more than tol={self.tol} within "
                    f"{self.n_iter_no_change} passes after max_iter={self.max_iter}: "
                    f"it is {f[-1]:.6g}. Raise max_iter or tol.",
                    ConvergenceWarning,
                    stacklevel=2,
                )
        self.n_iter_, self.objective_ = epoch.k, epoch.objective
        self.objectives_ = np.array(f)
        self.coef_, self.intercept_ = epoch.W.T, epoch.b
        self.hidden_coef_, self.hidden_intercept_ = epoch.V.T, epoch.c
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
        """Return the outputs for checked rows, (n, L)."""
        hidden = self.hidden_coef_.T, self.hidden_intercept_
        return outputs(X, Network(*hidden, self.coef_.T, self.intercept_))[1]

    def _run(self, X, Y, s):
        """Return the passes until they stand still."""
        rng = check_random_state(self.random_state)
        options = {"eta": self.learning_rate, "batch_size": self.batch_size, "s": s}
        epochs = bp_mll(X, Y, self._width(X), self.alpha, rng, **options)
        return until(epochs, standstill(self.tol, self.n_iter_no_change), self.max_iter)

    def _width(self, X):
        return -(-X.shape[1] // 5) if self.n_hidden is None else self.n_hidden

    def _checked(self, X, y, weights):
        """Return the rows that can be ranked, X, Y (n, L) and their weights (n,)."""
        for name in ("batch_size", "n_iter_no_change", "max_iter"):
            check_integer(name, getattr(self, name))
        if self.n_hidden is not None:
            check_integer("n_hidden", self.n_hidden)
        for name in ("alpha", "tol"):
            check_number(name, getattr(self, name), max_val=HEAVIEST)
        check_number(
            "learning_rate", self.learning_rate, positive=True, max_val=HEAVIEST
        )
        X, Y, s = self._rankable(X, y, weights)
        check_magnitude("X", X)
        return X, Y, s
