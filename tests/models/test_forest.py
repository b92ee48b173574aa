"""Forests: what is drawn, what the left-out rows tell, and scikit-learn's accuracy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn import ensemble as peers
from sklearn.datasets import load_breast_cancer
from sklearn.inspection import permutation_importance
from sklearn.model_selection import ShuffleSplit, train_test_split

from mlcourse.models.bootstrap import multiplicities
from mlcourse.models.forest import RandomForestClassifier, RandomForestRegressor
from mlcourse.models.importance import permutation_importances
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor


def rows(seed, n=400, d=6):
    """Return X (n, d) and numbers (n,) that depend on the first three columns."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X[:, 0] + np.sin(2 * X[:, 1]) * X[:, 2] + rng.normal(size=n) / 2


def test_accuracy_is_that_of_scikit_learn():
    """On wdbc over 10 splits: within half a point, binned or not."""
    X, y = load_breast_cancer(return_X_y=True)
    models = [
        RandomForestClassifier(25, random_state=0),
        RandomForestClassifier(25, random_state=0, max_bins=None),
        peers.RandomForestClassifier(25, random_state=0),
    ]
    scores = [
        [model.fit(X[train], y[train]).score(X[test], y[test]) for model in models]
        for train, test in ShuffleSplit(10, test_size=0.3, random_state=0).split(X)
    ]
    binned, exact, peer = np.mean(scores, axis=0)
    assert peer > 0.94
    assert abs(binned - peer) < 0.005
    assert abs(exact - peer) < 0.005


@pytest.mark.parametrize("missing", [0.0, 0.15])
def test_regression_is_as_good_as_that_of_scikit_learn(missing):
    """R^2 on 2000 new rows, also where values are missing."""
    X, y = rows(0, 2600)
    X[np.random.default_rng(1).random(X.shape) < missing] = np.nan
    ours = RandomForestRegressor(40, max_features=0.5, random_state=0)
    peer = peers.RandomForestRegressor(40, max_features=0.5, random_state=0)
    scores = [m.fit(X[:600], y[:600]).score(X[600:], y[600:]) for m in (ours, peer)]
    assert scores[1] > 0.4
    assert_allclose(*scores, atol=0.015)


@pytest.mark.parametrize("bootstrap", [True, "distinct"])
def test_out_of_bag_tells_what_new_rows_will(bootstrap):
    """Within a standard error or two, where the training score is nearly 1."""
    X, y = rows(2, 3000)
    train, test = slice(0, 1500), slice(1500, None)
    model = RandomForestClassifier(
        60, bootstrap=bootstrap, oob_score=True, random_state=0
    ).fit(X[train], y[train] > 0)
    assert model.score(X[train], y[train] > 0) > 0.99
    held_out = model.score(X[test], y[test] > 0)
    assert held_out < 0.9
    assert abs(model.oob_score_ - held_out) < 0.025


def test_a_tree_is_out_of_bag_scored_on_the_rows_it_has_not_seen():
    """One tree: about 1/e of the rows, and its own answers there; NaN elsewhere."""
    X, y = rows(3, 1000)
    model = RandomForestRegressor(1, oob_score=True, random_state=0).fit(X, y)
    answers = model.oob_prediction_
    known = ~np.isnan(answers)
    assert abs(known.mean() - np.exp(-1)) < 0.04
    assert_allclose(answers[known], model.estimators_[0].predict(X[known]))
    assert_allclose(model.oob_score_, model.estimators_[0].score(X[known], y[known]))
    # It has seen the others: a tree grown to the end answers with their own numbers.
    exact = model.set_params(max_bins=None).fit(X, y)
    seen = np.isnan(exact.oob_prediction_)
    assert_allclose(exact.estimators_[0].predict(X[seen]), y[seen])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bootstrap": "distinct", "criterion": "entropy", "max_bins": None},
        {"bootstrap": False, "n_thresholds": 2, "max_features": 1},
        {"features_per": "tree", "min_samples_leaf": 3, "ccp_alpha": 1e-3},
    ],
)
def test_a_tree_is_the_same_whatever_grows_beside_it(options, monkeypatch):
    """To the bit, with values that repeat, a column of one value and missing ones."""
    X, y = rows(9)
    X = np.c_[X.round(1), np.zeros(400)]
    X[np.random.default_rng(1).random(X.shape) < 0.1] = np.nan
    weights = np.random.default_rng(2).integers(0, 4, 400)
    model = RandomForestClassifier(7, random_state=0, **options)
    together = model.fit(X, y > 0, weights).trees_
    assert min(len(tree.left) for tree in together) > 9
    for beside in (1, 3):
        monkeypatch.setattr("mlcourse.models.forest_base.TREES", beside)
        for tree, other in zip(
            model.fit(X, y > 0, weights).trees_, together, strict=True
        ):
            for part, same in zip(tree, other, strict=True):
                assert_array_equal(part, same)


def test_out_of_bag_shares_of_labels():
    X, y = rows(4)
    Y = np.c_[y > 0, y > 1].astype(int)
    model = RandomForestClassifier(30, max_depth=4, oob_score=True, random_state=0)
    for labels in (Y, csr_array(Y)):
        shares = model.fit(X, labels).oob_decision_function_
        assert shares.shape == model.predict_proba(X).shape == (400, 2)
        assert_allclose(model.oob_score_, np.mean(((shares > 0.5) == Y).all(axis=1)))


def test_multiplicities():
    """N draws from n rows; about 1/e are left out, and 1/(2 e) drawn twice."""
    times = multiplicities(20_000, True, 1)
    assert times.sum() == 20_000
    shares = np.bincount(times.astype(int))[:3] / 20_000
    assert_allclose(shares, np.exp(-1) / np.array([1, 1, 2]), atol=0.01)
    assert_array_equal(multiplicities(20_000, "distinct", 1), times > 0)
    assert_array_equal(multiplicities(3, False, 1), [1, 1, 1])


@pytest.mark.parametrize("bootstrap", [True, "distinct", False])
def test_a_member_is_the_tree_of_its_sample(bootstrap):
    """Repeated rows are there as often as drawn, or once, or every row is there."""
    X, y = rows(5, 200)
    model = RandomForestRegressor(
        1, bootstrap=bootstrap, max_bins=None, oob_score=bool(bootstrap), random_state=0
    ).fit(X, y)
    tree = model.trees_[0]
    assert tree.weight[0] == (tree.samples[0] if bootstrap == "distinct" else 200)
    if not bootstrap:
        expected = DecisionTreeRegressor().fit(X, y)
        assert_array_equal(model.predict(X), expected.predict(X))
        return
    seen = np.flatnonzero(np.isnan(model.oob_prediction_))
    assert tree.samples[0] == len(seen) < 140
    if bootstrap == "distinct":
        expected = DecisionTreeRegressor().fit(X[seen], y[seen]).tree_
        assert_array_equal(tree.threshold, expected.threshold)
        assert_array_equal(tree.value, expected.value)


def test_features_are_drawn_for_a_node_or_once_for_a_tree():
    X, y = rows(6)
    for features_per, most in (("tree", 2), ("node", 6)):
        model = RandomForestRegressor(
            20, max_features=2, features_per=features_per, random_state=0
        ).fit(X, y)
        used = [set(tree.feature[tree.left >= 0]) for tree in model.trees_]
        assert {len(features) for features in used} == {most}
        assert set.union(*used) == set(range(6))


def test_weights():
    """Weights of 2 change nothing; of 0 they leave rows out; heavy rows are obeyed."""
    X, y = rows(7, 100)
    model = RandomForestRegressor(5, random_state=0)
    plain = model.fit(X, y).predict(X)
    assert_allclose(model.fit(X, y, np.full(100, 2.0)).predict(X), plain)
    w = np.repeat([0.0, 1.0], 50)
    half = model.fit(X[50:], y[50:]).predict(X)
    assert_array_equal(model.fit(X, y, w).predict(X), half)
    shallow = model.set_params(max_depth=1).fit(X, y, 1 + 1e6 * (y > y[0]))
    assert shallow.predict(X).min() > y[0]


def test_importances():
    """Of impurity as scikit-learn's, within the noise of two forests."""
    X, y = rows(8, 800)
    ours, peer = (
        module(80, max_features=2, min_samples_leaf=5, random_state=0).fit(X, y)
        for module in (RandomForestRegressor, peers.RandomForestRegressor)
    )
    assert_allclose(ours.feature_importances_.sum(), 1)
    assert_allclose(ours.feature_importances_, peer.feature_importances_, atol=0.03)
    assert set(np.argsort(ours.feature_importances_)[-3:]) == {0, 1, 2}


def test_permutation_importances():
    """What shuffling costs, as by scikit-learn's function on the same model."""
    X, y = rows(9, 600)
    model = RandomForestRegressor(10, min_samples_leaf=5, random_state=0)
    model.fit(X[:300], y[:300])
    Q, truth = X[300:], y[300:]
    before = Q.copy()
    ours = permutation_importances(model, Q, truth, 20, random_state=0)
    peer = permutation_importance(model, Q, truth, n_repeats=20, random_state=1)
    assert ours.shape == (6, 20)
    assert_array_equal(Q, before)
    again = permutation_importances(model, csr_array(Q), truth, 20, random_state=0)
    assert_array_equal(again, ours)
    assert_allclose(ours.mean(axis=1), peer.importances_mean, atol=0.03)
    # A column that no tree asks for costs nothing.
    stump = DecisionTreeClassifier(max_depth=1).fit(Q, truth > 0)
    lost = permutation_importances(stump, Q, truth > 0, 3).any(axis=1)
    assert_array_equal(np.flatnonzero(lost), [stump.tree_.feature[0]])


def test_more_trees_err_less_and_the_mean_beats_its_members():
    """The mean of accuracies is that of one tree; the vote beats it."""
    X, y = rows(10, 2000)
    X, Q, y, truth = train_test_split(X, y > 0, test_size=0.5, random_state=0)
    model = RandomForestClassifier(60, random_state=0).fit(X, y)
    members = [tree.score(Q, truth) for tree in model.estimators_]
    assert model.score(Q, truth) > max(members) > np.mean(members) + 0.01


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be"),
        ({"bootstrap": "set"}, "bootstrap='set' is unknown"),
        ({"features_per": "level"}, "features_per='level' is unknown"),
        ({"bootstrap": False, "oob_score": True}, "oob_score=True needs bootstrap"),
        ({"max_features": 7}, "max_features=7 must be"),
        ({"max_bins": 70_000}, "max_bins=70000 must be"),
    ],
)
def test_bad_parameters_are_told(options, message):
    X, y = rows(0, 30)
    with pytest.raises(ValueError, match=message):
        RandomForestClassifier(**options).fit(X, y > 0)
