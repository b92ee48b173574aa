"""Sweeps over blocks of rows against optimality, brute force and their own claims."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from mlcourse.formulas.penalties import NORMS, is_subgradient
from mlcourse.solvers import sweeps as module
from mlcourse.solvers.active_set import alpha_max, solve
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.duality import duality_gap
from mlcourse.solvers.steps import small_gap, until
from mlcourse.solvers.sweeps import blocks, bound, move, sweeps
from tests.solvers.problems import sample

BOTH = pytest.mark.parametrize("penalty", ["l1", "l21"])
few = st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0])


@pytest.fixture(params=[2, 5, 64])
def block(request, monkeypatch):
    """Blocks of two rows, of five (the last one shorter), and all in one."""
    monkeypatch.setattr(module, "BLOCK", request.param)


def path(X, Y, penalty, alpha, W=None):
    """Return sweeps over all rows of W (d, L) from any W."""
    W = np.zeros((X.shape[1], Y.shape[1])) if W is None else W
    Xc = X if isinstance(X, Centred) else Centred(X, centre=False)
    R = Y - Xc.dot(W)
    return sweeps(blocks(Xc, np.arange(len(W))), penalty, alpha, W, R, Xc.tdot(R))


@BOTH
@pytest.mark.usefixtures("block")
@pytest.mark.parametrize("shape", [(40, 12), (12, 30)])
@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_they_end_at_the_optimum(penalty, shape, kind):
    """X'R / alpha is a subgradient at W, and what is to be 0 is 0 exactly."""
    X, Y = sample(*shape)
    alpha = 0.3 * alpha_max(X, Y, penalty)
    W = until(path(kind(X), Y, penalty, alpha), small_gap(1e-5), 300).last().W
    slope = X.T @ (Y - X @ W) / alpha
    assert is_subgradient(penalty, W, slope, tol=1e-3)
    size = np.abs(slope) if penalty == "l1" else np.linalg.norm(slope, axis=1)
    assert (size < 0.99).any()
    assert_array_equal(W[size < 0.99], 0)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_an_intercept(kind):
    """On a centred X they end where they end on X less its means."""
    X, Y = sample(40, 12)
    X = np.where(X > 0.5, X, 0)
    A, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
    ends = [
        until(path(Z, Y, "l21", 5.0), small_gap(1e-6), 300).last()
        for Z in (Centred(kind(X)), A)
    ]
    assert_allclose(ends[0].W, ends[1].W, atol=1e-4)
    assert_allclose(ends[0].objective, ends[1].objective, rtol=1e-6)


@BOTH
@pytest.mark.usefixtures("block")
def test_what_a_sweep_says_is_true(penalty):
    """The objective is that of W, and never rises; W is another array each time."""
    X, Y = sample(40, 30)
    alpha = 0.05 * alpha_max(X, Y, penalty)
    kept = list(islice(path(X, Y, penalty, alpha), 12))
    assert [s.k for s in kept] == list(range(12))
    for s in kept:
        expected = ((X @ s.W - Y) ** 2).sum() / 2 + alpha * NORMS[penalty].value(s.W)
        assert_allclose(s.objective, expected, rtol=1e-6)
    assert all(b.objective <= a.objective * (1 + 1e-7) for a, b in pairwise(kept))
    assert not kept[0].W.any()


def true_gap(penalty, alpha, X, Y, W):
    R = Y - X @ W
    return duality_gap(penalty, alpha, W, -X.T @ R, (R**2).sum(axis=0))


@BOTH
def test_the_estimate_lies_above_the_gap(penalty, monkeypatch):
    """Each block's slope is older than its move, so it is too high.

    From the third sweep on, and above what single precision can tell.
    """
    monkeypatch.setattr(module, "BLOCK", 8)
    X, Y = sample(160, 150)
    alpha = 0.05 * alpha_max(X, Y, penalty)
    alive = (Y**2).sum() / 2 * 1e-5
    kept = [s for s in islice(path(X, Y, penalty, alpha), 3, 12) if s.gap > alive]
    assert len(kept) > 1
    for s in kept:
        gap = true_gap(penalty, alpha, X, Y, s.W)
        assert gap <= s.gap <= 100 * gap


@BOTH
def test_the_start_is_judged_exactly(penalty):
    """Before the first sweep the slopes are those given, so the gap is the true one."""
    X, Y = sample(40, 30)
    W = np.random.default_rng(1).normal(size=(30, 3))
    first = next(path(X, Y, penalty, 2.0, W))
    assert_allclose(first.gap, true_gap(penalty, 2.0, X, Y, W), rtol=1e-9)


def test_every_row_is_in_one_block(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    parts = blocks(Centred(sample(20, 8)[0]), np.array([7, 0, 3, 5, 1]))
    assert [part.rows for part in parts] == [slice(0, 2), slice(2, 4), slice(4, 5)]
    assert [part.X.shape[1] for part in parts] == [2, 2, 1]


def test_units_of_columns_do_not_matter():
    """Columns from 1e-9 to 1e9 long make the same blocks, and the lengths differ."""
    X, Y = sample(40, 12)
    units = 1000.0 ** np.arange(-3, 3.1, 0.5)[:12]
    plain, scaled = (
        blocks(Centred(A, centre=False), np.arange(12)) for A in (X, X * units)
    )
    for a, b in zip(plain, scaled, strict=True):
        assert_allclose(a.X.X, b.X.X, rtol=1e-5)
        assert_allclose(a.G, b.G, atol=1e-5)
        assert_allclose(a.G.diagonal(), 1, rtol=1e-6)
        assert_allclose(b.m[:, 0], a.m[:, 0] * units[a.rows])
    assert Y.any()


def test_a_start_is_not_written_to():
    X, Y = sample(20, 8)
    W = np.ones((8, 3))
    list(islice(path(X, Y, "l1", 1.0, W), 4))
    assert_array_equal(W, 1)


def test_single_precision_costs_no_digits():
    """Started again from where it stands, with X'R in full, it goes on to the end."""
    X, Y = sample(60, 30)
    alpha = 0.1 * alpha_max(X, Y, "l21")
    W = None
    for _ in range(4):
        W = until(path(X, Y, "l21", alpha, W), small_gap(0.0), 15).last().W
    assert true_gap("l21", alpha, X, Y, W) < 1e-13 * (Y**2).sum()


@given(arrays(float, (7, 4), elements=few))
def test_the_bound_is_one(A):
    """At least the largest eigenvalue, and at most 4 ** (1 / 32) times that."""
    largest = np.linalg.norm(A, 2) ** 2
    assert largest * (1 - 1e-9) <= bound(A.T @ A) <= 4 ** (1 / 32) * largest + 1e-9


@BOTH
@settings(max_examples=40, deadline=None)
@given(
    arrays(float, (6, 3), elements=few), st.sampled_from([0.3, 4.0]), st.integers(0, 9)
)
def test_a_move_is_downhill_and_stays_at_the_bottom(penalty, A, alpha, seed):
    """On its own rows the objective falls, or the weights are the best already."""
    norm, rng = NORMS[penalty], np.random.default_rng(seed)
    B, V = rng.normal(size=(6, 2)), rng.normal(size=(3, 2))
    G, price = A.T @ A, np.full((3, 1), alpha)
    t = 1 / max(bound(G), 1e-300)

    def objective(W):
        return ((A @ W - B) ** 2).sum() / 2 + alpha * norm.value(W)

    for _ in range(3):
        new = move(norm, G, t, price, V, A.T @ (B - A @ V))
        assert objective(new) <= objective(V) + 1e-9
        V = new
    best = solve(A, B, penalty, alpha, tol=1e-14).W
    stay = move(norm, G, t, price, best, A.T @ (B - A @ best))
    assert_allclose(objective(stay), objective(best), rtol=1e-6, atol=1e-6)


def test_a_move_settles():
    """It leaves a tenth of its first step or less, within ten steps."""
    rng = np.random.default_rng(0)
    A, V = rng.normal(size=(50, 5)), np.zeros((5, 2))
    B = A @ rng.normal(size=(5, 2))
    G, t = A.T @ A, 1 / bound(A.T @ A)
    new = move(NORMS["l1"], G, t, np.ones((5, 1)), V, A.T @ B)
    best = solve(A, B, "l1", 1.0, tol=1e-14).W
    assert np.abs(new - best).max() < 0.1 * np.abs(best).max()


def test_columns_of_zeros():
    """They stay at 0, whatever the price."""
    *_, last = islice(path(np.zeros((5, 3)), np.ones((5, 2)), "l21", 0.5), 3)
    assert not last.W.any()
    assert last.objective == 5
