"""One row of six labels: its ranking, and the pairs that are in the wrong order."""

from itertools import product

import numpy as np
from matplotlib.figure import Figure

from mlcourse.chapters.common.scenes import canvas
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, steady
from mlcourse.page.style import BLUE, FAINT, GRID, INK, ORANGE
from mlcourse.pictures.metrics_cases import COLUMNS, case, conventions


def draw_row(case: str) -> Picture:
    """Draw the scores of a row, best first, and its wrong pairs."""
    y, s = of(case)
    order = np.argsort(-s, kind="stable")
    place = np.argsort(order)
    figure, ax = steady("score", "place", height=300, left=34)
    ax.grid(False)
    ax.barh(place, s, height=0.62, color=np.where(y == 1, BLUE, GRID), edgecolor=FAINT)
    for j, name in enumerate(COLUMNS):
        word = f"{name} ✓" if y[j] else name
        ax.text(s[j] + 0.02, place[j], word, va="center", color=INK)
    pairs = [(j, k) for j, k in product(range(6), range(6)) if y[j] > y[k]]
    wrong = [(j, k) for j, k in pairs if s[j] <= s[k]]
    for x, (j, k) in enumerate(wrong):
        style = ":" if s[j] == s[k] else "-"
        at, ends = [1.3 + 0.06 * x] * 2, [place[j], place[k]]
        ax.plot(at, ends, color=ORANGE, linestyle=style, linewidth=2)
        dots(ax, at[:1], ends[:1], color=ORANGE, size=8)
    ax.set(xlim=(0, 1.85), ylim=(5.6, -0.6), xticks=(0, 0.5, 1))
    ax.set_yticks(range(6), range(1, 7))
    told = conventions(case).rows
    shown = "; ".join(f"{name} {here} ({other})" for name, here, other in told)
    says = (
        f"{case.capitalize()}: {len(wrong)} of {len(pairs)} pairs wrong. Here, and in "
    )
    return Picture([figure, beside(told)], f"{says}brackets elsewhere: {shown}.")


def beside(rows: list[list[str]]) -> Figure:
    """Write what the row scores here, and elsewhere, as a panel."""
    figure, ax = canvas(300)
    ax.text(4, 40, "metric", color=FAINT)
    ax.text(206, 40, "here", color=FAINT, ha="right")
    ax.text(226, 40, "elsewhere", color=FAINT)
    for k, (name, here, other) in enumerate(rows):
        y = 78 + 42 * k
        ax.plot([4, 416], [y - 26, y - 26], color=GRID, linewidth=1)
        ax.text(4, y, name, color=INK)
        ax.text(206, y, here, color=INK, ha="right", fontweight="bold")
        ax.text(226, y, other, color=INK)
    return figure


of = case  # the argument of draw_row has the same name
