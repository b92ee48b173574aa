"""What the trial of the metrics chapter draws; its numbers are `metrics_trial`'s."""

import numpy as np

from mlcourse.formulas import metrics as m
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, INK, ORANGE, WASHES
from mlcourse.pictures import metrics_trial as evidence

CUTS = np.linspace(0.1, 0.9, 33)  # of the number that report 002's program prints


def draw_errors() -> Picture:
    """Draw the points that report 000 prints, and where silence errs as often."""
    shown = evidence.printed()
    told = {name: evidence.wrong(*both) for name, both in shown.items()}
    figure, ax = steady("recall", "precision, printed as “accuracy”", height=300)
    ax.axhspan(0, 0.5, color=WASHES[1], linewidth=0)
    ax.axhline(0.5, **CURVES[1])
    note(ax, 0.02, 0.41, "more errors than silence", ORANGE)
    note(ax, 0.02, 0.53, "fewer", INK)
    for name, (precision, recall) in shown.items():
        color, marker = (ORANGE, "s") if told[name] > 1 else (BLUE, "o")
        dots(ax, [recall], [precision], color=color, marker=marker, size=10)
    four = [told[name] for name in ("L2", "L2,1", "hinge", "log")]
    few = f"{min(four):.2f} to {max(four):.2f}"
    ax.text(0.345, 0.16, f"L1: {told['L1']:.2f}", color=ORANGE)
    ax.text(0.265, 0.61, f"others: {few}", color=BLUE)
    ax.text(0.265, 0.78, f"REML: {told['REML']:.2f}", color=BLUE)
    ax.set(xlim=(0, 0.5), ylim=(0, 1), xticks=(0, 0.25, 0.5), yticks=(0, 0.5, 1))
    says = "Recall and precision of six models, as report 000 prints them, and their "
    says += "errors, divided by those of silence: below precision ½ they are more. L1 "
    says += f"has {told['L1']:.2f}, REML {told['REML']:.2f}, the others {few}."
    return Picture(figure, says)


def draw_precisions() -> Picture:
    """Draw the "average precision" of report 002's program by its cut, and the real."""
    panels, told = [], []
    for name, (Y, S) in evidence.tested().items():
        coded = [m.precision(Y, cut < S) for cut in CUTS]
        flat = m.average_precision(Y, S)
        figure, ax = steady("cut", f"value, {name}")
        ax.plot(CUTS, coded, **CURVES[0])
        ax.axhline(flat, **CURVES[1])
        ax.set(xlim=(0.1, 0.9), ylim=(0, 1.1), xticks=(0.1, 0.5, 0.9))
        ax.set_yticks((0, 0.5, 1))
        note(ax, 0.98, 0.3, "as coded: micro precision", BLUE, ha="right")
        note(ax, 0.98, 0.18, "of the ranking", ORANGE, ha="right")
        panels.append(figure)
        told.append(f"{name} {coded[0]:.2f} to {coded[-1]:.2f}, ranking {flat:.2f}")
    says = (
        "“Average precision” as report 002's program computes it, by the cut from 0.1 "
    )
    says += "to 0.9, and average precision of the ranking, which has no cut: "
    return Picture(panels, f"{says}{'; '.join(told)}.")
