"""The tables of the chapter on SLEEC: its explorers in numbers, and who is ahead."""

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.arrays import Array, Index
from mlcourse.models.knn import neighbours, vote_weights
from mlcourse.page.table import Table
from mlcourse.pictures import sleec_pays as pays
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures.pairs import number, signed, signs

KS = (1, 3, 10, 25, 50)
WEIGHT = "cosine^16"
TOLD = {
    "words": "words",
    "svp": "SLEEC, 100",
    "labels": "their names: the truth",
}
HEADS = ("weight", "as if voted", "P@1", "P@5", "PSP@5")
PAIRS = (
    ("words", "words, equal"),
    ("SLEEC", "SLEEC, equal"),
    ("SLEEC, equal", "words, equal"),
    ("SLEEC", "words"),
    ("SLEEC", "ridge"),
)
WHOLE = (("all scores", "SLEEC"), ("all scores", "ridge"))
PLACES = {"words": "words", "SLEEC": "svp"}


def of_k() -> Table:
    """Return P@1 of equal votes in words, by k, and of ridge."""
    found = {f"{k} nearest": runs.judged("words", k, runs.EQUAL) for k in KS}
    found |= {"3 nearest, ties by frequency": frequent_first(3), "ridge": runs.ridge()}
    rows = [(name, f"{one.p1:.3f}") for name, one in found.items()]
    return Table(rows, "learner", "P@1", bar="P@1")


def frequent_first(k: int) -> runs.Rated:
    """Return how good equal votes in words are if the frequent name wins a tie."""
    often = runs.documents().Y.sum(axis=0)  # (L,)
    S = runs.votes(runs.near("words"), k, runs.EQUAL)
    return runs.rated(S + often / often.sum() / (2 * k))  # less than half a vote


def of_weights() -> Table:
    """Return how 25 votes in words do, by their weight."""
    rows = []
    for weight in runs.WEIGHTS:
        here = runs.judged("words", 25, weight)
        many = f"{voting('words', 25, weight):.1f}"
        rows.append((weight, many, *three(here)))
    return Table([*rows, ("ridge", "–", *three(runs.ridge()))], *HEADS)


def three(here: runs.Rated) -> list[str]:
    """Return P@1, P@5 and PSP@5 as they are told."""
    return [f"{value:.3f}" for value in (here.p1, here.p5, here.psp5)]


def voting(space: str, k: int, weight: str) -> float:
    r"""Return as if how many voted alike: the median of :math:`1 / \sum_i w_i^2`."""
    w = vote_weights(runs.first(runs.near(space), k), *runs.WEIGHTS[weight])
    share = w / w.sum(axis=1, keepdims=True)
    return float(np.median(1 / np.sum(share**2, axis=1)))


def of_looking() -> Table:
    """Return how many of the ten nearest share a name, and P@1 of 25 votes."""
    rows = []
    for space, name in TOLD.items():
        share = f"{sharing(space):.2f}"
        told = ["–", "–"]
        if space != "labels":
            told = [
                f"{runs.judged(space, 25, weight).p1:.3f}"
                for weight in (runs.EQUAL, WEIGHT)
            ]
        rows.append((name, share, *told))
    ridge = f"{runs.ridge().p1:.3f}"
    heads = "near by", "share a name", "P@1, equal", "P@1, cosine^16"
    return Table([*rows, ("ridge itself", "–", ridge, "–")], *heads)


def sharing(space: str) -> float:
    """Return the share of the ten nearest with a common name."""
    docs, rows = runs.documents(), runs.near(space).rows[:, :10]
    return float((docs.Y[rows] & docs.Y_new[:, None]).any(axis=2).mean())


def of_changed() -> Table:
    """Return for how many documents the embedding finds more names than words do.

    Among the first five of 25 votes; with the p of the sign test.
    """
    rows = []
    for weight in (runs.EQUAL, WEIGHT):
        words, here = (found(space, weight) for space in ("words", "svp"))
        turned, p = signs(here, words)
        rows.append((weight, turned, int(np.sum(here == words)), p))
    return Table(rows, "25 votes", "more:fewer", "as many", "p")


def found(space: str, weight: str) -> Index:
    """Return how many true names are among the first five, for each document."""
    first = runs.best_five(runs.votes(runs.near(space), 25, weight))
    hits = np.take_along_axis(runs.documents().Y_new, first, axis=1)
    return np.asarray(hits.sum(axis=1))


def of_stored() -> Table:
    """Return what it is worth to move the training documents, too."""
    Z, at = runs.embedded(), runs.place("svp")
    rows = []
    for name, E in {"Z": Z - Z.mean(axis=0), "XV": at.E}.items():
        near = neighbours(E, 25, at.F, "cosine")
        told = (runs.rated(runs.votes(near, 25, w)).p1 for w in (runs.EQUAL, WEIGHT))
        rows.append((name, *(f"{value:.3f}" for value in told)))
    return Table(rows, "stored places", "P@1, equal", "P@1, cosine^16")


def of_pairs(pairs: tuple[tuple[str, str], ...] = PAIRS) -> Table:
    """Return who has more first names right, document by document.

    Votes with the best settings on these very documents, of KS and all weights.
    """
    told = {"all scores": runs.judged("scores", 25, WEIGHT), "ridge": runs.ridge()}
    names = {name: name for name in told}
    for name, space in PLACES.items():
        for ending, weights in (("", [*runs.WEIGHTS]), (", equal", [runs.EQUAL])):
            k, weight = best(space, weights)
            told[name + ending] = runs.judged(space, k, weight)
            names[name + ending] = f"{name}, {k} {weight}"
    rows = []
    for one, other in pairs:
        gap = told[one].p1 - told[other].p1
        pair = signs(told[one].right, told[other].right)
        rows.append((f"{names[one]} − {names[other]}", signed(gap), *pair))
    return Table(rows, "P@1", "difference", "only one right", "p")


def best(space: str, weights: list[str]) -> tuple[int, str]:
    """Return the k of KS and the weight with the highest P@1 on the new documents."""
    every = [(k, weight) for k in KS for weight in weights]
    return max(every, key=lambda each: runs.judged(space, *each).p1)


# --- generated


def of_planted(rival: str) -> Table:
    """Return what SLEEC is above words or ridge, over twenty draws."""
    at = list(pays.RIVALS).index(rival)
    rows = []
    for n in (80, 320):
        for other in pays.OTHER[::2]:
            found = pays.over_draws(n, other)[:, :, 0].T  # (3, DRAWS)
            told = paired(found[1], found[at])
            rows.append((f"{n} documents, {other} other words", *told))
    return Table(rows, f"P@1, SLEEC − {rival}", "difference", "won:lost", "p")


def paired(one: Array, other: Array) -> tuple[str, ...]:
    """Return a mean difference, wins and losses, and Wilcoxon's p."""
    p = number(float(wilcoxon(one, other).pvalue))
    return signed(float(np.mean(one - other))), signs(one, other)[0], p
