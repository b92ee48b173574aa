"""What the frames of an explorer on logistic regression share, drawn once.

Each function returns the SVG, and the axes in it to draw over.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mlcourse.arrays import Array
from mlcourse.page.plots import log_ticks, note, over, steady, two_classes
from mlcourse.page.style import CLASSES, CURVES, FAINT, INK, ORANGE
from mlcourse.page.svg import layers, to_svg
from mlcourse.pictures import logistic_runs as runs

LOSS = "loss per tumour"
LEAST = 0.003  # at the foot of the losses by penalty; without a penalty it is 0
NAMES = (("● benign", 0.015, "left"), ("■ malignant", 0.985, "right"))


class Ground(NamedTuple):
    """A drawn panel, and its axes."""

    svg: str
    ax: Axes

    def under(self, figure: Figure) -> str:
        """Return the panel with a figure drawn over it."""
        return layers(self.svg, figure)

    def over(self) -> tuple[Figure, Any]:
        """Return an empty panel that lies on this one."""
        return over(self.ax)


def drawn(panel: tuple[Figure, Any]) -> Ground:
    """Write a panel as SVG."""
    return Ground(to_svg(panel[0]), panel[1])


@cache
def loss_axes(columns: str, top: float) -> Ground:
    """Draw the axes of a descent, and the lowest possible loss."""
    figure, ax = steady("step", f"{LOSS}, logarithmic", left=92 if top >= 1e6 else 78)
    low, best = 0.03 if columns == "all 30" else 0.17, runs.lowest(columns)
    log_ticks(ax, low, top)
    ax.set_xlim(0, runs.STEPS)
    if best > low:
        floor(ax, best)
    return drawn((figure, ax))


def floor(ax: Any, best: float) -> None:
    """Mark the lowest possible loss; its name stands below, or above a long axis."""
    ax.axhline(best, color=FAINT, linestyle=":", linewidth=1.6)
    below = ax.get_yscale() == "linear" or ax.get_ylim()[1] < 3
    shift = {"xytext": (0, -5 if below else 5), "textcoords": "offset points"}
    place = {"xy": (0.98, best), "xycoords": ax.get_yaxis_transform()}
    side = {"ha": "right", "va": "top" if below else "bottom", "color": INK}
    ax.annotate(f"lowest possible {best:.3f}", **place, **shift, **side)


def plane(columns: str, table: Array, unit: str = "") -> tuple[Figure, Any]:
    """Return a panel with the tumours on two columns; the classes are named below."""
    x, y = columns.split(", ")
    figure, ax = steady(x + unit, y + unit, height=320)
    ax.grid(False)
    two_classes(ax, table, runs.tumours()[2], ("", ""), size=3.8)
    for (text, at, side), style in zip(NAMES, CLASSES, strict=True):
        figure.text(at, 9 / 320, text, ha=side, color=style["color"])
    return figure, ax


@cache
def tumours(columns: str) -> Ground:
    """Draw the z-scores of one of PAIRS."""
    two = runs.tumours()[1][:, runs.PAIRS[columns]]
    return drawn(plane(columns, two, " (z-score)"))


@cache
def across() -> Ground:
    """Draw the axes of a probability across the line."""
    figure, ax = steady("distance from the line", "probability p", height=320)
    ax.set(xlim=(-3, 3), ylim=(-0.02, 1.02), xticks=(-2, 0, 2))
    ax.set_yticks((0, 0.1, 0.5, 0.9, 1))
    return drawn((figure, ax))


@cache
def rings(unit: int) -> Ground:
    """Draw lines of equal loss, and where it is lowest."""
    figure, ax = steady("weight of radius", "weight of texture", height=300)
    here = runs.valley(unit)
    ax.grid(False)
    for ring in here.rings:
        ax.plot(*ring.T, color=FAINT, linewidth=0.9)
    ax.plot(*here.best, marker="+", color=INK, markersize=15, markeredgewidth=2.4)
    ax.set(xlim=(-0.5, 5), ylim=(-1, 2.2), xticks=range(6), yticks=(-1, 0, 1, 2))
    return drawn((figure, ax))


@cache
def shrinking() -> Ground:
    """Draw the loss on training and new tumours for every penalty."""
    figure, ax = steady(
        "penalty λ (stops of the slider)", f"{LOSS}, logarithmic", height=300, left=60
    )
    for name, style in zip(("train", "new"), CURVES, strict=False):
        ax.plot(mean_losses(name), **style)
    log_ticks(ax, LEAST, 6)
    ticks = [0, 3, 9, 15]
    ax.set_xticks(ticks, [f"{runs.PENALTIES[k]:g}" for k in ticks])
    note(ax, 0.3, 0.78, "new tumours", ORANGE)
    note(ax, 0.36, 0.13, "training", CURVES[0]["color"])
    return drawn((figure, ax))


def mean_losses(name: str) -> Array:
    """Return the mean loss on "train" or "new" rows for every penalty."""
    told = [getattr(runs.held(penalty), name).mean() for penalty in runs.PENALTIES]
    return np.maximum(told, 1e-4)  # of a logarithmic axis


@cache
def honest() -> Ground:
    """Draw the line on which probabilities are true."""
    figure, ax = steady("probability given", "share that is malignant", height=300)
    ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1.2)
    ax.set(xlim=(-0.06, 1.06), ylim=(-0.06, 1.06), xticks=(0, 0.5, 1))
    ax.set_yticks((0, 0.5, 1))
    return drawn((figure, ax))


@cache
def costs(cost_of_a_miss: int) -> Ground:
    """Draw what each cut costs."""
    figure, ax = steady(
        "cut (stops of the slider)", "cost in false alarms", height=320, left=66
    )
    cost = runs.cost(cost_of_a_miss)
    ax.plot(cost, **CURVES[0])
    ticks = [0, 5, 10, 14, 16]
    ax.set_xticks(ticks, [f"{runs.CUTS[k]:g}" for k in ticks])
    ax.set(xlim=(-0.5, len(cost) - 0.5), ylim=(0, 1.08 * cost.max()))
    return drawn((figure, ax))
