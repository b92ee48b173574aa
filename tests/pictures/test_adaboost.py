"""The pictures of the AdaBoost chapter say what is so, reckoned in another way."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.model_selection import train_test_split

from mlcourse.models.boosting import boost
from mlcourse.models.stump import StumpSearch
from mlcourse.pictures import adaboost as pictures
from mlcourse.pictures import adaboost_grounds as grounds
from mlcourse.pictures import adaboost_runs as runs

NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
MEAN, FALL, RISE = grounds.SPLITS


def numbers(picture):
    """Return the numbers in the sentence of a picture."""
    says = picture.says.replace("−", "-").replace(",", "")
    return [float(n) for n in re.findall(NUMBER, says)]


@pytest.fixture(scope="module")
def one():
    """Give split 0 as scikit-learn makes it: X, y (-1, +1), and those of testing."""
    X, y = load_breast_cancer(return_X_y=True)
    y = np.where(y == 0, 1.0, -1.0)
    A, B, a, b = train_test_split(X, y, test_size=0.4, random_state=0, stratify=y)
    return A, a, B, b


def plain(X, y, Q, T):
    """Return scores (T, n) and (T, m), and the products of Z, of a plain loop."""
    w, F, G, told, loss = np.full(len(y), 1 / len(y)), 0, 0, [], 1.0
    search = StumpSearch(X, y)
    for _ in range(T):
        h = search.best(w)
        epsilon = w[h(X) != y].sum()
        alpha = np.log((1 - epsilon) / epsilon) / 2
        w = w * np.exp(-alpha * y * h(X))
        w, loss = w / w.sum(), loss * w.sum()
        F, G = F + alpha * h(X), G + alpha * h(Q)
        told.append((F, G, loss, alpha))
    return told


# --- runs ---


def test_split_0_is_a_plain_run(one):
    """Errors, bound and margins of 40 rounds, by another loop on raw columns."""
    A, a, B, b = one
    here, total = runs.run(0), 0.0
    for t, (F, G, loss, alpha) in enumerate(plain(A, a, B, 40)):
        total += alpha
        assert_allclose(here.training[t], np.mean(F * a <= 0))
        assert_allclose(here.testing[t], np.mean(G * b <= 0))
        assert_allclose(here.bound[t], loss)
        assert_allclose(here.margins[t], F * a / total, atol=1e-9)


def test_new_tumours_are_new():
    """Each split has every tumour once; the z-scores are those of training."""
    for here in runs.splits():
        assert sorted([*here.train, *here.test]) == list(range(569))
        assert_allclose(here.X.mean(axis=0), 0, atol=1e-9)
        assert (len(here.y), len(here.y_test)) == (341, 228)
    assert len(runs.splits()) == runs.SPLITS


def test_labels_are_turned_in_training_only():
    """About the share that was asked for, the same in each run; none at 0."""
    y = runs.splits()[3].y
    noisy, turned = runs.noisy(y, 0.2, seed=3)
    assert_allclose(turned.mean(), 0.2, atol=0.06)
    assert np.array_equal(noisy != y, turned)
    assert not runs.noisy(y, 0.0, seed=3)[1].any()
    assert np.isclose(runs.run(3, 1.0, 0.2).turned[0], turned.mean())


def test_the_round_to_stop_at_is_chosen_inside():
    """From held-out training rows alone: others may not be looked at."""
    here, k = runs.splits()[2], 2
    order = np.random.default_rng(1002).permutation(341)
    held, rest = order[:85], order[85:]
    errors = [
        np.mean(G * here.y[held] <= 0)
        for _, G, _, _ in plain(here.X[rest], here.y[rest], here.X[held], 200)
    ]
    assert runs.stopped(k) == int(np.argmin(errors)) + 1
    told = runs.told(1.0, 0.0)
    assert told.early[k] == told.curves[k, runs.stopped(k) - 1]


def test_thirty_rules_are_boosted_as_by_hand():
    """Each round takes the best of the rules; no two are equally good."""
    H, y, scores = runs.thirty_rules()
    assert H.shape == (30, 341)
    w, before = np.full(341, 1 / 341), np.zeros(341)
    for F in scores:
        errors = np.sort((y != H) @ w)
        assert errors[1] - errors[0] > 1e-6
        added = F - before
        alpha = np.abs(added).max()
        assert_allclose(alpha, np.log((1 - errors[0]) / errors[0]) / 2)
        w, before = w * np.exp(-y * added), F
        w /= w.sum()


# --- pictures ---


@pytest.mark.parametrize(("error", "vote"), [(0.2, 1.0), (0.2, 2.0), (0.45, 0.5)])
def test_what_a_vote_does_is_told(error, vote):
    told = numbers(pictures.draw_vote(error, vote))
    factor = ((1 - error) / error) ** (vote / 2)
    Z = error * factor + (1 - error) / factor
    assert told[:2] == [error, vote]
    assert_allclose([told[2], told[4]], [Z, error * factor / Z], atol=0.0051)
    assert_allclose(told[2], Z, atol=0.00051)


@pytest.mark.parametrize("round_", [1, 10, 100])
def test_the_committee_is_told(one, round_):
    """Cut, error, vote, mistakes and the heaviest weight, by a plain loop."""
    A, a, _, _ = one
    Z = (A - A.mean(axis=0)) / A.std(axis=0, ddof=1)
    two = Z[:, [20, 21]]
    told = plain(two, a, two, round_)
    w = np.full(341, 1 / 341)
    if round_ > 1:
        w = np.exp(-a * told[-2][0])
        w /= w.sum()
    t, _, error, vote, missed, n, heavy = numbers(pictures.draw_committee(round_))
    F, _, _, alpha = told[-1]
    assert (t, missed, n) == (round_, np.sum(F * a <= 0), 341)
    assert_allclose(error, 1 / (1 + np.exp(2 * alpha)), atol=0.00051)
    assert_allclose([vote, heavy], [alpha, 341 * w.max()], atol=0.051)


@pytest.mark.parametrize("rounds", [1, 7, 100])
def test_the_shaded_cells_are_what_the_committee_says(rounds):
    """Of each training tumour, and of random points."""
    made = runs.on_two_columns()[:rounds]
    points = np.random.default_rng(0).uniform(-2, 3.5, (500, 2))
    two = np.vstack([points, runs.splits()[0].X[:, runs.TWO]])
    x, y, ill = grounds.regions(made, (-3, 9), (-3, 9))
    column = np.searchsorted(x, two[:, 0], "left") - 1
    row = np.searchsorted(y, two[:, 1], "left") - 1
    score = sum(r.alpha * r.rule(two) for r in made)
    assert np.array_equal(ill[row, column], score > 0)


def test_the_wash_shades_these_cells():
    ax = Figure().subplots()
    ax.set(xlim=(-2, 3), ylim=(-2, 3))
    grounds.wash(ax, runs.on_two_columns()[:30])
    x, y, ill = grounds.regions(runs.on_two_columns()[:30], (-2, 3), (-2, 3))
    area = (np.diff(y)[:, None] * np.diff(x) * ill).sum()
    whole, *ill_ones = [p.get_width() * p.get_height() for p in ax.patches]
    assert_allclose([whole, sum(ill_ones)], [25, area])


@pytest.mark.thorough
@pytest.mark.parametrize("splits", [MEAN, FALL])
@pytest.mark.parametrize("rounds", [5, 200])
def test_errors_and_margins_are_told(splits, rounds):
    picture = pictures.draw_after(splits, rounds)
    told = numbers(picture)[-4:]
    chosen = grounds.SPLITS[splits]
    found = [runs.run(k) for k in chosen]
    at = rounds - 1
    assert_allclose(
        told,
        [
            np.mean([r.training[at] for r in found]),
            np.mean([r.testing[at] for r in found]),
            np.mean([r.margins[at].min() for r in found]),
            np.mean([np.median(r.margins[at]) for r in found]),
        ],
        atol=0.00051,
    )


@pytest.mark.thorough
def test_noise_is_told():
    told = numbers(pictures.draw_noise(0.2, 1.0, 200))
    found = [runs.run(k, 1.0, 0.2) for k in range(runs.FEW)]
    error, share = (
        np.mean([r.testing[-1] for r in found]),
        100 * np.mean([r.turned[-1] for r in found]),
    )
    assert told[:3] == [20, 1, 200]
    assert_allclose(told[3:], [error, share], atol=0.51)
    assert_allclose(told[3], error, atol=0.00051)


def test_still_pictures_say_what_they_show(one):
    A, a, _, _ = one
    first = StumpSearch(A, a).best(np.full(341, 1 / 341))
    theta, ill, all_ill, well, all_well = numbers(pictures.draw_best_stump(first))
    above = A[:, first.feature] > first.threshold
    assert_allclose(theta, first.threshold, atol=0.00051)
    assert (ill, well) == (np.sum(above & (a > 0)), np.sum(above & (a < 0)))
    assert (all_ill, all_well) == (127, 214)
    start, after, _, _, last = numbers(pictures.draw_bound())
    here = runs.run(0)
    assert_allclose([start, after], here.bound[[0, 19]], atol=0.00051)
    assert last == here.faultless
    assert here.training[int(last) - 2] > 0 == here.training[int(last) - 1]
    X, y = np.arange(10.0)[:, None], np.repeat([1.0, -1, 1, -1], [3, 3, 3, 1])
    two = list(boost(StumpSearch(X, y).best, X, y, 2))
    assert numbers(pictures.draw_by_hand(X, y, two)) == [3, 0.3, 3, 0.214]


def test_the_target_is_the_loss_of_the_thirty_rules():
    """Yours is drawn only if it is given, beside the target."""
    _, y, scores = runs.thirty_rules()
    loss = np.exp(-y * scores).mean(axis=1)
    alone = pictures.draw_target()
    both = pictures.draw_target(lambda H, y, T: scores)
    assert_allclose(numbers(alone), [loss[0], loss[-1], 20], atol=0.00051)
    assert np.all(np.diff(loss) < 0)
    assert "yours" not in alone.panels
    assert "yours" in both.panels


DRAWN = {
    "vote": lambda: pictures.draw_vote(0.2, 2.0),
    "committee": lambda: pictures.draw_committee(30),
    "after": lambda: pictures.draw_after(MEAN, 20),
    "noise": lambda: pictures.draw_noise(0.1, 0.1, 20),
    "bound": pictures.draw_bound,
    "target": pictures.draw_target,
}


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_panels_are_drawings_of_one_width(draw):
    """Valid SVG, 420 units wide, no text under 15 units."""
    picture = draw()
    found = re.findall(r"(?s)<svg\b.*?</svg>", picture.panels)
    assert 1 <= len(found) <= 3
    for panel in found:
        assert ElementTree.fromstring(panel).get("viewBox").split()[2] == "420"
        sizes = re.findall(r"font-size:([\d.]+)px", panel)
        assert min(map(float, sizes)) >= 15


# --- what the chapter says of them ---


@pytest.mark.thorough
def test_where_the_last_mistake_is():
    """Of 60 splits between rounds 14 and 27; on split 0 in round 23."""
    last = [runs.run(k).faultless for k in range(runs.SPLITS)]
    assert (min(last), max(last), last[0]) == (14, 27, 23)


def test_the_named_splits_are_the_ends():
    """No split falls more from round 20 to round 200 than split 0; 34 rises most."""
    testing = runs.clean()[2]
    change = testing[:, 199] - testing[:, 19]
    assert change[0] == change.min()
    assert np.flatnonzero(change == change.max()).tolist() == [34]
    assert grounds.SPLITS[FALL] == [0]
    assert grounds.SPLITS[RISE] == [34]
    assert_allclose(testing[0, [19, 49, 199]], [0.0746, 0.0263, 0.0439], atol=5e-5)
    assert_allclose(testing[34, [19, 199]], [0.0219, 0.0395], atol=5e-5)
    assert_allclose(change[0] / change.mean(), 3.65, atol=0.1)  # "nearly four times"


def test_the_fall_after_the_last_mistake():
    """0.84 points on average; 70 % of the splits fall, 13 % rise."""
    testing = runs.clean()[2]
    change = testing[:, 199] - testing[:, 19]
    assert_allclose(100 * change.mean(), -0.84, atol=0.005)
    assert_allclose([np.mean(change < 0), np.mean(change > 0)], [0.7, 0.133], atol=1e-3)


def test_narrow_margins_widen_at_the_cost_of_wide_ones():
    """In each of the 60 splits, and smoothly in between."""
    for k in range(runs.SPLITS):
        margins = runs.run(k).margins
        assert margins[199].min() > margins[19].min()
        assert np.median(margins[199]) < np.median(margins[19])


def test_a_tumour_may_weigh_much():
    """Rounds 50 and 100 on two columns: 20 or 21 heavy ones hold half of the weight."""
    late = runs.on_two_columns()[99].weights
    assert np.sum(late > 5 / 341) == 21
    assert_allclose(late[late > 5 / 341].sum(), 0.5, atol=0.03)
    weights = runs.on_two_columns()[49].weights
    heavy = weights > 5 / 341
    radius = runs.splits()[0].X[heavy, 20]
    assert heavy.sum() == 20
    assert_allclose(weights[heavy].sum(), 0.5, atol=0.005)
    assert np.abs(radius).max() < 0.8
    ends = np.argsort(runs.splits()[0].X[:, 20])[np.r_[:10, -10:0]]
    assert 341 * weights[ends].max() < 0.4
    second = runs.on_two_columns()[1].weights
    assert_allclose(341 * second.max(), 6.6, atol=0.05)


def test_every_tumour_is_missed_by_many_rules():
    """Of 50 on two columns; the heavy ones by half of all votes, the clear ones not."""
    here, rounds = runs.splits()[0], runs.on_two_columns()[:50]
    missed = np.array([r.rule(here.X[:, runs.TWO]) != here.y for r in rounds])
    often = missed.sum(axis=0)  # (n,)
    assert (often.min(), often.max()) == (11, 28)
    ends = np.argsort(here.X[:, 20])[np.r_[:10, -10:0]]
    assert (often[ends].min(), often[ends].max()) == (11, 21)
    wrong = np.average(missed, axis=0, weights=[r.alpha for r in rounds])
    heavy = rounds[49].weights > 5 / 341
    assert wrong[heavy].min() > 0.49 > 0.4 > wrong[ends].max()


def test_what_the_gallery_of_noise_says():
    fast, slow = (runs.told(rate, 0.2).curves.mean(axis=0) for rate in (1.0, 0.1))
    assert_allclose(fast[[6, 199]], [0.106, 0.162], atol=0.0005)
    assert_allclose(slow[[49, 199]], [0.063, 0.078], atol=0.0005)
    assert abs(int(np.argmin(slow)) + 1 - 50) < 15
    clean = [runs.told(rate, 0.0).end.mean() for rate in (1.0, 0.1)]
    assert_allclose(clean, [0.035, 0.040], atol=0.0005)


@pytest.mark.parametrize("half", [0, 1])
def test_slow_beats_fast_where_labels_are_wrong(half):
    """On both halves of the splits, with other labels turned in each."""
    some = slice(10 * half, 10 * half + 10)
    for wrong in (0.1, 0.2):
        fast, slow = (runs.told(rate, wrong).end[some] for rate in (1.0, 0.1))
        assert slow.mean() < fast.mean() - 0.02
        assert np.sum(slow < fast) >= 8


def test_the_libraries_round_by_round(one):
    """scikit-learn's AdaBoost of Gini stumps ends near ours, on split 0."""
    A, a, B, b = one
    peer = Peer(n_estimators=100, random_state=0).fit(A, a)
    assert abs(1 - peer.score(B, b) - runs.run(0).testing[99]) < 0.02
