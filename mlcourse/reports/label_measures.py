r"""How a multi-label prediction is scored, by the names that rows of results end in.

Beside the measures of :mod:`mlcourse.formulas.metrics` there is what one threshold
hides: all thresholds. A cut :math:`\theta` predicts every label with a score of at
least :math:`\theta`, and over the whole table

.. math:: \mathrm{precision} = \frac{\mathrm{both}}{\mathrm{pred}}, \quad
          \mathrm{recall} = \frac{\mathrm{both}}{\mathrm{true}}, \quad
          F_1 = \frac{2\,\mathrm{both}}{\mathrm{true} + \mathrm{pred}} .

Symbols: Y (n, L) of 0 and 1; S (n, L) scores; P (n, L) predicted labels.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.arrays import Array
from mlcourse.formulas.metrics.ranking import (
    average_precision,
    coverage,
    one_error,
    ranking_loss,
)
from mlcourse.formulas.metrics.sets import (
    f1,
    hamming_loss,
    precision,
    recall,
    subset_accuracy,
)
from mlcourse.formulas.metrics.tail import propensity, propensity_precision_at_k
from mlcourse.formulas.metrics.top_k import ndcg_at_k, precision_at_k

RECALLS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class Answers(NamedTuple):
    """What a model says of the test rows, and the truth."""

    true: Any  # Y of the test rows (n, L)
    scores: Array  # S (n, L)
    labels: Any  # P (n, L)
    trained: Any  # Y of the training rows, for propensities


SETS = {
    "precision": precision,
    "recall": recall,
    "F1": f1,
    "macro-F1": lambda Y, P: f1(Y, P, average="macro"),
    "hamming": hamming_loss,
    "subset": subset_accuracy,
}
RANKS = {
    "AP": average_precision,
    "ranking-loss": ranking_loss,
    "one-error": one_error,
    "coverage": coverage,
}
TOP = {"P": precision_at_k, "nDCG": ndcg_at_k}


def measure(name: str, a: Answers) -> float:
    """Return the measure of that name, such as F1, AP, P@3, nDCG@5 or PSP@1.

    >>> Y, S = np.array([[1, 0, 1]]), np.array([[0.9, 0.8, 0.1]])
    >>> a = Answers(Y, S, (S > 0.5).astype(int), Y)
    >>> measure("precision", a), measure("P@1", a)
    (0.5, 1.0)
    """
    if name in SETS:
        return SETS[name](a.true, a.labels)
    if name in RANKS:
        return RANKS[name](a.true, a.scores)
    kind, k = name.split("@")
    if kind == "PSP":
        p = propensity(a.trained)
        return propensity_precision_at_k(a.true, a.scores, p, int(k))
    return TOP[kind](a.true, a.scores, int(k))


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


def cuts(Y: Any, S: Array) -> Cuts:
    """Return all cuts; equal scores are predicted together or not at all.

    >>> c = cuts(np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.0], [2.0, 1.0]]))
    >>> c.theta.tolist(), c.both.tolist(), c.pred.tolist(), c.true
    ([3.0, 2.0, 1.0], [1, 2, 2], [1, 3, 4], 2)
    """
    order = np.argsort(-S, axis=None, kind="stable")
    s, y = S.ravel()[order], np.asarray(Y).ravel()[order]
    last = np.append(s[1:] < s[:-1], True)  # of a run of equal scores
    return Cuts(s[last], y.cumsum()[last], 1 + np.flatnonzero(last), int(y.sum()))


def at_cut(Y: Any, S: Array, theta: float) -> dict[str, float]:
    """Return micro F1, precision and recall at a cut.

    >>> at_cut(np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.0], [2.0, 1.0]]), 2.5)
    {'F1': 0.6666666666666666, 'precision': 1.0, 'recall': 0.5}
    """
    P = theta <= S  # (n, L)
    return {name: SETS[name](Y, P) for name in ("F1", "precision", "recall")}


def precision_at_recalls(Y: Any, S: Array) -> dict[str, float]:
    """Return the micro precision of the highest cut that reaches each of RECALLS.

    >>> Y, S = np.array([[1, 0], [1, 0]]), np.array([[3.0, 2.5], [2.0, 1.0]])
    >>> precision_at_recalls(Y, S)["0.9"]
    0.6666666666666666
    """
    c = cuts(Y, S)
    first = np.searchsorted(c.both, np.multiply(RECALLS, c.true))  # both ascends
    return {
        str(r): float(c.both[i] / c.pred[i])
        for r, i in zip(RECALLS, first, strict=True)
    }
