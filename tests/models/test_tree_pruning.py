"""Pruning against scikit-learn's path, and against all subtrees of a small tree."""

from itertools import pairwise, product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import tree as peers

from mlcourse.models.pruning import prune, pruned
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor


def rows(seed, n=150):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).astype(np.float32).astype(float)
    return X, X[:, 0] + np.sin(3 * X[:, 1]) + rng.normal(size=n)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_path_is_that_of_scikit_learn(weighted):
    X, y = rows(0)
    w = np.random.default_rng(1).random(len(X)) + 0.1 if weighted else None
    few = {"min_samples_leaf": 2}  # no ties
    ours = DecisionTreeRegressor(**few).cost_complexity_pruning_path(X, y, w)
    peer = peers.DecisionTreeRegressor(random_state=0, **few)
    expected = peer.cost_complexity_pruning_path(X, y, w)
    assert len(expected.ccp_alphas) > 30
    assert_allclose(ours.ccp_alphas, expected.ccp_alphas, atol=1e-14)
    assert_allclose(ours.impurities, expected.impurities)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_pruned_trees_are_those_of_scikit_learn(criterion):
    """Between any two prices of the path; weights see to it that there are no ties."""
    X, y = rows(2)
    w = np.random.default_rng(0).random(len(X)) + 0.1
    options = {"criterion": criterion, "min_samples_leaf": 4, "max_depth": 4}
    peer = peers.DecisionTreeClassifier(random_state=0, **options)
    alphas = peer.cost_complexity_pruning_path(X, y > 0, w).ccp_alphas
    alphas = np.unique(alphas.round(12))
    assert len(alphas) > 5
    for low, high in pairwise(alphas):
        alpha = (low + high) / 2
        ours = DecisionTreeClassifier(ccp_alpha=alpha, **options).fit(X, y > 0, w)
        expected = peer.set_params(ccp_alpha=alpha).fit(X, y > 0, w)
        assert ours.get_n_leaves() == expected.get_n_leaves()
        assert_allclose(ours.predict_proba(X), expected.predict_proba(X))


def subtrees(tree, node=0):
    """Return all sets of leaves of subtrees with this root."""
    left = tree.left[node]
    if left < 0:
        return [(node,)]
    both = product(subtrees(tree, left), subtrees(tree, left + 1))
    return [(node,), *(a + b for a, b in both)]


def test_no_subtree_is_cheaper():
    """By the definition of the cost, over all subtrees of a tree of depth 4."""
    X, y = rows(3, n=60)
    tree = DecisionTreeRegressor(max_depth=4, min_samples_leaf=3).fit(X, y).tree_
    R = tree.weight * tree.impurity / tree.weight[0]
    all_leaves = subtrees(tree)
    assert len(all_leaves) > 90
    for alpha in np.geomspace(1e-3, 1, 30):
        costs = [R[list(leaves)].sum() + alpha * len(leaves) for leaves in all_leaves]
        found = pruned(tree, alpha)
        mine = (found.weight * found.impurity)[found.left < 0].sum() / found.weight[0]
        assert_allclose(mine + alpha * found.n_leaves, min(costs))


def test_steps_are_nested_and_end_at_the_root():
    X, y = rows(4)
    tree = DecisionTreeRegressor().fit(X, y).tree_
    steps = list(prune(tree))
    assert (steps[0].node, steps[0].leaves, steps[-1].node) == (-1, tree.n_leaves, 0)
    assert_allclose(steps[-1].impurity, np.var(y))
    for before, after in pairwise(steps):
        assert after.alpha >= before.alpha
        assert after.impurity >= before.impurity
        assert after.leaves < before.leaves
    assert pruned(tree, 0) is tree
    for step in steps[1::20]:
        small = pruned(tree, step.alpha)
        assert small.n_leaves == step.leaves
        # A row's answer is the mean of an ancestor of its leaf, in the same numbers.
        assert np.isin(small.value, tree.value).all()
    assert_array_equal(pruned(tree, steps[-1].alpha).left, [-1])


def test_useless_cuts_cost_nothing_but_are_kept_at_price_zero():
    """Of "exclusive or" the first takes nothing away alone, with the next it pays."""
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    path = DecisionTreeClassifier().cost_complexity_pruning_path(X, y)
    # Two leaves below a child take 1/4 of impurity away; three below the root 1/2.
    assert_allclose(path.ccp_alphas, [0, 1 / 6])
    assert_allclose(path.impurities, [0, 1 / 2])
