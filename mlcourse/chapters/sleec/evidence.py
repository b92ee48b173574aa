"""The tables and pictures of the evidence on SLEEC, most of them from stored rows."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.arrays import Array
from mlcourse.chapters.common.pairs import number, signed, signs
from mlcourse.chapters.sleec import runs
from mlcourse.data import load
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.formulas.metrics.top_k import top_labels
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import GREEN, INK, ORANGE, PURPLE
from mlcourse.page.table import Table
from mlcourse.reports import results
from mlcourse.reports.apart import groups, split
from mlcourse.reports.repository import EMBEDDINGS
from mlcourse.reports.sleec_trial import PRINTED
from mlcourse.reports.store import Row
from mlcourse.reports.tails import head_recall, tail_recall

book, report = results("book"), results("000")


def values(*ids: str) -> list[str]:
    """Return stored values of the book as they are told."""
    return [f"{book[id].value:.3f}" for id in ids]


def told(gap: Row, p: str) -> tuple[str, ...]:
    """Return a stored difference, how often the one wins and loses, and its p."""
    won = f"{gap.more['won']}:{gap.more['lost']}"
    return signed(gap.value), won, number(gap.more[p])


# --- twenty splits

RIVALS = {
    "words-equal": "words, equal",
    "words-weighted": "words, weighted",
    "sleec-equal": "SLEEC, equal",
    "sleec-weighted": "SLEEC, weighted",
    "ridge": "ridge",
}
PAIRS = (
    "words-weighted-less-words-equal",
    "sleec-weighted-less-sleec-equal",
    "sleec-equal-less-words-equal",
    "sleec-weighted-less-words-weighted",
    "sleec-weighted-less-ridge",
)
MEASURES = ("P@1", "P@3", "P@5", "PSP@5")


def means(data: str, *measures: str) -> list[tuple[str, ...]]:
    """Return means over twenty splits, each method with its choice inside."""
    return [
        (name, *values(*(f"{data}-splits-sleec-{rival}-{m}" for m in measures)))
        for rival, name in RIVALS.items()
    ]


def splits(data: str) -> Table:
    """Return what the methods are worth on a set."""
    return Table(means(data, *MEASURES), data, *MEASURES)


def tail() -> Table:
    """Return how many true labels of few documents are among the first five."""
    rows = means("docstrings", "tail recall@5", "head recall@5")
    return Table(rows, "found among the first five", "labels of ≤ 5", "all others")


def differences(data: str, measure: str) -> Table:
    """Return differences over the same splits, with wins and p."""
    rows = []
    for pair in PAIRS:
        names = " − ".join(RIVALS[rival] for rival in pair.split("-less-"))
        gap = book[f"{data}-splits-sleec-{pair}-{measure}"]
        rows.append((names, *told(gap, "p_corrected")))
    return Table(rows, f"{data}, {measure}", "difference", "won:lost", "p")


# --- embeddings of other kinds

WAYS = {"svp": "SLEEC", "random": "random", "svd": "largest directions"}
SIZES = {"docstrings": ((50, 100, 200), 799), "bibtex": ((50, 100), 159)}


def embeddings(data: str) -> Table:
    """Return P@1 of weighted votes in several embeddings, by their rank."""
    (sizes, whole), rows = SIZES[data], []
    for how, name in WAYS.items():
        ids = [f"{data}-embedding-{how}-{size}-P@1" for size in sizes]
        rows.append((name, *values(*ids)))
        if how == "random":
            spreads = (f"{book[id].spread_seeds:.3f}" for id in ids)
            rows.append(("±, five draws", *spreads))
    every = values(f"{data}-embedding-all-{whole}-P@1")
    rows.append((f"all {whole} labels", *("–" for _ in sizes[1:]), *every))
    return Table(rows, f"{data}, rank", *map(str, sizes))


# P@1 of embeddings of rank 100 on the split of the docstrings: mean, standard
# deviation, lowest and highest over seeds from 0 on, as `p_at_1` finds them.
SEEDS = {
    "random, 100 draws": (0.716, 0.006, 0.695, 0.731),
    "SLEEC, 20 starts": (0.722, 0.004, 0.715, 0.731),
}


def p_at_1(make: Callable[..., Array], rank: int, seed: int = 0) -> float:
    """Return P@1 of sharp votes in an embedding, on the docstrings' own split."""
    docs = runs.documents()
    group = runs.fitted(partial(make, rank=rank, seed=seed), docs.X, docs.Y)
    return precision_at_k(docs.Y_new, group.votes(docs.Q, runs.VOTE), 1)


def seeds() -> Table:
    """Return SEEDS."""
    rows = [(name, *(f"{v:.3f}" for v in four)) for name, four in SEEDS.items()]
    return Table(rows, "rank 100", "P@1", "±", "lowest", "highest")


# --- rare labels

# Means over 20 splits, as `recalls` finds them, and SLEEC minus all scores: the mean
# difference on rare labels, splits won and lost, and the corrected p.
RARE: dict[str, tuple[Any, ...]] = {
    "SLEEC, rank 100": (0.337, 0.668, -0.048, "0:20", 0.0),
    "SLEEC, rank 200": (0.376, 0.676, -0.009, "2:17", 0.104),
    "SLEEC, rank 400": (0.394, 0.679, 0.008, "18:2", 0.165),
    "all 799 scores": (0.386, 0.678),
}


def recalls(seed: int, ranks: Iterable[int] = (100, 200, 400)) -> Array:
    """Return the share of true labels among the first five, (embeddings, 2).

    Of labels with one to five training documents, and of those with more; by SLEEC of
    several ranks, and by the scores of all labels. On one of the random splits.
    """
    docs, found = load("docstrings"), []
    train, test = split(groups(docs.X), 0.3, seed)
    X, Q = tfidf(docs.X[train], docs.X[test])
    Y, Y_new = docs.Y[train], docs.Y[test]
    ways: list[Any] = [partial(runs.optimised, rank=r) for r in ranks]
    for embed in (*ways, runs.unit):
        S = runs.fitted(embed, X, Y).votes(Q, runs.VOTE)
        both = (recall(Y_new, S, Y, 5) for recall in (tail_recall, head_recall))
        found.append([*both])
    return np.array(found)


def rare() -> Table:
    """Return how many rare labels SLEEC finds by its rank, beside all scores."""
    rows = []
    for name, (few, others, *pair) in RARE.items():
        shown = (signed(pair[0]), pair[1], number(pair[2])) if pair else "–––"
        rows.append((name, f"{few:.3f}", f"{others:.3f}", *shown))
    heads = "labels of ≤ 5", "all others", "≤ 5: − scores", "won:lost", "p"
    return Table(rows, "found among the first five", *heads)


# --- generated documents

# SLEEC and another method, P@1 over seeds 100 to 199, as `paired` finds them: draws won
# and lost, and p of Wilcoxon's signed ranks. The means are `runs.GENERATED`.
OVER_100 = {
    ("words", 80, 5): ("49:47", 0.449),
    ("words", 80, 40): ("100:0", 0.0),
    ("words", 320, 5): ("59:34", 0.0003),
    ("words", 320, 40): ("100:0", 0.0),
    ("ridge", 80, 5): ("3:96", 0.0),
    ("ridge", 80, 40): ("28:67", 0.0),
    ("ridge", 320, 5): ("0:100", 0.0),
    ("ridge", 320, 40): ("0:100", 0.0),
}


def paired(other: str, n: int, noise: int, seeds: Iterable[int]) -> tuple[str, float]:
    """Return how SLEEC and another method compare over draws, as OVER_100 has it."""
    draws = [
        [runs.judged(n, noise, seed, who) for who in ("SLEEC", other)] for seed in seeds
    ]
    one, two = np.transpose(draws)
    return signs(one, two)[0], float(wilcoxon(one, two).pvalue)


def generated() -> Table:
    """Return OVER_100, with the differences of means."""
    rows = []
    for (who, n, noise), (won, p) in OVER_100.items():
        mean = runs.GENERATED[n, noise]
        name = f"{n} documents, {noise} noise words, {who}"
        rows.append((name, signed(mean["SLEEC"] - mean[who]), won, number(p)))
    return Table(rows, "P@1, SLEEC − another", "difference", "won:lost", "p")


# --- clusters


def teams() -> Table:
    """Return P@1 of single learners and of teams, by clusters."""
    rows = []
    for c in runs.CLUSTERS:
        ones = runs.team(c, 1)
        spread = f"{ones.std(ddof=1):.3f}" if len(ones) > 1 else "–"
        many = (f"{runs.team(c, t).mean():.3f}" for t in (5, 10))
        rows.append((f"{c}", f"{ones.mean():.3f}", spread, f"{ones.max():.3f}", *many))
    heads = "1 learner", "±", "highest", "5 learners", "10"
    return Table(rows, "clusters, P@1", *heads)


def bibtex_teams() -> Table:
    """Return P@1 and P@5 on bibtex, by clusters and learners, over five seeds."""
    rows = []
    for clusters, many in ((1, 1), (2, 1), (2, 5), (4, 1), (4, 5)):
        cells = []
        for measure in ("P@1", "P@5"):
            row = book[f"bibtex-clusters-{clusters}x{many}-{measure}"]
            spread = f" ± {row.spread_seeds:.3f}" if row.spread_seeds else ""
            cells.append(f"{row.value:.3f}{spread}")
        rows.append((f"{clusters}", f"{many}", *cells))
    return Table(rows, "bibtex, clusters", "learners", "P@1", "P@5")


# --- 000: five numbers

printed = [*PRINTED.values()]  # P@1 ... P@5
SHOWN = {
    "published": ("SLEEC, published", PURPLE),
    "ridge": ("ridge", ORANGE),
    "sleec": ("SLEEC, its recipe", GREEN),
}
READINGS = {
    "1,885 rows learn, 333 test": "bibtex-sample-first-{}-{}",
    "2,218 rows learn, 5,177 test": "bibtex-sample-rest-{}-{}",
    "2,218 rows learn, 2,515 test": "bibtex-official-first-{}-2218-{}",
}
OTHERS = {"sleec": "SLEEC", "logistic": "1-vs-All", "neighbours": "kNN"}  # published
OURS = {
    "sleec": "ours: SLEEC",
    "sleec-als": "ours: SLEEC by ALS",
    "ridge": "ours: ridge",
}


def fits(N: int) -> bool:
    """Tell whether N test rows can have the five printed numbers.

    Each is a number of hits over k N, rounded to four digits.
    """
    found = enumerate(printed, start=1)
    return all(abs(round(p * k * N) / (k * N) - p) <= 0.5e-4 + 1e-12 for k, p in found)


def draw_first() -> Picture:
    """Draw what ours are above or below the five printed numbers, by reading."""
    panels, parts, k = [], [], np.arange(1, 6)
    for words, id in READINGS.items():
        figure, ax = steady("first k tags", words, height=300, left=60)
        ax.axhline(0, color=INK, linewidth=1)
        for place, (rival, (name, color)) in enumerate(SHOWN.items()):
            found = [report[id.format(rival, measure)] for measure in PRINTED]
            gaps = np.array([row.value for row in found]) - printed
            spreads = np.array([row.spread_seeds or 0.0 for row in found])
            at = k + 0.2 * (place - 1)
            ax.vlines(at, gaps - spreads, gaps + spreads, color=color, linewidth=2)
            dots(ax, at, gaps, color=color, size=8)
            note(ax, 0.98, 0.26 - 0.1 * place, name, color, ha="right")
            parts.append(f"{words}, {name} {signed(gaps[0])}")
        ax.set(xlim=(0.6, 5.4), ylim=(-0.075, 0.028), xticks=k)
        ticks = (-0.06, -0.04, -0.02, 0, 0.02)
        ax.set_yticks(ticks, [signed(t, 2) if t else "0" for t in ticks])
        panels.append(figure)
    return Picture(panels, f"Ours minus the printed numbers, P@1: {'; '.join(parts)}.")


def published() -> Table:
    """Return the published table, and ours on the official split."""
    names = "P@1", "P@3", "P@5"
    found: dict[str, Any] = {f"{k}, an embedding": v for k, v in EMBEDDINGS.items()}
    for id, name in OTHERS.items():
        found[name] = [book[f"bibtex-official-{id}-{m}"].reference for m in names]
    found = dict(sorted(found.items(), key=lambda each: -each[1][0]))
    for id, name in OURS.items():
        found[name] = [book[f"bibtex-official-{id}-{m}"].value for m in names]
    rows = [(name, *(f"{v:.3f}" for v in three)) for name, three in found.items()]
    return Table(rows, "bibtex, official split", *names)


# --- 000: a weight raises the accuracy


def distance() -> Table:
    """Return what 1/distance and a sharper vote add to equal votes, on both sets."""
    weights, rows = {"distance": "1 / distance", "cosine": "cosine^16"}, []
    for space, name in {"words": "words", "sleec": "SLEEC"}.items():
        for weight, shown in weights.items():
            id = f"bibtex-official-votes-{space}-{weight}"
            gap = told(book[f"{id}-less-{space}-equal-P@1"], "p")
            rows.append((f"bibtex, {name}, {shown}", *values(f"{id}-P@1"), *gap))
    truth = runs.documents().Y_new
    equal, *others = (
        np.take_along_axis(truth, top_labels(runs.votes("words", 25, weight), 1), 1)
        for weight in ("equal", *weights.values())
    )
    for shown, hits in zip(weights.values(), others, strict=True):
        mean, more = hits.mean(), signed(float(hits.mean() - equal.mean()))
        name = f"docstrings, words, {shown}"
        rows.append((name, f"{mean:.3f}", more, *signs(hits, equal)))
    return Table(rows, "25 votes in", "P@1", "− equal", "only one right", "p")


# --- 000: labels of a tail


def rarest() -> Table:
    """Return how rare the rarest label is, in bibtex and in the docstrings."""
    Y = runs.documents().Y.sum(axis=0)
    rows = []
    for part, words in {"all": "all rows", "train": "training rows"}.items():
        least = int(book[f"bibtex-rarest-{part}"].value)
        rows.append((f"bibtex, {words}", least, "none" if least > 5 else "some"))
    rows.append(("docstrings, training rows", int(Y.min()), f"{np.mean(Y <= 5):.0%}"))
    return Table(rows, "set", "rows of the rarest", "labels of ≤ 5 rows")
