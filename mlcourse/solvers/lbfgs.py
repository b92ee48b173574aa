r"""L-BFGS: Newton's method with a curvature guessed from the last few moves.

Two points tell how the slope changes between them:
:math:`H s \approx y` for the move :math:`s = w_{new} - w_{old}` and the change
:math:`y = g_{new} - g_{old}`. The last m such pairs stand in for H, so a step costs
about 8 m d operations and no Hessian.

Symbols: w weights (d,); g gradient (d,); s, y as above; m memory; t step size.
Source: Liu & Nocedal (1989), Mathematical Programming 45, 503-528.
"""

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.solvers.descent import ROUNDING, lowers
from mlcourse.solvers.steps import Objective, Step, start

ARMIJO = 1e-4  # the share of the promised decrease that a move must keep
WOLFE = 0.9  # the share of the slope that a step must at least remove is 1 - WOLFE
CUTS = 0.1, 0.5  # where an interval is cut, of its length
TINY = 1e-300  # no length is divided by less
Pair = tuple[Array, Array, float]  # s, y and their product


def lbfgs(objective: Objective, w: ArrayLike, memory: int = 10) -> Iterator[Step]:
    """Yield the steps of L-BFGS from w, with `memory` pairs, without end."""
    now, pairs = start(objective, w), deque[Pair](maxlen=memory)
    while True:
        yield now
        move = -inverse_hessian_times(now.gradient, pairs)
        # Nothing is known about curvature at first: move by a length of 1.
        length = max(TINY, float(np.linalg.norm(now.gradient)))
        new = wolfe_search(objective, now, move, 1.0 if pairs else 1 / length)
        s, y = new.w - now.w, new.gradient - now.gradient
        # Else rounding, no move at all, or slopes whose squares vanish.
        if (product := float(s @ y)) > 0 and y @ y > TINY:
            pairs.append((s, y, product))
        now = new


def inverse_hessian_times(g: Array, pairs: Sequence[Pair]) -> Array:
    r"""Return :math:`H^{-1} g` from the pairs, oldest first: the two-loop recursion.

    Algorithm 7.4 of Nocedal & Wright (2006). It starts from the identity times the
    number that fits the newest pair.
    """
    q, shares = g.copy(), []
    for s, y, product in reversed(pairs):
        shares.append(float(s @ q) / product)
        q -= shares[-1] * y
    if pairs:
        s, y, product = pairs[-1]
        q *= product / float(y @ y)
    for s, y, product in pairs:
        q += (shares.pop() - float(y @ q) / product) * s
    return q


def wolfe_search(objective: Objective, now: Step, s: Array, t: float) -> Step:
    r"""Return a move along s that is neither too long nor too short.

    .. math::
        f(w + t s) &\le f(w) + 10^{-4}\, t\, g^\top s && \text{else too long} \\
        \nabla f(w + t s)^\top s &\ge 0.9\, g^\top s && \text{else too short}

    Doubles t while it is too short, then cuts the interval between a t too short and
    one too long. The second rule makes :math:`s^\top y > 0` for the new pair.
    """
    first = slope = float(now.gradient @ s)
    low, f_low, high, f_high = 0.0, now.objective, np.inf, np.inf
    while True:
        w = now.w + t * s
        value = objective.value(w)
        if not lowers(objective, now, w, value, ARMIJO):
            high, f_high = t, value
        else:
            gradient = objective.gradient(w)
            slope_here = float(gradient @ s)
            if slope_here >= WOLFE * first or high - low <= ROUNDING * t:
                return Step(now.k + 1, w, value, gradient, t)
            low, f_low, slope = t, value, slope_here
        length = high - low
        t = (
            2 * low
            if length == np.inf
            else low + length * cut(slope * length, f_high - f_low)
        )


def cut(slope: float, rise: float) -> float:
    r"""Return where to cut an interval of length 1, nearer to its start than its end.

    There the slope is negative, and to the end the function rises by `rise`. The
    parabola that does the same is lowest at
    :math:`-\tfrac12\,\text{slope} / (\text{rise} - \text{slope})`.

    >>> cut(-1.0, 1.0), cut(-1.0, 99.0), cut(-1.0, float("inf")), cut(-1.0, -1.0)
    (0.25, 0.1, 0.1, 0.5)
    """
    bend = rise - slope
    lowest = -slope / (2 * bend) if bend > 0 else np.inf  # NaN does not bend
    return float(np.clip(lowest, *CUTS))
