r"""Ridge regression of ever new targets on one X, decomposed once.

.. math:: W = (X^\top X + \lambda I)^{-1} X^\top T
            = X^\top (X X^\top + \lambda I)^{-1} T

A solver that asks for W again and again, each time with other targets T, should pay for
the decomposition once. Of one strength that is a factor of the smaller of the two
matrices, by Cholesky's way; of any strengths the singular values and vectors of X. Both
are as careful as :mod:`mlcourse.solvers.ridge`: where inner products cannot be trusted,
:mod:`mlcourse.solvers.spectrum` decomposes X itself.

Symbols: X (n, d) features, T (n, L) targets, W (d, L) weights; lambda = alpha, the
penalty strength.
"""

from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from mlcourse.arrays import Array
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge import INVERSE, LARGEST, PROBES, SMALLEST
from mlcourse.solvers.spectrum import FromProducts, FromX, Spectrum


class RidgeSpectrum:
    """The ridge weights of any targets and strengths, for one X.

    If alpha is 0, or lost in rounding beside X, they are the shortest of the
    least-squares solutions.

    Examples
    --------
    >>> spectrum = RidgeSpectrum(Centred(np.array([[1.0], [3.0]])))
    >>> spectrum.weights(np.array([[-1.0], [1.0]]), 2.0).round(12)
    array([[0.5]])
    """

    def __init__(self, X: Centred) -> None:
        self.X = X

    def weights(self, T: Array, alpha: float | Array) -> Array:
        """Return W (d, L) of the targets T (n, L), centred as X is.

        There is one alpha >= 0, or one for every target, (L,).
        """
        least = float(np.asarray(alpha, float).min(initial=np.inf))
        if SMALLEST < self.X.largest <= LARGEST and self._fast.trusts(least):
            return self._weights(self._fast, T, alpha)
        return self._weights(self._exact, T, alpha)

    def _weights(self, spectrum: Spectrum, T: Array, alpha: float | Array) -> Array:
        """Return the weights by a decomposition that any targets may be put into."""
        if isinstance(spectrum, FromProducts) and not spectrum.dual:
            spectrum.UY = spectrum.Q.T @ self.X.tdot(T) / spectrum.sigma[:, None]
        else:
            spectrum.UY = spectrum.U.T @ T
        return spectrum.weights(alpha)

    @cached_property
    def _fast(self) -> FromProducts:
        return FromProducts(self.X, np.zeros((len(self.X), 0)))

    @cached_property
    def _exact(self) -> FromX:
        return FromX(self.X, np.zeros((len(self.X), 0)))


class RidgeFactor:
    """The ridge weights of any targets, for one X and one alpha >= 0.

    Examples
    --------
    >>> factor = RidgeFactor(Centred(np.array([[1.0], [3.0]])), alpha=2.0)
    >>> factor.weights(np.array([[-1.0], [1.0]])), factor.weights(np.zeros((2, 1)))
    (array([[0.5]]), array([[0.]]))
    """

    def __init__(self, X: Centred, alpha: float) -> None:
        self.X, self.alpha = X, alpha
        self.dual = X.shape[0] < X.shape[1]
        self.factor = self._cholesky()

    def weights(self, T: Array, towards: Array | None = None) -> Array:
        """Return W (d, L) of the targets T (n, L), centred as X is.

        They are pulled to 0, or to the weights `towards` (d, L).
        """
        if towards is not None and (self.dual or self.factor is None):
            return towards + self.weights(T - self.X.dot(towards))
        if self.factor is None:
            self._exact.UY = self._exact.U.T @ T
            return self._exact.weights(self.alpha)
        if self.dual:
            return self.X.tdot(cho_solve(self.factor, T, check_finite=False))
        B = self.X.tdot(T)
        if towards is not None:
            B += self.alpha * towards
        W: Array = cho_solve(self.factor, B, overwrite_b=True, check_finite=False)
        return W

    @cached_property
    def _exact(self) -> FromX:
        return FromX(self.X, np.zeros((len(self.X), 0)))

    def _cholesky(self) -> Any:
        """Return the factor of the smaller matrix, None if it is not safe.

        It is safe if the inverse of the matrix, scaled to a diagonal of 1, is not
        large, as :func:`mlcourse.solvers.ridge.by_cholesky` explains.
        """
        X = self.X
        if X.largest > LARGEST:
            return None
        A = X.kernel() if self.dual else X.gram()
        A[np.diag_indices_from(A)] += self.alpha
        length = np.sqrt(A.diagonal())[:, None]
        if length.min() < SMALLEST:
            return None
        try:
            factor = cho_factor(A, lower=True, overwrite_a=True, check_finite=False)
        except LinAlgError:
            return None
        probes = np.random.default_rng(0).normal(size=(len(A), PROBES))
        found = length * cho_solve(factor, length * probes, check_finite=False)
        return factor if (np.linalg.norm(found, axis=0) < INVERSE).all() else None
