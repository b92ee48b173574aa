r"""Forward selection: the feature that helps least squares most, one after the other.

.. math:: j = \arg\max_{j \notin S}\
          \frac{\lVert r_j^\top R \rVert_2^2}{\lVert r_j \rVert_2^2}

with R (n, L) what a regression of Y on the features of S leaves over, and
:math:`r_j` what one of column j leaves: this is by how much the
sum of squares that :math:`X_S W + \mathbf 1 b^\top` leaves of Y falls if j joins S.
Neither regression is ever run. After j has joined, q its :math:`r_j` of length 1,

.. math:: \lVert r_i \rVert^2 \leftarrow \lVert r_i \rVert^2 - (q^\top x_i)^2, \qquad
          r_i^\top R \leftarrow r_i^\top R - (q^\top x_i)\, q^\top R .

Greedy is not best: two features may say together what none says alone.

Symbols: n samples, d features, L labels; x_j (n,) column j of X less its mean.
Source: Efroymson (1960), in Mathematical Methods for Digital Computers, 191-203.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.checks import check_flag
from mlcourse.selection.base import Selector, n_kept
from mlcourse.selection.greedy import ranked
from mlcourse.solvers.centring import Centred, centred

SPENT = 1e-10  # of a column's squared length; less is rounding, and S says it all
EQUAL = 1e-12  # of the sum of squares of Y; gains are not told apart by less


class Joined(NamedTuple):
    """A feature that joins S."""

    feature: int
    gain: float  # by how much the residual sum of squares falls
    rss: float  # what is left of it


def joins(X: Centred, Y: Array) -> Iterator[Joined]:
    """Yield the features in the order in which they join, until none gains anything.

    >>> X = Centred(np.array([[1.0, 0.0], [0.0, 1.0]]), centre=False)
    >>> [step.feature for step in joins(X, np.array([[1.0], [2.0]]))]
    [1, 0]
    """
    C = X.tdot(Y)  # (d, L), r_i'R
    whole = X.lengths() ** 2  # (d,)
    left, rss = whole.copy(), float((Y**2).sum())
    least, Q = EQUAL * rss, np.empty((0, len(whole)))  # q'x of those in S
    while True:
        free = left > SPENT * whole
        gains = np.where(free, (C**2).sum(axis=1), 0) / np.where(free, left, 1)
        j = int((gains >= gains.max() - least).argmax())
        if gains[j] <= least:
            return
        rss -= float(gains[j])
        yield Joined(j, float(gains[j]), max(rss, 0.0))
        x = X.take(np.array([j]))
        q = (X.cross(x)[:, 0] - Q.T @ Q[:, j]) / np.sqrt(left[j])  # (d,), q'x_i
        C = C - np.outer(q, C[j] / np.sqrt(left[j]))
        left = left - q**2
        left[j] = 0
        Q = np.vstack([Q, q])


class ForwardSelection(Selector):
    """Features that lower the squared error most, greedily.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    fit_intercept : bool, default=True
        Whether there is a b, so that columns and labels count less their means.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        d for the feature that joins first, d - 1 for the second; 0 for the others.
    ranking_ : ndarray of shape (k,)
        The columns chosen, in that order.
    gains_ : ndarray of shape (k,)
        By how much each lowers the residual sum of squares.

    Examples
    --------
    >>> X, y = [[0, 1, 5], [1, 1, 5], [2, 0, 5], [3, 1, 5]], [0, 0, 1, 1]
    >>> ForwardSelection(2).fit(X, y).ranking_.tolist()
    [0, 1]
    """

    _zero = "lowers no squared error"

    def __init__(self, n_features_to_select=None, fit_intercept=True):
        self.n_features_to_select = n_features_to_select
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        check_flag("fit_intercept", self.fit_intercept)
        X, Y = self._check(X, y)
        Xc, Yc, _ = centred(X, Y, self.fit_intercept)
        k = n_kept(self.n_features_to_select, X.shape[1])
        steps = [step for _, step in zip(range(k), joins(Xc, Yc), strict=False)]
        self.ranking_ = np.array([step.feature for step in steps], dtype=int)
        self.gains_ = np.array([step.gain for step in steps])
        return self._keep(ranked([step.feature for step in steps], X.shape[1]))
