"""Classifier chains against scikit-learn's, and against their definition."""

import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import (
    KFold,
    PredefinedSplit,
    RepeatedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
)
from sklearn.multioutput import ClassifierChain as Peer
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.tree import DecisionTreeClassifier

from mlcourse.formulas.metrics import average_precision
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains, widen
from mlcourse.multilabel.members import Constant

RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 4))
Y = (X @ RNG.normal(size=(4, 5)) + RNG.normal(size=(90, 5)) > 0.4).astype(int)
Q = RNG.normal(size=(40, 4))


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


@pytest.mark.parametrize(
    ("cv", "never", "more"),
    [
        (ShuffleSplit(1, test_size=30, random_state=0), 60, 0),
        (TimeSeriesSplit(2), 30, 0),
        (RepeatedKFold(n_splits=3, n_repeats=2), 0, 90),
        (PredefinedSplit([-1] * 4 + [0] * 86), 4, 0),
        (PredefinedSplit([0] * 86 + [-1] * 4), 4, 0),
    ],
)
def test_folds_must_test_each_row_once(cv, never, more):
    """Else a row would be told label 0, or the answer of the last fold that has it."""
    found = f"tests {never} of 90 rows never and {more} more than once; give folds .*5"
    with pytest.raises(ValueError, match=f"^cv={type(cv).__name__}.* {found}"):
        ClassifierChain(GaussianNB(), cv=cv).fit(X, Y)


def test_folds_of_more_rows_are_named():
    """By the splitter, as it was given."""
    said = r"^cv=PredefinedSplit\(.* has other rows; split the 90 of positive weight"
    with pytest.raises(ValueError, match=said):
        ClassifierChain(GaussianNB(), cv=PredefinedSplit([0, 1] * 60)).fit(X, Y)


def test_folds_may_be_masks():
    """Splits of one's own, by number or by truth, are the same folds."""
    numbers = list(KFold(3).split(X))
    masks = [tuple(np.isin(np.arange(90), rows) for rows in part) for part in numbers]
    model = ClassifierChain(GaussianNB(), cv=numbers).fit(X, Y)
    again = ClassifierChain(GaussianNB(), cv=masks).fit(X, Y)
    assert_array_equal(model.predict_proba(Q), again.predict_proba(Q))


@pytest.mark.parametrize("masks", [False, True])
def test_folds_are_of_the_rows_that_count(masks):
    """A row of weight 0 is no row, so folds that number it are of other data."""
    w, whole = np.ones(90), list(KFold(3).split(X))
    w[:9] = 0
    if masks:
        whole = [tuple(np.isin(np.arange(90), part) for part in fold) for fold in whole]
    for cv in (whole, PredefinedSplit(np.arange(90) % 3)):
        with pytest.raises(ValueError, match=r"^cv=.* other rows; split the 81 of pos"):
            ClassifierChain(GaussianNB(), cv=cv).fit(X, Y, w)
    told = ClassifierChain(GaussianNB(), cv=list(KFold(3).split(X[9:])))
    assert_array_equal(
        told.fit(X, Y, w).predict_proba(Q), told.fit(X[9:], Y[9:]).predict_proba(Q)
    )


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
    hard = np.mean([peer.predict(Q) for peer in peers], axis=0)
    soft = np.mean([peer.predict_proba(Q) for peer in peers], axis=0)
    assert_allclose(ours.predict_proba(Q), soft)
    assert ((hard > 0.5) != (soft > 0.5)).any()  # it makes a difference here
    assert_array_equal(ours.predict(Q), (hard if voting == "hard" else soft) > 0.5)


def test_members_without_probabilities_vote_by_labels():
    fitted = EnsembleOfChains(RidgeClassifier(), 4, random_state=0).fit(X, Y)
    assert fitted.voting_ == "hard"
    assert not hasattr(fitted, "predict_proba")
    mean = np.mean([chain.predict(Q) for chain in fitted.estimators_], axis=0)
    assert_allclose(fitted.decision_function(Q), mean - 0.5)
    assert_array_equal(fitted.predict(Q), mean > 0.5)


def test_soft_votes_rank_better_than_hard_ones():
    """Labels of all frequencies: shares of 5 votes tie where probabilities do not.

    On the set medical the average precision fell from .870 to .665.
    """
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 10))
    z = x @ rng.normal(size=(10, 12)) + 2 * rng.normal(size=(400, 12))
    labels = (z > np.linspace(0, 8, 12)).astype(int)
    model = EnsembleOfChains(LogisticRegression(), 5, random_state=0)
    fitted = model.fit(x[:250], labels[:250])
    soft = fitted.predict_proba(x[250:])
    hard = np.mean([chain.predict(x[250:]) for chain in fitted.estimators_], axis=0)
    gain = average_precision(labels[250:], soft) - average_precision(labels[250:], hard)
    assert gain > 0.1


def test_half_of_the_votes_is_not_enough():
    """A label with exactly half of the votes is predicted as absent."""
    model = EnsembleOfChains(GaussianNB(), 2, 0.5, voting="hard", random_state=0)
    fitted = model.fit(X, Y)
    split = np.mean([h.predict(Q) for h in fitted.estimators_], axis=0) == 0.5
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
    ("n", "share", "size"), [(10, 0.67, 7), (10, 0.64, 6), (3, 0.01, 1)]
)
def test_share_of_the_rows_is_rounded(n, share, size, diary):
    """6.7 rows are 7, 6.4 are 6, and one there always is."""
    x, labels = np.arange(float(n))[:, None], np.tile([[0], [1]], (n, 1))[:n]
    EnsembleOfChains(diary, 9, max_samples=share, random_state=0).fit(x, labels)
    assert {len(seen[0]) for seen in diary.seen} <= {size}


def test_ensemble_weights(diary):
    """Weights go with their rows; a row of weight 0 is drawn by no chain."""
    w = np.arange(90.0) % 3
    numbers = np.arange(90.0)[:, None]
    model = EnsembleOfChains(diary, 3, max_samples=0.5, random_state=0)
    model.fit(numbers, Y[:, :1], w)
    assert len(diary.seen) == 3
    for x, _, weights in diary.seen:
        assert len(x) == 30
        assert_array_equal(weights, w[x[:, 0].astype(int)])
        assert (weights > 0).all()
    everywhere = EnsembleOfChains(GaussianNB(), 3, random_state=0)
    P = everywhere.fit(X, Y).predict_proba(Q)
    assert_allclose(everywhere.fit(X, Y, np.ones(90)).predict_proba(Q), P)
    assert (everywhere.fit(X, Y, np.arange(1, 91)).predict_proba(Q) != P).any()


def test_rows_are_copied_one_chain_at_a_time():
    """Ten chains on half the rows: not ten halves at once."""
    rng = np.random.default_rng(0)
    x, labels = rng.normal(size=(2000, 100)), rng.integers(0, 2, size=(2000, 2))
    model = EnsembleOfChains(BernoulliNB(), 10, 0.5, random_state=0).fit(x, labels)
    tracemalloc.start()
    model.fit(x, labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * x.nbytes


def test_no_order_is_the_given_one():
    """None is scikit-learn's default."""
    fitted = ClassifierChain(GaussianNB(), None).fit(X, Y)
    assert_array_equal(fitted.order_, range(5))


@pytest.mark.parametrize("model", [ClassifierChain, EnsembleOfChains])
def test_parameters_set_after_fit_change_nothing(model):
    fitted = model(GaussianNB()).set_params(random_state=0).fit(X, Y)
    before = fitted.predict(Q), fitted.predict_proba(Q)
    fitted.set_params(estimator=RidgeClassifier(), random_state=None)
    if model is EnsembleOfChains:
        fitted.set_params(voting="hard", n_estimators=0)
    else:
        fitted.set_params(order=[0], cv=3)
    assert_array_equal(fitted.predict(Q), before[0])
    assert_array_equal(fitted.predict_proba(Q), before[1])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (ClassifierChain(GaussianNB(), "reverse"), "order='reverse' is unknown"),
        (ClassifierChain(GaussianNB(), [0, 1, 1, 2, 3]), "label indices 0 to 4 once"),
        (ClassifierChain(GaussianNB(), [0.0, 1, 2, 3, 4]), "once, as integers"),
        (ClassifierChain(GaussianNB(), [[0, 1], [2, 3]]), "once, as integers"),
        (ClassifierChain(GaussianNB(), [[0, 1], [2]]), "once, as integers"),
        (ClassifierChain(GaussianNB(), [[0, 1, 2, 3, 4]]), "once, as integers"),
        (ClassifierChain(GaussianNB(), [True, False, 2, 3, 4]), "once, as integers"),
        (ClassifierChain(GaussianNB(), 3), "once, as integers"),
        (ClassifierChain(GaussianNB(), [0, 1]), r"order=\[0, 1\] must be 'given'"),
        (ClassifierChain("tree"), "is no classifier"),
        (EnsembleOfChains(GaussianNB(), 0), "n_estimators=0 must be a whole number"),
        (EnsembleOfChains(GaussianNB(), 2, 0.0), "max_samples=0.0 must be a finite"),
        (EnsembleOfChains(GaussianNB(), 2, 1.5), "max_samples=1.5 .* > 0 and <= 1"),
        (EnsembleOfChains(GaussianNB(), voting="most"), "voting='most' is unknown"),
    ],
)
def test_refusals(model, message):
    """Each bad parameter is refused with its name, its value and the remedy."""
    with pytest.raises(ValueError, match=message):
        model.fit(X, Y)


def test_folds_may_ask_for_the_labels():
    """Stratified folds need the labels of the place, and tell which rows they hold."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(40, 3)), (rng.random((40, 3)) < 0.4).astype(int)
    folds = StratifiedKFold(4)
    fitted = ClassifierChain(LogisticRegression(), cv=folds).fit(X, Y)
    told = np.empty(40)
    for train, test in folds.split(X, Y[:, 0]):
        told[test] = LogisticRegression().fit(X[train], Y[train, 0]).predict(X[test])
    wide = np.column_stack([X, told])
    second = LogisticRegression().fit(wide, Y[:, 1])
    assert_allclose(fitted.estimators_[1].coef_, second.coef_)


def test_sparse_rows_stay_rows_of_their_kind_of_number():
    X = csr_array(np.eye(3, dtype=np.float32))
    wide = widen(X, np.ones((3, 2), dtype=int))
    assert (wide.format, wide.dtype, wide.shape) == ("csr", np.float32, (3, 5))


def test_folds_that_are_refused_are_shown():
    X, Y = np.zeros((6, 2)), np.eye(6, 3, dtype=int)
    folds = ShuffleSplit(1, random_state=0)
    with pytest.raises(ValueError, match=r"^cv=ShuffleSplit\("):
        ClassifierChain(BernoulliNB(), cv=folds).fit(X, Y)
