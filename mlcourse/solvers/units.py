r"""The units that columns are in, so that small numbers can be told from small units.

A slope :math:`\partial f / \partial w_j` is proportional to the unit of column j: in
micrometres it is a million times smaller than in metres, though nothing else changed.
Divided by the unit of the column it is as long in the one as in the other.

Symbols: X (n, d) rows, dense or sparse; beta (n,) weights of the rows.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array

BLOCK = 1000  # rows
CONSTANT = 1e-12  # a spread below this share of the mean is rounding
LARGEST = 1e100  # its square, times any number of rows, is a number, and so is 1 / that


def units(X: Any, beta: Array) -> Array:
    r"""Return the power of 1000 next to the spread of every column, shape (d,).

    The spread is the weighted standard deviation

    .. math:: s_j^2 = \sum_i \beta_i (x_{ij} - m_j)^2 / \sum_i \beta_i,

    of a constant column its size :math:`|m_j|`; a column of zeros has the unit 1. So
    have standardised columns, with these weights and others, and counts of words.

    >>> units(np.array([[1.0, 500, 0, 0.002], [3, 500, 0, 0]]), np.ones(2)).tolist()
    [1.0, 1000.0, 1.0, 0.001]
    """
    beta = beta / beta.sum()
    mean = X.T @ beta  # (d,)
    s = np.sqrt((_sparse if issparse(X) else _dense)(X, beta, mean))  # (d,)
    size = np.abs(mean)
    s = np.where(s > CONSTANT * size, s, size)
    return np.asarray(1000.0 ** np.round(np.log10(np.where(s > 0, s, 1.0)) / 3))


def check_units(X: Any) -> None:
    """Raise a ValueError if the numbers of a column are too large or small to square.

    >>> check_units(np.array([[0.0, 1e-200], [1.0, 0.0]]))
    Traceback (most recent call last):
    ValueError: Column 1 of X holds numbers up to 1e-200 in size, of which the \
squares are lost: 1e-100 to 1e+100 will do. Standardise the columns of X.
    """
    if issparse(X):
        sizes = abs(X).max(axis=0).toarray().ravel()  # (d,)
    else:
        sizes = np.maximum(X.max(axis=0), -X.min(axis=0))  # (d,)
    bad = (sizes != 0) & ~((sizes > 1 / LARGEST) & (sizes < LARGEST))
    if bad.any():
        j = int(bad.argmax())
        raise ValueError(
            f"Column {j} of X holds numbers up to {sizes[j]:.0e} in size, of which the "
            f"squares are lost: {1 / LARGEST:.0e} to {LARGEST:.0e} will do. "
            "Standardise the columns of X."
        )


def _dense(X: Any, beta: Array, mean: Array) -> Array:
    """Return the weighted squares about the mean, without a copy of X."""
    square = np.zeros(len(mean))
    for i in range(0, len(beta), BLOCK):
        square += beta[i : i + BLOCK] @ (X[i : i + BLOCK] - mean) ** 2
    return square


def _sparse(X: Any, beta: Array, mean: Array) -> Array:
    """Return the same of a sparse X, whose zeros all lie `mean` away from it."""
    X = csr_array(X)
    weight = np.repeat(beta, np.diff(X.indptr))  # (stored,)
    gap = (X.data - mean[X.indices]) ** 2
    stored = np.bincount(X.indices, weight, len(mean))  # (d,)
    near = np.bincount(X.indices, weight * gap, len(mean))
    return np.asarray(near + np.maximum(1 - stored, 0) * mean**2)
