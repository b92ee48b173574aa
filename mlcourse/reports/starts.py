"""How alike the clusters are that k-means finds from different random starts.

The adjusted Rand index of two partitions is 1 if they are equal, and 0 in the mean if
one is drawn by lot with its sizes kept: Hubert & Arabie (1985), Journal of
Classification 2, 193-218. scikit-learn has it.
"""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from mlcourse.arrays import Index
from mlcourse.data import Dataset
from mlcourse.multilabel.clusters import clusters
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.trials import scaled


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return for each number of "clusters" what all pairs of "starts" have in common.

    "ARI" is the mean index of the pairs, on the training rows. "same" is how many
    starts found the partition that most of them found; "groups" counts each.
    """
    train, test = (np.flatnonzero(data.split == side) for side in (0, 1))
    cut = data.X[train], data.y[train], data.X[test], data.y[test]
    X, found = scaled(*cut, settings["scale"]).X, {}
    for K in settings["clusters"]:
        parts = [partition(X, K, start) for start in settings["starts"]]
        pairs = [float(adjusted_rand_score(a, b)) for a, b in combinations(parts, 2)]
        groups = alike(parts)
        found[f"{K}-ARI"] = Measured(float(np.mean(pairs)), more={"by pair": pairs})
        found[f"{K}-same"] = Measured(float(groups[0]), more={"groups": groups})
    tick()
    return found


def partition(X: Any, n_clusters: int, start: int) -> Index:
    """Return the number of the cluster that each row is in: (n,)."""
    number = np.empty(X.shape[0], dtype=np.intp)
    for k, rows in enumerate(clusters(X, n_clusters, start).rows):
        number[rows] = k
    return number


def alike(parts: list[Index]) -> list[int]:
    """Return how many partitions are equal but for the numbers, the most first.

    >>> alike([np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1, 1, 0])])
    [2, 1]
    """
    told = Counter(tuple(in_order(part).tolist()) for part in parts)
    return sorted(told.values(), reverse=True)


def in_order(part: Index) -> Index:
    """Return a partition with clusters numbered in the order of their first rows.

    >>> in_order(np.array([2, 0, 2, 1])).tolist()
    [0, 1, 0, 2]
    """
    _, first, number = np.unique(part, return_index=True, return_inverse=True)
    return np.asarray(first.argsort().argsort()[number])
