r"""Dual ascent, one sample at a time, for a hinge loss of all pairs of labels.

.. math::
    f(W, b) = \frac12 \bigl(\lVert W \rVert_F^2 + \lVert b \rVert^2\bigr)
              + \sum_{i=1}^n C_i \sum_{k \in R_i,\, l \in I_i}
              \max\bigl(0, 1 - (z_{ik} - z_{il})\bigr), \qquad
    C_i = \frac{C}{|R_i| |I_i|}

has one dual number :math:`0 \le \alpha_{ikl} \le C_i` a pair. All that W needs of them
is what they push each label up or down by,

.. math::
    G_i = \sum_{k, l} \alpha_{ikl} (e_k - e_l), \qquad W = X^\top G, \qquad
    b = \sum_i G_i, \qquad
    g(\alpha) = \sum_{i, k, l} \alpha_{ikl}
    - \frac12 \bigl(\lVert W \rVert_F^2 + \lVert b \rVert^2 \bigr) ,

so a sample costs the same whatever the others hold. With those held, the slope of the
dual by a pair is what the pair lacks, :math:`1 - (z_{ik} - z_{il})`, and its curvature
is at most :math:`(K_{ii} + 1) (|R_i| + |I_i|)`. A step divides one by the other, for
all pairs of a sample at once:

.. math::
    \alpha_{ikl} \leftarrow \min\Bigl(C_i, \max\Bigl(0,\ \alpha_{ikl} +
    \frac{1 - (z_{ik} - z_{il})}{(K_{ii} + 1) (|R_i| + |I_i|)} \Bigr)\Bigr) .

No step lowers the dual, and f less the dual bounds what is still to be gained. With a
kernel :math:`z_i = \sum_j K_{ij} G_j + b`, and nothing else changes. The intercepts are
the weights of a constant feature 1, penalised as W is: free ones would tie the samples
together.

Symbols: X (n, d) or kernel K (n, n); Y (n, L) bool; R, I its relevant and irrelevant
labels; z scores (L,); W (d, L); b (L,); G (n, L).
Sources: Elisseeff & Weston (2001), NIPS 14, section 3, for the problem, which they
solve by Frank-Wolfe; Hsieh, Chang, Lin, Keerthi & Sundararajan (2008), A dual
coordinate descent method for large-scale linear SVM, ICML, for two labels.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index, Mask

PAIRS = 100_000  # looked at in one go when an objective is reckoned


class PairEpoch(NamedTuple):
    """Where the solver stands after k passes over the samples."""

    k: int  # 0 at the start
    W: Array  # (d, L), or G (n, L) with a kernel
    objective: float  # f(W, b)
    b: Array  # (L,)
    gap: float  # f less its dual: f is no further above its optimum


class Linear:
    """Scores XW, X dense or sparse."""

    def __init__(self, X: Any, L: int) -> None:
        self.X, self.W, self.sparse = X, np.zeros((X.shape[1], L)), issparse(X)
        square = X.multiply(X) if self.sparse else X * X
        self.diagonal = np.asarray(square.sum(axis=1)).ravel()  # (n,), of the kernel

    def score(self, i: int) -> Array:
        """Return the scores of sample i without b, (L,)."""
        columns, x = self._row(i)
        return np.asarray(x @ self.W[columns])

    def all_scores(self) -> Array:
        """Return the scores of all samples without b, (n, L)."""
        return np.asarray(self.X @ self.W)

    def push(self, i: int, G: Array) -> None:
        """Add x_i G' to W, in place."""
        columns, x = self._row(i)
        self.W[columns] += np.multiply.outer(x, G)

    def weights(self) -> Array:
        """Return a copy of W, (d, L)."""
        return self.W.copy()

    def _row(self, i: int) -> tuple[Any, Array]:
        """Return the columns that a row fills, and what with."""
        if not self.sparse:
            return slice(None), self.X[i]
        stored = slice(self.X.indptr[i], self.X.indptr[i + 1])
        return self.X.indices[stored], self.X.data[stored]


class Kernel:
    """Scores KG, from a table of all pairs of samples."""

    def __init__(self, K: Array, L: int) -> None:
        self.K, self.G, self.diagonal = K, np.zeros((len(K), L)), K.diagonal()

    def score(self, i: int) -> Array:
        """Return the scores of sample i without b, (L,)."""
        return np.asarray(self.K[i] @ self.G)

    def all_scores(self) -> Array:
        """Return the scores of all samples without b, (n, L)."""
        return np.asarray(self.K @ self.G)

    def push(self, i: int, G: Array) -> None:
        """Add G (L,) to what sample i pushes."""
        self.G[i] += G

    def weights(self) -> Array:
        """Return a copy of G, (n, L)."""
        return self.G.copy()


def lacking(z: Array, R: Index, others: Index) -> Array:
    """Return what every pair lacks of its margin of 1, (|R|, |I|).

    >>> lacking(np.array([0.0, 2.0, 0.5]), np.array([0, 1]), np.array([2])).tolist()
    [[1.5], [-0.5]]
    """
    return np.asarray(1 - (z[R][:, None] - z[others]))


def pair_ascent(
    model: Any,
    Y: Mask,
    C: float,
    rng: np.random.Generator | np.random.RandomState,
    *,
    intercept: bool = True,
    s: Array | None = None,
) -> Iterator[PairEpoch]:
    """Yield the start, W = 0, and every pass over the samples, without end.

    With weights s (n,) the C of sample i is multiplied by s_i.

    `model` is a fresh :class:`Linear` or :class:`Kernel` of the samples.
    """
    n, L = Y.shape
    costs = np.full(n, C) if s is None else C * s  # (n,)
    kinds = [(np.flatnonzero(y), np.flatnonzero(~y)) for y in Y]
    alpha = [np.zeros((len(R), len(others))) for R, others in kinds]
    G, b, k = np.zeros((n, L)), np.zeros(L), 0
    bend = (model.diagonal + intercept) * L  # (n,), as |R| + |I| = L
    bend[bend == 0] = np.inf  # a row of zeros moves nothing
    while True:
        yield _measured(k, model, Y, costs, G, b)
        for i in rng.permutation(n):
            (R, others), old = kinds[i], alpha[i]
            move = lacking(model.score(i) + b, R, others) / bend[i]
            new = np.clip(old + move, 0, costs[i] / old.size)
            push = np.zeros(L)
            push[R] = (new - old).sum(axis=1)
            push[others] = (old - new).sum(axis=0)
            alpha[i] = new
            G[i] += push
            model.push(i, push)
            if intercept:
                b += push
        k += 1


def _measured(
    k: int, model: Any, Y: Mask, costs: Array, G: Array, b: Array
) -> PairEpoch:
    """Return where the solver stands; W'W is what the samples push, times scores."""
    Z = model.all_scores()  # (n, L)
    square = float(np.vdot(Z, G) + b @ b)
    cost = float(costs @ mean_hinges(Z + b, Y))
    gap = square + cost - float(G[Y].sum())  # what R is pushed by is the sum of alpha
    return PairEpoch(k, model.weights(), square / 2 + cost, b.copy(), gap)


def mean_hinges(Z: Array, Y: Mask) -> Array:
    """Return the mean hinge over the pairs of every row, (n,).

    >>> mean_hinges(np.array([[0.0, 2.0, 0.5]]), np.array([[True, True, False]]))
    array([0.75])
    """
    n, L = Y.shape
    means, size = np.zeros(n), max(1, PAIRS // L**2)
    for start in range(0, n, size):
        z, y = Z[start : start + size], Y[start : start + size]
        short = np.maximum(0, 1 - (z[:, :, None] - z[:, None, :]))  # (size, L, L)
        counted = y[:, :, None] & ~y[:, None, :]
        means[start : start + size] = short.mean(axis=(1, 2), where=counted)
    return means


def within(tol: float) -> Any:
    """Return the rule that f is at most (1 + tol) times its optimum.

    >>> rule, start = within(0.1), PairEpoch(0, np.zeros(1), 1.1, np.zeros(1), 0.1)
    >>> rule(start), rule(start._replace(objective=1.0))
    (True, False)
    """
    return lambda step: bool(step.gap <= tol * (step.objective - step.gap))
