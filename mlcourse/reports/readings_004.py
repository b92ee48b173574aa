"""The rows of report 004, as its evidence pages put them side by side.

Every function returns the rows of one table, numbers as they were measured: accuracies
are shares, ``better`` and ``worse`` count folds.
"""

from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.reports.report_004 import DRAWS, FORESTS, ORDERS, PRINTED, TEXTS
from mlcourse.reports.store import results


def row(id: str) -> Any:
    """Return a row of the report by its id."""
    return results("004")[id]


def value(id: str) -> float:
    """Return what was measured."""
    return float(row(id).value)


def by(id: str, what: str) -> Array:
    """Return what a row has "by depth", "by k" or "by fold", or its "training" curve.

    Depths begin at 0, numbers of neighbours at 1.
    """
    return np.array(row(id).more[what])


def compared(one: str, other: str) -> tuple[int, int]:
    """Return in how many folds the one is better, and worse."""
    a, b = by(one, "by fold"), by(other, "by fold")
    return int(np.sum(a > b)), int(np.sum(a < b))


class Beside(NamedTuple):
    """A number of the report beside ours."""

    what: str
    place: str
    printed: float  # a share, or a loss a text
    honest: float  # held out, everything learned from the training rows
    likewise: float  # as it may have been found
    how: str  # how that is


def beside() -> list[Beside]:
    """Return the report's numbers, ours on IMDB, and ours found as it may have been."""
    told: list[tuple[str, str, str, str]] = [
        *(
            (
                f"naive Bayes, K = {k}",
                f"imdb-bayes-{k}-bernoulli",
                f"imdb-bayes-{k}-bernoulli-one-model",
                "one model for all folds",
            )
            for k in (5, 6)
        ),
        (
            "naive Bayes, hidden test set",
            "imdb-official-bernoulli",
            "imdb-bayes-5-bernoulli",
            "five folds, with the same films",
        ),
        (
            "Gaussian naive Bayes, doc2vec",
            "imdb-gaussian-shuffled-gaussian",
            "sst5-gaussian-gaussian",
            "five classes (sst5)",
        ),
        (
            "tree, depth 8, 5000 thresholds",
            "imdb-trees-by-inner",
            "imdb-trees-by-test",
            "depth chosen on the test rows",
        ),
        (
            "forest of 100 trees",
            "imdb-forest-listing-100-test",
            "imdb-forest-listing-100-training",
            "scored on its training rows, depth 9",
        ),
        (
            "logistic regression, K = 5",
            "imdb-logistic-newton",
            "imdb-logistic-vectors-descent",
            "its descent",
        ),
    ]
    found = [
        Beside(
            what,
            PRINTED[what][1],
            PRINTED[what][0] / 100,
            value(honest),
            value(likewise),
            how,
        )
        for what, honest, likewise, how in told
    ]
    loss, place = PRINTED["logistic regression, loss"]
    ours = value("imdb-logistic-lowest"), value("imdb-logistic-vectors-printed")
    name = "logistic regression, loss a text"
    return [*found, Beside(name, place, loss / (0.8 * TEXTS), *ours, "as it prints it")]


# --- trees and forests


def few_thresholds() -> tuple[float, float, int, int]:
    """Return ten drawn thresholds and all at depth 8, twenty folds: better, worse."""
    ten, every = "imdb-trees-20-10", "imdb-trees-20-all"
    return value(ten), value(every), *compared(ten, every)


def thresholds(depths: tuple[int, ...] = (4, 6, 8, 10, 12)) -> list[tuple[Any, ...]]:
    """Return drawn thresholds: accuracy at some depths, best depth, seconds, folds.

    The last pair says in how many of five folds, at depth 8, it is better than all
    thresholds, and worse.
    """
    found = []
    for k in DRAWS:
        curve = by(id := f"imdb-trees-{k}", "by depth")
        top = int(curve[1:].argmax()) + 1
        seconds = value(f"{id}-seconds")
        pair = compared(id, "imdb-trees-all")
        found.append((k, *curve[list(depths)].tolist(), top, seconds, *pair))
    return found


def forest_by_depth(
    how: str = "listing", depths: tuple[int, ...] = (3, 6, 9, 12, 15)
) -> list[tuple[Any, ...]]:
    """Return depth: training, new rows of 1 tree; of 100 the same, and out of bag."""
    names = ["1-training", "1-test", "100-training", "100-test", "100-bag"]
    curves = [by(f"imdb-forest-{how}-{name}", "by depth") for name in names]
    return [(depth, *(float(each[depth]) for each in curves)) for depth in depths]


def shortcuts() -> list[tuple[Any, ...]]:
    """Return a forest: new rows for 10 and 100 trees, out of bag, training, folds.

    The last pair is in how many of five folds it is better than Breiman's, and worse,
    with 100 trees of depth 9.
    """
    found = []
    for how in FORESTS:
        names = ("10-test", "100-test", "100-bag", "100-training")
        ids = [f"imdb-forest-{how}-{name}" for name in names]
        pair = compared(ids[1], "imdb-forest-breiman-100-test")
        found.append((how, *map(value, ids), *pair))
    return found


# --- neighbours, naive Bayes, logistic regression


def neighbours(data: str = "imdb") -> list[tuple[Any, ...]]:
    """Return orders of a file: accuracies of K = 1 ... 13 on the last sixth.

    The lowest, the highest, that of a K chosen inside the training rows, and how many
    of the thirteen are below one half.
    """
    found = []
    for order in ORDERS if data == "imdb" else ("shuffled", "sorted"):
        curve = by(id := f"{data}-knn-{order}-by-test", "by k")
        inner = value(id.replace("test", "inner"))
        low = int(np.sum(curve < 0.5))
        found.append((order, float(curve.min()), float(curve.max()), inner, low))
    return found


def gaussians() -> list[tuple[str, float, float]]:
    """Return orders of a file: Gaussian naive Bayes in five folds, and the listing.

    The listing adds priors instead of their logarithms. The last is of five classes.
    """
    ids = [f"imdb-gaussian-{order}" for order in ORDERS] + ["sst5-gaussian"]
    return [(id, value(f"{id}-gaussian"), value(f"{id}-listing")) for id in ids]


def descents() -> list[tuple[Any, ...]]:
    """Return fits: accuracy on new rows, log loss a row, what the listing prints."""
    found = []
    for on in ("vectors", "z-scores"):
        ids = [f"imdb-logistic-{on}-{name}" for name in ("descent", "loss", "printed")]
        found.append((on, *map(value, ids)))
    best = value("imdb-logistic-newton"), value("imdb-logistic-lowest")
    return [*found, ("Newton", *best, best[1])]


def representations() -> list[tuple[str, float, float]]:
    """Return a method: accuracy on words, and on 50 numbers a text."""
    pairs = {
        "naive Bayes": ("imdb-bayes-5-bernoulli", "imdb-gaussian-shuffled-gaussian"),
        "neighbours": ("imdb-knn-words-by-inner", "imdb-knn-shuffled-by-inner"),
        "logistic regression": ("imdb-words-logistic-logistic", "imdb-logistic-newton"),
        "forest": ("imdb-forest-words-chosen", "imdb-forest-breiman-chosen"),
    }
    return [(name, value(one), value(other)) for name, (one, other) in pairs.items()]
