"""How folds of the training scenes choose the lambda of L2,1, over sets of scenes.

Each lambda is judged twice: by the weights of L2,1 itself, and by least squares on the
rows that it keeps. WAYS names the two; arrays have a row for each.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data import standardize
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.page.processes import on_all_cores
from mlcourse.pictures.kept import kept
from mlcourse.pictures.norms_runs import SETS, path, sensors, used

WAYS = ("own weights", "fitted again")
OWN, AGAIN = range(2)
SPARSE = np.geomspace(0.6, 0.035, 11)  # shares of the price from which on all is 0
FOLDS = 5
SHOWN = 8  # of the sets are in the explorer


class Chosen(NamedTuple):
    """A path of L2,1 on one set of scenes, and what five folds say of it."""

    masks: Index  # (lambdas, d), 1 for the rows that are left
    test: Array  # (2, lambdas), P@1 on new scenes
    inner: Array  # (2, lambdas), mean P@1 over the folds of the training scenes
    error: Array  # (2, lambdas), its standard error

    def best(self, way: int = AGAIN) -> int:
        """Return where the folds are highest."""
        return int(self.inner[way].argmax())

    def one(self, way: int = AGAIN) -> int:
        """Return the largest lambda within one standard error of the best."""
        at = self.best(way)
        floor = self.inner[way, at] - self.error[way, at]
        return int(np.argmax(self.inner[way] >= floor))

    def kept(self) -> Array:
        """Return how many rows are left at each lambda."""
        return np.asarray(self.masks.sum(axis=1))


@cache
def every() -> list[Chosen]:
    """Return what the folds say of each set."""
    return [Chosen(*told) for told in zip(*folds().values(), strict=True)]


@kept(())
def folds() -> dict[str, Array]:
    """Return the fields of `Chosen`, of each set; the slowest fits of the chapter."""
    found = on_all_cores(choosing, [{"seed": seed} for seed in range(SETS)])
    fields = zip(*found, strict=True)
    return {n: np.array(f) for n, f in zip(Chosen._fields, fields, strict=True)}


def choosing(seed: int) -> Chosen:
    """Return what five folds of the training scenes say of each lambda."""
    s = sensors(seed)
    masks, test = scored(s.X, s.Y, s.new, s.truth, s.share)
    fold = np.random.default_rng(seed).permutation(len(s.X)) % FOLDS
    labels, told = s.Y + s.share, []
    for k in range(FOLDS):
        share = labels[fold != k].mean(axis=0)
        A, B = standardize(s.X[fold != k], s.X[fold == k])
        told.append(
            scored(A, labels[fold != k] - share, B, labels[fold == k], share)[1]
        )
    error = np.std(told, axis=0, ddof=1) / np.sqrt(FOLDS)
    return Chosen(masks, test, np.mean(told, axis=0), error)


def scored(
    X: Array, Y: Array, new: Array, truth: Array, share: Array
) -> tuple[Index, Array]:
    """Return `masks` at each lambda, and P@1 in both ways, (2, lambdas)."""
    G, C = X.T @ X, X.T @ Y
    masks: list[Index] = []  # (d,) each
    told: list[tuple[float, float]] = []
    for W in path(X, Y, "l21", SPARSE):
        rows = used(W)
        again = np.linalg.lstsq(G[np.ix_(rows, rows)], C[rows])[0]
        masks.append(np.isin(np.arange(len(W)), rows).astype(int))
        scores = new @ W, new[:, rows] @ again
        own, fitted = (float(precision_at_k(truth, S + share, 1)) for S in scores)
        told.append((own, fitted))
    return np.array(masks), np.transpose(told)
