r"""P@k in which rare labels count for more.

Annotators miss labels, rare ones more often. If a true label l is seen with the
probability :math:`p_l`, its propensity, then :math:`y_l / p_l` is right on average.

Symbols: n samples, L labels; Y_true (n, L) of 0 and 1, dense or scipy.sparse; S =
Y_score (n, L) any numbers but NaN, high = relevant; p (L,) propensities; N training
samples, :math:`N_l` of them with label l.
Source: Jain, Prabhu & Varma (2016), Extreme Multi-label Loss Functions for
Recommendation, Tagging, Ranking & Other Missing Label Applications, KDD, 935-944; its
use in Bhatia et al. (2016), The Extreme Classification Repository.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.checks import as_array, check_number, label_table
from mlcourse.formulas.metrics._inputs import first_places, labels_and_scores
from mlcourse.formulas.metrics.top_k import top_labels


def propensity(Y_train: Any, *, A: float = 0.55, B: float = 1.5) -> Array:
    r"""Return the propensity of every label, from the labels of the training rows.

    .. math:: p_l = \frac{1}{1 + C e^{-A \log(N_l + B)}}, \qquad
              C = (\log N - 1)(B + 1)^A

    Parameters
    ----------
    Y_train : array or sparse matrix of shape (N, L)
        Labels, 0 or 1, of at least 3 rows: C has to be positive.
    A, B : float > 0, default=0.55, 1.5
        Shape of the curve. The repository takes 0.5 and 0.4 for Wikipedia, 0.6 and 2.6
        for Amazon, and the defaults for everything else.

    Returns
    -------
    array of shape (L,)
        Between 0 and 1, larger for frequent labels.

    Examples
    --------
    >>> propensity([[1, 0]] * 30 + [[1, 1]] * 2).round(3)
    array([0.628, 0.328])
    """
    Y = label_table("Y_train", Y_train)
    N = Y.shape[0]
    if N < 3:
        raise ValueError(f"Y_train must have at least 3 rows; it has {N}.")
    A, B = check_number("A", A, positive=True), check_number("B", B, positive=True)
    C = (np.log(N) - 1) * (B + 1) ** A
    p: Array = 1 / (1 + C * np.exp(-A * np.log(Y.sum(axis=0) + B)))
    return p


def propensity_precision_at_k(
    Y_true: Any, Y_score: ArrayLike, p: ArrayLike, k: int, *, normalize: bool = True
) -> float:
    r"""Return the propensity-scored precision of the first k labels, PSP@k.

    .. math:: \mathrm{PSP} = \frac{\sum_{i=1}^n \sum_{j=1}^k y_{i l_j} / p_{l_j}}
              {\sum_{i=1}^n \max_{|M| = k} \sum_{m \in M} y_{im} / p_m}

    The denominator is the best that any ranking can reach: the ratio is of sums over
    all rows, as in the Extreme Classification Repository, not a mean of ratios. Rows
    without labels add 0 to both sums; if no row has a label the result is 0. Of equal
    scores the label with the lowest index comes first.

    Parameters
    ----------
    Y_true, Y_score : arrays of shape (n, L)
        True labels; scores.
    p : array of shape (L,)
        Propensities, above 0 and at most 1, of the *training* labels.
    k : int from 1 to L
        How many places count.
    normalize : bool, default=True
        False divides by n k instead: the paper's plain form, which can exceed 1.

    Examples
    --------
    >>> Y, S, p = [[1, 0, 1]], [[0.9, 0.5, 0.3]], [0.5, 0.5, 0.1]
    >>> propensity_precision_at_k(Y, S, p, k=1)  # 1/0.5 of 1/0.1
    0.2
    >>> propensity_precision_at_k(Y, S, p, k=1, normalize=False)
    2.0
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    k = first_places(k, Y.shape[1])
    worth = Y / propensities(p, Y.shape[1])  # (n, L)
    gain = np.take_along_axis(worth, top_labels(S, k), axis=1).sum()
    if not normalize:
        return float(gain / (len(Y) * k))
    best = np.partition(worth, -k, axis=1)[:, -k:].sum()
    return float(gain / best) if best else 0.0


def propensities(p: ArrayLike, L: int) -> Array:
    """Return p as an array of shape (L,), or say what is wrong with it."""
    p = as_array("p", p, float)
    if p.shape != (L,):
        raise ValueError(
            f"p must have the shape ({L},), a number for each label; it has {p.shape}."
        )
    if not ((p > 0) & (p <= 1)).all():
        raise ValueError(
            "p must lie above 0 and be at most 1; it runs from "
            f"{p.min():g} to {p.max():g}. Take propensity(Y_train)."
        )
    return p
