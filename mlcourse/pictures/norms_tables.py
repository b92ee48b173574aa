"""The tables of the chapter on norms; those that compare draws are `norms_sets`."""

from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas import proximal
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import norms_balls as balls
from mlcourse.pictures import norms_paths as paths
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
        short = name.removeprefix("FISTA ")
        rows.append((short, *(f"{far[k]:.4f}" for k in (10, 30, 100)), uphill))
    return Table(rows, "steps", "10", "30", "100", "uphill")


def sensors() -> Tables:
    """Return pixels and P@1 of three penalties at some lambdas, and fitted again."""
    s = runs.sensors(0)
    pixels: list[Any] = []
    right: list[Any] = []
    again: list[Any] = []
    for alpha in (1.0, 20.0, 40.0, 70.0, 105.0, 140.0):
        fits = [runs.fitted(penalty, alpha) for penalty in ("l1", "l21", "ridge")]
        kept = [runs.used(W) for W in fits]
        plain = [runs.least_squares(s.X, s.Y, rows) for rows in kept]
        pixels.append((f"{alpha:g}", *map(len, kept)))
        right.append((f"{alpha:g}", *(three(s.right(W)) for W in fits)))
        again.append((f"{alpha:g}", *(three(s.right(W)) for W in plain)))
    heads = ("L1", "L2,1", "ridge")
    return Tables(
        Table(pixels, "pixels at λ", *heads),
        Table(right, "own P@1 at λ", *heads),
        Table(again, "again at λ", *heads),
    )


def twins() -> Table:
    """Return the weights of concave points, a twin of it and texture."""
    rows = []
    for penalty, name in (("l1", "L1"), ("ridge", "ridge")):
        W = paths.tumour_path(penalty, "with a twin")[paths.AT]
        rows.append((name, *(f"{w:.2f}" for w in W)))
    names = paths.tumours()["with a twin"][1]
    return Table(rows, f"λ = {paths.PATH[paths.AT]:.1f}", *names)


def entering() -> Table:
    """Return which columns L1 uses at one λ, in two units of the tumours."""
    k, rows = int(np.argmin(np.abs(paths.PATH - 35))), []
    for columns in ("z-scores", "raw"):
        names, W = paths.tumours()[columns][1], paths.tumour_path("l1", columns)[k]
        first = [names[j] for j in np.argsort(-np.abs(W), kind="stable") if W[j]]
        rows.append((columns, len(first), ", ".join(first[:3])))
    return Table(rows, f"λ = {paths.PATH[k]:.0f}", "left", "the largest")


def over(method: str) -> Array:
    """Return P@1 of least squares on the pixels of a method, one a set."""
    return np.array([runs.chosen(method, seed).right for seed in SEEDS])


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
