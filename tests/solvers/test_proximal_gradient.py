"""The short ISTA against scikit-learn, and against the step that ISTA promises."""

from itertools import islice

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Lasso, MultiTaskLasso

from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers.fista import ista
from mlcourse.solvers.proximal_gradient import proximal_gradient


@pytest.fixture
def sample():
    """Give features (40, 6) and targets (40, 3) that some of them explain."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 6))
    return X, X[:, :2] @ rng.normal(size=(2, 3)) + 0.3 * rng.normal(size=(40, 3))


def test_the_peers_of_scikit_learn(sample):
    """Lasso and MultiTaskLasso, whose loss is divided by n."""
    X, Y = sample
    for name, peer in {"l1": Lasso, "l21": MultiTaskLasso}.items():
        best = peer(8 / 40, fit_intercept=False, tol=1e-12, max_iter=100_000)
        *_, W = islice(proximal_gradient(X, Y, 8.0, NORMS[name].proximal), 400)
        assert_allclose(W, best.fit(X, Y).coef_.T, atol=1e-8)
        assert (W == 0).any()


@pytest.mark.parametrize("name", sorted(NORMS))
def test_each_step_is_that_of_the_full_solver(sample, name):
    """With the same length of step: one over the largest singular value, squared."""
    short = proximal_gradient(*sample, 2.0, NORMS[name].proximal)
    full = ista(*sample, name, 2.0, 1 / np.linalg.norm(sample[0], 2) ** 2)
    for W, step in islice(zip(short, full, strict=True), 30):
        assert_allclose(W, step.W, atol=1e-12)


@pytest.mark.parametrize("name", sorted(NORMS))
def test_no_step_climbs(sample, name):
    """The total of loss and penalty falls or stays."""
    X, Y = sample
    path = islice(proximal_gradient(X, Y, 2.0, NORMS[name].proximal), 100)
    total = [((X @ W - Y) ** 2).sum() / 2 + 2 * NORMS[name].value(W) for W in path]
    assert np.all(np.diff(total) < 1e-10)
    assert total[0] == pytest.approx((Y**2).sum() / 2)
