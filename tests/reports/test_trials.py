"""What is measured: folds, boosting at several lengths, choices, loss curves."""

import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.linear_model import LogisticRegression as PeerLogistic
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcourse.data import load
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.reports.trials import (
    accuracies,
    build,
    chosen_rounds,
    equal_folds,
    fit,
    fit_and_choose,
    loss_curve,
    stratified_folds,
    summary,
)

WDBC = load("wdbc")
SETTINGS = {
    "folds": "stratified",
    "k": 5,
    "model": {"maker": "mlcourse", "base": "stump"},
    "rounds": [1, 3, 6],
    "seeds": [0, 4],
}


def silent():
    """Take no notice of a tick."""


def test_folds_of_the_report():
    """Equal folds of WDBC have 56 rows each, do not overlap, and drop nine."""
    folds = list(equal_folds(WDBC.y, 10, seed=1))
    tests = np.concatenate([test for _, test in folds])
    assert [len(test) for _, test in folds] == [56] * 10
    assert len(set(tests)) == len(tests) == 560
    for train, test in folds:
        assert set(train) == set(tests) - set(test)


def test_folds_are_shuffled():
    """Both kinds of folds depend on the seed, and on nothing else."""
    for folds in (equal_folds, stratified_folds):
        one, again, other = (next(iter(folds(WDBC.y, 10, s)))[1] for s in (0, 0, 1))
        assert_array_equal(one, again)
        assert set(one) != set(other)


@pytest.mark.parametrize("maker", ["mlcourse", "scikit-learn"])
def test_one_fit_serves_all_numbers_of_rounds(maker):
    """Three numbers of rounds read from one fit are those of three fits."""
    model = {"maker": maker, "base": "stump"}
    found = accuracies(WDBC.X, WDBC.y, {**SETTINGS, "model": model}, silent)
    for T in SETTINGS["rounds"]:
        scores = [
            cross_val_score(
                make_pipeline(StandardScaler(), build(rounds=T, seed=seed, **model)),
                WDBC.X,
                WDBC.y,
                cv=StratifiedKFold(5, shuffle=True, random_state=seed),
            )
            for seed in SETTINGS["seeds"]
        ]
        assert_allclose(found[f"T{T}"].value, np.mean(scores), atol=2 / 1138)


def test_training_accuracy():
    """The training accuracy is that of the model on the very rows it learned from."""
    one = {**SETTINGS, "seeds": [0]}
    found = accuracies(WDBC.X, WDBC.y, one, silent)["T6"].more
    expected = [
        AdaBoostClassifier(n_estimators=6)
        .fit(WDBC.X[train], WDBC.y[train])
        .score(WDBC.X[train], WDBC.y[train])
        for train, _ in stratified_folds(WDBC.y, 5, 0)
    ]
    assert_allclose(found["training accuracy"], np.mean(expected), atol=1 / 569)
    assert found["rows used"] == 569


def test_test_rows_do_not_shape_the_scale():
    """A wild test row changes nothing in training: z-scores are of training rows."""
    fold = next(iter(stratified_folds(WDBC.y, 5, 0)))
    wild = WDBC.X.copy()
    wild[fold[1][0]] *= 1e9
    model = build("mlcourse", {"alpha": 0.01}, 3, 0)
    one, other = (fit(X, WDBC.y, fold, model, [1, 3]) for X in (WDBC.X, wild))
    assert_array_equal(one.train, other.train)
    assert np.abs(one.test - other.test).max() <= 1 / len(fold[1]) + 1e-12


def test_boosting_that_stops_early():
    """If boosting stops by itself, later numbers of rounds repeat the last one."""
    X = np.array([[0.0], [1], [2], [3]] * 5) + np.linspace(0, 0.1, 20)[:, None]
    y = (X[:, 0] > 1.5).astype(int)  # one stump is perfect
    found = accuracies(X, y, {**SETTINGS, "k": 2}, silent)
    assert found["T6"].value == found["T1"].value == 1
    assert found["T6"].more["rounds made"] == 1


def test_learners_that_do_not_settle_are_counted():
    """A base learner that misses its stopping rule is counted, not hidden."""
    base = {"solver": "gradient_descent", "step": 0.5, "tol": 1e-9, "max_iter": 2}
    settings = {**SETTINGS, "model": {"maker": "mlcourse", "base": base}}
    found = accuracies(WDBC.X, WDBC.y, {**settings, "rounds": [1]}, silent)
    assert found["T1"].more["learners unsettled"] == 10


def test_spreads_by_hand():
    """The spread is over folds within a seed; the other one is over seeds."""
    found = summary(np.array([[0.0, 2.0], [1.0, 5.0]]), {})
    assert (found.value, found.folds) == (2, 2)
    assert_allclose(found.spread, np.sqrt((2 + 8) / 2))  # variances 2 and 8
    assert_allclose(found.spread_seeds, np.sqrt(2))  # means 1 and 3
    assert found.more["by seed"] == [1, 3]
    assert summary(np.array([[0.0, 2.0]]), {}).spread_seeds is None


def test_the_same_base_learner_as_scikit_learns():
    """Our penalised logistic base learner is scikit-learn's, C being 1/alpha."""
    ours = build("mlcourse", {"alpha": 1e-4, "stop": "objective", "tol": 1e-12}, 1, 0)
    peer = build("scikit-learn", {"C": 1e4, "tol": 1e-12}, 1, 0)
    assert isinstance(peer, Peer)
    assert isinstance(peer.estimator, PeerLogistic)
    X = (WDBC.X[:, :5] - WDBC.X[:, :5].mean(axis=0)) / WDBC.X[:, :5].std(axis=0)
    [rule] = [r.rule for r in ours.fit(X, WDBC.y).rounds_]
    [theirs] = peer.fit(X, WDBC.y).estimators_
    assert_allclose(rule.model.coef_, theirs.coef_, rtol=1e-3)


def test_choice_of_rounds():
    """The inner choice looks at no test row; the other takes the best of them."""
    settings = {**SETTINGS, "inner k": 3, "rounds": [1, 6]}
    found = chosen_rounds(WDBC.X, WDBC.y, settings, silent)
    table = accuracies(WDBC.X, WDBC.y, settings, silent)
    assert found["T-test"].value >= found["T-inner"].value
    assert found["T-test"].value >= max(row.value for row in table.values()) - 1e-12
    assert sum(found["T-test"].more["chosen"].values()) == 2  # seeds
    assert sum(found["T-inner"].more["chosen"].values()) == 10  # seeds and folds


def test_inner_choice_ignores_test_labels():
    """Turning the labels of the test rows around changes no inner choice."""
    settings = {**SETTINGS, "inner k": 3, "k": 2, "seeds": [0], "rounds": [1, 6]}
    fold = next(iter(stratified_folds(WDBC.y, 2, 0)))
    y = WDBC.y.copy()
    y[fold[1]] = 1 - y[fold[1]]
    score, choice = fit_and_choose(WDBC.X, WDBC.y, fold, settings, 0)
    turned, same = fit_and_choose(WDBC.X, y, fold, settings, 0)
    assert choice == same
    assert_allclose(turned.test, 1 - score.test)


def test_ticks():
    """There is one tick for every fold of every seed."""
    ticks = []
    accuracies(WDBC.X, WDBC.y, SETTINGS, lambda: ticks.append(1))
    assert len(ticks) == 10


def test_threads_give_the_same_numbers():
    """Where joblib runs the folds makes no difference."""
    alone = accuracies(WDBC.X, WDBC.y, SETTINGS, silent)
    with parallel_config("threading", n_jobs=2):
        assert accuracies(WDBC.X, WDBC.y, SETTINGS, silent) == alone


def test_loss_curve_by_hand():
    """The curve starts at n log 2 and follows the plain formula, step by step."""
    settings = {"columns": [0, 1], "show": [0, 2], "step": 0.1, "steps": 2}
    found = loss_curve(WDBC.X, WDBC.y, settings, silent)["step2"]
    Z = WDBC.X[:, :2]
    Z = np.column_stack([np.ones(569), (Z - Z.mean(axis=0)) / Z.std(axis=0, ddof=1)])
    w, losses = np.zeros(3), []
    for _ in range(3):
        p = 1 / (1 + np.exp(-Z @ w))
        losses.append(-np.sum(np.log(np.where(WDBC.y, p, 1 - p))))
        w = w - 0.1 * Z.T @ (p - WDBC.y)
    assert_allclose(found.more["losses"]["0"], 569 * np.log(2))
    assert_allclose(found.value, losses[2])
    assert_allclose(found.more["curve"], losses, rtol=1e-5)
    assert found.more["rises"] == sum(np.diff(losses) > 0) == 1
    assert found.more["lowest possible"] < min(losses)
    assert found.spread is None
