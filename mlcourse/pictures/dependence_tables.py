"""The tables of the chapter on labels that depend: documents, explorers in numbers."""

from collections.abc import Iterator
from functools import cache

import numpy as np
from sklearn.linear_model import LogisticRegression

from mlcourse.arrays import Array, Index
from mlcourse.formulas.metrics import precision_at_k, subset_accuracy
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_knn as knn
from mlcourse.pictures import dependence_runs as runs
from mlcourse.pictures.dependence_draws import signs

# --- docstrings ---


@cache
def on_documents(labels: int = 40) -> dict[str, tuple[Index, Array]]:
    """Return labels and scores of each rival on the test documents."""
    docs = runs.documents()
    Y, member = docs.Y[:, :labels], LogisticRegression(C=10, solver="liblinear")
    found = {}
    for name, model in {
        "each label alone": BinaryRelevance(member),
        "chain, frequent first": ClassifierChain(member),
        "chain, rare first": ClassifierChain(member, range(labels)[::-1]),
        "ML-kNN": MLkNN(),
    }.items():
        model.fit(docs.X, Y)
        found[name] = model.predict(docs.X_test), model.predict_proba(docs.X_test)
    return found


def firsts(Y: Index, S: Array) -> Index:
    """Return whether the label of the highest score is true, for every row."""
    return np.take_along_axis(Y, S.argmax(axis=1)[:, None], axis=1)[:, 0]


def of_documents(measure: str) -> Table:
    """Return how rivals compare with each label alone, document by document."""
    found = on_documents()
    truth, rows, base = runs.documents().Y_test[:, :40], [], None
    for name, (said, S) in found.items():
        right = (said == truth).all(axis=1) if measure == "exact" else firsts(truth, S)
        value = subset_accuracy(truth, said)
        value = value if measure == "exact" else precision_at_k(truth, S, 1)
        base = right if base is None else base
        told = ("–", "–") if base is right else signs(right, base)
        rows.append((name, f"{value:.3f}", *told))
    some = np.mean(truth.any(axis=1))  # documents with any of these labels
    last = ("say nothing", 1 - some) if measure == "exact" else ("at most", some)
    rows.append((last[0], f"{last[1]:.3f}", "–", "–"))
    return Table(rows, measure, "value", "it : alone", "p")


# --- explorers in numbers ---


def of_gates() -> Table:
    """Return the share of wrong answers on average over five draws of points."""
    last, first = "OR → AND → XOR", "XOR → OR → AND"
    line, tree = runs.MEMBERS
    rows = []
    for member, order, noise in (
        *((line, last, 0.0), (line, first, 0.0), (tree, last, 0.0), (tree, first, 0.0)),
        *((line, last, 0.1), (tree, last, 0.1)),
    ):
        found = [runs.solved(order, member, noise, seed) for seed in range(5)]
        told = []
        for values in ([f.alone for f in found], [f.chain for f in found]):
            mean = np.mean(values, axis=0)
            told += [f"{mean[2]:.3f}", f"{mean[:2].mean():.3f}"]
        name = f"{member.split()[1]}, XOR {'last' if order == last else 'first'}"
        name += f", noise {noise:g}" if noise else ""
        rows.append((name, told[0], told[2], told[1], told[3]))
    heads = "XOR: alone", "chain", "others: alone", "chain "
    return Table(rows, "member, order", *heads)


def of_relay() -> Table:
    """Return both measures for each error of the first label."""
    rows = []
    for error in runs.ERRORS[::2]:
        for fed in ("alone", *runs.FED):
            here = runs.along(error, fed)
            name = fed if fed == "alone" else f"chain, fed with {fed}"
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
    heads = "k", "s", "rows needed", "never said", "of the true names"
    return Table(rows, *heads)
