r"""What one threshold hides: all thresholds.

A cut :math:`\theta` predicts every label with a score of at least :math:`\theta`, and
over the whole table

.. math:: \mathrm{precision} = \frac{\mathrm{both}}{\mathrm{pred}}, \quad
          \mathrm{recall} = \frac{\mathrm{both}}{\mathrm{true}}, \quad
          F_1 = \frac{2\,\mathrm{both}}{\mathrm{true} + \mathrm{pred}} .

Symbols: Y (n, L) of 0 and 1; S (n, L) scores; c cuts.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcourse.arrays import Array
from mlcourse.formulas.metrics._inputs import labels_and_scores

RECALLS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class Cuts(NamedTuple):
    """Every cut that makes a difference, the highest first."""

    theta: Array  # (c,), a label is predicted if its score is at least theta
    both: NDArray[Any]  # (c,), predicted and true
    pred: NDArray[Any]  # (c,)
    true: int

    def f1(self) -> Array:
        """Return the micro F1 of every cut, shape (c,)."""
        F: Array = 2 * self.both / (self.true + self.pred)
        return F


def cuts(Y_true: Any, Y_score: ArrayLike) -> Cuts:
    """Return all cuts; equal scores are predicted together or not at all.

    >>> c = cuts(np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.0], [2.0, 1.0]]))
    >>> c.theta.tolist(), c.both.tolist(), c.pred.tolist(), c.true
    ([3.0, 2.0, 1.0], [1, 2, 2], [1, 3, 4], 2)
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    order = np.argsort(-S, axis=None)
    s, y = S.ravel()[order], Y.ravel()[order]
    last = np.append(s[1:] < s[:-1], True)  # of a run of equal scores
    return Cuts(s[last], y.cumsum()[last], 1 + np.flatnonzero(last), int(y.sum()))


def best_cut(Y_true: Any, Y_score: ArrayLike) -> tuple[float, float]:
    """Return the cut of the largest micro F1, of equals the highest, and this F1.

    >>> best_cut(np.array([[1, 0]]), np.array([[2.0, 1.0]]))
    (2.0, 1.0)
    """
    c = cuts(Y_true, Y_score)
    i = int(c.f1().argmax())
    return float(c.theta[i]), float(c.f1()[i])


def precision_at_recalls(Y_true: Any, Y_score: ArrayLike) -> dict[str, float]:
    """Return the micro precision of the highest cut that reaches each of RECALLS.

    >>> Y, S = np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.5], [2.0, 1.0]])
    >>> precision_at_recalls(Y, S)["0.9"]
    0.6666666666666666
    """
    c = cuts(Y_true, Y_score)
    first = np.searchsorted(c.both, np.multiply(RECALLS, c.true))  # both ascends
    return {
        str(r): float(c.both[i] / c.pred[i])
        for r, i in zip(RECALLS, first, strict=True)
    }


def precision_at_recall(Y_true: Any, Y_score: ArrayLike, per_mille: int) -> float:
    """Return the micro precision of the highest cut that reaches a recall.

    >>> Y, S = np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.5], [2.0, 1.0]])
    >>> precision_at_recall(Y, S, 500), precision_at_recall(Y, S, 501)
    (1.0, 0.6666666666666666)
    """
    c = cuts(Y_true, Y_score)
    i = np.searchsorted(1000 * c.both, per_mille * c.true)  # whole numbers: exact
    return float(c.both[i] / c.pred[i])
