r"""Back-propagation through a network whose loss compares labels in pairs.

.. math::
    u = \tanh(V^\top x + c), \qquad z = \tanh(W^\top u + b), \qquad
    E = \frac1n \sum_{i=1}^n \frac1{|R_i| |I_i|} \sum_{k \in R_i,\, l \in I_i}
    e^{-(z_{ik} - z_{il})}
    + \frac\lambda2 \bigl(\lVert V \rVert_F^2 + \lVert W \rVert_F^2\bigr)

The exponential of a difference is a product, so that no pair is looked at: a sample
costs

.. math:: E_i = \frac{\sum_{k \in R_i} e^{-z_{ik}}}{|R_i|} \cdot
          \frac{\sum_{l \in I_i} e^{z_{il}}}{|I_i|}, \qquad
          \frac{\partial E_i}{\partial z_{ik}} =
          -\frac{e^{-z_{ik}}}{\sum_{R_i} e^{-z}} E_i, \qquad
          \frac{\partial E_i}{\partial z_{il}} =
          \frac{e^{z_{il}}}{\sum_{I_i} e^{z}} E_i .

Symbols: X (n, d); Y (n, L) bool; R, I relevant and irrelevant labels; U (n, h) hidden
outputs; V (d, h), c (h,); W (h, L), b (L,); Z (n, L) scores; lambda = alpha.
Source: Zhang & Zhou (2006), Multilabel neural networks with applications to functional
genomics and text categorization, IEEE TKDE 18(10), 1338-1351, eqs. 4-23.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Mask


class Network(NamedTuple):
    """The weights of both layers, or their slopes."""

    V: Array  # (d, h)
    c: Array  # (h,)
    W: Array  # (h, L)
    b: Array  # (L,)


class NetworkEpoch(NamedTuple):
    """Where the solver stands after k passes over the samples."""

    k: int  # 0 at the start
    W: Array  # (h, L), of the outputs
    objective: float  # E
    b: Array  # (L,), of the outputs
    V: Array  # (d, h), of the hidden units
    c: Array  # (h,), of the hidden units


def outputs(X: Any, net: Network) -> tuple[Array, Array]:
    """Return U (n, h) and Z (n, L), what both layers answer.

    >>> net = Network(np.ones((1, 1)), np.zeros(1), np.zeros((1, 2)), np.zeros(2))
    >>> outputs(np.zeros((1, 1)), net)[1].tolist()
    [[0.0, 0.0]]
    """
    U = np.tanh(X @ net.V + net.c)
    return U, np.tanh(U @ net.W + net.b)


def pair_losses(Z: Array, Y: Mask) -> tuple[Array, Array]:
    """Return E_i (n,) and its slopes by Z, (n, L), for rows with both kinds of label.

    >>> E, slope = pair_losses(np.zeros((1, 3)), np.array([[True, False, False]]))
    >>> E.tolist(), slope.tolist()
    ([1.0], [[-1.0, 0.5, 0.5]])
    """
    towards = np.exp(np.where(Y, -Z, Z))  # (n, L)
    down, up = (np.where(kind, towards, 0.0) for kind in (Y, ~Y))
    relevant = Y.sum(axis=1)
    sums = down.sum(axis=1), up.sum(axis=1)
    E = sums[0] / relevant * (sums[1] / (Y.shape[1] - relevant))
    slope = up / sums[1][:, None] - down / sums[0][:, None]
    return E, slope * E[:, None]


def error(X: Any, Y: Mask, net: Network, alpha: float, s: Array | None = None) -> float:
    """Return E, the first formula of this module; s (n,) weighs the mean."""
    E = pair_losses(outputs(X, net)[1], Y)[0]
    penalty = alpha / 2 * (np.vdot(net.V, net.V) + np.vdot(net.W, net.W))
    return float(np.average(E, weights=s) + penalty)


def slopes(X: Any, Y: Mask, net: Network, alpha: float, s: Any = 1.0) -> Network:
    """Return the slopes of E by all weights: back-propagation.

    The weights s, (n,) or one for all, have the mean 1 over all samples.
    """
    U, Z = outputs(X, net)
    each = np.broadcast_to(s, len(Y))[:, None] / len(Y)  # (n, 1)
    by_z = pair_losses(Z, Y)[1] * (1 - Z**2) * each  # (n, L), before the outer tanh
    by_u = by_z @ net.W.T * (1 - U**2)  # (n, h)
    return Network(
        np.asarray(X.T @ by_u) + alpha * net.V,
        by_u.sum(axis=0),
        U.T @ by_z + alpha * net.W,
        by_z.sum(axis=0),
    )


def random_network(d: int, h: int, L: int, rng: Any) -> Network:
    """Return weights drawn evenly from -r to r, r = 1 / sqrt(inputs of the layer)."""
    r = [(d + 1) ** -0.5, (h + 1) ** -0.5]
    draw = rng.uniform
    return Network(
        draw(-r[0], r[0], (d, h)),
        draw(-r[0], r[0], h),
        draw(-r[1], r[1], (h, L)),
        draw(-r[1], r[1], L),
    )


def bp_mll(
    X: Any,
    Y: Mask,
    h: int,
    alpha: float,
    rng: np.random.Generator | np.random.RandomState,
    *,
    eta: float = 0.05,
    batch_size: int = 1,
    s: Array | None = None,
) -> Iterator[NetworkEpoch]:
    """Yield the start and every pass over the samples, in a new order, without end.

    A step goes down the slope of `batch_size` samples by `eta`. Batches of 1 are the
    paper's.
    """
    net = random_network(X.shape[1], h, Y.shape[1], rng)
    n, k = len(Y), 0
    share = np.ones(n) if s is None else s / s.mean()  # (n,)
    while True:
        f = error(X, Y, net, alpha, s)
        yield NetworkEpoch(k, net.W, f, net.b, net.V, net.c)
        order = rng.permutation(n)
        for start in range(0, n, batch_size):
            rows = order[start : start + batch_size]
            down = slopes(X[rows], Y[rows], net, alpha, share[rows])
            pairs = zip(net, down, strict=True)
            net = Network(*(now - eta * slope for now, slope in pairs))
        k += 1
