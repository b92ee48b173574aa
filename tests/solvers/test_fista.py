"""ISTA and FISTA against optimality, theorems, and scikit-learn."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.linear_model import Lasso, MultiTaskLasso, Ridge

from mlcourse.formulas.penalties import NORMS, is_subgradient
from mlcourse.solvers.duality import duality_gap
from mlcourse.solvers.fista import (
    SHORTER,
    fista,
    ista,
    proximal_steps,
)
from mlcourse.solvers.least_squares import LeastSquares, lipschitz
from mlcourse.solvers.steps import small_residual, until
from tests.solvers.problems import dense, problems, sample

NAMES = sorted(NORMS)


def solution(steps, tol=1e-10, max_iter=20_000):
    *_, last = until(steps, small_residual(tol), max_iter)
    return last


@pytest.mark.parametrize("penalty", NAMES)
@settings(max_examples=25, deadline=None)
@given(problems(), st.sampled_from([0.5, 2.0, 100.0]))
def test_optimality(penalty, problem, alpha):
    """At the end the slope of the loss is alpha times a subgradient of the penalty."""
    X, Y = problem
    last = solution(fista(X, Y, penalty, alpha))
    gradient = dense(X).T @ (Y - dense(X) @ last.W) / alpha
    assert is_subgradient(penalty, last.W, gradient, tol=1e-5)


@pytest.mark.parametrize("penalty", NAMES)
@settings(max_examples=15, deadline=None)
@given(problems())
def test_without_a_price_it_is_least_squares(penalty, problem):
    """With alpha = 0 the loss falls to that of NumPy's least squares."""
    X, Y = problem
    best = np.linalg.lstsq(dense(X), Y)[0]
    last = solution(fista(X, Y, penalty, 0.0), tol=1e-9)
    assert_allclose(
        last.objective, ((dense(X) @ best - Y) ** 2).sum() / 2, rtol=1e-6, atol=1e-6
    )


@pytest.mark.parametrize("step", ["lipschitz", "backtracking"])
@pytest.mark.parametrize("solver", [ista, fista])
def test_the_peers_of_scikit_learn(solver, step):
    """Lasso, MultiTaskLasso and Ridge reach the same objective; their loss is / n."""
    X, Y = sample()
    n, alpha = len(X), 4.0
    lasso = Lasso(alpha / n, fit_intercept=False, tol=1e-12, max_iter=100_000)
    tasks = MultiTaskLasso(alpha / n, fit_intercept=False, tol=1e-12, max_iter=100_000)
    peers = {
        "l1": [lasso.fit(X, y).coef_ for y in Y.T],
        "l21": tasks.fit(X, Y).coef_,
        "ridge": Ridge(alpha, fit_intercept=False).fit(X, Y).coef_,
    }
    for penalty, coef in peers.items():
        W = np.transpose(coef)
        best = ((X @ W - Y) ** 2).sum() / 2 + alpha * NORMS[penalty].value(W)
        last = solution(solver(X, Y, penalty, alpha, step))
        assert_allclose(last.objective, best, rtol=1e-9)
        assert_allclose(last.W, W, atol=1e-5)


def test_ridge_in_closed_form():
    """Ridge has a formula: (X'X + alpha I) W = X'Y."""
    X, Y = sample(n=8)
    W = np.linalg.solve(X.T @ X + 3 * np.eye(12), X.T @ Y)
    last = solution(fista(csr_array(X), Y, "ridge", 3.0), tol=1e-13)
    assert_allclose(last.W, W, atol=1e-10)
    assert (last.W != 0).all()


def test_first_moves_by_hand():
    """On w^2/2 - 4w + abs(w) from 0 with t = 1/2 ISTA halves the way to 3."""
    steps = list(islice(ista([[1.0]], [[4.0]], "l1", 1.0, 0.5), 4))
    assert_allclose([s.W[0, 0] for s in steps], [0, 1.5, 2.25, 2.625])
    assert [s.k for s in steps] == [0, 1, 2, 3]
    assert [s.step_size for s in steps] == [0, 0.5, 0.5, 0.5]
    assert_allclose([s.loss for s in steps[:2]], [8, 3.125])
    assert_allclose([s.penalty for s in steps[:2]], [0, 1.5])
    assert_allclose([s.residual for s in steps], [np.inf, 3, 1.5, 0.75])
    golden = (1 + np.sqrt(5)) / 2  # theta_2; theta_3 = 2.1935
    momentum = (golden - 1) / ((1 + np.sqrt(1 + 4 * golden**2)) / 2)
    steps = list(islice(fista([[1.0]], [[4.0]], "l1", 1.0, 0.5), 4))
    assert_allclose([s.momentum for s in steps], [0, 0, 0, momentum])
    z = 2.25 + momentum * 0.75
    assert_allclose([s.W[0, 0] for s in steps], [0, 1.5, 2.25, (z + 3) / 2])


@pytest.mark.parametrize("penalty", NAMES)
def test_what_a_step_says_is_true(penalty):
    """Loss, penalty, objective and image belong to the W of each step."""
    X, Y = sample()
    for s in islice(fista(X, Y, penalty, 2.0), 40):
        assert_allclose(s.image, X @ s.W, atol=1e-12)
        assert_allclose(s.loss, ((X @ s.W - Y) ** 2).sum() / 2)
        assert_allclose(s.penalty, 2 * NORMS[penalty].value(s.W), atol=1e-12)
        assert s.objective == s.loss + s.penalty


@pytest.mark.parametrize("penalty", NAMES)
def test_theorems_of_beck_and_teboulle(penalty):
    """ISTA never climbs; both stay below their bounds (theorems 3.1 and 4.4)."""
    X, Y = sample(n=10, d=20)
    L = np.linalg.norm(X, 2) ** 2
    best = solution(fista(X, Y, penalty, 1.0))
    reach = L * (best.W**2).sum()  # from W = 0
    slow = list(islice(ista(X, Y, penalty, 1.0, 1 / L), 200))
    fast = list(islice(fista(X, Y, penalty, 1.0, 1 / L, restart=False), 200))
    for s in slow[1:]:
        assert s.objective - best.objective <= reach / (2 * s.k)
    for s in fast[1:]:
        assert s.objective - best.objective <= 2 * reach / (s.k + 1) ** 2
    assert all(b.objective <= a.objective + 1e-9 for a, b in pairwise(slow))


def test_restarts_and_momentum_pay():
    """FISTA needs fewer steps than ISTA, and fewer again with restarts."""
    X, Y = sample(n=40, d=30)
    X = X + X[:, :1]  # columns that resemble each other: slow
    counts = [
        solution(steps, tol=1e-6).k
        for steps in (
            fista(X, Y, "l21", 1.0),
            fista(X, Y, "l21", 1.0, restart=False),
            ista(X, Y, "l21", 1.0),
        )
    ]
    assert counts[0] < 0.7 * counts[1]
    assert counts[0] < 0.3 * counts[2]


def test_momentum_is_forgotten_at_a_restart():
    """With restarts the momentum falls back to 0 now and then, without it grows."""
    X, Y = sample(n=20, d=30)
    with_, without = (
        [s.momentum for s in islice(fista(X, Y, "l1", 1.0, restart=r), 100)]
        for r in (True, False)
    )
    assert 0 in with_[5:]
    assert all(b >= a for a, b in pairwise(without))
    assert without[-1] > 0.95
    assert not any(s.momentum for s in islice(ista(X, Y, "l1", 1.0), 20))


@settings(max_examples=50)
@given(problems())
def test_lipschitz_from_below(problem):
    """Power iteration stays below the largest eigenvalue, and is 0 only with it."""
    X, Y = problem
    true = np.linalg.norm(dense(X), 2) ** 2
    assert true * 0.1 <= lipschitz(LeastSquares(X, Y)) <= true * (1 + 1e-12)


@pytest.mark.parametrize("step", ["lipschitz", "backtracking"])
def test_first_step_size(step):
    """A single column of length 2 allows a step of 1/4, a matrix of zeros any."""
    sizes = [
        list(islice(ista(X, [[3.0], [0.0]], "l1", 1.0, step), 2))[1].step_size
        for X in ([[2.0], [0.0]], [[0.0], [0.0]])
    ]
    assert_allclose(sizes, [1 / 4, 1])


@pytest.mark.parametrize("seed", range(5))
def test_lipschitz_comes_near(seed):
    """On noise it misses the largest eigenvalue by less than 15 per cent."""
    X, Y = sample(seed=seed)
    assert lipschitz(LeastSquares(X, Y)) >= 0.85 * np.linalg.norm(X, 2) ** 2


def test_lipschitz_in_the_units_of_columns():
    """With the diagonal as scale, the units of the columns do not matter."""
    X, Y = sample()
    units = 10.0 ** np.arange(-6, 6)
    f, g = LeastSquares(X, Y), LeastSquares(X * units, Y)
    correlation = X.T @ X / np.sqrt(np.outer(f.squares, f.squares))
    true = np.linalg.norm(correlation, 2)
    for h in (f, g):
        assert 0.9 * true <= lipschitz(h, h.squares[:, None]) <= true * (1 + 1e-9)


def test_scaled_steps():
    """Columns in units from 1e-3 to 1e3: scaled steps get there, others do not."""
    X, Y = sample()
    f, W = LeastSquares(X * 10.0 ** np.linspace(-3, 3, 12), Y), np.zeros((12, 3))
    scaled = proximal_steps(f, NORMS["l1"], 0.1, W, scale=f.squares[:, None])
    for steps, arrives in ((scaled, True), (fista(f.X, Y, "l1", 0.1), False)):
        *_, last = islice(steps, 100)
        squares = ((last.image - Y) ** 2).sum(axis=0)
        gap = duality_gap("l1", 0.1, last.W, f.gradient(last.image), squares)
        assert (gap < 1e-9 * (Y**2).sum()) == arrives


@pytest.mark.parametrize("solver", [ista, fista])
def test_steps_that_adapt(solver):
    """Backtracking starts too long, ends at most at the bound, and not far below."""
    X, Y = sample()
    X[:, 1:4] = X[:, :1]  # four equal columns: far more curved than one
    L = np.linalg.norm(X, 2) ** 2
    sizes = [s.step_size for s in islice(solver(X, Y, "l21", 1.0, "backtracking"), 60)]
    assert all(b <= a for a, b in pairwise(sizes[1:]))
    assert SHORTER / L <= sizes[-1] < 0.5 / (X**2).sum(axis=0).max()


def test_a_step_too_long_diverges():
    """A number is kept even if it is too long, and `until` ends at infinity."""
    X, Y = sample()
    L = np.linalg.norm(X, 2) ** 2
    with np.errstate(over="ignore", invalid="ignore"):
        steps = list(until(ista(X, Y, "l1", 1.0, 3 / L), small_residual(1e-9), 5000))
    assert not np.isfinite(steps[-1].objective)
    assert len(steps) < 5000
    assert {s.step_size for s in steps[1:]} == {3 / L}
    assert solution(ista(X, Y, "l1", 1.0, 1.9 / L)).objective < steps[0].objective


def test_the_residual_rule():
    """Steps end at the first residual that is small beside that of the first move."""
    run = until(ista([[1.0]], [[4.0]], "l1", 1.0, 0.5), small_residual(0.25))
    assert [s.residual for s in run] == [np.inf, 3, 1.5, 0.75]
    assert run.converged
    run = until(ista([[1.0]], [[4.0]], "l1", 1.0, 0.5), small_residual(0.25), 2)
    assert [s.k for s in run] == [0, 1, 2]
    assert not run.converged


@pytest.mark.parametrize("penalty", NAMES)
def test_at_the_bottom_it_stays(penalty):
    """Where W = 0 is best no step moves, nor does X = 0 stop it."""
    X, Y = sample()
    for table, alpha in ((X, 1e4), (0 * X, 1.0)):
        steps = list(until(fista(table, Y, penalty, alpha), small_residual(1e-6)))
        if penalty != "ridge" or not table.any():
            assert len(steps) == 2
            assert not steps[-1].W.any()


def test_start():
    """A start is where it begins, and is not written to."""
    X, Y = sample()
    end = solution(fista(X, Y, "l21", 2.0)).W
    start = end + 0.1
    first = next(fista(X, Y, "l21", 2.0, start=start))
    assert_array_equal(first.W, end + 0.1)
    last = solution(fista(X, Y, "l21", 2.0, start=start))
    assert_allclose(last.W, end, atol=1e-6)
    assert_array_equal(start, end + 0.1)


@pytest.mark.parametrize("solver", [ista, fista])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"penalty": "l3"}, "penalty='l3' is unknown"),
        ({"alpha": -1}, "alpha=-1 must be a finite number >= 0"),
        ({"start": [[1.0]]}, r"start has shape \(1, 1\)"),
        ({"step": "wolfe"}, "choose 'lipschitz', 'backtracking' or a number"),
        ({"step": 0.0}, "step=0.0 must be a finite number > 0"),
        ({"Y": [1.0]}, "make a vector y one column"),
    ],
)
def test_refuses_bad_arguments(solver, change, message):
    """What is out of range is refused at the first step."""
    X, Y = sample()
    arguments = {"X": X, "Y": Y, "penalty": "l1", "alpha": 1.0} | change
    with pytest.raises(ValueError, match=message):
        next(solver(**arguments))
