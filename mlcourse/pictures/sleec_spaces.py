"""How many numbers an embedding needs, and what a random one does."""

from functools import cache
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from mlcourse.arrays import Array, Index
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, over, steady
from mlcourse.page.style import BLUE, FAINT, GREEN, GRID, ORANGE
from mlcourse.page.svg import layers, to_svg
from mlcourse.page.table import Table
from mlcourse.pictures import sleec_runs as runs

RANKS, ALIKE, KS = (10, 20, 50, 100), (5, 20, 100), (3, 10, 25, 50)
WEIGHT, SEEDS = "cosine^16", (0, 1, 2)
SIZES = {
    "rank": steps(*RANKS, at=50),
    "label_neighbours": steps(*ALIKE, at=100),
    "k": steps(*KS, at=25),
}
PROJECTIONS = {
    "rank": steps(*RANKS, at=20),
    "embedding": choice("optimised", "random"),
    "weight": choice(runs.EQUAL, WEIGHT, at=WEIGHT),
}
MEASURES = {"p1": "P@1", "p5": "P@5"}
PAIRS = 4000


@cache
def fitted() -> None:
    """Fit every embedding of the explorer, in threads, and find its neighbours."""
    sizes = [(rank, alike) for rank in RANKS for alike in ALIKE]
    fits = (delayed(runs.embedded)(*size) for size in reversed(sizes))
    Parallel(n_jobs=2, prefer="threads")(fits)
    for size in sizes:
        runs.near("svp", *size)


@cache
def curve(what: str, measure: str, k: int, alike: int, weight: str = WEIGHT) -> Array:
    """Return a measure of votes by rank, (ranks,), or (seeds, ranks) if "random"."""
    if what == "random":
        found = [[runs.judged(what, k, weight, r, 0, s) for r in RANKS] for s in SEEDS]
        return np.array([[getattr(one, measure) for one in row] for row in found])
    fitted()
    some = (runs.judged(what, k, weight, rank, alike) for rank in RANKS)
    return np.array([getattr(one, measure) for one in some])


def draw_sizes(rank: int, label_neighbours: int, k: int) -> Picture:
    """Draw P@1 and P@5 against the rank, for each number of label neighbours."""
    fitted()
    here = runs.judged("svp", k, WEIGHT, rank, label_neighbours)
    whole = runs.judged("scores", k, WEIGHT)
    says = (
        f"{rank} numbers a document, {label_neighbours} label neighbours, {k} votes of "
        f"cosine^16: P@1 {here.p1:.3f}, P@5 {here.p5:.3f}. With {all_scores()} of "
        f"ridge in place of the embedding: {whole.p1:.3f}, {whole.p5:.3f}."
    )
    panels = [by_rank(m, rank, label_neighbours, k) for m in MEASURES]
    return Picture(panels, says)


@cache
def by_rank(measure: str, rank: int, alike: int, k: int) -> str:
    """Draw one measure against the rank, these label neighbours above the others."""
    svg, ax = all_ranks(measure, k)
    figure, above = over(ax)
    above.set(xscale="log", xlim=ax.get_xlim())
    values = curve("svp", measure, k, alike)
    above.plot(RANKS, values, color=BLUE)
    dots(above, [rank], [values[RANKS.index(rank)]], color=ORANGE, size=12)
    return layers(svg, figure)


@cache
def all_ranks(measure: str, k: int) -> tuple[str, Any]:
    """Draw the curves of all label neighbours faintly, and what is not embedded."""
    ax = rank_axes(measure)
    for alike in ALIKE:
        ax.plot(RANKS, curve("svp", measure, k, alike), color=FAINT, linewidth=1)
    lines(ax, measure, k, WEIGHT)
    return to_svg(ax.figure), ax


def rank_axes(measure: str) -> Any:
    """Return axes of a measure against the rank."""
    _, ax = steady("numbers a document (rank)", f"{MEASURES[measure]}", height=290)
    ax.set(xscale="log", xlim=(8.6, 116), ylim=limits(measure))
    ax.set_xticks(RANKS, [str(r) for r in RANKS])
    ax.minorticks_off()
    return ax


@cache
def limits(measure: str) -> tuple[float, float]:
    """Return between what all curves of a measure lie, with some air."""
    every = [curve("svp", measure, k, alike).min() for k in KS for alike in ALIKE]
    top = max(getattr(runs.judged("scores", k, WEIGHT), measure) for k in KS)
    low = min(every)
    pad = 0.08 * (top - low)
    return low - pad, top + pad


def lines(ax: Any, measure: str, k: int, weight: str) -> None:
    """Draw what neighbours by all scores reach, and what ridge itself does."""
    low, high = ax.get_ylim()
    whole = getattr(runs.judged("scores", k, weight), measure)
    ridge = getattr(runs.ridge(), measure)
    pairs = sorted([(whole, all_scores(), GREEN, ":"), (ridge, "ridge", ORANGE, "--")])
    for (value, name, color, style), place in zip(
        pairs, ("top", "bottom"), strict=True
    ):
        ax.axhline(value, color=color, linestyle=style, linewidth=1.6)
        gap = 0.02 * (high - low) * (1 if place == "bottom" else -1)
        ax.text(9, value + gap, name, color=color, va=place)


# --- random projections


def draw_projections(rank: int, embedding: str, weight: str) -> Picture:
    """Draw P@1 of a random and of the optimised embedding, and their products."""
    at = RANKS.index(rank)
    best = curve("svp", "p1", 25, runs.ALIKE, weight)[at]
    lots = curve("random", "p1", 25, 0, weight)[:, at]
    none, same = products(embedding, rank)
    says = (
        f"Rank {rank}, 25 votes, weight {weight}: P@1 {best:.3f} optimised, "
        f"{lots.mean():.3f} random ({lots.min():.3f} to {lots.max():.3f} in three). "
        f"Products of {embedding} rows: {none.mean():.2f} ± {none.std():.2f} for pairs "
        f"without a common name, {same.mean():.2f} ± {same.std():.2f} for equal names."
    )
    return Picture([rivals(rank, weight), histogram(rank, embedding)], says)


@cache
def rivals(rank: int, weight: str) -> str:
    """Draw P@1 of both embeddings against the rank."""
    ax = rank_axes("p1")
    best = curve("svp", "p1", 25, runs.ALIKE, weight)
    lots = curve("random", "p1", 25, 0, weight)
    ax.plot(RANKS, best, color=BLUE)
    ax.fill_between(RANKS, lots.min(axis=0), lots.max(axis=0), color=GRID)
    ax.plot(RANKS, lots.mean(axis=0), color=ORANGE, linestyle="--")
    for values, color in ((best, BLUE), (lots.mean(axis=0), ORANGE)):
        dots(ax, [rank], [values[RANKS.index(rank)]], color=color, size=11)
    whole = runs.judged("scores", 25, weight).p1
    ax.axhline(whole, color=GREEN, linestyle=":", linewidth=1.6)
    ax.text(9, whole + 0.006, all_scores(), color=GREEN, va="bottom")
    note(ax, 0.985, 0.12, "optimised", BLUE, ha="right")
    note(ax, 0.985, 0.03, "random, three draws", ORANGE, ha="right")
    return to_svg(ax.figure)


@cache
def products(embedding: str, rank: int) -> tuple[Array, Array]:
    """Return inner products of rows: of pairs without a common name, of equal names."""
    Z = runs.embedded(rank) if embedding == "optimised" else runs.projected(rank)
    Y = runs.documents().Y
    i, j = np.random.default_rng(0).integers(0, len(Y), (2, PAIRS))
    apart = (Y[i] & Y[j]).sum(axis=1) == 0
    a, b = equal_pairs()
    return tuple(
        np.einsum("ij,ij->i", Z[u], Z[v]) for u, v in ((i[apart], j[apart]), (a, b))
    )


@cache
def equal_pairs() -> tuple[Index, Index]:
    """Return pairs of different training documents that have the same names."""
    Y = runs.documents().Y
    number = np.unique(Y, axis=0, return_inverse=True)[1].ravel()
    order = np.argsort(number, kind="stable")
    twin = number[order][1:] == number[order][:-1]
    return order[:-1][twin], order[1:][twin]


@cache
def histogram(rank: int, embedding: str) -> str:
    """Draw how inner products of rows are distributed."""
    figure, ax = steady(
        f"product of two {embedding} rows", "share of pairs", height=290
    )
    edges = np.linspace(-0.8, 1.8, 53)
    for values, color, words, height in (
        (products(embedding, rank)[0], FAINT, "no common name", 0.92),
        (products(embedding, rank)[1], BLUE, "the same names", 0.83),
    ):
        share = np.histogram(values.clip(-0.79, 1.79), edges)[0] / len(values)
        ax.stairs(share, edges, color=color, fill=True, alpha=0.8)
        note(ax, 0.985, height, words, color, ha="right")
    ax.set(xlim=(-0.8, 1.8), ylim=(0, 0.5), xticks=(-0.5, 0, 0.5, 1, 1.5))
    return to_svg(figure)


def all_scores() -> str:
    """Return what stands in place of an embedding: a score for every label."""
    return f"all {len(runs.documents().labels)} scores"


def of_sizes() -> Table:
    """Return P@1 by rank and label neighbours, and without an embedding."""
    rows = []
    columns = [curve("svp", "p1", 25, alike) for alike in ALIKE]
    for at, rank in enumerate(RANKS):
        rows.append((f"{rank} numbers", *(f"{column[at]:.3f}" for column in columns)))
    whole = f"{runs.judged('scores', 25, WEIGHT).p1:.3f}"
    rows.append((all_scores(), *(whole for _ in ALIKE)))
    return Table(rows, "label neighbours", *(f"{alike}" for alike in ALIKE))


def of_projections() -> Table:
    """Return P@1 of both embeddings by rank, for both weights."""
    rows = []
    for at, rank in enumerate(RANKS):
        told = []
        for weight in (runs.EQUAL, WEIGHT):
            best = curve("svp", "p1", 25, runs.ALIKE, weight)[at]
            lots = curve("random", "p1", 25, 0, weight)[:, at]
            told += [f"{best:.3f}", f"{lots.mean():.3f}"]
        rows.append((f"{rank}", *told))
    votes = "equal", WEIGHT
    heads = (f"{vote}: {how}" for vote in votes for how in ("optimised", "random"))
    return Table(rows, "P@1, rank", *heads)


def of_errors() -> Table:
    """Return how products of random rows of strangers spread, by rank."""
    rows = []
    for rank in RANKS:
        spread = products("random", rank)[0].std()
        rows.append((f"{rank}", f"{spread:.3f}", f"{1 / np.sqrt(rank):.3f}"))
    return Table(rows, "rank", "spread of products", "1/√r")
