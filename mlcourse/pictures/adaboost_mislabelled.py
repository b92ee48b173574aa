"""The tables on wrong labels of the chapter on AdaBoost."""

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import adaboost_runs as runs
from mlcourse.pictures.adaboost_tables import p_value, told, won_and_lost
from mlcourse.pictures.kept import kept

LATE = (50, 200, 500, 1000)  # rounds


def noise() -> Tables:
    """Return ways to live with wrong labels, over FEW splits, a table for each share.

    Each is compared with all 200 rounds at rate 1, and with no boosting at all: the
    first stump alone.
    """
    tables = []
    for wrong in (0.0, 0.1, 0.2):
        found = ways(wrong)
        one, last = found["1 round"], found["200 rounds"]
        rows = []
        for name, errors in found.items():
            over = "–" if errors is last else won_and_lost(errors, last)
            more = "–", "–"
            if errors is not one:
                more = won_and_lost(errors, one), p_value(errors - one)
            rows.append((name, f"{errors.mean():.3f}", over, *more))
        head = f"{wrong:.0%} wrong".replace("%", " %")
        tables.append(Table(rows, head, "error", "v. 200", "v. 1", "p (v. 1)"))
    return Tables(*tables)


def ways(wrong: float) -> dict[str, Array]:
    """Return the test errors (FEW,) of full steps up to some round, and of small ones.

    The best round is that of the lowest mean on the test tumours themselves.
    """
    full, small = runs.told(1.0, wrong), runs.told(0.1, wrong)
    best = int(full.curves.mean(axis=0).argmin())
    return {
        "1 round": full.curves[:, 0],
        "7 rounds": full.curves[:, 6],
        f"best, {best + 1}": full.curves[:, best],
        "stopped": full.early,
        "200 rounds": full.end,
        "rate 0.1": small.end,
    }


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


@kept(())
def late() -> Array:
    """Return the test errors, and what is repeated, at each of LATE: (2, 4, FEW)."""
    found, at = runs.made(0.1, 0.2, LATE[-1]), np.array(LATE) - 1
    both = [(run.testing[at], run.by_heart[at]) for run in found]
    return np.transpose(both, (1, 2, 0))


def slowly() -> Table:
    """Return what a rate of 0.1 comes to in 1,000 rounds, one label in five wrong."""
    rows = []
    for t, errors, repeated in zip(LATE, *late(), strict=True):
        error, repeated = told(errors), repeated.mean()
        rows.append((f"{t:,}", error, f"{repeated:.0%}".replace("%", " %")))
    return Table(rows, "rounds", "test error", "repeated")
