"""Digit scenes, and maps of weights over them: drawn alike in every chapter.

A scene is m handwritten digits side by side, 8 x 8m pixels, as ``data.scenes`` makes
it. It is drawn in the page's own ink: the darker a pixel on paper, the brighter it is
at night, and an empty pixel shows the page. A map has a number for each pixel of a
scene: blue above 0, orange below, stronger the larger; exact zeros show the page, and
the smallest weight that is not 0 is still seen. Each lies in a frame of its own.

Places and lengths are in units of the panel, 420 wide; y counts downwards::

    canvas(height) -> (figure, ax)        an empty panel, nothing but units
    draw_scene(ax, values, at, width)     grey levels 0 ... 16, (64 m,) or (8, 8 m)
    draw_map(ax, values, at, width, top)  weights or a mask; `top` is drawn strongest
    tiles(images, names, columns, top)    a panel full of scenes (no top) or of maps
    size(values, width)                   how wide and high it is drawn: whole pixels

``at`` is the upper left corner of the frame. Both draw functions return the box that
was drawn, ``Box(x, y, width, height)``, to write or draw beside it; ``name=`` writes
above it, ``color=`` in that colour. An axes with units of its own serves as well, if
its x and y are units of the panel. Where many frames share scenes, draw them once, as
a ``grounds.Ground(figure)``, and the maps of each frame over it.

>>> import numpy as np
>>> figure, ax = canvas(120)
>>> draw_map(ax, np.eye(8), at=(10, 20), width=100, top=1.0)
Box(x=10, y=20, width=99.2, height=99.2)
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.data.scenes import LEVELS, image
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE, TEXT, WIDTH, panel

# Strengths that are told apart, the last one opaque; the first can still be seen.
GREYS = (0.1, 0.22, 0.35, 0.48, 0.61, 0.74, 0.87, 1.0)
WEIGHTS = (0.22, 0.4, 0.6, 0.8, 1.0)
GAP = 14  # units between tiles
NAME = 22  # units for a name above a tile
OVERLAP = 0.3  # of neighbouring pixels: no seam shows, whatever the scale


class Box(NamedTuple):
    """Where something was drawn, in units of the panel; y counts downwards."""

    x: float
    y: float
    width: float
    height: float


def canvas(height: float) -> tuple[Figure, Axes]:
    """Return an empty panel, 420 units wide, whose axes count in units."""
    figure, ax = panel(height)
    figure.set_layout_engine("none")
    ax.set_position((0, 0, 1, 1))
    ax.set(xlim=(0, WIDTH), ylim=(height, 0))
    ax.set_axis_off()
    ax.set(xticks=[], yticks=[])
    return figure, ax


def draw_scene(
    ax: Axes,
    values: ArrayLike,
    at: tuple[float, float],
    width: float,
    name: str = "",
    color: str = INK,
) -> Box:
    """Draw the grey levels of a scene, 0 to 16, in a frame, and its name above it."""
    levels = pixels(values)  # (8, 8 m)
    box = size(levels, width, at)
    shade(ax, levels / LEVELS, box, INK, GREYS)
    return framed(ax, box, name, color)


def draw_map(
    ax: Axes,
    values: ArrayLike,
    at: tuple[float, float],
    width: float,
    top: float,
    name: str = "",
    color: str = INK,
) -> Box:
    """Draw weights over a scene in a frame: blue above 0, orange below.

    `top` is the size that is drawn strongest: one number for maps to be compared. Half
    of the strength is reached at a quarter of it, as small weights count, too.
    """
    if not top > 0:
        raise ValueError(f"top is {top}: give the size of weight drawn strongest.")
    weights = pixels(values).astype(float)  # (8, 8 m)
    box = size(weights, width, at)
    for sign, ink in ((1, BLUE), (-1, ORANGE)):
        strength = np.sqrt(np.clip(sign * weights / top, 0, 1))
        shade(ax, strength, box, ink, WEIGHTS)
    return framed(ax, box, name, color)


def tiles(
    images: Sequence[ArrayLike],
    names: Sequence[str] = (),
    columns: int = 2,
    top: float | None = None,
) -> Figure:
    """Return a panel of scenes, or of maps if `top` is given, row by row."""
    room = NAME if any(names) else 0
    width = (WIDTH - 2 - GAP * (columns - 1)) / columns
    box = size(images[0], width)
    rows = -(-len(images) // columns)
    figure, ax = canvas(rows * (box.height + room + GAP) - GAP + 2)
    for k, values in enumerate(images):
        row, column = divmod(k, columns)
        at = 1 + column * (width + GAP), 1 + room + row * (box.height + room + GAP)
        name = names[k] if k < len(names) else ""
        if top is None:
            draw_scene(ax, values, at, width, name)
        else:
            draw_map(ax, values, at, width, top, name)
    return figure


# --- pieces


def pixels(values: ArrayLike) -> Any:
    """Return one number a pixel as an image; an image as it is."""
    values = np.asarray(values)
    return values if values.ndim == 2 else image(values)


def size(values: ArrayLike, width: float, at: tuple[float, float] = (0.0, 0.0)) -> Box:
    """Return the box of an image at most `width` wide: pixels of whole fifths."""
    rows, columns = pixels(values).shape
    side = max(1, int(5 * width / columns + 1e-9)) / 5
    return Box(*at, round(side * columns, 1), round(side * rows, 1))


def shade(
    ax: Axes, strength: Array, box: Box, color: str, told: Sequence[float]
) -> None:
    """Fill the pixels of a box by strength, 0 (not at all) to 1.

    All pixels of at least one strength are one path, the next over it: between two of
    different strength no light comes through. A pixel is a stroke without length, with
    a square cap, as in ``plots.dots``.
    """
    step = np.where(strength > 0, np.ceil(strength * len(told)), 0)  # (r, c)
    side, below = box.height / len(strength), 0.0
    for k, above in enumerate(told, start=1):
        rows, columns = np.nonzero(step >= k)
        alpha, below = (above - below) / (1 - below), above
        if len(rows):
            x, y = box.x + side * (columns + 0.5), box.y + side * (rows + 0.5)
            ax.add_artist(squares(x, y, side + OVERLAP, color, alpha))


def squares(x: Any, y: Any, side: float, color: str, alpha: float) -> PathPatch:
    """Return squares round the points as one path."""
    vertices = np.repeat(np.column_stack([x, y]), 2, axis=0)  # from a point to itself
    codes = np.tile([Path.MOVETO, Path.CLOSEPOLY], len(x))
    style: dict[str, Any] = {"capstyle": "projecting", "linewidth": side}
    path = Path(vertices, codes)
    return PathPatch(path, edgecolor=color, facecolor="none", alpha=alpha, **style)


def framed(ax: Axes, box: Box, name: str, color: str) -> Box:
    """Draw the frame of a box and write its name above it."""
    style: dict[str, Any] = {"fill": False, "edgecolor": FAINT, "linewidth": 1.0}
    ax.add_patch(Rectangle((box.x, box.y), box.width, box.height, **style))
    if name:
        ax.text(box.x, box.y - 6, name, color=color, fontsize=TEXT)
    return box
