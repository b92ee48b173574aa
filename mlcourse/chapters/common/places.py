"""The common table of the book: labels of documents, learner by learner.

Each chapter brings rows of its own, and shows them beside three fixed baselines. All
are the stored results of ``python -m mlcourse.reports book``.
"""

from collections.abc import Iterator
from itertools import permutations
from textwrap import fill
from typing import Any, NamedTuple

from mlcourse.arrays import Array
from mlcourse.chapters.common.pairs import signed
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, INK, WIDTH
from mlcourse.page.table import Table, Tables
from mlcourse.reports import results

DATA = ("docstrings", "bibtex")
Box = tuple[float, float, float, float]  # left, low, right, high
SMALL, CAPITAL = 7.8, 11.0  # units, the width of a letter
APART = 0.02  # of P@1: as a rough rule, learners that are nearer are not told apart
RANKS = ("P@1", "P@3", "P@5")


class Place(NamedTuple):
    """A learner of the book."""

    chapter: str
    name: str
    learner: str  # as in its experiment's id


PLACES = (
    Place("metrics", "label frequency", "frequency"),
    Place("norms", "lasso", "lasso"),
    Place("norms", "L2,1", "l21"),
    Place("binary_relevance", "nearest documents", "neighbours"),
    Place("binary_relevance", "ridge", "ridge"),
    Place("dependence", "ML-kNN", "mlknn"),
    Place("dependence", "a chain", "chain"),
    Place("reml", "REML", "reml"),
    Place("sleec", "weighted documents", "weighted"),
    Place("sleec", "SLEEC", "sleec"),
    Place("logistic", "logistic (scikit-learn)", "logistic"),
    Place("logistic", "row-by-row logistic", "sgd"),
    Place("adaboost", "boosted stumps", "adaboost"),
    Place("trees", "one tree", "tree"),
    Place("forests", "20 trees", "forest"),
    Place("naive_bayes", "naive Bayes", "multinomial"),
)
BASELINES = ("frequency", "ridge", "weighted")  # what every chapter shows
CHAPTERS = tuple(dict.fromkeys(place.chapter for place in PLACES))


def shown(chapter: str) -> list[Place]:
    """Return the learners of a chapter, beside three that stand in every table."""
    if chapter not in CHAPTERS:
        raise ValueError(f"chapter={chapter!r} has no row; these have: {CHAPTERS}.")
    return [p for p in PLACES if p.chapter == chapter or p.learner in BASELINES]


def value(place: Place, measure: str, data: str = DATA[0]) -> float:
    """Return what was measured for a learner on the test rows."""
    return results("book")[f"{row(place, data)}-{measure}"].value


def row(place: Place, data: str = DATA[0]) -> str:
    """Return how the ids of a learner's results begin: its settings chosen inside."""
    return f"{data}-places-{place.learner}-by-inner"


def table(chapter: str = "", data: str = DATA[0]) -> Tables:
    """Return the table of a chapter, whose own learners carry a mark; or all rows."""
    ranks, costs = [], []
    for place in shown(chapter) if chapter else PLACES:
        name = f"• {place.name}" if place.chapter == chapter else place.name
        ranks.append((name, *(f"{value(place, m, data):.3f}" for m in RANKS)))
        worth = f"{value(place, 'PSP@1', data):.3f}"
        size = f"{value(place, 'kB', data) / 1000:.1f}"
        costs.append((name, worth, f"{value(place, 'seconds', data):.1f}", size))
    return Tables(
        Table(ranks, "learner", *RANKS, bar="P@1"),
        Table(costs, "learner", "PSP@1", "seconds", "MB"),
    )


def turned() -> Table:
    """Return the pairs that differ by APART or more on both sets, the other way."""
    rows = []
    for one, other in permutations(PLACES, 2):
        first, second = (value(one, "P@1", d) - value(other, "P@1", d) for d in DATA)
        if first >= APART and second <= -APART:
            rows.append((f"{one.name} − {other.name}", signed(first), signed(second)))
    return Table(rows, "difference of P@1", *DATA)


def draw(data: str) -> Picture:
    """Draw P@1 of the learners against the seconds that they take, on one set.

    Those that are far below the best are only named.
    """
    told = {p.name: (value(p, "seconds", data), value(p, "P@1", data)) for p in PLACES}
    best = max(told, key=lambda name: told[name][1])
    top = told[best][1]
    shown = {name: at for name, at in told.items() if at[1] > 0.7 * top}
    below = [f"{name} {told[name][1]:.3f}" for name in told if name not in shown]
    figure, ax = steady("seconds to fit and to answer, logarithmic", "P@1", height=360)
    seconds = [t for t, _ in shown.values()]
    ax.set(xscale="log", xlim=(min(seconds) / 1.6, max(seconds) * 2.2))
    ax.set_ylim(min(p for _, p in shown.values()) - 0.06, top + 0.04)
    ax.set_xticks(ticks := [t for t in (1, 10, 100) if t < max(seconds)], ticks)
    ax.minorticks_off()
    dots(ax, *zip(*shown.values(), strict=True), color=BLUE, size=9)
    for name, (x, y) in names(ax, {k.partition(" (")[0]: v for k, v in shown.items()}):
        ax.text(x, y, name, color=INK, transform=ax.transAxes)
    low = f"lower than shown: {', '.join(below)}"
    note(ax, 0.02, 0.03, fill(low, 40), INK)
    near = [name for name in shown if shown[name][1] > 0.9 * top]
    quick = min(near, key=lambda name: shown[name][0])
    close = [name for name in told if 0 <= top - told[name][1] < APART and name != best]
    says = f"{data}: {best} has the highest P@1, {top:.3f}, in {told[best][0]:.1f} s"
    says += f". Less than {APART} below it: {', '.join(close) or 'none'}"
    more = f"{quick} reaches {told[quick][1]:.3f} in {told[quick][0]:.1f} s"
    return Picture(figure, f"{says}. {more[0].upper()}{more[1:]}; {low}.")


def names(ax: Any, told: dict[str, tuple[float, float]]) -> Iterator[tuple[str, Array]]:
    """Yield each name with its place in the axes: near its mark, off the others.

    The place with the least in the way counts, of equals the nearest. When all have a
    place, each name is placed again, three times.
    """
    unit = ax.figure.dpi / 72
    marks = {name: ax.transData.transform(at) / unit for name, at in told.items()}
    dotted: list[Box] = [(x - 6, y - 6, x + 6, y + 6) for x, y in marks.values()]
    taken: dict[str, Box] = {}
    for name in [*sorted(marks, key=lambda name: marks[name][0])] * 4:
        others = dotted + [box for other, box in taken.items() if other != name]
        wide = sum(CAPITAL if letter.isupper() else SMALL for letter in name)
        x, y = marks[name]
        around = boxes(x, y, wide)
        sums = [sum(meeting(box, other) for other in others) for box in around]
        taken[name] = around[sums.index(min(sums))]
    for name, (u, v, *_) in taken.items():
        yield name, ax.transAxes.inverted().transform((u * unit, (v + 3) * unit))


def boxes(x: float, y: float, wide: float) -> list[Box]:
    """Return places for a name around its mark, the nearest first."""
    beside = [(u, y - 8) for u in (x + 9, x - 9 - wide)]
    above = (9, -25, 16, -32)
    shifts = (0.5, 0, 1, 0.25, 0.75)  # of its width, to the left
    ends = beside + [(x - f * wide, y + up) for up in above for f in shifts]
    return [(u, v, u + wide, v + 16) for u, v in ends]


def meeting(one: Box, other: Box) -> float:
    """Return the area that two boxes share; what leaves the panel counts as well."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    outside = max(0.0, 52 - one[0]) + max(0.0, one[2] - WIDTH)
    return max(0.0, wide) * max(0.0, high) + 100 * outside
