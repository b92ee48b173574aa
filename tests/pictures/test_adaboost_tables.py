"""The tables of the AdaBoost chapter, and the lessons that depend on chance."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.tree import DecisionTreeClassifier

from mlcourse.data.scenes import digit_scenes
from mlcourse.formulas.metrics import hamming_loss
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.page.processes import on_all_cores
from mlcourse.pictures import adaboost_mislabelled as mislabelled
from mlcourse.pictures import adaboost_runs as runs
from mlcourse.pictures import adaboost_tables as tables


def test_twenty_nine_votes_against_the_best_stump():
    """On split 0 by a plain loop; the committee cannot tie."""
    here, best, many = runs.splits()[0], *tables.votes()
    found = []
    for j in range(30):
        stump = DecisionTreeClassifier(max_depth=1, criterion="entropy")
        stump.fit(here.X[:, [j]], here.y)
        found.append(stump.score(here.X[:, [j]], here.y))
    assert len(best) == len(many) == runs.SPLITS
    assert_allclose([best[0], many[0]], [27 / 228, 22 / 228])
    assert max(found) > 0.9  # the best column is as good for another criterion
    assert (np.sum(many < best), np.sum(many > best)) == (27, 19)


def test_the_change_until_the_end():
    """Falls, ties and rises are all splits; the p is small from round 20."""
    means, counts = tables.after().tables
    for _, *shares in counts.rows:
        assert abs(sum(int(s.split()[0]) for s in shares) - 100) <= 1
    assert [row[0] for row in means.rows] == [row[0] for row in counts.rows]
    assert float(means.rows[1][-1]) < 1e-5
    assert float(means.rows[-1][-1]) > 0.5


@pytest.mark.thorough
def test_margins_are_means_over_splits():
    last = tables.margins().rows[-1]
    small = np.mean([runs.run(k).margins[199].min() for k in range(runs.SPLITS)])
    assert_allclose(float(last[3]), small, atol=0.00051)


@pytest.mark.thorough
def test_a_stop_chosen_inside_costs_without_noise_and_pays_with_it():
    """Test errors over 20 splits: 5 against 13 and 19 against 1."""
    clean, noisy = runs.told(1.0, 0.0), runs.told(1.0, 0.2)
    for told, won, lost in ((clean, 5, 13), (noisy, 19, 1)):
        assert np.sum(told.early < told.end) == won
        assert np.sum(told.early > told.end) == lost


@pytest.mark.thorough
def test_wrong_labels_beside_a_single_stump():
    """Every way of the table for one label in five, counted once more."""
    *_, table = mislabelled.noise().tables
    found = {row[0]: row[1:] for row in table.rows}
    assert found["best, 8"][:3] == ["0.102", "20:0", "11:8"]
    assert found["stopped"][1:] == ["19:1", "2:9", "0.06"]
    assert found["7 rounds"][2:] == ["9:8", "0.98"]
    assert found["rate 0.1"][2] == "18:1"
    runs_ = [runs.run(k, 1.0, 0.2).testing for k in range(20)]
    wins = sum(r[-1] < r[0] for r in runs_), sum(r[-1] > r[0] for r in runs_)
    assert wins == (0, 20)
    assert found["200 rounds"][2] == "0:20"


@pytest.mark.thorough
def test_with_many_wrong_labels_only_small_steps_gain():
    """On 20 splits that the table does not use: no round at full rate is much better.

    Its best round, chosen on the test rows, is ahead by less than a point.
    """
    full = np.array([runs.run(k, 1.0, 0.2).testing for k in range(20, 40)])
    small = np.array([runs.run(k, 0.1, 0.2).testing[-1] for k in range(20, 40)])
    one = full[:, 0]
    assert full.mean(axis=0).min() > one.mean() - 0.01
    assert np.sum(small < one) >= 15
    assert small.mean() < one.mean() - 0.015
    assert np.sum(full[:, -1] < one) <= 2


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_a_tree_without_limit_ends_boosting_at_once(seed):
    """In each of 20 splits, whatever the trees draw; boosted stumps do better."""
    made = tables.trees(None, seed)
    assert np.all(made.rounds == 1)
    assert np.array_equal(made.first, made.last)
    stumps = runs.clean()[2][: runs.FEW, 49]
    assert made.last.mean() > stumps.mean() + 0.02


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_trees_of_depth_5_end_early_and_are_worse_than_stumps(seed):
    """All of them before round 50, on the first five splits."""
    ends, errors = [], []
    for k, here in enumerate(runs.splits()[:5]):
        tree = DecisionTreeClassifier(max_depth=5)
        model = AdaBoostClassifier(tree, 50, random_state=100 * seed + k)
        model.fit(here.X, here.y)
        ends.append(len(model.rounds_))
        errors.append(1 - model.score(here.X_test, here.y_test))
    assert max(ends) < 50
    assert np.mean(errors) > runs.clean()[2][:5, 49].mean()


@pytest.mark.thorough
def test_trees_of_depth_2_and_3_are_as_good_as_stumps():
    """Over 20 splits: neither wins or loses more than twelve."""
    stumps = runs.clean()[2][: runs.FEW, 49]
    for depth in (2, 3):
        won, lost = tables.won_and_lost(tables.trees(depth).last, stumps).split(":")
        assert max(int(won), int(lost)) <= 12
        assert np.all(tables.trees(depth).first.mean() < 0.1)  # better than a stump


def test_what_is_learned_by_heart():
    """A committee repeats a wrong label if its answer is the label as given."""
    here, found = runs.splits()[3], runs.run(3, 1.0, 0.2).by_heart
    y, turned = runs.noisy(here.y, 0.2, seed=3)
    model = AdaBoostClassifier(n_estimators=50).fit(here.X, y)
    said = model.predict(here.X[turned])
    assert_allclose(found[49], np.mean(said != here.y[turned]))
    assert np.all(runs.run(3).by_heart == 0)  # nothing wrong, nothing repeated


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_large_steps_learn_wrong_labels_by_heart(seed):
    """On three splits, whichever labels are turned: most at rate 1, few at 0.1."""
    repeated = {rate: [] for rate in runs.RATES}
    for k, here in enumerate(runs.splits()[:3]):
        y, turned = runs.noisy(here.y, 0.2, seed=100 * (seed + 1) + k)
        for rate, found in repeated.items():
            rounds = runs.stumps(here.X, y, rate)
            F = np.sum([r.alpha * r.rule(here.X) for r in rounds], axis=0)
            found.append(np.mean((F * y > 0)[turned]))
    assert np.mean(repeated[1.0]) > 0.8
    assert np.mean(repeated[0.1]) < 0.25


@pytest.mark.thorough
def test_small_steps_are_slow_and_not_immune():
    """On all splits that the table does not use the harm comes back, too.

    And round 50, the lowest point of the drawn curve, gains less there than promised.
    """
    others = [{"k": k, "rate": 0.1, "wrong": 0.2, "T": 1000} for k in range(20, 60)]
    found = on_all_cores(runs.run, others)
    missed = np.array([r.testing[[49, 199, 999]] for r in found])  # (40, 3)
    repeated = np.array([r.by_heart[[49, 199, 999]] for r in found])
    assert np.sum(missed[:, 2] > missed[:, 1]) >= 35
    assert np.all(np.diff(repeated.mean(axis=0)) > 0.02)
    assert tables.won_and_lost(missed[:, 0], missed[:, 1]) == "20:12"
    here = runs.told(0.1, 0.2)
    promised = np.mean(here.end - here.curves[:, 49])
    gained = np.mean(missed[:, 1] - missed[:, 0])
    assert_allclose([promised, gained], [0.0143, 0.0054], atol=0.0001)


@pytest.mark.thorough
@pytest.mark.parametrize("wrong", [0.1, 0.2])
def test_small_steps_are_better_at_the_same_length(wrong):
    """On ten splits that the table does not use, beside full steps as far along."""
    won = 0
    for k in range(30, 40):
        full, small = (runs.run(k, rate, wrong) for rate in (1.0, 0.1))
        at = int(np.argmin(np.abs(full.length - small.length[-1])))
        assert 8 <= at <= 12
        won += small.testing[-1] < full.testing[at]
    assert won >= 8


def test_the_length_of_a_run_is_the_sum_of_its_votes():
    """Half the log of the odds, by hand from the errors; the rate shortens it."""
    here = runs.splits()[0]
    votes = [
        0.1 * np.log((1 - r.error) / r.error) / 2
        for r in runs.stumps(here.X, here.y, 0.1, 5)
    ]
    assert_allclose(runs.run(0, 0.1).length[:5], np.cumsum(votes))


@pytest.mark.thorough
@pytest.mark.parametrize("rate", [0.1, 1.0])
def test_gradient_boosting_is_far_behind_only_at_a_small_rate(rate):
    """Both rows of the table: 2 splits to 18, and 8 to 12."""
    ours = runs.clean()[2][: runs.FEW, 99]
    won, lost = map(int, tables.won_and_lost(tables.slopes(rate), ours).split(":"))
    assert (won, lost) == ((2, 18) if rate == 0.1 else (8, 12))


@pytest.mark.thorough
def test_shared_questions_are_those_of_the_estimators():
    """The last draw, fitted once more; the scores of stages are shorter fits."""
    seed = runs.FEW - 1
    scenes = digit_scenes(tables.SCENES, digits=2, seed=seed)
    new, found = scenes.split == 1, tables.many()
    X, Y, Q, truth = scenes.X[~new], scenes.y[~new], scenes.X[new], scenes.y[new]
    shared = AdaBoostMH(n_estimators=50).fit(X, Y)
    own = BinaryRelevance(AdaBoostClassifier(n_estimators=5)).fit(X, Y)
    for name, model in {"shared 50": shared, "own 50": own}.items():
        loss = hamming_loss(truth, model.predict(Q))
        assert_allclose(found[name][seed], loss, atol=1e-9)


def test_sharing_wins_for_the_same_number_of_questions():
    """In all 20 draws; counted by rounds it loses."""
    found = tables.many()
    for questions in tables.QUESTIONS:
        a, b = found[f"shared {questions}"], found[f"own {questions}"]
        assert np.all(a < b)
    nothing = found["silence"]
    assert np.all(found["own 100"] < nothing)
    assert abs(found["own 20"].mean() - nothing.mean()) < 0.006
    twenty, ten_each = found["shared 20"], found["own 100"]
    assert_allclose([twenty.mean(), ten_each.mean()], [0.155, 0.135], atol=0.0006)
    assert np.mean(twenty > ten_each) > 0.9


def test_p_values():
    """By hand: of 20 differences of one sign 2 / 2^20; five that cancel are level."""
    assert tables.p_value(np.arange(1.0, 21)) == "2e-06"
    assert tables.p_value(np.array([1.0, -2, 3, -4, 5])) == "0.81"


@pytest.mark.thorough
def test_no_full_step_is_shown_to_beat_the_first_stump():
    """One label in five wrong: the fifth round wins most; 1,000 small steps lose."""
    curves = runs.told(1.0, 0.2).curves  # (FEW, T)
    one = curves[:, :1]
    won, lost = np.sum(curves < one, axis=0), np.sum(curves > one, axis=0)
    most = int(won.argmax())
    assert (most + 1, won[most], lost[most]) == (5, 14, 6)
    assert tables.p_value(curves[:, most] - one[:, 0]) == "0.12"
    thousand = np.array([run.testing[999] for run in runs.made(0.1, 0.2, 1000)])
    assert tables.won_and_lost(thousand, one[:, 0]) == "4:15"


def test_the_worst_rule_with_a_seat_hardly_beats_one_that_always_says_benign():
    """Training tumours of split 0, by a plain loop."""
    here = runs.splits()[0]
    wrong = np.sort(np.mean(runs.rules() != here.y, axis=1))
    assert_allclose([wrong[28], np.mean(here.y == 1)], [0.370, 0.372], atol=0.0006)
