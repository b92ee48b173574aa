"""What the trial of reports 001 and 004 draws, and its tables."""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas.losses import log_loss, sigmoid
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES
from mlcourse.page.table import Table
from mlcourse.pictures import logistic_grounds as grounds
from mlcourse.pictures import logistic_runs as runs
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.logistic import LogisticObjective

RATES = {0.01: 0.01, 0.1: 0.42, 0.001: 0.2}  # report 001; where the name stands
SPREADS, SEEDS = (1.0, 0.1), (0, 1, 2)  # of the columns of a descent like report 004's
LITTLE = 0.0001  # above the lowest loss


def draw_rates() -> Picture:
    """Draw the three learning rates of report 001 on two columns, on the sum."""
    figure, ax = steady("step", grounds.LOSS)
    ends = []
    for (rate, height), style in zip(RATES.items(), CURVES, strict=False):
        curve = runs.run(rate, "sum")
        ax.plot(curve, **style)
        note(ax, 0.98, height, f"rate {rate:g}", style["color"], ha="right")
        ends.append(f"{rate:g} ends at {curve[-1]:.3f}")
    ax.set(xlim=(0, runs.STEPS), ylim=(0, 2.2), yticks=(0, 1, 2))
    lowest = runs.lowest("z-scores")
    says = f"After {runs.STEPS} steps on the sum {', '.join(ends)}"
    return Picture(figure, f"{says}; the lowest possible loss is {lowest:.3f}.")


def rates() -> Table:
    """Return what becomes of the rates of report 001, and of others, in 50 steps."""
    rows = []
    for columns, name, told in (
        *(("z-scores", "two", f"{rate:g} sum") for rate in RATES),
        *(("z-scores", "two", f"{rate} mean") for rate in (0.01, 0.5)),
        *(("all 30", "all 30", f"{rate:g} sum") for rate in RATES),
    ):
        rate, loss = told.split()
        curve = runs.run(float(rate), loss, columns)
        uphill = int(np.sum(np.diff(curve) > 1e-9))
        rows.append((f"{rate} on the {loss}", name, f"{curve[50]:.3f}", uphill))
    return Table(rows, "rate", "columns", "loss at step 50", "steps uphill")


# --- 001: whether to standardise


def standardising() -> Table:
    """Return whose predictions change when columns are not standardised."""
    raw, Z, y = runs.tumours()
    optimum = LogisticRegression().fit(Z[:, :2], y).predict(Z[:, :2]) == 1
    _, standardised = stopped(Z[:, :2], 0.5)
    rows: list[tuple[str | int, ...]] = []
    for name, X, rate in (
        ("z-scores, rate 0.5", Z, 0.5),
        ("raw, rate 0.5", raw, 0.5),
        ("raw, rate 0.012", raw, 0.012),
        ("raw, rate 0.018", raw, 0.018),
    ):
        k, called = stopped(X[:, :2], rate)
        others = [int(np.sum(called != each)) for each in (standardised, optimum)]
        rows.append((name, f"{k:,}" if k < 10_000 else "> 10,000", *others))
    models: dict[str, Any] = {
        "raw, the exact optimum": LogisticRegression(),
        "raw, one stump": AdaBoostClassifier(n_estimators=1),
    }
    for name, model in models.items():
        one, other = (model.fit(X[:, :2], y).predict(X[:, :2]) for X in (Z, raw))
        rows.append((name, "–", "–", int(np.sum(one != other))))
    heads = "stops after", "differ from row 1", "differ from the optimum"
    return Table(rows, "columns", *heads)


def stopped(X: Array, rate: float, most: int = 10_000) -> tuple[int, Any]:
    """Return where a descent on the mean stops by the report's rule; its answers."""
    n, y = len(X), runs.tumours()[2]
    A = np.column_stack([np.ones(n), X])
    objective = LogisticObjective(A, y, np.full(n, 1 / n))
    for now in gradient_descent(objective, np.zeros(A.shape[1]), rate):
        if np.linalg.norm(now.gradient) < 0.03 or now.k == most:
            break
    return now.k, A @ now.w > 0


# --- 001: line 6


def uphill() -> Table:
    """Return one step of 0.01 on the sum, by the printed gradient and by the right."""
    X, y = runs.table("z-scores"), runs.tumours()[2]
    rows = []
    for name, sign in {"Y − Ŷ, as printed": -1, "Ŷ − Y": 1}.items():
        step = -0.01 * sign * X.T @ (0.5 - y)  # (3,), from w = 0
        rows.append((name, "0.693", f"{log_loss(X @ step, y) / len(y):.3f}"))
    return Table(rows, "line 6", "loss before", "after")


# --- 004: its cost, and its descent


def slope(f: Callable[[Array], float], w: Array) -> Array:
    """Return the slope of f at w by finite differences, (d,)."""
    return np.array([f(w + h) - f(w - h) for h in 1e-6 * np.eye(len(w))]) / 2e-6


def costs() -> Table:
    """Return the cost of report 004, printed and coded, at the lowest true loss."""
    X, y, w = runs.table("z-scores"), runs.tumours()[2], runs.fitted()

    def coded(w: Array) -> float:
        z = X @ w
        return -float(np.sum(y * np.log(sigmoid(z)) + (1 - y) * np.log(sigmoid(1 - z))))

    benign = X[y == 0] @ w  # its 1 − z goes into the loss of these only
    none = f"none for {np.sum(benign >= 1)} of {len(benign)} benign"
    rows = [
        ("true", f"{len(y) * runs.lowest('z-scores'):.1f}", "0.0"),
        ("as coded", f"{coded(w):.1f}", f"{np.abs(slope(coded, w)).max():.1f}"),
        ("as printed", none, "–"),
    ]
    return Table(rows, "loss", "value", "steepest slope")


@cache
def like_004(spread: float, seed: int) -> tuple[Array, float]:
    """Return the loss per row of a descent of report 004's size, and the lowest."""
    rng = np.random.default_rng(seed)
    D = rng.normal(size=(960, 50))  # (960, 50)
    z = 1.6 * D @ rng.normal(size=50) / 7  # scores of the true model
    y = (rng.random(960) < sigmoid(z)).astype(float)
    objective = LogisticObjective(spread * D, y)
    path = islice(gradient_descent(objective, np.ones(50), 2e-4), 10_001)
    *_, bottom = islice(newton(objective, np.zeros(50)), 50)
    return np.array([step.objective for step in path]) / 960, bottom.objective / 960


def stuck() -> Table:
    """Return where such descents are after 10,000 steps."""
    rows = []
    for spread in SPREADS:
        for seed in SEEDS:
            loss, lowest = like_004(spread, seed)
            up = int(np.sum(np.diff(loss) > 1e-12))
            told = f"{loss[-1]:.4f}", f"{lowest:.4f}"
            rows.append((f"{spread:g}, seed {seed}", *told, up))
    return Table(rows, "spread", "loss at 10,000", "lowest", "steps uphill")


def draw_stuck() -> Picture:
    """Draw how far one descent of each spread is above the lowest possible loss."""
    figure, ax = steady("step", "loss above the lowest, logarithmic", left=78)
    ends = []
    for spread, style in zip(SPREADS, CURVES, strict=False):
        losses, lowest = like_004(spread, 0)
        gap = np.maximum(losses - lowest, 1e-12)  # rounding may fall below
        at = np.unique(np.geomspace(1, len(gap), 200).astype(int)) - 1
        ax.plot(at, gap[at], **style)
        near = np.flatnonzero(gap < LITTLE)
        ends.append(
            f"spread {spread:g} is within {LITTLE} of it from step {near[0]:,} on"
            if len(near)
            else f"spread {spread:g} is {gap[-1]:.4f} above it at the end, and falling"
        )
    ax.set(xlim=(0, len(gap) - 1), yscale="log", ylim=(1e-5, 10))
    ax.set_yticks((1, 0.01, 1e-4), ("1", "0.01", "0.0001"))
    ax.minorticks_off()
    ax.set_xticks(range(0, len(gap), 3000))
    note(ax, 0.98, 0.52, "spread 0.1", CURVES[1]["color"], ha="right")
    note(ax, 0.07, 0.2, "spread 1", CURVES[0]["color"])
    return Picture(figure, f"The lowest possible loss: {'; '.join(ends)}.")


# --- slips of the pen


def slips() -> Table:
    """Return items 1 and 2 of report 001 beside the slopes by finite differences."""
    x, p = 2.0, float(sigmoid(1.5))  # a malignant tumour, y = 1, of score 1.5
    [one] = slope(lambda w: float(log_loss(w * x, [1.0])), np.array([1.5 / x]))
    chained = (p - 1) / (p * (1 - p)) * (p - 1) * x
    X, y, at = runs.table("z-scores"), runs.tumours()[2], np.array([0.3, -1.0, 2.0])
    beta = np.linspace(0.5, 1.5, len(y))  # (n,)
    steep = slope(LogisticObjective(X, y, beta).value, at)[1]
    column = X[:, 1] * (sigmoid(X @ at) - y)  # (n,)
    printed, right = beta[1] * column.sum(), beta @ column
    rows = [
        ("001, item 1", f"{chained:.3f}", f"{(p - 1) * x:.3f}", f"{one:.3f}"),
        ("001, item 2", f"{printed:.1f}", f"{right:.1f}", f"{steep:.1f}"),
    ]
    return Table(rows, "slip", "as printed", "right", "by finite differences")
