r"""Columns of X as small whole numbers, the codes that trees are grown on.

A tree asks only which values of a column are larger than others, never by how much. So
each column is sorted once, and every value becomes the number of its bin:

.. math:: c_{ij} = \#\{\text{bins of column } j \text{ below } x_{ij}\}.

With a bin for every distinct value a search among codes is exact. With at most B bins,
of about as many rows each, it is quicker and tries at most B - 1 cuts.

A feature with missing values becomes two columns: in the first NaN lies above all
numbers, in the second below. A cut then sends it right, or left, as any other value.

Symbols: X (n, d) features; p >= d columns of codes.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Array, Index


class Bins(NamedTuple):
    """The codes of all columns."""

    X: Array  # (n, d), what they stand for
    codes: NDArray[Any]  # (n, p), from 0 on
    size: int  # 1 more than the largest code
    feature: Index  # (p,), the feature that a column shows, ascending
    missing: Index  # (p,), the code of NaN: the lowest or the highest; -1 without NaN
    first: Index  # (d,), the first column of every feature
    last: Index  # (d,), its second column, or again the first
    starts: Index  # (p,), where the bins of a column start in low and high
    low: NDArray[Any]  # a row that holds the least number of each bin of each column
    high: NDArray[Any]  # a row that holds the largest

    def codes_of(self, rows: Index, column: Index) -> NDArray[Any]:
        """Return the code of each row in a column of its own, shape of both."""
        codes: NDArray[Any] = self.codes.ravel().take(
            rows * self.codes.shape[1] + column
        )
        return codes

    def columns(self, features: Index) -> Index:
        """Return the columns of features (N, b): (N, b), or (N, 2 b) with NaN."""
        first, last = self.first[features], self.last[features]
        if (self.first == self.last).all():
            return first
        return np.stack([first, last], axis=2).reshape(len(features), -1)

    def only(self, features: Index) -> "Bins":
        """Return the columns of some features, (d',), ascending."""
        kept = np.isin(self.feature, features)
        feature = self.feature[kept]
        return self._replace(
            codes=np.ascontiguousarray(self.codes[:, kept]),
            feature=feature,
            missing=self.missing[kept],
            first=np.searchsorted(feature, features),
            last=np.searchsorted(feature, features, "right") - 1,
            starts=self.starts[kept],
        )

    def threshold(self, column: Index, left: Index, right: Index) -> Array:
        """Return the middle between two bins of a column each, (N,).

        It is never the number on the right; it is inf where only NaN lies there, and
        -inf where only NaN lies on the left.
        """
        j, start = self.feature[column], self.starts[column]
        low, high = (
            self.X[self.high[start + left], j],
            self.X[self.low[start + right], j],
        )
        low = np.where(np.isnan(low), -np.inf, low)
        high = np.where(np.isnan(high), np.inf, high)
        with np.errstate(invalid="ignore"):  # where there is no cut
            middle = low / 2 + high / 2  # no overflow
        return np.where((middle < high) | np.isinf(high), middle, low)


def encode(X: Array, max_bins: int | None = None) -> Bins:
    """Return the codes of X (n, d), which may hold NaN but no infinity.

    `max_bins` is the largest number of bins that the numbers of a feature go to, None
    for one bin a value.

    >>> encode(np.array([[5.0], [1.0], [1.0], [3.0]])).codes.ravel().tolist()
    [2, 0, 0, 1]
    >>> encode(np.array([[5.0], [np.nan]])).codes.tolist()  # NaN above, then below
    [[0, 1], [1, 0]]
    """
    n, d = X.shape
    most = 1 + min(n, max_bins or n)
    feature = np.repeat(np.arange(d), 1 + np.isnan(X).any(axis=0))  # (p,)
    p = len(feature)
    codes = np.empty((n, p), np.uint16 if most <= 2**16 else np.int32)
    missing, sizes, ends = np.full(p, -1), np.zeros(p, dtype=np.intp), []
    first = np.searchsorted(feature, np.arange(d))
    last = np.searchsorted(feature, np.arange(d), "right") - 1
    for above, below in zip(first, last, strict=True):
        code, low, high = numbered(X[:, feature[above]], max_bins)
        codes[:, above] = code
        sizes[above : below + 1] = len(low)
        ends.append((low, high))
        if above < below:  # NaN, the highest code, becomes the lowest
            missing[above], missing[below] = len(low) - 1, 0
            codes[:, below] = (code + 1) % len(low)
            ends.append((np.roll(low, 1), np.roll(high, 1)))
    size, starts = int(sizes.max()), sizes.cumsum() - sizes
    codes = codes.astype(np.uint8) if size <= 2**8 else codes
    low, high = (np.concatenate(rows) for rows in zip(*ends, strict=True))
    return Bins(X, codes, size, feature, missing, first, last, starts, low, high)


def numbered(
    x: Array, max_bins: int | None = None
) -> tuple[Index, NDArray[np.int32], NDArray[np.int32]]:
    """Return the codes of x (n,), NaN above all numbers, and the ends of each bin.

    These are rows that hold its least and its largest number. Values share a bin if as
    many parts of the numbers lie below them: of B bins the value in the middle of a
    share q of all goes to bin floor(B q).

    >>> x = np.array([1, 1, 1, 2, 5, 7, np.nan])
    >>> [part.tolist() for part in numbered(x, max_bins=2)]
    [[0, 0, 0, 1, 1, 1, 2], [0, 3, 6], [2, 5, 6]]
    """
    order = x.argsort()  # NaN last
    n = len(x) - np.isnan(x).sum()  # numbers
    x = x[order]
    new = x[1:] > x[:-1]  # (n - 1,), whether a bin starts
    if max_bins is not None and new.sum() >= max_bins:
        ends = np.concatenate([[0], np.flatnonzero(new) + 1, [n]])  # of equal values
        share = max_bins * (ends[1:] + ends[:-1]) // (2 * n)
        new[ends[1:-1] - 1] = share[1:] > share[:-1]
    if 0 < n < len(x):
        new[n - 1] = True
    code = np.empty(len(x), dtype=np.intp)
    code[order] = np.append(0, new.cumsum())
    rows = order.astype(np.int32)
    return code, rows[np.append(True, new)], rows[np.append(new, True)]
