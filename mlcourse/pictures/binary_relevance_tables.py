"""The tables of the chapter on binary relevance; the fits: `binary_relevance_runs`."""

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.arrays import Array
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import binary_relevance as pictures
from mlcourse.pictures import binary_relevance_runs as runs

OWNERS = ((0, 20), (20, 40), (40, 1000))  # bands: documents of the 1434 with the name


def three() -> Table:
    """Return precision, recall and F1 of the worked example at three thresholds."""
    rows: list[tuple[str | int, ...]] = []
    for theta in pictures.THREE:
        both = zip(pictures.TEN, pictures.TRUE, strict=True)
        said = [y for s, y in both if s >= theta]
        right, total = sum(said), sum(pictures.TRUE)
        f1 = 2 * right / (len(said) + total)
        told = f"{right / len(said):.2f}", f"{right / total:.2f}", f"{f1:.2f}"
        rows.append((f"{theta}", len(said), right, *told))
    return Table(rows, "θ", "said", "right", "precision", "recall", "F1")


def rivals() -> Tables:
    """Return four models: their points at two thresholds, and their curves."""
    points, curves = [], []
    for model in ("ridge", *runs.RIVALS):
        S, here = runs.scores(model), pictures.found(model)
        for theta in (0.3, 0.5):
            told = [f"{v:.2f}" for v in pictures.at(model, theta)]
            points.append((f"{model}, θ = {theta}", *told))
        k = int(here.f1.argmax())
        P1 = precision_at_k(runs.docs().Y_test, S, 1)
        half = int((here.recall >= 0.5).argmax())
        curves.append(
            (
                model,
                f"{here.precision[half]:.2f}",
                f"{here.f1[k]:.3f}",
                f"{here.at[k]:.2f}",
                f"{P1:.3f}",
            )
        )
    heads = "at recall ½", "best F1", "at θ", "P@1"
    return Tables(
        Table(points, "point", "precision", "recall", "F1"),
        Table(curves, "curve", *heads),
    )


def halves() -> Tables:
    """Return half of the best F1 beside the best threshold, of two models."""
    rows, shares = [], []
    for model in ("ridge", "logistic regression"):
        here, S, Y = pictures.found(model), runs.scores(model), runs.docs().Y_test
        k = int(here.f1.argmax())
        near = np.abs(S - here.at[k]) < 0.05
        half = here.f1[k] / 2
        told = half, runs.f1(Y == 1, half <= S), here.at[k], here.f1[k]
        rows.append((model, *(f"{v:.2f}" for v in told)))
        shares.append((model, f"{S[near].mean():.2f}", f"{Y[near].mean():.2f}"))
    return Tables(
        Table(rows, "model", "half the best F1", "F1 there", "best θ", "F1 at it"),
        Table(shares, "near the best θ", "said", "true"),
    )


def strengths() -> Table:
    """Return what some strengths of each penalty are worth."""
    rows = []
    for penalty in runs.PENALTIES:
        for strength, w in zip(runs.LAMBDAS, runs.worth(penalty), strict=True):
            if strength in (0.125, 0.5, 2, 8, 32):
                told = f"{w.first:.2f}", f"{w.at_half:.2f}", f"{w.best:.2f}"
                rows.append((f"{penalty}, λ = {strength:g}", *told, f"{w.words:.0%}"))
    return Table(rows, "penalty", "P@1", "F1 at ½", "F1, best θ", "words used")


def left_out() -> Table:
    """Return the squared error of training documents left out, by strength."""
    return Table(
        [
            (f"{v:g}", f"{np.mean(runs.path().leave_one_out(v) ** 2):.4f}")
            for v in (0.25, 0.5, 1.0, 2.0, 4.0)
        ],
        *("λ", "mean squared error, left out"),
    )


def honest() -> Table:
    """Return each penalty with strength and threshold chosen on other documents."""
    Y, told = runs.docs().Y_test.astype(bool), {}
    for penalty in runs.PENALTIES:
        found = []
        for a, b in runs.halves():
            worth = [runs.cuts(Y[a], S[a]).f1.max() for S in runs.penalised(penalty)]
            k = int(np.argmax(worth))
            S = runs.penalised(penalty)[k]
            yes = S[b] >= runs.best_cut(Y[a], S[a])
            found.append((runs.LAMBDAS[k], runs.f1(Y[b], yes)))
        told[penalty] = np.array(found)
    rows: list[tuple[str | int, ...]] = []
    for penalty, here in told.items():
        more = int(np.sum(here[:, 1] > told["ridge"][:, 1]))
        wins: str | int = "–" if penalty == "ridge" else more
        usual = f"{np.median(here[:, 0]):g}"
        rows.append((penalty, usual, spread(here[:, 1]), wins))
    return Table(rows, "penalty", "λ, median", "F1", "above ridge, of 20")


def spread(values: Array) -> str:
    """Return a mean and a standard deviation."""
    return f"{values.mean():.3f} ± {values.std(ddof=1):.3f}"


def thresholds() -> Tables:
    """Return F1 at ½, at one threshold for all names and at one for each."""
    rows: list[tuple[str | int, ...]] = []
    pairs: list[tuple[str | int, ...]] = []
    for documents in runs.CHOOSERS:
        half, one, own = runs.chosen(documents).micro.T
        rows.append((documents, *(f"{each.mean():.3f}" for each in (half, one, own))))
        pairs.append((documents, spread(own - one), int(np.sum(own > one))))
    return Tables(
        Table(rows, "documents", "at ½", "one for all", "one a name"),
        Table(pairs, "documents", "own less common", "above, of 20"),
    )


def who_gains() -> Table:
    """Return what a threshold of its own brings a name, by its number of owners."""
    owners, rows = runs.docs().Y_test.sum(axis=0), []
    for low, high in OWNERS:
        some = (owners >= low) & (owners < high)
        told = []
        for documents in (100, 717):
            here = runs.chosen(documents)
            gain = (here.each[:, 2] - here.each[:, 1])[:, some].mean(axis=1)  # (20,)
            told += [f"{gain.mean():+.3f}", str(np.sum(gain > 0))]
        rows.append((band(low, high), *told))
    heads = "of 100", "better", "of 717", "better "
    return Table(rows, "owners", *heads)


def paired() -> Table:
    """Return whether own thresholds on 717 documents pay, paired over the names."""
    here, owners = runs.chosen(717), runs.docs().Y_test.sum(axis=0)
    gain = (here.each[:, 2] - here.each[:, 1]).mean(axis=0)  # (40,)
    rows: list[tuple[str | int, ...]] = []
    for low, high in OWNERS:
        some = gain[(owners >= low) & (owners < high)]
        p = f"{wilcoxon(some).pvalue:.2f}"
        rows.append((band(low, high), len(some), int(np.sum(some > 0)), p))
    return Table(rows, "owners", "names", "gain", "p")


def band(low: int, high: int) -> str:
    """Return what a band of owners is called."""
    return f"{low} to {high - 1}" if high < 1000 else f"{low} or more"
