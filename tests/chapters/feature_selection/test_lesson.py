"""What the lesson on choosing features says is so, and for other draws than its own."""

import os

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import label_ranking_average_precision_score
from sklearn.neighbors import NearestCentroid

from mlcourse.chapters.common.paired import beside
from mlcourse.chapters.feature_selection import evidence, exercises, measure, runs
from mlcourse.chapters.feature_selection.figures import ALL, draw_graph, draw_kept
from mlcourse.page import check
from tests.chapters.heroes import numbers


def mean(name):
    """Return the stored average precision of one way to choose, over twenty draws."""
    return np.mean(runs.measured()[name])


def compared(one, other):
    """Return in how many stored draws one is better : worse."""
    return beside(*(runs.measured()[name] for name in (one, other)))[0]


@pytest.mark.parametrize("selector", runs.SELECTORS)
@pytest.mark.parametrize("pixels", [5, 192])
def test_kept_pixels_are_the_largest_scores(selector, pixels):
    """In the sentence: how many, and the precision by scikit-learn."""
    worth = runs.scores(selector)
    chosen = np.sort(np.argsort(-worth, kind="stable")[:pixels])
    chosen = chosen[worth[chosen] > 0]
    drawn = runs.scenes()
    model = runs.MLkNN().fit(drawn.X[:, chosen], drawn.Y)
    said = model.predict_proba(drawn.X_new[:, chosen])
    ap = label_ranking_average_precision_score(drawn.Y_new, said)
    first, *_, worth, best = numbers(draw_kept(selector, pixels))
    assert_allclose([first, worth, best], [len(chosen), ap, ALL], atol=0.0051)


@pytest.mark.parametrize(("gamma", "alpha"), [(10, 0), (1000, 100_000)])
def test_neighbours_are_pairs_that_touch(gamma, alpha):
    chosen = runs.mask(runs.joint(alpha, gamma))
    at = np.argwhere(chosen.reshape(8, 24))
    apart = np.abs(at[:, None] - at).sum(axis=2)
    told = numbers(draw_graph(gamma, alpha))
    assert told[:3] == [gamma, alpha, np.sum(apart == 1) / 2]
    assert_allclose(told[3], runs.judged(chosen), atol=0.0051)


@pytest.mark.parametrize("way", runs.WAYS)
@pytest.mark.parametrize("columns", [10, 2000])
def test_noise_is_classified_by_the_nearest_mean(columns, way):
    for fold in runs.noise(3):
        rows = slice(None) if way == "on all rows" else fold.train
        X, y = fold.X[:, :columns], fold.y
        zero, one = (X[rows][y[rows] == c].mean(axis=0) for c in (0, 1))
        most = np.sort(np.argsort(-np.abs(one - zero))[:10])
        peer = NearestCentroid().fit(X[fold.train][:, most], y[fold.train])
        right = np.sum(peer.predict(X[~fold.train][:, most]) == y[~fold.train])
        assert runs.chosen_in(fold, columns, way).right == right


@pytest.mark.parametrize("place", [-2.5, 0.5, 5.5])
def test_a_fence_is_least_squares_with_a_wall(place):
    """The line has the smallest sum of squares and of the excess, squared."""
    slope, level = runs.line(1.0, place)
    u, v = np.mgrid[-1:2, -1:2] * 1e-3
    a, b = slope + u, level + v  # (3, 3), the line and eight beside it
    said = a * place + b
    loss = (said - np.clip(said, 0, 1)) ** 2
    loss += sum((a * x + b - y) ** 2 for x, y in zip(*runs.LABELLED, strict=True))
    assert loss.argmin() == 4
    assert (0 <= 0.4 * place - 0.1 <= 1) == bool(abs(slope - 0.4) < 1e-4)


@pytest.mark.parametrize("name", ["MSSL", "10000 10", "CSFS 10 0.1"])
def test_stored_rows_are_those_of_the_code(name):
    assert_allclose(measure.row(name, range(2)), runs.measured()[name][:2], atol=2e-4)


@pytest.mark.thorough
@pytest.mark.parametrize("name", runs.measured())
def test_all_stored_rows_are_those_of_the_code(name):
    if name.startswith(measure.PHOTOS) and not os.environ.get("MLCOURSE_DATA"):
        pytest.skip("MLCOURSE_DATA names no folder of sets")
    found = measure.curves().get(name) or measure.row(name)
    assert_allclose(found, runs.measured()[name], atol=2e-4)


def test_no_thirty_pixels_are_as_good_as_all():
    for name in runs.NAMES[1:]:
        assert compared("all", name) == "20 : 0"
    means = [round(mean(name), 2) for name in ("all", *runs.SELECTORS)]
    assert means == [0.92, 0.87, 0.87, 0.82, 0.71]
    for name in runs.SELECTORS[:3]:
        assert compared(name, "random") == "20 : 0"
    assert compared("MSSL", "variance") == "20 : 0"
    assert compared("RFS", "MSSL") == "15 : 5"
    assert compared("100 1500", "RFS") == "6 : 6"


def test_the_graph_mends_a_weak_penalty_and_adds_nothing_to_a_strong_one():
    assert compared("10000 10", "0 10") == compared("10000 100", "0 100") == "20 : 0"
    for alpha in (10, 100, 1000):
        assert_allclose(mean(f"{alpha} 1000"), mean("0 1000"), atol=0.001)
    assert compared("0 1000", "10000 100") == "19 : 1"
    assert compared("0 1000", "100000 1000") == "20 : 0"


@pytest.mark.parametrize("seed", [0, 31, 32])
def test_a_weak_penalty_keeps_pixels_that_are_hardly_lit(seed):
    """Their weights are long as they vary little: times the spread, all is well."""
    X, worth = runs.scenes(seed).X, runs.joint(0, 10, seed)
    chosen, spread = runs.mask(worth), X.std(axis=0)
    assert spread[chosen].mean() < 0.6 * spread.mean()
    mended = runs.judged(runs.mask(worth * spread), seed)
    assert mended > runs.judged(chosen, seed) + 0.1


@pytest.mark.parametrize("first", [0, 1000])
def test_choosing_outside_the_folds_makes_noise_look_learnt(first):
    """On two times 100 draws."""
    outside, inside = (runs.null_draws(1000, way, 100, first) for way in runs.WAYS)
    assert 0.83 < outside.mean() < 0.87
    assert 0.47 < inside.mean() < 0.53
    assert_allclose(*(runs.null_draws(10, way, 100, first) for way in runs.WAYS))


@pytest.mark.parametrize("weight", runs.WEIGHTS[1:])
def test_unlabelled_scenes_do_not_help(weight):
    """At no strength of the penalty; at the weakest they harm."""
    for mu in runs.MUS:
        found = compared(f"CSFS {mu} {weight}", f"CSFS {mu} 0.0").split(" : ")
        assert int(found[0]) <= int(found[1]) + 2
    assert mean(f"CSFS 3 {weight}") < mean("CSFS 3 0.0") - 0.03


def test_slips_are_named():
    for exercise in (exercises.LONGEST, exercises.BY_HAND):
        for reason, slip in exercise.mistakes.items():
            assert reason in check(slip, exercise).text


def test_the_claims_on_report_002():
    """Its own numbers; on photographs the graph is no gain, and all features win."""
    won = {row[0]: row[2] for row in evidence.printed().rows}
    assert [n for n in won if won[n] == "6 : 0"] == ["RFS", "MDMR", "PMU", "FIMF"]
    assert won["LASSO"] == won["all features"] == "5 : 1"
    assert compared("photographs no graph", "photographs MSSL") == "17 : 3"
    for way in measure.WAYS[1:]:
        assert compared("photographs all", f"photographs {way}") == "20 : 0"
    for way in ("variance", "shortest"):
        assert mean(f"photographs {way}") < mean("photographs random") - 0.02
