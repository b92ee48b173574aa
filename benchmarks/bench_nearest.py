"""The nearest rows of sparse tables: ours against scikit-learn's brute force.

Every row asks for its 10 nearest others, of word counts or their tf-idf. Both compute
all distances; ours do so roughly in 32 bits, and those that matter again in 64. The
quality is the mean distance, in 64 bits, to the neighbours found: it must be equal.
"""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

from benchmarks.bench_logistic import tf_idf, words
from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.models.nearest import nearest

K = 10


def tables() -> Iterator[tuple[str, Any]]:
    """Yield real documents, and generated ones of many more words."""
    counts = csr_matrix(load("docstrings").X, dtype=float)
    yield "docstrings, counts", counts
    yield "docstrings, tf-idf", tf_idf(counts)
    if os.environ.get("MLCOURSE_DATA"):
        yield "bibtex", csr_matrix(load("bibtex").X, dtype=float)
    yield "generated text, tf-idf", words(5000, 20_000)[0]


def distance(X: Any, rows: Any) -> float:
    """Return the mean distance of the rows of X to others, given as (n, K)."""
    gap = X[np.repeat(np.arange(X.shape[0]), K)] - X[np.ravel(rows)]
    return float(np.sqrt(gap.multiply(gap).sum(axis=1)).mean())


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per table; a search takes a second, so few are made."""
    with threadpool_limits(limits=1):
        for name, X in tables():
            peer = NearestNeighbors(n_neighbors=K, algorithm="brute").fit(X)
            yield Row(
                f"nearest: {name}",
                "x".join(map(str, X.shape)),
                f"k={K}",
                "sklearn, brute",
                *race(partial(nearest, X, K), peer.kneighbors, min(repeats, 7)),
                "mean distance",
                distance(X, nearest(X, K).rows),
                distance(X, peer.kneighbors(return_distance=False)),
            )
