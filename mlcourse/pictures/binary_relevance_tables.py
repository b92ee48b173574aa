"""The tables of the chapter on binary relevance; the fits: `binary_relevance_runs`."""

from collections import Counter
from functools import cache

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.arrays import Array
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import binary_relevance as pictures
from mlcourse.pictures import binary_relevance_runs as runs
from mlcourse.pictures.kept import kept

OWNERS = ((0, 20), (20, 40), (40, 1000))  # bands: documents of the 1434 with the name
ALL = (0, 1000)
RECALLS = (0.3, 0.4, 0.5, 0.634)
RIVAL = "logistic regression"
SHORT = {  # what the tables call the models
    "ridge": "ridge",
    RIVAL: "logistic",
    "the same ridge, squared": "squared",
    "ridge on 300 documents": "300 documents",
}


def three() -> Table:
    """Return precision, recall and F1 of the worked example at three thresholds."""
    rows: list[tuple[str | int, ...]] = []
    for theta in pictures.THREE:
        both = zip(pictures.TEN, pictures.TRUE, strict=True)
        said = [y for s, y in both if s >= theta]
        right, total = sum(said), sum(pictures.TRUE)
        f1 = 2 * right / (len(said) + total)
        told = f"{right / len(said):.2f}", f"{right / total:.2f}", f"{f1:.2f}"
        rows.append((f"{theta}", f"{right} of {len(said)}", *told))
    return Table(rows, "θ", "right", "precision", "recall", "F1")


def rivals() -> Tables:
    """Return four models: points at two thresholds, rankings, and equal recalls."""
    two = [pictures.at(model, 0.3)[1] for model in SHORT][:2][::-1]  # their recalls
    points, curves, equal = [], [], []
    Y = runs.docs().Y_test
    named = Y.any(axis=1)  # the others have no right first name
    for model, name in SHORT.items():
        S, here = runs.scores(model), pictures.found(model)
        for theta in (0.3, 0.5):
            told = [f"{v:.2f}" for v in pictures.at(model, theta)]
            points.append((f"{name}, θ = {theta}", *told))
        k = int(here.f1.argmax())
        firsts = precision_at_k(Y, S, 1), precision_at_k(Y[named], S[named], 1)
        best = f"{here.f1[k]:.3f}", f"{here.at[k]:.2f}"
        curves.append((name, *best, *(f"{P1:.3f}" for P1 in firsts)))
        same = (precision_at(here, r) for r in (0.3, 0.5, *two))
        equal.append((name, *(f"{p:.3f}" for p in same)))
    return Tables(
        Table(points, "point", "precision", "recall", "F1"),
        Table(curves, "curve", "best F1", "at θ", "P@1", "named"),
        Table(equal, "at recall", "0.3", "0.5", *(f"{r:.3f}" for r in two)),
    )


def precision_at(here: runs.Cuts, recall: float) -> float:
    """Return the precision of the first cut that has so much recall."""
    return float(here.precision[(here.recall >= recall).argmax()])


@cache
def at_recalls() -> Array:
    """Return precisions of ridge and logistic regression on 20 halves, (20, 4, 2)."""
    Y, both = runs.docs().Y_test, (runs.scores("ridge"), runs.scores(RIVAL))
    cuts = [[runs.cuts(Y[b], S[b]) for S in both] for _, b in runs.halves()]
    return np.array(
        [[[precision_at(c, r) for c in two] for r in RECALLS] for two in cuts]
    )


def rival_draws() -> Tables:
    """Return ridge and logistic regression on halves, at equal recalls and by F1."""
    equal: list[tuple[str | int, ...]] = []
    for recall, (one, two) in zip(
        RECALLS, at_recalls().transpose(1, 2, 0), strict=True
    ):
        ahead = int(np.sum(one > two)), int(np.sum(two > one))
        equal.append((f"{recall}", spread(two - one), *ahead))
    ridge, logistic = (
        runs.chosen(717, model).micro[:, 1] for model in ("ridge", RIVAL)
    )
    rows = [
        ("ridge", spread(ridge)),
        ("logistic", spread(logistic)),
        ("logistic less ridge", spread(logistic - ridge)),
        ("draws with logistic above", f"{np.sum(logistic > ridge)}"),
    ]
    heads = "logistic less ridge", "ridge above", "logistic above"
    return Tables(
        Table(equal, "recall", *heads),
        Table(rows, "θ chosen on other documents", "F1"),
    )


def halves() -> Tables:
    """Return half of the best F1 beside the best threshold, of two models."""
    rows, shares = [], []
    for model in ("ridge", RIVAL):
        here, S, Y = pictures.found(model), runs.scores(model), runs.docs().Y_test
        k = int(here.f1.argmax())
        near = np.abs(S - here.at[k]) < 0.05
        half = here.f1[k] / 2
        there, best = (f"{f1:.3f}" for f1 in (runs.f1(Y == 1, half <= S), here.f1[k]))
        rows.append((SHORT[model], f"{half:.2f}", there, f"{here.at[k]:.2f}", best))
        shares.append((SHORT[model], f"{S[near].mean():.2f}", f"{Y[near].mean():.2f}"))
    return Tables(
        Table(rows, "model", "½ best F1", "F1 there", "best θ", "its F1"),
        Table(shares, "near the best θ", "said", "true"),
    )


def strengths() -> Tables:
    """Return what some strengths of each penalty are worth, and what they drop."""
    rows, drops, d = [], [], len(runs.docs().words)
    for penalty in runs.PENALTIES:
        for strength, w in zip(runs.LAMBDAS, runs.worth(penalty), strict=True):
            name = f"{penalty}, λ = {strength:g}"
            if strength in (0.125, 0.5, 2, 8, 32):
                told = f"{w.first:.2f}", f"{w.at_half:.2f}", f"{w.best:.2f}"
                rows.append((name, *told))
            if penalty != "ridge" and strength in (0.0625, 0.125, 0.5, 2, 8):
                drops.append((name, f"{w.words * d:,.0f}", f"{w.weights:.0%}"))
    return Tables(
        Table(rows, "penalty", "P@1", "F1 at ½", "F1, best θ"),
        Table(drops, "not 0", f"words, of {d:,}", "weights"),
    )


def first_names() -> Table:
    """Return what a strong ridge does to first names, where a document has a name."""
    Y = runs.docs().Y_test
    named = Y.any(axis=1)
    Y, every = Y[named], np.arange(named.sum())
    weak, strong = (
        runs.penalised("ridge")[runs.LAMBDAS.index(v)][named].argmax(axis=1)
        for v in (0.5, 8)
    )
    before, after, other = Y[every, weak] == 1, Y[every, strong] == 1, weak != strong
    kinds = {
        "the same": ~other,
        "right, then wrong": before & ~after,
        "wrong, then right": ~before & after,
        "another right one": before & after & other,
        "another wrong one": ~before & ~after & other,
        "all that have a name": np.full(len(Y), True),
    }
    rows = [(k, int(v.sum()), f"{v.mean():.0%}") for k, v in kinds.items()]
    return Table(rows, "first name, λ from 0.5 to 8", "documents", "share")


def left_out() -> Table:
    """Return what strengths are worth on training documents that are left out."""
    Y, rows = runs.docs().Y, []
    for v in (0.25, 0.5, 1.0, 2.0, 4.0):
        errors = runs.path().leave_one_out(v)
        best = runs.cuts(Y, Y - errors).f1.max()
        rows.append((f"{v:g}", f"{np.mean(errors**2):.4f}", f"{best:.3f}"))
    return Table(rows, "λ", "squared error", "F1, best θ")


@kept(*((penalty,) for penalty in runs.PENALTIES), digits=9)
def on_halves(penalty: str) -> Array:
    """Return the strength that each of 20 halves chooses, and F1 on the other half."""
    Y, found = runs.docs().Y_test.astype(bool), []
    for a, b in runs.halves():
        worth = [runs.cuts(Y[a], S[a]).f1.max() for S in runs.penalised(penalty)]
        k = int(np.argmax(worth))
        S = runs.penalised(penalty)[k]
        yes = S[b] >= runs.best_cut(Y[a], S[a])
        found.append((runs.LAMBDAS[k], runs.f1(Y[b], yes)))
    return np.array(found)


def honest() -> Tables:
    """Return each penalty with strength and threshold chosen on other documents."""
    told = {penalty: on_halves(penalty) for penalty in runs.PENALTIES}
    rows: list[tuple[str | int, ...]] = []
    taken: list[tuple[str | int, ...]] = []
    for penalty, here in told.items():
        more = int(np.sum(here[:, 1] > told["ridge"][:, 1]))
        wins: str | int = "–" if penalty == "ridge" else more
        rows.append((penalty, spread(here[:, 1]), wins))
        for strength, times in sorted(Counter(here[:, 0].tolist()).items()):
            taken.append((f"{penalty}, λ = {strength:g}", times))
    return Tables(
        Table(taken, "chosen", "draws"),
        Table(rows, "penalty", "F1", "above ridge, of 20"),
    )


def spread(values: Array) -> str:
    """Return a mean and a standard deviation."""
    return f"{values.mean():.3f} ± {values.std(ddof=1):.3f}"


def thresholds() -> Tables:
    """Return F1 at ½, at one threshold for all names and at one for each."""
    rows: list[tuple[str | int, ...]] = []
    insides: list[tuple[str | int, ...]] = []
    others: list[tuple[str | int, ...]] = []
    for documents in runs.CHOOSERS:
        here = runs.chosen(documents)
        half, one, own = here.micro.T
        rows.append((documents, *(f"{each.mean():.3f}" for each in (half, one, own))))
        for told, gain in ((insides, np.diff(here.inside)[:, 0]), (others, own - one)):
            told.append((documents, spread(gain), int(np.sum(gain > 0))))
    return Tables(
        Table(rows, "documents", "at ½", "one for all", "one a name"),
        Table(insides, "choose", "gain on the choosers", "above"),
        Table(others, "choose", "gain on the others", "above"),
    )


def who_gains() -> Table:
    """Return what a threshold of its own brings a name, by its number of owners."""
    owners, rows = runs.docs().Y_test.sum(axis=0), []
    for low, high in (*OWNERS, ALL):
        some = (owners >= low) & (owners < high)
        for documents in (100, 717):
            here = runs.chosen(documents)
            gain = (here.each[:, 2] - here.each[:, 1])[:, some].mean(axis=1)  # (20,)
            told = f"{gain.mean():+.3f}", int(np.sum(gain > 0))
            rows.append((band(low, high), documents, *told))
    return Table(rows, "owners", "choose", "gain", "above, of 20")


def paired() -> Table:
    """Return whether own thresholds on 717 documents pay, paired over the names."""
    here, owners = runs.chosen(717), runs.docs().Y_test.sum(axis=0)
    gain = (here.each[:, 2] - here.each[:, 1]).mean(axis=0)  # (40,)
    rows: list[tuple[str | int, ...]] = []
    for low, high in OWNERS:
        some = gain[(owners >= low) & (owners < high)]
        p = f"{wilcoxon(some).pvalue:.2f}"
        rows.append((band(low, high), len(some), int(np.sum(some > 0)), p))
    return Table(rows, "owners", "names", "names that gain", "p")


def band(low: int, high: int) -> str:
    """Return what a band of owners is called."""
    if (low, high) == ALL:
        return "all 40 names"
    return f"{low} to {high - 1}" if high < 1000 else f"{low} or more"
