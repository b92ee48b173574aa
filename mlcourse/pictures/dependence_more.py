"""More pictures of the chapter on labels that depend: relays, sets, ML-kNN."""

from functools import cache

import numpy as np

from mlcourse.arrays import Index
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.scenes import tiles
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, GREEN, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import dependence_knn as knn
from mlcourse.pictures import dependence_runs as runs

RELAY = {
    "first_label_wrong": steps(*runs.ERRORS, at=0.4),
    "fed_with": choice(*runs.FED),
}
SAYABLE = {
    "labels": steps(*runs.LABELS, at=799),
    "seen_at_least": steps(*runs.TIMES, at=1),
}
COUNTING = {
    "k": steps(*knn.KS, at=10),
    "table": choice(*knn.TABLES),
    "counts_itself": choice("no", "yes"),
}
GROUPS = {"never": (0, 1), "once": (1, 2), "2 to 4": (2, 5), "5 to 19": (5, 20)}
GROUPS |= {"20 or more": (20, 10**9)}


# --- a mistake runs down the chain ---


def draw_relay(first_label_wrong: float, fed_with: str) -> Picture:
    """Draw the share of wrong answers along a chain, and of wrong sets."""
    alone = runs.along(first_label_wrong, "alone")
    chain = runs.along(first_label_wrong, fed_with)
    figure, ax = steady("place in the chain", "share of wrong answers", height=290)
    at = np.arange(1, runs.LENGTH + 1)
    for each, style in ((chain, CURVES[0]), (alone, CURVES[1])):
        ax.plot(at, each.wrong, marker="o", markersize=6, **style)
    ax.set(ylim=(0, 0.6), xlim=(0.6, 10.4), xticks=(1, 4, 7, 10))
    ax.set_yticks((0, 0.2, 0.4, 0.6))
    note(ax, 0.03, 0.9, "● each label alone", CURVES[1]["color"])
    note(ax, 0.52, 0.9, "● the chain", CURVES[0]["color"])
    says = (
        f"First label wrong for {first_label_wrong:.0%} by chance, members fed with "
        f"{fed_with}. Hamming loss: alone {alone.hamming:.3f}, chain "
        f"{chain.hamming:.3f}. Exact: alone {alone.exact:.3f}, chain {chain.exact:.3f}."
    )
    pair = totals(first_label_wrong, fed_with)
    return Picture([to_svg(figure), pair], says)


@cache
def totals(error: float, fed: str) -> str:
    """Draw both measures, of each label alone and of the chain."""
    figure, ax = steady("", "both measures", height=290)
    both = runs.along(error, "alone"), runs.along(error, fed)
    for k, (each, style) in enumerate(zip(both, CURVES[1::-1], strict=True)):
        values = (each.hamming, each.exact)
        ax.bar(np.arange(2) - 0.2 + 0.4 * k, values, 0.36, color=style["color"])
        for j, value in enumerate(values):
            spot = (j - 0.2 + 0.4 * k, value + 0.008)
            ax.text(*spot, f"{value:.3f}", ha="center", color=style["color"])
    ax.set_xticks(range(2), ["wrong labels\n(less is better)", "exact sets\n(more is)"])
    ax.set(ylim=(0, 0.6), xlim=(-0.55, 1.55), yticks=(0, 0.2, 0.4, 0.6))
    return to_svg(figure)


# --- sets that can be said ---


def draw_sayable(labels: int, seen_at_least: int) -> Picture:
    """Draw the share of test documents whose set occurs in training."""
    ground = coverage()
    figure, [ax] = ground.over()
    curve = [runs.sayable(L, seen_at_least) for L in runs.LABELS]
    ax.plot(runs.LABELS, curve, **CURVES[0])
    here = runs.sayable(labels, seen_at_least)
    dots(ax, [labels], [here], color=ORANGE, size=13)
    kept = runs.sets_kept(labels, seen_at_least)
    often = "at least once" if seen_at_least == 1 else f"{seen_at_least} times or more"
    says = (
        f"The {labels} most frequent names, sets seen {often}: {kept:,} sets are left "
        f"to say, and {here:.1%} of the test documents have one of them."
    )
    return Picture([ground.under(figure), how_often(labels)], says)


@cache
def coverage() -> Ground:
    """Draw the axes, and all curves faintly."""
    figure, ax = steady(
        "labels (logarithmic)", "share of test sets that can be said", height=290
    )
    for least in runs.TIMES:
        shares = [runs.sayable(L, least) for L in runs.LABELS]
        ax.plot(runs.LABELS, shares, color=FAINT, linewidth=1)
    ax.set(xscale="log", ylim=(0, 1.04), xlim=(4.2, 950), yticks=(0, 0.5, 1))
    ax.set_xticks((5, 20, 80, 320), ("5", "20", "80", "320"))
    ax.minorticks_off()
    note(ax, 0.03, 0.06, "grey: seen 1, 2, 3, 4, 5 times", INK)
    return Ground(figure)


@cache
def how_often(labels: int) -> str:
    """Draw how often the sets of the test documents were seen in training."""
    figure, ax = steady("share of test documents", "set seen in training", 290, 104)
    found = runs.seen(labels)
    for row, (low, high) in enumerate(GROUPS.values()):
        share = float(np.mean((found >= low) & (found < high)))
        ax.barh(row, share, color=ORANGE if row == 0 else BLUE, height=0.55)
        ax.text(share + 0.02, row, f"{share:.0%}", va="center")
    ax.set_yticks(range(len(GROUPS)), list(GROUPS))
    ax.set(xlim=(0, 1.18), ylim=(4.6, -0.6), xticks=(0, 0.5, 1))
    ax.grid(visible=False)
    return to_svg(figure)


# --- ML-kNN ---

SCENE = 6  # of the test scenes, with its nearest of the training scenes


def draw_votes() -> Picture:
    """Draw a new scene, its five nearest training scenes, and their digits."""
    (pixels, D), (new, truth) = knn.scenes().train, knn.scenes().test
    near = knn.neighbours("pixels", "no")[1][SCENE, :10]
    names = [f"new: {digits(truth[SCENE])}", *(digits(D[i]) for i in near[:5])]
    figure = tiles([new[SCENE], *pixels[near[:5]]], names)
    counts = ", ".join(
        f"{D[near, label].sum()} show a {label}"
        for label in np.flatnonzero(D[near].any(axis=0))
    )
    return Picture(
        figure,
        f"A new scene with the digits {digits(truth[SCENE])}, and its five nearest "
        f"training scenes. Of the ten nearest {counts}.",
    )


def digits(row: Index) -> str:
    """Return the digits of a scene as they are written: 0, 4."""
    return ", ".join(str(label) for label in np.flatnonzero(row))


def draw_counting(k: int, table: str, counts_itself: str) -> Picture:
    """Draw the Hamming loss for every k, and what the counts say of one digit."""
    here = knn.counted(k, table, counts_itself)
    ground = hamming_by_k(table, counts_itself)
    figure, [ax] = ground.over()
    dots(ax, [k], [here.hamming], color=ORANGE, size=13)
    says = (
        f"k = {k} on {table}, a row counts itself: {counts_itself}. Hamming loss "
        f"{here.hamming:.4f}, average precision {here.ap:.3f}. The chance of a "
        f"{knn.DIGIT} is {here.chance[0]:.2f} if no neighbour shows one, "
        f"{here.chance[-1]:.2f} if all do."
    )
    return Picture([ground.under(figure), inside(k, table, counts_itself)], says)


@cache
def hamming_by_k(table: str, counts_itself: str) -> Ground:
    """Draw the curve on an axis of its own, which fits it."""
    figure, ax = steady("neighbours k", "Hamming loss (own axis)", 290, left=66)
    values = [knn.counted(k, table, counts_itself).hamming for k in knn.KS]
    ax.plot(knn.KS, values, **CURVES[0])
    pad = 0.15 * max(max(values) - min(values), 0.01)
    ax.set(xscale="log", xlim=(0.85, 60), ylim=(min(values) - pad, max(values) + pad))
    ax.set_xticks(knn.KS, [str(k) for k in knn.KS])
    ax.minorticks_off()
    return Ground(figure)


@cache
def inside(k: int, table: str, counts_itself: str) -> str:
    """Draw both likelihoods of a count, and the chance that Bayes makes of them."""
    here, j = knn.counted(k, table, counts_itself), np.arange(k + 1)
    figure, ax = steady(
        f"neighbours that show a {knn.DIGIT}", "probability", height=290
    )
    no, yes = here.like
    wide = (4.4, 2.2, 2.2)  # with k = 1 the first and the last may be one curve
    for curve, style, width in zip((yes, no, here.chance), CURVES, wide, strict=False):
        ax.plot(j, curve, marker="o", markersize=3 + width, linewidth=width, **style)
    ax.axhline(0.5, color=FAINT, linestyle=":", linewidth=1.4)
    ax.set(ylim=(0, 1.5), xlim=(-0.04 * k, 1.04 * k), yticks=(0, 0.5, 1))
    ax.set_xticks(sorted({0, k // 2, k}))
    note(ax, 0.02, 0.93, f"chance of a {knn.DIGIT}", GREEN)
    note(ax, 0.02, 0.84, "this count, with a 7", BLUE)
    note(ax, 0.02, 0.75, "this count, without", ORANGE)
    return to_svg(figure)


def draw_never(k: int = 10, s: float = 1.0) -> Picture:
    """Draw the highest chance that ML-kNN can give each name, by its frequency."""
    c, highest = knn.told_counts(k)[0], knn.highest(k, s)
    n = len(runs.documents().Y)
    figure, ax = steady("training documents with the name", "highest chance", 300)
    jitter = np.random.default_rng(0).uniform(-0.3, 0.3, len(c))
    dots(ax, c + jitter, highest, color=BLUE, size=3.4)
    at = np.arange(2, 41)
    ax.plot(at, [knn.ceiling(int(each), n, k, s) for each in at], **CURVES[1])
    ax.axhline(0.5, color=INK, linestyle=":", linewidth=1.6)
    ax.set(xlim=(1.2, 40.8), ylim=(0, 1.18), yticks=(0, 0.5, 1))
    ax.set_xticks((3, 10, 20, 30, 40))
    note(ax, 0.3, 0.91, "friendliest case", ORANGE)
    note(ax, 0.985, 0.27, "below ½: never said", INK, ha="right")
    never, some = int(np.sum(highest <= 0.5)), c <= 40
    return Picture(
        figure,
        f"k = {k}, s = {s:g}: {never} of the {len(c)} names have no count at which "
        f"ML-kNN would say them ({int(some.sum())} names are drawn, those of at most "
        f"40 documents). In the friendliest case {knn.fewest(n, k, s)} documents are "
        "enough.",
    )
