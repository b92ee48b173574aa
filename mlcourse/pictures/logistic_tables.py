"""The tables of the chapter on logistic regression; the runs are `logistic_runs`."""

from typing import Any

import numpy as np

from mlcourse.formulas.losses import log_loss, log_loss_from_probability, sigmoid
from mlcourse.models.logistic import LogisticRegression
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import logistic_runs as runs

# Report 001: the step of its listing, and where it stops.
REPORT: dict[str, Any] = {"solver": "gradient_descent", "step": 0.5, "tol": 0.03}
WEAK_TO_STRONG = (0.0, 1e-3, 2e-3, 4e-3, 0.01, 3.0)  # penalties


def large_scores() -> Table:
    """Return the loss of benign tumours with large scores, by both formulas."""
    return Table(
        [
            (
                f"{score:.0f}",
                f"{log_loss_from_probability(sigmoid([score]), [0]):.4f}",
                f"{log_loss([score], [0]):.4f}",
            )
            for score in (5.0, 40.0, 800.0)
        ],
        *("score", "textbook", "from the score"),
    )


def way(columns: str, *steps: int) -> Table:
    """Return how far the descent on one of PAIRS is at some steps."""
    _, Z, y = runs.tumours()
    X = Z[:, runs.PAIRS[columns]]  # (n, 2)
    end = LogisticRegression().fit(X, y).coef_[0]  # (2,), by Newton
    rows = []
    for step in steps:
        now = runs.descent(columns)[step]
        v, z = now.w[1:], now.w[0] + X @ now.w[1:]  # (2,), (n,)
        length, wrong = np.linalg.norm(v), int(np.sum((z > 0) != (y == 1)))
        angle = np.degrees(np.arccos(min(1, v @ end / length / np.linalg.norm(end))))
        loss = f"{now.objective / len(y):.3f}"
        rows.append((step, f"{angle:.1f}", f"{length:.1f}", wrong, loss))
    return Table(rows, "step", "degrees from the end", "length", "wrong", "loss")


def odds() -> Table:
    """Return the weights of two columns, alone and beside the other 28, as odds."""
    _, Z, y = runs.tumours()
    held = LogisticRegression(alpha=0.01)
    of_2, of_30 = held.fit(Z[:, :2], y).coef_[0], held.fit(Z, y).coef_[0]
    return Table(
        [
            (name, f"{w:.2f}", f"{np.exp(w):.1f}", f"{v:.2f}", f"{np.exp(v):.1f}")
            for name, w, v in zip(("radius", "texture"), of_2, of_30, strict=False)
        ],
        *("mean", "with 2: weight", "odds ×", "with 30: weight", "odds × "),
    )


def penalised() -> Table:
    """Return how long the weights of 30 columns are, the loss a mean or a sum."""
    _, Z, y = runs.tumours()
    rows = []
    for loss in ("mean", "sum"):
        fit = LogisticRegression(loss=loss, alpha=0.01).fit(Z, y)
        rows.append((loss, f"{np.linalg.norm(fit.coef_):.1f}"))
    return Table(rows, "λ = 0.01 on the", "length of the weights")


def cures() -> Tables:
    """Return what weights without end, an early stop and a penalty are worth."""
    fits: dict[str, dict[str, Any]] = {
        "no penalty": {},
        "stopped early": REPORT,
        "λ = 0.01": {"alpha": 0.01},
    }
    worth, hits, plain = [], [], runs.held(0.0).accuracy
    for name, how in fits.items():
        here = runs.judged(**how)
        right, length = here.accuracy, float(np.median(here.length))
        told = f"{length:,.0f}" if length > 100 else f"{length:.2f}"
        worth.append((name, told, f"{here.sure.sum():,}", here.mistaken))
        more, less = int(np.sum(right > plain)), int(np.sum(right < plain))
        won = f"{more} : {less}" if how else "–"
        hits.append((name, f"{here.new.mean():.3f}", f"{right.mean():.3f}", won))
    return Tables(
        Table(worth, "fit", "length", "sure", "wrong"),
        Table(hits, "fit", "loss", "accuracy", "better : worse"),
    )


def nearest() -> Table:
    """Return the loss on new tumours and how far probabilities are off, by fit."""
    held = [(f"λ = {each:g}", runs.held(each)) for each in WEAK_TO_STRONG]
    stops = [
        (f"stop at {tol:g}", runs.judged(**REPORT | {"tol": tol}))
        for tol in (0.007, REPORT["tol"])
    ]
    fits = [*held[:-1], *stops, held[-1]]
    rows = [(name, f"{here.new.mean():.3f}", f"{here.off:.3f}") for name, here in fits]
    return Table(rows, "fit", "loss on new tumours", "off the line")


def cuts() -> Table:
    """Return what the cut at 1 / (1 + r) costs beside ½ and the cheapest stop."""
    stops, rows = np.array(runs.CUTS), []
    for miss in (1, 5, 20, 100):
        rule, cost = 1 / (1 + miss), runs.cost(miss)
        near = np.argmin(np.abs(np.log(stops / rule)))  # the stop next to the rule
        told = [f"{cost[k]} at {stops[k]:g}" for k in (near, np.argmin(cost))]
        rows.append((miss, f"{rule:.3f}", f"{cost[stops == 0.5][0]:,}", *told))
    return Table(
        rows, "miss", "1 / (1 + r)", "cost at ½", "by the rule", "cheapest stop"
    )
