r"""Products with rows that have weights, less their weighted means.

With S = diag(s), :math:`\bar x = X^\top s / \mathbf 1^\top s` and
:math:`H = S - s s^\top / \mathbf 1^\top s`,

.. math:: X^\top H X = (X - \mathbf 1 \bar x^\top)^\top S (X - \mathbf 1 \bar x^\top).

H is symmetric. (With :math:`I - \mathbf 1 \mathbf 1^\top S / m` in the place of its
transpose, one factor of the printed equation, the line would be wrong.) Without an
intercept H is S. Sparse X stays sparse.

Symbols: n samples, d features, L labels; X (n, d); F, R (n, L); s (n,).
"""

from typing import Any

import numpy as np
from scipy.sparse import diags_array

from mlcourse.arrays import Array, Index
from mlcourse.solvers.centring import Centred, sparse_gram


class WeightedRows:
    """X with weights for its rows, given by `weigh`.

    >>> rows = WeightedRows(Centred(np.array([[0.0], [1.0], [5.0]])), True)
    >>> rows.weigh(np.array([1.0, 1.0, 0.0]))
    >>> rows.gram(np.array([0])).tolist()
    [[0.5]]
    """

    def __init__(self, X: Centred, intercept: bool) -> None:
        self.X, self.centre = X, intercept
        self.whole: Array | None = None  # X'HX of all columns, once it pays
        self.counts = 0

    def weigh(self, s: Array) -> None:
        """Take new weights, (n,)."""
        self.s, self.root, self.whole, self.counts = s, np.sqrt(s), None, 0
        self.mean = np.zeros(self.X.shape[1])  # of the X that is centred
        if self.centre and (s != s[0]).any():
            self.mean = self.X.tdot(s[:, None])[:, 0] / s.sum()
        # What the stored numbers still have to lose.
        self.rest = self.mean + self.X.rest if self.X.sparse else self.mean

    def _scaled(self, some: Index) -> Any:
        """Return the stored columns times the roots of the weights, (n, a)."""
        every = len(some) == self.X.shape[1]
        A = self.X.X if every else self.X.X[:, some]
        if self.X.sparse:
            return diags_array(self.root) @ A
        A = (A - self.rest[some]) if self.rest.any() else A
        return A if (self.root == 1).all() else self.root[:, None] * A

    def squares(self) -> Array:
        """Return the diagonal of X'HX, (d,)."""
        A, m = self.X.X, float(self.s.sum())
        if self.X.sparse:
            stored = np.asarray(A.multiply(A).T @ self.s)
            return np.asarray(np.maximum(stored - m * self.rest**2 * self._off(), 0))
        found = np.einsum("ij,ij,i->j", A, A, self.s) - m * self.mean**2
        return np.asarray(np.maximum(found, 0))

    def _off(self) -> float:
        """Return 1 if the means are taken away, else 0."""
        return 1.0 if self.centre else 0.0

    def gram(self, some: Index) -> Array:
        """Return X'HX of some columns, (a, a), as an array that may be written to."""
        if self.whole is None and (self.counts or len(some) > self.X.shape[1] // 2):
            self.whole = self._gram(np.arange(self.X.shape[1]))
        self.counts += 1
        if self.whole is not None:
            every = len(some) == len(self.whole)  # to copy it is cheaper than to pick
            return self.whole.copy() if every else self.whole[np.ix_(some, some)]
        return self._gram(some)

    def _gram(self, some: Index) -> Array:
        A = self._scaled(some)
        if not self.X.sparse:
            return np.asarray(A.T @ A)
        mean = self.rest[some] * self._off()
        G = sparse_gram(A)
        G -= np.outer(self.s.sum() * mean, mean)
        return G

    def kernel(self, some: Index, lengths: Array) -> Array:
        """Return the products of rows, each column times a length (a,): (n, n)."""
        A = self._scaled(some)
        if not self.X.sparse:
            A = A * np.sqrt(lengths)
            return np.asarray(A @ A.T)
        mean = self.rest[some] * self._off()
        K = sparse_gram((A @ diags_array(np.sqrt(lengths))).T)
        v = np.outer(A @ (lengths * mean), self.root)  # (n, n)
        outer = float(lengths @ mean**2) * np.outer(self.root, self.root)
        return np.asarray(K - v - v.T + outer)

    def sides(self, F: Array) -> Array:
        """Return the targets less their weighted means, times the roots: (n, L)."""
        return self.root[:, None] * (F - self.average(F))

    def average(self, F: Array) -> Array:
        """Return the weighted means (L,), or zeros without an intercept."""
        return np.asarray(self.s @ F / self.s.sum() * self._off())

    def pull(self, R: Array) -> Array:
        """Return X'HR, (d, L)."""
        R = self.s[:, None] * (R - self.average(R))
        return self.X.tdot(R) if self.centre else np.asarray(self.X.X.T @ R)

    def normal(self, W: Array) -> Array:
        """Return X'HXW, (d, L)."""
        if self.whole is None:
            return self.pull(self.X.dot(W))
        return np.asarray((W.T @ self.whole).T)  # as in Centred.tdot

    def cross(self, some: Index, F: Array) -> Array:
        """Return X'HF of some columns, (a, L)."""
        return self.pull(F)[some]

    def back(self, some: Index, V: Array) -> Array:
        """Return the product of the scaled columns' transpose with V (n, L), (a, L)."""
        A = self._scaled(some)
        product = np.asarray(A.T @ V)
        if self.X.sparse:
            mean = self.rest[some] * self._off()
            product = product - np.outer(mean, self.root @ V)
        return product

    def intercept(self, F: Array, W: Array) -> Array:
        """Return the b (L,) that goes with W and targets F, for the centred X."""
        return np.asarray(self.average(F) - self.mean @ W)

    def mean_shift(self, V: Array) -> Array:
        """Return by how much b grows if V (d, L) is taken from W, (L,)."""
        return np.asarray(self.mean @ V)
