r"""Generated documents, to ask when looking in an embedding pays.

Every label has a few words of its own, of which a document with the label says some.
All other words say nothing. A document is about a topic, which prefers some labels, so
that labels come in groups.

Symbols: n documents to learn from, L labels; X (n, d) word counts; Y (n, L).
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Index
from mlcourse.data.scales import tfidf

L, TOPICS, OWN, VOCABULARY = 60, 12, 3, 600
SAID = 0.5  # chance that a document says a word of a label that it has
NEW = 300  # documents to judge by


class Drawn(NamedTuple):
    """Documents to learn from and new ones, as tf-idf rows, and their labels."""

    X: Any  # (n, d)
    Y: Index  # (n, L)
    Q: Any  # (NEW, d)
    Y_new: Index  # (NEW, L)


def documents(n: int, other: int, seed: int) -> Drawn:
    """Return generated documents with so many other words each."""
    rng = np.random.default_rng(seed)
    m = n + NEW
    liking = rng.dirichlet(np.full(L, 0.1), TOPICS)  # (TOPICS, L)
    topic = rng.integers(TOPICS, size=m)
    many = 1 + rng.poisson(1.5, m)
    Y = (rng.multinomial(many, liking[topic]) > 0).astype(int)  # (m, L)
    own = (rng.random((m, L, OWN)) < SAID) & (Y[:, :, None] > 0)
    common = 1 / np.arange(1, VOCABULARY + 1)
    noise = rng.multinomial(other, common / common.sum(), size=m)
    X = csr_array(np.hstack([noise, own.reshape(m, -1)]).astype(float))
    A, B = tfidf(X[:n], X[n:])
    return Drawn(csr_array(A), Y[:n], csr_array(B), Y[n:])
