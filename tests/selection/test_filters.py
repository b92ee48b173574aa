"""The filters against counts by hand, and against scikit-learn's where it has them."""

from collections import Counter
from itertools import combinations
from math import log

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.feature_selection import VarianceThreshold, chi2
from sklearn.metrics import mutual_info_score
from sklearn.preprocessing import KBinsDiscretizer

from mlcourse.selection.counts import bins
from mlcourse.selection.filters import (
    FIMF,
    MDMR,
    PMU,
    Chi2,
    MutualInformation,
    Variance,
)

N_BINS = 3


def joint(*columns):
    """Return the joint entropy of columns, by counting their rows."""
    rows = list(zip(*columns, strict=True))
    return -sum(c / len(rows) * log(c / len(rows)) for c in Counter(rows).values())


def mutual(a, b):
    return joint(a) + joint(b) - joint(a, b)


def given(a, b, c):
    return joint(a, c) + joint(b, c) - joint(a, b, c) - joint(c)


def three(a, b, c):
    return mutual(a, b) - given(a, b, c)


def relevance(f, labels):
    return sum(mutual(f, y) for y in labels)


def mdmr(f, chosen, labels):
    terms = [mutual(f, s) - sum(given(f, s, y) for y in labels) for s in chosen]
    return relevance(f, labels) - sum(terms) / max(len(terms), 1)


def pmu(f, chosen, labels):
    redundant = sum(three(f, s, y) for s in chosen for y in labels)
    pairs = sum(three(f, y, z) for y, z in combinations(labels, 2))
    return relevance(f, labels) - redundant - pairs


@pytest.fixture(scope="module")
def problem():
    """Return X (60, 7) of three values, column 5 nearly column 0; and Y (60, 4)."""
    rng = np.random.default_rng(4)
    X = rng.integers(0, N_BINS, (60, 7)).astype(float)
    X[:, 5] = np.where(rng.random(60) < 0.8, X[:, 0], X[:, 5])
    Y = np.column_stack([X[:, 0] > 0, X[:, 1] > 1, X[:, 0] + X[:, 2] > 2, X[:, 3] > 0])
    return X, Y ^ (rng.random(Y.shape) < 0.15)


@pytest.mark.parametrize(("model", "score"), [(MDMR, mdmr), (PMU, pmu)])
@pytest.mark.parametrize("make", [np.array, csr_array])
def test_greedy_filters_equal_a_brute_force_count(problem, model, score, make):
    X, Y = problem
    chosen = []
    for choice in model(n_bins=N_BINS).choices(make(X), Y):
        counted = [
            -np.inf if j in chosen else score(X[:, j], X[:, chosen].T, Y.T)
            for j in range(X.shape[1])
        ]
        np.testing.assert_allclose(choice.scores, counted, atol=1e-12)
        assert choice.feature == np.argmax(counted)
        assert choice.score == choice.scores[choice.feature]
        chosen.append(choice.feature)
    assert sorted(chosen) == list(range(7))
    fitted = model(3, N_BINS).fit(make(X), Y)
    assert fitted.ranking_.tolist() == chosen[:3]
    assert fitted.scores_[chosen].tolist() == [7, 6, 5, 0, 0, 0, 0]
    assert set(fitted.get_support(indices=True)) == set(chosen[:3])


def test_fimf_equals_a_brute_force_count(problem):
    X, Y = problem
    fitted = FIMF(2, N_BINS, n_labels=3).fit(X, Y)
    busy = sorted(sorted(range(4), key=lambda j: -joint(Y[:, j]))[:3])
    assert fitted.labels_.tolist() == busy
    counted = [
        relevance(f, Y.T)
        - sum(three(f, Y[:, i], Y[:, j]) for i, j in combinations(busy, 2))
        for f in X.T
    ]
    np.testing.assert_allclose(fitted.scores_, counted, atol=1e-12)


def test_mutual_information_is_that_of_scikit_learn(problem):
    X, Y = problem
    expected = [sum(mutual_info_score(f, y) for y in Y.T) for f in X.T]
    found = MutualInformation(n_bins=N_BINS).fit(X, Y).scores_
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("make", [np.array, csr_array])
def test_chi2_and_variance_are_those_of_scikit_learn(problem, make):
    X, Y = problem
    expected = sum(chi2(X, y)[0] for y in Y.T)
    np.testing.assert_allclose(Chi2().fit(make(X), Y).scores_, expected)
    spread = VarianceThreshold().fit(X).variances_
    np.testing.assert_allclose(Variance().fit(make(X)).scores_, spread)


def test_bins_have_equal_width():
    """As scikit-learn's KBinsDiscretizer has them; values on an edge belong above."""
    X = np.random.default_rng(0).normal(size=(50, 300))
    peer = KBinsDiscretizer(4, encode="ordinal", strategy="uniform").fit_transform(X)
    assert (bins(X, 4) == peer).all()
    assert (bins(csr_array(X), 4) == peer).all()
    assert bins(np.array([[0.0], [1.0], [2.0], [4.0]]), 4).ravel().tolist() == [
        0,
        1,
        2,
        3,
    ]


def test_a_class_of_a_vector_is_a_label(problem):
    X, _ = problem
    y = np.array(["a", "b", "c"])[X[:, 1].astype(int)]
    columns = (y[:, None] == ["a", "b", "c"]).astype(int)
    for model in (MDMR(2), FIMF(2), Chi2(2)):
        vector, matrix = (model.fit(X, t).scores_.copy() for t in (y, columns))
        assert vector.tolist() == matrix.tolist()


@pytest.mark.parametrize("model", [MutualInformation(2), Chi2(2), Variance(2)])
def test_what_says_nothing_is_not_chosen(model):
    """Were the first columns kept for want of better ones, nobody would notice."""
    X = np.zeros((6, 4))
    X[:, 2] = [0, 0, 0, 1, 1, 1]
    with pytest.warns(UserWarning, match=r"1 of the 2 features asked for are kept"):
        model.fit(X, X[:, 2].astype(int))
    assert model.get_support(indices=True).tolist() == [2]


@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        (MDMR(9), ValueError, "n_features_to_select=9, but X has n_features=7"),
        (MDMR(1.5), ValueError, "n_features_to_select=1.5 must be"),
        (MDMR("all"), TypeError, "n_features_to_select='all' is of type str"),
        (PMU(2, n_bins=1), ValueError, "n_bins=1 must be a whole number >= 2"),
        (FIMF(2, n_labels=0), ValueError, "n_labels=0 must be a whole number >= 1"),
    ],
)
def test_wrong_arguments_are_named(problem, model, error, message):
    with pytest.raises(error, match=message.replace("(", r"\(")):
        model.fit(*problem)


def test_wrong_data_are_named(problem):
    X, Y = problem
    with pytest.raises(ValueError, match="NaN"):
        MDMR().fit(np.where(X > 1, np.nan, X), Y)
    with pytest.raises(ValueError, match="y must hold 0 and 1 only; it holds"):
        MDMR().fit(X, 2 * Y - 1)
    with pytest.raises(ValueError, match="Shift the columns, as by MinMaxScaler"):
        Chi2().fit(-X, Y)
