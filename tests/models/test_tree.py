"""Trees against their definition, scikit-learn's trees, and what ties decide."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array
from sklearn import tree as peers
from sklearn.base import clone

from mlcourse.models.forest import RandomForestRegressor
from mlcourse.models.grown import assemble
from mlcourse.models.tree import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    growth,
)
from mlcourse.models.tree_text import export_text


def rows(seed, n=200, d=4, missing=0.0):
    """Return X (n, d) that 32 bits can hold, and numbers y (n,) that depend on it."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).astype(np.float32).astype(float)
    y = X[:, 0] + np.sin(3 * X[:, 1]) + rng.normal(size=n) / 2
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def tied(seed, n=12, d=3, L=None):
    """Return X (n, d) and 0/1 targets of few values, so that many cuts are equal."""
    rng = np.random.default_rng(seed)
    shape = n if L is None else (n, L)
    return rng.integers(0, 4, (n, d)).astype(float), rng.integers(0, 2, shape)


# What a node's targets are worth, by definition: counts are exact as fractions.


def gini(Y, w):
    return sum(
        2 * (p := Fraction(int(w @ y), int(w.sum()))) * (1 - p) for y in Y.T
    ) / len(Y.T)


def entropy(Y, w):
    p = np.array([[w @ y, w @ (1 - y)] for y in Y.T]) / w.sum()
    return -sum(q * np.log2(q) for q in p.ravel() if q > 0) / len(Y.T)


def brute_force(X, Y, w, impurity, least=1):
    """Return {(feature, threshold): decrease} of all cuts that leave enough rows."""
    found = {}
    for j in range(X.shape[1]):
        for low, high in pairwise(np.unique(X[:, j])):
            left = X[:, j] <= low
            if min(left.sum(), (~left).sum()) >= least:
                after = sum(
                    impurity(Y[s], w[s]) * int(w[s].sum()) for s in (left, ~left)
                )
                found[j, (low + high) / 2] = impurity(Y, w) - after / int(w.sum())
    return found


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("options", [{}, {"max_bins": 8}])
def test_root_is_the_best_cut_and_of_equals_the_first(seed, criterion, options):
    """Against all cuts by definition: first feature, lowest threshold."""
    L, least = seed % 3 + 1, 1 + seed % 2
    X, Y = tied(seed, L=L)
    w = np.random.default_rng(seed).integers(1, 4, len(X))
    if len(np.unique(Y, axis=0)) == 1:
        return
    cuts = brute_force(X, Y, w, {"gini": gini, "entropy": entropy}[criterion], least)
    best = min(cut for cut in cuts if cuts[cut] >= max(cuts.values()) - 1e-9)
    model = DecisionTreeClassifier(
        criterion, max_depth=1, min_samples_leaf=least, **options
    )
    found = model.fit(X, Y, w).tree_
    assert (found.feature[0], found.threshold[0]) == best
    assert_allclose(found.decrease[0], float(cuts[best]), atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"max_bins": 8}, {"n_thresholds": 99}])
def test_ties_go_to_the_first_feature_and_the_lowest_threshold(options):
    """Four equally good cuts: two thresholds of a feature and of its mirror image."""
    x = np.array([0.0, 1, 2, 3])
    for X in (np.c_[x, -x], np.c_[-x, x]):
        model = DecisionTreeClassifier(max_depth=1, **options).fit(X, [0, 1, 1, 0])
        lowest = np.sort(X[:, 0])[:2].mean()
        assert (model.tree_.feature[0], model.tree_.threshold[0]) == (0, lowest)


@pytest.mark.parametrize("seed", range(5))
def test_regression_on_0_and_1_is_the_gini_tree(seed):
    """Same cuts, same shares; the variance p (1 - p) is half of the Gini impurity."""
    X, y = tied(seed, n=60)
    numbers = DecisionTreeRegressor().fit(X, y).tree_
    classes = DecisionTreeClassifier().fit(X, y).tree_
    for name in ("feature", "threshold", "left", "value"):
        assert_array_equal(getattr(numbers, name), getattr(classes, name))
    assert_allclose(2 * numbers.impurity, classes.impurity, atol=1e-15)


def decrease(model, X, T, w, feature, threshold, missing_left):
    """Return how much of the impurity of rows X a cut takes away, by scikit-learn."""
    x = X[:, feature]
    left = np.where(np.isnan(x), missing_left, x <= threshold)
    total = 0.0
    for side, sign in ((left >= 0, 1), (left == 1, -1), (left == 0, -1)):
        whole = model(max_depth=1, random_state=0)
        fitted = whole.fit(X[side], T[side], w[side]).tree_
        total += sign * fitted.impurity[0] * w[side].sum() / w.sum()
    return total


def compare(ours, peer, X, T, w):
    """Walk down both trees; where cuts differ they must be equally good.

    Return how many cuts were compared, of how many nodes scikit-learn's tree has.
    """
    same, todo = 0, [(0, 0, np.arange(len(X)))]
    while todo:
        i, j, here = todo.pop()
        assert ours.samples[i] == peer.n_node_samples[j] == len(here)
        assert_allclose(ours.impurity[i], peer.impurity[j], atol=1e-12)
        if ours.left[i] < 0:
            # Rounding makes scikit-learn cut some pure nodes.
            assert peer.children_left[j] < 0 or peer.impurity[j] < 1e-12
            continue
        cut = ours.feature[i], ours.threshold[i], bool(ours.missing_left[i])
        other = peer.feature[j], peer.threshold[j], bool(peer.missing_go_to_left[j])
        x = X[here, cut[0]]
        go = np.where(np.isnan(x), cut[2], x <= cut[1])
        if cut[0] == other[0] and np.isclose(cut[1], other[1]) and cut[2] == other[2]:
            same += 1
            todo += [
                (ours.left[i], peer.children_left[j], here[go]),
                (ours.left[i] + 1, peer.children_right[j], here[~go]),
            ]
        else:
            gains = [
                decrease(compare.model, X[here], T[here], w[here], *c)
                for c in (cut, other)
            ]
            assert_allclose(*gains, atol=1e-9)
    return same


KINDS = {
    "numbers": (DecisionTreeRegressor, peers.DecisionTreeRegressor, lambda y: y),
    "several numbers": (
        DecisionTreeRegressor,
        peers.DecisionTreeRegressor,
        lambda y: np.c_[y, np.cos(y)],
    ),
    "two classes": (
        DecisionTreeClassifier,
        peers.DecisionTreeClassifier,
        lambda y: y > 0.3,
    ),
    "classes": (
        DecisionTreeClassifier,
        peers.DecisionTreeClassifier,
        lambda y: np.digitize(y, [-0.5, 0.5]),
    ),
    "labels": (
        DecisionTreeClassifier,
        peers.DecisionTreeClassifier,
        lambda y: np.c_[y > 0, y > 1, np.abs(y) > 1],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(
    "options", [{}, {"max_depth": 4, "min_samples_leaf": 3}, {"criterion": "entropy"}]
)
def test_the_tree_is_that_of_scikit_learn(kind, weighted, missing, options):
    """Cut for cut, where no tie decides; where one does the two cuts are as good."""
    ours, peer, target = KINDS[kind]
    if "criterion" in options and ours is DecisionTreeRegressor:
        return
    if kind == "several numbers" and missing:
        return  # scikit-learn refuses it
    X, y = rows(7, missing=missing)
    T = target(y)
    w = np.random.default_rng(1).random(len(X)) + 0.1 if weighted else np.ones(len(X))
    found = ours(**options).fit(X, T, w)
    expected = peer(random_state=0, **options).fit(X, T, w)
    compare.model = lambda **more: peer(
        **{"criterion": options.get("criterion", expected.criterion)}, **more
    )
    same = compare(found.tree_, expected.tree_, X, T, w)
    assert same >= min(12, expected.get_n_leaves() / 2)


def test_missing_values_go_where_the_tree_learnt_to_send_them():
    """By hand: NaN is class 1, alone; and where training had none, most rows decide."""
    X = np.array([[1.0], [2], [3], [np.nan]])
    model = DecisionTreeClassifier().fit(X, [0, 0, 0, 1])
    assert model.tree_.threshold[0] == np.inf
    assert_array_equal(model.predict([[99], [np.nan], [-99]]), [0, 1, 0])
    like_low = DecisionTreeClassifier().fit(X, [1, 0, 0, 1])
    assert like_low.tree_.missing_left[0]
    assert_array_equal(like_low.predict([[np.nan], [1.4], [1.6]]), [1, 1, 0])
    for y, answer in (([0, 0, 1], 0), ([0, 1, 1], 1)):
        assert DecisionTreeClassifier().fit(X[:3], y).predict([[np.nan]]) == answer
    even = DecisionTreeClassifier().fit(X[:2], [0, 1])
    assert even.predict([[np.nan]]) == 1


@pytest.mark.parametrize(
    ("kind", "seed"), [("numbers", 3), ("classes", 3), ("labels", 5)]
)
def test_new_rows_with_missing_values_are_answered_as_by_scikit_learn(kind, seed):
    """Numbers and probabilities, to 1e-10; these seeds bring no ties."""
    ours, peer, target = KINDS[kind]
    X, y = rows(seed, missing=0.1)
    Q, _ = rows(4, missing=0.3)
    few = {"max_depth": 4, "min_samples_leaf": 5}
    one = ours(**few).fit(X, target(y))
    other = peer(random_state=0, **few).fit(X, target(y))
    if kind == "labels":
        expected = [p[:, 1] for p in other.predict_proba(Q)]
        assert_allclose(one.predict_proba(Q).T, expected, rtol=0, atol=1e-10)
    else:
        name = "predict" if kind == "numbers" else "predict_proba"
        found, expected = (getattr(model, name)(Q) for model in (one, other))
        assert_allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_weights_are_repetitions(criterion, missing):
    """A row of weight 3 is three rows, and one of weight 0 none."""
    X, y = rows(2, n=80, missing=missing)
    X = np.round(X, 1)  # many ties
    w = np.random.default_rng(0).integers(0, 4, len(X))
    options = {"criterion": criterion, "max_depth": 5}
    light = DecisionTreeClassifier(**options).fit(X, y > 0, w)
    long = DecisionTreeClassifier(**options).fit(X.repeat(w, 0), (y > 0).repeat(w))
    for name in ("feature", "threshold", "left", "weight"):
        assert_array_equal(getattr(light.tree_, name), getattr(long.tree_, name))
    kept = X[w > 0]  # where no row lacks a feature, those that do go with most rows
    assert_allclose(light.predict_proba(kept), long.predict_proba(kept), atol=1e-14)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("depth", [3, None])  # tables of counts, then sorting
def test_binned_is_exact_where_each_value_has_a_bin(missing, depth):
    X, y = rows(5, n=400, missing=missing)
    X = np.round(X, 1)
    values = max(len(np.unique(x[~np.isnan(x)])) for x in X.T)
    w = np.random.default_rng(0).random(len(X))
    for weights in (None, w):
        for leaf in (1, 5):
            model = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=leaf)
            exact = model.fit(X, y, weights).tree_
            binned = model.set_params(max_bins=values).fit(X, y, weights).tree_
            for one, other in zip(exact, binned, strict=True):
                assert_allclose(one, other, atol=1e-12)


def holes(n=300, missing=0.0):
    """Return X (n, 5): mostly 0, of both signs, full, empty, of few values."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 5)).round(1)
    X[:, :2] *= rng.random((n, 2)) < 0.2
    X[:, 2:] *= [1, 0, 3]
    X[:, 4] = np.maximum(X[:, 4].round(), 0)
    X[rng.random(X.shape) < missing] = np.nan
    return X, np.nansum(X[:, :3], axis=1) + rng.normal(size=n) / 3


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("max_bins", [None, 2, 7])
@pytest.mark.parametrize("form", [csr_array, csc_matrix, coo_array])
def test_sparse_rows_grow_the_same_tree(missing, max_bins, form, monkeypatch):
    """As the same rows in an array, with all options that look at rows."""
    monkeypatch.setattr("mlcourse.models.grown.DENSE", 500)  # a hundred rows at a time
    X, y = holes(missing=missing)
    w = np.arange(300) % 3
    for model in (
        DecisionTreeRegressor(max_bins=max_bins),
        DecisionTreeRegressor(max_bins=max_bins, n_thresholds=3, random_state=0),
        RandomForestRegressor(3, max_bins=max_bins, oob_score=True, random_state=0),
    ):
        expected = clone(model).fit(X, y, w)
        found = model.fit(form(X), y, w)
        assert_array_equal(found.predict(form(X)), expected.predict(X))
        assert_array_equal(found.apply(form(X)), expected.apply(X))
        tree, other = (
            getattr(m, "tree_", None) or m.trees_[0] for m in (found, expected)
        )
        for one, two in zip(tree, other, strict=True):
            assert_array_equal(one, two)


def test_bins_hold_equal_parts_of_the_rows():
    """Of 1000 rows in 4 bins a tree can only be cut near the quartiles."""
    x = np.random.default_rng(0).exponential(size=(1000, 1))
    tree = DecisionTreeRegressor(max_bins=4).fit(x, x[:, 0]).tree_
    cuts = np.sort(tree.threshold[tree.left >= 0])
    assert_allclose(cuts, np.quantile(x, [0.25, 0.5, 0.75]), rtol=0.01)


def test_labels_share_one_tree():
    """A matrix gets shares (n, L), each label's the mean of the leaf."""
    X, y = rows(6)
    Y = np.c_[y > 0, y > 1].astype(int)
    model = DecisionTreeClassifier(max_depth=3).fit(X, Y)
    shares, leaf = model.predict_proba(X), model.apply(X)
    assert shares.shape == (200, 2)
    for node in np.unique(leaf):
        here = leaf == node
        assert_allclose(shares[here], np.tile(Y[here].mean(axis=0), (here.sum(), 1)))
    assert_array_equal(model.predict(X), shares > 0.5)


@pytest.mark.parametrize(
    "options",
    [
        {"max_depth": 2},
        {"min_samples_split": 30},
        {"min_samples_split": 0.2},
        {"min_samples_leaf": 0.07},
        {"min_impurity_decrease": 0.01},
    ],
)
def test_growth_stops_where_that_of_scikit_learn_does(options):
    X, y = rows(8)
    ours = DecisionTreeRegressor(**options).fit(X, y)
    peer = peers.DecisionTreeRegressor(random_state=0, **options).fit(X, y)
    assert ours.get_n_leaves() == peer.get_n_leaves() > 2
    assert ours.get_depth() == peer.get_depth()
    assert_allclose(ours.predict(X), peer.predict(X))


def test_a_useless_first_cut_is_made():
    """Of "exclusive or" the first takes nothing away, and the next ones all."""
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    model = DecisionTreeClassifier().fit(X, [0, 1, 1, 0])
    assert model.tree_.decrease.tolist() == [0, 0.25, 0.25, 0, 0, 0, 0]
    assert model.score(X, [0, 1, 1, 0]) == 1


def test_growth_replays_the_fit_and_a_part_of_it_is_a_shallow_tree():
    X, y = rows(9)
    model = DecisionTreeRegressor()
    levels = list(growth(model, X, y))
    assert not hasattr(model, "tree_")
    for depth in (1, 3, len(levels) - 1):
        part = assemble(levels[: depth + 1])
        shallow = DecisionTreeRegressor(max_depth=depth).fit(X, y).tree_
        for one, other in zip(part, shallow, strict=True):
            assert_array_equal(one, other)


def test_drawn_thresholds_are_values_of_the_node():
    """One draw of nine values: each is the cut about as often; many draws find all."""
    x = np.arange(10.0)[:, None]
    y = (x[:, 0] > 6).astype(int)
    cuts = [
        DecisionTreeClassifier(max_depth=1, n_thresholds=1, random_state=seed)
        .fit(x, y)
        .tree_.threshold[0]
        for seed in range(400)
    ]
    found, times = np.unique(cuts, return_counts=True)
    # A tenth of the draws is the largest value, which cuts nothing.
    assert_array_equal(found, [*np.arange(9) + 0.5, np.nan])
    assert times.min() > 20
    assert times.max() < 65
    many = DecisionTreeClassifier(n_thresholds=100, random_state=0).fit(x, y)
    assert many.tree_.threshold[0] == 6.5


def test_drawn_thresholds_weigh_values_by_their_rows():
    """Of 90 rows at 0 and 10 others: a draw is 0 nine times in ten."""
    x = np.append(np.zeros(90), np.arange(1.0, 11))[:, None]
    first = [
        DecisionTreeRegressor(max_depth=1, n_thresholds=1, random_state=seed)
        .fit(x, x[:, 0])
        .tree_.threshold[0]
        for seed in range(300)
    ]
    assert 0.85 < np.mean(np.array(first) == 0.5) < 0.95


def test_features_are_drawn_for_every_node():
    """One of four: each is cut about as often; a constant one is never stuck with."""
    X, y = rows(10, n=100)
    model = DecisionTreeRegressor(max_depth=1, max_features=1)
    drawn = [
        model.set_params(random_state=seed).fit(X, y).tree_.feature[0]
        for seed in range(200)
    ]
    assert np.bincount(drawn).min() > 30
    X[:, :3] = 1
    assert all(
        model.set_params(random_state=seed).fit(X, y).tree_.feature[0] == 3
        for seed in range(20)
    )
    below = DecisionTreeRegressor(max_depth=3, max_features=1, random_state=0)
    cut = below.fit(*rows(10)).tree_.feature
    assert len(set(cut[:7])) > 2


@pytest.mark.parametrize("seed", range(3))
def test_thresholds_lie_below_the_value_on_the_right(seed):
    """Also between neighbours among the numbers, and far from 0."""
    low = np.random.default_rng(seed).normal() * 1e9
    x = np.array([[low], [np.nextafter(low, np.inf)]])
    for X in (x, x * 1e-300):
        model = DecisionTreeClassifier().fit(X, [0, 1])
        assert_array_equal(model.predict(X), [0, 1])
    huge = np.array([[1e308], [1.7e308]])
    assert np.isfinite(DecisionTreeClassifier().fit(huge, [0, 1]).tree_.threshold[0])


def test_constant_targets_are_one_leaf():
    """Whatever rounding makes of their mean."""
    for value in (0.1, 1e9 / 3, -1e-9, 0.0):
        X, _ = rows(0, n=49)
        model = DecisionTreeRegressor().fit(X, np.full(49, value))
        assert model.get_n_leaves() == 1
        assert_allclose(model.predict(X[:1]), value)


def test_importances_are_those_of_scikit_learn():
    X, y = rows(11)
    ours = DecisionTreeRegressor(min_samples_leaf=5).fit(X, y).feature_importances_
    peer = peers.DecisionTreeRegressor(min_samples_leaf=5, random_state=0).fit(X, y)
    assert_allclose(ours, peer.feature_importances_)
    assert not DecisionTreeRegressor().fit(X, 0 * y).feature_importances_.any()


@pytest.mark.parametrize("kind", ["numbers", "several numbers", "classes"])
def test_text_is_that_of_scikit_learn(kind):
    ours, peer, target = KINDS[kind]
    X, y = rows(12)
    few = {"max_depth": 3, "min_samples_leaf": 9}
    one, other = (m(**few).fit(X, target(y)) for m in (ours, peer))
    names = ["a", "b", "c", "d"]
    assert export_text(one) + "\n" == peers.export_text(other)
    assert export_text(one, names, 4) + "\n" == peers.export_text(
        other, feature_names=names, decimals=4
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criterion": "error"}, "criterion='error' is unknown"),
        ({"max_depth": 0}, "max_depth=0 must be a whole number >= 1"),
        ({"min_samples_split": 1}, "min_samples_split=1 must be"),
        ({"min_samples_leaf": 1.5}, "min_samples_leaf=1.5 must be"),
        ({"max_features": 5}, "max_features=5 must be a whole number >= 1 and <= 4"),
        ({"max_features": "all"}, "max_features='all' is unknown"),
        ({"ccp_alpha": -1}, "ccp_alpha=-1 must be"),
        ({"max_bins": 1}, "max_bins=1 must be"),
        ({"n_thresholds": 0}, "n_thresholds=0 must be"),
    ],
)
def test_bad_parameters_are_told(options, message):
    X, y = rows(0, n=20)
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**options).fit(X, y > 0)


def test_bad_data_are_told():
    X, y = rows(0, n=20)
    with pytest.raises(ValueError, match="must hold 0 and 1 only"):
        DecisionTreeClassifier().fit(X, np.c_[y > 0, y > 1] + 1)
    with pytest.raises(ValueError, match="inf"):
        DecisionTreeClassifier().fit(np.where(X > 1, np.inf, X), y > 0)
    with pytest.raises(ValueError, match="feature_names has 3 names"):
        export_text(DecisionTreeRegressor().fit(X, y), ["a", "b", "c"])
