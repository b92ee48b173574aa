"""Naive Bayes against scikit-learn, hand work, and what a report did."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array
from sklearn import naive_bayes as peers

from mlcourse.models.naive_bayes import (
    BernoulliNB,
    GaussianNB,
    MultinomialNB,
    bernoulli,
    linear_scores,
    moments,
)

RNG = np.random.default_rng(0)
RATES = RNG.gamma(0.3, 1, (3, 40))
Y = RNG.integers(0, 3, 300)
WORDS = RNG.poisson(RATES[Y]).astype(float)  # (300, 40)
NEW = RNG.poisson(RATES[RNG.integers(0, 3, 90)]).astype(float)
NAMES = np.array(["no", "some", "yes"])[Y]
WEIGHT = RNG.uniform(0.2, 3, 300)
PRIOR = [0.2, 0.3, 0.5]
SPARSE = {"dense": np.array, "csr": csr_array, "csc": csc_array}


@pytest.mark.parametrize("kind", SPARSE)
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("BernoulliNB", {}),
        ("BernoulliNB", {"alpha": 0.01, "binarize": 1.0, "class_prior": PRIOR}),
        ("BernoulliNB", {"alpha": 3, "fit_prior": False}),
        ("MultinomialNB", {}),
        ("MultinomialNB", {"alpha": 1e-3, "fit_prior": False}),
        ("MultinomialNB", {"alpha": np.linspace(0.1, 2, 40), "class_prior": PRIOR}),
    ],
)
def test_counts_agree_with_scikit_learn(name, options, weight, kind):
    """Both models of words: all probabilities, with weights, dense and sparse."""
    ours = {"BernoulliNB": BernoulliNB, "MultinomialNB": MultinomialNB}[name]
    ours = ours(**options).fit(SPARSE[kind](WORDS), NAMES, weight)
    peer = getattr(peers, name)(**options).fit(WORDS, NAMES, weight)
    for field in ("feature_count_", "feature_log_prob_", "class_log_prior_"):
        assert_allclose(getattr(ours, field), getattr(peer, field), rtol=1e-12)
    Q = SPARSE[kind](NEW)
    P, J = peer.predict_proba(NEW), peer.predict_joint_log_proba(NEW)
    assert_allclose(ours.predict_proba(Q), P, rtol=0, atol=1e-10)
    assert_allclose(ours.predict_joint_log_proba(Q), J, rtol=1e-10)
    assert_array_equal(ours.predict(Q), peer.predict(NEW))


@pytest.mark.parametrize("kind", SPARSE)
@pytest.mark.parametrize(
    ("options", "weight"),
    [
        ({}, None),
        ({"priors": PRIOR, "var_smoothing": 0.1}, None),
        ({"var_smoothing": 0}, WEIGHT),
    ],
)
def test_densities_agree_with_scikit_learn(options, weight, kind):
    """Constant columns too; scikit-learn's epsilon does not know weights."""
    X = np.sqrt(WORDS + (RATES.max(axis=0) > 1)) + 0.01 * RNG.normal(size=WORDS.shape)
    Q = np.sqrt(NEW)
    ours = GaussianNB(**options).fit(SPARSE[kind](X), NAMES, weight)
    peer = peers.GaussianNB(**options).fit(X, NAMES, weight)
    for field in ("theta_", "var_", "class_prior_", "class_count_"):
        assert_allclose(getattr(ours, field), getattr(peer, field), rtol=1e-9)
    P = peer.predict_proba(Q)
    assert_allclose(ours.predict_proba(SPARSE[kind](Q)), P, rtol=0, atol=1e-10)
    assert_array_equal(ours.predict(SPARSE[kind](Q)), peer.predict(Q))


@pytest.mark.parametrize("model", [BernoulliNB(), MultinomialNB(), GaussianNB()])
def test_a_weight_is_how_often_a_row_is_there(model):
    times = RNG.integers(0, 4, len(Y))
    P = model.fit(np.repeat(WORDS, times, axis=0), np.repeat(Y, times))
    P = P.predict_log_proba(NEW)
    for make in (np.array, csr_array):
        found = model.fit(make(WORDS), Y, times).predict_log_proba(make(NEW))
        assert_allclose(found, P, rtol=1e-8, atol=1e-8)


def test_by_hand():
    """Two documents a class, three words; theta is 3/4, 2/4, 1/4 and 1/4, 2/4, 3/4."""
    X, y = [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1]], [0, 0, 1, 1]
    model = BernoulliNB().fit(X, y)
    # x = (1, 0, 0): 3/4 2/4 3/4 against 1/4 2/4 1/4, so 9 : 1.
    assert_allclose(model.predict_proba([[1, 0, 0]]), [[0.9, 0.1]])
    # Words of class 0: 2, 1, 0 of 3, so 3/6, 2/6, 1/6; of class 1: 1/6, 2/6, 3/6.
    model = MultinomialNB().fit(X, y)
    assert_allclose(model.predict_proba([[2, 5, 0]]), [[0.9, 0.1]])
    assert model.predict([[1, 0, 1]]).tolist() == [0]  # of equals the first


def test_the_slip_of_a_report():
    """Denominators N + 2 and N make no distribution: 10/10 and 2/12 for 9 of 10."""
    N, s = 10.0, np.array([[9.0, 10.0]])
    slip = (s + 1) / N + (N - s + 1) / (N + 2)
    assert_allclose(slip, [[7 / 6, 1.1 + 1 / 12]])
    there, absent = bernoulli(s, np.array([N]), 1.0)
    assert_allclose(there + absent, 1, rtol=1e-15)
    assert_allclose(there, [[10 / 12, 11 / 12]])


def test_the_prior_counts_by_its_logarithm():
    """P itself, as a report added it, is worth 0.98 where log P is worth log 99."""
    X, y = np.zeros((100, 1)), np.arange(100) == 99
    model = BernoulliNB(alpha=1e6).fit(X, y)  # the word says nothing
    log_odds = np.diff(model.predict_joint_log_proba([[0.0]]))
    assert_allclose(log_odds, [[-np.log(99)]], atol=1e-4)


def test_many_words_do_not_vanish():
    """Product of 2000 probabilities: 0 in floating point, and the log odds are not."""
    X = np.array([[1, 0], [0, 1]]).repeat(1000, axis=1)
    model = BernoulliNB().fit(X, [0, 1])
    assert_allclose(np.diff(model.predict_log_proba(X[:1])), [[-2000 * np.log(2)]])


@pytest.mark.parametrize("make", [np.array, csr_array])
def test_without_smoothing_a_word_forbids(make):
    """What each class never had, and, of Bernoulli, what it always had."""
    X, y = make(np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 1, 1]])), [0, 0, 1, 1]
    Q = make(np.array([[1, 0, 0], [0, 1, 1], [1, 0, 1]]))
    model = BernoulliNB(alpha=0).fit(X, y)
    assert_allclose(model.predict_proba(Q), [[1, 0], [0, 1], [1, 0]])
    assert model.predict_joint_log_proba(Q)[0, 1] == -np.inf
    model = MultinomialNB(alpha=0).fit(X, y)
    assert_allclose(model.predict_proba(Q)[[0, 2]], [[1, 0], [1, 0]])
    # x = (0, 1, 1): (1/4)^2 against (1/2)^2.
    assert_allclose(model.predict_proba(Q)[1], [0.2, 0.8])
    least = MultinomialNB(alpha=0, force_alpha=False).fit(X, y)
    assert_allclose(np.exp(least.feature_log_prob_[1, 0]), 1e-10 / 4)


def test_if_all_classes_are_forbidden_the_prior_is_left():
    X, y = [[1, 0], [1, 0], [0, 1]], ["a", "a", "b"]
    model = MultinomialNB(alpha=0).fit(X, y)
    assert_allclose(model.predict_proba([[1, 1]]), [[2 / 3, 1 / 3]])
    assert model.predict([[1, 1]]).tolist() == ["a"]


def test_stored_in_parts_and_zeros_count_once():
    """SciPy lets an entry be the sum of its parts: 1 - 1 is absent, 0.5 + 0.5 is 1."""
    parts = csr_array(
        ([1.0, -1.0, 0.5, 0.5, 0.0], [0, 0, 1, 1, 0], [0, 2, 4, 5]), shape=(3, 2)
    )
    model = BernoulliNB().fit(parts, [0, 1, 1])
    assert_array_equal(model.feature_count_, [[0, 0], [0, 1]])
    assert parts.nnz == 5


@pytest.mark.parametrize("make", [np.array, csr_array])
def test_moments_far_from_zero(make):
    """A million away, a mean of squares would lose all digits of a variance of 1e-6."""
    X = 1e6 + np.array([[-1e-3], [1e-3], [0.0]])
    mean, variance = moments(make(X), np.array([0, 0, 1]), np.ones(3), 2)
    assert_allclose(mean, [[1e6], [1e6]], rtol=1e-15)
    assert_allclose(variance, [[1e-6], [0]], rtol=1e-6, atol=1e-18)


def test_smoothing_of_each_column():
    """As with one number a column, which scikit-learn's Bernoulli cannot take."""
    alpha = np.array([0.5, 2.0])
    X, y = np.array([[1.0, 0], [1, 1], [0, 1]]), [0, 0, 1]
    together = BernoulliNB(alpha=alpha).fit(X, y).theta_
    for j in range(2):
        alone = BernoulliNB(alpha=alpha[j]).fit(X, y).theta_
        assert_allclose(together[:, j], alone[:, j])


def test_log_of_zero_times_zero_is_zero():
    one, none = np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])
    assert_array_equal(linear_scores(one, one, none), [[0]])
    assert_array_equal(linear_scores(none, one, none), [[-np.inf]])
    assert_array_equal(linear_scores(none, one), [[-np.inf]])


@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        (BernoulliNB(alpha=-1), ValueError, "alpha=-1 must be a finite number >= 0"),
        (MultinomialNB(alpha=[1.0]), ValueError, r"alpha has shape \(1,\); .*\(40,\)"),
        (MultinomialNB(alpha=np.full(40, -1)), ValueError, "alpha holds -1.0"),
        (BernoulliNB(force_alpha=1), TypeError, "force_alpha=1 is of type int"),
        (BernoulliNB(fit_prior="no"), TypeError, "fit_prior='no' is of type str"),
        (BernoulliNB(binarize=-1), ValueError, "binarize=-1, so that .* sparse X"),
        (BernoulliNB(binarize=None), ValueError, "X must hold 0 and 1 only"),
        (MultinomialNB(class_prior=[0.5, 0.5]), ValueError, "class_prior must be 3"),
        (GaussianNB(priors=[0.5, 0.5, 0.5]), ValueError, "priors must be 3 numbers"),
        (GaussianNB(var_smoothing=-1), ValueError, "var_smoothing=-1 must be"),
    ],
)
def test_refuses_bad_parameters(model, error, message):
    with pytest.raises(error, match=message):
        model.fit(csr_array(WORDS), Y)


def test_refuses_bad_data():
    with pytest.raises(ValueError, match="Negative values in data passed to Multinom"):
        MultinomialNB().fit(-WORDS, Y)
    with pytest.raises(ValueError, match="alpha=0, and the rows of some class are"):
        MultinomialNB(alpha=0).fit([[0, 0], [1, 0]], [0, 1])
    with pytest.raises(ValueError, match="Column 1 does not vary in class"):
        GaussianNB(var_smoothing=0).fit([[0, 1], [1, 1], [2, 3], [3, 5]], [0, 0, 1, 1])
