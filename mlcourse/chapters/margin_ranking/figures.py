"""What the lesson on margin ranking draws; minima and descents come from `runs`."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground, ticked
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.margin_ranking import race, runs
from mlcourse.chapters.margin_ranking.race import plain
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, GREEN, INK, ORANGE
from mlcourse.page.svg import to_svg

STYLES: dict[str, Any] = dict(zip(runs.LOSSES, CURVES, strict=True))
# Which weights are drawn: whether they are kept in the ball, and averaged.
WEIGHTS = {
    "last, in the ball": (True, False),
    "averaged, in the ball": (True, True),
    "last, no ball": (False, False),
    "averaged, no ball": (False, True),
}
APART = 0.6  # two numbers beside each other, in scores
# What the handles of each explorer reach.
LADDERS = {
    "penalty": steps(*runs.LAMS, at=0.1),
    "sets": choice(*runs.MIXES, at="ab, ac"),
}
MAJORITY = {
    "share": steps(*runs.SHARES, at=0.6),
    "loss": choice(*runs.LOSSES, at="min-max"),
}
DESCENT = {
    "passes": steps(*runs.PASSES, at=1),
    "penalty": choice(*runs.DESCENTS, at=1e-4),
    "weights": choice(*WEIGHTS, at="last, in the ball"),
}


def card() -> str:
    """Draw the ladders of two losses for two sets that share a label."""
    figure, ax = thumb()
    for side, loss in enumerate(("min-max", "pairs")):
        for k, z in enumerate(runs.ladder("ab, ac", 0.1, loss)):
            x, color = 5 * side + k, BLUE if k == 0 else FAINT
            ax.plot([x - 0.36, x + 0.36], [z, z], color=color, linewidth=5)
    ax.set(xlim=(-0.6, 8.6), ylim=(-1.4, 1.4))
    return to_svg(figure)


# --- ladders


def draw_ladders(penalty: float, sets: str) -> Picture:
    """Draw the scores at the minimum of each loss."""
    mix, told = runs.MIXES[sets], []
    least = runs.best_order(*mix)
    for loss in runs.LOSSES:
        told.append(f"{runs.misranked(runs.ladder(sets, penalty, loss), *mix):.2f}")
    return Picture(
        [rungs(sets, penalty, *some) for some in (runs.LOSSES[:2], runs.LOSSES[2:])],
        f"Ranking loss {', '.join(told)}; the best order has {least:.2f}.",
    )


@cache
def rungs(sets: str, lam: float, *losses: str) -> str:
    """Draw the ladders of two losses, a rung a label."""
    ground = rails(*losses)
    figure, [ax] = ground.over()
    shares = runs.MIXES[sets].p @ runs.MIXES[sets].Y
    for side, loss in enumerate(losses):
        scores = np.round(runs.ladder(sets, lam, loss), 2) + 0.0
        last = np.inf
        for k, z in enumerate(scores):
            x, color = 5 * side + k, BLUE if shares[k] else FAINT
            ax.plot([x - 0.38, x + 0.38], [z, z], color=color, linewidth=6)
            if k and z == scores[k - 1]:  # one number for a row of level rungs
                last = np.inf
            else:
                height, number = z + (0.22 if z >= 0 else -0.75), f"{z:.2f}"
                if z < 0 and abs(height - last) < APART:  # its neighbour's is there
                    height = last - APART
                text = number.replace("-", "−")
                ax.text(x, height, text, ha="center", color=INK)
                last = height
    return ground.under(figure)


@cache
def rails(*losses: str) -> Ground:
    """Draw what is behind the rungs."""
    figure, ax = steady("", "score at the minimum", 300, left=40)
    ax.axhline(0, color=FAINT, linewidth=1)
    ax.set(xlim=(-0.7, 8.7), ylim=(-4.2, 4.9), yticks=(-2, 0, 2), xticks=())
    ax.grid(visible=False)
    ticked(ax, "x", {5 * s + k: runs.NAMES[k] for s in range(2) for k in range(4)})
    for side, loss in enumerate(losses):
        ax.text(5 * side - 0.4, 4.15, loss, color=INK, fontweight="bold")
    return Ground(figure)


def draw_majority(share: float, loss: str) -> Picture:
    """Draw the scores of one loss, and how they change with the share of {a}."""
    at = runs.SHARES.index(share)
    told = (f"{z + 0.0:.2f}" for z in runs.majority(loss)[at].round(2))
    a, b, c, _ = (number.replace("-", "−") for number in told)
    return Picture(
        [votes(share, loss), by_share(share, loss)],
        f"{loss.capitalize()}. a: {a}, b: {b}, c and d: {c}",
    )


@cache
def votes(share: float, loss: str) -> str:
    """Draw the ladder of one loss."""
    ground = one_rail()
    figure, [ax] = ground.over()
    for k, z in enumerate(runs.majority(loss)[runs.SHARES.index(share)]):
        color = BLUE if k < 2 else FAINT
        ax.plot([k - 0.38, k + 0.38], [z, z], color=color, linewidth=7)
    return ground.under(figure)


@cache
def one_rail() -> Ground:
    """Draw what is behind these rungs."""
    figure, ax = steady("", "score at the minimum", 300, left=40)
    ax.axhline(0, color=FAINT, linewidth=1)
    ax.set(xlim=(-0.7, 3.7), ylim=(-2.1, 2.1), yticks=(-2, -1, 0, 1, 2), xticks=())
    ax.grid(visible=False)
    ticked(ax, "x", dict(enumerate(runs.NAMES)))
    return Ground(figure)


@cache
def by_share(share: float, loss: str) -> str:
    """Mark the share on the curves of a, b and the others."""
    ground, at = share_curves(loss), runs.SHARES.index(share)
    figure, [ax] = ground.over()
    for k, color in enumerate((BLUE, ORANGE, FAINT)):
        dots(ax, [share], [runs.majority(loss)[at, k]], color=color, size=11)
    return ground.under(figure)


@cache
def share_curves(loss: str) -> Ground:
    """Draw the scores by the share of documents that have {a}."""
    figure, ax = steady("share of documents with {a}", "score at the minimum", 300)
    curves = ((BLUE, "-", "a"), (ORANGE, "--", "b"), (FAINT, ":", "c and d"))
    for k, (color, style, name) in enumerate(curves):
        z = runs.majority(loss)[:, k]
        ax.plot(runs.SHARES, z, color=color, linestyle=style, linewidth=2.4)
        note(ax, 0.03 + 0.12 * k, 0.93, name, color)
    ax.set(xlim=(0.48, 0.97), ylim=(-2.1, 2.6), yticks=(-2, -1, 0, 1, 2))
    ax.set_xticks((0.5, 0.6, 0.7, 0.8, 0.9), ("0.5", "0.6", "0.7", "0.8", "0.9"))
    return Ground(figure)


# --- Pegasos


def draw_descent(passes: int, penalty: float, weights: str) -> Picture:
    """Draw the objective and the length of the weights, up to this pass."""
    run = runs.descent(penalty, *WEIGHTS[weights])[: passes + 1]
    f = np.array([epoch.objective for epoch in run])
    length = np.array([runs.norm(epoch) for epoch in run])
    return Picture(
        [fallen(penalty, WEIGHTS[weights][1], f), lengths(penalty, length)],
        f"After pass {passes}: objective {f[-1]:.2f}, norm {length[-1]:.2f}; "
        f"the ball has radius {runs.radius(penalty):g}.",
    )


def by_pass(k: Any) -> Any:
    """Return where a pass lies on the axis: early ones get more room.

    >>> by_pass(3).item()
    2.0
    """
    return np.log2(1 + np.asarray(k, dtype=float))


def fallen(lam: float, average: bool, f: Array) -> str:
    """Draw the objective so far, beside that of shorter first steps."""
    ground = objective_axes(lam, average)
    figure, [ax] = ground.over()
    ax.plot(by_pass(range(len(f))), f, color=BLUE)
    dots(ax, [by_pass(len(f) - 1)], [f[-1]], color=BLUE, size=10)
    return ground.under(figure)


@cache
def objective_axes(lam: float, average: bool) -> Ground:
    """Draw the axes of the objective, that of W = 0, and shorter first steps."""
    figure, ax = steady("pass", "objective", 300, left=58)
    ax.set(yscale="log", ylim=(0.08, 900))
    ax.minorticks_off()
    ax.set_yticks((0.1, 1, 10, 100), ("0.1", "1", "10", "100"))
    _passes(ax)
    ax.axhline(1, color=FAINT, linewidth=1)
    other = [epoch.objective for epoch in runs.descent(lam, True, average, None)]
    ax.plot(by_pass(range(len(other))), other, color=GREEN, linestyle="--")
    note(ax, 0.985, 0.92, "steps as published", BLUE, ha="right")
    note(ax, 0.985, 0.82, "first steps short (package)", GREEN, ha="right")
    return Ground(figure)


def lengths(lam: float, length: Array) -> str:
    """Draw the length of the weights so far, and the radius of the ball."""
    ground = norm_axes(lam)
    figure, [ax] = ground.over()
    at = by_pass(range(1, len(length)))
    ax.plot(at, length[1:], color=BLUE)
    if len(length) > 1:
        dots(ax, at[-1:], length[-1:], color=BLUE, size=10)
    return ground.under(figure)


@cache
def norm_axes(lam: float) -> Ground:
    """Draw the axes of the length, and the radius of the ball."""
    figure, ax = steady("pass", "norm of the weights", 300, left=62)
    ax.set(yscale="log", ylim=(0.008, 4000))
    ax.minorticks_off()
    ax.set_yticks((0.01, 1, 100), ("0.01", "1", "100"))
    _passes(ax)
    ax.axhline(runs.radius(lam), color=ORANGE, linestyle="--")
    note(ax, 0.985, 0.92, "radius of the ball", ORANGE, ha="right")
    return Ground(figure)


def _passes(ax: Any) -> None:
    """Set the axis of passes."""
    ticks = (0, 1, 3, 10, 30, 120)
    ax.set(xlim=by_pass([0, 150]) - [0.2, 0])
    ax.set_xticks(by_pass(ticks), map(str, ticks))


# --- still


def draw_race() -> Picture:
    """Draw the mean ranking loss on new rows by lambda, for each loss and set."""
    panels, told = [], []
    for data in race.SETS:
        figure, ax = steady("λ", f"ranking loss, new rows of {data}", 300, left=60)
        for k, loss in enumerate(runs.LOSSES):
            lams = race.grid(data, loss)
            means = [race.results(data, loss, alpha=a).mean() for a in lams]
            ax.plot(lams, means, **STYLES[loss])
            color = STYLES[loss]["color"]
            note(ax, 0.03, 0.9 - 0.1 * k, loss, color)
            told.append(f"{loss} {race.results(data, loss).mean():.3f}")
        low, ticks = LIMITS[data]
        ax.set(xscale="log", xlim=(low, 4e-2), ylim=(ticks[0], ticks[-1]))
        ax.minorticks_off()
        marks = [mark for mark in (1e-5, 1e-4, 1e-3, 1e-2) if mark > low]
        ax.set_xticks(marks, [plain(mark) for mark in marks])
        ax.set_yticks(ticks)
        panels.append(figure)
    one, two = ", ".join(told[:4]), ", ".join(told[4:])
    return Picture(
        panels, f"λ chosen inside: docstrings: {one}. scene: {two}. Lower is better."
    )


# Where the axes of a set begin, and what is marked on the vertical one.
LIMITS = {
    "docstrings": (8e-6, (0.04, 0.06, 0.08, 0.1)),
    "scene": (8e-5, (0.07, 0.08, 0.09, 0.1)),
}
