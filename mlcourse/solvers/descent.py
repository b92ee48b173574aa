r"""Downhill by the slope (gradient descent), or by slope and curvature (Newton).

Both move :math:`w \leftarrow w + t\,s`. Gradient descent goes straight downhill,
:math:`s = -\nabla f(w)`; Newton's method goes to the lowest point of the parabola
that touches f at w, :math:`s = -\nabla^2 f(w)^{-1} \nabla f(w)`.

Symbols: w weights (d,); s direction (d,); t step size; g gradient; H Hessian.
Source: Nocedal & Wright (2006), Numerical Optimization, sections 3.1 and 3.3.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.solvers.steps import Objective, Step, start

ARMIJO = 0.25  # the share of the promised decrease that a move must keep
ROUNDING = 1e-14  # relative; values closer than this cannot be told apart


def gradient_descent(
    objective: Objective, w: ArrayLike, step: float | Literal["backtracking"] = 0.1
) -> Iterator[Step]:
    r"""Yield the steps :math:`w \leftarrow w - t \nabla f(w)` from w, without end.

    A number is the step size t itself: too large and f rises, too small and
    nothing seems to happen. "backtracking" finds t anew at every step: it
    tries twice the last one and halves until :func:`backtrack` is content.
    """
    now = start(objective, w)
    while True:
        yield now
        if step == "backtracking":
            now = backtrack(objective, now, -now.gradient, 2 * now.step_size or 1.0)
        else:
            w_new = now.w - step * now.gradient
            value, gradient = objective.value(w_new), objective.gradient(w_new)
            now = Step(now.k + 1, w_new, value, gradient, float(step))


def newton(
    objective: Objective, w: ArrayLike, patience: float | None = None
) -> Iterator[Step]:
    r"""Yield the steps :math:`w \leftarrow w - t H^{-1} g` from w, without end.

    None computes the Hessian anew at every move, as textbooks do. A patience
    between 0 and 1 keeps it for the next move while a move cuts
    :math:`g^\top H^{-1} g` to that share or less, and only fits its size to the change
    of slope just seen. Moves become more, but far cheaper (Doikov, Chayti & Jaggi 2023,
    ICML, "Second-order optimization with lazy Hessians").
    """
    now = start(objective, w)
    inverse: Array | None = None
    before = now.gradient  # at the move before
    while True:
        yield now
        g = now.gradient
        if (
            inverse is None
            or patience is None
            or (g @ inverse @ g > patience * (before @ inverse @ before))
        ):
            inverse = shortest_inverse(objective.hessian(now.w))
        new = backtrack(objective, now, -inverse @ g, t=1.0)
        s, y = new.w - now.w, new.gradient - g
        if s @ y > 0 and y @ inverse @ y > 0:  # else rounding, or no move at all
            inverse = inverse * ((s @ y) / (y @ inverse @ y))
        now, before = new, g


def backtrack(objective: Objective, now: Step, s: Array, t: float) -> Step:
    """Halve t until the move from now.w by t s lowers the objective enough."""
    while True:
        w = now.w + t * s
        value = objective.value(w)
        if lowers(objective, now, w, value) or t == 0:
            return Step(now.k + 1, w, value, objective.gradient(w), t)
        t /= 2


def lowers(
    objective: Objective, now: Step, w: Array, value: float, share: float = ARMIJO
) -> bool:
    r"""Tell whether f(w), the `value`, is enough below that of `now` (Armijo's rule).

    .. math:: f(w) \le f(w_{now}) + c\, g^\top m, \qquad m = w - w_{now},

    where c is the `share`. Close to the bottom both values are equal up to rounding and
    tell nothing. The slopes still do: on a parabola the rule is the same as

    .. math:: \nabla f(w)^\top m \le (2c - 1)\, g^\top m .

    A value that overflows is never low enough.
    """
    promise = now.gradient @ (w - now.w)
    if abs(value - now.objective) <= ROUNDING * abs(now.objective):
        slope = objective.gradient(w) @ (w - now.w)
        return bool(slope <= (2 * share - 1) * promise)
    return bool(value <= now.objective + share * promise)


def shortest_inverse(H: Array) -> Array:
    r"""Return the inverse of H, or its pseudo-inverse if H is singular, (d, d).

    Of all moves s that solve :math:`H s = -g` it gives the shortest. H is singular if
    a column j is a combination of those before it: the squared pivot of
    a Cholesky factor, :math:`L_{jj}^2 / H_{jj}`, is the share of column j that they
    leave open. If H is 0 there is no curvature to go by, and g itself must do.
    """
    if not H.any():
        return np.eye(len(H))
    try:
        pivots = np.linalg.cholesky(H).diagonal() ** 2  # (d,)
        if (pivots > 1e-10 * H.diagonal()).all():
            return np.asarray(np.linalg.inv(H))
    except np.linalg.LinAlgError:
        pass
    return pseudo_inverse(H)


def pseudo_inverse(H: Array) -> Array:
    """Return the Moore-Penrose inverse of a symmetric H >= 0, whatever its units."""
    # A unit diagonal: else a column in small units would pass for a redundant one.
    scale = 1 / np.sqrt(np.where(H.diagonal() > 0, H.diagonal(), 1))  # (d,)
    values, V = np.linalg.eigh(H * scale * scale[:, None])
    some = values > 1e-10 * values.max()  # (d,), the directions that have curvature
    U = scale[:, None] * V[:, some]  # (d, rank)
    G = (U / values[some]) @ U.T  # solves H G H = H, as do others
    Q = np.linalg.qr(scale[:, None] * V[:, ~some]).Q  # (d, d - rank), H Q = 0
    P = np.eye(len(H)) - Q @ Q.T  # takes out what H does not see
    return np.asarray(P @ G @ P)
