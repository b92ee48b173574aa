"""What is left of each metric's lead when rare labels are silenced."""

from functools import cache

import numpy as np

from mlcourse.chapters.common.grounds import Ground
from mlcourse.page.picture import Picture
from mlcourse.page.plots import steady
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE
from mlcourse.pictures import metrics_runs as runs

# From above to below; the lead is that over the frequency list.
SHOWN = (
    *("micro F1", "P@1", "example F1", "subset accuracy", "Hamming loss", "P@5"),
    *("average precision", "PSP@5", "macro F1", "coverage", "ranking loss"),
)
LEFT = 150  # units, for the names
DIGITS = {"coverage": 0, "Hamming loss": 4}


def lead(name: str, rare: int, place: str) -> float:
    """Return the share of the lead over the frequency list that is left."""
    full, less = runs.left(0, place)[name], runs.left(rare, place)[name]
    unread = runs.unread()[name]
    return (less - unread) / (full - unread)


@cache
def empty() -> Ground:
    """Draw the names of the metrics and the axis of what is left."""
    figure, ax = steady(
        "share of the lead that is left", "metric, and its value", 400, LEFT
    )
    ax.grid(False)
    ax.set_yticks(range(len(SHOWN)), SHOWN)
    ax.set(xlim=(-1.05, 1.95), ylim=(len(SHOWN) - 0.4, -0.6))
    ax.set_xticks((-1, 0, 1), ("−100 %", "0", "100 %"))
    ax.axvline(0, color=FAINT, linewidth=1.4)
    ax.axvline(1, color=FAINT, linewidth=1.4, linestyle=":")
    return Ground(figure)


def draw_silence(silent_up_to: int, then: str) -> Picture:
    """Draw what is left of the lead of each metric, and its value."""
    ground = empty()
    figure, [ax] = ground.over()
    for y, name in enumerate(SHOWN):
        left = lead(name, silent_up_to, then)
        shown = float(np.clip(left, -1, 1.1))
        ax.barh([y], [shown], color=BLUE if left >= 0 else ORANGE, height=0.6)
        if left < -1:
            ax.plot([-1], [y], marker="<", color=ORANGE, markersize=11)
        value = runs.left(silent_up_to, then)[name]
        text = f"{value:.{DIGITS.get(name, 3)}f}"
        ax.text(1.93, y, text, ha="right", va="center", color=INK)
    quiet = int(np.sum(runs.documents().frequency <= silent_up_to))
    worst = [name for name in SHOWN if lead(name, silent_up_to, then) < 0]
    says = f"{quiet} of {len(runs.documents().labels)} labels silent, {then}: "
    says += f"{len(worst)} of {len(SHOWN)} metrics worse than the frequency list"
    says += f" ({', '.join(worst)})" if worst else ""
    kept = {name: lead(name, silent_up_to, then) for name in SHOWN}
    most = max(kept, key=kept.__getitem__)
    best = f"{most} keeps most" if quiet else "all keep their lead"
    return Picture(ground.under(figure), f"{says}; {best}, {kept[most]:.0%}.")
