r"""Least squares with a W of low rank, :math:`W = UV`: the best U, the best V, a start.

.. math:: \min_{U, V}\ \lVert R - XUV \rVert_F^2
          + \lambda \bigl(\lVert U \rVert_F^2 + \lVert V \rVert_F^2\bigr)

Given the one, the other has a closed form. For V it is a ridge regression on the k
columns of XU,

.. math:: V = \bigl((XU)^\top XU + \lambda I\bigr)^{-1} (XU)^\top R .

For U the slope is 0 where

.. math:: X^\top X\, U\, V V^\top + \lambda U = X^\top R V^\top ,

a linear system of dk unknowns at once. But :math:`X^\top X = Q\,\mathrm{diag}(s)\,
Q^\top` and :math:`VV^\top = P\,\mathrm{diag}(g)\,P^\top` take it apart into dk
equations of one unknown each:

.. math:: U = Q \tilde U P^\top, \qquad \tilde U_{ab}
          = \frac{(Q^\top X^\top R V^\top P)_{ab}}{s_a g_b + \lambda} .

Column b of UP is thus a ridge regression too, of strength :math:`\lambda / g_b`.

What the penalty does to UV as a whole is less plain: of all pairs with this product the
smallest :math:`\lVert U \rVert_F^2 + \lVert V \rVert_F^2` is twice the trace norm of
UV, the sum of its singular values.

Symbols: X (n, d); R (n, L) targets; U (d, k), V (k, L); lambda = alpha.
Sources: Izenman (1975), J. Multivar. Anal. 5(2), 248-264, and Mukherjee & Zhu (2011),
Stat. Anal. Data Min. 4(6), 612-622, for the start; Srebro, Rennie & Jaakkola (2005),
NIPS 17, for the trace norm.
"""

import numpy as np

from mlcourse.arrays import Array
from mlcourse.solvers.ridge_factor import RidgeSpectrum
from mlcourse.solvers.spectrum import ROUNDING, TRUST

NOTHING = 1e-200  # squares that may be divided by, and no less


def start(
    spectrum: RidgeSpectrum, Y: Array, n_components: int, alpha: float
) -> tuple[Array, Array]:
    r"""Return a start U (d, k), V (k, L): ridge of a like strength, cut to the rank k.

    That is :math:`\lambda^2`, as :math:`\lambda` has the unit of X and ridge's strength
    its square, and a millionth of the sum of all squares, so that inner products can be
    trusted.
    """
    squares = float((spectrum.X.lengths() ** 2).sum())
    return reduced_rank_ridge(spectrum, Y, n_components, alpha**2 + TRUST * squares)


def reduced_rank_ridge(
    spectrum: RidgeSpectrum, Y: Array, n_components: int, alpha: float
) -> tuple[Array, Array]:
    r"""Return U (d, k), V (k, L): the ridge regression of Y, cut to the rank k.

    Of all W of that rank, :math:`W_{ridge} B B^\top` has the smallest
    :math:`\lVert Y - XW \rVert_F^2 + \alpha \lVert W \rVert_F^2`, where B holds the
    first k eigenvectors of :math:`Y^\top X W_{ridge}`. U and V share its singular
    values, as then :math:`\lVert U \rVert_F^2 + \lVert V \rVert_F^2` is smallest.
    """
    X = spectrum.X
    (d, L), k = (X.shape[1], Y.shape[1]), n_components
    W = spectrum.weights(Y, alpha)  # (d, L)
    A = Y.T @ X.dot(W)  # (L, L), symmetric but for rounding
    B = np.linalg.eigh((A + A.T) / 2)[1][:, ::-1][:, :k]
    _, sigma, Ct = np.linalg.svd(W @ B, full_matrices=False)
    r = int((sigma > k * ROUNDING * sigma.max(initial=0)).sum())
    root = np.sqrt(sigma[:r])
    U, V = np.zeros((d, k)), np.zeros((k, L))  # what is beyond the rank stays 0
    U[:, :r] = W @ (B @ Ct[:r].T) / root  # keeps the digits of short rows
    V[:r] = root[:, None] * (Ct[:r] @ B.T)
    return U, V


def best_V(XU: Array, R: Array, alpha: float) -> Array:  # noqa: N802
    """Return the V (k, L) of the smallest objective, given XU (n, k) and R (n, L)."""
    A = XU.T @ XU + alpha * np.eye(XU.shape[1])
    return np.asarray(np.linalg.solve(A, XU.T @ R))


def best_U(  # noqa: N802
    spectrum: RidgeSpectrum, V: Array, R: Array, alpha: float
) -> Array:
    r"""Return the U (d, k) of the smallest objective, given V (k, L) and R (n, L).

    Column b of UP is the ridge regression of strength :math:`\lambda_2 / g_b` of the
    targets :math:`(R V^\top P)_b / g_b`.
    """
    g, P = np.linalg.eigh(V @ V.T)
    some = g > max(len(g) * ROUNDING * g.max(initial=0), NOTHING)  # the rest of U is 0
    g, P = g[some], P[:, some]
    UP = spectrum.weights(R @ (V.T @ P) / g, alpha / g)
    return np.asarray(UP @ P.T)
