r"""What a search for neighbours asks about rows: rough products, exact distances.

A screen answers for many pairs of a query q and a row b at once: roughly, by
:math:`g = \tfrac12 \|b\|^2 - q^\top b` in 32 or 64 bits, and exactly, by
:math:`\sum_j (q_j - b_j)^2`. One kind is for dense rows, one for sparse rows.

Symbols: X (n, d) rows, Q (m, d) queries; r queries in a tile; p pairs.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array, Index, tidy
from mlcourse.checks import check_finite

TILE = 2**20  # distances in a tile: few enough to stay in the cache
DEAR = 16  # a product of sparse with sparse costs so many of sparse with dense
LARGEST = 1e150  # its square, and that of 1 / LARGEST, are still numbers


class DenseScreen:
    """Products and distances of dense rows; products are centred to keep digits."""

    def __init__(self, X: Array, Q: Array) -> None:
        self.X, self.Q = X, Q
        self.terms = X.shape[1]  # of a product
        self.centre = X.mean(axis=0)
        self.scale = 1 / (max(largest(X), largest(Q)) or 1.0)
        self.tables = {np.float32: self._table(np.float32)}

    def products(self, start: int, stop: int, kind: Any) -> tuple[Any, Any]:
        """Return g (r, n) of queries start:stop in this kind of number, and |q|^2."""
        if kind not in self.tables:
            self.tables[kind] = self._table(kind)
        q = ((self.Q[start:stop] - self.centre) * self.scale).astype(kind)  # (r, d)
        g = np.column_stack([-q, np.ones(len(q), kind)]) @ self.tables[kind]
        return g, np.square(q).sum(axis=1)

    def squares(self, query: Index, row: Index) -> Array:
        """Return the squared distance of every pair, shape (p,)."""
        squares = np.empty(len(row))
        step = 1 + TILE // 16 // max(1, self.X.shape[1])
        for i in range(0, len(row), step):
            some = slice(i, i + step)
            gap = self.X[row[some]] - self.Q[query[some]]  # (step, d)
            squares[some] = np.einsum("ij,ij->i", gap, gap)
        return squares

    def _table(self, kind: Any) -> Any:
        """Return the matrix (d + 1, n) by which (-q, 1) gives every g."""
        B = (self.X - self.centre) * self.scale  # (n, d)
        half = np.einsum("ij,ij->i", B, B) / 2  # (n,)
        return np.column_stack([B.astype(kind), half.astype(kind)]).T


class SparseScreen:
    """Products and distances of tidy CSR rows, which are not centred."""

    def __init__(self, X: Any, Q: Any) -> None:
        self.X, self.Q = X, Q
        self.terms = int(np.diff(X.indptr).max(initial=0))
        self.scale = 1 / (max(largest(X.data), largest(Q.data)) or 1.0)
        # Dense queries meet every stored number of X; sparse ones fewer, but slowly.
        met = np.bincount(Q.indices, minlength=X.shape[1]) @ np.bincount(
            X.indices, minlength=X.shape[1]
        )
        self.dense = DEAR * met > X.nnz * Q.shape[0]
        self.tables = {np.float32: self._table(np.float32)}

    def products(self, start: int, stop: int, kind: Any) -> tuple[Any, Any]:
        """Return g (r, n) of queries start:stop in this kind of number, and |q|^2."""
        if kind not in self.tables:
            self.tables[kind] = self._table(kind)
        B, half = self.tables[kind]
        q = (self.Q[start:stop] * self.scale).astype(kind)  # (r, d)
        if self.dense:
            g = np.ascontiguousarray((B @ csr_array(q.T).toarray()).T)
        else:
            g = (q @ B.T).toarray()
        np.subtract(half, g, out=g)
        return g, squared_lengths(q)

    def squares(self, query: Index, row: Index) -> Array:
        """Return the squared distance of every pair, shape (p,)."""
        squares = np.empty(len(row))
        step = 1 + TILE // 16 // max(1, self.terms)
        for i in range(0, len(row), step):
            some = slice(i, i + step)
            squares[some] = squared_lengths(self.X[row[some]] - self.Q[query[some]])
        return squares

    def _table(self, kind: Any) -> tuple[Any, Any]:
        """Return X (n, d) in this kind of number, and half of each squared length."""
        B = self.X * self.scale
        return B.astype(kind), (squared_lengths(B) / 2).astype(kind)


def squared_lengths(X: Any) -> Any:
    """Return the squared length of every row of a tidy CSR array, shape (n,)."""
    X = X.copy()
    X.data **= 2
    return X @ np.ones(X.shape[1], X.dtype)


def as_numbers(name: str, X: Any, sparse: bool) -> Any:
    """Return X (n, d) in 64 bits, as a tidy CSR array or as a dense one."""
    if issparse(X):
        X = tidy(X, "csr") if sparse else X.toarray().astype(np.float64)
    else:
        X = np.asarray(X, dtype=np.float64)
        if X.ndim != 2:
            raise ValueError(f"{name} has shape {X.shape}; give a table (n, d).")
        X = tidy(X, "csr") if sparse else X
    size = largest(X.data if sparse else X)
    if not np.isfinite(size):
        check_finite(name, X)
    if size > LARGEST or 0 < size < 1 / LARGEST:
        raise ValueError(
            f"{name} holds numbers up to {size:.0e} in size, and squared distances of "
            f"such are lost: {1 / LARGEST:.0e} to {LARGEST:.0e} will do. Standardise "
            "the columns of X."
        )
    return X


def largest(X: Array) -> float:
    """Return the size of the largest number."""
    return float(max(X.max(initial=0), -X.min(initial=0)))
