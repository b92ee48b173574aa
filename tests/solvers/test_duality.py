"""The duality gap against weak duality, known optima and a search over s."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from mlcourse.formulas.penalties import NORMS
from mlcourse.solvers.duality import duality_gap
from tests.solvers.problems import dense, problems

NAMES = sorted(NORMS)
prices = st.sampled_from([0.3, 1.0, 4.0, 50.0])


def gap_at(penalty, alpha, X, Y, W):
    R = Y - X @ W
    return duality_gap(penalty, alpha, W, -X.T @ R, (R**2).sum(axis=0))


def objective(penalty, alpha, X, Y, W):
    return ((Y - X @ W) ** 2).sum() / 2 + alpha * NORMS[penalty].value(W)


@pytest.mark.parametrize("penalty", NAMES)
@settings(max_examples=20)
@given(problems(), prices, st.integers(0, 9))
def test_nothing_lies_below_by_more_than_the_gap(penalty, problem, alpha, seed):
    """F(W) - F(V) is at most the gap at W, whatever W and V."""
    X, Y = dense(problem[0]), problem[1]
    rng, shape = np.random.default_rng(seed), (X.shape[1], Y.shape[1])
    best = np.linalg.lstsq(X, Y)[0]
    points = [np.zeros(shape), best, best / 2, rng.normal(size=shape)]
    points += [NORMS[penalty].proximal(best, 0.1 * alpha)]
    lowest = min(objective(penalty, alpha, X, Y, V) for V in points)
    for W in points:
        gap = gap_at(penalty, alpha, X, Y, W)
        assert gap >= objective(penalty, alpha, X, Y, W) - lowest - 1e-9


@pytest.mark.parametrize("penalty", NAMES)
def test_no_gap_at_the_optimum(penalty):
    """With orthonormal columns the proximal map of X'Y is the optimum."""
    rng = np.random.default_rng(0)
    X = np.linalg.qr(rng.normal(size=(9, 4))).Q
    Y = 3 * rng.normal(size=(9, 3))
    W = NORMS[penalty].proximal(X.T @ Y, 0.7)
    assert_allclose(gap_at(penalty, 0.7, X, Y, W), 0, atol=1e-12)
    assert gap_at(penalty, 0.7, X, Y, 1.1 * W) > 1e-3


@pytest.mark.parametrize("penalty", ["l1", "l2", "l21", "trace"])
@settings(max_examples=20)
@given(problems(), prices, st.integers(0, 9))
def test_the_multiple_is_the_best(penalty, problem, alpha, seed):
    """No multiple of the residual that is feasible leaves a smaller gap."""
    X, Y = dense(problem[0]), problem[1][:, :1]
    W = np.random.default_rng(seed).normal(size=(X.shape[1], 1))
    R = Y - X @ W
    gap, dual = gap_at(penalty, alpha, X, Y, W), NORMS[penalty].dual(X.T @ R)
    feasible = [a for a in np.linspace(-3, 3, 601) if abs(a) * dual <= alpha]
    duals = [a * (R * Y).sum() - a**2 * (R**2).sum() / 2 for a in feasible]
    best = objective(penalty, alpha, X, Y, W) - max(duals)
    scale = 1 + (R**2).sum() + (Y**2).sum()
    assert gap <= best + 1e-9 * scale
    if dual == 0 or alpha / dual > 3:
        return  # the best multiple may lie outside the search
    edge = min(alpha / dual - max(feasible), 0.01)
    assert gap >= best - (edge + 0.01) * scale


@given(problems(), prices)
@settings(max_examples=20)
def test_with_l1_every_column_has_its_own_gap(problem, alpha):
    """The gap of a lasso on many columns is the sum of the columns' gaps."""
    X, Y = dense(problem[0]), problem[1]
    W = np.random.default_rng(0).normal(size=(X.shape[1], Y.shape[1]))
    columns = [slice(c, c + 1) for c in range(Y.shape[1])]
    each = [gap_at("l1", alpha, X, Y[:, c], W[:, c]) for c in columns]
    assert_allclose(gap_at("l1", alpha, X, Y, W), sum(each), atol=1e-9)


@given(problems(), prices, st.integers(0, 9))
@settings(max_examples=40)
def test_the_gap_of_the_squared_norm(problem, alpha, seed):
    """The gap of the squared norm is primal less dual, and 0 at the optimum.

    The conjugate of a |w|^2 / 2 is |q|^2 / 2a; where X is 0 the gap is a |W|^2 / 2.
    """
    X, Y = dense(problem[0]), problem[1]
    W = np.random.default_rng(seed).normal(size=(X.shape[1], Y.shape[1]))
    R = Y - X @ W
    dual = (R * Y).sum() - (R**2).sum() / 2 - ((X.T @ R) ** 2).sum() / (2 * alpha)
    expected = objective("ridge", alpha, X, Y, W) - dual
    assert_allclose(gap_at("ridge", alpha, X, Y, W), expected, atol=1e-9)
    alone = gap_at("ridge", alpha, 0 * X, Y, W)
    assert_allclose(alone, alpha * (W**2).sum() / 2)
    best = np.linalg.solve(X.T @ X + alpha * np.eye(len(W)), X.T @ Y)
    assert_allclose(gap_at("ridge", alpha, X, Y, best), 0, atol=1e-9)


@given(problems(), st.integers(0, 9))
@settings(max_examples=20)
def test_with_l1_every_column_may_have_its_own_strength(problem, seed):
    """One gap with an array of strengths is the sum of gaps with a strength each."""
    X, Y = dense(problem[0]), problem[1]
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(X.shape[1], Y.shape[1]))
    alphas = rng.uniform(0.1, 5, size=Y.shape[1])
    each = [
        gap_at("l1", a, X, Y[:, c : c + 1], W[:, c : c + 1])
        for c, a in enumerate(alphas)
    ]
    assert_allclose(gap_at("l1", alphas, X, Y, W), sum(each), atol=1e-9)
    assert_allclose(gap_at("l1", alphas[None], X, Y, W), sum(each), atol=1e-9)


@given(problems(), st.sampled_from(["l1", "l21"]), st.integers(0, 9))
@settings(max_examples=40)
def test_the_gap_of_some_rows_holds_for_all(problem, penalty, seed):
    """If the others are 0 and their price is high enough, also to the last digit."""
    X, Y = dense(problem[0]), problem[1]
    W = np.random.default_rng(seed).normal(size=(X.shape[1], Y.shape[1]))
    W[::2] = 0
    R = Y - X @ W
    Q, squares = X.T @ R, (R**2).sum(axis=0)
    alpha = NORMS[penalty].dual(Q[::2]) or 1.0
    some = duality_gap(penalty, alpha, W[1::2], -Q[1::2], squares, most=1.0)
    assert duality_gap(penalty, alpha, W, -Q, squares) <= some + 1e-9


def test_without_a_price():
    """With alpha = 0 the gap is half the residual, 0 at the optimum, or infinite."""
    X, Y = np.eye(2), np.array([[3.0], [4.0]])
    assert gap_at("l21", 0.0, X, Y, np.zeros((2, 1))) == 12.5
    assert gap_at("l21", 0.0, X, Y, Y) == 0
    assert gap_at("ridge", 0.0, X, Y, Y) == np.inf


def test_a_perfect_fit():
    """Without a residual the gap is the whole penalty."""
    assert gap_at("l21", 2.0, np.eye(2), np.array([[3.0], [4.0]]), [[3.0], [4.0]]) == 14
