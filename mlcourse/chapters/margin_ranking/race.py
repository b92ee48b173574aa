r"""Four losses on docstrings and scene, over twenty splits, stored as they were found.

Every learner is linear and penalised. It is fitted with each :math:`\lambda` of a grid
to all training rows, and to three quarters of them: which :math:`\lambda` orders the
last quarter best is the one that it would have chosen. ``race.json`` has, by set and
loss, the ranking loss and average precision on new rows for every split and
:math:`\lambda`, and the numbers of the chosen ones; ``python -m
mlcourse.chapters.margin_ranking.race`` measures it again, in half an hour.

Symbols: n training rows X (n, d) with labels Y (n, L); new ones Q (m, d), Y_new.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.data.docstrings import snapshot
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics import average_precision, ranking_loss
from mlcourse.models.logistic import LogisticRegression
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.margin_ranking import MarginRanker
from mlcourse.multilabel.rank_svm import RankSVM

KEPT = Path(__file__).with_name("race.json")
SETS = ("docstrings", "scene")
LOSSES = ("min-max", "three hinges", "pairs", "each label")
ALPHAS = (1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2)
SLOW = 1e-4  # where pairs begin, and scene: below it nothing is gained there
SPLITS, N, LABELS = 20, 800, 20  # training rows; labels of docstrings, the commonest
PASSES = 200  # of Pegasos, always all: see the lesson on when to stop


class Split(NamedTuple):
    """Rows to learn from and new ones, with their labels."""

    X: Any  # (n, d)
    Y: Index  # (n, L)
    Q: Any  # (m, d)
    Y_new: Index  # (m, L)


def split(data: str, seed: int) -> Split:
    """Return N rows and others, none without a label; docstrings are tf-idf rows."""
    rng = np.random.default_rng(seed)
    if data == "docstrings":
        counts = snapshot()
        Y = np.asarray(counts.Y)
        Y = Y[:, np.argsort(-Y.sum(axis=0), kind="stable")[:LABELS]]
        rows = rng.permutation(np.flatnonzero(Y.any(axis=1)))[: 2 * N]
        X, Q = map(csr_array, tfidf(counts.X[rows[:N]], counts.X[rows[N:]]))
        return Split(X, Y[rows[:N]], Q, Y[rows[N:]])
    told = load(data)
    X, Y = np.asarray(told.X, dtype=float), np.asarray(told.Y)
    rows = rng.permutation(np.flatnonzero(Y.any(axis=1)))
    mean, spread = X[rows[:N]].mean(axis=0), X[rows[:N]].std(axis=0)
    X = (X[rows] - mean) / (spread * np.sqrt(X.shape[1]))  # rows of length about 1
    return Split(X[:N], Y[rows[:N]], X[N:], Y[rows[N:]])


def grid(data: str, loss: str) -> tuple[float, ...]:
    """Return the values of lambda that a loss is tried with."""
    low = SLOW if loss == "pairs" or data == "scene" else 0.0
    return tuple(alpha for alpha in ALPHAS if alpha >= low)


def plain(alpha: float) -> str:
    """Return a value of lambda without an exponent.

    >>> plain(3e-5), plain(0.01)
    ('0.00003', '0.01')
    """
    return f"{alpha:.5f}".rstrip("0")


def learner(loss: str, alpha: float, n: int) -> Any:
    """Return the learner of one of LOSSES for n rows, with the same penalty."""
    if loss == "each label":
        return BinaryRelevance(LogisticRegression(alpha=alpha))
    if loss == "pairs":
        C = 1 / (alpha * n)
        return RankSVM(C, threshold=0.0, tol=0.03, random_state=0)
    name = {"min-max": "min_max", "three hinges": "three_hinge"}[loss]
    return MarginRanker(
        name, alpha, tol=None, max_iter=PASSES, threshold=0.0, random_state=0
    )


def scores(loss: str, alpha: float, X: Any, Y: Index, Q: Any) -> Array:
    """Return the scores of Q (m, L) by a learner fitted to X and Y."""
    model = learner(loss, alpha, len(Y)).fit(X, Y)
    if loss == "each label":
        return np.asarray(model.predict_proba(Q))
    return np.asarray(model.decision_function(Q))


def judged(data: str, seed: int, loss: str) -> tuple[list[float], list[float], int]:
    """Return both metrics on new rows for every alpha, and which one is chosen."""
    here = split(data, seed)
    X, Y, cut = here.X, here.Y, 3 * len(here.Y) // 4
    rl, ap, inside = [], [], []
    for alpha in grid(data, loss):
        S = scores(loss, alpha, X, Y, here.Q)
        rl.append(round(ranking_loss(here.Y_new, S), 4))
        ap.append(round(average_precision(here.Y_new, S), 4))
        S = scores(loss, alpha, X[:cut], Y[:cut], X[cut:])
        inside.append(ranking_loss(Y[cut:], S))
    return rl, ap, int(np.argmin(inside))


@cache
def kept() -> dict[str, dict[str, Any]]:
    """Return the stored results by "set, loss"."""
    found: dict[str, dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def results(data: str, loss: str, metric: str = "RL", alpha: Any = "chosen") -> Array:
    """Return a metric on new rows, (SPLITS,): chosen inside, or for one alpha."""
    row = kept()[f"{data}, {loss}"]
    at = (
        row["chosen"] if alpha == "chosen" else [grid(data, loss).index(alpha)] * SPLITS
    )
    return np.array([of[k] for of, k in zip(row[metric], at, strict=True)])


def measure(*sets: str) -> None:
    """Measure these sets, and store them beside the others."""
    for data in sets:
        for loss in LOSSES:
            found = [judged(data, seed, loss) for seed in range(SPLITS)]
            RL, AP, chosen = map(list, zip(*found, strict=True))
            rows = json.loads(KEPT.read_text(encoding="utf-8"))
            rows[f"{data}, {loss}"] = {"RL": RL, "AP": AP, "chosen": chosen}
            lines = (f"{json.dumps(k)}: {json.dumps(row)}" for k, row in rows.items())
            KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    measure(*SETS)
