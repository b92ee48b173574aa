"""What the lesson on nearest neighbours draws; `runs` finds the neighbours.

A panel is drawn once and shared by the frames of an explorer: each frame lays over it
what has changed.
"""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from mlcourse.chapters.common.grounds import FROM_AXIS, Ground, bars, ticked
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.knn import runs
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import (
    BLUE,
    CLASSES,
    CLEAR,
    CURVES,
    FAINT,
    INK,
    ORANGE,
    WASHES,
)
from mlcourse.page.svg import layers, to_svg

HEIGHT = 290
# What the handles of each explorer reach.
PREPARATION = {
    "weights": choice(*runs.WEIGHTS, at="counts"),
    "lengths": choice(*runs.LENGTHS),
    "k": steps(*runs.KS, at=1),
}
PLANE = {"k": steps(*runs.PLANE_KS, at=1)}
ORDER = {
    "order": choice(*runs.ORDERS),
    "folds": steps(*runs.FOLDS, at=2),
}
SPACE = {
    "what": choice(*runs.KINDS),
    "dimensions": steps(*runs.DIMENSIONS, at=200),
}


# --- explorers ---


def draw_preparation(weights: str, lengths: str, k: int) -> Picture:
    """Draw how far texts of all lengths are from one, and the accuracy by k."""
    near, far = runs.from_query(weights, lengths)
    size, y = runs.sizes(), runs.texts(0).y
    chosen, [ax] = distances(weights, lengths).over()
    for c, style in enumerate(CLASSES):
        some = near[:k][y[near[:k]] == c]
        at = np.isin(near, some)
        dots(ax, np.log10(size[near[at]]), far[at], size=11, **style)
    curves, [ax] = accuracies().over()
    right = runs.by_preparation(weights, lengths)
    place = runs.KS.index(k)
    ax.plot(range(len(right)), 100 * right, color=BLUE, linewidth=2.6)
    dots(ax, [place], [100 * right[place]], color=BLUE, size=13)
    words = np.median(size[near[:k]])
    return Picture(
        [distances(weights, lengths).under(chosen), accuracies().under(curves)],
        f"{weights}, lengths {lengths}, k = {k}: {100 * right[place]:.0f} % right; "
        f"the neighbours of this text have {words:.0f} words.",
    )


def draw_plane(k: int) -> Picture:
    """Draw what k neighbours say in the plane, and the errors of all k."""
    across, up = (np.linspace(*ends, n) for ends, n in zip(BOX, (70, 50), strict=True))
    grid = np.stack(np.meshgrid(across, up), axis=-1)  # (50, 70, 2)
    says = runs.plane_says(k, grid.reshape(-1, 2)).reshape(grid.shape[:2])
    ground, [ax] = plane_axes().over()
    levels = (-0.5, 0.5, 1.5)
    ax.contourf(across, up, says, levels=levels, colors=WASHES)
    if np.ptp(says):
        ax.contour(across, up, says, levels=[0.5], colors=INK, linewidths=1)
    curves, [ax] = plane_curves().over()
    place = runs.PLANE_KS.index(k)
    train, test = (100 * errors[place] for errors in runs.plane_errors())
    for error, style in ((train, CURVES[0]), (test, CURVES[1])):
        dots(ax, [place], [error], color=style["color"], size=12)
    return Picture(
        [layers(ground, plane_points()), plane_curves().under(curves)],
        f"k = {k}: wrong are {train:.0f} % of the training texts and {test:.0f} % of "
        "the test texts.",
    )


def card() -> str:
    """Draw the errors by the number of votes, as a small picture."""
    figure, ax = thumb()
    for errors, style in zip(runs.plane_errors(), CURVES, strict=False):
        ax.plot(errors, linewidth=2.6, **style)
    return to_svg(figure)


def draw_order(order: str, folds: int) -> Picture:
    """Draw what is in each fold, and how much of it is answered rightly."""
    found = runs.validated(order, folds, 0)
    number = np.arange(1, folds + 1)
    grounds = fold_axes("what a fold holds, per cent"), fold_axes("per cent right")
    (held, [holds]), (judged, [judges]) = (ground.over() for ground in grounds)
    for ax in (holds, judges):
        ax.set_xlim(0.4, folds + 0.6)
        ticked(ax, "x", {k: f"{k}" for k in number.tolist()})
    size = np.array([fold.scipy + fold.sklearn for fold in found])
    first = 100 * np.array([fold.scipy for fold in found]) / size
    framed: Any = {"linewidth": 1, "facecolor": WASHES[0], "edgecolor": BLUE}
    bars(holds, number, first, 0.8, **framed)
    framed |= {"facecolor": WASHES[1], "edgecolor": ORANGE}
    bars(holds, number, 100 - first, 0.8, first, **framed)
    note(holds, 0.02, 0.92, "SciPy, below", BLUE)
    note(holds, 0.98, 0.92, "scikit-learn, above", ORANGE, ha="right")
    right = 100 * np.array([fold.right for fold in found]) / size
    bars(judges, number, right, 0.6, color=BLUE)
    judges.axhline(50, color=INK, linestyle=":", linewidth=1.6)
    share = 100 * runs.accuracy(order, folds)
    return Picture(
        [grounds[0].under(held), grounds[1].under(judged)],
        f"{order.capitalize()}, {folds} folds: {share:.1f} % of all texts right.",
    )


def draw_space(what: str, dimensions: int) -> Picture:
    """Draw how far rows are from others, by the farthest, and the ratio by d."""
    found = runs.distances(what, dimensions)
    share = found / found[:, -1:]
    figure, [ax] = pair_axes().over()
    pairs, edges = np.histogram(share, np.linspace(0, 1, 41))
    bars(ax, edges[:-1] + 0.0125, pairs, 0.025, color=BLUE)
    ratio = float(np.mean(share[:, 0]))
    ax.axvline(ratio, color=ORANGE, linewidth=2.4)
    side = "right" if ratio > 0.5 else "left"
    shift = -0.02 if ratio > 0.5 else 0.02
    note(ax, ratio + shift, 0.9, "the nearest", ORANGE, ha=side, bbox=CLEAR)
    curves, [ax] = ratio_curves().over()
    k = runs.KINDS.index(what)
    place = runs.DIMENSIONS.index(dimensions)
    dots(ax, [place], [ratio], color=CURVES[k]["color"], size=13)
    plural = "" if dimensions == 1 else "s"
    return Picture(
        [pair_axes().under(figure), ratio_curves().under(curves)],
        f"{what.capitalize()}, {dimensions} dimension{plural}: the nearest is "
        f"{ratio:.2f} times as far as the farthest.",
    )


# --- a picture that stands still ---

THREE = {"a": (1, 2), "b": (4, 7), "c": (2, 1)}  # counts of two words


def draw_lengths() -> Picture:
    """Draw three documents as counts, and at unit length."""
    panels = []
    for unit in (False, True):
        figure, ax = steady('"mean"', '"matrix"', 270)
        for name, (x, y) in THREE.items():
            size = np.hypot(x, y) if unit else 1
            color = BLUE if name == "a" else INK
            ax.plot([0, x / size], [0, y / size], color=color, linewidth=2)
            dots(ax, [x / size], [y / size], color=color, size=9)
            shift = {"a": (-0.05, 0.02), "b": (0.02, 0.04), "c": (0.03, 0.0)}[name]
            top = 1.15 if unit else 8
            ax.text(x / size + shift[0] * top, y / size + shift[1] * top, name)
        if unit:
            turn = np.linspace(0, np.pi / 2, 50)
            ax.plot(np.cos(turn), np.sin(turn), color=FAINT, linewidth=1, zorder=0)
        wide = 1.7 if unit else 12
        ax.set(xlim=(0, wide), ylim=(0, top))
        ax.grid(False)
        note(ax, 0.97, 0.85, "all of length 1" if unit else "counts", INK, ha="right")
        panels.append(figure)
    return Picture(
        panels,
        "Counted, c is nearer to a than b is. At unit length b is nearer: a and b use "
        "the two words in nearly the same proportion.",
    )


# --- what frames share ---


@cache
def distances(weights: str, lengths: str) -> Ground:
    """Draw the distance of every training text from the query, by its length."""
    figure, ax = steady("words of the training text", "distance from one text", HEIGHT)
    near, far = runs.from_query(weights, lengths)
    size, y = runs.sizes()[near], runs.texts(0).y[near]
    for c, style in enumerate(CLASSES):
        dots(ax, np.log10(size[y == c]), far[y == c], size=3, **style)
    low = min(far) - 0.08 * np.ptp(far)
    top = np.quantile(far, 0.985) if lengths == runs.LENGTHS[0] else max(far)
    ax.set(xlim=(0.9, 3.4), ylim=(low, top + 0.16 * (top - low)))
    ax.set_xticks((1, 2, 3), ("10", "100", "1000"))
    note(ax, 0.02, 0.91, "● SciPy", BLUE)
    note(ax, 0.98, 0.91, "■ scikit-learn", ORANGE, ha="right")
    return Ground(figure)


@cache
def accuracies() -> Ground:
    """Draw the accuracy by k of every preparation."""
    figure, ax = steady("k", "per cent right, test texts", HEIGHT)
    for weights in runs.WEIGHTS:
        for lengths in runs.LENGTHS:
            right = 100 * runs.by_preparation(weights, lengths)
            ax.plot(range(len(right)), right, color=FAINT, linewidth=1.1)
    ax.set(xlim=(-0.3, len(runs.KS) - 0.7), ylim=(48, 100), yticks=(50, 75, 100))
    k_ticks(ax, runs.KS)
    note(ax, 0.98, 0.92, "grey: all preparations", INK, ha="right")
    return Ground(figure)


def k_ticks(ax: Axes, ks: tuple[int, ...]) -> None:
    """Name some numbers of neighbours; they stand at equal steps."""
    some = [i for i, k in enumerate(ks) if k in (1, 5, 9, 25, 51, 101, 400)]
    ax.set_xticks(some, [str(ks[i]) for i in some])


BOX = ((0.04, 0.72), (-0.24, 0.54))  # of the plane


@cache
def plane_axes() -> Ground:
    """Draw the axes of the plane."""
    figure, ax = steady("first direction", "second direction", HEIGHT)
    ax.grid(False)
    ax.set(xlim=BOX[0], ylim=BOX[1], xticks=(0.2, 0.4, 0.6), yticks=(-0.2, 0, 0.2, 0.4))
    return Ground(figure)


@cache
def plane_points() -> str:
    """Draw the training texts on the axes of the plane."""
    figure, [ax] = plane_axes().over()
    A, y = runs.plane(0)[0], runs.texts(0).y
    for c, style in enumerate(CLASSES):
        dots(ax, *A[y == c].T, size=4, **style)
    note(ax, 0.02, 0.92, "● SciPy", BLUE, bbox=CLEAR)
    note(ax, 0.98, 0.04, "■ scikit-learn", ORANGE, ha="right", bbox=CLEAR)
    return plane_axes().under(figure)


@cache
def plane_curves() -> Ground:
    """Draw the errors in the plane for every k."""
    figure, ax = steady("k", "per cent wrong", HEIGHT)
    train, test = (100 * errors for errors in runs.plane_errors())
    ax.plot(train, **CURVES[0])
    ax.plot(test, **CURVES[1])
    ax.set(xlim=(-0.4, len(train) - 0.6), ylim=(-2, 54), yticks=(0, 25, 50))
    k_ticks(ax, runs.PLANE_KS)
    note(ax, 0.06, 0.62, "test", ORANGE)
    note(ax, 0.1, 0.08, "training", BLUE)
    return Ground(figure)


@cache
def fold_axes(name: str) -> Ground:
    """Draw the axes of bars, one a fold."""
    figure, ax = steady("fold", name, HEIGHT)
    ax.set_xticks((0,), (" ",))  # leaves room for numbers above the name
    ax.tick_params(axis="x", length=0, pad=FROM_AXIS)
    ax.set(ylim=(0, 118), yticks=(0, 50, 100))
    return Ground(figure)


@cache
def pair_axes() -> Ground:
    """Draw the axes of the distances of pairs."""
    figure, ax = steady("distance, as a share of the farthest", "pairs", HEIGHT)
    ax.set(xlim=(0, 1), ylim=(0, 5200), yticks=(0, 2500, 5000))
    return Ground(figure)


@cache
def ratio_curves() -> Ground:
    """Draw nearest by farthest distance, for every number of dimensions."""
    figure, ax = steady("dimensions", "nearest / farthest", HEIGHT)
    for k, kind in enumerate(runs.KINDS):
        ax.plot(runs.ratios(kind), **CURVES[k])
        note(ax, 0.03, (0.9, 0.8)[k], kind, CURVES[k]["color"])
    ax.set(xlim=(-0.4, 11.4), ylim=(-0.03, 1), yticks=(0, 0.5, 1))
    some = [0, 3, 6, 8, 9, 11]
    ax.set_xticks(some, [str(runs.DIMENSIONS[i]) for i in some])
    return Ground(figure)
