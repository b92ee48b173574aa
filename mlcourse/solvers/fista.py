r"""Downhill with a penalty that has corners: ISTA, and FISTA with restarts.

.. math:: \min_W\ F(W) = f(W) + \lambda\,\Omega(W), \qquad
          f(W) = \tfrac12 \lVert XW - Y \rVert_F^2

The loss f has a slope, the penalty has a proximal map. ISTA goes down the one and then
lets the other pull; FISTA does so from a point Z further along the last move:

.. math::
    W_{k+1} &= \operatorname{prox}_{t\lambda\Omega}
               \bigl(Z_k - t\,\nabla f(Z_k)\bigr) \\
    Z_{k+1} &= W_{k+1} + \frac{\theta_k - 1}{\theta_{k+1}} (W_{k+1} - W_k), \qquad
    \theta_{k+1} = \tfrac12 \Bigl(1 + \sqrt{1 + 4 \theta_k^2}\Bigr)

The error falls as 1/k with ISTA, as 1/k^2 with FISTA. Momentum can carry W past the
bottom and up again; a restart forgets it when the move and the way back from Z point
the same way.

The step t must not exceed 1 over the largest curvature of f, its Lipschitz constant.

Symbols: X (n, d), Y (n, L), W (d, L); k moves; t step size; lambda =
alpha, the penalty strength.
Sources: Beck & Teboulle (2009), SIAM J. Imaging Sci. 2(1), 183-202; O'Donoghue &
Candes (2015), Found. Comput. Math. 15, 715-732, section 3.2 (restart); Parikh & Boyd
(2014), Foundations and Trends in Optimization 1(3), sections 4.2 and 4.3.
"""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.checks import check_number
from mlcourse.formulas import penalties
from mlcourse.formulas.penalties import Penalty
from mlcourse.solvers.least_squares import (
    LeastSquares,
    Parabola,
    lipschitz,
    start_at,
)

ROUNDING = 1e-12  # relative; curvatures closer than this count as equal
SHORTER = 0.98  # a step that was too long becomes this, over the curvature it met
Size = float | Literal["lipschitz", "backtracking"]


class ProximalStep(NamedTuple):
    """Where a proximal solver stands after k moves."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    objective: float  # F(W), the sum of loss and penalty
    loss: float  # f(W)
    penalty: float  # lambda Omega(W)
    step_size: float  # t of the move that led here, 0 at the start
    momentum: float  # (theta_k - 1) / theta_{k+1} of the point Z it started from
    residual: float  # length of (Z - W) / t: 0 at the optimum, infinite at the start
    image: Array  # of W, as the loss defines it


def ista(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    alpha: Any,
    step: Size = "lipschitz",
    start: ArrayLike | None = None,
) -> Iterator[ProximalStep]:
    """Yield the steps of ISTA (proximal gradient descent), without end.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        Features.
    Y : array of shape (n, L)
        Targets, a column per label.
    penalty : {"l1", "l2", "ridge", "l21", "trace"}
        Omega, by its name in `mlcourse.formulas.penalties.NORMS`.
    alpha : float >= 0
        The penalty strength.
    step : float, "lipschitz" or "backtracking", default="lipschitz"
        The step size t: a number, kept whatever happens; 1 over the largest curvature
        of f; or 1 over the largest squared length of a column of X, which is too long
        at first. The last two are cut whenever f curves more than 1/t along a move.
    start : array of shape (d, L), default=None
        Where to start; None is W = 0.

    Examples
    --------
    >>> steps = ista([[1.0, 0.0], [0.0, 1.0]], [[3.0], [0.5]], "l1", 1.0)
    >>> [s.W.ravel().round(6).tolist() for s, _ in zip(steps, range(2))]
    [[0.0, 0.0], [2.0, 0.0]]
    """
    f, norm, W = _checked(X, Y, penalty, alpha, start)
    return proximal_steps(f, norm, alpha, W, step, accelerate=False)


def fista(
    X: Any,
    Y: ArrayLike,
    penalty: str,
    alpha: Any,
    step: Size = "lipschitz",
    start: ArrayLike | None = None,
    restart: bool = True,
) -> Iterator[ProximalStep]:
    """Yield the steps of FISTA (accelerated ISTA), without end.

    The arguments are those of :func:`ista`; ``restart=False`` never forgets momentum,
    as first published.

    >>> from mlcourse.solvers.steps import small_residual, until
    >>> steps = fista([[1.0, 2.0]], [[3.0, 1.0]], "l21", 0.5)
    >>> *_, last = until(steps, small_residual(1e-9))
    >>> last.W.round(3).tolist()
    [[0.0, 0.0], [1.381, 0.46]]
    """
    f, norm, W = _checked(X, Y, penalty, alpha, start)
    return proximal_steps(f, norm, alpha, W, step, restart=restart)


def proximal_steps(
    f: Parabola,
    norm: Penalty,
    alpha: Any,
    W: Array,
    step: Size = "lipschitz",
    accelerate: bool = True,
    restart: bool = True,
    scale: Array | float = 1.0,
) -> Iterator[ProximalStep]:
    r"""Yield the steps for any parabola f; what :func:`fista` runs.

    `scale` m, (d, 1), measures lengths by :math:`\sum_{jl} m_j w_{jl}^2`: row j then
    moves by :math:`t / m_j`. With the diagonal of X'X the units of features do not
    matter. Only for a penalty with ``per_row``.
    """
    image = f.image(W)
    now = _arrive(f, norm, alpha, 0, W, image, 0.0, 0.0, np.inf)
    t = _first_size(f, step, scale)
    Z, image_Z, theta, momentum = W, image, 1.0, 0.0
    while True:
        yield now
        W, image, t = _move(f, norm, alpha, Z, image_Z, t, scale, step)
        change, back = W - now.W, scale * (Z - W)
        residual = float(np.sqrt((back * (Z - W)).sum())) / t
        old = now.image
        now = _arrive(f, norm, alpha, now.k + 1, W, image, t, momentum, residual)
        if not accelerate or (restart and (back * change).sum() > 0):
            theta = 1.0
        following = (1 + np.sqrt(1 + 4 * theta**2)) / 2
        theta, momentum = following, float((theta - 1) / following)
        Z, image_Z = W + momentum * change, image + momentum * (image - old)


def _first_size(f: Parabola, step: Size, scale: Array | float) -> float:
    """Return the step size t to begin with."""
    if step == "lipschitz":
        curvature = lipschitz(f, scale)
    elif step == "backtracking":
        curvature = float((f.squares / np.ravel(scale)).max(initial=0))
    elif isinstance(step, str):
        raise ValueError(
            f"step={step!r} is unknown; choose 'lipschitz', 'backtracking' or a number."
        )
    else:
        return check_number("step", step, positive=True)
    return 1 / curvature if curvature > 0 else 1.0


def _move(
    f: Parabola,
    norm: Penalty,
    alpha: Any,
    Z: Array,
    image_Z: Array,
    t: float,
    scale: Array | float,
    step: Size,
) -> tuple[Array, Array, float]:
    """Return the next W with its image, and t, cut while the move is too long."""
    gradient = f.gradient(image_Z)
    while True:
        size = t / scale
        W = norm.proximal(Z - size * gradient, alpha * size)
        D = W - Z
        image_D = f.image(D)
        limit = float((scale * D**2).sum()) * (1 + ROUNDING)
        curvature = f.curvature(D, image_D)
        if not isinstance(step, str) or limit == 0 or t * curvature <= limit:
            return W, image_Z + image_D, t
        t = SHORTER * limit / curvature


def _arrive(
    f: Parabola,
    norm: Penalty,
    alpha: Any,
    k: int,
    W: Array,
    image: Array,
    *rest: float,
) -> ProximalStep:
    """Return the step that ends at W."""
    loss, price = f.value(W, image), penalties.price(norm, alpha, W)
    t, momentum, residual = rest
    return ProximalStep(k, W, loss + price, loss, price, t, momentum, residual, image)


def _checked(
    X: Any, Y: ArrayLike, penalty: str, alpha: Any, start: ArrayLike | None
) -> tuple[LeastSquares, Penalty, Array]:
    """Return the loss, the penalty and the start, or raise a ValueError."""
    f, norm = LeastSquares(X, Y), penalties.find(penalty)
    check_number("alpha", alpha)
    return f, norm, start_at(start, (f.X.shape[1], f.Y.shape[1]))
