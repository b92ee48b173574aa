r"""The squared loss as a parabola: what a solver asks of it, in two forms.

.. math:: f(W) = \tfrac12 \lVert XW - Y \rVert_F^2, \qquad
          \nabla f(W) = X^\top (XW - Y)

The *image* of W, the only costly product, is computed once a step and passed on: it is
linear, so a point between two others needs no product of its own. With
:class:`LeastSquares` it is :math:`XW`, at 2 n d L operations. With :class:`Gram` it is
:math:`X^\top X W`, at 2 d^2 L once :math:`X^\top X` is there: cheaper if d < n.

Symbols: X (n, d) features, dense or sparse; Y (n, L) targets; W (d, L) weights.
Source: Hastie, Tibshirani & Friedman (2009), The Elements of Statistical Learning,
section 3.2 (least squares), section 3.8.6 (inner products for the lasso).
"""

from copy import copy
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from mlcourse.arrays import Array, tidy
from mlcourse.checks import check_finite
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.units import check_magnitude


class Parabola(Protocol):
    """A convex quadratic of W, the image of W at hand."""

    squares: Array  # (d,), the diagonal of X'X

    def image(self, W: Array) -> Array:
        """Return the linear image of W."""

    def value(self, W: Array, image: Array) -> float:
        """Return f(W)."""

    def gradient(self, image: Array) -> Array:
        """Return the slope of f, (d, L)."""

    def curvature(self, D: Array, image: Array) -> float:
        """Return the squared length of XD, the curvature along D (d, L)."""

    def normal(self, image: Array) -> Array:
        """Return X'XW from the image of W."""


class LeastSquares:
    """The squared loss from X and Y; the image of W is XW (n, L).

    >>> f = LeastSquares([[1.0, 0.0], [0.0, 2.0]], [[1.0], [2.0]])
    >>> XW = f.image(np.zeros((2, 1)))
    >>> f.value(np.zeros((2, 1)), XW), f.gradient(XW).ravel().tolist()
    (2.5, [-1.0, -4.0])
    """

    def __init__(self, X: Any, Y: Any) -> None:
        self.X, self.Y = table(X, Y)
        self.squares = self.X.lengths() ** 2

    def image(self, W: Array) -> Array:
        """Return XW, (n, L)."""
        return self.X.dot(W)

    def value(self, W: Array, image: Array) -> float:
        """Return f(W)."""
        return float(((image - self.Y) ** 2).sum() / 2)

    def gradient(self, image: Array) -> Array:
        """Return X'(XW - Y), (d, L)."""
        return self.X.tdot(image - self.Y)

    def curvature(self, D: Array, image: Array) -> float:
        """Return the squared length of XD."""
        return float((image**2).sum())

    def normal(self, image: Array) -> Array:
        """Return X'XW, (d, L)."""
        return self.X.tdot(image)


class Gram:
    r"""The squared loss from inner products; the image of W is X'XW (d, L).

    .. math:: f(W) = \tfrac12 \lVert Y \rVert^2 - \langle X^\top Y, W \rangle
              + \tfrac12 \langle W, X^\top X W \rangle

    Parameters
    ----------
    G, C : arrays of shape (d, d) and (d, L)
        The inner products :math:`X^\top X` and :math:`X^\top Y`.
    Y_squares : array of shape (L,)
        The squared length of each column of Y.

    Examples
    --------
    >>> f = Gram(np.diag([1.0, 4.0]), np.array([[1.0], [4.0]]), np.array([5.0]))
    >>> f.value(np.zeros((2, 1)), np.zeros((2, 1)))
    2.5
    """

    def __init__(self, G: Array, C: Array, Y_squares: Array) -> None:
        self.G, self.C, self.Y_squares = G, C, Y_squares
        self.squares = G.diagonal()

    def image(self, W: Array) -> Array:
        """Return X'XW, (d, L)."""
        return np.asarray(self.G @ W)

    def value(self, W: Array, image: Array) -> float:
        """Return f(W)."""
        return float(self.residual_squares(W, image).sum() / 2)

    def residual_squares(self, W: Array, image: Array) -> Array:
        """Return the squared length of each column of XW - Y, (L,)."""
        squares = self.Y_squares + ((image - 2 * self.C) * W).sum(axis=0)
        return np.asarray(np.maximum(squares, 0))  # rounding

    def gradient(self, image: Array) -> Array:
        """Return X'XW - X'Y, (d, L)."""
        return np.asarray(image - self.C)

    def curvature(self, D: Array, image: Array) -> float:
        """Return the squared length of XD."""
        return float((D * image).sum())

    def normal(self, image: Array) -> Array:
        """Return the image as it is."""
        return image


def lipschitz(f: Parabola, scale: Array | float = 1.0, max_iter: int = 100) -> float:
    r"""Return the largest curvature of f by power iteration, or a bit less.

    That is the Lipschitz constant of its slope: the largest eigenvalue of
    :math:`M^{-1/2} X^\top X M^{-1/2}` with M the diagonal matrix of `scale`, a number
    or an array (d, 1). Ends when a round adds less than one part in a hundred.

    >>> round(lipschitz(LeastSquares([[3.0, 0.0], [0.0, 1.0]], [[0.0], [0.0]])), 2)
    9.0
    """
    v = np.random.default_rng(0).normal(size=(len(f.squares), 1))
    largest = 0.0
    for _ in range(max_iter):
        v = v / max(np.sqrt(float((scale * v**2).sum())), np.finfo(float).tiny)
        image = f.image(v)
        before, largest = largest, max(largest, f.curvature(v, image))
        if largest <= 1.01 * before:
            break
        v = f.normal(image) / scale
    return largest


def table(X: Any, Y: Any) -> tuple[Centred, Array]:
    """Return X (CSC if sparse) and Y as floats, or raise a ValueError.

    An X that is centred stays so; any other is taken as it is.
    """
    A = X.X if isinstance(X, Centred) else _floats("X", X)
    Y = _floats("Y", Y.toarray() if issparse(Y) else Y)
    if A.ndim != 2 or Y.ndim != 2 or A.shape[0] != Y.shape[0]:
        raise ValueError(
            f"X must be (n, d) and Y (n, L) with the same n, but X has {A.shape} and Y "
            f"has {Y.shape}; make a vector y one column by y[:, None]."
        )
    if not isinstance(X, Centred):
        X = Centred(A, centre=False)
    elif X.sparse and A.format != "csc":
        X = copy(X)
        X.X = A.tocsc()  # solvers pick columns
    return X, Y


def start_at(start: ArrayLike | None, shape: tuple[int, int]) -> Array:
    """Return a copy of the start, zeros if there is none; else raise a ValueError."""
    W = np.zeros(shape) if start is None else np.array(start, dtype=float)
    if W.shape != shape:
        raise ValueError(f"start has shape {W.shape}; make it (d, L) = {shape}.")
    check_finite("start", W)
    return W


def _floats(name: str, values: Any) -> Any:
    """Return the values as floats that can be squared, or raise a ValueError."""
    if issparse(values):
        values = tidy(values, "csc")  # solvers pick columns
    else:
        values = np.asarray(values, dtype=float)
    check_magnitude(name, values)
    return values
