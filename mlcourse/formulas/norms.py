r"""Five sizes of a weight matrix, the slopes of each, and their dual norms.

.. math::
    \lVert W \rVert_1 = \sum_{jl} |w_{jl}|, \qquad
    \lVert W \rVert_F = \Bigl(\sum_{jl} w_{jl}^2\Bigr)^{1/2}, \qquad
    \lVert W \rVert_{2,1} = \sum_j \lVert w_j \rVert_2, \qquad
    \lVert W \rVert_* = \sum_i \sigma_i(W)

and the penalty of ridge regression, :math:`\tfrac12 \lVert W \rVert_F^2`. They count
entries, nothing, rows and rank: L2,1 is the L1 norm of the row lengths, the trace norm
that of the singular values. L2,1 does not care for zeros inside a row: (3, 4) and
(5, 0) both cost 5. The L2 norm of a matrix is called F here, after Frobenius.

The ridge penalty is no norm: twice W costs four times as much. It is smooth, its slope
W fades towards 0, and no entry is ever pulled to exactly 0. The unsquared L2 pulls with
the same force however small W is; that is what makes whole rows vanish in L2,1. The
factor 1/2 is that of the loss: then :math:`(X^\top X + \lambda I) W = X^\top Y`.

A *subgradient* G at W is a slope that never overshoots,
:math:`\Omega(V) \ge \Omega(W) + \langle G, V - W \rangle` for all V. Where the size is
smooth, it is the gradient; at a corner there are many, and the functions here give the
shortest. The *dual norm* is the largest slope seen from a unit ball,

.. math:: \Omega^\circ(G) = \max_{\Omega(W) \le 1} \langle G, W \rangle .

Symbols: W, G (d, L), a row per feature and a column per label; w_j row j; sigma
singular values. A 1-d array counts as one column, (d, 1).
Sources: Bach, Jenatton, Mairal & Obozinski (2012), Foundations and Trends in Machine
Learning 4(1), section 1.4; Watson (1992), Linear Algebra Appl. 170, 33-45 (trace norm).
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array


def l1(W: ArrayLike) -> float:
    r"""Return the sum of absolute entries, :math:`\sum_{jl} |w_{jl}|`.

    >>> l1([[3, -4], [0, 0]]), l1([[5, 0], [0, 0]])
    (7.0, 5.0)
    """
    return float(np.abs(matrix("W", W)).sum())


def l2(W: ArrayLike) -> float:
    r"""Return the length of all entries, :math:`(\sum_{jl} w_{jl}^2)^{1/2}`.

    Also called the Frobenius norm. It is its own dual norm.

    >>> l2([[3, -4], [0, 0]])
    5.0
    """
    return float(np.linalg.norm(matrix("W", W)))


def ridge(W: ArrayLike) -> float:
    r"""Return half the sum of squares, :math:`\tfrac12 \lVert W \rVert_F^2`: no norm.

    >>> ridge([[3, -4]]), ridge([[6, -8]])
    (12.5, 50.0)
    """
    return float((matrix("W", W) ** 2).sum()) / 2


def l21(W: ArrayLike) -> float:
    r"""Return the sum of row lengths, :math:`\sum_j \lVert w_j \rVert_2`.

    >>> l21([[3, 4], [0, 0]]), l21([[5, 0], [0, 0]]), l21([[3, 0], [0, 4]])
    (5.0, 5.0, 7.0)
    """
    return float(row_lengths(matrix("W", W)).sum())


def trace(W: ArrayLike) -> float:
    r"""Return the sum of singular values, :math:`\sum_i \sigma_i(W)`.

    Also called the nuclear norm.

    >>> round(trace([[1, 1], [1, 1]]), 12), trace([[1, 0], [0, 1]])  # rank 1, rank 2
    (2.0, 2.0)
    """
    return float(np.linalg.svd(matrix("W", W), compute_uv=False).sum())


def largest_entry(G: ArrayLike) -> float:
    r"""Return :math:`\max_{jl} |g_{jl}|`, the dual norm of L1.

    >>> largest_entry([[3, -4], [2, 0]])
    4.0
    """
    return float(np.abs(matrix("G", G)).max(initial=0))


def longest_row(G: ArrayLike) -> float:
    r"""Return :math:`\max_j \lVert g_j \rVert_2`, the dual norm of L2,1.

    >>> longest_row([[3, -4], [2, 0]])
    5.0
    """
    return float(row_lengths(matrix("G", G)).max(initial=0))


def spectral(G: ArrayLike) -> float:
    r"""Return the largest singular value, the dual norm of the trace norm.

    >>> spectral([[3, 0], [0, -4]])
    4.0
    """
    return float(np.linalg.svd(matrix("G", G), compute_uv=False).max(initial=0))


def l1_subgradient(W: ArrayLike) -> Array:
    """Return the signs of W, 0 where an entry is 0; any slope from -1 to 1 would do.

    >>> l1_subgradient([[3, -4], [0, 0]]).tolist()
    [[1.0, -1.0], [0.0, 0.0]]
    """
    return np.sign(_floats(W))


def l2_subgradient(W: ArrayLike) -> Array:
    r"""Return :math:`W / \lVert W \rVert_F`, and 0 at W = 0.

    >>> l2_subgradient([[3, -4]]).tolist()
    [[0.6, -0.8]]
    """
    return _floats(W) / (l2(W) or 1)


def ridge_gradient(W: ArrayLike) -> Array:
    """Return W, the only slope there is.

    >>> ridge_gradient([[3, -4]]).tolist()
    [[3.0, -4.0]]
    """
    return _floats(W).copy()


def l21_subgradient(W: ArrayLike) -> Array:
    r"""Return every row divided by its length, and 0 for a row of zeros.

    Also :math:`2DW` with :math:`D_{jj} = 1 / (2 \lVert w_j \rVert)`, never with
    :math:`D_{jj} = \lVert w_j \rVert`.

    >>> l21_subgradient([[3, -4], [0, 0]]).tolist()
    [[0.6, -0.8], [0.0, 0.0]]
    """
    M = matrix("W", W)
    lengths = row_lengths(M)[:, None]  # (d, 1)
    return (M / np.where(lengths > 0, lengths, 1)).reshape(np.shape(W))


def trace_subgradient(W: ArrayLike) -> Array:
    r"""Return :math:`U V^\top` from the singular vectors of :math:`\sigma_i > 0`.

    Singular values below max(d, L) epsilon times the largest count as 0.

    >>> trace_subgradient([[3, 0], [0, 0]]).tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    M = matrix("W", W)
    U, sigma, Vt = np.linalg.svd(M, full_matrices=False)
    zero = max(M.shape) * np.finfo(float).eps * sigma.max(initial=0)
    G: Array = U[:, sigma > zero] @ Vt[sigma > zero]
    return G.reshape(np.shape(W))


def row_lengths(W: Array) -> Array:
    """Return the length of every row: (d, L) -> (d,)."""
    return np.asarray(np.linalg.norm(W, axis=1))


def matrix(name: str, W: ArrayLike) -> Array:
    """Return W as floats of shape (d, L), a vector as one column; else ValueError."""
    M = np.asarray(W, dtype=float)
    if M.ndim == 1:
        return M[:, None]
    if M.ndim != 2:
        raise ValueError(
            f"{name} has shape {M.shape}; give a matrix (d, L) or a vector (d,)."
        )
    return M


def _floats(W: ArrayLike) -> Array:
    """Return W as floats in its own shape, if it is a matrix or a vector."""
    return matrix("W", W).reshape(np.shape(W))
