r"""The price of predicted probabilities, label by label.

Symbols: n samples, L labels; Y_true (n, L) of 0 and 1, dense or scipy.sparse;
P = Y_prob (n, L) probabilities that a label is 1.
Source: Bishop (2006), Pattern Recognition and Machine Learning, section 4.3.2, of each
label by itself.
"""

from typing import Any

from numpy.typing import ArrayLike

from mlcourse.formulas.losses import log_loss_from_probability
from mlcourse.formulas.metrics._inputs import labels_and_scores


def binary_cross_entropy(Y_true: Any, Y_prob: ArrayLike) -> float:
    r"""Return the mean log loss of a label, in nats.

    .. math:: -\frac{1}{nL} \sum_{i=1}^n \sum_{l=1}^L
              [y_{il} \log p_{il} + (1 - y_{il}) \log(1 - p_{il})]

    The mean is over rows *and* labels; the form that sums over the labels of a row is L
    times this. Nothing is clipped: a certain and right probability costs 0, a
    certain and wrong one makes the result infinite. The labels of a row need not
    exclude each other, so its probabilities need not sum to 1. Values outside 0 to 1,
    NaN and shapes that differ are a ValueError.

    >>> round(binary_cross_entropy([[1, 0]], [[0.5, 0.0]]), 4)  # log(2) / 2
    0.3466
    >>> binary_cross_entropy([[1, 0]], [[0.5, 1.0]])
    inf
    """
    Y, P = labels_and_scores(Y_true, Y_prob, "Y_prob")
    if P.min() < 0 or P.max() > 1:
        raise ValueError(
            f"Y_prob must lie between 0 and 1; it runs from {P.min():g} to "
            f"{P.max():g}. Turn scores into probabilities first, by a sigmoid."
        )
    return log_loss_from_probability(P.ravel(), Y.ravel()) / P.size
