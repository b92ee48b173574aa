"""Shares of low rank: what is told of each model is what the model says itself."""

import numpy as np
import pytest

from mlcourse.data import Dataset
from mlcourse.data.scales import zscores
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.reml import REML
from mlcourse.reports.low_rank import score

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
    "parts": ["P@1"],
    "seeds": [0],
}


def test_rows_by_hand():
    ticks = []
    data = Dataset("toy", X, Y, (), (), SPLIT)
    found = score(data, SETTINGS, lambda: ticks.append(1))
    A, B = zscores(X[SPLIT == 0], X[SPLIT == 1])
    model = REML(**OPTIONS).fit(A, Y[SPLIT == 0])
    low, rest = model.low_rank(A), model.tail(A)
    expected = {
        "few-share": (low**2).sum() / ((low**2).sum() + (rest**2).sum()),
        "few-rounds": model.n_iter_,
        "few-P@1": precision_at_k(Y[SPLIT == 1], model.decision_function(B), 1),
        "few-low-rank-P@1": precision_at_k(Y[SPLIT == 1], model.low_rank(B), 1),
        "few-tail-P@1": precision_at_k(Y[SPLIT == 1], model.tail(B), 1),
    }
    assert {name: row.value for name, row in found.items()} == pytest.approx(expected)
    assert ticks == [1]
