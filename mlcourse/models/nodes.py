"""The nodes of a level, and what a search for cuts needs of their rows.

A level is one of several trees grown side by side: its nodes stand tree after tree, and
a row stands there once for each tree that was given it.

Symbols: m rows in N nodes, K targets.
"""

from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.impurity import Targets

PACK = 2.0**26


class Nodes(NamedTuple):
    """The nodes of a level, and their rows, grouped by node."""

    tree: Index  # (N,), ascending
    rows: Index  # (m,), rows of the training set
    node: Index  # (m,), 0 ... N - 1, ascending
    starts: Index  # (N,)
    sizes: Index  # (N,)
    total: Array  # (N,), weight of the rows
    scale: Array  # (N,), the unit of deviations
    mean: Array  # (K, N)
    impurity: Array  # (N,)
    alike: bool  # whether all rows weigh alike; not asked if `packs`
    T: Array  # (n, K), targets of the training set
    w: Array  # (m,), weights, packed with the target if `packs`
    packs: bool  # see `pack`

    def only(self, wanted: Mask) -> "Nodes":
        """Return some of the nodes, (N,), with their rows."""
        kept = np.flatnonzero(wanted.take(self.node))
        sizes = self.sizes[wanted]
        return self._replace(
            tree=self.tree[wanted],
            rows=self.rows.take(kept),
            node=np.repeat(np.arange(len(sizes)), sizes),
            starts=sizes.cumsum() - sizes,
            sizes=sizes,
            total=self.total[wanted],
            scale=self.scale[wanted],
            mean=self.mean[:, wanted],
            impurity=self.impurity[wanted],
            w=self.w.take(kept),
        )

    def weights(self) -> Array:
        """Return the weights of the rows, of sum 1 in every node, (m,)."""
        return self.w / self.total.take(self.node)

    def deviations(self) -> Array:
        """Return deviations from the mean, times weight, over scale, (K, m)."""
        T = self.T.take(self.rows, axis=0)  # (m, K)
        T -= self.mean.T.take(self.node, axis=0)
        T *= (self.weights() / self.scale.take(self.node))[:, None]
        return np.ascontiguousarray(T.T)


def packable(T: Array, w: Array) -> bool:
    """Tell whether there is one target (n, 1) of 0 and 1, and weights are whole."""
    whole = (w == np.floor(w)).all() and w.sum() < PACK
    return bool(T.shape[1] == 1 and whole and ((T == 0) | (T == 1)).all())


def pack(y: Array, w: Array) -> Array:
    """Return :math:`2^{26} w + w y` for a target y (m,) of 0 and 1 and whole weights.

    Sums of these are exact, and two sums in one, see `unpack`.
    """
    return w * (PACK + y)


def unpack(both: Array) -> tuple[Array, Array]:
    """Return the sums of w y, in the place of `both`, and those of w.

    >>> y, w = np.array([0, 1, 1]), np.array([3, 2, 1])
    >>> unpack(pack(y, w).cumsum())
    (array([0., 2., 3.]), array([3., 5., 6.]))
    """
    weights = both * (1 / PACK)
    np.floor(weights, out=weights)
    both -= PACK * weights
    return both, weights


def describe(
    tree: Index, rows: Index, node: Index, targets: Targets, w: Array, packs: bool
) -> tuple[Nodes, Array]:
    """Return what cuts are judged by, and how far the targets of a node spread, (N,).

    Of numbers the spread is the variance, summed over targets.
    """
    sizes = np.bincount(node)
    starts = sizes.cumsum() - sizes
    if packs:
        yes, total = unpack(np.add.reduceat(w, starts))
        mean = (yes / total)[:, None]  # (N, 1)
        squares = mean * (1 - mean)
        alike = False
    else:
        T, v = targets.T.take(rows, axis=0), w[:, None]  # (m, K), (m, 1)
        alike = bool(w.min() == w.max())
        total = np.add.reduceat(w, starts)
        # Of equal 0/1 targets it is exactly 0 or 1, as both sums are the same.
        mean = np.add.reduceat(v * T, starts) / total[:, None]  # (N, K)
        T -= mean.take(node, axis=0)
        squares = np.add.reduceat(v * T**2, starts) / total[:, None]  # (N, K)
    nodes = Nodes(
        tree,
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
        packs,
    )
    return nodes, squares.sum(axis=1)
