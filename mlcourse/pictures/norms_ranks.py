"""Fits with the trace norm, and what else one could do about labels of low rank.

Symbols: X (n, d), Y (n, L) less their means, W (d, L); rank = how many singular values
of W are not 0. Every lambda, and every rank to cut at, is chosen on rows that no fit
has seen.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.data.planted import low_rank_plus_sparse
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.page.processes import on_all_cores
from mlcourse.pictures.kept import kept
from mlcourse.pictures.norms_runs import path, rounded

# Of the price from which on all is 0.
SHARES = (0.8, 0.6, 0.45, 0.33, 0.25, 0.18, 0.13, 0.09, 0.06, 0.04, 0.02, 0.01)
TRADES = np.geomspace(10, 1e-4, 21)  # lambda of ridge, over the largest curvature
WAYS = ("ridge", "trace norm", "ridge, cut")
NEAR = 0.01  # of lambda: the slope left where a fit stops
DOCUMENTS = ("docstrings", 150, 0)
NEW = 1000  # planted rows to judge by
NAMES, WORDS = 20, 60  # of the docstrings
SHOWN = {60: 4, 200: 19}  # rows: the seed of the set that is drawn


class Rows(NamedTuple):
    """Rows to learn from, others to choose by, and others to judge by."""

    X: Array
    Y: Array
    X_inner: Array
    Y_inner: Array
    X_new: Array
    Y_new: Array
    k: int  # P@k is asked for


class Fit(NamedTuple):
    """What one way gives."""

    W: Array  # (d, L)
    right: float  # P@k on the new rows
    rank: int
    at: int  # where in its list of settings


@cache
def planted(n: int, seed: int) -> Rows:
    """Return labels that follow three hidden directions of 60 features."""
    m = n + n // 2
    data = low_rank_plus_sparse(n=m + NEW, d=60, L=30, rank=3, tail=0, seed=seed)
    X, Y = np.asarray(data.X, float), np.asarray(data.Y, float)
    return Rows(X[:n], Y[:n], X[n:m], Y[n:m], X[m:], Y[m:], 3)


@cache
def docstrings(n: int, seed: int) -> Rows:
    """Return docstrings with one of the most frequent names, by their words."""
    data = load("docstrings")
    train = data.split == 0
    Y = np.asarray(data.y.todense() if hasattr(data.y, "todense") else data.y, float)
    Y = Y[:, np.argsort(-Y[train].sum(axis=0), kind="stable")[:NAMES]]
    often = np.asarray((data.X[train] > 0).sum(axis=0)).ravel()
    X = data.X[:, np.argsort(-often, kind="stable")[:WORDS]]
    X = np.log1p(np.asarray(X.todense() if hasattr(X, "todense") else X, float))
    named = Y.any(axis=1)
    mixed = np.random.default_rng(seed).permutation(np.flatnonzero(train & named))
    a, b, c = mixed[:n], mixed[n : 2 * n], np.flatnonzero(~train & named)
    return Rows(X[a], Y[a], X[b], Y[b], X[c], Y[c], 1)


def fits(rows: Rows) -> dict[str, Fit]:
    """Return what each of WAYS gives."""
    A, B = rows.X - rows.X.mean(axis=0), rows.Y - rows.Y.mean(axis=0)
    G, C = A.T @ A, A.T @ B
    prices = TRADES * np.linalg.eigvalsh(G)[-1]
    ridge = best(rows, [np.linalg.solve(G + t * np.eye(len(G)), C) for t in prices])
    U, sigma, V = np.linalg.svd(ridge.W, full_matrices=False)
    cuts = [(U[:, :r] * sigma[:r]) @ V[:r] for r in range(1, len(sigma) + 1)]
    trace = best(rows, traced(rows))
    return dict(zip(WAYS, (ridge, trace, best(rows, cuts)), strict=True))


SETS = {"planted": planted, "docstrings": docstrings}


@kept(("planted", 60, 0), ("planted", 200, 0), ("planted", 200, 100), DOCUMENTS)
def on_sets(of: str, n: int, first: int) -> dict[str, Array]:
    """Return P@k and rank of each of WAYS on 20 sets of n rows, (2, 20).

    Their seeds begin with `first`.
    """
    draws = [{"seed": seed} for seed in range(first, first + 20)]
    found = on_all_cores(lambda seed: fits(SETS[of](n, seed)), draws)
    return {w: np.array([(f[w].right, f[w].rank) for f in found]).T for w in WAYS}


def traced(rows: Rows) -> list[Array]:
    """Return W of the trace norm for each of SHARES, as `fits` chooses from."""
    A, B = rows.X - rows.X.mean(axis=0), rows.Y - rows.Y.mean(axis=0)
    return list(path(A, B, "trace", np.array(SHARES), near=NEAR))


def best(rows: Rows, weights: list[Array]) -> Fit:
    """Return the weights that do best on the inner rows, and how they do on new."""
    inner = [score(rows, W, rows.X_inner, rows.Y_inner) for W in weights]
    at = int(np.argmax(rounded(inner)))  # of equals the first
    W = weights[at]
    return Fit(W, score(rows, W, rows.X_new, rows.Y_new), rank(W), at)


def score(rows: Rows, W: Array, X: Array, Y: Array) -> float:
    """Return P@k of weights on some rows."""
    S = (X - rows.X.mean(axis=0)) @ W + rows.Y.mean(axis=0)
    return float(precision_at_k(Y, rounded(S), rows.k))


def rank(W: Array) -> int:
    """Return how many singular values are not 0 but for rounding."""
    return int(np.linalg.matrix_rank(W, 1e-9 * max(np.abs(W).max(initial=0), 1e-300)))
