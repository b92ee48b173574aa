r"""Every cut of every feature, and sums over all that lies left of each.

Stumps and trees ask "is :math:`x_j > \theta`?". Sort the samples by feature j once;
then one running sum over any numbers v gives

.. math:: s(j, \theta) = \sum_{i: x_{ij} \le \theta} v_i

for all thresholds of the feature. The samples never need sorting again when v changes.

Symbols: X (n, d) features; v (n,) numbers, such as weights; c cuts; m features.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from mlcourse.arrays import Array, Index

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
    place: Index  # (c,), groups left of a cut, in this and earlier features
    theta: Array  # (c,), the threshold of a cut
    sizes: Index  # (2 m,), cuts below and above the crowd of each feature
    border: Index  # (2 m,), groups before the start and the end of each feature


def blocks(X: NDArray[Any], same: float, grid: int | None) -> Iterator[Cuts]:
    """Yield the cuts of all features of X, shape (n, d), a few features at a time.

    Values that differ by `same` or less are not cut apart. A `grid` allows so many
    equal steps from the lowest value of a feature to its highest, None every cut.
    """
    parts: list[Sorted] = []
    for j, x in enumerate(X.T, start=1):
        parts.append(cut(x, same, grid))
        size = sum(len(part.order) for part in parts)
        if size > BLOCK or len(parts) == FEATURES or j == X.shape[1]:
            yield join(j - len(parts), len(X), parts)
            parts = []


def left_sums(cuts: Cuts, v: Array, total: float) -> Array:
    """Return the sum of v left of every cut, shape (c,); `total` is the sum of v.

    Below the crowd it is the running sum since the feature began; above the crowd,
    the total less what is still to come.
    """
    running = np.cumulative_sum(cuts.groups @ v, include_initial=True)  # (c + 1,)
    shift = -running[cuts.border]  # (2 m,)
    shift[1::2] += total
    left: Array = running[cuts.place]  # (c,)
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


def cut(x: NDArray[Any], same: float, grid: int | None) -> Sorted:
    """Sort one feature, x of shape (n,), and find its cuts."""
    order = x.argsort()
    x = x[order]
    left, theta = middles(x, same) if grid is None else steps(x, grid)  # (c,) each
    ends = np.concatenate([[0], left, [len(x)]])  # (c + 2,)
    lengths = np.diff(ends)  # (c + 1,)
    crowd = int(lengths.argmax())
    order = np.delete(order, slice(*ends[crowd : crowd + 2]))
    return Sorted(order, np.delete(lengths, crowd), theta, crowd)


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


def join(first: int, n: int, parts: list[Sorted]) -> Cuts:
    """Return the cuts of features first, first + 1, ... of n samples."""
    order = np.concatenate([p.order for p in parts])
    lengths = np.concatenate([[0], *(p.lengths for p in parts)])  # (c + 1,)
    theta = np.concatenate([p.theta for p in parts])
    sizes = np.array([(p.crowd, len(p.theta) - p.crowd) for p in parts])  # (m, 2)
    end = sizes.sum(axis=1).cumsum()  # (m,)
    border = np.concatenate([[0], np.repeat(end, 2)[:-1]])
    below = np.repeat(np.tile([1, 0], len(parts)), sizes.ravel())  # (c,)
    groups = csr_array(
        (np.ones(len(order)), order, lengths.cumsum()), shape=(len(theta), n)
    )
    place = np.arange(len(theta)) + below
    return Cuts(first, groups, place, theta, sizes.ravel(), border)
