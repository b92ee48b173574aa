r"""Ridge regression of many targets at once: one factorisation serves them all.

.. math:: \min_{W, b}\ \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \alpha \lVert W \rVert_F^2

The intercept b is free of charge, so it takes the means away from X and Y, and what
is left has a closed form; of its two ways to write it one inverts a (d, d) matrix, the
other an (n, n) matrix (they are equal, so take the smaller):

.. math:: W = (X^\top X + \alpha I)^{-1} X^\top Y = X^\top (X X^\top + \alpha I)^{-1} Y

With the singular values :math:`X = U\,\mathrm{diag}(\sigma)\,V^\top` all
:math:`\alpha` cost one decomposition, and so does leaving out each sample in turn:

.. math::
    W = V\,\mathrm{diag}\Bigl(\frac{\sigma}{\sigma^2 + \alpha}\Bigr)\,U^\top Y,
    \qquad
    y_i - \hat y_{-i} = \frac{y_i - \hat y_i}{1 - h_i}, \qquad
    h_i = \frac1n + \sum_j \frac{\sigma_j^2}{\sigma_j^2 + \alpha} U_{ij}^2 ,

where 1/n belongs to the intercept, and is absent without one.

Symbols: X (n, d) features; Y (n, L) targets; W (d, L) weights; b (L,) intercepts;
h (n,) leverages, the diagonal of the matrix that makes :math:`\hat Y` of Y.
Sources: Hoerl & Kennard (1970), Technometrics 12(1), 55-67; Golub, Heath & Wahba
(1979), Technometrics 21(2), 215-223, for leaving one out.
"""

from functools import cached_property

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcourse.arrays import Array
from mlcourse.solvers.centring import Centred

ROUNDING = np.finfo(float).eps  # relative, of one operation


def ridge(X: Centred, Y: Array, alpha: float) -> Array:
    r"""Return the weights W (d, L) of one :math:`\alpha \ge 0`.

    If :math:`\alpha` is 0, or lost in rounding beside X, they are the shortest of the
    least-squares solutions. Y has to be centred as X is.

    >>> ridge(Centred(np.array([[1.0], [3.0]])), np.array([[-1.0], [1.0]]), alpha=2.0)
    array([[0.5]])
    """
    n, d = X.shape
    A = X.kernel() if n < d else X.gram()
    if alpha <= ROUNDING * max(n, d) * A.trace():
        return RidgePath(X, Y).weights(alpha)
    A[np.diag_indices_from(A)] += alpha
    factor = cho_factor(A, lower=True, overwrite_a=True, check_finite=False)
    Z: Array = cho_solve(factor, Y if n < d else X.tdot(Y), check_finite=False)
    return X.tdot(Z) if n < d else Z


class RidgePath:
    r"""The solutions of every :math:`\alpha`, from one eigendecomposition.

    Parameters
    ----------
    X : Centred
        Features (n, d).
    Y : array of shape (n, L)
        Targets, centred as X is.

    Examples
    --------
    >>> path = RidgePath(Centred(np.array([[1.0], [3.0]])), np.array([[-1.0], [1.0]]))
    >>> path.weights(0.0), path.weights(2.0)
    (array([[1.]]), array([[0.5]]))
    >>> path.leave_one_out(2.0).round(12).tolist()  # what the other sample says: 1, -1
    [[-2.0], [2.0]]
    """

    def __init__(self, X: Centred, Y: Array) -> None:
        self.X, self.Y = X, Y
        self.dual = X.shape[0] < X.shape[1]
        s, Q = np.linalg.eigh(X.kernel() if self.dual else X.gram())
        some = s > s.max() * max(X.shape) * ROUNDING  # the rest is 0
        self.s: Array = s[some]  # (r,), sigma squared
        self.Q: Array = Q[:, some]  # U (n, r), or V (d, r)
        R = self.Q.T @ (Y if self.dual else X.tdot(Y))  # (r, L)
        self.UY: Array = R if self.dual else R / np.sqrt(self.s)[:, None]

    def weights(self, alpha: float | Array) -> Array:
        """Return W (d, L) of one alpha >= 0, or of one for every target, (L,)."""
        s = self.s[:, None]
        if self.dual:
            return self.X.tdot(self.Q @ (self.UY / (s + alpha)))
        return np.asarray(self.Q @ (self.UY * np.sqrt(s) / (s + alpha)))

    def leave_one_out(self, alpha: float) -> Array:
        """Return how far every target lies from what the other samples say, (n, L).

        Both the numerator and :math:`1 - h` are summed from what alpha takes away,
        not subtracted from 1, so a small alpha > 0 costs no digits.
        """
        U = self.U
        taken = alpha / (self.s + alpha)  # (r,), = 1 - s / (s + alpha)
        residual = self.Y - U @ self.UY + U @ (taken[:, None] * self.UY)  # (n, L)
        outside = 1 - (U**2).sum(axis=1) - self.X.centre / len(self.X)  # (n,), >= 0
        return np.asarray(residual / (np.maximum(outside, 0) + U**2 @ taken)[:, None])

    @cached_property
    def U(self) -> Array:  # noqa: N802
        """The left singular vectors U, shape (n, r)."""
        return self.Q if self.dual else self.X.dot(self.Q) / np.sqrt(self.s)
