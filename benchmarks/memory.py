"""`python -m benchmarks.memory [name ...]`: how much memory fits and predictions take.

At bibtex's size; the set itself if MLCOURSE_DATA says where it is. Peaks are what
Python and NumPy ask for beyond what was there before (tracemalloc), also as a ratio to
X, Y and the pickled model together: what has to be in memory anyway.
"""

import argparse
import pickle
import tracemalloc
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from scipy.sparse import issparse
from sklearn.naive_bayes import BernoulliNB
from threadpoolctl import threadpool_limits

from benchmarks.bench_ridge import bibtex
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.knn import KNeighborsClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.multilabel.sleec import SLEEC

MODELS = {
    "LogisticRegression": LogisticRegression(alpha=1e-4),  # of the most frequent label
    "AdaBoostClassifier": AdaBoostClassifier(n_estimators=10),  # the same
    "AdaBoostMH": AdaBoostMH(n_estimators=2),  # 159 labels: most of the time
    "RidgeClassifier": RidgeClassifier(alpha=1.0),
    "LassoClassifier": LassoClassifier(alpha=1e-3),
    "GroupLassoClassifier": GroupLassoClassifier(alpha=1e-2),
    "SGDClassifier": SGDClassifier(random_state=0),
    "REML": REML(),
    "MLkNN": MLkNN(10),
    "BinaryRelevance": BinaryRelevance(BernoulliNB()),
    "ClassifierChain": ClassifierChain(BernoulliNB()),
    "EnsembleOfChains": EnsembleOfChains(BernoulliNB(), 3, random_state=0),
    "LabelPowerset": LabelPowerset(BernoulliNB()),
    "KNeighborsClassifier": KNeighborsClassifier(25, "cosine", "cosine", 8),
    "SLEEC": SLEEC(),
    "RAkEL": RAkEL(BernoulliNB(), n_estimators=20, random_state=0),
}


class Peak(NamedTuple):
    """The largest memory in use during a fit and a prediction, in bytes."""

    fit: int
    predict: int
    needed: int  # X, Y and the fitted model


def peak(call: Callable[[], Any]) -> int:
    """Return how many bytes more than before a call has in use at its peak."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = call()  # kept, so that its own size counts
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del result
    return most - before


def size(table: Any) -> int:
    """Return the bytes of the numbers of an array or a sparse matrix."""
    if issparse(table):
        return sum(part.nbytes for part in (table.data, table.indices, table.indptr))
    return int(table.nbytes)


def measure(model: Any, X: Any, y: Any, Q: Any, method: str = "predict") -> Peak:
    """Return the peaks of fitting a model to X and y, and of what it says of Q."""
    fit = peak(lambda: model.fit(X, y))
    needed = size(X) + size(y) + len(pickle.dumps(model))
    return Peak(fit, peak(lambda: getattr(model, method)(Q)), needed)


def main(arguments: list[str] | None = None) -> None:
    """Print a line for every model, as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory")
    parser.description = (__doc__ or "").partition("\n")[0]
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(MODELS))
    parser.add_argument("--dense", action="store_true", help="give X as an array")
    args = parser.parse_args(arguments)
    if unknown := set(args.names) - set(MODELS):
        parser.error(f"no model {sorted(unknown)}; there is: {', '.join(MODELS)}")
    name, X, Y = bibtex()
    X = X.toarray() if args.dense else X
    print(f"{name}, X {X.shape} {type(X).__name__}, {size(X) / 2**20:.0f} MiB")
    print(f"{'MiB':22}{'needed':>8}{'fit':>8}{'predict':>8}{'ratio':>7}{'seconds':>9}")
    for key in args.names or MODELS:
        y = Y[:, Y.sum(axis=0).argmax()] if key in SINGLE else Y
        with threadpool_limits(limits=1):
            MODELS[key].fit(X[:50], y[:50])  # loads what is loaded when needed
            start = perf_counter()
            found = measure(MODELS[key], X, y, X[:1000])
            print(line(key, found, perf_counter() - start), flush=True)


SINGLE = ("LogisticRegression", "AdaBoostClassifier")


def line(name: str, found: Peak, seconds: float) -> str:
    """Return a row of the table; the ratio is that of the larger peak."""
    MiB = 2.0**20
    ratio = max(found.fit, found.predict) / found.needed
    return (
        f"{name:22}{found.needed / MiB:8.1f}{found.fit / MiB:8.1f}"
        f"{found.predict / MiB:8.1f}{ratio:7.1f}{seconds:9.1f}"
    )


if __name__ == "__main__":
    main()
