r"""Lengths as loss and as penalty, told apart: ADMM.

.. math:: \min_{W, b}\ f = \lVert XW + \mathbf 1 b^\top - Y \rVert_{2,1}
          + \gamma \lVert W \rVert_{2,1}

Both terms have corners, so neither can be left to a gradient. Give the residuals and
the weights names of their own, :math:`R = XW + \mathbf 1 b^\top - Y` and :math:`V = W`,
and pay :math:`\tfrac{\rho}{2}` and :math:`\tfrac{\rho s}{2}` times the squared
differences. Then a sweep solves three easy problems,

.. math::
    W, b &= \arg\min\ \lVert XW + \mathbf 1 b^\top - Y - (R - M) \rVert_F^2
            + s \lVert W - (V - N) \rVert_F^2, \\
    R &= \operatorname{prox}_{1 / \rho}(XW + \mathbf 1 b^\top - Y + M), \qquad
    V = \operatorname{prox}_{\gamma / (\rho s)}(W + N), \\
    M &\leftarrow M + XW + \mathbf 1 b^\top - Y - R, \qquad
    N \leftarrow N + W - V,

the first a ridge regression whose factor is kept, the others shorter rows
(:func:`~mlcourse.formulas.proximal.row_soft_threshold`). The sweeps go past the new W
by the factor `BEYOND`. The units tell good prices: a residual is about as long as a row
of Y less its mean, a row of W as one of the start, and that should be one threshold or
two. Where most rows of W stay, twenty or thirty sweeps bring f within some 1e-4 of its
minimum; where few do, it takes many more.

Symbols: X (n, d), centred if there is a b; Y, R, M (n, L); W, V, N (d, L); b (L,).
Sources: Boyd, Parikh, Chu, Peleato & Eckstein (2011), Foundations and Trends in Machine
Learning 3(1), sections 3.4.3 and 6.4.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas.norms import row_lengths
from mlcourse.formulas.proximal import row_soft_threshold
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge_factor import RidgeFactor

BEYOND = 1.7  # between 1 and 2; 1 is plain ADMM
THRESHOLDS = 2.0  # a typical residual is so many thresholds long


class SplitStep(NamedTuple):
    """Where ADMM stands after k sweeps."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    b: Array  # (L,)
    objective: float  # f


def split_lengths(
    X: Centred, Y: Array, gamma: float, intercept: bool, start: Array
) -> Iterator[SplitStep]:
    """Yield the start W (d, L), which is not 0, and then a step for every sweep.

    >>> X = Centred(np.eye(2), centre=False)
    >>> Y = np.array([[3.0], [0.5]])
    >>> sweeps = split_lengths(X, Y, 0.5, False, np.ones((2, 1)))
    >>> [next(sweeps) for _ in range(60)][-1].W.round(4).tolist()
    [[3.0], [0.5]]
    """
    typical = row_lengths(Y - Y.mean(axis=0) * intercept).mean()
    rho = THRESHOLDS / typical
    s = gamma / (rho * row_lengths(start).mean())
    ridge = RidgeFactor(X, s)

    def shift(T: Array) -> Array:
        return np.asarray(T.mean(axis=0) * intercept)

    W = V = start
    E = X.dot(W) - Y
    b = -shift(E)
    E += b  # what R should be
    R, M, N = E, np.zeros_like(E), np.zeros_like(W)
    k = 0
    while True:
        f = float(row_lengths(E).sum() + gamma * row_lengths(W).sum())
        yield SplitStep(k, W, b, f)
        T = Y + R - M
        b = shift(T)
        W = ridge.weights(T - b, towards=V - N)
        E = X.dot(W) + b - Y
        A = BEYOND * E + (1 - BEYOND) * R + M
        B = BEYOND * W + (1 - BEYOND) * V + N
        R, V = row_soft_threshold(A, 1 / rho), row_soft_threshold(B, gamma / (rho * s))
        M, N = A - R, B - V
        k += 1
