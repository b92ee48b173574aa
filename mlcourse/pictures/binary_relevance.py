"""What the chapter on binary relevance draws; the fits are `binary_relevance_runs`."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, GREEN, INK, METHODS, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import binary_relevance_runs as runs
from mlcourse.pictures.kept import kept

# The worked example: ten documents, their scores for one name, and the truth.
TEN = (0.9, 0.8, 0.7, 0.55, 0.5, 0.4, 0.35, 0.3, 0.2, 0.1)
TRUE = (1, 1, 0, 1, 0, 0, 1, 0, 0, 0)
THREE = (0.75, 0.45, 0.33)
# What the handles of each explorer reach.
STOPS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
CUT = {"threshold": steps(*STOPS, at=0.3), "rival": choice(*runs.RIVALS)}
PENALTY = {
    "penalty": choice(*runs.PENALTIES),
    "strength": steps(*runs.LAMBDAS, at=1.0),
}
NAMES = ("n_components", "axis", "k", "mode", "fit_intercept")
OWN = {"documents": steps(*runs.CHOOSERS, at=100), "label": choice(*NAMES)}
SPEAK = ("reproducible", "random", "int", "shuffle", "verbosity", "processors")
LINE = {"color": INK, "linewidth": 1.4}


def draw_ten() -> Picture:
    """Draw ten documents by their score, and three thresholds."""
    figure, ax = steady("score for the name", "", height=150, left=18)
    for true, color, marker in ((0, FAINT, "o"), (1, BLUE, "s")):
        some = [s for s, y in zip(TEN, TRUE, strict=True) if y == true]
        dots(ax, some, [0.3] * len(some), color=color, marker=marker, size=15)
    for theta in THREE:
        ax.axvline(theta, ymax=0.72, linestyle="--", **LINE)
        side = {0.33: "right", 0.45: "left"}.get(theta, "center")
        ax.text(theta, 0.78, f"θ = {theta}", ha=side, color=INK)
    ax.set(xlim=(0, 1), ylim=(0, 1), yticks=[], xticks=(0, 0.5, 1))
    note(ax, 0, 1.08, "■ has the name", BLUE)
    note(ax, 0.42, 1.08, "● does not have it", FAINT)
    return Picture(
        figure,
        f"Ten documents by their score, {sum(TRUE)} of which have the name. "
        + " ".join(f"From {theta} on: {ten(theta)}." for theta in THREE),
    )


def ten(theta: float) -> str:
    """Say what a threshold makes of the ten documents."""
    said = [y for s, y in zip(TEN, TRUE, strict=True) if s >= theta]
    return f"{len(said)} said, {sum(said)} right"


def draw_axis() -> Picture:
    """Draw the scores of `axis` for all documents kept aside, and ½."""
    d = runs.docs()
    y, s = (
        table[:, d.names.index("axis")] for table in (d.Y_test, runs.scores("ridge"))
    )
    figure, ax = steady("score for axis", "", height=200, left=18)
    rng = np.random.default_rng(0)
    for true, color, marker, size in ((0, FAINT, "o", 3), (1, BLUE, "s", 5)):
        some = s[y == true]
        heights = 0.08 + 0.42 * true + 0.28 * rng.random(len(some))
        dots(ax, some, heights, color=color, marker=marker, size=size)
    ax.axvline(0.5, ymax=0.86, linestyle="--", **LINE)
    ax.text(0.52, 0.86, "θ = ½", color=INK)
    ax.set(xlim=(-0.3, 1.25), ylim=(0, 1), yticks=[], xticks=(0, 0.5, 1))
    note(ax, 0, 1.06, "■ has axis", BLUE)
    note(ax, 0.42, 1.06, "● does not have it", FAINT)
    found = np.sum(s[y == 1] >= 0.5)
    return Picture(
        figure,
        f"{len(y)} documents by their score for axis. Of {y.sum()} that have it, "
        f"{found} reach ½; of the others {np.sum(s[y == 0] >= 0.5)}.",
    )


def card() -> str:
    """Draw the curve of ridge as a small picture."""
    figure, ax = thumb()
    found = runs.cuts(runs.docs().Y_test, runs.scores("ridge"))
    some = np.unique(np.geomspace(20, len(found.at) - 1, 60).astype(int))
    ax.plot(found.recall[some], found.precision[some], linewidth=2.4, color=BLUE)
    at = int(found.f1.argmax())
    dots(ax, [found.recall[at]], [found.precision[at]], color=ORANGE, size=11)
    ax.set(xlim=(0, 1), ylim=(0, 1.05))
    return to_svg(figure)


# --- one threshold


@cache
def found(model: str) -> runs.Cuts:
    """Return what every threshold is worth for a model, all names together."""
    return runs.cuts(runs.docs().Y_test, runs.scores(model))


def at(model: str, theta: float) -> tuple[float, float, float]:
    """Return precision, recall and F1 of a model cut at theta."""
    here = found(model)
    k = int(np.sum(here.at >= theta)) - 1
    return float(here.precision[k]), float(here.recall[k]), float(here.f1[k])


@cache
def curves(rival: str) -> tuple[Ground, Ground]:
    """Draw the curves of ridge and a rival: precision by recall, F1 by threshold."""
    left, ax = steady("recall", "precision", height=320)
    ax.set(xlim=(0, 1), ylim=(0, 1.04), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    right, low = steady("threshold θ", "F1", height=320)
    low.set(xlim=(0, 0.82), ylim=(0, 0.85), xticks=(0, 0.2, 0.4, 0.6, 0.8))
    low.set_yticks((0, 0.25, 0.5, 0.75))
    for model, style in (("ridge", METHODS["ridge"]), (rival, CURVES[0])):
        here = found(model)
        some = np.unique(np.geomspace(10, len(here.at) - 1, 80).astype(int))
        ax.plot(here.recall[some], here.precision[some], **style)
        thetas = np.linspace(0.02, 0.82, 60)
        low.plot(thetas, [at(model, t)[2] for t in thetas], **style)
    note(ax, 0.03, 0.13, "■ ridge", METHODS["ridge"]["color"])
    note(ax, 0.03, 0.03, f"● {rival}", BLUE)
    return Ground(left), Ground(right)


def draw_cut(threshold: float, rival: str) -> Picture:
    """Draw where a threshold puts two models on their curves."""
    left, right = curves(rival)
    (one, [ax]), (two, [low]) = left.over(), right.over()
    low.axvline(threshold, **LINE)
    told = []
    for model, color, mark in (("ridge", ORANGE, "s"), (rival, BLUE, "o")):
        precision, recall, f1 = at(model, threshold)
        dots(ax, [recall], [precision], color=color, marker=mark, size=13)
        dots(low, [threshold], [f1], color=color, marker=mark, size=13)
        told.append(f"{model} {precision:.2f}, {recall:.2f}, {f1:.2f}")
    return Picture(
        [left.under(one), right.under(two)],
        f"Cut at {threshold:g}, precision, recall and F1: {'; '.join(told)}.",
    )


# --- penalties


@cache
def strengths(penalty: str) -> tuple[Ground, Ground]:
    """Draw the curves over the strengths of one penalty, and the axes of the words."""
    left, ax = steady("penalty λ (stops of the slider)", "", height=320)
    heights = np.array(runs.worth(penalty)).T  # (5, strengths)
    told = {2: ("F1, best θ", 0), 1: ("F1 at ½", 0.35)}
    told |= {0: ("P@1", 0.62), 3: ("words", 0.8)}
    for (k, (name, x)), style in zip(told.items(), CURVES, strict=True):
        ax.plot(heights[k], **style)
        note(ax, x, 1.05, name, style["color"])
    stops = dict(enumerate(runs.LAMBDAS))
    ax.set(ylim=(-0.03, 1.03), xlim=(-0.2, len(stops) - 0.8), yticks=(0, 0.5, 1))
    shown = [k for k, v in stops.items() if v in (0.125, 0.5, 2, 8, 32)]
    ax.set_xticks(shown, [f"{stops[k]:g}" for k in shown])
    right, low = steady("weight for random_state", "", height=320, left=128)
    low.set_yticks(range(len(SPEAK)), SPEAK)
    low.grid(False)
    low.axvline(0, color=FAINT, linewidth=1)
    low.set(ylim=(len(SPEAK) - 0.4, -0.6), xlim=(-0.4, 5.6))
    return Ground(left), Ground(right)


@kept(*((penalty,) for penalty in runs.PENALTIES), digits=6)
def spoken(penalty: str) -> Array:
    """Return what SPEAK weigh for random_state at every strength."""
    d = runs.docs()
    words, name = [d.words.index(word) for word in SPEAK], d.names.index("random_state")
    return np.array([W[words, name] for W in runs.weights(penalty)])


def draw_penalty(penalty: str, strength: float) -> Picture:
    """Draw what a penalty of some strength is worth, and what it leaves of words."""
    k = runs.LAMBDAS.index(strength)
    worth, w = runs.worth(penalty)[k], spoken(penalty)[k]
    left, right = strengths(penalty)
    (one, [ax]), (two, [low]) = left.over(), right.over()
    ax.axvline(k, **LINE)
    low.barh(range(len(SPEAK)), w, color=BLUE, height=0.6)
    return Picture(
        [left.under(one), right.under(two)],
        f"{penalty}, λ = {strength:g}: P@1 {worth.first:.2f}; F1 {worth.at_half:.2f} "
        f"at ½, {worth.best:.2f} at the best threshold; {100 * worth.words:.0f} % of "
        f"the words used. For random_state reproducible weighs {w[0]:.2f}, verbosity "
        f"{w[4]:.2f}.",
    )


# --- thresholds of their own


@cache
def owners(name: str) -> tuple[Ground, Ground]:
    """Draw the F1 of a name by threshold, and axes for what 20 draws reach."""
    j = runs.docs().names.index(name)
    left, ax = steady("threshold θ", f"F1 of {name}", height=320)
    y, s = runs.docs().Y_test[:, j], runs.scores("ridge")[:, j]
    here, thetas = runs.cuts(y, s), np.linspace(0.02, 0.82, 120)
    k = np.array([int(np.sum(here.at >= t)) - 1 for t in thetas])
    ax.plot(thetas, np.where(k < 0, 0, here.f1[k]), color=FAINT)
    ax.set(xlim=(0, 0.82), ylim=(0, 1.12), xticks=(0, 0.2, 0.4, 0.6, 0.8))
    ax.set_yticks((0, 0.5, 1))
    note(ax, 0.02, 0.9, "│ own, 20 draws", BLUE)
    note(ax, 0.98, 0.9, "■ common", ORANGE, ha="right")
    right, low = steady("F1, common threshold", "F1, own threshold", height=320)
    low.plot([0, 1], [0, 1], color=FAINT, linewidth=1.2)
    low.set(xlim=(-0.04, 1.04), ylim=(-0.04, 1.04), xticks=(0, 0.5, 1))
    low.set_yticks((0, 0.5, 1))
    note(low, 0.04, 0.9, "own better", GREEN)
    note(low, 0.98, 0.12, "own worse", ORANGE, ha="right")
    return Ground(left), Ground(right)


def draw_own(documents: int, label: str) -> Picture:
    """Draw thresholds that 20 draws of documents choose, and what they reach."""
    j, here = runs.docs().names.index(label), runs.chosen(documents)
    left, right = owners(label)
    (one, [ax]), (two, [low]) = left.over(), right.over()
    ax.vlines(np.minimum(here.own[:, j], 0.81), 0, 0.13, color=BLUE, linewidth=2)
    common = here.common.mean()
    dots(ax, [common], [0.2], color=ORANGE, marker="s", size=11)
    dots(low, here.each[:, 1, j], here.each[:, 2, j], color=BLUE, size=8)
    own, gain = here.own[:, j], here.each[:, 2, j] - here.each[:, 1, j]
    return Picture(
        [left.under(one), right.under(two)],
        f"{label}, chosen on {documents} documents: own thresholds {own.min():.2f} "
        f"to {own.max():.2f}, the common one {common:.2f} on average; F1 "
        f"{gain.mean():+.2f} by the own, better in {np.sum(gain > 0)} of "
        f"{len(gain)} draws, worse in {np.sum(gain < 0)}.",
    )


def draw_target(answer: Any = None) -> Picture:
    """Draw F1 at every threshold for `axis`, the best one, and a reader's answer."""
    j = runs.docs().names.index("axis")
    y, s = runs.docs().Y_test[:, j], runs.scores("ridge")[:, j]
    here = runs.cuts(y, s)
    figure, ax = steady("threshold θ", "F1 of axis", height=250)
    ax.plot(here.at, here.f1, **CURVES[1])
    k = int(here.f1.argmax())
    dots(ax, [here.at[k]], [here.f1[k]], color=ORANGE, marker="s", size=12)
    if answer is not None:
        dots(ax, [answer(y, s)], [here.f1[k]], color=BLUE, size=7)
    ax.set(xlim=(0, 1), ylim=(0, 1.05), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    at = f"at the threshold {here.at[k]:.3f}"
    return Picture(figure, f"The largest F1 of axis is {here.f1[k]:.3f}, {at}.")
