"""REML on real data: the stored results of docstrings and bibtex, and the report's."""

import re

import numpy as np
from matplotlib.figure import Figure

from mlcourse.arrays import Array
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import BLUE, INK, ORANGE, PURPLE
from mlcourse.page.svg import to_svg
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import reml_one as one
from mlcourse.pictures import reml_runs as runs
from mlcourse.reports import results
from mlcourse.reports.store import Row

book = results("book")
trial = results("000")
STRENGTHS = ("k20-3", "k50-0.3", "k50-1", "k50-3", "k50-10")  # rank, on U and V
READINGS = (2218, 1885, 1003)  # training rows, as one may read the report
AT = "by-test-precision at recall@241"
SHOWN = {"P@1": "P@1", "PSP@1": "PSP@1"}
SHOWN |= {"tail recall@5": "tail", "head recall@5": "head"}
DRAWS = 5  # that all learners have; ridge has more
PRINTED = {"precision": 0.797, "recall": 0.241}

RESTS = (0.02, 0.05, 0.1, 0.2, 0.5)  # L1 strengths on bibtex
PLANTED_RESTS = (*RESTS, 1.0)
SEEN = 0.001  # what is larger counts as not empty


def of_shares(data: str) -> Table:
    """Return ridge, and REML at some strengths: how much of its fit is of low rank."""
    rows = []
    ridge = (book[f"{data}-places-ridge-by-inner-{m}"].value for m in ("P@1", "P@5"))
    rows.append(("ridge", *(f"{value:.3f}" for value in ridge), "–", "–"))
    for name in STRENGTHS:
        k, strength = name.removeprefix("k").split("-")
        here = f"{data}-shares-{name}"
        told = [f"{book[f'{here}-{m}'].value:.3f}" for m in ("P@1", "P@5")]
        alone = f"{book[f'{here}-low-rank-P@1'].value:.3f}"
        share = f"{book[f'{here}-share'].value:.0%}"
        rows.append((f"rank {k}, λ₂ = {strength}", *told, alone, share))
    chosen = (book[f"{data}-places-reml-by-inner-{m}"].value for m in ("P@1", "P@5"))
    told = [f"{value:.3f}" for value in chosen]
    k, strength = inside(data).split(", ")
    share = f"{book[f'{data}-offered-k{k}-{strength}-share'].value:.0%}"
    rows.append((f"chosen: {k}, {strength}", *told, "–", share))
    return Table(rows, data, "P@1", "P@5", "XUV alone", "its share")


def inside(data: str) -> str:
    """Return the rank and the strength on U and V that were chosen inside."""
    [name] = book[f"{data}-places-reml-by-inner-P@1"].more["chosen"]
    rank, strength = (
        re.findall(rf"{key}=([\d.]+)", name)[0]
        for key in ("n_components", "alpha_low_rank")
    )
    return f"{rank}, {float(strength):g}"


def of_rest() -> Tables:
    """Return how many entries of XH are not empty, by L1 strength, and what is found.

    On the planted labels in head and tail, with both recalls; on bibtex in all tags.
    """
    planted, bibtex, given = [], [], runs.task(0)
    for l1 in PLANTED_RESTS:
        model = one.fitted(alpha_l1=l1)
        full = np.abs(model.tail(given.X)) > SEEN
        found = runs.recall(given.Y_new, model.estimate(given.X_new))
        parts = full[:, : runs.HEAD], full[:, runs.HEAD :]
        told = (f"{part.mean():.1%}" for part in parts)
        planted.append((f"{l1:g}", *told, f"{found.head:.2f}, {found.tail:.2f}"))
    for l1 in RESTS:
        row = f"bibtex-rests-{l1:g}"
        names = f"above-{SEEN:g}", "share"
        told = (f"{book[f'{row}-{name}'].value:.1%}" for name in names)
        first = book[f"{row}-P@1"].value
        bibtex.append((f"{l1:g}", *told, f"{first:.3f}"))
    return Tables(
        Table(planted, "planted, λ₃", "XH, head", "XH, tail", "head, tail found"),
        Table(bibtex, "bibtex, λ₃", "XH", "share of XUV", "P@1"),
    )


def of_splits() -> Table:
    """Return REML and ridge on twenty random splits of the docstrings, paired."""
    rows = []
    for measure, name in SHOWN.items():
        ridge, reml, gap = (
            book[f"docstrings-splits-reml-{who}-{measure}"]
            for who in ("ridge", "reml", "reml-less-ridge")
        )
        more = gap.more
        p = float(more["p_corrected"])
        rows.append(
            (
                name,
                pm(ridge),
                pm(reml),
                f"{more['won']}:{more['lost']}",
                "< 0.01" if p < 0.01 else f"{p:.2f}",
            )
        )
    return Table(rows, "20 splits", "ridge", "REML", "wins", "p")


def pm(row: Row) -> str:
    """Return a result and its spread between draws."""
    return f"{row.value:.3f} ± {row.spread_seeds:.3f}"


def of_report() -> Tables:
    """Return what the stored results say of REML on the report's rows of bibtex.

    First the precision at the report's recall, by training rows, in either unit, with
    the draws won and lost against ridge; then both parts of the fit, on its sample.
    """
    tables = []
    for scale, group in UNITS.items():
        rows = []
        for who in group:
            told = [f"{shared(who, train).mean():.3f}" for train in READINGS]
            if who != group[-1]:
                pairs = (score(who, group[-1], train) for train in READINGS)
                told = [f"{x} ({y})" for x, y in zip(told, pairs, strict=True)]
            rows.append((WHO[who].removesuffix(", length 1"), *told))
        tables.append(Table(rows, scale, *(f"{train:,}" for train in READINGS)))
    parts = []
    for how, name in HOWS.items():
        here = f"bibtex-sample-parts-{how}"
        point = (f"{trial[f'{here}-{m}'].value:.3f}" for m in ("precision", "recall"))
        parts.append((name, *point, f"{trial[f'{here}-share'].value:.1%}"))
    parts.append(("report", *(f"{value:.3f}" for value in PRINTED.values()), "–"))
    heads = "precision", "recall", "XUV"
    return Tables(*tables, Table(parts, "cut at ½", *heads))


def at_recall(who: str, train: int) -> Row:
    """Return the precision at the recall that the report prints, of one of WHO."""
    if who == "ridge, length 1":
        return book[f"bibtex-reml-{train}-precision at recall@241"]
    if who == "ridge":
        return trial[f"bibtex-sample-reml-{train}-{AT}"]
    return trial[f"bibtex-sample-{who}-from-{train}-{AT}"]


def shared(who: str, train: int) -> Array:
    """Return the same on each of the draws that all have, (DRAWS,)."""
    return np.array(at_recall(who, train).more["by seed"][:DRAWS])


def score(who: str, other: str, train: int) -> str:
    """Return in how many draws one has more than another, and in how many less.

    >>> score("ridge", "ridge", 2218)
    '0:0'
    """
    gap = shared(who, train) - shared(other, train)
    return f"{np.sum(gap > 0)}:{np.sum(gap < 0)}"


def draw_report() -> Picture:
    """Draw all cuts of REML and of ridge on bibtex, and both at the report's recall."""
    below, told = readings()
    curves, said = cuts()
    says = (
        f"First: on the official split, cut at ½, {said}; dotted: the report's point, "
        f"of other rows. Second: at its recall, from 2,218 rows, {told}."
    )
    return Picture([to_svg(curves), to_svg(below)], says)


def cuts() -> tuple[Figure, str]:
    """Draw the curves of the official split, and say what a cut at ½ gives."""
    figure, ax = steady("recall", "precision, official split", height=340)
    told = []
    for model, (color, mark) in {"reml": (BLUE, "o"), "ridge": (ORANGE, "s")}.items():
        row = book[f"bibtex-official-{model}-precision"]
        points = row.more["precision at recall"]
        at, precision = np.array([(float(k), v) for k, v in points.items()]).T
        ax.plot(at, precision, color=color, linestyle="-" if mark == "o" else "--")
        recall = book[f"bibtex-official-{model}-recall"].value
        ax.plot(recall, row.value, mark, color=color)
        name = {"reml": "REML"}.get(model, model)
        told.append(f"{name} has {row.value:.3f} and {recall:.3f}")
        note(ax, 0.42, 1.01 - 0.09 * len(told), f"{name} (mark: cut at ½)", color)
    for line, value in ((ax.axhline, "precision"), (ax.axvline, "recall")):
        line(PRINTED[value], color=INK, linestyle=":", linewidth=1.4)
    ax.set(xlim=(0, 1), ylim=(0, 1.04), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    return figure, f"{told[0]}, {told[1]}"


def readings() -> tuple[Figure, str]:
    """Draw the precision of each at the report's recall, by training rows."""
    figure, ax = steady("precision at recall 0.241", "", height=340, left=112)
    told = []
    for k, (who, name) in enumerate(WHO.items()):
        color, mark = MARKS[who]
        face = "none" if "length" in name else color
        for j, train in enumerate(READINGS):
            found, y = shared(who, train), j + 0.15 * (k - 2)
            mean, spread = found.mean(), found.std(ddof=1)
            ends = mean - spread, mean + spread
            ax.plot(ends, (y, y), color=color, linewidth=1.6)
            ax.plot(mean, y, mark, color=color, markerfacecolor=face)
        told.append(f"{name} {shared(who, READINGS[0]).mean():.3f}")
        sign = SIGNS[mark]["length" in name]
        note(ax, 0.5 * (k % 2) - 0.3, 1.04 - 0.07 * (k // 2), f"{sign} {name}", color)
    ax.axvline(PRINTED["precision"], 0, 0.87, color=INK, linestyle=":", linewidth=1.4)
    ax.spines["left"].set_bounds(len(READINGS) - 0.5, -0.5)
    ax.set(xlim=(0.6, 0.86), ylim=(len(READINGS) - 0.5, -0.9))
    ax.set_xticks((0.6, 0.7, 0.8))
    ax.set_yticks(range(len(READINGS)), [f"{n:,} rows" for n in READINGS])
    return figure, ", ".join(told)


SIGNS = {"o": "●○", "s": "■□", "^": "▲△"}  # on z-scores, on rows of length 1
UNITS: dict[str, tuple[str, ...]] = {  # ridge is the last
    "z-scores": ("reml", "program", "ridge"),
    "length 1": ("unit", "ridge, length 1"),
}
HOWS = {"reml": "formulas", "program": "as described"}
WHO = {
    "reml": "REML",
    "unit": "REML, length 1",
    "program": "as described",
    "ridge": "ridge",
    "ridge, length 1": "ridge, length 1",
}
MARKS = {"reml": (BLUE, "o"), "unit": (BLUE, "o"), "program": (PURPLE, "^")}
MARKS |= {"ridge": (ORANGE, "s"), "ridge, length 1": (ORANGE, "s")}
