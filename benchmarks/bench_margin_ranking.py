"""Margin ranking by Pegasos: batches against a loop over samples, equal passes.

The loop is our own, Pegasos as published but for the number that shrinks the weights,
which spares it a pass over them. It reads the rows of sparse X from where they are
stored. Ours counts the objective of 1000 rows after every pass within its time.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from scipy.sparse import issparse
from threadpoolctl import threadpool_limits

from benchmarks.bench_ridge import bibtex
from benchmarks.race import Row, race
from mlcourse.multilabel.label_ranker import both_kinds
from mlcourse.solvers.pegasos import pegasos, radius, ranking_objective

PASSES, ALPHA = 3, 1e-3


def batches(X: Any, Y: Any, loss: str) -> tuple[Any, Any]:
    """Return W and b after PASSES passes in batches of 64."""
    run = pegasos(X, Y, loss, ALPHA, np.random.default_rng(0), watched=1000)
    last = next(islice(run, PASSES, None))
    return last.W, last.b


def loop(X: Any, Y: Any, loss: str) -> tuple[Any, Any]:
    """Return W and b after as many passes, a sample a step."""
    rng, (n, d), L = np.random.default_rng(0), X.shape, Y.shape[1]
    W, b, scale, square = np.zeros((d, L)), np.zeros(L), 1.0, 0.0
    kinds = [(np.flatnonzero(y), np.flatnonzero(~y)) for y in Y]
    most = radius(loss, ALPHA)
    order = [i for _ in range(PASSES) for i in rng.permutation(n)]
    for t, i in enumerate(order, 1):
        columns: Any = slice(None)
        if issparse(X):
            stored = slice(X.indptr[i], X.indptr[i + 1])
            columns, x = X.indices[stored], X.data[stored]
        else:
            x = X[i]
        z = scale * (x @ W[columns] + b)
        if t > 1:
            scale *= 1 - 1 / t
        R, others = kinds[i]
        low, high = R[z[R].argmin()], others[z[others].argmax()]
        c = np.zeros(L)
        if z[low] - z[high] < 1:
            c[low], c[high] = 1, -1
            if loss == "three_hinge" and z[R].mean() - z[high] < 1:
                c[R] += 1 / len(R)
                c[high] -= 1
            if loss == "three_hinge" and z[low] - z[others].mean() < 1:
                c[low] += 1
                c[others] -= 1 / len(others)
            eta = 1 / (ALPHA * t)
            W[columns] += np.multiply.outer(eta / scale * x, c)
            b += eta / scale * c
            shrunk = (1 - 1 / t) ** 2 * square
            along = 2 * (1 - 1 / t) * eta * (c @ z)
            square = shrunk + along + eta**2 * (x @ x + 1) * (c @ c)
        else:
            square *= (1 - 1 / t) ** 2
        if square > most**2:
            scale *= most / square**0.5
            square = most**2
    return scale * W, scale * b


def rows(repeats: int = 7) -> Iterator[Row]:
    """Yield a row for both losses, on dense X with few labels and sparse with many."""
    rng = np.random.default_rng(0)
    X = rng.random((2400, 294))
    few = X @ rng.normal(size=(294, 6)) + rng.normal(size=(2400, 6)) > 0.5
    name, sparse, many = bibtex()
    for task, A, Y in (("dense", X, few), (name, sparse, np.asarray(many, bool))):
        kept = both_kinds(Y)
        A, Y = A[kept], Y[kept]
        size = f"{len(Y)}x{A.shape[1]}x{Y.shape[1]}"
        for loss in ("min_max", "three_hinge"):
            ours, peer = (partial(solve, A, Y, loss) for solve in (batches, loop))
            with threadpool_limits(limits=1):
                times = race(ours, peer, repeats)
                f = [
                    ranking_objective(A, Y, *solve(), loss, ALPHA)
                    for solve in (ours, peer)
                ]
            names = f"{PASSES} passes, batches of 64", f"{PASSES} passes, a loop"
            label = f"Pegasos, {loss}: {task}"
            yield Row(label, size, *names, *times, "objective", *f)
