"""The working-set solver against optimality conditions, scikit-learn and FISTA."""

import tracemalloc
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix, random_array
from sklearn.linear_model import Lasso, MultiTaskLasso

from mlcourse.formulas.penalties import NORMS, is_subgradient
from mlcourse.solvers import active_set, working_set
from mlcourse.solvers.active_set import alpha_max, search, solve, turns
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.duality import duality_gap
from mlcourse.solvers.fista import fista
from mlcourse.solvers.steps import small_residual, until
from tests.solvers.problems import dense, problems, sample

BOTH = pytest.mark.parametrize("penalty", ["l1", "l21"])
MANY = active_set.MANY
# For a test of one of the two ways alone.
FEW, SWEPT = (pytest.mark.parametrize("way", [n], indirect=True) for n in (MANY, 0))


@pytest.fixture(params=[MANY, 0], ids=["few rows", "many rows"], autouse=True)
def way(request):
    """Every test goes both ways: by inner products, and by sweeps whenever W is not 0.

    An explicit reset of the constant, because Hypothesis runs a test many times.
    """
    active_set.MANY = request.param
    yield request.param
    active_set.MANY = MANY


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


# The fifth row of W is 0 at the optimum, and its price is just high enough.
BORDER = np.array([[-2, 1, 0], [-2, -1, 1], [-2, 0, -1], [-2, 1, 1], [-2, 0, -2]])
BORDER = BORDER[:, [0, 0, 0, 1, 2]] * 1.0, np.array([[-1.0], [3], [-2], [-2], [0]])


@BOTH
@settings(max_examples=40, deadline=None)
@example(BORDER, 0.5, 1e-3)
@given(problems(), st.sampled_from([0.05, 0.5]), st.sampled_from([1e-1, 1e-3, 1e-6]))
def test_the_gap_is_kept_and_true(penalty, problem, share, tol):
    """The gap is what was asked for, and no less than what is left to gain."""
    X, Y = problem
    alpha = share * alpha_max(X, Y, penalty) or 1.0
    found = solve(X, Y, penalty, alpha, tol=tol)
    assert found.gap <= tol * (Y**2).sum() / 2
    steps = fista(X, Y, penalty, alpha)
    best = until(steps, small_residual(1e-11), 20_000).last()
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
            assert (found.gap, found.k) == (0, 0)
            assert found.objective == (Y**2).sum() / 2
    if largest > 0:
        assert solve(X, Y, penalty, 0.99 * largest, tol=1e-9).W.any()


@BOTH
@settings(max_examples=30)
@given(problems())
def test_without_a_price(penalty, problem):
    """With alpha = 0 it is the shortest least-squares solution, by pseudo-inverse.

    All rows of W are free, and no move is made.
    """
    X, Y = problem
    found = solve(X, Y, penalty, 0)
    W = np.linalg.pinv(dense(X)) @ Y
    assert_allclose(found.W, W, atol=1e-9)
    assert_allclose(found.objective, objective(penalty, 0, dense(X), Y, W), atol=1e-9)
    assert found.gap < 1e-9
    assert found.k == 0
    assert_array_equal(found.rows, np.arange(len(W)))


@BOTH
def test_a_warm_start_saves_steps(penalty):
    """From its own answer it stays there; from a neighbour's it has less to do."""
    X, Y = sample(80, 60)
    alpha = 0.2 * alpha_max(X, Y, penalty)
    cold = solve(X, Y, penalty, alpha)
    again = solve(X, Y, penalty, alpha, start=cold.W)
    assert again.k == 0
    assert_array_equal(again.W, cold.W)
    near = solve(X, Y, penalty, 1.02 * alpha, start=cold.W)
    assert near.k < solve(X, Y, penalty, 1.02 * alpha).k
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
    assert found.k < 10 * cold.k  # the long row is not walked back
    assert start[7, 0] == 1e9


@BOTH
def test_a_start_on_a_column_of_zeros_is_not_walked_back(penalty):
    """Its price is low enough to begin there, and each step would take alpha off."""
    X, Y = sample(30, 20)
    X[:, 7] = 0
    alpha = 1e-3 * alpha_max(X, Y, penalty)
    start = solve(X, Y, penalty, alpha).W
    start[7, 0] = 0.1 * (Y**2).sum() / alpha
    found = solve(X, Y, penalty, alpha, start=start)
    assert found.k == 0
    assert not found.W[7].any()


@BOTH
def test_a_working_set_that_has_to_grow(penalty, monkeypatch, way):
    """With room for two rows at first it grows until all that matter are in.

    For sweeps two rows are enough to begin with: then they take all that matter.
    """
    X, Y = sample(50, 40)
    alpha = 0.02 * alpha_max(X, Y, penalty)
    whole = solve(X, Y, penalty, alpha, tol=1e-10)
    sizes, add = [], working_set.FewRows.add

    def spy(work, new):
        add(work, new)
        sizes.append(len(work.rows))
        assert len(set(work.rows)) == len(work.rows)
        assert_allclose(work.gram.G, X[:, work.rows].T @ X[:, work.rows], atol=1e-9)

    monkeypatch.setattr(active_set, "FIRST", 2)
    monkeypatch.setattr(working_set.FewRows, "add", spy)
    found = solve(X, Y, penalty, alpha, tol=1e-10)
    assert_allclose(found.W, whole.W, atol=1e-4)
    assert_allclose(found.objective, whole.objective, rtol=1e-9)
    assert sizes[:3] == ([2, 6, 18] if way else [2])
    assert whole.W.any(axis=1).sum() <= len(found.rows) <= 40


def test_l1_is_a_lasso_for_each_column():
    """Solved together or one by one, the columns are the same."""
    X, Y = sample(40, 30)
    alpha = 0.2 * alpha_max(X, Y, "l1")
    together = solve(X, Y, "l1", alpha, tol=1e-12).W
    alone = [solve(X, y[:, None], "l1", alpha, tol=1e-12).W for y in Y.T]
    assert_allclose(together, np.hstack(alone), atol=1e-6)


@FEW
def test_units_of_features_do_not_slow_it_down():
    """Columns from 1e-3 to 1e3 long, with prices to match, take no more steps.

    Of FISTA; tests/solvers/test_sweeps.py shows the same of sweeps.
    """
    X, Y = sample(60, 20)
    plain = solve(X, Y, "l1", 1e-6 * alpha_max(X, Y, "l1"), tol=1e-8)
    scaled = X * 10.0 ** np.linspace(-3, 3, 20)
    found = solve(scaled, Y, "l1", 1e-6 * alpha_max(scaled, Y, "l1"), tol=1e-8)
    assert found.k <= 2 * plain.k


@BOTH
def test_what_a_turn_says_is_true(penalty):
    """Objective, gap and rows belong to the W of each turn; the last is solve's."""
    X, Y = sample(50, 40)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    run = search(X, Y, penalty, alpha, tol=1e-9)
    kept = list(run)
    best = solve(X, Y, penalty, alpha, tol=1e-9)
    assert run.converged
    assert len(kept) > 2
    for turn in kept:
        assert_allclose(turn.objective, objective(penalty, alpha, X, Y, turn.W))
        R = Y - X @ turn.W
        gap = duality_gap(penalty, alpha, turn.W, -X.T @ R, (R**2).sum(axis=0))
        assert_allclose(turn.gap, gap, rtol=1e-6, atol=1e-10)
        assert set(np.flatnonzero(turn.W.any(axis=1))) <= set(turn.rows)
    assert all(b.k > a.k and b.gap < a.gap for a, b in pairwise(kept))
    assert_array_equal(kept[-1].W, best.W)
    assert kept[-1].k == best.k


@BOTH
def test_turns_go_on_until_rounding_allows_no_better(penalty):
    """Without a target they end by themselves, at a gap of nearly nothing."""
    X, Y = sample(30, 10)
    *_, last = turns(X, Y, penalty, 0.1 * alpha_max(X, Y, penalty), max_iter=3000)
    assert last.gap <= 1e-12 * (Y**2).sum()


@settings(max_examples=30, deadline=None)
@given(problems(), st.integers(0, 9))
def test_l1_with_a_strength_for_every_column(problem, seed):
    """Each column is a lasso with its own strength, from an array or alone."""
    X, Y = problem
    top = alpha_max(X, Y, "l1", each=True)
    assert_allclose(top, np.abs(dense(X).T @ Y).max(axis=0))
    assert alpha_max(X, Y, "l1") == top.max()
    alphas = np.random.default_rng(seed).choice([0.05, 0.4, 1.1], len(top)) * top
    alphas[alphas == 0] = 0.7
    found = solve(X, Y, "l1", alphas, tol=1e-13)
    total = 0.0
    for c, alpha in enumerate(alphas):
        alone = solve(X, Y[:, c : c + 1], "l1", alpha, tol=1e-13)
        mine = objective("l1", alpha, dense(X), Y[:, c : c + 1], found.W[:, c : c + 1])
        assert_allclose(mine, alone.objective, rtol=1e-6, atol=1e-6)
        total += mine
    assert_allclose(found.objective, total, atol=1e-9)


@BOTH
@settings(max_examples=30, deadline=None)
@given(problems(), st.sampled_from([0.02, 0.3]))
def test_an_intercept(penalty, problem, share):
    """Centred X, sparse or not, gives what X less its means gives."""
    X, Y = problem
    A = dense(X) - dense(X).mean(axis=0)
    Yc = Y - Y.mean(axis=0)
    alpha = share * alpha_max(A, Yc, penalty) or 1.0
    found = solve(Centred(X), Yc, penalty, alpha, tol=1e-12)
    plain = solve(A, Yc, penalty, alpha, tol=1e-12)
    assert_allclose(found.objective, plain.objective, rtol=1e-7, atol=1e-9)
    F = objective(penalty, alpha, A, Yc, found.W)
    assert_allclose(found.objective, F, atol=1e-9)


@pytest.mark.parametrize("centre", [True, False])
def test_sparse_x_is_not_made_dense(centre):
    """Dense, 2,000 rows of 20,000 columns would be 320 MB, or 160 MB in single."""
    rng = np.random.default_rng(0)
    X = random_array((2000, 20_000), density=0.001, format="csr", rng=rng)
    Y = X[:, :500] @ rng.normal(size=(500, 3))
    Y -= Y.mean(axis=0)
    alpha = 0.2 * alpha_max(Centred(X, centre), Y, "l21")
    tracemalloc.start()
    found = solve(Centred(X, centre), Y, "l21", alpha, tol=1e-3)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.W.any()
    assert peak < 40e6


@BOTH
def test_max_iter(penalty):
    """Too few steps end with an honest gap and no error."""
    X, Y = sample(30, 40)
    alpha = 0.01 * alpha_max(X, Y, penalty)
    found = solve(X, Y, penalty, alpha, tol=1e-9, max_iter=7)
    best = solve(X, Y, penalty, alpha, tol=1e-9)
    assert found.k == 7 < best.k
    assert found.gap >= found.objective - best.objective > 0
    assert solve(X, Y, penalty, alpha, max_iter=0).k == 0
    made = [turn.k for turn in turns(X, Y, penalty, alpha, max_iter=7)]
    assert made[-1] == 7
    assert all(b > a for a, b in pairwise(made))


@BOTH
def test_a_tolerance_beyond_rounding_ends(penalty):
    """A gap that rounding does not allow stops the search, not the program."""
    X, Y = sample(30, 10)
    found = solve(
        X, Y, penalty, 0.1 * alpha_max(X, Y, penalty), tol=1e-300, max_iter=900
    )
    assert found.gap <= 1e-12 * (Y**2).sum()


@pytest.mark.thorough
@BOTH
def test_a_tighter_tolerance_never_gives_a_worse_answer(penalty):
    """Beyond rounding, moves end early and the best turn is the last.

    FISTA adds up what it moves, so that a hundred thousand moves add up rounding.
    """
    X, Y = sample(60, 300)
    alpha = 0.01 * alpha_max(X, Y, penalty)
    for tol in (1e-15, 1e-300):
        found = solve(X, Y, penalty, alpha, tol=tol)
        assert found.gap <= 1e-12 * (Y**2).sum() / 2
        assert found.k < 20_000


@SWEPT
@BOTH
def test_as_many_columns_as_samples(penalty):
    """Columns used are almost dependent: by sweeps alone it took 1800 and more."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(40, 300)), rng.normal(size=(40, 3))
    alpha = 0.01 * alpha_max(X, Y, penalty)
    run = list(search(X, Y, penalty, alpha))
    assert run[-1].gap <= 1e-6 * (Y**2).sum() / 2
    assert run[-1].k < 1400


@pytest.mark.thorough
@FEW
@BOTH
@pytest.mark.parametrize(("n", "d", "ratio"), [(20, 30, 1e-3), (30, 120, 1e-2)])
def test_columns_that_go_together(penalty, n, d, ratio):
    """Momentum needs long runs here: 200 steps from a stop gain next to nothing."""
    for seed in range(3):
        rng = np.random.default_rng(seed)
        X, Y = rng.normal(size=(n, d)) + rng.normal(size=(n, 1)), rng.random((n, 3))
        X, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
        alpha = ratio * alpha_max(X, Y, penalty)
        found = solve(X, Y, penalty, alpha)
        assert found.gap <= 1e-6 * (Y**2).sum() / 2


@FEW
@BOTH
def test_columns_that_nearly_agree(penalty):
    """The gap rises while the objective falls, as low as FISTA's in as many moves."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(100, 10)), (rng.normal(size=(100, 1)) > 0) - 0.5
    X = rng.normal(size=(100, 1)) + 1e-3 * X
    alpha = 1e-5 * alpha_max(X, Y, penalty)
    found = solve(X, Y, penalty, alpha, max_iter=5000)
    assert found.k == 5000
    best = until(fista(X, Y, penalty, alpha), small_residual(1e-300), 5000).last()
    assert found.objective < best.objective * (1 + 1e-3)


@pytest.mark.thorough
@SWEPT
def test_sweeps_that_crawl_end():
    """On columns with one thing in common FISTA takes over, and reaches the gap."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 120)) + 3 * rng.normal(size=(60, 1))
    Y = (X[:, :1] + rng.normal(size=(60, 1)) > 0) - 0.5
    run = search(X, Y, "l1", 3e-4 * alpha_max(X, Y, "l1"), max_iter=60_000)
    assert run.last().gap <= 1e-6 * (Y**2).sum() / 2
    assert run.converged


@pytest.mark.thorough
@SWEPT
def test_sweeps_that_crawl_end_also_where_rows_are_many():
    """With more than twice as many as samples sweeps alone would take 14 s."""
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(100, 600)), rng.normal(size=(100, 3))
    run = search(X, Y, "l1", 1e-3 * alpha_max(X, Y, "l1"), max_iter=20_000)
    assert run.last().gap <= 1e-6 * (Y**2).sum() / 2
    assert run.converged


@pytest.mark.thorough
@FEW
@BOTH
@pytest.mark.parametrize("seed", [3, 9])  # the second needs several of Newton's steps
def test_where_fista_gains_no_more_newton_does(penalty, seed):
    """Columns with one thing in common, hardly a penalty, and a gap near rounding."""
    rng = np.random.default_rng(seed)
    X = 0.01 * rng.normal(size=(60, 30)) + rng.normal(size=(60, 1))
    Y = (rng.random((60, 3)) < 0.4) * 1.0
    run = search(X, Y, penalty, 6e-6, tol=6e-9, max_iter=60_000)
    assert run.last().gap <= 6e-9 * (Y**2).sum() / 2
    assert run.converged


@FEW
@BOTH
def test_the_first_turn_is_the_start(penalty):
    """Before any move, with the rows that are not 0."""
    X, Y = sample(30, 10)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    W = solve(X, Y, penalty, alpha).W / 2
    first = next(turns(X, Y, penalty, alpha, start=W))
    assert first.k == 0
    assert_array_equal(first.W, W)
    assert_array_equal(first.rows, np.flatnonzero(W.any(axis=1)))
    assert 0 < len(first.rows) < 10


@FEW
@BOTH
def test_a_start_that_is_worse_than_none_is_none(penalty):
    """From 1e5 away on columns far from 0 no number of moves would come back."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(5, 10)) + 1000, rng.normal(size=(5, 1))
    alpha = 0.6 * alpha_max(X, Y, penalty)
    far = 1e5 * rng.normal(size=(10, 1))
    found = solve(X, Y, penalty, alpha, start=far)
    plain = solve(X, Y, penalty, alpha)
    assert (found.k, found.objective) == (plain.k, plain.objective)
    assert_array_equal(found.W, plain.W)


@FEW
@BOTH
def test_the_last_turn_counts_all_moves(penalty):
    """Also those that made nothing better."""
    X, Y = sample(30, 10)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    *_, before, last = turns(X, Y, penalty, alpha)
    assert last.k > before.k
    assert (last.gap, last.objective) == (before.gap, before.objective)
    assert_array_equal(last.W, before.W)


@BOTH
def test_a_search_that_is_stuck_ends(penalty, monkeypatch):
    """If the working set can be improved no further, the search ends with its gap."""
    X, Y = sample(30, 10)
    alpha = 0.1 * alpha_max(X, Y, penalty)
    monkeypatch.setattr(working_set.FewRows, "move", lambda self, W, *rest: (W, 0))
    found = solve(X, Y, penalty, alpha)
    assert (found.k, found.W.any()) == (0, False)
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
        ({"alpha": -1}, "alpha=-1 must be a finite number >= 0"),
        ({"tol": 0}, "tol=0 must be a finite number > 0"),
        (
            {"start": np.zeros((3, 12))},
            r"start has shape \(3, 12\); make it .* = \(12, 3\)",
        ),
        ({"X": np.full((30, 12), np.nan)}, "X holds NaN"),
        ({"Y": np.zeros(30)}, "make a vector y one column"),
        ({"alpha": [1.0, 2.0]}, r"alpha has shape \(2,\); .* column of Y: \(3,\)"),
        ({"alpha": [1.0, 0.0, 2.0]}, "alpha=.*0.0.* must be a finite number > 0"),
        ({"X": np.full((30, 12), 1e200)}, "too large to square; divide X by 1e.200"),
        ({"max_iter": -1}, "max_iter=-1 must be a whole number >= 0"),
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
