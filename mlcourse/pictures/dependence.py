"""What the chapter on labels that depend draws; what it computes is in `_runs`."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Index
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.multilabel.dependence import all_sets, marginals, risks
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import (
    BLUE,
    CLASSES,
    CLEAR,
    CURVES,
    FAINT,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    WASHES,
)
from mlcourse.page.svg import layers, to_svg
from mlcourse.pictures import dependence_runs as runs

COLORS = dict(zip(runs.BETS, (BLUE, ORANGE, PURPLE, GREEN), strict=True))
TRIO = ("x", "axis", "data")
LOSS = {"Hamming": "Hamming loss", "exact": "share of wrong sets", "F1": "1 − F1"}

BETS = {
    "chances": choice(*runs.JOINTS, at="one of three"),
    "loss": choice("Hamming", "exact", "F1", at="F1"),
}
GATES = {
    "order": choice(
        *("OR → AND → XOR", "AND → OR → XOR", "OR → XOR → AND"),
        *("AND → XOR → OR", "XOR → OR → AND", "XOR → AND → OR"),
    ),
    "member": choice(*runs.MEMBERS),
    "noise": steps(*runs.NOISES, at=0.0),
}


def card() -> str:
    """Draw the three pairs, and the bet on what never occurs, as a small picture."""
    figure, ax = thumb()
    p = runs.chances("any two of three")
    ax.bar(range(1, 8), p[1:], color=BLUE, width=0.62)
    ax.bar(range(1, 8), 0.012, color=FAINT, width=0.62)
    arrow = {"arrowstyle": "-|>", "color": ORANGE, "linewidth": 2.4, "shrinkB": 0}
    ax.annotate("", (7, 0.03), (7, 0.44), arrowprops=arrow)
    ax.set(ylim=(0, 0.46), xlim=(0.4, 7.6))
    return to_svg(figure)


# --- sets and their chances ---


def draw_trio() -> Picture:
    """Draw how often the sets of three real names occur in the docstrings."""
    docs = runs.documents()
    columns = [docs.names.index(name) for name in TRIO]
    every = np.vstack([docs.Y, docs.Y_test])[:, columns]
    counts = np.bincount(every @ [4, 2, 1], minlength=8)
    figure, ax = steady(", ".join(TRIO), "documents", height=230)
    ax.bar(range(7), counts[1:], color=BLUE, width=0.6)
    for k, count in enumerate(counts[1:]):
        ax.text(k, count + 12, f"{count}", ha="center", va="bottom")
    ax.set_xticks(range(7), [runs.name_of(said) for said in all_sets(3)[1:]])
    ax.set(ylim=(0, 1.2 * counts[1:].max()), xlim=(-0.6, 6.6))
    pairs = counts[3] + counts[5] + counts[6]
    return Picture(
        figure,
        f"How many documents have which of {', '.join(TRIO)} (110: the first two, not "
        f"the third). Two of them: {pairs} documents, {counts[6]}, {counts[5]} and "
        f"{counts[3]}. All three: {counts[7]}.",
    )


def draw_bets(chances: str, loss: str) -> Picture:
    """Draw the chances of all sets, and which one each method bets on."""
    words = ", ".join(
        f"{name} {runs.name_of(bet)} ({price:.2f})"
        for name, (bet, price) in told(chances, loss).items()
    )
    return Picture(
        [arrows(chances, loss), each_alone(chances)],
        f"{chances.capitalize()}, bets and their expected {LOSS[loss]}: {words}.",
    )


def told(chances: str, loss: str) -> dict[str, tuple[Index, float]]:
    """Return the set of each method, and its expected loss."""
    R = risks(runs.chances(chances), loss)
    found = runs.bets(chances, loss)
    return {name: (bet, float(R[runs.place(bet)])) for name, bet in found.items()}


@cache
def arrows(chances: str, loss: str) -> str:
    """Draw the chance of every set, and an arrow to each one that somebody says."""
    p, said = runs.chances(chances), told(chances, loss)
    names = [runs.name_of(each) for each in all_sets(len(marginals(p)))]
    title = f"bars: chance of the set; arrows: {LOSS[loss]}"
    figure, ax = steady("set of labels", title, height=320)
    ax.bar(range(len(p)), p, color=FAINT, width=0.62)
    ends = {name: runs.place(bet) for name, (bet, _) in said.items()}
    for k, (name, at) in enumerate(ends.items()):
        same = [other for other in ends if ends[other] == at]
        x = at + 0.2 * len(p) / 8 * (same.index(name) - (len(same) - 1) / 2)
        style: dict[str, Any] = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0}
        style |= {"linewidth": 1.6, "color": COLORS[name]}
        ax.annotate("", (x, p[at] + 0.02), (x, 0.98), arrowprops=style)
        words = f"{name} {names[at]}: {said[name][1]:.2f}"
        note(ax, 0.02 + 0.51 * (k % 2), 0.93 - 0.1 * (k // 2), words, COLORS[name])
    ax.set(ylim=(0, 1.32), xlim=(-0.6, len(p) - 0.4), yticks=(0, 0.2, 0.4, 0.6))
    ax.set_xticks(range(len(p)), names)
    ax.spines["left"].set_bounds(0, 0.62)
    return to_svg(figure)


@cache
def each_alone(chances: str) -> str:
    """Draw the chance of every label alone."""
    q = marginals(runs.chances(chances))
    figure, ax = steady("", "chance of each label alone", height=320)
    ax.bar(range(len(q)), q, color=BLUE, width=0.5)
    ax.axhline(0.5, color=INK, linewidth=1.4, linestyle=":")
    for k, value in enumerate(q):
        place: dict[str, Any] = {"ha": "center", "va": "bottom", "bbox": CLEAR}
        ax.text(k, value + 0.025, f"{value:.2f}", **place)
    ax.set(ylim=(0, 1), xlim=(-0.6, len(q) - 0.4), yticks=(0, 0.5, 1))
    ax.set_xticks(range(len(q)), [f"label {k + 1}" for k in range(len(q))])
    return to_svg(figure)


# --- OR, AND, XOR ---


def draw_gates(order: str, member: str, noise: float) -> Picture:
    """Draw where a chain says XOR, and who is wrong how often."""
    found = runs.solved(order, member, noise)
    ground = corners(noise)
    below, [ax] = ground.over()
    side = np.linspace(-0.6, 1.6, 45)
    a, b = np.meshgrid(side, side)
    said = found.model.predict(np.column_stack([a.ravel(), b.ravel()]))[:, 2]
    Z = said.reshape(a.shape)
    ax.contourf(a, b, Z, levels=[-0.5, 0.5, 1.5], colors=WASHES)
    plane = layers(below, ground.svg)
    figure, ax = steady("", "share of new points that are wrong", height=320)
    for k, (name, style) in enumerate({"alone": CURVES[1], "chain": CURVES[0]}.items()):
        values = (found.alone, found.chain)[k]
        ax.bar(np.arange(3) - 0.2 + 0.4 * k, values, 0.36, color=style["color"])
        for j, value in enumerate(values):
            place: dict[str, Any] = {"ha": "center", "va": "bottom", "bbox": CLEAR}
            at = (j - 0.2 + 0.4 * k, value + 0.012)
            ax.text(*at, f"{value:.2f}", color=style["color"], **place)
        note(ax, 0.02, 0.91 - 0.08 * k, name, style["color"])
    if noise:
        ax.axhline(noise, color=INK, linestyle=":", linewidth=1.4)
        note(ax, 0.02, 0.75, "dotted: noise", INK)
    ax.set(ylim=(0, 0.65), xlim=(-0.6, 2.6), yticks=(0, 0.2, 0.4, 0.6))
    ax.set_xticks(range(3), runs.GATES)
    pairs = zip(runs.GATES, found.alone, found.chain, strict=True)
    words = ", ".join(f"{g} {a:.3f} alone, {c:.3f} in the chain" for g, a, c in pairs)
    says = f"{order}, {member}, noise {noise:g}. Wrong in this draw: {words}."
    return Picture([plane, to_svg(figure)], says)


@cache
def corners(noise: float) -> Ground:
    """Draw new points by the XOR that they have; the wash shows through."""
    X, Y = runs.gates(noise)
    X, Y = X[len(X) // 2 :], Y[len(Y) // 2 :]
    figure, ax = steady("first input", "second input; where the chain says XOR", 320)
    ax.set_facecolor("none")
    figure.patch.set_alpha(0)
    for k, style in enumerate(CLASSES):
        dots(ax, *X[Y[:, 2] == k].T, size=4, **style)
    ax.grid(visible=False)
    ax.set(xlim=(-0.6, 1.6), ylim=(-0.6, 1.6), xticks=(0, 1), yticks=(0, 1))
    for at, k, text in ((0.01, 0, "● not XOR"), (0.985, 1, "■ XOR")):
        side = "right" if k else "left"
        figure.text(at, 9 / 320, text, ha=side, color=CLASSES[k]["color"])
    return Ground(figure)
