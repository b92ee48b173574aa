r"""Singular values for ridge regression: fast from inner products, or exact from X.

.. math:: X = U\,\mathrm{diag}(\sigma)\,V^\top, \qquad
          X^\top X = V\,\mathrm{diag}(\sigma^2)\,V^\top, \qquad
          X X^\top = U\,\mathrm{diag}(\sigma^2)\,U^\top

Eigenvectors of the smaller product are the cheaper way, but squares lose what is below
:math:`10^{-16} \sigma_{max}^2`. A decomposition of X itself loses what is below
:math:`10^{-16} \sigma_{max}`, which a column in other units may well be. Jacobi's way
loses nothing however the columns are scaled, and takes some three times as long.

Symbols: X (n, d); Y (n, L); U (n, r), sigma (r,), V (d, r), r the rank; lambda = alpha,
the penalty strength.
Sources: Demmel & Veselic (1992), SIAM J. Matrix Anal. Appl. 13(4), 1204-1245, on the
accuracy of Jacobi's way; Drmac & Veselic (2008), same journal 29(4), 1322-1362, for
LAPACK's algorithm.
"""

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np
from scipy.linalg.lapack import dgejsv

from mlcourse.arrays import Array
from mlcourse.solvers.centring import Centred

ROUNDING = np.finfo(float).eps  # relative, of one operation
TRUST = 1e-6  # least share of the largest sigma squared that is safe to divide by
ALIKE = 1e4  # columns may differ so much in length without harm
ENTRIES = 2**27  # of a sparse X that is made dense for its digits: 1 GB


class Spectrum(ABC):
    """U, sigma and V of a centred X, and the share of Y in every direction.

    Attributes
    ----------
    sigma : ndarray of shape (r,)
        The singular values that are not 0.
    U : ndarray of shape (n, r)
        The left singular vectors.
    UY : ndarray of shape (r, L)
        :math:`U^T Y`.
    """

    sigma: Array
    U: Array
    UY: Array

    def weights(self, alpha: float | Array) -> Array:
        """Return W (d, L) of one alpha >= 0, or of one for every target, (L,)."""
        sigma = self.sigma[:, None]
        h = np.hypot(sigma, np.sqrt(alpha))  # (r, 1) or (r, L); squares may overflow
        return self.right(sigma / h / h * self.UY)

    @abstractmethod
    def right(self, Z: Array) -> Array:
        """Return VZ, (d, L)."""

    def taken(self, alpha: float) -> Array:
        r"""Return the share that alpha takes of every direction, (r,).

        .. math:: \frac{\lambda}{\sigma^2 + \lambda} = 1 - \frac{\sigma^2}
                  {\sigma^2 + \lambda}
        """
        root = np.sqrt(alpha)
        return np.asarray((root / np.hypot(self.sigma, root)) ** 2)


class FromProducts(Spectrum):
    """U, sigma and V from the eigenvectors of X'X or XX', the smaller of the two."""

    def __init__(self, X: Centred, Y: Array) -> None:
        self.X = X
        self.dual = X.shape[0] < X.shape[1]
        s, Q = np.linalg.eigh(X.kernel() if self.dual else X.gram())
        self.bounds = max(s.min(), 0.0), s.max()
        self.alike = not differ(X.lengths())
        some = s > s.max() * max(X.shape) * ROUNDING  # the rest is 0
        self.sigma = np.sqrt(s[some])
        self.Q: Array = Q[:, some]  # U (n, r), or V (d, r)
        self.UY = (
            self.Q.T @ Y if self.dual else self.Q.T @ X.tdot(Y) / self.sigma[:, None]
        )

    def trusts(self, alpha: float) -> bool:
        """Tell whether rounding is small beside all that is divided by."""
        least, most = self.bounds
        return self.alike and bool(least + alpha >= TRUST * most)

    def right(self, Z: Array) -> Array:
        """Return VZ, (d, L)."""
        if self.dual:
            return self.X.tdot(self.Q @ (Z / self.sigma[:, None]))
        return np.asarray(self.Q @ Z)

    @cached_property
    def U(self) -> Array:  # type: ignore[override]  # noqa: N802
        """The left singular vectors, shape (n, r)."""
        if self.dual:
            return self.Q
        U = self.X.dot(self.Q)
        U /= self.sigma  # in place: it is as large as X
        return U


class FromX(Spectrum):
    r"""U, sigma and V from X itself, whatever the units of its columns.

    A direction v is lost if :math:`\sigma = \lVert Xv \rVert` is no more than what
    rounding makes of 0. That is relative to the largest sigma, or, by Jacobi's way, to
    what is added up in Xv, :math:`(\sum_j v_j^2 \lVert x_j \rVert^2)^{1/2}`.
    """

    def __init__(self, X: Centred, Y: Array) -> None:
        dense = as_dense(X)
        unit = np.ldexp(0.5, np.frexp(X.largest)[1])  # so that squares are numbers
        dense = dense / unit
        top = np.maximum(np.abs(dense).max(axis=0), 1e-300)  # (d,)
        length = top * np.linalg.norm(dense / top, axis=0)  # (d,)
        if differ(length):
            U, sigma, V = jacobi(dense)
            size = np.linalg.norm(length[:, None] * V, axis=0)  # (min(n, d),)
        else:
            U, sigma, V = plain(dense)
            size = np.full(len(sigma), sigma.max())
        some = sigma > max(X.shape) * ROUNDING * size
        self.U, self.sigma, self.V = U[:, some], sigma[some] * unit, V[:, some]
        self.UY = self.U.T @ Y

    def right(self, Z: Array) -> Array:
        """Return VZ, (d, L)."""
        return np.asarray(self.V @ Z)


def differ(length: Array) -> bool:
    """Tell whether columns of these lengths (d,) need Jacobi's way.

    >>> differ(np.array([1.0, 900.0, 0.0])), differ(np.array([1.0, 90000.0]))
    (False, True)
    """
    some = length[length > 0]
    return bool(some.size) and bool(some.max() > ALIKE * some.min())


def plain(X: Array) -> tuple[Array, Array, Array]:
    """Return U, sigma and V of X (n, d) by LAPACK's usual way."""
    U, sigma, Vt = np.linalg.svd(X, full_matrices=False)
    return U, sigma, Vt.T


def jacobi(X: Array) -> tuple[Array, Array, Array]:
    """Return U, sigma and V of X (n, d) by Jacobi's way, right in every unit.

    >>> [f"{s:.9g}" for s in jacobi(np.array([[3e-9, 0.0], [0.0, 4e9]]))[1]]
    ['4e+09', '3e-09']
    """
    tall = X.shape[0] >= X.shape[1]
    # joba: columns in any units (0), or rows as well (2), as those of X' are columns.
    sigma, U, V, work, _, info = dgejsv(
        X if tall else X.T, joba=0 if tall else 2, jobr=0
    )
    if info:
        raise np.linalg.LinAlgError("Jacobi's sweeps do not converge on X.")
    sigma = sigma * (work[0] / work[1])
    return (U, sigma, V) if tall else (V, sigma, U)


def as_dense(X: Centred) -> Array:
    """Return the centred X (n, d) as an array, or raise a ValueError if it is too big.

    >>> as_dense(Centred(np.array([[1.0], [3.0]]))).tolist()
    [[-1.0], [1.0]]
    """
    n, d = X.shape
    if X.sparse and n * d > ENTRIES:
        raise ValueError(
            f"alpha is lost in rounding beside the sparse X {X.shape}, which is too "
            "large to be made dense for that. Raise alpha, or bring the columns to a "
            "common size, as MaxAbsScaler does."
        )
    return X.dense()
