"""The relay of labels, draw by draw: a chain fed with the truth, or with guesses."""

from collections.abc import Iterable
from functools import cache

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.processes import on_all_cores
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_runs as runs
from mlcourse.pictures.dependence_draws import MEASURES, SEEDS, paired


@cache
def relay_draws(error: float, fed: str) -> Array:
    """Return the Hamming loss and the exact matches along the chain, (DRAWS, 2)."""

    def on_draw(seed: int) -> tuple[float, float]:
        here = runs.along(error, fed, (seed,))
        return here.hamming, here.exact

    return np.array(on_all_cores(on_draw, SEEDS))


def of_relay_draws() -> Table:
    """Return how often the chain fed with the truth is better than each label alone."""
    pairs = [("alone", "the truth", error) for error in runs.ERRORS[::2]]
    return compared(pairs, "alone", "chain")


def of_cured_draws() -> Table:
    """Return how often guesses make a better chain than the truth."""
    return compared([("the truth", "guesses", 0.4)], "truth", "guesses")


def compared(pairs: Iterable[tuple[str, str, float]], *heads: str) -> Table:
    """Return both measures of two ways at an error, draw by draw."""
    rows = []
    for before, after, error in pairs:
        both = [relay_draws(error, way) for way in (before, after)]
        for k, measure in enumerate(MEASURES):
            base, other = (values[:, k] for values in both)
            told = paired(base, other, less_is_better=k == 0)
            means = (f"{values.mean():.3f}" for values in (base, other))
            rows.append((f"{error:.0%}: {measure}", *means, told[1]))
    return Table(rows, "1st wrong", *heads, "won:lost")
