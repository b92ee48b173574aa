"""The tables of the chapter on labels that depend: documents, explorers in numbers."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from sklearn.linear_model import LogisticRegression

from mlcourse.arrays import Array, Index
from mlcourse.chapters.common.pairs import signs
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_knn as knn
from mlcourse.pictures import dependence_runs as runs
from mlcourse.pictures.kept import kept

# --- docstrings ---


LABELS, COSTS = 40, (100, 1000)
TOL = 1e-6  # with the usual 1e-4 the processor decides single documents
ALONE, NEAREST = "each alone", ("ML-kNN", 0)
ORDERS = {ALONE: None, "frequent first": np.arange(LABELS)}
ORDERS |= {"rare first": np.arange(LABELS)[::-1]}
ORDERS |= {
    f"random {k + 1}": np.random.default_rng(k).permutation(LABELS) for k in range(2)
}


class OnDocuments(NamedTuple):
    """What a rival says of the test documents."""

    said: Index  # (1434, LABELS)
    scores: Array  # (1434, LABELS)


def logistic(order: Index | None, C: float) -> Any:
    """Return each label alone (no order), or a chain."""
    member = LogisticRegression(C=C, solver="liblinear", tol=TOL)
    return BinaryRelevance(member) if order is None else ClassifierChain(member, order)


def on_test(model: Any) -> OnDocuments:
    """Return labels and scores of the test documents."""
    docs = runs.documents()
    model.fit(docs.X, docs.Y[:, :LABELS])
    return OnDocuments(model.predict(docs.X_test), model.predict_proba(docs.X_test))


def threads(work: Callable[[Any], Any], given: Iterable[Any]) -> list[Any]:
    """Return what work finds, in threads: liblinear leaves the lock to others."""
    return list(Parallel(n_jobs=-1, prefer="threads")(map(delayed(work), given)))


def firsts(Y: Index, S: Array) -> Index:
    """Return whether the label of the highest score is true, for every row."""
    return np.take_along_axis(Y, S.argmax(axis=1)[:, None], axis=1)[:, 0]


@kept(*product(ORDERS, COSTS), NEAREST)
def right(name: str, C: int) -> Array:
    """Return which test documents a rival has right, (2, 1434) of 0 and 1.

    The whole set, and the first name. A rival is one of ORDERS with a C, or NEAREST.
    """
    truth = runs.documents().Y_test[:, :LABELS]
    nearest = (name, C) == NEAREST
    said, S = on_test(MLkNN() if nearest else logistic(ORDERS[name], C))
    return np.array([np.all(said == truth, axis=1), firsts(truth, S)], dtype=int)


def rights(measure: str) -> dict[tuple[str, int], Index]:
    """Return which documents each rival has right: its whole set, or its first name."""
    k = ("exact", "P@1").index(measure)
    return {key: right(*key)[k] for key in (*product(ORDERS, COSTS), NEAREST)}


def of_documents(measure: str) -> Table:
    """Return how rivals compare with each label alone of the same C, by documents."""
    right, rows = rights(measure), []
    for C, name in product(COSTS, ORDERS):
        here, base = right[name, C], right[ALONE, C]
        told = ("–", "–") if name == ALONE else signs(here, base)
        rows.append((name, f"{C}", f"{here.mean():.3f}", *told))
    near, base = right[NEAREST], right[ALONE, COSTS[0]]
    rows.append((NEAREST[0], "–", f"{near.mean():.3f}", *signs(near, base)))
    some = np.mean(runs.documents().Y_test[:, :LABELS].any(axis=1))  # have any of them
    last = ("say nothing", 1 - some) if measure == "exact" else ("at most", some)
    rows.append((last[0], "–", f"{last[1]:.3f}", "–", "–"))
    return Table(rows, measure, "C", "value", "it:alone", "p")


# --- explorers in numbers ---


def of_gates() -> Table:
    """Return the share of wrong answers on average over twenty draws of points."""
    last, first = "OR → AND → XOR", "XOR → OR → AND"
    line, tree = runs.MEMBERS
    rows = []
    for member, order, noise in (
        *((line, last, 0.0), (line, first, 0.0), (tree, last, 0.0), (tree, first, 0.0)),
        (line, last, 0.1),
    ):
        found = [runs.solved(order, member, noise, seed) for seed in range(20)]
        told = []
        for values in ([f.alone for f in found], [f.chain for f in found]):
            mean = np.mean(values, axis=0)
            told += [f"{mean[2]:.3f}", f"{mean[:2].mean():.3f}"]
        name = f"{member.split()[1]}, {'last' if order == last else 'first'}"
        name += ", noisy" if noise else ""
        rows.append((name, told[0], told[2], told[1], told[3]))
    heads = "XOR: alone", "chain", "others: alone", "chain "
    return Table(rows, "member, XOR", *heads)


def of_noisy_trees() -> Table:
    """Return how often trees are wrong on XOR among turned labels, by draws."""
    last, tree, n = "OR → AND → XOR", list(runs.MEMBERS)[1], 40
    found = [runs.solved(last, tree, 0.1, seed) for seed in range(n)]
    rows = []
    for name in ("alone", "chain"):
        wrong = np.array([getattr(each, name)[2] for each in found])
        told = f"{np.median(wrong):.3f}", f"{wrong.max():.3f}", int(np.sum(wrong > 0.2))
        rows.append((name, *told))
    return Table(rows, "XOR", "median", "highest", f"over 0.2, of {n}")


def of_relay() -> Table:
    """Return both measures for each error of the first label."""
    rows = []
    for error in runs.ERRORS[::2]:
        for fed in ("alone", *runs.FED):
            here = runs.along(error, fed)
            name = fed if fed == "alone" else f"chain, {fed}"
            told = f"{here.hamming:.3f}", f"{here.exact:.3f}"
            rows.append((f"{error:.0%}: {name}", *told))
    return Table(rows, "first label wrong", "Hamming", "exact")


def of_sets() -> Table:
    """Return what a powerset can say, by the number of labels."""
    return Table(
        [
            (
                f"{L}",
                runs.sets_kept(L, 1),
                *(f"{runs.sayable(L, m):.0%}" for m in (1, 5)),
            )
            for L in runs.LABELS
        ],
        *("labels", "sets", "seen in training", "5 times or more"),
    )


def of_counting() -> Table:
    """Return the Hamming loss and the average precision on three tables."""
    return Table(list(counting_rows()), "table", "k", "Hamming", "AP")


def counting_rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows: three tables, and one of which each row counts itself."""
    pixels, late, scores = knn.TABLES
    for told, name, itself in (
        ("pixels", pixels, "no"),
        ("and a time stamp", late, "no"),
        ("… rows count themselves", late, "yes"),
        ("… all as z-scores", scores, "no"),
        ("pixels as z-scores", knn.ALONE, "no"),
    ):
        for k in (2, 10, 50):
            here = knn.counted(k, name, itself)
            yield told, f"{k}", f"{here.hamming:.3f}", f"{here.ap:.3f}"
    yield "each digit's majority", "–", f"{knn.majority():.3f}", "–"


def of_names() -> Table:
    """Return how many names ML-kNN can say at all, by k and s."""
    docs, rows = runs.documents(), []
    for k in (5, 10, 25):
        for s in (1.0, 0.01):
            never = knn.highest(k, s) <= 0.5
            lost = docs.Y_test[:, never].sum() / docs.Y_test.sum()
            least = knn.fewest(len(docs.Y), k, s)
            rows.append((f"{k}", f"{s:g}", least, int(never.sum()), f"{lost:.0%}"))
    heads = "k", "s", "rows needed", "never said", "true names"
    return Table(rows, *heads)
