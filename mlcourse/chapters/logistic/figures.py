"""What the lesson on logistic regression draws; the fits are made in `runs`.

A panel is drawn once and shared by the frames of an explorer: each frame lays over it
what has changed.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.logistic import runs
from mlcourse.page.controls import choice, log_range, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import (
    dots,
    linear_boundary,
    log_ticks,
    name_line,
    note,
    steady,
    two_classes,
    wash,
)
from mlcourse.page.style import BLUE, CLASSES, CURVES, FAINT, GRID, INK, ORANGE
from mlcourse.page.svg import layers, to_svg

LOSS_AXIS = "loss per tumour"
LEAST = 0.003  # at the foot of the losses by penalty; without a penalty it is 0
NAMES = (("● benign", 0.015, "left"), ("■ malignant", 0.985, "right"))
# What the handles of each explorer reach.
LOSS = {
    "learning_rate": log_range(0.001, 100, 21, at=0.1),
    "loss": choice("sum", "mean"),
    "columns": choice(*runs.COLUMNS),
}
VALLEY = {"unit": choice(1, 2, 5, 10, at=10), "step": steps(*runs.STEPS_SHOWN, at=20)}
SURE = {"penalty": steps(*runs.PENALTIES, at=0.0)}
CUT = {"cost_of_a_miss": choice(1, 5, 20, 100, at=20), "cut": steps(*runs.CUTS, at=0.5)}


def draw_line(p: Array) -> Picture:
    """Draw the "probabilities" p (n,) that a straight line gives, lowest first."""
    y, order = runs.tumours()[2], np.argsort(p)
    figure, ax = steady("tumours, lowest first", "value of the line")
    ax.axhspan(0, 1, color=GRID, alpha=0.4, linewidth=0)
    for k, style in enumerate(CLASSES):
        some = np.flatnonzero(y[order] == k)
        dots(ax, some, p[order][some], size=3.4, **style)
    ax.set(xlim=(-8, len(p) + 8), ylim=(p.min() - 0.1, p.max() + 0.1))
    note(ax, 0.02, 0.9, "● benign", CLASSES[0]["color"])
    note(ax, 0.02, 0.79, "■ malignant", CLASSES[1]["color"])
    outside = int(np.sum((p < 0) | (p > 1)))
    says = f"From {p.min():.2f} to {p.max():.2f}: {outside} of {len(p)} values lie"
    return Picture(figure, f"{says} outside the grey band from 0 to 1.")


def draw_price() -> Picture:
    """Draw what it costs to say p, by what the tumour is."""
    p = np.linspace(0.01, 0.99, 99)
    figure, ax = steady("probability p that is said", "price of one tumour")
    prices = {"■ malignant": -np.log(p), "● benign": -np.log(1 - p)}
    places = {"■ malignant": (0.21, "left"), "● benign": (0.79, "right")}
    for (name, price), style in zip(prices.items(), reversed(CLASSES), strict=True):
        x, side = places[name]
        ax.plot(p, price, color=style["color"])
        note(ax, x, 0.86, name, style["color"], ha=side)
    ax.set(xlim=(0, 1), ylim=(0, 4.7), xticks=(0, 0.5, 1), yticks=(0, 1, 2, 3, 4))
    return Picture(
        figure,
        "If the tumour is malignant, the price falls as p rises, from 4.61 at p = 0.01 "
        "to 0.01 at p = 0.99. If it is benign, the curve is the mirror image.",
    )


def draw_target(descend: Callable[..., Any] | None = None) -> Picture:
    """Draw how far 50 steps of 0.01 on the sum stay above the lowest loss.

    `descend` (X, y, beta, rate, steps) returns the losses of the same steps, to be
    drawn beside them; None draws the target alone.
    """
    X, y = runs.table("z-scores"), runs.tumours()[2]
    target = runs.run(0.01, "sum") - runs.lowest("z-scores")
    figure, ax = steady("step", "loss above the lowest, logarithmic", left=78)
    ax.set(yscale="log", xlim=(0, runs.STEPS), ylim=(1e-6, 1))
    ax.set_yticks((0.1, 1e-3, 1e-5), ("0.1", "0.001", "0.00001"))
    ax.minorticks_off()
    if descend is not None:
        losses = descend(X, y, np.ones(len(y)), 0.01, runs.STEPS) / len(y)
        ax.plot(losses - runs.lowest("z-scores"), **CURVES[0])
        note(ax, 0.98, 0.62, "yours", BLUE, ha="right")
    ax.plot(target, **CURVES[1])
    note(ax, 0.98, 0.78, "target", ORANGE, ha="right")
    says = f"The target falls from {target[0]:.3f} to {target[-1]:.6f} above the lowest"
    says = f"{says} loss per tumour, without a step uphill."
    return Picture(figure, says if descend is None else f"Yours and the target. {says}")


def card() -> str:
    """Draw the three rates of the chapter as a small picture."""
    figure, ax = thumb()
    for rate, style in zip((0.01, 0.1, 0.001), CURVES, strict=False):
        ax.plot(runs.run(rate, "sum")[:31], linewidth=2.4, **style)
    ax.set(ylim=(0, 2.2))
    return to_svg(figure)


def draw_stuck() -> Picture:
    """Draw two flat losses: as they are, and above the lowest possible one."""
    plain, left = steady("step", "loss per row", height=300)
    above, right = steady("step", "above the lowest, logarithmic", height=300, left=78)
    ends = []
    for spread, style in zip(runs.SPREADS, CURVES, strict=False):
        losses, lowest = runs.like_004(spread)
        at = np.unique(np.geomspace(1, len(losses), 200).astype(int)) - 1
        gap = np.maximum(losses - lowest, 1e-12)  # rounding may fall below
        left.plot(at, losses[at], **style)
        right.plot(at, gap[at], **style)
        ends.append(f"{gap[-1]:.4f} with columns of spread {spread:g}")
    for ax in (left, right):
        ax.set(xlim=(0, len(losses) - 1), xticks=range(0, len(losses), 3000))
    left.set(ylim=(0, 2), yticks=(0, 0.5, 1, 1.5, 2))
    right.set(yscale="log", ylim=(1e-5, 10))
    right.set_yticks((1, 0.01, 1e-4), ("1", "0.01", "0.0001"))
    right.minorticks_off()
    note(right, 0.98, 0.55, "spread 0.1", CURVES[1]["color"], ha="right")
    note(right, 0.07, 0.2, "spread 1", CURVES[0]["color"])
    says = " and ".join(ends)
    said = f"After 10,000 steps the loss is above the lowest by {says}."
    return Picture([plain, above], said)


# --- explorers ---


def draw_loss(learning_rate: float, loss: str, columns: str) -> Picture:
    """Draw the loss along a descent."""
    curve = runs.run(learning_rate, loss, columns)
    said = runs.verdict(curve, runs.lowest(columns))
    top = float(10 ** np.ceil(np.log10(curve.max()))) if curve.max() > 2 else 2.0
    ground = loss_axes(columns, top)
    figure, [ax] = ground.over()
    color = ORANGE if "swings" in said or "jumps" in said else BLUE
    ax.plot(curve, color=color, linewidth=2.2)
    return Picture(
        ground.under(figure),
        f"Rate {learning_rate:g} on the {loss}: the loss {said}, "
        f"{number(curve[-1])} after {runs.STEPS} steps.",
    )


def draw_valley(unit: int, step: int) -> Picture:
    """Draw the way down between rings of equal loss."""
    here, ground = runs.valley(unit), rings(unit)
    step = min(step, len(here.path) - 1)
    way = np.array([s.w[1:] for s in here.path[: step + 1]])  # (step + 1, 2)
    figure, [ax] = ground.over()
    line = np.vstack([way[:40], way[40::10], way[-1:]])
    ax.plot(*line.T, color=ORANGE, linewidth=1.4)
    dots(ax, *np.vstack([way[:40], way[40::20]]).T, color=ORANGE, size=5)
    dots(ax, *way[-1:].T, color=ORANGE, size=11)
    gap = here.path[step].objective - runs.lowest("z-scores")
    return Picture(
        ground.under(figure),
        f"Step {step:,}: {gap:.3f} above the lowest loss. "
        f"It arrives at step {here.arrived:,}.",
    )


def draw_sure(penalty: float) -> Picture:
    """Draw the loss on old and new tumours, and what the probabilities are worth."""
    here, at = runs.held(penalty), runs.PENALTIES.index(penalty)
    curves, line = shrinking(), honest()
    left, [ax] = curves.over()
    for name, color in (("train", BLUE), ("new", ORANGE)):
        loss = getattr(here, name).mean()
        # A loss below the panel is a mark on its edge that points down.
        height, mark = (loss, "o") if loss > LEAST else (1.12 * LEAST, "v")
        ax.plot(at, height, marker=mark, color=color)
    right, [ax] = line.over()
    for said, were, share in here.groups:
        dots(ax, [said], [were], color=ORANGE, size=5 + 22 * np.sqrt(share))
    return Picture([curves.under(left), line.under(right)], worth(penalty, here))


def worth(penalty: float, here: runs.Held) -> str:
    """Say what a penalty is worth on new tumours."""
    says = f"λ = {penalty:g}: loss {here.new.mean():.2f} on new tumours; "
    if not here.sure.any():
        return f"{says}no answer is 99 % sure."
    return f"{says}{100 * here.wrong:.1f} % of the sure answers are wrong."


def draw_cut(cost_of_a_miss: int, cut: float) -> Picture:
    """Draw the line p = cut, and what each cut costs."""
    at = runs.CUTS.index(cut)
    ground, cost = costs(cost_of_a_miss), runs.cost(cost_of_a_miss)[at]
    figure, [ax] = ground.over()
    ax.plot(at, cost, marker="o", color=ORANGE, markersize=11)
    missed, alarms = (count[at] for count in runs.counts())
    return Picture(
        [cut_line(cut), ground.under(figure)],
        f"Cut at {cut:g}: {missed} missed, {alarms} false alarms, cost {cost:,}.",
    )


# --- what frames share ---


@cache
def loss_axes(columns: str, top: float) -> Ground:
    """Draw the axes of a descent, and the lowest possible loss."""
    figure, ax = steady(
        "step", f"{LOSS_AXIS}, logarithmic", left=92 if top >= 1e6 else 78
    )
    low, best = 0.03 if columns == "all 30" else 0.17, runs.lowest(columns)
    log_ticks(ax, low, top)
    ax.set_xlim(0, runs.STEPS)
    if best > low:
        floor(ax, best)
    return Ground(figure)


def floor(ax: Any, best: float) -> None:
    """Mark the lowest possible loss; its name stands below, or above a long axis."""
    ax.axhline(best, color=FAINT, linestyle=":", linewidth=1.6)
    below = ax.get_yscale() == "linear" or ax.get_ylim()[1] < 3
    shift = {"xytext": (0, -5 if below else 5), "textcoords": "offset points"}
    place = {"xy": (0.98, best), "xycoords": ax.get_yaxis_transform()}
    side = {"ha": "right", "va": "top" if below else "bottom", "color": INK}
    ax.annotate(f"lowest possible {best:.3f}", **place, **shift, **side)


@cache
def tumours() -> Ground:
    """Draw the z-scores of mean radius and mean texture; classes are named below."""
    _, Z, y = runs.tumours()
    names = "mean radius (z-score)", "mean texture (z-score)"
    figure, ax = steady(*names, height=320)
    ax.grid(False)
    two_classes(ax, Z[:, :2], y, ("", ""), size=3.8)
    for (text, at, side), style in zip(NAMES, CLASSES, strict=True):
        figure.text(at, 9 / 320, text, ha=side, color=style["color"])
    return Ground(figure)


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
    return Ground(figure)


@cache
def shrinking() -> Ground:
    """Draw the loss on training and new tumours for every penalty."""
    names = "penalty λ (stops of the slider)", f"{LOSS_AXIS}, logarithmic"
    figure, ax = steady(*names, height=300, left=60)
    for name, style in zip(("train", "new"), CURVES, strict=False):
        ax.plot(mean_losses(name), **style)
    log_ticks(ax, LEAST, 6)
    ticks = [0, 3, 9, 15]
    ax.set_xticks(ticks, [f"{runs.PENALTIES[k]:g}" for k in ticks])
    note(ax, 0.3, 0.78, "new tumours", ORANGE)
    note(ax, 0.36, 0.13, "training", CURVES[0]["color"])
    return Ground(figure)


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
    return Ground(figure)


@cache
def costs(cost_of_a_miss: int) -> Ground:
    """Draw what each cut costs."""
    names = "cut (slider positions)", "cost in false alarms"
    figure, ax = steady(*names, height=320, left=66)
    cost = runs.cost(cost_of_a_miss)
    ax.plot(cost, **CURVES[0])
    ticks = [0, 5, 10, 14, 16]
    ax.set_xticks(ticks, [f"{runs.CUTS[k]:g}" for k in ticks])
    ax.set(xlim=(-0.5, len(cost) - 0.5), ylim=(0, 1.08 * cost.max()))
    return Ground(figure)


@cache
def cut_line(cut: float) -> str:
    """Draw the tumours and both sides of the line p = cut, under them its wash."""
    w, ground = runs.fitted() - [np.log(cut / (1 - cut)), 0, 0], tumours()
    below, [ax] = ground.over()
    wash(ax, w)
    above, [ax] = ground.over()
    linear_boundary(ax, w, tenths=False, shaded=False)
    name_line(ax, w, f"p = {cut:g}")
    return layers(below, ground.svg, above)


def number(value: float) -> str:
    """Return a loss as it is told: three decimals, or none if it is large."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"
