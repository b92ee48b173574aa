"""What the chapter on metrics shows of its data: scenes, and labels in pairs."""

import numpy as np
from matplotlib.patches import Rectangle

from mlcourse.arrays import Array
from mlcourse.chapters.common.scenes import canvas, draw_scene
from mlcourse.data import describe, load
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE, PAPER, panel

NAMES = "X y sample_weight y_true y_pred verbose axis keepdims a b x n"
SIZES = ((3, 0.05, 0.2), (7, 0.2, 0.4), (11, 0.4, 0.7), (15, 0.7, 1.1))  # side, shares


def draw_scenes(count: int = 4) -> Picture:
    """Draw the first scenes, each beside its row of the label table."""
    scenes = load("scenes")
    figure, ax = canvas(28 + 66 * count)
    ax.text(1, 16, "a row of X", color=INK)
    ax.text(188, 16, "a row of Y", color=INK)
    for i in range(count):
        box = draw_scene(ax, scenes.X[i], (1, 28 + 66 * i), 160)
        for label, true in enumerate(scenes.Y[i]):
            x, y = 188 + 23 * label, box.y + box.height / 2 - 11
            face = BLUE if true else "none"
            ax.add_patch(Rectangle((x, y), 20, 22, facecolor=face, edgecolor=FAINT))
            color = PAPER if true else INK
            ax.text(x + 10, y + 16, str(label), ha="center", color=color)
    first = np.flatnonzero(scenes.Y[0])
    says = f"{count} scenes of three digits, and beside each its row of the label "
    says += "table: a box is filled if the digit appears. The first scene has the "
    return Picture(
        figure, f"{says}labels {first[0]} and {first[1]}, one of them twice."
    )


def pairs() -> tuple[list[str], Array]:
    """Return NAMES, and how often the column's label comes with the row's: (12, 12)."""
    docs, names = load("docstrings"), NAMES.split()
    shown = [docs.label_names.index(name) for name in names]
    together = describe(docs.Y).together  # (L, L)
    given: Array = together[np.ix_(shown, shown)] / np.diag(together)[shown, None]
    np.fill_diagonal(given, 0)
    return names, given


def draw_together() -> Picture:
    """Draw how often one label comes with another: the larger a square, the oftener."""
    names, given = pairs()
    figure, ax = panel(460)
    figure.set_layout_engine("none")
    ax.set_position((124 / 420, 136 / 460, 288 / 420, 288 / 460))
    for side, low, high in SIZES:
        row, column = np.nonzero((given >= low) & (given < high))
        color = ORANGE if low > 0.5 else BLUE
        dots(ax, column, row, color=color, marker="s", size=side)
    ax.set(xlim=(-0.7, 11.7), ylim=(11.7, -0.7))
    ax.set_xticks(range(12), names, rotation=90)
    ax.set_yticks(range(12), names)
    ax.set_title("if this label is there: how often is that one?", x=-0.4)
    ax.title.set_fontweight("normal")
    says = "Twelve labels against each other. Orange: at least 70 % of the documents "
    says += "with the row's label have the column's, too, as "
    k, a = names.index("keepdims"), names.index("axis")
    says += f"keepdims has axis ({given[k, a]:.0%}). Smaller squares: 40, 20 and 5 %."
    return Picture(figure, says)
