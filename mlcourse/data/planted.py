r"""Planted data, made by a known rule, so that what a method finds can be judged.

Every generator returns a NamedTuple of the data and of the truth behind them, the same
for the same seed. Labels come from real-valued scores,

.. math:: Y_{il} = 1 \text{ if } S_{il} > \theta_l \text{ else } 0,

which are returned too: as targets of a regression they follow the rule exactly.

Symbols: X (n, d) features; S (n, L) scores; Y (n, L) labels, 0 or 1; E (n, L) standard
normal noise.

Sources: Xu, Tao & Xu (2016), Robust Extreme Multi-label Learning, KDD, for low rank
plus sparse; Obozinski, Taskar & Jordan (2010), Stat. Comput. 20, 231-252, for row
sparsity; Read, Pfahringer, Holmes & Frank (2011), Machine Learning 85, 333-359, for
chains; Angluin & Laird (1988), Machine Learning 2, 343-370, for label noise.
"""

from itertools import pairwise
from math import isfinite
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcourse.arrays import Array
from mlcourse.data.errors import DataError

Labels = NDArray[np.int64]


class LowRankPlusSparse(NamedTuple):
    """Data of :func:`low_rank_plus_sparse`."""

    X: Array  # (n, d)
    Y: Labels  # (n, L), the tail labels last
    S: Array  # (n, L), XUV + XH + noise E
    U: Array  # (d, k)
    V: Array  # (k, L)
    H: Array  # (d, L)
    threshold: Array  # (L,), theta


class RowSparse(NamedTuple):
    """Data of :func:`row_sparse`."""

    X: Array  # (n, d)
    Y: Labels  # (n, L), from theta = 0
    S: Array  # (n, L), XW + noise E
    W: Array  # (d, L)
    rows: Labels  # the numbers of the rows of W that are not zero, ascending


class Chain(NamedTuple):
    """Data of :func:`label_chain`."""

    X: Array  # (n, d)
    Y: Labels  # (n, L), from theta = 0
    S: Array  # (n, L)
    W: Array  # (d, L)
    order: Labels  # (L,), the label that is decided first, second, ...
    coupling: Array  # (L,), c of each label; 0 for the first of the chain


class Noisy(NamedTuple):
    """Labels of :func:`label_noise`."""

    Y: Labels  # (n, L), as a careless annotator gives them
    changed: NDArray[np.bool_]  # (n, L), where they are wrong


def low_rank_plus_sparse(
    n: int = 500,
    d: int = 60,
    L: int = 30,
    *,
    rank: int = 3,
    tail: int = 10,
    head_rate: float = 0.2,
    tail_rate: float = 0.02,
    noise: float = 0.1,
    seed: int = 0,
) -> LowRankPlusSparse:
    r"""Return labels of which most share a few causes and the last few have their own.

    .. math:: S = X U V + X H + \text{noise} \cdot E

    The first L - `tail` labels, the head, follow the low-rank part: `rank` directions
    of the first d - `tail` features, which are standard normal; every column of UV has
    length 1. Each of the other features is 1 with probability `tail_rate` and else 0,
    and H gives it, with weight 1, to its own tail label: XH is as sparse as they are.

    The threshold of a head label is the level that the share `head_rate` of its scores
    exceeds; that of a tail label is 1/2. Out of range, or no features or labels left
    for the head: DataError.

    >>> data = low_rank_plus_sparse(n=200, rank=2)
    >>> int(np.linalg.matrix_rank(data.U @ data.V)), int((data.H != 0).sum())
    (2, 10)
    """
    check("n", n, 2, whole=True)
    check("tail", tail, 0, whole=True)
    check("d", d, tail + 1, whole=True)
    check("L", L, tail + 1, whole=True)
    check("rank", rank, 1, min(d, L) - tail, whole=True)
    check("head_rate", head_rate, 0, 1)
    check("tail_rate", tail_rate, 0, 1)
    check("noise", noise, 0)
    rng = np.random.default_rng(seed)
    rare = rng.random((n, tail)) < tail_rate
    X = np.hstack([rng.normal(size=(n, d - tail)), rare])  # (n, d)
    U = np.vstack([rng.normal(size=(d - tail, rank)), np.zeros((tail, rank))])
    V = np.hstack([rng.normal(size=(rank, L - tail)), np.zeros((rank, tail))])
    V[:, : L - tail] /= np.linalg.norm(U @ V[:, : L - tail], axis=0)
    H = np.zeros((d, L))
    H[np.arange(d - tail, d), np.arange(L - tail, L)] = 1
    S = X @ U @ V + X @ H + noise * rng.normal(size=(n, L))
    threshold = np.quantile(S, 1 - head_rate, axis=0)  # (L,)
    threshold[L - tail :] = 0.5
    Y = (S - threshold > 0).astype(np.int64)
    return LowRankPlusSparse(X, Y, S, U, V, H, threshold)


def row_sparse(
    n: int = 200,
    d: int = 100,
    L: int = 10,
    *,
    informative: int = 5,
    noise: float = 0.1,
    correlation: float = 0.0,
    seed: int = 0,
) -> RowSparse:
    r"""Return labels that all depend on the same few features.

    .. math:: S = X W + \text{noise} \cdot E

    `informative` rows of W, at random places, hold weights of size 1 to 2 and either
    sign; all others are zero. The features are standard normal, and features j and k
    have the correlation :math:`\rho^{|j - k|}`, from -1 to 1. Out of range: DataError.

    >>> data = row_sparse(d=20, informative=2)
    >>> bool((data.rows == np.flatnonzero(data.W.any(axis=1))).all()), len(data.rows)
    (True, 2)
    """
    check("n", n, 1, whole=True)
    check("d", d, 1, whole=True)
    check("L", L, 1, whole=True)
    check("informative", informative, 0, d, whole=True)
    check("noise", noise, 0)
    check("correlation", correlation, -1, 1)
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    for j in range(1, d):
        X[:, j] = correlation * X[:, j - 1] + np.sqrt(1 - correlation**2) * X[:, j]
    rows = np.sort(rng.choice(d, informative, replace=False))
    W = np.zeros((d, L))
    W[rows] = rng.uniform(1, 2, (informative, L)) * rng.choice(
        [-1, 1], (informative, L)
    )
    S = X @ W + noise * rng.normal(size=(n, L))
    return RowSparse(X, (S > 0).astype(np.int64), S, W, rows)


def label_chain(
    n: int = 1000,
    d: int = 10,
    L: int = 6,
    *,
    strength: float = 2.0,
    noise: float = 1.0,
    seed: int = 0,
) -> Chain:
    r"""Return labels each of which depends on the one before it in a hidden order.

    .. math:: S_{il} = x_i^\top w_l + c_l (2 Y_{ip} - 1) + \text{noise} \cdot E_{il}

    where p is the label before l, :math:`\|w_l\| = 1` and :math:`c_l` is plus or minus
    `strength`. A model of each label alone cannot know the noise of the others, one
    that is told :math:`Y_{ip}` can. With strength 0 the labels are independent given x.
    Out of range: DataError.

    >>> data = label_chain(L=4)
    >>> sorted(data.order.tolist()), sorted(np.abs(data.coupling).tolist())
    ([0, 1, 2, 3], [0.0, 2.0, 2.0, 2.0])
    """
    check("n", n, 1, whole=True)
    check("d", d, 1, whole=True)
    check("L", L, 1, whole=True)
    check("strength", strength, 0)
    check("noise", noise, 0)
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    W = rng.normal(size=(d, L))
    W /= np.linalg.norm(W, axis=0)
    order = rng.permutation(L)
    coupling = strength * rng.choice([-1.0, 1.0], L)
    coupling[order[0]] = 0
    S = X @ W + noise * rng.normal(size=(n, L))
    for before, label in pairwise(order):
        S[:, label] += coupling[label] * np.where(S[:, before] > 0, 1, -1)
    return Chain(X, (S > 0).astype(np.int64), S, W, order, coupling)


def label_noise(
    Y: ArrayLike, rate: float, seed: int = 0, *, added: float | None = None
) -> Noisy:
    """Return labels of which some, drawn independently, are wrong.

    Each 1 of Y becomes 0 with probability `rate`, each 0 becomes 1 with probability
    `added`; None for the same as `rate`: flips. ``added=0`` only drops labels, as
    annotators do who overlook some. On sparse labels equal rates add far more than they
    drop. Y of shape (n,) or (n, L) is not changed; anything in it other than 0 and 1,
    or a rate that is no probability, is a DataError.

    >>> label_noise([[1, 0], [1, 1]], rate=1.0, added=0).Y.tolist()
    [[0, 0], [0, 0]]
    """
    Y = np.asarray(Y)
    if not np.isin(Y, (0, 1)).all():
        raise DataError("Y must hold the labels 0 and 1 only; recode it first.")
    check("rate", rate, 0, 1)
    added = rate if added is None else added
    check("added", added, 0, 1)
    draw = np.random.default_rng(seed).random(Y.shape)
    changed = draw < np.where(Y == 1, rate, added)
    return Noisy(np.where(changed, 1 - Y, Y).astype(np.int64), changed)


def check(
    name: str, value: Any, low: float, high: float = np.inf, whole: bool = False
) -> None:
    """Raise a DataError unless an argument is a finite number from low to high.

    >>> check("rate", 1.5, 0, 1)
    Traceback (most recent call last):
    mlcourse.data.errors.DataError: rate is 1.5; it must be a number from 0 to 1.
    """
    number = isinstance(value, Integral if whole else Real)
    if number and type(value) is not bool and isfinite(value) and low <= value <= high:
        return
    span = f">= {low}" if high == np.inf else f"from {low} to {high}"
    kind = "a whole number" if whole else "a number"
    raise DataError(f"{name} is {value!r}; it must be {kind} {span}.")
