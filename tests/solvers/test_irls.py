"""Reweighted least squares: optima by their conditions and by other solvers."""

from itertools import islice, pairwise

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import MultiTaskLasso

from mlcourse.solvers.active_set import solve
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.irls import irls, no_gain, small_move
from mlcourse.solvers.row_losses import Fences, Lengths, Squares
from mlcourse.solvers.steps import until
from mlcourse.solvers.weighted_rows import WeightedRows

SIZES = {"tall": (60, 12), "wide": (20, 30)}


def problem(name, n_labels=3):
    """Return X (n, d), far from 0 and with a sparse half, and Y (n, L) of 0 and 1."""
    n, d = SIZES[name]
    rng = np.random.default_rng([n, d])
    X = rng.normal(size=(n, d)) + np.arange(d) % 3
    X[:, ::2] *= rng.random((n, (d + 1) // 2)) < 0.4
    S = X[:, :4] @ rng.normal(size=(4, n_labels)) + rng.normal(size=(n, n_labels))
    return X, (np.median(S, axis=0) < S).astype(float)


def path_graph(d):
    """Return the Laplacian of a path, twice."""
    D = np.diff(np.eye(d), axis=0)
    return csr_array(2 * D.T @ D)


def losses(Y):
    labelled = np.arange(len(Y)) % 3 > 0
    return {
        "squares": Squares(Y),
        "lengths": Lengths(Y),
        "fences": Fences(Y, labelled, 0.5),
    }


def slope(name, Y, P):
    """Return the derivative of a loss by P (n, L), by its own formula."""
    R = P - Y
    if name == "squares":
        return R
    if name == "lengths":
        # Below a millionth of the mean length the loss is a parabola.
        flat = 1e-6 * np.linalg.norm(Y - Y.mean(axis=0), axis=1).mean()
        return R / np.maximum(np.linalg.norm(R, axis=1), flat)[:, None]
    unlabelled = (np.arange(len(Y)) % 3 == 0)[:, None]
    return np.where(unlabelled, 0.5 * (P - np.clip(P, 0, 1)), R)


def run(X, loss, gamma, Q=None, tol=1e-11, intercept=True, max_iter=500):
    return list(until(irls(X, loss, gamma, Q, intercept), no_gain(tol), max_iter))


@pytest.mark.parametrize("large", [0, 400], ids=["conjugate", "factored"])
@pytest.mark.parametrize(("make", "graph"), [(np.array, False), (csr_array, True)])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["squares", "lengths", "fences"])
def test_the_objective_falls_to_an_optimum(name, size, graph, make, large, monkeypatch):
    """Where a row is not 0 the slope is gamma along it; elsewhere at most gamma."""
    monkeypatch.setattr("mlcourse.solvers.irls.LARGE", large)
    X, Y = problem(size)
    gamma = 5.0 if name == "lengths" else 3.0
    Q = path_graph(X.shape[1]) if graph else None
    Xc = Centred(make(X))
    steps = run(Xc, losses(Y)[name], gamma, Q)
    f = np.array([step.objective for step in steps])
    assert (np.diff(f) <= 1e-12 * f[0]).all()
    W, b = steps[-1].W, steps[-1].b - Xc.mean @ steps[-1].W
    G = slope(name, Y, X @ W + b)  # (n, L)
    np.testing.assert_allclose(G.sum(axis=0), 0, atol=1e-3)  # b is free
    pull = X.T @ G + (0 if Q is None else Q @ W)
    used = W.any(axis=1)
    assert 0 < used.sum() < len(W)
    lengths = np.linalg.norm(W[used], axis=1)[:, None]
    long = lengths[:, 0] > 1e-3  # the direction of a tiny row is rounding
    np.testing.assert_allclose(
        pull[used][long], (-gamma * W[used] / lengths)[long], atol=1e-2
    )
    assert (np.linalg.norm(pull[~used], axis=1) <= gamma * (1 + 1e-2)).all()


@pytest.mark.parametrize("size", SIZES)
def test_squares_end_where_other_solvers_do(size):
    X, Y = problem(size)
    gamma, Xc = 2.0, Centred(X)
    found = run(Xc, Squares(Y), gamma)[-1]
    proximal = solve(X - X.mean(axis=0), Y - Y.mean(axis=0), "l21", gamma, tol=1e-10)
    assert found.objective == pytest.approx(proximal.objective, rel=1e-6)
    peer = MultiTaskLasso(gamma / len(X), tol=1e-10, max_iter=100_000).fit(X, Y)
    np.testing.assert_allclose(found.W, peer.coef_.T, atol=1e-3)


def test_a_step_is_the_printed_one():
    """W = (X'HX + gamma D)^-1 X'HY, D = 1 / length, H = I - 11'/n."""
    X, Y = problem("tall")
    first, second = islice(irls(Centred(X), Squares(Y), 0.1), 2)
    H = np.eye(len(X)) - 1 / len(X)
    D = np.diag(1 / np.linalg.norm(first.W, axis=1))
    printed = np.linalg.solve(X.T @ H @ X + 0.1 * D, X.T @ H @ Y)
    kept = second.W.any(axis=1)
    assert kept.sum() >= 10
    if kept.all():
        np.testing.assert_allclose(second.W, printed, atol=1e-9)
    np.testing.assert_allclose(second.W[kept], printed[kept], atol=2e-2)


def test_both_systems_give_the_same():
    """The n by n system serves a wide X; a graph of no weight forbids it."""
    X, Y = problem("wide")
    X, Y = X[:14], Y[:14]  # less than half of the columns
    nothing = csr_array((X.shape[1], X.shape[1]))
    for make in (np.array, csr_array):
        for intercept in (True, False):
            rows = Centred(make(X), intercept)
            kernel = irls(rows, Lengths(Y), 1.0, None, intercept)
            gram = irls(rows, Lengths(Y), 1.0, nothing, intercept)
            for one, other in islice(zip(kernel, gram, strict=False), 4):
                np.testing.assert_allclose(one.W, other.W, atol=1e-6)
                np.testing.assert_allclose(one.b, other.b, atol=1e-5)


def test_a_column_that_says_nothing_alone_is_found():
    """The target is x_0 - 2 x_1, and x_1 is orthogonal to it: it pays beside x_0."""
    rng = np.random.default_rng(0)
    A = np.linalg.qr(rng.normal(size=(40, 6)))[0] * 6
    y, x = A[:, :1], A[:, 1:2]
    X = np.hstack([y + 2 * x, x, A[:, 2:]])
    assert abs(X[:, 1] @ y).max() < 1e-9
    found = run(Centred(X, False), Squares(y), 0.5, intercept=False)[-1]
    assert found.rows.tolist() == [0, 1]
    exact = solve(X, y, "l21", 0.5, tol=1e-10)
    assert found.objective == pytest.approx(exact.objective, rel=1e-6)


def test_an_exact_fit_has_no_infinite_weight():
    """Rows that are fitted exactly, and columns of zeros, leave finite numbers."""
    X = np.hstack([np.eye(5), np.zeros((5, 2))])
    found = run(Centred(X, False), Lengths(np.eye(5)), 0.5, intercept=False)[-1]
    np.testing.assert_allclose(found.W[:5], np.eye(5), atol=1e-4)
    assert not found.W[5:].any()


def test_too_strong_a_penalty_leaves_nothing():
    X, Y = problem("tall")
    top = np.linalg.norm((X - X.mean(axis=0)).T @ Y, axis=1).max()
    assert not run(Centred(X), Squares(Y), 1.01 * top)[-1].W.any()
    assert run(Centred(X), Squares(Y), 0.99 * top)[-1].W.any()


def test_the_move_of_the_weights_also_ends_it():
    X, Y = problem("tall")
    steps = list(until(irls(Centred(X), Squares(Y), 1.0), small_move(1e-3), 500))
    first = next(s.k for s in steps if s.k and s.change <= 1e-3)
    moves = [b.W - a.W for a, b in pairwise(steps)]
    sizes = [
        np.linalg.norm(m) / np.linalg.norm(s.W)
        for m, s in zip(moves, steps[1:], strict=True)
    ]
    np.testing.assert_allclose([s.change for s in steps[1:]], sizes)
    assert first <= steps[-1].k < 500


@pytest.mark.parametrize("make", [np.array, csr_array])
@pytest.mark.parametrize("intercept", [True, False])
def test_weighted_products_are_those_of_the_matrix_h(make, intercept):
    X, Y = problem("tall")
    s = np.random.default_rng(2).random(len(X))
    S = np.diag(s)
    H = S - np.outer(s, s) / s.sum() if intercept else S
    Xc = Centred(make(X), intercept)
    rows, some = WeightedRows(Xc, intercept), np.array([0, 3, 4])
    rows.weigh(s)
    A = X - s @ X / s.sum() if intercept else X
    root = np.sqrt(s)[:, None]
    lengths = np.array([1.0, 2.0, 0.5])
    expected = {
        "squares": np.diag(X.T @ H @ X),
        "gram": (X.T @ H @ X)[np.ix_(some, some)],
        "cross": (X.T @ H @ Y)[some],
        "kernel": (root * A[:, some] * lengths) @ (root * A[:, some]).T,
        "back": (root * A[:, some]).T @ Y,
        "sides": root * (Y - (s @ Y / s.sum() if intercept else 0)),
    }
    found = {
        "squares": rows.squares(),
        "gram": rows.gram(some),
        "cross": rows.cross(some, Y),
        "kernel": rows.kernel(some, lengths),
        "back": rows.back(some, Y),
        "sides": rows.sides(Y),
    }
    for name, table in expected.items():
        np.testing.assert_allclose(found[name], table, atol=1e-9, err_msg=name)
