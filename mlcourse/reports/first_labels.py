r"""Which of two models has the first label right where the other has not, row by row.

If neither is better, a row that only one has right is as likely the one's as the
other's. So of n such rows W, those that the first has right, is binomial:

.. math:: p = P\bigl(|W - \tfrac n2| \ge |w - \tfrac n2|\bigr), \qquad
          W \sim \mathrm{Bin}(n, \tfrac12)

Source: McNemar (1947), Psychometrika 12(2), 153-157; here with the exact distribution.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binomtest

from mlcourse.arrays import Array
from mlcourse.data import Dataset
from mlcourse.formulas.metrics.top_k import top_labels
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.parts import build
from mlcourse.reports.protocol import trials
from mlcourse.reports.summaries import summary
from mlcourse.reports.trials import scaled, scores

Right = NDArray[np.bool_]


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return P@1 of every one of the "models" on one cut, and of the "pairs" the rest.

    "tied" is the share of the rows where several labels have the highest score; the
    first of them counts.
    """
    [t] = trials(data.y, data.split, settings)
    cut = data.X[t.train], data.y[t.train], data.X[t.test], data.y[t.test]
    rows = scaled(*cut, settings["scale"])
    right, found = {}, {}
    for name, described in settings["models"].items():
        S = scores(build(described, t.seed).fit(rows.X, rows.y), rows.X_test)
        right[name] = first_right(rows.y_test, S)
        found[f"{name}-P@1"] = one_number(right[name].mean(), {"tied": tied(S)})
    for one, other in settings["pairs"]:
        gap = right[one].mean() - right[other].mean()
        found[f"{one}-less-{other}-P@1"] = one_number(
            gap, only_one(right[one], right[other])
        )
    tick()
    return found


def one_number(value: float, more: dict[str, Any]) -> Measured:
    """Return what one fit has found."""
    return summary([[float(value)]], more)


def first_right(Y: Any, S: Array) -> Right:
    """Return of each row of scores (m, L) whether its first label is true: (m,).

    >>> first_right(np.array([[0, 1], [1, 0]]), np.array([[0.2, 0.9], [0.2, 0.9]]))
    array([ True, False])
    """
    return np.take_along_axis(Y, top_labels(S, 1), axis=1)[:, 0] > 0


def tied(S: Array) -> float:
    """Return the share of rows whose highest score is of several labels.

    >>> tied(np.array([[0.4, 0.4, 0.2], [0.5, 0.3, 0.2]]))
    0.5
    """
    highest = S.max(axis=1, keepdims=True) - 1e-12  # but for rounding
    return float(np.mean((highest <= S).sum(axis=1) > 1))


def only_one(a: ArrayLike, b: ArrayLike) -> dict[str, Any]:
    """Return in how many rows only a is right, in how many only b, and p.

    >>> only_one([True, True, True, False], [False, False, False, False])
    {'won': 3, 'lost': 0, 'p': 0.25}
    """
    won, lost = int(np.sum(np.greater(a, b))), int(np.sum(np.less(a, b)))
    p = float(binomtest(won, won + lost).pvalue) if won + lost else 1.0
    return {"won": won, "lost": lost, "p": p}
