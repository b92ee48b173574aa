r"""Bootstrap samples, and what the rows that they leave out tell.

A sample draws n of n rows with repetition, so row i is drawn :math:`m_i` times and left
out with probability

.. math:: P(m_i = 0) = \left(1 - \frac{1}{n}\right)^n \to \frac{1}{e} \approx 0.368 .

To a tree a row drawn twice is one of weight 2. The trees that have not seen a row vote
on it, *out of bag*, as on a new one.

Symbols: n rows, T trees.
Sources: Efron (1979), Annals of Statistics 7(1), 1-26; Breiman (1996), Machine Learning
24(2), 123-140.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mlcourse.arrays import Array

KINDS = (True, False, "distinct")


def multiplicities(n: int, bootstrap: Any, seed: int) -> Array:
    """Return how often each of n rows is drawn, (n,).

    `bootstrap` is True for the multiplicities, "distinct" for 1 where they are more, as
    in report 004's code, or False for every row once.

    >>> multiplicities(5, True, 0), multiplicities(5, "distinct", 0)
    (array([0., 2., 1., 1., 1.]), array([0., 1., 1., 1., 1.]))
    """
    if not bootstrap:
        return np.ones(n)
    drawn = np.random.default_rng(seed).integers(0, n, n)
    times = np.bincount(drawn, minlength=n).astype(float)
    return np.minimum(times, 1) if bootstrap == "distinct" else times


def out_of_bag(answers: Iterable[tuple[Array, Array]], n: int) -> Array:
    """Return the mean answer on every row of the trees that left it out, (n, K).

    `answers` holds multiplicities (n,) and answers (n, K), tree after tree. A row that
    none left out gets NaN.

    >>> one, two = np.array([[1.0], [2.0]]), np.array([[3.0], [6.0]])
    >>> out_of_bag([(np.array([1, 0]), one), (np.array([2, 0]), two)], 2).tolist()
    [[nan], [4.0]]
    """
    total: Any = 0.0
    votes = np.zeros((n, 1))
    for times, answer in answers:
        out = (times == 0)[:, None]
        total = total + np.where(out, answer, 0)
        votes += out
    return np.asarray(np.where(votes > 0, total / np.maximum(votes, 1), np.nan))
