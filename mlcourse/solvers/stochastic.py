r"""Stochastic gradient descent for linear classifiers, all labels at once.

.. math::
    f(W, b) = \frac1n \sum_{i=1}^n \sum_{l=1}^L \ell\bigl(s_{il} z_{il}\bigr)
              + \frac\lambda2 \lVert W \rVert_F^2, \qquad
    z_{il} = x_i^\top w_l + b_l

A step looks at a few samples B only, and goes downhill for those:

.. math::
    W \leftarrow (1 - \eta_t \lambda) W - \frac{\eta_t}{|B|} X_B^\top G_B, \qquad
    G_{il} = s_{il}\, \ell'(s_{il} z_{il}), \qquad
    \eta_t = \frac{1}{\lambda (t_0 + t)} .

The first step size, :math:`\eta_0 = 1/(\lambda t_0)`, is at the user's choice; with
:math:`t_0 = 0` this is Pegasos, whose first step wipes out W. The intercepts move like
the weights of a constant feature, whose square is a tenth of the mean of
:math:`\lVert x_i \rVert^2`: it is a choice, and with faster intercepts the scores of
all samples would swing together. They are not penalised.

The samples are dealt into batches once, and every pass takes the batches in a new
order. That is cheaper than to deal anew, and passes end at steadier objectives. For
:math:`|B|` stands the mean size of the batches: else the few samples of a smaller last
batch would count more than others.

Symbols: X (n, d) features, tidy if sparse; S (n, L) labels -1 or +1; W (d, L) weights;
b (L,) intercepts; :math:`\ell` loss of a margin; lambda = alpha, the penalty strength;
:math:`\eta` step size; t steps made so far.
Sources: Bottou (2012), "Stochastic gradient descent tricks", in Neural Networks:
Tricks of the Trade, section 5; Shalev-Shwartz, Singer, Srebro & Cotter (2011), Math.
Program. 127, 3-30, for the hinge loss; Lacoste-Julien, Schmidt & Bach (2012),
arXiv:1212.2002, for averages.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from scipy.sparse._sparsetools import csc_matvecs, csr_matvecs
from scipy.special import entr

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_number
from mlcourse.formulas.losses import sigmoid, softplus

INTERCEPT = 0.1  # square of the constant feature, in mean squared row lengths
LARGEST = 1e100  # beyond it squares, or their quotients, overflow


class Loss(NamedTuple):
    """A loss of the margin s z; all three functions go element by element."""

    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]
    least: Callable[[Array], Array]  # mean if z is the best number, s = 1 has share p


# The hinge has no slope at 1: there it counts as flat, as in Pegasos.
LOSSES = {
    "hinge": Loss(
        lambda m: np.maximum(0, 1 - m),
        lambda m: np.where(m < 1, -1.0, 0.0),
        lambda p: 2 * np.minimum(p, 1 - p),
    ),
    "log_loss": Loss(
        lambda m: softplus(-m),
        lambda m: -sigmoid(-m),
        lambda p: entr(p) + entr(1 - p),
    ),
}


class Epoch(NamedTuple):
    """Where the solver stands after k passes over the samples."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    objective: float  # f(W, b)
    b: Array  # (L,)
    step_size: float  # of the last step, eta_0 at the start


def objective(X: Any, S: Array, W: Array, b: Array, loss: str, alpha: float) -> float:
    r"""Return f(W, b), the first formula of this module.

    >>> X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
    >>> objective(X, S, np.array([[0.5]]), np.array([0.0]), "hinge", alpha=0.0)
    1.25
    """
    losses = LOSSES[loss].value(S * (X @ W + b))  # (n, L)
    return float(losses.sum() / len(S) + alpha / 2 * (W**2).sum())


def best_constant(S: Array, loss: str) -> float:
    """Return the lowest f(0, b): the objective of the best answer that ignores X.

    >>> best_constant(np.array([[1.0], [-1.0], [-1.0], [-1.0]]), "hinge")
    0.5
    """
    return float(LOSSES[loss].least((S > 0).mean(axis=0)).sum())


def gradient(
    X: Any, S: Array, W: Array, b: Array, loss: str, alpha: float
) -> tuple[Array, Array]:
    """Return a subgradient of f, by W (d, L) and by b (L,): the mean of all steps.

    >>> X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
    >>> gradient(X, S, np.array([[0.5]]), np.array([0.0]), "hinge", alpha=0.0)
    (array([[0.5]]), array([0.]))
    """
    G = S * LOSSES[loss].slope(S * (X @ W + b))  # (n, L)
    return np.asarray(X.T @ G) / len(S) + alpha * W, G.mean(axis=0)


def sgd(
    X: Any,
    S: Array,
    loss: str,
    alpha: float,
    rng: np.random.Generator | np.random.RandomState,
    *,
    eta0: float | None = None,
    batch_size: int = 16,
    intercept: bool = True,
) -> Iterator[Epoch]:
    r"""Yield the start, W = 0, and every pass over the samples, without end.

    The default of the first step size is Bottou's guess for rows of length 1,
    :math:`\lambda^{-1/4}`, in the units of X:

    .. math:: \eta_0 = (\lambda / R^2)^{-1/4} / R^2, \qquad
              R^2 = \frac1n \sum_{i=1}^n \lVert x_i \rVert^2 ,

    and no choice may exceed :math:`1/(2 \lambda)`.
    """
    check_number("alpha", alpha, positive=True)
    R2 = mean_square(X)
    t0 = max(2.0, 1 / (alpha * (eta0 or (alpha / R2) ** -0.25 / R2)))
    W, b, t = np.zeros((X.shape[1], S.shape[1])), np.zeros(S.shape[1]), 0
    slope = LOSSES[loss].slope
    batches = deal(batch_size, rng, X, S)
    size = len(S) / len(batches)
    eta = 1 / (alpha * t0)
    yield Epoch(0, W.copy(), objective(X, S, W, b, loss, alpha), b.copy(), eta)
    while True:
        scale = 1.0  # the weights are scale * W
        for i in rng.permutation(len(batches)):
            X_B, T_B, S_B = batches[i]
            eta = 1 / (alpha * (t0 + t))
            G = S_B * slope(S_B * (scale * (X_B @ W) + b))  # (|B|, L)
            scale *= 1 - eta * alpha
            add_product(T_B, -eta / (size * scale) * G, W)
            if intercept:
                b -= eta * INTERCEPT * R2 / size * G.sum(axis=0)
            t += 1
        W *= scale
        f = objective(X, S, W, b, loss, alpha)
        yield Epoch(t // len(batches), W.copy(), f, b.copy(), eta)


def averaged(
    epochs: Iterable[Epoch], X: Any, S: Array, loss: str, alpha: float
) -> Iterator[Epoch]:
    """Yield, for every pass, the mean of the weights so far, pass k counting k times.

    >>> X, S = np.zeros((1, 1)), np.ones((1, 1))
    >>> W = [np.full((1, 1), w) for w in (9.0, 1.0, 4.0)]
    >>> epochs = [Epoch(k, W[k], 0.0, np.zeros(1), 0.1) for k in range(3)]
    >>> [epoch.W.item() for epoch in averaged(epochs, X, S, "hinge", 0.0)]
    [9.0, 1.0, 3.0]
    """
    mean: Epoch | None = None
    for epoch in epochs:
        if mean is None or epoch.k == 1:
            mean = epoch  # the start counts 0 times
        else:
            share = 2 / (epoch.k + 1)  # of pass k among 1 + 2 + ... + k
            W = mean.W + share * (epoch.W - mean.W)
            b = mean.b + share * (epoch.b - mean.b)
            f = objective(X, S, W, b, loss, alpha)
            mean = epoch._replace(W=W, b=b, objective=f)
        yield mean


def mean_square(X: Any) -> float:
    """Return the mean of the squared lengths of the rows, or 1 if X is zero.

    >>> mean_square(np.array([[3.0, 4.0], [0.0, 1.0]]))
    13.0
    """
    values = np.asarray(X.data if issparse(X) else X, dtype=float)
    largest = max(values.max(initial=0), -values.min(initial=0))
    if largest and not 1 / LARGEST < largest < LARGEST:
        raise ValueError(
            f"The largest number in X is {largest:.3g} in size, and its square cannot "
            "be reckoned with. Standardise the columns of X."
        )
    return float(np.vdot(values, values)) / X.shape[0] or 1.0


def add_product(X: Any, W: Array, Z: Array) -> None:
    """Add XW to Z (n, L), stored row by row; X (n, d) is dense, csr or csc.

    ``Z += X @ W`` writes all of Z twice. SciPy's loops add in place, and so touch only
    the rows that X fills: of the weights, those of the words in a batch.

    >>> from scipy.sparse import csr_array
    >>> Z = np.ones((2, 1))
    >>> add_product(csr_array([[0.0, 3.0], [0.0, 0.0]]), np.array([[1.0], [2.0]]), Z)
    >>> Z.tolist()
    [[7.0], [1.0]]
    """
    if not issparse(X):
        Z += X @ W
        return
    loop = csr_matvecs if X.format == "csr" else csc_matvecs
    loop(*X.shape, W.shape[1], X.indptr, X.indices, X.data, W.ravel(), Z.ravel())


def deal(
    size: int, rng: np.random.Generator | np.random.RandomState, X: Any, *tables: Any
) -> list[tuple[Any, ...]]:
    """Return batches of `size` samples, drawn without replacement; the last is rest.

    Each holds rows of X, their transpose, and the same rows of the other tables. If the
    rows have more entries than X has columns, the transpose is stored by features: then
    a product with it meets each row of the weights once.

    >>> X, S = np.arange(5.0)[:, None], np.ones((5, 1))
    >>> [len(S_B) for X_B, T_B, S_B in deal(2, np.random.default_rng(0), X, S)]
    [2, 2, 1]
    """
    order = rng.permutation(X.shape[0])

    def batch(B: Index) -> tuple[Any, ...]:
        X_B = X[B]
        T = X_B.T.tocsr() if issparse(X) and X_B.nnz > X.shape[1] else X_B.T
        return (X_B, T, *(table[B] for table in tables))

    return [batch(order[i : i + size]) for i in range(0, len(order), size)]
