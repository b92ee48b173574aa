"""The tables of the chapter on norms that compare: over twenty draws, in pairs.

A comparison has the mean difference, in how many sets the first is ahead and behind,
and p of Wilcoxon's signed-rank test.
"""

from itertools import product
from typing import Any

import numpy as np
from scipy.stats import binomtest, wilcoxon

from mlcourse.arrays import Array
from mlcourse.chapters.common.pairs import signed
from mlcourse.page.processes import on_all_cores
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import norms_choosing as choices
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures.kept import kept
from mlcourse.pictures.norms_tables import SEEDS, mean, over, three

SHORT = {"ridge": "ridge", "trace norm": "trace", "ridge, cut": "cut"}
PLANTED = (30, 60, 120)  # samples
COMPARED = ("P@1", "sets", "p")  # the heads of `compared`


def compared(one: Array, other: Array, digits: int = 3) -> tuple[str, str, str]:
    """Return how much one is above the other, in how many draws, and p."""
    less = np.round(one - other, 9)  # equal scores are equal
    p = wilcoxon(less).pvalue
    small = "< 0.0001" if p < 1e-4 else f"{p:.4f}" if p < 1e-3 else f"{p:.3f}"
    return (
        signed(less.mean(), digits),
        f"{np.sum(less > 0)} : {np.sum(less < 0)}",
        small,
    )


@kept(("l1",), ("ridge",))
def twins(penalty: str) -> Array:
    """Return the weights of two twins, by draws, (20, 2)."""
    return np.array([paths.twin_weights(penalty, seed) for seed in SEEDS])


def twin_draws() -> Table:
    """Return how often a penalty drops one of two twins, and the smaller weight."""
    rows = []
    for penalty, name in (("l1", "L1"), ("ridge", "ridge")):
        W = twins(penalty)
        first, second = np.sum(W == 0, axis=0)
        rows.append((name, second, first, len(W) - first - second))
    return Table(rows, f"{len(SEEDS)} draws", "twin 0", "column 0", "both kept")


# --- twenty sensors


def sensors_of_20() -> Tables:
    """Return what the choice is worth, and what the shrinking costs."""
    ours, rows, wins = over("L2,1"), [], []
    for name in (*runs.PENALTIES, *runs.METHODS):
        right = over(name)
        own = np.mean([runs.chosen(name, seed).shrunk for seed in SEEDS])
        told = three(float(own)) if name in runs.PENALTIES else "–"
        rows.append((name, told, mean(right)))
        if name != "L2,1":
            wins.append((name, *compared(ours, right)))
    return Tables(
        Table(rows, "20 pixels by", "own weights", "fitted again"),
        Table(wins, "L2,1 less", *COMPARED),
    )


@kept(*((penalty,) for penalty in runs.PENALTIES))
def pixels(penalty: str) -> Array:
    """Return how many pixels are needed on each set, (2, sets): `Needed`."""
    draws = [{"penalty": penalty, "seed": seed} for seed in SEEDS]
    return np.array(on_all_cores(runs.needed, draws), float).T


def needed() -> Tables:
    """Return how many pixels L1 and L2,1 need for the same P@1, on 20 sets."""
    ours, theirs = (pixels(penalty) for penalty in runs.PENALTIES)
    rows = [
        (name, *(f"{pixels.mean():.1f}" for pixels in each))
        for name, each in (("L1", theirs), ("L2,1", ours))
    ]
    ways = ("own weights", "fitted again")
    pairs = [
        (way, *compared(one, other, 1))
        for way, one, other in zip(ways, ours, theirs, strict=True)
    ]
    return Tables(
        Table(rows, f"P@1 of {runs.ENOUGH:g}", *ways),
        Table(pairs, "L2,1 less L1", "pixels", "sets", "p"),
    )


def scene_by_scene() -> str:
    """Return on how many scenes of the first set L2,1 and L1 differ, and a p."""
    s = runs.sensors(0)
    right = []
    for name in ("L2,1", "L1"):
        W = runs.least_squares(s.X, s.Y, runs.chosen(name, 0).rows)
        top = np.argmax(s.new @ W + s.share, axis=1)
        right.append(s.truth[np.arange(len(top)), top] == 1)
    one, other = int(np.sum(right[0] > right[1])), int(np.sum(right[0] < right[1]))
    return f"{one} scenes to {other}, p = {binomtest(one, one + other).pvalue:.2f}"


@kept(*product(runs.PENALTIES.values(), PLANTED))
def all_found(penalty: str, n: int) -> Array:
    """Return in which draws a penalty has the planted features alone, (20,), 0 or 1."""
    return np.array([int(runs.finds(penalty, n, seed)) for seed in SEEDS])


def planted() -> Table:
    """Return how often each penalty has the five planted features and no other."""
    rows: list[tuple[str | int, ...]] = []
    for n in PLANTED:
        found = [all_found(penalty, n) for penalty in runs.PENALTIES.values()]
        rows.append((n, *(f"{k.sum()} of {len(SEEDS)}" for k in found)))
    return Table(rows, "samples", "L2,1", "L1")


def agreement() -> Table:
    """Return how far the pixels of a method agree between the sets, and their worth."""
    rows = []
    for name in (*runs.PENALTIES, *runs.METHODS):
        kept = [runs.chosen(name, seed).rows for seed in SEEDS]
        rows.append(
            (name, f"{runs.agreement(kept, 120):.2f}", three(over(name).mean()))
        )
    return Table(rows, "20 pixels by", "agreement", "P@1")


# --- choosing lambda


def along() -> Table:
    """Return P@1 of the weights of L2,1 and of a second fit, along lambda."""
    found, rows = choices.every(), []
    for k in range(0, len(choices.SPARSE), 2):
        own, again = np.array([each.test[:, k] for each in found]).T
        kept = np.mean([each.kept()[k] for each in found])
        two = three(own.mean()), three(again.mean())
        _, sets, p = compared(own, again)
        rows.append((f"{kept:.0f}", *two, sets, p))
    return Table(rows, "pixels", "own", "again", "sets", "p")


def choosing() -> Tables:
    """Return what rules keep, what that is worth on new scenes, and in pairs."""
    found, rows = choices.every(), []
    worth: dict[str, Array] = {}
    for name, rule, way in (
        ("again: best", choices.Chosen.best, choices.AGAIN),
        ("again: one s.e.", choices.Chosen.one, choices.AGAIN),
        ("own: best", choices.Chosen.best, choices.OWN),
    ):
        at = [rule(each, way) for each in found]
        kept = [each.kept()[k] for each, k in zip(found, at, strict=True)]
        tests = [each.test[way, k] for each, k in zip(found, at, strict=True)]
        worth[name] = np.array(tests)
        span = f"{min(kept)} to {max(kept)}"
        rows.append((name, f"{np.mean(kept):.0f}", span, three(worth[name].mean())))
    best, one, own = worth.values()
    pairs = [
        ("one s.e.", *compared(one, best)),
        ("own: best", *compared(own, best)),
    ]
    return Tables(
        Table(rows, "rule", "pixels", "range", "P@1"),
        Table(pairs, "less again: best", *COMPARED),
    )


def one_set(training_set: int) -> str:
    """Return what one standard error saves and costs in one training set."""
    found = choices.every()[training_set - 1]
    at = found.best(), found.one()
    kept, right = found.kept(), found.test[choices.AGAIN]
    return " to ".join(f"{kept[k]} pixels ({right[k]:.3f})" for k in at)


# --- the trace norm


def rank() -> Tables:
    """Return P@3 on planted labels of rank 3, over 20 sets."""
    return Tables(*ways("planted", 60, "rows"), *ways("planted", 200, "rows"))


def rank_of_docstrings() -> Tables:
    """Return P@1 on 20 names of docstrings, over 20 draws of 150 documents."""
    return Tables(*ways("docstrings", 150, "docstrings"))


def more_ranks() -> str:
    """Return how ridge with a cut and the trace norm compare on twenty more sets."""
    found = ranks.on_sets("planted", 200, 100)
    cut, trace = (found[way][0] for way in ("ridge, cut", "trace norm"))
    gain, sets, p = compared(cut, trace)
    return f"cut – trace: {gain}, {sets}, p {p}"


def ways(given: str, n: int, of: str) -> tuple[Table, Table]:
    """Return how ridge, the trace norm and ridge cut to its first values compare."""
    found = ranks.on_sets(given, n, 0)
    right = {way: found[way][0] for way in ranks.WAYS}
    rows: list[Any] = []
    for way in ranks.WAYS:
        left = found[way][1].astype(int)
        span = f"{np.median(left):g} ({min(left)} to {max(left)})"
        rows.append((way, mean(right[way]), span))
    score = f"P@{ranks.SETS[given](n, 0).k}"
    pairs = [
        (f"{SHORT[one]} – {SHORT[other]}", *compared(right[one], right[other]))
        for k, one in enumerate(ranks.WAYS)
        for other in ranks.WAYS[:k]
    ]
    return (
        Table(rows, f"{n} {of}", score, "rank (range)"),
        Table(pairs, f"{n} {of}", score, "sets", "p"),
    )
