"""Binary relevance against scikit-learn's wrappers, and what members have to do."""

import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.metrics import get_scorer
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlcourse.models import logistic
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.members import Constant, finite

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 5))
Y = (X @ RNG.normal(size=(5, 4)) + RNG.normal(size=(80, 4)) > 0.5).astype(int)
Q = RNG.normal(size=(30, 5))


@pytest.mark.parametrize(
    "base",
    [
        LogisticRegression(),
        GaussianNB(),
        DecisionTreeClassifier(max_depth=2, random_state=0),
        RidgeClassifier(),
        SVC(kernel="linear"),
        KNeighborsClassifier(),
        logistic.LogisticRegression(alpha=0.1),
        AdaBoostClassifier(n_estimators=3),
    ],
)
def test_same_as_one_versus_rest(base):
    """Labels, scores and probabilities are those of scikit-learn's two wrappers."""
    ours = BinaryRelevance(base).fit(X, Y)
    for wrapper in (OneVsRestClassifier, MultiOutputClassifier):
        assert_array_equal(ours.predict(Q), wrapper(base).fit(X, Y).predict(Q))
    peer = OneVsRestClassifier(base).fit(X, Y)
    for method in ("decision_function", "predict_proba"):
        assert hasattr(ours, method) == hasattr(base, method)
        if hasattr(base, method):
            assert_allclose(getattr(ours, method)(Q), getattr(peer, method)(Q))


def test_sparse_rows():
    """Sparse X gives what dense X gives."""
    counts = (X > 0).astype(float)
    dense = BinaryRelevance(BernoulliNB()).fit(counts, Y)
    sparse = BinaryRelevance(BernoulliNB()).fit(csr_array(counts), csr_array(Y))
    found = sparse.predict_proba(csr_array(Q))
    assert_allclose(found, dense.predict_proba(Q))


def test_weights_are_passed_on():
    """Weights do what they do for each label alone; a row of weight 0 is no row."""
    w = RNG.integers(0, 3, 80).astype(float)
    fitted = BinaryRelevance(LogisticRegression()).fit(X, Y, w)
    for label in range(4):
        alone = LogisticRegression().fit(X, Y[:, label], w)
        found = fitted.decision_function(Q)[:, label]
        assert_allclose(found, alone.decision_function(Q), rtol=1e-3, atol=1e-3)
    only = Y.copy()
    only[:, 0] = w == 0  # present only in rows that do not count
    fitted = BinaryRelevance(LogisticRegression()).fit(X, only, w)
    assert fitted.estimators_[0] == Constant(0)


def test_constant_labels():
    """A label that never or always occurs is answered by that, without a fit."""
    labels = np.column_stack([np.zeros(80, int), Y[:, 0], np.ones(80, int)])
    fitted = BinaryRelevance(LogisticRegression()).fit(X, labels)
    assert_array_equal(fitted.predict(Q)[:, [0, 2]], [[0, 1]] * 30)
    assert_array_equal(fitted.predict_proba(Q)[:, [0, 2]], [[0, 1]] * 30)
    scores = fitted.decision_function(Q)
    assert np.isfinite(scores).all()
    assert (scores[:, 0] < np.minimum(scores[:, 1], 0)).all()
    assert (scores[:, 2] > np.maximum(scores[:, 1], 0)).all()
    assert_allclose(fitted.decision_function(Q[:1]), scores[:1])


def test_finite_scores():
    """Constants are ranked 1 beyond the others, and beyond 0, row by row."""
    members = [Constant(1), None, Constant(0), None]
    scores = np.array([[np.inf, 2, -np.inf, 5], [np.inf, -1, -np.inf, -3]])
    assert_array_equal(finite(scores, members), [[6, 2, -1, 5], [1, -1, -4, -3]])
    alone = finite(np.array([[-np.inf, np.inf]]), [Constant(0), Constant(1)])
    assert_array_equal(alone, [[-1, 1]])


def test_a_vector_of_two_classes():
    """A vector y is one label, answered in its own words."""
    y = np.where(Y[:, 0], "yes", "no")
    fitted = BinaryRelevance(LogisticRegression()).fit(X, y)
    alone = LogisticRegression().fit(X, Y[:, 0])
    assert_array_equal(fitted.predict(Q), np.where(alone.predict(Q), "yes", "no"))
    assert_allclose(fitted.predict_proba(Q), alone.predict_proba(Q))
    assert_allclose(fitted.decision_function(Q), alone.decision_function(Q))


def test_jobs():
    """Processes and threads give the same answers as one job."""
    expected = BinaryRelevance(GaussianNB()).fit(X, Y).predict_proba(Q)
    two = BinaryRelevance(GaussianNB(), n_jobs=2).fit(X, Y)
    assert_array_equal(two.predict_proba(Q), expected)
    with parallel_config("threading", n_jobs=2):
        threads = BinaryRelevance(GaussianNB()).fit(X, Y)
    assert_array_equal(threads.predict_proba(Q), expected)


def test_scorers():
    """Scikit-learn's scorers by name take the scores label by label."""
    fitted = BinaryRelevance(LogisticRegression()).fit(X, Y)
    for labels in (2, 4):
        fitted = BinaryRelevance(LogisticRegression()).fit(X, Y[:, :labels])
        assert get_scorer("roc_auc")(fitted, X, Y[:, :labels]) > 0.7


@pytest.mark.parametrize(
    ("base", "weight", "message"),
    [
        (LinearRegression(), None, r"estimator=LinearRegression\(\) is no classifier"),
        (GaussianNB, None, "is no classifier; pass one"),
        ("tree", None, "estimator='tree' is no classifier"),
        (KNeighborsClassifier(), np.ones(80), r"KNeighborsClassifier\(\) takes none"),
        (GaussianNB(), -np.ones(80), "weights must be >= 0"),
    ],
)
def test_refusals(base, weight, message):
    """What cannot be fitted is refused with a reason."""
    with pytest.raises(ValueError, match=message):
        BinaryRelevance(base).fit(X, Y, weight)


def test_not_fitted():
    """All methods ask for `fit` first."""
    for method in ("predict", "predict_proba", "decision_function"):
        with pytest.raises(NotFittedError):
            getattr(BinaryRelevance(LogisticRegression()), method)(X)


def test_a_constant_member_is_sure():
    X = np.zeros((3, 2))
    assert_array_equal(Constant(1).predict_proba(X), [[0, 1]] * 3)
    assert_array_equal(Constant(0).predict_proba(X), [[1, 0]] * 3)
    assert_array_equal(Constant(0).decision_function(X), [-np.inf] * 3)
