"""The nodes of a level, and what a search for cuts needs of their rows.

Symbols: m rows in N nodes, K targets.
"""

from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.impurity import Targets

PACK = 2.0**26


class Nodes(NamedTuple):
    """The nodes of a level that may be cut, and their rows, grouped by node."""

    rows: Index  # (m,), rows of the training set
    node: Index  # (m,), 0 ... N - 1, ascending
    starts: Index  # (N,)
    sizes: Index  # (N,)
    total: Array  # (N,), weight of the rows
    weight: Array | None  # (m,), sums to 1 in every node; None if all rows weigh alike
    t: Array  # (K, m), weighted deviations from the mean, over `scale`
    scale: Array  # (N,)
    mean: Array  # (K, N)
    impurity: Array  # (N,)
    packed: Array | None  # (m,), see `pack`

    def only(self, wanted: Mask) -> "Nodes":
        """Return some of the nodes, (N,), with their rows."""
        kept = np.flatnonzero(wanted.take(self.node))
        sizes = self.sizes[wanted]
        return Nodes(
            self.rows.take(kept),
            np.repeat(np.arange(len(sizes)), sizes),
            sizes.cumsum() - sizes,
            sizes,
            self.total[wanted],
            None if self.weight is None else self.weight.take(kept),
            self.t.take(kept, axis=1),
            self.scale[wanted],
            self.mean[:, wanted],
            self.impurity[wanted],
            None if self.packed is None else self.packed.take(kept),
        )


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
    T = targets.T.take(rows, axis=0)  # (m, K)
    v = w.take(rows)  # (m,)
    total = np.add.reduceat(v, starts)
    # Of equal 0/1 targets the mean is exactly 0 or 1, as both sums are the same.
    mean = np.add.reduceat(v[:, None] * T, starts) / total[:, None]  # (N, K)
    T -= mean.take(node, axis=0)
    share = v / total.take(node)  # (m,), sums to 1 in every node
    squares = np.add.reduceat(share[:, None] * T**2, starts)  # (N, K)
    scale = targets.criterion.scale(squares)
    T *= (share / scale.take(node))[:, None]
    nodes = Nodes(
        rows,
        node,
        starts,
        sizes,
        total,
        None if v.min() == v.max() else share,
        np.ascontiguousarray(T.T),
        scale,
        mean.T,
        targets.criterion.impurity(mean, squares),
        None if packed is None else packed.take(rows),
    )
    return nodes, squares.sum(axis=1)
