r"""Iteratively reweighted least squares for penalties on the lengths of rows.

.. math:: \min_{W, b}\ f = \ell(XW + \mathbf 1 b^\top)
          + \tfrac12 \operatorname{tr}(W^\top Q W) + \gamma \sum_j \lVert w_j \rVert_2

A length lies below a parabola that touches it where W is now, with :math:`c_j` the
length of :math:`w_j` there,

.. math:: \lVert w_j \rVert \le \frac{\lVert w_j \rVert^2}{2 c_j} + \frac{c_j}{2},

and so does each loss here, below half the squares of :math:`XW + \mathbf 1 b^\top - F`
with weights s, for some targets F (:mod:`~mlcourse.solvers.row_losses`). The minimum of
the parabolas is one ridge regression, and f cannot rise. As printed,

.. math:: W = (X^\top H X + Q + \gamma D)^{-1} X^\top H F, \qquad D_{jj} = 1 / c_j ,

has infinite entries where a row is 0. With :math:`T = \operatorname{diag}(\sqrt{c_j})`
the same W is

.. math:: W = T (T (X^\top H X + Q) T + \gamma I)^{-1} T X^\top H F
            = T \tilde X^\top (\tilde X \tilde X^\top + \gamma I)^{-1} \tilde F,

with no :math:`\varepsilon` to guard it: a row of 0 leaves the system, which becomes
smaller. The second form, with :math:`\tilde X = \sqrt s\,(X - \bar x) T`, is an n by n
system; it serves where n is less than the rows left, and Q = 0.

Such a row would stay 0 for ever, whether or not it should. So after every solution the
slopes are looked at: :math:`g_j` (L,), how fast loss and Q fall if row j grows from 0.
Short rows with :math:`\lVert g_j \rVert \le \gamma` are set to 0 if f falls by it; rows
of 0 with :math:`\lVert g_j \rVert > \gamma` return. `gain` says how much the best of
these alone would bring: only where that is small, too, is standing still an optimum.

Symbols: n samples, d features, L labels; X (n, d); F, Y (n, L); W (d, L), w_j a row;
b (L,); s (n,); Q (d, d) positive semidefinite; :math:`H = S - S \mathbf 1 \mathbf
1^\top S / \sum_i s_i` with S = diag(s), which takes b out.
Sources: Daubechies, DeVore, Fornasier & Gunturk (2010), Communications on Pure and
Applied Mathematics 63(1), 1-38; Nie, Huang, Cai & Ding (2010), NIPS 23, for rows.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_number
from mlcourse.formulas.norms import row_lengths
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.row_losses import Loss
from mlcourse.solvers.steps import Rule
from mlcourse.solvers.weighted_rows import WeightedRows

FEWER = 30  # times shorter than before are the rows that are tried at 0 next
LEAST = 1e-6  # of the longest; rows so short need not be tried
OPEN = 1e-12  # of gamma: a slope beyond it by less is rounding


class IrlsStep(NamedTuple):
    """Where the search stands after k solutions."""

    k: int  # 0 at the start
    W: Array  # (d, L), exactly 0 in rows that have left
    b: Array  # (L,)
    objective: float  # f
    change: float  # length of the move of W, of the length of W; infinite at the start
    gain: float  # by how much f would fall if the best row of 0 moved alone
    rows: Index  # (a,), those that are not 0


class Irls:
    """The search for one loss, gamma and Q."""

    def __init__(
        self, X: Centred, loss: Loss, gamma: float, Q: Any, intercept: bool
    ) -> None:
        self.X, self.loss, self.Q = X, loss, Q
        self.gamma = check_number("gamma", gamma, positive=True)
        self.rows = WeightedRows(X, intercept)
        self.s: Array | None = None

    def weigh(self, s: Array) -> None:
        """Take the weights s (n,): what follows from them is computed once."""
        if s is not self.s:
            self.s = s
            self.rows.weigh(s)
            self.squares = self.rows.squares()  # (d,)
            if self.Q is not None:
                self.squares = self.squares + self.Q.diagonal()

    def solve(self, F: Array, lengths: Array) -> tuple[Array, Array]:
        """Return the minimum W, b of the parabolas that touch at these lengths (d,)."""
        some = np.flatnonzero(lengths)
        T = np.sqrt(lengths[some])[:, None]  # (a, 1)
        W = np.zeros((len(lengths), F.shape[1]))
        if len(some) > len(F) and self.Q is None:
            K = self.rows.kernel(some, lengths[some])  # (n, n)
            K.flat[:: len(K) + 1] += self.gamma
            W[some] = T**2 * self.rows.back(some, solution(K, self.rows.sides(F)))
        elif len(some):
            A = self.rows.gram(some)
            if self.Q is not None:
                A = A + self.Q[some][:, some]
            A *= T
            A *= T.T
            A.flat[:: len(A) + 1] += self.gamma
            W[some] = T * solution(A, T * self.rows.cross(some, F))
        return W, self.rows.intercept(F, W)

    def image(self, W: Array, b: Array) -> Array:
        """Return XW + b, for the X that is not centred yet: (n, L)."""
        return self.X.dot(W) + b

    def objective(self, W: Array, P: Array) -> float:
        """Return f where XW + b is P."""
        paid = 0.0 if self.Q is None else float((W * (self.Q @ W)).sum()) / 2
        return self.loss.value(P) + paid + self.gamma * float(row_lengths(W).sum())

    def slopes(self, W: Array, P: Array) -> tuple[Array, Array]:
        """Return the length of each g_j, and what a row of 0 would gain alone: (d,)."""
        s, F = self.loss.touch(P)
        self.weigh(s)
        G = self.rows.pull(F - P)
        if self.Q is not None:
            G = G - self.Q @ W
        G = G + self.squares[:, None] * W
        sizes = row_lengths(G)
        over = np.maximum(sizes - self.gamma * (1 + OPEN), 0)
        seen = self.squares > 0
        gains = np.where(seen & ~W.any(axis=1), over**2, 0) / (
            2 * np.where(seen, self.squares, 1)
        )
        return sizes, gains


def irls(
    X: Centred,
    loss: Loss,
    gamma: float,
    Q: Any = None,
    intercept: bool = True,
    start: Array | None = None,
) -> Iterator[IrlsStep]:
    """Yield the start and then a step for every solution, for ever.

    It begins with a ridge solution, or with the W (d, L) of `start`.

    >>> from mlcourse.solvers.row_losses import Squares
    >>> X = Centred(np.eye(2), centre=False)
    >>> steps = irls(X, Squares(np.array([[3.0], [0.5]])), 1.0, intercept=False)
    >>> [next(steps) for _ in range(40)][-1].W.round(6).tolist()
    [[2.0], [0.0]]
    """
    search = Irls(X, loss, gamma, Q, intercept)
    P = loss.start()  # (n, L)
    s, F = loss.touch(P)
    search.weigh(s)
    reach = np.sqrt((s[:, None] * (F - F.mean(axis=0) * intercept) ** 2).sum())
    whole = np.sqrt(search.squares)
    lengths = np.where(whole > 0, reach, 0) / np.where(whole > 0, whole, 1)
    lengths /= np.sqrt(max(len(whole), 1))
    if start is None:
        W, b = search.solve(F, lengths)
    else:
        W, b = start, search.rows.intercept(F, start)
    k, change, P = 0, np.inf, search.image(W, b)
    f, P_before, t = search.objective(W, P), P, 1.0
    while True:
        sizes, gains = search.slopes(W, P)
        yield IrlsStep(
            k,
            W,
            b,
            f,
            change,
            float(gains.max(initial=0)),
            np.flatnonzero(W.any(axis=1)),
        )
        W_old, f_old, lengths = W, f, row_lengths(W)
        back = np.flatnonzero(gains)
        lengths[back] = (sizes[back] - gamma) / search.squares[back]
        # The loss's parabola may touch ahead of P, where the search is going.
        t_new = (1 + np.sqrt(1 + 4 * t**2)) / 2
        ahead = P + (t - 1) / t_new * (P - P_before) if loss.moves else P
        W, b, P_new, f = _step(search, ahead, lengths)
        if f > f_old:  # surely falls: each new row by its share, and not ahead
            t_new = 1.0
            lengths[back] /= max(len(back), 1)
            W, b, P_new, f = _step(search, P, lengths)
        P_before, P, t = P, P_new, t_new
        W, b, P, f = _emptied(search, W, b, P, f)
        size = float(np.linalg.norm(W))
        change = float(np.linalg.norm(W - W_old)) / size if size > 0 else 0.0
        k += 1


def _step(search: Irls, P: Array, lengths: Array) -> tuple[Array, Array, Array, float]:
    """Return W, b, XW + b and f after one solution."""
    s, F = search.loss.touch(P)
    search.weigh(s)
    W, b = search.solve(F, lengths)
    P = search.image(W, b)
    return W, b, P, search.objective(W, P)


def _emptied(
    search: Irls, W: Array, b: Array, P: Array, f: float
) -> tuple[Array, Array, Array, float]:
    """Set short rows to 0 that are better there, if f falls by all of them together."""
    sizes, _ = search.slopes(W, P)
    parts = row_lengths(W) * np.sqrt(search.squares)
    share = 1.0
    while share > LEAST:
        short = (parts > 0) & (sizes <= search.gamma) & (parts <= share * parts.max())
        if not short.any():
            break
        V = np.where(short[:, None], 0, W)
        c = b + search.rows.mean_shift(W - V)
        P_new = search.image(V, c)
        if (f_new := search.objective(V, P_new)) <= f:
            return V, c, P_new, f_new
        share /= FEWER
    return W, b, P, f


def solution(A: Array, B: Array) -> Array:
    """Return the X of A X = B, for a positive definite A, which is overwritten."""
    factor = cho_factor(A, lower=True, overwrite_a=True, check_finite=False)
    return np.asarray(cho_solve(factor, B, check_finite=False))


def small_move(tol: float) -> Rule:
    """Return the rule that W moves by at most `tol` of its length, and no row opens."""
    return lambda step: bool(
        step.k > 1 and step.change <= tol and step.gain <= tol * abs(step.objective)
    )


def no_gain(tol: float) -> Rule:
    """Return the rule that two moves lower f by at most `tol` of it, and no new row."""
    before: list[float] = []

    def rule(step: Any) -> bool:
        before[:] = [*before[-2:], step.objective]
        least = tol * abs(step.objective)
        fall = before[0] - step.objective if len(before) == 3 else np.inf
        return bool(fall <= least and step.gain <= least)

    return rule
