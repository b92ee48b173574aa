"""What the page on your own data draws, and the files that it reads."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.data import load
from mlcourse.page.picture import Picture
from mlcourse.page.plots import steady
from mlcourse.page.style import BLUE, GRID, INK

LABELS, WORDS, ROWS = 8, 300, 1000  # of the docstrings; rows at most of each part


def write_docs() -> Path:
    """Write docs-train.arff, docs-test.arff and docs.xml to a new folder; go there.

    Mulan's form: sparse rows of word counts, and the list of labels beside them.
    """
    folder = Path(tempfile.mkdtemp())
    os.chdir(folder)
    docs = load("docstrings")
    labels = np.argsort(-docs.Y.sum(axis=0), kind="stable")[:LABELS]
    words = np.argsort(-(docs.X > 0).sum(axis=0), kind="stable")[:WORDS]
    names = [docs.label_names[j] for j in labels]
    head = ["@relation docs"]
    head += [f"@attribute 'word {docs.feature_names[j]}' numeric" for j in words]
    head += [f"@attribute {name} {{no,yes}}" for name in names]
    labelled = docs.Y[:, labels].any(axis=1)  # (n,)
    for part, code in ("train", 0), ("test", 1):
        rows = np.flatnonzero((docs.split == code) & labelled)[:ROWS]
        X, Y = docs.X[rows][:, words].toarray(), docs.Y[rows][:, labels]
        body = [sparse_row(x, y) for x, y in zip(X, Y, strict=True)]
        Path(f"docs-{part}.arff").write_text("\n".join([*head, "@data", *body]) + "\n")
    tags = "".join(f'<label name="{name}"/>' for name in names)
    Path("docs.xml").write_text(f"<labels>{tags}</labels>\n")
    return folder


def sparse_row(x: ArrayLike, y: ArrayLike) -> str:
    """Return a row of counts and labels as ARFF writes it: what is not 0, by column.

    >>> sparse_row([0, 2], [1, 0])
    '{1 2, 2 yes}'
    """
    counts = np.asarray(x, dtype=int).tolist()
    told = [f"{j} {value}" for j, value in enumerate(counts) if value]
    there = np.flatnonzero(y) + len(counts)
    return "{" + ", ".join([*told, *(f"{j} yes" for j in there)]) + "}"


def draw_found(names: Sequence[str], shares: ArrayLike) -> Picture:
    """Draw the share of its test rows that is found, for each label."""
    found = np.asarray(shares, dtype=float)
    left = 30 + 8.5 * max(map(len, names))
    height = 84 + 26 * len(names)
    figure, ax = steady("share of its test rows found", "label", height, left)
    ax.grid(False)
    ax.barh(range(len(names)), np.ones(len(names)), color=GRID, alpha=0.5, height=0.6)
    ax.barh(range(len(names)), found, color=BLUE, height=0.6)
    for y, share in enumerate(found):
        ax.text(1.03, y, f"{share:.0%}", color=INK, va="center")
    ax.set_yticks(range(len(names)), names)
    ax.set(xlim=(0, 1.25), ylim=(len(names) - 0.4, -0.6), xticks=(0, 0.5, 1))
    best, worst = names[int(found.argmax())], names[int(found.argmin())]
    says = f"The model finds most often {best} ({found.max():.0%} of its test rows), "
    return Picture(figure, f"{says}least often {worst} ({found.min():.0%}).")
