"""What the lesson on trees and its evidence say is so.

Pictures are compared with scikit-learn's trees; morals hold for other draws than those
shown.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.tree import DecisionTreeClassifier as Peer

from mlcourse.chapters.trees import evidence, exercises, figures, runs
from mlcourse.models.bootstrap import multiplicities
from mlcourse.models.pruning import prune
from mlcourse.models.tree import DecisionTreeClassifier
from mlcourse.page import check
from tests.chapters.heroes import numbers


def wrong(model):
    """Return the per cents of training and of new rows that a model gets wrong."""
    X, X_new, y, y_new = runs.plane()
    return [100 * np.mean(model.predict(A) != b) for A, b in ((X, y), (X_new, y_new))]


# --- explorers, at their corners


@pytest.mark.parametrize("depth", [1, 3])
def test_shallow_trees_are_scikit_learns(depth):
    """Deeper ones have ties, which it breaks at random."""
    X, _, y, _ = runs.plane()
    peer = Peer(max_depth=depth, random_state=0).fit(X, y)
    cuts = peer.get_n_leaves() - 1
    told = numbers(figures.draw_depth(cuts))
    assert_allclose(told, [cuts, depth, *wrong(peer)], atol=0.051)


@pytest.mark.parametrize(("cuts", "depth"), [(0, 0), (18, 7)])
def test_the_ends_of_the_depth(cuts, depth):
    """No question calls all benign; the full tree errs nowhere in training."""
    _, _, y, _ = runs.plane()
    share = 0 if cuts else 100 * y.mean()
    told = numbers(figures.draw_depth(cuts))
    assert_allclose(told[:3], [cuts, depth, share], atol=0.051)


def test_prices_leave_every_tree():
    """Each of the trees that pruning can leave, and no other."""
    path = prune(runs.by_depth()[-1].tree)
    shown = [runs.at_price(price).tree.n_leaves for price in runs.PRICES]
    assert list(dict.fromkeys(shown)) == [step.leaves for step in path]
    assert len(shown) >= 12


@pytest.mark.parametrize("price", [0.0, 0.011, 0.4])
def test_a_price_prunes_as_the_parameter_does(price):
    X, _, y, _ = runs.plane()
    model = DecisionTreeClassifier(ccp_alpha=price).fit(X, y)
    told = numbers(figures.draw_pruning(price))
    assert_allclose(told, [price, model.get_n_leaves(), *wrong(model)], atol=0.051)


def test_regions_are_what_the_tree_answers():
    """Every row lies in one rectangle, and that says what the tree says."""
    X, *_ = runs.plane()
    tree = runs.by_depth()[-1].tree
    said = np.zeros((len(X), 2))
    for (x0, x1, y0, y1), malignant in runs.regions(tree):
        inside = ((X - [x0, y0] > 0) & (X - [x1, y1] <= 0)).all(axis=1)
        said[inside] += [1, malignant]
    assert_allclose(said, np.column_stack([np.ones(150), runs.answers(tree, X)]))


@pytest.mark.parametrize("column", [0, 1])
def test_the_curve_is_the_formula_of_the_gain(column):
    X, _, y, _ = runs.plane()
    for cut, gain in list(zip(*runs.gains(column), strict=True))[::9]:
        left = X[:, column] <= cut
        shares = y[left].mean() - y[~left].mean()
        assert_allclose(gain, 2 * left.mean() * (1 - left.mean()) * shares**2)


@pytest.mark.parametrize("draws", [1, 10, "all"])
def test_first_cuts_lie_on_the_curve(draws):
    """More draws come nearer to the top; the sentence has their mean."""
    found = runs.roots(draws)
    for column, cut, gain in found:
        cuts, gains = runs.gains(column)
        assert_allclose(gain, gains[np.searchsorted(cuts, cut)], atol=1e-12)
    mean = np.mean([gain for *_, gain in found])
    assert f"mean gain {mean:.2f}" in figures.draw_drawn(draws).says
    assert {1: mean < 0.2, 10: mean > 0.25, "all": mean > 0.309}[draws]


@pytest.mark.parametrize("seed", [0, 10])
def test_a_bootstrap_is_a_fit_to_repeated_rows(seed):
    X, _, y, _ = runs.plane()
    times = runs.drawn_rows(seed).astype(int)
    model = DecisionTreeClassifier(max_depth=3).fit(X.repeat(times, 0), y.repeat(times))
    told = numbers(figures.draw_bootstrap(seed))
    cut = model.tree_.threshold[0] / 10
    rows = len(np.unique(X.repeat(times, 0), axis=0))
    assert_allclose(told[-2:], [cut, wrong(model)[1]], atol=0.051)
    assert told[-3] >= rows


# --- what the lesson says


@pytest.mark.parametrize("first", [0, 100])
def test_depth_three_is_best_and_beats_the_full_tree(first):
    """On two draws of 100 splits."""
    new = runs.mean_by_depth(100, first)
    assert new.mean(axis=0).argmin() == 3
    better, worse = (np.sum(op(new[:, 3], new[:, -1])) for op in (np.less, np.greater))
    assert better >= 80
    assert worse <= 15
    if first == 0:
        assert (better, worse) == (89, 10)


@pytest.mark.parametrize("first", [1, 1001])
def test_bootstraps_choose_about_twenty_first_cuts(first):
    """All ask about the radius; the commonest has fewer than a quarter."""
    X, _, y, _ = runs.plane()
    cuts = []
    for seed in range(first, first + 200):
        model = DecisionTreeClassifier(max_depth=1)
        tree = model.fit(X, y, multiplicities(150, True, seed)).tree_
        cuts.append((tree.feature[0], tree.threshold[0]))
    found, counts = np.unique(cuts, axis=0, return_counts=True)
    assert 18 <= len(found) <= 23
    assert (found[:, 0] == 0).all()
    assert counts.max() < 50
    assert found[counts.argmax(), 1] == 165.5
    if first == 1:
        assert_allclose(runs.first_cuts(), [found[:, 1], counts])


@pytest.mark.parametrize("seed", range(5))
def test_exclusive_or_needs_a_useless_cut(seed):
    B = np.random.default_rng(seed).integers(0, 2, size=(400, 2))
    differ = B[:, 0] != B[:, 1]
    stopped = DecisionTreeClassifier(min_impurity_decrease=0.02).fit(B, differ)
    kept = DecisionTreeClassifier(ccp_alpha=0.02).fit(B, differ)
    assert (stopped.get_n_leaves(), kept.get_n_leaves()) == (1, 4)


def test_a_tree_does_not_extrapolate():
    x, area, grid, answers = runs.staircase(6)
    assert np.ptp(answers[grid > 25]) == 0
    assert answers[-1] <= area[x < 25].max() < area[x > 25].max()


# --- exercises


@pytest.mark.parametrize("reason", exercises.BEST_CUT.mistakes)
def test_slips_of_the_best_cut_are_named(reason):
    """Each known slip is wrong, and told by its own sentence."""
    said = check(exercises.BEST_CUT.mistakes[reason], exercises.BEST_CUT)
    assert not said.passed
    assert reason in said.text


@pytest.mark.parametrize("reason", exercises.BY_HAND.mistakes)
def test_slips_by_hand_are_named(reason):
    assert reason in check(exercises.BY_HAND.mistakes[reason], exercises.BY_HAND).text


# --- the evidence


@pytest.mark.parametrize(("data", "depth", "draws"), [("wdbc", 3, 10), ("wdbc", 8, 1)])
def test_stored_rows_are_those_of_the_code(data, depth, draws):
    assert (
        evidence.count(data, depth, draws)
        == (evidence.stored()[f"{data} {depth} {draws}"])
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("data", "draws", "splits", "told"),
    [
        ("wdbc", 1, 100, (57, 32)),
        ("wdbc", 10, 100, (62, 31)),
        ("digits", 1, 60, (16, 41)),
        ("digits", 10, 60, (29, 29)),
    ],
)
def test_more_splits(data, draws, splits, told):
    assert evidence.more_splits(data, draws, splits) == told


@pytest.mark.thorough
@pytest.mark.parametrize("data", evidence.NEW)
def test_all_stored_rows_are_those_of_the_code(data):
    for name, rows in evidence.stored().items():
        kind, depth, draws = name.split()
        if kind == data:
            number = draws if draws == "all" else int(draws)
            assert evidence.count(data, int(depth), number) == rows


def test_the_claims_on_sampled_thresholds():
    """Ten draws are not behind; one draw is, on digits in deep trees."""
    for data in evidence.NEW:
        for depth in evidence.DEPTHS:
            ten, every = (evidence.right(data, depth, k) for k in (10, "all"))
            assert ten.mean() > every.mean() - 0.002
    one, every = (evidence.right("digits", 12, k) for k in (1, "all"))
    assert np.sum(one < every) == 18
    one, every = (evidence.right("wdbc", 12, k) for k in (1, "all"))
    assert (np.sum(one > every), np.sum(one < every)) == (13, 6)
