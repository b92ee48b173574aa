r"""A graph of features: those that go together are neighbours.

.. math:: \tfrac12 \sum_{ij} A_{ij} \lVert w_i - w_j \rVert^2
          = \operatorname{tr}(W^\top L W), \qquad
          L = \operatorname{diag}(A \mathbf 1) - A

Feature i is joined to the k nearest other ones, by the Euclidean distance of their
columns, or by their cosine. A pair is joined if *either* is near the other: A becomes
max(A, A'). Only then is L symmetric, and the sum above never negative. The weights are

.. math:: 1, \qquad
          \exp\Bigl(-\frac{\lVert x_i - x_j \rVert^2}{2 \sigma^2}\Bigr), \qquad
          \max(0, \cos(x_i, x_j))

for "boolean", "heat" and "cosine"; sigma is the median distance over the edges, unless
it is given. Ties go to the lower index.

Symbols: X (n, d); x_j (n,) column j; A (d, d) weights; L (d, d) Laplacian.
Source: Cai, He, Han & Huang (2011), IEEE Trans. Pattern Anal. 33(8), 1548-1560.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array, issparse

from mlcourse.arrays import Array
from mlcourse.checks import check_choice, check_integer, check_number
from mlcourse.solvers.centring import sparse_gram

KINDS = ("boolean", "heat", "cosine")


def products(X: Any) -> Array:
    """Return the inner products of all columns, (d, d)."""
    return sparse_gram(X) if issparse(X) else np.asarray(X.T @ X)


def feature_graph(
    X: Any, kind: str = "heat", n_neighbors: int = 5, sigma: float | None = None
) -> csr_array:
    """Return the symmetric weights A (d, d) of the graph of the columns of X.

    >>> X = np.array([[0.0, 1.0, 5.0], [0.0, 1.0, 5.0]])
    >>> feature_graph(X, "boolean", 1).toarray().astype(int).tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """
    check_choice("graph", kind, KINDS)
    d = X.shape[1]
    k = min(check_integer("n_neighbors", n_neighbors), d - 1)
    if k == 0:
        return csr_array((d, d))
    G = products(X)
    squares = G.diagonal().copy()  # (d,)
    if kind == "cosine":
        root = np.sqrt(np.where(squares > 0, squares, 1))
        far = 1 - G / root / root[:, None]
    else:
        far = squares + squares[:, None] - 2 * G
        far[far < 1e-12 * (squares + squares[:, None])] = 0  # rounding of equal columns
    np.fill_diagonal(far, np.inf)
    near = nearest(far, k)  # (d, k)
    rows, columns = np.repeat(np.arange(d), k), near.ravel()
    apart = far[rows, columns]
    if kind == "boolean":
        weights = np.ones(len(apart))
    elif kind == "cosine":
        weights = np.maximum(1 - apart, 0)
    else:
        middle = float(np.median(apart)) or 1.0
        square = middle if sigma is None else check_number("sigma", sigma) ** 2
        weights = np.exp(-apart / (2 * (square or 1.0)))
    A = csr_array((weights, (rows, columns)), shape=(d, d))
    return csr_array(A.maximum(A.T))


def nearest(far: Array, k: int) -> Any:
    """Return the k columns of the smallest entries of each row, lower ones first.

    >>> nearest(np.array([[2.0, 1.0, 1.0, 1.0]]), 2).tolist()
    [[1, 2]]
    """
    limit = np.partition(far, k - 1, axis=1)[:, k - 1 : k]  # (d, 1)
    below, tied = far < limit, far == limit
    room = k - below.sum(axis=1, keepdims=True)
    chosen = below | (tied & (np.cumsum(tied, axis=1) <= room))
    return np.nonzero(chosen)[1].reshape(len(far), k)


def laplacian(A: Any) -> csr_array:
    """Return diag(A 1) - A.

    >>> laplacian(csr_array([[0.0, 2.0], [2.0, 0.0]])).toarray().tolist()
    [[2.0, -2.0], [-2.0, 2.0]]
    """
    degrees = np.asarray(A.sum(axis=1)).ravel()
    return csr_array(diags_array(degrees) - A)
