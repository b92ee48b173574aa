"""The evidence of the trial of report 000 on norms."""

from collections.abc import Callable
from itertools import islice

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data.planted import row_sparse
from mlcourse.formulas import norms
from mlcourse.page.table import Table
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures.norms_tables import pair
from mlcourse.solvers.fista import fista

SEEDS = range(10)
WAYS: dict[str, Callable[[Array], Array]] = {
    "½ / length": lambda r: 0.5 / np.maximum(r, 1e-12),
    "length": lambda r: r,
}


def slopes() -> Table:
    """Return the slope of L2,1 at two rows, by differences and by two D."""
    W = np.array([[3.0, 4.0], [0.1, 0.0]])
    found = np.zeros((2, 2))
    for cell in np.ndindex(2, 2):
        h = np.zeros((2, 2))
        h[cell] = 1e-6
        found[cell] = (norms.l21(W + h) - norms.l21(W - h)) / 2e-6
    length = np.linalg.norm(W, axis=1, keepdims=True)  # (2, 1)
    rows = [("by differences", *map(told, found))]
    for name, D in WAYS.items():
        rows.append((f"2DW, {name}", *map(told, 2 * D(length) * W)))
    return Table(rows, "slope at", "(3, 4)", "(0.1, 0)")


def reweighted() -> Table:
    """Return what solving with a new D again and again does to planted rows."""
    rows = []
    for name, D in {"none": lambda r: 0 * r, **WAYS}.items():
        useful, others, gone = np.transpose([solved(D, seed) for seed in SEEDS])
        span = f"{gone.min():.0f} to {gone.max():.0f}"
        rows.append((name, f"{useful.mean():.2f}", f"{others.mean():.2f}", span))
    return Table(rows, "D", "5 useful", "25 others", "of these gone")


def solved(
    make_d: Callable[[Array], Array], seed: int, alpha: float = 100.0
) -> tuple[float, float, int]:
    """Return mean lengths of useful and other rows, and how many of these are gone."""
    data = row_sparse(n=100, d=30, L=5, informative=5, noise=2.0, seed=seed)
    G, C, lengths = data.X.T @ data.X, data.X.T @ data.S, np.ones(30)
    for _ in range(200):
        W = np.linalg.solve(G + 2 * alpha * np.diag(make_d(lengths)), C)
        lengths = np.linalg.norm(W, axis=1)
    true = np.isin(np.arange(30), data.rows)
    gone = int(np.sum(lengths[~true] < 1e-6))
    return float(lengths[true].mean()), float(lengths[~true].mean()), gone


def inside() -> Table:
    """Return what two rows cost, and how many zeros there are in rows that stay."""
    rows = []
    for penalty, name in (("l1", "L1"), ("l21", "L2,1")):
        cost = norms.l1 if penalty == "l1" else norms.l21
        W = runs.fitted(penalty, 40.0)
        zeros = np.mean(W[runs.used(W)] == 0)
        rows.append(
            (name, f"{cost([[3, 4]]):.0f}", f"{cost([[5, 0]]):.0f}", f"{zeros:.0%}")
        )
    return Table(rows, "penalty", "(3, 4)", "(5, 0)", "zeros in kept rows")


def squared() -> Table:
    """Return the length of W under L2 and under ridge, round the border of L2."""
    s, rows = runs.sensors(0), []
    edge = norms.l2(s.X.T @ s.Y)  # the dual norm of the slope at W = 0
    for share in (0.5, 0.99, 1.01, 10.0):
        alpha = share * edge
        *_, last = islice(fista(s.X, s.Y, "l2", alpha), 300)
        ridge = norms.l2(runs.fitted("ridge", alpha))
        rows.append((f"{alpha:,.0f}", f"{norms.l2(last.W):.4f}", f"{ridge:.4f}"))
    return Table(rows, "λ", "L2: length of W", "ridge")


def by_gradients(alpha: float = 100.0) -> Table:
    """Return what 2,000 gradient steps reach with L2,1, and the proximal solver."""
    s = runs.sensors(0)
    t, W = 1 / np.linalg.eigvalsh(s.X.T @ s.X)[-1], np.zeros((128, 10))
    for k in range(2000):
        slope = s.X.T @ (s.X @ W - s.Y) + alpha * norms.l21_subgradient(W)
        W = W - t / (1 + k / 100) * slope
    rows = []
    for name, found in {
        "2,000 gradient steps": W,
        "proximal": runs.fitted("l21", alpha),
    }.items():
        F = ((s.X @ found - s.Y) ** 2).sum() / 2 + alpha * norms.l21(found)
        right = f"{s.right(found):.3f}"
        rows.append((name, f"{F:.2f}", len(runs.used(found)), right))
    return Table(rows, "way", "F", "pixels used", "P@1")


def told(v: Array) -> str:
    """Return a row with as many digits as it needs."""
    return pair(v) if np.abs(v).max() < 2 else f"({v[0]:.0f}, {v[1]:.0f})"
