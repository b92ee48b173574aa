"""Divide and conquer: a fit for every cluster of rows, the nearest answers for a row.

The clusters are those of :mod:`mlcourse.multilabel.clusters`. Their fits know nothing
of each other, so they can run at once, in processes or on machines (`n_jobs` and
joblib's backends).

Symbols: X (n, d) features, Y (n, L) labels, K clusters.
"""

from typing import Any, NamedTuple

from joblib import Parallel, delayed
from sklearn.base import clone

from mlcourse.arrays import Array
from mlcourse.multilabel.clusters import Clusters, clusters


class Divided(NamedTuple):
    """The clusters, and a model fitted to the rows of each."""

    clusters: Clusters
    models: list[Any]  # K
    converged: list[bool]  # K

    def ask(self, method: str, X: Any) -> Array:
        """Return what the cluster of each row says by that method, (m, L)."""
        answers = [getattr(model, method) for model in self.models]
        return self.clusters.ask(X, lambda k, rows: answers[k](rows))


def divided(
    model: Any, X: Any, Y: Array, n_clusters: int, n_jobs: Any, seed: Any
) -> Divided:
    """Return copies of a model, each fitted to a cluster of the rows.

    The model has a method `fit_quietly(X, Y)` that tells whether it converged.
    """
    found = clusters(X, n_clusters, seed)
    fits = Parallel(n_jobs=n_jobs)(
        delayed(fitted)(model, X[rows], Y[rows]) for rows in found.rows
    )
    models, converged = map(list, zip(*fits, strict=True))
    return Divided(found, models, converged)


def fitted(model: Any, X: Any, Y: Array) -> tuple[Any, bool]:
    """Return a copy fitted to these rows, and whether it converged."""
    model = clone(model)
    return model, model.fit_quietly(X, Y)
