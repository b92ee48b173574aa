"""What is measured of gradient descent: the loss after every step."""

from itertools import islice

import numpy as np

from mlcourse.data import Dataset
from mlcourse.data.prepare import standardize
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.solvers.descent import gradient_descent
from mlcourse.solvers.logistic import LogisticObjective, with_ones


def loss_curve(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Descend the summed log loss from w = 0; the row's value is the last loss."""
    (Z,) = standardize(data.X[:, settings["columns"] or slice(None)])
    objective = LogisticObjective(with_ones(Z), data.y)
    steps = gradient_descent(objective, np.zeros(1 + Z.shape[1]), settings["step"])
    path = islice(steps, 1 + settings["steps"])
    losses = np.array([step.objective for step in path])  # (1 + steps,)
    tick()
    more = {
        "losses": {str(i): float(losses[i]) for i in settings["show"]},
        "rises": int((np.diff(losses) > 1e-9 * losses[0]).sum()),
        "lowest possible": build(settings["best"]).fit(Z, data.y).objective_,
        "curve": [float(f"{loss:.6g}") for loss in losses],
    }
    return {f"step{settings['steps']}": Measured(float(losses[-1]), more=more)}
