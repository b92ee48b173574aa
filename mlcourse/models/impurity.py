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

    def told(self, S: Array, left: Any, whole: Any, mean: Any) -> Array:
        """Return what one target tells of cuts that leave so much of a weight left.

        It may overwrite S.
        """

    def share(self, told: Array, left: Any, whole: Any, impurity: Any) -> Array:
        """Return the share of the impurity that is taken away.

        It may overwrite what all targets tell, added up.
        """


class Squares:
    """Squared error and Gini.

    >>> criterion = Squares()
    >>> y = np.array([0, 0, 1, 0])  # of weight 1/4 each; cut after 1, 2 or 3 of them
    >>> S = ((y - y.mean()) / 4).cumsum()[:3]
    >>> left = np.array([0.25, 0.5, 0.75])
    >>> told = criterion.told(S / y.std(), left, 1, y.mean())
    >>> criterion.share(told, left, 1, y.var()).round(3).tolist()
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

    def told(self, S: Array, left: Any, whole: Any, mean: Any) -> Array:
        """Return the squares of S, in units of `scale`."""
        S *= S
        return S

    def share(self, told: Array, left: Any, whole: Any, impurity: Any) -> Array:
        """Return S^2 / (left right), which is over I / f already by `scale`."""
        told /= (whole - left) * left
        return told


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

    def told(self, S: Array, left: Any, whole: Any, mean: Any) -> Array:
        """Return the entropy of the two sides, each times its weight."""
        total, right = whole * mean, whole - left
        yes = np.clip(S + left * mean, 0, np.minimum(left, total))
        no = np.clip(total - yes, 0, right)
        return self._bits(yes, left) + self._bits(no, right)

    def share(self, told: Array, left: Any, whole: Any, impurity: Any) -> Array:
        """Return 1 less the entropy of the sides over that of the node."""
        share: Array = 1 - told / (whole * impurity)
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
