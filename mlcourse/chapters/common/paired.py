"""Two learners, compared split by split."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binomtest


def beside(one: ArrayLike, other: ArrayLike) -> tuple[str, str]:
    """Return in how many splits one is larger : smaller, and the p of a sign test.

    Equal splits count for neither. The test takes splits as independent, which those
    that share rows are not; so its p is too small.

    >>> beside([3, 2, 2, 5, 7, 8, 9], [1, 1, 1, 1, 1, 1, 9])
    ('6 : 0', '0.03')
    """
    gap = np.asarray(one) - np.asarray(other)
    more, less = int(np.sum(gap > 0)), int(np.sum(gap < 0))
    p = float(binomtest(more, more + less).pvalue) if more + less else 1.0
    return f"{more} : {less}", f"{p:.2f}" if p >= 0.01 else "< 0.01"
