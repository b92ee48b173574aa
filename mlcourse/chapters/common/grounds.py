"""What the frames of an explorer share, drawn once.

Places, ticks, labels and legends take nearly all of the time of a frame. They are drawn
as its ground; what changes with the controls is drawn over them.
"""

from typing import Any

from matplotlib.figure import Figure

from mlcourse.page.svg import layers, to_svg

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

    def over(self) -> tuple[Figure, list[Any]]:
        """Return an empty figure and its axes, which lie on these and are not drawn."""
        width, height = self.figure.get_size_inches()
        figure = Figure(figsize=(width, height))
        for ax in self.figure.axes:
            above = figure.add_axes(ax.get_position().bounds)
            above.set(**{name: getattr(ax, f"get_{name}")() for name in SAME})
            above.set_axis_off()
            above.set(xticks=[], yticks=[])  # matplotlib would measure them
            above.minorticks_off()
        return figure, figure.axes

    def under(self, figure: Figure) -> str:
        """Return the ground with a figure drawn over it, as one ``<svg>``."""
        return layers(self.svg, figure)
