"""ML-kNN against its formulas in loops, hand work, and published figures."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array
from sklearn.exceptions import NotFittedError
from sklearn.metrics import (
    get_scorer,
    hamming_loss,
    label_ranking_average_precision_score,
    roc_auc_score,
)

from mlcourse.data import load
from mlcourse.multilabel.ml_knn import MLkNN, histograms, likelihood, prior


def by_loops(X, Y, Q, k, s, count_self):
    """Return the posteriors (m, L), step by step as the paper's pseudocode has it."""

    def neighbours(q, left_out):
        far = [(np.sum((X[a] - q) ** 2), a) for a in range(len(X)) if a != left_out]
        return [a for _, a in sorted(far)[:k]]

    P = np.empty((len(Q), Y.shape[1]))
    near = [neighbours(x, None if count_self else i) for i, x in enumerate(X)]
    for label in range(Y.shape[1]):
        y = Y[:, label]
        p_one = (s + sum(y)) / (s * 2 + len(y))
        c, c_not = [0] * (k + 1), [0] * (k + 1)
        for i in range(len(y)):
            delta = sum(y[a] for a in near[i])
            if y[i] == 1:
                c[delta] += 1
            else:
                c_not[delta] += 1
        for row, q in enumerate(Q):
            j = sum(y[a] for a in neighbours(q, None))
            one = p_one * (s + c[j]) / (s * (k + 1) + sum(c))
            zero = (1 - p_one) * (s + c_not[j]) / (s * (k + 1) + sum(c_not))
            P[row, label] = one / (one + zero)
    return P


few = st.sampled_from([0.0, 0.5, 1.0])


@given(
    arrays(float, (9, 2), elements=few),
    arrays(int, (9, 3), elements=st.integers(0, 1)),
    arrays(float, (3, 2), elements=few),
    st.integers(1, 8),
    st.sampled_from([0.3, 1.0]),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_the_papers_formulas(X, Y, Q, k, s, count_self):
    """The chances are those of the paper's formulas, counted row by row."""
    X[0], Y[1], Y[2], Q[0] = 0, 0, 1, X[3]
    expected = by_loops(X, Y, Q, k, s, count_self)
    fitted = MLkNN(k, s, count_self).fit(X, Y)
    assert_allclose(fitted.predict_proba(Q), expected, rtol=1e-12)
    sparse = MLkNN(k, s, count_self).fit(csr_array(X), csr_array(Y))
    assert_allclose(sparse.predict_proba(csr_array(Q)), expected, rtol=1e-12)
    sure = abs(expected - 0.5) > 1e-9
    assert_array_equal(fitted.predict(Q)[sure], (expected > 0.5)[sure])


LINE_X = np.array([[0.0], [1], [2], [10], [11], [12]])
LINE_Y = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 0]])


def test_worked_example():
    """By hand, k = 2: the second label has counts 0 0 0 1 1 2 on the line."""
    fitted = MLkNN(n_neighbors=2).fit(LINE_X, LINE_Y)
    assert_allclose(fitted.prior_, [4 / 8, 3 / 8])
    assert_allclose(fitted.likelihood_[0, 1], [4 / 7, 1 / 7, 2 / 7])
    assert_allclose(fitted.likelihood_[1, 1], [1 / 5, 3 / 5, 1 / 5])
    assert_array_equal(fitted.neighbour_counts([[11.4]]), [[0, 1]])
    yes, no = 3 / 8 * 3 / 5, 5 / 8 * 1 / 7
    assert_allclose(fitted.predict_proba([[11.4]])[0, 1], yes / (yes + no))
    assert_array_equal(fitted.predict([[11.4], [0.1]]), [[0, 1], [1, 0]])


def test_counting_oneself():
    """A lonely positive has no neighbour with its label, unless it counts itself."""
    X, Y = np.arange(5.0)[:, None], np.eye(5, 1, dtype=int)
    paper, other = (MLkNN(1, count_self=c).fit(X, Y) for c in (False, True))
    assert_allclose(paper.likelihood_[1], [[2 / 3, 1 / 3]])  # count 0
    assert_allclose(other.likelihood_[1], [[1 / 3, 2 / 3]])  # count 1: itself


def test_half_is_absent():
    """A posterior of exactly 1/2 is predicted as absent."""
    X = np.array([0.0, 1, 10, 11, 20, 21, 30, 31])[:, None]
    Y = np.array([0, 0, 1, 1, 0, 1, 0, 1])[:, None]  # a neighbour tells nothing
    fitted = MLkNN(n_neighbors=1).fit(X, Y)
    assert_array_equal(fitted.predict_proba([[0.1], [10.1]]), [[0.5], [0.5]])
    assert_array_equal(fitted.predict([[0.1], [10.1]]), [[0], [0]])


def test_probabilities_sum_to_one():
    """Each likelihood is a distribution; every training row is in one histogram."""
    rng = np.random.default_rng(0)
    Y, C = rng.integers(0, 2, (40, 4)), rng.integers(0, 6, (40, 4))
    counts = histograms(C, Y, 5)
    assert counts.shape == (2, 4, 6)
    assert_array_equal(counts.sum(axis=(0, 2)), 40)
    assert_array_equal(counts[1].sum(axis=1), Y.sum(axis=0))
    assert_allclose(likelihood(counts, 0.1).sum(axis=2), 1)
    assert_allclose(prior(Y, 0.5) + prior(1 - Y, 0.5), 1)


@pytest.mark.parametrize(
    ("name", "precision", "hamming"),
    [("scene", 0.8512, 0.0989), ("yeast", 0.7585, 0.1980)],
)
@pytest.mark.skipif(
    "MLCOURSE_DATA" not in os.environ,
    reason="set MLCOURSE_DATA to a folder with the real sets",
)
def test_published_figures(name, precision, hamming):
    """Official split, raw features: the figures of the MSSL paper's baseline."""
    data = load(name)
    test = np.asarray(data.split) == 1
    fitted = MLkNN().fit(data.X[~test], data.Y[~test])
    P = fitted.predict_proba(data.X[test])
    found = label_ranking_average_precision_score(data.Y[test], P)
    loss = hamming_loss(data.Y[test], fitted.predict(data.X[test]))
    assert (round(found, 4), round(loss, 4)) == (precision, hamming)


def test_jobs():
    """Threads, ours or joblib's choice, change nothing."""
    rng = np.random.default_rng(0)
    X, Y = rng.random((300, 4)), rng.integers(0, 2, (300, 3))
    expected = MLkNN().fit(X, Y).predict_proba(X)
    assert_array_equal(MLkNN(n_jobs=2).fit(X, Y).predict_proba(X), expected)
    with parallel_config("threading", n_jobs=2):
        assert_array_equal(MLkNN().fit(X, Y).predict_proba(X), expected)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 0}, "n_neighbors=0 must be a whole number >= 1"),
        ({"n_neighbors": 6}, r"n_neighbors=6.* of 6 row.* 5"),
        ({"n_neighbors": 2, "s": 0}, "s=0 must be a finite number >= 1e-100"),
        ({"n_neighbors": 2, "s": 1e308}, r"s=1e\+308 must .* <= 1e\+100"),
    ],
)
def test_refuses_bad_parameters(parameters, message):
    """Each bad parameter is refused with its name and its value."""
    with pytest.raises(ValueError, match=message):
        MLkNN(**parameters).fit(LINE_X, LINE_Y)


@given(
    arrays(float, (9, 2), elements=few),
    arrays(int, (9, 2), elements=st.integers(0, 1)),
    arrays(float, (4, 2), elements=few),
)
@settings(max_examples=30, deadline=None)
def test_fit_on_one_kind_and_predict_on_another(X, Y, Q):
    """Ties, twins and empty rows: dense and sparse give the same, in any mixture."""
    kinds = (np.asarray, csr_array, csc_array, lambda A: A.tolist())
    expected = MLkNN(3).fit(X, Y).predict_proba(Q)
    for kind in kinds:
        fitted = MLkNN(3).fit(kind(X), Y)
        for other in kinds:
            assert_array_equal(fitted.predict_proba(other(Q)), expected)


@pytest.mark.parametrize("s", [1e-100, 1e100])
def test_any_smoothing_gives_probabilities(s):
    """Also for labels that no row has, or every row."""
    Y = np.array(LINE_Y).copy()
    Y[:, 0], Y[:, 1] = 0, 1
    for labels in (LINE_Y, Y):
        P = MLkNN(n_neighbors=2, s=s).fit(LINE_X, labels).predict_proba(LINE_X)
        assert ((P >= 0) & (P <= 1)).all()


@pytest.mark.parametrize("kind", [np.array, csr_array])
def test_rows_changed_after_fit_change_nothing(kind):
    X = kind(np.array(LINE_X, dtype=float))
    fitted = MLkNN(n_neighbors=2).fit(X, LINE_Y)
    expected = fitted.predict_proba(LINE_X)
    X *= -3
    assert_array_equal(fitted.predict_proba(LINE_X), expected)


@pytest.mark.parametrize("later", [1, 3, 5, "many"])
def test_another_number_after_fit_changes_nothing(later):
    fitted = MLkNN(n_neighbors=2).fit(LINE_X, LINE_Y)
    expected = fitted.predict_proba(LINE_X)
    fitted.set_params(n_neighbors=later, s=9.0, count_self=True)
    assert_array_equal(fitted.predict_proba(LINE_X), expected)
    assert fitted.n_neighbors_ == 2


def test_scorers():
    """Scikit-learn's scorers by name take the scores label by label."""
    fitted = MLkNN(n_neighbors=2).fit(LINE_X, LINE_Y)
    P = fitted.predict_proba(LINE_X)
    assert_array_equal(fitted.decision_function(LINE_X), P - 0.5)
    expected = np.mean([roc_auc_score(LINE_Y[:, j], P[:, j]) for j in (0, 1)])
    assert_allclose(get_scorer("roc_auc")(fitted, LINE_X, LINE_Y), expected)


def test_not_fitted():
    """All methods ask for `fit` first."""
    for method in ("predict", "predict_proba", "decision_function", "neighbour_counts"):
        with pytest.raises(NotFittedError):
            getattr(MLkNN(), method)(LINE_X)


def test_one_row_of_each_kind_is_added_unless_told_otherwise():
    Y, counts = [[1, 0], [1, 0], [0, 0]], [[[1, 0, 0]], [[0, 0, 2]]]
    assert_allclose(prior(Y), prior(Y, s=1.0))
    assert_allclose(likelihood(counts), likelihood(counts, s=1.0))
