"""What clusters cost and more learners give back: SLEEC by how it is cut up.

For each number of clusters a pool of learners is fitted, each of its own k-means. Teams
of t learners are taken from it one after the other, so that no learner is in two of
them; the votes of a team are the mean of its learners' votes, as in `SLEEC`.
"""

from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import Dataset
from mlcourse.formulas.metrics.top_k import precision_at_k
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.reports.trials import Rows, scaled


def teams(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return P@k of teams, by clusters and learners, and the pairs that are left.

    A pair of training rows is left if both lie in one cluster: such pairs are compared.
    """
    train, test = (np.flatnonzero(data.split == side) for side in (0, 1))
    rows = scaled(
        data.X[train], data.y[train], data.X[test], data.y[test], settings["scale"]
    )
    found: dict[str, Measured] = {}
    for clusters in settings["clusters"]:
        pool = settings["pool"] if clusters > 1 else 1  # one cluster draws nothing
        model = settings["model"] | {"n_clusters": clusters}
        votes, pairs = fitted(model, rows, pool)
        found[f"{clusters}x1-pairs"] = over(pairs)
        for t in settings["learners"]:
            means = [votes[0]] if pool == 1 else disjoint(votes, t)
            for k in settings["places"]:
                worth = [precision_at_k(rows.y_test, S, k) for S in means]
                found[f"{clusters}x{t}-P@{k}"] = over(worth)
    tick()
    return found


def fitted(model: Any, rows: Rows, pool: int) -> tuple[list[Array], list[float]]:
    """Return the votes (m, L) of every learner of a pool, and its share of pairs."""
    votes, pairs = [], []
    for seed in range(pool):
        learner = build(model, seed).fit(rows.X, rows.y)
        votes.append(learner.predict_proba(rows.X_test))
        sizes = [len(part) for part in learner.estimators_[0].clusters.rows]
        pairs.append(float(np.sum(np.square(sizes)) / np.sum(sizes) ** 2))
    return votes, pairs


def disjoint(votes: list[Array], t: int) -> list[Array]:
    """Return the mean votes of teams of t, of which no two share a learner.

    >>> [float(S) for S in disjoint([1.0, 3.0, 5.0], 2)]
    [2.0]
    """
    starts = range(0, len(votes) - t + 1, t)
    return [np.mean(votes[a : a + t], axis=0) for a in starts]


def over(values: list[float]) -> Measured:
    """Return the mean and the spread of teams."""
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
    by = [round(float(value), 5) for value in values]
    return Measured(float(np.mean(values)), None, spread, 0, {"by seed": by})


def rarest(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return in how many rows the rarest label occurs: of all, and of training rows."""
    tick()
    every = {"all": data.y, "train": data.y[data.split == 0]}
    return {name: Measured(float(Y.sum(axis=0).min())) for name, Y in every.items()}
