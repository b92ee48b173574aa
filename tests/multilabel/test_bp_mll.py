"""BP-MLL against pairs one by one, finite differences and a known inconsistency."""

from itertools import islice

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import approx_fprime, minimize

from mlcourse.formulas.metrics import ranking_loss
from mlcourse.multilabel.bp_mll import BPMLL
from mlcourse.solvers.bp_mll import (
    Network,
    bp_mll,
    error,
    pair_losses,
    random_network,
    slopes,
)


def random_problem(n=12, d=3, L=4, seed=0):
    """Return X and labels with a relevant and an irrelevant one in every row."""
    rng = np.random.default_rng(seed)
    Y = rng.random((n, L)) < 0.5
    Y[:, 0] = ~Y[:, 1]
    return rng.normal(size=(n, d)), Y


def planted(n=200):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    near = np.sum(X**2, axis=1) < 1
    return X, np.column_stack([near, ~near, X[:, 0] > 0]).astype(int)


def test_losses_pair_by_pair():
    Z, Y = np.random.default_rng(1).normal(size=(12, 4)), random_problem()[1]
    expected = [
        np.mean([np.exp(-(k - m)) for k in z[y] for m in z[~y]])
        for z, y in zip(Z, Y, strict=True)
    ]
    assert_allclose(pair_losses(Z, Y)[0], expected)


def test_a_row_of_weight_2_is_two_rows():
    X, Y = random_problem()
    net = random_network(3, 5, 4, np.random.default_rng(2))
    s = np.arange(12) % 3
    many = np.repeat(np.arange(12), s)
    assert_allclose(error(X, Y, net, 0.1, s), error(X[many], Y[many], net, 0.1))
    found = slopes(X, Y, net, 0.1, s / s.mean())
    for one, other in zip(found, slopes(X[many], Y[many], net, 0.1), strict=True):
        assert_allclose(one, other)
    options = {"batch_size": 12, "eta": 0.5}  # all rows in one batch: no order
    runs = [
        bp_mll(X[rows], Y[rows], 5, 0.1, np.random.default_rng(0), **options, s=w)
        for rows, w in ((slice(None), s), (many, None))
    ]
    assert len(many) == 12
    one, other = (next(islice(run, 9, None)) for run in runs)
    assert_allclose(one.W, other.W)
    assert_allclose(one.objective, other.objective)


def test_back_propagation_by_finite_differences():
    X, Y = random_problem()
    net = random_network(3, 5, 4, np.random.default_rng(2))
    ends = np.cumsum([part.size for part in net])[:-1]

    def unpacked(w):
        parts = zip(np.split(w, ends), net, strict=True)
        return Network(*(p.reshape(part.shape) for p, part in parts))

    w = np.concatenate([part.ravel() for part in net])
    expected = approx_fprime(w, lambda w: error(X, Y, unpacked(w), 0.1), 1e-7)
    found = np.concatenate([part.ravel() for part in slopes(X, Y, net, 0.1)])
    assert_allclose(found, expected, atol=1e-6)


def test_exponential_loss_can_rank_in_the_wrong_order():
    """{2, 3}, {1}, {1, 2} with .3, .4, .3: label 1 is likelier than 2, .7 to .6."""
    Y = np.array([[0, 1, 1], [1, 0, 0], [1, 1, 0]], dtype=bool)
    P = np.array([0.3, 0.4, 0.3])

    def mean(z):
        E, slope = pair_losses(np.tile(z, (3, 1)), Y)
        return P @ E, P @ slope

    z = minimize(mean, np.zeros(3), jac=True, tol=1e-10).x
    assert_allclose(z - z.mean(), [0.17, 0.25, -0.42], atol=0.01)


def test_a_pass_is_a_step_for_every_sample():
    X, Y = random_problem(n=3)
    start, end = islice(bp_mll(X, Y, 2, 0.1, np.random.default_rng(3)), 2)
    net = Network(start.V, start.c, start.W, start.b)
    rng = np.random.default_rng(3)
    random_network(3, 2, 4, rng)
    for i in rng.permutation(3):
        down = slopes(X[i : i + 1], Y[i : i + 1], net, 0.1)
        net = Network(*(w - 0.05 * s for w, s in zip(net, down, strict=True)))
    for found, expected in zip((end.V, end.c, end.W, end.b), net, strict=True):
        assert_allclose(found, expected)


def test_learns_what_no_line_can():
    X, Y = planted()
    model = BPMLL(10, learning_rate=0.5, tol=1e-4, random_state=0).fit(X, Y)
    assert ranking_loss(Y, model.decision_function(X)) < 0.1
    assert np.mean(model.predict(X) != Y) < 0.1
    assert model.objectives_[-1] < 0.7 * model.objectives_[0]


def test_empty_and_full_rows_are_skipped_and_counted():
    X, Y = random_problem(40)
    Y[:5], Y[5:12] = False, True
    model, part = (
        BPMLL(random_state=0).fit(X[rows], Y[rows].astype(int))
        for rows in (slice(None), slice(12, None))
    )
    assert (model.n_skipped_, part.n_skipped_) == (12, 0)
    assert_array_equal(model.coef_, part.coef_)


def test_steps_that_are_too_long_are_refused():
    X, Y = planted()
    with (
        np.errstate(all="ignore"),
        pytest.raises(ValueError, match="smaller learning_rate"),
    ):
        BPMLL(alpha=1e3, learning_rate=1e3, random_state=0).fit(X, Y)
