"""The working-set solver against optimality conditions, scikit-learn and FISTA."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix
from sklearn.linear_model import Lasso, MultiTaskLasso

from mlcourse.formulas.penalties import NORMS, is_subgradient
from mlcourse.solvers import active_set
from mlcourse.solvers.active_set import alpha_max, solve
from mlcourse.solvers.fista import fista, settled
from tests.solvers.problems import dense, problems, sample

BOTH = pytest.mark.parametrize("penalty", ["l1", "l21"])


def objective(penalty, alpha, X, Y, W):
    return ((X @ W - Y) ** 2).sum() / 2 + alpha * NORMS[penalty].value(W)


@BOTH
@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from([0.02, 0.3, 0.9]))
def test_optimality(penalty, problem, share):
    """X'R / alpha is a subgradient at W: ties, zero and equal columns, n < d."""
    X, Y = problem
    alpha = share * alpha_max(X, Y, penalty) or 1.0
    found = solve(X, Y, penalty, alpha, tol=1e-13)
    gradient = dense(X).T @ (Y - dense(X) @ found.W) / alpha
    assert is_subgradient(penalty, found.W, gradient, tol=1e-4)
    assert_allclose(found.objective, objective(penalty, alpha, dense(X), Y, found.W))
    assert not found.W[-1].any()  # a column of zeros has no use


@BOTH
@settings(max_examples=40, deadline=None)
@given(problems(), st.sampled_from([0.05, 0.5]), st.sampled_from([1e-1, 1e-3, 1e-6]))
def test_the_gap_is_kept_and_true(penalty, problem, share, tol):
    """The gap is what was asked for, and no less than what is left to gain."""
    X, Y = problem
    alpha = share * alpha_max(X, Y, penalty) or 1.0
    found = solve(X, Y, penalty, alpha, tol=tol)
    assert found.gap <= tol * (Y**2).sum() / 2
    *_, best = settled(fista(X, Y, penalty, alpha), tol=1e-11, max_iter=20_000)
    assert found.gap >= found.objective - best.objective - 1e-9
    assert found.objective >= best.objective - 1e-6 * (1 + best.objective)


@pytest.mark.parametrize("kind", [np.asarray, csr_array, csr_matrix])
@pytest.mark.parametrize(("n", "d"), [(60, 40), (30, 80)])
@pytest.mark.parametrize("share", [0.5, 0.1, 0.01])
def test_the_peers_of_scikit_learn(n, d, share, kind):
    """Lasso and MultiTaskLasso, whose loss is divided by n, reach the same."""
    X, Y = sample(n, d)
    for penalty, model in (("l1", Lasso), ("l21", MultiTaskLasso)):
        alpha = share * alpha_max(X, Y, penalty)
        peer = model(alpha / n, fit_intercept=False, tol=1e-10, max_iter=200_000)
        if penalty == "l21":
            W = peer.fit(X, Y).coef_.T
        else:
            W = np.column_stack([peer.fit(X, y).coef_ for y in Y.T])
        found = solve(kind(X), Y, penalty, alpha, tol=1e-10)
        best = objective(penalty, alpha, X, Y, W)
        assert_allclose(found.objective, best, rtol=1e-6)
        assert_array_equal(found.W.any(axis=1), W.any(axis=1))


@BOTH
@settings(max_examples=30)
@given(problems())
def test_from_lam_max_on_all_is_zero(penalty, problem):
    """At alpha_max W is exactly 0, also from a start that is not; below it is not."""
    X, Y = problem
    largest = alpha_max(X, Y, penalty)
    assert_allclose(largest, NORMS[penalty].dual(dense(X).T @ Y))
    start = np.ones((X.shape[1], Y.shape[1]))
    for alpha in (largest, 2 * largest):
        if alpha > 0:
            found = solve(X, Y, penalty, alpha, start=start)
            assert not found.W.any()
            assert (found.gap, found.n_iter) == (0, 0)
            assert found.objective == (Y**2).sum() / 2
    if largest > 0:
        assert solve(X, Y, penalty, 0.99 * largest, tol=1e-9).W.any()


@BOTH
@settings(max_examples=30)
@given(problems())
def test_without_a_price(penalty, problem):
    """With alpha = 0 it is the shortest least-squares solution: the pseudo-inverse's."""
    X, Y = problem
    found = solve(X, Y, penalty, 0)
    W = np.linalg.pinv(dense(X)) @ Y
    assert_allclose(found.W, W, atol=1e-9)
    assert_allclose(found.objective, objective(penalty, 0, dense(X), Y, W), atol=1e-9)
    assert found.gap < 1e-9


@BOTH
def test_a_warm_start_saves_steps(penalty):
    """From its own answer it stays there; from a neighbour's it has less to do."""
    X, Y = sample(80, 60)
    alpha = 0.2 * alpha_max(X, Y, penalty)
    cold = solve(X, Y, penalty, alpha)
    again = solve(X, Y, penalty, alpha, start=cold.W)
    assert again.n_iter == 0
    assert_array_equal(again.W, cold.W)
    near = solve(X, Y, penalty, 1.02 * alpha, start=cold.W)
    assert near.n_iter < solve(X, Y, penalty, 1.02 * alpha).n_iter
    assert_allclose(near.objective, solve(X, Y, penalty, 1.02 * alpha).objective, 1e-5)


@BOTH
def test_a_start_that_is_wrong_everywhere(penalty):
    """Any start leads to the same objective, one on a column of zeros included."""
    X, Y = sample(30, 20)
    X[:, 7] = 0
    alpha = 0.3 * alpha_max(X, Y, penalty)
    start = np.full((20, 3), 50.0)
    start[7] = 1e9
    found, cold = (
        solve(X, Y, penalty, alpha, tol=1e-9, start=s) for s in (start, None)
    )
    assert_allclose(found.objective, cold.objective, rtol=1e-7)
    assert not found.W[7].any()
    assert found.n_iter < 10 * cold.n_iter  # the long row is not walked back
    assert start[7, 0] == 1e9


@BOTH
def test_a_working_set_that_has_to_grow(penalty, monkeypatch):
    """With room for two rows at first it grows until all that matter are in."""
    X, Y = sample(50, 40)
    alpha = 0.02 * alpha_max(X, Y, penalty)
    whole = solve(X, Y, penalty, alpha, tol=1e-10)
    sizes, add = [], active_set.WorkingSet.add

    def spy(work, new):
        add(work, new)
        sizes.append(len(work.rows))
        assert len(set(work.rows)) == len(work.rows)
        assert_allclose(work.gram.G, X[:, work.rows].T @ X[:, work.rows], atol=1e-9)

    monkeypatch.setattr(active_set, "FIRST", 2)
    monkeypatch.setattr(active_set.WorkingSet, "add", spy)
    found = solve(X, Y, penalty, alpha, tol=1e-10)
    assert_allclose(found.W, whole.W, atol=1e-4)
    assert_allclose(found.objective, whole.objective, rtol=1e-9)
    assert sizes[:4] == [0, 2, 4, 8]
    assert whole.W.any(axis=1).sum() <= sizes[-1] <= 40


def test_l1_is_a_lasso_for_each_column():
    """Solved together or one by one, the columns are the same."""
    X, Y = sample(40, 30)
    alpha = 0.2 * alpha_max(X, Y, "l1")
    together = solve(X, Y, "l1", alpha, tol=1e-12).W
    alone = [solve(X, y[:, None], "l1", alpha, tol=1e-12).W for y in Y.T]
    assert_allclose(together, np.hstack(alone), atol=1e-6)


def test_units_of_features_do_not_slow_it_down():
    """Columns from 1e-3 to 1e3 long, with prices to match, take no more steps."""
    X, Y = sample(60, 20)
    plain = solve(X, Y, "l1", 1e-6 * alpha_max(X, Y, "l1"), tol=1e-8)
    scaled = X * 10.0 ** np.linspace(-3, 3, 20)
    found = solve(scaled, Y, "l1", 1e-6 * alpha_max(scaled, Y, "l1"), tol=1e-8)
    assert found.n_iter <= 2 * plain.n_iter


@BOTH
def test_max_iter(penalty):
    """Too few steps end with an honest gap and no error."""
    X, Y = sample(30, 40)
    alpha = 0.01 * alpha_max(X, Y, penalty)
    found = solve(X, Y, penalty, alpha, tol=1e-9, max_iter=7)
    best = solve(X, Y, penalty, alpha, tol=1e-9)
    assert found.n_iter == 7 < best.n_iter
    assert found.gap >= found.objective - best.objective > 0
    assert solve(X, Y, penalty, alpha, max_iter=0).n_iter == 0


@BOTH
def test_a_tolerance_beyond_rounding_ends(penalty):
    """A gap that rounding does not allow stops the search, not the program."""
    X, Y = sample(30, 10)
    found = solve(
        X, Y, penalty, 0.1 * alpha_max(X, Y, penalty), tol=1e-300, max_iter=900
    )
    assert found.gap <= 1e-12 * (Y**2).sum()


@BOTH
def test_a_search_that_is_stuck_ends(penalty, monkeypatch):
    """If the working set can be improved no further, the search ends with its gap."""
    X, Y = sample(30, 10)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    monkeypatch.setattr(active_set, "_refine", lambda gram, p, alpha, W, *rest: (W, 0))
    found = solve(X, Y, penalty, alpha)
    assert (found.n_iter, found.W.any()) == (0, False)
    assert found.gap > 1e-6 * (Y**2).sum() / 2


@BOTH
def test_nothing_to_explain(penalty):
    """With Y = 0 W is 0."""
    X, Y = sample()
    found = solve(X, 0 * Y, penalty, 0.5, start=np.ones((12, 3)))
    assert not found.W.any()
    assert found.objective == found.gap == alpha_max(X, 0 * Y, penalty) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"penalty": "trace"}, "penalty='trace' is unknown; choose 'l1' or 'l21'"),
        ({"alpha": -1}, "alpha=-1 must be finite and >= 0"),
        ({"tol": 0}, "tol=0 must be finite and > 0"),
        ({"start": np.zeros((3, 12))}, r"start has shape \(3, 12\); .* = \(12, 3\)"),
        ({"X": np.full((30, 12), np.nan)}, "X holds NaN"),
        ({"Y": np.zeros(30)}, "make a vector y one column"),
    ],
)
def test_refuses_bad_arguments(change, message):
    """Unknown penalties, numbers out of range and shapes that differ are refused."""
    X, Y = sample()
    arguments = {"X": X, "Y": Y, "penalty": "l1", "alpha": 1.0} | change
    with pytest.raises(ValueError, match=message):
        solve(**arguments)
    with pytest.raises(ValueError, match="penalty='l2' is unknown"):
        alpha_max(X, Y, "l2")
