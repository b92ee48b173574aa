r"""Pegasos for hinge losses of a ranking of labels, all labels at once.

.. math::
    f(W, b) = \frac\lambda2 \bigl(\lVert W \rVert_F^2 + \lVert b \rVert^2\bigr)
              + \frac1n \sum_{i=1}^n \sum_{j=1}^m \max\bigl(0, 1 - \mu_j(z_i)\bigr),
    \qquad z_i = W^\top x_i + b

With the relevant labels R and the irrelevant ones I of a sample, neither of them empty,
"min_max" asks for one margin (m = 1) and "three_hinge" for all three:

.. math::
    \mu_1 = \min_R z - \max_I z, \qquad
    \mu_2 = \operatorname{mean}_R z - \max_I z, \qquad
    \mu_3 = \min_R z - \operatorname{mean}_I z .

A hinge with :math:`\mu_j < 1` is violated and pulls z along the slope of its margin: 1
on the lowest relevant label (or 1/|R| on all of R), -1 on the highest irrelevant one
(or -1/|I| on all of I). As a mean is no less than a minimum, :math:`\mu_2` and
:math:`\mu_3` are violated only where :math:`\mu_1` is. Step t looks at some samples B:

.. math::
    W \leftarrow (1 - \eta_t \lambda) W + \frac{\eta_t}{|B|} X_B^\top C_B, \qquad
    \eta_t = \frac1{\lambda t + 1 / \eta_0}, \qquad
    C_i = \sum_{j: \mu_j < 1} \nabla \mu_j(z_i),

and then (W, b) is shortened to the length :math:`\sqrt{m / \lambda}`: no optimum is
longer, because f at the optimum equals its dual, m at most, less half that penalty. The
intercepts are the weights of a constant feature 1, so they move and are penalised as W
is. As published, :math:`1 / \eta_0` is 0, and the first steps are far too long where
:math:`\lambda` is small: they throw W across the ball, and the few steps of a pass in
batches do not bring it back. With :math:`\eta_0 = 3 / R^2`, R the root mean square
length of (x, 1), a step moves the scores of its own samples by a few units.

Symbols: X (n, d) features, tidy if sparse; Y (n, L) bool; Z (n, L) scores; W (d, L);
b (L,); lambda = alpha; m hinges; t steps made so far.
Source: Shalev-Shwartz, Singer, Srebro & Cotter (2011), Math. Program. 127, 3-30.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index, Mask
from mlcourse.solvers.stochastic import add_product, deal, mean_square

FIRST = 3.0  # eta_0 times R^2
HINGES = {"min_max": 1, "three_hinge": 3}  # m


class RankingEpoch(NamedTuple):
    """Where the solver stands after k passes over the samples."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    objective: float  # f(W, b) on the rows that are watched
    b: Array  # (L,)
    step_size: float  # of the last step, infinite at the start
    shortened: int  # steps of this pass that left the ball and were brought back


class Ends(NamedTuple):
    """The labels of each row that decide its margins, and their scores."""

    low: Index  # (n,), the relevant label with the lowest score, the first of several
    high: Index  # (n,), the irrelevant label with the highest score
    z_low: Array  # (n,)
    z_high: Array  # (n,)


def ends(Z: Array, Y: Mask) -> Ends:
    """Return the lowest relevant and the highest irrelevant label of every row.

    >>> ends(np.array([[3.0, 1.0, 2.0]]), np.array([[True, True, False]])).high
    array([2])
    """
    relevant, irrelevant = np.full(Z.shape, np.inf), Z.copy()  # quicker than np.where
    np.copyto(relevant, Z, where=Y)
    np.copyto(irrelevant, -np.inf, where=Y)
    low, high = relevant.argmin(axis=1), irrelevant.argmax(axis=1)
    rows = np.arange(len(Z))
    return Ends(low, high, Z[rows, low], Z[rows, high])


def margins(Z: Array, Y: Mask, loss: str) -> Array:
    r"""Return the margins :math:`\mu_j` of every row, (n, m).

    >>> Z, Y = np.array([[3.0, 1.0, 2.0, 0.0]]), np.array([[True, True, False, False]])
    >>> margins(Z, Y, "three_hinge").tolist()
    [[-1.0, 0.0, 0.0]]
    """
    return _margins(Z, Y, loss, ends(Z, Y))


def pull(Z: Array, Y: Mask, loss: str) -> Array:
    r"""Return C (n, L): the sum of the slopes of the margins that are below 1.

    It is a subgradient of the sum of hinges by Z, with the sign turned.

    >>> Z, Y = np.array([[3.0, 1.0, 2.0, 0.0]]), np.array([[True, True, False, False]])
    >>> pull(Z, Y, "min_max").tolist(), pull(Z, Y, "three_hinge").tolist()
    ([[0.0, 1.0, -1.0, 0.0]], [[0.5, 2.5, -2.5, -0.5]])
    """
    found, rows = ends(Z, Y), np.arange(len(Z))
    v = (_margins(Z, Y, loss, found) < 1.0).astype(float)  # (n, m), violated
    if loss == "min_max":
        C: Array = np.zeros(Z.shape)
        C[rows, found.low], C[rows, found.high] = v[:, 0], -v[:, 0]
        return C
    R = Y.sum(axis=1, keepdims=True)  # (n, 1), how many are relevant
    C = np.where(Y, v[:, 1:2] / R, -v[:, 2:] / (Y.shape[1] - R))
    C[rows, found.low] += v[:, 0] + v[:, 2]
    C[rows, found.high] -= v[:, 0] + v[:, 1]
    return C


def ranking_objective(
    X: Any,
    Y: Mask,
    W: Array,
    b: Array,
    loss: str,
    alpha: float,
    s: Array | None = None,
) -> float:
    r"""Return f(W, b), the first formula of this module; s (n,) weighs the mean.

    >>> X, Y = np.array([[1.0]]), np.array([[True, False]])
    >>> ranking_objective(X, Y, np.array([[0.5, 0]]), np.zeros(2), "min_max", 2.0)
    0.75
    """
    hinges = np.maximum(0, 1 - margins(X @ W + b, Y, loss))  # (n, m)
    penalty = alpha / 2 * (np.vdot(W, W) + b @ b)
    return float(np.average(hinges.sum(axis=1), weights=s) + penalty)


def radius(loss: str, alpha: float) -> float:
    r"""Return :math:`\sqrt{m / \lambda}`, beyond which no optimum lies.

    >>> radius("min_max", 0.25), round(radius("three_hinge", 1.0) ** 2, 12)
    (2.0, 3.0)
    """
    return float(np.sqrt(HINGES[loss] / alpha))


def pegasos(
    X: Any,
    Y: Mask,
    loss: str,
    alpha: float,
    rng: np.random.Generator | np.random.RandomState,
    *,
    batch_size: int = 64,
    intercept: bool = True,
    project: bool = True,
    average: bool = False,
    watched: int | None = None,
    eta0: float | None = None,
    s: Array | None = None,
) -> Iterator[RankingEpoch]:
    """Yield the start, W = 0, and every pass over the samples, without end.

    The objective is that of `watched` rows, drawn once, or of all. With `average`,
    each pass is answered by the mean of the iterates at the ends of all passes so far,
    pass k counting k times; the solver itself goes on from its last. None for `eta0` is
    3 / R^2, and infinity the published step. A row counts by its weight s_i in the
    mean of hinges.
    """
    X_w, Y_w, s_w = _some_rows(X, Y, s, watched, rng)
    share = np.ones(len(Y)) if s is None else s / s.mean()
    V = Ball(X.shape[1], Y.shape[1], radius(loss, alpha) if project else np.inf)
    batches, t = deal(batch_size, rng, X, Y, share[:, None]), 0
    size = len(Y) / len(batches)  # a smaller last batch counts less
    late = (mean_square(X) + intercept) / FIRST if eta0 is None else 1 / eta0
    W, b = V.weights()

    def here(k: int, eta: float, shortened: int) -> RankingEpoch:
        f = ranking_objective(X_w, Y_w, W, b, loss, alpha, s_w)
        return RankingEpoch(k, W.copy(), f, b.copy(), eta, shortened)

    yield here(0, np.inf, 0)
    while True:
        before = V.shortened
        for i in rng.permutation(len(batches)):
            X_B, T_B, Y_B, s_B = batches[i]
            t += 1
            eta = 1 / (alpha * t + late)
            Z = V.scores(X_B)  # (|B|, L)
            C = pull(Z, Y_B, loss)
            C *= s_B
            V.step(T_B, Z, C, max(0.0, 1 - eta * alpha), eta / size, intercept)
        k = t // len(batches)
        W_now, b_now = V.weights()
        if average:  # pass k is one of 1 + 2 + ... + k
            W_now, b_now = (
                then + 2 / (k + 1) * (now - then)
                for then, now in ((W, W_now), (b, b_now))
            )
        W, b = W_now, b_now
        yield here(k, eta, V.shortened - before)


class Ball:
    r"""The iterate (W, b), kept as a number times (U, c), never outside a ball.

    To shrink it is to change the number. A bound of its squared length is carried
    along: after a step along X'C that asks for an inner product of C with the scores,
    which are known, and a bound of the length of X'C. Only where the bound leaves the
    ball is the length itself reckoned; else nothing is read or written but what a batch
    touches.
    """

    def __init__(self, d: int, L: int, radius: float) -> None:
        self.U, self.c = np.zeros((d, L)), np.zeros(L)
        self.scale, self.square, self.radius = 1.0, 0.0, radius
        self.shortened = 0

    def scores(self, X: Any) -> Array:
        """Return XW + b, (n, L)."""
        Z = np.zeros((X.shape[0], len(self.c)))
        add_product(X, self.U, Z)
        Z += self.c
        Z *= self.scale
        return Z

    def step(
        self, T: Any, Z: Array, C: Array, shrink: float, length: float, bias: bool
    ) -> None:
        """Go from W to shrink W + length TC, T = X' (d, n), and back into the ball."""
        if shrink == 0:  # as the published first step
            self.U[:], self.c[:], self.scale, self.square = 0, 0, 1.0, 0.0
        else:
            self.scale *= shrink
        by_c = C.sum(axis=0) * bias  # (L,)
        along = 2 * shrink * length * np.vdot(C, Z)
        x = T.data if issparse(T) else T.ravel(order="K")
        beside = length**2 * (np.vdot(x, x) * np.vdot(C, C) + by_c @ by_c)
        self.square = shrink**2 * self.square + along + beside
        by = length / self.scale
        self.c += by * by_c
        add_product(T, by * C, self.U)
        if self.square > self.radius**2:
            self.weights()
        if self.square > self.radius**2:
            self.scale *= self.radius / np.sqrt(self.square)
            self.square = self.radius**2
            self.shortened += 1

    def weights(self) -> tuple[Array, Array]:
        """Return W (d, L) and b (L,); reckon their length anew, without rounding."""
        self.U *= self.scale
        self.c *= self.scale
        self.scale = 1.0
        self.square = float(np.vdot(self.U, self.U) + self.c @ self.c)
        return self.U.copy(), self.c.copy()


def _margins(Z: Array, Y: Mask, loss: str, found: Ends) -> Array:
    first = found.z_low - found.z_high  # (n,)
    if loss == "min_max":
        return first[:, None]
    R = Y.sum(axis=1)  # (n,)
    total = np.vecdot(Y.astype(float), Z)  # (n,)
    relevant, irrelevant = total / R, (Z.sum(axis=1) - total) / (Y.shape[1] - R)
    others = relevant - found.z_high, found.z_low - irrelevant
    return np.column_stack([first, *others])


def _some_rows(
    X: Any, Y: Mask, s: Array | None, count: int | None, rng: Any
) -> tuple[Any, Mask, Array | None]:
    """Return `count` rows of all, drawn without replacement, or all."""
    if count is None or count >= len(Y):
        return X, Y, s
    rows = np.sort(rng.permutation(len(Y))[:count])
    return X[rows], Y[rows], None if s is None else s[rows]
