"""Logistic regression against its formulas, hand work, scikit-learn and theory."""

import re
import tracemalloc
from itertools import pairwise
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression as Peer

from mlcourse.data import load, standardize
from mlcourse.formulas.losses import log_loss
from mlcourse.models.logistic import LogisticRegression
from mlcourse.solvers import logistic as objectives
from mlcourse.solvers.descent import ROUNDING, gradient_descent, newton
from mlcourse.solvers.logistic import (
    LogisticObjective,
    OnePassObjective,
    logistic_objective,
    with_ones,
)
from mlcourse.solvers.steps import small_gradient, until

SOLVERS = ("newton", "lbfgs", "gradient_descent")
WDBC = load("wdbc")
MEANS = standardize(WDBC.X[:, [0, 1, 4, 8]])[0]  # overlapping classes, full rank


def model(solver="newton", **parameters):
    """Return an estimator that is accurate enough to compare."""
    return LogisticRegression(solver, **{"tol": 1e-8, "max_iter": 10_000, **parameters})


def noisy(n=60, d=3, seed=0):
    """Return data that no line separates, with weights 1 to 4."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = (X[:, 0] + rng.normal(size=n) > 0).astype(int)
    return X, y, rng.integers(1, 5, n)


def weights(fitted):
    """Return intercept and coefficients in one array."""
    return np.concatenate([fitted.intercept_, fitted.coef_[0]])


def peer_loss(X, y, sample_weight=None, **parameters):
    """Return scikit-learn's fitted model and its mean log loss."""
    peer = Peer(solver="newton-cholesky", tol=1e-10, **{"C": np.inf, **parameters})
    peer.fit(X, y, sample_weight)
    beta = np.ones(len(y)) if sample_weight is None else np.array(sample_weight)
    return peer, log_loss(peer.decision_function(X), y, beta / beta.sum())


# The formulas

few = st.sampled_from([-2.0, -0.5, 0.0, 1.0])
tables = arrays(float, (6, 2), elements=few)
labels = arrays(float, 6, elements=st.sampled_from([0.0, 1.0]))
counts = arrays(float, 6, elements=st.integers(0, 3).map(float))
points = arrays(float, 3, elements=st.sampled_from([-3.0, 0.0, 0.25, 2.0]))


@given(tables, labels, counts, points, st.sampled_from([0.0, 0.7]))
def test_gradient_is_the_slope_of_the_loss(X, y, beta, w, alpha):
    """The gradient equals central finite differences of the loss to 1e-6."""
    f, h = LogisticObjective(with_ones(X), y, beta, alpha), 1e-5
    slopes = [(f.value(w + e) - f.value(w - e)) / (2 * h) for e in h * np.eye(3)]
    assert_allclose(f.gradient(w), slopes, atol=1e-6)


@given(tables, labels, counts, points, st.sampled_from([0.0, 0.7]))
def test_hessian_is_the_slope_of_the_gradient(X, y, beta, w, alpha):
    """The Hessian equals central finite differences of the gradient to 1e-6."""
    f, h = LogisticObjective(with_ones(X), y, beta, alpha), 1e-5
    slopes = [(f.gradient(w + e) - f.gradient(w - e)) / (2 * h) for e in h * np.eye(3)]
    assert_allclose(f.hessian(w), slopes, atol=1e-6)


def test_hessian_of_many_rows():
    """The Hessian, summed in blocks of rows, is X'DX in one piece."""
    X, y, beta = noisy(2345)
    X, w = with_ones(X), np.array([0.3, -1, 2, 0.5])
    p = 1 / (1 + np.exp(-X @ w))
    expected = X.T @ np.diag(beta * p * (1 - p)) @ X
    assert_allclose(LogisticObjective(X, y, beta).hessian(w), expected, rtol=1e-10)


@given(tables, labels, counts, points, st.sampled_from([0.0, 0.7]))
def test_sparse_and_large_tables(X, y, beta, w, alpha):
    """Sparse rows, and rows fetched some at a time, give the same three numbers."""
    plain = LogisticObjective(with_ones(X), y, beta, alpha)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objectives, "FETCH", 5)  # two rows at a time
        others = [
            LogisticObjective(with_ones(csr_array(X)), y, beta, alpha),
            OnePassObjective(with_ones(X), y, beta, alpha),
        ]
        for other in others:
            assert_allclose(other.gradient(w), plain.gradient(w), atol=1e-12)
            assert_allclose(other.gradient(0 * w), plain.gradient(0 * w), atol=1e-12)
            assert_allclose(other.value(w), plain.value(w))
            assert_allclose(other.gradient(w), plain.gradient(w), atol=1e-12)
            assert_allclose(other.hessian(w), plain.hessian(w), atol=1e-12)


def test_size_decides_the_passes():
    """Only a dense table far beyond the cache is fetched once for both numbers."""
    y = np.arange(2**11) % 2
    for X, kind in (
        (np.ones((2**11, 513)), OnePassObjective),
        (np.ones((2**11, 512)), LogisticObjective),
        (csr_array(np.ones((2**11, 513))), LogisticObjective),
    ):
        assert type(logistic_objective(X, y)) is kind


def test_refuses_other_labels():
    """The objective knows 0 and 1 only."""
    with pytest.raises(ValueError, match=r"y must hold 0 and 1 only; it holds \[-1"):
        LogisticObjective(np.ones((2, 1)), [-1, 1])


@pytest.mark.parametrize("kind", [LogisticObjective, OnePassObjective])
def test_scores_are_remembered(kind):
    """Scores are computed once for a point, and anew when w changes in place."""
    f, w = kind([[1.0, 2], [1, 3]], [0, 1]), np.array([1.0, 1])
    z = f.scores(w)
    assert f.scores(w.copy()) is z
    w[1] = 2
    assert_array_equal(f.scores(w), [5, 7])


def test_worked_example():
    """By hand at w = 0, two samples give the loss 2 log 2 and the gradient (0, -1)."""
    f = LogisticObjective([[1.0, -1], [1, 1]], [0, 1])
    w = np.zeros(2)
    assert_allclose(f.value(w), 2 * np.log(2))
    assert_allclose(f.gradient(w), [0, -1])  # sum of (1/2 - y) (1, x)
    assert_allclose(f.hessian(w), np.eye(2) / 2)  # sum of 1/4 (1, x)(1, x)'


def test_solution_by_hand():
    """For one yes-or-no feature the fitted probabilities are the class shares."""
    X, y = [[0]] * 4 + [[1]] * 5, [1, 0, 0, 0, 1, 1, 1, 0, 0]
    fitted = model().fit(X, y)
    assert_allclose(fitted.predict_proba([[0], [1]])[:, 1], [1 / 4, 3 / 5])
    assert_allclose(weights(fitted), [-np.log(3), np.log(3) + np.log(3 / 2)])


def test_the_reports_gradient_climbs():
    """With report 001's sign, X'W(Y - Yh), one step raises the loss."""
    X, y, beta = noisy()
    f = LogisticObjective(with_ones(X), y, beta / beta.sum())
    w = np.zeros(4)
    assert f.value(w + 0.5 * f.gradient(w)) > f.value(w)  # minus minus: the report
    assert f.value(w - 0.5 * f.gradient(w)) < f.value(w)


# The optimum


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("solver", SOLVERS)
def test_same_optimum_as_scikit_learn(solver, weighted):
    """On real data each solver reaches scikit-learn's unpenalised loss to 1e-6."""
    beta = np.random.default_rng(0).integers(1, 9, 569) if weighted else None
    fitted = model(solver).fit(MEANS, WDBC.y, beta)
    peer, expected = peer_loss(MEANS, WDBC.y, beta)
    assert_allclose(fitted.objective_, expected, rtol=1e-6)
    assert fitted.objective_ <= expected * (1 + 1e-9)
    assert not fitted.separated_
    assert_allclose(weights(fitted)[1:], peer.coef_[0], rtol=1e-4)


@pytest.mark.parametrize("solver", ["newton", "lbfgs"])
def test_raw_units(solver):
    """Raw columns of sizes 1e-3 to 1e3 still give scikit-learn's loss to 1e-6."""
    X = WDBC.X[:, :10]
    fitted = model(solver, tol=1e-6).fit(X, WDBC.y)
    _, expected = peer_loss(standardize(X)[0], WDBC.y)
    assert_allclose(fitted.objective_, expected, rtol=1e-6)


@pytest.mark.parametrize("loss", ["mean", "sum"])
def test_alpha_is_scikit_learns_c(loss):
    """The penalty alpha is scikit-learn's 1/C for the sum and 1/(nC) for the mean."""
    X, y, _ = noisy()
    scale = 1 if loss == "sum" else len(y)
    for C in (0.1, 10):
        peer = Peer(C=C, tol=1e-10, solver="newton-cholesky").fit(X, y)
        fitted = model(loss=loss, alpha=1 / (C * scale)).fit(X, y)
        assert_allclose(fitted.coef_, peer.coef_, rtol=1e-5)
        assert_allclose(fitted.intercept_, peer.intercept_, rtol=1e-5, atol=1e-8)


@given(tables, labels, counts, st.sampled_from(SOLVERS))
@settings(max_examples=60, deadline=None)
def test_the_gradient_vanishes(X, y, beta, solver):
    """On any data with a penalty each solver ends where the gradient vanishes."""
    if len(np.unique(y[beta > 0])) < 2:
        return
    fitted = model(solver, alpha=0.1).fit(X, y, beta)
    f = LogisticObjective(with_ones(X), y, beta / beta.sum(), 0.1)
    assert np.linalg.norm(f.gradient(weights(fitted))) < 1e-8
    assert_allclose(fitted.objective_, f.value(weights(fitted)))


@pytest.mark.parametrize("patience", [None, 0.0, 0.7])
def test_the_solvers_agree(patience):
    """Newton, L-BFGS and gradient descent find the same weights."""
    X, y, beta = noisy()
    a, b, c = (
        weights(model(solver, patience=patience).fit(X, y, beta)) for solver in SOLVERS
    )
    assert_allclose(a, b, atol=1e-6)
    assert_allclose(a, c, atol=1e-6)


@pytest.mark.parametrize("solver", SOLVERS)
def test_backtracking_never_raises_the_loss(solver):
    """From step to step the loss never rises by more than rounding."""
    steps = list(model(solver, max_iter=200).steps(WDBC.X[:, :10], WDBC.y))
    assert len(steps) > 5
    for old, new in pairwise(steps):
        assert new.objective <= old.objective + ROUNDING * abs(old.objective)


# Units and kinds of X


@pytest.mark.parametrize("solver", ["auto", "newton", "lbfgs"])
@pytest.mark.parametrize("alpha", [0.0, 1e-3])
@pytest.mark.parametrize("low", [-9, -99, 9, 90])
def test_any_units(solver, alpha, low):
    """Columns in units from 1e-9 to 1e9 and beyond give the scores of ordinary ones."""
    X, y, beta = noisy(n=200, d=4)
    unit = 10.0 ** np.linspace(low, 9, 4)
    if alpha and low < 0:  # a penalty in these units: the others do not count
        unit[1:] = [1.0, 30.0, 1e9]
    fitted = model(solver, alpha=alpha, tol=1e-9).fit(X * unit, y, beta)
    A, P = with_ones(X), np.diag(np.append(0, alpha * (1 / unit) ** 2))
    w, beta = np.zeros(5), beta / beta.sum()
    for _ in range(30):  # Newton in ordinary units, where the penalty is uneven
        p = 1 / (1 + np.exp(-A @ w))
        H = (A.T * (beta * p * (1 - p))) @ A + P
        D = 1 / np.sqrt(H.diagonal())
        step = np.linalg.solve(D * H * D[:, None], D * (A.T @ (beta * (p - y)) + P @ w))
        w = w - D * step
    assert_allclose(fitted.decision_function(X * unit), A @ w, atol=1e-6)


@pytest.mark.parametrize("solver", ["newton", "lbfgs"])
@pytest.mark.parametrize("unit", [1e-2, 1e-3, 5e-5, 1e-5, 1e3])
def test_all_columns_in_one_unit(solver, unit):
    """A small slope is no reason to stop where all of X is small."""
    X, y, _ = noisy(d=6)
    best = model("newton", alpha=1e-3, tol=1e-12).fit(X, y)
    ours = LogisticRegression(solver, alpha=1e-3 * unit**2).fit(unit * X, y)
    scale = np.abs(best.coef_).max()
    assert_allclose(unit * ours.coef_, best.coef_, atol=1e-3 * scale)


@pytest.mark.parametrize("solver", ["newton", "lbfgs"])
@pytest.mark.parametrize("weight", [1e-9, 1e-3, 1e9])
def test_a_sum_of_light_or_heavy_rows(solver, weight):
    """Weights and penalty times the same number: the same minimum, as soon found."""
    X, y, beta = noisy(d=6)
    options = {"loss": "sum", "tol": 1e-4}
    plain = LogisticRegression(solver, alpha=1.0, **options).fit(X, y, beta)
    ours = LogisticRegression(solver, alpha=weight, **options)
    ours.fit(X, y, weight * beta)
    assert_allclose(ours.coef_, plain.coef_, rtol=1e-4)
    assert abs(ours.n_iter_ - plain.n_iter_) <= 2


def test_the_solver_that_ran():
    """It has a name, also in the advice."""
    X, y, _ = noisy(d=6)
    assert LogisticRegression().fit(X, y).solver_ == "newton"
    wide = np.column_stack([X, np.zeros((len(X), 600))])
    assert LogisticRegression().fit(wide, y).solver_ == "lbfgs"
    said = "newton did not meet .* standardised columns help"
    with pytest.warns(ConvergenceWarning, match=said):
        LogisticRegression(max_iter=1, tol=1e-12).fit(X, y)


def test_a_penalty_on_small_units():
    """L-BFGS is not led astray by columns so small that their penalty holds them."""
    X, y, _ = noisy(d=6)
    X *= [1e-9, 1e-8, 1e-6, 1e-5, 1e-4, 1]
    fast, safe = (model(s, alpha=0.1, tol=1e-6).fit(X, y) for s in ("lbfgs", "newton"))
    assert fast.n_iter_ < 30
    assert_allclose(weights(fast), weights(safe), atol=1e-5)


def test_small_units_are_not_a_small_gradient():
    """A column in units of 1e9 metres is fitted as well as one in metres."""
    X, y, _ = noisy()
    for unit in (1.0, 1e-9):
        assert LogisticRegression().fit(X * unit, y).score(X * unit, y) > 0.7


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("alpha", [0.0, 0.01])
@pytest.mark.parametrize("solver", ["newton", "lbfgs"])
@pytest.mark.parametrize("far", [60, -3e4, 1e6, 1e10])
def test_columns_far_from_zero(far, solver, alpha, kind):
    """A year tells as much as a year less 2000."""
    X, y, beta = noisy(n=200)
    X = (16 * X).round() / 16  # whole sixteenths, so that adding loses nothing
    near = model(solver, alpha=alpha).fit(X, y, beta)
    X[:, 1] += far
    ours = model(solver, alpha=alpha).fit(kind(X), y, beta)
    assert_allclose(ours.coef_, near.coef_, rtol=1e-6)
    assert_allclose(ours.decision_function(X), X @ ours.coef_[0] + ours.intercept_)
    assert_allclose(ours.objective_, near.objective_)
    assert ours.n_iter_ < 30
    *_, last = model(solver, alpha=alpha).steps(kind(X), y, beta)
    assert_array_equal(last.w, weights(ours))
    p = 1 / (1 + np.exp(-ours.decision_function(X)))
    slope = with_ones(X).T @ (beta / beta.sum() * (p - y))
    slope[1:] += alpha * ours.coef_[0]
    assert_allclose(last.gradient, slope, atol=1e-15 * np.abs(X).max() ** 2)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("solver", ["newton", "lbfgs"])
@pytest.mark.parametrize("mark", [1e4, -1e7, 1e9])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.3])
def test_a_few_wild_rows(share, mark, solver, kind):
    """A mark for "not known" is no unit: the other rows are fitted as well."""
    X, y, _ = noisy(n=400)
    wild = np.arange(400) <= share * 400  # one row at least
    X[wild, 0] = mark
    fitted = LogisticRegression(solver).fit(kind(X), y)
    slope = with_ones(X).T @ (fitted.predict_proba(X)[:, 1] - y) / 400
    assert_allclose(slope, 0, atol=1e-6)


KINDS = {
    "csr": csr_array,
    "csc": csc_matrix,
    "coo": coo_array,
    "csr of int": lambda X: csr_matrix(X.astype(int)),
    "int": lambda X: X.astype(int),
    "float32": lambda X: X.astype(np.float32),
}


def words(n=90, d=12):
    """Return counts full of zeros, a constant column, empty rows, and weights."""
    rng = np.random.default_rng(0)
    X = rng.poisson(0.3, (n, d)).astype(float)
    X[:, 3], X[::10] = 2, 0
    return X, (X[:, 0] + rng.normal(size=n) > 0.5).astype(int), rng.integers(0, 4, n)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_kinds_of_x(solver, kind):
    """Every kind of X gives the weights of the dense one, and predicts any other."""
    X, y, beta = words()
    dense = model(solver, alpha=0.01).fit(X, y, beta)
    other = model(solver, alpha=0.01).fit(KINDS[kind](X), y, beta)
    assert_allclose(weights(other), weights(dense), atol=1e-6)
    for fitted in (dense, other):
        z = fitted.decision_function(X)
        assert_allclose(fitted.decision_function(KINDS[kind](X)), z, atol=1e-12)
    (*_, last) = model(solver, alpha=0.01).steps(KINDS[kind](X), y, beta)
    assert_array_equal(last.w, weights(other))


@pytest.mark.parametrize("solver", SOLVERS)
def test_entries_in_parts_and_stored_zeros(solver):
    """An entry stored in parts is their sum, a stored zero is 0; X stays as it was."""
    X, y, _ = words()
    parts = coo_array(X)
    rows, columns = parts.coords
    data = np.concatenate([parts.data - 1, np.ones(parts.nnz), np.zeros(5)])
    where = np.r_[rows, rows, [0] * 5], np.r_[columns, columns, range(5)]
    parts = coo_array((data, where), shape=X.shape)
    other = csr_array(parts)
    other.data[:] = other.data  # its own memory
    fitted = model(solver, alpha=0.01).fit(parts, y)
    plain = model(solver, alpha=0.01).fit(X, y)
    assert_allclose(weights(fitted), weights(plain), atol=1e-7)
    assert_array_equal(parts.data, data)


def test_sparse_stays_sparse():
    """100 documents of 100 000 words are fitted without a dense table or a Hessian."""
    rng = np.random.default_rng(0)
    columns = rng.integers(0, 100_000, 2000)
    X = csr_array((np.ones(2000), columns, range(0, 2001, 20)), shape=(100, 100_000))
    y = np.arange(100) % 2
    tracemalloc.start()
    LogisticRegression(alpha=0.01, tol=1e-4).fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5e7  # 20 pairs of moves take 1.6e7, X 8e7 if dense


def test_auto_is_by_the_number_of_columns(monkeypatch):
    """The default is Newton for few columns and L-BFGS for many."""
    X, y, beta = words()
    for most, solver in ((12, "newton"), (11, "lbfgs")):
        monkeypatch.setattr("mlcourse.models.logistic.MANY", most)
        auto, named = (LogisticRegression(s, alpha=0.01) for s in ("auto", solver))
        assert_array_equal(
            weights(auto.fit(X, y, beta)), weights(named.fit(X, y, beta))
        )


# Weights of samples


@pytest.mark.parametrize("loss", ["mean", "sum"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_weight_two_is_a_row_twice(solver, loss):
    """A row of weight k acts like k copies of it."""
    X, y, k = noisy()
    once = model(solver, loss=loss, tol=1e-6).fit(X, y, k)
    copies = model(solver, loss=loss, tol=1e-6).fit(X.repeat(k, axis=0), y.repeat(k))
    assert_allclose(weights(once), weights(copies), rtol=1e-5)
    assert_allclose(once.objective_, copies.objective_)


@pytest.mark.parametrize("solver", SOLVERS)
def test_weight_zero_is_no_row(solver):
    """A row of weight 0 acts like a row that is not there."""
    X, y, k = noisy()
    k[::3] = 0
    with_zeros = model(solver).fit(X, y, k)
    without = model(solver).fit(X[k > 0], y[k > 0], k[k > 0])
    assert_array_equal(weights(with_zeros), weights(without))


def test_the_sum_is_n_times_the_mean():
    """The total and the average have the same optimum, and losses n apart."""
    X, y, _ = noisy()
    mean, total = model().fit(X, y), model(loss="sum").fit(X, y)
    assert_allclose(weights(mean), weights(total), atol=1e-7)
    assert_allclose(total.objective_, 60 * mean.objective_)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("size", "said"), [(4e307, r"up to 2e\+308, too much"), (1e-310, "too little")]
)
def test_wild_weights_count_by_their_shares(solver, size, said):
    """Weights from 1e-310 to 1e308 give the mean's answer; a sum of them is refused."""
    X, y, k = noisy()
    plain, wild = (model(solver).fit(X, y, k * by) for by in (1.0, size))
    assert_allclose(weights(wild), weights(plain), rtol=1e-6)
    with pytest.raises(ValueError, match=f"{said} to add up. .* or set loss='mean'"):
        model(solver, loss="sum").fit(X, y, k * size)


@pytest.mark.parametrize("loss", ["mean", "sum"])
@pytest.mark.parametrize("weight", [[2] * 60, np.full(60, 2.0)])
def test_kinds_of_weights(loss, weight):
    """Weights may be a list or an array."""
    X, y, _ = noisy()
    plain = model(loss=loss, tol=1e-7).fit(X, y, np.full(60, 2.0))
    assert_array_equal(
        weights(model(loss=loss, tol=1e-7).fit(X, y, weight)), weights(plain)
    )


# Data without a single answer


@pytest.mark.parametrize("solver", SOLVERS)
def test_separable_classes(solver):
    """On separable classes training ends, with every row right and separated_ True."""
    X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    fitted = model(solver, tol=1e-3).fit(X, y)
    assert fitted.separated_
    assert fitted.score(X, y) == 1
    closer = model(solver, tol=1e-4).fit(X, y)
    assert closer.coef_[0, 0] > fitted.coef_[0, 0] > 0  # longer is better, without end
    finite = model(solver, alpha=0.1, tol=1e-9).fit(X, y)
    expected = Peer(C=1 / (4 * 0.1), tol=1e-12, solver="newton-cholesky").fit(X, y)
    assert_allclose(finite.coef_, expected.coef_, rtol=1e-6)


def test_all_of_wdbc_is_separable():
    """All 30 columns of the cancer data together separate its classes."""
    (X,) = standardize(WDBC.X)
    assert model(tol=1e-6).fit(X, WDBC.y).separated_


def test_touching_classes_are_not_separated():
    """Classes that share a boundary point are not called separated."""
    fitted = model(tol=1e-4).fit([[0], [0], [1]], [0, 1, 1])
    assert not fitted.separated_
    assert fitted.predict_proba([[1]])[0, 1] > 0.99
    assert not model().fit([[1], [1]], [0, 1]).separated_  # every score is 0


def redundant(kind):
    """Return a table of rank 3 with two columns too many."""
    X, y, beta = noisy(d=2)
    more = {
        "copies": X,
        "constant": np.full((60, 2), [3.0, 0.1]),
        "zeros": np.zeros((60, 2)),
        "sums": X @ [[1, 5], [1, -2]],
    }[kind]
    return np.column_stack([X, more]), y, beta


@pytest.mark.parametrize("kind", ["copies", "constant", "zeros", "sums"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_redundant_columns(solver, kind):
    """With redundant columns each solver finds the shortest optimum, the pinv's."""
    X, y, beta = redundant(kind)
    fitted = model(solver).fit(X, y, beta)
    plain = model().fit(X[:, :2], y, beta)
    assert_allclose(fitted.objective_, plain.objective_, rtol=1e-9)
    z = plain.decision_function(X[:, :2])
    assert_allclose(weights(fitted), np.linalg.pinv(with_ones(X)) @ z, atol=1e-5)


@given(tables, labels)
@settings(max_examples=60, deadline=None)
def test_any_table_has_an_answer(X, y):
    """Ties, constant columns and touching classes give finite weights in row space."""
    if len(np.unique(y)) < 2:
        return
    A = with_ones(X)
    for solver in ("newton", "lbfgs"):
        w = weights(model(solver, tol=1e-3).fit(X, y))
        assert np.isfinite(w).all()
        assert_allclose(np.linalg.pinv(A) @ A @ w, w, atol=1e-6 * max(1, abs(w).max()))


# When to stop, and what is said


def test_report_001_stop_rule():
    """Report 001's rule, a gradient below 0.03, holds at the end and not before."""
    steps = list(
        LogisticRegression(
            "gradient_descent", step=0.001, loss="sum", tol=0.03, max_iter=100_000
        ).steps(MEANS, WDBC.y)
    )
    norms = [np.linalg.norm(s.gradient) for s in steps]
    assert norms[-1] < 0.03 <= min(norms[:-1])


def test_loss_stop_rule():
    """The loss rule ends with the first move that changes the loss by tol or less."""
    fitted = model("gradient_descent", stop="objective", tol=1e-3).fit(MEANS, WDBC.y)
    changes = -np.diff(fitted.objectives_) / fitted.objectives_[:-1]
    assert changes[-1] <= 1e-3 < min(changes[:-1])


def test_fit_replays_steps():
    """What fit reports is the last of the steps, and its curve is their losses."""
    X, y, beta = noisy()
    fitted = model().fit(X, y, beta)
    steps = list(model().steps(X, y, beta))
    assert_array_equal(steps[-1].w, weights(fitted))
    assert_array_equal([s.objective for s in steps], fitted.objectives_)
    assert (steps[-1].k, steps[-1].objective) == (fitted.n_iter_, fitted.objective_)
    assert steps[0].k == 0
    assert not steps[0].w.any()


@pytest.mark.parametrize("solver", SOLVERS)
def test_steps_leave_the_model_alone(solver):
    """Steps fit nothing: an unfitted model stays unfitted, a fitted one as it was."""
    X, y, beta = noisy()
    unfitted = model(solver)
    for _ in unfitted.steps(X, y, beta):
        with pytest.raises(NotFittedError):
            unfitted.predict(X)
    assert vars(unfitted) == vars(model(solver))
    fitted = model(solver).fit(X, y, beta)
    before = dict(vars(fitted))
    for _ in fitted.steps(X[:, :2], np.where(y, "yes", "no")):
        assert vars(fitted) == before
    assert len(fitted.predict(X)) == len(y)


def test_parameters_changed_after_fit():
    """A fitted model predicts as it did, whatever is set afterwards."""
    X, y, _ = noisy()
    fitted = model().fit(X, y)
    before = fitted.predict_proba(X)
    fitted.set_params(solver="none", step=-1, loss=0, stop=0, tol=-1, alpha="x")
    assert_array_equal(fitted.predict_proba(X), before)


def test_steps_are_the_plain_generators():
    """The estimator adds nothing to the solvers: same objective, same steps."""
    X, y, beta = noisy()
    f = LogisticObjective(with_ones(X), y, beta / beta.sum())
    for name, steps in (
        ("newton", newton(f, np.zeros(4), 0.7)),
        ("gradient_descent", gradient_descent(f, np.zeros(4), "backtracking")),
    ):
        *_, last = until(steps, small_gradient(1e-6))
        fitted = LogisticRegression(name).fit(X, y, beta)
        assert_array_equal(weights(fitted), last.w)


def test_textbook_newton_by_patience_none():
    """With patience None Newton takes fewer moves than with patience."""
    moves = [
        model(patience=patience).fit(MEANS, WDBC.y).n_iter_ for patience in (None, 0.7)
    ]
    assert moves[0] < moves[1]


def test_not_converged():
    """Too few moves give a warning with the settings to change, and no success."""
    for stop in ("gradient", "objective"):
        fitted = LogisticRegression("gradient_descent", stop=stop, max_iter=3)
        with pytest.warns(ConvergenceWarning, match=r"max_iter=3 .* Raise max_iter or"):
            fitted.fit(MEANS, WDBC.y)
        assert fitted.n_iter_ == 3


def said_after_two_moves(X, y, sample_weight=None, **settings):
    """Return the warning of a fit that ends too soon."""
    with pytest.warns(ConvergenceWarning) as caught:
        LogisticRegression(max_iter=2, tol=1e-12, **settings).fit(X, y, sample_weight)
    return str(caught[0].message)


def test_the_slope_that_is_left_has_the_units_of_the_columns():
    """It is the same for metres and for millimetres, and for rows that count thrice."""
    X, y, _ = noisy(d=6)
    for loss in ("mean", "sum"):
        kinds = (X, None), (X * 1e3, None), (X, np.full(len(X), 3.0))
        said = [said_after_two_moves(U, y, k, loss=loss) for U, k in kinds]
        left = [float(re.search(r"length (\S+)\. Raise", text)[1]) for text in said]
        assert_allclose(left, left[0], rtol=0.05)


def test_what_helps():
    """Newton is advised by the other solvers, and no step is blamed that was small."""
    X, y, _ = noisy(d=6)
    for solver in SOLVERS:
        newton = "" if solver == "newton" else " or solver='newton'"
        end = f" Raise max_iter or tol; standardised columns{newton} help."
        assert said_after_two_moves(X, y, solver=solver).endswith(end)
    small = {"solver": "gradient_descent", "step": 0.01}
    assert said_after_two_moves(X, y, **small).endswith(end)


def test_a_fixed_step_that_is_too_large():
    """A step so large that the loss rises is named in the warning."""
    fitted = LogisticRegression("gradient_descent", step=50, max_iter=100)
    with pytest.warns(ConvergenceWarning, match="risen: step=50 is too large"):
        fitted.fit(MEANS, WDBC.y)
    assert np.isfinite(weights(fitted)).all()


def test_a_fixed_step_that_explodes():
    """A step so large that the loss overflows is an error, never NaN weights."""
    exploding = LogisticRegression("gradient_descent", step=50, alpha=0.5)
    with pytest.raises(ValueError, match="step=50 is too large: the loss is"):
        exploding.fit(MEANS, WDBC.y)


def test_a_good_fixed_step():
    """A fixed step of suitable size reaches the optimum too."""
    fitted = model("gradient_descent", step=2.0, tol=1e-6).fit(MEANS, WDBC.y)
    assert_allclose(fitted.objective_, model().fit(MEANS, WDBC.y).objective_, rtol=1e-6)


def test_probabilities():
    """Probabilities sum to 1 and their logarithms stay finite for certain rows."""
    X, y, _ = noisy()
    fitted = model().fit(X, y)
    assert_allclose(fitted.predict_proba(X).sum(axis=1), 1)
    assert_allclose(np.exp(fitted.predict_log_proba(X)), fitted.predict_proba(X))
    far = fitted.predict_log_proba(1e6 * X)
    assert np.isfinite(far).all()


def test_a_tie_is_the_first_class():
    """A score of exactly 0 is predicted as the first class."""
    fitted = model().fit([[-1], [1], [-1], [1]], list("baba"))
    assert fitted.classes_.tolist() == ["a", "b"]
    fitted.coef_, fitted.intercept_ = np.zeros((1, 1)), np.zeros(1)
    assert fitted.predict([[3]]) == ["a"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"solver": "sgd"}, "solver='sgd' is unknown; choose 'auto', 'newton', 'lb"),
        ({"step": 0.0}, "step=0.0 must be a finite number > 0"),
        ({"step": -1}, "step=-1 must be a finite number > 0"),
        ({"step": "auto"}, "step='auto' is unknown; choose 'backtracking'"),
        ({"loss": "max"}, "loss='max' is unknown; choose 'mean' or 'sum'"),
        ({"stop": "loss"}, "stop='loss' is unknown; choose 'gradient' or 'objective'"),
        ({"tol": -1e-3}, "tol=-0.001 must be a finite number >= 0"),
        ({"max_iter": 0}, "max_iter=0 must be a whole number >= 1"),
        ({"alpha": -1.0}, "alpha=-1.0 must be a finite number >= 0"),
        ({"alpha": np.nan}, "alpha=nan must be a finite"),
        ({"step": np.inf}, "step=inf must be a finite number > 0"),
        ({"patience": 2.0}, "patience=2.0 must be a finite number >= 0 and <= 1"),
    ],
)
def test_refuses_bad_parameters(parameters, message):
    """Each bad parameter is refused with its name, its value and the remedy."""
    X, y, _ = noisy()
    with pytest.raises(ValueError, match=message):
        LogisticRegression(**parameters).fit(X, y)
    with pytest.raises(ValueError, match=message):
        next(LogisticRegression(**parameters).steps(X, y))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (([[0], [1]], [1, 1]), r"y holds 1 class\(es\) .* \[1\]\. Pass two"),
        (([[0], [1], [2]], [0, 1, 2]), r"y holds 3 class\(es\)"),
        (([[0], [1]], [0.5, 1.5]), "Unknown label type"),
        (([[0], [np.nan]], [0, 1]), "X contains NaN"),
        (([[0], [np.inf]], [0, 1]), "X contains infinity"),
        (([0, 1], [0, 1]), "Expected 2D array"),
        (([[0], [1]], [0]), "inconsistent numbers of samples"),
        (
            ([[0], [1e200]], [0, 1]),
            r"Column 0 of X holds numbers up to 1e\+200 ",
        ),
        (([[0], [1e-200]], [0, 1]), "Column 0 of X holds numbers up to 1e-200"),
        (([[1e200], [1e200]], [0, 1]), "Column 0 of X holds numbers up to"),
        (([[0], [1]], [0, 1], [1, -1]), "sample_weight holds -1.0; weights must be"),
        (([[0], [1]], [0, 1], [1]), r"sample_weight has shape \(1,\).*per row: \(2,\)"),
        (([[0], [1]], [0, 1], [1, np.nan]), "sample_weight holds NaN"),
        (([[0], [1]], [0, 1], [0, 0]), "Every weight in sample_weight is zero"),
        (([[0], [1]], [0, 1], [1, 0]), r"1 class\(es\) among the rows of positive"),
    ],
)
def test_refuses_bad_data(data, message):
    """Bad data are refused with the argument and what is wrong with it."""
    with catch_warnings():
        simplefilter("error")
        with pytest.raises(ValueError, match=message):
            LogisticRegression().fit(*data)


@pytest.mark.parametrize(
    ("objective", "kind"),
    [
        (LogisticObjective, np.asarray),
        (LogisticObjective, csr_array),
        (OnePassObjective, np.asarray),
    ],
)
def test_a_trial_move_that_is_far_too_long(objective, kind):
    """The scores are inf - inf: no number and no warning, which the tests make errors.

    The second sample's weight is 0, and its loss infinite.
    """
    X = kind([[1.0, 10.0, 10.0], [1.0, 10.0, 0.0]])
    f = objective(X, [1, 0], beta=[1.0, 0.0], alpha=0.1)
    for w in ([0.0, 1e308, -1e308], [0.0, 1e308, 1e308]):
        assert not np.isfinite(f.value(np.array(w)))
        assert f.gradient(np.array(w)).shape == (3,)
