"""Ridge against scikit-learn's Ridge and RidgeCV, and brute force."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix, diags_array
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.linear_model import RidgeClassifier as Peer
from sklearn.model_selection import KFold

from mlcourse.data import load
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge import RidgePath, ridge
from tests.folds import AsksForLabels

ALPHAS = [0.01, 0.3, 1.0, 20.0]

# Few distinct values: ties, constant and repeated columns, empty and full rows.
few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
shapes = st.tuples(st.integers(3, 9), st.integers(1, 9))


@st.composite
def problems(draw):
    n, d = draw(shapes)
    X = draw(arrays(float, (n, d), elements=few))
    Y = draw(arrays(int, (n, 2), elements=st.integers(0, 1)))
    return X, Y


def random_problem(n, d, L=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.5) + 1
    X[:, -1] = 7  # a constant column
    Y = (rng.random((n, L)) < 0.4).astype(int)
    Y[:, 0] = X[:, 0] > 1  # a label to be learned
    return X, Y


@pytest.mark.parametrize("kind", [np.asarray, csr_array, csr_matrix])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(30, 8), (8, 30)])
def test_equals_scikit_learn(kind, intercept, shape):
    """Both closed forms, (d, d) and (n, n), give the weights of Ridge."""
    X, Y = random_problem(*shape)
    ours = RidgeClassifier(0.7, fit_intercept=intercept).fit(kind(X), Y)
    peer = Ridge(0.7, fit_intercept=intercept).fit(X, Y)
    assert_allclose(ours.coef_, peer.coef_, atol=1e-10)
    assert_allclose(ours.intercept_, peer.intercept_, atol=1e-10)
    assert_allclose(ours.estimate(kind(X)), peer.predict(X), atol=1e-10)
    assert_allclose(ours.decision_function(kind(X)), peer.predict(X) - 0.5, atol=1e-10)
    assert_array_equal(ours.predict(kind(X)), peer.predict(X) > 0.5)


def test_same_classifier_as_scikit_learns_of_that_name():
    """With an intercept, 0 and 1 cut at 1/2 is -1 and +1 cut at 0."""
    X, Y = random_problem(40, 6)
    ours, peer = RidgeClassifier(2.0).fit(X, Y), Peer(2.0).fit(X, Y)
    assert_allclose(2 * ours.decision_function(X), peer.decision_function(X))


@given(problems(), st.booleans(), st.sampled_from([0.0, *ALPHAS]))
@settings(max_examples=60, deadline=None)
def test_gradient_vanishes(problem, intercept, alpha):
    """At the solution the gradient of the objective is 0, by W and by b."""
    X, Y = problem
    model = RidgeClassifier(alpha, fit_intercept=intercept).fit(X, Y)
    W, R = model.coef_.T, model.estimate(X) - Y
    assert_allclose(X.T @ R + alpha * W, 0, atol=1e-8)
    if intercept:
        assert_allclose(R.sum(axis=0), 0, atol=1e-8)
    else:
        assert_array_equal(model.intercept_, 0)


@pytest.mark.parametrize("alpha", [0.0, 1e-17])
@pytest.mark.parametrize("shape", [(20, 5), (5, 20)])
def test_next_to_no_penalty(alpha, shape):
    """Of all least-squares solutions the shortest, as the pseudo-inverse has it."""
    X, Y = random_problem(*shape)
    X[:, 0] = X[:, 1]
    Xc, Yc = X - X.mean(axis=0), Y - Y.mean(axis=0)
    W = ridge(Centred(X), Yc, alpha)
    assert_allclose(W, np.linalg.pinv(Xc, rcond=1e-12) @ Yc, atol=1e-7)


@given(problems(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_path_and_leaving_one_out(problem, intercept):
    """The path is `ridge`; leaving one out is what fitting to the others gives."""
    X, Y = problem
    model = RidgeClassifier(alphas=ALPHAS, fit_intercept=intercept).fit(X, Y)
    for alpha, errors in zip(ALPHAS, model.errors_, strict=True):
        fits = [
            RidgeClassifier(alpha, fit_intercept=intercept)
            .fit(np.delete(X, i, 0), np.delete(Y, i, 0))
            .estimate(X[i : i + 1])[0]
            for i in range(len(X))
        ]
        assert_allclose(errors, ((Y - fits) ** 2).mean(axis=0), rtol=1e-7, atol=1e-9)
    path = RidgePath(Centred(X, intercept), Y - intercept * Y.mean(axis=0))
    assert_allclose(path.weights(model.alpha_), model.coef_.T, atol=1e-9)


def test_leaving_one_out_with_next_to_no_penalty():
    """A sample with a column of its own: error and 1 - h both go to 0."""
    X = np.vstack([np.eye(3), np.eye(3)[:2]])  # row 2 stands alone
    Y = np.array([[0.0], [1], [1], [0], [1]])
    path = RidgePath(Centred(X, centre=False), Y)
    # By hand: without row 2 its weight is 0, so the error is Y itself.
    assert_allclose(path.leave_one_out(1e-12)[:, 0], [0, 0, 1, 0, 0], atol=1e-9)


def test_leaving_one_out_of_an_exact_fit():
    """For d > n the error tends to (K^-1 y)_i / (K^-1)_ii, K = XX', as alpha falls."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(6, 20)), rng.normal(size=(6, 2))
    inverse = np.linalg.inv(X @ X.T)
    errors = RidgePath(Centred(X, centre=False), Y).leave_one_out(1e-9)
    expected = inverse @ Y / inverse.diagonal()[:, None]
    assert_allclose(errors, expected, rtol=1e-4)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("per_target", [True, False])
@pytest.mark.parametrize("shape", [(40, 6), (12, 30)])
@pytest.mark.parametrize("cv", [None, 3, KFold(4, shuffle=True, random_state=0)])
def test_choice_equals_scikit_learn(intercept, per_target, shape, cv):
    """RidgeCV picks the same strengths, from the same errors."""
    X, Y = random_problem(*shape, L=4, seed=5)
    if cv is not None and per_target:
        pytest.skip("RidgeCV has a strength per target only without folds")
    alphas = np.logspace(-2, 3, 11)
    peer = RidgeCV(
        alphas,
        cv=cv,
        alpha_per_target=per_target,
        fit_intercept=intercept,
        scoring=None if cv is None else "neg_mean_squared_error",
    ).fit(X, Y)
    for kind in (np.asarray, csr_array):
        ours = RidgeClassifier(
            alphas=alphas, cv=cv, alpha_per_target=per_target, fit_intercept=intercept
        ).fit(kind(X), Y)
        assert_allclose(ours.alpha_, peer.alpha_)
        assert_allclose(ours.coef_, peer.coef_, atol=1e-9)
    if not per_target:
        assert_allclose(ours.errors_.mean(axis=1).min(), -peer.best_score_)


def test_strength_per_target_with_folds():
    """Each label alone chooses what it chooses among others."""
    X, Y = random_problem(50, 6, L=5, seed=2)
    model = RidgeClassifier(alphas=ALPHAS, cv=3, alpha_per_target=True).fit(X, Y)
    alone = [
        RidgeClassifier(alphas=ALPHAS, cv=3).fit(X, Y[:, [label]]).alpha_
        for label in range(5)
    ]
    assert_array_equal(model.alpha_, alone)
    assert len(set(alone)) > 1


def test_nothing_is_left_of_an_earlier_fit():
    model = RidgeClassifier(alphas=ALPHAS).fit(*random_problem(20, 3))
    model.set_params(alphas=None).fit(*random_problem(20, 3))
    assert not hasattr(model, "errors_")


def test_equal_errors_choose_the_first():
    X = np.zeros((4, 2))
    model = RidgeClassifier(alphas=[3.0, 1.0, 2.0]).fit(X, [[0], [1], [1], [0]])
    assert model.alpha_ == 3
    assert_array_equal(model.coef_, 0)


def test_estimate_at_the_threshold_is_not_enough():
    """Eight samples alike, six of them positive: the estimate is 0.75 exactly."""
    X, Y = np.zeros((8, 1)), np.array([[1, 0]] * 6 + [[0, 1]] * 2)
    for threshold, predicted in [(0.74, 1), (0.75, 0), (0.76, 0)]:
        model = RidgeClassifier(threshold=threshold).fit(X, Y)
        assert_array_equal(model.predict(X), [[predicted, 0]] * 8)


def test_vector_of_two_classes():
    X = [[0.0], [1.0], [2.0], [3.0]]
    model = RidgeClassifier(0.1).fit(X, ["no", "no", "yes", "yes"])
    assert model.predict(X).tolist() == ["no", "no", "yes", "yes"]
    assert model.decision_function(X).shape == (4,)
    assert model.coef_.shape == (1, 1)


def test_sparse_matrix_is_not_filled():
    """A million columns and a mean: dense, X would be 24 GB."""
    X = csr_array((np.ones(3), ([0, 1, 2], [5, 10**6 - 1, 5])), shape=(3000, 10**6))
    Y = np.zeros((3000, 1), dtype=int)
    Y[[0, 2]] = 1
    model = RidgeClassifier().fit(X[:30], Y[:30])
    assert model.predict(X[:3]).ravel().tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"alpha": -1}, ValueError, "alpha"),
        ({"alpha": "1"}, TypeError, "alpha"),
        ({"alphas": [1.0, 0.0]}, ValueError, "alphas=0.0"),
        ({"alphas": []}, ValueError, "alphas"),
        ({"alphas": "a"}, ValueError, "alphas must be a table of numbers"),
        ({"alphas": 1.0}, ValueError, "alphas has shape"),
        ({"alphas": [1.0], "cv": 50}, ValueError, "n_splits=50"),
        ({"threshold": np.nan}, ValueError, "threshold"),
        ({"threshold": None}, TypeError, "threshold"),
    ],
)
def test_refuses_bad_parameters(parameters, error, message):
    X, Y = random_problem(10, 3)
    with pytest.raises(error, match=message):
        RidgeClassifier(**parameters).fit(X, Y)


def test_refuses_to_leave_the_only_sample_out():
    with pytest.raises(ValueError, match="too few to leave one out"):
        RidgeClassifier(alphas=[1.0]).fit([[1.0]], [[1, 0]])


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="set MLCOURSE_DATA to a folder with the real sets, bibtex among them",
)
def test_bibtex():
    """The reference row 65.1 / 40.0 / 29.3: rows of length 1, alpha 1, no intercept."""
    data = load("bibtex")
    X = csr_array(data.X, dtype=float)
    X = diags_array(1 / np.sqrt(X.multiply(X).sum(axis=1))) @ X
    train, test = data.split == 0, data.split == 1
    model = RidgeClassifier(1.0, fit_intercept=False).fit(X[train], data.Y[train])
    best = (-model.decision_function(X[test])).argsort(axis=1, kind="stable")[:, :5]
    hits = np.take_along_axis(data.Y[test], best, axis=1).mean(axis=0).cumsum()
    assert_allclose(hits[[0, 2, 4]] / [1, 3, 5], [0.651, 0.400, 0.293], atol=6e-4)


def test_folds_are_shown_the_labels():
    X, Y = np.eye(6), np.eye(6, 2, dtype=int)
    ours, same = (
        RidgeClassifier(alphas=[0.1, 1.0], cv=folds).fit(X, Y)
        for folds in (AsksForLabels(2), KFold(2))
    )
    assert_allclose(ours.errors_, same.errors_)


def test_the_strength_is_told_and_named():
    X, Y = np.eye(4), np.eye(4, 2, dtype=int)
    assert RidgeClassifier(alpha=0.3).fit(X, Y).alpha_ == 0.3
    with pytest.raises(ValueError, match=r"^alpha=-1 must be"):
        RidgeClassifier(alpha=-1).fit(X, Y)


def test_two_rows_are_enough_to_leave_one_out():
    X, Y = np.array([[0.0], [1.0]]), np.array([[0, 1], [1, 0]])
    assert RidgeClassifier(alphas=[1.0]).fit(X, Y).alpha_ == 1.0


def test_numbers_of_32_bits_are_reckoned_with_in_64():
    X = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    Y = (X[:, :2] > 0).astype(int)
    model = RidgeClassifier(fit_intercept=False)  # means are of 64 bits anyway
    short, long = (model.fit(x, Y).coef_ for x in (X, X.astype(np.float64)))
    assert_array_equal(short, long)
