"""What the lesson on forests and its evidence say is so."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.ensemble import RandomForestClassifier as Peer

from mlcourse.chapters.forests import evidence, exercises, figures, runs
from mlcourse.models.tree import DecisionTreeClassifier
from mlcourse.page import check
from tests.chapters.heroes import numbers

# --- explorers, at their corners


@pytest.mark.parametrize("jurors", [1, 3, 101])
@pytest.mark.parametrize("accuracy", [0.45, 0.7])
def test_a_jury_that_decides_alone_or_copies(jurors, accuracy):
    """Counted by the binomial formula; copies are as good as one juror."""
    alone = sum(
        comb(jurors, k) * accuracy**k * (1 - accuracy) ** (jurors - k)
        for k in range(jurors // 2 + 1, jurors + 1)
    )
    said = numbers(figures.draw_jury(jurors, accuracy, 0.0))
    assert said == [jurors, pytest.approx(100 * alone, abs=0.051)]
    said = numbers(figures.draw_jury(jurors, accuracy, 1.0))
    assert said == [jurors, pytest.approx(100 * accuracy)]


def test_a_jury_that_copies_at_times():
    """As a simulation finds."""
    rng = np.random.default_rng(0)
    own = rng.random((100_000, 11)) < 0.6
    copies = rng.random((100_000, 11)) < 0.3
    votes = np.where(copies, own[:, :1], own)
    share = np.mean(votes.sum(axis=1) > 5)
    assert numbers(figures.draw_jury(11, 0.6, 0.3))[1] == pytest.approx(
        100 * share, abs=0.6
    )


@pytest.mark.parametrize("features", runs.FEATURES)
@pytest.mark.parametrize("trees", [1, 300])
def test_a_forest_errs_as_that_of_scikit_learn(features, trees):
    """Its squared error, by means over ten forests of the peer."""
    rows = runs.split()
    errors = []
    for seed in range(10 if trees == 1 else 2):
        peer = Peer(trees, max_features=features, random_state=seed)
        share = peer.fit(rows.X, rows.y).predict_proba(rows.fresh)[:, 1]
        errors.append(np.mean((share - rows.truth) ** 2))
    size, error = numbers(figures.draw_forest(trees, features))
    assert size == trees
    assert abs(error - np.mean(errors)) < (0.05 if trees == 1 else 0.005)


@pytest.mark.parametrize("features", runs.FEATURES)
def test_floor_and_formula(features):
    """Pairs and triples of trees, one by one; the formula is exact for all trees."""
    rows, most = runs.split(), 20
    here = runs.grown(features, most=most)
    forest = runs.RandomForestClassifier(most, max_features=features, random_state=0)
    errors = runs.shares(forest.fit(rows.X, rows.y), rows.fresh) - rows.truth
    pairs = [np.mean(errors[s] * errors[t]) for s in range(most) for t in range(s)]
    assert_allclose(here.floor, np.mean(pairs))
    chosen, together = combinations(range(most), 3), np.mean(errors.mean(axis=0) ** 2)
    three = [np.mean(errors[list(some)].mean(axis=0) ** 2) for some in chosen]
    assert_allclose(here.new[[2, -1]], [np.mean(three), together])
    assert_allclose(here.rho, here.floor / here.sigma2)


def test_out_of_bag_curve_ends_at_the_forest_s_own():
    forest = runs.RandomForestClassifier(
        60, max_features=5, oob_score=True, random_state=0
    ).fit(runs.split().X, runs.split().y)
    share = forest.oob_decision_function_[:, 1]
    error = np.nanmean((share - runs.split().y) ** 2)
    assert_allclose(runs.grown(5, most=60).out_of_bag[-1], error)


@pytest.mark.parametrize("leaf", [1, 10])
def test_the_random_column(leaf):
    """More values, more impurity importance; shuffling it costs nothing."""
    few, many = (runs.importances(values, leaf) for values in (2, 150))
    assert many.impurity[-1] > few.impurity[-1]
    assert abs(many.permuted[-1]) < 0.005
    said = numbers(figures.draw_column(150, leaf))
    assert_allclose(said, [many.impurity[-1], many.permuted[-1]], atol=6e-4)


@pytest.mark.parametrize("share", [0.0, 0.36])
def test_flipped_labels(share):
    """AdaBoost gives flipped rows more than their share of the weight."""
    here = runs.noisy(share)
    said = numbers(figures.draw_labels(share))
    assert said == [here.flipped, 150, here.boosted[-1], here.forest[-1]]
    assert here.weight[-1] >= 1.4 * here.flipped / 150


# --- what the lesson says


def test_the_answers_of_the_predictions():
    """0.104 and 0.042 of five, 0.094 and 0.045 of all; the column; 17, 23, 64, 27.

    Each explorer opens on the case that was asked.
    """
    plans = figures.JURY, figures.FOREST, figures.COLUMN, figures.LABELS
    start = [[c.values[c.start] for c in plan.values()] for plan in plans]
    assert start == [[101, 0.6, 1.0], [300, 5], [150, 1], [0.18]]
    told = [runs.grown(m) for m in (5, 30)]
    error = [here.new[[0, 299]] for here in told]
    assert_allclose(error, [[0.104, 0.042], [0.094, 0.045]], atol=6e-4)
    assert_allclose([here.rho for here in told], [0.40, 0.48], atol=6e-3)
    assert_allclose(runs.importances(150, 1).impurity[-1], 0.034, atol=2e-3)
    clean, bad = runs.noisy(0.0), runs.noisy(0.18)
    assert (clean.boosted[-1], clean.forest[-1]) == (17, 23)
    assert (bad.flipped, bad.boosted[-1], bad.forest[-1]) == (23, 64, 27)
    assert bad.weight[-1] > 0.4
    assert (bad.boosted.argmin(), bad.boosted.min()) == (4, 34)


@pytest.mark.parametrize("mistake", exercises.OUT_OF_BAG.mistakes)
def test_slips_are_named(mistake):
    wrong = exercises.OUT_OF_BAG.mistakes[mistake]
    assert mistake in check(wrong, exercises.OUT_OF_BAG).text


# --- what the evidence says


@pytest.mark.thorough
def test_stored_rows_of_forests():
    """Means and paired counts over 20 splits; the formula of a sign test is SciPy's."""
    told = evidence.forest_splits()
    for k, stored in enumerate(evidence.FORESTS.values()):
        assert_allclose(told[:, k, :4].mean(axis=0), stored, rtol=0.02)
    one, five, all_ = told[:, :, 2].T
    assert evidence.won(five, all_) == evidence.PAIRED["5 against 30 a cut"]
    assert evidence.won(five, one) == evidence.PAIRED["5 against 1 a cut"]
    told = evidence.forest_splits(evidence.FRESH)
    one, five, all_ = told[:, :, 2].T
    assert evidence.won(five, all_) == evidence.PAIRED["the same, 100 fresh splits"]
    assert evidence.won(five, one) == evidence.PAIRED["the same on the fresh splits"]
    one, five, _ = told[:, :, 3].T
    assert evidence.won(five, one) == evidence.PAIRED["the same, by mistakes"]


@pytest.mark.thorough
@pytest.mark.parametrize("share", evidence.NOISE)
def test_stored_rows_of_noise(share):
    """Means, and paired counts."""
    boosted, forest = evidence.noise_splits(share).T
    *means, pair = evidence.NOISE[share]
    assert_allclose([boosted.mean(), forest.mean()], means, atol=0.06)
    assert evidence.won(forest, boosted) == pair


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("chance", "pair"), [(0.0, (21, 71)), (0.09, (97, 2)), (0.18, (98, 2))]
)
def test_noise_on_100_fresh_splits(chance, pair):
    boosted, forest = evidence.noise_splits(chance, range(100, 200)).T
    assert evidence.won(forest, boosted) == pair


def test_the_forest_beats_one_full_tree():
    """On fresh splits, in all but one at most."""
    wins = 0
    for seed in range(50, 55):
        rows = runs.split(seed)
        tree = DecisionTreeClassifier().fit(rows.X, rows.y)
        wrong = np.sum(tree.predict(rows.fresh) != rows.truth)
        wins += runs.grown(5, seed, 60).wrong[-1] < wrong
    assert wins >= 4


@pytest.mark.thorough
def test_full_trees_are_the_better_ones_on_all_columns():
    """Than trees of depth three, on fresh splits: 65 of 100, and worse in 13."""
    wrong = []
    for seed in range(400, 430):
        rows = runs.split(seed)
        fits = (
            runs.RandomForestClassifier(50, max_depth=depth, random_state=seed)
            for depth in (None, 3)
        )
        said = [fit.fit(rows.X, rows.y).predict(rows.fresh) for fit in fits]
        wrong.append(np.sum(np.array(said) != rows.truth, axis=1))
    full, three = np.transpose(wrong)
    assert np.sum(full < three) > 2 * np.sum(full > three)


def test_what_the_trial_of_report_004_says():
    """New rows are level from depth 9 on, training rows climb; shortcuts by folds."""
    depth, *_, training, new, _ = np.transpose(evidence.readings_004.forest_by_depth())
    assert np.ptp(new[depth >= 9]) < 0.005
    assert np.all(training[depth > 9] > 0.99)
    folds = {how: tuple(rest[-2:]) for how, *rest in evidence.readings_004.shortcuts()}
    assert (folds["once"], folds["per-tree"]) == ((3, 2), (5, 0))
