"""AdaBoost.MH against AdaBoost, brute force, hand work and its bound."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from mlcourse.formulas.metrics import hamming_loss
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.multilabel.adaboost_mh import (
    AdaBoostMH,
    Question,
    QuestionSearch,
    boost_pairs,
    majority,
)

# Few distinct values, so that ties and constant columns are common.
values = arrays(float, (7, 2), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0]))
signs = arrays(float, (7, 3), elements=st.sampled_from([-1.0, 1.0]))
weights = arrays(float, (7, 3), elements=st.integers(1, 9).map(float))


def problem(n=60, L=3, seed=0):
    """Return rows (n, 4) and labels (n, L) that depend on them, none constant."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    scores = X @ rng.normal(size=(4, L)) + 0.7 * rng.normal(size=(n, L))
    return X, (scores > 0).astype(int)


def error(rule, X, Y, w):
    """Return the weighted error of a rule on pairs."""
    return w[rule(X).reshape(Y.shape) != Y].sum()


def test_worked_example():
    """By hand: three rows, two labels; the errors are 1/6, 1/10 and 1/9.

    Round 1 cuts at 2.5 and calls the first label absent below, as its two rows are
    level; so it misses the first pair, which then weighs 1/2, and the others 1/10.
    Round 2 cuts there, too, and misses one of these; round 3 misses two of the four
    that weigh 1/18 by then.
    """
    X, Y = np.array([[1.0], [2.0], [3.0]]), np.array([[1, 1], [-1, 1], [1, -1]])
    rounds = list(boost_pairs(X, Y, 3))
    assert_allclose([r.error for r in rounds], [1 / 6, 1 / 10, 1 / 9])
    first = rounds[0].rule
    assert_allclose(rounds[1].weights[first(X) != Y.ravel()], [1 / 2])
    assert_allclose(rounds[1].weights[first(X) == Y.ravel()], np.full(5, 1 / 10))


@given(values, signs, weights)
def test_no_question_is_better(X, Y, w):
    """No feature, threshold and answers have a smaller weighted error."""
    w = w / w.sum()
    found = QuestionSearch(X, Y).best(w.ravel())
    answers = [np.array(a) for a in product([-1.0, 1.0], repeat=3)]
    cuts = product(range(2), [-np.inf, *np.unique(X)])
    least = min(
        error(Question(j, theta, b, a), X, Y, w)
        for j, theta in cuts
        for b in answers
        for a in answers
    )
    assert_allclose(error(found, X, Y, w), least, atol=1e-12)


@given(values, signs)
@settings(max_examples=50)
def test_hamming_loss_is_bounded(X, Y):
    """The Hamming loss is at most the exponential loss, the product of all Z."""
    rounds = list(boost_pairs(X, Y, 6))
    score, product_of_z = np.zeros(Y.size), 1.0
    for r in rounds:
        if r.error == 0:
            break
        score += r.alpha * r.rule(X)
        product_of_z *= 2 * np.sqrt(r.error * (1 - r.error))
        loss = np.mean(np.exp(-Y.ravel() * score))
        missed = hamming_loss(Y > 0, score.reshape(Y.shape) > 0)
        assert_allclose([loss, r.objective], product_of_z)
        assert missed <= product_of_z + 1e-12


@given(values, signs)
@settings(max_examples=50)
def test_the_last_question_is_a_coin(X, Y):
    """Under the next weights the question just asked is wrong half of the time."""
    for now, after in pairwise(boost_pairs(X, Y, 5)):
        assert_allclose(after.weights[now.rule(X) != Y.ravel()].sum(), 0.5)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_one_label_is_adaboost(ties, seed):
    """With one label the rounds are those of AdaBoost with stumps, ties as well."""
    X, Y = problem(L=1, seed=seed)
    X = np.round(X) if ties else X
    w = np.random.default_rng(seed).integers(0, 4, len(X))
    for weight in (None, w):
        one = AdaBoostMH(20).fit(X, Y, weight)
        peer = AdaBoostClassifier(n_estimators=20).fit(X, Y[:, 0], weight)
        assert len(one.rounds_) == len(peer.rounds_)
        for a, b in zip(one.rounds_, peer.rounds_, strict=True):
            assert (a.rule.feature, a.rule.threshold) == (b.rule.feature, b.rule[1])
            assert (a.rule.below[0], a.rule.above[0]) == (b.rule.below, b.rule.above)
            assert_allclose(a[2:5], b[2:5], rtol=1e-9)
        assert_allclose(one.decision_function(X)[:, 0], peer.decision_function(X))


def test_a_label_twice_is_the_same_question():
    """Copies of a label have the answers of the first, and the same rounds."""
    X, Y = problem(L=1)
    once, twice = AdaBoostMH(10).fit(X, Y), AdaBoostMH(10).fit(X, np.hstack([Y, Y]))
    assert_allclose(twice.estimator_errors_, once.estimator_errors_)
    scores = once.decision_function(X)
    assert_allclose(twice.decision_function(X), np.hstack([scores, scores]))


def test_ties_take_no_question_then_the_lowest():
    """A side without a majority says absent; of equal questions the first is taken."""
    assert_array_equal(majority(np.array([0.0, 1e-13, 0.1, -0.1])), [-1, -1, 1, -1])
    X = np.array([[0.0, 0.0], [1.0, 1.0]])
    found = QuestionSearch(X, np.array([[1.0], [-1.0]])).best(np.full(2, 0.5))
    assert (found.feature, found.threshold) == (0, 0.5)
    alike = QuestionSearch(X, np.array([[1.0], [1.0]])).best(np.full(2, 0.5))
    assert (alike.feature, alike.threshold) == (0, -np.inf)
    assert (*alike.below, *alike.above) == (1, 1)


def test_a_row_at_the_threshold_is_below_it():
    rule = Question(0, 1.0, np.array([-1.0]), np.array([1.0]))
    assert rule(np.array([[1.0], [1.5]])).tolist() == [-1, 1]


def test_a_score_of_nothing_says_no():
    """Two rounds that take each other back."""
    model = AdaBoostMH(1).fit([[0.0], [1.0]], [[0], [1]])
    [only] = model.rounds_
    model.rounds_ = [only, only._replace(alpha=-only.alpha)]
    assert model.decision_function([[1.0]]).tolist() == [[0.0]]
    assert model.predict([[1.0]]).tolist() == [[0]]


def test_a_learning_rate_shortens_every_vote():
    """A rate of 1/2 halves the vote of the first round, and with it the gain."""
    X, Y = problem()
    half, full = AdaBoostMH(1, learning_rate=0.5).fit(X, Y), AdaBoostMH(1).fit(X, Y)
    assert_allclose(2 * half.estimator_weights_, full.estimator_weights_)
    assert half.rounds_[0].objective > full.rounds_[0].objective


def test_sparse_rows_are_dense_ones():
    """The same rounds and scores, whatever X is fitted to and asked about."""
    X, Y = problem()
    X = np.where(np.abs(X) < 0.8, 0, X)
    dense, sparse = AdaBoostMH(8).fit(X, Y), AdaBoostMH(8).fit(csr_array(X), Y)
    assert [r.rule[:2] for r in dense.rounds_] == [r.rule[:2] for r in sparse.rounds_]
    for model in (dense, sparse):
        for rows in (X, csr_array(X)):
            assert_allclose(model.decision_function(rows), dense.decision_function(X))


def test_rules_shared_by_labels_that_agree():
    """Two labels decided by one column are learned by one question."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    Y = np.column_stack([X[:, 1] > 0.2, X[:, 1] <= 0.2]).astype(int)
    model = AdaBoostMH(5).fit(X, Y)
    assert len(model.rounds_) == 1
    assert model.rounds_[0].rule.feature == 1
    assert_array_equal(model.predict(X), Y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0"),
        ({"learning_rate": 0}, "learning_rate=0"),
    ],
)
def test_refuses_bad_parameters(parameters, message):
    X, Y = problem()
    with pytest.raises(ValueError, match=message):
        AdaBoostMH(**parameters).fit(X, Y)


def test_refuses_data_on_which_nothing_beats_chance():
    """XOR: each column is useless on its own, and both answers are equally likely."""
    X, y = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    with pytest.raises(ValueError, match="No question beats chance"):
        AdaBoostMH().fit(X, np.column_stack([y, 1 - y]))


def test_steps_are_the_rounds_of_a_fit():
    """They leave the model as it was, and heed the weights."""
    X, Y = problem()
    w = np.random.default_rng(1).integers(0, 4, len(X))
    model = AdaBoostMH(6, learning_rate=0.7)
    steps, fitted = list(model.steps(X, Y, w)), AdaBoostMH(6, 0.7).fit(X, Y, w)
    assert vars(model) == {"n_estimators": 6, "learning_rate": 0.7}
    for step, known in zip(steps, fitted.rounds_, strict=True):
        assert step.rule[:2] == known.rule[:2]
        assert_allclose(step[2:5], known[2:5])


def test_a_label_is_said_where_its_score_is_positive():
    """Many scores are between 0 and 1, and each of them counts."""
    X, Y = problem()
    model = AdaBoostMH(5, learning_rate=0.3).fit(X, Y)
    scores = model.decision_function(X)
    assert ((scores > 0) & (scores < 1)).sum() > 20
    assert_array_equal(model.predict(X), scores > 0)
