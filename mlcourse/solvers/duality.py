r"""The duality gap: how far at most an objective lies above its minimum.

Every :math:`\theta` with :math:`\Omega^\circ(X^\top \theta) \le \lambda` bounds the
minimum of :math:`F(W) = \tfrac12 \lVert Y - XW \rVert^2 + \lambda\,\Omega(W)` from
below, by :math:`\langle \theta, Y \rangle - \tfrac12 \lVert \theta \rVert^2`. Of the
multiples :math:`\theta = s R` of the residual :math:`R = Y - XW` the best leaves

.. math::
    \text{gap} = \tfrac12 (1 - s)^2 \lVert R \rVert^2 + \lambda\,\Omega(W)
        - s \langle X^\top R, W \rangle, \qquad
    s = \operatorname{clip}\Bigl(
        1 + \frac{\langle X^\top R, W \rangle}{\lVert R \rVert^2},\
        \pm\frac{\lambda}{\Omega^\circ(X^\top R)}\Bigr)

and at the optimum 0. No term is the difference of two large ones.

Symbols: W (d, L) weights; R (n, L) residual; lambda = alpha, the
penalty strength.
Sources: Bach, Jenatton, Mairal & Obozinski (2012), Foundations and Trends in Machine
Learning 4(1), section 1.4; El Ghaoui, Viallon & Rabbani (2012), Pacific J. Optim. 8(4)
(the multiple s).
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.formulas import penalties
from mlcourse.formulas.norms import matrix


def duality_gap(
    penalty: str,
    alpha: Any,
    W: ArrayLike,
    gradient: ArrayLike,
    squares: ArrayLike,
    most: float = np.inf,
) -> float:
    r"""Return the gap at W, never below :math:`F(W) - \min F` but for rounding.

    With "l1" every column of W is a problem of its own, and so is its gap. Ridge
    has no dual norm; its gap, with :math:`s = 1`, is
    :math:`\lVert X^\top R - \lambda W \rVert_F^2 / 2 \lambda`. With `alpha` = 0 the gap
    is half the residual's square, or infinite for ridge: it bounds nothing.

    Parameters
    ----------
    penalty : {"l1", "l2", "ridge", "l21", "trace"}
        Omega, by name.
    alpha : float >= 0, or with "l1" an array of L floats
        The penalty strength; an array has one for every column.
    W, gradient : arrays of shape (d, L)
        Weights, and the slope :math:`-X^\top R` of the squared loss there.
    squares : array of shape (L,)
        The squared length of every column of R.
    most : float, default=inf
        The largest s. With 1 the gap of some rows of W holds for all of them, if the
        others are 0 as they should be.

    Examples
    --------
    >>> duality_gap("l1", 1.0, [[2.0], [0.0]], [[-1.0], [-0.5]], [1.25])  # the optimum
    0.0
    >>> round(duality_gap("l1", 1.0, [[0.0], [0.0]], [[-3.0], [-0.5]], [9.25]), 4)
    2.0556
    """
    norm = penalties.find(penalty)
    M, Q, residual = matrix("W", W), -matrix("gradient", gradient), np.asarray(squares)
    if norm.dual is None:
        miss = float(((Q - alpha * M) ** 2).sum())
        return miss / (2 * alpha) if alpha > 0 else np.inf
    inner = (Q * M).sum(axis=0)  # (L,)
    if penalty == "l1":
        size, dual = np.abs(M).sum(axis=0), np.abs(Q).max(axis=0, initial=0)  # (L,)
        alpha = np.ravel(alpha)  # (1,) or (L,)
    else:
        size, dual = np.array(norm.value(M)), np.array(norm.dual(Q))  # ()
        inner, residual = inner.sum(), residual.sum()
    limit = np.divide(alpha, dual, out=np.full_like(dual, np.inf), where=dual > 0)
    more = np.divide(inner, residual, out=np.zeros_like(dual), where=residual > 0)
    limit = np.minimum(limit, most)
    share = np.clip(1 + more, -limit, limit)  # s
    gap = (1 - share) ** 2 * residual / 2 + alpha * size - share * inner
    return float(gap.sum())
