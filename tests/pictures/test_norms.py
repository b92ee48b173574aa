"""The pictures on norms say what is so, reckoned in another way."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Lasso, LinearRegression, MultiTaskLasso, Ridge

from mlcourse.data import load
from mlcourse.data.scenes import digit_scenes
from mlcourse.pictures import norms as pictures
from mlcourse.pictures import norms_balls as balls
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures import norms_stills as stills
from mlcourse.pictures import norms_tables as tables

SEEDS = range(10)


def right(scores, truth):
    """Return how often the highest score is a true label."""
    return np.mean(
        [row[score.argmax()] for row, score in zip(truth, scores, strict=True)]
    )


@pytest.fixture(scope="module")
def grey():
    """Give X, Y of the first set of scenes, and the rows to learn from."""
    scenes = digit_scenes(n=1000, digits=2, seed=0)
    return scenes.X, scenes.y, scenes.split == 0


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


@pytest.mark.parametrize("alpha", [40, 100])
def test_what_the_sensors_say(alpha):
    """As scikit-learn fits, whose loss is divided by n; ridge's has no half at all."""
    s = runs.sensors(0)
    options = {"fit_intercept": False, "tol": 1e-9, "max_iter": 100_000}
    peers = [
        Lasso(alpha / 700, **options),
        MultiTaskLasso(alpha / 700, **options),
        Ridge(alpha, fit_intercept=False),
    ]
    says = pictures.draw_sensors(alpha, 3).says
    for name, peer in zip(("L1", "L2,1", "ridge"), peers, strict=True):
        W = peer.fit(s.X, s.Y).coef_.T
        W[s.spread == 0] = 0
        pixels, own = np.sum(W.any(axis=1)), np.sum(W[:, 3] != 0)
        good = right(s.new @ W + s.share, s.truth)
        told = f"{name} uses {pixels} pixels, {own} of them for digit 3"
        assert f"{told}, and has P@1 {good:.3f}" in says


def test_all_is_zero_where_the_price_is_too_high():
    says = pictures.draw_sensors(140, 3).says
    assert "L1 uses 0 pixels, 0 of them" in says


# --- twenty of them


def test_the_choices_without_a_penalty(grey):
    """Ranked from the raw numbers, with scikit-learn's least squares."""
    X, Y, train = grey
    fit = LinearRegression().fit(X[train], Y[train])
    length = np.linalg.norm(fit.coef_, axis=0) * (X[train].std(axis=0) > 0)
    spread = X[train].std(axis=0)
    for name, value in {
        "longest row": length,
        "longest × spread": length * spread,
        "most spread": spread,
    }.items():
        rows = np.argsort(-value)[:20]
        assert set(rows) == set(runs.chosen(name, 0).rows)
        again = LinearRegression().fit(X[train][:, rows], Y[train])
        expected = right(again.predict(X[~train][:, rows]), Y[~train])
        assert_allclose(runs.chosen(name, 0).right, expected)


@pytest.mark.parametrize("penalty", ["l1", "l21"])
def test_a_path_ends_at_the_optimum(penalty):
    """As the active set finds it, to the tolerance of a path."""
    s, shares = runs.sensors(1), np.array([0.9, 0.6, 0.3])
    top = {"l1": np.abs, "l21": lambda C: np.linalg.norm(C, axis=1)}[penalty]
    peer = {"l1": Lasso, "l21": MultiTaskLasso}[penalty]
    for W, share in zip(runs.path(s.X, s.Y, penalty, shares), shares, strict=True):
        alpha = share * top(s.X.T @ s.Y).max() / 700
        best = peer(alpha, fit_intercept=False, tol=1e-8, max_iter=100_000)
        assert_allclose(W, best.fit(s.X, s.Y).coef_.T, atol=2e-3)


def test_a_path_ends_early():
    """Once enough rows are used."""
    s = runs.sensors(0)
    found = [len(runs.used(W)) for W in runs.path(s.X, s.Y, "l21", runs.DENSE, 20)]
    assert found[-1] >= 20 > max(found[:-1])


def test_longest_raw_rows_are_worse_than_chance_in_every_set():
    """Fitting again helps in every set, and L2,1 leads L1 in most."""
    told = {
        name: [runs.chosen(name, seed) for seed in SEEDS]
        for name in ("longest row", "at random", "L2,1", "L1")
    }
    for bad, luck in zip(told["longest row"], told["at random"], strict=True):
        assert bad.right < luck.right
    for each in told["L2,1"]:
        assert each.right > each.shrunk + 0.05
        assert len(set(each.rows)) == 20
    pairs = zip(told["L2,1"], told["L1"], strict=True)
    assert sum(a.right > b.right for a, b in pairs) >= 8


def test_agreement_by_hand():
    """Two of four in common, of ten: (2 − 1.6) / (4 − 1.6)."""
    one, other = np.array([0, 1, 2, 3]), np.array([2, 3, 4, 5])
    assert_allclose(runs.agreement([one, other], 10), 0.4 / 2.4)
    assert_allclose(runs.agreement([one, one, one], 10), 1)
    rng = np.random.default_rng(0)
    drawn = [rng.choice(120, 20, replace=False) for _ in range(40)]
    assert abs(runs.agreement(drawn, 120)) < 0.02


def test_planted_rows_are_found_with_enough_samples():
    assert all(runs.finds("l21", 120, seed) for seed in range(3))
    assert not runs.finds("l1", 30, 1)


def test_where_the_choices_lie():
    """Outer columns of both digits: 0, 7, 8 and 15."""
    rows = runs.chosen("longest row", 0).rows
    outer = sum(j % 16 in (0, 7, 8, 15) for j in rows)
    assert f"“longest row” keeps {outer} in" in stills.draw_chosen("longest row").says


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
    for k in (10, 21):
        alpha = paths.PATH[k]
        one = Lasso(alpha / 569, fit_intercept=False, tol=1e-10, max_iter=100_000)
        found = one.fit(A, y - y.mean()).coef_ * A.std(axis=0, ddof=1)
        assert_allclose(paths.tumour_path("l1", columns)[k], found, atol=1e-3)
        two = Ridge(alpha, fit_intercept=False).fit(A, y - y.mean())
        found = two.coef_ * A.std(axis=0, ddof=1)
        assert_allclose(paths.tumour_path("ridge", columns)[k], found, atol=1e-8)


def test_what_a_path_says():
    W = paths.tumour_path("l1", "with a twin")
    k = int(np.argmin(np.abs(np.log(paths.PATH / 4.6))))
    says = pictures.draw_path(4.6, "with a twin").says
    assert f"L1 has {np.sum(W[k] != 0)} weights left" in says
    assert f"concave points {W[k, 0]:.2f}" in says


# --- choosing lambda


def test_what_the_folds_say():
    """The chosen pixels, fitted again by scikit-learn, do as well as is told."""
    found, s = runs.choosing(1), runs.sensors(1)
    assert found.one <= found.best
    assert found.inner[found.one] >= found.inner[found.best] - found.error[found.best]
    assert found.inner[found.best] == found.inner.max()
    rows = found.masks[found.best]
    fit = LinearRegression().fit(s.X[:, rows], s.Y + s.share)
    expected = right(fit.predict(s.new[:, rows]), s.truth)
    assert_allclose(found.test[found.best], expected, atol=0.004)
    says = pictures.draw_choosing(2, "best").says
    assert says.startswith(f"Training set 2, best: {len(rows)} pixels.")
    assert f"on new scenes {found.test[found.best]:.3f}" in says


# --- rank


def test_ridge_and_its_cut():
    """Ridge as scikit-learn has it; a cut is the nearest matrix of its rank."""
    rows = ranks.planted(200, 0)
    fits = ranks.fits(rows)
    ridge, cut = fits["ridge"], fits["ridge, cut"]
    G = rows.X - rows.X.mean(axis=0)
    alpha = ranks.TRADES[ridge.at] * np.linalg.eigvalsh(G.T @ G)[-1]
    peer = Ridge(alpha).fit(rows.X, rows.Y)
    assert_allclose(peer.coef_.T, ridge.W, atol=1e-8)
    scores = peer.predict(rows.X_new)
    top = np.argsort(-scores, axis=1)[:, :3]
    expected = np.take_along_axis(rows.Y_new, top, axis=1).mean()
    assert_allclose(ridge.right, expected)
    assert cut.rank == np.linalg.matrix_rank(cut.W)
    sigma = np.linalg.svd(ridge.W, compute_uv=False)
    gap = np.linalg.norm(ridge.W - cut.W) ** 2
    assert_allclose(gap, (sigma[cut.rank :] ** 2).sum())


def test_low_rank_pays_where_it_was_planted():
    """On twenty sets that the chapter's table does not use; its text tells of them."""
    ahead = 0
    for seed in range(100, 120):
        fits = ranks.fits(ranks.planted(200, seed))
        ahead += fits["ridge, cut"].right > fits["trace norm"].right
        assert fits["trace norm"].right > fits["ridge"].right
        assert fits["ridge, cut"].right > fits["ridge"].right
        assert fits["trace norm"].rank < fits["ridge"].rank == 30
    assert ahead == 14


def test_what_the_rank_says():
    says = pictures.draw_rank(0.33, 60).says
    found = pictures.rank_path(60)[ranks.SHARES.index(0.33)]
    assert f"leaves {np.linalg.matrix_rank(found.W, 1e-9)} of 30" in says
    assert f"P@3 {found.right:.3f}; ridge" in says


# --- the loops, the card


def test_the_lowest_total_is_below_all_steps():
    for name in stills.LOOPS:
        assert stills.above(name).min() > -1e-6
    assert np.all(np.diff(stills.above("ISTA")) < 1e-9)
    assert tables.loops().rows[0][-1] == "0"


def test_scene_by_scene():
    """Of 300 scenes the first choice gets more right by the difference told."""
    one, other = re.findall(r"(\d+) scenes to (\d+)", tables.scene_by_scene())[0]
    gap = runs.chosen("L2,1", 0).right - runs.chosen("L1", 0).right
    assert_allclose((int(one) - int(other)) / 300, gap)


def test_the_card_is_small():
    assert len(pictures.card()) < 8000
