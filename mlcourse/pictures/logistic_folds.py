"""One logistic regression in ten folds, as report 001 counts it: 0.9714.

The stumps of its Table 2 come out to the last tumour on ten folds in the order of the
file (the chapter on AdaBoost shows it), so these are its folds.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import standardize
from mlcourse.models.logistic import LogisticRegression
from mlcourse.page.table import Table
from mlcourse.pictures import logistic_runs as runs
from mlcourse.reports import results
from mlcourse.reports.in_order import logistic
from mlcourse.reports.protocol import successive
from mlcourse.reports.report_001 import PRINTED

Answer = Callable[[Array, Array, Array], Any]  # from X, y and new rows to what is said


def one_round() -> Table:
    """Return 0.9714 of report 001 beside its own rule and fits of some penalties.

    As tumours of 560 on the folds of the report, and over shufflings.
    """
    trial = results("001")
    row, peer = (trial[f"wdbc-logistic-{who}-T1"] for who in ("report", "sklearn"))
    rows: list[tuple[str | int, ...]] = [
        ("printed", round(560 * PRINTED["wdbc", "logistic"][0]), "–"),
        ("its listing", in_order(listing), told(row.value, row.spread_seeds)),
    ]
    for penalty in (0.0, 1e-4, 3e-4, 1e-3):
        fit = LogisticRegression(alpha=penalty)
        name = f"λ = {np.format_float_positional(penalty, trim='-')}"
        rows.append((name, in_order(plain(fit)), told(*runs.ten_folds(penalty))))
    theirs = told(peer.value, peer.spread_seeds)
    rows.append(("scikit-learn, 0.0001", "–", theirs))
    return Table(rows, "one regression", "of 560", "shuffled, ± SD")


def told(value: float, deviation: float | None) -> str:
    """Return an accuracy with its standard deviation over shufflings."""
    return f"{value:.4f} ± {deviation:.4f}"


def in_order(answer: Answer) -> int:
    """Return how many of 560 tumours are judged rightly, folds as the file has them.

    The nine rows left over are always trained on. `answer` gets z-scores.
    """
    raw, _, y = runs.tumours()
    right = 0
    for train, test in successive(y, None, 0, k=10):
        X, X_new = standardize(raw[train], raw[test])
        right += int(np.sum(answer(X, y[train], X_new) == (y[test] == 1)))
    return right


def listing(X: Array, y: Array, X_new: Array) -> Any:
    """Return what the report's listing says of new rows.

    With the sign of line 6 put right. It tests the gradient after the step (lines 7 and
    8): a descent that stops where the gradient is short makes one step less, and is
    right about 548.
    """
    said = logistic(X, y, X_new)(np.full(len(y), 1 / len(y)))
    return said[1]


def plain(model: Any) -> Answer:
    """Return the answers of a model, as `in_order` asks for them."""
    return lambda X, y, X_new: model.fit(X, y).predict(X_new) == 1
