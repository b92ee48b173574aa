r"""REML's search: what labels share, and a tail that is on its own, found in turn.

.. math:: \min_{U, V, H}\ F = \lVert Y - XUV - XH \rVert_F^2
          + \lambda_1 \lVert H \rVert_F^2
          + \lambda_2 \bigl(\lVert U \rVert_F^2 + \lVert V \rVert_F^2\bigr)
          + \lambda_3 \lVert XH \rVert_1

A round finds V, then U, then H. Of the residual :math:`Y - XH` the best V and then the
best U have closed forms (:mod:`mlcourse.solvers.low_rank`). H is found by a few sweeps
of ADMM (:mod:`mlcourse.solvers.admm`), which go on where those before have stopped. A
sweep may raise F; so H moves to the best of the sweeps, and only if that is better than
the H before. Thus F never rises.

F is convex in each of U, V and H, but not in all together: the end depends on the
start, which is ridge regression of a low rank, and no tail.

Symbols: X (n, d); Y (n, L); U (d, k), V (k, L), H (d, L); lambda_1 = alpha_tail,
lambda_2 = alpha_low_rank, lambda_3 = alpha_l1.
Source: Xu, Tao & Xu (2016), Robust Extreme Multi-label Learning, KDD, 1275-1284. The
paper's threshold for Z, as report 000 quotes it, is twice as large as it should be.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.solvers.admm import AdmmStep, SparseOutputs, costs
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.low_rank import best_U, best_V, start
from mlcourse.solvers.ridge_factor import RidgeSpectrum
from mlcourse.solvers.steps import Rule, small_change


class Terms(NamedTuple):
    """The four parts of the objective; their sum is F."""

    error: float  # ||Y - XUV - XH||^2
    tail: float  # lambda_1 ||H||^2
    low_rank: float  # lambda_2 (||U||^2 + ||V||^2)
    l1: float  # lambda_3 |XH|


class RemlStep(NamedTuple):
    """Where the search stands after k rounds over V, U and H."""

    k: int  # 0 at the start
    U: Array  # (d, n_components)
    V: Array  # (n_components, L)
    H: Array  # (d, L)
    objective: float  # F
    terms: Terms
    residual: float  # ADMM's, rho times that if rho > 1; infinite at the start

    @property
    def W(self) -> Array:  # noqa: N802
        """The weights of both parts together, UV + H, (d, L)."""
        return self.U @ self.V + self.H


def reml(
    X: Centred,
    Y: Array,
    n_components: int,
    alpha_low_rank: float,
    alpha_tail: float,
    alpha_l1: float,
    rho: float = 1.0,
    sweeps: int = 3,
) -> Iterator[RemlStep]:
    """Yield the start and a step for every round over V, U and H, for ever.

    Parameters
    ----------
    X, Y : Centred, array of shape (n, L)
        Features and labels, centred alike.
    n_components : int >= 0
        The rank k; what lies beyond d or L stays 0.
    alpha_low_rank, alpha_tail, alpha_l1 : float > 0, float >= 0, float >= 0
        Strengths of the penalties on U and V, on H, and on the sizes of XH.
    rho, sweeps : float > 0, int >= 1
        ADMM's price, and how many of its sweeps a round takes.

    Examples
    --------
    >>> X = Centred(np.eye(3), centre=False)
    >>> Y = np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 1.0]])
    >>> rounds = islice(reml(X, Y, 1, 0.1, 0.1, 0.5), 4)
    >>> [round(step.objective, 3) for step in rounds]
    [0.862, 0.811, 0.79, 0.787]
    """
    spectrum = RidgeSpectrum(X)
    U, V = start(spectrum, Y, n_components, alpha_low_rank)
    outputs = SparseOutputs(X, alpha_tail, rho)
    XU, k = X.dot(U), 0  # (n, n_components)
    admm = next(outputs.steps(Y, alpha_l1))  # H = 0
    while True:
        H, XH = admm.W, admm.XW
        error, tail, l1 = costs(Y - XU @ V - XH, alpha_tail, H, alpha_l1, XH)
        low_rank = alpha_low_rank * float(np.vdot(U, U) + np.vdot(V, V))
        terms = Terms(error, tail, low_rank, l1)
        residual = max(1.0, rho) * admm.residual
        yield RemlStep(k, U, V, H, sum(terms), terms, residual)
        V = best_V(XU, Y - XH, alpha_low_rank)
        U = best_U(spectrum, V, Y - XH, alpha_low_rank)
        XU = X.dot(U)
        admm = swept(outputs.steps(Y - XU @ V, alpha_l1, admm), sweeps)
        k += 1


def settled(tol: float) -> Rule:
    r"""Return the rule that neither F nor ADMM moves much any more.

    .. math:: F_{old} - F_{new} \le \mathrm{tol} \cdot F_{old}, \qquad
              \mathrm{residual}^2 \le \mathrm{tol} \cdot F_{new}

    F alone would not do: with a small rho the first sweeps are too long, and H rests
    where it is; with a large one all are short. The residual is at least as long as
    :math:`XH - Z` of the last sweep, and as :math:`\rho` times the move of Z, which is
    the slope left. Where F itself is near 0, so must they be.
    """
    still = small_change(tol)

    def rule(step: RemlStep) -> bool:
        return still(step) and step.residual**2 <= tol * step.objective

    return rule


def swept(steps: Iterator[AdmmStep], sweeps: int) -> AdmmStep:
    """Return the last of some sweeps, but with the W of the best, or of the start."""
    last = next(steps)
    W, XW, lowest = last.W, last.XW, last.objective
    for last in islice(steps, sweeps):
        if last.objective < lowest:
            W, XW, lowest = last.W, last.XW, last.objective
    return last._replace(W=W, XW=XW, objective=lowest)
