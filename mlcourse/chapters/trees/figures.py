"""What the lesson on trees draws; the trees are grown in `runs`.

A panel is drawn once and shared by the frames of an explorer: each frame lays over it
what has changed.
"""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.trees import evidence, runs
from mlcourse.models.grown import Tree
from mlcourse.page.controls import steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import (
    BLUE,
    CLASSES,
    CLEAR,
    CURVES,
    FAINT,
    GRID,
    INK,
    ORANGE,
    WASHES,
)
from mlcourse.page.svg import renamed, to_svg

HEIGHT = 300
# What the handles of each explorer reach.
DEPTH = {"cuts": steps(*runs.CUTS, at=18)}
PRUNING = {"price_of_a_leaf": steps(*runs.PRICES, at=0.0)}
DRAWN = {"thresholds": steps(*runs.DRAWS, at=1)}
BOOTSTRAP = {"seed": steps(*runs.SEEDS, at=1)}


# --- explorers ---


def draw_depth(cuts: int) -> Picture:
    """Draw the regions of a tree of so many cuts, and the errors of all depths."""
    grown, depth = runs.by_cuts()[cuts]
    curves, [ax] = error_curves().over()
    ax.axvline(depth, color=INK, linewidth=1.2)
    for share, style in ((grown.train, CURVES[0]), (grown.new, CURVES[1])):
        if share < 0.17:
            dots(ax, [depth], [100 * share], color=style["color"], size=12)
    return Picture(
        [on_plane(grown.tree), error_curves().under(curves)],
        f"{cuts} cut{'' if cuts == 1 else 's'}, depth {np.ceil(depth):.0f}; wrong: "
        f"{percent(grown.train)} in training, {percent(grown.new)} of new tumours.",
    )


def draw_pruning(price_of_a_leaf: float) -> Picture:
    """Draw the tree that is left at a price, within the whole one, and its regions."""
    whole, grown = runs.by_depth()[-1].tree, runs.at_price(price_of_a_leaf)
    leaves = grown.tree.n_leaves
    return Picture(
        # The whole tree is in two explorers: equal pictures would have equal ids.
        [
            pruned_branches(whole, grown.tree),
            renamed(on_plane(grown.tree), "pruned"),
        ],
        f"Price {price_of_a_leaf:g}: {leaves} {'leaf' if leaves == 1 else 'leaves'}; "
        f"wrong: {percent(grown.train)} in training, {percent(grown.new)} of new.",
    )


def draw_drawn(thresholds: int | str) -> Picture:
    """Draw the first cuts of trees that try only so many thresholds."""
    found = runs.roots(thresholds)
    panels = []
    for column in range(2):
        ground = gain_curve(column)
        figure, [ax] = ground.over()
        some = [(cut / 10, gain) for which, cut, gain in found if which == column]
        if some:
            dots(ax, *np.array(some).T, color=ORANGE, size=9)
        panels.append(ground.under(figure))
    asked = sum(column == 0 for column, *_ in found)
    mean = np.mean([gain for *_, gain in found])
    tried = "all thresholds" if thresholds == "all" else f"{thresholds} drawn"
    return Picture(
        panels,
        f"{tried.capitalize()}: mean gain {mean:.2f} of at most 0.31; "
        f"{asked} of {runs.TREES} trees ask the radius.",
    )


def draw_bootstrap(seed: int) -> Picture:
    """Draw the tree of a bootstrap sample of the training rows."""
    grown = runs.bootstrapped(seed)
    times = runs.drawn_rows(seed)
    name = f"Seed {seed}" if seed else "Every row once"
    first = float(grown.tree.threshold[0]) / 10
    column = runs.NAMES[grown.tree.feature[0]]
    return Picture(
        [on_plane(grown.tree, times), questions(grown.tree)],
        f"{name}: {int(np.sum(times > 0))} different rows; {column} ≤ {first:.1f} "
        f"first; {percent(grown.new)} of new tumours wrong.",
    )


# --- pictures that stand still ---


def card() -> str:
    """Draw the regions of a tree of depth 3 as a small picture."""
    figure, ax = thumb()
    shade(ax, runs.by_depth()[3].tree)
    X, _, y, _ = runs.plane()
    for k, style in enumerate(CLASSES):
        dots(ax, *X[y == k][:30].T, size=4, **style)
    ax.set(xlim=runs.BOX[:2], ylim=runs.BOX[2:])
    return to_svg(figure)


def draw_gain() -> Picture:
    """Draw the shares on both sides of two cuts through four tumours."""
    x, y = np.array([12, 14, 17, 19]), np.array([0, 0, 1, 1])
    panels, told = [], []
    for cut, gain in ((13.0, "0.17"), (15.5, "0.50")):
        figure, ax = steady("radius", f"share of malignant; cut at {cut:g}", 220)
        for low, high, some in ((11, cut, x <= cut), (cut, 20, x > cut)):
            ax.plot([low, high], [y[some].mean()] * 2, color=INK, linewidth=3)
        ax.axvline(cut, color=BLUE, linewidth=2.4)
        for k, style in enumerate(CLASSES):
            dots(ax, x[y == k], y[y == k], size=11, **style)
        ax.set(xlim=(11, 20), ylim=(-0.2, 1.2), xticks=x, yticks=(0, 0.5, 1))
        note(ax, 0.55, 0.32, f"gain {gain}", INK, weight="bold")
        panels.append(figure)
        told.append(f"the cut at {cut:g} has gain {gain}")
    return Picture(panels, f"Black: the share on each side. Here {', '.join(told)}.")


def draw_splits() -> Picture:
    """Draw the accuracy of 20 splits, with one drawn threshold and with all."""
    one, every = (evidence.right("wdbc", 12, draws) for draws in (1, "all"))
    figure, ax = steady("accuracy, every threshold", "accuracy, one drawn", 300)
    ax.plot([0.85, 1], [0.85, 1], color=FAINT, linewidth=1.4)
    dots(ax, every, one, color=ORANGE, size=8)
    ax.set(xlim=(0.86, 0.98), ylim=(0.86, 0.98))
    ax.set_xticks(ticks := (0.88, 0.92, 0.96), [f"{tick:.2f}" for tick in ticks])
    ax.set_yticks(ticks, [f"{tick:.2f}" for tick in ticks])
    note(ax, 0.03, 0.9, "one draw is better", INK)
    note(ax, 0.97, 0.05, "all are better", INK, ha="right")
    above, below = int(np.sum(one > every)), int(np.sum(one < every))
    return Picture(
        figure,
        f"Each dot is one of 20 splits, on new tumours: one draw is better in {above}, "
        f"all thresholds in {below}. The means are {one.mean():.2f} and "
        f"{every.mean():.2f}.",
    )


def draw_first_cuts() -> Picture:
    """Draw how often 200 bootstraps choose each first cut."""
    cuts, counts = runs.first_cuts()
    figure, ax = steady("first cut: radius at most", "bootstrap samples", 260)
    up = np.column_stack([0 * counts, counts, np.nan * counts]).ravel()
    ax.plot(np.repeat(cuts / 10, 3), up, color=BLUE, linewidth=4)
    ax.set(xlim=(13.6, 18.4), ylim=(0, 52), xticks=range(14, 19), yticks=(0, 20, 40))
    return Picture(
        figure,
        f"200 samples choose {len(cuts)} different first cuts, all of the radius. The "
        f"commonest, {cuts[counts.argmax()] / 10:.1f}, comes {counts.max()} times.",
    )


def draw_stairs() -> Picture:
    """Draw what a regression tree says within its data, and beyond."""
    panels, ends = [], []
    for depth in (2, 6):
        x, area, grid, answers = runs.staircase(depth)
        figure, ax = steady("worst radius", f"worst area; depth {depth}", 260, left=66)
        dots(ax, x[x < 25], area[x < 25], color=BLUE, size=3)
        dots(ax, x[x >= 25], area[x >= 25], color=FAINT, size=4)
        ax.plot(grid, answers, color=ORANGE, linewidth=2.2)
        ax.axvline(25, color=FAINT, linestyle=":", linewidth=1.4)
        ax.set(xlim=(7, 37), ylim=(0, 4400), yticks=(0, 2000, 4000))
        note(ax, 0.57, 0.9, "training", BLUE, ha="right")
        note(ax, 0.63, 0.9, "not seen", INK)
        panels.append(figure)
        ends.append(f"{answers[-1]:,.0f} with depth {depth}")
    said = "Right of radius 25 nothing was learnt from. There the tree says"
    return Picture(panels, f"{said} {' and '.join(ends)}, whatever the radius.")


# --- what frames share ---


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.1f} %"


@cache
def axes() -> Ground:
    """Draw the axes of the plane, and the training tumours."""
    figure, ax = steady("worst radius", "worst texture", HEIGHT)
    ax.grid(False)
    in_tenths(ax)
    return Ground(figure)


def in_tenths(ax: Axes) -> Axes:
    """Show the whole plane, with ticks."""
    ax.set(xlim=runs.BOX[:2], ylim=runs.BOX[2:])
    ax.set_xticks((100, 200, 300), ("10", "20", "30"))
    ax.set_yticks((200, 300, 400), ("20", "30", "40"))
    return ax


def shade(ax: Axes, tree: Tree) -> None:
    """Draw the regions of a tree in the colours of their answers."""
    for (x0, x1, y0, y1), malignant in runs.regions(tree):
        corner, ground = (x0, y0), WASHES[malignant]
        region = Rectangle(corner, x1 - x0, y1 - y0, fc=ground, ec=INK, lw=0.9)
        ax.add_patch(region)


def on_plane(tree: Tree, times: Array | None = None) -> str:
    """Draw the regions of a tree, and the tumours, those drawn more often larger."""
    X, _, y, _ = runs.plane()
    below, [ax] = axes().over()
    shade(ax, tree)
    drawn = np.ones(len(y)) if times is None else times
    for count in np.unique(drawn[drawn > 0]):
        for k, style in enumerate(CLASSES):
            some = (y == k) & (drawn == count)
            dots(ax, *X[some].T, size=2 + 2.6 * np.sqrt(count), **style)
    if times is None:
        wrong = runs.answers(tree, X) != (y == 1)
        ax.plot(*X[wrong].T, "o", ms=10, mfc="none", mec=INK, mew=1.1)
    for (text, x, height, side), style in zip(NAMES, CLASSES, strict=True):
        note(ax, x, height, text, style["color"], ha=side, bbox=CLEAR)
    return axes().under(below)


NAMES: Any = (("● benign", 0.03, 0.9, "left"), ("■ malignant", 0.97, 0.05, "right"))


@cache
def error_curves() -> Ground:
    """Draw the share of wrong answers for every depth."""
    figure, ax = steady("depth", "per cent wrong; 37 at depth 0", HEIGHT)
    grown = runs.by_depth()
    ax.plot([100 * g.train for g in grown], **CURVES[0])
    ax.plot([100 * g.new for g in grown], **CURVES[1])
    mean = 100 * runs.mean_by_depth().mean(axis=0)
    ax.plot(mean, color=FAINT, linewidth=1.3)
    ax.set(xlim=(-0.3, 12.3), ylim=(-0.4, 17), xticks=range(0, 13, 2))
    ax.set_yticks((0, 5, 10, 15))
    note(ax, 0.98, 0.72, "new tumours", ORANGE, ha="right")
    note(ax, 0.98, 0.49, "mean of 100 splits", INK, ha="right")
    note(ax, 0.98, 0.06, "training", BLUE, ha="right")
    return Ground(figure)


@cache
def gain_curve(column: int) -> Ground:
    """Draw the gain of every threshold of a column, at the root."""
    name = f"threshold of the {runs.NAMES[column]}"
    figure, ax = steady(name, "gain of the first cut", HEIGHT, left=60)
    cuts, gain = runs.gains(column)
    ax.plot(cuts / 10, gain, color=BLUE, linewidth=1.6)
    low, high = np.reshape(runs.BOX, (2, 2))[column] / 10
    ax.set(xlim=(low, high), ylim=(-0.01, 0.34), yticks=(0, 0.1, 0.2, 0.3))
    return Ground(figure)


def bare() -> tuple[Figure, Axes]:
    """Return a panel for a tree."""
    figure, ax = steady("", "", HEIGHT, left=18)
    ax.set_position((0.02, 0.04, 0.96, 0.92))
    ax.set_axis_off()
    return figure, ax


def branches(ax: Axes, tree: Tree, color: str) -> Array:
    """Draw the lines of a tree, and return where its nodes stand, (M, 2)."""
    place, parent = runs.layout(tree)
    joined(ax, place, [(parent[node], node) for node in range(1, len(parent))], color)
    return place


def joined(ax: Axes, place: Array, pairs: list[tuple[int, int]], color: str) -> None:
    """Draw a line for each pair of nodes, all as one path."""
    gaps = np.full((len(pairs), 1, 2), np.nan)
    lines = np.concatenate([place[np.array(pairs, int).reshape(-1, 2)], gaps], axis=1)
    ax.plot(*lines.reshape(-1, 2).T, color=color, linewidth=2)


def pruned_branches(whole: Tree, kept: Tree) -> Figure:
    """Draw the whole tree in grey, and over it what is kept; leaves by their class."""
    figure, ax = bare()
    place = branches(ax, whole, GRID)
    nodes = runs.matched(whole, kept)
    cut = [int(whole.left[own]) for node, own in nodes if kept.left[node] >= 0]
    above = [own for node, own in nodes if kept.left[node] >= 0]
    pairs = [
        (own, left + k) for own, left in zip(above, cut, strict=True) for k in (0, 1)
    ]
    joined(ax, place, pairs, INK)
    for node, own in nodes:
        if kept.left[node] < 0:
            style = CLASSES[int(kept.value[node, -1] > 0.5)]
            dots(ax, *place[[own]].T, size=11, **style)
    ax.set(xlim=(-0.7, place[:, 0].max() + 0.7), ylim=(place[:, 1].min() - 0.5, 0.5))
    return figure


def questions(tree: Tree) -> Figure:
    """Draw a tree of depth 3 with its questions."""
    figure, ax = bare()
    place = spread(tree)
    _, parent = runs.layout(tree)
    joined(ax, place, [(parent[node], node) for node in range(1, len(parent))], FAINT)
    for node, (x, y) in enumerate(place):
        if tree.left[node] >= 0:
            text = (
                f"{runs.NAMES[tree.feature[node]]}\n≤ {tree.threshold[node] / 10:.1f}"
            )
            ax.text(x, y, text, ha="center", va="center", bbox=CLEAR)
        else:
            style = CLASSES[int(tree.value[node, -1] > 0.5)]
            dots(ax, [x], [y], size=12, **style)
    ax.set(xlim=(0, 1), ylim=(-3.3, 0.3))
    return figure


def spread(tree: Tree) -> Array:
    """Return where nodes stand if each has half of its parent's width, (M, 2)."""
    place = np.zeros((len(tree.left), 2))
    place[0] = 0.5, 0
    for node in np.flatnonzero(tree.left >= 0):
        x, y = place[node]
        step = 0.5 ** (2 - y)
        for k in range(2):
            place[tree.left[node] + k] = x + (2 * k - 1) * step, y - 1
    return place
