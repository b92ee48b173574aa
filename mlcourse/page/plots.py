"""Marks that pictures share: many points in few bytes, the lines of a linear model."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import ArrayLike

from mlcourse.page.style import CLASSES, CLEAR, FAINT, INK, WASHES, WIDTH, panel

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


def linear_boundary(
    ax: Axes, w: Any, *, tenths: bool = True, shaded: bool = True
) -> None:
    """Mark where w0 + w1 x + w2 y is 0, p being 0.5, and where p is 0.1 and 0.9.

    Lines of equal probability are parallel: log(p / (1 - p)) is the score itself. Set
    the limits of `ax` first. Both sides of the line are shaded, unless told otherwise.
    """
    corners, scores = _corners(ax, w)
    if scores.min() == scores.max():
        return
    if shaded:
        wash(ax, w)
    half: dict[str, Any] = {"colors": INK, "linestyles": "solid", "linewidths": 1.8}
    tenth: dict[str, Any] = {"colors": FAINT, "linestyles": "dotted", "linewidths": 1.4}
    ax.contour(*corners, scores, levels=[0], **half)
    ax.plot([], [], color=INK, linewidth=1.8, label="p = 0.5")
    if tenths:
        ax.contour(*corners, scores, levels=[-np.log(9), np.log(9)], **tenth)
        ax.plot([], [], color=FAINT, linestyle=":", label="p = 0.1, 0.9")


def wash(ax: Axes, w: Any) -> None:
    """Shade the two sides of w0 + w1 x + w2 y = 0; nothing if there is no line."""
    corners, scores = _corners(ax, w)
    if scores.min() < scores.max():
        bands = [min(scores.min(), 0) - 1, 0, max(scores.max(), 0) + 1]
        ax.contourf(*corners, scores, levels=bands, colors=WASHES, zorder=0)


def _corners(ax: Axes, w: Any) -> tuple[tuple[Any, Any], Any]:
    """Return the corners of the axes, (2, 2) each, and the scores there."""
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    corners = np.array([[x0, x1], [x0, x1]]), np.array([[y0, y0], [y1, y1]])
    return corners, w[0] + w[1] * corners[0] + w[2] * corners[1]


def name_line(ax: Axes, w: Any, name: str) -> None:
    """Name the line where the score is 0, near the lower end of the picture."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    y = bottom + 0.06 * (top - bottom)
    x = -(w[0] + w[2] * y) / w[1] if w[1] else np.inf
    if left < x < right:
        ax.text(x, y, name, ha="center", color=INK, bbox=CLEAR)


# Ticks of a logarithmic axis, and those of a long one.
DECADES = (1, 10, 100, 1e3, 1e4, 1e5, 1e6)
LOG = (1e-3, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, *DECADES[1:])


def steady(x: str, y: str, height: float = 250, left: float = 52) -> tuple[Figure, Any]:
    """Return a panel whose axes stay in place from frame to frame, and quick to draw.

    `x` and `y` name the axes; the name of the vertical one stands above it, where it
    takes no width. `left` leaves room for its numbers.
    """
    figure, ax = panel(height)
    figure.set_layout_engine("none")
    width = (WIDTH - left - 18) / WIDTH
    ax.set_position((left / WIDTH, 52 / height, width, 1 - 84 / height))
    ax.set_xlabel(x)
    ax.set_title(y, fontweight="normal", x=(6 - left) / WIDTH / width, pad=9)
    return figure, ax


def note(ax: Axes, x: float, y: float, text: str, color: str, **more: Any) -> None:
    """Write on the picture, at shares of the width and height of the axes."""
    ax.text(x, y, text, color=color, transform=ax.transAxes, **more)


def log_ticks(ax: Axes, low: float, high: float) -> None:
    """Make the vertical axis logarithmic, with few ticks that can be read."""
    ax.set(yscale="log", ylim=(low, high))
    ax.minorticks_off()
    ticks = [t for t in LOG if low <= t <= high and (high <= 30 or t in DECADES)]
    ticks = ticks[:: 1 + len(ticks) // 6]
    ax.set_yticks(ticks, [f"{t:,.0f}" if t >= 1 else f"{t:g}" for t in ticks])
