"""The pictures of the chapter on binary relevance say what is so, reckoned again."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge
from sklearn.metrics import f1_score, precision_recall_curve, precision_score
from sklearn.metrics import recall_score as recall_of

from mlcourse.exercises.binary_relevance import BEST, best_threshold, left_out
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.pictures import binary_relevance as pictures
from mlcourse.pictures import binary_relevance_runs as runs
from mlcourse.pictures import binary_relevance_tables as tables
from mlcourse.pictures import binary_relevance_trial as trial

M = ("ridge", "logistic regression")
NUMBER = r"-?\d+(?:\.\d+)?"


def numbers(text):
    """Return the numbers in a sentence."""
    return [float(n) for n in re.findall(NUMBER, text)]


def test_cuts_are_scikit_learns_curve():
    """Ties included; its curve also has thresholds that change nothing."""
    rng = np.random.default_rng(0)
    y, s = rng.integers(0, 2, 80), rng.random(80).round(1)
    precision, recall, at = precision_recall_curve(y, s)
    here = runs.cuts(y, s)
    assert_allclose(here.at, at[::-1])
    assert_allclose(here.precision, precision[:-1][::-1])
    assert_allclose(here.recall, recall[:-1][::-1])


@pytest.mark.parametrize("seed", range(10))
def test_the_best_cut_is_that_of_brute_force(seed):
    """Of all scores, the highest of equals; the exercise asks for the same."""
    rng = np.random.default_rng(seed)
    y = (rng.random(40) < 0.3).astype(int)
    y[0] = 1
    s = np.round(0.3 * y + rng.random(40), 1)
    stops = np.unique(s)[::-1]
    f1 = [f1_score(y, s >= stop) for stop in stops]
    assert runs.best_cut(y, s) == stops[int(np.argmax(np.round(f1, 12)))]
    assert best_threshold(y, s) == runs.best_cut(y, s)


def test_the_worked_example():
    assert "2 said, 2 right" in pictures.draw_ten().says
    rows = tables.three().rows
    for row, theta in zip(rows, pictures.THREE, strict=True):
        yes = np.array(pictures.TEN) >= theta
        truth = pictures.TRUE
        expected = precision_score(truth, yes), recall_of(truth, yes)
        expected = (*expected, f1_score(truth, yes))
        assert row[2:] == [f"{value:.2f}" for value in expected]


@pytest.mark.thorough
def test_a_cut_says_what_scikit_learn_finds():
    d = runs.docs()
    peer = Ridge(alpha=1.0, solver="cholesky").fit(d.X.toarray(), d.Y)
    S = peer.predict(d.X_test.toarray())
    assert_allclose(runs.scores("ridge"), S, atol=1e-8)
    truth, yes = d.Y_test.ravel(), S.ravel() >= 0.5
    expected = [f(truth, yes) for f in (precision_score, recall_of, f1_score)]
    says = pictures.draw_cut(0.5, "logistic regression").says
    assert_allclose(numbers(says)[2:5], expected, atol=0.0051)


def test_squaring_changes_no_curve():
    """The moral of the first explorer: the same points, at other thresholds."""
    one, two = pictures.found("ridge"), pictures.found("the same ridge, squared")
    assert_allclose(one.f1.max(), two.f1.max())
    assert_allclose(np.sqrt(two.at[two.f1.argmax()]), one.at[one.f1.argmax()])


@pytest.mark.thorough
def test_penalties_say_what_they_draw():
    d, W = runs.docs(), runs.weights("ridge")[runs.LAMBDAS.index(4.0)]
    peer = Ridge(alpha=4.0, solver="cholesky").fit(d.X.toarray(), d.Y)
    assert_allclose(W.T, peer.coef_, atol=1e-8)
    says = pictures.draw_penalty("lasso", 32.0).says
    assert "0 % of the words used" in says


@pytest.mark.parametrize("documents", runs.CHOOSERS)
def test_who_chooses_does_not_judge(documents):
    for a, b in runs.halves(documents):
        assert len(a) == documents
        assert len(b) == 717
        assert not set(a) & set(b)


@pytest.mark.thorough
def test_one_threshold_for_all_beats_forty_from_100_documents():
    """The main lesson, in every one of the 20 draws, for both models."""
    for model in ("ridge", "logistic regression"):
        half, common, own = runs.chosen(100, model).micro.T
        assert np.all(common > own)
        assert np.all(common > half)


def test_luck_stays_with_those_that_choose():
    """Forty thresholds gain where they are chosen, from 200 documents on, and lose."""
    for documents in (200, 400, 717):
        here = runs.chosen(documents)
        _, common, own = here.micro.T
        assert np.diff(here.inside).mean() > 0.02
        assert np.mean(own - common) < -0.01
    gain = np.diff(runs.chosen(100).inside)[:, 0]
    assert abs(gain.mean()) < gain.std() / 2  # about even
    assert 5 < np.sum(gain > 0) < 15


def test_logistic_regression_is_a_little_ahead():
    """With thresholds of other documents; at a low recall it is behind."""
    ridge, logistic = (runs.chosen(717, m).micro[:, 1] for m in M)
    assert np.sum(logistic > ridge) >= 17
    less = np.diff(tables.at_recalls())[:, :, 0].T  # (4, 20), at 0.3, 0.4, 0.5, 0.634
    assert np.sum(less[0] < 0) >= 16
    assert np.mean(less[1] < 0) > 0.5  # the curves cross soon after 0.4
    assert np.all(np.sum(less[2:] > 0, axis=1) >= 18)
    assert 0.02 < less[3].mean() < 0.05  # of the ten points, these are ranking


@pytest.mark.parametrize("seed", range(10))
def test_a_ridge_of_few_documents_is_precise_and_bad(seed):
    """Which 300 documents it sees does not matter; recall and curve are far below."""
    d = runs.docs()
    rows = np.random.default_rng(seed).permutation(len(d.Y))[: runs.FEW]
    few = RidgeClassifier(alpha=1.0).fit(d.X[rows], d.Y[rows]).estimate(d.X_test)
    here, full = runs.cuts(d.Y_test, few), pictures.found("ridge")
    k = int(np.sum(here.at >= 0.5)) - 1
    assert 0.93 < here.precision[k] < 0.99
    assert here.precision[k] > pictures.at("ridge", 0.5)[0]
    assert here.recall[k] < 0.2
    half = [tables.precision_at(c, 0.5) for c in (here, full)]
    assert half[0] < half[1] - 0.2


@pytest.mark.thorough
def test_most_first_names_that_a_strong_ridge_changes_were_right():
    """Of documents that have a name; P@1 falls by those lost less those gained."""
    *counts, every = [int(row[1].replace(",", "")) for row in tables.first_names().rows]
    same, lost, won, another, wrong = counts
    assert sum(counts) == every == runs.docs().Y_test.any(axis=1).sum()
    assert lost + another > 1.3 * (won + wrong)
    weak, strong = (runs.worth("ridge")[runs.LAMBDAS.index(v)] for v in (0.5, 8))
    assert_allclose((lost - won) / 1434, weak.first - strong.first)
    assert 0.7 < same / every < 0.8


@pytest.mark.thorough
def test_the_best_lasso_drops_weights_and_hardly_words():
    for w in runs.worth("lasso")[:2]:
        assert w.words > 0.99
        assert w.weights < 0.5


def test_own_thresholds_say_what_they_reach():
    says, here = pictures.draw_own(717, "mode").says, runs.chosen(717)
    j = runs.docs().names.index("mode")
    (a, b), S = runs.halves()[0], runs.scores("ridge")[:, j]
    y = runs.docs().Y_test[:, j]
    cut = best_threshold(y[a], S[a])
    assert_allclose(here.each[0, 2, j], f1_score(y[b], S[b] >= cut))
    assert "better in 20 of 20 draws" in says


def test_left_out_rows_are_left_out():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(12, 3)), rng.normal(size=12)
    expected = []
    for i in range(12):
        rest = np.arange(12) != i
        w = np.linalg.solve(X[rest].T @ X[rest] + 2 * np.eye(3), X[rest].T @ y[rest])
        expected.append(y[i] - X[i] @ w)
    assert_allclose(left_out(X, y, 2.0), expected)


def test_two_ridges_rank_differently():
    """On the report's rows: of weak strengths badly, of 200 as the lasso and log do."""
    weak, strong, lasso, log = (
        np.array(trial.results("000")[f"bibtex-sample-{m}-P@1"].more["by seed"])
        for m in ("ridge", "strong-ridge", "lasso", "log")
    )
    assert np.all(strong > weak + 0.1)
    assert abs(strong.mean() - log.mean()) < log.std()
    assert abs(strong.mean() - lasso.mean()) < 0.05


def test_small_losses_can_have_bad_answers():
    """Two true labels and one absent, by hand."""
    for table in trial.by_hand().tables:
        (_, high, good), (_, low, bad) = table.rows
        assert float(low) < float(high)
        assert (good, bad) == ("1.00", "0.67")


def test_printed_fractions():
    """Right / said and right / true are the printed numbers to the last digit."""
    for printed in (*trial.PRINTED.values(), trial.REML):
        right, said, true = trial.fractions(*printed)
        assert (right / said, right / true) == pytest.approx(printed, rel=1e-15)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_loss_and_recall_rise_together(seed):
    five, twelve = runs.passes(seed)[4], runs.passes(seed)[11]
    assert twelve.hinge > five.hinge
    assert twelve.recall > five.recall


def test_the_target_is_the_best():
    assert "0." in pictures.draw_target(BEST.solution).says
    assert pictures.card().startswith("<svg")
