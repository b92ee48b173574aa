r"""How good the first k labels of a ranking are.

For label sets in the thousands nobody reads further than a few places. The first k
are the labels with the highest scores, best first; of equal scores the label with the
lowest index comes first. k may not exceed L.

A row without labels cannot score. Every function takes `empty`: "keep" counts it as
0, as the Extreme Classification Repository does, "drop" leaves it out of the mean. If
no row is left, that is a ValueError.

Symbols: n samples, L labels; Y_true (n, L) of 0 and 1, dense or scipy.sparse; S =
Y_score (n, L) any numbers but NaN, high = relevant; Y_i the labels of row i;
:math:`l_1, \dots, l_k` the first labels of row i, y their truth, 0 or 1.
Source: Bhatia et al. (2016), The Extreme Classification Repository, "Performance
metrics"; nDCG from Järvelin & Kekäläinen (2002), ACM Trans. Inf. Syst. 20(4), 422-446.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array, Index
from mlcourse.formulas.metrics._inputs import (
    first_places,
    labels_and_scores,
    mean_of_rows,
)


def precision_at_k(
    Y_true: Any, Y_score: ArrayLike, k: int, *, empty: str = "keep"
) -> float:
    r"""Return the share of the first k labels that are true, P@k.

    .. math:: \frac1n \sum_{i=1}^n \frac1k \sum_{j=1}^k y_{i l_j}

    Divided by k also where a row has fewer labels, so 1 may be out of reach.

    >>> precision_at_k([[1, 0, 1, 0]], [[0.9, 0.5, 0.3, 0.1]], k=2)
    0.5
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    k = first_places(k, Y.shape[1])
    hits = np.take_along_axis(Y, top_labels(S, k), axis=1)  # (n, k)
    return mean_of_rows(hits.mean(axis=1), np.equal(Y.sum(axis=1), 0), empty)


def ndcg_at_k(Y_true: Any, Y_score: ArrayLike, k: int, *, empty: str = "keep") -> float:
    r"""Return the discounted gain of the first k labels, nDCG@k.

    .. math:: \frac1n \sum_{i=1}^n \frac{\sum_{j=1}^k y_{i l_j} / \log_2(j + 1)}
              {\sum_{j=1}^{\min(k, |Y_i|)} 1 / \log_2(j + 1)}

    A true label counts less the later it comes. The denominator is the best that row i
    allows, so 1 is always in reach. Without ties this is scikit-learn's ``ndcg_score``;
    that averages over the orders of equal scores.

    >>> round(ndcg_at_k([[1, 0, 1, 0]], [[0.9, 0.5, 0.3, 0.1]], k=2), 4)
    0.6131
    """
    Y, S = labels_and_scores(Y_true, Y_score)
    k = first_places(k, Y.shape[1])
    discount = 1 / np.log2(np.arange(2, k + 2))  # (k,)
    gain = np.take_along_axis(Y, top_labels(S, k), axis=1) @ discount  # (n,)
    size = np.clip(Y.sum(axis=1), 1, k)  # (n,)
    return mean_of_rows(
        gain / discount.cumsum()[size - 1], np.equal(Y.sum(axis=1), 0), empty
    )


def top_labels(S: Array, k: int) -> Index:
    """Return the k labels of the highest scores, best first: (n, L) -> (n, k).

    A stable sort of whole rows would say the same; finding the k-th score and sorting
    only what reaches it is faster.

    >>> top_labels(np.array([[0.1, 0.7, 0.7, 0.9]]), 2)
    array([[3, 1]])
    """
    if k == 1:
        return np.asarray(S.argmax(axis=1)[:, None])
    n, L = S.shape
    kth = np.partition(S, L - k, axis=1)[:, [L - k]]  # (n, 1)
    above, level = kth < S, kth == S  # (n, L)
    room = k - above.sum(axis=1, keepdims=True)  # (n, 1), places for equals of the kth
    first = above | (level & (level.cumsum(axis=1) <= room))  # k of each row
    label = np.nonzero(first)[1].reshape(n, k)
    order = np.argsort(-np.take_along_axis(S, label, axis=1), axis=1, kind="stable")
    return np.take_along_axis(label, order, axis=1)
