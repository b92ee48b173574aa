r"""What solvers share: an objective to lower, the steps they yield, when to stop.

A solver is a generator that yields a :class:`Step` for the start and one for every
move, for ever; :func:`until` ends it. A chapter, a widget and an estimator replay the
same generator.

Symbols: w weights, d of them; f the objective.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Rule = Literal["gradient", "loss"]


class Objective(Protocol):
    """A smooth convex function f of w, shape (d,).

    Solvers ask for the value at a point first and then for its gradient, so an
    objective that remembers its last point saves half the work.
    """

    def value(self, w: Array) -> float:
        """Return f(w)."""

    def gradient(self, w: Array) -> Array:
        """Return the slope of f at w, shape (d,)."""

    def hessian(self, w: Array) -> Array:
        """Return the curvature of f at w, shape (d, d)."""


class Step(NamedTuple):
    """Where a solver stands after k moves."""

    k: int  # 0 at the start
    w: Array  # (d,)
    loss: float  # f(w)
    gradient: Array  # (d,), of f at w
    step_size: float  # of the move that led here, 0 at the start


def start(objective: Objective, w: ArrayLike) -> Step:
    """Return step 0, at w of shape (d,)."""
    w = np.array(w, dtype=float)
    return Step(0, w, objective.value(w), objective.gradient(w), 0.0)


def until(
    steps: Iterable[Step],
    stop: Rule = "gradient",
    tol: float = 1e-6,
    max_iter: int = 1000,
) -> Iterator[Step]:
    """Pass steps on, and end after the first that meets the rule.

    Also ends after move `max_iter`, and after a loss that is infinite or NaN.
    The rules are those of :func:`meets`.
    """
    old = None
    for new in steps:
        yield new
        if new.k >= max_iter or not np.isfinite(new.loss) or meets(old, new, stop, tol):
            return
        old = new


def meets(old: Step | None, new: Step, stop: Rule, tol: float) -> bool:
    r"""Tell whether the move from `old` to `new` meets a stopping rule.

    .. math::
        \text{gradient:} \quad & \lVert \nabla f(w) \rVert_2 < \mathrm{tol} \\
        \text{loss:} \quad & |f_{old} - f_{new}|
            \le \mathrm{tol} \cdot \max(|f_{old}|, |f_{new}|)

    The loss rule looks at the *size* of the change: "new - old < tol" would hold at
    every step that lowers the loss. It has no answer at the start (`old` is None).
    """
    if stop == "gradient":
        return bool(np.linalg.norm(new.gradient) < tol)
    if stop != "loss":
        raise ValueError(f"stop={stop!r} is unknown; choose 'gradient' or 'loss'.")
    if old is None:
        return False
    scale = max(abs(old.loss), abs(new.loss), np.finfo(float).tiny)
    return abs(old.loss - new.loss) <= tol * scale
