"""One panel of an explorer, drawn once, and what frames lay over it."""

from typing import Any

from matplotlib.figure import Figure

from mlcourse.page.plots import over
from mlcourse.page.svg import layers, to_svg


class Ground:
    """A drawn panel, and its axes.

    Parameters
    ----------
    panel : tuple of a figure and its only axes
        As ``plots.steady`` returns it. It is written as SVG at once.

    Examples
    --------
    >>> from mlcourse.page.plots import steady
    >>> ground = Ground(steady("x", "y"))
    >>> figure, ax = ground.over()
    >>> _ = ax.plot(0.5, 0.5, marker="o")
    >>> ground.under(figure).startswith("<svg")
    True
    """

    def __init__(self, panel: tuple[Figure, Any]) -> None:
        self.svg, self.ax = to_svg(panel[0]), panel[1]

    def under(self, figure: Figure) -> str:
        """Return the panel with a figure drawn over it."""
        return layers(self.svg, figure)

    def over(self) -> tuple[Figure, Any]:
        """Return an empty panel that lies on this one."""
        return over(self.ax)
