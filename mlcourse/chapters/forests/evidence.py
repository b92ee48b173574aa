"""The tables of the evidence on forests.

What takes longer than a page may is stored here; tests measure it again.
"""

from typing import Any

import numpy as np
from scipy.stats import binomtest

from mlcourse.arrays import Array
from mlcourse.chapters.forests import runs
from mlcourse.models.forest import RandomForestClassifier
from mlcourse.page.table import Table
from mlcourse.reports import readings_004

SPLITS, SIZE = 20, 100  # splits, and trees of a forest
SETS = 25  # training sets of `variances`

# --- twenty splits


def forest_splits(seeds: Any = range(SPLITS)) -> Array:
    """Return what forests do by split and features a cut, (splits, 3, 5).

    sigma^2, rho, squared error, mistakes, and the mistakes of the first tree.
    """
    told = []
    for seed in seeds:
        fits = (runs.grown.__wrapped__(m, seed, SIZE) for m in runs.FEATURES)
        told.append(
            [(g.sigma2, g.rho, g.new[-1], g.wrong[-1], g.wrong[0]) for g in fits]
        )
    return np.array(told)


def noise_splits(noise: float, seeds: Any = range(SPLITS)) -> Array:
    """Return the mistakes of AdaBoost and of the forest, (splits, 2)."""
    fits = (runs.noisy.__wrapped__(noise, seed) for seed in seeds)
    return np.array([(here.boosted[-1], here.forest[-1]) for here in fits])


def won(one: Array, other: Array) -> tuple[int, int]:
    """Return in how many splits `one` is less than `other`, and more."""
    return int(np.sum(one < other)), int(np.sum(one > other))


def sign(pair: tuple[int, int]) -> str:
    """Return the p of a sign test."""
    p = binomtest(pair[0], sum(pair)).pvalue
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


# As `forest_splits` finds them in a minute: means over splits, and paired counts.
FORESTS = {  # features a cut: sigma^2, rho, squared error, mistakes
    1: (0.129, 0.33, 0.0432, 21.9),
    5: (0.098, 0.41, 0.0412, 22.8),
    30: (0.094, 0.49, 0.0462, 26.2),
}
# In how many splits the first has the smaller error, and the larger: squared error of
# 100 trees, or mistakes. Fresh splits have seeds of FRESH.
FRESH = range(300, 400)
PAIRED = {
    "5 against 30 a cut": (19, 1),
    "the same, 100 fresh splits": (95, 5),
    "5 against 1 a cut": (13, 7),
    "the same on the fresh splits": (89, 11),
    "the same, by mistakes": (41, 47),
    "forest against one full tree": (20, 0),
}
NOISE = {  # chance to flip a label: mean mistakes of both; better by split, worse
    0.0: (20.4, 23.7, (5, 15)),
    0.09: (42.7, 27.2, (20, 0)),
    0.18: (64.0, 35.4, (20, 0)),
    0.27: (92.7, 51.2, (20, 0)),
}


def forests() -> Table:
    """Return what forests of 100 trees do, by features a cut."""
    rows = [
        (f"{m}", f"{s:.3f}", f"{rho:.2f}", f"{error:.4f}", f"{wrong:.1f}")
        for m, (s, rho, error, wrong) in FORESTS.items()
    ]
    heads = ("one tree, σ²", "likeness", "squared error", "mistakes")
    return Table(rows, "features a cut", *heads)


def paired() -> Table:
    """Return the paired counts, with the p of a sign test."""
    rows = [(name, *pair, sign(pair)) for name, pair in PAIRED.items()]
    return Table(rows, "20 splits, or 100", "smaller", "larger", "p")


def noise() -> Table:
    """Return the mistakes of AdaBoost and of the forest, by chance to flip."""
    rows = [
        (
            f"{share:.0%}".replace("%", " %"),
            f"{boosted:.1f}",
            f"{forest:.1f}",
            f"{pair[0]} : {pair[1]}",
            sign(pair),
        )
        for share, (boosted, forest, pair) in NOISE.items()
    ]
    heads = ("AdaBoost", "forest", "forest better : worse", "p")
    return Table(rows, "chance to flip", *heads)


# --- the variance of a mean


def answers(sets: int = SETS, trees: int = 30) -> Array:
    """Return the shares that forests on other training sets give, (sets, trees, m).

    Each of the sets has 150 rows, drawn from 400; the m = 169 others judge.
    """
    rows, told = runs.split(0, 400), []
    for seed in range(sets):
        some = np.random.default_rng(seed).choice(400, 150, replace=False)
        forest = RandomForestClassifier(trees, random_state=seed)
        forest.fit(rows.X[some], rows.y[some])
        told.append(runs.shares(forest, rows.fresh))
    return np.array(told)


def variances() -> Table:
    """Return the variance of the mean of B trees: by the formula, and measured.

    The formula has sigma^2 and rho from the first five trees of every set.
    """
    told = answers()
    five = told[:, :5] - told[:, :5].mean(axis=(0, 1))
    parts = np.array([runs.spread(each) for each in five])  # (sets, 2)
    sigma2, floor = parts.mean(axis=0) * SETS / (SETS - 1)
    rows = []
    for B in (1, 2, 5, 10, 30):
        real = told[:, :B].mean(axis=1).var(axis=0, ddof=1).mean()
        rows.append((B, f"{floor + (sigma2 - floor) / B:.4f}", f"{real:.4f}"))
    return Table(rows, "trees B", "by the formula", "measured")


# --- 004: 95 % with a hundred trees


def trial() -> Table:
    """Return accuracies by depth, of one tree and of 100 as report 004 grows them."""
    rows = [
        (depth, *(f"{share:.3f}" for share in told))
        for depth, *told in readings_004.forest_by_depth()
    ]
    heads = ("1: training", "1: new", "100: training", "100: new", "100: out of bag")
    return Table(rows, "depth", *heads)


def representations() -> Table:
    """Return methods on words and on 50 numbers a text, on film reviews."""
    rows = [
        (name, f"{words:.3f}", f"{numbers:.3f}")
        for name, words, numbers in readings_004.representations()
    ]
    return Table(rows, "method", "words", "50 numbers")


def on_texts() -> Table:
    """Return 100 trees of depth 9 with and without the report's two shortcuts."""
    names = {
        "breiman": "as Breiman",
        "once": "repeated rows once",
        "per-tree": "features once a tree",
        "listing": "both, as the report",
    }
    told = {how: rest for how, *rest in readings_004.shortcuts()}
    rows = []
    for how, name in names.items():
        _, new, bag, _, better, worse = told[how]
        pair = "–" if how == "breiman" else f"{better} : {worse}"
        rows.append((name, f"{new:.3f}", f"{bag:.3f}", pair))
    return Table(rows, "100 trees", "new rows", "out of bag", "better : worse")


# --- slips of the forest


def shortcuts(seeds: Any = range(5)) -> Table:
    """Return what two shortcuts of the report cost: mistakes, by split."""
    plans: dict[str, dict[str, Any]] = {
        "as Breiman": {},
        "repeated rows once": {"bootstrap": "distinct"},
        "features once a tree": {"features_per": "tree"},
    }
    rows = []
    for name, how in plans.items():
        wrong = []
        for seed in seeds:
            here = runs.split(seed)
            fit = RandomForestClassifier(50, random_state=seed, **how)
            said = fit.fit(here.X, here.y).predict(here.fresh)
            wrong.append(int(np.sum(said != here.truth)))
        rows.append((name, f"{np.mean(wrong):.1f}", min(wrong), max(wrong)))
    return Table(rows, "forest of 50", "mistakes", "least", "most")
