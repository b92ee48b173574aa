r"""L-BFGS: Newton's method with a curvature guessed from the last few moves.

Two points tell how the slope changes between them:
:math:`H s \approx y` for the move :math:`s = w_{new} - w_{old}` and the change
:math:`y = g_{new} - g_{old}`. The last m such pairs stand in for H, so a step costs
about 4 m d operations and no Hessian.

Symbols: w weights (d,); g gradient (d,); s, y as above; m memory; t step size.
Source: Liu & Nocedal (1989), Mathematical Programming 45, 503-528.
"""

from collections import deque
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.solvers.descent import ROUNDING, lowers, shortest_inverse
from mlcourse.solvers.steps import Objective, Step, start

WOLFE = 0.9  # the share of the slope that a step must at least remove is 1 - WOLFE
TINY = 1e-300  # no length is divided by less
Pair = tuple[Array, Array]


def lbfgs(
    objective: Objective,
    w: ArrayLike,
    memory: int = 10,
    patience: float | None = None,
) -> Iterator[Step]:
    r"""Yield the steps of L-BFGS from w, with `memory` pairs, without end.

    None is the textbook's: no Hessian at all. With a patience between 0 and 1 the
    pairs correct a real Hessian instead of the identity; it is computed again, and the
    pairs forgotten, when a move does not cut :math:`g^\top H^{-1} g` to that share.
    That pays where the Hessian is affordable (d up to some hundreds).
    """
    now, pairs = start(objective, w), deque[Pair](maxlen=memory)
    inverse: Array | None = None
    before = float(np.inf)
    while True:
        yield now
        g = now.gradient
        move = -inverse_hessian_times(g, pairs, inverse)
        if patience is not None and -g @ move > patience * before:
            inverse = shortest_inverse(objective.hessian(now.w))
            pairs.clear()
            move = -inverse @ g
        before = float(-g @ move)
        # Nothing is known about curvature at first: move by a length of 1.
        known = pairs or inverse is not None
        t = 1.0 if known else 1 / max(TINY, float(np.linalg.norm(g)))
        new = wolfe_search(objective, now, move, t)
        s, y = new.w - now.w, new.gradient - now.gradient
        if s @ y > 0:  # else rounding, or no move at all
            pairs.append((s, y))
        now = new


def inverse_hessian_times(
    g: Array, pairs: Iterable[Pair], inverse: Array | None = None
) -> Array:
    r"""Return :math:`H^{-1} g` from the pairs, oldest first: the two-loop recursion.

    Algorithm 7.4 of Nocedal & Wright (2006). It starts from `inverse` (d, d), or from
    the identity, times the number that fits the newest pair.
    """
    q, back = g, []
    for s, y in reversed(list(pairs)):
        a = (s @ q) / (s @ y)
        q = q - a * y
        back.append((s, y, a))
    q = _times(inverse, q)
    if back:
        s, y, _ = back[0]
        q = q * ((s @ y) / (y @ _times(inverse, y)))
    for s, y, a in reversed(back):
        q = q + s * (a - (y @ q) / (s @ y))
    return q


def _times(inverse: Array | None, x: Array) -> Array:
    return x if inverse is None else np.asarray(inverse @ x)


def wolfe_search(objective: Objective, now: Step, s: Array, t: float) -> Step:
    r"""Return a move along s that is neither too long nor too short.

    .. math::
        f(w + t s) &\le f(w) + \tfrac14\, t\, g^\top s && \text{else too long} \\
        \nabla f(w + t s)^\top s &\ge 0.9\, g^\top s && \text{else too short}

    Doubles t while it is too short, then halves the interval between a t too short
    and one too long. The second rule makes :math:`s^\top y > 0` for the new pair.
    """
    slope = now.gradient @ s
    low, high = 0.0, np.inf
    while True:
        w = now.w + t * s
        loss = objective.value(w)
        if not lowers(objective, now, w, loss):
            high = t
        else:
            gradient = objective.gradient(w)
            if gradient @ s >= WOLFE * slope or high - low <= ROUNDING * t:
                return Step(now.k + 1, w, loss, gradient, t)
            low = t
        t = (low + high) / 2 if high < np.inf else 2 * low
