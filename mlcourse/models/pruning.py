r"""Cost-complexity pruning: the weakest link first.

A large tree pays for every leaf. At a price :math:`\alpha` a leaf, the cost of a tree T
is :math:`R(T) + \alpha |T|`, where R adds up weight times impurity of its leaves and
|T| counts them. Making a leaf of node t costs less than keeping the branch
:math:`T_t` below it as soon as the price reaches

.. math:: g(t) = \frac{R(t) - R(T_t)}{|T_t| - 1} .

The node with the least g is pruned, and so on down to the root. The trees on this path
are nested, and the best subtree for any price is among them.

Symbols: M nodes.
Source: Breiman, Friedman, Olshen & Stone (1984), Classification and Regression Trees,
chapter 3.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mlcourse.models.grown import Tree


class Pruned(NamedTuple):
    """One step of pruning; a picture replays a list of these."""

    node: int  # becomes a leaf; -1 at the start
    alpha: float  # the price of a leaf at which that pays
    leaves: int  # of the whole tree, after this step
    impurity: float  # R of the whole tree, after this step


def prune(tree: Tree) -> Iterator[Pruned]:
    """Yield the steps from the whole tree to its root.

    Of nodes whose g is equal to 12 digits the first in the tree's order is pruned.
    """
    left = tree.left
    R = tree.weight * tree.impurity / tree.weight[0]  # (M,)
    branch, leaves = R.copy(), np.ones(len(left), dtype=np.intp)
    parent = np.full(len(left), -1)
    price = np.full(len(left), np.inf)  # g of the nodes that are still cut

    def update(t: int) -> None:
        pair = slice(left[t], left[t] + 2)
        branch[t], leaves[t] = branch[pair].sum(), leaves[pair].sum()
        price[t] = max(R[t] - branch[t], 0) / (leaves[t] - 1)

    for t in np.flatnonzero(left >= 0)[::-1]:  # children before parents
        parent[left[t] : left[t] + 2] = t
        update(t)
    yield Pruned(-1, 0.0, int(leaves[0]), float(branch[0]))
    alpha = 0.0
    while np.isfinite(price[0]):
        least = price.min()
        t = int((price <= least + 1e-12 * max(least, R[0] / len(left))).argmax())
        alpha = max(alpha, float(price[t]))
        branch[t], leaves[t] = R[t], 1
        close(price, left, t)
        a = parent[t]
        while a >= 0:
            update(a)
            a = parent[a]
        yield Pruned(t, alpha, int(leaves[0]), float(branch[0]))


def close(price: np.ndarray, left: np.ndarray, t: int) -> None:
    """Take node t and all below it out of the prices, in place."""
    below = [t]
    while below:
        t = below.pop()
        if np.isfinite(price[t]):
            price[t] = np.inf
            below += [left[t], left[t] + 1]


def pruned(tree: Tree, alpha: float) -> Tree:
    """Return the subtree that is cheapest at a price alpha >= 0 a leaf.

    Of trees that cost the same it is the smallest; at alpha = 0 the tree is left alone.
    """
    if alpha == 0:
        return tree
    whole = np.zeros(len(tree.left), dtype=bool)
    for step in prune(tree):
        if step.alpha > alpha:
            break
        if step.node >= 0:
            whole[step.node] = True
    return tree.only(whole)
