"""The races against other libraries, as a picture and as a table.

``python -m benchmarks --csv benchmarks/results.csv`` writes the file that is shown.
"""

import csv
from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np
from IPython.display import Markdown

from mlcourse.page.beside import beside
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots
from mlcourse.page.style import BLUE, INK, panel

RESULTS = Path("..", "benchmarks", "results.csv")  # as seen from a chapter
# What tells one race from another; the ratio comes last.
RACE = itemgetter("task", "size", "ours", "peer", "ours_ms", "peer_ms", "ratio")
HEAD = ["| race | ratio (quartiles) |", "|---|---|"]
WHO = "ours", "peer"
ROW, ASIDE = 34, 0.16  # units a line; lines that equal ratios lie apart


def read_races(path: Path = RESULTS) -> dict[str, list[dict[str, str]]]:
    """Return the rows of the file by benchmark, in the order of the file."""
    path = beside(path)
    if not path.exists():
        raise FileNotFoundError(
            f"{path} does not exist: run the chapter from its folder in the "
            f"repository, or make it: python -m benchmarks --csv {path}"
        )
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {k: list(part) for k, part in groupby(rows, itemgetter("benchmark"))}


def races_picture(races: dict[str, list[dict[str, str]]]) -> Picture:
    """Return one line per benchmark and on it a mark per race, at ours / peer."""
    fig, ax = panel(height=70 + ROW * len(races))
    lowest, highest, faster, total = 1.0, 1.0, 0, 0
    for y, rows in enumerate(races.values()):
        ratios = [float(race[-1]) for race in _races(rows)]
        dots(ax, ratios, y + _beside(ratios), color=BLUE, size=7)
        lowest, highest = min(lowest, *ratios), max(highest, *ratios)
        faster, total = faster + sum(r <= 1 for r in ratios), total + len(ratios)
    ax.axvline(1, color=INK, linewidth=1.4)
    ax.set(xscale="log", xlim=(lowest / 1.5, highest * 1.5), ylim=(len(races), -0.7))
    ax.set_yticks(range(len(races)), [name.replace("_", " ") for name in races])
    ticks = [t for t in (0.01, 0.1, 1, 10) if lowest / 1.5 < t < highest * 1.5]
    ax.set_xticks(ticks, [f"{t:g}" for t in ticks])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("our time / the peer's time (1: equal)")
    says = (
        f"One mark per race, {total} in all: our time divided by the peer's, on "
        f"a logarithmic axis. It is at most 1 in {faster} races; the lowest is "
        f"{lowest:.2g}, the highest {highest:.2g}."
    )
    return Picture(fig, says)


def _beside(ratios: list[float]) -> np.ndarray:
    """Return how far each mark lies from its line: equal ones are seen apart."""
    seen: Counter[float] = Counter()
    places = []
    for ratio in ratios:
        k = seen[ratio]
        seen[ratio] += 1
        places.append(ASIDE * ((k + 1) // 2) * (-1) ** k)
    return np.array(places)


class RacesTable(Markdown):
    """The races of one benchmark as a table, with where and when they were run."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.rows = rows
        body = [_line([r for r in rows if RACE(r) == race]) for race in _races(rows)]
        where = f"\n\n{rows[0]['machine']}."
        super().__init__("\n".join([*HEAD, *body]) + where)

    def __repr__(self) -> str:
        return f"{len(_races(self.rows))} races"


def _races(rows: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """Return each race once: a second row of the file compares another result of it."""
    return list(dict.fromkeys(map(RACE, rows)))


def _line(results: list[dict[str, str]]) -> str:
    """Return the row of one race, of which one or more results were compared."""
    row = results[0]
    own = f"{row['benchmark'].replace('_', ' ')}: "
    low, high = _ratio(row["ratio_low"]), _ratio(row["ratio_high"])
    told = [f"**{row['task'].removeprefix(own)}, {row['size']}**"]
    told += [f"{who}: {row[who]}, {_time(float(row[f'{who}_ms']))}" for who in WHO]
    for each in results:
        a, b = (f"{float(each[f'{who}_quality']):.4g}" for who in WHO)
        told.append(f"{each['quality']} {a} v. {b}")
    return f"| {'<br>'.join(told)} | **{_ratio(row['ratio'])}**<br>{low} to {high} |"


def _ratio(number: str) -> str:
    """Return a ratio with two decimals, or two digits that count: 1.03, 0.0025."""
    ratio = float(number)
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:#.2g}"


def _time(ms: float) -> str:
    """Return a time with three digits: 8.13 ms, 250 ms, 2.78 s."""
    if ms >= 999.5:
        return f"{ms / 1000:.3g} s"
    return f"{ms:#.3g} ms".replace(". ", " ")
