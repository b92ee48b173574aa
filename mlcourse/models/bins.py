r"""Columns of X as small whole numbers, the codes that trees are grown on.

A tree asks only which values of a column are larger than others, never by how much. So
each column is sorted once, and every value becomes the number of its bin:

.. math:: c_{ij} = \#\{\text{bins of column } j \text{ below } x_{ij}\}.

With a bin for every distinct value a search among codes is exact. With at most B bins,
of about as many rows each, it is quicker and tries at most B - 1 cuts.

A feature with missing values becomes two columns: in the first NaN lies above all
numbers, in the second below. A cut then sends it right, or left, as any other value.

Of a sparse X only what is stored is sorted, and one 0 that stands for the others. The
codes are a table all the same: n p bytes if no column has more than 256 bins.

Symbols: X (n, d) features; p >= d columns of codes.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index, Mask, tidy


class Bins(NamedTuple):
    """The codes of all columns."""

    codes: NDArray[Any]  # (p, n), from 0 on
    size: int  # 1 more than the largest code
    feature: Index  # (p,), the feature that a column shows, ascending
    missing: Index  # (p,), the code of NaN: the lowest or the highest; -1 without NaN
    first: Index  # (d,), the first column of every feature
    last: Index  # (d,), its second column, or again the first
    starts: Index  # (p,), where the bins of a column start in low and high
    low: Array  # the least number of each bin of each column
    high: Array  # the largest

    def codes_of(self, rows: Index, column: Any) -> NDArray[Any]:
        """Return the code of each row (m,) in a column, or one of its own, (m,)."""
        start = column * self.codes.shape[1]
        codes: NDArray[Any] = self.codes.ravel().take(rows + start)
        return codes

    def columns(self, features: Index) -> Index:
        """Return the columns of features (N, b): (N, b), or (N, 2 b) with NaN."""
        first, last = self.first[features], self.last[features]
        if (self.first == self.last).all():
            return first
        return np.stack([first, last], axis=2).reshape(len(features), -1)

    def threshold(self, column: Index, left: Index, right: Index) -> Array:
        """Return the middle between two bins of a column each, (N,).

        It is never the number on the right; it is inf where only NaN lies there, and
        -inf where only NaN lies on the left.
        """
        start = self.starts[column]
        low, high = self.high[start + left], self.low[start + right]
        low = np.where(np.isnan(low), -np.inf, low)
        high = np.where(np.isnan(high), np.inf, high)
        with np.errstate(invalid="ignore"):  # where there is no cut
            middle = low / 2 + high / 2  # no overflow
        return np.where((middle < high) | np.isinf(high), middle, low)


def encode(X: Any, max_bins: int | None = None) -> Bins:
    """Return the codes of X (n, d), dense or sparse, with NaN but no infinity.

    `max_bins` is the largest number of bins that the numbers of a feature go to, None
    for one bin a value.

    >>> encode(np.array([[5.0], [1.0], [1.0], [3.0]])).codes.tolist()
    [[2, 0, 0, 1]]
    >>> encode(np.array([[5.0], [np.nan]])).codes.tolist()  # NaN above, then below
    [[0, 1], [1, 0]]
    """
    n, d = X.shape
    X, gaps, values = (of_sparse if issparse(X) else of_dense)(X)
    most = 1 + min(values, max_bins or n)
    feature = np.repeat(np.arange(d), 1 + gaps)  # (p,)
    p = len(feature)
    codes = np.empty((p, n), np.uint16 if most <= 2**16 else np.int32)
    missing, sizes, ends = np.full(p, -1), np.zeros(p, dtype=np.intp), []
    first = np.searchsorted(feature, np.arange(d))
    last = np.searchsorted(feature, np.arange(d), "right") - 1
    for above, below in zip(first, last, strict=True):
        code, low, high = coded(X, feature[above], max_bins)
        codes[above] = code
        sizes[above : below + 1] = len(low)
        ends.append((low, high))
        if above < below:  # NaN, the highest code, becomes the lowest
            missing[above], missing[below] = len(low) - 1, 0
            codes[below] = (code + 1) % len(low)
            ends.append((np.roll(low, 1), np.roll(high, 1)))
    size, starts = int(sizes.max()), sizes.cumsum() - sizes
    codes = codes.astype(np.uint8) if size <= 2**8 else codes
    low = high = np.concatenate([low for low, _ in ends])
    if max_bins is not None:
        high = np.concatenate([high for _, high in ends])
    return Bins(codes, size, feature, missing, first, last, starts, low, high)


def of_dense(X: Array) -> tuple[Array, Mask, int]:
    """Return X, which columns have NaN, (d,), and how many values one may have."""
    return X, np.asarray(np.isnan(X).any(axis=0)), len(X)


def of_sparse(X: Any) -> tuple[Any, Mask, int]:
    """Return the same of a sparse X, by columns."""
    X = tidy(X, "csc")
    stored = np.diff(X.indptr)  # (d,)
    gaps = np.zeros(X.shape[1], dtype=bool)
    gaps[np.arange(X.shape[1]).repeat(stored)[np.isnan(X.data)]] = True
    return X, gaps, min(X.shape[0], stored.max() + 1)


def coded(X: Any, j: int, max_bins: int | None) -> tuple[Index, Array, Array]:
    """Return the codes of column j of X, dense or CSC, and the ends of its bins."""
    if not issparse(X):
        return numbered(X[:, j], max_bins)
    n, part = X.shape[0], slice(X.indptr[j], X.indptr[j + 1])
    rows, x = X.indices[part], X.data[part]
    if len(x) == n:
        return numbered(x, max_bins)
    some, low, high = numbered(np.append(0.0, x), max_bins, n - len(x))
    code = np.full(n, some[0])
    code[rows] = some[1:]
    return code, low, high


def numbered(
    x: Array, max_bins: int | None = None, first: int = 1
) -> tuple[Index, Array, Array]:
    """Return the codes of x (n,), NaN above all numbers, and the ends of each bin.

    These are its least and its largest number. Values share a bin if as many parts of
    the numbers lie below them: of B bins the value in the middle of a share q of all
    goes to bin floor(B q). The first of x stands for so many numbers.

    >>> x = np.array([1, 1, 1, 2, 5, 7, np.nan])
    >>> [part.tolist() for part in numbered(x, max_bins=2)]
    [[0, 0, 0, 1, 1, 1, 2], [1.0, 2.0, nan], [1.0, 7.0, nan]]
    >>> numbered(x[2:], max_bins=2, first=3)[0].tolist()
    [0, 1, 1, 1, 2]
    """
    order = x.argsort()  # NaN last
    n = len(x) - np.isnan(x).sum()  # numbers
    x = x[order]
    new = x[1:] > x[:-1]  # (n - 1,), whether a bin starts
    if max_bins is not None and new.sum() >= max_bins:
        ends = np.concatenate([[0], np.flatnonzero(new) + 1, [n]])  # of equal values
        below = ends + (first - 1) * (ends > order.argmin())  # numbers
        share = max_bins * (below[1:] + below[:-1]) // (2 * below[-1])
        new[ends[1:-1] - 1] = share[1:] > share[:-1]
    if 0 < n < len(x):
        new[n - 1] = True
    code = np.empty(len(x), dtype=np.intp)
    code[order] = np.append(0, new.cumsum())
    low = x[np.append(True, new)]
    return code, low, low if max_bins is None else x[np.append(new, True)]
