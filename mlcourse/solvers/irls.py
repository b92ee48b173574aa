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
system; it serves where n is less than half of the rows left, and Q = 0.

The system changes little from one solution to the next. So a large one is factored only
at the start and when the old factor no longer serves; in between, a few conjugate
gradients from the present W, with the old factor to guide them
(:mod:`~mlcourse.solvers.conjugate`), go nearly all the way. They lower the parabolas
from where they touch, so f still cannot rise. The parabolas touch ahead of W, where the
search is going, as Nesterov's steps do, unless f rises by it.

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
from mlcourse.solvers.conjugate import conjugate_gradients
from mlcourse.solvers.row_losses import Loss
from mlcourse.solvers.steps import Rule
from mlcourse.solvers.weighted_rows import WeightedRows

FEWER = 30  # times shorter than before are the rows that are tried at 0 next
LEAST = 1e-6  # of the longest; rows so short need not be tried
LARGE = 400  # rows; a smaller system is factored every time
SHARE = (
    0.02  # of what conjugate gradients have brought: they end where a step brings less
)
PATIENT = 6  # conjugate gradients; where these do not suffice a new factor pays
FEW = 10  # times fewer rows than W has are worth a copy of their columns
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


class Point(NamedTuple):
    """A place, and what is known of it."""

    W: Array  # (d, L)
    b: Array  # (L,)
    P: Array  # (n, L), XW + b
    f: float


class Factor(NamedTuple):
    """The Cholesky factor of a system of some rows."""

    cholesky: tuple[Array, bool]
    some: Index  # (a,)
    spread: Array  # (d, 1), the diagonal of the system; gamma in other rows

    def solve(self, B: Array) -> Array:
        """Return the solution for B (a, L)."""
        return np.asarray(cho_solve(self.cholesky, B, check_finite=False))


class Irls:
    """The search for one loss, gamma and Q."""

    def __init__(
        self, X: Centred, loss: Loss, gamma: float, Q: Any, intercept: bool
    ) -> None:
        self.X, self.loss, self.Q = X, loss, Q
        self.gamma = check_number("gamma", gamma, positive=True)
        self.rows = WeightedRows(X, intercept)
        self.s: Array | None = None
        self.old: Factor | None = None  # of the last large system that was factored

    def weigh(self, s: Array) -> None:
        """Take the weights s (n,): what follows from them is computed once."""
        if s is not self.s:
            self.s = s
            self.rows.weigh(s)
            self.squares = self.rows.squares()  # (d,)
            if self.Q is not None:
                self.squares = self.squares + self.Q.diagonal()

    def solve(
        self, F: Array, lengths: Array, near: Array | None = None
    ) -> tuple[Array, Array]:
        """Return the minimum W, b of the parabolas that touch at these lengths (d,).

        From `near` (d, L) a large system is solved roughly, if there is an old factor.
        """
        some = np.flatnonzero(lengths)
        T = np.sqrt(lengths[some])[:, None]  # (a, 1)
        W = np.zeros((len(lengths), F.shape[1]))
        if len(some) > 2 * len(F) and self.Q is None:
            K = self.rows.kernel(some, lengths[some])  # (n, n)
            K.flat[:: len(K) + 1] += self.gamma
            V = cho_solve(factored(K), self.rows.sides(F), check_finite=False)
            W[some] = T**2 * self.rows.back(some, V)
        elif len(some) > LARGE and near is not None and self.old is not None:
            W = self.move(F, lengths, near, self.old)
        elif len(some):
            self.old = None  # to have room for the new one
            self.old = self.factor(some, T)
            W[some] = T * self.old.solve(T * self.rows.cross(some, F))
        return W, self.rows.intercept(F, W)

    def factor(self, some: Index, T: Array) -> "Factor":
        """Return the factor of T (X'HX + Q) T + gamma I, for some rows."""
        A = self.rows.gram(some)
        if self.Q is not None:
            A = A + self.Q[some][:, some]
        A *= T
        A *= T.T
        A.flat[:: len(A) + 1] += self.gamma
        spread = np.full((len(self.squares), 1), self.gamma)
        spread[some] = A.diagonal()[:, None]
        return Factor(factored(A), some, spread)

    def move(self, F: Array, lengths: Array, near: Array, old: "Factor") -> Array:
        """Return W after conjugate gradients from `near`, all rows being kept."""
        T = np.sqrt(lengths)[:, None]  # (d, 1), 0 in rows that have left
        scale = np.sqrt(old.spread / (T**2 * self.squares[:, None] + self.gamma))

        def product(V: Array) -> Array:
            W = T * V
            G = self.rows.normal(W)
            if self.Q is not None:
                G = G + self.Q @ W
            return np.asarray(T * G + self.gamma * V)

        def guided(R: Array) -> Array:
            """Solve by the old system, its diagonal made that of the new one."""
            R = scale * R
            Z = R / old.spread
            Z[old.some] = old.solve(R[old.some])
            return np.asarray(scale * Z)

        V = near / np.where(T > 0, T, 1)
        V, k = conjugate_gradients(
            product, T * self.rows.pull(F), V, guided, SHARE, PATIENT
        )
        if k == PATIENT:
            self.old = None
        return T * V

    def image(self, W: Array, b: Array) -> Array:
        """Return XW + b, for the X that is not centred yet: (n, L)."""
        some = np.flatnonzero(W.any(axis=1))
        if FEW * len(some) < len(
            W
        ):  # to copy these columns is cheaper than to pass all
            return self.X.take(some).dot(W[some]) + b
        return self.X.dot(W) + b

    def point(self, W: Array, b: Array) -> Point:
        """Return W, b with XW + b and f."""
        P = self.image(W, b)
        return Point(W, b, P, self.objective(W, P))

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
    start: tuple[Array, Array | None] | None = None,
) -> Iterator[IrlsStep]:
    """Yield the start and then a step for every solution, for ever.

    It begins with a ridge solution, or with the W (d, L) and b (L,) of `start`; if
    there is no b, with the best one for W.

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
        W, known = start
        b = search.rows.intercept(F, W) if known is None else known
    del P, F  # tables (n, L) that are no longer looked at
    here = before = search.point(W, b)
    k, change, t = 0, np.inf, 1.0
    while True:
        sizes, gains = search.slopes(here.W, here.P)
        gain, rows = float(gains.max(initial=0)), np.flatnonzero(here.W.any(axis=1))
        yield IrlsStep(k, here.W, here.b, here.f, change, gain, rows)
        there, t = _moved(search, here, before, t, sizes, gains)
        before, here = here, _emptied(search, there)
        size = float(np.linalg.norm(here.W))
        moved = float(np.linalg.norm(here.W - before.W))
        k, change = k + 1, moved / size if size > 0 else 0.0


def _moved(
    search: Irls, here: Point, before: Point, t: float, sizes: Array, gains: Array
) -> tuple[Point, float]:
    """Return where one solution leads, and the t of Nesterov's steps.

    The parabolas touch where the search is going; if f rises, where it stands; and if
    it rises still, the system is factored, and rows of 0 share what each would get.
    """
    t_old, t = t, (1 + np.sqrt(1 + 4 * t**2)) / 2
    back = np.flatnonzero(gains)
    alone = (sizes[back] - search.gamma) / search.squares[back]
    for ahead, roughly in (((t_old - 1) / t, True), (0.0, True), (0.0, False)):
        used = here.W.any(axis=1, keepdims=True)
        V = here.W + ahead * np.where(used, here.W - before.W, 0)
        lengths = row_lengths(V)
        lengths[back] = alone if roughly else alone / max(len(back), 1)
        s, F = search.loss.touch(here.P + ahead * (here.P - before.P))
        search.weigh(s)
        there = search.point(*search.solve(F, lengths, V if roughly else None))
        if there.f <= here.f:
            break
        t = 1.0
    return there, t


def _emptied(search: Irls, here: Point) -> Point:
    """Set short rows to 0 that are better there, if f falls by all of them together."""
    W, b = here.W, here.b
    sizes, _ = search.slopes(W, here.P)
    parts = row_lengths(W) * np.sqrt(search.squares)
    share = 1.0
    while share > LEAST:
        short = (parts > 0) & (sizes <= search.gamma) & (parts <= share * parts.max())
        if not short.any():
            break
        V = np.where(short[:, None], 0, W)
        there = search.point(V, b + search.rows.mean_shift(W - V))
        if there.f <= here.f:
            return there
        share /= FEWER
    return here


def factored(A: Array) -> tuple[Array, bool]:
    """Return the Cholesky factor of a positive definite A, which is overwritten."""
    # Its transpose is A itself, in the order that saves LAPACK a copy.
    C, lower = cho_factor(A.T, lower=True, overwrite_a=True, check_finite=False)
    return C, bool(lower)


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
