"""The rows of an experiment from its trials: means, spreads and choices.

A table has a list of outcomes, one a fold, for every seed.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.reports.experiment import Measured, Settings

LESS_IS_BETTER = ("hamming", "ranking-loss", "one-error", "coverage", "seconds", "kB")


class Option(NamedTuple):
    """A candidate (at a stage, cut at a threshold), and its measures on test rows."""

    name: str
    theta: float | None
    values: dict[str, float]


class Outcome(NamedTuple):
    """What one trial finds."""

    rows: dict[str, tuple[float, dict[str, Any]]]  # value and more, by the ending
    tested: int
    options: list[Option]
    inner: list[Option]  # the one taken without the test rows, if one is


def summaries(
    table: list[list[Outcome]], settings: Settings
) -> Iterator[tuple[str, Measured]]:
    """Yield the rows of one size by their endings."""
    flat = [outcome for folds in table for outcome in folds]
    used = {"rows used": sum(o.tested for o in table[0])} if len(table[0]) > 1 else {}
    for name in flat[0].rows:
        values = [[o.rows[name][0] for o in folds] for folds in table]
        yield name, summary(values, pooled([o.rows[name][1] for o in flat]) | used)
    for way in ("test", "inner") if "choose" in settings else ():
        picked = [
            best_on_test(folds, settings)
            if way == "test"
            else [o.inner[0] for o in folds]
            for folds in table
        ]
        every = [option for options in picked for option in options]
        more: dict[str, Any] = {"chosen": dict(Counter(o.name for o in every))}
        if settings["choose"].get("threshold"):
            more["thresholds"] = [o.theta for o in every]
        for name in settings["choose"]["show"]:
            values = [[o.values[name] for o in options] for options in picked]
            by = name == settings["choose"]["by"]
            yield f"by-{way}-{name}", summary(values, more if by else {})


def pooled(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the mean over all trials of what else they found; counts are summed."""
    more: dict[str, Any] = {}
    for key in dict.fromkeys(k for one in found for k in one):
        values = [one[key] for one in found if key in one]
        if isinstance(values[0], dict):
            more[key] = {k: float(np.mean([v[k] for v in values])) for k in values[0]}
        else:
            count = key == "learners unsettled"
            more[key] = sum(values) if count else float(np.mean(values))
    return more


def summary(values: list[list[float]], more: dict[str, Any]) -> Measured:
    """Return the mean, and the spreads over folds and over seeds.

    >>> summary([[0.0, 2.0], [1.0, 5.0]], {}).more
    {'by seed': [1.0, 3.0]}
    """
    V: Array = np.array(values)  # (seeds, folds)
    seeds, folds = V.shape
    means = V.mean(axis=1)  # (seeds,)
    within = float(np.sqrt(V.var(axis=1, ddof=1).mean())) if folds > 1 else None
    between = float(means.std(ddof=1)) if seeds > 1 else None
    more = ({"by seed": means.tolist()} if seeds > 1 else {}) | more
    return Measured(float(V.mean()), within, between, folds, more)


def best_on_test(folds: list[Outcome], settings: Settings) -> list[Option]:
    """Return the option of the best mean over the test folds of a seed."""
    by = settings["choose"]["by"]
    mean = np.mean([[o.values[by] for o in fold.options] for fold in folds], axis=0)
    best = int((-mean if by in LESS_IS_BETTER else mean).argmax())
    return [fold.options[best] for fold in folds]
