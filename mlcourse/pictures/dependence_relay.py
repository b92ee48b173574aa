"""The relay of labels, draw by draw: a chain fed with the truth, or with guesses."""

from functools import cache

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_runs as runs
from mlcourse.pictures.dependence_draws import MEASURES, paired

AGAINST = ("v. truth", "v. alone")  # won and lost by guesses


@cache
def relay_draws(error: float, fed: str) -> Array:
    """Return the Hamming loss and the exact matches along the chain, (DRAWS, 2)."""
    each = (runs.along(error, fed, (seed,)) for seed in range(runs.DRAWS))
    return np.array([(here.hamming, here.exact) for here in each])


def of_relay_draws() -> Table:
    """Return how often the chain fed with the truth is better than each label alone."""
    rows = []
    for error in runs.ERRORS[::2]:
        both = [relay_draws(error, way) for way in ("alone", "the truth")]
        for k, measure in enumerate(MEASURES):
            alone, chain = (values[:, k] for values in both)
            told = paired(alone, chain, less_is_better=k == 0)
            means = (f"{values.mean():.3f}" for values in (alone, chain))
            rows.append((f"{error:.0%}: {measure}", *means, told[1]))
    return Table(rows, "1st wrong", "alone", "chain", "won:lost")


def of_cured_draws() -> Table:
    """Return how often guesses make a better chain than the truth, or than none."""
    rows = []
    for k, measure in enumerate(MEASURES):
        ways = [relay_draws(0.4, way)[:, k] for way in ("alone", *runs.FED)]
        means = (f"{values.mean():.3f}" for values in ways)
        told = [paired(base, ways[-1], less_is_better=k == 0)[1] for base in ways[:2]]
        rows.append((f"40%: {measure}", *means, *reversed(told)))
    return Table(rows, "1st wrong", "alone", "truth", "guesses", *AGAINST)
