"""ADMM on lengths as loss and penalty, against reweighted least squares."""

from itertools import islice

import numpy as np
import pytest
from scipy.sparse import csr_array

from mlcourse.solvers.centring import Centred
from mlcourse.solvers.irls import irls, no_gain
from mlcourse.solvers.row_losses import Lengths
from mlcourse.solvers.split_lengths import split_lengths
from mlcourse.solvers.steps import until


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize(("n", "d", "make"), [(60, 12, np.array), (20, 30, csr_array)])
def test_thirty_sweeps_are_near_the_optimum(n, d, make, intercept, unit):
    """It is the optimum of another algorithm, in any unit of X, ties and empty rows."""
    rng = np.random.default_rng([n, d])
    X = np.round(rng.normal(size=(n, d)) + np.arange(d) % 3)
    X[3] = 0
    S = X[:, :4] @ rng.normal(size=(4, 3)) + rng.normal(size=(n, 3))
    Y = (np.median(S, axis=0) < S).astype(float)
    Xc, gamma = Centred(make(X * unit), intercept), 2.0 * unit
    optimum = until(irls(Xc, Lengths(Y), gamma, None, intercept), no_gain(1e-9)).last()
    start = np.full((d, 3), 0.1 / unit)
    steps = list(islice(split_lengths(Xc, Y, gamma, intercept, start), 61))
    for step in steps[:3]:
        residuals = Xc.dot(step.W) + step.b - Y
        f = np.linalg.norm(residuals, axis=1).sum()
        f += gamma * np.linalg.norm(step.W, axis=1).sum()
        assert step.objective == pytest.approx(f)
        assert intercept or not step.b.any()
    assert min(step.objective for step in steps[:31]) < 1.01 * optimum.objective
    assert steps[-1].objective == pytest.approx(optimum.objective, rel=1e-3)
