"""When a low rank pays: ridge and REML by rows and by the rank of the planted head.

Twenty draws of each case take a minute; so they are kept here as measured, and a test
measures them anew.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import reml_documents as documents
from mlcourse.pictures import reml_runs as runs

RANKS = (1, 3, 10, 20)
ROWS = (50, 100, 200, 500, 1500)
RIDGES = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
LOWS, L1S = (3.0, 10.0, 30.0, 100.0), (0.1, 0.3, 0.5, 0.7, 0.9, 1.5)
STRENGTHS = tuple((low, l1) for low in LOWS for l1 in L1S)
OTHERS = (100, 101, 102)  # seeds of the draws on which strengths are chosen


class Case(NamedTuple):
    """Ridge and REML on twenty draws, with strengths chosen on other draws."""

    ridge: float  # the mean recall of all ones
    two: float  # of ridge with a strength for the head and one for the tail
    reml: float
    over_ridge: int  # draws in which REML has more than ridge
    over_two: int  # and more than ridge with two strengths


MEASURED = {  # rank of the head, rows to fit
    (1, 50): Case(0.4508, 0.4611, 0.5659, 20, 20),
    (1, 100): Case(0.5878, 0.6374, 0.7588, 20, 20),
    (1, 200): Case(0.7220, 0.7330, 0.8514, 20, 20),
    (1, 500): Case(0.8292, 0.8292, 0.9041, 20, 20),
    (1, 1500): Case(0.8941, 0.8941, 0.9321, 20, 20),
    (3, 50): Case(0.4452, 0.4566, 0.5210, 20, 19),
    (3, 100): Case(0.5949, 0.6506, 0.7819, 20, 20),
    (3, 200): Case(0.7292, 0.7388, 0.8499, 20, 20),
    (3, 500): Case(0.8297, 0.8297, 0.9053, 20, 20),
    (3, 1500): Case(0.8956, 0.8957, 0.9336, 20, 20),
    (10, 50): Case(0.4486, 0.4589, 0.4712, 20, 17),
    (10, 100): Case(0.5924, 0.6426, 0.6843, 20, 20),
    (10, 200): Case(0.7315, 0.7407, 0.7810, 20, 20),
    (10, 500): Case(0.8266, 0.8287, 0.8613, 20, 20),
    (10, 1500): Case(0.8939, 0.8940, 0.9119, 20, 20),
    (20, 50): Case(0.4525, 0.4639, 0.4590, 15, 8),
    (20, 100): Case(0.5907, 0.6428, 0.6596, 20, 20),
    (20, 200): Case(0.7289, 0.7377, 0.7503, 20, 20),
    (20, 500): Case(0.8293, 0.8315, 0.8402, 20, 20),
    (20, 1500): Case(0.8932, 0.8932, 0.8968, 20, 20),
}


def measured(rank: int, rows: int) -> Case:
    """Return a case, newly measured."""
    ridges = [RidgeClassifier(alpha=a) for a in RIDGES]
    strengths = [runs.learner(rank, l1, low) for low, l1 in STRENGTHS]
    models = (
        best(ridges, rank, rows),
        runs.two_ridges(*(best(ridges, rank, rows, part).alpha for part in (0, 1))),
        best(strengths, rank, rows),
    )
    one, two, reml = (
        every(model, rank, rows, range(runs.DRAWS))[:, 2] for model in models
    )
    ridge, both, mean = (float(found.mean()) for found in (one, two, reml))
    over_ridge, over_two = (int(np.sum(reml > other)) for other in (one, two))
    return Case(ridge, both, mean, over_ridge, over_two)


def best(models: Sequence[Any], rank: int, rows: int, part: int = 2) -> Any:
    """Return the model of the highest mean recall of a part on other draws."""
    return max(
        models, key=lambda m: float(every(m, rank, rows, OTHERS)[:, part].mean())
    )


def every(model: Any, rank: int, rows: int, seeds: Sequence[int]) -> Array:
    """Return the recall of head, tail and all ones on each draw, (seeds, 3)."""
    return np.array(
        [runs.judged(model, runs.task(s, rows=rows, rank=rank)) for s in seeds]
    )


def of_cases() -> Tables:
    """Return what REML gains over both ridges; in brackets draws won, if not all."""
    return Tables(
        gains("one λ", "ridge", "over_ridge"),
        gains("two λ", "two", "over_two"),
    )


def gains(head: str, other: str, won: str) -> Table:
    """Return what REML gains over one of the ridges."""
    rows = []
    for n in ROWS:
        told = []
        for rank in RANKS:
            case = MEASURED[rank, n]
            gain = f"{case.reml - getattr(case, other):.3f}".replace("-", "−")
            ahead = getattr(case, won)
            told.append(gain if ahead == runs.DRAWS else f"{gain} ({ahead})")
        rows.append((f"{n:,}", *told))
    return Table(rows, head, *(f"rank {rank}" for rank in RANKS))


def draw_rows(ranks: Sequence[int] = (3, 20)) -> Picture:
    """Draw the recall of ridge and REML by rows, for a head of low and of full rank."""
    panels, told = [], []
    for rank in ranks:
        figure, ax = steady("rows to fit", f"recall of all ones, rank {rank}", 290)
        cases = [MEASURED[rank, n] for n in ROWS]
        for name, style in zip(("reml", "ridge", "two"), CURVES, strict=False):
            values = [getattr(case, name) for case in cases]
            ax.plot(ROWS, values, marker="o", markersize=6, **style)
        ax.set(xscale="log", xlim=(45, 1700), ylim=(0.35, 1.02), yticks=(0.4, 0.6, 0.8))
        ax.set_xticks(ROWS, [f"{n:,}" for n in ROWS])
        ax.minorticks_off()
        note(ax, 0.02, 0.92, "REML", BLUE)
        note(ax, 0.25, 0.92, "ridge", ORANGE)
        note(ax, 0.48, 0.92, "ridge, two λ", str(CURVES[2]["color"]))
        panels.append(to_svg(figure))
        told.append(
            f"rank {rank}: "
            + ", ".join(
                f"{n:,} rows {case.ridge:.2f}, {case.two:.2f} and {case.reml:.2f}"
                for n, case in zip(ROWS, cases, strict=True)
            )
        )
    return Picture(
        panels,
        "Recall of ridge, of ridge with a strength for the head and one for the tail, "
        f"and of REML by rows to fit. {'; '.join(told)}.",
    )


# --- does a cut to low rank help the head?


def planted_heads() -> dict[int, float]:
    """Return the recall of the planted head by the rank, without H."""
    most = runs.L1S[-1]  # no H is left
    return {
        k: runs.by_setting()[k, most].recall.head for k in (1, 2, 3, 4, 5, 8, 13, 30)
    }


def document_heads() -> dict[int, float]:
    """Return the recall of the docstrings' head by the rank that ridge is cut to."""
    return {k: documents.squeezed(k).head for k in documents.RANKS}


def draw_heads() -> Picture:
    """Draw the recall of the head by the rank, planted and on the docstrings."""
    panels, told = [], []
    for name, heads, ticks in (
        ("planted labels", planted_heads(), (1, 3, 10, 30)),
        ("docstrings", document_heads(), (5, 20, 100, 400)),
    ):
        figure, ax = steady("rank, logarithmic", f"recall of the head, {name}", 270)
        ax.plot(*zip(*heads.items(), strict=True), marker="o", **CURVES[0])
        best = max(heads, key=lambda k: heads[k])
        dots(ax, [best], [heads[best]], color=ORANGE, size=13)
        low, high = min(heads) / 1.15, max(heads) * 1.15
        ax.set(xscale="log", xlim=(low, high), ylim=(0.3, 0.9), yticks=(0.4, 0.6, 0.8))
        ax.set_xticks(ticks, [str(k) for k in ticks])
        ax.minorticks_off()
        panels.append(to_svg(figure))
        whole = heads[max(heads)]
        told.append(f"{name} {heads[best]:.3f} at rank {best}, uncut {whole:.3f}")
    return Picture(panels, f"The highest recall of the head: {'; '.join(told)}.")
