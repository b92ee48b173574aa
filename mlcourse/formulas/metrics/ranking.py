r"""How well scores put the true labels of a sample before its other labels.

No threshold takes part, only the order of the scores within a row. Equal scores are
counted against the prediction: the rank of a label is

.. math:: r_{il} = |\{m : s_{im} \ge s_{il}\}|,

the worst place that it can get, so that a constant score earns nothing.

A row without any label, or with all of them, has no order to get wrong. Every function
takes `empty`: "keep" leaves such a row in the mean, with a constant (stated in each;
scikit-learn's where it has the metric); "drop" leaves it out, as the Matlab code of
many papers does. If no row is left, that is a ValueError.

Symbols: n samples, L labels; Y_true (n, L) of 0 and 1, dense or scipy.sparse; S =
Y_score (n, L) any numbers but NaN, high = relevant; Y_i the labels of row i.
Source: Schapire & Singer (2000), BoosTexter, Machine Learning 39(2/3), 135-168; Zhang &
Zhou (2014), A Review on Multi-Label Learning Algorithms, IEEE Trans. Knowl. Data Eng.
26(8), 1819-1837, section 2.2.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array, Index, Mask
from mlcourse.checks import check_choice
from mlcourse.formulas.metrics._inputs import labels_and_scores, mean_of_rows


class Ranks(NamedTuple):
    """Where the true labels stand, an entry for each label of each row."""

    row: Index  # i
    among_all: Index  # how many labels of the row reach its score, with itself
    among_true: Index  # how many of these are true


def ranking_loss(
    Y_true: Any, Y_score: ArrayLike, *, ties: str = "error", empty: str = "keep"
) -> float:
    r"""Return the share of (true, other) pairs of labels that are in the wrong order.

    .. math:: \frac1n \sum_{i=1}^n \frac{|\{(l, m) : l \in Y_i,\ m \notin Y_i,\
              s_{il} \le s_{im}\}|}{|Y_i|\, (L - |Y_i|)}

    Parameters
    ----------
    Y_true, Y_score : arrays of shape (n, L)
        True labels; scores.
    ties : {"error", "half"}, default="error"
        A pair of equal scores is a whole error, as in the formula and scikit-learn, or
        half of one: the loss of a row is then 1 minus its area under the ROC curve.
    empty : {"keep", "drop"}, default="keep"
        A row with no label or all labels counts 0, or not at all.

    Examples
    --------
    >>> ranking_loss([[1, 0, 0]], [[0.5, 0.5, 0.1]])
    0.5
    >>> ranking_loss([[1, 0, 0]], [[0.5, 0.5, 0.1]], ties="half")
    0.25
    """
    check_choice("ties", ties, ("error", "half"))
    Y, S = labels_and_scores(Y_true, Y_score)
    size = Y.sum(axis=1)  # (n,)
    pairs = size * (Y.shape[1] - size)
    wrong = pairs_behind(Y, S)  # (n,)
    if ties == "half":
        strictly = pairs - pairs_behind(Y, -S)  # in -S, the pairs in order and the ties
        wrong = (wrong + strictly) / 2
    return mean_of_rows(wrong / np.maximum(pairs, 1), undefined(Y), empty)


def one_error(
    Y_true: Any, Y_score: ArrayLike, *, ties: str = "first", empty: str = "keep"
) -> float:
    r"""Return the share of rows whose top label is not true.

    .. math:: \frac1n \sum_{i=1}^n \mathbb 1[\arg\max_l s_{il} \notin Y_i]

    Parameters
    ----------
    Y_true, Y_score : arrays of shape (n, L)
        True labels; scores.
    ties : {"first", "any"}, default="first"
        Of several top labels the first column is taken, or the row is right if any of
        them is true, as some Matlab code has it: a constant score is then perfect.
    empty : {"keep", "drop"}, default="keep"
        A row with no label is an error and one with all labels is none; or neither
        counts. With "keep" and "first" the result is 1 - P@1.

    Examples
    --------
    >>> one_error([[0, 1], [1, 0]], [[0.2, 0.2], [0.9, 0.1]])
    0.5
    >>> one_error([[0, 1], [1, 0]], [[0.2, 0.2], [0.9, 0.1]], ties="any")
    0.0
    """
    check_choice("ties", ties, ("first", "any"))
    Y, S = labels_and_scores(Y_true, Y_score)
    if ties == "any":
        right = (Y & (S.max(axis=1, keepdims=True) == S)).any(axis=1)  # (n,)
    else:
        right = Y[np.arange(len(Y)), S.argmax(axis=1)]  # (n,)
    return mean_of_rows(1.0 - right, undefined(Y), empty)


def coverage(
    Y_true: Any, Y_score: ArrayLike, *, normalize: bool = False, empty: str = "keep"
) -> float:
    r"""Return how many steps down the ranking reach the last true label.

    .. math:: \frac1n \sum_{i=1}^n \left(\max_{l \in Y_i} r_{il} - 1\right)

    scikit-learn's ``coverage_error`` does not subtract 1: where every row has a label,
    it is this plus 1.

    Parameters
    ----------
    Y_true, Y_score : arrays of shape (n, L)
        True labels; scores.
    normalize : bool, default=False
        Divide by L, as many later papers do; only then can sets of different L be
        compared.
    empty : {"keep", "drop"}, default="keep"
        A row with no label counts 0 (in scikit-learn too, so such a row adds nothing
        to the difference; in the Matlab code mentioned above, which keeps all rows for
        this metric, it counts -1) and one with all labels L - 1; or neither counts.

    Examples
    --------
    >>> coverage([[1, 0, 1], [1, 0, 0]], [[0.9, 0.5, 0.2], [0.9, 0.5, 0.2]])
    1.0
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    lowest = np.min(S, axis=1, keepdims=True, where=Y, initial=np.inf)  # (n, 1)
    steps = np.count_nonzero(lowest <= S, axis=1) - 1.0  # (n,)
    steps[~Y.any(axis=1)] = 0
    return mean_of_rows(steps / (Y.shape[1] if normalize else 1), undefined(Y), empty)


def average_precision(Y_true: Any, Y_score: ArrayLike, *, empty: str = "keep") -> float:
    r"""Return the mean, over the true labels of a row, of the precision at their rank.

    .. math:: \frac1n \sum_{i=1}^n \frac{1}{|Y_i|} \sum_{l \in Y_i}
              \frac{|\{m \in Y_i : s_{im} \ge s_{il}\}|}{r_{il}}

    Averaged within a row and then over rows: neither micro precision nor the area under
    a precision-recall curve. Equal scores all have the worst rank of their group, as in
    scikit-learn's ``label_ranking_average_precision_score``.

    Parameters
    ----------
    Y_true, Y_score : arrays of shape (n, L)
        True labels; scores.
    empty : {"keep", "drop"}, default="keep"
        A row with no label or all labels counts 1, or not at all.

    Examples
    --------
    >>> average_precision([[1, 0, 1, 0]], [[0.9, 0.5, 0.3, 0.1]])  # (1/1 + 2/3) / 2
    0.8333333333333333
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    row, among_all, among_true = ranks(Y, S)
    total = np.bincount(row, among_true / among_all, minlength=len(Y))  # (n,)
    size = Y.sum(axis=1)  # (n,)
    total[size == 0] = 1
    return mean_of_rows(total / np.maximum(size, 1), undefined(Y), empty)


def undefined(Y: Mask) -> Mask:
    """Tell which rows have no label or all of them, and so no order to get wrong."""
    return np.isin(Y.sum(axis=1), (0, Y.shape[1]))


def pairs_behind(Y: Mask, S: Array) -> Array:
    """Return how many (true, other) pairs of each row are not in order: (n,)."""
    row, among_all, among_true = ranks(Y, S)
    return np.bincount(row, among_all - among_true, minlength=len(Y)).astype(float)


def ranks(Y: Mask, S: Array) -> Ranks:
    """Return the ranks of the true labels.

    In a sorted row the labels that reach a score are those from its first equal on.
    """
    n, L = Y.shape
    order = np.argsort(S, axis=1)  # (n, L), lowest score first
    s, y = (np.take_along_axis(table, order, axis=1) for table in (S, Y))  # (n, L)
    start = np.zeros((n, L), dtype=np.int32)  # the place of the first equal
    np.multiply(s[:, 1:] != s[:, :-1], np.arange(1, L), out=start[:, 1:])
    np.maximum.accumulate(start, axis=1, out=start)
    row, place = np.nonzero(y)  # (t,) each, t true labels in the table
    first = start[row, place]  # (t,)
    below = y.cumsum(axis=1, dtype=np.int32) - y  # (n, L), true labels before a place
    return Ranks(row, L - first, Y.sum(axis=1)[row] - below[row, first])
