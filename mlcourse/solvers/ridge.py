r"""Ridge regression of many targets at once: one factorisation serves them all.

.. math:: \min_{W, b}\ \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \lambda \lVert W \rVert_F^2

The intercept b takes the means away from X and Y (:mod:`mlcourse.solvers.centring`),
and what is left has a closed form; of its two ways to write it one inverts a (d, d)
matrix, the other an (n, n) matrix (they are equal, so take the smaller):

.. math:: W = (X^\top X + \lambda I)^{-1} X^\top Y
            = X^\top (X X^\top + \lambda I)^{-1} Y

With the singular values :math:`X = U\,\mathrm{diag}(\sigma)\,V^\top` all
:math:`\lambda` cost one decomposition, and so does leaving out each sample in turn:

.. math::
    W = V\,\mathrm{diag}\Bigl(\frac{\sigma}{\sigma^2 + \lambda}\Bigr)\,U^\top Y,
    \qquad
    y_i - \hat y_{-i} = \frac{y_i - \hat y_i}{1 - h_i}, \qquad
    h_i = \frac1n + \sum_j \frac{\sigma_j^2}{\sigma_j^2 + \lambda} U_{ij}^2 ,

where 1/n belongs to the intercept, and is absent without one.

Inner products are fast, but square what differs in size: beside a column of
:math:`10^9` they forget one of 1. So each fast way is asked whether it can be trusted;
where it cannot, :mod:`mlcourse.solvers.spectrum` decomposes X itself.

Symbols: X (n, d) features; Y (n, L) targets; W (d, L) weights; b (L,) intercepts;
lambda = alpha, the penalty strength; h (n,) leverages, the diagonal of the matrix that
makes :math:`\hat Y` of Y.
Sources: Hoerl & Kennard (1970), Technometrics 12(1), 55-67; Golub, Heath & Wahba
(1979), Technometrics 21(2), 215-223, for leaving one out; Demmel (1997), Applied
Numerical Linear Algebra, section 2.7, for what scaling does to a Cholesky factor.
"""

from functools import cached_property

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from mlcourse.arrays import Array
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.spectrum import FromProducts, FromX, Spectrum

INVERSE = 1e7  # of a larger inverse rounding makes errors that can be seen
PROBES = 3  # vectors that ask how large it is
LARGEST, SMALLEST = 1e140, 1e-145  # squares overflow beyond; those below lost digits


def ridge(X: Centred, Y: Array, alpha: float) -> Array:
    r"""Return the weights W (d, L) of one strength alpha >= 0.

    If alpha is 0, or lost in rounding beside X, they are the shortest of the
    least-squares solutions. Y has to be centred as X is.

    >>> ridge(Centred(np.array([[1.0], [3.0]])), np.array([[-1.0], [1.0]]), alpha=2.0)
    array([[0.5]])
    """
    W = by_cholesky(X, Y, alpha)
    return FromX(X, Y).weights(alpha) if W is None else W


def by_cholesky(X: Centred, Y: Array, alpha: float) -> Array | None:
    r"""Return W (d, L) by the smaller of the two closed forms, None if it is not safe.

    Rounding moves an entry of the matrix A by a share of :math:`\sqrt{A_{ii} A_{jj}}`,
    whatever the units. That does little harm unless the inverse of
    :math:`B_{ij} = A_{ij} / \sqrt{A_{ii} A_{jj}}` is large. Normal vectors v are asked
    for its size: :math:`\mathbb E \lVert B^{-1} v \rVert^2 = \lVert B^{-1}
    \rVert_F^2`.
    """
    if X.largest > LARGEST:
        return None
    dual = X.shape[0] < X.shape[1]
    A = X.kernel() if dual else X.gram()
    A[np.diag_indices_from(A)] += alpha
    length = np.sqrt(A.diagonal())[:, None]
    if length.min() < SMALLEST:
        return None
    try:
        # The transpose is A itself, in the order that saves LAPACK a copy.
        factor = cho_factor(A.T, lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return None
    probes = np.random.default_rng(0).normal(size=(len(A), PROBES))
    sides = np.hstack([Y if dual else X.tdot(Y), length * probes])
    Z: Array = cho_solve(factor, sides, overwrite_b=True, check_finite=False)
    if not (np.linalg.norm(length * Z[:, -PROBES:], axis=0) < INVERSE).all():
        return None
    Z = Z[:, :-PROBES]
    return X.tdot(Z) if dual else Z


class RidgePath:
    r"""The solutions of every strength, from one decomposition of X.

    Parameters
    ----------
    X : Centred
        Features (n, d).
    Y : array of shape (n, L)
        Targets, centred as X is.

    Examples
    --------
    >>> path = RidgePath(Centred(np.array([[1.0], [3.0]])), np.array([[-1.0], [1.0]]))
    >>> path.weights(0.0).round(12), path.weights(2.0)
    (array([[1.]]), array([[0.5]]))
    >>> path.leave_one_out(2.0).round(12).tolist()  # what the other sample says: 1, -1
    [[-2.0], [2.0]]
    """

    def __init__(self, X: Centred, Y: Array) -> None:
        self.X, self.Y = X, Y

    def weights(self, alpha: float | Array) -> Array:
        """Return W (d, L) of one alpha >= 0, or of one for every target, (L,)."""
        return self._spectrum(float(np.min(alpha))).weights(alpha)

    def leave_one_out(self, alpha: float) -> Array:
        """Return how far every target lies from what the other samples say, (n, L).

        Both the numerator and :math:`1 - h` are summed from what alpha takes away and
        what lies outside all directions, not subtracted from 1, so a small alpha > 0
        costs no digits.
        """
        spectrum = self._spectrum(alpha)
        U, UY, taken = spectrum.U, spectrum.UY, spectrum.taken(alpha)
        residual = U @ (taken[:, None] * UY)  # (n, L)
        rest = np.einsum("ij,ij,j->i", U, U, taken)  # (n,), 1 - h within U
        if len(UY) < len(self.X) - self.X.centre:  # else nothing lies outside
            residual += self.Y - U @ UY
            within = np.einsum("ij,ij->i", U, U)
            outside = 1 - within - self.X.centre / len(self.X)
            rest += np.maximum(outside, 0)
        return np.asarray(residual / rest[:, None])

    def _spectrum(self, alpha: float) -> Spectrum:
        """Return the fast decomposition where it can be trusted, or the exact one."""
        if self.X.largest <= LARGEST and self._fast.trusts(alpha):
            return self._fast
        return self._exact

    @cached_property
    def _fast(self) -> FromProducts:
        return FromProducts(self.X, self.Y)

    @cached_property
    def _exact(self) -> FromX:
        return FromX(self.X, self.Y)
