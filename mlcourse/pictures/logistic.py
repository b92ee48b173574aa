"""What the chapter on logistic regression draws; the runs are in `logistic_runs`."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas.losses import sigmoid
from mlcourse.page.controls import choice, log_range, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import (
    dots,
    linear_boundary,
    name_line,
    note,
    steady,
    wash,
)
from mlcourse.page.style import BLUE, CLASSES, CURVES, GRID, ORANGE
from mlcourse.page.svg import layers, to_svg
from mlcourse.pictures import logistic_grounds as grounds
from mlcourse.pictures import logistic_runs as runs
from mlcourse.pictures.thumbs import thumb
from mlcourse.solvers.logistic import with_ones

TWO = "mean radius, mean texture"
# What the handles of each explorer reach.
LOSS = {
    "learning_rate": log_range(0.001, 100, 21, at=0.1),
    "loss": choice("sum", "mean"),
    "columns": choice(*runs.COLUMNS),
}
VALLEY = {"unit": steps(1, 2, 3, 5, 7, 10, at=1), "step": steps(*runs.FAR, at=20)}
LINE = {"columns": choice(*runs.PAIRS), "step": steps(*runs.NEAR, at=5)}
SURE = {"penalty": steps(*runs.PENALTIES, at=0.0)}
CUT = {"cost_of_a_miss": choice(1, 5, 20, 100, at=20), "cut": steps(*runs.CUTS, at=0.5)}


def draw_tumours() -> Picture:
    """Draw two raw columns."""
    figure, _ = grounds.plane(TWO, runs.tumours()[0][:, :2])
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
    curve = runs.run(0.01, "sum")
    figure, ax = steady("step", grounds.LOSS)
    ax.plot(curve, **CURVES[0])
    grounds.floor(ax, runs.lowest("z-scores"))
    ax.set(xlim=(0, 50), ylim=(0, 0.82), yticks=(0, 0.25, 0.5, 0.75))
    says = f"The loss falls at every step, from {curve[0]:.3f} to {curve[-1]:.3f}"
    return Picture(figure, f"{says} per tumour after 50 steps.")


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


# --- explorers ---


def draw_loss(learning_rate: float, loss: str, columns: str) -> Picture:
    """Draw the loss along a descent."""
    curve, best = runs.run(learning_rate, loss, columns), runs.lowest(columns)
    said = runs.verdict(curve, best)
    top = float(10 ** np.ceil(np.log10(curve.max()))) if curve.max() > 2 else 2.0
    ground = grounds.loss_axes(columns, top)
    figure, ax = ground.over()
    color = ORANGE if "swings" in said or "jumps" in said else BLUE
    ax.plot(curve, color=color, linewidth=2.2)
    least = f"the lowest is {number(best)}"
    if columns == "all 30":
        least = "a plane separates the classes, so there is no lowest"
    return Picture(
        ground.under(figure),
        f"Rate {learning_rate:g} on the {loss}, {columns}: the loss {said}, "
        f"{number(curve[-1])} after {runs.STEPS} steps; {least}.",
    )


def draw_boundary(columns: str, step: int) -> Picture:
    """Draw where a descent puts the line p = 0.5, and how steep p is across it."""
    now, Z, y = runs.descent(columns)[step], runs.tumours()[1], runs.tumours()[2]
    length = float(np.linalg.norm(now.w[1:]))
    beside = grounds.across()
    curve, ax = beside.over()
    x = np.linspace(-3, 3, 61)
    ax.plot(x, sigmoid(length * x), **CURVES[0])
    if step == 0:
        says = "Step 0: all weights are 0, p is 0.5 everywhere, there is no line yet"
    else:
        two = with_ones(Z[:, runs.PAIRS[columns]])
        wrong = int(np.sum((two @ now.w > 0) != (y == 1)))
        says = f"Step {step}: {wrong} of {len(y)} on the wrong side"
    loss = now.objective / len(y)
    says = f"{says}; weights of length {length:.2f}, loss {loss:.3f}."
    return Picture([sides(columns, now.w, "p = 0.5"), beside.under(curve)], says)


def draw_valley(unit: int, step: int) -> Picture:
    """Draw the way down between rings of equal loss."""
    here, ground = runs.valley(unit), grounds.rings(unit)
    step = min(step, len(here.path) - 1)
    way = np.array([s.w[1:] for s in here.path[: step + 1]])  # (step + 1, 2)
    figure, ax = ground.over()
    ax.plot(
        *np.vstack([way[:40], way[40::10], way[-1:]]).T, color=ORANGE, linewidth=1.4
    )
    dots(ax, *way[:40].T, color=ORANGE, size=5)
    dots(ax, *way[40::20].T, color=ORANGE, size=5)
    dots(ax, *way[-1:].T, color=ORANGE, size=11)
    loss = here.path[step].objective
    gap = loss - runs.lowest("z-scores")
    return Picture(
        ground.under(figure),
        f"Unit {unit}, step {step}: loss {loss:.3f}, {gap:.3f} above the lowest; "
        f"within 0.001 of it from step {here.arrived} on.",
    )


def draw_sure(penalty: float) -> Picture:
    """Draw the loss on old and new tumours, and what the probabilities are worth."""
    here, at = runs.held(penalty), runs.PENALTIES.index(penalty)
    curves, line = grounds.shrinking(), grounds.honest()
    left, ax = curves.over()
    for name, color in (("train", BLUE), ("new", ORANGE)):
        loss = getattr(here, name).mean()
        inside = loss > grounds.LEAST
        # A loss below the panel is a mark on its edge that points down.
        ax.plot(
            at,
            loss if inside else 1.12 * grounds.LEAST,
            marker="o" if inside else "v",
            color=color,
        )
    right, ax = line.over()
    for said, were, share in here.groups:
        dots(ax, [said], [were], color=ORANGE, size=5 + 22 * np.sqrt(share))
    return Picture([curves.under(left), line.under(right)], worth(penalty, here))


def worth(penalty: float, here: runs.Held) -> str:
    """Say what a penalty is worth: the losses, the sure answers, the second panel."""
    old, new = (number(losses.mean()) for losses in (here.train, here.new))
    says = f"λ = {penalty:g}: loss {old} in training, {new} on new tumours, "
    says += f"{percent(here.accuracy.mean())} of them right; "
    if here.sure.any():
        says += f"{percent(here.sure.mean())} of the answers are 99 % sure, "
        says += f"{percent(here.wrong)} of those are wrong"
    else:
        says += "no answer is 99 % sure"
    return f"{says}. The dots are {here.off:.3f} off the line on average."


def draw_cut(cost_of_a_miss: int, cut: float) -> Picture:
    """Draw the line p = cut, and what each cut costs."""
    at, total = runs.CUTS.index(cut), int(runs.tumours()[2].sum())
    ground, cost = grounds.costs(cost_of_a_miss), runs.cost(cost_of_a_miss)[at]
    figure, ax = ground.over()
    ax.plot(at, cost, marker="o", color=ORANGE, markersize=11)
    missed, alarms = (count[at] for count in runs.counts())
    return Picture(
        [cut_line(cut), ground.under(figure)],
        f"Cut at {cut:g}: {total - missed} of {total} malignant found, {alarms} false "
        f"alarms; a miss costs {cost_of_a_miss}, all together {cost:,}.",
    )


# --- pieces ---


@cache
def cut_line(cut: float) -> str:
    """Draw the tumours and the line p = cut."""
    w = runs.fitted() - [np.log(cut / (1 - cut)), 0, 0]
    return sides(TWO, w, f"p = {cut:g}", tenths=False)


def sides(columns: str, w: Array, name: str, tenths: bool = True) -> str:
    """Draw the tumours of two columns and both sides of a line, under them its wash."""
    ground = grounds.tumours(columns)
    below, ax = ground.over()
    wash(ax, w)
    above, ax = ground.over()
    linear_boundary(ax, w, tenths=tenths, shaded=False)
    name_line(ax, w, name)
    return layers(below, ground.svg, above)


def number(value: float) -> str:
    """Return a loss as it is told: three decimals, or none if it is large."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


def percent(share: float) -> str:
    """Return a share in per cent, with one decimal; no line ends before the sign."""
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"
