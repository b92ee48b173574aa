"""What the frames of an explorer share, drawn once.

Places, ticks, labels and legends take nearly all of the time of a frame. They are drawn
as its ground; what changes with the controls is drawn over them, on axes that are made
once.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.markers import TICKDOWN, TICKLEFT
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import ArrayLike

from mlcourse.page.style import FAINT
from mlcourse.page.svg import layers, to_svg

FROM_AXIS = 6.5  # units, from an axis to the numbers of its ticks
SAME = ("xscale", "yscale", "xlim", "ylim")  # scales first: they would move the limits


class Ground:
    """A figure whose axes have their limits, and any number of frames over it.

    A title that differs from frame to frame needs its place: give the ground a blank.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What all frames share. It is written as SVG at once.

    Examples
    --------
    >>> from mlcourse.page.style import subplots
    >>> figure, ax = subplots()
    >>> _ = ax.set(xlim=(0, 1), ylim=(0, 1))
    >>> ground = Ground(figure)
    >>> frame, [above] = ground.over()
    >>> _ = above.axvline(0.5)
    >>> ground.under(frame).startswith("<svg")
    True
    """

    def __init__(self, figure: Figure) -> None:
        self.svg = to_svg(figure)  # from now on the axes have their places
        self.figure = figure
        self._empty: list[tuple[Figure, set[Any]]] = []  # each, and what it consists of
        self._lent: dict[Figure, set[Any]] = {}

    def over(self) -> tuple[Figure, list[Any]]:
        """Return an empty figure and its axes, which lie on these and are not drawn."""
        figure, own = self._empty.pop() if self._empty else self._made()
        self._lent[figure] = own
        return figure, figure.axes

    def _made(self) -> tuple[Figure, set[Any]]:
        """Return an empty figure, and what is in it."""
        width, height = self.figure.get_size_inches()
        figure = Figure(figsize=(width, height))
        for ax in self.figure.axes:
            above = figure.add_axes(ax.get_position().bounds)
            above.set(**{name: getattr(ax, f"get_{name}")() for name in SAME})
            above.set_axis_off()
            above.set(xticks=[], yticks=[])  # matplotlib would measure them
            above.minorticks_off()
        return figure, set(_parts(figure))

    def under(self, figure: Figure) -> str:
        """Return the ground with a figure drawn over it, as one ``<svg>``.

        A figure of `over` is emptied then, and serves the next frame.
        """
        drawn = layers(self.svg, figure)
        if own := self._lent.pop(figure, None):
            for part in _parts(figure):
                if part not in own:
                    part.remove()
            for ax in figure.axes:
                ax.set_title("")
                ax.set_prop_cycle(None)
            self._empty.append((figure, own))
        return drawn


def _parts(figure: Figure) -> list[Any]:
    """Return what a figure and its axes consist of."""
    return [part for each in (figure, *figure.axes) for part in each.get_children()]


# --- what frames draw quickly


def ticked(ax: Axes, axis: str, names: Mapping[float, str]) -> None:
    """Draw the ticks of the axis "x" or "y" that differ from frame to frame.

    They look as matplotlib's do, which take longer to make and to draw.
    """
    place, va, ha = getattr(ax, f"get_{axis}axis_text1_transform")(FROM_AXIS)
    at = np.column_stack([list(names), np.zeros(len(names))])  # (ticks, 2)
    x, y = at.T if axis == "x" else at.T[::-1]
    for u, v, name in zip(x, y, names.values(), strict=True):
        ax.text(u, v, name, transform=place, va=va, ha=ha)
    ax.plot(
        x,
        y,
        linestyle="none",
        marker=TICKDOWN if axis == "x" else TICKLEFT,
        markersize=3,
        markeredgewidth=0.8,
        color=FAINT,
        transform=getattr(ax, f"get_{axis}axis_transform")(),
        clip_on=False,
    )


def bars(
    ax: Axes,
    x: ArrayLike,
    heights: ArrayLike,
    width: float,
    bottom: ArrayLike = 0,
    lying: bool = False,
    **style: Any,
) -> None:
    """Draw bars of so many heights above `bottom`, centred on `x`, as one path.

    Lying bars go from `bottom` to the right, centred on `x` from below.
    """
    x, high, low = np.broadcast_arrays(*map(np.asarray, (x, heights, bottom)))
    left, right, top = x - width / 2, x + width / 2, low + high
    corners = [(left, low), (left, top), (right, top), (right, low)]
    boxes = np.array(corners).transpose(2, 0, 1)  # (bars, 4, 2)
    boxes = boxes[:, :, ::-1] if lying else boxes
    if len(boxes):
        path = Path.make_compound_path_from_polys(boxes)
        ax.add_patch(PathPatch(path, **{"linewidth": 0} | style))
