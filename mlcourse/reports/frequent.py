"""Rivals on random splits, with the labels alone that have many rows."""

from dataclasses import replace

import numpy as np

from mlcourse.data import Dataset
from mlcourse.reports import apart
from mlcourse.reports.experiment import Measured, Settings, Tick


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return what `apart` does on the labels of "least" rows or more of all."""
    return apart.score(frequent(data, settings["least"]), settings, tick)


def frequent(data: Dataset, least: int) -> Dataset:
    """Return the data with such labels alone, and the rows that have any of them."""
    kept = data.y.sum(axis=0) >= least
    rows = data.y[:, kept].any(axis=1)
    names = tuple(np.array(data.label_names)[kept].tolist())
    return replace(
        data, X=data.X[rows], y=data.y[rows][:, kept], label_names=names, split=None
    )
