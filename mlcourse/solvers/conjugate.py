r"""Conjugate gradients: equations solved roughly, from a near solution.

.. math:: A V = B \iff V = \arg\min_V\ \tfrac12 \operatorname{tr}(V^\top A V)
          - \operatorname{tr}(V^\top B)

for a positive definite A (a, a) that is only known by its products. Every step lowers
the right-hand side, for each column of V by itself, so that a few steps from a V that
is nearly right are an honest move downhill. With M, which resembles A and is quickly
solved with, there are few: R = B - AV, Z its solution by M, and

.. math::
    V \leftarrow V + \alpha P, \quad \alpha = \frac{r^\top z}{p^\top A p}, \qquad
    P \leftarrow Z + \beta P, \quad \beta = \frac{r_+^\top z_+}{r^\top z} .

A step lowers it by :math:`\tfrac12 \alpha\, r^\top z`, which is known before the next.

Source: Hestenes & Stiefel (1952), J. Res. Natl. Bur. Stand. 49(6), 409-436.
"""

from collections.abc import Callable

import numpy as np

from mlcourse.arrays import Array

Product = Callable[[Array], Array]  # (a, L) -> (a, L)


def conjugate_gradients(
    product: Product,
    B: Array,
    V: Array,
    precondition: Product,
    share: float,
    max_iter: int,
) -> tuple[Array, int]:
    """Return V (a, L) and the steps made from the V that is given.

    It ends after a step that brings at most `share` of what all have brought.

    >>> A, B = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([[3.0], [4.0]])
    >>> V, k = conjugate_gradients(A.dot, B, 0 * B, np.copy, 1e-9, 9)
    >>> V.round(12).tolist(), k
    ([[1.0], [1.0]], 3)
    """
    R, fallen, k = B - product(V), 0.0, 0
    Z = precondition(R)
    P, rz = Z, _inner(R, Z)
    while k < max_iter:
        k += 1
        AP = product(P)
        alpha = _ratio(rz, _inner(P, AP))
        V, R = V + alpha * P, R - alpha * AP
        fall = float(alpha @ rz)
        fallen += fall
        if fall <= share * fallen:
            break
        Z = precondition(R)
        rz, before = _inner(R, Z), rz
        P = Z + _ratio(rz, before) * P
    return V, k


def _inner(A: Array, B: Array) -> Array:
    """Return the inner product of each column of one with that of the other."""
    return np.asarray(np.einsum("ij,ij->j", A, B))


def _ratio(a: Array, b: Array) -> Array:
    """Return a / b, and 0 where there is nothing left to do."""
    return np.where(b > 0, a, 0) / np.where(b > 0, b, 1)
