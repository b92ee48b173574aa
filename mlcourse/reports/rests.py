"""How sparse REML's rest XH is, beside what the fit is worth.

The "models" of the settings, by name, on one cut: their measures, "share" (of low rank
in the fit to the training rows), and "above-" before a bound for the share of the
entries of XH on the training rows that are larger.
"""

import warnings
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcourse.data import Dataset
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.reports.protocol import trials
from mlcourse.reports.summaries import summary
from mlcourse.reports.trials import Answers, Rows, measure, scaled, scores


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a row for every model and measure, over the seeds."""
    found = []
    for t in trials(data.y, data.split, settings):
        cut = data.X[t.train], data.y[t.train], data.X[t.test], data.y[t.test]
        rows = scaled(*cut, settings["scale"])
        found.append(
            {
                f"{name}-{ending}": value
                for name, described in settings["models"].items()
                for ending, value in told(build(described, t.seed), rows, settings)
            }
        )
        tick()
    return {name: summary([[one[name]] for one in found], {}) for name in found[0]}


def told(model: Any, rows: Rows, settings: Settings) -> list[tuple[str, float]]:
    """Return what a model does, and how many entries of XH are above each bound."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(rows.X, rows.y)
    S = scores(model, rows.X_test)
    answers = Answers(rows.y_test, None, S, rows.y)
    XH = np.abs(model.tail(rows.X))
    return [
        *((m, measure(m, answers)) for m in settings["measures"]),
        ("share", float(model.low_rank_share_)),
        *((f"above-{b:g}", float(np.mean(b < XH))) for b in settings["bounds"]),
    ]
