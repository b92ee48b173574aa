"""What the lesson on forests draws; the fits are made in `runs`."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground, ticked
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.forests import runs
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import (
    BLUE,
    CURVES,
    FAINT,
    GREEN,
    GRID,
    INK,
    ORANGE,
    PURPLE,
    WASHES,
)
from mlcourse.page.svg import to_svg

# What the handles of each explorer reach; each opens on the case that was asked.
JURY = {
    "jurors": steps(*runs.JURORS[1:], at=101),
    "accuracy": choice(0.45, 0.6, 0.7, at=0.6),
    "copying": choice(0.0, 0.3, 1.0, at=1.0),
}
FOREST = {
    "trees": steps(*runs.TREES, at=300),
    "features_a_cut": choice(*runs.FEATURES, at=5),
}
COLUMN = {
    "values": steps(*runs.VALUES, at=150),
    "smallest_leaf": choice(1, 10),
}
LABELS = {"chance_to_flip": steps(*runs.NOISE, at=0.18)}
RHO = "\N{GREEK SMALL LETTER RHO}"
LIMITS = {"new": ORANGE, "out of bag": GREEN, "training": BLUE}


# --- explorers


def draw_jury(jurors: int, accuracy: float, copying: float) -> Picture:
    """Draw how many of the jurors are right, and how often their majority is."""
    chance = runs.verdicts(jurors, accuracy, copying)
    ground = jury_axes()
    left, [ax] = ground.over()
    share, half = np.arange(jurors + 1) / jurors, jurors // 2 + 1
    wide = min(40, 240 / (jurors + 1))  # units
    for some, color in ((slice(None, half), FAINT), (slice(half, None), GREEN)):
        x, y = share[some], chance[some]
        up = np.column_stack([0 * y, y, np.nan * y]).ravel()  # one path of all bars
        butt: Any = {"solid_capstyle": "butt", "linewidth": wide}
        ax.plot(np.repeat(x, 3), up, color=color, **butt)
    top = float(f"{chance.max():.1g}")
    ax.set_ylim(0, max(1.18 * chance.max(), 1.12 * top))
    ax.axhline(top, color=GRID, linewidth=0.7, zorder=0)
    ticked(ax, "y", {0: f"{0 * top:.{len(f'{top:g}') - 2}f}", top: f"{top:g}"})
    curve = majority(accuracy, copying)
    right, [ax] = curve.over()
    at, said = runs.JURORS.index(jurors), runs.right(jurors, accuracy, copying)
    ax.plot(at, said, marker="o", color=GREEN, markersize=12)
    return Picture(
        [ground.under(left), curve.under(right)],
        f"{jurors} juror{'s' * (jurors > 1)}: the majority is right {said:.1%} "
        "of the time.".replace("%", " %"),
    )


@cache
def jury_axes() -> Ground:
    """Draw the axes of the shares, and on which side of a half a majority is right."""
    figure, ax = steady("share of jurors who are right", "how often", height=290)
    ax.axvline(0.5, color=INK, linewidth=1.4, linestyle=":")
    ax.set(xlim=(-0.08, 1.08), xticks=(0, 0.5, 1), yticks=())
    note(ax, 0.46, 0.9, "wrong", FAINT, ha="right")
    note(ax, 0.54, 0.9, "majority right", GREEN)
    return Ground(figure)


@cache
def majority(accuracy: float, copying: float) -> Ground:
    """Draw how often the majority is right by the number of jurors."""
    figure, ax = steady("jurors (slider positions)", "majority is right", height=290)
    told = [runs.right(number, accuracy, copying) for number in runs.JURORS]
    ax.plot(told, color=GREEN)
    ax.axhline(accuracy, color=FAINT, linestyle=":", linewidth=1.6)
    low = told[-1] < 0.9 * accuracy
    ax.set(xlim=(-0.6, 12.6), ylim=(0, 1.05), yticks=(0, 0.5, 1))
    ax.set_xticks((0, 3, 6, 9, 12), [str(runs.JURORS[k]) for k in (0, 3, 6, 9, 12)])
    place = accuracy + 0.05 if low else accuracy - 0.11
    ax.text(12.5, place, f"one juror {accuracy:g}", ha="right", color=INK)
    return Ground(figure)


def draw_forest(trees: int, features_a_cut: int) -> Picture:
    """Draw the squared error by the number of trees, and the two numbers behind it."""
    here, k = runs.grown(features_a_cut), trees - 1
    ground = curves(features_a_cut)
    left, [ax] = ground.over()
    for name, curve in errors(here).items():
        if np.isfinite(curve[k]):
            ax.plot(trees, curve[k], marker="o", color=LIMITS[name], markersize=11)
    return Picture(
        [ground.under(left), parts(features_a_cut, trees)],
        f"{trees} tree{'s' * (trees > 1)}: squared error {here.new[k]:.3f} on "
        "new tumours.",
    )


def errors(here: runs.Grown) -> dict[str, Array]:
    """Return the curves of a forest by their names."""
    return {"new": here.new, "out of bag": here.out_of_bag, "training": here.train}


@cache
def curves(features: int) -> Ground:
    """Draw training, out-of-bag and new error by number of trees, and the floor."""
    here = runs.grown(features)
    figure, ax = steady("trees, logarithmic", "squared error", height=300, left=60)
    size = np.array(runs.TREES)
    ax.axhline(here.floor, color=FAINT, linestyle=":", linewidth=1.8)
    for (name, curve), style in zip(
        errors(here).items(), ("-", "-.", "--"), strict=True
    ):
        ax.plot(size, curve[size - 1], color=LIMITS[name], linestyle=style)
    ax.set(xscale="log", xlim=(0.9, 340), ylim=(0, 0.155))
    ax.minorticks_off()
    ax.set_xticks((1, 3, 10, 30, 100, 300), ("1", "3", "10", "30", "100", "300"))
    ax.set_yticks((0, 0.05, 0.1), ("0", "0.05", "0.1"))
    note(ax, 0.98, 0.9, "new tumours", ORANGE, ha="right")
    note(ax, 0.98, 0.79, "out of bag", GREEN, ha="right")
    note(ax, 0.98, 0.68, "floor ρσ²", INK, ha="right")
    note(ax, 0.98, 0.57, "training", BLUE, ha="right")
    return Ground(figure)


def parts(features: int, trees: int) -> str:
    """Draw one tree's error, split into the floor and what averaging takes away."""
    ground = one_tree()
    figure, [ax] = ground.over()
    for k, each in enumerate(runs.FEATURES):
        here = runs.grown(each)
        above = (here.sigma2 - here.floor) / trees
        tint = ORANGE if each == features else WASHES[1]
        ax.bar(k, above, bottom=here.floor, width=0.62, color=tint)
    return ground.under(figure)


@cache
def one_tree() -> Ground:
    """Draw the error of one tree and its floor, by features a cut."""
    figure, ax = steady("", "floor, and what is left above it", height=300, left=60)
    for k, each in enumerate(runs.FEATURES):
        here = runs.grown(each)
        ax.bar(k, here.sigma2, width=0.62, color=GRID)
        ax.bar(k, here.floor, width=0.62, color=FAINT)
        ax.text(
            k, here.sigma2 + 0.004, f"{RHO} = {here.rho:.2f}", ha="center", color=INK
        )
    ax.set(ylim=(0, 0.155), xlim=(-0.6, 2.6))
    ax.set_xticks(range(3), [f"{each} a cut" for each in runs.FEATURES])
    ax.set_yticks((0, 0.05, 0.1), ("0", "0.05", "0.1"))
    return Ground(figure)


def draw_column(values: int, smallest_leaf: int) -> Picture:
    """Draw what two measures say about four columns and a random one."""
    here = runs.importances(values, smallest_leaf)
    panels = []
    for told, name in (
        (here.impurity, "impurity importance (share)"),
        (here.permuted, "accuracy lost by shuffling"),
    ):
        ground = columns(name)
        figure, [ax] = ground.over()
        colors = [BLUE] * 4 + [PURPLE]
        ax.barh(range(5), told, height=0.62, color=colors)
        for k, value in enumerate(told):
            ax.text(
                max(value, 0) + 0.012, k, f"{value:.3f}".replace("-", "−"), va="center"
            )
        panels.append(ground.under(figure))
    return Picture(
        panels,
        f"Random column: impurity {here.impurity[-1]:.3f}, "
        f"shuffling {here.permuted[-1]:.3f}.".replace("-", "−"),
    )


@cache
def columns(name: str) -> Ground:
    """Draw the axes of a measure of four columns and a random one."""
    figure, ax = steady("", name, height=270, left=150)
    ax.set(ylim=(4.6, -0.6), xlim=(-0.02, 0.86), xticks=(0, 0.3, 0.6))
    ax.set_yticks(range(5), [*runs.REAL.values(), "random column"])
    ax.grid(False)
    return Ground(figure)


def draw_labels(chance_to_flip: float) -> Picture:
    """Draw AdaBoost's weight on flipped labels, and both methods' mistakes."""
    here = runs.noisy(chance_to_flip)
    rounds = np.arange(1, runs.ROUNDS + 1)
    weight, mistakes = by_round()
    left, [ax] = weight.over()
    ax.plot(rounds[: len(here.weight)], here.weight, color=CURVES[0]["color"])
    ax.axhline(here.flipped / 150, color=FAINT, linestyle=":", linewidth=1.8)
    right, [ax] = mistakes.over()
    ax.plot(rounds[: len(here.boosted)], here.boosted, color=BLUE)
    ax.plot(rounds, here.forest, color=ORANGE, linestyle="--")
    return Picture(
        [weight.under(left), mistakes.under(right)],
        f"{here.flipped} of 150 labels flipped: AdaBoost misjudges "
        f"{here.boosted[-1]}, the forest {here.forest[-1]}.",
    )


@cache
def by_round() -> tuple[Ground, Ground]:
    """Draw the axes of the weight and of the mistakes, with the names of the curves."""
    left, ax = steady("round", "weight on the flipped labels", height=290)
    ax.set(xlim=(0, runs.ROUNDS), ylim=(0, 0.75), yticks=(0, 0.25, 0.5))
    note(ax, 0.98, 0.92, "AdaBoost", BLUE, ha="right")
    note(ax, 0.98, 0.81, "in a forest", INK, ha="right")
    right, ax = steady("rounds, or trees", "mistakes on 419 new tumours", height=290)
    ax.set(xlim=(0, runs.ROUNDS), ylim=(0, 230), yticks=(0, 50, 100, 150))
    note(ax, 0.98, 0.92, "AdaBoost", BLUE, ha="right")
    note(ax, 0.98, 0.81, "forest", ORANGE, ha="right")
    return Ground(left), Ground(right)


# --- still


def card() -> str:
    """Draw trees that differ, and their mean, as a small picture."""
    figure, ax = thumb()
    wrong = runs.grown(5, most=60).wrong
    ax.plot(np.arange(1, 61), wrong, linewidth=2.6, **CURVES[0])
    return to_svg(figure)
