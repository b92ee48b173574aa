"""Binary relevance, chains and label powerset against scikit-learn's wrappers.

The base classifiers, which do the work, are the same on both sides: a ratio near 1 says
that the wrapper costs nothing. Label powerset has no peer there; it is raced against
its base classifier on numbered sets. The quality is the Hamming loss on the test rows,
which has to be equal.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import hamming_loss
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import ClassifierChain as PeerChain
from sklearn.naive_bayes import GaussianNB
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.multilabel.powerset import LabelPowerset


class NumberedSets:
    """The multi-class classifier, given each set of labels as a number in base two."""

    def __init__(self, base: Any):
        self.base = base

    def fit(self, X: Any, Y: Any) -> "NumberedSets":
        """Fit to X (n, d) and Y (n, L)."""
        self.places = 2 ** np.arange(Y.shape[1])
        self.base.fit(X, Y @ self.places)
        return self

    def predict(self, X: Any) -> Any:
        """Return the labels (n, L)."""
        return (self.base.predict(X)[:, None] // self.places) % 2


Pair = tuple[str, Callable[[Any], Any], str, Callable[[Any], Any]]
PAIRS: list[Pair] = [
    ("binary relevance", BinaryRelevance, "OneVsRestClassifier", OneVsRestClassifier),
    ("chain", ClassifierChain, "sklearn ClassifierChain", PeerChain),
    ("label powerset", LabelPowerset, "numbers, by hand", NumberedSets),
]


def samples(n: int, d: int, L: int) -> tuple[Any, Any, Any, Any]:
    """Return normal columns and noisy linear labels, for training and test."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2 * n, d))
    score = X @ rng.normal(size=(d, L)) / np.sqrt(d) + 0.5 * rng.normal(size=(2 * n, L))
    Y = (score > 0.8).astype(int)
    return X[:n], Y[:n], X[n:], Y[n:]


def contest(pair: Pair, base: Any, n: int, d: int, L: int, repeats: int) -> Row:
    """Return the row of fit and predict, together."""
    X, Y, X_test, Y_test = samples(n, d, L)
    name, make, peer, make_peer = pair

    def run(make: Callable[[Any], Any]) -> Any:
        return make(base).fit(X, Y).predict(X_test)

    return Row(
        f"{name}: fit + predict",
        f"{n}x{d}x{L}",
        type(base).__name__,
        peer,
        *race(partial(run, make), partial(run, make_peer), repeats),
        "Hamming loss",
        float(hamming_loss(Y_test, run(make))),
        float(hamming_loss(Y_test, run(make_peer))),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per method and base classifier."""
    with threadpool_limits(limits=1):
        for pair in PAIRS:
            for base in (LogisticRegression(), GaussianNB()):
                yield contest(
                    pair, base, 1500, 100, 14 if pair != PAIRS[2] else 6, repeats
                )
