"""More pictures of the chapter on REML: the threshold, round by round, the cut."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.chapters.common.grounds import Ground
from mlcourse.formulas.proximal import soft_threshold
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, GREEN, INK, ORANGE, PURPLE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import reml_one as one
from mlcourse.pictures import reml_runs as runs
from mlcourse.pictures.reml import matrices

ROWS = 24  # of a matrix that is drawn
THRESHOLDS = (0.0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0)
OF = ("what rank 3 leaves", "the labels")
SOFT = {
    "threshold": steps(*THRESHOLDS, at=0.3),
    "of": choice(*OF),
}
STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15)
RHO = "\N{GREEK SMALL LETTER RHO}"
TIMES = {f"λ₃ / (2{RHO})": 1.0, f"λ₃ / {RHO}": 2.0}  # how large is a threshold
ROUND = {
    "round": steps(*STEPS, at=15),
    "lambda_3": steps(0.02, 0.3, 0.5, 1.5, at=0.5),
    "threshold": choice(*TIMES, at=list(TIMES)[1]),
}
PARTS = ("squared error", "λ₁ |H|²", "λ₂ (|U|² + |V|²)", "λ₃ |XH|₁")
COLORS = (BLUE, PURPLE, GREEN, ORANGE)
KEYS = (CURVES[1], CURVES[3], CURVES[0])  # ridge is orange, REML blue, as before
CUTS = tuple(k / 20 for k in range(3, 18))
CUT = {
    "cut": steps(*CUTS, at=0.5),
    "learner": choice(*one.CUTTERS, at="ridge, λ = 100"),
}


# --- the threshold


def draw_soft(threshold: float, of: str) -> Picture:
    """Draw the soft threshold, and what it leaves of a matrix."""
    given = runs.task(0)
    R = one.residual() if of == OF[0] else given.Y - given.Y.mean(axis=0)
    Z = soft_threshold(R, threshold)
    left, ones = Z != 0, given.Y[:, runs.HEAD :] == 1
    head, tail = left[:, : runs.HEAD].mean(), left[:, runs.HEAD :]
    says = (
        f"Threshold {threshold:g} on {of}: not 0 are {head:.0%} of the head's entries, "
        f"{tail[ones].mean():.0%} of the tail's ones and {tail[~ones].mean():.0%} of "
        "its zeros."
    )
    name = f"left of {of}: {ROWS} rows"
    return Picture([bent(threshold), matrices((Z[:ROWS], name, 1.0))], says)


@cache
def bent(threshold: float) -> str:
    """Draw the soft threshold as a curve."""
    figure, ax = steady("entry a", "what is left of it, z", height=350)
    a = np.array([-1.2, -threshold, threshold, 1.2])
    ax.plot([-1.2, 1.2], [-1.2, 1.2], color=FAINT, linestyle=":", linewidth=1.6)
    ax.plot(a, soft_threshold(a, threshold), **CURVES[0])
    some = np.array([0.9, 0.2, -0.4])
    here = soft_threshold(some, threshold)
    ax.vlines(some, np.minimum(some, here), np.maximum(some, here), color=ORANGE)
    dots(ax, some, here, color=ORANGE, size=11)
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    note(ax, 0.03, 0.92, "dotted: nothing is taken", INK)
    return to_svg(figure)


# --- round by round


def draw_round(round: int, lambda_3: float, threshold: str) -> Picture:
    """Draw the four parts of the objective and both recalls, round by round."""
    way = one.rounds(lambda_3, TIMES[threshold])
    here, grounds = way[round], sides(lambda_3, threshold)
    panels = []
    for k, ground in enumerate(grounds):
        figure, [ax] = ground.over()
        if k:
            for value, color in zip(here.recall[:2], (BLUE, ORANGE), strict=True):
                dots(ax, [round], [value], color=color, size=12)
        else:
            ax.axvline(round, ymax=0.78, color=INK, linewidth=1.8)
        panels.append(ground.under(figure))
    told = zip(PARTS, here.terms, strict=True)
    words = ", ".join(f"{name} {value:.1f}" for name, value in told)
    says = (
        f"Round {round} with λ₃ = {lambda_3:g} and the threshold {threshold}: "
        f"F = {sum(here.terms):.1f} ({words}); recall of the head "
        f"{here.recall.head:.2f}, of the tail {here.recall.tail:.2f}."
    )
    return Picture(panels, says)


@cache
def sides(lambda_3: float, threshold: str) -> tuple[Ground, Ground]:
    """Draw what does not move: the parts as a stack, and both recalls."""
    way = one.rounds(lambda_3, TIMES[threshold])
    at = np.arange(len(way))
    figure, ax = steady("round", "objective F, in four parts", height=330)
    below = np.zeros(len(way))
    for k, (name, color) in enumerate(zip(PARTS, COLORS, strict=True)):
        part = np.array([each.terms[k] for each in way])
        ax.fill_between(at, below, below + part, color=color, linewidth=0)
        below = below + part
        small = " (too thin to see)" if k == 1 else ""
        x, y = 0.02 + 0.46 * (k % 2), 0.92 - 0.09 * (k // 2)
        note(ax, x, y, f"■ {name}{small}", color)
    ax.set(xlim=(0, len(way) - 1), ylim=(0, 640), yticks=(0, 200, 400))
    ax.set_xticks(range(0, len(way), 5))
    right, ax = steady("round", "recall on new rows", height=330)
    recalls = np.array([each.recall for each in way])  # (rounds, 3)
    for values, style in zip(recalls.T[:2], CURVES, strict=False):
        ax.plot(at, values, **style)
    ax.set(xlim=(-0.3, len(way) - 0.7), ylim=(0, 1.3), yticks=(0, 0.5, 1))
    ax.set_xticks(range(0, len(way), 5))
    note(ax, 0.02, 0.92, "head", BLUE)
    note(ax, 0.3, 0.92, "tail", ORANGE)
    return Ground(figure), Ground(right)


# --- where to cut


def draw_cut(cut: float, learner: str) -> Picture:
    """Draw precision against recall, and what a cut finds of head and tail."""
    here, ground = one.cut(learner, cut), trade()
    figure, [ax] = ground.over()
    for name, style in zip(one.CUTTERS, KEYS, strict=True):
        told = one.cut(name, cut)
        strong = name == learner
        color: Any = style["color"]
        dots(ax, [told.recall], [told.precision], color=color, size=14 if strong else 7)
    says = (
        f"{learner}, cut at {cut:.2f}: precision {here.precision:.2f}, recall "
        f"{here.recall:.2f}; of the head {here.head:.2f}, of the tail {here.tail:.2f}."
    )
    return Picture([ground.under(figure), found_by(learner, cut)], says)


@cache
def trade() -> Ground:
    """Draw the curve of each learner: all its cuts."""
    figure, ax = steady("recall", "precision; a dot: this cut", height=320)
    for name, style in zip(one.CUTTERS, KEYS, strict=True):
        ax.plot(*one.curve(name), **style)
    ax.set(xlim=(0, 1.02), ylim=(0.2, 1.03), xticks=(0, 0.5, 1))
    ax.set_yticks((0.25, 0.5, 0.75, 1))
    for k, (name, style) in enumerate(zip(one.CUTTERS, KEYS, strict=True)):
        note(ax, 0.03, 0.24 - 0.09 * k, name, style["color"])
    return Ground(figure)


@cache
def found_by(learner: str, cut: float) -> str:
    """Draw precision, and the recall of head and tail, at a cut."""
    here = one.cut(learner, cut)
    figure, ax = steady("", f"{learner}, cut at {cut:.2f}", height=320)
    values = here.precision, here.head, here.tail
    for k, (value, color) in enumerate(zip(values, (FAINT, BLUE, ORANGE), strict=True)):
        ax.bar(k, value, 0.6, color=color)
        ax.text(k, value + 0.02, f"{value:.2f}", ha="center")
    ax.set(ylim=(0, 1.12), xlim=(-0.5, 2.5), yticks=(0, 0.5, 1))
    ax.set_xticks(range(3), ["precision", "recall:\nhead", "recall:\ntail"])
    return to_svg(figure)
