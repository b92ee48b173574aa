"""What the lesson on choosing features draws; pixels are chosen in `runs`.

Chosen pixels are blue squares over the average scene, or a scene is seen through them.
"""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from mlcourse.arrays import Array, Mask
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.scenes import (
    GREYS,
    Box,
    canvas,
    draw_map,
    draw_scene,
    shade,
    size,
)
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.feature_selection import runs
from mlcourse.data.scenes import LEVELS, image
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, GRID, INK, ORANGE, WIDTH
from mlcourse.page.svg import to_svg

HEIGHT = 340
ALPHA, GAMMA = "\u03b1", "\u03b3"
WIDE = WIDTH - 2
ALL = 0.913  # the average precision of all 192 pixels, in draw 0
STYLES: dict[str, dict[str, Any]] = dict(zip(runs.SELECTORS, CURVES, strict=True))
# What the handles of each explorer reach.
KEPT = {
    "selector": choice(*runs.SELECTORS, at="MSSL"),
    "pixels": steps(*runs.SIZES, at=30),
}
GRAPH = {"gamma": choice(*runs.GAMMAS, at=10), "alpha": steps(*runs.ALPHAS, at=0)}
NULL = {"chosen": choice(*runs.WAYS, at=runs.WAYS[0])}
NULL["columns"] = steps(*runs.COLUMNS, at=1000)
FENCE = {"weight": choice(*runs.WEIGHTS, at=1.0), "place": steps(*runs.PLACES, at=1.0)}


# --- explorers ---


def draw_kept(selector: str, pixels: int) -> Picture:
    """Draw the pixels that a selector keeps, and the average precision they give."""
    chosen = runs.kept(selector, pixels)
    found = int(chosen.sum())
    ap = runs.measured()[f"kept {selector}"][runs.SIZES.index(pixels)]
    curves, [ax] = precision_curves().over()
    dots(ax, [pixels], [ap], color=STYLES[selector]["color"], size=14)
    few = f" ({pixels} wanted, the others score 0)" if found < pixels else ""
    return Picture(
        [through(chosen), precision_curves().under(curves)],
        f"{selector}: {found} pixels{few}, average precision {ap:.2f}; all give "
        f"{ALL:.2f}.",
    )


def draw_graph(gamma: float, alpha: float) -> Picture:
    """Draw the lengths of the rows of W, the 30 longest, and what these are worth."""
    worth = runs.joint(alpha, gamma)
    chosen = runs.mask(worth)
    place = runs.ALPHAS.index(int(alpha))
    ap = runs.measured()[f"graph {gamma}"][place]
    ground, box = over_mean(195, "the 30 longest")
    figure, [ax] = ground.over()
    draw_map(ax, worth, (1, 25), WIDE, float(worth.max()), "length of each row of W")
    lit(ax, chosen, box)
    curves, [above] = graph_curves().over()
    dots(above, [place], [ap], color=curve_of(gamma)["color"], size=14)
    return Picture(
        [ground.under(figure), graph_curves().under(curves)],
        f"{GAMMA} {gamma}, {ALPHA} {alpha:,}: {runs.pairs(chosen)} touching "
        f"pairs, average precision {ap:.2f}.",
    )


def draw_null(chosen: str, columns: int) -> Picture:
    """Draw what ten chosen columns of noise promise, and the accuracies of 40 draws."""
    first, later = runs.promises(columns, chosen)
    ground = promise_axes()
    left, [ax] = ground.over()
    dots(ax, first, later, color=ORANGE, size=9)
    accuracy = runs.null_draws(columns, chosen)
    right, [below] = null_axes().over()
    stacked = heights(accuracy)
    dots(below, accuracy, stacked, color=BLUE, size=7)
    below.axvline(accuracy.mean(), color=INK, linewidth=2)
    return Picture(
        [ground.under(left), null_axes().under(right)],
        f"{columns} columns, chosen {chosen}: mean accuracy {accuracy.mean():.2f}.",
    )


def draw_fence(weight: float, place: float) -> Picture:
    """Draw the line through four labelled points, and one unlabelled point."""
    (slope, level), alone = runs.line(weight, place), runs.line(0.0, 0.0)
    figure, [ax] = fence_axes().over()
    x = np.array(runs.ENDS)
    ax.plot(x, slope * x + level, color=BLUE, linewidth=2.6)
    said, before = (u * place + v for u, v in ((slope, level), alone))
    best = np.clip(said, 0, 1)
    ax.plot([place] * 2, [best, said], color=ORANGE, linewidth=2)
    dots(ax, [place], [best], color=ORANGE, marker="s", size=7 + 6 * weight)
    side = "inside" if 0 <= before <= 1 else "outside"
    return Picture(
        fence_axes().under(figure),
        f"Weight {weight:g} at {place:g}: first predicted {before:.2f}, {side} the "
        f"fences; slope {slope:.2f}.",
    )


# --- pictures that stand still ---


def card() -> str:
    """Draw MSSL's 30 pixels over the average scene as a small picture."""
    figure, ax = thumb()
    ax.set(xlim=(0, 212), ylim=(104, 0))
    box = size(mean_scene(), 212, (0.0, 16.0))
    shade(ax, image(mean_scene()) / LEVELS, box, INK, GREYS)
    lit(ax, runs.kept("MSSL", runs.KEPT), box)
    return to_svg(figure)


def draw_draws() -> Picture:
    """Draw the average precision of 30 pixels in twenty draws, selector by selector."""
    figure, ax = steady("average precision of 30 pixels", "", 250, left=92)
    names = ("all", *runs.SELECTORS)
    told = []
    for k, name in enumerate(names):
        found = np.array(runs.measured()[name])
        color = STYLES[name]["color"] if name in STYLES else INK
        dots(ax, found, np.full(len(found), -k), color=color, size=6)
        told.append(f"{name} {found.mean():.2f}")
    ax.set_yticks([-k for k in range(len(names))], names)
    ax.set(xlim=(0.62, 0.95), ylim=(-len(names) + 0.4, 0.6))
    return Picture(figure, f"A dot is one of 20 draws. Means: {', '.join(told)}.")


def draw_tuned() -> Picture:
    """Draw what the graph is worth at three strengths of the L2,1 norm, 20 draws."""
    across = f"strength of the graph, {ALPHA}"
    figure, ax = steady(across, "average precision", 290, left=60)
    places = np.arange(len(runs.STORED_ALPHAS))
    told = []
    for gamma in runs.GAMMAS:
        rows = [runs.measured()[f"{alpha} {gamma}"] for alpha in runs.STORED_ALPHAS]
        means = np.mean(rows, axis=1)
        ax.plot(places, means, marker="o", **curve_of(gamma))
        told.append(f"{means.max():.2f} at {GAMMA} = {gamma}")
    for gamma, x, y in ((10, 0.2, 0.13), (100, 0.02, 0.54), (1000, 0.02, 0.93)):
        note(ax, x, y, f"{GAMMA} = {gamma}", curve_of(gamma)["color"])
    ax.set_xticks(places, [short(alpha) for alpha in runs.STORED_ALPHAS])
    ax.set(ylim=(0.58, 0.9), yticks=(0.6, 0.7, 0.8, 0.9))
    best = ", ".join(told)
    return Picture(figure, f"Means of 20 draws. The best of each curve: {best}.")


# --- what frames share ---


def lit(ax: Axes, chosen: Mask, box: Box) -> None:
    """Draw chosen pixels in a box."""
    shade(ax, image(np.asarray(chosen, dtype=float)), box, BLUE, (0.7,))


def through(chosen: Mask) -> str:
    """Draw chosen pixels over the average scene, and a scene seen through them."""
    ground, box = over_mean(25, "pixels kept")
    figure, [ax] = ground.over()
    lit(ax, chosen, box)
    seen = np.where(chosen, runs.scenes().X_new[0], 0)
    below = size(seen, WIDE, (1, 195))
    shade(ax, image(~chosen).astype(float), below, GRID, (1.0,))
    draw_scene(ax, seen, (1, 195), WIDE, "a new scene, seen through them")
    return ground.under(figure)


@cache
def over_mean(top: float, name: str) -> tuple[Ground, Box]:
    """Draw the average scene, and return where it lies."""
    figure, ax = canvas(HEIGHT)
    box = draw_scene(ax, mean_scene(), (1, top), WIDE, name)
    return Ground(figure), box


def mean_scene() -> Array:
    """Return the average of the training scenes, (192,)."""
    return np.asarray(runs.scenes().X.mean(axis=0))


def short(alpha: float) -> str:
    """Return a strength in few letters."""
    return f"{alpha // 1000}k" if alpha >= 1000 else f"{alpha}"


def curve_of(gamma: float) -> dict[str, Any]:
    """Return how the curve of a strength of the L2,1 norm is drawn."""
    return CURVES[(1, 2, 0)[runs.GAMMAS.index(int(gamma))]]


@cache
def precision_curves() -> Ground:
    """Draw the average precision of every selector by the number of pixels."""
    figure, ax = steady("pixels kept", "average precision, new scenes", HEIGHT, left=60)
    for selector in runs.SELECTORS:
        ax.plot(runs.SIZES, runs.measured()[f"kept {selector}"], **STYLES[selector])
    ax.set(xscale="log", xlim=(4.5, 210), ylim=(0.5, 0.95))
    ax.minorticks_off()
    ticks = (5, 10, 30, 100, 192)
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.set_yticks((0.5, 0.6, 0.7, 0.8, 0.9))
    places = ((0.3, 0.75), (0.62, 0.3), (0.62, 0.2), (0.62, 0.1))
    for selector, (x, y) in zip(runs.SELECTORS, places, strict=True):
        note(ax, x, y, selector, STYLES[selector]["color"], ha="left")
    return Ground(figure)


@cache
def graph_curves() -> Ground:
    """Draw the average precision of 30 pixels by alpha, for every gamma."""
    across = f"strength of the graph, {ALPHA}"
    figure, ax = steady(across, "average precision", HEIGHT, left=60)
    for gamma in runs.GAMMAS:
        ax.plot(runs.measured()[f"graph {gamma}"], **curve_of(gamma))
    ticks = range(1, len(runs.ALPHAS), 2)
    ax.set_xticks(ticks, [short(runs.ALPHAS[k]) for k in ticks])
    ax.set(xlim=(-0.4, 11.4), ylim=(0.58, 0.9), yticks=(0.6, 0.7, 0.8, 0.9))
    for gamma, x, y in ((10, 0.3, 0.18), (100, 0.02, 0.63), (1000, 0.02, 0.93)):
        note(ax, x, y, f"{GAMMA} = {gamma}", curve_of(gamma)["color"])
    return Ground(figure)


@cache
def promise_axes() -> Ground:
    """Draw the axes of what a column promises, and what it holds on other rows."""
    figure, ax = steady("gap of the means, training rows", "gap, held-out rows", HEIGHT)
    ax.axhline(0, color=FAINT, linewidth=1.2)
    ax.set(xlim=(0, 1.6), ylim=(-1.9, 1.9), xticks=(0, 0.5, 1, 1.5))
    return Ground(figure)


@cache
def null_axes() -> Ground:
    """Draw the axes of the accuracies of forty draws."""
    figure, ax = steady("accuracy in five folds", "40 draws of pure noise", HEIGHT)
    ax.axvline(0.5, color=FAINT, linestyle=":", linewidth=1.6)
    ax.grid(False)
    ax.set(xlim=(0.2, 1), ylim=(0, 15), yticks=())
    ax.set_xticks((0.25, 0.5, 0.75, 1))
    note(ax, 0.355, 0.8, "coin", FAINT, ha="right")
    return Ground(figure)


@cache
def fence_axes() -> Ground:
    """Draw the fences, the labelled points, and the line that is theirs alone."""
    figure, ax = steady("value of the feature", "label, and prediction", 300)
    slope, level = runs.line(0.0, 0.0)
    x = np.array(runs.ENDS)
    ax.axhspan(0, 1, color=GRID, alpha=0.5, linewidth=0)
    ax.plot(x, slope * x + level, color=FAINT, linewidth=1.6, linestyle="--")
    dots(ax, *runs.LABELLED, color=INK, size=11)
    ax.set(xlim=runs.ENDS, ylim=(-1.25, 2.25), yticks=(0, 1), xticks=range(-3, 7, 3))
    note(ax, 0.02, 0.9, "■ unlabelled, at its best f", ORANGE)
    note(ax, 0.98, 0.05, "● labelled", INK, ha="right")
    return Ground(figure)


def heights(values: Array) -> Array:
    """Return how high each value is stacked among those that are nearly equal."""
    bins = np.round(values / 0.025)
    return np.array([np.sum(bins[:k] == at) + 0.7 for k, at in enumerate(bins)])
