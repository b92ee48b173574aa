"""What the lesson on SLEEC draws; neighbours and votes come from `runs`."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from matplotlib.ticker import MaxNLocator

from mlcourse.arrays import Index
from mlcourse.chapters.common.grounds import FROM_AXIS, Ground, bars, ticked
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.chapters.sleec import runs
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, FAINT, GREEN, GRID, INK, METHODS, ORANGE
from mlcourse.page.svg import to_svg

SLEEC = METHODS["SLEEC"]["color"]
SPACES = {"words": "in words", "SLEEC": "by SLEEC", "labels": "by their labels"}
# What the handles of each explorer reach.
KS = (1, 2, 3, 4, 5, 7, 10, 15, 20, 25, 35, 50)
VOTES = {
    "k": steps(*KS, at=25),
    "weight": choice("equal", "cosine^4", "cosine^16", at="equal"),
    "document": choice("circvar", "Rectangle", at="circvar"),
}
GRAM = {
    "step": steps(*range(runs.LAST + 1), at=0),
    "label_neighbours": choice(3, 10, 100, at=10),
    "rank": choice(5, 80, at=80),
}
LOOKING = {
    "where": choice(*SPACES, at="SLEEC"),
    "weight": choice("equal", "cosine^4", "cosine^16", at="cosine^16"),
    "document": choice(*runs.DOCUMENTS, at="delete"),
}
RANDOM = {
    "rank": steps(*runs.RANKS, at=100),
    "embedding": choice("SLEEC", "random", at="random"),
}
TALLEST = 290


def card() -> str:
    """Draw the ten nearest of one document, in words and by SLEEC."""
    figure, ax = thumb()
    for side, space in enumerate(("words", "SLEEC")):
        for row, count in enumerate(shared("label", space).sum(axis=1)):
            for k in range(3):
                color = BLUE if k < count else FAINT
                dots(ax, [side * 5 + k], [-row], color=color, size=9 if count else 5)
    ax.set(xlim=(-0.6, 7.6), ylim=(-9.6, 0.6))
    return to_svg(figure)


# --- one document


def own(document: str) -> Index:
    """Return the labels of a document."""
    return np.flatnonzero(runs.documents().Y_new[runs.number_of(document)])


def told(document: str) -> str:
    """Return the labels of a document as they are told."""
    return ", ".join(runs.documents().labels[j] for j in own(document))


def shared(document: str, space: str, k: int = 10) -> Index:
    """Return which of its labels the k nearest have, (k, labels)."""
    rows = runs.nearest(document, space).rows[0, :k]
    return np.asarray(runs.documents().Y[rows][:, own(document)])


def first(document: str, space: str, k: int, weight: str) -> tuple[str, str]:
    """Return the label with most votes, and whether it is true, in words."""
    j = int(runs.votes_on(document, space, k, weight).argmax())
    true = "true" if j in own(document) else "not true"
    return runs.documents().labels[j], true


def draw_ten(document: str, *spaces: str) -> Picture:
    """Draw the ten nearest in some spaces, and which labels they share."""
    counts = {s: int(shared(document, s).any(axis=1).sum()) for s in spaces}
    says = ", ".join(f"{SPACES[s]} {count}" for s, count in counts.items())
    return Picture(
        [ten(document, space) for space in spaces],
        f"Of the ten nearest documents this many share a label: {says}.",
    )


@cache
def ten(document: str, space: str) -> str:
    """Draw one list of ten nearest documents, a column for each label."""
    docs, has = runs.documents(), shared(document, space)
    figure, ax = steady("", f"nearest {SPACES[space]}", height=TALLEST, left=6)
    ax.set_position((6 / 420, 6 / TALLEST, 400 / 420, 1 - 38 / TALLEST))
    names = [docs.labels[j] for j in own(document)]
    ends = columns(names)
    for name, at in zip(names, ends, strict=True):
        ax.text(at, 0.15, name, ha="right", color=BLUE)
    for row, j in enumerate(runs.nearest(document, space).rows[0, :10], start=1):
        ax.text(0, -row, runs.short(docs.names[j]), va="center")
    middles = np.array(ends) - 3.75 * np.array([*map(len, names)])  # of the columns
    for which, color, size in ((has == 1, BLUE, 13), (has == 0, FAINT, 3)):
        rows, labels = np.nonzero(which)
        dots(ax, middles[labels], -1 - rows, color=color, size=size)
    ax.set(xlim=(0, 400), ylim=(-10.6, 0.9), xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return to_svg(figure)


def columns(names: Sequence[str]) -> list[float]:
    """Return where the column of each label ends, from the right edge.

    >>> columns(["a", "axis"])
    [356.0, 400.0]
    """
    ends = [400.0]
    for name in reversed(names[1:]):
        ends.append(ends[-1] - 8 * len(name) - 12)
    return ends[::-1]


@cache
def verdict(document: str, space: str, k: int, weight: str) -> str:
    """Draw the six labels with most votes, true ones in blue."""
    docs, S = runs.documents(), runs.votes_on(document, space, k, weight)
    order = np.argsort(-S, kind="stable")[:6]
    order = order[S[order] >= 5e-3]  # what is not told as 0.00
    ground = verdict_axes()
    figure, [ax] = ground.over()
    true = np.isin(order, own(document))
    for some, color in ((true, BLUE), (~true, FAINT)):
        bars(ax, np.flatnonzero(some), S[order[some]], 0.6, lying=True, color=color)
    for row, share in enumerate(S[order]):
        ax.text(share + 0.02, row, f"{share:.2f}", va="center", color=INK)
    names = [docs.labels[j] for j in order]
    names = [name if len(name) < 15 else name[:13] + "…" for name in names]
    ticked(ax, "y", dict(enumerate(names)))
    return ground.under(figure)


@cache
def verdict_axes() -> Ground:
    """Draw the axes of the votes."""
    figure, ax = steady("share of the vote", "labels with most votes", 290, left=132)
    ax.set(xlim=(0, 1.24), ylim=(5.6, -0.6), xticks=(0, 0.5, 1), yticks=())
    ax.grid(visible=False)
    return Ground(figure)


# --- explorers


def draw_votes(k: int, weight: str, document: str) -> Picture:
    """Draw the votes of k neighbours in words."""
    label, true = first(document, "words", k, weight)
    return Picture(
        [voters(document, k, weight), verdict(document, "words", k, weight)],
        f"{document}: {label}, {true}. All new documents: P@1 "
        f"{runs.p_at_1('words', k, weight):.2f}.",
    )


def voters(document: str, k: int, weight: str) -> str:
    """Draw the share of each neighbour, nearest first."""
    ground = voters_axes()
    figure, [ax] = ground.over()
    w = runs.shares(document, "words", k, weight)
    has = shared(document, "words", k).any(axis=1)
    place, top = np.arange(1, k + 1), max(1.35 * w.max(), 0.05)
    ax.set(xlim=(0.2, max(k, 5) + 0.8), ylim=(0, top))
    for some, color in ((has, BLUE), (~has, FAINT)):
        bars(ax, place[some], w[some], 0.8, color=color)
    ticked(ax, "x", {1: "1", k: str(k)})
    ticks = MaxNLocator(4, steps=(1, 2, 2.5, 5, 10)).tick_values(0, top)
    ticks, digits = ticks[ticks <= top], len(f"{ticks[1]:g}") - 2
    ax.hlines(ticks, *ax.get_xlim(), color=GRID, linewidth=0.7, zorder=0)
    ticked(ax, "y", {at: f"{at:.{digits}f}" for at in ticks})
    return ground.under(figure)


@cache
def voters_axes() -> Ground:
    """Draw what the shares of all neighbours have in common."""
    figure, ax = steady("neighbours, nearest first", "share of the vote", 290)
    ax.set_xticks((0,), (" ",))  # leaves room for numbers above the name
    ax.tick_params(length=0, pad=FROM_AXIS)
    ax.set(yticks=())
    note(ax, 0.985, 0.9, "blue: shares a label", BLUE, ha="right")
    return Ground(figure)


def draw_gram(step: int, label_neighbours: int, rank: int) -> Picture:
    """Draw the eigenvalues that the next projection sees, and the error so far."""
    found = runs.completed(label_neighbours, rank)
    negative = int(np.sum(found.values[step] < runs.ROUNDING))
    return Picture(
        [spectrum(step, label_neighbours, rank), errors(step, label_neighbours, rank)],
        f"Rank {rank}, step {step}: {negative} negative; error {found.on[step]:.2f} "
        f"on Ω, {found.off[step]:.2f} elsewhere.",
    )


def spectrum(step: int, alike: int, rank: int) -> str:
    """Draw the eigenvalues, largest first: kept, dropped, negative."""
    values = runs.completed(alike, rank).values[step]
    number = np.arange(1, runs.N + 1)
    kept = (number <= rank) & (values > 0)
    low = values < runs.ROUNDING
    ground = spectrum_axes()
    figure, [ax] = ground.over()
    dots(ax, number[kept], values[kept], color=BLUE, size=5)
    for which, color in ((~kept & ~low, FAINT), (low, ORANGE)):
        ax.plot(number[which], values[which].round(1), color=color, linewidth=3)
    return ground.under(figure)


@cache
def spectrum_axes() -> Ground:
    """Draw the axes of the eigenvalues, and what their colours mean."""
    figure, ax = steady("number", "eigenvalues before the projection", 300)
    ax.axhline(0, color=INK, linewidth=1)
    ax.set(xlim=(-5, runs.N + 5), ylim=(-12, 42), xticks=(1, 100, 200, 300))
    for height, color, words in (
        (0.92, BLUE, "kept"),
        (0.82, FAINT, "dropped"),
        (0.72, ORANGE, "negative → 0"),
    ):
        note(ax, 0.53, height, words, color)  # between the guesses
    return Ground(figure)


def errors(step: int, alike: int, rank: int) -> str:
    """Draw the error on observed entries and on the others, up to this step."""
    found, at = runs.completed(alike, rank), np.arange(step + 1)
    ground = errors_axes()
    figure, [ax] = ground.over()
    for values, color, style in ((found.on, BLUE, "-"), (found.off, GREEN, "--")):
        ax.plot(at, values[: step + 1], color=color, linestyle=style)
        dots(ax, [step], [values[step]], color=color, size=10)
    return ground.under(figure)


@cache
def errors_axes() -> Ground:
    """Draw the axes of the errors, and their names."""
    figure, ax = steady("step", "error (root mean square)", 300)
    ax.set(xlim=(-0.4, runs.LAST + 0.4), ylim=(-0.03, 0.95), xticks=(0, 4, 8, 12))
    note(ax, 0.985, 0.92, "observed entries (Ω)", BLUE, ha="right")
    note(ax, 0.985, 0.82, "all other entries", GREEN, ha="right")
    return Ground(figure)


def draw_looking(where: str, weight: str, document: str) -> Picture:
    """Draw the ten nearest in a space, and the votes of twenty-five."""
    label, true = first(document, where, 25, weight)
    some = int(shared(document, where).any(axis=1).sum())
    return Picture(
        [ten(document, where), verdict(document, where, 25, weight)],
        f"{document} ({told(document)}), {weight}: {some} of ten share a label; "
        f"first {label}, {true}.",
    )


def draw_random(rank: int, embedding: str) -> Picture:
    """Draw the inner products of embedded label rows, and P@1 by rank."""
    none, _ = runs.products(embedding, rank)
    p = runs.P_BY_RANK[embedding][runs.RANKS.index(rank)]
    return Picture(
        [histogram(rank, embedding), by_rank(rank, embedding)],
        f"{embedding}, rank {rank}: grey spread {none.std():.2f}, P@1 {p:.2f}.",
    )


def histogram(rank: int, embedding: str) -> str:
    """Draw the products of pairs without a common label, and of equal labels."""
    none, same = runs.products(embedding, rank)
    ground = histogram_axes()
    figure, [ax] = ground.over()
    edges = np.linspace(-0.85, 1.85, 28)
    for values, color, strength in ((none, FAINT, 0.9), (same, BLUE, 0.75)):
        inside = np.clip(values, edges[0] + 1e-9, edges[-1] - 1e-9)
        share = np.histogram(inside, edges)[0] / len(values)
        bars(ax, edges[:-1] + 0.05, share, 0.1, color=color, alpha=strength)
    return ground.under(figure)


@cache
def histogram_axes() -> Ground:
    """Draw the axes of the products, and what their colours mean."""
    figure, ax = steady("inner product", "pairs of documents, share", 300)
    ax.set(xlim=(-0.9, 1.9), ylim=(0, 1.05), xticks=(0, 1), yticks=(0, 0.5, 1))
    note(ax, 0.985, 0.92, "grey: no common label", INK, ha="right")
    note(ax, 0.985, 0.82, "blue: equal labels", BLUE, ha="right")
    return Ground(figure)


def by_rank(rank: int, embedding: str) -> str:
    """Mark the rank on the curve of an embedding."""
    ground, at = rank_curves(), runs.RANKS.index(rank)
    figure, [ax] = ground.over()
    color = {"SLEEC": SLEEC, "random": GREEN}[embedding]
    dots(ax, [rank], [runs.P_BY_RANK[embedding][at]], color=color, size=12)
    return ground.under(figure)


@cache
def rank_curves() -> Ground:
    """Draw P@1 of 25 votes against the rank, for both embeddings."""
    figure, ax = steady("rank (dimensions)", "P@1, all new documents", 300)
    for name, color, style in (("SLEEC", SLEEC, "-"), ("random", GREEN, "--")):
        ax.plot(runs.RANKS, runs.P_BY_RANK[name], color=color, linestyle=style)
    ax.set(xscale="log", xlim=(1.7, 240), ylim=(0, 0.82))
    ax.minorticks_off()
    ax.set_xticks((2, 10, 50, 200), ("2", "10", "50", "200"))
    note(ax, 0.985, 0.17, "SLEEC", SLEEC, ha="right")
    note(ax, 0.985, 0.07, "random", GREEN, ha="right")
    return Ground(figure)


# --- still


def draw_clusters() -> Picture:
    """Draw P@1 of one learner and of ten by clusters, and the pairs to compare."""
    left, ax = steady("clusters", "P@1", 290, left=60)
    at = range(len(runs.CLUSTERS))
    for many, color, style in ((1, GREEN, "-"), (10, INK, "--")):
        means = [runs.team(c, many).mean() for c in runs.CLUSTERS]
        ax.plot(at, means, color=color, linestyle=style)
        dots(ax, at, means, color=color, size=9)
        name = f"{many} learner{'s' * (many > 1)}"
        note(ax, 0.03, 0.06 + 0.1 * (many > 1), name, color)
    ax.set(ylim=(0.64, 0.74), xlim=(-0.3, 4.3), yticks=(0.65, 0.7))
    ax.set_xticks(at, map(str, runs.CLUSTERS))
    right, ax = steady("clusters", "share of all pairs in one learner", 290)
    for k, c in enumerate(runs.CLUSTERS):
        value = runs.pairs_left(c)
        ax.bar(k, value, color=FAINT, width=0.55)
        ax.text(k, value + 0.02, f"{value:.2f}", ha="center", color=INK)
    ax.set(ylim=(0, 1.2), xlim=(-0.6, 4.6), yticks=(0, 0.5, 1))
    ax.set_xticks(at, map(str, runs.CLUSTERS))
    one, ten = (runs.team(16, many).mean() for many in (1, 10))
    return Picture(
        [left, right],
        f"With 16 clusters one learner has P@1 {one:.2f} and ten learners have "
        f"{ten:.2f}; without clusters it is {runs.team(1, 1).mean():.2f}.",
    )


def draw_pays() -> Picture:
    """Draw the P@1 of three methods on four kinds of generated documents."""
    styles = {"words": FAINT, "SLEEC": SLEEC, "ridge": METHODS["ridge"]["color"]}
    panels, parts = [], []
    for n in (80, 320):
        figure, ax = steady(f"{n} documents to learn from", "P@1", height=300)
        for k, noise in enumerate((5, 40)):
            means = runs.GENERATED[n, noise]
            for j, (name, color) in enumerate(styles.items()):
                at = k + 0.27 * (j - 1)
                ax.bar(at, means[name], width=0.25, color=color)
                text = f"{means[name]:.2f}"
                ax.text(at, means[name] + 0.02, text, ha="center", color=INK)
            told = ", ".join(f"{value:.2f}" for value in means.values())
            parts.append(f"{n} documents, {noise} noise words: {told}")
        ax.set(ylim=(0, 1.3), xlim=(-0.6, 1.6), yticks=(0, 0.5, 1))
        ax.set_xticks((0, 1), ("5 noise words", "40 noise words"))
        ax.grid(visible=False)
        for x, name in ((0.02, "words"), (0.56, "SLEEC"), (0.8, "ridge")):
            shown = "votes in words" if name == "words" else name
            note(ax, x, 0.92, f"■ {shown}", styles[name])
        panels.append(figure)
    return Picture(panels, f"P@1 of votes in words, SLEEC, ridge. {'; '.join(parts)}.")
