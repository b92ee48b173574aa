"""Label powerset and RAkEL against a multi-class fit on set numbers, and by loops."""

from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB

from mlcourse.models.logistic import LogisticRegression
from mlcourse.multilabel import powerset
from mlcourse.multilabel.powerset import (
    LabelPowerset,
    RAkEL,
    disjoint_labelsets,
    labelsets,
    random_labelsets,
)
from mlcourse.multilabel.ridge import RidgeClassifier as OneLabel

RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 4))
Y = (X @ RNG.normal(size=(4, 5)) + RNG.normal(size=(90, 5)) > 0.4).astype(int)
Q = RNG.normal(size=(40, 4))


def by_numbers(base, x, y, q, w=None):
    """Return labels and probabilities, a set being a number in base two."""
    places = 2 ** np.arange(y.shape[1])
    fitted = base.fit(x, y @ places, w)
    bits = (fitted.classes_[:, None] // places) % 2  # (C, L)
    P = fitted.predict_proba(q) @ bits
    return (fitted.predict(q)[:, None] // places) % 2, P


@pytest.mark.parametrize("w", [None, RNG.integers(1, 4, 90)])
def test_same_as_classes_by_number(w):
    """Labels and probabilities are those of one classifier of the numbered sets."""
    ours = LabelPowerset(GaussianNB()).fit(X, Y, w)
    labels, P = by_numbers(GaussianNB(), X, Y, Q, w)
    assert_array_equal(ours.predict(Q), labels)
    assert_allclose(ours.predict_proba(Q), P)
    seen = set(map(tuple, Y.tolist()))
    assert set(map(tuple, ours.predict(Q).tolist())) <= seen
    assert set(map(tuple, ours.combinations_.tolist())) == seen


def test_sets_and_numbers():
    """The numbers lead back to the rows."""
    sets, number = labelsets(Y)
    assert_array_equal(sets[number], Y)
    assert len(np.unique(sets, axis=0)) == len(sets)


def test_one_set_only():
    """If all rows have the same labels, that is the answer."""
    fitted = LabelPowerset(GaussianNB()).fit(X, [[1, 0]] * 90)
    assert_array_equal(fitted.predict(Q), [[1, 0]] * 40)
    assert_array_equal(fitted.predict_proba(Q), [[1, 0]] * 40)


def test_probabilities_are_never_above_one():
    """The sum over all sets with a label that all sets have is 1, not a digit more."""
    labels = np.column_stack([np.ones(90, int), Y])
    P = LabelPowerset(GaussianNB()).fit(X, labels).predict_proba(Q)
    assert P.max() <= 1
    assert_allclose(P[:, 0], 1)


@pytest.mark.parametrize("cells", [1, 7, 50, 10**9])
def test_probabilities_in_parts(cells, monkeypatch):
    """However many rows are asked about at once."""
    fitted = LabelPowerset(GaussianNB()).fit(X, Y)
    expected = fitted.predict_proba(Q)
    monkeypatch.setattr(powerset, "CELLS", cells)
    assert_allclose(fitted.predict_proba(Q), expected, rtol=1e-12)


def test_sparse_rows():
    """Sparse X gives what dense X gives."""
    counts = (X > 0).astype(float)
    for model in (LabelPowerset(BernoulliNB()), RAkEL(BernoulliNB(), random_state=0)):
        dense = model.fit(counts, Y).predict(Q)
        sparse = model.fit(csr_array(counts), csr_array(Y)).predict(csr_array(Q))
        assert_array_equal(sparse, dense)


def test_scores_without_probabilities():
    """A member without predict_proba ranks labels by whether they are in its set."""
    fitted = LabelPowerset(RidgeClassifier()).fit(X, Y)
    assert not hasattr(fitted, "predict_proba")
    assert_array_equal(fitted.decision_function(Q), fitted.predict(Q) - 0.5)
    vector = LabelPowerset(RidgeClassifier()).fit(X, np.where(Y[:, 0], "yes", "no"))
    assert_array_equal(vector.decision_function(Q) > 0, vector.predict(Q) == "yes")
    assert set(vector.decision_function(Q)) == {-0.5, 0.5}
    assert not hasattr(LabelPowerset(GaussianNB()).fit(X, Y), "decision_function")


@pytest.mark.parametrize("make", [LabelPowerset, RAkEL])
@pytest.mark.parametrize("two", [LogisticRegression(), OneLabel()])
def test_members_must_know_many_classes(make, two):
    """A member of two classes will do for two sets of labels, and for no more."""
    name = type(two).__name__
    with pytest.raises(ValueError, match=rf"many classes.* {name}\(\) knows two"):
        make(two).fit(X, Y)
    answers = make(two).fit(X, Y[:, [0, 0]]).predict(Q)
    assert_array_equal(answers[:, 0], answers[:, 1])


def test_all_labels_in_one_set():
    """RAkEL with one set of all L labels is the label powerset."""
    expected = LabelPowerset(GaussianNB()).fit(X, Y).predict(Q)
    for options in (
        {"labelset_size": 5, "n_estimators": 1},
        {"labelset_size": 9},
        {"labelset_size": 9, "disjoint": True},
    ):
        fitted = RAkEL(GaussianNB(), **options, voting="hard").fit(X, Y)
        assert fitted.labelsets_ == [[0, 1, 2, 3, 4]]
        assert_array_equal(fitted.predict(Q), expected)
        P = LabelPowerset(GaussianNB()).fit(X, Y).predict_proba(Q)
        assert_array_equal(fitted.predict_proba(Q), P)


@pytest.mark.parametrize("voting", ["soft", "hard"])
@pytest.mark.parametrize(
    "options", [{}, {"labelset_size": 2, "n_estimators": 7}, {"disjoint": True}]
)
def test_votes(options, voting):
    """Labels rank by the mean probability in the models that know them."""
    model = RAkEL(GaussianNB(), **options, voting=voting, random_state=1)
    fitted = model.fit(X, Y)
    hard, soft = [[] for _ in range(5)], [[] for _ in range(5)]
    for chosen in fitted.labelsets_:
        labels, P = by_numbers(GaussianNB(), X, Y[:, chosen], Q)
        for place, label in enumerate(chosen):
            hard[label].append(labels[:, place])
            soft[label].append(P[:, place])
    share, mean = (
        np.column_stack([np.mean(v, axis=0) for v in votes]) for votes in (hard, soft)
    )
    assert_allclose(fitted.predict_proba(Q), mean, atol=1e-12)
    assert ((share > 0.5) != (mean > 0.5)).any()  # it makes a difference here
    decides = mean if voting == "soft" else share
    assert_array_equal(fitted.predict(Q), decides > 0.5)


def test_members_without_probabilities_vote_by_labels():
    fitted = RAkEL(RidgeClassifier(), random_state=1).fit(X, Y)
    assert fitted.voting_ == "hard"
    assert not hasattr(fitted, "predict_proba")
    shares = [
        np.mean(
            [
                model.predict(Q)[:, chosen.index(label)]
                for chosen, model in zip(
                    fitted.labelsets_, fitted.estimators_, strict=True
                )
                if label in chosen
            ],
            axis=0,
        )
        for label in range(5)
    ]
    assert_allclose(fitted.decision_function(Q), np.column_stack(shares) - 0.5)


def test_weights():
    """Weights reach the members and the frequencies; weight 0 is no row."""
    w = RNG.integers(0, 3, 90)
    rows = np.repeat(np.arange(90), w)
    fitted = RAkEL(GaussianNB(), random_state=0).fit(X, Y, w)
    again = RAkEL(GaussianNB(), random_state=0).fit(X[rows], Y[rows])
    assert_allclose(fitted.predict_proba(Q), again.predict_proba(Q))
    assert_allclose(fitted.frequency_, Y[rows].mean(axis=0))


def test_a_label_in_no_set():
    """A label in no set is scored by its frequency: predicted if most rows have it."""
    labels = Y.copy()
    labels[:50] = 1
    fitted = RAkEL(GaussianNB(), 2, 1, random_state=0).fit(X, labels)
    missing = sorted({0, 1, 2, 3, 4} - set(fitted.labelsets_[0]))
    mean = labels.mean(axis=0)[missing]
    assert_allclose(fitted.predict_proba(Q)[:, missing], [mean] * 40)
    assert_array_equal(fitted.predict(Q)[:, missing], [[1, 1, 1]] * 40)


def test_default_number_of_sets():
    """2 L sets of 3 labels, all different, unless there are fewer."""
    wide = np.tile(Y, 2)
    sets = RAkEL(GaussianNB(), random_state=0).fit(X, wide).labelsets_
    assert len(set(map(tuple, sets))) == len(sets) == 20
    assert all(len(set(s)) == 3 and s == sorted(s) for s in sets)
    few = RAkEL(GaussianNB(), random_state=0).fit(X, Y[:, :3]).labelsets_
    assert few == [[0, 1, 2]]
    every = (
        RAkEL(GaussianNB(), labelset_size=2, n_estimators=99)
        .fit(X, Y[:, :3])
        .labelsets_
    )
    assert every == [[0, 1], [0, 2], [1, 2]]


def test_random_sets_are_uniform():
    """Every set of 2 of 5 labels is drawn about equally often."""
    random = np.random.RandomState(0)
    drawn = [tuple(s) for _ in range(1000) for s in random_labelsets(5, 2, 3, random)]
    counts = np.array([drawn.count(s) for s in set(drawn)])
    assert len(counts) == comb(5, 2)
    assert_allclose(counts, 300, atol=5 * np.sqrt(300 * 0.7))


def test_disjoint_sets():
    """Each label is in one set; the last set is what is left; seeds differ."""
    sets = disjoint_labelsets(8, 3, np.random.RandomState(0))
    assert [len(s) for s in sets] == [3, 3, 2]
    assert sorted(label for chosen in sets for label in chosen) == list(range(8))
    assert sets != disjoint_labelsets(8, 3, np.random.RandomState(1))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (RAkEL(GaussianNB(), labelset_size=0), "labelset_size=0 must be a whole"),
        (RAkEL(GaussianNB(), n_estimators=0), "n_estimators=0 must be a whole"),
        (
            RAkEL(GaussianNB(), n_estimators=4, disjoint=True),
            "n_estimators=4 .* Leave it out",
        ),
        (RAkEL(GaussianNB(), voting="most"), "voting='most' is unknown"),
        (RAkEL("tree"), "is no classifier"),
        (LabelPowerset(None), "estimator=None is no classifier"),
    ],
)
def test_refusals(model, message):
    """Each bad parameter is refused with its name, its value and the remedy."""
    with pytest.raises(ValueError, match=message):
        model.fit(X, Y)


def test_all_sets_come_in_order():
    """If as many are asked for as there are, no lot is drawn."""
    random = np.random.RandomState(0)
    everything = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert random_labelsets(4, 2, 6, random) == everything
    assert random_labelsets(4, 2, 7, random) == everything


def test_a_set_decides_by_itself():
    """Nothing is voted on, and many sets need a classifier for many classes."""
    X, Y = np.arange(6.0)[:, None], np.array([[0, 1], [1, 0], [1, 1]] * 2)
    fitted = LabelPowerset(GaussianNB()).fit(X, Y)
    assert fitted.voting_ == "hard"
    with pytest.raises(ValueError, match=r"y holds 3 sets of labels; .* knows two"):
        LabelPowerset(TwoClasses()).fit(X, Y)


class TwoClasses(GaussianNB):
    """A classifier that says that it knows two classes."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
