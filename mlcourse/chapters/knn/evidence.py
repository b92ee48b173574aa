"""The tables of the evidence on text and nearest neighbours.

What takes minutes is stored in ``measured.json``: for every way the share of test rows
that are answered rightly, split by split (`measure`).
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import GroupShuffleSplit, ShuffleSplit

from mlcourse.arrays import Array
from mlcourse.chapters.common import places
from mlcourse.chapters.common.paired import beside
from mlcourse.data import load
from mlcourse.data.docstrings_counts import near_copies
from mlcourse.data.text import dense, tokens, word_table
from mlcourse.models.knn import KNeighborsClassifier, indicators, neighbours, vote
from mlcourse.page.picture import Picture
from mlcourse.page.plots import steady
from mlcourse.page.style import CURVES
from mlcourse.page.table import Table
from mlcourse.reports import readings_004

STORED = Path(__file__).with_name("measured.json")
SPLITS = 20
KS = (1, 3, 5, 9, 15, 25, 51)
TAIL_KS = (1, 3, 5, 7, 9, 11, 13)  # those of report 004
BEST = "tf-idf, k 25, votes cos^8"
OTHERWISE: dict[str, Any] = {
    "capitals kept": {"lower": False},
    "signs and numbers kept": {"words_only": False},
    "words of 2 texts or more": {"min_texts": 2},
    "words of 5 texts or more": {"min_texts": 5},
}


@cache
def documents() -> tuple[list[str], Any, Any]:
    """Return the texts, their libraries, and their groups of near-copies."""
    told = load("docstring_texts")
    texts = list(told.X)
    return texts, np.asarray(told.y), near_copies([tokens(t) for t in texts])


def by_k(
    train: Any, test: Any, y: Any, truth: Any, metric: str, ks: tuple[int, ...] = KS
) -> list[float]:
    """Return the accuracy of the uniform vote for every k."""
    classes, Y = indicators(y)
    rows = neighbours(train, ks[-1], test, metric).rows
    votes = (vote(rows[:, :k], np.ones((len(rows), k)), Y) for k in ks)
    return [float(np.mean(classes[v.argmax(axis=1)] == truth)) for v in votes]


def ways(seed: int) -> Iterator[tuple[str, float]]:
    """Yield the name of a way, and its accuracy in one split of whole groups."""
    texts, y, groups = documents()
    cut = GroupShuffleSplit(1, test_size=0.3, random_state=seed)
    train, test = next(cut.split(texts, y, groups))
    here, there = [texts[i] for i in train], [texts[i] for i in test]

    def ks(name: str, A: Any, B: Any, metric: str = "euclidean") -> Any:
        told = by_k(A, B, y[train], y[test], metric)
        return ((f"{name}, k {k}", right) for k, right in zip(KS, told, strict=True))

    made = {kind: word_table(here, there, kind) for kind in ("counts", "one_hot")}
    for kind, table in made.items():
        yield from ks(kind, table.train, table.test)
        yield from ks(f"{kind}, cosine", table.train, table.test, "cosine")
    best = word_table(here, there, "tf_idf")
    yield from ks("tf-idf", best.train, best.test)
    long = TfidfTransformer(norm=None).fit(made["counts"].train)
    A, B = (long.transform(X) for X in (made["counts"].train, made["counts"].test))
    yield from ks("tf-idf, not unit length", A, B)
    for name, more in OTHERWISE.items():
        table = word_table(here, there, "tf_idf", **more)
        yield from ks(f"tf-idf, {name}", table.train, table.test)
    some, others = (without_stop_words(each) for each in (here, there))
    table = word_table(some, others, "tf_idf")
    yield from ks("tf-idf, no stop words", table.train, table.test)
    yield from ks("tf-idf, SVD 200", *dense(best.train, best.test, 200), "cosine")
    for model, name in (
        (KNeighborsClassifier(25, "cosine", "cosine", 8), BEST),
        (LogisticRegression(C=10, max_iter=1000), "logistic, C 10"),
        (LogisticRegression(max_iter=1000), "logistic, C 1"),
        (RidgeClassifier(), "ridge, alpha 1"),
    ):
        right = model.fit(best.train, y[train]).score(best.test, y[test])
        yield name, float(right)
    yield "commonest library", float(np.mean(y[test] == np.bincount(y[train]).argmax()))


def without_stop_words(texts: list[str]) -> list[str]:
    """Return texts without the words of scikit-learn's English list."""
    return [
        " ".join(t for t in tokens(text) if t not in ENGLISH_STOP_WORDS)
        for text in texts
    ]


def leaks(seed: int) -> Iterator[tuple[str, float]]:
    """Yield what 1-NN gains when training knows near-copies, or words, of test rows."""
    texts, y, groups = documents()
    cut = ShuffleSplit(1, test_size=0.3, random_state=seed)
    train, test = next(cut.split(texts))
    twin = np.isin(groups[train], groups[test])  # near-copies of a test row
    rng = np.random.default_rng(seed)
    fewer = rng.permutation(len(train))[: np.sum(~twin)]
    there = [texts[i] for i in test]
    for name, rows in (
        ("near-copies in training", train),
        ("near-copies left out", train[~twin]),
        ("as many others left out", train[np.sort(fewer)]),
    ):
        table = word_table([texts[i] for i in rows], there, "tf_idf")
        model = KNeighborsClassifier(1).fit(table.train, y[rows])
        yield name, float(model.score(table.test, y[test]))
    table = word_table(texts, (), "tf_idf")
    model = KNeighborsClassifier(1).fit(table.train[train], y[train])
    yield "words and idf of all texts", float(model.score(table.train[test], y[test]))
    yield "share of near-copies", float(np.mean(twin))


def tails(seed: int) -> Iterator[tuple[str, float]]:
    """Yield the accuracy on the last sixth of a file, in its order and shuffled.

    The file has 600 texts of SciPy, then 600 of scikit-learn, as one number each
    or as two.
    """
    texts, y, _ = documents()
    rng = np.random.default_rng(seed)
    rows = [rng.choice(np.flatnonzero(y == c), 600, replace=False) for c in (1, 2)]
    file = np.concatenate(rows)
    for name, order in (("sorted", file), ("shuffled", rng.permutation(file))):
        here, there = ([texts[i] for i in part] for part in np.split(order, [1000]))
        made = word_table(here, there, "tf_idf")
        parts = y[order[:1000]], y[order[1000:]]
        for d in (1, 2):
            A, B = dense(made.train, made.test, d)
            told = by_k(A, B, *parts, "euclidean", TAIL_KS)
            for k, share in zip(TAIL_KS, told, strict=True):
                yield f"{name}, d {d}, k {k}", share


def measure() -> None:
    """Measure every way in every split, and store it."""
    found: dict[str, list[float]] = {}
    for seed in range(SPLITS):
        for name, right in (*ways(seed), *leaks(seed), *tails(seed)):
            found.setdefault(name, []).append(round(right, 5))
    lines = (f"{json.dumps(name)}: {rows}" for name, rows in found.items())
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


@cache
def stored() -> dict[str, list[float]]:
    """Return the stored accuracies."""
    found: dict[str, list[float]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


def right(name: str) -> Array:
    """Return the accuracies of a way, (20,)."""
    return np.array(stored()[name])


# --- what the page shows


def compared(names: dict[str, str], base: str, column: str) -> Table:
    """Return ways and their accuracy, compared with one of them split by split."""
    rows = []
    for name, shown in names.items():
        found = right(name)
        told = ("–", "–") if name == base else beside(found, right(base))
        rows.append((shown, f"{100 * found.mean():.1f}", *told))
    return Table(rows, column, "% right", "better : worse", "p")


def preparations() -> Table:
    """Return tf-idf with one step left out or added, at k = 1."""
    return compared(
        {
            "tf-idf, k 1": "tf-idf at length 1",
            "tf-idf, not unit length, k 1": "lengths as they are",
            "counts, cosine, k 1": "without idf",
            "one_hot, cosine, k 1": "one-hot instead of idf",
            "tf-idf, capitals kept, k 1": "capitals kept",
            "tf-idf, signs and numbers kept, k 1": "signs and numbers kept",
            "tf-idf, words of 2 texts or more, k 1": "words of 2 texts or more",
            "tf-idf, words of 5 texts or more, k 1": "words of 5 texts or more",
            "tf-idf, no stop words, k 1": "no stop words",
            "tf-idf, SVD 200, k 1": "200 dimensions (SVD)",
            "counts, k 1": "counts, nothing else",
        },
        "tf-idf, k 1",
        "preparation",
    )


def rivals() -> Table:
    """Return linear models beside the best vote."""
    return compared(
        {
            BEST: "25 neighbours, votes cos⁸",
            "tf-idf, k 1": "1 neighbour",
            "tf-idf, k 5": "5 neighbours",
            "logistic, C 10": "logistic, C = 10",
            "logistic, C 1": "logistic, C = 1",
            "ridge, alpha 1": "ridge, α = 1",  # noqa: RUF001
            "commonest library": "commonest library",
        },
        BEST,
        "model, on tf-idf",
    )


def leaked() -> Table:
    """Return what a single neighbour gains from what it should not know."""
    return compared(
        {
            "near-copies left out": "near-copies left out",
            "near-copies in training": "near-copies in training",
            "as many others left out": "as many others left out",
            "words and idf of all texts": "copies in, idf of all texts",
        },
        "near-copies in training",
        "training rows",
    )


def draw_by_k() -> Picture:
    """Draw the mean accuracy by k of four preparations."""
    figure, ax = steady("k", "per cent right, mean of 20 splits", 290)
    names: dict[str, tuple[str, float, float]] = {
        "one_hot, cosine": ("one-hot, length 1", 3, 87),
        "tf-idf": ("tf-idf, length 1", 4.3, 76.5),
        "counts, cosine": ("counts, length 1", 1.2, 81.2),
        "counts": ("counts", 0.2, 71.5),
    }
    for (name, (shown, *at)), style in zip(names.items(), CURVES, strict=True):
        ax.plot([100 * right(f"{name}, k {k}").mean() for k in KS], **style)
        ax.text(*at, shown, color=style["color"])
    ax.set(ylim=(60, 95), yticks=(60, 70, 80, 90))
    ax.set_xticks(range(len(KS)), [str(k) for k in KS])
    one, many = (100 * right(f"tf-idf, k {k}").mean() for k in (KS[0], KS[-1]))
    return Picture(
        figure,
        f"tf-idf falls from {one:.0f} % at k = 1 to {many:.0f} % at k = {KS[-1]}. "
        "Counts at their own length are far below at every k.",
    )


def tail() -> Table:
    """Return the accuracy on the last sixth of a file, sorted and shuffled."""
    rows = []
    for k in TAIL_KS:
        found = [
            right(f"{order}, d {d}, k {k}")
            for d in (1, 2)
            for order in ("sorted", "shuffled")
        ]
        rows.append([str(k), *(f"{100 * each.mean():.0f}" for each in found)])
    shown = [
        f"{n}, {order}" for n in ("one", "two") for order in ("sorted", "shuffled")
    ]
    return Table(rows, "k", *shown)


def reviews() -> Table:
    """Return what the order of a file does to K = 1 ... 13, on film reviews."""
    rows = []
    for data, name in (("rt_polarity", "sentences"), ("imdb", "reviews")):
        for order, low, high, _, below in readings_004.neighbours(data):
            shown = {"idle": "sorted, vectors that say nothing"}.get(order, order)
            told = (f"{100 * low:.0f}", f"{100 * high:.0f}", f"{below} of 13")
            rows.append((f"{name}, {shown}", *told))
    return Table(rows, "file", "lowest", "highest", "K below 50 %")


def common() -> Table:
    """Return the rows of the common table that are votes, and two baselines."""
    rows = []
    for place in places.PLACES:
        if place.learner in ("frequency", "neighbours", "weighted", "ridge"):
            told = (f"{places.value(place, m):.3f}" for m in (*places.RANKS, "PSP@1"))
            mark = "• " * (place.learner in ("neighbours", "weighted"))
            rows.append((mark + place.name, *told))
    return Table(rows, "learner", *places.RANKS, "PSP@1", bar="P@1")
