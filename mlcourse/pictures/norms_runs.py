"""The fits that the pictures and tables on norms replay.

Symbols: X (n, d) pixels as z-scores, Y (n, L) labels less their shares, W (d, L);
lambda = alpha. For each seed the digits are split anew, and a set of scenes drawn.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data import standardize
from mlcourse.data.planted import row_sparse
from mlcourse.data.scenes import digit_scenes
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers.active_set import solve
from mlcourse.solvers.fista import proximal_steps
from mlcourse.solvers.least_squares import Gram

COUNT = 20  # pixels to keep
SETS = 20  # of scenes
ENOUGH = 0.8  # of P@1: sets of pixels are made comparable by it
NEAR = 0.002  # of lambda: the slope left where a fit of a path stops
MOVES = 2000  # of FISTA, at most
# Shares of the price from which on all is 0.
DENSE = np.geomspace(0.97, 0.2, 40)
LONG = np.geomspace(0.9, 0.1, 60)
FINE = np.geomspace(0.99, 0.1, 120)


class Sensors(NamedTuple):
    """A thousand scenes of two digits, 700 to learn from."""

    grey: Array  # (n, d), levels 0 to 1, less their mean
    X: Array  # (n, d), z-scores; 0 where a pixel never changes
    Y: Array  # (n, L)
    new: Array  # (300, d), z-scores of the test scenes
    truth: Array  # (300, L), their labels
    share: Array  # (L,), how often each label is true in training
    spread: Array  # (d,), standard deviation of each pixel in grey levels

    def right(self, W: Array) -> float:
        """Return P@1 of weights on the test scenes."""
        return float(precision_at_k(self.truth, rounded(self.new @ W + self.share), 1))


def rounded(values: Array | list[float]) -> Array:
    """Return values without their last digits, which differ between processors.

    They would decide between two labels that are equally frequent.
    """
    return np.round(np.asarray(values, dtype=float), 9)


@cache
def sensors(seed: int = 0) -> Sensors:
    """Return a set of scenes, by its seed."""
    scenes = digit_scenes(n=1000, digits=2, seed=seed)
    train, test = scenes.split == 0, scenes.split == 1
    X, new = standardize(scenes.X[train], scenes.X[test])
    grey = (scenes.X[train] - scenes.X[train].mean(axis=0)) / 16
    labels = np.asarray(scenes.y, dtype=float)
    share = labels[train].mean(axis=0)
    Y = labels[train] - share
    spread = grey.std(axis=0, ddof=1)
    return Sensors(grey, X, Y, new, labels[test], share, spread)


def scene() -> Array:
    """Return the grey levels of one training scene, (128,)."""
    return np.asarray(digit_scenes(n=1000, digits=2, seed=0).X[3], dtype=float)


def least_squares(X: Array, Y: Array, rows: Index) -> Array:
    """Return the shortest least-squares weights that use these rows only, (d, L)."""
    W = np.zeros((X.shape[1], Y.shape[1]))
    W[rows] = np.linalg.lstsq(X[:, rows], Y)[0]
    return W


def used(W: Array) -> Index:
    """Return the rows that are not exactly 0."""
    return np.flatnonzero(W.any(axis=1))


def path(
    X: Array,
    Y: Array,
    penalty: str,
    shares: Array,
    most: int = 10**9,
    near: float = NEAR,
) -> Iterator[Array]:
    """Yield W for each share of the price from which on all is 0, high to low.

    The last one yielded is the first that uses `most` rows or more.
    """
    f = Gram(X.T @ X, X.T @ Y, (Y**2).sum(axis=0))
    norm, W = NORMS[penalty], np.zeros((X.shape[1], Y.shape[1]))
    for alpha in shares * (norm.dual(X.T @ Y) if norm.dual else 1.0):
        for step in islice(proximal_steps(f, norm, alpha, W), MOVES):
            if step.residual <= near * alpha:
                break
        W = step.W
        yield W
        if len(used(W)) >= most:
            return


# --- twenty sensors


class Choice(NamedTuple):
    """What one method keeps of a set of scenes."""

    rows: Index  # (20,)
    right: float  # P@1 of least squares on these rows
    shrunk: float  # P@1 of the method's own weights on them; nan if it has none


@cache
def chosen(method: str, seed: int) -> Choice:
    """Return the pixels that one of METHODS keeps, by its own order."""
    s, shrunk = sensors(seed), np.nan
    if method in PENALTIES:
        rows, shrunk = entered(s, PENALTIES[method])
    else:
        rows = np.argsort(-METHODS[method](s), kind="stable")[:COUNT]
    return Choice(rows, s.right(least_squares(s.X, s.Y, rows)), shrunk)


def entered(s: Sensors, penalty: str) -> tuple[Index, float]:
    """Return the first rows to enter a path, and P@1 of its weights when they have."""
    order: list[int] = []
    for W in path(s.X, s.Y, penalty, DENSE, COUNT):
        longest = np.argsort(-np.linalg.norm(W, axis=1), kind="stable")
        order += [j for j in longest if W[j].any() and j not in order]
    kept = np.isin(np.arange(len(W)), order[:COUNT])[:, None]
    return np.array(order[:COUNT]), s.right(np.where(kept, W, 0))


class Needed(NamedTuple):
    """How many pixels the first fits of a path have that are right often enough."""

    own: int  # by the weights of the penalty
    again: int  # by least squares on the same pixels


@cache
def needed(penalty: str, seed: int) -> Needed:
    """Return how many pixels a penalty needs for a P@1 of ENOUGH."""
    s, found = sensors(seed), [0, 0]
    for W in path(s.X, s.Y, PENALTIES[penalty], LONG):
        rows = used(W)
        for k, fit in enumerate((W, least_squares(s.X, s.Y, rows))):
            if not found[k] and s.right(fit) >= ENOUGH:
                found[k] = len(rows)
        if all(found):
            break
    return Needed(*found)


def raw_lengths(s: Sensors) -> Array:
    """Return the lengths of the rows of least squares on grey levels, (d,)."""
    every = np.arange(s.grey.shape[1])
    return np.asarray(np.linalg.norm(least_squares(s.grey, s.Y, every), axis=1))


def correlation(s: Sensors) -> Array:
    """Return how strongly a pixel varies with the ten labels, each on its own, (d,)."""
    return np.asarray(np.linalg.norm(s.X.T @ s.Y, axis=1))


def by_chance(s: Sensors) -> Array:
    """Return random numbers for the pixels that change, (d,)."""
    seed = int(s.truth.ravel() @ np.arange(s.truth.size))  # differs from set to set
    draw = np.random.default_rng(seed).random(len(s.spread))
    return np.where(s.spread > 0, draw, -1)


PENALTIES = {"L2,1": "l21", "L1": "l1"}
METHODS: dict[str, Callable[[Sensors], Array]] = {
    "strongest alone": correlation,
    "most spread": lambda s: s.spread,
    "longest × spread": lambda s: raw_lengths(s) * s.spread,
    "at random": by_chance,
    "longest row": raw_lengths,
}


def agreement(choices: list[Index], d: int) -> float:
    """Return how far choices agree, over all pairs: 1 equal, 0 as chance would."""
    found = []
    for one, other in combinations(choices, 2):
        by_luck = len(one) * len(other) / d
        common = len(np.intersect1d(one, other))
        found.append((common - by_luck) / (min(len(one), len(other)) - by_luck))
    return float(np.mean(found))


# --- a known truth


def finds(penalty: str, n: int, seed: int) -> bool:
    """Tell whether some lambda keeps the five planted rows and no other."""
    data = row_sparse(n, d=100, L=10, informative=5, noise=2.0, seed=seed)
    fits = path(data.X, data.S, penalty, FINE, 10, 0.01)
    return any(np.array_equal(used(W), data.rows) for W in fits)


# --- single fits


@cache
def fitted(penalty: str, alpha: float) -> Array:
    """Return the weights (d, L) with the lowest objective on the first set."""
    s = sensors(0)
    if penalty == "ridge":
        W = np.linalg.solve(s.X.T @ s.X + alpha * np.eye(s.X.shape[1]), s.X.T @ s.Y)
        W[s.spread == 0] = 0
        return np.asarray(W)
    return solve(s.X, s.Y, penalty, alpha, tol=1e-7).W
