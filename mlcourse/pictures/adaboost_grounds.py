"""What the frames of an explorer on AdaBoost share, drawn once."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.models.boosting import Round
from mlcourse.page.plots import note, steady
from mlcourse.page.style import BLUE, CLASSES, CURVES, FAINT, INK, ORANGE, WASHES
from mlcourse.pictures import adaboost_runs as runs

# Which splits a picture is of; the two others have the largest changes.
SPLITS: dict[str, list[int]] = {
    "mean of 60 splits": list(range(runs.SPLITS)),
    "split 0, none falls more": [0],
    "split 34, the largest rise": [34],
}
ROUND_TICKS = (1, 2, 5, 10, 20, 50, 100, 200)
SHARES = np.linspace(0, 1, 101)  # of the training tumours
# Rounds at which long curves are drawn: each of the first 40, and every stop.
DRAWN = np.unique(np.rint([*range(1, 41), *np.geomspace(41, 200, 30), *runs.STOPS]))
DRAWN = DRAWN.astype(int)
LINES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)


def over_rounds(y: str, top: float) -> tuple[Figure, Any]:
    """Return a panel of rounds, on a logarithmic axis, and shares from 0 to `top`."""
    figure, ax = steady("rounds (logarithmic)", y)
    ax.set(xscale="log", xlim=(1, runs.ROUNDS), ylim=(0, top))
    ax.set_xticks(ROUND_TICKS, [str(t) for t in ROUND_TICKS])
    ax.minorticks_off()
    return figure, ax


# --- votes ---


@cache
def sums(error: float) -> Ground:
    """Draw the sum Z of the weights against the vote, in shares of the formula's."""
    figure, ax = steady("vote, as a multiple of the formula's", "sum of the weights, Z")
    v = np.array(LINES)
    e = (1 - error) / error
    ax.plot(v, error * e ** (v / 2) + (1 - error) * e ** (-v / 2), **CURVES[0])
    ax.axhline(1, color=FAINT, linestyle=":", linewidth=1.6)
    ax.set(xlim=(0, 2.6), ylim=(0, 2.2), xticks=(0, 0.5, 1, 1.5, 2, 2.5))
    ax.set_yticks((0, 0.5, 1, 1.5, 2))
    note(ax, 0.03, 0.53, "no change", INK)
    return Ground(figure)


@cache
def halves() -> Ground:
    """Draw the axes of the shares of missed and of right samples."""
    figure, ax = steady("samples that this rule", "share of the weight afterwards")
    ax.axhline(0.5, color=FAINT, linestyle=":", linewidth=1.6)
    ax.set(xlim=(-0.6, 1.6), ylim=(0, 1.12), yticks=(0, 0.5, 1))
    ax.set_xticks((0, 1), ("missed", "got right"))
    return Ground(figure)


# --- the plane ---


@cache
def plane() -> Ground:
    """Draw the axes of two columns, and what the marks mean."""
    figure, ax = steady("worst radius (z-score)", "", height=330)
    two = runs.splits()[0].X[:, runs.TWO]
    low, high = two.min(axis=0) - 0.2, two.max(axis=0) + 0.2
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.set_title("worst texture (z-score)", fontweight="normal", x=-0.1, pad=9)
    ax.grid(False)
    for style, text, x in zip(
        CLASSES, ("● benign", "■ malignant"), (0, 1), strict=True
    ):
        side = "left" if x == 0 else "right"
        figure.text(x, 9 / 330, text, ha=side, color=style["color"])
    return Ground(figure)


def wash(ax: Axes, rounds: Sequence[Round]) -> None:
    """Shade what the committee of some stumps calls benign and malignant."""
    x, y, ill = regions(rounds, ax.get_xlim(), ax.get_ylim())
    box(ax, x[0], x[-1], y[0], y[-1], WASHES[0])
    for row, (bottom, top) in zip(ill, pairwise(y), strict=True):
        ends = np.flatnonzero(np.diff([False, *row, False]))
        for a, b in ends.reshape(-1, 2):
            box(ax, x[a], x[b], bottom, top, WASHES[1])


def regions(
    rounds: Sequence[Round], *limits: tuple[float, float]
) -> tuple[Array, Array, Any]:
    """Return the borders x (a + 1,) and y (b + 1,) of cells, and which are malignant.

    Between two thresholds the committee says the same, so the plane is made of (b, a)
    cells.
    """
    borders = []
    for j, (low, high) in enumerate(limits):
        cuts = {r.rule.threshold for r in rounds if r.rule.feature == j}  # type: ignore[attr-defined]
        inside = sorted(c for c in cuts if low < c < high)
        borders.append(np.array([low, *inside, high]))
    x, y = borders
    middles = np.meshgrid(*((s[1:] + s[:-1]) / 2 for s in borders))  # (b, a) each
    cells = np.stack(middles, axis=-1).reshape(-1, 2)
    score = np.sum([r.alpha * r.rule(cells) for r in rounds], axis=0)
    return x, y, score.reshape(middles[0].shape) > 0


def box(ax: Axes, left: float, right: float, low: float, top: float, hue: str) -> None:
    """Fill a rectangle; its own outline hides the seam to the next one."""
    patch = Rectangle((left, low), right - left, top - low, facecolor=hue)
    patch.set(edgecolor=hue, linewidth=0.4, zorder=0)
    ax.add_artist(patch)


# --- errors and margins ---


@cache
def errors(splits: str) -> Ground:
    """Draw the band of the test error over all splits, and faintly what is to come."""
    figure, ax = over_rounds("share of tumours missed", 0.13)
    training, _, testing = runs.clean()
    band(ax, testing)
    for curves in (training, testing):
        line(ax, curves[SPLITS[splits]].mean(axis=0), color=FAINT, linewidth=1)
    ax.set_yticks((0, 0.04, 0.08, 0.12))
    note(ax, 0.98, 0.78, "test (band: 8 of 10 splits)", ORANGE, ha="right")
    note(ax, 0.98, 0.05, "training", BLUE, ha="right")
    return Ground(figure)


def band(ax: Axes, curves: Array) -> None:
    """Shade where the middle eight of ten curves (splits, T) lie."""
    low, high = np.quantile(curves[:, DRAWN - 1], [0.1, 0.9], axis=0)
    ax.fill_between(DRAWN, low, high, color=WASHES[1], linewidth=0, zorder=0)


def line(ax: Axes, curve: Array, last: int = runs.ROUNDS, **style: Any) -> None:
    """Draw a curve of rounds 1, 2, ... up to the last one that is wanted."""
    t = DRAWN[last >= DRAWN]
    ax.plot(t, curve[t - 1], **style)


@cache
def margins(splits: str) -> Ground:
    """Draw the axes of margins; the faint line is that of round 20."""
    figure, ax = steady("margin", "share of training tumours below")
    ax.axvline(0, color=FAINT, linestyle=":", linewidth=1.6)
    ax.plot(levels(splits, 20), SHARES, color=FAINT, linewidth=1.2)
    ax.set(xlim=(-1, 1), ylim=(0, 1), xticks=(-1, -0.5, 0, 0.5, 1))
    ax.set_yticks((0, 0.5, 1))
    note(ax, 0.48, 0.86, "← missed", INK, ha="right")
    return Ground(figure)


@cache
def levels(splits: str, rounds: int) -> Array:
    """Return the margins that SHARES of the training tumours stay below."""
    found = [runs.made()[k].margins[rounds - 1] for k in SPLITS[splits]]
    return np.asarray(np.quantile(np.concatenate(found), SHARES))


@cache
def noisy(wrong: float, rate: float) -> Ground:
    """Draw the test error of one learning rate, faintly that of the other one."""
    figure, ax = over_rounds("share of new tumours missed", 0.22)
    [rival] = {*runs.RATES} - {rate}
    here, other = runs.told(rate, wrong), runs.told(rival, wrong)
    band(ax, here.curves)
    line(ax, other.curves.mean(axis=0), color=FAINT, linewidth=1.2)
    line(ax, here.curves.mean(axis=0), **CURVES[1])
    ax.set_yticks((0, 0.05, 0.1, 0.15, 0.2))
    note(ax, 0.02, 0.06, f"orange: rate {rate:g}, faint: {rival:g}", INK)
    return Ground(figure)


@cache
def weights(wrong: float, rate: float) -> Ground:
    """Draw how much of the weight lies on wrong labels."""
    figure, ax = over_rounds("share of the weight on wrong labels", 0.6)
    turned = [run.turned for run in runs.made(rate, wrong)[: runs.FEW]]
    line(ax, np.mean(turned, axis=0), **CURVES[1])
    ax.axhline(wrong, color=FAINT, linestyle=":", linewidth=1.6)
    ax.set_yticks((0, 0.2, 0.4, 0.6))
    above = {"xytext": (0, 4), "textcoords": "offset points", "va": "bottom"}
    place = {"xy": (0.98, wrong), "xycoords": ax.get_yaxis_transform()}
    says = "their share of the labels" if wrong else "no label is wrong"
    ax.annotate(says, **place, **above, ha="right", color=INK)
    return Ground(figure)
