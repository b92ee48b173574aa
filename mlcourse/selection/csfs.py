r"""CSFS: joint features from few labels, with unlabelled rows as fences (report 000).

.. math:: \min_{W, b, F}\ \sum_i s_i \lVert x_i^\top W + b - f_i \rVert^2
          + \mu \lVert W \rVert_{2,1}, \qquad
          f_i = y_i \text{ if labelled}, \quad 0 \le f_i \le 1 \text{ if not}

with :math:`s_i = 1` for labelled rows and :math:`s_u` for the others. For given W and b
the best f of an unlabelled row is its prediction p cut to [0, 1], which leaves
:math:`s_u \operatorname{dist}(p, [0, 1])^2`. So this is the supervised problem with
fences at 0 and 1: an unlabelled row says something only where the prediction lies
outside. Without the box it says nothing, and with :math:`s_u = 0`, as in the report, it
drops out. The problem is convex.

A row is unlabelled if all its entries are -1, as in scikit-learn's semi-supervised
learners; in a vector of classes -1 means the same.

Symbols: n samples, d features, L labels; X (n, d); Y, F (n, L); W (d, L); b (L,).
Source: Chang, Nie, Yang & Huang (2014), AAAI 28, 1171-1177.
"""

from typing import Any

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array, Mask
from mlcourse.checks import check_flag, check_number
from mlcourse.selection.base import checked, indicators
from mlcourse.selection.reweighted import _ReweightedSelector
from mlcourse.solvers.row_losses import Fences, Loss

HOW = "Write 0 for a label that is absent, and -1 in every entry of an unlabelled row."


class CSFS(_ReweightedSelector):
    """Convex semi-supervised feature selection.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    mu : float > 0, default=10.0
        Strength of the L2,1 norm. It has the unit of X, and grows with n.
    unlabelled_weight : float in [0, 1], default=0.1
        :math:`s_u`, what an unlabelled row counts beside a labelled one.
    box : bool, default=True
        Whether F must lie from 0 to 1. Without, unlabelled rows change nothing.
    fit_intercept : bool, default=True
        Whether there is a b, which is not penalised.
    stop : "objective" or "weights", default="objective"
        What must change by at most `tol`: the objective, or W. In either case the best
        row of 0 must gain no more than that.
    tol : float > 0, default=1e-5
        Relative change to stop at.
    max_iter : int, default=500
        The largest number of solutions.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        The length of each row of W.
    coef_, intercept_, n_iter_, objective_, objectives_
        W transposed, b, the solutions made, the objective at the end and of every step.

    Examples
    --------
    >>> X = [[0, 1], [1, 0], [2, 0], [3, 1], [4, 1]]
    >>> CSFS(1, mu=0.1).fit(X, [0, 0, 1, 1, -1]).get_support().tolist()
    [True, False]
    """

    def __init__(
        self,
        n_features_to_select=None,
        mu=10.0,
        unlabelled_weight=0.1,
        box=True,
        fit_intercept=True,
        stop="objective",
        tol=1e-5,
        max_iter=500,
    ):
        self.n_features_to_select = n_features_to_select
        self.mu = mu
        self.unlabelled_weight = unlabelled_weight
        self.box = box
        self.fit_intercept = fit_intercept
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter

    def _problem(self, X: Any, y: Any) -> tuple[Any, Loss, float, Any, float]:
        mu = check_number("mu", self.mu, positive=True)
        weight = check_number("unlabelled_weight", self.unlabelled_weight, max_val=1.0)
        check_flag("box", self.box)
        X, y = checked(self, X, y)
        Y, labelled = split(y)
        if weight == 0 or not self.box:  # these rows say nothing
            X, Y, labelled = X[labelled], Y[labelled], labelled[labelled]
        # The solver's squares are halved.
        return X, Fences(Y, labelled, weight), mu / 2, None, 2.0


def split(y: Any) -> tuple[Array, Mask]:
    """Return Y (n, L) of 0 and 1, with 0 in unlabelled rows, and which are labelled.

    >>> split(np.array([[0, 1], [-1, -1], [1, 0]]))[1].tolist()
    [True, False, True]
    >>> split(np.array([2, -1, 7]))[0].T.tolist()
    [[0.0, 0.0, 1.0]]
    """
    y = y.toarray() if issparse(y) else np.asarray(y)
    unknown = y == -1
    mixed = y.ndim == 2 and (unknown.any(axis=1) & ~unknown.all(axis=1))
    if np.any(mixed):
        i = int(np.argmax(mixed))
        raise ValueError(f"Row {i} of y mixes -1 with labels. {HOW}")
    open_rows = unknown.all(axis=1) if y.ndim == 2 else unknown
    if open_rows.all():
        raise ValueError(f"No row of y is labelled: all are -1. {HOW}")
    known = y[~open_rows]
    if open_rows.any() and y.dtype.kind in "biuf" and set(np.unique(known)) == {1}:
        raise ValueError(f"y holds -1 and 1, but no 0. {HOW}")
    Y_known = indicators(known)
    Y = np.zeros((len(y), Y_known.shape[1]))
    Y[~open_rows] = Y_known
    return Y, np.asarray(~open_rows)
