"""The lesson on margin ranking: minima found otherwise, and what it says of them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from mlcourse.chapters.margin_ranking import figures, runs
from mlcourse.formulas.metrics import ranking_loss
from mlcourse.multilabel.margin_ranking import MarginRanker
from mlcourse.multilabel.rank_svm import RankSVM
from tests.chapters.heroes import numbers

FLAT = np.zeros((3, 1))  # documents of the same words: the intercepts are the scores


# --- explorers, at their corners


@pytest.mark.parametrize("sets", runs.MIXES)
@pytest.mark.parametrize("lam", [0.01, 0.1, 1.0])
def test_minima_are_those_that_others_find(sets, lam):
    """Rank-SVM proves how near it is; a share is sigmoid(z) + lam z at its minimum."""
    mix, rows = runs.MIXES[sets], FLAT[: len(runs.MIXES[sets].p)]
    Y, p = mix.Y.astype(int), mix.p
    model = RankSVM(1 / lam, tol=1e-7, max_iter=20_000, threshold=0.0, random_state=0)
    z = model.fit(rows, Y, sample_weight=p).intercept_
    assert_allclose(runs.ladder(sets, lam, "pairs"), z, atol=5e-3)
    for z, share in zip(runs.ladder(sets, lam, "each label"), p @ Y, strict=True):
        own = brentq(lambda t, q=share: q - 1 / (1 + np.exp(-t)) - lam * t, -9, 9)
        assert_allclose(z, own, atol=1e-4)
    hinges = runs.HINGES if lam > 0.01 else {}  # Pegasos is slow there
    for loss, name in hinges.items():  # no pass is below, and the last come near
        model = MarginRanker(name, lam, 3000, None, threshold=0.0, random_state=0)
        f = model.fit(rows, Y, sample_weight=p).objectives_.min()
        low = runs.objective(runs.ladder(sets, lam, loss), *mix, lam, loss)
        assert low - 1e-6 <= f <= low + 0.01 * low


@pytest.mark.parametrize("weights", figures.WEIGHTS)
def test_the_first_pass_explodes_where_lambda_is_small(weights):
    """The shorter first step does not, and 120 passes end near each other."""
    _, f, norm, radius = numbers(figures.draw_descent(1, 1e-4, weights))
    assert radius == 100
    assert f > 30
    assert norm == 100 if "in the" in weights else norm > 1000
    short = runs.descent(1e-4, True, figures.WEIGHTS[weights][1], None)[:8]
    assert all(1 < epoch.objective < 2 for epoch in short[1:])
    assert numbers(figures.draw_descent(120, 1e-4, weights))[1] < 0.5


@pytest.mark.parametrize("lam", runs.DESCENTS)
def test_the_ball_holds_every_optimum(lam):
    """Without it the norm comes back to what the ball allows."""
    ends = [
        numbers(figures.draw_descent(120, lam, f"last, {ball}"))
        for ball in ("in the ball", "no ball")
    ]
    assert all(norm <= radius for _, _, norm, radius in ends)
    assert ends[0][1] == pytest.approx(ends[1][1], rel=0.06)


# --- what the lesson says


def test_min_max_learns_nothing_of_a_shared_label():
    """Whatever lambda; the others order the rest, and all losses order nested sets."""
    for lam in runs.LAMS:
        assert numbers(figures.draw_ladders(lam, "a, ab"))[:4] == [0, 0, 0, 0]
        assert_allclose(runs.ladder("ab, ac", lam, "min-max"), 0, atol=1e-6)
        assert numbers(figures.draw_ladders(lam, "ab, ac"))[:4] == [1, 0.25, 0.25, 0.25]


def test_pairs_tie_what_each_label_orders():
    """Sets a, ab, bc at a small penalty."""
    for lam in (0.01, 0.02):
        a, b, *_ = runs.ladder("a, ab, bc", lam, "pairs")
        assert a == pytest.approx(b, abs=1e-4)
    found = [numbers(figures.draw_ladders(lam, "a, ab, bc")) for lam in runs.LAMS]
    assert {row[3] for row in found} == {row[4] for row in found} == {0.15}


def test_the_ranking_loss_is_that_of_the_metrics():
    """On random ladders and sets, level scores among them."""
    for seed in range(20):
        Y, p = runs.drawn(seed)
        z = np.random.default_rng(seed).integers(3, size=4).astype(float)
        by_set = [ranking_loss(y[None], z[None]) for y in Y]
        assert runs.misranked(z, Y, p) == pytest.approx(p @ by_set)
        both = (p @ by_set + 1 - p @ [ranking_loss(y[None], -z[None]) for y in Y]) / 2
        assert runs.regret(z, Y, p) + runs.best_order(Y, p) == pytest.approx(both)


def test_which_loss_misses_the_best_order_on_fresh_mixes():
    """Min-max most often, each label least often: other mixes than the lesson's."""
    missed = dict.fromkeys(runs.LOSSES, 0)
    for seed in range(1000, 1100):
        Y, p = runs.drawn(seed)
        for loss in runs.LOSSES:
            missed[loss] += runs.regret(runs.minimum(Y, p, 0.01, loss), Y, p) > 0.005
    low, middle, third, most = sorted(missed, key=missed.get)
    assert (low, most) == ("each label", "min-max")
    assert 0 < missed[low] < 15 < missed[middle] <= missed[third] < missed[most]


@pytest.mark.parametrize("share", [0.52, 0.6, 0.95])
def test_the_minority(share):
    """Min-max puts it level with c and d, as pairs do at 5 %; others above them."""
    for loss in runs.LOSSES:
        _, b, rest = numbers(figures.draw_majority(share, loss))
        gone = loss == "min-max" or (share == 0.95 and loss != "each label")
        assert (b == rest) == gone
        assert b >= rest
