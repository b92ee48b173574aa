"""Three ways to average, drawn as three ways through one small table of labels.

Symbols: Y (6, 4) true labels, P (6, 4) an answer; six documents, four labels, of which
the last is true once.
"""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mlcourse.arrays import Array
from mlcourse.chapters.common.scenes import canvas
from mlcourse.formulas import metrics as m
from mlcourse.page.picture import Picture
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE, PAPER, WASHES

LABELS = ("x", "axis", "out", "dpi")
Y = np.array(
    [[1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]
)
FIRST_TRY = np.array(
    [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0]]
)
WAYS = ("micro", "macro", "example")
AXIS = {"macro": 0, "example": 1}  # along which the counts are summed
SIDE, LEFT, TOP = 44, 130, 34  # units of the panel
SMALL, FIRST_AT, NEXT, UNDER = 27, 26, 124, 84  # the same where three stand in a row


def but(*changed: tuple[int, int]) -> Any:
    """Return the right answer with some entries turned round."""
    P = Y.copy()
    for row, label in changed:
        P[row, label] = 1 - P[row, label]
    return P


SHOWN = {
    "a first try": FIRST_TRY,
    "one x missed": but((1, 0)),
    "the only dpi missed": but((5, 3)),
    "one dpi invented": but((1, 3)),
    "x everywhere, no more": np.tile([1, 0, 0, 0], (6, 1)),
    "every label everywhere": np.ones_like(Y),
}


def parts(P: Any, average: str) -> Array:
    """Return the F1 of each part: of the table, of each column or of each row."""
    axis = AXIS.get(average)
    both, size = (Y * P).sum(axis=axis), (Y + P).sum(axis=axis)
    return np.atleast_1d(2 * both / np.maximum(size, 1))


def draw_averages(average: str, answer: str) -> Picture:
    """Draw an answer, and the way in which its F1 is averaged."""
    P = SHOWN[answer]
    told = {name: m.f1(Y, P, average=name) for name in WAYS}
    others = ", ".join(f"{name} {told[name]:.3f}" for name in WAYS if name != average)
    missed, invented = int(np.sum(Y > P)), int(np.sum(P > Y))
    says = f"{answer[0].upper()}{answer[1:]} ({missed} missed, {invented} invented): "
    says += f"{average} F1 {sum_of(P, average)} = {told[average]:.3f}; {others}."
    return Picture(way(average, answer), says)


def sum_of(P: Any, average: str) -> str:
    """Return the F1 of the parts as the sum that is divided by their number."""
    each = parts(P, average)
    if average == "micro":
        both, size = int((Y * P).sum()), int((Y + P).sum())
        return f"2 · {both} / {size}"
    return f"({' + '.join(f'{value:.2f}' for value in each)}) / {len(each)}"


def draw_ways() -> Picture:
    """Draw the three ways for the first try: one panel, so that they stand in a row."""
    P = SHOWN["a first try"]
    figure, ax = canvas(UNDER + 6 * SMALL + 124)
    ax.text(4, UNDER - 8, "document", color=FAINT, rotation=90, va="bottom")
    for i in range(6):
        ax.text(FIRST_AT - 8, UNDER + SMALL * (i + 0.7), f"{i + 1}", ha="right")
    for k, name in enumerate(WAYS):
        small(ax, P, name, FIRST_AT + NEXT * k)
    key(ax, UNDER + 6 * SMALL + 108)
    told = [f"{name} {m.f1(Y, P, average=name):.3f}" for name in WAYS]
    return Picture(
        figure,
        "One answer to six documents, F1 in three ways: of the whole table, "
        f"of each column, of each row. {', '.join(told)}.",
    )


def small(ax: Any, P: Any, average: str, left: float) -> None:
    """Draw an answer and one way to average it, its left edge at `left`."""
    corner = left, UNDER, SMALL
    frames(ax, average, *corner)
    for i, j in product(range(6), range(4)):
        entry(ax, i, j, P, *corner)
    for j, name in enumerate(LABELS):
        x = left + SMALL * (j + 0.5)
        ax.text(x, UNDER - 8, name, ha="center", va="bottom", rotation=90)
    each, below = parts(P, average), UNDER + 6 * SMALL + 8
    for k, value in enumerate(each):
        if average == "macro":
            x, style = left + SMALL * (k + 0.5), {"ha": "center", "va": "top"}
            ax.text(x, below, f"{value:.2f}", rotation=90, **style)
        if average == "example":
            ax.text(left + 4 * SMALL + 5, UNDER + SMALL * (k + 0.7), f"{value:.2f}")
    middle = left + 2 * SMALL
    style = {"ha": "center", "color": INK, "fontweight": "bold"}
    ax.text(middle, 22, average, **style)
    ax.text(middle, below + 62, f"{each.mean():.3f}", **style)


@cache
def way(average: str, answer: str) -> Figure:
    """Draw one answer, and frames round what is counted together."""
    P = SHOWN[answer]
    figure, ax = canvas(TOP + 6 * SIDE + 96)
    frames(ax, average)
    for i in range(6):
        ax.text(LEFT - 14, TOP + SIDE * (i + 0.62), f"document {i + 1}", ha="right")
        for j in range(4):
            entry(ax, i, j, P)
    for j, name in enumerate(LABELS):
        ax.text(LEFT + SIDE * (j + 0.5), TOP - 12, name, ha="center")
    each = parts(P, average)
    style: dict[str, Any] = {"color": INK, "fontweight": "bold"}
    below = TOP + 6 * SIDE + 24
    if average == "example":
        for i, value in enumerate(each):
            ax.text(LEFT + 4 * SIDE + 16, TOP + SIDE * (i + 0.62), f"{value:.2f}")
    if average == "macro":
        for j, value in enumerate(each):
            ax.text(LEFT + SIDE * (j + 0.5), below, f"{value:.2f}", ha="center")
    mean = "mean of the" if average != "micro" else "one"
    what = {"micro": "F1", "macro": "columns", "example": "rows"}[average]
    value = f"{average}: {mean} {what}, {each.mean():.3f}"
    ax.text(40, below + (26 if average == "macro" else 8), value, **style)
    key(ax, TOP + 6 * SIDE + 80)
    return figure


def frames(
    ax: Any, average: str, left: float = LEFT, top: float = TOP, side: float = SIDE
) -> None:
    """Draw a wash under each part that has an F1 of its own."""
    count = {"micro": (1, 1), "macro": (1, 4), "example": (6, 1)}[average]
    high, wide, gap = 6 * side / count[0], 4 * side / count[1], side / 22
    for i, j in product(range(count[0]), range(count[1])):
        at = left + j * wide + gap, top + i * high + gap
        size = wide - 2 * gap, high - 2 * gap
        ax.add_patch(Rectangle(at, *size, facecolor=WASHES[0], edgecolor=BLUE))


def entry(
    ax: Any,
    i: int,
    j: int,
    P: Any,
    left: float = LEFT,
    top: float = TOP,
    side: float = SIDE,
) -> None:
    """Draw one entry: found, missed, invented, or rightly left out."""
    x, y, by = left + side * (j + 0.5), top + side * (i + 0.5), side / SIDE
    if Y[i, j] and P[i, j]:
        ax.plot([x], [y], "o", markersize=17 * by, color=BLUE)
    elif Y[i, j]:
        ax.plot([x], [y], "o", markersize=16 * by, color=BLUE, mfc=PAPER, mew=2.6)
    elif P[i, j]:
        ax.plot([x], [y], "x", markersize=13 * by, color=ORANGE, mew=3.6 * by)
    else:
        ax.plot([x], [y], "o", markersize=4 * by, color=FAINT)


def key(ax: Any, y: float) -> None:
    """Say what the marks mean, below the table."""
    marks: tuple[tuple[str, dict[str, Any]], ...] = (
        ("found", {"marker": "o", "color": BLUE, "markersize": 14}),
        ("missed", {"marker": "o", "color": BLUE, "markersize": 13, "mfc": PAPER}),
        ("invented", {"marker": "x", "color": ORANGE, "markersize": 11}),
    )
    for k, (name, style) in enumerate(marks):
        x = 40 + 125 * k
        ax.plot([x], [y - 5], linestyle="none", markeredgewidth=2.6, **style)
        ax.text(x + 16, y, name, color=INK)
