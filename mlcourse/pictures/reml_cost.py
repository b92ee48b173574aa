r"""What a U step of REML costs: one system of dk equations, or dk equations apart.

An operation is a multiplication or an addition. Both ways need the right-hand side
:math:`X^\top R V^\top` in every round, counted as if X were dense.

Symbols: n rows, d features, L labels, k the rank; U (d, k), V (k, L).
"""

from functools import cache
from typing import NamedTuple

from mlcourse.chapters.common.grounds import Ground
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, ORANGE
from mlcourse.page.table import Table
from mlcourse.pictures import reml_runs as runs

SPEED = 1e10  # operations a second


class Size(NamedTuple):
    """How large a data set is."""

    n: int
    d: int
    L: int


SETS = {
    "planted": Size(runs.ROWS, 60, runs.HEAD + runs.TAIL),
    "bibtex": Size(4880, 1836, 159),
    "docstrings": Size(3430, 3730, 799),
}
KS = (1, 2, 5, 10, 20, 50, 100)
COST = {"k": steps(*KS, at=50), "data": choice(*SETS, at="bibtex")}
SECONDS = {1e-6: "1 µs", 1e-3: "1 ms", 1.0: "1 s", 3600.0: "1 hour"}
SECONDS |= {30 * 86400.0: "1 month", 36525 * 86400.0: "1 century"}
BYTES = {1e3: "1 kB", 1e6: "1 MB", 1e9: "1 GB", 1e12: "1 TB"}
TIMES = {"µs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "hours": 3600.0}
TIMES |= {"days": 86400.0, "years": 365.25 * 86400}
ROOMS = {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}


class Cost(NamedTuple):
    """What a U step takes."""

    seconds: float  # at SPEED
    bytes: float


def right(size: Size, k: int) -> float:
    """Return the seconds for the right-hand side: n L k products, then n d k."""
    return 2.0 * size.n * k * (size.L + size.d) / SPEED


def system(size: Size, k: int) -> Cost:
    """Return the cost of the system of dk equations, solved by Cholesky's way."""
    dk = float(size.d * k)
    return Cost(dk**3 / 3 / SPEED + right(size, k), 8 * dk**2)


def summed(size: Size, k: int) -> Cost:
    """Return what it takes before to sum the outer products of all n L pairs."""
    dk = float(size.d * k)
    return Cost(2 * size.n * size.L * dk**2 / SPEED, 8 * dk**2)


def apart(size: Size, k: int) -> Cost:
    """Return the cost of dk equations of one unknown each, in a round.

    The right-hand side; its products with Q (d, d) and P (k, k), and back. In memory
    stand these two and three matrices as large as U.
    """
    d = float(size.d)
    seconds = right(size, k) + 4 * d * k * (d + k) / SPEED
    return Cost(seconds, 8 * (d * d + k * k + 3 * d * k))


def once(size: Size) -> float:
    """Return the seconds for the eigenvectors of X'X, about 9 d^3 operations."""
    return 9.0 * size.d**3 / SPEED


def draw_cost(k: int, data: str) -> Picture:
    """Draw how long both ways take, and how much memory, for every rank."""
    size = SETS[data]
    whole, split = system(size, k), apart(size, k)
    panels = []
    for way, ground in enumerate(curves(data)):
        figure, [ax] = ground.over()
        for cost, color in ((whole, ORANGE), (split, BLUE)):
            dots(ax, [k], [cost[way]], color=color, size=12)
        panels.append(ground.under(figure))
    says = (
        f"{data}, k = {k}: one system has {size.d * k:,} unknowns, takes "
        f"{told(whole.bytes, ROOMS)} and {told(whole.seconds, TIMES)} a round. Taken "
        f"apart: {told(split.bytes, ROOMS)} and {told(split.seconds, TIMES)}, after "
        f"{told(once(size), TIMES)} once."
    )
    return Picture(panels, says)


@cache
def curves(data: str) -> tuple[Ground, Ground]:
    """Draw the curves of both ways: time, and memory."""
    return panel(data, 0, SECONDS), panel(data, 1, BYTES)


def panel(data: str, way: int, ticks: dict[float, str]) -> Ground:
    """Draw the curves of one of the two costs."""
    title = ("time of a round, logarithmic", "memory, logarithmic")[way]
    figure, ax = steady("rank k, logarithmic", title, height=320, left=92)
    for rule, style in ((system, CURVES[1]), (apart, CURVES[0])):
        ax.plot(KS, [rule(SETS[data], k)[way] for k in KS], **style)
    ax.set(xscale="log", yscale="log", xlim=(0.9, 120))
    ax.set_ylim(min(ticks) / 3, max(ticks) * (3e3, 2e2)[way])
    ax.set_xticks((1, 10, 100), ("1", "10", "100"))
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.minorticks_off()
    note(ax, 0.03, 0.92, "one system of dk unknowns", ORANGE)
    note(ax, 0.03, 0.84, "taken apart", BLUE)
    return Ground(figure)


def of_costs(k: int = 50) -> Table:
    """Return the time and memory of each way, on all sets."""
    rows = []
    for name, size in SETS.items():
        whole, split = system(size, k), apart(size, k)
        rows.append(
            (
                name,
                told(whole.bytes, ROOMS),
                told(summed(size, k).seconds, TIMES),
                told(whole.seconds, TIMES),
                told(split.seconds, TIMES),
                told(once(size), TIMES),
            )
        )
    heads = "memory", "to sum", "to solve", "apart", "once"
    return Table(rows, f"k = {k}", *heads)


def told(value: float, units: dict[str, float]) -> str:
    """Return a value in the largest unit that it holds once, with two digits.

    >>> told(0.0021, TIMES), told(7300.0, TIMES), told(6.74e10, ROOMS)
    ('2.1 ms', '2.0 hours', '67 GB')
    """
    fits = [name for name, unit in units.items() if value >= unit]
    name = fits[-1] if fits else next(iter(units))
    many = value / units[name]
    return f"{many:,.0f} {name}" if many >= 10 else f"{many:.1f} {name}"
