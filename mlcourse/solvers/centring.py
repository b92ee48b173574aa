r"""The intercept taken out: X and Y less their means.

A b that costs nothing is, at the minimum of a squared loss, what brings the mean of
:math:`\hat Y` to the mean of Y. So it can be left out of the search:

.. math::
    \min_{W, b} \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2 + P(W)
    = \min_W \lVert (X - \mathbf 1 \bar x^\top) W - (Y - \mathbf 1 \bar y^\top)
    \rVert_F^2 + P(W), \qquad b = \bar y - W^\top \bar x .

Symbols: X (n, d) features; Y (n, L) targets; :math:`\bar x` (d,), :math:`\bar y` (L,)
their column means; W (d, L) weights; b (L,) intercepts; P any penalty.
"""

from copy import copy
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array, issparse

from mlcourse.arrays import Array, Index

FULL = 0.9  # share of a column that is not 0: to fill it adds a ninth to what is stored
BLOCK = 256  # columns; more waste the symmetry, fewer are slow


class Centred:
    """A matrix X (n, d), dense or sparse, minus its column means.

    Sparse X stays sparse. A column with few zeros is filled, so that its mean can be
    subtracted; of any other the products take it away. That costs few digits, as a
    tenth of zeros already makes the variance at least a tenth of the squared mean.
    ``centre=False`` leaves X as it is. Whole numbers and booleans become floats.

    Attributes
    ----------
    X : array or csr_array of shape (n, d)
        What is stored.
    mean : ndarray of shape (d,)
        The means of the X that was given.
    rest : ndarray of shape (d,)
        The means of what is stored, which the products take away.

    Examples
    --------
    >>> X = Centred(csr_array([[0.0, 2.0], [2.0, 2.0]]))
    >>> X.dot(np.eye(2)).tolist(), X.gram().tolist()
    ([[-1.0, 0.0], [1.0, 0.0]], [[2.0, 0.0], [0.0, 0.0]])
    """

    def __init__(self, X: Any, centre: bool = True) -> None:
        X = X.astype(np.float64) if X.dtype.kind in "bui" else X  # codespell:ignore
        self.sparse = issparse(X)
        self.shape: tuple[int, int] = X.shape
        self.centre = centre
        self.mean: Array = np.zeros(X.shape[1])
        self.rest: Array = self.mean
        self.X = X
        if centre and self.sparse:
            self.X, self.mean, self.rest = sparse_centred(X)
        elif centre:
            self.X, self.mean = dense_centred(X)

    def dot(self, W: Array) -> Array:
        """Return the product with W: (d, k) -> (n, k)."""
        product = np.asarray(self.X @ W)
        return product - self.rest @ W if self.sparse else product

    def tdot(self, R: Array) -> Array:
        """Return the product of the transpose with R: (n, k) -> (d, k)."""
        if not self.sparse:
            # BLAS takes a quarter of the time for (R'X)' if X is stored row by row.
            return np.asarray((R.T @ self.X).T)
        return np.asarray(self.X.T @ R) - np.outer(self.rest, R.sum(axis=0))

    def gram(self) -> Array:
        r"""Return :math:`X^\top X`, dense, shape (d, d)."""
        if not self.sparse:
            return np.asarray(self.X.T @ self.X)
        return sparse_gram(self.X) - len(self) * np.outer(self.rest, self.rest)

    def cross(self, other: "Centred") -> Array:
        r"""Return :math:`X^\top Z` with the columns of another, dense, (d, its d)."""
        product = self.X.T @ other.X
        if not self.sparse:
            return np.asarray(product)
        dense: Array = product.toarray()
        return dense - len(self) * np.outer(self.rest, other.rest)

    def kernel(self) -> Array:
        r"""Return :math:`X X^\top`, dense, shape (n, n)."""
        if not self.sparse:
            return np.asarray(self.X @ self.X.T)
        Xm: Array = self.X @ self.rest  # (n,)
        K = sparse_gram(self.X.T)
        K -= Xm
        K -= Xm[:, None]
        K += self.rest @ self.rest
        return K

    def take(self, columns: Index) -> "Centred":
        """Return some of the columns, centred as they are here."""
        return self._with(self.X[:, columns], self.mean[columns], self.rest[columns])

    def divided_by(self, lengths: Array, dtype: Any = np.float64) -> "Centred":
        """Return the matrix with every column divided by a number, (d,) in all."""
        if self.sparse:
            X = (self.X @ diags_array(1 / lengths)).astype(dtype)
        else:
            X = np.divide(self.X, lengths, dtype=dtype, casting="same_kind")
        return self._with(X, self.mean / lengths, self.rest / lengths)

    def _with(self, X: Any, mean: Array, rest: Array) -> "Centred":
        other = copy(self)
        other.__dict__.pop("largest", None)
        other.X, other.shape, other.mean, other.rest = X, X.shape, mean, rest
        return other

    def dense(self) -> Array:
        """Return the matrix as an array, (n, d)."""
        return np.asarray(self.X.toarray() - self.rest if self.sparse else self.X)

    def lengths(self) -> Array:
        """Return the length of every column, (d,)."""
        if not self.sparse:
            return np.asarray(np.sqrt(np.einsum("ij,ij->j", self.X, self.X)))
        stored = np.asarray(self.X.multiply(self.X).sum(axis=0)).ravel()
        return np.sqrt(np.maximum(stored - len(self) * self.rest**2, 0))

    @cached_property
    def largest(self) -> float:
        """The size of the largest number that is stored."""
        values = self.X.data if self.sparse else self.X
        return float(max(values.max(initial=0), -values.min(initial=0)))

    def __len__(self) -> int:
        return self.shape[0]


def centred(X: Any, Y: Array, intercept: bool) -> tuple[Centred, Array, Array]:
    """Return X and Y less their means, and the means of Y; all means 0 if no intercept.

    The intercepts of weights W are then ``y_mean - X.mean @ W``.

    >>> centred(np.array([[1.0], [3.0]]), np.array([[0], [1]]), True)[1].tolist()
    [[-0.5], [0.5]]
    """
    mean = Y.mean(axis=0) if intercept else np.zeros(Y.shape[1])  # (L,)
    return Centred(X, intercept), Y - mean, mean


def dense_centred(X: Array) -> tuple[Array, Array]:
    """Return X (n, d) less its column means, and the means (d,).

    Twice: the first means are off by rounding, which matters if they are huge beside
    the spread, and a constant column has to become 0.

    >>> X, mean = dense_centred(np.full((10, 1), 0.1))
    >>> X.any(), mean.tolist()
    (np.False_, [0.1])
    """
    mean: Array = X.mean(axis=0, dtype=float)  # (d,)
    Xc = X - mean
    off = Xc.mean(axis=0)  # (d,)
    Xc -= off
    return Xc, mean + off


def sparse_centred(X: Any) -> tuple[csr_array, Array, Array]:
    """Return X with its nearly full columns centred, all means, and the means left.

    >>> X, mean, rest = sparse_centred(csr_array([[0.0, 2.0], [2.0, 4.0]]))
    >>> X.toarray().tolist(), mean.tolist(), rest.tolist()
    ([[0.0, -1.0], [2.0, 1.0]], [1.0, 3.0], [1.0, 0.0])
    """
    X = csr_array(X, dtype=float)
    n, d = X.shape
    full = np.bincount(X.indices[X.data != 0], minlength=d) > FULL * n  # (d,)
    mean = np.bincount(X.indices, weights=X.data, minlength=d) / n  # (d,)
    if full.any():
        chosen = np.flatnonzero(full)  # (k,)
        block, mean[chosen] = dense_centred(X[:, chosen].toarray())  # (n, k)
        ends = np.arange(len(chosen) + 1)
        place = csr_array((np.ones(len(chosen)), chosen, ends), shape=(len(chosen), d))
        X = csr_array(X @ diags_array(1.0 - full)) + csr_array(block) @ place
    return X, mean, np.where(full, 0, mean)


def sparse_gram(X: Any) -> Array:
    """Return X'X of a sparse X (n, d), dense, (d, d); only half of it is multiplied.

    >>> from scipy.sparse import csr_array
    >>> sparse_gram(csr_array([[1.0, 2.0]])).tolist()
    [[1.0, 2.0], [2.0, 4.0]]
    """
    X = X.tocsc()
    d = X.shape[1]
    G = np.empty((d, d))
    for i in range(0, d, BLOCK):
        j = min(i + BLOCK, d)
        G[i:j, i:] = (X[:, i:j].T @ X[:, i:]).toarray()
        G[j:, i:j] = G[i:j, j:].T
    return G
