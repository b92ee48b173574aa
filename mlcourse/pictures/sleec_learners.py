"""What clusters cost and learners give back, from the stored results."""

from functools import cache

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.page.table import Table
from mlcourse.pictures.sleec_stored import book
from mlcourse.reports.embedded import CLUSTERS, PARTED

SHOWN = {1: "-", 5: "--", 10: ":"}  # learners, and their lines
TEAMS = {
    "clusters": steps(*CLUSTERS, at=1),
    "learners": steps(*SHOWN, at=1),
    "measure": choice("P@1", "P@5"),
}


@cache
def teams(clusters: int, learners: int, measure: str) -> Array:
    """Return a measure of each team that was tried."""
    row = book[f"docstrings-teams-{clusters}x{learners}-{measure}"]
    return np.array(row.more["by seed"])


def pairs(clusters: int) -> float:
    """Return the share of all pairs of training documents that are left."""
    return book[f"docstrings-teams-{clusters}x1-pairs"].value


def draw_teams(clusters: int, learners: int, measure: str) -> Picture:
    """Draw a measure of every team against the clusters, and the work."""
    here, whole = teams(clusters, learners, measure), teams(1, 1, measure).mean()
    gap = here.mean() - whole
    spread = f" ± {here.std(ddof=1):.3f}" if len(here) > 1 else ""
    says = (
        f"{clusters} cluster{'s' * (clusters > 1)}, {learners} "
        f"learner{'s' * (learners > 1)}: {measure} {here.mean():.3f}{spread} over "
        f"{len(here)} team{'s' * (len(here) > 1)}, {abs(gap):.3f} "
        f"{'above' if gap > 0 else 'below'} one learner without clusters. Pairs of "
        f"documents to compare: {learners} × {pairs(clusters):.2f} of all."
    )
    if clusters == 1:
        says = (
            f"Without clusters nothing is drawn, so {learners} learner"
            f"{'s are one and the same' if learners > 1 else ' is all there is'}: "
            f"{measure} {whole:.3f}."
        )
    return Picture([by_clusters(clusters, learners, measure), cost(clusters)], says)


@cache
def by_clusters(clusters: int, learners: int, measure: str) -> str:
    """Draw each team as a dot, and the means of all numbers of learners."""
    figure, ax = steady("clusters", f"{measure}, a dot a team", height=290, left=60)
    for t in SHOWN:
        means = [teams(c, t, measure).mean() for c in CLUSTERS]
        mine = t == learners
        style = {"color": BLUE if mine else FAINT, "linestyle": SHOWN[t]}
        ax.plot(CLUSTERS, means, linewidth=2.6 if mine else 1.4, **style)
    for c in CLUSTERS:
        found = teams(c, learners, measure)
        x = c * np.exp(np.linspace(-0.09, 0.09, len(found))) if len(found) > 1 else c
        color = ORANGE if c == clusters else BLUE
        dots(ax, np.broadcast_to(x, len(found)), found, color=color, size=5)
    every = np.concatenate([teams(c, 1, measure) for c in CLUSTERS])
    top = max(teams(c, t, measure).max() for c in CLUSTERS for t in SHOWN)
    ax.set(xscale="log", xlim=(0.85, 19), ylim=(every.min() - 0.004, top + 0.006))
    ax.set_xticks(CLUSTERS, [str(c) for c in CLUSTERS])
    ax.minorticks_off()
    note(ax, 0.03, 0.13, f"{learners} learner{'s' * (learners > 1)}", BLUE)
    lines = {"-": "solid", "--": "dashed", ":": "dotted"}
    others = [f"{t} ({lines[how]})" for t, how in SHOWN.items() if t != learners]
    note(ax, 0.03, 0.04, f"grey: {' and '.join(others)}", INK)
    return to_svg(figure)


@cache
def cost(clusters: int) -> str:
    """Draw the share of pairs of documents that one learner compares."""
    figure, ax = steady("clusters", "pairs that a learner compares", height=290)
    for k, c in enumerate(CLUSTERS):
        value = pairs(c)
        ax.bar(k, value, color=ORANGE if c == clusters else BLUE, width=0.55)
        ax.text(k, value + 0.02, f"{value:.2f}", ha="center", va="bottom")
    ax.set(ylim=(0, 1.25), xlim=(-0.6, len(CLUSTERS) - 0.4), yticks=(0, 0.5, 1))
    ax.set_xticks(range(len(CLUSTERS)), [str(c) for c in CLUSTERS])
    return to_svg(figure)


def of_spread() -> Table:
    """Return between what single learners lie, by clusters."""
    rows = []
    for c in CLUSTERS:
        found = teams(c, 1, "P@1")
        low, mean, high = (f"{v:.3f}" for v in (found.min(), found.mean(), found.max()))
        rows.append((f"{c}", f"{len(found)}", low, mean, high))
    return Table(rows, "clusters", "learners", "lowest P@1", "mean", "highest")


def of_teams(measure: str) -> Table:
    """Return the mean of teams, and the spread of single learners, by clusters."""
    rows = []
    for c in CLUSTERS:
        ones = teams(c, 1, measure)
        spread = f"{ones.std(ddof=1):.3f}" if len(ones) > 1 else "–"
        many = (f"{teams(c, t, measure).mean():.3f}" for t in (5, 10))
        rows.append((f"{c}", f"{ones.mean():.3f}", spread, *many))
    heads = "1 learner", "±", "5 learners", "10 learners"
    return Table(rows, f"clusters, {measure}", *heads)


def of_bibtex() -> Table:
    """Return P@1 and P@5 on bibtex, by clusters and learners, over five seeds."""
    rows = []
    for clusters, many in ((1, 1), (2, 1), (2, 5), (4, 1), (4, 5)):
        told = []
        for measure in ("P@1", "P@5"):
            row = book[f"bibtex-clusters-{clusters}x{many}-{measure}"]
            spread = f" ± {row.spread_seeds:.3f}" if row.spread_seeds else ""
            told.append(f"{row.value:.3f}{spread}")
        rows.append((f"{clusters}", f"{many}", *told))
    return Table(rows, "bibtex, clusters", "learners", "P@1", "P@5")


def of_starts() -> Table:
    """Return how alike clusters of five starts are: mean and range of all pairs."""
    rows = []
    for K in PARTED:
        cells = []
        for data in ("docstrings", "bibtex"):
            row = book[f"{data}-clusters-alike-{K}-ARI"]
            low, high = (two(end(row.more["by pair"])) for end in (min, max))
            cells += [two(row.value), f"{low} to {high}"]
        rows.append((f"{K}", *cells))
    heads = "docstrings", "range", "bibtex", "its range"
    return Table(rows, "clusters, ARI", *heads)


def two(value: float) -> str:
    """Return a number with two digits and a true minus, 0 without a sign.

    >>> two(-0.104), two(-0.002)
    ('−0.10', '0.00')
    """
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")
