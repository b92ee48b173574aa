"""How much of a fit is of low rank, and what either part alone is worth.

The "models" of the settings, by name, on one cut: their measures, "share" (of low rank
in the fit to the training rows), "rounds" made, and "low-rank-" and "tail-" before a
measure for a ranking by one part alone.
"""

import warnings
from typing import Any

from joblib import Parallel, delayed
from sklearn.exceptions import ConvergenceWarning

from mlcourse.data import Dataset
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.reports.protocol import Trial, trials
from mlcourse.reports.summaries import summary
from mlcourse.reports.trials import Answers, measure, scaled, scores


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a row for every model and measure, over the seeds."""
    found = []
    jobs = (
        delayed(trial)(data.X, data.y, t, settings)
        for t in trials(data.y, data.split, settings)
    )
    for outcome in Parallel(return_as="generator")(jobs):
        found.append(outcome)
        tick()
    return {name: summary([[one[name]] for one in found], {}) for name in found[0]}


def trial(X: Any, y: Any, t: Trial, settings: Settings) -> dict[str, float]:
    """Return what every model does on one cut."""
    rows = scaled(X[t.train], y[t.train], X[t.test], y[t.test], settings["scale"])
    found: dict[str, float] = {}
    for name, described in settings["models"].items():
        model = build(described, t.seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(rows.X, rows.y)
        said = model.predict(rows.X_test), scores(model, rows.X_test)
        answers = Answers(rows.y_test, *said, rows.y)
        told = {m: measure(m, answers) for m in settings["measures"]}
        told |= {"share": model.low_rank_share_, "rounds": float(model.n_iter_)}
        for part in ("low_rank", "tail"):
            alone = answers._replace(scores=getattr(model, part)(rows.X_test))
            name_of = part.replace("_", "-")
            told |= {f"{name_of}-{m}": measure(m, alone) for m in settings["parts"]}
        found |= {f"{name}-{m}": value for m, value in told.items()}
    return found
