"""The tables and pictures of the evidence on logistic regression."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.stats import binomtest

from mlcourse.arrays import Array
from mlcourse.chapters.logistic import runs
from mlcourse.chapters.logistic.figures import LOSS_AXIS
from mlcourse.data import load, standardize
from mlcourse.formulas.losses import log_loss, sigmoid
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES
from mlcourse.page.table import Table, Tables
from mlcourse.reports.in_order import logistic
from mlcourse.reports.parts import build
from mlcourse.reports.places import LEARNERS, SCALES
from mlcourse.reports.protocol import successive
from mlcourse.reports.readings_004 import beside, descents
from mlcourse.reports.report_001 import PRINTED
from mlcourse.reports.trials import scaled, scores
from mlcourse.solvers.descent import gradient_descent
from mlcourse.solvers.logistic import LogisticObjective

# Report 001: the step of its listing, and where it stops.
LISTING: dict[str, Any] = {"solver": "gradient_descent", "step": 0.5, "tol": 0.03}
WEAK_TO_STRONG = (0.0, 1e-3, 2e-3, 4e-3, 0.01, 3.0)  # penalties
RATES = {0.01: 0.01, 0.1: 0.42, 0.001: 0.2}  # report 001; where the name stands
CHOSEN = {  # by the stored results: 1 / λ of the logistic loss, λ of ridge
    "docstrings": {"C": 100, "alpha": 1.0},
    "bibtex": {"C": 10, "alpha": 1.0},
}
# Documents on which only the one has a right first label, and only the other, as
# `measured` finds them: half a minute for docstrings, ten seconds for bibtex.
ALONE = {"docstrings": (65, 25), "bibtex": (102, 144)}

Answer = Callable[[Array, Array, Array], Any]  # from X, y and new rows to what is said


# --- twenty splits


def cures() -> Tables:
    """Return what weights without end, an early stop and a penalty are worth."""
    fits: dict[str, dict[str, Any]] = {
        "no penalty": {},
        "stopped early": LISTING,
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
        (f"stop at {tol:g}", runs.judged(**LISTING | {"tol": tol}))
        for tol in (0.007, LISTING["tol"])
    ]
    fits = [*held[:-1], *stops, held[-1]]
    rows = [(name, f"{here.new.mean():.3f}", f"{here.off:.3f}") for name, here in fits]
    return Table(rows, "fit", "loss on new tumours", "off the line")


# --- 001: three learning rates


def draw_rates() -> Picture:
    """Draw the three learning rates of report 001 on two columns, on the sum."""
    figure, ax = steady("step", LOSS_AXIS)
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


# --- 001: 0.9714 for one regression in ten folds


def one_round() -> Table:
    """Return 0.9714 of report 001 beside its rule and other fits, in tumours."""
    rows: list[tuple[str, int]] = [
        ("printed", round(560 * PRINTED["wdbc", "logistic"][0])),
        ("its listing", in_order(listing)),
    ]
    for penalty in (0.0, 1e-4, 3e-4, 1e-3):
        fit = LogisticRegression(alpha=penalty)
        name = f"λ = {np.format_float_positional(penalty, trim='-')}"
        rows.append((name, in_order(plain(fit))))
    return Table(rows, "one regression", "right of 560")


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


# --- 004: "a local minimum of loss about 8520"


def stuck() -> Table:
    """Return the report's descent at its size, and the minimum, beside its numbers."""
    vectors, scaled_, newton = (
        [f"{each:.3f}" for each in row[1:]] for row in descents()
    )
    *_, right, cost = beside()
    return Table(
        [
            ("report 004", f"{right.printed:.3f}", "–", f"{cost.printed:.3f}"),
            ("its descent", *vectors),
            ("its descent, on z-scores", *scaled_),
            ("Newton's method", *newton[:2], "–"),
        ],
        *("fit", "accuracy", "log loss", "cost as listed"),
    )


# --- slips of the pen


def slope(f: Callable[[Array], float], w: Array) -> Array:
    """Return the slope of f at w by finite differences, (d,)."""
    return np.array([f(w + h) - f(w - h) for h in 1e-6 * np.eye(len(w))]) / 2e-6


def slips() -> Table:
    """Return four formulas as printed and as derived, with what decides."""
    X, y, w = runs.table("z-scores"), runs.tumours()[2], runs.fitted()
    return Table(
        [
            ("001, item 1", *chain_rule(), "slope by finite differences"),
            ("001, item 2", *weighted_slope(X, y), "slope by finite differences"),
            ("001, item 3", *one_step(X, y), "0.693 before the step"),
            ("004, item 16", *coded_cost(X, y, w), "slope at the lowest loss: 0"),
        ],
        *("slip", "as printed", "right", "what decides"),
    )


def chain_rule() -> tuple[str, str]:
    """Return item 1 for a malignant tumour of score 1.5: the middle factor."""
    x, p = 2.0, float(sigmoid(1.5))
    [right] = slope(lambda w: float(log_loss(w * x, [1.0])), np.array([1.5 / x]))
    return f"{(p - 1) / (p * (1 - p)) * (p - 1) * x:.3f}", f"{right:.3f}"


def weighted_slope(X: Array, y: Array) -> tuple[str, str]:
    """Return item 2: the weight belongs to the sample, and not to the column."""
    at, beta = np.array([0.3, -1.0, 2.0]), np.linspace(0.5, 1.5, len(y))
    printed = beta[1] * (X[:, 1] @ (sigmoid(X @ at) - y))
    right = slope(LogisticObjective(X, y, beta).value, at)[1]
    return f"{printed:.1f}", f"{right:.1f}"


def one_step(X: Array, y: Array) -> tuple[str, str]:
    """Return item 3: the loss after one step of 0.01 on the sum, by either sign."""
    step = 0.01 * X.T @ (0.5 - y)  # (3,), from w = 0
    up, down = (log_loss(X @ w, y) / len(y) for w in (step, -step))
    return f"{up:.3f}", f"{down:.3f}"


def coded_cost(X: Array, y: Array, w: Array) -> tuple[str, str]:
    """Return item 16: the steepest slope of the coded and of the true cost at w."""

    def coded(w: Array) -> float:
        z = X @ w
        return -float(np.sum(y * np.log(sigmoid(z)) + (1 - y) * np.log(sigmoid(1 - z))))

    true = LogisticObjective(X, y).value
    printed, right = (np.abs(slope(f, w)).max() for f in (coded, true))
    return f"{printed:.1f}", f"{right:.1f}"


# --- beside ridge, document by document


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
