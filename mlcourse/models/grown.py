"""A grown tree: its nodes in arrays, level after level, and which one a row ends in.

Node 0 is the root; the children of a node stand side by side, the left one first.

Symbols: M nodes, K targets; X (m, d) rows.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.growing import Level

ROWS = 2**13  # at a time, so that they stay in the processor's cache
DENSE = 2**19  # numbers of a sparse X that are laid out at a time
STEPS = 3  # levels down before rows that have arrived are left out
# Which of the eight nodes below three levels the answers to their seven questions lead
# to: question k is bit k; below it stand questions 2k + 1, for no, and 2k + 2.
ENDS = np.zeros(2**7, dtype=np.intp)
for _ in range(STEPS):
    ENDS = 2 * ENDS + 1 + (np.arange(2**7) >> ENDS & 1)


class Rows(NamedTuple):
    """A block of m neighbouring rows of X, ready to be asked about many times."""

    where: slice
    flat: Array  # (m d,), row after row
    base: Index  # (m,), where each row starts
    columns: Array  # (d, m)
    missing: bool  # whether there is a NaN


def blocks(X: Any, asked: int = 1) -> Iterator[Rows]:
    """Yield the rows of X (m, d), dense or sparse, some thousands at a time.

    They will be asked about by so many trees.
    """
    m, d = X.shape
    step = ROWS
    if issparse(X):
        X, step = csr_array(X), max(1, min(ROWS, DENSE // d))
    for i in range(0, m, step):
        some = X[i : i + step]
        dense = some.toarray() if issparse(some) else some
        flat, columns = dense.ravel(), dense.T
        if asked * (2**STEPS - 1) >= d:  # most of them will be read, some often
            columns = np.ascontiguousarray(columns)
        base, missing = np.arange(0, len(flat), d), bool(np.isnan(flat).any())
        yield Rows(slice(i, i + step), flat, base, columns, missing)


class Tree(NamedTuple):
    """The nodes of a tree."""

    value: Array  # (M, K), mean of the targets
    impurity: Array  # (M,)
    samples: Index  # (M,)
    weight: Array  # (M,)
    feature: Index  # (M,), that is cut; -1 for a leaf
    threshold: Array  # (M,), what is above goes right; NaN for a leaf
    missing_left: Mask  # (M,), whether NaN goes left
    left: Index  # (M,), the left child, the right one follows it; -1 for a leaf
    decrease: Array  # (M,), how much the cut lowers the impurity of the tree

    @property
    def depths(self) -> Index:
        """The depth of every node, (M,)."""
        depth = np.zeros(len(self.left), dtype=np.intp)
        for parent in np.flatnonzero(self.left >= 0):  # parents come first
            depth[self.left[parent] : self.left[parent] + 2] = depth[parent] + 1
        return depth

    @property
    def n_leaves(self) -> int:
        """The number of leaves."""
        return int((self.left < 0).sum())

    def apply(self, X: Any) -> Index:
        """Return the leaf in which every row of X ends, (m,)."""
        leaf = np.empty(X.shape[0], dtype=np.intp)
        for rows in blocks(X):
            leaf[rows.where] = self.leaves(rows)
        return leaf

    def leaves(self, rows: Rows) -> Index:
        """Return the leaves of a block of rows, (m,)."""
        # In a leaf a row stays where it is: nothing is above NaN.
        left = np.where(self.left < 0, np.arange(len(self.left)), self.left)
        nan_right = (self.left >= 0) & ~self.missing_left
        base, going = rows.base, None
        node = np.zeros(len(base), dtype=np.intp)
        leaf = node
        if not rows.missing:
            leaf = node = self.three_down(rows.columns, left)
        while True:
            for _ in range(STEPS):
                x = rows.flat.take(base + self.feature.take(node))
                right = x > self.threshold.take(node)
                if rows.missing:
                    right |= np.isnan(x) & nan_right.take(node)
                node = left.take(node)
                node += right
            if going is None:
                leaf = node
            else:
                leaf[going] = node
            still = np.flatnonzero(self.left.take(node) >= 0)
            if not len(still):
                return leaf
            going = still if going is None else going[still]
            node, base = node[still], base[still]

    def three_down(self, columns: Array, left: Index) -> Index:
        """Return where rows, by their columns (d, m), stand after three levels, (m,).

        All seven questions are asked of every row, as whole columns are soon compared.
        """
        nodes: list[Any] = [0]  # level after level; a leaf stands below itself
        for node in islice(nodes, 2**STEPS - 1):
            nodes += [left[node], left[node] + (left[node] > node)]
        bits = np.zeros(columns.shape[1], dtype=np.uint8)
        for j in reversed(nodes[: 2**STEPS - 1]):
            bits += bits  # adding is quicker here than shifting
            bits += (columns[self.feature[j]] > self.threshold[j]).view(np.uint8)
        return np.array(nodes, dtype=np.intp)[ENDS].take(bits)

    def importances(self, d: int) -> Array:
        """Return the share of every feature in all decreases, (d,); 0 without cuts."""
        cut = self.left >= 0
        total = np.bincount(self.feature[cut], self.decrease[cut], d)
        return np.asarray(total / (total.sum() or 1))

    def only(self, whole: Mask) -> "Tree":
        """Return the tree in which some nodes, (M,), are not cut."""
        left = np.where(whole, -1, self.left)
        kept = np.zeros(len(left), dtype=bool)
        kept[0] = True
        for parent in np.flatnonzero(left >= 0):
            kept[left[parent] : left[parent] + 2] = kept[parent]
        number = kept.cumsum() - 1
        left = left[kept]
        cut = left >= 0
        parts: Any = [part[kept] for part in self]
        tree = Tree(*parts)
        return tree._replace(
            feature=np.where(cut, tree.feature, -1),
            threshold=np.where(cut, tree.threshold, np.nan),
            missing_left=cut & tree.missing_left,
            left=np.where(cut, number[left], -1),
            decrease=np.where(cut, tree.decrease, 0.0),
        )


def assemble(levels: Iterable[Level]) -> Tree:
    """Return the tree of these levels, all of them or the first few.

    Where the growth goes on below the last level, that is made of leaves.
    """
    (tree,) = assemble_all(levels)
    below = tree.left >= len(tree.left)
    return tree.only(below) if below.any() else tree


def assemble_all(levels: Iterable[Level]) -> list[Tree]:
    """Return the trees that grew side by side, each with numbers of its own."""
    parts = zip(*(level[2:] for level in levels), strict=True)
    of, *arrays = map(np.concatenate, parts)
    order, sizes = of.argsort(kind="stable"), np.bincount(of)
    number = np.empty_like(order)
    number[order] = np.arange(len(of)) - (sizes.cumsum() - sizes).repeat(sizes)
    left = Tree(*arrays).left
    inside = (left >= 0) & (left < len(of))
    left[inside] = number[left[inside]]
    apart = [np.split(part[order], sizes.cumsum()[:-1]) for part in arrays]
    return [Tree(*parts) for parts in zip(*apart, strict=True)]
