r"""Every cut of every feature, and sums over all that lies left of each.

Stumps and trees ask "is :math:`x_j > \theta`?". Sort the samples by feature j once;
then one running sum over any numbers v gives

.. math:: s(j, \theta) = \sum_{i: x_{ij} \le \theta} v_i

for all thresholds of the feature. The samples never need sorting again when v changes.
Of a sparse X only the stored numbers are sorted: all its zeros are one group.

Symbols: X (n, d) features; v (n,) numbers, such as weights; c cuts; m features.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, get_index_dtype, issparse

from mlcourse.arrays import Array, Index, Mask

BLOCK = 2**15  # numbers; as many features at a time as fit into the processor's cache
FEATURES = 64  # at a time at most, lest running sums grow and lose digits


class Cuts(NamedTuple):
    """The cuts of m neighbouring features, those of the first feature first.

    Cuts divide the samples of a feature into groups. The largest, the crowd (such as
    all the zeros of a word count), is left out: it weighs what the others do not.
    That leaves as many groups as cuts.
    """

    first: int  # j of the first feature
    groups: Any  # sparse (c, n), 1 where a sample is in a group
    below: Mask  # (c,), whether a cut lies below the crowd of its feature
    theta: Array  # (c,), the threshold of a cut
    sizes: Index  # (2 m,), cuts below and above the crowd of each feature
    border: Index  # (2 m,), groups before the start and the end of each feature


def blocks(X: Any, same: float, grid: int | None) -> Iterator[Cuts]:
    """Yield the cuts of all features of X, shape (n, d), a few features at a time.

    X is an array, or a CSC array that stores neither zeros nor an entry twice. Values
    that differ by `same` or less are not cut apart. A `grid` allows so many equal
    steps from the lowest value of a feature to its highest, None every cut.
    """
    parts: list[Sorted] = []
    size = 0
    n, d = X.shape
    ones = np.ones(BLOCK + n)  # one array for all blocks
    for j in range(d):
        parts.append(cut(*ordered(X, j), n, same, grid))
        size += len(parts[-1].order)
        if size > BLOCK or len(parts) == FEATURES or j + 1 == d:
            yield join(j + 1 - len(parts), n, parts, ones)
            parts, size = [], 0


def column(X: Any, j: int) -> NDArray[Any]:
    """Return feature j of X, an array or a sparse matrix, as an array of shape (n,)."""
    if not issparse(X):
        return np.asarray(X[:, j])
    if X.format != "csc":
        X, j = X[:, [j]].tocsc(), 0
    stored = slice(*X.indptr[j : j + 2])
    x = np.bincount(X.indices[stored], X.data[stored], X.shape[0])
    return x.astype(X.dtype)


def ordered(X: Any, j: int) -> tuple[Index, NDArray[Any]]:
    """Return the samples of feature j from low to high, and their values.

    If most of a sparse feature is zero, and so its crowd, all zeros are sample -1.
    """
    if issparse(X) and 2 * (X.indptr[j + 1] - X.indptr[j]) < X.shape[0]:
        stored = slice(*X.indptr[j : j + 2])
        samples = np.concatenate([[-1], X.indices[stored]])
        x = np.concatenate([np.zeros(1, X.dtype), X.data[stored]])
    else:
        x = column(X, j)
        samples = np.arange(len(x))
    order = x.argsort()
    return samples[order], x[order]


def left_sums(cuts: Cuts, v: Array, total: float) -> Array:
    """Return the sum of v left of every cut, shape (c,); `total` is the sum of v.

    Below the crowd it is the running sum since the feature began; above the crowd,
    the total less what is still to come.
    """
    running = np.cumulative_sum(cuts.groups @ v, include_initial=True)  # (c + 1,)
    shift = -running[cuts.border]  # (2 m,)
    shift[1::2] += total
    # A cut below the crowd has its own group on the left, one above it on the right.
    left: Array = np.where(cuts.below, running[1:], running[:-1])  # (c,)
    left += np.repeat(shift, cuts.sizes)
    return left


def feature(cuts: Cuts, i: np.intp) -> int:
    """Return the feature of cut i."""
    return cuts.first + int(np.searchsorted(cuts.sizes.cumsum(), i, "right")) // 2


class Sorted(NamedTuple):
    """One feature with c cuts, and so c groups beside its crowd."""

    order: Index  # (n - crowd,), samples from low to high
    lengths: Index  # (c,), of the groups
    theta: Array  # (c,)
    crowd: int  # how many groups lie below it


def cut(order: Index, x: NDArray[Any], n: int, same: float, grid: int | None) -> Sorted:
    """Find the cuts of one feature of n samples, sorted by their values x."""
    left, theta = middles(x, same) if grid is None else steps(x, grid)  # (c,) each
    ends = np.concatenate([[0], left, [len(x)]])  # (c + 2,)
    lengths = np.diff(ends)  # (c + 1,)
    if len(x) < n:  # sample -1 stands for all that are not listed
        lengths[np.searchsorted(left, order.argmin(), "right")] += n - len(x)
    crowd = int(lengths.argmax())
    start, end = ends[crowd : crowd + 2]
    others = np.concatenate([order[:start], order[end:]])
    lengths = np.concatenate([lengths[:crowd], lengths[crowd + 1 :]])
    return Sorted(others, lengths, theta, crowd)


def middles(x: NDArray[Any], same: float) -> tuple[Index, Array]:
    """Return every cut of sorted x: how many values lie left of it, and theta."""
    left = np.flatnonzero(x[1:] > x[:-1] + same) + 1
    low, high = x[left - 1].astype(float), x[left].astype(float)
    middle = low / 2 + high / 2  # no overflow
    return left, np.where(middle < high, middle, low)


def steps(x: NDArray[Any], grid: int) -> tuple[Index, Array]:
    """Return the cuts of sorted x by equal steps, of several in one gap the lowest."""
    low, high = float(x[0]), float(x[-1])
    theta: Array = low + (high / grid - low / grid) * np.arange(float(grid))  # (grid,)
    left, where = np.unique(np.searchsorted(x, theta, "right"), return_index=True)
    divides = left < len(x)
    return left[divides], theta[where[divides]]


def join(first: int, n: int, parts: list[Sorted], ones: Array) -> Cuts:
    """Return the cuts of features first, first + 1, ... of n samples.

    `ones` is an array of at least as many ones as samples are listed.
    """
    order = np.concatenate([p.order for p in parts])
    lengths = np.concatenate([[0], *(p.lengths for p in parts)])  # (c + 1,)
    theta = np.concatenate([p.theta for p in parts])
    sizes = np.array([(p.crowd, len(p.theta) - p.crowd) for p in parts])  # (m, 2)
    end = sizes.sum(axis=1).cumsum()  # (m,)
    border = np.concatenate([[0], np.repeat(end, 2)[:-1]])
    below = np.repeat(np.tile([True, False], len(parts)), sizes.ravel())  # (c,)
    kind = get_index_dtype(maxval=len(ones))  # half the memory of 64 bits
    ends = lengths.cumsum(dtype=kind)
    stored = ones[: len(order)], order.astype(kind), ends
    groups = csr_array(stored, shape=(len(theta), n))
    return Cuts(first, groups, below, theta, sizes.ravel(), border)
