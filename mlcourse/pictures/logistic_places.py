"""Logistic regression and ridge on the same documents: which one is right where.

The stored results of the book have the share of documents whose first label is right. A
paired test needs to know *which* documents, so they are counted here once more.
"""

from typing import Any

import numpy as np
from scipy.stats import binomtest

from mlcourse.data import load
from mlcourse.page.table import Table
from mlcourse.reports.parts import build
from mlcourse.reports.places import LEARNERS, SCALES
from mlcourse.reports.trials import scaled, scores

CHOSEN = {  # by the stored results: 1 / λ of the logistic loss, λ of ridge
    "docstrings": {"C": 100, "alpha": 1.0},
    "bibtex": {"C": 10, "alpha": 1.0},
}
# Documents on which only the one has a right first label, and only the other, as
# `measured` finds them: half a minute for docstrings, ten seconds for bibtex.
ALONE = {"docstrings": (65, 25), "bibtex": (102, 144)}


def ahead() -> Table:
    """Return on how many documents only the one is right, with the p of a sign test."""
    rows = []
    for data, (one, other) in ALONE.items():
        p = binomtest(one, one + other).pvalue
        rows.append((data, one, other, f"{p:.3f}" if p >= 0.001 else f"{p:.5f}"))
    return Table(rows, "set", "only logistic", "only ridge", "p")


def measured(data: str) -> tuple[int, int]:
    """Return on how many test rows only logistic is right, and only ridge."""
    told = load(data)
    train, test = told.split == 0, told.split == 1
    rows = scaled(
        told.X[train], told.y[train], told.X[test], told.y[test], SCALES[data][0]
    )
    right = []
    for learner in ("logistic", "ridge"):
        model = build(candidate(learner, CHOSEN[data])).fit(rows.X, rows.y)
        first = np.argmax(scores(model, rows.X_test), axis=1)  # (m,)
        right.append(np.asarray(rows.y_test)[np.arange(len(first)), first] == 1)
    one, other = right
    return int(np.sum(one & ~other)), int(np.sum(other & ~one))


def candidate(learner: str, chosen: dict[str, float]) -> Any:
    """Return the settings of the common table that have the chosen strength."""
    [found] = [
        model
        for model in LEARNERS[learner][0]
        if chosen.items() & model.get("estimator", model).items()
    ]
    return found
