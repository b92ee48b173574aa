"""What the lesson on naive Bayes draws; the fits are made in `runs`.

A panel is drawn once and shared by the frames of an explorer: each frame lays over it
what has changed.
"""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground, bars
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.naive_bayes import measure, runs
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, INK, ORANGE
from mlcourse.page.svg import to_svg

HEIGHT = 300
FAR = 30.0  # where a bar of the ropes is cut off
DOCUMENTS = {"array (NumPy)": 17, "ticks": 229, "broadcast": 255}  # two Matplotlib's
LENGTHS = (0, 20, 40, 80, 160, 2000)  # different words of a document
# What the handles of each explorer reach.
ROPES = {
    "smoothing": steps(*runs.ALPHAS, at=1.0),
    "document": choice(*DOCUMENTS, at="broadcast"),
    "model": choice("multinomial", "Bernoulli"),
}
COPIES = {"copies": steps(*runs.COPIES, at=1), "of": choice(*runs.COPIED)}
SIZES = {"texts": steps(*measure.SIZES, at=50), "libraries": choice(*measure.PAIRS)}
COOLED = {
    "temperature": steps(*runs.TEMPERATURES, at=1.0),
    "model": choice(*runs.MODELS),
}


# --- explorers


def draw_ropes(smoothing: float, document: str, model: str) -> Picture:
    """Draw what pulls at a document, word by word."""
    here = runs.pulls(model, DOCUMENTS[document], smoothing)
    rows = strongest(here)
    ground = rope_axes(len(rows))
    figure, [ax] = ground.over()
    long = np.clip([pull for _, pull in rows], -FAR, FAR)
    for some, color in ((long > 0, ORANGE), (long <= 0, BLUE)):
        bars(ax, np.flatnonzero(some), long[some], 0.62, lying=True, color=color)
    for k, (name, pull) in enumerate(rows):
        side = 1 if pull > 0 else -1
        ax.text(-side * 0.9, k, name, ha="right" if side > 0 else "left", va="center")
        size = f"{abs(pull):.1f}" if np.isfinite(pull) else "∞"
        ends = {"ha": "left" if side > 0 else "right", "va": "center", "color": INK}
        ax.text(long[k] + side * 0.7, k, size, **ends)
    return Picture(ground.under(figure), verdict(smoothing, document, model, here))


@cache
def rope_axes(rows: int) -> Ground:
    """Draw the axes of so many pulls."""
    figure, ax = steady("pull: log ratio", "", height=380, left=18)
    ax.set(xlim=(-1.32 * FAR, 1.32 * FAR), ylim=(rows + 0.2, -1.5), yticks=[])
    ax.set_xticks((-30, -20, -10, 0, 10, 20, 30))
    ax.grid(False)
    ax.spines["left"].set_visible(False)
    ax.axvline(0, color=FAINT, linewidth=1)
    note(ax, 0.01, 0.95, "◂ NumPy", BLUE)
    note(ax, 0.99, 0.95, "Matplotlib ▸", ORANGE, ha="right")
    return Ground(figure)


def strongest(here: runs.Pulls, most: int = 7) -> list[tuple[str, float]]:
    """Return the strongest words, and what the others, the absent and the prior do."""
    words = sorted(here.words.items(), key=lambda word: -abs(word[1]))
    rows = words[:most]
    if words[most:]:
        others = sum(pull for _, pull in words[most:])
        rows.append((f"{len(words) - most} other words", others))
    if here.absent:
        rows.append(("absent words", here.absent))
    return [*rows, ("prior", here.prior)]


def verdict(alpha: float, document: str, model: str, here: runs.Pulls) -> str:
    """Say what the model answers, and whether that is right."""
    truth = int(runs.two().y_new[DOCUMENTS[document]])
    if all(here.vetoes):
        return f"α = {alpha:g}: both libraries are forbidden; the prior decides."  # noqa: RUF001
    right = "right" if (here.z > 0) == truth else "wrong"
    p = 1 / (1 + np.exp(-abs(here.z)))
    sure = "over 99.99" if p > 0.9999 else f"{np.floor(1000 * p) / 10:.1f}"
    name = runs.NAMES[int(here.z > 0)]
    return f"{model}, α = {alpha:g}: {name}, {sure} % sure, and {right}."  # noqa: RUF001


def draw_copies(copies: int, of: str) -> Picture:
    """Draw the log odds of all new documents, and what copies do to the answers."""
    here = runs.copied(of, copies)
    ground, curves = odds_axes(), copies_axes(of)
    left, [ax] = ground.over()
    edges = np.linspace(-60, 60, 41)
    for k, color in enumerate((BLUE, ORANGE)):
        z = np.clip(here.z[here.y == k], -59.9, 59.9)
        ax.hist(z, bins=edges, histtype="stepfilled", color=color, alpha=0.45)
        ends = int(np.sum((here.y == k) & (np.abs(here.z) > 57)))
        if ends > 70:
            ax.text((-54, 54)[k], 50, f"{ends}", ha=("left", "right")[k])
    right, [ax] = curves.over()
    at = runs.COPIES.index(copies)
    for value, color in ((here.accuracy, BLUE), (here.confidence, ORANGE)):
        ax.plot(at, value, marker="o", markersize=11, color=color)
    return Picture(
        [ground.under(left), curves.under(right)],
        f"{copies} × {of}: accuracy {here.accuracy:.3f}, "
        f"{100 * here.sure:.0f} % of answers 99.9 % sure.",
    )


def draw_cooled(temperature: float, model: str) -> Picture:
    """Draw how right groups of answers are, and the log loss by temperature."""
    here = runs.held(model, temperature)
    line, losses = honest(), losses_axes(model)
    left, [ax] = line.over()
    for said, were, share in here.groups:
        dots(ax, [said], [were], color=ORANGE, size=5 + 26 * np.sqrt(share))
    right, [ax] = losses.over()
    at = runs.TEMPERATURES.index(temperature)
    ax.plot(at, here.loss, marker="o", markersize=11, color=ORANGE)
    sure, wrong = here.sure
    told = f"wrong in {100 * wrong:.0f} % of those" if sure else "none"
    return Picture(
        [line.under(left), losses.under(right)],
        f"T = {temperature:g}: {100 * sure:.0f} % are 99.9 % sure; {told}. "
        f"Log loss {here.loss:.2f}.",
    )


def draw_sizes(texts: int, libraries: str) -> Picture:
    """Draw two learners by the texts of each library, and their 20 splits at one."""
    both, gap = sizes_axes(libraries)
    at, two = measure.SIZES.index(texts), measure.versus(libraries)
    left, [ax] = both.over()
    for k, each in enumerate(two):
        ax.plot(at, each[at].mean(), marker="os"[k], markersize=11, **CURVES[k])
    right, [ax] = gap.over()
    ahead = two[0][at] - two[1][at]  # (20,)
    dots(ax, np.full(len(ahead), at), np.clip(100 * ahead, -19, 19), color=INK, size=6)
    bayes, logistic = (f"{each[at].mean():.3f}" for each in two)
    return Picture(
        [both.under(left), gap.under(right)],
        f"{texts} texts of each library: naive Bayes {bayes}, logistic regression "
        f"{logistic}. Naive Bayes is ahead in {np.sum(ahead > 0)} of {len(ahead)} "
        f"splits, and behind in {np.sum(ahead < 0)}.",
    )


# --- stills


def draw_length() -> Picture:
    """Draw the accuracy on five libraries by the length of a document."""
    table, texts = runs.tables("one_hot", 5), runs.five()
    long = np.asarray(table.test.sum(axis=1)).ravel()
    of = np.digitize(long, LENGTHS) - 1
    figure, ax = steady("different words in a document", "accuracy", HEIGHT)
    told = []
    for k, name in enumerate(("Bernoulli", "multinomial")):
        model = runs.MODELS[name]().fit(table.train, texts.y)
        right = model.predict(table.test) == texts.y_new
        values = [right[of == group].mean() for group in range(len(LENGTHS) - 1)]
        ax.plot(values, marker="os"[k], **CURVES[k])
        told.append(f"{name} from {values[0]:.2f} to {values[-2]:.2f}")
    ax.set(ylim=(0.55, 1), xlim=(-0.3, 4.3))
    names = [f"{a}–{b - 1}" for a, b in pairwise(LENGTHS)]
    ax.set_xticks(range(5), ["< 20", *names[1:4], "160 +"])
    note(ax, 0.3, 0.78, "multinomial", ORANGE)
    note(ax, 0.22, 0.12, "Bernoulli", BLUE)
    says = ", ".join(told)
    return Picture(figure, f"From under 20 to 80–159 words accuracy rises: {says}.")


def card() -> str:
    """Draw what pulls at the hero's first text as a small picture."""
    figure, ax = thumb()
    rows = strongest(runs.pulls("Bernoulli", DOCUMENTS["array (NumPy)"]), most=5)
    for k, (_, pull) in enumerate(rows[:-1]):
        ax.barh(-k, pull, height=0.66, color=ORANGE if pull > 0 else BLUE)
    ax.set(xlim=(-8, 26))
    return to_svg(figure)


# --- what frames share


@cache
def odds_axes() -> Ground:
    """Draw the axes of the log odds, and where an answer is 99.9 % sure."""
    figure, ax = steady("log odds z of a new document", "documents", HEIGHT)
    ax.set(xlim=(-60, 60), ylim=(0, 70), xticks=(-60, -30, 0, 30, 60))
    ax.axvline(0, color=INK, linewidth=1.4)
    for side in (-1, 1):
        z = side * np.log(runs.SURE / (1 - runs.SURE))
        ax.axvline(z, color=FAINT, linestyle=":", linewidth=1.6)
    note(ax, 0.06, 0.9, "NumPy", BLUE)
    note(ax, 0.94, 0.9, "Matplotlib", ORANGE, ha="right")
    return Ground(figure)


@cache
def copies_axes(of: str) -> Ground:
    """Draw accuracy and mean confidence by the number of copies."""
    figure, ax = steady("copies (positions of the slider)", "share", HEIGHT)
    found = [runs.copied(of, copies) for copies in runs.COPIES]
    ax.plot([here.accuracy for here in found], **CURVES[0])
    ax.plot([here.confidence for here in found], **CURVES[1])
    ax.set(ylim=(0.8, 1.01), yticks=(0.8, 0.9, 1))
    ticks = [0, 4, 8, 10, 13]
    ax.set_xticks(ticks, [str(runs.COPIES[k]) for k in ticks])
    note(ax, 0.45, 0.78, "mean confidence", ORANGE)
    note(ax, 0.62, 0.28, "accuracy", BLUE)
    return Ground(figure)


@cache
def honest() -> Ground:
    """Draw the line on which a confidence is true."""
    figure, ax = steady("how sure (mean of a group)", "share that is right", HEIGHT)
    ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1.2)
    ax.set(xlim=(0.15, 1.06), ylim=(-0.06, 1.08), xticks=(0.25, 0.5, 0.75, 1))
    ax.set_yticks((0, 0.5, 1))
    return Ground(figure)


@cache
def losses_axes(model: str) -> Ground:
    """Draw the log loss on new documents by temperature."""
    figure, ax = steady("temperature T (positions of the slider)", "log loss", HEIGHT)
    ax.plot([runs.held(model, t).loss for t in runs.TEMPERATURES], **CURVES[0])
    ax.set(ylim=(0, 9), yticks=(0, 2, 4, 6, 8))
    ticks = [0, 2, 5, 9, 12, 15]
    ax.set_xticks(ticks, [f"{runs.TEMPERATURES[k]:g}" for k in ticks])
    return Ground(figure)


@cache
def sizes_axes(libraries: str) -> tuple[Ground, Ground]:
    """Draw the means of two learners and of their difference, and 18 of 20 splits."""
    two = measure.versus(libraries)
    left, ax = banded("accuracy", *two)
    ax.set(ylim=(0.4, 1), yticks=(0.4, 0.6, 0.8, 1))
    note(ax, 0.03, 0.9, "naive Bayes", BLUE)
    note(ax, 0.5, 0.3, "logistic regression", ORANGE)
    right, zero = banded("points that naive Bayes is ahead", 100 * (two[0] - two[1]))
    zero.set(ylim=(-20, 20), yticks=(-20, -10, 0, 10, 20))
    zero.axhline(0, color=INK, linewidth=1)
    return Ground(left), Ground(right)


def banded(name: str, *curves: Array) -> tuple[Figure, Any]:
    """Draw means by the texts of each library, and where 18 of 20 splits lie."""
    figure, ax = steady("texts of each library", name, HEIGHT)
    for each, style in zip(curves, CURVES, strict=False):
        inner = np.sort(each, axis=1)[:, 1:-1]
        band = inner[:, 0], inner[:, -1]
        ax.fill_between(range(len(each)), *band, color=style["color"], alpha=0.15)
        ax.plot(each.mean(axis=1), **style)
    ticks = [0, 2, 4, 7, 9, 11, 13]
    ax.set_xticks(ticks, [str(measure.SIZES[k]) for k in ticks])
    ax.set(xlim=(-0.5, len(measure.SIZES) - 0.5))
    return figure, ax
