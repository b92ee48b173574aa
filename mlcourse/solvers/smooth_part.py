r"""Newton's step on the numbers of W that are not 0: there no penalty has a corner.

Sweeps soon find which numbers of W are 0, and the signs of the others. But when about
as many columns of X are used as there are samples, these columns are almost dependent,
and the sweeps need thousands of rounds for the last digits. So hold the zeros; near W
the objective is then nearly a parabola of the change V,

.. math:: \tfrac12 \lVert XV \rVert_F^2 - \langle X^\top R - \lambda U, V \rangle
          + \frac{\lambda}{2} \sum_j \frac{\lVert V_j \rVert^2
          - \langle U_j, V_j \rangle^2}{\lVert W_j \rVert},
          \qquad U_j = \frac{W_j}{\lVert W_j \rVert},

whose bottom conjugate gradients find by products with X alone. With L1 every number is
a row of its own: U holds its sign, the sum is 0, and the parabola is exact up to the
first change of sign. The rows of :math:`W + tV` that turned against those of W become
0, and t is halved until the objective is lower: it never rises.

Symbols: X (n, a) the columns used; R (n, L) residual; W, U, V (a, L); W_j, U_j, V_j
their rows; t length of the step; lambda = alpha, the penalty strength.
Sources: Lee, Battle, Raina & Ng (2007), NIPS 19, 801-808, for L1; Bareilles, Iutzeler &
Malick (2023), Math. Program. 200, 37-70, for any norm; Nocedal & Wright (2006),
Numerical Optimization, algorithm 7.1 (conjugate gradients that end early).
"""

from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.solvers.centring import Centred

PRODUCTS = 30  # steps of conjugate gradients, at most
NEAR = 0.01  # share of the first squared slope at which they end
FLAT = 1e-12  # curvature, over that of the columns alone, that may be rounding
HALVINGS = 8  # of t, at most


class SmoothPart:
    """The objective near weights W (a, L), whose residual is R, with the zeros held."""

    def __init__(self, X: Centred, penalty: str, alpha: Any, W: Array, R: Array):
        self.X, self.alpha, self.W, self.R = X, alpha, W, R
        self.l1 = penalty == "l1"
        lengths = self._lengths(W)  # (a, L) with L1, else (a, 1)
        self.free = lengths > 0
        self.unit = ratio(W, lengths)  # U
        self.bend = 0.0 if self.l1 else ratio(np.full_like(lengths, alpha), lengths)

    def step(self) -> Array:
        """Return better weights (a, L), or W if none are found."""
        V, F = self.direction(), self._objective(self.W, self.R)
        t = np.ones_like(F)
        for _ in range(HALVINGS):
            new = self.W + t * V
            new = np.where(self._rows(new * self.W) > 0, new, 0)
            higher = self._objective(new, self.R - self.X.dot(new - self.W)) > F
            if not higher.any():
                break
            t = np.where(higher, t / 2, t)
        return np.where(higher, self.W, new)

    def direction(self) -> Array:
        """Return nearly the bottom V (a, L) of the parabola."""
        scale = self.X.lengths()[:, None] ** 2 + self.bend
        slope = (self.X.tdot(self.R) - self.alpha * self.unit) * self.free
        V, P = np.zeros_like(slope), ratio(slope, scale)  # P: the way to go
        size = first = self._total(slope * P)
        for _ in range(PRODUCTS):
            HP = self._curved(P)
            t = ratio(size, self._total(P * HP), FLAT * self._total(P * scale * P))
            V, slope = V + t * P, slope - t * HP
            Z = ratio(slope, scale)
            before, size = size, self._total(slope * Z)
            if ((size <= NEAR * first) | (t == 0)).all():
                break
            P = Z + ratio(size, before) * P
        return np.asarray(V)

    def _curved(self, P: Array) -> Array:
        """Return the curvature of the parabola times P (a, L)."""
        across = P - self.unit * self._rows(self.unit * P)
        return np.asarray((self.X.tdot(self.X.dot(P)) + self.bend * across) * self.free)

    def _objective(self, W: Array, R: Array) -> Array:
        """Return F(W), (1, 1), or with L1 that of every column, (1, L)."""
        return self._total(R**2) / 2 + self._total(self.alpha * self._lengths(W))

    def _rows(self, A: Array) -> Array:
        """Return the sum of every row, (a, 1); with L1 each number is its own row."""
        return A if self.l1 else A.sum(axis=1, keepdims=True)

    def _lengths(self, W: Array) -> Array:
        return np.abs(W) if self.l1 else np.linalg.norm(W, axis=1, keepdims=True)

    def _total(self, A: Array) -> Array:
        """Return the sum, (1, 1); with L1 each column is its own problem, (1, L)."""
        return np.asarray(A.sum(axis=0 if self.l1 else None, keepdims=True))


def ratio(a: Array, b: Array, least: Array | float = 0.0) -> Array:
    """Return a / b, and 0 where b is not above the least.

    >>> ratio(np.array([3.0, 1.0]), np.array([2.0, 0.0])).tolist()
    [1.5, 0.0]
    """
    shape = np.broadcast_shapes(a.shape, b.shape)
    return np.divide(a, b, out=np.zeros(shape), where=b > least)
