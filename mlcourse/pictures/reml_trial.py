"""The evidence of the trial of report 000: what its REML does as it is described.

Symbols as in `reml_runs`; lambda_2 = LOW_RANK, R = Y - XH the targets of XUV.
"""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.table import Table
from mlcourse.pictures import reml_runs as runs
from mlcourse.solvers.admm import SparseOutputs
from mlcourse.solvers.centring import Centred, centred
from mlcourse.solvers.low_rank import best_U, best_V
from mlcourse.solvers.ridge_factor import RidgeSpectrum

UStep = Callable[[Array, Array, Array, float], Array]


def with_outer_products(X: Array, R: Array, V: Array, alpha: float) -> Array:
    """Return the best U (d, k)."""
    return best_U(RidgeSpectrum(Centred(X, centre=False)), V, R, alpha)


def with_inner_products(X: Array, R: Array, V: Array, alpha: float) -> Array:
    """Return U (d, k) with a number where the matrix of the system should be."""
    return np.asarray(X.T @ R @ V.T / (np.sum(X**2) * np.sum(V**2) + alpha))


STEPS: dict[str, UStep] = {
    "outer products": with_outer_products,
    "inner products": with_inner_products,
    "no step: U = 0": lambda X, R, V, _: np.zeros((X.shape[1], len(V))),
}
TURNS, SWEEPS = 60, 3
SIZE = {"X": (200, 60), "W": (60, 30), "Z − M": (200, 30)}  # planted


def product(*factors: tuple[int, int]) -> str:
    """Return the shape of a product of matrices, or that there is none.

    >>> product((2, 3), (3, 4)), product((3, 4), (2, 3))
    ('(2, 4)', 'no product')
    """
    try:
        shape = np.linalg.multi_dot([np.ones(f) for f in factors]).shape
    except ValueError:
        return "no product"
    return f"({shape[0]}, {shape[1]})"


def of_shapes() -> Table:
    """Return which of the printed products exist, for the planted labels."""
    X, W, Z = SIZE.values()
    told = [
        ("W X", product(W, X)),
        ("X W", product(X, W)),
        ("X (Z − M)", product(X, Z)),
        ("Xᵀ (Z − M)", product(X[::-1], Z)),
    ]
    return Table(told, "product", "shape")


class Turns(NamedTuple):
    """What rounds with some U step come to."""

    first: float  # least squares with both penalties, after one U step
    objective: float
    size: float  # of XUV
    recall: runs.Recall


@cache
def turns(name: str, seed: int = 0) -> Turns:
    """Return what 60 rounds come to, from a random start as the report has it."""
    given = runs.task(seed)
    X, Y, _ = centred(given.X, given.Y.astype(float), intercept=True)
    rng = np.random.default_rng(seed)
    U, V = rng.normal(size=(60, runs.RANK)), rng.normal(size=(runs.RANK, 30))
    first = of_low_rank(X, Y, STEPS[name](X.X, Y, V, runs.LOW_RANK), V)
    outputs = SparseOutputs(X, runs.TAIL_ALPHA)
    at = next(outputs.steps(Y, runs.L1))  # H = 0
    for _ in range(TURNS):
        R = Y - at.XW
        V = best_V(X.dot(U), R, runs.LOW_RANK)
        U = STEPS[name](X.X, R, V, runs.LOW_RANK)
        sweeps = outputs.steps(Y - X.dot(U) @ V, runs.L1, at)
        at = next(islice(sweeps, SWEEPS, None))
    low = X.dot(U) @ V
    penalties = runs.LOW_RANK * float(np.sum(U**2) + np.sum(V**2))
    return Turns(
        first,
        at.objective + penalties,
        float(np.linalg.norm(low)),
        runs.recall(given.Y_new, given.X_new @ (U @ V + at.W)),
    )


def of_low_rank(X: Centred, R: Array, U: Array, V: Array) -> float:
    """Return what the U step lowers: squared error, and the penalty on U."""
    return float(np.sum((R - X.dot(U) @ V) ** 2) + runs.LOW_RANK * np.sum(U**2))


def of_u_steps() -> Table:
    """Return what the U step of the formula and that of the program lead to."""
    rows = []
    for name in STEPS:
        found = turns(name)
        told: tuple[Any, ...] = (f"{found.first:.1f}", f"{found.size:.1f}")
        rows.append((name, *told, f"{found.recall.head:.3f}"))
    return Table(rows, "U by", "one step", "size of XUV", "head")


def of_draws() -> Table:
    """Return the head recall of both U steps and of ridge, on ten draws."""
    rows: list[tuple[str, ...]] = []
    for name in ("outer products", "inner products"):
        found = [turns(name, seed).recall.head for seed in range(10)]
        rows.append((name, f"{np.mean(found):.3f}", f"{max(found):.3f}"))
    ridge = runs.by_noise()[runs.NOISE, "ridge"][:10, 0]
    rows.append(("ridge", f"{ridge.mean():.3f}", f"{ridge.max():.3f}"))
    return Table(rows, "U by", "head, 10 draws", "highest")


def of_starts() -> Table:
    """Return the objective of H by sweeps, from two starts of the dual M."""
    given = runs.task(0)
    X, Y, _ = centred(given.X, given.Y.astype(float), intercept=True)
    outputs = SparseOutputs(X, runs.TAIL_ALPHA)
    R = Y - runs.LEARNERS["rank 3"].fit(given.X, given.Y).low_rank(given.X)
    start = next(outputs.steps(R, runs.L1))
    begun = {"M = 0": start, "M = Y / \N{GREEK SMALL LETTER RHO}": start._replace(M=Y)}
    rows = []
    for name, at in begun.items():
        way = list(islice(outputs.steps(R, runs.L1, at), 101))
        rows.append((name, *(f"{way[k].objective:.1f}" for k in (1, 3, 10, 30, 100))))
    return Table(rows, "sweeps", "1", "3", "10", "30", "100")
