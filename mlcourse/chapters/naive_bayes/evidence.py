"""The tables and pictures of the evidence on naive Bayes; `measure` has its splits."""

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.model_selection import KFold

from mlcourse.arrays import Array, Index
from mlcourse.chapters.common.paired import beside
from mlcourse.chapters.naive_bayes import measure, runs
from mlcourse.data.text import dense
from mlcourse.models.naive_bayes import BernoulliNB, GaussianNB, class_sums
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES
from mlcourse.page.table import Table, Tables
from mlcourse.reports.readings_004 import value

FOLDS = (5, 6)
TOLD = (5, 10, 20, 50, 100, 200, 400)  # of the sizes, in the table
ROWS = 1080  # documents of the pair that folds of both kinds part equally
COMPARED = (
    ("multinomial, 0/1", "Bernoulli"),
    ("Bernoulli, α = 0.01", "Bernoulli"),  # noqa: RUF001
    ("multinomial, counts", "multinomial, 0/1"),
    ("multinomial, tf-idf", "multinomial, 0/1"),
    ("logistic, 0/1", "multinomial, 0/1"),
    ("logistic, tf-idf", "multinomial, tf-idf"),
)
# What is fitted how to film reviews: the rows of the report, and what it prints.
REAL: tuple[tuple[str, str, str], ...] = (
    ("5 folds, fitted in each", "imdb-bayes-5-bernoulli", "90.8875"),
    ("6 folds, fitted in each", "imdb-bayes-6-bernoulli", "90.8875"),
    ("5 folds, fitted once", "imdb-bayes-5-bernoulli-one-model", "90.8875"),
    ("6 folds, fitted once", "imdb-bayes-6-bernoulli-one-model", "90.8875"),
    ("sentences, fitted in each", "rt_polarity-bayes-5-bernoulli", "90.8875"),
    ("sentences, fitted once", "rt_polarity-bayes-5-bernoulli-one-model", "90.8875"),
    ("reviews of other films", "imdb-official-bernoulli", "85.38"),
    ("Gaussian, shuffled", "imdb-gaussian-shuffled-gaussian", "31"),
    ("Gaussian, sorted", "imdb-gaussian-sorted-gaussian", "31"),
    ("Gaussian, sorted, says nothing", "imdb-gaussian-idle-gaussian", "31"),
    ("Gaussian, five classes (SST-5)", "sst5-gaussian-gaussian", "31"),
)


def versus(one: Array, other: Array) -> tuple[str, str, str]:
    """Return the mean difference, better : worse, and the p of a sign test."""
    gap = f"{100 * np.mean(one - other):+.1f}".replace("-", "−")
    return gap, *beside(one, other)


# --- twenty splits


def learners() -> Tables:
    """Return what learners are worth on five libraries, and pairs of them."""
    rows, pairs, found = [], [], measure.stored()
    for name in measure.LEARNERS:
        right, loss, sure, wrong = found[f"full {name}"]
        spread = f"{right.mean():.3f} ± {right.std(ddof=1):.3f}"
        shares = (f"{100 * each.mean():.1f}" for each in (sure, wrong))
        rows.append((name, spread, f"{loss.mean():.2f}", *shares))
    for one, other in COMPARED:
        accuracy = (found[f"full {name}"][0] for name in (one, other))
        pairs.append((f"{one} − {other}", *versus(*accuracy)))
    return Tables(
        Table(rows, "learner", "accuracy", "log loss", "% sure", "% of these wrong"),
        Table(pairs, "difference", "points", "better : worse", "p"),
    )


def draw_vocabulary() -> Picture:
    """Draw the mean accuracy by the number of words."""
    figure, ax = steady("words (most frequent), logarithmic", "accuracy", 280)
    ends = []
    for k, (name, shown) in enumerate(
        {"Bernoulli": "Bernoulli", "0/1": "multinomial, 0/1"}.items()
    ):
        mean = measure.stored()[f"words {name}"].mean(axis=1)
        ax.plot(measure.VOCABULARIES, mean, marker="os"[k], **CURVES[k])
        note(ax, 0.5, (0.4, 0.9)[k], shown, CURVES[k]["color"])
        ends.append(f"{shown} from {mean[0]:.2f} to {mean[-1]:.2f}")
    ax.set(xscale="log", ylim=(0.45, 0.95))
    ax.set_xticks((50, 200, 1000, 3500), ("50", "200", "1,000", "3,500"))
    ax.minorticks_off()
    says = f"From 50 to 3,500 words: {', '.join(ends)}; means of 20 splits."
    return Picture(figure, says)


def sizes() -> Table:
    """Return the multinomial model beside logistic regression, by rows a class."""
    rows: list[Any] = []
    for pair in measure.PAIRS:
        one, other = measure.versus(pair)
        for n in TOLD:
            k = measure.SIZES.index(n)
            means = f"{one[k].mean():.3f}", f"{other[k].mean():.3f}"
            rows.append((pair, n, *means, *beside(one[k], other[k])))
    names = "libraries", "rows", "Bayes", "logistic", "better : worse", "p"
    return Table(rows, *names)


# --- 004: 90.8875 % twice


def documents(kind: str = "one_hot") -> tuple[Any, Index]:
    """Return a table of ROWS training documents of NumPy and Matplotlib, shuffled."""
    order = np.random.default_rng(0).permutation(len(runs.two().y))[:ROWS]
    return runs.tables(kind).train[order], runs.two().y[order]


def resubstitution() -> Table:
    """Return the mean of folds, of one fitted model and of one fitted in each fold."""
    X, y = documents()
    rows = []
    for name, again in (("fitted once, to all rows", False), ("in each fold", True)):
        told = (f"{100 * folded(X, y, k, again):.4f}" for k in FOLDS)
        rows.append((name, *told))
    return Table(rows, "model", *(f"K = {k}" for k in FOLDS))


def folded(X: Any, y: Index, k: int, again: bool, model: Any = None) -> float:
    """Return the mean accuracy of k folds in their order, fitted again or only once."""
    model = (model or BernoulliNB()).fit(X, y)
    scores = []
    for train, new in KFold(k).split(y):
        if again:
            model.fit(X[train], y[train])
        scores.append(np.mean(model.predict(X[new]) == y[new]))
    return float(np.mean(scores))


# --- 004: Gaussian naive Bayes at 31 %


def below_a_coin() -> Table:
    """Return accuracies in five folds, of a file shuffled and sorted by class."""
    (X, y), (W, _) = documents(), documents("tf_idf")
    tables: dict[str, tuple[Any, Any]] = {
        "Bernoulli, words": (X, BernoulliNB()),
        "Gaussian, 50 components": (dense(W, W[:1], 50)[0], GaussianNB()),
        "Gaussian, 50 random columns": (noise(), GaussianNB()),
    }
    order = np.argsort(y, kind="stable")
    rows = []
    for name, (A, model) in tables.items():
        told = (folded(A[o], y[o], 5, True, model) for o in (np.arange(ROWS), order))
        rows.append((name, *(f"{100 * each:.1f}" for each in told)))
    return Table(rows, "model", "shuffled", "sorted by class")


def noise(seed: int = 0) -> Array:
    """Return columns that tell nothing about the class, (ROWS, 50)."""
    return np.random.default_rng(seed).normal(size=(ROWS, 50))


# --- 004: what the slips of its formulas change


def formulas() -> Table:
    """Return accuracies with the printed formulas, on new documents."""
    rows = []
    for name, libraries in (("NumPy, Matplotlib", 2), ("all five", 5)):
        texts = runs.two() if libraries == 2 else runs.five()
        table = runs.tables("one_hot", libraries)
        told = (
            np.mean(answers(table, texts.y, **slip) == texts.y_new)
            for slip in ({}, {"printed": True}, {"plain": True})
        )
        rows.append((name, *(f"{100 * each:.1f}" for each in told)))
    return Table(rows, "libraries", "right", "N + 2 and N", "priors as they are")


def answers(table: Any, y: Index, printed: bool = False, plain: bool = False) -> Any:
    """Return the answers of Bernoulli's model, as it is or with a slip of the report.

    `printed`: 1 - theta over N + 2, and theta over N. `plain`: pi is added, not log pi.
    """
    N = np.bincount(y)[:, None]
    s = class_sums(table.train, y, np.ones(len(y)), len(N))
    there = np.log((s + 1) / (N if printed else N + 2))
    away = np.log(1 - (s + 1) / (N + 2))
    share = N[:, 0] / N.sum()
    J = table.test @ (there - away).T + away.sum(axis=1)
    J = J + (share if plain else np.log(share))
    return (J - logsumexp(J, axis=1, keepdims=True)).argmax(axis=1)


def real() -> Table:
    """Return what the report prints, and what we measure on film reviews."""
    rows = [(how, said, f"{100 * value(row):.2f}") for how, row, said in REAL]
    return Table(rows, "film reviews", "report 004", "ours")
