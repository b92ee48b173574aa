"""How time and memory grow with the data: pictures and exponents.

All is read from what ``python -m benchmarks.one_machine`` has kept.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from mlcourse.page.picture import Picture
from mlcourse.page.plots import steady
from mlcourse.page.style import INK, METHODS
from mlcourse.page.table import Table, Tables

RESULTS = Path("..", "benchmarks", "one_machine", "results.json")  # from a chapter
FACTORS = (1, 2, 4, 8)
AXES = {"n": "rows", "d": "features", "L": "labels"}
NAMES = {
    "ridge": "ridge",
    "knn": "kNN",
    "reml": "REML",
    "sleec": "SLEEC",
    "sleec-clusters": "SLEEC, clusters",
    "linear-svc": "LinearSVC",
    "napkinxc-plt": "PLT",
}
LINES: dict[str, dict[str, Any]] = {
    "ridge": METHODS["ridge"] | {"linestyle": "-"},
    "knn": METHODS["kNN"] | {"linestyle": "-"},
    "reml": METHODS["REML"],
    "sleec": METHODS["SLEEC"],
    "sleec-clusters": METHODS["SLEEC"] | {"linestyle": "--"},
    "linear-svc": {"color": INK, "linestyle": "--"},
    "napkinxc-plt": {"color": INK, "linestyle": ":"},
}
MEASURES = {"seconds": "seconds to fit and to answer", "MB": "MB of memory"}
HOUR, MEMORY = 3600.0, 16_000.0  # seconds, and MB: what a patient laptop has
MOST = 1e8  # a size beyond this is not told
TICKS = [10.0**k for k in range(-3, 6)]
GAP = 19.0  # units between names beside each other
Rows = dict[str, dict[str, Any]]


def read(path: Path = RESULTS) -> Rows:
    """Return what is kept of each measurement, by its id."""
    if not path.exists():
        raise FileNotFoundError(
            f"{path} does not exist: run the page from its folder in the repository, "
            "or make it: python -m benchmarks.one_machine"
        )
    rows: Rows = json.loads(path.read_text(encoding="utf-8"))
    return rows


def value(row: dict[str, Any], measure: str) -> float:
    """Return the seconds of fit and answers, or the MB of data and work together."""
    found = row["found"]
    if measure == "seconds":
        return float(found["fit s"] + found["predict s"])
    return float(found["data MB"] + max(found["fit MB"], found["predict MB"]))


def series(rows: Rows, learner: str, axis: str, measure: str) -> list[float]:
    """Return a measure at 1, 2, 4 and 8 times the base size along an axis."""
    ids = (f"{axis}/{k}" if k > 1 else "base" for k in FACTORS)
    return [value(rows[f"growth/{learner}/{id}"], measure) for id in ids]


def exponent(values: list[float]) -> float:
    """Return the a of values ~ factor^a, by least squares of logarithms.

    >>> round(exponent([3.0, 12.0, 48.0, 192.0]), 6)
    2.0
    """
    return float(np.polyfit(np.log(FACTORS), np.log(values), 1)[0])


def power(values: list[float]) -> str:
    """Return the exponent with one decimal.

    >>> power([4.0, 4.0, 4.0, 3.999]), power([8.0, 4.0, 2.0, 1.0])
    ('0.0', '−1.0')
    """
    return f"{round(exponent(values), 1) + 0.0:.1f}".replace("-", "−")


def last(values: list[float]) -> float:
    """Return the exponent of the last doubling alone.

    >>> last([1.0, 1.0, 1.0, 4.0])
    2.0
    """
    return float(np.log2(values[-1] / values[-2]))


def grown(rows: Rows) -> list[str]:
    """Return the learners that were measured at every size."""
    sizes = [f"{axis}/{k}" for axis in AXES for k in FACTORS[1:]] + ["base"]
    return [k for k in NAMES if all(f"growth/{k}/{size}" in rows for size in sizes)]


# --- pictures


def draw_growth(rows: Rows, measure: str) -> Picture:
    """Draw a measure against size, both logarithmic: a panel for each axis."""
    lines = {
        (axis, k): series(rows, k, axis, measure) for k in grown(rows) for axis in AXES
    }
    low = min(min(line) for line in lines.values()) / 1.5
    high = max(max(line) for line in lines.values()) * 1.5
    panels, said = [], []
    for axis, name in AXES.items():
        own = {k: line for (a, k), line in lines.items() if a == axis}
        panels.append(panel_of(own, name, MEASURES[measure], low, high))
        steep = sorted(own, key=lambda k: exponent(own[k]))
        first, last = (f"{NAMES[k]} {power(own[k])}" for k in (steep[-1], steep[0]))
        said.append(f"with {name} the highest is {first}, the lowest {last}")
    says = (
        f"{MEASURES[measure][0].upper()}{MEASURES[measure][1:]} at 1, 2, 4 and 8 times "
        f"the base size. Slopes are exponents: {'; '.join(said)}."
    )
    return Picture(panels, says)


def panel_of(
    lines: dict[str, list[float]], name: str, measure: str, low: float, high: float
) -> Any:
    """Return the panel of one axis, its lines named at their right ends."""
    figure, ax = steady(f"times the base number of {name}", measure, height=330)
    ax.set(xscale="log", xlim=(0.9, 30))
    ax.set(yscale="log", ylim=(low, high))
    ax.minorticks_off()
    ticks = [t for t in TICKS if low <= t <= high]
    ax.set_yticks(ticks, [f"{t:,.0f}" if t >= 1 else f"{t:g}" for t in ticks])
    ax.set_xticks(FACTORS, [f"{k}" for k in FACTORS])
    for learner, values in lines.items():
        ax.plot(FACTORS, values, **LINES[learner])
    tops = spread({k: to_units(ax, values[-1]) for k, values in lines.items()})
    room = to_units(ax, high)  # from the upper edge down
    for learner in sorted(tops, key=lambda k: -tops[k]):
        y = min(tops[learner], room)
        room = y - GAP
        ax.annotate(
            NAMES[learner],
            (9, from_units(ax, y)),
            color=LINES[learner]["color"],
            va="center",
            annotation_clip=False,
        )
    return figure


def to_units(ax: Any, y: float) -> float:
    """Return the height of a value in the axes, in units of the panel."""
    low, high = np.log(ax.get_ylim())
    height = ax.get_position().height * 330
    return float((np.log(y) - low) / (high - low) * height)


def from_units(ax: Any, u: float) -> float:
    """Return the value at a height of the axes."""
    low, high = np.log(ax.get_ylim())
    height = ax.get_position().height * 330
    return float(np.exp(low + u / height * (high - low)))


def spread(heights: dict[str, float], gap: float = GAP) -> dict[str, float]:
    """Return heights at least a gap apart, in the same order.

    >>> spread({"a": 10.0, "b": 12.0, "c": 50.0}, gap=10.0)
    {'a': 6.0, 'b': 16.0, 'c': 50.0}
    """
    names = sorted(heights, key=lambda k: heights[k])
    found = [heights[k] for k in names]
    for _ in range(200):
        for i in range(1, len(found)):
            short = gap - (found[i] - found[i - 1])
            if short > 1e-9:
                found[i - 1] -= short / 2
                found[i] += short / 2
    return dict(zip(names, (round(y, 6) for y in found), strict=True))


# --- tables


def exponents(rows: Rows, measure: str) -> Table:
    """Return each learner's measure at the base size, and its exponents."""
    lines = []
    for k in grown(rows):
        found = [series(rows, k, axis, measure) for axis in AXES]
        base = f"{found[0][0]:#.2g}".rstrip(".")
        lines.append((NAMES[k], base, *map(power, found)))
    return Table(lines, "learner", f"{measure} at first", *AXES.values())


def quality(rows: Rows) -> Table:
    """Return P@1 on the new rows, at the base size and at 8 times each number."""
    lines = []
    for k in grown(rows):
        ids = ["base", *(f"{axis}/{FACTORS[-1]}" for axis in AXES)]
        found = (rows[f"growth/{k}/{id}"]["found"]["P@1"] for id in ids)
        lines.append((NAMES[k], *(f"{P:.3f}" for P in found)))
    more = (f"{FACTORS[-1]} × {name}" for name in AXES.values())
    return Table(lines, "P@1", "at first", *more)


def runs_out(rows: Rows, axis: str) -> Table:
    """Return how far one number can grow in an hour and in 16 GB; what ends first.

    As if the last doubling went on, or the measure in step with the size if that is
    steeper: beyond 8 times, a guess.
    """
    lines = []
    for k in grown(rows):
        found = [reach(rows, k, axis, m) for m in MEASURES]
        told = (f"{x:,.0f}" if x < MOST else f"> {MOST:,.0f}" for x in found)
        lines.append((NAMES[k], *told, "time" if found[0] < found[1] else "memory"))
    return Table(lines, "learner", f"{AXES[axis]} in 1 h", "in 16 GB", "first")


def reach(rows: Rows, learner: str, axis: str, measure: str) -> float:
    """Return the size at which an hour, or 16 GB, would be used up: two digits."""
    values = series(rows, learner, axis, measure)
    slope, end = max(1.0, last(values)), HOUR if measure == "seconds" else MEMORY
    at = rows[f"growth/{learner}/{axis}/{FACTORS[-1]}"]["settings"][axis]
    return float(f"{at * (end / values[-1]) ** (1 / slope):.2g}")


def sizes(rows: Rows) -> Tables:
    """Return the tables of what ends first, with more rows and with more labels."""
    return Tables(runs_out(rows, "n"), runs_out(rows, "L"))
