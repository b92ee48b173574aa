r"""The k nearest rows, exactly, by matrix products.

For one query q the squared distances to the rows b of X order like

.. math:: g(b) = \tfrac12 \|b\|^2 - q^\top b = \tfrac12 \|q - b\|^2 - \tfrac12 \|q\|^2,

and for many queries all g are one matrix product. Three steps keep it fast and exact:

1. *Screen.* The product is taken in 32 bits, X scaled, and centred unless it is sparse,
   a tile at a time.
2. *Bound.* Of the smallest g in each of G groups of rows, the k-th smallest is at
   least the k-th smallest g of all. What exceeds it by more than rounding is out.
3. *Decide.* The few survivors get their distance as :math:`\sum_j (q_j - b_j)^2` in
   64 bits. Equal distances are ordered by the index of the row.

Rounding: with :math:`\gamma = (s + 8) u`, u = 2^-24 or 2^-53 and s the terms of a
product, a computed g is off by at most :math:`\gamma (\|q\|^2 / 2 + \|b\|^2)` (Higham,
2002, Accuracy and Stability of Numerical Algorithms, section 3.1). As
:math:`\|b\|^2 \le 4 \|q\|^2 + 4 g`, a true neighbour exceeds the bound t by at most
:math:`10 \gamma (\|q\|^2 + |t|)`.

Symbols: X (n, d) rows, Q (m, d) queries, k = n_neighbors.
"""

from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_integer
from mlcourse.models.screens import TILE, DenseScreen, SparseScreen, as_numbers


class Neighbours(NamedTuple):
    """The k nearest rows of every query, nearest first."""

    rows: Index  # (m, k)
    distances: Array  # (m, k)


def nearest(
    X: Any, n_neighbors: int, Q: Any = None, n_jobs: int | None = None
) -> Neighbours:
    r"""Return the rows of X that are nearest to every row of Q, nearest first.

    Of rows at equal distance the one of the lowest index comes first.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        The rows to choose from.
    n_neighbors : int from 1 to n
        The number k of neighbours.
    Q : array or sparse matrix of shape (m, d), default=None
        The queries, turned into what X is, dense or sparse. None means the rows of X,
        none of which is its own neighbour (its twin is), so that k is at most n - 1.
    n_jobs : int, default=None
        Threads of joblib.

    Raises
    ------
    ValueError
        If k is out of range, Q has other columns than X, or the numbers are beyond
        1e150 or all below 1e-150.

    Examples
    --------
    >>> X = [[0.0], [1.0], [3.0], [1.0]]
    >>> nearest(X, 2).rows.tolist()
    [[1, 3], [3, 0], [1, 3], [1, 0]]
    >>> nearest(X, 2, [[2.0]])
    Neighbours(rows=array([[1, 2]]), distances=array([[1., 1.]]))
    """
    alone, sparse = Q is None, issparse(X)
    X = as_numbers("X", X, sparse)
    Q = X if alone else as_numbers("Q", Q, sparse)
    (n, d), m = X.shape, Q.shape[0]
    if Q.shape[1] != d:
        raise ValueError(f"Q has {Q.shape[1]} columns, but X has {d}; give the same.")
    _check_number(n_neighbors, n, alone)
    screen = (SparseScreen if sparse else DenseScreen)(X, Q)
    step = min(256, max(16, TILE // max(n, d * sparse)))
    parts = Parallel(n_jobs=n_jobs, require="sharedmem")(
        delayed(_tile)(screen, n_neighbors, alone, start, min(start + step, m))
        for start in range(0, max(m, 1), step)
    )
    rows, squares = map(np.concatenate, zip(*parts, strict=True))
    return Neighbours(rows, np.sqrt(squares))


def bound(g: Any, k: int) -> Any:
    """Return an upper bound on the k-th smallest number of every row: (r, n) -> (r,).

    The columns are dealt into groups in turn. k groups whose smallest number is at
    most t hold k numbers that are at most t. More groups are compared faster.

    >>> bound(np.array([[5.0, 1.0, 7.0, 2.0]]), 2)
    array([2.])
    """
    n = g.shape[1]
    groups = max(64, 8 * k, min(512, n // 32))
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


def _tile(
    screen: Any, k: int, alone: bool, start: int, stop: int
) -> tuple[Index, Array]:
    """Return rows (r, k) and squared distances (r, k) of queries start:stop."""
    row, column = _survivors(screen, k, alone, start, stop, np.float32)
    if len(row) > (stop - start) * (16 * k + 256):
        row, column = _survivors(screen, k, alone, start, stop, np.float64)
    squares = screen.squares(row + start, column)
    place = first(row, squares, k, stop - start)
    return column[place], squares[place]


def _survivors(
    screen: Any, k: int, alone: bool, start: int, stop: int, kind: Any
) -> tuple[Index, Index]:
    """Return query and row of every pair that may be one of neighbours."""
    g, squares = screen.products(start, stop, kind)  # (r, n), (r,)
    if alone:
        g[np.arange(len(g)), np.arange(start, stop)] = np.inf
    t = bound(g, k)
    gamma = (screen.terms + 8) * np.finfo(kind).eps / 2
    slack = 10 * gamma * (squares + np.abs(t))
    tiny = 100 * (screen.terms + 1) * np.finfo(kind).tiny  # numbers that vanish
    return at_most(g, t + slack + tiny)


def _check_number(k: int, n: int, alone: bool) -> None:
    """Raise a ValueError unless n rows have k neighbours."""
    check_integer("n_neighbors", k)
    if k > n - alone:
        own = ", as none is its own neighbour" if alone else ""
        raise ValueError(
            f"n_neighbors={k}, but of {n} row(s) at most {n - alone}{own}. Give less."
        )
