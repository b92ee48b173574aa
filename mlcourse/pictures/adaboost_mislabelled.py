"""The tables on wrong labels of the chapter on AdaBoost."""

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import adaboost_runs as runs
from mlcourse.pictures.adaboost_tables import p_value, told, won_and_lost


def noise() -> Tables:
    """Return ways to live with wrong labels, over FEW splits.

    Beside 200 rounds at rate 1, and beside no boosting at all: its first stump. The
    best round is that of the lowest mean on the test tumours themselves.
    """
    errors: list[tuple[str, ...]] = []
    last: list[tuple[str, ...]] = []
    first: list[tuple[str, ...]] = []
    for wrong in (0.0, 0.1, 0.2):
        name = f"{wrong:.0%}".replace("%", " %")
        full, small = runs.told(1.0, wrong), runs.told(0.1, wrong).end
        one, early = full.curves[:, 0], full.early
        best = full.curves[:, full.curves.mean(axis=0).argmin()]
        means = (f"{way.mean():.3f}" for way in (one, early, full.end, small))
        errors.append((name, *means))
        last.append((name, *(against(way, full.end) for way in (early, small))))
        first.append((name, *(against(way, one) for way in (best, early, small))))
    return Tables(
        Table(errors, "wrong", "1 round", "stopped", "200", "rate 0.1"),
        Table(last, "against 200", "stopped", "rate 0.1"),
        Table(first, "against 1", "best round", "stopped", "rate 0.1"),
    )


def against(errors: Array, base: Array) -> str:
    """Return the splits won and lost, and the p of the paired differences."""
    return f"{won_and_lost(errors, base)} ({p_value(errors - base)})"


def by_heart() -> Table:
    """Return how many of the wrong labels the committee repeats, over FEW splits."""
    rows = []
    for wrong in (0.1, 0.2):
        for rate in runs.RATES:
            found = [run.by_heart for run in runs.made(rate, wrong)]
            mean = np.mean(found, axis=0)  # (T,)
            shares = (f"{mean[t - 1]:.0%}".replace("%", " %") for t in (11, 50, 200))
            rows.append((f"{wrong:.0%}, rate {rate:g}".replace("%", " %"), *shares))
    return Table(rows, "repeated", "round 11", "round 50", "round 200")


def as_long() -> Tables:
    """Return 11 full steps beside 200 small ones, which have as many votes in sum."""
    votes: list[tuple[str, ...]] = []
    errors: list[tuple[str, ...]] = []
    for wrong in (0.1, 0.2):
        name = f"{wrong:.0%}".replace("%", " %")
        full, small = runs.made(1.0, wrong), runs.made(0.1, wrong)
        sums = [r.length[10] for r in full], [r.length[-1] for r in small]
        votes.append((name, *(f"{np.mean(s):.2f}" for s in sums)))
        a = np.array([r.testing[10] for r in full])
        b = np.array([r.testing[-1] for r in small])
        errors.append((name, f"{a.mean():.3f}", f"{b.mean():.3f}", won_and_lost(b, a)))
    heads = "11 full", "200 small"
    return Tables(
        Table(votes, "sum of votes", *heads),
        Table(errors, "test error", *heads, "won:lost"),
    )


def slowly() -> Table:
    """Return what a rate of 0.1 comes to in 1,000 rounds, one label in five wrong."""
    found, rows = runs.made(0.1, 0.2, 1000), []
    for t in (50, 200, 500, 1000):
        error = told(np.array([run.testing[t - 1] for run in found]))
        repeated = np.mean([run.by_heart[t - 1] for run in found])
        rows.append((f"{t:,}", error, f"{repeated:.0%}".replace("%", " %")))
    return Table(rows, "rounds", "test error", "repeated")
