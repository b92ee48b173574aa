r"""Stochastic gradient descent for linear classifiers, all labels at once.

.. math::
    f(W, b) = \frac1n \sum_{i=1}^n \sum_{l=1}^L \ell\bigl(s_{il} z_{il}\bigr)
              + \frac\alpha2 \lVert W \rVert_F^2, \qquad z_{il} = x_i^\top w_l + b_l

A step looks at a few samples B only, and goes downhill for those:

.. math::
    W \leftarrow (1 - \eta_t \alpha) W - \frac{\eta_t}{|B|} X_B^\top G_B, \qquad
    G_{il} = s_{il}\, \ell'(s_{il} z_{il}), \qquad
    \eta_t = \frac{1}{\alpha (t_0 + t)} .

The first step size, :math:`\eta_0 = 1/(\alpha t_0)`, is at the user's choice; with
:math:`t_0 = 0` this is Pegasos, whose first step wipes out W. The intercepts move like
the weights of a constant feature, whose square is a tenth of the mean of
:math:`\lVert x_i \rVert^2`: it is a choice, and with faster intercepts the scores of
all samples would swing together. They are not penalised.

Symbols: X (n, d) features; S (n, L) labels -1 or +1; W (d, L) weights; b (L,)
intercepts; :math:`\ell` loss of a margin; :math:`\eta` step size; t steps made so far.
Sources: Bottou (2012), "Stochastic gradient descent tricks", in Neural Networks:
Tricks of the Trade, section 5; Shalev-Shwartz, Singer, Srebro & Cotter (2011), Math.
Program. 127, 3-30, for the hinge loss.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array
from mlcourse.formulas.losses import sigmoid, softplus

INTERCEPT = 0.1  # square of the constant feature, in mean squared row lengths


class Loss(NamedTuple):
    """A loss of the margin s z, and its slope; both go element by element."""

    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]


# The hinge has no slope at 1: there it counts as flat, as in Pegasos.
LOSSES = {
    "hinge": Loss(lambda m: np.maximum(0, 1 - m), lambda m: np.where(m < 1, -1.0, 0.0)),
    "log_loss": Loss(lambda m: softplus(-m), lambda m: -sigmoid(-m)),
}


class Epoch(NamedTuple):
    """Where the solver stands after k passes over the samples."""

    k: int  # 0 at the start
    W: Array  # (d, L)
    b: Array  # (L,)
    objective: float  # f(W, b)
    step_size: float  # of the last step, eta_0 at the start


def objective(X: Any, S: Array, W: Array, b: Array, loss: str, alpha: float) -> float:
    r"""Return f(W, b), the first formula of this module.

    >>> X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
    >>> objective(X, S, np.array([[0.5]]), np.array([0.0]), "hinge", alpha=0.0)
    1.25
    """
    losses = LOSSES[loss].value(S * (X @ W + b))  # (n, L)
    return float(losses.sum() / len(S) + alpha / 2 * (W**2).sum())


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

    Each pass takes the samples in a new order. The default of the first step size is
    Bottou's guess for rows of length 1, :math:`\alpha^{-1/4}`, in the units of X:

    .. math:: \eta_0 = (\alpha / R^2)^{-1/4} / R^2, \qquad
              R^2 = \frac1n \sum_{i=1}^n \lVert x_i \rVert^2 ,

    and no choice may exceed :math:`1/(2 \alpha)`.
    """
    n, d = X.shape
    R2 = float((X.multiply(X) if issparse(X) else X**2).sum()) / n or 1.0
    eta = eta0 or (alpha / R2) ** -0.25 / R2
    t0 = max(2.0, 1 / (alpha * eta))
    W, b, t = np.zeros((d, S.shape[1])), np.zeros(S.shape[1]), 0
    slope = LOSSES[loss].slope
    eta = 1 / (alpha * t0)
    yield Epoch(0, W.copy(), b.copy(), objective(X, S, W, b, loss, alpha), eta)
    while True:
        order = rng.permutation(n)
        X_new, S_new, scale = X[order], S[order], 1.0  # the weights are scale * W
        for i in range(0, n, batch_size):
            X_B, S_B = X_new[i : i + batch_size], S_new[i : i + batch_size]
            eta = 1 / (alpha * (t0 + t))
            G = S_B * slope(S_B * (scale * (X_B @ W) + b))  # (|B|, L)
            scale *= 1 - eta * alpha
            descend(W, X_B, eta / (len(S_B) * scale) * G)
            if intercept:
                b -= eta * INTERCEPT * R2 * G.mean(axis=0)
            t += 1
        W *= scale
        f = objective(X, S, W, b, loss, alpha)
        yield Epoch(t // -(-n // batch_size), W.copy(), b.copy(), f, eta)


def descend(W: Array, X: Any, G: Array) -> None:
    """Subtract X' G from W in place; few entries of a sparse X touch few rows of W.

    >>> W = np.zeros((5, 1))
    >>> descend(W, csr_array([[0.0, 0.0, 0.0, 2.0, 0.0]]), np.ones((1, 1)))
    >>> W.ravel().tolist()
    [0.0, 0.0, 0.0, -2.0, 0.0]
    """
    if not issparse(X) or 4 * X.nnz > len(W):
        W -= X.T @ G
        return
    rows, place = np.unique(X.indices, return_inverse=True)
    narrow = csr_array((X.data, place, X.indptr), shape=(X.shape[0], len(rows)))
    W[rows] -= narrow.T @ G
