r"""Block coordinate descent: a few rows at a time, each block sees the one before.

Where most rows of W stay, their inner products are as many as X has entries, or more,
and gradient steps on all of them are many: X with d near n is badly conditioned. A
block B of 64 columns is not. So take the blocks in turn, hold all rows outside at what
they are, and minimise over :math:`W_B`,

.. math:: \min_{W_B}\ \tfrac12 \langle E, X_B^\top X_B\, E \rangle
          - \langle X_B^\top R, E \rangle + \lambda\,\Omega(W_B), \qquad
          E = W_B - W_B^{old},

by a few steps of FISTA on the 64 rows; then :math:`R \leftarrow R - X_B E`, and the
next block knows. A *sweep* over all blocks costs as much as one gradient step.

The columns are scaled to length 1, so that the products fit in single precision, half
the bytes and half the time. That costs no digits: what is stored so is the *change* of
the residual since :math:`X^\top R` was last computed in full, and it fades.

Symbols: X (n, a) columns; R (n, L) residual; W (a, L) weights; m (a,) lengths of the
columns; V = m W weights of columns of length 1; Q (a, L) = X'R; lambda = alpha, the
penalty strength.
Sources: Tseng (2001), J. Optim. Theory Appl. 109, 475-494 (it converges); Qin,
Scheinberg & Goldfarb (2013), Math. Program. Comput. 5, 143-169 (for groups).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Array, Index
from mlcourse.formulas import penalties
from mlcourse.formulas.penalties import Penalty
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.duality import duality_gap

BLOCK = 64  # rows
MOVES = 10  # of FISTA on a block, at most
SETTLED = 0.1  # a block is left when its move is this share of the first
DOUBLINGS = 4  # of the power of a matrix whose size bounds its eigenvalues


class Block(NamedTuple):
    """The columns of one block, scaled to length 1."""

    rows: slice  # of W
    X: Centred  # (n, b), single precision
    G: Array  # (b, b) inner products
    t: float  # step size, 1 over a bound on the eigenvalues of G
    m: Array  # (b, 1) lengths before, 1 for a column of zeros


class Sweep(NamedTuple):
    """Where the search stands after k sweeps over the blocks."""

    k: int  # 0 at the start
    W: Array  # (a, L)
    objective: float  # F(W)
    gap: float  # an estimate: by the slopes that every block saw before its move


def blocks(X: Centred, columns: Index) -> list[Block]:
    """Return those columns of X in blocks, scaled to length 1."""
    found = []
    for i in range(0, len(columns), BLOCK):
        rows = slice(i, min(i + BLOCK, len(columns)))
        part = X.take(columns[rows])
        m = part.lengths()  # (b,)
        m[m == 0] = 1
        part = part.divided_by(m, np.float32)
        G = part.gram().astype(float)
        t = 1 / max(bound(G), np.finfo(float).tiny)
        found.append(Block(rows, part, G, t, m[:, None]))
    return found


def bound(G: Array) -> float:
    r"""Return a bound on the eigenvalues of G (b, b), at most :math:`b^{1/32}` too big.

    .. math:: \sigma_{\max}(G) = \sigma_{\max}(G^p)^{1/p}
              \le \lVert G^p \rVert_F^{1/p}, \qquad p = 16

    >>> round(bound(np.diag([2.0, 1.0])), 6), round(bound(np.eye(64)), 3)
    (2.0, 1.139)
    """
    for _ in range(DOUBLINGS):
        G = G @ G
    return float(np.linalg.norm(G) ** (0.5**DOUBLINGS))


def sweeps(
    parts: list[Block], penalty: str, alpha: Any, W: Array, R: Array, Q: Array
) -> Iterator[Sweep]:
    """Yield the start and every sweep from W (a, L), where X'R is Q (a, L), for ever.

    R (n, L) is the residual at the start, alpha a number or an array (1, L).
    """
    norm, W, seen, k = penalties.find(penalty), W.copy(), Q.copy(), 0
    change: NDArray[Any] = np.zeros(R.shape, dtype=np.float32)  # of XW, from the start
    while True:
        squares = ((R - change) ** 2).sum(axis=0)  # (L,)
        objective = float(squares.sum()) / 2 + penalties.price(norm, alpha, W)
        yield Sweep(k, W, objective, duality_gap(penalty, alpha, W, -seen, squares))
        W = W.copy()
        for rows, X, G, t, m in parts:
            q = Q[rows] / m - X.tdot(change)  # (b, L), minus the slope
            V = W[rows] * m
            new = move(norm, G, t, alpha / m, V, q)
            E = new - V
            if E.any():
                change += X.dot(E.astype(np.float32))
                W[rows] = new / m
            seen[rows] = q * m
        k += 1


def move(norm: Penalty, G: Array, t: float, price: Array, V: Array, q: Array) -> Array:
    """Return nearly the best weights (b, L) of a block, from its weights V.

    By FISTA, with steps of size t. -q (b, L) is the slope of the loss at V, `price`
    (b, 1) or (b, L) that of the penalty. What is to be 0 becomes so exactly.
    """
    old, Z, theta, first = V, V, 1.0, 0.0
    for _ in range(MOVES):
        new = norm.proximal(Z + t * (q - G @ (Z - V)), t * price)
        step = new - old
        size = float(np.abs(step).max())
        first = first or size
        if size <= SETTLED * first:
            return new
        before, theta = theta, (1 + np.sqrt(1 + 4 * theta**2)) / 2
        old, Z = new, new + (before - 1) / theta * step
    return new
