"""Documents of any size, whose words and labels follow from topics.

A row has one topic, few of which are frequent (Zipf: the t-th topic as often as 1/t).
Most of its words are the topic's own, the others are common to all; its labels are the
topic's own. So most labels are rare, and words tell which. Words and labels a row do
not depend on the size of the set.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, diags_array

from mlcourse.multilabel.clusters import short

WORDS, LABELS = 28, 3.3  # of a row, the labels before those that are drawn twice
OWN = 0.6  # the share of its words that is the topic's own
SPREAD, LEAST = 3, 15  # topics that a word or a label belongs to; of each a topic has


class Documents(NamedTuple):
    """Rows to learn from and rows to ask about."""

    X: Any  # (n, d), csr_array, rows of length 1
    y: Any  # (n, L), csr_array of 0 and 1
    Q: Any  # (m, d)
    T: Any  # (m, L), the labels of Q


def documents(n: int, d: int, L: int, m: int = 1000, seed: int = 0) -> Documents:
    """Return n rows to learn from and m more: d words, L labels, L / 5 topics.

    >>> [part.shape for part in documents(50, 40, 20, 5)]
    [(50, 40), (50, 20), (5, 40), (5, 20)]
    """
    rng = np.random.default_rng(seed)
    topics = max(2, L // 5)
    topic = zipf(rng, topics, n + m)  # (n + m,)
    own = rng.random((n + m, WORDS)) < OWN
    words = np.where(
        own,
        of_topics(rng, topics, d, topic, WORDS),
        zipf(rng, d, (n + m, WORDS)),
    )
    X = counted(words, np.ones(words.shape, dtype=bool), d)
    X = diags_array(1 / np.sqrt(X.power(2).sum(axis=1))) @ X
    some = 1 + rng.poisson(LABELS - 1, n + m)  # (n + m,), labels a row
    labels = of_topics(rng, topics, L, topic, some.max())
    Y = counted(labels, np.arange(some.max()) < some[:, None], L)
    Y.data[:] = 1
    X, Y = short(X), short(Y)
    X.sort_indices()
    Y.sort_indices()
    return Documents(X[:n], Y[:n], X[n:], Y[n:])


def zipf(rng: Any, size: int, shape: Any) -> Any:
    """Return numbers from 0 to size - 1, the t-th with probability as 1 / (t + 1)."""
    upto = np.cumsum(1 / np.arange(1, size + 1))
    return np.searchsorted(upto / upto[-1], rng.random(shape))


def of_topics(rng: Any, topics: int, size: int, topic: Any, count: int) -> Any:
    """Return things of each row's topic, (rows, count), the first of it most often."""
    each = max(LEAST, SPREAD * size // topics)
    own = rng.integers(size, size=(topics, each))
    return own[topic[:, None], zipf(rng, each, (len(topic), count))]


def counted(things: Any, used: Any, size: int) -> Any:
    """Return how often each row has each thing, (rows, size), of those in use."""
    row = np.nonzero(used)[0]
    table = np.ones(len(row)), (row, things[used])
    return csr_array(table, shape=(len(things), size))
