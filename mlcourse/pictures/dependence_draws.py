"""Rivals on labels that depend, draw by draw: the same scenes for each, and a p."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from scipy.stats import binomtest, wilcoxon
from sklearn.linear_model import RidgeClassifier as Peer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlcourse.arrays import Array, Index
from mlcourse.data.scenes import digit_scenes
from mlcourse.formulas.metrics import hamming_loss, subset_accuracy
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.processes import on_all_cores
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_runs as runs

DRAWS = 20
SEEDS = [{"seed": seed} for seed in range(DRAWS)]
LINEAR = RidgeClassifier(alpha=10)
MANY = Peer(alpha=10, solver="cholesky")  # the same for many classes: sets of labels
HARD: dict[str, Any] = {"voting": "hard", "random_state": 0}
RIVALS = {
    "each label alone": BinaryRelevance(LINEAR),
    "chain": ClassifierChain(LINEAR),
    "five chains": EnsembleOfChains(LINEAR, n_estimators=5, **HARD),
    "powerset": LabelPowerset(MANY),
    "RAkEL": RAkEL(MANY, **HARD),
    "ML-kNN": MLkNN(),
}
STRONGER = {
    "line": LINEAR,
    "tree of depth 5": DecisionTreeClassifier(max_depth=5, random_state=0),
    "curve": SVC(C=10),  # Gaussian kernel
}


def number(p: float) -> str:
    """Return a p-value as it is told."""
    return "< 0.001" if p < 1e-3 else f"{p:.3f}"


def signs(a: Any, b: Any) -> tuple[str, str]:
    """Return in how many pairs a is larger, and b; and the p of such a split."""
    more, less = int(np.sum(a > b)), int(np.sum(a < b))
    p = binomtest(more, more + less).pvalue if more + less else 1.0
    return f"{more} : {less}", number(p)


# --- many draws of scenes ---


@cache
def scenes(seed: int) -> tuple[Array, Index, Array, Index]:
    """Return 700 scenes to fit and 300 new ones, of other digits."""
    drawn = digit_scenes(1000, 3, skew=1.0, seed=seed)
    (X, Y), (X_new, Y_new) = drawn.train, drawn.test
    return X / 16, Y, X_new / 16, Y_new


def judged(models: Iterable[Any], seed: int, rows: int = 700) -> Array:
    """Return the Hamming loss and the exact matches of models on a draw, (models, 2).

    They are fitted to the first `rows` of its training scenes.
    """
    X, Y, X_new, Y_new = scenes(seed)
    told = []
    for model in models:
        said = model.fit(X[:rows], Y[:rows]).predict(X_new)
        told.append((hamming_loss(Y_new, said), subset_accuracy(Y_new, said)))
    return np.array(told)


@cache
def over_draws() -> dict[str, Array]:
    """Return the Hamming loss and the exact matches of each rival, (DRAWS, 2)."""
    found = judged_draws(RIVALS.values())
    return {name: found[:, k] for k, name in enumerate(RIVALS)}


def judged_draws(models: Iterable[Any], rows: int = 700) -> Array:
    """Return what `judged` finds on each draw, (DRAWS, models, 2)."""
    models = list(models)

    def on_draw(seed: int) -> Array:
        return judged(models, seed, rows)

    return np.array(on_all_cores(on_draw, SEEDS))


def paired(base: Array, other: Array, less_is_better: bool) -> tuple[str, ...]:
    """Return the mean of `other`, how often it is better, worse, and Wilcoxon's p."""
    better = (base, other) if less_is_better else (other, base)
    p = number(float(wilcoxon(other, base).pvalue))
    return f"{other.mean():.4f}", signs(*better)[0], p


def of_draws(measure: str) -> Table:
    """Return how the rivals compare with each label alone, draw by draw."""
    column, found = ("Hamming", "exact").index(measure), over_draws()
    base, *others = (values[:, column] for values in found.values())
    first, *names = found
    rows: list[tuple[str, ...]] = [(first, f"{base.mean():.4f}", "–", "–")]
    for name, values in zip(names, others, strict=True):
        rows.append((name, *paired(base, values, less_is_better=column == 0)))
    return Table(rows, measure, "mean", "better : worse", "p")


@cache
def relay_draws(error: float, fed: str) -> Array:
    """Return the Hamming loss and the exact matches along the chain, (DRAWS, 2)."""

    def on_draw(seed: int) -> tuple[float, float]:
        here = runs.along(error, fed, (seed,))
        return here.hamming, here.exact

    return np.array(on_all_cores(on_draw, SEEDS))


def of_relay_draws() -> Table:
    """Return how often the chain fed with the truth is better, draw by draw."""
    rows = []
    ways = [*((error, "the truth") for error in runs.ERRORS[::2]), (0.4, "guesses")]
    for error, fed in ways:
        told = []
        for way in ("alone", fed):
            told.append(relay_draws(error, way))
        name = f"{error:.0%}" if fed == "the truth" else f"{error:.0%}, {fed}"
        for k, measure in enumerate(("Hamming", "exact")):
            alone, chain = (values[:, k] for values in told)
            found = paired(alone, chain, less_is_better=k == 0)
            rows.append((f"{name}: {measure}", f"{alone.mean():.4f}", *found))
    heads = "alone", "chain", "better : worse", "p"
    return Table(rows, "first label wrong", *heads)
