"""The small pictures of the front page: a chapter's own results, without a word."""

from typing import Any

from matplotlib.figure import Figure

WIDTH, HEIGHT, EDGE = 240, 132, 14  # units


def thumb() -> tuple[Figure, Any]:
    """Return a small empty figure and its axes, which are not drawn."""
    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
    across, up = EDGE / WIDTH, EDGE / HEIGHT
    ax = figure.add_axes((across, up, 1 - 2 * across, 1 - 2 * up))
    ax.set_axis_off()
    ax.set(xticks=[], yticks=[])
    return figure, ax
