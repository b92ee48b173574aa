r"""A low-rank Gram matrix from some of its entries: SVP and alternating least squares.

Of a matrix G only the entries on a symmetric pattern :math:`\Omega` are known. Wanted
are rows :math:`z_i` of few numbers whose inner products are these entries:

.. math:: \min_Z\ \sum_{(i,j) \in \Omega} (G_{ij} - z_i^\top z_j)^2

*Singular value projection* moves along the slope, and then back to the nearest
positive semidefinite matrix of rank r, which keeps the r largest eigenvalues:

.. math:: M \leftarrow P_r\bigl(M + \eta\, P_\Omega(G - M)\bigr), \qquad
          P_r(A) = \sum_{a=1}^{r} \max(\lambda_a, 0)\, u_a u_a^\top, \qquad
          M = Z Z^\top, \quad Z = U \max(\Lambda, 0)^{1/2}

A matrix of n x n is never formed. The projection asks only for products, and of

.. math:: (M + \eta R)\, Q = Z (Z^\top Q) + \eta R Q, \qquad R = P_\Omega(G - Z Z^\top)

one costs :math:`O(n r + |\Omega|)` a column. Eigenvectors come by subspace iteration
from those of the move before, as the matrix has hardly changed.

*Alternating least squares* frees one factor from the other. With V fixed, each row
:math:`z_i` is a small ridge regression on the rows :math:`v_j`, j in :math:`\Omega_i`:

.. math:: \min_{Z, V}\ \sum_{(i,j) \in \Omega} (G_{ij} - z_i^\top v_j)^2
          + \lambda \left( \lVert Z \rVert_F^2 + \lVert V \rVert_F^2 \right)

Symbols: G (n, n), stored on Omega only; Z, V (n, r), r = n_components; lambda = alpha.
Sources: Jain, Meka & Dhillon (2010), Guaranteed rank minimization via singular value
projection, NIPS, for SVP; Bhatia, Jain, Kar, Varma & Jain (2015), Sparse local
embeddings for extreme multi-label classification, NIPS, for this use of it; Zhou,
Wilkinson, Schreiber & Pan (2008), AAIM, 337-348, for the alternation.
"""

from collections.abc import Callable, Iterator
from itertools import count, pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Array
from mlcourse.checks import check_integer, check_number

EXTRA = 10  # columns beside the wanted, for what is large and negative, or nearly large
UNEQUAL = 1e-4  # lengths of columns, of which a basis by Cholesky keeps eight digits
DENSE = 10  # all pairs, for each stored one, up to which all are multiplied
COLD = 6  # passes of the first move, whose start knows nothing


class CompletionStep(NamedTuple):
    """Where the search for a Gram matrix stands after k moves."""

    k: int  # 0 at the start
    Z: Array  # (n, r)
    objective: float  # the sum of squares on Omega, with the penalty if there is one
    V: Array  # (n, r), the right factor: entries are estimated by z_i' v_j; Z in SVP


def svp(
    G: Any,
    n_components: int,
    step_size: float = 1.0,
    passes: int = 2,
    random_state: int = 0,
) -> Iterator[CompletionStep]:
    """Yield the moves of singular value projection, from Z = 0.

    Parameters
    ----------
    G : csr_array of shape (n, n)
        Symmetric; what it stores, zeros too, is known. That it is symmetric is not
        checked.
    n_components : int >= 1
        The rank r; beyond n the columns of Z are 0.
    step_size : float > 0, default=1.0
        Length eta of a move along the slope.
    passes : int >= 1, default=2
        Products with the matrix for each projection, the first one apart, which takes
        six or more. More are more exact.
    random_state : int, default=0
        Of the first subspace.
    """
    n, r = check_known(G), check_integer("n_components", n_components)
    check_integer("passes", passes)
    eta = check_number("step_size", step_size, positive=True)
    R = csr_array(G)  # another table, whose numbers are replaced
    Z = np.zeros((n, r))
    W = np.random.default_rng(random_state).normal(size=(n, min(n, r + EXTRA)))
    for k in count():
        yield CompletionStep(k, Z, float(R.data @ R.data), Z)
        times = passes if k else max(passes, COLD)
        values, U, W = top_eigenpairs(lambda Q: Z @ (Z.T @ Q) + eta * (R @ Q), W, times)  # noqa: B023
        Z = np.zeros((n, r))
        top = slice(None, min(n, r))
        Z[:, top] = U[:, top] * np.sqrt(np.maximum(values[top], 0))
        R.data = G.data - on_pattern(Z, Z, G)


def check_known(G: Any) -> int:
    """Return the size of a square csr_array."""
    if not (isinstance(G, csr_array) and G.shape[0] == G.shape[1]):
        kind, shape = type(G).__name__, getattr(G, "shape", "none")
        raise ValueError(f"G is a {kind} of shape {shape}; give a square csr_array.")
    return int(G.shape[0])


def top_eigenpairs(
    product: Callable[[Array], Array], W: Array, passes: int
) -> tuple[Array, Array, Array]:
    """Return eigenvalues, largest first, their vectors (n, q), and where to go on.

    Subspace iteration: products draw the columns of W (n, q) towards the eigenvalues
    of the largest size, and a small problem of q x q sorts them out.

    >>> A = np.diag([3.0, -1.0, 0.5])
    >>> values, U, _ = top_eigenpairs(lambda Q: A @ Q, np.eye(3), 1)
    >>> values.tolist()
    [3.0, 0.5, -1.0]
    """
    for _ in range(passes):
        Q = orthonormal(W)  # (n, q)
        W = product(Q)
    H = Q.T @ W  # (q, q)
    values, P = np.linalg.eigh((H + H.T) / 2)
    return values[::-1], Q @ P[:, ::-1], W


def orthonormal(W: Array) -> Array:
    """Return an orthonormal basis of the columns of W (n, q), by the quicker way.

    From the Cholesky factor of W'W, which takes a quarter of the time; but it squares
    how unequal the columns are, so it serves only while that costs a few digits.

    >>> orthonormal(np.array([[2.0], [0.0]])).tolist()
    [[1.0], [0.0]]
    """
    try:
        R = np.linalg.cholesky(W.T @ W).T  # (q, q)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.qr(W)[0])
    size = np.abs(R.diagonal())
    if size.min(initial=1) < UNEQUAL * size.max(initial=1):
        return np.asarray(np.linalg.qr(W)[0])
    return np.asarray(W @ np.linalg.inv(R))


def on_pattern(Z: Array, V: Array, G: Any) -> Array:
    """Return the inner products of row i of Z and j of V for all (i, j) stored in G.

    >>> Z = np.array([[1.0], [2.0]])
    >>> on_pattern(Z, Z, csr_array(np.array([[1.0, 1.0], [0.0, 1.0]]))).tolist()
    [1.0, 2.0, 4.0]
    """
    n, nnz = len(Z), len(G.indices)
    if n * n <= DENSE * nnz:  # all inner products at once take less time
        return np.asarray(
            (Z @ V.T)[np.repeat(np.arange(n), np.diff(G.indptr)), G.indices]
        )
    values = np.empty(nnz)
    for z, (start, stop) in zip(Z, pairwise(G.indptr), strict=True):
        np.dot(V[G.indices[start:stop]], z, out=values[start:stop])
    return values


def als(
    G: Any, n_components: int, alpha: float = 1.0, random_state: int = 0
) -> Iterator[CompletionStep]:
    """Yield the sweeps of alternating least squares: all rows of Z, then all of V.

    It starts where the first move of :func:`svp` ends, with V = Z.

    Parameters
    ----------
    G : csr_array of shape (n, n)
        Symmetric; what it stores, zeros too, is known.
    n_components : int >= 1
        The rank r.
    alpha : float > 0, default=1.0
        Strength of the penalty, without which a row of few entries has no one answer.
    random_state : int, default=0
        Of the start.
    """
    check_number("alpha", alpha, positive=True)
    moves = svp(G, n_components, random_state=random_state)
    next(moves)
    Z = V = next(moves).Z
    for k in count():
        error = G.data - on_pattern(Z, V, G)
        penalty = alpha * (np.square(Z).sum() + np.square(V).sum())
        yield CompletionStep(k, Z, float(error @ error + penalty), V)
        Z = half_sweep(G, V, alpha)
        V = half_sweep(G, Z, alpha)


def half_sweep(G: Any, V: Array, alpha: float) -> Array:
    """Return the best Z (n, r) for a fixed V, row by row."""
    Z = np.empty(V.shape)
    for i, (start, stop) in enumerate(pairwise(G.indptr)):
        Z[i] = ridge_row(V[G.indices[start:stop]], G.data[start:stop], alpha)
    return Z


def ridge_row(A: Array, g: Array, alpha: float) -> Array:
    r"""Return the minimum of :math:`\|g - Az\|^2 + \alpha \|z\|^2`: (p, r) -> (r,).

    >>> ridge_row(np.array([[1.0], [1.0]]), np.array([1.0, 2.0]), 1.0).tolist()
    [1.0]
    """
    p, r = A.shape
    if p < r:  # the smaller of two systems that say the same
        return np.asarray(A.T @ np.linalg.solve(A @ A.T + alpha * np.eye(p), g))
    return np.asarray(np.linalg.solve(A.T @ A + alpha * np.eye(r), A.T @ g))
