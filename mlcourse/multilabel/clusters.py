r"""Rows in groups of near ones, by k-means: each group is then learnt on its own.

.. math:: \min_{c_1, \dots, c_K}\ \sum_{i=1}^n \min_k \lVert x_i - c_k \rVert^2

K small problems take less time and memory than a large one, and run at once; that is
all they are for. Which rows meet depends on the seed, so what is learnt does too.

Symbols: X (n, d) rows, K = n_clusters, c (d,) a centre.
Sources: Lloyd (1982), IEEE Trans. Information Theory 28(2), 129-137; Arthur &
Vassilvitskii (2007), k-means++, SODA, 1027-1035, for the start. scikit-learn has both.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_integer


class Clusters(NamedTuple):
    """Centres, and the rows that are nearest to each."""

    centres: Array  # (K, d)
    rows: list[Index]  # K arrays of row numbers, each ascending and not empty

    def nearest(self, X: Any) -> Index:
        """Return the number of the nearest centre of every row: (m, d) -> (m,)."""
        return nearest_centre(X, self.centres)

    def ask(self, X: Any, answer: Callable[[int, Any], Array]) -> Array:
        """Return what the cluster of each row says: (m, d) -> (m, q).

        A cluster k is asked once, `answer(k, rows)`, for all rows that are its own.
        """
        number = self.nearest(X)  # (m,)
        parts = {k: np.flatnonzero(number == k) for k in np.unique(number).tolist()}
        found = [answer(k, X[rows]) for k, rows in parts.items()]
        result = np.empty((X.shape[0], found[0].shape[1]))
        for rows, values in zip(parts.values(), found, strict=True):
            result[rows] = values
        return result


def clusters(X: Any, n_clusters: int, random_state: Any = None) -> Clusters:
    """Return the groups of one run of k-means from a random start.

    A centre that no row is nearest to is left out: equal rows cannot be told apart, so
    X may have fewer groups than asked for. One cluster holds all rows, and draws
    nothing.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        The rows.
    n_clusters : int from 1 to n
        The number K of centres.
    random_state : int, RandomState or None, default=None
        Of the start.

    Raises
    ------
    ValueError
        If there are fewer rows than clusters.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [10.0], [12.0], [0.5]])
    >>> found = clusters(X, 2, random_state=0)
    >>> sorted(rows.tolist() for rows in found.rows)
    [[0, 1, 4], [2, 3]]
    >>> sorted(found.centres.ravel().tolist())
    [0.5, 11.0]
    """
    n, K = X.shape[0], check_integer("n_clusters", n_clusters)
    if n < K:
        raise ValueError(f"n_clusters={K}, but X has {n} row(s). Give less.")
    if K == 1:
        return Clusters(np.asarray(X.mean(axis=0)).reshape(1, -1), [np.arange(n)])
    from sklearn.cluster import KMeans  # a quarter of a second, for few who need it

    model = KMeans(K, n_init=1, random_state=random_state)
    with catch_warnings(), threadpool_limits(limits=1):  # threads add in any order
        simplefilter("ignore", ConvergenceWarning)  # of fewer groups than asked for
        centres = model.fit(short(X)).cluster_centers_.astype(float)  # (K, d)
    number = nearest_centre(X, centres)  # (n,)
    groups = [np.flatnonzero(number == k) for k in range(K)]
    some = [len(group) > 0 for group in groups]
    return Clusters(centres[some], [group for group in groups if len(group)])


def short(X: Any) -> Any:
    """Return X, if sparse with places in 32 bits, as scikit-learn's k-means wants it.

    >>> X = csr_array((np.ones(1), np.array([0]), np.array([0, 1])), shape=(1, 1))
    >>> X.indices.dtype.name, short(X).indices.dtype.name
    ('int64', 'int32')
    """
    if not issparse(X):
        return X
    X = csr_array(X)
    places = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    return csr_array((X.data, *places), shape=X.shape)


def nearest_centre(X: Any, centres: Array) -> Index:
    r"""Return the number of the nearest centre of every row: (m, d) -> (m,).

    .. math:: \arg\min_k \lVert x - c_k \rVert^2
              = \arg\min_k \left( \tfrac12 \lVert c_k \rVert^2 - x^\top c_k \right)

    Of centres at equal distance the first.

    >>> nearest_centre(np.array([[1.0], [4.0], [3.0]]), np.array([[0.0], [6.0]]))
    array([0, 1, 0])
    """
    middle = centres.mean(axis=0) * (not issparse(X))  # (d,), taken away for the digits
    C = centres - middle  # (K, d)
    products = np.asarray((X if issparse(X) else X - middle) @ C.T)  # (m, K)
    nearest: Index = (np.square(C).sum(axis=1) / 2 - products).argmin(axis=1)
    return nearest
