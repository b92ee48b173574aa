"""What the chapter on metrics draws of its documents; `metrics_runs` measures."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CLASSES, CLEAR, CURVES, FAINT, GRID, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import metrics_runs as runs
from mlcourse.pictures.metrics_averages import SHOWN, draw_averages, draw_ways
from mlcourse.pictures.metrics_cases import CASES
from mlcourse.pictures.metrics_row import draw_row
from mlcourse.pictures.metrics_silence import draw_silence
from mlcourse.pictures.metrics_small import draw_scenes, draw_together

__all__ = [
    "card",
    "draw_averages",
    "draw_places",
    "draw_row",
    "draw_saying",
    "draw_scenes",
    "draw_silence",
    "draw_tail",
    "draw_threshold",
    "draw_together",
    "draw_ways",
    "runs",
]

DOCUMENTS = {
    "solve_triangular": "scipy.linalg._basic.solve_triangular",
    "numpy.eye": "numpy.lib._twodim_base_impl.eye",
    "pyplot.figure": "matplotlib.pyplot.figure",
}
FIRST = 8  # places of a document that are always drawn
# What the handles of each explorer reach.
AVERAGES = {"average": choice("micro", "macro", "example"), "answer": choice(*SHOWN)}
THRESHOLD = {"threshold": steps(*runs.CUTS, at=0.5), "document": choice(*DOCUMENTS)}
K = {"k": steps(*runs.KS, at=3), "ranking": choice(*runs.RANKINGS, at="ridge")}
ROW = {"case": choice(*CASES)}
SILENCE = {"silent_up_to": steps(*runs.RARE, at=5), "then": choice(*runs.PLACES)}


def draw_tail() -> Picture:
    """Draw how many training rows each label has, the most frequent first."""
    count = np.sort(runs.documents().frequency)[::-1]
    figure, ax = steady("rank of the label, logarithmic", "training rows, logarithmic")
    ax.set(xscale="log", yscale="log", xlim=(0.85, 1100), ylim=(2.2, 1000))
    ax.set_xticks(ticks := [1, 10, 100, len(count)], ticks)
    ax.set_yticks(ticks := [3, 10, 50, 600], ticks)
    ax.minorticks_off()
    dots(ax, np.arange(1, len(count) + 1), count, color=BLUE, size=5)
    for level, name in ((runs.TAIL, "tail: at most 10"), (runs.HEAD, "head: 50 up")):
        ax.axhline(level, color=FAINT, linestyle=":", linewidth=1.6)
        ax.text(1, level * 1.12, name, color=INK)
    tail, head = np.sum(count <= runs.TAIL), np.sum(count >= runs.HEAD)
    says = f"{len(count)} labels, the most frequent first: from {count[0]} training "
    says += f"rows down to {count[-1]}, nearly along a straight line. {head} have "
    return Picture(figure, f"{says}50 rows or more, {tail} have 10 or fewer.")


def draw_saying() -> Picture:
    """Draw what saying more does to the Hamming loss, and to precision and recall."""
    told, n = runs.saying(), len(runs.documents().Y)
    some = (np.geomspace(0.1, 25, 45) * n).astype(int) - 1
    said, hits, loss = told.said[some], told.hits[some], told.loss()[some]
    silence = told.ones / told.entries
    one, ax = steady("yeses a document, logarithmic", "Hamming loss", left=66)
    ax.plot(said / n, loss, **CURVES[0])
    ax.axhline(silence, **CURVES[1])
    ax.set(ylim=(0, 0.008), yticks=(0, 0.002, 0.004, 0.006, 0.008))
    note(ax, 0.03, 0.5, "silence", ORANGE)
    note(ax, 0.03, 0.16, "the model", BLUE)
    two, other = steady("yeses a document, logarithmic", "share")
    shares = {
        "precision": (hits / said, 0.4, 0.93),
        "recall": (hits / told.ones, 0.98, 0.7),
        "micro F1": (2 * hits / (told.ones + said), 0.03, 0.3),
    }
    for (name, (curve, x, y)), style in zip(shares.items(), CURVES, strict=False):
        other.plot(said / n, curve, **style)
        note(other, x, y, name, style["color"], ha="right" if x > 0.9 else "left")
    other.set(ylim=(0, 1.04), yticks=(0, 0.5, 1))
    for each in (ax, other):
        each.set(xscale="log", xlim=(0.1, 25))
        each.set_xticks(ticks := [0.1, 1, 3, 10, 25], ticks)
        each.minorticks_off()
    best = told.loss().argmin()
    says = f"First: the loss of silence is {silence:.4f}; the model's is lowest, "
    says += f"{told.loss()[best]:.4f}, with {told.said[best] / n:.1f} yeses a document."
    top = shares["micro F1"][0]
    says += (
        f" Second: precision falls, recall rises, micro F1 is at most {top.max():.2f}"
    )
    return Picture([one, two], f"{says}, with {said[top.argmax()] / n:.1f} yeses.")


def card() -> str:
    """Draw the five metrics by threshold as a small picture."""
    figure, ax = thumb()
    for curve, style in zip(runs.by_threshold()[:, 1:].T, CURVES, strict=True):
        ax.plot(curve, linewidth=2.4, **style)
    ax.set(ylim=(0, 0.7))
    return to_svg(figure)


# --- explorers


def draw_threshold(threshold: float, document: str) -> Picture:
    """Draw five metrics of all documents by their threshold, and one document."""
    here, S = runs.documents(), runs.scores()
    at, values = runs.CUTS.index(threshold), runs.by_threshold()
    ground = by_cut()
    figure, [ax] = ground.over()
    ax.axvline(at, color=INK, linewidth=1.4)
    dots(ax, [at] * 5, values[at], color=INK, size=9)
    named = [("right answers", INK)]
    named += [(runs.SET_METRICS[j], CURVES[j]["color"]) for j in (1, 3, 2, 0)]
    for row, (name, color) in enumerate(named):
        note(ax, 0.98, 0.855 - 0.075 * row, name, color, ha="right", bbox=CLEAR)
    [i] = np.flatnonzero(here.names == DOCUMENTS[document])
    beside = ladder(document)
    shade, [over] = beside.over()
    over.axvspan(threshold, 1.2, color=BLUE, alpha=0.13, linewidth=0)
    over.axvline(threshold, color=INK, linewidth=1.4)
    yes, real = S[i] > threshold, here.Y[i] == 1
    found, missed, wrong = (
        int(np.sum(some)) for some in (yes & real, ~yes & real, yes & ~real)
    )
    names = zip(runs.SET_METRICS, values[at, 1:], strict=True)
    shown = ", ".join(f"{name} {value:.3f}" for name, value in names)
    says = f"Threshold {threshold:g}, {document}: found {found}, missed {missed}, "
    says += f"invented {wrong}. All documents: {values[at, 0]:.4f} of the "
    return Picture(
        [ground.under(figure), beside.under(shade)], f"{says}answers right, {shown}."
    )


@cache
def by_cut() -> Ground:
    """Draw the curves of five metrics; each frame names them above its line."""
    figure, ax = steady("threshold (stops of the slider)", "metric", height=340)
    right, *curves = runs.by_threshold().T
    ax.plot(right, color=FAINT)
    for curve, style in zip(curves, CURVES, strict=True):
        ax.plot(curve, **style)
    ticks = [0, 3, 5, 8, 12]
    ax.set_xticks(ticks, [f"{runs.CUTS[k]:g}" for k in ticks])
    ax.set(xlim=(-0.4, 12.4), ylim=(-0.02, 1.05), yticks=(0, 0.5, 1))
    return Ground(figure)


@cache
def ladder(document: str) -> Ground:
    """Draw the first labels of a document, and its true ones wherever they rank."""
    here = runs.documents()
    [i] = np.flatnonzero(here.names == DOCUMENTS[document])
    s, y = runs.scores()[i], here.Y[i]
    order = np.argsort(-s, kind="stable")
    place = np.flatnonzero((np.arange(len(s)) < FIRST) | (y[order] == 1))
    shown, height = order[place], 84 + 21 * (len(place) + 1)
    figure, ax = steady("score", "place and label", height=height, left=176)
    ax.grid(False)
    at = np.arange(len(place)) + (place >= FIRST)  # a gap after the first places
    for true, style in zip((1, 0), CLASSES, strict=True):
        some = y[shown] == true
        dots(ax, s[shown[some]], at[some], size=11, **style)
    names = [
        f"{here.labels[label]}  {k + 1}" for k, label in zip(place, shown, strict=True)
    ]
    ax.set_yticks(at, names)
    for tick, label in zip(ax.get_yticklabels(), shown, strict=True):
        tick.set_color(BLUE if y[label] else INK)
    ax.set(xlim=(-0.03, 1.1), ylim=(at[-1] + 0.7, -0.7), xticks=(0, 0.5, 1))
    figure.text(0.82, 1 - 24 / height, "● true", color=BLUE, ha="right")
    figure.text(0.985, 1 - 24 / height, "■ not", color=ORANGE, ha="right")
    return Ground(figure)


def draw_places(k: int, ranking: str) -> Picture:
    """Draw three metrics against k, and what is found in the first k places."""
    table, now = runs.first_places(ranking), runs.KS.index(k)
    ground, bars = against_k(ranking), empty_bars()
    figure, [ax] = ground.over()
    ax.axvline(k, color=INK, linewidth=1.4)
    dots(ax, [k] * 3, table[now, :3], color=INK, size=9)
    below, [over] = bars.over()
    share(over, table[now, 3:])
    P, ndcg, psp, *recall = table[now]
    says = f"Ranked by {ranking}, k = {k}: P@{k} {P:.3f}, nDCG@{k} {ndcg:.3f}, PSP@{k} "
    places = f"{k} places" if k > 1 else "place"
    says += f"{psp:.3f}. Found in the first {places}: {recall[0]:.0%} of the ones "
    says += f"of the head, {recall[1]:.0%} of the middle, {recall[2]:.0%} of the tail."
    return Picture([ground.under(figure), bars.under(below)], says)


@cache
def against_k(ranking: str) -> Ground:
    """Draw the three metrics; each is named at its right end."""
    figure, ax = steady("k", "metric", height=270)
    table = runs.first_places(ranking)
    low = table[-1, :3].copy()
    for name, height, curve, style in zip(
        ("P@k", "nDCG@k", "PSP@k"), apart(low), table.T, CURVES, strict=False
    ):
        ax.plot(runs.KS, curve, **style)
        ax.text(10.25, height, name, color=style["color"], va="center")
    ax.set(xlim=(0.6, 13), ylim=(0, 1), yticks=(0, 0.5, 1))
    ax.set_xticks(runs.KS, runs.KS)
    return Ground(figure)


def apart(heights: Array, least: float = 0.1) -> Array:
    """Return heights that differ by `least`, in the same order, for names of curves."""
    order = np.argsort(heights, kind="stable")
    told = heights.copy()
    for below, above in pairwise(order):
        told[above] = max(told[above], told[below] + least)
    return told


@cache
def empty_bars() -> Ground:
    """Draw the axes of what is found of head, middle and tail."""
    figure, ax = steady("", "share of the true labels found", height=270, left=110)
    ax.grid(False)
    ax.set_yticks(range(3), ["head", "middle", "tail"])
    ax.set(xlim=(0, 1.12), ylim=(2.6, -0.6), xticks=(0, 0.5, 1))
    return Ground(figure)


def share(ax: Any, shares: Array) -> None:
    """Draw what is found of head, middle and tail as bars with their numbers."""
    ax.barh(range(3), shares, color=[BLUE, FAINT, ORANGE], height=0.6)
    ax.barh(range(3), 1 - shares, left=shares, color=GRID, height=0.6, alpha=0.5)
    for y, value in enumerate(shares):
        ax.text(value + 0.015, y, f"{value:.0%}", va="center", color=INK)
