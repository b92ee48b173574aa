"""Lasso and group lasso against scikit-learn's, and their optimality conditions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.linear_model import Lasso, LassoCV, MultiTaskLasso, MultiTaskLassoCV
from sklearn.model_selection import KFold
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcourse.multilabel import lasso
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.solvers.active_set import solve

BOTH = [LassoClassifier, GroupLassoClassifier]


def planted(n=60, d=12, L=4, seed=0):
    """Return X, and labels that depend on its first three columns."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + 1
    X[:, -1] = 7  # a constant column
    noise = rng.normal(size=(n, L))
    return X, (X[:, :3] @ rng.normal(size=(3, L)) + noise > 0).astype(int)


@parametrize_with_checks(
    [LassoClassifier(), LassoClassifier(alphas=[0.01, 0.001], cv=2)]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@parametrize_with_checks([GroupLassoClassifier()])
def test_scikit_learn_contract_of_the_group(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(60, 12), (12, 30)])
@pytest.mark.parametrize("alpha", [0.2, 0.01])
def test_equals_scikit_learn(kind, intercept, shape, alpha):
    """The weights of Lasso, label by label, and of MultiTaskLasso."""
    X, Y = planted(*shape)
    options = {"fit_intercept": intercept, "tol": 1e-12, "max_iter": 100_000}
    ours = LassoClassifier(alpha, fit_intercept=intercept, tol=1e-12).fit(kind(X), Y)
    peers = [Lasso(alpha, **options).fit(X, y) for y in Y.T]
    assert_allclose(ours.coef_, [peer.coef_ for peer in peers], atol=1e-4)
    Z = np.column_stack([peer.predict(X) for peer in peers])
    assert_allclose(ours.estimate(kind(X)), Z, atol=1e-4)
    assert_array_equal(ours.predict(kind(X)), Z > 0.5)
    ours = GroupLassoClassifier(alpha, fit_intercept=intercept, tol=1e-12)
    peer = MultiTaskLasso(alpha, **options).fit(X, Y)
    assert_allclose(ours.fit(kind(X), Y).coef_, peer.coef_, atol=1e-4)
    assert_allclose(ours.estimate(kind(X)), peer.predict(X), atol=1e-4)


@given(
    arrays(float, (8, 5), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0])),
    arrays(int, (8, 3), elements=st.integers(0, 1)),
    st.sampled_from([0.003, 0.1, 5.0]),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_optimality(X, Y, alpha, intercept):
    """The slope of the loss is at most alpha, and alpha against every weight."""
    for kind in BOTH:
        model = kind(alpha, fit_intercept=intercept, tol=1e-13).fit(X, Y)
        W, R = model.coef_.T, model.estimate(X) - Y
        if intercept:
            assert_allclose(R.sum(axis=0), 0, atol=1e-8)
        slope = X.T @ R / len(X)
        if kind is LassoClassifier:
            length, size = np.abs(slope), np.abs(W)
        else:
            length, size = (np.sqrt((A**2).sum(axis=1)) for A in (slope, W))
        assert (length <= alpha + 1e-5).all()
        assert_allclose((slope * W).sum(), -alpha * size.sum(), atol=1e-5)


def test_rows_live_or_die_together():
    """L2,1 keeps the three planted features for all labels; the lasso mixes them."""
    X, Y = planted(n=400)
    used = GroupLassoClassifier(0.1).fit(X, Y).coef_ != 0  # (L, d)
    assert_array_equal(used, np.arange(12) < 3 + np.zeros((4, 1)))
    used = LassoClassifier(0.1).fit(X, Y).coef_ != 0
    assert (used.any(axis=0) & ~used.all(axis=0)).any()


@pytest.mark.parametrize("alphas", [7, [0.3, 0.003, 0.05, 0.01]])
@pytest.mark.parametrize("cv", [4, KFold(3, shuffle=True, random_state=1)])
@pytest.mark.parametrize("intercept", [True, False])
def test_choice_equals_scikit_learn(alphas, cv, intercept):
    """LassoCV, label by label, and MultiTaskLassoCV: same grid, errors and choice."""
    X, Y = planted()
    options = {"fit_intercept": intercept, "cv": cv, "alphas": alphas}
    exact = options | {"tol": 1e-10, "max_iter": 100_000}
    ours = LassoClassifier(**options, eps=0.01, tol=1e-10).fit(X, Y)
    peers = [LassoCV(**exact, eps=0.01).fit(X, y) for y in Y.T]
    assert_allclose(ours.alphas_.T, [peer.alphas_ for peer in peers])
    means = [peer.mse_path_.mean(axis=1) for peer in peers]
    assert_allclose(ours.errors_.T, means, rtol=1e-4)
    assert_allclose(ours.alpha_, [peer.alpha_ for peer in peers])
    assert len(set(ours.alpha_)) > 1
    assert_allclose(ours.coef_, [peer.coef_ for peer in peers], atol=1e-3)
    ours = GroupLassoClassifier(**options, eps=0.01, tol=1e-10).fit(X, Y)
    peer = MultiTaskLassoCV(**exact, eps=0.01).fit(X, Y)
    assert_allclose(ours.alphas_, np.repeat(peer.alphas_[:, None], 4, axis=1))
    assert_allclose(ours.errors_.mean(axis=1), peer.mse_path_.mean(axis=1), rtol=1e-4)
    assert_allclose(ours.alpha_, peer.alpha_)
    assert_allclose(ours.coef_, peer.coef_, atol=1e-3)


@pytest.mark.parametrize("penalty", ["l1", "l21"])
def test_path_starts_from_the_solution_before(penalty, monkeypatch):
    """The same strength again takes no step."""
    steps = []

    def counting(*args, **options):
        solution = solve(*args, **options)
        steps.append(solution.n_iter)
        return solution

    monkeypatch.setattr(lasso, "solve", counting)
    X, Y = planted()
    list(lasso.path(X - X.mean(axis=0), Y - Y.mean(axis=0), penalty, [0.03] * 2, 1e-6))
    assert steps[0] > 0
    assert steps[1] == 0


@pytest.mark.parametrize("kind", BOTH)
def test_largest_strength_of_the_grid_is_the_last_without_weights(kind):
    X, Y = planted()
    top = kind(alphas=2, cv=2).fit(X, Y).alphas_[0]
    scale = 1 if kind is GroupLassoClassifier else Y.shape[1]
    for label in range(scale):
        y = Y if kind is GroupLassoClassifier else Y[:, [label]]
        assert not kind(top[label] * 1.0001).fit(X, y).coef_.any()
        assert kind(top[label] * 0.99).fit(X, y).coef_.any()


@pytest.mark.parametrize("kind", BOTH)
def test_labels_that_no_sample_or_every_sample_has(kind):
    """They get their constant, also with a grid of their own."""
    X, Y = planted()
    Y[:, 0], Y[:, 1] = 0, 1
    model = kind(alphas=5, cv=3).fit(X, Y)
    assert_allclose(model.coef_[:2], 0, atol=1e-12)
    assert_allclose(model.intercept_[:2], [0, 1])
    assert np.isfinite(model.errors_).all()


@pytest.mark.parametrize("kind", BOTH)
def test_next_to_no_penalty_is_least_squares(kind):
    X, Y = planted()
    Z = RidgeClassifier(0.0).fit(X, Y).estimate(X)
    assert_allclose(kind(1e-7, tol=1e-12).fit(X, Y).estimate(X), Z, atol=1e-4)


def test_sparse_input_without_intercept_stays_sparse():
    """Dense, 10 ^ 6 columns would be 240 MB for 30 rows."""
    X = csr_array((np.ones(3), ([0, 1, 2], [5, 10**6 - 1, 5])), shape=(30, 10**6))
    Y = np.zeros((30, 1), dtype=int)
    Y[[0, 2]] = 1
    model = LassoClassifier(1e-3, fit_intercept=False).fit(X, Y)
    assert_array_equal(model.coef_.nonzero()[1], [5])


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"alpha": 0}, ValueError, "alpha"),
        ({"alphas": 0}, ValueError, "alphas"),
        ({"alphas": [1.0, -1.0]}, ValueError, "alphas"),
        ({"alphas": 3, "eps": 0}, ValueError, "eps"),
        ({"alphas": 3, "cv": 1}, ValueError, "k-fold"),
        ({"tol": 0}, ValueError, "tol"),
        ({"threshold": np.inf}, ValueError, "threshold"),
    ],
)
def test_refuses_bad_parameters(kind, parameters, error, message):
    with pytest.raises(error, match=message):
        kind(**parameters).fit(*planted())
