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

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from mlcourse.arrays import Array


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
        squared = self.X.multiply(self.X) if issparse(self.X) else self.X**2
        self.squares = np.asarray(squared.sum(axis=0)).ravel()

    def image(self, W: Array) -> Array:
        """Return XW, (n, L)."""
        return np.asarray(self.X @ W)

    def value(self, W: Array, image: Array) -> float:
        """Return f(W)."""
        return float(((image - self.Y) ** 2).sum() / 2)

    def gradient(self, image: Array) -> Array:
        """Return X'(XW - Y), (d, L)."""
        return transposed_product(self.X, image - self.Y)

    def curvature(self, D: Array, image: Array) -> float:
        """Return the squared length of XD."""
        return float((image**2).sum())

    def normal(self, image: Array) -> Array:
        """Return X'XW, (d, L)."""
        return transposed_product(self.X, image)


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


def transposed_product(X: Any, R: Array) -> Array:
    """Return X'R, (d, n) times (n, L)."""
    if issparse(X):
        return np.asarray(X.T @ R)
    # BLAS takes a quarter of the time for (R'X)' if X is stored row by row.
    return np.asarray((R.T @ X).T)


def table(X: Any, Y: Any) -> tuple[Any, Array]:
    """Return X (dense, or CSC if sparse) and Y as floats, or raise a ValueError."""
    X = X.tocsc().astype(float) if issparse(X) else np.asarray(X, dtype=float)
    Y = np.asarray(Y.toarray() if issparse(Y) else Y, dtype=float)
    if X.ndim != 2 or Y.ndim != 2 or X.shape[0] != Y.shape[0]:
        raise ValueError(
            f"X must be (n, d) and Y (n, L) with the same n, but X has {X.shape} and Y "
            f"has {Y.shape}; make a vector y one column by y[:, None]."
        )
    for name, values in (("X", X.data if issparse(X) else X), ("Y", Y)):
        if not np.isfinite(values).all():
            raise ValueError(f"{name} holds NaN or infinity; remove or fill such rows.")
    return X, Y


def number(name: str, value: float, positive: bool = False) -> float:
    """Return a finite number >= 0, or > 0; else raise a ValueError."""
    if not np.isfinite(value) or value < 0 or (positive and value == 0):
        raise ValueError(
            f"{name}={value!r} must be finite and {'>' if positive else '>='} 0."
        )
    return float(value)


def weights(start: ArrayLike | None, shape: tuple[int, int]) -> Array:
    """Return a copy of the start, zeros if there is none; else raise a ValueError."""
    W = np.zeros(shape) if start is None else np.array(start, dtype=float)
    if W.shape != shape or not np.isfinite(W).all():
        raise ValueError(
            f"start has shape {W.shape}; give finite numbers of shape (d, L) = {shape}."
        )
    return W
