r"""The scenes and selectors that the chapter on choosing features shows.

A draw is 2,000 scenes of three digits: 1,400 to choose pixels and to learn from, 600 to
be judged on, and no image of a digit is in both. Pixels are chosen on the training
scenes; then ML-kNN learns from these pixels alone, and is judged by

.. math:: \mathrm{AP} = \frac1n \sum_i \frac1{|Y_i|} \sum_{l \in Y_i}
          \frac{|\{k \in Y_i : s_{ik} \ge s_{il}\}|}{|\{k : s_{ik} \ge s_{il}\}|}

Symbols: X (n, 192); Y (n, 10); a mask (192,) of chosen pixels; s (n, 10) scores.
"""

import json
import warnings
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index, Mask
from mlcourse.data.scenes import digit_scenes, image
from mlcourse.formulas.metrics import average_precision
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.selection.base import best
from mlcourse.selection.csfs import CSFS
from mlcourse.selection.filters import Variance
from mlcourse.selection.mssl import MSSL
from mlcourse.selection.rfs import RFS

STORED = Path(__file__).with_name("measured.json")
KEPT, PIXELS = 30, 192
DRAWS = 20
# The best of a few strengths on three draws that are not among those shown.
ALPHA, GAMMA, GAMMA_RFS = 100, 1000, 700
SELECTORS = ("MSSL", "RFS", "variance", "random")
SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 130, 192)
ALPHAS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
GAMMAS = (10, 100, 1000)
MUS, WEIGHTS, FEW = (3, 10, 30, 100), (0.0, 0.1, 1.0), 140  # of CSFS
NEIGHBOURS = (2, 5, 10, 20)  # of a feature in the graph
STORED_ALPHAS = (0, 10, 100, 1000, 10_000, 100_000)


class Draw(NamedTuple):
    """Training scenes, then those to be judged on."""

    X: Array
    Y: Index
    X_new: Array
    Y_new: Index


@cache
def scenes(seed: int = 0) -> Draw:
    """Return a draw of scenes."""
    data = digit_scenes(2000, 3, seed=seed)
    X: Array = np.asarray(data.X, dtype=np.float64)
    Y = np.asarray(data.y)
    new = data.split == 1
    return Draw(X[~new], Y[~new], X[new], Y[new])


@cache
def scores(selector: str, seed: int = 0) -> Array:
    """Return how much a selector gives for each pixel, (192,)."""
    drawn = scenes(seed)
    if selector == "random":
        return np.random.default_rng(seed).permutation(np.arange(1.0, PIXELS + 1))
    if selector == "MSSL":
        return joint(ALPHA, GAMMA, seed)
    model: Any = RFS(gamma=GAMMA_RFS) if selector == "RFS" else Variance()
    return fitted(model, drawn)


@cache
def joint(alpha: float, gamma: float, seed: int = 0) -> Array:
    """Return the lengths of the rows of W that MSSL finds, (192,)."""
    return fitted(MSSL(alpha=alpha, gamma=gamma), scenes(seed))


def fitted(model: Any, drawn: Draw) -> Array:
    """Return the scores of a selector; that it asks for fewer pixels is no matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return np.asarray(model.fit(drawn.X, drawn.Y).scores_)


def mask(worth: Array, kept: int = KEPT) -> Mask:
    """Return which pixels have the largest scores, those above 0 only, (192,)."""
    return best(worth, kept, 0.0)


def kept(selector: str, pixels: int, seed: int = 0) -> Mask:
    """Return the pixels that a selector keeps, (192,)."""
    return mask(scores(selector, seed), pixels)


def judged(chosen: Mask, seed: int = 0) -> float:
    """Return the average precision of ML-kNN on new scenes, from some pixels alone."""
    return from_pixels(tuple(np.flatnonzero(chosen).tolist()), seed)


@cache
def from_pixels(pixels: tuple[int, ...], seed: int) -> float:
    """Return the same; many settings of a selector choose the same pixels."""
    drawn, chosen = scenes(seed), list(pixels)
    model = MLkNN(n_neighbors=10).fit(drawn.X[:, chosen], drawn.Y)
    said = model.predict_proba(drawn.X_new[:, chosen])
    return float(average_precision(drawn.Y_new, said))


def pairs(chosen: Mask) -> int:
    """Return how many pairs of chosen pixels touch along an edge."""
    lit = image(chosen)
    return int((lit[1:] & lit[:-1]).sum() + (lit[:, 1:] & lit[:, :-1]).sum())


# --- twenty draws


@cache
def measured() -> dict[str, list[float]]:
    """Return the stored average precisions: by name one for each draw.

    Also of draw 0 alone those of "kept" selectors, by SIZES, and of a "graph" at a
    gamma, by ALPHAS; and of forty climbs the digits that are read, of 90.
    """
    found: dict[str, list[float]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


def named(name: str, seed: int) -> Mask:
    """Return the pixels of a stored row: a selector, "all", or "alpha gamma"."""
    if name == "all":
        return np.ones(PIXELS, dtype=bool)
    if name in SELECTORS:
        return kept(name, KEPT, seed)
    if name.startswith("CSFS"):
        mu, weight = map(float, name.split()[1:])
        return from_few(mu, weight, seed)
    if name.startswith("near"):
        k, gamma = map(int, name.split()[1:])
        return mask(fitted(MSSL(None, 1000, gamma, n_neighbors=k), scenes(seed)))
    alpha, strength = map(float, name.split())
    return mask(joint(alpha, strength, seed))


def from_few(mu: float, weight: float, seed: int) -> Mask:
    """Return the pixels of CSFS where the first 140 training scenes are labelled."""
    drawn = scenes(seed)
    some = drawn._replace(Y=np.where(np.arange(1400)[:, None] < FEW, drawn.Y, -1))
    return mask(fitted(CSFS(mu=mu, unlabelled_weight=weight), some))


NAMES = (
    *("all", *SELECTORS, "100 1500"),
    *(f"CSFS {mu} {weight}" for mu in MUS for weight in WEIGHTS),
    *(f"near {k} {gamma}" for gamma in (10, 1000) for k in NEIGHBOURS),
    *(f"{alpha} {gamma}" for gamma in GAMMAS for alpha in STORED_ALPHAS),
)


# --- labels that are noise

ROWS, BEST, TOSSES = 60, 10, 40
WAYS = ("on all rows", "in each fold")
COLUMNS = (10, 15, 20, 30, 50, 80, 120, 200, 300, 500, 1000, 2000)


class Noise(NamedTuple):
    """Sixty rows of noise in a fold, and labels that have nothing to do with them."""

    X: Array  # (60, 2000); fewer columns are the first of these
    y: Index
    train: Mask  # (60,)
    gaps: dict[str, Array]  # (2000,) by way, of the rows on which columns are chosen


class Fold(NamedTuple):
    """What is chosen in a fold, and how it is on both kinds of rows."""

    gaps: Array  # (10,), of the class means of the chosen columns in training rows
    held: Array  # (10,), the same in held-out rows; positive if it has the same sign
    right: int  # held-out rows that are nearer to the mean of their class


@cache
def noise(seed: int) -> list[Noise]:
    """Return the five folds of a draw."""
    X = np.random.default_rng(seed).normal(size=(ROWS, COLUMNS[-1]))
    y = np.arange(ROWS) % 2  # both classes alike in every fold
    whole, found = gap(X, y), []
    for k in range(5):
        train = np.arange(ROWS) // 2 % 5 != k
        gaps = dict(zip(WAYS, (whole, gap(X[train], y[train])), strict=True))
        found.append(Noise(X, y, train, gaps))
    return found


def gap(X: Array, y: Index) -> Array:
    """Return the difference of the class means of each column, (d,)."""
    return np.asarray(X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0))


def chosen_in(fold: Noise, columns: int, way: str) -> Fold:
    """Choose the ten columns whose class means differ most, and classify with them."""
    most = best(np.abs(fold.gaps[way][:columns]), BEST)
    X, y, train = fold.X[:, :columns][:, most], fold.y, fold.train
    learnt, held = gap(X[train], y[train]), gap(X[~train], y[~train])
    middle = sum(X[train & (y == c)].mean(axis=0) for c in (0, 1)) / 2
    said = (X[~train] - middle) @ learnt > 0  # nearer to the mean of class 1
    right = int(np.sum(said == (y[~train] == 1)))
    return Fold(np.abs(learnt), held * np.sign(learnt), right)


def promises(columns: int, way: str, seed: int = 0) -> tuple[Array, Array]:
    """Return the gaps of the chosen columns in training and in held-out rows, (50,)."""
    found = [chosen_in(fold, columns, way) for fold in noise(seed)]
    return np.hstack([f.gaps for f in found]), np.hstack([f.held for f in found])


@cache
def null_draws(columns: int, way: str, draws: int = TOSSES, first: int = 0) -> Array:
    """Return the accuracy in five folds of many draws, (draws,)."""
    seeds = range(first, first + draws)
    right = [[chosen_in(f, columns, way).right for f in noise(s)] for s in seeds]
    return np.asarray(np.sum(right, axis=1) / ROWS)


# --- one unlabelled point

LABELLED = ((0.0, 1.0, 2.0, 3.0), (0.0, 0.0, 1.0, 1.0))  # places, labels
ENDS = (-3.0, 6.0)
PLACES = tuple(k / 2 for k in range(-5, 12))


@cache
def line(weight: float, place: float) -> tuple[float, float]:
    """Return slope and intercept of CSFS on four labelled points and one without."""
    X = np.array([*LABELLED[0], place])[:, None]
    model = CSFS(1, mu=1e-6, unlabelled_weight=weight, tol=1e-9)
    model.fit(X, np.array([*LABELLED[1], -1], dtype=int))
    return float(np.ravel(model.coef_)[0]), float(np.ravel(model.intercept_)[0])
