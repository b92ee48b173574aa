"""The pictures on norms say what is so, reckoned in another way."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Lasso, MultiTaskLasso, Ridge

from mlcourse.data import load
from mlcourse.pictures import norms as pictures
from mlcourse.pictures import norms_balls as balls
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures import norms_stills as stills
from mlcourse.pictures import norms_tables as tables


def right(scores, truth):
    """Return how often the highest score is a true label."""
    return np.mean(
        [row[score.argmax()] for row, score in zip(truth, scores, strict=True)]
    )


# --- sensors


def test_the_scenes_are_z_scores(grey):
    X, Y, train = grey
    s, spread = runs.sensors(0), X[train].std(axis=0, ddof=1)
    some = spread > 0
    assert_allclose(s.spread * 16, spread)
    expected = (X[~train] - X[train].mean(axis=0))[:, some] / spread[some]
    assert_allclose(s.new[:, some], expected)
    assert not s.X[:, ~some].any()
    assert_allclose(s.Y + s.share, Y[train], atol=1e-12)


def sensors(alpha, other):
    """Return the picture of the sensors at a price of L1 and one of L2,1."""
    return pictures.draw_sensors(**{"λ_of_L1": alpha, "λ_of_L2,1": other})


@pytest.mark.parametrize(("alpha", "other"), [(40, 105), (105, 40)])
def test_what_the_sensors_say(alpha, other):
    """As scikit-learn fits, whose loss is divided by n; ridge's has no half at all."""
    s = runs.sensors(0)
    options = {"fit_intercept": False, "tol": 1e-9, "max_iter": 100_000}
    peers = {
        f"L1 (λ = {alpha})": Lasso(alpha / 700, **options),
        f"L2,1 (λ = {other})": MultiTaskLasso(other / 700, **options),
        "ridge (λ = 40)": Ridge(40, fit_intercept=False),
    }
    says = sensors(alpha, other).says
    for name, peer in peers.items():
        W = peer.fit(s.X, s.Y).coef_.T
        W[s.spread == 0] = 0
        pixels, own = np.sum(W.any(axis=1)), np.sum(W[:, 3] != 0)
        good = right(s.new @ W + s.share, s.truth)
        told = f"{name}: {pixels} pixels, {own} of them for digit 3"
        assert f"{told}, P@1 {good:.3f}" in says


def test_all_is_zero_where_the_price_is_too_high():
    says = sensors(140, 170).says
    assert says.count(": 0 pixels, 0 of them") == 2


def test_the_sensors_open_at_equal_scores():
    """Else the picture would answer another question than the one asked before it."""
    at = {name: each.values[each.start] for name, each in pictures.SENSORS.items()}
    rights = [
        runs.sensors(0).right(runs.fitted(penalty, float(alpha)))
        for penalty, alpha in zip(("l1", "l21"), at.values(), strict=True)
    ]
    assert_allclose(rights, 0.8, atol=0.01)


# --- the corner


@pytest.mark.parametrize("ball", ["L1", "L2"])
@pytest.mark.parametrize("direction", [0, 20, 50])
def test_no_point_of_the_ball_has_a_lower_loss(ball, direction):
    """Ten thousand points drawn in it."""
    points = np.random.default_rng(0).uniform(-1, 1, (10_000, 2))
    size = np.abs(points).sum(axis=1) if ball == "L1" else np.hypot(*points.T)
    points = points[size <= 1]
    centre = 2 * np.array(
        [np.cos(np.deg2rad(direction)), np.sin(np.deg2rad(direction))]
    )
    w = balls.touch(balls.BALLS[ball], centre, 1.0)

    def loss(w):
        a, b = np.transpose(w - centre)
        return a * a + a * b + b * b

    assert loss(w) <= loss(points).min() + 1e-3
    assert f"{ball} is met at ({w[0]:.2f}, {w[1]:.2f})" in (
        pictures.draw_corner(direction, 1.0).says
    )


def test_corners_are_sharp_and_faces_look_out():
    """Every face of a ball is flat and has size 1 at its corners."""
    sizes = [
        lambda p: np.abs(p).sum(),
        np.linalg.norm,
        lambda p: np.hypot(p[0], p[1]) + abs(p[2]),
        lambda p: np.abs(
            np.linalg.eigvalsh([[p[0], p[1] / 2**0.5], [p[1] / 2**0.5, p[2]]])
        ).sum(),
    ]
    for solid, size in zip(balls.solids(), sizes, strict=True):
        for face in [*solid.faces, *solid.edges]:
            assert_allclose([size(point) for point in face], 1, atol=1e-9)
    assert balls.draw_balls().panels.count("<text") == 4 * 4


# --- paths


@pytest.mark.parametrize("columns", ["z-scores", "with a twin"])
def test_paths_are_those_of_scikit_learn(columns):
    A, _, _ = paths.tumours()[columns]
    y = np.where(load("wdbc").y == 1, 1.0, -1.0)
    for k in (5, 16):
        alpha = paths.PATH[k]
        one = Lasso(alpha / 569, fit_intercept=False, tol=1e-10, max_iter=100_000)
        found = one.fit(A, y - y.mean()).coef_ * A.std(axis=0, ddof=1)
        assert_allclose(paths.tumour_path("l1", columns)[k], found, atol=1e-3)
        two = Ridge(alpha, fit_intercept=False).fit(A, y - y.mean())
        found = two.coef_ * A.std(axis=0, ddof=1)
        assert_allclose(paths.tumour_path("ridge", columns)[k], found, atol=1e-8)


@pytest.mark.parametrize("columns", paths.COLUMNS)
@pytest.mark.parametrize("penalty", ["l1", "ridge"])
def test_paths_stay_in_their_panel(penalty, columns):
    """As the reader sees it: no weight that the alt text names is out of sight."""
    low, high, _ = pictures.SIGHT[columns]
    W = paths.tumour_path(penalty, columns)
    assert low < W.min()
    assert W.max() < high


def test_ellipses_stay_in_their_panel():
    for direction in balls.DIRECTIONS:
        centre = balls.free(direction)
        for ball in balls.BALLS.values():
            away = balls.touch(ball, centre, min(balls.BUDGETS)) - centre
            rim = balls.ellipse(centre, away @ balls.CURVED @ away)
            assert balls.ROOM[0] < rim.min()
            assert rim.max() < balls.ROOM[1]


def test_edges_behind_are_parts_of_the_edge():
    """Together they are as long, and each ball with a rim has some behind."""
    for solid in balls.solids():
        parts = [list(balls.stretches(solid, edge)) for edge in solid.edges]
        for edge, stretch in zip(solid.edges, parts, strict=True):
            assert sum(len(part) - 1 for _, part in stretch) == len(edge) - 1
        assert not parts or {way for each in parts for way, _ in each} == {True, False}


def test_what_a_path_says():
    W = paths.tumour_path("l1", "with a twin")
    k = int(np.argmin(np.abs(np.log(paths.PATH / 4.6))))
    says = pictures.draw_path(4.6, "with a twin").says
    assert f"L1 has {np.sum(W[k] != 0)} weights left" in says
    assert f"concave points {W[k, 0]:.2f}" in says


def test_a_path_says_what_has_moved():
    """Since the slider's stop before; with ridge nothing does."""
    names, stops = paths.tumours()["z-scores"][1], pictures.LAMBDAS
    W = paths.tumour_path("l1", "z-scores")[::2]  # a row for each stop
    for k in range(len(stops) - 1):
        ours, _, ridge = pictures.draw_path(stops[k], "z-scores").says.partition(";")
        moved = (W[k] == 0) != (W[k + 1] == 0)
        told = ours.partition("(just ")[2]
        assert [name in told for name in names] == moved.tolist()
        assert "just" not in ridge
    assert "L1 has 1 weight left" in pictures.draw_path(270.0, "with a twin").says


# --- the loops, the card


def test_the_lowest_total_is_below_all_steps():
    for name in stills.LOOPS:
        assert stills.above(name).min() > -1e-6
    assert np.all(np.diff(stills.above("ISTA")) < 1e-9)
    assert tables.loops().rows[0][-1] == "0"


def test_the_card_is_small():
    assert len(pictures.card()) < 8000
