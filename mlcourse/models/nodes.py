"""The nodes of a level, and what a search for cuts needs of their rows.

Symbols: m rows in N nodes, K targets.
"""

from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.impurity import Targets

PACK = 2.0**26


class Nodes(NamedTuple):
    """The nodes of a level, and their rows, grouped by node."""

    rows: Index  # (m,), rows of the training set
    node: Index  # (m,), 0 ... N - 1, ascending
    starts: Index  # (N,)
    sizes: Index  # (N,)
    total: Array  # (N,), weight of the rows
    scale: Array  # (N,), the unit of deviations
    mean: Array  # (K, N)
    impurity: Array  # (N,)
    alike: bool  # whether all rows weigh alike
    T: Array  # (n, K), targets of the training set
    w: Array  # (n,), its weights
    packed: Array | None  # (m,), see `pack`

    def only(self, wanted: Mask) -> "Nodes":
        """Return some of the nodes, (N,), with their rows."""
        kept = np.flatnonzero(wanted.take(self.node))
        sizes = self.sizes[wanted]
        return self._replace(
            rows=self.rows.take(kept),
            node=np.repeat(np.arange(len(sizes)), sizes),
            starts=sizes.cumsum() - sizes,
            sizes=sizes,
            total=self.total[wanted],
            scale=self.scale[wanted],
            mean=self.mean[:, wanted],
            impurity=self.impurity[wanted],
            packed=None if self.packed is None else self.packed.take(kept),
        )

    def weights(self) -> Array:
        """Return the weights of the rows, of sum 1 in every node, (m,)."""
        return self.w.take(self.rows) / self.total.take(self.node)

    def deviations(self) -> Array:
        """Return deviations from the mean, times weight, over scale, (K, m)."""
        T = self.T.take(self.rows, axis=0)  # (m, K)
        T -= self.mean.T.take(self.node, axis=0)
        T *= (self.weights() / self.scale.take(self.node))[:, None]
        return np.ascontiguousarray(T.T)


def pack(T: Array, w: Array) -> Array | None:
    """Return :math:`2^{26} w + w y` for one target y of 0 and 1 and whole weights.

    Sums of these are exact, and two sums in one: that of the weights is the quotient by
    2^26, that of w y the rest. Other targets (n, K) and weights cannot be packed: None.

    >>> float(pack(np.array([[0.0], [1.0]]), np.array([3.0, 2.0])).sum()) - 5 * 2**26
    2.0
    """
    whole = (w == np.floor(w)).all() and w.sum() < PACK
    if T.shape[1] != 1 or not whole or not ((T == 0) | (T == 1)).all():
        return None
    return w * (PACK + T[:, 0])


def describe(
    rows: Index, node: Index, targets: Targets, w: Array, packed: Array | None
) -> tuple[Nodes, Array]:
    """Return what cuts are judged by, and how far the targets of a node spread, (N,).

    Of numbers the spread is the variance, summed over targets.
    """
    sizes = np.bincount(node)
    starts = sizes.cumsum() - sizes
    if packed is not None:
        packed = packed.take(rows)
        both = np.add.reduceat(packed, starts)
        total = np.floor(both / PACK)
        mean = ((both - PACK * total) / total)[:, None]  # (N, 1)
        squares = mean * (1 - mean)
        alike = bool((total == sizes).all())
    else:
        T, v = targets.T.take(rows, axis=0), w.take(rows)  # (m, K), (m,)
        alike = bool(v.min() == v.max())
        total = np.add.reduceat(v, starts)
        v = v[:, None]
        # Of equal 0/1 targets it is exactly 0 or 1, as both sums are the same.
        mean = np.add.reduceat(v * T, starts) / total[:, None]  # (N, K)
        T -= mean.take(node, axis=0)
        squares = np.add.reduceat(v * T**2, starts) / total[:, None]  # (N, K)
    nodes = Nodes(
        rows,
        node,
        starts,
        sizes,
        total,
        targets.criterion.scale(squares),
        mean.T,
        targets.criterion.impurity(mean, squares),
        alike,
        targets.T,
        w,
        packed,
    )
    return nodes, squares.sum(axis=1)
