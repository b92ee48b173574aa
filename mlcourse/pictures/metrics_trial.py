"""The evidence of the trial of reports 000, 002 and 003: metrics and their names."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.formulas import metrics as m
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import metrics_runs as runs
from mlcourse.reports import results
from mlcourse.reports.report_000 import PRINTED

trial = results("000")
book = results("book")
REML = (0.7968217934165721, 0.24074074074074073)  # report 000, section 3.3 (2)
CALLED = {"lasso": "L1", "ridge": "L2", "l21": "L2,1", "hinge": "hinge", "log": "log"}


def counts(precision: float, recall: float, most: int = 5000) -> tuple[int, int, int]:
    """Return the smallest both, pred and true that give two printed ratios exactly."""
    for both in range(1, most):
        pred, true = round(both / precision), round(both / recall)
        if both / pred == precision and both / true == recall:
            return both, pred, true
    raise ValueError(f"no counts below {most} give {precision} and {recall}.")


def printed() -> dict[str, tuple[float, float]]:
    """Return the two ratios that report 000 prints of each model."""
    return {CALLED[name]: PRINTED[name] for name in CALLED} | {"REML": REML}


def fractions() -> Tables:
    """Return the counts behind the printed ratios, by the model."""
    shown = printed()
    ratios = [(name, f"{p:.4f}", f"{r:.4f}") for name, (p, r) in shown.items()]
    whole = [(name, *counts(*both)) for name, both in shown.items()]
    return Tables(
        Table(ratios, "model", "“accuracy”", "recall"),
        Table(whole, "model", "both", "pred", "true"),
    )


def wrong(precision: float, recall: float) -> float:
    """Return the wrong entries behind two ratios, divided by those of silence."""
    return 1 + recall / precision - 2 * recall


def errors() -> Table:
    """Return two ratios, and the wrong entries by those of silence."""
    rows = [
        (name, f"{p:.3f}", f"{r:.3f}", f"{wrong(p, r):.2f}")
        for name, (p, r) in printed().items()
    ]
    return Table(rows, "model", "P", "R", "errors / silence")


# --- 002: average precision, Hamming loss


@cache
def scenes() -> tuple[Any, Array, int]:
    """Return labels, ridge estimates and the number of pixels of the test scenes."""
    (X, Y), (X_test, Y_test) = (data := load("scenes")).train, data.test
    S = RidgeClassifier(alpha=100.0).fit(X, Y).estimate(X_test)
    return Y_test, S, X.shape[1]


def tested() -> dict[str, tuple[Any, Array]]:
    """Return labels and scores of two test sets."""
    return {
        "scenes": scenes()[:2],
        "docstrings": (runs.documents().Y, runs.scores()),
    }


def precisions() -> Table:
    """Return the ranking average precision, and what report 002's program computes."""
    rows = []
    for name, (Y, S) in tested().items():
        coded = (f"{m.precision(Y, cut < S):.3f}" for cut in (0.3, 0.8))
        rows.append((name, f"{m.average_precision(Y, S):.3f}", *coded))
    return Table(rows, "data", "ranking", "cut 0.3", "cut 0.8")


def baselines() -> Table:
    """Return entries of the printed column "Baseline", and what ML-kNN gives."""
    rows = []
    for name in ("scene", "yeast"):
        for key, measure in {
            "AP": "average precision",
            "hamming": "Hamming loss",
        }.items():
            row = book[f"{name}-official-mlknn-{key}"]
            told = f"{row.printed:.4f}", f"{row.value:.4f}"
            rows.append((f"{name}, {measure}", *told))
    return Table(rows, "report 002, all features", "printed", "ML-kNN")


def divided() -> Table:
    """Return Hamming losses of scenes divided by labels, and by features."""
    Y, S, d = scenes()
    n, L = Y.shape
    rows = []
    for name, P in (("ridge", S > 0.5), ("every entry wrong", Y == 0)):
        wrong = int(np.sum(P != Y))
        told = f"{wrong / (n * L):.4f}", f"{wrong / (n * d):.4f}"
        rows.append((name, wrong, *told))
    return Table(rows, "answer", "wrong entries", "by n · labels", "by n · features")


# --- 003: rows without labels, a rate, brackets


def often() -> tuple[Any, Array]:
    """Return truth and scores of the 75 most frequent labels: some rows are empty."""
    here = runs.documents()
    some = np.argsort(-here.frequency, kind="stable")[:75]
    return here.Y[:, some], runs.scores()[:, some]


def empty_rows() -> Tables:
    """Return five metrics with rows without a label, and without those rows."""
    Y, S = often()
    easier, harder = [], []
    for name, how in (("kept", "keep"), ("left out", "drop")):
        ap, rl = (f(Y, S, empty=how) for f in (m.average_precision, m.ranking_loss))
        cov = m.coverage(Y, S, empty=how)
        easier.append((name, f"{ap:.3f}", f"{rl:.4f}", f"{cov:.2f}"))
        first = m.one_error(Y, S, empty=how), m.precision_at_k(Y, S, 1, empty=how)
        harder.append((name, *(f"{value:.3f}" for value in first)))
    easier.append(("as printed: 0/0", "–", "–", "–"))
    return Tables(
        Table(easier, "empty rows", "AP", "ranking loss", "coverage"),
        Table(harder, "empty rows", "one-error", "P@1"),
    )


def rates() -> Table:
    """Return coverage as it is printed, and divided by the number of labels."""
    rows = []
    for name, (Y, S) in tested().items():
        plain, rate = (m.coverage(Y, S, normalize=each) for each in (False, True))
        rows.append((name, Y.shape[1], f"{plain:.2f}", f"{rate:.3f}"))
    return Table(rows, "data", "labels", "coverage", "divided by L")


def signs() -> Table:
    """Return the Hamming loss of signs against a set, and of sets."""
    Y, S = runs.documents().Y, runs.scores()
    h = np.sign(S - runs.CUT)
    told = f"{np.mean(h != Y):.4f}", f"{m.hamming_loss(Y, h > 0):.4f}"
    return Table([("Hamming loss", *told)], "", "−1 against 0", "as sets")
