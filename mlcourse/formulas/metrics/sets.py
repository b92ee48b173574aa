r"""How near predicted label sets are to the true ones.

Everything follows from three counts: labels that are true, predicted, or both,

.. math:: \mathrm{true} = |Y|, \quad \mathrm{pred} = |\hat Y|, \quad
          \mathrm{both} = |Y \cap \hat Y|.

Where an average is taken decides what it says. With `average`

- "micro", the three counts are of the whole table, so frequent labels decide;
- "macro", they are of each column, and the L results are averaged: every label counts
  the same, however rare. Macro F1 is the mean of the F1 of the labels; some papers
  print the F1 of macro precision and macro recall, which is another number;
- "example", they are of each row, and the n results are averaged (scikit-learn calls
  it "samples").

A result 0/0 counts as `zero_division`: 0 (no credit for what cannot be found) or 1
(nothing to find and nothing found is right). Rare labels make the choice matter.

Symbols: n samples, L labels; Y_true, Y_pred (n, L) of 0 and 1, dense or scipy.sparse.
Sparse tables are not made dense.
Source: Zhang & Zhou (2014), A Review on Multi-Label Learning Algorithms, IEEE Trans.
Knowl. Data Eng. 26(8), 1819-1837, section 2.2.
"""

from typing import Any, NamedTuple

import numpy as np

from mlcourse.checks import check_choice
from mlcourse.formulas.metrics._inputs import label_pair

AXIS = {"micro": None, "macro": 0, "example": 1}


class Counts(NamedTuple):
    """Numbers of labels: of the table, (L,) of its columns or (n,) of its rows."""

    both: Any
    true: Any
    pred: Any


def hamming_loss(Y_true: Any, Y_pred: Any) -> float:
    r"""Return the share of wrong entries of the label table.

    .. math:: \frac{1}{nL} \sum_{i=1}^n |Y_i \mathbin\triangle \hat Y_i|

    Predicting no label at all scores the share of ones in Y_true, which on long label
    lists is near 0 and looks like success.

    >>> hamming_loss([[1, 0, 1, 0], [0, 0, 0, 1]], [[1, 0, 0, 0], [0, 0, 1, 1]])
    0.25
    """
    true, pred = label_pair(Y_true, Y_pred)
    c = count(true, pred, "micro")
    return float((c.true + c.pred - 2 * c.both) / (true.shape[0] * true.shape[1]))


def subset_accuracy(Y_true: Any, Y_pred: Any) -> float:
    r"""Return the share of rows whose label set is predicted exactly.

    .. math:: \frac1n \sum_{i=1}^n \mathbb 1[Y_i = \hat Y_i]

    >>> subset_accuracy([[1, 0, 1], [0, 0, 0]], [[1, 1, 1], [0, 0, 0]])
    0.5
    """
    c = count(*label_pair(Y_true, Y_pred), "example")
    return float(np.mean((c.both == c.true) & (c.both == c.pred)))


def precision(
    Y_true: Any, Y_pred: Any, *, average: str = "micro", zero_division: float = 0.0
) -> float:
    r"""Return the share of the predicted labels that are true.

    .. math:: \frac{\mathrm{both}}{\mathrm{pred}}

    0/0 where nothing is predicted. Not to be confused with
    :func:`~mlcourse.formulas.metrics.ranking.average_precision`, which needs no
    threshold.

    >>> Y, P = [[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    >>> precision(Y, P), precision(Y, P, average="example", zero_division=1)
    (1.0, 1.0)
    """
    c = count(*label_pair(Y_true, Y_pred), average)
    return mean_ratio(c.both, c.pred, zero_division)


def recall(
    Y_true: Any, Y_pred: Any, *, average: str = "micro", zero_division: float = 0.0
) -> float:
    r"""Return the share of the true labels that are predicted.

    .. math:: \frac{\mathrm{both}}{\mathrm{true}}

    0/0 for a row or a column without true labels.

    >>> Y, P = [[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    >>> recall(Y, P), recall(Y, P, average="example", zero_division=1)
    (0.5, 0.75)
    """
    c = count(*label_pair(Y_true, Y_pred), average)
    return mean_ratio(c.both, c.true, zero_division)


def f1(
    Y_true: Any, Y_pred: Any, *, average: str = "micro", zero_division: float = 0.0
) -> float:
    r"""Return the harmonic mean of precision and recall.

    .. math:: \frac{2\, \mathrm{both}}{\mathrm{true} + \mathrm{pred}}

    0/0 only where no label is true and none is predicted.

    >>> Y, P = [[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]]
    >>> round(f1(Y, P), 4), round(f1(Y, P, average="macro"), 4)
    (0.6667, 0.3333)
    """
    c = count(*label_pair(Y_true, Y_pred), average)
    return mean_ratio(2 * c.both, c.true + c.pred, zero_division)


def count(true: Any, pred: Any, average: str) -> Counts:
    """Return the counts that an average asks for."""
    check_choice("average", average, tuple(AXIS))
    axis = AXIS[average]
    both = true * pred  # the product of booleans is "and", dense or sparse
    return Counts(both.sum(axis=axis), true.sum(axis=axis), pred.sum(axis=axis))


def mean_ratio(part: Any, whole: Any, zero_division: float) -> float:
    """Return the mean of part / whole, where 0/0 counts as told."""
    check_choice("zero_division", zero_division, (0.0, 1.0))
    part, whole = np.atleast_1d(part), np.atleast_1d(whole)
    ratio = np.full(whole.shape, float(zero_division))
    np.divide(part, whole, out=ratio, where=whole > 0)
    return float(ratio.mean())
