r"""How mixed a node is, and what share of that a cut takes away.

Let the weights of a node be :math:`\omega_i`, of sum 1, and :math:`\bar y_k` the mean
of target k. Squared error and Gini are one formula, entropy has another:

.. math::
    I = f \sum_k \sum_i \omega_i (y_{ik} - \bar y_k)^2, \qquad
    H = f \sum_k -\bar y_k \log_2 \bar y_k .

A target is a number, a label of 0 and 1, or "is of class k" of several classes. Of
0/1 targets the inner sum is :math:`\bar y_k (1 - \bar y_k)`, so that with f = 1 for
classes, 2/L for L labels (each has a second class, "not k") and 1/L for L numbers, I is
the Gini impurity, or the mean squared error. A regression tree on 0 and 1 is a Gini
tree.

A cut leaves the weight :math:`\Omega` on its left. With the centred sum
:math:`S_k = \sum_{i \in left} \omega_i (y_{ik} - \bar y_k)`, which on the right is
:math:`-S_k`, it takes away

.. math:: f \sum_k \frac{S_k^2}{\Omega (1 - \Omega)}

of I: no second pass over the rows is needed, only running sums. The same sums give the
weight of class k on both sides, :math:`S_k + \Omega \bar y_k` on the left, and so the
entropy.

Symbols: n rows, K targets, N nodes; arrays of cuts end in an axis of any length.
Source: Breiman, Friedman, Olshen & Stone (1984), Classification and Regression Trees,
chapters 4 and 8.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy.special import xlogy

from mlcourse.arrays import Array


class Criterion(Protocol):
    """How cuts are judged by running sums, target after target."""

    def impurity(self, mean: Array, squares: Array) -> Array:
        """Return I / f or H / f of nodes from means and mean squares: (N, K) -> (N,).

        The squares are those of deviations from the mean.
        """

    def scale(self, squares: Array) -> Array:
        """Return what deviations are to be divided by before they are added up, (N,).

        One unit a node keeps the rounding of running sums as small in every node.
        """

    def add(self, total: Array, S: Array, left: Any, mean: Any) -> None:
        """Add what one target tells of cuts that leave the weight `left` left."""

    def share(self, total: Array, left: Any, impurity: Any) -> Array:
        """Return the share of the impurity that is taken away; may overwrite total."""


class Squares:
    """Squared error and Gini.

    >>> criterion, total = Squares(), np.zeros(3)
    >>> y = np.array([0, 0, 1, 0])  # of weight 1/4 each; cut after 1, 2 or 3 of them
    >>> S = ((y - y.mean()) / 4).cumsum()[:3]
    >>> left = np.array([0.25, 0.5, 0.75])
    >>> criterion.add(total, S, left, y.mean())
    >>> criterion.share(total / y.var(), left, y.var()).round(3).tolist()
    [0.111, 0.333, 0.111]
    """

    def impurity(self, mean: Array, squares: Array) -> Array:
        """Return the sum of the mean squares, (N,)."""
        total: Array = squares.sum(axis=1)
        return total

    def scale(self, squares: Array) -> Array:
        """Return the square root of the impurity, (N,), or 1 where it is 0."""
        total = squares.sum(axis=1)
        return np.sqrt(np.where(total > 0, total, 1))

    def add(self, total: Array, S: Array, left: Any, mean: Any) -> None:
        """Add the squares of S, in units of `scale`."""
        total += S * S

    def share(self, total: Array, left: Any, impurity: Any) -> Array:
        """Return S^2 / (left (1 - left)), which is over I / f already by `scale`."""
        total /= left * (1 - left)
        return total


class Entropy:
    """Entropy in bits; of `paired` targets "not k" is a class as well."""

    def __init__(self, paired: bool) -> None:
        self.paired = paired

    def impurity(self, mean: Array, squares: Array) -> Array:
        """Return the entropy of the means, (N,)."""
        total: Array = self._bits(mean, np.ones_like(mean)).sum(axis=1)
        return total

    def scale(self, squares: Array) -> Array:
        """Return ones, (N,)."""
        return np.ones(len(squares))

    def add(self, total: Array, S: Array, left: Any, mean: Any) -> None:
        """Add the entropy of the two sides, each by its weight."""
        yes = np.clip(S + left * mean, 0, np.minimum(left, mean))
        right = 1 - left
        total += self._bits(yes, left)
        total += self._bits(np.clip(mean - yes, 0, right), right)

    def share(self, total: Array, left: Any, impurity: Any) -> Array:
        """Return 1 less the entropy of the sides over that of the node."""
        share: Array = 1 - total / impurity
        return share

    def _bits(self, part: Array, whole: Any) -> Array:
        """Return -part log2(part / whole), and that of the rest if it is a class."""
        bits: Array = -xlogy(part, part / whole) / np.log(2)
        if self.paired:
            rest = whole - part
            bits -= xlogy(rest, rest / whole) / np.log(2)
        return bits


class Targets(NamedTuple):
    """What a tree is to predict, and how its mixture is measured."""

    T: Array  # (n, K)
    factor: float  # f
    criterion: Criterion

    def only(self, rows: Any) -> "Targets":
        """Return the targets of some rows."""
        return self._replace(T=self.T[rows])
