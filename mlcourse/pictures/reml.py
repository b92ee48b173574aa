"""What the chapter on REML draws: labels taken apart, head against tail, rank and L1.

What it computes is in `reml_runs`; more pictures are in `reml_more`.
"""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.scenes import Box, canvas, draw_map, squares
from mlcourse.chapters.common.thumbs import HEIGHT as LOW
from mlcourse.chapters.common.thumbs import WIDTH as WIDE
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.data.planted import low_rank_plus_sparse
from mlcourse.page.controls import steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, FAINT, GREEN, INK, ORANGE, WIDTH
from mlcourse.page.svg import to_svg
from mlcourse.pictures import reml_one as one
from mlcourse.pictures import reml_runs as runs

SHOWN = 16  # rows of a matrix that is drawn
STYLES = {  # colour, mark
    "ridge": (ORANGE, "s"),
    "rank 3": (GREEN, "^"),
    "REML": (BLUE, "o"),
    runs.TRUTH: (INK, "+"),
}
CORNER = {"noise": steps(*runs.NOISES, at=runs.NOISE)}
SETTING = {
    "rank": steps(*runs.RANKS, at=30),
    "lambda_3": steps(*runs.L1S, at=runs.L1),
}


def card() -> str:
    """Draw the two parts of a fit to planted labels as a small picture."""
    figure, ax = thumb()
    ax.set_position((0, 0, 1, 1))
    ax.set(xlim=(0, WIDE), ylim=(LOW, 0))
    X = runs.task(0).X[5:20]
    model, side = one.fitted(), 6.4
    for part, color, least in (
        (model.low_rank(X), BLUE, 0.15),
        (model.tail(X), ORANGE, 0.2),
    ):
        rows, columns = np.nonzero(part > least)
        x, y = 26 + side * (columns + 0.5), 20 + side * (rows + 0.5)
        ax.add_artist(squares(x, y, side - 1.2, color, 1.0))
    return to_svg(figure)


# --- a label matrix taken apart


def draw_truth() -> Picture:
    """Draw the scores that were planted, in two parts, and the labels made of them."""
    drawn = low_rank_plus_sparse(
        runs.ROWS + runs.NEW, tail=runs.TAIL, tail_rate=runs.TAIL_RATE, seed=0
    )
    X, Y = drawn.X[:SHOWN], runs.task(0).Y[:SHOWN]
    low, tail = X @ drawn.U @ drawn.V, X @ drawn.H
    ones = int(Y[:, runs.HEAD :].sum())
    return Picture(
        [
            matrices(
                (low, "XUV: what the head shares", 2.5),
                (tail, "XH: each tail label its own", 1.0),
            ),
            matrices(
                (drawn.S[:SHOWN], "the scores: both, and noise", 2.5),
                (Y, "labels: the scores, cut", 1.0),
            ),
        ],
        f"Planted: {SHOWN} rows, 20 head labels and, right of the line, 10 of the "
        "tail. Blue is above 0, orange below; strongest at 2.5 in XUV and the scores, "
        "at 1 in XH and the labels. The head's scores are mixtures of three columns; "
        f"in these rows the tail has {ones} ones.",
    )


def draw_parts() -> Picture:
    """Draw the two parts that REML finds, and what neither of them has."""
    given, model = runs.task(0), one.fitted()
    X = given.X[:SHOWN]
    low, tail, Y = model.low_rank(X), model.tail(X), given.Y[:SHOWN] - model.y_mean_
    return Picture(
        [
            matrices((low, "found: XUV", 1.0), (tail, "found: XH", 1.0)),
            matrices(
                (Y, "the labels, less their means", 1.0),
                (Y - low - tail, "what is left of them", 1.0),
            ),
        ],
        f"What REML finds in the labels, the same {SHOWN} rows: XUV has the head, XH "
        f"nearly nothing but the tail ({share(model)} of its squares lie right of the "
        "line). What is left is what the cut at a threshold has made of the scores. "
        "All colours are strongest at 1.",
    )


def share(model: Any) -> str:
    """Return which share of the squares of XH lies in the tail labels."""
    sizes = (model.tail(runs.task(0).X) ** 2).sum(axis=0)
    return f"{sizes[runs.HEAD :].sum() / sizes.sum():.0%}"


def matrices(*maps: tuple[Any, str, float]) -> str:
    """Draw rows of matrices of labels one below the other: values, a name, the top.

    Blue is above 0; a line stands before the tail. What is less than an eighth of the
    top is left out, as it would be seen.
    """
    side, y = (WIDTH - 2) / (runs.HEAD + runs.TAIL), 26.0
    figure, ax = canvas(sum(36 + side * len(values) for values, _, _ in maps) - 8)
    for values, name, top in maps:
        kept = np.where(np.abs(values) < top / 8, 0, values)
        box: Box = draw_map(ax, kept, (1, y), WIDTH - 2, top, name)
        x = box.x + box.width * runs.HEAD / (runs.HEAD + runs.TAIL)
        ax.plot([x, x], [box.y, box.y + box.height], color=INK, linewidth=1.4)
        y += box.height + 36
    return to_svg(figure)


# --- head against tail


def draw_corner(noise: float) -> Picture:
    """Draw the recall of head and of tail, of twenty draws and on average."""
    ground = plane()
    figure, [ax] = ground.over()
    told, every = [], []
    for name in STYLES:
        found = runs.by_noise()[noise, name]  # (draws, 3)
        cloud(ax, name, found)
        head, tail, both = found.mean(axis=0)
        told.append(f"{name} {head:.2f} and {tail:.2f}")
        every.append(both)
    says = f"Noise {noise:g}, recall of head and of tail: {', '.join(told)}."
    return Picture([ground.under(figure), of_all(tuple(every))], says)


def cloud(ax: Any, name: str, found: Array) -> None:
    """Draw the draws of a learner as dots, and their mean as its mark."""
    color, mark = STYLES[name]
    dots(ax, *found[:, :2].T, color=color, size=3)
    style: dict[str, Any] = {"markeredgewidth": 2.2, "markersize": 13}
    inside = "none" if mark != "+" else color
    ax.plot(
        *found.mean(axis=0)[:2],
        marker=mark,
        color=color,
        markerfacecolor=inside,
        clip_on=False,
        **style,
    )


@cache
def plane() -> Ground:
    """Draw the axes, and the marks of the learners above them."""
    figure, ax = steady("recall of the head", "recall of the tail", height=360)
    ax.set(xlim=(0.3, 1.02), ylim=(0, 1.4))
    ax.set_xticks((0.4, 0.6, 0.8, 1))
    ax.set_yticks((0, 0.5, 1))
    ax.spines["left"].set_bounds(0, 1.05)
    for k, (name, (color, mark)) in enumerate(STYLES.items()):
        sign = {"s": "□", "^": "△", "o": "○", "+": "+"}[mark]
        note(ax, 0.02 + 0.5 * (k % 2), 0.92 - 0.09 * (k // 2), f"{sign} {name}", color)
    return Ground(figure)


@cache
def of_all(found: tuple[float, ...]) -> str:
    """Draw the recall of all ones, a bar for each learner."""
    figure, ax = steady("", "recall of all ones", height=360)
    for k, (name, value) in enumerate(zip(STYLES, found, strict=True)):
        color = STYLES[name][0] if name != runs.TRUTH else FAINT
        ax.bar(k, value, 0.62, color=color)
        ax.text(k, value + 0.02, f"{value:.3f}", ha="center")
    ax.set(ylim=(0, 1.1), xlim=(-0.5, 3.5), yticks=(0, 0.5, 1))
    ax.set_xticks(range(4), list(STYLES))
    return to_svg(figure)


# --- rank and L1


def draw_setting(rank: int, lambda_3: float) -> Picture:
    """Draw where a rank and an L1 strength lead, and who carries which label."""
    here = runs.by_setting()[rank, lambda_3]
    ground = map_of_settings()
    figure, [ax] = ground.over()
    way = [runs.by_setting()[rank, l1].recall for l1 in runs.L1S]
    ax.plot([r.head for r in way], [r.tail for r in way], color=BLUE, linewidth=1.6)
    ax.plot(here.recall.head, here.recall.tail, marker="o", color=BLUE, markersize=13)
    says = (
        f"Rank {rank}, λ₃ = {lambda_3:g}: recall of the head {here.recall.head:.2f}, "
        f"of the tail {here.recall.tail:.2f}, of all ones {here.recall.every:.2f}. "
        f"{carried(here)}"
    )
    return Picture([ground.under(figure), to_svg(sizes(here))], says)


def carried(here: runs.Setting) -> str:
    """Say which part carries the head, and which one the tail."""
    told = []
    for name, part in (
        ("head", slice(0, runs.HEAD)),
        ("tail", slice(runs.HEAD, None)),
    ):
        low, tail = (np.sum(size[part] ** 2) for size in (here.low_rank, here.tail))
        told.append(f"{low / (low + tail):.0%} of the {name}'s fit")
    return f"Low rank carries {told[0]} and {told[1]}."


@cache
def map_of_settings() -> Ground:
    """Draw the axes, and the recall of every setting as a faint dot."""
    figure, ax = steady("recall of the head", "recall of the tail", height=320)
    every = [setting.recall for setting in runs.by_setting().values()]
    dots(ax, [r.head for r in every], [r.tail for r in every], color=FAINT, size=4)
    ax.set(xlim=(0.5, 0.9), ylim=(0, 1.12), yticks=(0, 0.5, 1))
    ax.set_xticks((0.5, 0.6, 0.7, 0.8, 0.9))
    note(ax, 0.13, 0.42, "line: this rank,\nλ₃ from weak\nto strong", BLUE)
    return Ground(figure)


def sizes(here: runs.Setting) -> Figure:
    """Draw how large both parts of the fit are, label by label."""
    figure, ax = steady("label (the tail is 21 to 30)", "size of the fit", height=320)
    at = np.arange(1, len(here.tail) + 1)
    ax.bar(at, here.low_rank, 0.8, color=BLUE)
    ax.bar(at, here.tail, 0.8, bottom=here.low_rank, color=ORANGE)
    ax.plot([runs.HEAD + 0.5] * 2, [0, 0.42], color=INK, linestyle=":", linewidth=1.6)
    ax.set(xlim=(0.3, len(at) + 0.7), ylim=(0, 0.52), yticks=(0, 0.2, 0.4))
    ax.set_xticks((1, 10, 20, 30))
    note(ax, 0.02, 0.91, "■ XUV, low rank", BLUE)
    note(ax, 0.55, 0.91, "■ XH, on top", ORANGE)
    return figure
