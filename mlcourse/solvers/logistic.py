r"""The loss of logistic regression as a function of its weights, with both derivatives.

.. math:: f(w) = \sum_{i=1}^n \beta_i \left[\log(1 + e^{z_i}) - y_i z_i\right]
                 + \frac{\lambda}{2} \sum_{j \ge 1} w_j^2, \qquad z = X w

Symbols: X (n, d) with a leading column of ones, so that :math:`w_0` is the intercept;
y labels 0 or 1; beta weights of the samples; lambda = alpha, the penalty strength;
p = sigmoid(X w), the probability of y = 1, and q that of the wrong label, p or 1 - p.
The code reckons with q: it is small, and so keeps its digits, where the model is right.
Source: Bishop (2006), Pattern Recognition and Machine Learning, section 4.3.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, diags_array, hstack, issparse

from mlcourse.arrays import Array
from mlcourse.checks import check_zero_one
from mlcourse.formulas.losses import sigmoid, softplus
from mlcourse.solvers.steps import Step
from mlcourse.solvers.units import check_units, extremes, middles, moved, units

BLOCK = 1000  # rows
FETCH = 2**17  # numbers that stay in the cache


def quiet() -> np.errstate:
    """Return a context in which overflow gives inf or NaN, without a warning.

    A trial move may be far too long; solvers refuse it by such a loss.
    """
    return np.errstate(over="ignore", invalid="ignore")


def with_ones(X: Any) -> Any:
    """Return X with a leading column of ones: (n, d) -> (n, 1 + d); CSR if sparse."""
    if issparse(X):
        ones = csr_array(np.ones((X.shape[0], 1)))
        return csr_array(hstack([ones, X], format="csr", dtype=float))
    X = np.asarray(X, dtype=float)
    return np.column_stack([np.ones(len(X)), X])


class LogisticObjective:
    r"""The function f of the module's first formula, its gradient and its Hessian.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        Samples, with a leading column of ones.
    y : array of shape (n,)
        Labels, 0 or 1.
    beta : array of shape (n,), default=None
        Weights; None makes every weight 1 (the sum), 1/n the mean.
    alpha : float, default=0.0
        lambda, the strength of the penalty on every weight but the intercept.
    """

    def __init__(
        self,
        X: Any,
        y: ArrayLike,
        beta: ArrayLike | None = None,
        alpha: float = 0.0,
    ) -> None:
        self.X = csr_array(X) if issparse(X) else np.asarray(X, dtype=float)
        self.XT = self.X.T  # of a sparse X it would take a while at every step
        self.y = np.asarray(y, dtype=float)
        check_zero_one("y", self.y)
        self.wrong = 1 - 2 * self.y  # (n,), the sign of wrong scores
        self.beta = np.ones(self.y.shape) if beta is None else np.asarray(beta)
        self.heavy = self.beta * self.wrong  # (n,)
        self.penalty = np.full(self.X.shape[1], float(alpha))  # (d,)
        self.penalty[0] = 0
        self._w, self._z = np.full(self.X.shape[1], np.nan), self.y

    def scores(self, w: Array) -> Array:
        """Return z = X w, shape (n,); kept until w changes."""
        if not np.array_equal(w, self._w):
            self._w, self._z = w.copy(), self.X @ w
        return self._z

    def value(self, w: Array) -> float:
        """Return f(w)."""
        with quiet():
            z = self.scores(w)  # (n,)
            loss = self.beta @ softplus(self.wrong * z)  # y is 0 or 1
            return float(loss + 0.5 * self.penalty @ w**2)

    def gradient(self, w: Array) -> Array:
        r"""Return :math:`X^\top (\beta \odot (p - y)) + \lambda w`, shape (d,)."""
        with quiet():
            q = sigmoid(self.wrong * self.scores(w))  # (n,), and p - y is q or -q
            g: Array = self.XT @ (self.heavy * q) + self.penalty * w
        return g

    def hessian(self, w: Array) -> Array:
        r"""Return :math:`X^\top \mathrm{diag}(\beta p (1 - p)) X + \lambda I`."""
        q = sigmoid(self.wrong * self.scores(w))  # (n,)
        root = np.sqrt(self.beta * q * (1 - q))  # (n,)
        H = np.diag(self.penalty)  # (d, d)
        if issparse(self.X):
            A = diags_array(root) @ self.X  # (n, d)
            return np.asarray(H + (A.T @ A).toarray())
        # A'A costs half of X'(DX): NumPy sees that it is symmetric. Block by block, A
        # stays in the cache of the processor.
        for i in range(0, len(q), BLOCK):
            A = root[i : i + BLOCK, None] * self.X[i : i + BLOCK]  # (BLOCK, d)
            H += A.T @ A
        return H


class OnePassObjective(LogisticObjective):
    """The same of a dense X that is far larger than the processor's cache.

    There the time goes into fetching X from memory. So X is fetched once for value and
    gradient together, some rows at a time, and not once for each.
    """

    def scores(self, w: Array) -> Array:
        """Return z = X w, shape (n,), and keep what X adds to the gradient."""
        if np.array_equal(w, self._w):
            return self._z
        self._w, self._z = w.copy(), np.empty(len(self.y))
        self._slope = np.zeros(len(w))
        rows = 1 + FETCH // len(w)
        for i in range(0, len(self.y), rows):
            some = slice(i, i + rows)
            self._z[some] = self.X[some] @ w
            q = sigmoid(self.wrong[some] * self._z[some])  # (rows,)
            self._slope += self.X[some].T @ (self.heavy[some] * q)
        return self._z

    def gradient(self, w: Array) -> Array:
        """Return the gradient as above, shape (d,)."""
        with quiet():
            self.scores(w)
            return np.asarray(self._slope + self.penalty * w)


def logistic_objective(X: Any, *arguments: Any) -> LogisticObjective:
    """Return the objective of X, of the kind that suits its size."""
    large = not issparse(X) and X.size > 8 * FETCH
    return (OnePassObjective if large else LogisticObjective)(X, *arguments)


class Problem(NamedTuple):
    """What is solved: X less the middles of columns that lie far from 0."""

    objective: LogisticObjective
    units: Array  # (1 + d,), of the intercept and of the columns
    middle: Array  # (d,)

    def scale(self, loss: str) -> Array:
        """Return what the gradient of the "mean" or "sum" is divided by, (1 + d,)."""
        weight = self.objective.beta.mean() if loss == "sum" else 1.0
        return np.asarray(weight * self.units)

    def as_given(self, step: Step) -> Step:
        r"""Return a step of this problem as one of X itself.

        A score is :math:`v_0 + (x - m)^\top v`, so :math:`w_0 = v_0 - m^\top v`.
        """
        w, g = step.w.copy(), step.gradient.copy()
        w[0] -= self.middle @ w[1:]
        g[1:] += self.middle * g[0]
        return step._replace(w=w, gradient=g)


def logistic_problem(X: Any, y: ArrayLike, beta: Array, alpha: float) -> Problem:
    """Return the problem of X (n, d) without a column of ones, labels and weights."""
    low, high = extremes(X)
    check_units(low, high)
    middle = middles(low, high)  # (d,)
    X = moved(X, middle)
    # The loss bends by a quarter of x squared at most, the penalty by alpha.
    least = 2 * np.sqrt(alpha / beta.sum())
    u = np.append(1.0, units(X, low - middle, high - middle, least))
    return Problem(logistic_objective(with_ones(X), y, beta, alpha), u, middle)
