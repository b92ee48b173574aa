"""What the lesson on nearest neighbours and its evidence say is so.

Pictures are compared with scikit-learn's neighbours; morals hold for other draws than
those shown.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.neighbors import KNeighborsClassifier as Peer
from sklearn.neighbors import NearestNeighbors

from mlcourse.chapters.knn import evidence, exercises, figures, runs
from mlcourse.page import check
from tests.chapters.heroes import numbers

# --- explorers, at their corners


@pytest.mark.parametrize("weights", ["one-hot", "counts", "tf-idf"])
@pytest.mark.parametrize(("lengths", "k"), [("as they are", 1), ("all 1", 3)])
def test_prepared_votes_are_scikit_learns(weights, lengths, k):
    A, B = runs.prepared(weights, lengths, 0)
    some = runs.texts(0)
    peer = Peer(k, algorithm="brute").fit(A, some.y)
    told = numbers(figures.draw_preparation(weights, lengths, k))
    assert told[-3:-1] == [k, pytest.approx(100 * peer.score(B, some.truth), abs=0.6)]


@pytest.mark.parametrize("k", [1, 51])
def test_the_plane_is_scikit_learns(k):
    A, B = runs.plane(0)
    some = runs.texts(0)
    peer = Peer(k).fit(A, some.y)
    wrong = [100 * (1 - peer.score(*pair)) for pair in ((A, some.y), (B, some.truth))]
    assert_allclose(numbers(figures.draw_plane(k)), [k, *wrong], atol=0.51)


def test_all_neighbours_tie_and_the_first_class_wins():
    assert numbers(figures.draw_plane(400)) == [400, 50, 50]
    assert set(runs.plane_says(400, np.zeros((3, 2)))) == {0}


@pytest.mark.parametrize("folds", [2, 13])
def test_every_text_is_in_one_fold(folds):
    for order in runs.ORDERS:
        scipy, sklearn, right = np.sum(runs.validated(order, folds, 0), axis=0)
        assert (scipy, sklearn) == (120, 120)
        told = numbers(figures.draw_order(order, folds))
        assert_allclose(told, [folds, 100 * right / 240], atol=0.051)


@pytest.mark.parametrize("what", runs.KINDS)
@pytest.mark.parametrize("d", [1, 200])
def test_nearest_by_farthest_is_scikit_learns(what, d):
    X = runs.points(what, d)
    far, _ = NearestNeighbors(n_neighbors=400).fit(X).kneighbors(X[::10])
    ratio = np.mean(far[:, 1] / far[:, -1])
    assert_allclose(numbers(figures.draw_space(what, d)), [d, ratio], atol=0.006)


# --- what the lesson says


@pytest.mark.thorough
def test_unit_length_helps_whatever_the_weights():
    """In ten other draws, with one vote."""
    for seed in range(1, 11):
        for weights in runs.WEIGHTS:
            raw, unit = (
                runs.by_preparation(weights, length, seed) for length in runs.LENGTHS
            )
            assert unit[0] > raw[0]


def test_without_unit_length_neighbours_are_short():
    size = np.array(runs.sizes())
    for weights, lengths in (("one-hot", "as they are"), ("tf-idf", "as they are")):
        near, _ = runs.from_query(weights, lengths)
        assert np.median(size[near[:5]]) < 50 < np.median(size)
    near, _ = runs.from_query("tf-idf", "all 1")
    assert np.median(size[near[:5]]) > np.median(size)


def test_many_votes_are_better_in_the_plane():
    """In ten other draws; the best k is neither 1 nor n."""
    for seed in range(1, 11):
        train, test = runs.plane_errors(seed)
        assert train[0] == 0
        assert 11 <= runs.PLANE_KS[test.argmin()] <= 101
        assert test.min() < test[0]


def test_a_sorted_file_in_halves_has_no_right_answer():
    for seed in range(5):
        assert runs.accuracy("sorted", 2, seed) == 0


def test_one_fit_gives_the_same_for_all_folds():
    once = {runs.accuracy("fitted once, to all", folds) for folds in runs.FOLDS}
    assert len(once) == 1
    for seed in range(5):
        assert runs.accuracy("fitted once, to all", 5, seed) > runs.accuracy(
            "shuffled", 5, seed
        )


def test_near_copies_help_when_they_are_shuffled():
    """On the mean of 20 files; a single file may say otherwise."""
    shuffled, together = (
        np.array([runs.accuracy(order, 5, seed) for seed in range(20)])
        for order in runs.ORDERS[1:3]
    )
    assert np.mean(shuffled - together) > 0.005
    assert np.sum(shuffled > together) > 2 * np.sum(shuffled < together)


# --- exercises


@pytest.mark.parametrize("reason", exercises.BY_HAND.mistakes)
def test_slips_by_hand_are_named(reason):
    assert reason in check(exercises.BY_HAND.mistakes[reason], exercises.BY_HAND).text


@pytest.mark.parametrize("reason", exercises.DISTANCES.mistakes)
def test_slips_of_distances_are_named(reason):
    said = check(exercises.DISTANCES.mistakes[reason], exercises.DISTANCES)
    assert not said.passed
    assert reason in said.text


def test_distances_must_be_clipped():
    """The expansion passes, and what is not clipped does not."""
    assert check(exercises.expanded, exercises.DISTANCES).passed
    raw = lambda A, B: exercises.expanded(A, B, clip=-np.inf)  # noqa: E731
    assert "Case 3" in check(raw, exercises.DISTANCES).text


# --- the evidence


def test_stored_tails_are_those_of_the_code():
    for name, share in evidence.tails(3):
        assert evidence.stored()[name][3] == pytest.approx(share, abs=0.011)


@pytest.mark.thorough
@pytest.mark.parametrize("measured", [evidence.ways, evidence.leaks])
def test_stored_rows_are_those_of_the_code(measured):
    for name, share in measured(0):
        assert evidence.stored()[name][0] == pytest.approx(share, abs=0.004)


def test_the_claims_of_the_evidence():
    """The length costs most; logistic regression wins; a sorted tail is below 50 %."""
    ways = ("tf-idf, not unit length", "counts, cosine", "tf-idf, no stop words")
    means = [evidence.right(f"{way}, k 1").mean() for way in ways]
    assert means == sorted(means)
    votes = [name for name in evidence.stored() if name.startswith(("tf", "one", "co"))]
    linear = evidence.right("logistic, C 10")
    assert all((linear > evidence.right(name)).all() for name in votes)
    for k in evidence.TAIL_KS:
        assert evidence.right(f"sorted, d 1, k {k}").max() < 0.5
