"""Naive Bayes: ours against scikit-learn's, on sparse counts of words.

Each fits and predicts the training rows. Words are drawn with a long tail, 120 a row.
Gaussian naive Bayes runs on a part as an array, since scikit-learn's takes no other.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn import naive_bayes as peers
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.models.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

N, D, WORDS = 24_000, 60_000, 120
MODELS = {"BernoulliNB": BernoulliNB, "MultinomialNB": MultinomialNB}


def counts(classes: int) -> tuple[Any, Any]:
    """Return rows of words and their classes; a class has words that it prefers."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, classes, N)
    word = (D * rng.random(N * WORDS) ** 4).astype(np.int32)
    own = rng.random(N * WORDS) < 0.02
    word[own] = word[own] // classes * classes + np.repeat(y, WORDS)[own]
    word = np.minimum(word, D - 1)
    ends = np.arange(0, N * WORDS + 1, WORDS, dtype=np.int32)
    X = csr_array((np.ones(N * WORDS), word, ends), shape=(N, D))
    X.sum_duplicates()
    return X, y


def contest(ours: Any, peer: Any, X: Any, y: Any, task: str, repeats: int) -> Row:
    """Race to fit and predict."""
    runs = [partial(lambda m: m.fit(X, y).predict(X), m) for m in (ours, peer)]
    return Row(
        f"naive Bayes: {task}, {len(np.unique(y))} classes",
        "x".join(map(str, X.shape)),
        type(ours).__name__,
        "sklearn",
        *race(*runs, repeats),
        "accuracy",
        *(float(np.mean(run() == y)) for run in runs),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per model and number of classes."""
    with threadpool_limits(limits=1):
        for classes in (2, 20):
            X, y = counts(classes)
            for name, model in MODELS.items():
                peer = getattr(peers, name)()
                yield contest(model(), peer, X, y, "words", repeats)
            part = np.sqrt(X[:, :300].toarray())
            peer = peers.GaussianNB()
            yield contest(GaussianNB(), peer, part, y, "dense", min(repeats, 7))
