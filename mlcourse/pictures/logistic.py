"""What the chapter on logistic regression draws; the runs are in `logistic_runs`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from mlcourse.arrays import Array
from mlcourse.formulas.losses import log_loss, sigmoid
from mlcourse.page.picture import Picture
from mlcourse.page.plots import (
    dots,
    linear_boundary,
    log_ticks,
    name_line,
    note,
    steady,
    two_classes,
)
from mlcourse.page.style import BLUE, CLASSES, CURVES, FAINT, GRID, INK, ORANGE
from mlcourse.pictures import logistic_runs as runs
from mlcourse.solvers.logistic import with_ones

LOSS = "loss per tumour"
TWO = "mean radius, mean texture"
GROUPS = np.array([0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1])  # of probabilities


def draw_tumours() -> Picture:
    """Draw two raw columns."""
    figure, _ = plane(TWO, runs.tumours()[0][:, :2])
    return Picture(
        figure,
        "569 tumours by mean radius and mean texture. Malignant ones lie to the right, "
        "with large nuclei, and somewhat higher; around radius 14 the two overlap.",
    )


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


def draw_settled() -> Picture:
    """Draw the descent that goes well: learning rate 0.01 on the sum."""
    curve = runs.run(0.01, "sum")[:51]
    figure, ax = steady("step", LOSS)
    ax.plot(curve, **CURVES[0])
    floor(ax, runs.lowest("z-scores"))
    ax.set(xlim=(0, 50), ylim=(0, 0.75), yticks=(0, 0.25, 0.5, 0.75))
    says = f"The loss falls at every step, from {curve[0]:.3f} to {curve[-1]:.3f}"
    return Picture(figure, f"{says} per tumour after 50 steps.")


def draw_target(slope: Callable[..., Any] | None = None) -> Picture:
    """Draw 50 steps of 0.01 down the true gradient, and down `slope` (w, X, y, beta).

    None draws the target alone.
    """
    X, y = runs.table("z-scores"), runs.tumours()[2]
    ones, w, losses = np.ones(len(y)), np.zeros(3), []
    figure, ax = steady("step", LOSS)
    if slope is not None:
        for _ in range(51):
            losses.append(log_loss(X @ w, y) / len(y))
            w = w - 0.01 * slope(w, X, y, ones)
        ax.plot(losses, **CURVES[0])
        note(ax, 0.98, 0.2, "yours", BLUE, ha="right")
    ax.plot(runs.run(0.01, "sum")[:51], **CURVES[1])
    note(ax, 0.98, 0.42, "target", ORANGE, ha="right")
    ax.set(xlim=(0, 50), ylim=(0, 0.75), yticks=(0, 0.25, 0.5, 0.75))
    says = "The target falls from 0.693 to 0.256 per tumour, most of it in 20 steps."
    return Picture(figure, says if slope is None else f"Yours and the target. {says}")


# --- explorers ---


def draw_loss(learning_rate: float, loss: str, columns: str) -> Picture:
    """Draw the loss along a descent, and how far its first step goes."""
    curve, best = runs.run(learning_rate, loss, columns), runs.lowest(columns)
    said = runs.verdict(curve, best)
    figure, ax = steady("step", f"{LOSS}, logarithmic", left=78)
    style = CURVES["swings" in said or "jumps" in said]
    ax.plot(curve, **style | {"linestyle": "-", "linewidth": 2.2})
    low = 0.03 if columns == "all 30" else 0.17
    top = float(10 ** np.ceil(np.log10(curve.max()))) if curve.max() > 2 else 2.0
    log_ticks(ax, low, top)
    ax.set_xlim(0, runs.STEPS)
    if best > low:
        floor(ax, best)
    return Picture(
        figure,
        f"Rate {learning_rate:g} on the {loss}, {columns}: the loss {said}; "
        f"{number(curve[-1])} after {runs.STEPS} steps, the lowest is {number(best)}.",
    )


def draw_boundary(columns: str, step: int) -> Picture:
    """Draw where a descent puts the line p = 0.5, and how steep p is across it."""
    now, Z, y = runs.descent(columns)[step], runs.tumours()[1], runs.tumours()[2]
    two = Z[:, runs.PAIRS[columns]]
    figure, ax = plane(columns, two, " (z-score)")
    linear_boundary(ax, now.w)
    name_line(ax, now.w, "p = 0.5")
    length = float(np.linalg.norm(now.w[1:]))
    side, curve = steady("distance from the line", "probability p", height=320)
    x = np.linspace(-3, 3, 61)
    curve.plot(x, sigmoid(length * x), **CURVES[0])
    curve.set(xlim=(-3, 3), ylim=(-0.02, 1.02), xticks=(-2, 0, 2))
    curve.set_yticks((0, 0.1, 0.5, 0.9, 1))
    if step == 0:
        says = "Step 0: all weights are 0, p is 0.5 everywhere, there is no line yet"
    else:
        wrong = int(np.sum((with_ones(two) @ now.w > 0) != (y == 1)))
        says = f"Step {step}: {wrong} of {len(y)} on the wrong side"
    loss = now.objective / len(y)
    says = f"{says}; weights of length {length:.2f}, loss {loss:.3f}."
    return Picture([figure, side], says)


def draw_valley(unit: int, step: int) -> Picture:
    """Draw the way down between rings of equal loss."""
    here = runs.valley(unit)
    step = min(step, len(here.path) - 1)
    way = np.array([s.w[1:] for s in here.path[: step + 1]])  # (step + 1, 2)
    figure, ax = steady("weight of radius", "weight of texture", height=300)
    for ring in here.rings:
        ax.plot(*ring.T, color=FAINT, linewidth=0.9)
    ax.plot(*way.T, color=ORANGE, linewidth=1.4)
    dots(ax, *way[-60:].T, color=ORANGE, size=5)
    ax.plot(*here.best, marker="+", color=INK, markersize=15, markeredgewidth=2.4)
    ax.set(xlim=(-0.5, 5), ylim=(-1, 2.2), xticks=range(6), yticks=(-1, 0, 1, 2))
    loss = here.path[step].objective
    gap = loss - runs.lowest("z-scores")
    return Picture(
        figure,
        f"Unit {unit}, step {step}: loss {loss:.3f}, {gap:.3f} above the lowest; "
        f"within 0.001 of it from step {here.arrived} on.",
    )


def draw_sure(penalty: float) -> Picture:
    """Draw the loss on old and new tumours, and what the probabilities are worth."""
    here = runs.held(penalty)
    left, ax = steady("penalty λ", f"{LOSS}, logarithmic", height=300, left=60)
    places = np.arange(len(runs.PENALTIES))
    train, new = (
        np.array([getattr(runs.held(each), name).mean() for each in runs.PENALTIES])
        for name in ("train", "new")
    )
    ax.plot(places, np.maximum(train, 1e-4), **CURVES[0])
    ax.plot(places, new, **CURVES[1])
    log_ticks(ax, 0.005, 6)
    at = runs.PENALTIES.index(penalty)
    for curve, color in ((train, BLUE), (new, ORANGE)):
        ax.plot(at, curve[at], marker="o", color=color, clip_on=True)
    ticks = [0, 3, 9, 15]
    ax.set_xticks(ticks, [f"{runs.PENALTIES[k]:g}" for k in ticks])
    note(ax, 0.3, 0.78, "new tumours", ORANGE)
    note(ax, 0.36, 0.13, "training", BLUE)
    right, ax = steady("probability given", "share that is malignant", height=300)
    ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1.2)
    group = np.digitize(here.p, GROUPS[1:-1])  # (n,)
    for k in np.unique(group):
        some = group == k
        size = 5 + 22 * np.sqrt(some.mean())
        mean = [here.p[some].mean()], [here.y[some].mean()]
        dots(ax, *mean, color=ORANGE, size=size)
    ax.set(xlim=(-0.06, 1.06), ylim=(-0.06, 1.06), xticks=(0, 0.5, 1))
    ax.set_yticks((0, 0.5, 1))
    says = f"λ = {penalty:g}: {percent(here.accuracy.mean())} of new tumours right"
    if here.sure.any():
        says += f"; {percent(here.sure.mean())} of the answers are 99 % sure"
        says += f", {percent(here.wrong)} of those are wrong"
    else:
        says += "; no answer is 99 % sure"
    return Picture([left, right], f"{says}. Loss {number(here.new.mean())}.")


def draw_cut(cost_of_a_miss: int, cut: float) -> Picture:
    """Draw the line p = cut, and what each cut costs."""
    _, Z, y = runs.tumours()
    w = runs.fitted()
    p = sigmoid(runs.table("z-scores") @ w)  # (n,)
    figure, ax = plane(TWO, Z[:, :2], " (z-score)")
    w_cut = w - [np.log(cut / (1 - cut)), 0, 0]
    linear_boundary(ax, w_cut, tenths=False)
    name_line(ax, w_cut, f"p = {cut:g}")
    side, costs = steady("cut", "cost in false alarms", height=320, left=60)
    missed, alarms = runs.counts(p, y)
    cost = cost_of_a_miss * missed + alarms
    costs.plot(cost, **CURVES[0])
    at = runs.CUTS.index(cut)
    costs.plot(at, cost[at], marker="o", color=ORANGE, markersize=11)
    ticks = [0, 5, 10, 14, 16]
    costs.set_xticks(ticks, [f"{runs.CUTS[k]:g}" for k in ticks])
    costs.set(xlim=(-0.5, len(runs.CUTS) - 0.5), ylim=(0, 1.08 * cost.max()))
    return Picture(
        [figure, side],
        f"Cut at {cut:g}: {int(y.sum()) - missed[at]} of {int(y.sum())} malignant "
        f"found, {alarms[at]} false alarms; cost {cost[at]:,}.",
    )


# --- pieces ---


def number(value: float) -> str:
    """Return a loss as it is told: three decimals, or none if it is large."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


def percent(share: float) -> str:
    """Return a share in per cent, with one decimal."""
    return f"{100 * share:.1f} %"


def floor(ax: Any, best: float) -> None:
    """Mark the lowest possible loss."""
    ax.axhline(best, color=FAINT, linestyle=":", linewidth=1.6)
    place: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "color": INK}
    room = ax.get_yscale() == "linear" or ax.get_ylim()[1] < 3  # below the line
    at = (best * 0.96, "top") if room else (best * 1.3, "bottom")
    ax.text(0.98, at[0], f"lowest possible {best:.3f}", ha="right", va=at[1], **place)


def plane(columns: str, table: Array, unit: str = "") -> tuple[Figure, Any]:
    """Return a panel with the tumours on two columns, and the names of the classes."""
    x, y = columns.split(", ")
    figure, ax = steady(x + unit, y + unit, height=320)
    ax.grid(False)
    two_classes(ax, table, runs.tumours()[2], ("", ""), size=3.8)
    low, high = ax.get_ylim()
    ax.set_ylim(low, high + 0.1 * (high - low))  # room for the names
    note(ax, 0.02, 0.93, "● benign", CLASSES[0]["color"])
    note(ax, 0.98, 0.93, "■ malignant", CLASSES[1]["color"], ha="right")
    return figure, ax
