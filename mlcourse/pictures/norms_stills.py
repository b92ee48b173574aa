"""The still pictures of the chapter on norms; its fits are in `norms_runs`."""

from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from matplotlib.ticker import NullLocator

from mlcourse.arrays import Array
from mlcourse.chapters.common import scenes
from mlcourse.data.scenes import digit_scenes, image
from mlcourse.formulas import proximal
from mlcourse.formulas.penalties import NORMS
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, INK, ORANGE
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures.norms_balls import draw_balls
from mlcourse.solvers.fista import fista, ista

__all__ = ["draw_balls", "draw_chosen", "draw_losses", "draw_maps", "draw_scenes"]

SHOWN = np.unique(np.geomspace(1, 301, 70).astype(int)) - 1  # steps that are drawn
PRICE = 5.0  # lambda of the loops that are compared
FLOOR = 1e-9  # of the totals that are drawn; the lowest is known less well below it
LOOPS = ("ISTA", "FISTA", "FISTA without restart")


def draw_scenes() -> Picture:
    """Draw three scenes with their labels, and how much each pixel varies."""
    found = digit_scenes(n=1000, digits=2, seed=0)
    figure, ax = scenes.canvas(292)
    for k, i in enumerate((0, 3, 4)):
        names = [n for n, y in zip(found.label_names, found.y[i], strict=True) if y]
        at = 1 + 217.0 * (k % 2), 24 + 146.0 * (k // 2)
        scenes.draw_scene(ax, found.X[i], at, 202, "labels " + " and ".join(names))
    spread = runs.sensors(0).spread
    scenes.draw_map(ax, spread, (218, 170), 202, spread.max(), "spread of each pixel")
    never = int(np.sum(spread == 0))
    return Picture(
        figure,
        "Three scenes with their labels, and how much each pixel varies over 700 "
        f"training scenes: a lot in the middle of each digit; {never} pixels at the "
        "edges do not vary at all.",
    )


def draw_chosen(*methods: str) -> Picture:
    """Draw the pixels that some methods keep, and what they are worth."""
    found = [runs.chosen(method, 0) for method in methods]
    masks = [np.isin(np.arange(128), each.rows) * 1.0 for each in found]
    figure = scenes.tiles(masks, methods, columns=2, top=1.0)
    edge = [image(mask)[:, [0, 7, 8, 15]].sum() for mask in masks]
    told = [
        f"“{name}” keeps {sides:.0f} in the outer columns of a digit, and has "
        f"{touching(image(mask))} pairs of neighbours"
        for name, sides, mask in zip(methods, edge, masks, strict=True)
    ]
    return Picture(figure, f"Twenty pixels each, in their places: {'; '.join(told)}.")


def touching(mask: Array) -> int:
    """Return how many pairs of pixels touch within a digit, side by side or stacked."""
    digits = mask[:, :8], mask[:, 8:]
    across = sum((half[:, 1:] * half[:, :-1]).sum() for half in digits)
    return int(across + (mask[1:] * mask[:-1]).sum())


def draw_maps() -> Picture:
    """Draw the proximal maps of L1 and ridge, of L2,1, and of the trace norm."""
    v = np.linspace(-3, 3, 61)
    one, ax = steady("weight before", "weight after")
    ax.plot(v, v, color=FAINT, linestyle=":")
    ax.plot(v, proximal.soft_threshold(v, 1), **CURVES[0])
    ax.plot(v, proximal.ridge_shrink(v, 1), **CURVES[1])
    ax.set(xlim=(-3, 3), ylim=(-3, 3), yticks=(-2, 0, 2))
    note(ax, 0.62, 0.38, "L1: lose 1", BLUE)
    note(ax, 0.3, 0.1, "ridge: halve", ORANGE)
    two, ax = steady("first weight of a row", "second")
    ticks = (-2, -1.2, -0.4, 0.4, 1.2, 2)
    rows = np.array(np.meshgrid(ticks, ticks)).reshape(2, -1).T  # (36, 2)
    ends = proximal.row_soft_threshold(rows, 1)
    for row, end in zip(rows, ends, strict=True):
        color = BLUE if end.any() else ORANGE
        ax.plot(*np.transpose([row, end]), color=color, linewidth=1.8)
        dots(ax, *end[:, None], color=color, size=6)
    ax.set(xlim=(-3.3, 3.3), ylim=(-2.2, 2.2), yticks=(-2, 0, 2))
    three, ax = steady("singular value", "size")
    s = runs.sensors(0)
    sigma = np.linalg.svd(image(s.grey[0]), compute_uv=False)  # (8,)
    number, left = np.arange(1, 9), np.maximum(sigma - 1, 0)
    ax.bar(number - 0.2, sigma, 0.38, color=FAINT)
    ax.bar(number + 0.2, left, 0.38, color=BLUE)
    ax.set(xticks=number, ylim=(0, 1.1 * sigma.max()))
    note(ax, 0.4, 0.82, "grey before, blue after", INK)
    gone = int(np.sum(~ends.any(axis=1)))
    return Picture(
        [one, two, three],
        "Proximal maps with t = 1. Of a weight: L1 takes 1 from it and stops at 0, "
        "ridge halves it. Of a row of two weights, L2,1: each moves towards 0 by 1; "
        f"the {gone} of 36 that are shorter (orange) land on it. Of the singular "
        f"values of the first scene, the trace norm: {np.sum(left > 0)} of 8 stay.",
    )


@cache
def totals(method: str, alpha: float = PRICE, step: Any = "lipschitz") -> Array:
    """Return loss and penalty at steps 0 ... 300 of L2,1 on the scenes, (301, 2)."""
    s, more = runs.sensors(0), {"restart": False} if "without" in method else {}
    descend: Any = ista if method == "ISTA" else fista
    way = islice(descend(s.X, s.Y, "l21", alpha, step, **more), 301)
    return np.array([(now.loss, now.penalty) for now in way])


def above(method: str, alpha: float = PRICE) -> Array:
    """Return how far the total is above the lowest at each step, (301,)."""
    W, s = runs.fitted("l21", alpha), runs.sensors(0)
    lowest = ((s.X @ W - s.Y) ** 2).sum() / 2 + alpha * NORMS["l21"].value(W)
    return np.asarray(totals(method, alpha).sum(axis=1) - lowest)


def draw_losses() -> Picture:
    """Draw both parts of the total along ISTA, and three methods above the lowest."""
    loss, price = totals("ISTA").T
    left, ax = steady("step", "loss (below) and penalty (on top)")
    ax.fill_between(SHOWN, loss[SHOWN], color=BLUE, alpha=0.35, linewidth=0)
    ax.fill_between(
        SHOWN, loss[SHOWN], (loss + price)[SHOWN], color=ORANGE, alpha=0.45, linewidth=0
    )
    ax.plot(SHOWN, (loss + price)[SHOWN], color=INK, linewidth=1.6)
    ax.set(xlim=(0, 60), ylim=(0, 1.1 * loss[0]))
    note(ax, 0.5, 0.16, "loss", INK)
    note(ax, 0.5, 0.62, "the total", INK)
    right, ax = steady("step", "total above the lowest", left=70)
    ax.set(yscale="log", xscale="symlog", xlim=(0, 300), ylim=(FLOOR, 1e3))
    ax.set_xticks([0, 1, 10, 100], ["0", "1", "10", "100"])
    ax.set_yticks([1e-6, 1e-3, 1, 1e3], ["10⁻⁶", "0.001", "1", "1000"])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_minor_locator(NullLocator())
    for name, style in zip(LOOPS, CURVES, strict=False):
        far = above(name)[SHOWN]
        ax.plot(SHOWN, np.where(far > FLOOR, far, np.nan), **style)
    note(ax, 0.97, 0.75, "ISTA", CURVES[0]["color"], ha="right")
    note(ax, 0.03, 0.2, "FISTA", CURVES[1]["color"])
    note(ax, 0.03, 0.07, "without restart", CURVES[2]["color"])
    told = [f"{name} {above(name)[100]:.2g}" for name in LOOPS]
    return Picture(
        [left, right],
        f"L2,1 with λ = {PRICE:g}. The parts of the total of ISTA: the loss falls "
        f"from {loss[0]:.0f} to {loss[-1]:.0f}, while the penalty rises from 0 to "
        f"{price[-1]:.0f}. The totals above the lowest, after 100 steps: "
        f"{', '.join(told)}.",
    )
