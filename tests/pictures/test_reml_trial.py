"""The trial of report 000: the steps as it describes them, and stored results."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcourse.multilabel.reml import REML
from mlcourse.pictures import reml_runs as runs
from mlcourse.pictures import reml_trial as trial


def test_shapes_as_numpy_has_them():
    X, W, Z = (np.ones(size) for size in trial.SIZE.values())
    told = dict(trial.of_shapes().rows)
    assert told["X W"] == str((X @ W).shape)
    assert told["Xᵀ (Z − M)"] == str((X.T @ Z).shape)
    assert told["W X"] == told["X (Z − M)"] == "no product"


def test_turns_by_the_formula_end_where_reml_ends():
    """From a random start, on five draws: at the objective of the package."""
    for seed in range(5):
        given = runs.task(seed)
        model = runs.learner().set_params(tol=1e-6, max_iter=500).fit(given.X, given.Y)
        found = trial.turns("outer products", seed)
        assert_allclose(found.objective, model.objective_, rtol=2e-3)


@pytest.mark.thorough
def test_inner_products_switch_the_low_rank_off():
    """On ten draws: XUV is as good as nothing, and the head is below ridge's."""
    for seed in range(10):
        good, bad = (
            trial.turns(f"{kind} products", seed) for kind in ("outer", "inner")
        )
        assert bad.size < 0.05 * good.size
        assert bad.recall.head < good.recall.head - 0.1
        assert bad.recall.head < runs.by_noise()[runs.NOISE, "ridge"][seed, 0]


def test_without_u_it_is_reml_of_rank_0():
    given = runs.task(0)
    model = REML(0, runs.LOW_RANK, runs.TAIL_ALPHA, runs.L1).fit(given.X, given.Y)
    found = trial.turns("no step: U = 0")
    assert_allclose(found.objective, model.objective_, rtol=2e-3)


def test_both_starts_of_m_end_alike():
    zero, printed = ([float(x) for x in row[1:]] for row in trial.of_starts().rows)
    assert printed[0] > zero[0] + 100
    assert abs(printed[-1] - zero[-1]) < 0.1
