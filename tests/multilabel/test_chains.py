"""Classifier chains against scikit-learn's, and against their definition."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import KFold
from sklearn.multioutput import ClassifierChain as Peer
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains, widen
from mlcourse.multilabel.members import Constant

RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 4))
Y = (X @ RNG.normal(size=(4, 5)) + RNG.normal(size=(90, 5)) > 0.4).astype(int)
Q = RNG.normal(size=(40, 4))


@parametrize_with_checks(
    [
        ClassifierChain(LogisticRegression(C=0.1)),
        EnsembleOfChains(GaussianNB(), 2, random_state=0),
        EnsembleOfChains(GaussianNB(), 2, voting="soft", random_state=0),
    ]
)
def test_scikit_learn_contract(estimator, check):
    """The estimators pass every check of scikit-learn, as multi-label classifiers."""
    check(estimator)


class Diary(ClassifierMixin, BaseEstimator):
    """A classifier that remembers what it was fitted to."""

    seen = []  # noqa: RUF012

    def fit(self, X, y, sample_weight=None):
        """Take note."""
        self.seen.append((X, y, sample_weight))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        """Return 1 for a positive last column."""
        return (X[:, -1] > 0).astype(int)


@pytest.fixture
def diary():
    """Return an empty diary."""
    Diary.seen.clear()
    return Diary()


@pytest.mark.parametrize("cv", [None, KFold(3), 3])
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [3, 1, 4, 0, 2]])
@pytest.mark.parametrize(
    "base", [LogisticRegression(), GaussianNB(), RidgeClassifier()]
)
def test_same_as_scikit_learn(base, order, cv):
    """Labels, scores and probabilities are those of scikit-learn's chain."""
    ours = ClassifierChain(base, order, cv).fit(X, Y)
    peer = Peer(base, order=order, cv=KFold(3) if cv == 3 else cv).fit(X, Y)
    assert_array_equal(ours.predict(Q), peer.predict(Q))
    for method in ("decision_function", "predict_proba"):
        assert hasattr(ours, method) == hasattr(base, method)
        if hasattr(base, method):
            expected = getattr(peer, method)(Q)
            assert_allclose(getattr(ours, method)(Q), expected, rtol=1e-6, atol=1e-9)


def test_sparse_rows():
    """Sparse X gives what dense X gives, and stays sparse."""
    counts = (X > 0).astype(float)
    dense = ClassifierChain(BernoulliNB(), [2, 0, 1, 4, 3]).fit(counts, Y)
    sparse = ClassifierChain(BernoulliNB(), [2, 0, 1, 4, 3]).fit(csr_array(counts), Y)
    assert_allclose(sparse.predict_proba(csr_array(Q)), dense.predict_proba(Q))
    assert widen(csr_array(counts), Y[:, :2]).format == "csr"
    assert_array_equal(widen(csr_array(X), Y[:, :2]).toarray(), widen(X, Y[:, :2]))


def test_members_learn_from_the_truth(diary):
    """Member j is fitted to X and the true labels before its own, with the weights."""
    w = RNG.integers(1, 4, 90)
    order = [3, 1, 4, 0, 2]
    ClassifierChain(diary, order).fit(X, Y, w)
    for j, (x, y, weights) in enumerate(diary.seen):
        assert_array_equal(x, np.hstack([X, Y[:, order[:j]]]))
        assert_array_equal(y, Y[:, order[j]])
        assert_array_equal(weights, w)


def test_cross_validated_members(diary):
    """With cv a member is told what members that did not see the row predict."""
    w = np.arange(1.0, 91)
    ClassifierChain(diary, cv=KFold(2)).fit(X, Y[:, :2], w)
    whole, half, rest, last = diary.seen
    assert (len(whole[1]), len(half[1]), len(rest[1])) == (90, 45, 45)
    assert_array_equal(half[2], w[45:])
    assert_array_equal(rest[0], X[:45])
    assert_array_equal(last[0], np.column_stack([X, X[:, -1] > 0]))
    assert_array_equal(last[1], Y[:, 1])


def test_a_mistake_runs_down_the_chain():
    """In prediction, a member is told predictions, not the truth."""
    tree = DecisionTreeClassifier(random_state=0)
    x = np.array([[0.0], [0], [1], [1]])
    labels = np.array([[0, 0], [1, 1], [1, 1], [1, 1]])  # row 0 v. row 1: same x
    fitted = ClassifierChain(tree).fit(x, labels)
    assert_array_equal(fitted.estimators_[1].feature_importances_, [0, 1])
    assert_array_equal(fitted.predict([[0.0], [1.0]]), [[0, 0], [1, 1]])


def test_constant_labels():
    """A constant label is answered as such, wherever in the chain it stands."""
    labels = np.column_stack([np.ones(90, int), Y[:, 0], np.zeros(90, int)])
    fitted = ClassifierChain(LogisticRegression(), [1, 2, 0]).fit(X, labels)
    assert fitted.estimators_[1] == Constant(0)
    assert_array_equal(fitted.predict(Q)[:, [0, 2]], [[1, 0]] * 40)
    scores = fitted.decision_function(Q)
    assert np.isfinite(scores).all()
    assert (scores[:, 0] > scores[:, 1]).all()
    assert (scores[:, 2] < scores[:, 1]).all()
    ClassifierChain(LogisticRegression(), cv=3).fit(X, np.sort(labels, axis=0))


def test_random_order():
    """A seed gives the order; seeds differ; the default is the order of the columns."""
    one, same, other = (
        ClassifierChain(GaussianNB(), "random", random_state=s).fit(X, Y).order_
        for s in (0, 0, 1)
    )
    assert_array_equal(one, same)
    assert (one != other).any()
    assert_array_equal(np.sort(one), range(5))
    assert_array_equal(ClassifierChain(GaussianNB()).fit(X, Y).order_, range(5))


@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_ensemble_is_the_mean_of_its_chains(voting):
    """On all rows, the ensemble is the mean of scikit-learn's chains of its orders."""
    ours = EnsembleOfChains(GaussianNB(), 7, 1.0, voting, random_state=0).fit(X, Y)
    orders = [chain.order_ for chain in ours.estimators_]
    assert len(set(map(tuple, orders))) > 4
    peers = [Peer(GaussianNB(), order=list(order)).fit(X, Y) for order in orders]
    method = "predict" if voting == "hard" else "predict_proba"
    mean = np.mean([getattr(peer, method)(Q) for peer in peers], axis=0)
    assert_allclose(ours.decision_function(Q), mean - 0.5, atol=1e-12)
    assert_array_equal(ours.predict(Q), mean > 0.5)
    assert hasattr(ours, "predict_proba") == (voting == "soft")
    if voting == "soft":
        assert_allclose(ours.predict_proba(Q), mean)


def test_half_of_the_votes_is_not_enough():
    """A label with exactly half of the votes is predicted as absent."""
    fitted = EnsembleOfChains(GaussianNB(), 2, 0.5, random_state=0).fit(X, Y)
    split = fitted.decision_function(Q) == 0
    assert split.any()
    assert (fitted.predict(Q)[split] == 0).all()


def test_ensemble_rows(diary):
    """Each chain sees its own rows, none twice, and the labels that go with them."""
    numbers = np.arange(90.0)[:, None]
    model = EnsembleOfChains(diary, 3, max_samples=0.5, random_state=0)
    model.fit(numbers, Y[:, :1])
    rows = [x[:, 0].astype(int) for x, _, _ in diary.seen]
    assert [len(set(r)) for r in rows] == [45, 45, 45]
    assert len({tuple(sorted(r)) for r in rows}) == 3
    for r, (_, y, _) in zip(rows, diary.seen, strict=True):
        assert_array_equal(y, Y[r, 0])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (ClassifierChain(GaussianNB(), "reverse"), "order='reverse' is unknown"),
        (ClassifierChain(GaussianNB(), [0, 1, 1, 2, 3]), "label indices 0 to 4 once"),
        (ClassifierChain(GaussianNB(), [0, 1]), r"order=\[0, 1\] must be 'given'"),
        (ClassifierChain("tree"), "is no classifier"),
        (EnsembleOfChains(GaussianNB(), 0), "n_estimators == 0, must be >= 1"),
        (EnsembleOfChains(GaussianNB(), 2, 0.0), "max_samples == 0.0, must be finite"),
        (EnsembleOfChains(GaussianNB(), 2, 1.5), "max_samples == 1.5, must be <= 1"),
        (EnsembleOfChains(GaussianNB(), voting="most"), "voting='most' is unknown"),
        (
            EnsembleOfChains(RidgeClassifier(), voting="soft"),
            "voting='soft' needs prob",
        ),
    ],
)
def test_refusals(model, message):
    """Each bad parameter is refused with its name, its value and the remedy."""
    with pytest.raises(ValueError, match=message):
        model.fit(X, Y)
