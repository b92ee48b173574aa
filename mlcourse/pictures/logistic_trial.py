"""What the trial of reports 001 and 004 draws."""

from collections.abc import Mapping

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES, FAINT
from mlcourse.pictures import logistic_grounds as grounds
from mlcourse.pictures import logistic_runs as runs

RATES = {0.01: 0.01, 0.1: 0.42, 0.001: 0.2}  # report 001; where the name stands


def draw_rates() -> Picture:
    """Draw the three learning rates of report 001 on two columns, on the sum."""
    figure, ax = steady("step", grounds.LOSS)
    ends = []
    for (rate, height), style in zip(RATES.items(), CURVES, strict=False):
        curve = runs.run(rate, "sum")
        ax.plot(curve, **style)
        note(ax, 0.98, height, f"rate {rate:g}", style["color"], ha="right")
        ends.append(f"{rate:g} ends at {curve[-1]:.3f}")
    ax.set(xlim=(0, runs.STEPS), ylim=(0, 2.2), yticks=(0, 1, 2))
    lowest = runs.lowest("z-scores")
    says = f"After {runs.STEPS} steps on the sum {', '.join(ends)}"
    return Picture(figure, f"{says}; the lowest possible loss is {lowest:.3f}.")


def draw_stuck(paths: Mapping[float, tuple[Array, float]]) -> Picture:
    """Draw descents by the spread of their columns: (losses, the lowest possible)."""
    figure, ax = steady("step", "loss per row")
    ends = []
    for (spread, (losses, lowest)), style in zip(paths.items(), CURVES, strict=False):
        at = np.unique(np.geomspace(1, len(losses), 120).astype(int)) - 1
        ax.plot(at, losses[at], **style)
        ax.axhline(lowest, color=FAINT, linestyle=":", linewidth=1.6)
        ends.append(f"spread {spread:g} ends {losses[-1] - lowest:.4f} above")
    ax.set(xlim=(0, len(losses) - 1), ylim=(0.38, 0.84), yticks=(0.4, 0.6, 0.8))
    note(ax, 0.25, 0.6, "spread 0.1", CURVES[1]["color"])
    note(ax, 0.12, 0.13, "spread 1", CURVES[0]["color"])
    says = f"Both curves become flat: {', '.join(ends)}"
    return Picture(figure, f"{says} the lowest possible loss, the dotted line.")
