"""Two workers, what sending costs, and other tools: tables of what was measured."""

from typing import Any

from mlcourse.chapters.pages.one_machine import Rows
from mlcourse.page.table import Table, Tables

JOBS = {
    "binary-relevance": "binary relevance",
    "chains": "4 chains",
    "sleec": "4 SLEEC learners",
    "reml": "4 REML clusters",
    "experiment": "50 trials",
}
WAYS = {
    "alone": "alone",
    "processes": "2 processes",
    "cluster-1": "1 worker",
    "cluster-2": "2 workers",
}
TOOLS = {
    "ridge": "ridge",
    "weighted": "weighted kNN",
    "reml": "REML",
    "sleec": "SLEEC",
    "linear-svc": "LinearSVC",
    "napkinxc-br": "napkinXC, BR",
    "napkinxc-plt": "napkinXC, PLT",
    "skml-br": "skml, BR",
    "skml-mlknn": "skml, ML-kNN",
}
PARTS = {  # how ids begin
    "growth/": "growth",
    "workers/": "workers",
    "sending/": "sending",
    "beyond/": "other tools",
}
RANKS = ("P@1", "P@3", "P@5")


def workers(rows: Rows) -> Tables:
    """Return the seconds of every fit in every way, and how much faster that is."""
    seconds, faster = [], []
    for job, name in JOBS.items():
        took = [found(rows, f"workers/{job}/{way}", "seconds") for way in WAYS]
        seconds.append((name, *map(short, took)))
        alone = took[0]
        shares = (alone / t if alone and t else None for t in took[1:])
        faster.append((name, *("–" if x is None else f"{x:.2f}" for x in shares)))
    names = list(WAYS.values())
    return Tables(
        Table(seconds, "seconds", *names),
        Table(faster, "times as fast", *names[1:]),
    )


def sending(rows: Rows) -> Table:
    """Return what passes between the processes, by how data are sent."""
    told = {
        "X and Y, MB": "data MB",
        "sent first, s": "scatter s",
        "passed on, MB": "fit MB",
        "fit, s": "fit s",
    }
    lines = [
        (name, *(short(found(rows, f"sending/{way}", key)) for way in ("once", "each")))
        for name, key in told.items()
    ]
    return Table(lines, "159 labels of bibtex", "data once", "with every batch")


def tools(rows: Rows, data: str) -> Tables:
    """Return how every tool ranks the labels of a set, and what that costs."""
    ranks, costs = [], []
    for tool, name in TOOLS.items():
        id = f"beyond/{data}/{tool}"
        P = [found(rows, id, k) for k in RANKS]
        ranks.append((name, *("–" if p is None else f"{p:.3f}" for p in P)))
        keys = ("fit s", "predict s", "fit MB", "model MB")
        costs.append((name, *(short(found(rows, id, key)) for key in keys)))
    return Tables(
        Table(ranks, data, *RANKS, bar="P@1"),
        Table(costs, data, "fit s", "answer s", "fit MB", "model MB"),
    )


def found(rows: Rows, id: str, key: str) -> Any:
    """Return what a row holds, or None if it was not measured."""
    return rows[id]["found"].get(key) if id in rows else None


def short(number: float | None) -> str:
    """Return a number with two digits that count, or three before the point.

    >>> [short(x) for x in (0.01234, 1.234, 45.6, 1310.0, None)]
    ['0.012', '1.2', '46', '1,310', '–']
    """
    if number is None:
        return "–"
    if number >= 10:
        return f"{number:,.0f}"
    return f"{number:#.2g}"


def where(rows: Rows) -> Tables:
    """Return on what the rows were measured, and how many by other code than today's.

    A table for each machine with its versions; parts that are not there have no row.
    """
    found: dict[str, list[str]] = {}
    for id, row in rows.items():
        found.setdefault(row["machine"].rpartition("; ")[0], []).append(id)
    return Tables(*(measured(rows, machine, ids) for machine, ids in found.items()))


def measured(rows: Rows, machine: str, ids: list[str]) -> Table:
    """Return the table of one machine, such as "Linux, 2 cores; Python 3.11, ..."."""
    computer, _, versions = machine.partition("; ")
    days = sorted({rows[id]["machine"].rpartition("; ")[2] for id in ids})
    parts = [n for k, n in PARTS.items() if any(id.startswith(k) for id in ids)]
    lines = [
        ("on", computer),
        *(("with", version) for version in versions.split(", ")),
        ("day", " to ".join(dict.fromkeys((days[0], days[-1])))),
        ("rows", f"{len(ids)}"),
    ]
    return Table(lines, "measured", ", ".join(parts))
