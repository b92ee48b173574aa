r"""One learner of SLEEC: clusters, each with an embedding of its own.

A row x goes to its nearest centre, is mapped to :math:`z = V^\top (x - \bar x)` by what
was learnt there, and asks the nearest of the training rows of that cluster, mapped in
the same way, for their labels.

Symbols: X (n, d) features; Y (n, L) labels; V (d, r); E (p, r) the p embedded training
rows of a cluster.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array
from mlcourse.models.knn import Vote
from mlcourse.multilabel.clusters import Clusters
from mlcourse.solvers.centring import Centred

ROUNDING = 1e-15  # relative to the largest that an embedded number might be


class Group(NamedTuple):
    """What is learnt on the rows of one cluster, p of them."""

    mean: Array  # (d,)
    V: Array  # (d, r)
    E: Any  # (p, r), the training rows embedded, in 32 bits
    Y: Any  # (p, L), csr_array

    def embed(self, X: Any) -> Any:
        r"""Return :math:`V^\top (x - \bar x)` of every row: (m, d) -> (m, r)."""
        return embedded(X, self.mean, self.V)

    def votes(self, X: Any, vote: Vote) -> Array:
        """Return the votes of the nearest rows, all if there are less: (m, L)."""
        k = min(vote.n_neighbors, len(self.E))
        return vote._replace(n_neighbors=k).of(self.E, self.embed(X), self.Y)


class Learner(NamedTuple):
    """A clustering, and what is learnt on its groups."""

    clusters: Clusters
    groups: list[Group]
    vote: Vote

    def predict_proba(self, X: Any) -> Array:
        """Return the votes for every label: (m, d) -> (m, L)."""
        groups, vote = self.groups, self.vote
        return self.clusters.ask(X, lambda k, rows: groups[k].votes(rows, vote))

    def embed(self, X: Any) -> Array:
        """Return every row embedded by its nearest cluster: (m, d) -> (m, r)."""
        return self.clusters.ask(X, lambda k, rows: self.groups[k].embed(rows))


def fit_group(X: Any, Y: Any, embed: Any, regression: Any) -> Group:
    """Return what is learnt on rows X (p, d) with labels Y (p, L)."""
    Z = embed(Y)  # (p, r)
    Xc = Centred(X)
    V = regression(Xc, Z - Z.mean(axis=0))  # (d, r)
    return Group(Xc.mean, V, embedded(X, Xc.mean, V), Y)


def embedded(X: Any, mean: Array, V: Array) -> Any:
    """Return (X - mean) V in 32 bits: (m, d) -> (m, r).

    Products of equal rows differ in the last of 64 bits, as BLAS adds in many orders.
    In 32 bits they are nearly always equal, and so is their distance to anything. A
    row that is nothing but rounding becomes 0: it has no direction.
    """
    E = np.asarray(X @ V - mean @ V)
    largest = np.asarray(
        abs(X).max(axis=1).toarray() if issparse(X) else abs(X).max(axis=1)
    )
    size = (largest.ravel() + abs(mean).max(initial=0)) * abs(V).sum(axis=0).max(
        initial=0
    )
    E[abs(E).max(axis=1, initial=0) <= ROUNDING * size] = 0
    return E.astype(np.float32)
