r"""Least squares whose *outputs* are pulled to zero: ADMM.

.. math:: \min_W\ f(W) = \lVert R - XW \rVert_F^2 + \alpha \lVert W \rVert_F^2
          + \lambda \lVert XW \rVert_1

The corners of the last term lie where XW is 0, not where W is, so no proximal map is at
hand. Give the outputs a name of their own, :math:`Z = XW`, and pay
:math:`\rho \lVert XW - Z + M \rVert_F^2` for a difference. Each sweep then solves three
easy problems in turn:

.. math::
    W &= \bigl((1 + \rho) X^\top X + \alpha I\bigr)^{-1} X^\top
         \bigl(R + \rho (Z - M)\bigr), \\
    Z &= \operatorname{soft}\bigl(XW + M,\ \tfrac{\lambda}{2 \rho}\bigr), \\
    M &\leftarrow M + XW - Z .

The first is a ridge regression, whose factor is kept. In the second the penalty
:math:`\rho (z - a)^2` has the slope :math:`2 \rho (z - a)`, hence
:math:`\lambda / (2 \rho)`; the threshold :math:`\lambda / \rho` belongs to
:math:`2 \lambda`. The third adds up the differences until there is none: where it
stands still, :math:`2 \rho M / \lambda` is the subgradient of
:math:`\lVert XW \rVert_1` that proves W optimal.

f itself may rise from one sweep to the next. What cannot rise is `residual`, the length
of the move of Z and M together; at a solution it is 0.

Symbols: X (n, d) features; R (n, L) targets; W (d, L) weights; Z, M (n, L); lambda =
alpha_l1.
Sources: Boyd, Parikh, Chu, Peleato & Eckstein (2011), Foundations and Trends in
Machine Learning 3(1), sections 3.1 and 6.4; He & Yuan (2015), Numerische Mathematik
130, 567-577, for the residual.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.linalg import norm

from mlcourse.arrays import Array
from mlcourse.checks import check_number
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge_factor import RidgeFactor


class AdmmStep(NamedTuple):
    """Where ADMM stands after k sweeps."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    objective: float  # f(W)
    XW: Array  # (n, L)
    Z: Array  # (n, L), equal to XW at the solution, with exact zeros
    M: Array  # (n, L), the differences added up
    residual: float  # length of the move of Z and M; infinite at the start


class SparseOutputs:
    """Regressions of ever new targets R on one X, with outputs pulled to zero.

    Parameters
    ----------
    X : Centred
        Features (n, d).
    alpha : float >= 0
        Strength of the squared penalty on W.
    rho : float > 0, default=1.0
        The price of a difference between XW and Z. It changes how fast the sweeps
        converge, not where to.

    Examples
    --------
    With X = I every output is a problem of its own, soft(r, alpha_l1 / 2)/(1 + alpha):

    >>> outputs = SparseOutputs(Centred(np.eye(2), centre=False), alpha=1.0)
    >>> sweeps = outputs.steps(np.array([[3.0], [0.5]]), alpha_l1=2.0)
    >>> [next(sweeps) for _ in range(30)][-1].Z.round(6).tolist()
    [[1.0], [0.0]]
    """

    def __init__(self, X: Centred, alpha: float, rho: float = 1.0) -> None:
        self.X = X
        self.alpha = check_number("alpha", alpha)
        self.rho = check_number("rho", rho, positive=True)
        self.ridge = RidgeFactor(X, self.alpha / (1 + self.rho))

    def steps(
        self, R: Array, alpha_l1: float, start: AdmmStep | None = None
    ) -> Iterator[AdmmStep]:
        """Yield the start and a step for every sweep, for ever.

        They go on from the W, Z and M of `start`, a step of this R or of another, or
        from zeros.
        """
        rho, tau = self.rho, check_number("alpha_l1", alpha_l1) / (2 * self.rho)
        if start is None:
            nothing = np.zeros(R.shape)
            W, XW, Z, M = self.X.tdot(nothing), nothing, nothing, nothing
        else:
            W, XW, Z, M = start.W, start.XW, start.Z, start.M
        k, residual, start = 0, np.inf, None  # what is not needed is not kept
        while True:
            objective = sum(costs(R - XW, self.alpha, W, alpha_l1, XW))
            yield AdmmStep(k, W, objective, XW, Z, M, residual)
            W = self.ridge.weights((R + rho * (Z - M)) / (1 + rho))
            XW = self.X.dot(W)
            Z_new, M_new = shrunk(XW + M, tau)
            residual = float(np.hypot(norm(Z_new - Z), norm(M_new - M)))
            Z, M = Z_new, M_new
            k += 1


def shrunk(T: Array, tau: float) -> tuple[Array, Array]:
    """Return soft(T, tau), in the place of T, and what is missing to T.

    >>> shrunk(np.array([3.0, -0.5]), 1.0)
    (array([2., 0.]), array([ 1. , -0.5]))
    """
    M = np.clip(T, -tau, tau)
    T -= M
    return T, M


def costs(
    residual: Array, alpha: float, W: Array, alpha_l1: float, XW: Array
) -> tuple[float, float, float]:
    """Return the three terms of f: squared error, squared weights, sizes of outputs.

    >>> costs(np.ones((2, 1)), 0.5, np.array([[2.0]]), 0.1, np.array([[3.0], [-3.0]]))
    (2.0, 2.0, 0.6000000000000001)
    """
    error = float(np.vdot(residual, residual))
    return error, alpha * float(np.vdot(W, W)), alpha_l1 * float(np.abs(XW).sum())
