"""The evidence in the trial of report 001."""

from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.models.stump import StumpSearch
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import adaboost_runs as runs
from mlcourse.reports import results
from mlcourse.reports.report_001 import PRINTED

ROUNDS = (1, 5, 10, 100)
DESCENT = LogisticRegression("gradient_descent", step=0.5, tol=0.03)  # the report's
PART = 3680  # rows of spambase: four fifths of them


def table_2() -> Table:
    """Return how far five shufflings of the listing lie from half of Table 2."""
    rows = []
    for t in ROUNDS:
        row: Any = results("001")[f"wdbc-logistic-report-T{t}"]
        apart = f"{(row.value - row.printed) / row.spread_seeds:+.1f}"
        rows.append((t, told(row), apart.replace("-", "−")))
    return Table(rows, "rounds", "its listing", "above the printed, in SD")


def told(row: Any) -> str:
    """Return the accuracy of a row with its spread over shufflings."""
    return f"{row.value:.3f} ± {row.spread_seeds:.3f}"


def table_1() -> Tables:
    """Return Table 1 beside four fifths of spambase, in order of the file and shuffled.

    In order the spread over the draws of these rows, and how many the printed number
    lies above it.
    """
    trial: Any = results("001")
    tables = []
    for learner, name in (("stump", "stumps"), ("logistic", "logistic")):
        rows = []
        for t in ROUNDS:
            row, mixed = (
                trial[f"spambase-{learner}-{w}-T{t}"] for w in ("order", "shuffled")
            )
            apart = round((row.printed - row.value) / row.spread_seeds, 1)
            more = f"{apart + 0.0:+.1f}".replace("-", "−")  # no minus before 0
            values = f"{row.printed:.3f}", told(row), more
            rows.append((t, *values, f"{mixed.value:.3f}"))
        tables.append(Table(rows, name, "printed", "in order", "SD", "shuffled"))
    return Tables(*tables)


def chosen() -> Tables:
    """Return the best of the four numbers of rounds, chosen on test folds or inside."""
    trial, tables = results("001"), []
    for data, head in (("wdbc", "tumours"), ("spambase", "spambase")):
        rows = []
        for learner in ("stump", "logistic"):
            name = f"{data}-{learner}-chosen-by"
            test, inner = (trial[f"{name}-{w}-accuracy"] for w in ("test", "inner"))
            rows.append((learner, f"{test.value:.3f}", told(inner)))
        tables.append(Table(rows, head, "on test", "chosen inside"))
    return Tables(*tables)


def figure_1() -> Table:
    """Return the loss after 50 steps of 0.01 on the sum, and the lowest one.

    Printed, on two sets, and on parts of spambase: the least and the most of the draws.
    """
    trial: Any = results("001")
    rows: list[tuple[str, ...]]
    rows = [("printed", f"{trial['wdbc-loss-0.01-step50'].printed:,.0f}", "–")]
    for name, data in (("two columns, tumours", "wdbc"), ("spambase", "spambase")):
        row = trial[f"{data}-loss-0.01-step50"]
        values = row.value, row.more["lowest possible"]
        rows.append((name, *(f"{value:,.0f}" for value in values)))
    ends = []
    for what in ("last", "lowest"):
        found = trial[f"spambase-loss-part-{what}"].more["by seed"]
        ends.append(f"{min(found):,.0f} to {max(found):,.0f}")
    return Table([*rows, ("four fifths of it", *ends)], "loss", "step 50", "lowest")


# --- one formula after the other ---


def half_updates() -> Table:
    """Return the weighted error of a rule on the next weights, by both updates."""
    rows = []
    for error in (0.05, 0.1, 0.2, 0.3, 0.4):
        alpha = 0.5 * np.log((1 - error) / error)
        cells = [f"{error:g}"]
        for wrong, right in ((alpha, 0.0), (alpha, -alpha)):
            parts = error * np.exp(wrong), (1 - error) * np.exp(right)
            cells.append(f"{parts[0] / sum(parts):.3f}")
        rows.append(cells)
    return Table(rows, "error now", "as printed", "AdaBoost")


def half_speed() -> Table:
    """Return the test errors of half and of full updates, over FEW splits."""
    full = runs.clean()[2][: runs.FEW]  # (FEW, T)
    half = np.array([halved(here) for here in runs.splits()[: runs.FEW]])
    rows = []
    for t in ROUNDS:
        a, b = half[:, t - 1], full[:, t - 1]
        won = f"{np.sum(a < b)}:{np.sum(a > b)}"
        rows.append((t, f"{a.mean():.3f}", f"{b.mean():.3f}", won))
    return Table(rows, "rounds", "half updates", "full updates", "won:lost")


def halved(here: runs.Split) -> Array:
    """Return the test error after each of 100 rounds with a learning rate of 1/2."""
    rounds = runs.stumps(here.X, here.y, 0.5, ROUNDS[-1])
    F = np.cumsum([r.alpha * r.rule(here.X_test) for r in rounds], axis=0)
    return np.asarray(np.mean(F * here.y_test <= 0, axis=1))  # (100,)


def votes() -> Tables:
    """Return what votes of 0 and 1 do on split 0, compared with 0 and with half."""
    here, tables = runs.splits()[0], []
    rounds = runs.stumps(here.X, here.y, T=ROUNDS[-1])
    alpha = np.array([r.alpha for r in rounds])  # (T,)
    yes = np.array([(r.rule(here.X_test) + 1) / 2 for r in rounds])  # (T, m)
    for name, share in (("sum > 0", 0.0), ("sum > half", 0.5)):
        rows = []
        for t in (1, 2, 3, 10, 100):
            called = alpha[:t] @ yes[:t] > share * alpha[:t].sum()  # (m,)
            right = np.mean(called == (here.y_test > 0))
            ill = f"{called.mean():.0%}".replace("%", " %")
            rows.append((t, f"{right:.3f}", ill))
        tables.append(Table(rows, "rounds", f"{name}: right", "called malignant"))
    return Tables(*tables)


def as_printed(X: Array, y: Array, beta: Array, num: int = 30) -> tuple[Array, float]:
    """Run the listing of the stump as printed: return its answers and its error.

    `answer` and `missed` are set up before both directions, and not for each.
    """
    best, final = np.inf, np.ones(len(y))
    for x in X.T:
        step = np.ptp(x) / num
        for j in range(-1, num + 2):
            answer, missed = np.ones(len(y)), np.ones(len(y))
            theta = x.min() + j * step
            for low in (True, False):
                answer[x <= theta if low else x >= theta] = 0
                missed[answer == y] = 0
                if beta @ missed < best:
                    best, final = float(beta @ missed), answer.copy()
    return final, best


def listing() -> Table:
    """Return what the printed stump says of itself, and what is so, on split 0."""
    here = runs.splits()[0]
    y, equal = (here.y + 1) / 2, np.full(len(here.y), 1 / len(here.y))
    answer, claimed = as_printed(here.X, y, equal)
    right = StumpSearch(here.X, here.y).best(equal)(here.X)
    true = f"{np.mean(right != here.y):.3f}"
    rows = [
        ("as printed", f"{claimed:.3f}", f"{np.mean(answer != y):.3f}"),
        ("set up anew", true, true),
    ]
    return Table(rows, "stump", "its own error", "true error")


@cache
def logistic() -> tuple[Array, Array, float]:
    """Boost the report's logistic regression on split 0.

    Return training and test error, (T,) each, and how often two members agree.
    """
    here = runs.splits()[0]
    model = AdaBoostClassifier(DESCENT, n_estimators=100).fit(here.X, here.y)
    errors = [
        np.array([np.mean(p != y) for p in model.staged_predict(X)])
        for X, y in ((here.X, here.y), (here.X_test, here.y_test))
    ]
    return errors[0], errors[1], agreement(model.rounds_, here.X)


def agreement(rounds: Any, X: Array) -> float:
    """Return how often two of the first 20 rules say the same of a row."""
    said = np.array([r.rule(X) for r in rounds[:20]])  # (20, n)
    same = (said[:, None] == said).mean(axis=2)  # (20, 20)
    return float(same[np.triu_indices(len(said), 1)].mean())


def declining() -> Tables:
    """Return both errors of boosted logistic regression, and ten-fold accuracies."""
    training, testing, _ = logistic()
    trial, errors, folds = results("001"), [], []
    for t in ROUNDS:
        row = trial[f"wdbc-logistic-ours-T{t}"]
        errors.append((t, f"{training[t - 1]:.3f}", f"{testing[t - 1]:.3f}"))
        folds.append((t, f"{row.printed:.3f}", told(row)))
    return Tables(
        Table(errors, "rounds", "training error", "test error"),
        Table(folds, "rounds", "printed accuracy", "ours"),
    )


def stable() -> Table:
    """Return how far apart the printed accuracies of logistic regression lie.

    As shares and in rows, and the standard error of one, sqrt(p (1 - p) / n).
    """
    rows = []
    for name, data, n in (("1", "spambase", PART), ("2", "wdbc", 560)):
        values = np.array(PRINTED[data, "logistic"])
        p, apart = values.mean(), np.ptp(values)
        error = np.sqrt(p * (1 - p) / n)
        between = f"{apart:.4f} ({apart * n:.0f})"
        rows.append((name, f"{n:,}", between, f"{error:.4f}"))
    return Table(rows, "table", "rows", "apart (rows)", "standard error")


def outliers() -> Table:
    """Return the error of exact and of thirty cuts when the largest values grow."""
    here, rows = runs.splits()[0], []
    equal = np.full(len(here.y), 1 / len(here.y))
    for factor in (1, 10, 100):
        X = np.array(load("wdbc").X[here.train], dtype=float)
        X[X.argmax(axis=0), np.arange(X.shape[1])] *= factor
        errors = [
            np.mean(StumpSearch(X, here.y, grid=grid).best(equal)(X) != here.y)
            for grid in (None, 30)
        ]
        rows.append((f"× {factor}", *(f"{e:.3f}" for e in errors)))
    return Table(rows, "largest value", "every cut", "thirty steps")
