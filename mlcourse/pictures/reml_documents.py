"""799 names squeezed through k numbers: whom a low rank forgets, on the docstrings.

Symbols: n documents, L names; Y (n, L) of 0 and 1; W (d, L) ridge weights; B (L, k) the
directions that are kept.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.formulas.metrics.top_k import top_labels
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES, FAINT, INK
from mlcourse.pictures.dependence_runs import Documents, documents

RANKS = (5, 10, 20, 50, 100, 200, 400, 799)
SHOWN = (20, 100, 400)
FEW = 5  # training documents: names of at most so many are the tail
GROUPS = (3, 4, 5, 6, 8, 11, 16, 25, 50, 100, 200, 700)  # documents of a name, bounds


class Squeezed(NamedTuple):
    """What is left of the names if k numbers a document have to do."""

    kept: float  # share of the ones of Y, in squares, by the best k numbers
    first: float  # P@1 of ridge, cut to k numbers, on the test documents
    head: float  # share of the true names of the head that are among its first five
    tail: float  # of the tail


@cache
def rare() -> Index:
    """Return which names are of the tail, (799,), True or False."""
    return np.asarray(documents().Y.sum(axis=0) <= FEW)


@cache
def squares() -> Array:
    """Return the squared entries of Y by direction and name, (799, 799).

    Row j has what the direction of the j-th largest singular value has of each name.
    """
    Y = documents().Y.astype(float)
    s, B = np.linalg.eigh(Y.T @ Y)
    return np.asarray((s * B**2).T[::-1])


def kept(rank: int) -> Array:
    """Return which share of the ones of each name the best rank keeps, (799,)."""
    return np.asarray(squares()[:rank].sum(axis=0) / squares().sum(axis=0))


@cache
def ridge() -> tuple[Array, Array]:
    """Return ridge's scores of the test documents (m, L), and directions (L, L).

    The first columns of B span what a cut to a rank leaves: the eigenvectors of
    Y'XW, largest first.
    """
    docs: Documents = documents()
    model: Any = RidgeClassifier(alpha=1.0, fit_intercept=False).fit(docs.X, docs.Y)
    M = np.asarray(docs.Y.T @ (docs.X @ model.coef_.T))
    B = np.linalg.eigh((M + M.T) / 2)[1][:, ::-1]
    return np.asarray(model.estimate(docs.X_test)), B


@cache
def squeezed(rank: int) -> Squeezed:
    """Return what a rank keeps of the labels, and what ridge cut to it still finds."""
    S, B = ridge()
    S, Y = (S @ B[:, :rank]) @ B[:, :rank].T, documents().Y_test
    S = S.round(9)  # so that rounding does not order equal scores
    first = top_labels(S, 5)  # (m, 5)
    found = (
        float(np.take_along_axis(part, first, axis=1).sum() / part.sum())
        for part in (Y * ~rare(), Y * rare())
    )
    share = squares()[:rank].sum() / squares().sum()
    return Squeezed(float(share), precision_at_k(Y, S, 1), *found)


def draw_forgotten() -> Picture:
    """Draw which share of its ones a name keeps, by how frequent it is."""
    counts = documents().Y.sum(axis=0)
    group = np.searchsorted(GROUPS, counts, side="right")
    held = np.unique(group)
    at = [float(np.exp(np.log(counts[group == g]).mean())) for g in held]
    figure, ax = steady(
        "training documents with the name", "share of its ones that is kept", 290
    )
    told = []
    for rank, style in zip(SHOWN[::-1], CURVES, strict=False):
        shares = [float(kept(rank)[group == g].mean()) for g in held]
        ax.plot(at, shares, marker="o", markersize=6, **style)
        told.append(f"rank {rank}: {kept(rank)[rare()].mean():.0%}")
    ax.axvline(FEW + 0.5, color=FAINT, linestyle=":", linewidth=1.6)
    ax.set(xscale="log", xlim=(2.6, 800), ylim=(0, 1.28), yticks=(0, 0.5, 1))
    ax.set_xticks(ticks := (3, 10, 30, 100, 300), [str(t) for t in ticks])
    ax.minorticks_off()
    for k, (rank, style) in enumerate(zip(SHOWN[::-1], CURVES, strict=False)):
        note(ax, 0.02 + 0.33 * k, 0.92, f"rank {rank}", style["color"])
    note(ax, 0.02, 0.8, "← tail", INK)
    return Picture(
        figure,
        "The share of a name's ones that a label matrix of low rank keeps, by how many "
        f"documents have the name. Tail names keep on average: {', '.join(told)}.",
    )
