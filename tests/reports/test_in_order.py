"""The listings of report 001 in the order of the file: what is tried and counted."""

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.data import load
from mlcourse.reports import in_order

RNG = np.random.default_rng(0)
FEW = {"rows": 60, "full": True, "stages": [1, 3], "seeds": [0, 1]}


def test_every_step_of_every_column_is_tried_in_two_directions():
    """One by one, in the order of the listing."""
    X = RNG.normal(size=(7, 2))
    low, step = X.min(axis=0), np.ptp(X, axis=0) / in_order.STEPS
    told = [
        X[:, i] > cut if above else X[:, i] < cut
        for i, j, above in product(range(2), range(in_order.STEPS + 1), (True, False))
        for cut in [low[i] + step[i] * j]
    ]
    assert_array_equal(in_order.answers(X, low, step), told)


@pytest.mark.parametrize("full", [True, False])
def test_three_rounds_by_hand(full):
    """Weights of missed rows grow by exp(2 alpha), or exp(alpha); votes are alpha."""
    said, y = RNG.random((5, 20)) > 0.5, RNG.random(20) > 0.5
    w, F = [1 / 20] * 20, np.zeros(20)

    def learn(w):
        best = np.argmin(np.round((said != y) @ w, 13))
        return said[best], said[best]

    scores = in_order.boosted(learn, y, full)
    for t in range(3):
        errors = [sum(w[i] for i in range(20) if h[i] != y[i]) for h in said]
        best = min(range(5), key=lambda k: round(errors[k], 13))
        alpha = np.log((1 - errors[best]) / errors[best]) / 2
        F = F + alpha * np.where(said[best], 1, -1)
        grown = np.exp(alpha * (2 if full else 1))
        w = [w[i] * (grown if said[best][i] != y[i] else 1) for i in range(20)]
        w = [each / sum(w) for each in w]
        assert np.allclose(scores[t], F)


def test_drawn_rows_keep_their_order_unless_shuffled():
    """The same rows; another seed draws others."""
    kept = in_order.drawn(50, {"rows": 20}, 3)
    mixed = in_order.drawn(50, {"rows": 20, "shuffled": True}, 3)
    assert np.all(np.diff(kept) > 0)
    assert np.any(np.diff(mixed) < 0)
    assert set(kept) == set(mixed) != set(in_order.drawn(50, {"rows": 20}, 4))


def test_accuracies_are_counts_of_folds():
    """Of six rows a fold; every draw for itself, and a tick for each."""
    wdbc, ticks = load("wdbc"), []
    rows = in_order.stumps(wdbc, FEW, lambda: ticks.append(1))
    assert len(ticks) == 2
    for i, t in enumerate(FEW["stages"]):
        means = []
        for seed in FEW["seeds"]:
            some = np.sort(np.random.default_rng(seed).permutation(569)[:60])
            X, y = wdbc.X[some], wdbc.y[some] == 1
            right = in_order.counts(in_order.stump, X, y, True, [1, 3])[:, i]
            assert right.max() <= 6
            means.append(right.sum() / 60)
        assert_allclose(rows[f"T{t}"].more["by seed"], means)
        assert rows[f"T{t}"].more["rows used"] == 60


def test_a_fold_is_judged_by_rules_of_the_other_rows():
    """Labels of the test rows themselves do not change what is said of them."""
    X, y = RNG.normal(size=(40, 3)), RNG.random(40) > 0.5
    turned = y.copy()
    turned[:4] = ~turned[:4]
    for learner in (in_order.stump, in_order.logistic):
        two = [in_order.counts(learner, X, each, True, [3])[0] for each in (y, turned)]
        assert sum(two) == 4


def test_a_stop_of_its_own():
    """One row for each length of the gradient; that of the listing is the default."""
    wdbc, one = load("wdbc"), FEW | {"rows": 300, "stages": [1]}
    rows = in_order.stops(wdbc, one | {"short": [0.3, 0.03]}, lambda: None)
    assert list(rows) == ["0.3-T1", "0.03-T1"]
    listing = in_order.regressions(wdbc, one, lambda: None)
    assert rows["0.03-T1"].value == listing["T1"].value


def test_losses_of_parts():
    """A descent that has converged ends at the lowest loss; one number a draw."""
    settings = {
        "columns": [0, 1],
        "show": [0],
        "step": 0.01,
        "steps": 400,
        "best": {"kind": "logistic", "loss": "sum", "stop": "objective", "tol": 1e-10},
        "rows": 200,
        "seeds": [0, 1, 2],
    }
    found = in_order.losses(load("wdbc"), settings, lambda: None)
    last, lowest = (found[name].more["by seed"] for name in ("last", "lowest"))
    assert_allclose(last, lowest, rtol=1e-6)
    assert len(set(last)) == 3
    assert found["last"].value == pytest.approx(np.mean(last))
    assert found["last"].spread_seeds == pytest.approx(np.std(last, ddof=1))
