"""Stochastic gradient descent for 159 labels: ours against scikit-learn's, one-vs-rest.

The same objective, and the same number of passes over the samples; ours counts the
objective after every pass within its time, as it always does. The smaller objective
has learned more from its passes.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.linear_model import SGDClassifier as Peer
from sklearn.multiclass import OneVsRestClassifier
from threadpoolctl import threadpool_limits

from benchmarks.bench_ridge import bibtex
from benchmarks.race import Row, race
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.solvers.stochastic import objective

PASSES = 5
ALPHA = 1e-4


def rows(repeats: int = 7) -> Iterator[Row]:
    """Yield a row per loss."""
    name, X, Y = bibtex()
    S = 2.0 * Y - 1
    same = {"alpha": ALPHA, "max_iter": PASSES, "tol": None, "random_state": 0}
    with threadpool_limits(limits=1):
        for loss in ("hinge", "log_loss"):
            ours = SGDClassifier(loss, **same)
            peer = OneVsRestClassifier(Peer(loss=loss, **same))
            times = race(partial(ours.fit, X, Y), partial(peer.fit, X, Y), repeats)
            W = np.column_stack([one.coef_[0] for one in peer.estimators_])
            b = np.array([one.intercept_[0] for one in peer.estimators_])
            yield Row(
                f"SGD, {loss}: {name}",
                f"{X.shape[0]}x{X.shape[1]}x{Y.shape[1]}",
                f"{PASSES} passes",
                f"one-vs-rest, {PASSES} passes",
                *times,
                "objective",
                ours.objective_,
                objective(X, S, W, b, loss, ALPHA),
            )
