"""What the chapter on norms compares: by other means, and on draws it does not use."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import wilcoxon
from sklearn.linear_model import Lasso, LinearRegression, MultiTaskLasso, Ridge

from mlcourse.data.scenes import digit_scenes
from mlcourse.pictures import norms as pictures
from mlcourse.pictures import norms_choosing as choices
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures import norms_sets as sets
from mlcourse.pictures import norms_stills as stills
from tests.pictures.test_norms import right

SEEDS = range(10)
OTHERS = range(20, 30)  # the chapter uses the seeds before


def test_a_comparison_by_hand():
    """Ties are on neither side; p is SciPy's."""
    one, other = np.array([0.5, 0.5, 0.7, 0.9]), np.array([0.5, 0.4, 0.8, 0.4])
    gain, ahead, p = sets.compared(one, other)
    assert (gain, ahead) == ("+0.125", "2 : 1")
    assert p == f"{wilcoxon([0, 0.1, -0.1, 0.5]).pvalue:.3f}"


# --- twins


def test_l1_drops_one_of_two_twins():
    """In most draws of the noise, and either of them; ridge shares in all."""
    W = np.array([paths.twin_weights("l1", seed) for seed in OTHERS])
    assert (W == 0).any(axis=1).sum() >= 7
    assert np.all((W == 0).sum(axis=0) >= 1)
    for seed in OTHERS:
        assert min(paths.twin_weights("ridge", seed)) > 0.3


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


@pytest.mark.thorough
def test_the_half_is_not_the_choice():
    """On ten other sets: half by own weights, a few fewer fitted again."""
    own, again = np.array(
        [[runs.needed(p, seed) for seed in OTHERS] for p in ("L2,1", "L1")]
    ).transpose(2, 0, 1)  # (2, sets) each: L2,1 and L1
    assert np.all(own[0] < 0.75 * own[1])
    assert own[0].mean() < 0.6 * own[1].mean()
    assert np.sum(again[0] < again[1]) > np.sum(again[0] > again[1])
    assert 0.75 * again[1].mean() < again[0].mean() < again[1].mean()


def test_what_is_needed():
    """The first fit of a path with enough, by least squares of scikit-learn."""
    s, found = runs.sensors(3), runs.needed("L1", 3)
    for W in runs.path(s.X, s.Y, "l1", runs.LONG):
        rows = runs.used(W)
        fit = LinearRegression().fit(s.X[:, rows], s.Y + s.share)
        if right(fit.predict(s.new[:, rows]), s.truth) >= 0.8:
            break
    assert len(rows) == found.again < found.own


def test_twenty_of_l21_beat_twenty_of_l1():
    """Fitted again, in most of ten other sets; by less than their own weights."""
    ours, theirs = (
        np.array([runs.chosen(p, seed)[1:] for seed in OTHERS]).T
        for p in ("L2,1", "L1")
    )
    again, own = ours - theirs
    assert np.sum(again > 0) >= 7
    assert 0 < again.mean() < own.mean()


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


def test_l21_needs_fewer_samples_than_l1():
    """On ten other sets of 60 rows, all ten to about half."""
    found = [[runs.finds(p, 60, seed) for seed in OTHERS] for p in ("l21", "l1")]
    shared, alone = np.sum(found, axis=1)
    assert shared >= 9
    assert alone <= 7


def test_a_mistake_can_be_stable():
    """Agreement on ten other sets: spread first, both penalties near the half."""
    told = {
        name: runs.agreement([runs.chosen(name, seed).rows for seed in OTHERS], 120)
        for name in ("most spread", "longest row", "L2,1", "L1", "at random")
    }
    assert told["most spread"] > told["longest row"] > max(told["L2,1"], told["L1"])
    assert min(told["L2,1"], told["L1"]) > 0.4
    assert abs(told["at random"]) < 0.1


def test_where_the_choices_lie():
    """Outer columns of both digits: 0, 7, 8 and 15."""
    rows = runs.chosen("longest row", 0).rows
    outer = sum(j % 16 in (0, 7, 8, 15) for j in rows)
    assert f"“longest row” keeps {outer} in" in stills.draw_chosen("longest row").says


# --- choosing lambda


def test_most_of_the_longest_raw_rows_have_hardly_any_ink():
    """Twelve of the twenty in three scenes or fewer, of the 700 to learn from."""
    scenes = digit_scenes(n=1000, digits=2, seed=0)
    ink = (scenes.X[scenes.split == 0] > 0).sum(axis=0)
    assert np.sum(ink[runs.chosen("longest row", 0).rows] <= 3) == 12


@pytest.mark.thorough
def test_in_single_sets_the_rule_costs_or_gains_two_points():
    """And saves the most pixels in the eighth."""
    found = choices.every()
    pairs = [(each.one(), each.best()) for each in found]
    gains, saved = [], []
    for each, (one, best) in zip(found, pairs, strict=True):
        gains.append(each.test[choices.AGAIN, one] - each.test[choices.AGAIN, best])
        saved.append(each.kept()[best] - each.kept()[one])
    assert_allclose([min(gains), max(gains)], [-0.02, 0.02], atol=0.005)
    assert int(np.argmax(saved)) + 1 == 8


def test_the_gallery_of_ranks():
    """Too short at three values; noise at no price; below a cut of ridge throughout."""
    curves = {n: [fit.right for fit in pictures.rank_path(n)] for n in ranks.SHOWN}
    fits = {n: ranks.fits(ranks.planted(n, seed)) for n, seed in ranks.SHOWN.items()}
    third = ranks.SHARES.index(0.33)
    assert pictures.rank_path(200)[third].rank == 3
    assert curves[200][third] < max(curves[200]) - 0.02
    assert pictures.rank_path(60)[-1].rank == 30
    assert curves[60][-1] < fits[60]["ridge"].right
    assert fits[200]["ridge, cut"].rank == 3
    assert max(curves[200]) < fits[200]["ridge, cut"].right


def test_what_the_folds_say():
    """The chosen pixels, fitted again by scikit-learn, do as well as is told."""
    found, s = choices.choosing(1), runs.sensors(1)
    inner, error = found.inner[choices.AGAIN], found.error[choices.AGAIN]
    best, one = found.best(), found.one()
    assert one <= best
    assert inner[one] >= inner[best] - error[best]
    assert np.all(inner[:one] < inner[best] - error[best])
    assert inner[best] == inner.max()
    rows = np.flatnonzero(found.masks[best])
    fit = LinearRegression().fit(s.X[:, rows], s.Y + s.share)
    expected = right(fit.predict(s.new[:, rows]), s.truth)
    told = found.test[choices.AGAIN, best]
    assert_allclose(told, expected, atol=0.004)
    says = pictures.draw_choosing(2, "best").says
    assert says.startswith(f"Training set 2, best: {len(rows)} pixels.")
    assert f"{told:.3f} on new scenes" in says


@pytest.mark.thorough
def test_what_is_learnt_of_lambda_on_other_sets():
    """Refits win with few pixels, own weights with many; one s.e. keeps fewer.

    And the number of pixels is not stable.
    """
    found = [choices.choosing(seed) for seed in OTHERS]
    own, again = np.swapaxes([each.test for each in found], 0, 1)  # (sets, lambdas)
    assert np.all(own[:, 0] < again[:, 0])
    assert np.sum(own[:, -1] > again[:, -1]) >= 7
    kept = [[each.kept()[k] for k in (each.one(), each.best())] for each in found]
    one, best = np.transpose(kept)
    assert np.all(one <= best)
    assert best.mean() - one.mean() > 5
    assert np.ptp(best) > 15


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


@pytest.mark.thorough
def test_low_rank_pays_where_it_was_planted():
    """On twenty sets that the chapter's table does not use; its text tells of them."""
    ahead = 0
    for seed in range(100, 120):
        fits = ranks.fits(ranks.planted(200, seed))
        ahead += fits["ridge, cut"].right > fits["trace norm"].right
        assert fits["trace norm"].right > fits["ridge"].right
        assert fits["ridge, cut"].right > fits["ridge"].right
        assert fits["trace norm"].rank < fits["ridge"].rank == 30
    assert ahead >= 11


def test_what_the_rank_says():
    says = pictures.draw_rank(0.33, 60).says
    found = pictures.rank_path(60)[ranks.SHARES.index(0.33)]
    assert f"leaves {np.linalg.matrix_rank(found.W, 1e-9)} of 30" in says
    assert f"P@3 {found.right:.3f}; ridge" in says


def test_scene_by_scene():
    """Of 300 scenes the first choice gets more right by the difference told."""
    one, other = re.findall(r"(\d+) scenes to (\d+)", sets.scene_by_scene())[0]
    gap = runs.chosen("L2,1", 0).right - runs.chosen("L1", 0).right
    assert_allclose((int(one) - int(other)) / 300, gap)
