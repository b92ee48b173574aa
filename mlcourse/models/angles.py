r"""The rows at the smallest angles to a query, exactly, by matrix products.

.. math:: \cos(q, x) = \frac{q^\top x}{\lVert q \rVert \lVert x \rVert}, \qquad
          \cos(q, 0) = \cos(0, x) = 0

As in :mod:`mlcourse.models.nearest`, cosines of a tile are first computed in 32 bits,
and decided in 64 bits for the few that may be among the k largest. For one query they
order like

.. math:: \frac{q^\top x\, \lvert q^\top x \rvert}{\lVert x \rVert^2},

which takes no root: of counts it is rounded once only, so equal angles stay equal.

Symbols: X (n, d) rows, Q (m, d) queries, k = n_neighbors.
"""

from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array, diags_array, issparse

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_integer
from mlcourse.models.nearest import Neighbours, at_most, bound, first
from mlcourse.models.screens import TILE, as_numbers

ZERO = 1e-14  # a smaller 1 - cos is rounding


def nearest_by_angle(
    X: Any, n_neighbors: int, Q: Any, n_jobs: int | None = None
) -> Neighbours:
    r"""Return the rows of X at the smallest angle to each row of Q, nearest first.

    Distances are :math:`1 - \cos(q, x)`, from 0 to 2. Of rows at equal angles the one
    of the lowest index comes first. A row of zeros has cosine 0 with all.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        The rows to choose from.
    n_neighbors : int from 1 to n
        The number k of neighbours.
    Q : array or sparse matrix of shape (m, d)
        The queries.
    n_jobs : int, default=None
        Threads of joblib.

    Raises
    ------
    ValueError
        If k is out of range, Q has other columns than X, or the numbers are beyond
        1e150 or all below 1e-150.

    Examples
    --------
    >>> near = nearest_by_angle([[1, 0], [0, 0], [3, 4], [2, 0]], 3, [[5, 0]])
    >>> near.rows.tolist(), near.distances.round(12).tolist()
    ([[0, 3, 2]], [[0.0, 0.0, 0.4]])
    """
    X, Q = as_numbers("X", X, issparse(X)), as_numbers("Q", Q, issparse(X))
    (n, d), m = X.shape, Q.shape[0]
    if Q.shape[1] != d:
        raise ValueError(f"Q has {Q.shape[1]} columns, but X has {d}; give the same.")
    if check_integer("n_neighbors", n_neighbors) > n:
        raise ValueError(f"n_neighbors={n_neighbors}, but there are {n} row(s).")
    search = Angles(X, Q)
    step = min(256, max(16, TILE // max(n, d)))
    parts = Parallel(n_jobs=n_jobs, require="sharedmem")(
        delayed(search.tile)(start, min(start + step, m), n_neighbors)
        for start in range(0, max(m, 1), step)
    )
    rows, cosines = map(np.concatenate, zip(*parts, strict=True))
    distances = np.clip(1 - cosines, 0, 2)
    return Neighbours(rows, np.where(distances < ZERO, 0.0, distances))


class Angles:
    """Rows and queries, as they are and with length 1."""

    def __init__(self, X: Any, Q: Any) -> None:
        self.X, self.Q = scaled(X), scaled(Q)
        self.x, self.q = dots(self.X, self.X), dots(self.Q, self.Q)  # (n,), (m,)
        sizes = np.diff(X.indptr) if issparse(X) else [X.shape[1]]
        self.terms = int(np.max(sizes, initial=1))  # of a product
        self.tables: dict[Any, Any] = {}
        self.unit_rows(np.float32)  # before threads ask

    def tile(self, start: int, stop: int, k: int) -> tuple[Index, Array]:
        """Return rows and cosines (r, k) of queries start:stop."""
        query, row = self.survivors(start, stop, k, np.float32)
        if len(row) > (stop - start) * (16 * k + 256):  # too alike for 32 bits
            query, row = self.survivors(start, stop, k, np.float64)
        order = self.order(query + start, row)
        place = first(query, -order, k, stop - start)  # (r, k)
        length = np.sqrt(np.where(self.q > 0, self.q, 1))[start:stop, None]
        cosines = np.sqrt(np.abs(order[place])) / length
        return row[place], np.copysign(cosines, order[place])

    def survivors(
        self, start: int, stop: int, k: int, kind: Any
    ) -> tuple[Index, Index]:
        """Return query and row of every pair that may be one of neighbours."""
        x, q = self.unit_rows(kind)
        q = q[start:stop]
        q = csr_array(q.T).toarray() if issparse(q) else q.T  # (d, r)
        g = -np.ascontiguousarray((x @ q).T)  # (r, n)
        return at_most(g, bound(g, k) + self.slack(kind))

    def unit_rows(self, kind: Any) -> tuple[Any, Any]:
        """Return rows and queries with length 1, in this kind of number."""
        if kind not in self.tables:
            pairs = (self.X, self.x), (self.Q, self.q)
            self.tables[kind] = tuple(unit_rows(*pair, kind) for pair in pairs)
        x, q = self.tables[kind]
        return x, q

    def slack(self, kind: Any) -> Any:
        """Return what two rounded cosines may differ by, if the true ones are equal."""
        return kind(4 * (self.terms + 8) * np.finfo(kind).eps)

    def order(self, query: Index, row: Index) -> Array:
        """Return what the cosines of a query order like, for every pair: (p,)."""
        products = np.empty(len(row))
        step = 1 + TILE // 16 // self.terms
        for i in range(0, len(row), step):
            some = slice(i, i + step)
            products[some] = dots(self.X[row[some]], self.Q[query[some]])
        x = np.where(self.x > 0, self.x, 1)[row]
        return np.asarray(products * np.abs(products) / x)


def scaled(X: Any) -> Any:
    """Return rows multiplied by powers of 2, which rounds nothing, up to size 1.

    >>> scaled(np.array([[12.0, 3.0], [0.0, 0.0]])).tolist()
    [[0.75, 0.1875], [0.0, 0.0]]
    """
    if not issparse(X):
        power = np.frexp(np.maximum(X.max(axis=1), -X.min(axis=1)))[1]  # (n,)
        return np.ldexp(X, -power[:, None])
    power = np.frexp(abs(X).max(axis=1).toarray())[1]
    each = np.repeat(power.ravel(), np.diff(X.indptr))  # a stored number
    return csr_array((np.ldexp(X.data, -each), X.indices, X.indptr), shape=X.shape)


def unit_rows(X: Any, squares: Array, kind: Any) -> Any:
    """Return rows of length 1 in this kind of number, those of zeros as they are.

    >>> X, squares = np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([25.0, 0.0])
    >>> unit_rows(X, squares, np.float32).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    length = np.sqrt(np.where(squares > 0, squares, 1))
    rows = diags_array(1 / length) @ X if issparse(X) else X / length[:, None]
    return rows.astype(kind)


def dots(X: Any, Q: Any) -> Array:
    """Return the inner product of every row of X with that of Q, both dense or sparse.

    >>> dots(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])).tolist()
    [11.0]
    """
    if issparse(X):
        return np.asarray(X.multiply(Q).sum(axis=1)).ravel()
    return np.asarray(np.einsum("ij,ij->i", X, Q))
