r"""RFS: the L2,1 norm as loss and as penalty.

.. math:: \min_{W, b}\ \lVert XW + \mathbf 1 b^\top - Y \rVert_{2,1}
          + \gamma \lVert W \rVert_{2,1}

A sample counts by the length of its residual, not by the square, so that a few rows
with wrong labels do not decide; the penalty makes whole rows of W zero. The paper has
no b: ``fit_intercept=False`` is its problem.

Symbols: n samples, d features, L labels; X (n, d); Y (n, L) of 0, 1; W (d, L); b (L,).
Source: Nie, Huang, Cai & Ding (2010), NIPS 23, 1813-1821.
"""

from typing import Any

from mlcourse.checks import check_number
from mlcourse.selection.reweighted import _ReweightedSelector
from mlcourse.solvers.row_losses import Lengths, Loss


class RFS(_ReweightedSelector):
    """Robust joint feature selection.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    gamma : float > 0, default=1.0
        Strength of the penalty. It has the unit of X, and grows with n.
    fit_intercept : bool, default=True
        Whether there is a b, which is not penalised.
    stop : "objective" or "weights", default="objective"
        What must change by at most `tol`: the objective, or W. In either case the best
        row of 0 must gain no more than that.
    tol : float > 0, default=1e-4
        Relative change to stop at.
    max_iter : int, default=200
        The largest number of solutions.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        The length of each row of W.
    coef_, intercept_, n_iter_, objective_, objectives_
        W transposed, b, the solutions made, the objective at the end and of every step.

    Examples
    --------
    >>> X = [[0, 1, 3], [0, 1, 4], [1, 0, 3], [1, 1, 4]]
    >>> RFS(1, gamma=0.1).fit(X, [0, 0, 1, 1]).get_support().tolist()
    [True, False, False]
    """

    def __init__(
        self,
        n_features_to_select=None,
        gamma=1.0,
        fit_intercept=True,
        stop="objective",
        tol=1e-4,
        max_iter=200,
    ):
        self.n_features_to_select = n_features_to_select
        self.gamma = gamma
        self.fit_intercept = fit_intercept
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter

    def _problem(self, X: Any, y: Any) -> tuple[Any, Loss, float, Any, float]:
        gamma = check_number("gamma", self.gamma, positive=True)
        X, Y = self._check(X, y)
        return X, Lengths(Y), gamma, None, 1.0
