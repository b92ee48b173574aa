"""Marks that pictures share: many points in few bytes, the lines of a linear model."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import ArrayLike

from mlcourse.page.style import CLASSES, FAINT, INK, WASHES

_CAPS = {"o": "round", "s": "projecting"}


def dots(
    ax: Axes,
    x: ArrayLike,
    y: ArrayLike,
    *,
    color: str,
    marker: str = "o",
    size: float = 4,
    label: str | None = None,
) -> None:
    """Draw round ("o") or square ("s") points, without changing the limits of `ax`.

    All points are one path of strokes without length, whose caps are the marks: about
    12 bytes a point as SVG, a fifth of what scatter() takes.
    """
    points = np.column_stack([x, y])  # (n, 2)
    vertices = np.repeat(points, 2, axis=0)  # (2n, 2), from each point to itself
    codes = np.tile([Path.MOVETO, Path.CLOSEPOLY], len(points))
    style: dict[str, Any] = {"capstyle": _CAPS[marker], "linewidth": size}
    ax.add_artist(
        PathPatch(Path(vertices, codes), edgecolor=color, facecolor="none", **style)
    )
    if label:
        ax.plot([], [], linestyle="none", marker=marker, color=color, label=label)


def two_classes(
    ax: Axes, X: Any, y: Any, names: tuple[str, str], size: float = 3.4
) -> None:
    """Draw the rows of X (n, 2) with the mark of their class, y = 0 or 1."""
    for k, name in enumerate(names):
        dots(ax, *X[y == k].T, size=size, label=name, **CLASSES[k])
    pad = 0.04 * np.ptp(X, axis=0)
    low, high = X.min(axis=0) - pad, X.max(axis=0) + pad
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))


def linear_boundary(ax: Axes, w: Any) -> None:
    """Shade the two sides of w0 + w1 x + w2 y = 0 and mark where p is 0.1, 0.5, 0.9.

    Lines of equal probability are parallel: log(p / (1 - p)) is the score itself. Set
    the limits of `ax` first.
    """
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    corners = np.array([[x0, x1], [x0, x1]]), np.array([[y0, y0], [y1, y1]])
    scores = w[0] + w[1] * corners[0] + w[2] * corners[1]  # (2, 2)
    if scores.min() == scores.max():
        return
    bands = [min(scores.min(), 0) - 1, 0, max(scores.max(), 0) + 1]
    ax.contourf(*corners, scores, levels=bands, colors=WASHES, zorder=0)
    half: dict[str, Any] = {"colors": INK, "linestyles": "solid", "linewidths": 1.8}
    tenth: dict[str, Any] = {"colors": FAINT, "linestyles": "dotted", "linewidths": 1.4}
    ax.contour(*corners, scores, levels=[0], **half)
    ax.contour(*corners, scores, levels=[-np.log(9), np.log(9)], **tenth)
    ax.plot([], [], color=INK, linewidth=1.8, label="p = 0.5")
    ax.plot([], [], color=FAINT, linestyle=":", label="p = 0.1, 0.9")
