r"""Losses that lie below a sum of squares which touches them.

Each has a value :math:`\ell(P)` of the fit P (n, L), and for every P weights s (n,) and
targets F (n, L) such that for all V

.. math:: \ell(V) \le \ell(P) + \tfrac12 \sum_i s_i \bigl(\lVert v_i - f_i \rVert^2
          - \lVert p_i - f_i \rVert^2\bigr).

:class:`Squares`
    :math:`\tfrac12 \sum_i \lVert p_i - y_i \rVert^2`, with s = 1 and F = Y.
:class:`Lengths`
    :math:`\sum_i \lVert p_i - y_i \rVert`, with :math:`s_i` 1 over that length, F = Y.
:class:`Fences`
    Squares of labelled rows, and :math:`\tfrac{s_u}{2} \operatorname{dist}(p_{il}, [0,
    1])^2` of the entries of the others; F is Y, or P cut to lie between 0 and 1.

The last is what remains if the targets of unlabelled rows may be chosen, from 0 to 1:
the best choice for p is p itself, at no cost, if it lies between the fences.

Symbols: n samples, L labels; P, Y, F (n, L); s (n,).
"""

from typing import Protocol

import numpy as np

from mlcourse.arrays import Array, Mask
from mlcourse.formulas.norms import row_lengths

FLAT = 1e-6  # of the mean residual: a row that is fitted better counts as if by this


class Loss(Protocol):
    """What iteratively reweighted least squares asks of a loss."""

    known: Mask  # (n,), the rows that have targets

    def start(self) -> Array:
        """Return a first fit (n, L), the same in every row."""

    def value(self, P: Array) -> float:
        """Return the loss of a fit (n, L)."""

    def touch(self, P: Array) -> tuple[Array, Array]:
        """Return the weights s (n,) and targets F (n, L) of the squares that touch."""


class Squares:
    """Half the sum of squared residuals.

    >>> Squares(np.array([[1.0], [0.0]])).value(np.zeros((2, 1)))
    0.5
    """

    def __init__(self, Y: Array) -> None:
        self.Y, self.s = Y, np.ones(len(Y))
        self.known = np.ones(len(Y), dtype=bool)

    def start(self) -> Array:
        """Return the means of the targets."""
        return np.tile(self.Y.mean(axis=0), (len(self.Y), 1))

    def value(self, P: Array) -> float:
        """Return the loss."""
        return float(((P - self.Y) ** 2).sum()) / 2

    def touch(self, P: Array) -> tuple[Array, Array]:
        """Return ones and Y."""
        return self.s, self.Y


class Lengths:
    """The lengths of the rows of the residual: an outlier counts once, not squared.

    A row that is fitted exactly would have an infinite weight. Below a millionth of the
    mean length of Y the length gives way to a parabola, in `value` too.

    >>> Lengths(np.array([[3.0, 4.0], [0.0, 0.0]])).value(np.zeros((2, 2))).__round__(4)
    5.0
    """

    def __init__(self, Y: Array) -> None:
        self.Y, self.known = Y, np.ones(len(Y), dtype=bool)
        spread = row_lengths(Y - Y.mean(axis=0)).mean()
        self.flat = FLAT * float(spread if spread > 0 else 1.0)

    def start(self) -> Array:
        """Return the means of the targets."""
        return np.tile(self.Y.mean(axis=0), (len(self.Y), 1))

    def value(self, P: Array) -> float:
        """Return the loss."""
        r, flat = row_lengths(P - self.Y), self.flat
        return float(np.where(r > flat, r, (r**2 / flat + flat) / 2).sum())

    def touch(self, P: Array) -> tuple[Array, Array]:
        """Return 1 / length of each residual, and Y."""
        return 1 / np.maximum(row_lengths(P - self.Y), self.flat), self.Y


class Fences:
    """Squares of labelled rows; of the others, of what lies below 0 or above 1.

    With ``fences=False`` the others cost nothing, wherever they lie.

    >>> loss = Fences(np.array([[1.0], [9.0]]), np.array([True, False]), 0.5)
    >>> loss.value(np.array([[0.0], [3.0]])), loss.value(np.array([[0.0], [0.5]]))
    (1.5, 0.5)
    """

    def __init__(
        self, Y: Array, labelled: Mask, weight: float, fences: bool = True
    ) -> None:
        self.Y, self.labelled, self.known = Y, labelled[:, None], labelled
        self.s = np.where(labelled, 1.0, weight)
        self.ends = (0.0, 1.0) if fences else (-np.inf, np.inf)

    def start(self) -> Array:
        """Return the means of the labelled rows; what the others hold is not seen."""
        return np.tile(self.Y[self.known].mean(axis=0), (len(self.Y), 1))

    def value(self, P: Array) -> float:
        """Return the loss."""
        _, F = self.touch(P)
        return float(self.s @ ((P - F) ** 2).sum(axis=1)) / 2

    def touch(self, P: Array) -> tuple[Array, Array]:
        """Return s, and Y with P between the fences in unlabelled rows."""
        return self.s, np.where(self.labelled, self.Y, np.clip(P, *self.ends))
