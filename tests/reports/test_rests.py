"""How sparse XH is: what is told of each model is counted again by hand."""

import numpy as np
import pytest

from mlcourse.data import Dataset
from mlcourse.data.scales import zscores
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.reml import REML
from mlcourse.reports.rests import score

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 6))
Y = (X @ RNG.normal(size=(6, 5)) > 0.5).astype(int)
SPLIT = (np.arange(80) % 4 == 0).astype(int)
OPTIONS = {"n_components": 2, "alpha_l1": 0.2}
SETTINGS = {
    "cut": {"kind": "official"},
    "scale": "z-scores",
    "models": {"few": {"kind": "reml", **OPTIONS}},
    "measures": ["P@1"],
    "bounds": [0.001, 0.1],
    "seeds": [0],
}


def test_rows_by_hand():
    ticks = []
    data = Dataset("toy", X, Y, (), (), SPLIT)
    found = score(data, SETTINGS, lambda: ticks.append(1))
    A, B = zscores(X[SPLIT == 0], X[SPLIT == 1])
    model = REML(**OPTIONS).fit(A, Y[SPLIT == 0])
    low, rest = model.low_rank(A), (A - model.x_mean_) @ model.H_
    sizes = [abs(x) for row in rest for x in row]
    expected = {
        "few-P@1": precision_at_k(Y[SPLIT == 1], model.decision_function(B), 1),
        "few-share": (low**2).sum() / ((low**2).sum() + (rest**2).sum()),
        "few-above-0.001": sum(x > 0.001 for x in sizes) / len(sizes),
        "few-above-0.1": sum(x > 0.1 for x in sizes) / len(sizes),
    }
    assert {name: row.value for name, row in found.items()} == pytest.approx(expected)
    assert 0 < found["few-above-0.1"].value < found["few-above-0.001"].value
    assert ticks == [1]
