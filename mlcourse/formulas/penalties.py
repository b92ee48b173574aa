r"""The five penalties by name: what a solver, a test and a picture ask of each.

.. math:: \min_W\ \tfrac12 \lVert XW - Y \rVert_F^2 + \lambda\,\Omega(W)

asks a penalty :math:`\Omega` for its value, a subgradient, its dual norm and its
proximal map; the formulas are in :mod:`~mlcourse.formulas.norms` and
:mod:`~mlcourse.formulas.proximal`.

Symbols: W, G (d, L) as there; lambda = alpha, the penalty strength. "ridge" is
no norm: it has no dual norm, and its ball grows with the root of its size.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.checks import check_choice
from mlcourse.formulas import norms, proximal


class Penalty(NamedTuple):
    """What belongs to one penalty."""

    title: str  # for pictures
    value: Callable[[ArrayLike], float]  # Omega(W)
    subgradient: Callable[[ArrayLike], Array]  # the shortest one at W
    dual: Callable[[ArrayLike], float] | None  # the dual norm of G
    proximal: Callable[[ArrayLike, Any], Array]  # of t Omega at V
    per_row: bool = False  # the proximal map takes a price t for each row


NORMS = {
    "l1": Penalty(
        "L1",
        norms.l1,
        norms.l1_subgradient,
        norms.largest_entry,
        proximal.soft_threshold,
        per_row=True,
    ),
    "l2": Penalty(
        "L2", norms.l2, norms.l2_subgradient, norms.l2, proximal.block_soft_threshold
    ),
    "ridge": Penalty(
        "ridge",
        norms.ridge,
        norms.ridge_gradient,
        None,
        proximal.ridge_shrink,
        per_row=True,
    ),
    "l21": Penalty(
        "L2,1",
        norms.l21,
        norms.l21_subgradient,
        norms.longest_row,
        proximal.row_soft_threshold,
        per_row=True,
    ),
    "trace": Penalty(
        "trace norm",
        norms.trace,
        norms.trace_subgradient,
        norms.spectral,
        proximal.singular_value_threshold,
    ),
}

LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "column": lambda point: point[:, None],
    "row": lambda point: point[None],
    "diagonal": np.diag,
}


def find(name: str) -> Penalty:
    """Return the penalty of that name; an unknown one is a ValueError.

    >>> find("l21").value([[3, 4], [5, 0]])
    10.0
    """
    check_choice("penalty", name, NORMS)
    return NORMS[name]


def price(penalty: Penalty, alpha: Any, W: Array) -> float:
    r"""Return :math:`\lambda\,\Omega(W)`, the part of the penalty in an objective.

    With L1 alpha may be an array (1, L), a strength for every column.

    >>> price(NORMS["l1"], np.array([[1.0, 10.0]]), np.array([[1.0, 2.0]]))
    21.0
    """
    if np.ndim(alpha):
        return penalty.value(alpha * W)
    return float(alpha * penalty.value(W))


def is_subgradient(name: str, W: ArrayLike, G: ArrayLike, tol: float = 1e-9) -> bool:
    r"""Tell whether G is a subgradient of the penalty at W, up to `tol`.

    For a norm that is so if and only if

    .. math:: \Omega^\circ(G) \le 1 \quad\text{and}\quad
              \langle G, W \rangle = \Omega(W);

    ridge has W and no other. `tol` is relative to 1, and to the size of W.

    >>> is_subgradient("l1", [2.0, 0.0], [1.0, -0.3])  # any slope from -1 to 1 at 0
    True
    """
    penalty = find(name)
    M, slope = norms.matrix("W", W), norms.matrix("G", G)
    if M.shape != slope.shape:
        raise ValueError(f"G has shape {slope.shape}, W has {M.shape}; make them one.")
    if penalty.dual is None:
        return norms.l2(slope - penalty.subgradient(M)) <= tol * max(1, norms.l2(M))
    gap = penalty.value(M) - float((slope * M).sum())
    return penalty.dual(slope) <= 1 + tol and gap <= tol * max(1, penalty.value(M))


def unit_ball(name: str, angles: ArrayLike, layout: str = "column") -> Array:
    r"""Return the points (m, 2) at the given angles with :math:`\Omega(W) = 1`.

    The two weights a, b are the entries of a column (two features of one label), of a
    row (one feature of two labels), or of the diagonal of a (2, 2) matrix.

    >>> unit_ball("l21", [0.0, np.pi / 4]).round(3).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    >>> unit_ball("l21", [0.0, np.pi / 4], "row").round(3).tolist()
    [[1.0, 0.0], [0.707, 0.707]]
    """
    check_choice("layout", layout, LAYOUTS)
    angle = np.atleast_1d(angles)  # (m,)
    points = np.stack([np.cos(angle), np.sin(angle)], axis=-1)  # (m, 2)
    penalty = find(name)
    sizes = np.array([penalty.value(LAYOUTS[layout](p)) for p in points])  # (m,)
    degree = (
        1 if penalty.dual else 2
    )  # twice the weights: twice the size, or four times
    ball: Array = points / sizes[:, None] ** (1 / degree)
    return ball
