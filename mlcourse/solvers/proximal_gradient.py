r"""ISTA, the shortest descent for a penalty with corners.

.. math:: W \leftarrow \operatorname{prox}_{t \lambda \Omega}
          \bigl(W - t\, X^\top (X W - Y)\bigr), \qquad
          t = \frac{1}{\text{largest eigenvalue of } X^\top X}

goes down the slope of :math:`\tfrac12 \lVert XW - Y \rVert_F^2`, and then lets the
penalty pull. No step climbs. :mod:`mlcourse.solvers.fista` has the same with momentum,
step rules, checks and a way to stop.

Symbols: X (n, d), Y (n, L), W (d, L); lambda = alpha, the penalty strength.
Source: Beck & Teboulle (2009), SIAM J. Imaging Sci. 2(1), 183-202, section 2.
"""

from collections.abc import Callable, Iterator

import numpy as np

from mlcourse.arrays import Array

Prox = Callable[[Array, float], Array]
Steps = Iterator[Array]


def proximal_gradient(X: Array, Y: Array, alpha: float, prox: Prox) -> Steps:
    """Yield W after 0, 1, 2 ... steps, from W = 0 on, without end.

    >>> from mlcourse.formulas.proximal import soft_threshold
    >>> steps = proximal_gradient(np.eye(2), np.eye(2), 0.25, soft_threshold)
    >>> _, W = next(steps), next(steps)
    >>> W.tolist()
    [[0.75, 0.0], [0.0, 0.75]]
    """
    t = 1 / np.linalg.eigvalsh(X.T @ X)[-1]  # one over the largest curvature
    W = np.zeros((X.shape[1], Y.shape[1]))  # (d, L)
    while True:
        yield W
        slope = X.T @ (X @ W - Y)  # (d, L)
        W = prox(W - t * slope, t * alpha)
