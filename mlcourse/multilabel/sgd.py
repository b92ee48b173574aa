r"""One-vs-rest linear classifiers by stochastic gradient descent (report 000).

The formulas are those of :mod:`mlcourse.solvers.stochastic`. The hinge loss makes it a
linear support vector machine, the log loss makes it logistic regression.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from warnings import warn

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if

from mlcourse.checks import check_choice, check_flag, check_integer, check_number
from mlcourse.formulas.losses import sigmoid
from mlcourse.multilabel.linear import LinearClassifier
from mlcourse.multilabel.targets import check_targets, restore_proba
from mlcourse.solvers.steps import standstill, until
from mlcourse.solvers.stochastic import averaged, best_constant, sgd

UNEVEN = 2.0  # standardised columns have 1, the raw ones of scene 5, of emotions 20,000
# Fits of standardised noise, which tells nothing of the labels, ended above 3 times the
# objective of the best constant answer in 7 of 1500 trials, above twice that in 67.
MARGIN = 3.0


def uneven(X: Any) -> bool:
    """Tell whether columns of X differ much in size, or lie far from 0.

    Then their mean square is more than twice their median variance. Columns of zeros
    do not count.

    >>> X = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    >>> uneven(X), uneven(X + 2), uneven(X * [1, 9]), uneven(0 * X)
    (False, True, True, False)
    """
    X = csr_array(X) if issparse(X) else X
    squares = (X * X).mean(axis=0)  # (d,)
    variances = squares - X.mean(axis=0) ** 2
    seen = squares > 0
    if not seen.any():
        return False
    median = np.quantile(variances[seen], 0.5, method="lower")  # the smaller of two
    return bool(squares[seen].mean() > UNEVEN * median)


def remedy(X: Any, f: Sequence[float], best: float) -> str:
    """Return what may help if objectives end too high, or "" if they do not.

    Too high is above `best`, that of the best answer which ignores X, if columns are
    uneven: standardised, all sets that were tried ended lower (medians over seeds). If
    they are even, it is above 3 times `best`. If `best` is 0, as no label tells samples
    apart, nothing is too high.
    """
    eta0 = f"try a {'smaller' if rises(f) else 'larger'} eta0"
    if f[-1] > best > 0 and uneven(X):
        return f"standardise the columns of X or {eta0}"
    return eta0 if f[-1] > MARGIN * best > 0 else ""


def rises(f: Sequence[float]) -> int:
    """Count how often a number is larger than the one before.

    >>> rises([3.0, 2.0, 2.5, 2.5, 1.0, 4.0])
    2
    """
    return sum(later > now for now, later in pairwise(f))


class SGDClassifier(LinearClassifier):
    r"""Linear classifiers of all labels at once, by stochastic gradient descent.

    It lowers the objective of scikit-learn's class of this name, summed over the
    labels. Where it differs: a step looks at `batch_size` samples instead of one; the
    first step size depends on the scale of X; all labels end together.

    Parameters
    ----------
    loss : {"hinge", "log_loss"}, default="hinge"
        The loss of a margin. Neither is a count of wrong labels: the hinge loss
        also charges right answers that are close, the log loss charges all.
    alpha : float > 0, default=1e-4
        Strength of the penalty; also sets how fast the steps shrink.
    max_iter : int >= 1, default=1000
        The largest number of passes over the samples.
    tol : float >= 0 or None, default=1e-3
        End when `n_iter_no_change` passes have not brought the objective below its
        lowest by more than this for the mean label. None makes all `max_iter` passes.
        A ConvergenceWarning says so if that is not reached, or if the objective ends
        above that of the best answer that ignores X, with W = 0. Columns that have one
        size and lie around 0 are allowed three times that.
    n_iter_no_change : int >= 1, default=5
        See `tol`.
    random_state : int, RandomState or None, default=None
        Decides in which order the samples come.
    average : bool, default=False
        Whether a pass is answered by the mean of the weights at the ends of all passes
        so far, pass k counting k times, instead of the last. (Lacoste-Julien, Schmidt
        & Bach average all steps this way, see the solver.)
    eta0 : float > 0 or None, default=None
        The first step size; None guesses, see :func:`mlcourse.solvers.stochastic.sgd`.
    batch_size : int >= 1, default=16
        Samples a step. More make a pass faster and take more passes.
    fit_intercept : bool, default=True
        Whether there is a b.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (L, d), (L,)
        The weights, a row a label, and the intercepts.
    n_iter_ : int
        Number of passes made.
    objective_, objectives_ : float, ndarray of shape (n_iter_ + 1,)
        The objective at the end, and after every pass from the start.

    Examples
    --------
    >>> X, Y = [[0.0], [1.0], [2.0], [3.0]], [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> model = SGDClassifier(alpha=0.01, random_state=0).fit(X, Y)
    >>> model.predict([[0.5], [2.5]]).tolist()
    [[1, 0], [0, 1]]
    """

    def __init__(
        self,
        loss="hinge",
        alpha=1e-4,
        max_iter=1000,
        tol=1e-3,
        n_iter_no_change=5,
        random_state=None,
        average=False,
        eta0=None,
        batch_size=16,
        fit_intercept=True,
    ):
        self.loss = loss
        self.alpha = alpha
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.random_state = random_state
        self.average = average
        self.eta0 = eta0
        self.batch_size = batch_size
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        X, S = self._checked(X, y)
        run = self._run(X, S)
        f = []
        for epoch in run:
            f.append(epoch.objective)
        if not np.isfinite(epoch.objective):
            raise ValueError(
                f"The objective is {epoch.objective} after {epoch.k} pass(es): the "
                "steps are too large. Standardise the columns of X, or give a smaller "
                "eta0."
            )
        if self.tol is not None:
            best = best_constant(S, self.loss) if self.fit_intercept else f[0]
            advice = self._advice(f, run.converged, best, remedy(X, f, best))
            if advice:
                warn(advice, ConvergenceWarning, stacklevel=2)
        self.n_iter_, self.objective_, self.objectives_ = epoch.k, f[-1], np.array(f)
        self.loss_ = self.loss
        return self._keep(epoch.W, epoch.b)

    def steps(self, X, y):
        """Yield the passes that `fit` makes, one Epoch at a time."""
        model = clone(self)
        yield from model._run(*model._checked(X, y))

    @available_if(lambda self: getattr(self, "loss_", self.loss) == "log_loss")
    def predict_proba(self, X):
        """Return the probability of every label, (n, L), or (n, 2) for a vector y."""
        return restore_proba(self, sigmoid(self.estimate(X)))

    def _checked(self, X, y):
        """Return X (n, d) and S (n, L) of -1 and 1; set what the labels are."""
        self._check_parameters()
        X, Y = check_targets(self, X, y, dtype=np.float64)
        return X, 2.0 * Y - 1

    def _run(self, X, S):
        """Return the passes until they stand still."""
        epochs = sgd(
            X,
            S,
            self.loss,
            self.alpha,
            check_random_state(self.random_state),
            eta0=self.eta0,
            batch_size=self.batch_size,
            intercept=self.fit_intercept,
        )
        if self.average:
            epochs = averaged(epochs, X, S, self.loss, self.alpha)
        tol = -np.inf if self.tol is None else self.tol * S.shape[1]
        return until(epochs, standstill(tol, self.n_iter_no_change), self.max_iter)

    def _check_parameters(self):
        check_choice("loss", self.loss, ("hinge", "log_loss"))
        check_number("alpha", self.alpha, positive=True)
        for name in ("max_iter", "n_iter_no_change", "batch_size"):
            check_integer(name, getattr(self, name))
        for name in ("average", "fit_intercept"):
            check_flag(name, getattr(self, name))
        if self.tol is not None:
            check_number("tol", self.tol)
        if self.eta0 is not None:
            check_number("eta0", self.eta0, positive=True)

    def _advice(self, f: list[float], stands: bool, best: float, remedy: str) -> str:
        """Return the text of a ConvergenceWarning, "" if there is no need of one."""
        if not stands:
            return (
                f"The objective still fell by more than tol={self.tol} a label within "
                f"{self.n_iter_no_change} passes after max_iter={self.max_iter}: it is "
                f"{f[-1]:.6g}, and rose in {rises(f)} of {len(f) - 1} passes. Raise "
                f"max_iter, tol or alpha{remedy and f', or {remedy}'}."
            )
        return remedy and (
            f"The objective is {f[-1]:.6g} after {len(f) - 1} passes, but {best:.6g} "
            f"for the best answer that ignores X: {remedy}."
        )
