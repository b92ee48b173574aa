"""The tables of the chapter on norms; the fits are `norms_runs` and `norms_ranks`."""

from typing import Any

import numpy as np
from scipy.stats import binomtest, wilcoxon

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.formulas import proximal
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import norms_balls as balls
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures import norms_stills as stills

SEEDS = range(runs.SETS)


def naive() -> Table:
    """Return what twenty pixels by the longest rows are worth, and of others."""
    s = runs.sensors(0)
    rows = [("all 120", three(s.right(runs.least_squares(s.X, s.Y, np.arange(128)))))]
    for name, method in {
        "20 longest rows": "longest row",
        "20 at random": "at random",
    }.items():
        rows.append((name, three(runs.chosen(method, 0).right)))
    rows.append(("none: guess", three(s.right(np.zeros((128, 10))))))
    return Table(rows, "pixels", "P@1")


def units() -> Table:
    """Return the same by weight × spread, over 20 sets of scenes."""
    rows = []
    for name in ("longest row", "at random", "longest × spread"):
        right = over(name)
        rows.append((name, three(runs.chosen(name, 0).right), mean(right)))
    return Table(rows, "20 pixels by", "these scenes", "20 sets")


def shrinking() -> Table:
    """Return what both maps make of the row (0.6, −0.8), of length 1."""
    v, rows = np.array([0.6, -0.8]), []
    for t in (0.5, 0.9, 1.0, 100.0):
        ridge, block = proximal.ridge_shrink(v, t), proximal.block_soft_threshold(v, t)
        rows.append((f"{t:g}", pair(ridge), pair(block + 0.0)))
    return Table(rows, "t", "ridge", "not squared")


def corners() -> Table:
    """Return in how many directions a ball sets a weight to 0."""
    angles, rows = range(91), []
    for budget in balls.BUDGETS:
        told = []
        for ball in balls.BALLS.values():
            met = [balls.touch(ball, balls.free(float(a)), budget) for a in angles]
            told.append(f"{np.mean([(w == 0).any() for w in met]):.0%}")
        rows.append((f"{budget:g}", *told))
    return Table(rows, "budget", "L1", "L2")


def loops() -> Table:
    """Return how far three loops are above the lowest total, and steps uphill."""
    rows: list[Any] = []
    for name in stills.LOOPS:
        far = stills.above(name)
        uphill = int(np.sum(np.diff(far) > 1e-6))
        rows.append((name, *(f"{far[k]:.4f}" for k in (10, 30, 100)), uphill))
    return Table(rows, "loop", "10 steps", "30", "100", "uphill in 300")


def sensors() -> Tables:
    """Return pixels and P@1 of three penalties at some lambdas."""
    s = runs.sensors(0)
    pixels: list[Any] = []
    right: list[Any] = []
    for alpha in (1.0, 20.0, 40.0, 70.0, 100.0, 140.0):
        fits = [runs.fitted(penalty, alpha) for penalty in ("l1", "l21", "ridge")]
        pixels.append((f"{alpha:g}", *(len(runs.used(W)) for W in fits)))
        right.append((f"{alpha:g}", *(three(s.right(W)) for W in fits)))
    heads = ("L1", "L2,1", "ridge")
    return Tables(
        Table(pixels, "pixels at λ", *heads), Table(right, "P@1 at λ", *heads)
    )


def twins() -> Table:
    """Return the weights of concave points, texture and a twin, by L1 and ridge."""
    k = int(np.argmin(np.abs(paths.PATH - 5)))
    rows = []
    for penalty, name in (("l1", "L1"), ("ridge", "ridge")):
        W = paths.tumour_path(penalty, "with a twin")[k]
        rows.append((name, *(f"{w:.2f}" for w in W)))
    return Table(rows, "λ = 5", *paths.tumours()["with a twin"][1])


def entering() -> Table:
    """Return which columns L1 uses at λ = 36, in three units of the tumours."""
    k, rows = int(np.argmin(np.abs(paths.PATH - 36))), []
    for columns in ("z-scores", "raw"):
        names, W = paths.tumours()[columns][1], paths.tumour_path("l1", columns)[k]
        first = [names[j] for j in np.argsort(-np.abs(W)) if W[j]]
        rows.append((columns, len(first), ", ".join(first[:3])))
    return Table(rows, "columns", "left", "the largest")


# --- twenty sensors, twenty sets


def over(method: str) -> Array:
    """Return P@1 of least squares on the pixels of a method, one a set."""
    return np.array([runs.chosen(method, seed).right for seed in SEEDS])


def sensors_of_20() -> Tables:
    """Return what the choice is worth, and what the shrinking costs."""
    ours, rows, wins = over("L2,1"), [], []
    for name in (*runs.PENALTIES, *runs.METHODS):
        right = over(name)
        own = np.mean([runs.chosen(name, seed).shrunk for seed in SEEDS])
        told = three(float(own)) if name in runs.PENALTIES else "–"
        rows.append((name, told, mean(right)))
        if name != "L2,1":
            ahead, behind = int(np.sum(ours > right)), int(np.sum(ours < right))
            p = wilcoxon(ours - right).pvalue
            gain = f"{np.mean(ours - right):+.3f}"
            wins.append((name, gain, f"{ahead} : {behind}", f"{p:.1g}"))
    return Tables(
        Table(rows, "20 pixels by", "own weights", "fitted again"),
        Table(wins, "L2,1 less", "P@1", "sets", "p"),
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


def planted() -> Table:
    """Return how often each penalty has the five planted features and no other."""
    rows = []
    for n in (30, 60, 120):
        found = [sum(runs.finds(p, n, seed) for seed in SEEDS) for p in ("l21", "l1")]
        rows.append((n, *(f"{k} of {len(SEEDS)}" for k in found)))
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


def choosing() -> Table:
    """Return what two rules keep, and what that is worth on new scenes."""
    found = [runs.choosing(seed) for seed in range(runs.CHOOSERS)]
    rows = []
    for name in ("best", "one"):
        at = [getattr(each, name) for each in found]
        pairs = list(zip(found, at, strict=True))
        kept = [len(each.masks[k]) for each, k in pairs]
        right = np.mean([each.test[k] for each, k in pairs])
        title = {"best": "best", "one": "one standard error"}[name]
        span = f"{min(kept)} to {max(kept)}"
        rows.append((title, f"{np.mean(kept):.0f}", span, f"{right:.3f}"))
    return Table(rows, "rule", "pixels", "from set to set", "P@1, new scenes")


# --- the trace norm


def rank() -> Table:
    """Return P@3 on planted labels of rank 3, over 20 sets."""
    return ways([(f"{n} rows", ranks.planted, n, len(SEEDS)) for n in (60, 200)])


def rank_of_docstrings() -> Table:
    """Return P@1 on 20 names of docstrings, over ten draws of 150 documents."""
    return ways([("150 docstrings", ranks.docstrings, 150, 10)])


def ways(asked: list[Any]) -> Table:
    """Return how ridge, the trace norm and ridge cut to its first values compare."""
    rows: list[Any] = []
    for title, given, n, draws in asked:
        fits = [ranks.fits(given(n, seed)) for seed in range(draws)]
        right = {way: np.array([f[way].right for f in fits]) for way in ranks.WAYS}
        for k, way in enumerate(ranks.WAYS):
            kept = np.median([each[way].rank for each in fits])
            rivals = ("ridge", "trace norm")[:k]  # those above it in the table
            won = [f"{np.sum(right[way] > right[r])} of {draws}" for r in rivals]
            won += ["–"] * (2 - len(won))
            rows.append((f"{title}: {way}", mean(right[way]), f"{kept:.0f}", *won))
    return Table(rows, "fit", "right", "rank", "above ridge", "above trace norm")


def shares() -> str:
    """Return how much of the docstrings' labels lies in their first 20 directions."""
    data = load("docstrings")
    Y = data.y[data.split == 0]
    Y = np.asarray(Y.todense() if hasattr(Y, "todense") else Y, dtype=float)
    squares = np.linalg.svd(Y - Y.mean(axis=0), compute_uv=False) ** 2
    return f"{squares[:20].sum() / squares.sum():.0%} of {Y.shape[1]} names"


# --- as cells


def three(value: float) -> str:
    """Return a share with three digits."""
    return f"{value:.3f}"


def mean(values: Array) -> str:
    """Return a mean and the standard deviation round it."""
    return f"{values.mean():.3f} ± {values.std(ddof=1):.3f}"


def pair(v: Array) -> str:
    """Return two numbers as a row."""
    return f"({v[0]:.3f}, {v[1]:.3f})".replace("-", "−")
