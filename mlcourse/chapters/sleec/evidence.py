"""The tables and pictures of the evidence on SLEEC, most of them from stored rows."""

from collections.abc import Iterable
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
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import GREEN, INK, ORANGE, PURPLE
from mlcourse.page.table import Table
from mlcourse.reports import results
from mlcourse.reports.apart import groups, split
from mlcourse.reports.repository import EMBEDDINGS
from mlcourse.reports.sleec_trial import PRINTED
from mlcourse.reports.store import Row

book, report = results("book"), results("000")

# --- twenty splits

RIVALS = {
    "words-equal": "words, equal",
    "words-weighted": "words, weighted",
    "sleec-equal": "SLEEC, equal",
    "sleec-weighted": "SLEEC, weighted",
    "ridge": "ridge",
}
PAIRS = (
    ("words-weighted", "words-equal"),
    ("sleec-weighted", "sleec-equal"),
    ("sleec-equal", "words-equal"),
    ("sleec-weighted", "words-weighted"),
    ("sleec-weighted", "ridge"),
)
MEASURES = ("P@1", "P@3", "P@5", "PSP@5")


def splits(data: str) -> Table:
    """Return means over twenty splits, each method with its choice inside."""
    rows = []
    for rival, name in RIVALS.items():
        found = (book[f"{data}-splits-sleec-{rival}-{m}"] for m in MEASURES)
        rows.append((name, *(f"{row.value:.3f}" for row in found)))
    return Table(rows, data, *MEASURES)


def differences(data: str, measure: str) -> Table:
    """Return differences over the same splits, with wins and p."""
    rows = []
    for one, other in PAIRS:
        row = book[f"{data}-splits-sleec-{one}-less-{other}-{measure}"]
        rows.append((f"{RIVALS[one]} − {RIVALS[other]}", *told(row)))
    return Table(rows, f"{data}, {measure}", "difference", "won:lost", "p")


def told(row: Row) -> tuple[str, ...]:
    """Return a stored difference, how many splits it wins and loses, and its p."""
    won = f"{row.more['won']}:{row.more['lost']}"
    return signed(row.value), won, number(row.more["p_corrected"])


# --- embeddings of other kinds

WAYS = {"svp": "SLEEC", "random": "random", "svd": "largest directions"}
SIZES = {"docstrings": ((50, 100, 200), 799), "bibtex": ((50, 100), 159)}


def embeddings(data: str) -> Table:
    """Return P@1 of weighted votes in several embeddings, by their rank."""
    sizes, whole = SIZES[data]
    rows = []
    for how, name in WAYS.items():
        found = [book[f"{data}-embedding-{how}-{size}-P@1"] for size in sizes]
        rows.append((name, *(f"{row.value:.3f}" for row in found)))
        if how == "random":
            rows.append(("±, five draws", *(f"{r.spread_seeds:.3f}" for r in found)))
    every = f"{book[f'{data}-embedding-all-{whole}-P@1'].value:.3f}"
    rows.append((f"all {whole} labels", *("–" for _ in sizes[1:]), every))
    return Table(rows, f"{data}, rank", *map(str, sizes))


# P@1 of embeddings of rank 100 on the split of the docstrings: mean, standard
# deviation, lowest and highest over seeds, as `over_seeds` finds them.
SEEDS = {
    "random, 100 draws": (0.718, 0.005, 0.706, 0.729),
    "SLEEC, 20 starts": (0.723, 0.003, 0.717, 0.727),
}


def p_at_1(embed: Any) -> float:
    """Return P@1 of sharp votes in an embedding, on the docstrings' own split."""
    docs = runs.documents()
    group = runs.fitted(embed, docs.X, docs.Y)
    return precision_at_k(docs.Y_new, group.votes(docs.Q, runs.VOTE), 1)


def over_seeds(make: Any, seeds: Iterable[int]) -> Array:
    """Return P@1 of an embedding of rank 100 by seed."""
    return np.array([p_at_1(partial(make, rank=100, seed=seed)) for seed in seeds])


def seeds() -> Table:
    """Return SEEDS."""
    rows = [(name, *(f"{v:.3f}" for v in four)) for name, four in SEEDS.items()]
    return Table(rows, "rank 100", "P@1", "±", "lowest", "highest")


# --- rare labels

# Means over 20 splits, as `recalls` finds them, and SLEEC minus all scores: the mean
# difference on rare labels, splits won and lost, and the corrected p.
RARE: dict[str, tuple[Any, ...]] = {
    "SLEEC, rank 100": (0.323, 0.668, -0.046, "0:20", 0.0),
    "SLEEC, rank 200": (0.360, 0.676, -0.009, "2:17", 0.106),
    "SLEEC, rank 400": (0.376, 0.679, 0.008, "18:2", 0.165),
    "all 799 scores": (0.369, 0.678),
}


def recalls(seed: int, ranks: Iterable[int] = (100, 200, 400)) -> Array:
    """Return the share of true labels among the first five, (embeddings, 2).

    Of labels with at most five training documents, and of all others; by SLEEC of
    several ranks, and by the scores of all labels. On one of the random splits.
    """
    docs = load("docstrings")
    train, test = split(groups(docs.X), 0.3, seed)
    X, Q = tfidf(docs.X[train], docs.X[test])
    Y, Y_new = docs.Y[train], docs.Y[test]
    rare, found = Y.sum(axis=0) <= 5, []
    ways: list[Any] = [partial(runs.optimised, rank=r) for r in ranks]
    for embed in (*ways, runs.unit):
        S = runs.fitted(embed, X, Y).votes(Q, runs.VOTE)
        top = np.argsort(-S, axis=1, kind="stable")[:, :5]
        said = np.zeros(S.shape, dtype=bool)
        np.put_along_axis(said, top, True, axis=1)
        right = said & (Y_new == 1)
        found.append([right[:, r].sum() / Y_new[:, r].sum() for r in (rare, ~rare)])
    return np.array(found)


def rare() -> Table:
    """Return how many rare labels SLEEC finds by its rank, beside all scores."""
    rows = []
    for name, (few, others, *pair) in RARE.items():
        shown = (signed(pair[0]), pair[1], number(pair[2])) if pair else "–––"
        rows.append((name, f"{few:.3f}", f"{others:.3f}", *shown))
    heads = "labels of ≤ 5", "all others", "≤ 5: − scores", "won:lost", "p"
    return Table(rows, "found among the first five", *heads)


def tail() -> Table:
    """Return how many true labels of few documents are among the first five."""
    rows = []
    for rival, name in RIVALS.items():
        ids = (
            f"docstrings-splits-sleec-{rival}-{p} recall@5" for p in ("tail", "head")
        )
        rows.append((name, *(f"{book[id].value:.3f}" for id in ids)))
    return Table(rows, "found among the first five", "labels of ≤ 5", "all others")


# --- generated documents

# SLEEC minus another method, P@1 over seeds 100 to 199, as `runs.judged` finds them:
# mean, draws won and lost, and p of Wilcoxon's signed ranks.
OVER_100 = {
    ("words", 80, 5): (-0.004, "49:47", 0.449),
    ("words", 80, 40): (0.077, "100:0", 0.0),
    ("words", 320, 5): (0.010, "59:34", 0.0003),
    ("words", 320, 40): (0.128, "100:0", 0.0),
    ("ridge", 80, 5): (-0.067, "3:96", 0.0),
    ("ridge", 80, 40): (-0.017, "28:67", 0.0),
    ("ridge", 320, 5): (-0.033, "0:100", 0.0),
    ("ridge", 320, 40): (-0.054, "0:100", 0.0),
}


def paired(
    n: int, noise_words: int, other: str, seeds: Iterable[int]
) -> tuple[Any, ...]:
    """Return SLEEC minus another method over draws, as OVER_100 has it."""
    one, two = (
        np.array([runs.judged(n, noise_words, seed, who) for seed in seeds])
        for who in ("SLEEC", other)
    )
    p = float(wilcoxon(one, two).pvalue)
    return float(np.mean(one - two)), signs(one, two)[0], p


def generated() -> Table:
    """Return OVER_100."""
    rows = [
        (f"{n} documents, {words} noise words, {who}", signed(gap), won, number(p))
        for (who, n, words), (gap, won, p) in OVER_100.items()
    ]
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
WHERE = {
    "first": "1,885 rows learn, 333 test",
    "rest": "2,218 rows learn, 5,177 test",
    "2218": "2,218 rows learn, 2,515 test",
}
IDS = {
    "first": "bibtex-sample-first-{}-{}",
    "rest": "bibtex-sample-rest-{}-{}",
    "2218": "bibtex-official-first-{}-2218-{}",
}
PUBLISHED = {"sleec": "SLEEC", "logistic": "1-vs-All", "neighbours": "kNN"}
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


def less(where: str, rival: str) -> tuple[Array, Array]:
    """Return ours minus the printed numbers at one to five, and our spreads, (5,)."""
    rows = [report[IDS[where].format(rival, measure)] for measure in PRINTED]
    means, spreads = (
        np.array([row.value for row in rows]),
        np.array([row.spread_seeds or 0.0 for row in rows]),
    )
    return means - printed, spreads


def draw_first() -> Picture:
    """Draw what ours are above or below the five printed numbers, by reading."""
    panels, parts, k = [], [], np.arange(1, 6)
    for where, words in WHERE.items():
        figure, ax = steady("first k tags", words, height=300, left=60)
        ax.axhline(0, color=INK, linewidth=1)
        for place, (rival, (name, color)) in enumerate(SHOWN.items()):
            gaps, spreads = less(where, rival)
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
    found: dict[str, list[float]] = {
        name: [
            float(book[f"bibtex-official-{id}-{m}"].reference or np.nan) for m in names
        ]
        for id, name in PUBLISHED.items()
    }
    found |= {f"{name}, an embedding": [*each] for name, each in EMBEDDINGS.items()}
    found = dict(sorted(found.items(), key=lambda each: -each[1][0]))
    for id, name in OURS.items():
        found[name] = [book[f"bibtex-official-{id}-{m}"].value for m in names]
    rows = [(name, *(f"{v:.3f}" for v in three)) for name, three in found.items()]
    return Table(rows, "bibtex, official split", *names)


# --- 000: a weight raises the accuracy


def distance() -> Table:
    """Return what 1/distance and a sharper vote add to equal votes, on both sets."""
    rows = []
    for space, name in {"words": "words", "sleec": "SLEEC"}.items():
        for weight in ("distance", "cosine"):
            one = f"bibtex-official-votes-{space}-{weight}"
            gap = book[f"{one}-less-{space}-equal-P@1"]
            won = f"{gap.more['won']}:{gap.more['lost']}"
            pair = signed(gap.value), won, number(gap.more["p"])
            shown = {"distance": "1 / distance", "cosine": "cosine^16"}[weight]
            value = f"{book[f'{one}-P@1'].value:.3f}"
            rows.append((f"bibtex, {name}, {shown}", value, *pair))
    truth = runs.documents().Y_new
    for weight in ("1 / distance", "cosine^16"):
        hits = [
            np.take_along_axis(truth, runs.votes("words", 25, w).argmax(1)[:, None], 1)
            for w in (weight, "equal")
        ]
        gap_ = signed(float(hits[0].mean() - hits[1].mean()))
        value = f"{hits[0].mean():.3f}"
        rows.append((f"docstrings, words, {weight}", value, gap_, *signs(*hits)))
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
