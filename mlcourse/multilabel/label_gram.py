r"""Which rows are alike by their labels, and how much: what SLEEC's embedding keeps.

.. math:: G_{ij} = \frac{y_i^\top y_j}{\lVert y_i \rVert \lVert y_j \rVert}
          \quad \text{for } (i, j) \in \Omega, \qquad
          \Omega = \{ (i, j) : j \in N_i \text{ or } i \in N_j \}

:math:`N_i` holds the row i itself and, of the others that share a label with it, those
of the largest cosine. The rest of the n x n cosines are never stored.

Symbols: Y (n, L) labels, 0 or 1; m = n_label_neighbors, the size of N.
Source: Bhatia, Jain, Kar, Varma & Jain (2015), Sparse local embeddings for extreme
multi-label classification, NIPS, section 2.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Array, Index, tidy
from mlcourse.checks import check_integer, label_table

CELLS = 2**18  # of a block of rows and all rows, which might all share a label


def label_gram(Y: Any, n_label_neighbors: int) -> csr_array:
    r"""Return the cosines of label rows on Omega, as a symmetric csr_array (n, n).

    What it does in the cases that have no single answer:

    - *Rows that are equally alike*: the lower index is the nearer.
    - *Rows that share no label* are no neighbours, however few neighbours there are.
      Which of thousands of cosines 0 are known would be an accident of the order.
    - *A row without labels* is alike to none. Only its own place is in Omega, where 0
      is stored, as its label vector has no length: SLEEC draws it to the origin.
    - The diagonal is all stored, and so each row is in its own neighbour set.

    Parameters
    ----------
    Y : array or sparse matrix of shape (n, L)
        Labels, 0 or 1.
    n_label_neighbors : int >= 1
        The largest size m of a neighbour set, with the row itself.

    Examples
    --------
    >>> label_gram([[1, 1], [1, 0], [0, 1]], 2).toarray().round(2).tolist()
    [[1.0, 0.71, 0.71], [0.71, 1.0, 0.0], [0.71, 0.0, 1.0]]
    """
    m = check_integer("n_label_neighbors", n_label_neighbors)
    Y = tidy(csr_array(label_table("Y", Y)), "csr")
    T, n = Y.T.tocsr(), Y.shape[0]  # (L, n)
    step = max(1, CELLS // n)
    found = [
        row
        for start in range(0, n, step)
        for row in neighbour_sets(Y, T, start, min(start + step, n), m)
    ]
    columns, values = map(np.concatenate, zip(*found, strict=True))
    ends = np.cumsum([0, *(len(row) for row, _ in found)])
    N = csr_array((values, columns, ends), shape=(n, n))
    return with_diagonal(N.maximum(N.T))  # no value is 0, so no place is lost


def neighbour_sets(
    Y: Any, T: Any, start: int, stop: int, m: int
) -> Iterator[tuple[Index, Array]]:
    r"""Yield the neighbours of rows start:stop of Y (n, L), T transposed, and cosines.

    With c common labels the cosine is :math:`c / \sqrt{s_i s_j}`, s the numbers of
    labels. Rows are compared by :math:`c^2 / s_j`, which is rounded once, so that what
    is equal stays equal.
    """
    size = np.diff(Y.indptr)  # (n,), of labels
    common = Y[start:stop] @ T  # (stop - start, n)
    common.sort_indices()
    for i, (a, b) in zip(range(start, stop), pairwise(common.indptr), strict=True):
        j, c = common.indices[a:b], common.data[a:b]
        key = np.where(j == i, np.inf, c * c / size[j])
        some = largest(key, m)
        yield j[some], c[some] / np.sqrt(size[i] * size[j[some]])


def largest(key: Array, m: int) -> Index:
    """Return the places of the m largest numbers, ascending; of equal ones the first.

    >>> largest(np.array([1.0, 3.0, 1.0, 2.0]), 3).tolist()
    [0, 1, 3]
    """
    if len(key) <= m:
        return np.arange(len(key))
    t = np.partition(key, -m)[-m]
    above, level = key > t, key == t
    return np.flatnonzero(above | (level & (level.cumsum() <= m - above.sum())))


def with_diagonal(N: Any) -> csr_array:
    """Return a matrix that also stores the zeros of its diagonal, with sorted rows.

    >>> with_diagonal(csr_array([[1.0, 0.0], [0.0, 0.0]])).nnz
    2
    """
    empty = np.flatnonzero(N.diagonal() == 0)
    row, column = N.tocoo().coords
    places = np.concatenate([row, empty]), np.concatenate([column, empty])
    values = np.concatenate([N.data, np.zeros(len(empty))])
    G = csr_array((values, places), shape=N.shape)
    G.sort_indices()
    return G
