r"""The k nearest rows, exactly, by matrix products.

For one query q the squared distances to the rows b of X order like

.. math:: g(b) = \tfrac12 \|b\|^2 - q^\top b = \tfrac12 \|q - b\|^2 - \tfrac12 \|q\|^2,

and for many queries all g are one matrix product. Three steps keep it fast and exact:

1. *Screen.* The product is taken in 32 bits, X centred and scaled, a tile at a time.
2. *Bound.* Of the smallest g in each of G groups of rows, the k-th smallest is at
   least the k-th smallest g of all. What exceeds it by more than rounding is out.
3. *Decide.* The few survivors get their distance as :math:`\sum_j (q_j - b_j)^2` in
   64 bits. Equal distances are ordered by the index of the row.

Rounding: with :math:`\gamma = (d + 8) u`, u = 2^-24 or 2^-53, a computed g is off by at
most :math:`\gamma (\|q\|^2 / 2 + \|b\|^2)` (Higham, 2002, Accuracy and Stability of
Numerical Algorithms, section 3.1). As :math:`\|b\|^2 \le 4 \|q\|^2 + 4 g`, a true
neighbour exceeds the bound t by at most :math:`10 \gamma (\|q\|^2 + |t|)`.

Symbols: X (n, d) rows, Q (m, d) queries, k neighbours.
"""

from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array, issparse
from sklearn.utils import check_scalar

from mlcourse.arrays import Array, Index

TILE = 2**20  # distances in a tile: few enough to stay in the cache
LARGEST = 1e150  # its square is still a number


class Neighbours(NamedTuple):
    """The k nearest rows of every query, nearest first."""

    rows: Index  # (m, k)
    distances: Array  # (m, k)


def nearest(X: Any, k: int, Q: Any = None, n_jobs: int | None = None) -> Neighbours:
    r"""Return the k rows of X that are nearest to every row of Q, nearest first.

    Of rows at equal distance the one of the lowest index comes first.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        The rows to choose from. Distances of sparse rows are computed as
        :math:`\|q\|^2 + \|b\|^2 - 2 q^\top b`: fewer digits for rows that are far
        longer than their difference.
    k : int from 1 to n
        The number of neighbours.
    Q : array or sparse matrix of shape (m, d), default=None
        The queries. None means the rows of X, none of which is its own neighbour
        (its twin is), so that k is at most n - 1.
    n_jobs : int, default=None
        Threads of joblib.

    Raises
    ------
    ValueError
        If k is out of range or a number is beyond 1e150.

    Examples
    --------
    >>> X = [[0.0], [1.0], [3.0], [1.0]]
    >>> nearest(X, 2).rows.tolist()
    [[1, 3], [3, 0], [1, 3], [1, 0]]
    >>> nearest(X, 2, [[2.0]])
    Neighbours(rows=array([[1, 2]]), distances=array([[1., 1.]]))
    """
    alone = Q is None
    X, Q = _as_numbers(X), _as_numbers(X if alone else Q)
    n, m = X.shape[0], Q.shape[0]
    limit = n - alone
    check_scalar(k, "k", Integral, min_val=1)
    if k > limit:
        own = ", as none is its own neighbour" if alone else ""
        raise ValueError(f"k={k} neighbours, but of {n} row(s) at most {limit}{own}.")
    search = (_SparseTiles if issparse(X) else _DenseTiles)(X, Q, k, alone)
    step = min(256, max(16, TILE // n))
    parts = Parallel(n_jobs=n_jobs, prefer="threads")(
        delayed(search.tile)(start, min(start + step, m)) for start in range(0, m, step)
    )
    rows, squares = map(np.concatenate, zip(*parts, strict=True))
    return Neighbours(rows, np.sqrt(squares))


def bound(g: Any, k: int) -> Any:
    """Return an upper bound on the k-th smallest number of every row: (r, n) -> (r,).

    The columns are dealt into groups in turn. k groups whose smallest number is at
    most t hold k numbers that are at most t.

    >>> bound(np.array([[5.0, 1.0, 7.0, 2.0]]), 2)
    array([2.])
    """
    n = g.shape[1]
    groups = max(64, 8 * k)
    if n >= 2 * groups:
        whole = n - n % groups
        g = g[:, :whole].reshape(len(g), -1, groups).min(axis=1)  # (r, groups)
    return np.partition(g, k - 1, axis=1)[:, k - 1]


def at_most(g: Any, t: Any) -> tuple[Index, Index]:
    """Return row and column of every g (r, n) that does not exceed its row's t (r,).

    >>> at_most(np.array([[5.0, 1.0], [2.0, 2.0]]), np.array([1.0, 2.0]))
    (array([0, 1, 1]), array([1, 0, 1]))
    """
    row, column = np.divmod(np.flatnonzero(g <= t[:, None]), g.shape[1])
    return row, column


def first(row: Index, squares: Array, k: int, m: int) -> Index:
    """Return the places (m, k) of the k smallest squares of every row.

    `row` (s,) ascends and holds 0 ... m - 1, each at least k times. Of equal squares
    the one of the lowest place comes first.

    >>> first(np.array([0, 0, 0, 1, 1]), np.array([3.0, 1, 1, 9, 8]), 2, 2).tolist()
    [[1, 2], [4, 3]]
    """
    order = np.lexsort((squares, row))  # stable, so places decide
    start = np.searchsorted(row, np.arange(m))  # (m,)
    place: Index = order[start[:, None] + np.arange(k)]
    return place


class _DenseTiles:
    """Steps 1 to 3 for dense rows, some queries at a time."""

    def __init__(self, X: Array, Q: Array, k: int, alone: bool):
        self.X, self.Q, self.k, self.alone = X, Q, k, alone
        self.centre = X.mean(axis=0)
        self.scale = 1 / (max(_largest(X), _largest(Q)) or 1.0)
        self.screens = {np.float32: self._screen(np.float32)}

    def tile(self, start: int, stop: int) -> tuple[Index, Array]:
        """Return rows (r, k) and squared distances (r, k) of queries start:stop."""
        row, column = self._survivors(start, stop, np.float32)
        if len(row) > (stop - start) * (16 * self.k + 256):
            row, column = self._survivors(start, stop, np.float64)
        squares = np.empty(len(row))
        step = 1 + TILE // 16 // self.X.shape[1]
        for s in range(0, len(row), step):
            chosen = slice(s, s + step)
            gap = self.X[column[chosen]] - self.Q[row[chosen] + start]  # (step, d)
            squares[chosen] = np.einsum("ij,ij->i", gap, gap)
        place = first(row, squares, self.k, stop - start)
        return column[place], squares[place]

    def _survivors(self, start: int, stop: int, kind: Any) -> tuple[Index, Index]:
        """Return query and row of every pair that may be one of neighbours."""
        if kind not in self.screens:
            self.screens[kind] = self._screen(kind)
        B = self.screens[kind]
        q = ((self.Q[start:stop] - self.centre) * self.scale).astype(kind)  # (r, d)
        g = np.column_stack([-q, np.ones(len(q), kind)]) @ B  # (r, n)
        if self.alone:
            g[np.arange(len(g)), np.arange(start, stop)] = np.inf
        t = bound(g, self.k)
        gamma = (q.shape[1] + 8) * np.finfo(kind).eps / 2
        slack = 10 * gamma * (np.square(q).sum(axis=1) + np.abs(t))
        tiny = 100 * q.shape[1] * np.finfo(kind).tiny  # numbers that vanish
        return at_most(g, t + slack + tiny)

    def _screen(self, kind: Any) -> Any:
        """Return the matrix (d + 1, n) by which (-q, 1) gives every g."""
        B = (self.X - self.centre) * self.scale  # (n, d)
        half = np.einsum("ij,ij->i", B, B) / 2  # (n,)
        return np.column_stack([B.astype(kind), half.astype(kind)]).T


class _SparseTiles:
    """Steps 2 and 3 for sparse rows, whose products are cheap in 64 bits."""

    def __init__(self, X: Any, Q: Any, k: int, alone: bool):
        self.X, self.Q, self.k, self.alone = X.T.tocsr(), Q, k, alone
        self.norms = _squares(X), _squares(Q)  # (n,), (m,)

    def tile(self, start: int, stop: int) -> tuple[Index, Array]:
        """Return rows (r, k) and squared distances (r, k) of queries start:stop."""
        squares = (self.Q[start:stop] @ self.X).toarray()  # (r, n)
        squares *= -2
        squares += self.norms[0]
        squares += self.norms[1][start:stop, None]
        if self.alone:
            squares[np.arange(len(squares)), np.arange(start, stop)] = np.inf
        row, column = at_most(squares, bound(squares, self.k))
        found = np.maximum(squares[row, column], 0)
        place = first(row, found, self.k, len(squares))
        return column[place], found[place]


def _squares(X: Any) -> Array:
    """Return the squared length of every row of a sparse matrix."""
    total: Array = X.multiply(X) @ np.ones(X.shape[1])
    return total


def _as_numbers(X: Any) -> Any:
    """Return X in 64 bits, sparse rows as a csr_array without repeated entries."""
    if issparse(X):
        X = csr_array(X, dtype=np.float64)
        X.sum_duplicates()
    else:
        X = np.asarray(X, dtype=np.float64)
    if not _largest(X.data if issparse(X) else X) < LARGEST:
        raise ValueError(
            f"X must hold numbers below {LARGEST:.0e} in size, else distances "
            "overflow. Standardise the columns of X."
        )
    return X


def _largest(X: Array) -> float:
    """Return the size of the largest number."""
    return float(max(X.max(initial=0), -X.min(initial=0)))
