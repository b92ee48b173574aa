"""Stochastic gradient descent for many labels: ours against scikit-learn's one-vs-rest.

Three contests. The same number of passes over the samples, and the objective of each.
The default stop of each, and the average precision on rows left out (the objectives
stand beside the names): neither wins every row of that. And as many of our passes as
it takes to reach the objective where the peer's default stop leaves it. Ours counts
the objective after every pass within its time, as it always does.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import SGDClassifier as Peer
from sklearn.multiclass import OneVsRestClassifier
from threadpoolctl import threadpool_limits

from benchmarks.bench_logistic import tf_idf
from benchmarks.bench_ridge import bibtex
from benchmarks.race import Row, race
from mlcourse.data import load
from mlcourse.formulas.metrics import average_precision
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.solvers.stochastic import objective

PASSES = 5
ALPHA = 1e-4


def keywords(n: int = 4500, d: int = 499, L: int = 374) -> tuple[Any, Any]:
    """Return sparse X of 0 and 1 and rare labels, of the size of corel5k.

    Every row has one of 40 topics, from which it draws 8 words and 3 labels.
    """
    rng = np.random.default_rng(0)
    topic = rng.integers(40, size=n)

    def draw(columns: int, count: int) -> Any:
        taste = (
            rng.gumbel(size=(n, columns)) + 1.5 * rng.normal(size=(40, columns))[topic]
        )
        taste -= np.log(np.arange(1, columns + 1))  # some are common, most are rare
        chosen = np.argpartition(-taste, count, axis=1)[:, :count]
        table = np.zeros((n, columns), dtype=int)
        np.put_along_axis(table, chosen, 1, axis=1)
        return table

    X, Y = draw(d, 8), draw(L, 3)
    return csr_array(X, dtype=float), Y


def docstrings(labels: int = 100) -> tuple[Any, Any]:
    """Return the tf-idf of real documents, and their most frequent labels."""
    data = load("docstrings")
    frequent = np.argsort(-data.Y.sum(axis=0), kind="stable")[:labels]
    return tf_idf(csr_array(data.X, dtype=float)), data.Y[:, frequent]


def weights(peer: Any) -> tuple[Any, Any]:
    """Return W and b of a fitted one-vs-rest classifier."""
    W = np.column_stack([one.coef_[0] for one in peer.estimators_])
    return W, np.array([one.intercept_[0] for one in peer.estimators_])


def contest(
    name: str, X: Any, Y: Any, loss: str, passes: int | None, repeats: int
) -> Iterator[Row]:
    """Yield the rows of one loss: as many passes, or the two about the default stop."""
    n = len(Y) if passes else 2 * len(Y) // 3
    Y = Y[:, np.ptp(Y[:n], axis=0) > 0]  # a label that never comes is no contest
    A, B = X[:n], Y[:n]
    task, size = f"SGD, {loss}: {name}", f"{n}x{X.shape[1]}x{Y.shape[1]}"
    same: dict[str, Any] = {"loss": loss, "alpha": ALPHA, "random_state": 0}
    if passes:
        same |= {"max_iter": passes, "tol": None}
    ours, peer = SGDClassifier(**same), OneVsRestClassifier(Peer(**same))
    times = race(partial(ours.fit, A, B), partial(peer.fit, A, B), repeats)
    W, b = weights(peer)
    peer_f = objective(A, 2.0 * B - 1, W, b, loss, ALPHA)
    if passes:
        names = f"{passes} passes", f"one-vs-rest, {passes} passes"
        yield Row(task, size, *names, *times, "objective", ours.objective_, peer_f)
        return
    mean = np.mean([one.n_iter_ for one in peer.estimators_])
    made = f"one-vs-rest, {mean:.1f} passes"
    yield Row(
        f"{task}, default stop",
        size,
        f"{ours.n_iter_} passes, objective {ours.objective_:.3f}",
        f"{made}, objective {peer_f:.3f}",
        *times,
        "average precision",
        average_precision(Y[n:], ours.decision_function(X[n:])),
        average_precision(Y[n:], X[n:] @ W + b),
    )
    enough = int(np.argmax(ours.objectives_ <= peer_f))
    if ours.objectives_[enough] <= peer_f:
        ours.set_params(max_iter=enough, tol=None)
        times = race(partial(ours.fit, A, B), partial(peer.fit, A, B), repeats)
        names = f"{enough} passes", f"{made}, its default stop"
        task += ", to the peer's objective"
        yield Row(task, size, *names, *times, "objective", ours.objective_, peer_f)


def rows(repeats: int = 7) -> Iterator[Row]:
    """Yield, for each loss, as many passes, and the default stop on three sets."""
    name, X, Y = bibtex()
    text, labels = docstrings()
    with threadpool_limits(limits=1):
        for loss in ("hinge", "log_loss"):
            yield from contest(name, X, Y, loss, PASSES, repeats)
            yield from contest(name, X, Y, loss, None, repeats)
            yield from contest("keywords", *keywords(), loss, None, repeats)
            yield from contest("docstrings", text, labels, loss, None, repeats)
