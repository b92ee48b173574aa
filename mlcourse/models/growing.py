r"""The growth of a tree, level by level.

All nodes of a level are cut at once, also those of several trees that grow side by
side: each where the cut takes away most impurity

.. math:: \Delta = \frac{W}{W_{root}} \left( I - \frac{W_{left}}{W} I_{left}
          - \frac{W_{right}}{W} I_{right} \right) .

A node stays whole, and is a leaf, if it is pure, too small or too deep, if no cut is
allowed, or if :math:`\Delta` is too small. A cut that takes nothing away is made: that
of "exclusive or" first pays one level further down.

Symbols: n rows, d features, K targets, B trees; N nodes of a level, W their weights.
Source: Breiman, Friedman, Olshen & Stone (1984), Classification and Regression Trees,
chapters 2 and 8.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.bins import Bins
from mlcourse.models.impurity import Targets
from mlcourse.models.nodes import Nodes, describe, pack, packable
from mlcourse.models.splits import NO, Rules, Splits, best_splits, draw

PURE = 1e-28  # of the mean square of the targets: 1e-14 of their size
EPS = np.finfo(float).eps


class Limits(NamedTuple):
    """When a node stays whole, and how cuts are looked for."""

    max_depth: float = np.inf
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    min_impurity_decrease: float = 0.0
    max_features: int | None = None  # drawn for every node, None: all
    thresholds: int | None = None  # rows of a node drawn as cuts of a column, None: all


class Level(NamedTuple):
    """The nodes of one depth, N of them; a picture replays a list of these."""

    depth: int
    first: int  # the number of the first node; the others follow
    tree: Index  # (N,), ascending
    value: Array  # (N, K), mean of the targets
    impurity: Array  # (N,)
    samples: Index  # (N,)
    weight: Array  # (N,), W
    feature: Index  # (N,), that is cut; -1 for a leaf
    threshold: Array  # (N,), what is above goes right; NaN for a leaf
    missing_left: Mask  # (N,), whether NaN goes left
    left: Index  # (N,), the number of the left child, the right one follows it; or -1
    decrease: Array  # (N,), Delta; 0 for a leaf


def grow(
    bins: Bins,
    targets: Targets,
    weights: Array,
    limits: Limits,
    randoms: Sequence[Generator],
    features: Index | None = None,
) -> Iterator[Level]:
    """Yield the levels of B trees, from the roots down.

    `weights` (B, n) are >= 0; a tree leaves out its rows of weight 0. The generator of
    a tree draws its features and thresholds, if the limits ask for it. Or `features`
    (B, b) are those that each tree may use.
    """
    node, rows = np.nonzero(weights)
    w, tree = weights[node, rows], np.arange(len(weights))
    squares = np.sum(targets.T**2, axis=1).take(rows)
    pure = PURE * np.bincount(node, squares) / np.bincount(node)  # (B,)
    packs = packable(targets.T, weights)
    if packs:
        w = pack(targets.T[:, 0].take(rows), w)
    first, depth, whole = 0, 0, weights.sum(axis=1)
    while len(rows):
        nodes, spread = describe(tree, rows, node, targets, w, packs)
        may = (spread > pure[tree]) & (depth < limits.max_depth)
        may &= nodes.sizes >= max(limits.min_samples_split, 2 * limits.min_samples_leaf)
        splits = search(bins, nodes, targets, limits, may, randoms, features)
        impurity = targets.factor * nodes.impurity
        decrease = np.maximum(splits.share, 0) * impurity * nodes.total / whole[tree]
        cut = (splits.share >= 0) & (decrease + EPS >= limits.min_impurity_decrease)
        go_left, threshold, missing_left = sides(bins, nodes, splits)
        following = first + len(cut)  # the number of the first child
        child = following + 2 * (cut.cumsum() - 1)  # (N,)
        yield Level(
            depth,
            first,
            tree,
            nodes.mean.T,
            impurity,
            nodes.sizes,
            nodes.total,
            np.where(cut, bins.feature[splits.column], -1),
            np.where(cut, threshold, np.nan),
            cut & missing_left,
            np.where(cut, child, -1),
            np.where(cut, decrease, 0.0),
        )
        kept = np.flatnonzero(cut[node])
        into = child.take(node.take(kept)) - following + ~go_left.take(kept)
        few = into.astype(np.uint16) if len(cut) < 2**15 else into  # quick to sort
        order = few.argsort(kind="stable")
        kept = kept.take(order)
        rows, w, node = rows.take(kept), w.take(kept), into.take(order)
        first, depth, tree = following, depth + 1, tree[cut].repeat(2)


def search(
    bins: Bins,
    nodes: Nodes,
    targets: Targets,
    limits: Limits,
    may: Mask,
    randoms: Sequence[Generator],
    features: Index | None,
) -> Splits:
    """Return the best cuts of the nodes that may be cut, and share -1 for the others.

    If none of the features drawn for a node can be cut, as many others are drawn.
    """
    rules = Rules(targets.criterion, limits.min_samples_leaf, limits.thresholds)
    none = np.zeros((2, len(may)), dtype=np.intp)
    found = Splits(np.full(len(may), NO), *none)
    left, d = np.flatnonzero(may), len(bins.first)
    width = min(limits.max_features or d, d)
    order = None
    if features is not None:
        order = features[nodes.tree[left]]
        d = width = order.shape[1]
    elif width < d:
        order = draw(randoms, nodes.tree[left], d).argsort(axis=1)
    for k in range(0, d, width):
        if len(left) == 0:
            break
        wanted = np.zeros(len(may), dtype=bool)
        wanted[left] = True
        some = nodes if wanted.all() else nodes.only(wanted)
        columns = None if order is None else bins.columns(order[:, k : k + width])
        best = best_splits(bins, some, rules, columns, randoms)
        for mine, new in zip(found, best, strict=True):
            mine[left] = new
        failed = best.share < 0
        left, order = left[failed], None if order is None else order[failed]
    return found


def sides(bins: Bins, nodes: Nodes, splits: Splits) -> tuple[Mask, Array, Mask]:
    """Return which rows go left, (m,), the thresholds and where NaN goes left, (N,).

    If no row of a node lacks the feature, NaN goes where most rows go, or right.
    """
    starts, column = nodes.starts, splits.column
    if (splits.share < 0).all():
        none = np.zeros(len(column), dtype=bool)
        return np.zeros(len(nodes.rows), dtype=bool), np.zeros(len(column)), none
    code = bins.codes_of(nodes.rows, column.repeat(nodes.sizes))  # (m,)
    go_left = code <= splits.code.astype(code.dtype).repeat(nodes.sizes)
    most = 2 * np.add.reduceat(go_left, starts, dtype=np.intp) > nodes.sizes  # (N,)
    right = np.where(go_left, np.iinfo(code.dtype).max, code)
    right = np.minimum.reduceat(right, starts)
    right = np.where(splits.share >= 0, right, 0).astype(np.intp)
    threshold = bins.threshold(column, splits.code, right)
    missing = bins.missing[column]  # (N,), the code of NaN
    if (missing < 0).all():
        return go_left, threshold, most
    some = np.logical_or.reduceat(code == missing.repeat(nodes.sizes), starts)
    return go_left, threshold, np.where(some, missing == 0, most)
