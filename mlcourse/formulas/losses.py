r"""The log loss of a yes-or-no model, on scores and on probabilities.

A linear model gives every sample a score :math:`z = w^\top x`; the sigmoid makes it
a probability, and the log loss is the price of that probability in nats.

Symbols: n samples; z scores; p probabilities; y labels, 0 or 1; beta weights.
Source: Bishop (2006), Pattern Recognition and Machine Learning, section 4.3.2.
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.checks import as_array, check_zero_one


def sigmoid(z: ArrayLike) -> Array:
    r"""Return the probability that belongs to a score, element by element.

    .. math:: \sigma(z) = \frac{1}{1 + e^{-z}} = \frac{e^z}{1 + e^z}
              = \frac{e^{\min(z, 0)}}{1 + e^{-|z|}}

    The first form overflows for :math:`z \ll 0`, the second for :math:`z \gg 0`. The
    third is whichever does not, and keeps all digits of small probabilities. (SciPy's
    ``expit`` gives the same numbers, and is faster.)

    >>> sigmoid([-1000, 0, 1000])
    array([0. , 0.5, 1. ])
    """
    z = np.asarray(z, dtype=float)
    p: Array = np.exp(np.minimum(z, 0)) / (1 + np.exp(-np.abs(z)))
    return p


def softplus(z: ArrayLike) -> Array:
    r"""Return the smooth ramp of every element of z, without overflow.

    .. math:: \log(1 + e^z) = \max(z, 0) + \log(1 + e^{-|z|})

    The same numbers as ``np.logaddexp(0, z)``, several times faster.

    >>> softplus([-1000, 0, 1000]).round(4)
    array([0.000e+00, 6.931e-01, 1.000e+03])
    """
    z = np.asarray(z, dtype=float)
    ramp: Array = np.maximum(z, 0) + np.log1p(np.exp(-np.abs(z)))
    return ramp


def log_loss(z: ArrayLike, y: ArrayLike, beta: ArrayLike | None = None) -> float:
    r"""Return the log loss of scores z, in nats.

    .. math:: L(z) = \sum_{i=1}^n \beta_i \left[\log(1 + e^{z_i}) - y_i z_i\right]

    Parameters
    ----------
    z : array of shape (n,)
        Scores, any real numbers.
    y : array of shape (n,)
        Labels, 0 or 1.
    beta : array of shape (n,), default=None
        Weights. None makes every weight 1 (the sum), 1/n makes the mean.

    Raises
    ------
    ValueError
        If the shapes differ, a label is neither 0 nor 1, a number is NaN, or a weight
        is below 0.

    Examples
    --------
    >>> round(log_loss([0.0, 2.0, -1000.0], [1, 1, 0]), 4)  # log 2 + log(1 + e^-2)
    0.8201
    >>> log_loss([-1000.0], [1])  # certain and wrong: dear, but finite
    1000.0
    """
    z, y, beta = _columns("z", z, y, beta)
    return float(beta @ softplus((1 - 2 * y) * z))  # the bracket, for y of 0 or 1


def log_loss_from_probability(
    p: ArrayLike, y: ArrayLike, beta: ArrayLike | None = None
) -> float:
    r"""Return the log loss of probabilities p: the textbook form, in nats.

    .. math:: L(p) = -\sum_{i=1}^n \beta_i [y_i \log p_i + (1 - y_i) \log(1 - p_i)]

    Equal to :func:`log_loss` in exact arithmetic. On a computer a score above about
    37 rounds to p = 1: this form then calls a wrong answer infinitely bad, and has
    lost the digits that say how bad. A right answer with p = 1 costs 0, and
    a sample of weight 0 costs 0 whatever its p.

    Parameters
    ----------
    p : array of shape (n,)
        Probabilities of y = 1, from 0 to 1.
    y, beta : array of shape (n,)
        As in :func:`log_loss`.

    Raises
    ------
    ValueError
        As in :func:`log_loss`, or if p is no probability.

    Examples
    --------
    >>> log_loss_from_probability(sigmoid([1000.0]), [0])
    inf
    """
    p, y, beta = _columns("p", p, y, beta)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("p must lie between 0 and 1; pass scores to log_loss instead.")
    right = np.where(y == 1, p, 1 - p)[beta != 0]  # probability of the true label
    with np.errstate(divide="ignore"):  # log 0 = -inf is the answer meant
        return float(-(beta[beta != 0] @ np.log(right)) + 0.0)  # never -0.0


def _columns(
    name: str, first: ArrayLike, y: ArrayLike, beta: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Return the three arrays of one loss as floats of one shape (n,)."""
    first, y = as_array(name, first, float), as_array("y", y, float)
    beta = np.ones(y.shape) if beta is None else as_array("beta", beta, float)
    if not (first.ndim == 1 and first.shape == y.shape == beta.shape):
        raise ValueError(
            f"{name}, y and beta must share one shape (n,), but {name} has "
            f"{first.shape}, y has {y.shape} and beta has {beta.shape}."
        )
    check_zero_one("y", y)
    if np.isnan(first).any():
        raise ValueError(f"{name} holds NaN; remove or fill such values.")
    if not (beta >= 0).all():
        raise ValueError(f"beta holds {beta.min()}; weights must be >= 0.")
    return first, y, beta
