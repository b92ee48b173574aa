r"""REML as report 000 describes its program: for U one number instead of a matrix.

Its section 3.2 (2) sums, over all rows and labels, the product of
:math:`\mathrm{vec}(x_i v_j^\top)` with itself as "a 1 x 1 matrix". That is an inner
product, where the formula has an outer one, so that

.. math:: U = \frac{X^\top R V^\top}
          {\lVert X \rVert_F^2 \lVert V \rVert_F^2 + \lambda_2}

instead of the solution of a linear system. Also as described: M begins at Y / rho, the
threshold is lambda_3 / rho, one sweep of ADMM a round, and an end when the objective
changes by less than a thousandth. Where its formulas do not multiply they are put
right: X'(Z - M). What it leaves open: U, V and H begin at random numbers from 0 to 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from mlcourse.arrays import Array
from mlcourse.formulas.proximal import soft_threshold


class _PrintedREML:
    """The program's REML; U_, V_, H_ and the rest are called as in ours."""

    def __init__(
        self,
        n_components: int,
        alpha_low_rank: float,
        alpha_tail: float,
        alpha_l1: float,
        rho: float = 1.0,
        tol: float = 1e-3,
        max_iter: int = 200,
        random_state: int = 0,
    ) -> None:
        self.n_components = n_components
        self.strengths = alpha_tail, alpha_low_rank, alpha_l1  # lambda 1 to 3
        self.rho, self.tol, self.max_iter = rho, tol, max_iter
        self.random_state = random_state

    def fit(self, X: Any, Y: Any) -> "_PrintedREML":
        """Go round until the objective hardly changes."""
        (tail, low_rank, l1), rho = self.strengths, self.rho
        k, d, L = self.n_components, X.shape[1], Y.shape[1]
        random = np.random.default_rng(self.random_state).random
        U, V, H = random((d, k)), random((k, L)), random((d, L))
        factor = cho_factor((1 + rho) * X.T @ X + tail * np.eye(d))
        size, last, self.n_iter_, XH = (X**2).sum(), np.inf, 0, X @ H
        Z, M = XH, Y / rho
        while self.n_iter_ < self.max_iter:
            self.n_iter_ += 1
            XU = X @ U
            A = XU.T @ XU + low_rank * np.eye(k)
            V = np.linalg.solve(A, XU.T @ (Y - XH))
            U = X.T @ ((Y - XH) @ V.T) / (size * (V**2).sum() + low_rank)
            R = Y - X @ U @ V
            H = cho_solve(factor, X.T @ (R + rho * (Z - M)))
            XH = X @ H
            Z = soft_threshold(XH + M, l1 / rho)
            M = M + XH - Z
            F = ((R - XH) ** 2).sum() + tail * (H**2).sum() + l1 * np.abs(XH).sum()
            F += low_rank * ((U**2).sum() + (V**2).sum())
            if abs(last - F) < self.tol * F:
                break
            last = F
        self.U_, self.V_, self.H_, self.objective_ = U, V, H, F
        low, rest = (((X @ W) ** 2).sum() for W in (U @ V, H))
        self.low_rank_share_ = float(low / (low + rest))
        return self

    def low_rank(self, X: Any) -> Array:
        """Return XUV, shape (n, L)."""
        return np.asarray(X @ self.U_ @ self.V_)

    def tail(self, X: Any) -> Array:
        """Return XH, shape (n, L)."""
        return np.asarray(X @ self.H_)

    def decision_function(self, X: Any) -> Array:
        """Return the estimate less 1/2, shape (n, L)."""
        return self.low_rank(X) + self.tail(X) - 0.5

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels, shape (n, L)."""
        return (self.decision_function(X) > 0).astype(int)
