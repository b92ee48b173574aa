r"""Proximal maps: the step that a penalty with corners takes in place of a gradient.

.. math:: \operatorname{prox}_{t\Omega}(V)
          = \arg\min_W \tfrac12 \lVert W - V \rVert_F^2 + t\,\Omega(W)

is a compromise between staying at V and being small; t is the price of size. Each map
below solves its problem exactly: the pull of the first term, :math:`V - W`, is t times
a subgradient of the penalty at W.

L1 moves every entry towards 0 by t and stops there; L2,1 does so with every row, the
trace norm with every singular value, L2 with the matrix as a whole. Ridge
divides instead: what is not 0 stays so.

Symbols: V, W (d, L), or (d,) for one column; v_j row j; t >= 0. For the maps of L1,
L2,1 and ridge t may also be an array (d, 1), a price for each row; for those of L1
and ridge an array (1, L) or (d, L), one for each column or entry.
Sources: Parikh & Boyd (2014), Foundations and Trends in Optimization 1(3), sections
6.5 and 6.7; Cai, Candes & Shen (2010), SIAM J. Optim. 20(4), theorem 2.1 (trace norm).
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.formulas.norms import matrix, row_lengths

TINY = np.finfo(float).tiny  # in place of 0 below a fraction


def soft_threshold(V: ArrayLike, t: ArrayLike) -> Array:
    """Return the proximal map of L1, sign(v) max(|v| - t, 0).

    Every entry v loses t, or itself if it is smaller: small ones become 0.

    >>> soft_threshold([3.0, -1.0, 0.5], 1).tolist()
    [2.0, 0.0, 0.0]
    """
    M, price = _inputs(V, t, "entry")
    kept: Array = M - np.clip(M, -price, price)
    return kept.reshape(np.shape(V))


def block_soft_threshold(V: ArrayLike, t: float) -> Array:
    r"""Return the proximal map of L2: :math:`\max(1 - t / \lVert V \rVert, 0)\, V`.

    All entries become 0 together, once :math:`\lVert V \rVert \le t`.

    >>> block_soft_threshold([3.0, 4.0], 2.5).tolist()
    [1.5, 2.0]
    """
    M, price = _inputs(V, t, "matrix")
    return (M * _share_left(np.linalg.norm(M), price)).reshape(np.shape(V))


def ridge_shrink(V: ArrayLike, t: ArrayLike) -> Array:
    r"""Return the proximal map of ridge: :math:`V / (1 + t)`, never 0.

    >>> ridge_shrink([3.0, -1.0], 1).tolist()
    [1.5, -0.5]
    """
    M, price = _inputs(V, t, "entry")
    kept: Array = M / (1 + price)
    return kept.reshape(np.shape(V))


def row_soft_threshold(V: ArrayLike, t: ArrayLike) -> Array:
    r"""Return the proximal map of L2,1, row by row.

    .. math:: w_j = \max\Bigl(1 - \frac{t}{\lVert v_j \rVert},\, 0\Bigr)\, v_j

    >>> row_soft_threshold([[3.0, 4.0], [1.0, 0.0]], 2.5).tolist()
    [[1.5, 2.0], [0.0, 0.0]]
    """
    M, price = _inputs(V, t, "row")
    return (M * _share_left(row_lengths(M)[:, None], price)).reshape(np.shape(V))


def singular_value_threshold(V: ArrayLike, t: float) -> Array:
    r"""Return the proximal map of the trace norm, which lowers the rank.

    .. math:: \sum_i \max(\sigma_i - t,\, 0)\, u_i v_i^\top
              \qquad\text{where}\qquad V = \sum_i \sigma_i\, u_i v_i^\top

    >>> singular_value_threshold([[3.0, 0.0], [0.0, 1.0]], 1).tolist()
    [[2.0, 0.0], [0.0, 0.0]]
    """
    M, price = _inputs(V, t, "matrix")
    U, sigma, Vt = np.linalg.svd(M, full_matrices=False)
    left = np.maximum(sigma - price[0], 0)
    return np.asarray((U * left) @ Vt).reshape(np.shape(V))


def _share_left(length: ArrayLike, price: Array) -> Array:
    """Return max(1 - price / length, 0), also where both are 0."""
    share: Array = 1 - price / np.maximum(np.maximum(length, price), TINY)
    return share


def _inputs(V: ArrayLike, t: ArrayLike, each: str) -> tuple[Array, Array]:
    """Return V as (d, L), and t as a table: one price, or one for each row or entry."""
    M, price = matrix("V", V), np.asarray(t, dtype=float)
    if price.ndim == 0:
        price = price[None, None]
    d, n_labels = M.shape
    known = {"matrix": [], "row": [(d, 1)], "entry": [(d, 1), (1, n_labels), M.shape]}
    if price.shape not in [(1, 1), *known[each]]:
        more = "".join(f", or an array {shape}" for shape in known[each])
        raise ValueError(f"t has shape {price.shape}; give one number{more}.")
    if not (np.isfinite(price) & (price >= 0)).all():
        raise ValueError(f"t holds {price.min()}; it must be finite and >= 0.")
    return M, price
