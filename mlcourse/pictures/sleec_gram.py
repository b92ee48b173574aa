r"""A small Gram matrix, completed move by move: its eigenvalues and its errors.

Symbols: n documents; G (n, n) cosines of their names; Omega the pairs that are asked
for; M = ZZ' the completion, Z (n, r).
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Array, Index
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.page.controls import steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, FAINT, GREEN, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.page.table import Table
from mlcourse.pictures import sleec_runs as runs

N, LAST, LONG = 300, 8, 60  # documents; moves that are drawn, and many more
ROUNDING = -1e-9  # an eigenvalue below it is negative
GRAM = {
    "move": steps(0, 1, 2, 4, LAST, at=0),
    "label_neighbours": steps(3, 10, 100, at=10),
    "rank": steps(5, 20, 80, at=20),
}


class Moves(NamedTuple):
    """What singular value projection has done after each move."""

    values: list[Any]  # (n,) each, eigenvalues before the projection that follows
    on: Array  # (moves,), root mean squared error on Omega
    off: Array  # and on all other pairs
    free: int  # numbers in Z
    asked: int  # pairs that are asked for


@cache
def some() -> Index:
    """Return the names of some documents, drawn once, (N, L)."""
    Y = runs.documents().Y
    rows = np.random.default_rng(0).choice(len(Y), N, replace=False)
    return np.asarray(Y[np.sort(rows)])


@cache
def cosines() -> Array:
    """Return all cosines of their names, (N, N)."""
    Y = some() / np.linalg.norm(some(), axis=1, keepdims=True)
    return np.asarray(Y @ Y.T)


@cache
def known(alike: int) -> Any:
    """Return which pairs are asked for, (N, N) of True and False."""
    G = label_gram(some(), alike)
    ones = csr_array((np.ones(G.nnz), G.indices, G.indptr), shape=G.shape)
    return ones.toarray() > 0


@cache
def completed(alike: int, rank: int, last: int = LAST) -> Moves:
    """Complete the matrix from the pairs of so many label neighbours.

    With all eigenvalues, which are drawn: the loop that the chapter shows.
    """
    G, here = cosines(), known(alike)
    M, values, on, off = np.zeros_like(G), [], [], []
    for _ in range(last + 1):
        error = G - M
        on.append(np.sqrt(np.mean(error[here] ** 2)))
        off.append(np.sqrt(np.mean(error[~here] ** 2)))
        found, U = np.linalg.eigh(np.where(here, G, M))
        values.append(found[::-1])
        kept = np.maximum(found[-rank:], 0)
        M = (U[:, -rank:] * kept) @ U[:, -rank:].T
    asked = (int(here.sum()) + N) // 2
    return Moves(values, np.array(on), np.array(off), N * rank, asked)


def draw_gram(move: int, label_neighbours: int, rank: int) -> Picture:
    """Draw the eigenvalues that the next projection sees, and the error so far."""
    alike = label_neighbours
    found = completed(alike, rank)
    values = found.values[move]
    negative, kept = int(np.sum(values < ROUNDING)), values[:rank]
    low = f"{negative} are negative, the lowest {minus(values[-1])}"
    says = (
        f"{alike} label neighbours, rank {rank}, {move} move{'s' * (move != 1)}: of "
        f"{N} eigenvalues the next projection keeps {int(np.sum(kept > 0))}; "
        f"{low if negative else 'none is negative'}. Error on the pairs "
        f"asked for {found.on[move]:.3f}, on all others {found.off[move]:.3f}."
    )
    return Picture([spectrum(move, alike, rank), errors(move, alike, rank)], says)


def minus(value: float) -> str:
    """Return a number with one decimal and a true minus.

    >>> minus(-6.93)
    '−6.9'
    """
    return f"{value:.1f}".replace("-", "−")


@cache
def spectrum(move: int, alike: int, rank: int) -> str:
    """Draw the eigenvalues, largest first: kept, dropped, negative."""
    values = completed(alike, rank).values[move]
    number = np.arange(1, N + 1)
    kept = (number <= rank) & (values > 0)
    figure, ax = steady("eigenvalue number", "eigenvalues, before the projection", 300)
    ax.axhline(0, color=INK, linewidth=1)
    dots(ax, number[kept], values[kept], color=BLUE, size=5)
    low = values < ROUNDING
    for which, color in ((~kept & ~low, FAINT), (low, ORANGE)):
        ax.plot(number[which], values[which].round(1), color=color, linewidth=3)
    ax.set(xlim=(-5, N + 5), ylim=(-12, 42), xticks=(1, 100, 200, 300))
    for height, color, words in (
        (0.92, BLUE, "kept"),
        (0.83, FAINT, "dropped"),
        (0.74, ORANGE, "negative: no Gram matrix has them"),
    ):
        note(ax, 0.985, height, words, color, ha="right")
    return to_svg(figure)


@cache
def errors(move: int, alike: int, rank: int) -> str:
    """Draw the error on the pairs asked for and on the others, up to this move."""
    found, at = completed(alike, rank), np.arange(move + 1)
    figure, ax = steady("moves", "error (root mean square)", height=300)
    for values, color, style in ((found.on, BLUE, "-"), (found.off, GREEN, "--")):
        ax.plot(at, values[: move + 1], color=color, linestyle=style)
        dots(ax, [move], [values[move]], color=color, size=10)
    ax.set(xlim=(-0.4, LAST + 0.4), ylim=(-0.03, 0.85), xticks=(0, 2, 4, 6, 8))
    note(ax, 0.985, 0.92, "pairs asked for", BLUE, ha="right")
    note(ax, 0.985, 0.83, "all other pairs", GREEN, ha="right")
    return to_svg(figure)


def of_moves() -> Table:
    """Return the errors by what is asked for, and by how many numbers there are.

    Of one setting after many more moves, too; last, of all documents with the
    embedding of the chapter.
    """
    rows = []
    for alike in (3, 10, 100):
        for rank in (5, 20, 80):
            rows.append((f"{alike}", *ends(alike, rank)))
            if (alike, rank) == (3, 80):
                rows.append((f"{alike} *", *ends(alike, rank, LONG)))
    rows.append(whole())
    heads = "rank", "pairs", "numbers", "on Ω", "off Ω"
    return Table(rows, "near", *heads)


def ends(alike: int, rank: int, last: int = LAST) -> tuple[Any, ...]:
    """Return rank, pairs and numbers, and the errors after the last move."""
    found = completed(alike, rank, last)
    errors = (f"{values[-1]:.3f}" for values in (found.on, found.off))
    return f"{rank}", found.asked, found.free, *errors


def whole() -> tuple[Any, ...]:
    """Return the row of all documents; off Omega, from sums over whole matrices."""
    Z, G = runs.embedded(), label_gram(runs.labels(), runs.ALIKE)
    Y, n = runs.unit_labels(), len(Z)
    i, j = np.repeat(np.arange(n), np.diff(G.indptr)), G.indices
    on = np.sum((G.data - np.einsum("ij,ij->i", Z[i], Z[j])) ** 2)
    squares = (np.sum((A.T @ B) ** 2) for A, B in ((Y, Y), (Y, Z), (Z, Z)))
    both = np.dot((1, -2, 1), list(squares))  # |YY' - ZZ'|^2
    errors = np.sqrt([on / G.nnz, (both - on) / (n**2 - G.nnz)])
    told = (f"{error:.3f}" for error in errors)
    numbers = f"{runs.RANK}", (G.nnz + n) // 2, Z.size
    return f"{runs.ALIKE}, all", *numbers, *told
