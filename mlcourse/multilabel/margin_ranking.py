r"""Margin ranking: relevant labels above irrelevant ones, by a margin (report 003).

.. math:: f(x) = W^\top x + b

The first model asks that the lowest relevant score exceeds the highest irrelevant one
by 1; the second also asks it of the mean relevant against the highest irrelevant, and
of the lowest relevant against the mean irrelevant. A row costs one hinge or three,
however many labels there are. Formulas and solver: :mod:`mlcourse.solvers.pegasos`.

Where labels overlap the models differ. With the sets {a, b} and {a, c} equally likely
and nothing known of x the first has its optimum at W = 0: what one set asks for undoes
the other's. The means of the second tell that a is in both.

Sources: report 003; the first loss is the separation ranking loss of Crammer & Singer
(2003), A family of additive online algorithms for category ranking, JMLR 3, 1025-1058;
:mod:`mlcourse.multilabel.label_ranker` for the cut.
"""

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
from mlcourse.multilabel.targets import check_rows
from mlcourse.solvers.pegasos import HINGES, RankingEpoch, pegasos
from mlcourse.solvers.steps import standstill, until
from mlcourse.solvers.units import check_magnitude


class MarginRanker(LabelRanker):
    r"""Linear scores that rank labels with a margin, by Pegasos.

    Rows with no label, or with all, hold no pair to rank: they are skipped, and
    `n_skipped_` tells how many. The units of X matter, as the penalty and the step
    sizes depend on them: scale the columns.

    Parameters
    ----------
    loss : {"min_max", "three_hinge"}, default="three_hinge"
        The model: the lowest relevant against the highest irrelevant score, or also
        the two means against these.
    alpha : float > 0, default=0.01
        Strength :math:`\lambda` of the penalty.
    max_iter : int >= 1, default=1000
        The largest number of passes over the samples.
    tol : float >= 0 or None, default=1e-3
        End when `n_iter_no_change` passes have not brought the objective of the watched
        rows below its lowest by more than this; the start does not count. None makes
        all `max_iter` passes.
    n_iter_no_change : int >= 1, default=5
        See `tol`.
    n_watched : int >= 1, default=1000
        How many rows are watched: they are drawn once, so that objectives of passes
        can be compared. All, if there are no more.
    batch_size : int >= 1, default=64
        Samples a step. More make a pass faster and take more passes.
    average : bool, default=True
        Whether a pass is answered by the mean of the weights at the ends of all passes
        so far, pass k counting k times, instead of the last.
    project : bool, default=True
        Whether weights are kept within the length that no optimum exceeds.
    fit_intercept : bool, default=True
        Whether there is a b; it is penalised like the weights.
    threshold : "linear" or float, default="linear"
        The cut: a linear function of the scores, fitted to the best cuts of the
        training rows, or one number for all.
    random_state : int, RandomState or None, default=None
        Decides in which order the samples come, and which are watched.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts.
    n_iter_ : int
        Number of passes made.
    objective_, objectives_ : float, ndarray of shape (n_iter_ + 1,)
        The objective of the watched rows at the end, and after every pass.
    n_skipped_ : int
        Training rows with no label or with all.
    threshold_coef_, threshold_intercept_ : ndarray of shape (L,), float
        The cut as a function of the scores.

    Examples
    --------
    >>> X = [[-2.0], [-1.0], [1.0], [2.0]]
    >>> Y = [[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]]
    >>> model = MarginRanker(alpha=0.01, random_state=0).fit(X, Y)
    >>> model.predict([[-1.5], [1.5]]).tolist()
    [[1, 1, 0], [1, 0, 1]]
    """

    def __init__(
        self,
        loss="three_hinge",
        alpha=0.01,
        max_iter=1000,
        tol=1e-3,
        n_iter_no_change=5,
        n_watched=1000,
        batch_size=64,
        average=True,
        project=True,
        fit_intercept=True,
        threshold="linear",
        random_state=None,
    ):
        self.loss = loss
        self.alpha = alpha
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.n_watched = n_watched
        self.batch_size = batch_size
        self.average = average
        self.project = project
        self.fit_intercept = fit_intercept
        self.threshold = threshold
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,).

        A row of weight 2 counts as two rows; those of weight 0 are left out.
        """
        X, Y, s = self._checked(X, y, sample_weight)
        d, L = X.shape[1], Y.shape[1]
        epoch = RankingEpoch(0, np.zeros((d, L)), 0.0, np.zeros(L), np.inf, 0)
        f = []
        if len(Y):
            run = self._run(X, Y, s)
            for epoch in run:
                f.append(epoch.objective)
            if self.tol is not None and not run.converged:
                warn(
                    f"The objective still fell by more than tol={self.tol} within "
                    f"{self.n_iter_no_change} passes after max_iter={self.max_iter}: "
                    f"it is {f[-1]:.6g}. Raise max_iter, tol or alpha.",
                    ConvergenceWarning,
                    stacklevel=2,
                )
        self.n_iter_, self.objective_ = epoch.k, epoch.objective
        self.objectives_ = np.array(f)
        self.coef_, self.intercept_ = epoch.W.T, epoch.b
        return self._keep_threshold(X @ epoch.W + epoch.b, Y, s)

    def steps(self, X, y, sample_weight=None):
        """Yield the passes that `fit` makes; none if no row can be ranked."""
        model = clone(self)
        X, Y, s = model._checked(X, y, sample_weight)
        if len(Y):
            yield from model._run(X, Y, s)

    def estimate(self, X):
        """Return the scores f(x) of every row and label, (n, L)."""
        check_is_fitted(self)
        return check_rows(self, X) @ self.coef_.T + self.intercept_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _run(self, X, Y, s):
        """Return the passes until they stand still."""
        epochs = pegasos(
            X,
            Y,
            self.loss,
            self.alpha,
            check_random_state(self.random_state),
            batch_size=self.batch_size,
            intercept=self.fit_intercept,
            project=self.project,
            average=self.average,
            watched=self.n_watched,
            s=s,
        )
        tol = -np.inf if self.tol is None else self.tol
        still = standstill(tol, self.n_iter_no_change)
        # First steps are long and go up: the start is no mark to be below.
        return until(epochs, lambda epoch: epoch.k > 0 and still(epoch), self.max_iter)

    def _checked(self, X, y, weights):
        """Return the rows that can be ranked, X, Y (n, L) and their weights (n,)."""
        check_choice("loss", self.loss, HINGES)
        check_number("alpha", self.alpha, positive=True, max_val=HEAVIEST)
        for name in ("max_iter", "n_iter_no_change", "n_watched", "batch_size"):
            check_integer(name, getattr(self, name))
        for name in ("average", "project", "fit_intercept"):
            check_flag(name, getattr(self, name))
        if self.tol is not None:
            check_number("tol", self.tol)
        X, Y, s = self._rankable(X, y, weights)
        check_magnitude("X", X)
        return X, Y, s
