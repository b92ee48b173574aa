"""Multi-label metrics: ours against scikit-learn's, where it has the metric.

Call against call, checks of the input included, on a table of the size and density of
bibtex. nDCG@k: the peer is told that there are no ties, its fastest setting. Coverage
is ours plus 1, as every row has a label.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import sklearn.metrics as peer
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.formulas import metrics as ours

SHAPE = (7395, 159)
DENSITY = 0.015


class Pair(NamedTuple):
    """One metric, twice: functions of (true, score or predicted)."""

    name: str
    ours: Callable[..., float]
    peer: Callable[..., float]


SETS = [
    Pair("Hamming loss", ours.hamming_loss, peer.hamming_loss),
    Pair("subset accuracy", ours.subset_accuracy, peer.accuracy_score),
    *(
        Pair(
            f"F1, {average}",
            partial(ours.f1, average=average),
            partial(peer.f1_score, average=theirs, zero_division=0),
        )
        for average, theirs in (
            ("micro", "micro"),
            ("macro", "macro"),
            ("example", "samples"),
        )
    ),
]
RANKINGS = [
    Pair("ranking loss", ours.ranking_loss, peer.label_ranking_loss),
    Pair("coverage", lambda Y, S: ours.coverage(Y, S) + 1, peer.coverage_error),
    Pair(
        "average precision",
        ours.average_precision,
        peer.label_ranking_average_precision_score,
    ),
    Pair(
        "nDCG@5",
        partial(ours.ndcg_at_k, k=5),
        partial(peer.ndcg_score, k=5, ignore_ties=True),
    ),
]


def synthetic() -> tuple[Any, Any]:
    """Return labels, at least one a row, and scores that know something of them."""
    rng = np.random.default_rng(0)
    Y = (rng.random(SHAPE) < DENSITY).astype(int)
    Y[np.arange(len(Y)), rng.integers(SHAPE[1], size=len(Y))] = 1
    return Y, 3 * Y + rng.normal(size=SHAPE)


def contest(pair: Pair, form: str, Y: Any, second: Any, repeats: int) -> Row:
    """Return the row of one metric."""
    mine, theirs = (partial(metric, Y, second) for metric in pair[1:])
    return Row(
        f"metrics: {pair.name}",
        "x".join(map(str, SHAPE)),
        f"mlcourse, {form} Y",
        "sklearn",
        *race(mine, theirs, repeats),
        "value",
        mine(),
        theirs(),
    )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row for each metric; those of label sets dense and sparse."""
    with threadpool_limits(limits=1):
        Y, S = synthetic()
        P = (S > 2.5).astype(int)
        for pair in SETS:
            yield contest(pair, "dense", Y, P, repeats)
            yield contest(pair, "sparse", csr_array(Y), csr_array(P), repeats)
        for pair in RANKINGS:
            yield contest(pair, "dense", Y, S, repeats)
