"""The pictures of the logistic chapter say what is so, reckoned in another way."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression as Peer

from mlcourse.page import log_range
from mlcourse.pictures import logistic as pictures
from mlcourse.pictures import logistic_grounds as grounds
from mlcourse.pictures import logistic_runs as runs
from mlcourse.solvers.logistic import LogisticObjective

NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
TWO = "mean radius, mean texture"


def numbers(picture):
    """Return the numbers in the sentence of a picture."""
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, picture.says)]


@pytest.fixture(scope="module")
def set_():
    """Give the tumours as scikit-learn has them: raw, z-scores, 1 = malignant."""
    X, y = load_breast_cancer(return_X_y=True)
    return X, (X - X.mean(axis=0)) / X.std(axis=0, ddof=1), 1.0 - y


def losses(X, y, rate, steps, loss):
    """Return the losses per row of a descent, written once more."""
    A, w, told = np.column_stack([np.ones(len(y)), X]), np.zeros(1 + X.shape[1]), []
    for _ in range(steps + 1):
        z = A @ w
        told.append(np.mean(np.logaddexp(0, z) - y * z))
        slope = A.T @ (expit(z) - y)
        w = w - rate * (slope if loss == "sum" else slope / len(y))
    return np.array(told)


# --- runs ---


@pytest.mark.parametrize(
    ("curve", "word"),
    [
        ([3, 2, 1, 0.5], "has settled"),
        ([3, 2.5, 2, 1.5], "is on its way"),
        ([3, 4, 2, 1, 0.9, 0.5], "jumps at first, then falls"),
        ([3, 2, 1, 2, 1, 2, 1], "swings"),
        ([3, 2, 1, 0.5, 0.5, 0.9], "swings"),
        ([1, 1 + 1e-12, 1, 1 + 1e-12, 0.5], "has settled"),
    ],
)
def test_the_verdict_on_planted_curves(curve, word):
    """A rise late is a swing, one at first is told as such; rounding is no rise."""
    assert runs.verdict(np.array(curve, dtype=float), 0.5) == word


@pytest.mark.parametrize("loss", ["sum", "mean"])
@pytest.mark.parametrize("columns", runs.COLUMNS)
def test_runs_are_plain_descents(set_, loss, columns):
    raw, Z, y = set_
    X = {"z-scores": Z[:, :2], "raw": raw[:, :2], "all 30": Z}[columns]
    expected = losses(X, y, 0.003, runs.STEPS, loss)
    assert_allclose(runs.run(0.003, loss, columns), expected, rtol=1e-8)


def test_the_lowest_loss_is_the_lowest(set_):
    """On two columns as SciPy finds it; 30 columns separate the classes."""
    _, Z, y = set_
    A = np.column_stack([np.ones(len(y)), Z[:, :2]])
    found = minimize(lambda w: np.mean(np.logaddexp(0, A @ w) - y * (A @ w)), [0, 0, 0])
    assert_allclose(runs.lowest("z-scores"), found.fun, atol=1e-9)
    assert_allclose(runs.lowest("raw"), found.fun, atol=1e-9)
    assert runs.lowest("all 30") < 1e-5
    assert_allclose(runs.fitted(), found.x, atol=1e-4)


def test_the_valley_is_that_of_the_unit():
    """Its best weight of texture shrinks as the unit does; the path ends there."""
    one, ten = runs.valley(1), runs.valley(10)
    assert_allclose(ten.best, one.best / [1, 10], rtol=1e-4)
    for here in (one, ten):
        lowest = runs.lowest("z-scores")
        first = next(s.k for s in here.path if s.objective < lowest + 0.001)
        assert here.arrived == first
        assert np.all(np.diff([s.objective for s in here.path]) < 1e-12)


def test_rings_join_equal_losses():
    """Every ring has one loss, the intercept being at its best."""
    objective = LogisticObjective(runs.table("z-scores"), runs.tumours()[2])
    lowest = runs.lowest("z-scores")
    heights = []
    for ring in runs.valley(1).rings:
        values = [objective.value(np.append(runs.fitted()[0], w)) / 569 for w in ring]
        heights.append(np.mean(values) - lowest)
        assert np.ptp(values) < 0.02 + 0.2 * heights[-1]
    assert min(heights) < 0.01
    assert max(heights) > 0.5


def test_new_tumours_are_new(set_):
    """Splits share no row between parts, and each has all rows once."""
    for A, B, y, y_new in runs.splits():
        assert len(A) + len(B) == 569
        assert_allclose(np.sum(y) + np.sum(y_new), np.sum(set_[2]))
        assert_allclose(A.mean(axis=0), 0, atol=1e-12)
    assert len(runs.splits()) == runs.SPLITS


def test_held_is_what_scikit_learn_finds():
    """Accuracy and loss on new rows of one penalty; the sure answers that are wrong."""
    here, p = runs.held(0.01), []
    for k, (A, B, y, y_new) in enumerate(runs.splits()):
        peer = Peer(C=1 / (0.01 * len(y)), tol=1e-8, max_iter=1000).fit(A, y)
        assert_allclose(here.accuracy[k], peer.score(B, y_new))
        z = peer.decision_function(B)
        told = np.mean(np.logaddexp(0, z) - y_new * z)
        assert_allclose(here.new[k], told, rtol=1e-3)
        p.extend(expit(z))
    assert_allclose(here.p, p, atol=1e-3)
    sure = np.abs(np.array(p) - 0.5) >= 0.49
    assert_allclose(here.sure.sum(), sure.sum(), atol=3)
    assert_allclose(
        here.wrong, np.mean((here.p > 0.5)[sure] != here.y[sure]), atol=1e-3
    )


def test_no_answer_is_sure_and_wrong_where_none_is_sure():
    assert np.isnan(runs.held(3.0).wrong)


# --- pictures ---


@pytest.mark.parametrize("rate", [0.001, 0.1, 100.0])
@pytest.mark.parametrize("loss", ["sum", "mean"])
@pytest.mark.parametrize("columns", runs.COLUMNS)
def test_the_loss_is_told_as_it_is(rate, loss, columns):
    curve = runs.run(rate, loss, columns)
    picture = pictures.draw_loss(rate, loss, columns)
    told = numbers(picture)
    assert told[0] == rate
    least = [] if columns == "all 30" else [told.pop()]
    assert_allclose(least, [runs.lowest(columns)][: len(least)], atol=0.0006)
    assert bool(least) != ("there is no lowest" in picture.says)
    assert_allclose(told[-2], curve[-1], atol=0.0006 if curve[-1] < 100 else 0.6)
    assert told[-1] == runs.STEPS
    assert ("swings" in picture.says) == bool(np.any(np.diff(curve)[25:] > 1e-9))


@pytest.mark.parametrize("columns", runs.PAIRS)
@pytest.mark.parametrize("step", [1, 20, 200])
def test_the_mistakes_of_a_line_are_counted(set_, columns, step):
    _, Z, y = set_
    two = Z[:, runs.PAIRS[columns]]
    A, w = np.column_stack([np.ones(len(y)), two]), np.zeros(3)
    for _ in range(step):
        w = w - 0.01 * A.T @ (expit(A @ w) - y)
    k, wrong, n, length, loss = numbers(pictures.draw_boundary(columns, step))
    assert (k, n) == (step, 569)
    assert wrong == np.sum((A @ w > 0) != (y == 1))
    assert_allclose(length, np.hypot(*w[1:]), atol=0.0051)
    assert_allclose(loss, losses(two, y, 0.01, step, "sum")[-1], atol=0.00051)


def test_before_the_first_step_there_is_no_line():
    says = pictures.draw_boundary(TWO, 0).says
    assert "there is no line yet" in says
    assert "wrong side" not in says


@pytest.mark.parametrize(("unit", "step"), [(1, 0), (1, 20), (10, 100), (10, 2000)])
def test_the_way_down_the_valley_is_told(unit, step):
    u, k, loss, gap, _, arrived = numbers(pictures.draw_valley(unit, step))
    here = runs.valley(unit)
    assert (u, k, arrived) == (unit, step, here.arrived)
    assert_allclose(loss, here.path[step].objective, atol=0.00051)
    assert_allclose(gap, here.path[step].objective - runs.lowest("z-scores"), atol=6e-4)
    assert (gap < 0.001) == (step >= arrived)


def off_the_line(p, y):
    """Return the calibration error of the groups, written once more."""
    places = np.searchsorted(runs.GROUPS[1:-1], p, side="right")
    sums = np.bincount(places, p - y, minlength=8)  # said less were, times the size
    return np.abs(sums).sum() / len(p)


def test_a_loss_below_the_panel_is_a_mark_on_its_edge():
    """Without a penalty the training loss is 0, which no logarithmic axis has."""
    assert runs.held(0.0).train.mean() < grounds.LEAST < runs.held(1e-6).train.mean()


def test_how_sure_is_told():
    """In per cent; where no answer is sure there is none to be wrong."""
    here = runs.held(0.0)
    _, old, loss, right, sure, _, wrong, off = numbers(pictures.draw_sure(0.0))
    assert_allclose(old, here.train.mean(), atol=0.00051)
    assert_allclose(off, off_the_line(here.p, here.y), atol=0.00051)
    assert_allclose(right, 100 * here.accuracy.mean(), atol=0.051)
    assert_allclose(sure, 100 * np.mean(np.abs(here.p - 0.5) >= 0.49), atol=0.051)
    assert_allclose(wrong, 100 * here.wrong, atol=0.051)
    assert_allclose(loss, here.new.mean(), atol=0.00051)
    assert "no answer is 99 % sure" in pictures.draw_sure(3.0).says


@pytest.mark.parametrize("cost", [1, 20])
@pytest.mark.parametrize("cut", [0.01, 0.5, 0.99])
def test_what_a_cut_costs_is_told(set_, cost, cut):
    _, Z, y = set_
    peer = Peer(C=np.inf, tol=1e-10, max_iter=1000).fit(Z[:, :2], y)
    called = peer.predict_proba(Z[:, :2])[:, 1] >= cut
    missed, alarms = np.sum(~called & (y == 1)), np.sum(called & (y == 0))
    told = numbers(pictures.draw_cut(cost, cut))
    assert told == [cut, 212 - missed, 212, alarms, cost, cost * missed + alarms]


def test_the_straight_line_leaves_the_band():
    p = np.linspace(-0.5, 1.5, 569)
    low, high, outside, n, *_ = numbers(pictures.draw_line(p))
    assert (low, high, n) == (-0.5, 1.5, 569)
    assert outside == np.sum(p < 0) + np.sum(p > 1)


def test_the_target_is_the_way_down_to_the_lowest_loss(set_):
    """Yours is drawn only if it is given, beside the target."""
    _, Z, y = set_
    asked = []

    def descend(X, y, beta, rate, steps):
        asked.append((X.shape, beta.sum(), rate, steps))
        return len(y) * losses(Z[:, :2], y, rate, steps, "sum")

    alone, both = pictures.draw_target(), pictures.draw_target(descend)
    assert asked == [((569, 3), 569, 0.01, 50)]
    assert "yours" not in alone.panels
    assert "yours" in both.panels
    gap = losses(Z[:, :2], y, 0.01, 50, "sum") - runs.lowest("z-scores")
    assert_allclose(numbers(alone), gap[[0, -1]], atol=0.0006)
    assert np.all(np.diff(gap) < 0)  # "without a step uphill"


def test_every_still_picture_says_what_it_shows():
    curve = runs.run(0.01, "sum")
    assert numbers(pictures.draw_settled()) == [*curve[[0, -1]].round(3), 50]
    assert np.all(np.diff(curve) < 0)
    assert "569 tumours" in pictures.draw_tumours().says


# --- what the chapter says of them ---


@pytest.mark.parametrize(("loss", "last"), [("sum", 0.032), ("mean", 18.0)])
def test_the_last_rate_that_only_goes_downhill(loss, last):
    """Of the stops of the slider; past it all swing."""
    rates = log_range(0.001, 100, 21).values
    falls = [r for r in rates if np.all(np.diff(runs.run(r, loss)) < 1e-9)]
    assert falls == [r for r in rates if r <= last]


def test_what_the_gallery_of_losses_says():
    """The verdicts of its settings, in the order of the chapter."""
    cases = [
        (0.1, "sum", "z-scores", "swings"),
        (0.001, "sum", "z-scores", "is on its way"),
        (0.01, "mean", "z-scores", "is on its way"),
        (0.1, "mean", "raw", "swings"),
        (0.0056, "sum", "all 30", "is on its way"),
    ]
    for rate, loss, columns, said in cases:
        assert f"the loss {said}," in pictures.draw_loss(rate, loss, columns).says
    assert np.all(np.diff(runs.run(0.0056, "sum", "all 30")) < 0)


def test_mistakes_may_rise_while_the_loss_falls():
    """On worst area and worst concave points: 23 at step 50, 25 at step 200."""
    told = [
        numbers(pictures.draw_boundary("worst area, worst concave points", step))
        for step in (50, 200)
    ]
    assert [wrong for _, wrong, *_ in told] == [23, 25]
    assert told[1][-1] < told[0][-1]


def test_two_hundred_steps_make_half_the_way_through_the_ravine():
    here = runs.valley(10)
    assert here.path[200].w[1] / here.best[0] == pytest.approx(0.5, abs=0.05)
    assert runs.valley(1).arrived == 16


def test_the_lowest_loss_on_new_tumours_is_at_the_named_penalty():
    new = [runs.held(penalty).new.mean() for penalty in runs.PENALTIES]
    assert runs.PENALTIES[int(np.argmin(new))] == 0.004
    assert 1 / runs.held(0.0).wrong == pytest.approx(18, abs=0.5)


@pytest.mark.parametrize(
    ("penalty", "low", "high", "said", "were"),
    [
        (0.004, 0.7, 0.9, 0.82, 0.98),
        (3.0, 0.1, 0.3, 0.23, 0.008),
        (3.0, 0.5, 0.7, 0.60, 0.985),
    ],
)
def test_what_the_gallery_of_penalties_says(penalty, low, high, said, were):
    """What was said of a group on average, and how many of it were malignant."""
    here = runs.held(penalty)
    group = (here.p >= low) & (here.p < high)
    assert_allclose(here.p[group].mean(), said, atol=0.005)
    assert_allclose(here.y[group].mean(), were, atol=0.005)
    assert np.isnan(here.wrong) or round(here.wrong, 3) == 0.002


def test_what_the_gallery_of_cuts_says():
    missed, alarms = runs.counts()
    half, low = runs.CUTS.index(0.5), runs.CUTS.index(0.05)
    assert (missed[half], missed[low], alarms[low]) == (39, 7, 170)
    assert np.argmin(runs.cost(1)) == half
    assert runs.cost(20)[low] < runs.cost(20)[half] / 2
    assert runs.CUTS[int(np.argmin(runs.cost(20)))] == 0.02


@pytest.mark.parametrize(
    "picture",
    [
        pictures.draw_loss(0.1, "sum", "z-scores"),
        pictures.draw_boundary(TWO, 5),
        pictures.draw_boundary(TWO, 0),
        pictures.draw_valley(10, 50),
        pictures.draw_sure(0.0),
        pictures.draw_cut(20, 0.5),
    ],
    ids=["loss", "line", "no line", "valley", "sure", "cut"],
)
def test_panels_are_drawings_of_one_width(picture):
    """Valid SVG, 420 units wide, no text under 15 units."""
    found = re.findall(r"(?s)<svg\b.*?</svg>", picture.panels)
    assert 1 <= len(found) <= 3
    for panel in found:
        root = ElementTree.fromstring(panel)
        assert root.get("viewBox").split()[2] == "420"
        sizes = re.findall(r"font-size:([\d.]+)px", panel)
        assert sizes
        assert min(map(float, sizes)) >= 15


def test_frames_share_their_ground():
    """What does not change is drawn once: the same object for the next frame."""
    assert grounds.tumours(TWO) is grounds.tumours(TWO)
    assert pictures.cut_line(0.5) is pictures.cut_line(0.5)
