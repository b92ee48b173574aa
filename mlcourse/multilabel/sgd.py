r"""One-vs-rest linear classifiers by stochastic gradient descent (report 000).

The formulas are those of :mod:`mlcourse.solvers.stochastic`. The hinge loss makes it a
linear support vector machine, the log loss makes it logistic regression.
"""

from itertools import pairwise
from numbers import Integral
from warnings import warn

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state, check_scalar
from sklearn.utils.metaestimators import available_if

from mlcourse.checks import check_choice, check_number
from mlcourse.formulas.losses import sigmoid
from mlcourse.multilabel.linear import LinearClassifier
from mlcourse.multilabel.targets import check_targets, restore_proba
from mlcourse.solvers.stochastic import Epoch, objective, sgd


class SGDClassifier(LinearClassifier):
    r"""Linear classifiers of all labels at once, by stochastic gradient descent.

    It lowers the objective of scikit-learn's class of this name, summed over the
    labels. Where it differs: a step looks at `batch_size` samples instead of one; the
    first step size depends on the scale of X; `tol` is a share of the objective.

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
        End when `n_iter_no_change` passes on end have not brought the objective
        below its lowest by more than this share of it. None makes all passes.
    n_iter_no_change : int >= 1, default=5
        See `tol`.
    random_state : int, RandomState or None, default=None
        Decides in which order the samples come.
    average : bool, default=False
        Keep the mean of the weights at the ends of all passes, pass k counting k times
        (after Lacoste-Julien, Schmidt & Bach 2012, arXiv:1212.2002, who average all
        steps this way), instead of the last.
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
        The objective of the weights kept, and after every pass from the start.

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
        X, S = self._data(X, y)
        f, converged = [], False
        W, b = np.zeros((X.shape[1], S.shape[1])), np.zeros(S.shape[1])
        for epoch in self._path(X, S):
            f.append(epoch.objective)
            self._refuse_overflow(epoch)
            # The share of pass k among passes that count 1, 2, ..., k times.
            share = 2 / (epoch.k + 1) if self.average else 1.0
            W, b = W + share * (epoch.W - W), b + share * (epoch.b - b)
            converged = self._stands_still(f)
            if converged or epoch.k == self.max_iter:
                break
        if not converged and self.tol is not None:
            warn(self._advice(f), ConvergenceWarning, stacklevel=2)
        self.n_iter_, self.objectives_ = epoch.k, np.array(f)
        self.objective_ = objective(X, S, W, b, self.loss, self.alpha)
        return self._keep(W, b)

    def epochs(self, X, y):
        """Yield the passes that `fit` makes, one Epoch at a time, without end."""
        yield from self._path(*self._data(X, y))

    @available_if(lambda self: self.loss == "log_loss")
    def predict_proba(self, X):
        """Return the probability of every label, (n, L), or (n, 2) for a vector y."""
        return restore_proba(self, sigmoid(self.estimate(X)))

    def _data(self, X, y):
        """Return checked X and the labels as -1 and +1."""
        self._check_parameters()
        X, Y = check_targets(self, X, y, dtype=np.float64)
        return X, 2.0 * Y - 1

    def _path(self, X, S):
        return sgd(
            X,
            S,
            self.loss,
            self.alpha,
            check_random_state(self.random_state),
            eta0=self.eta0,
            batch_size=self.batch_size,
            intercept=self.fit_intercept,
        )

    def _stands_still(self, f: list[float]) -> bool:
        """Tell whether the last passes have not lowered the lowest objective enough."""
        if self.tol is None or len(f) <= self.n_iter_no_change:
            return False
        before, last = f[: -self.n_iter_no_change], f[-self.n_iter_no_change :]
        return bool(min(last) > (1 - self.tol) * min(before))

    def _check_parameters(self):
        check_choice("loss", self.loss, ("hinge", "log_loss"))
        check_number("alpha", self.alpha, positive=True)
        for name in ("max_iter", "n_iter_no_change", "batch_size"):
            check_scalar(getattr(self, name), name, Integral, min_val=1)
        if self.tol is not None:
            check_number("tol", self.tol)
        if self.eta0 is not None:
            check_number("eta0", self.eta0, positive=True)

    def _refuse_overflow(self, epoch: Epoch) -> None:
        if not np.isfinite(epoch.objective):
            raise ValueError(
                f"The objective is {epoch.objective} after {epoch.k} pass(es): the "
                "steps are too large. Standardise the columns of X, or give a smaller "
                "eta0."
            )

    def _advice(self, f: list[float]) -> str:
        """Return the text of a ConvergenceWarning."""
        rises = sum(later > now for now, later in pairwise(f))
        return (
            f"The objective still fell by more than tol={self.tol} of itself within "
            f"{self.n_iter_no_change} passes after max_iter={self.max_iter}: it is "
            f"{f[-1]:.6g}, and rose in {rises} of {len(f) - 1} passes. Raise max_iter, "
            "tol or alpha."
        )
