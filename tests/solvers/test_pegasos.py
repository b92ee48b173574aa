"""Pegasos against finite differences, a quadratic programme and a loop over samples."""

from itertools import islice, product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import approx_fprime, minimize
from scipy.sparse import csr_array

from mlcourse.solvers.pegasos import (
    HINGES,
    Ball,
    margins,
    pegasos,
    pull,
    radius,
    ranking_objective,
)

LOSSES = list(HINGES)
DOCUMENTS = np.array([[1, 1, 0], [1, 0, 1]], dtype=bool)  # {a, b} and {a, c}


def random_problem(n=12, d=2, L=4, seed=0):
    """Return X and labels with a relevant and an irrelevant one in every row."""
    rng = np.random.default_rng(seed)
    Y = rng.random((n, L)) < 0.5
    Y[:, 0] = ~Y[:, 1]
    return rng.normal(size=(n, d)), Y


def after(epochs, k):
    return next(islice(epochs, k, None))


def plain_hinges(z, y, loss):
    """Return the sum of the hinges of one row, from its sets."""
    R, I = z[y], z[~y]  # noqa: E741
    asked = [min(R) - max(I), np.mean(R) - max(I), min(R) - np.mean(I)]
    return sum(max(0.0, 1 - m) for m in asked[: HINGES[loss]])


def exact(X, Y, loss, alpha):
    """Return the lowest objective, by a quadratic programme with a slack a hinge."""
    A = np.hstack([X, np.ones((len(X), 1))])
    (n, d), L, m = A.shape, Y.shape[1], HINGES[loss]
    rows = []  # of w and slack, each to be at least 1
    for i, (x, y) in enumerate(zip(A, Y, strict=True)):
        R, I = np.flatnonzero(y), np.flatnonzero(~y)  # noqa: E741
        unit = np.eye(L)
        up = [unit[R], unit[R].mean(axis=0, keepdims=True), unit[R]][:m]
        down = [unit[I], unit[I], unit[I].mean(axis=0, keepdims=True)][:m]
        for j in range(m):
            for above, below in product(up[j], down[j]):
                slack = np.zeros(n * m)
                slack[i * m + j] = 1
                rows.append(np.append(np.outer(x, above - below), slack))
    G, size = np.array(rows), d * L
    slope = np.append(np.zeros(size), np.full(n * m, 1 / n))
    found = minimize(
        lambda v: alpha / 2 * v[:size] @ v[:size] + slope @ v,
        np.append(np.zeros(size), np.ones(n * m)),
        jac=lambda v: np.append(alpha * v[:size], np.zeros(n * m)) + slope,
        constraints={"type": "ineq", "fun": lambda v: G @ v - 1, "jac": lambda v: G},
        bounds=[(None, None)] * size + [(0, None)] * (n * m),
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-10},
    )
    assert found.success
    return found.fun


@pytest.mark.parametrize("loss", LOSSES)
def test_pull_is_the_slope_away_from_kinks(loss):
    """With several violated hinges, with one and with none."""
    rng = np.random.default_rng(1)
    seen = set()
    for scale in (0.3, 1.0, 3.0):
        _, Y = random_problem(30, L=5, seed=2)
        Z = scale * (rng.normal(size=Y.shape) + Y)
        C = pull(Z, Y, loss)
        seen |= set((margins(Z, Y, loss) < 1).sum(axis=1).tolist())
        for z, y, c in zip(Z, Y, C, strict=True):
            slope = approx_fprime(z, plain_hinges, 1e-7, y, loss)
            assert_allclose(-c, slope, atol=1e-5)
    assert seen == set(range(HINGES[loss] + 1))


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_from_the_sets(loss):
    X, Y = random_problem()
    W, b = np.random.default_rng(3).normal(size=(2, 4)), np.arange(4.0)
    mean = np.mean(
        [plain_hinges(x @ W + b, y, loss) for x, y in zip(X, Y, strict=True)]
    )
    penalty = 0.35 * (np.sum(W**2) + 14)
    found = ranking_objective(X, Y, W, b, loss, 0.7)
    assert_allclose(found, mean + penalty)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("alpha", [0.01, 0.1, 1.0])
def test_objective_of_a_quadratic_programme(loss, alpha):
    X, Y = random_problem(seed=4)
    rng = np.random.default_rng(0)
    run = pegasos(X, Y, loss, alpha, rng, batch_size=4, average=True)
    best, found = exact(X, Y, loss, alpha), after(run, 1500).objective
    assert best - 1e-7 <= found <= 1.01 * best


@pytest.mark.parametrize(
    ("loss", "scores"),
    [("min_max", [0, 0, 0]), ("three_hinge", [4 / 3, -2 / 3, -2 / 3])],
)
def test_two_documents_with_the_same_words(loss, scores):
    """What {a, b} asks of b undoes what {a, c} asks of c; the means tell of a."""
    X, rng = np.ones((2, 1)), np.random.default_rng(0)
    options = {"batch_size": 2, "intercept": False, "average": True}
    W = after(pegasos(X, DOCUMENTS, loss, 0.1, rng, **options), 4000).W
    assert_allclose(W[0], scores, atol=0.02)


def test_ball_of_one_hinge_is_too_small_for_three():
    """By hand: the best W has the length sqrt(3) and f = 3/2; inside 1, 1.768."""
    X, Y = np.array([[6**-0.5]]), np.array([[True, False]])
    rng = np.random.default_rng(0)
    run = pegasos(X, Y, "three_hinge", 1.0, rng, intercept=False, average=True)
    best = after(run, 2000)
    assert_allclose(best.objective, 1.5, atol=1e-3)
    assert_allclose(np.linalg.norm(best.W), 3**0.5, atol=1e-2)
    inside = best.W / np.linalg.norm(best.W)
    found = ranking_objective(X, Y, inside, np.zeros(2), "three_hinge", 1.0)
    assert_allclose(found, 1.768, atol=1e-3)


@pytest.mark.parametrize(("loss", "m"), [("min_max", 1), ("three_hinge", 3)])
def test_steps_end_in_the_ball(loss, m):
    X, Y = random_problem(40)
    runs = {}
    for project in (True, False):
        rng = np.random.default_rng(0)
        run = pegasos(
            30 * X, Y, loss, 0.01, rng, batch_size=4, project=project, eta0=np.inf
        )
        runs[project] = list(islice(run, 4))
    length = [np.hypot(np.linalg.norm(e.W), np.linalg.norm(e.b)) for e in runs[True]]
    assert max(length) <= (m / 0.01) ** 0.5 * (1 + 1e-9)
    assert runs[True][1].shortened
    assert not runs[False][1].shortened
    assert np.linalg.norm(runs[False][1].W) > radius(loss, 0.01)


def test_length_is_never_taken_for_less():
    X, _Y = random_problem(8)
    rng, V = np.random.default_rng(5), Ball(2, 4, np.inf)
    for t in range(1, 20):
        C = rng.normal(size=(8, 4))
        V.step(X.T, V.scores(X), C, 1 - 1 / t, 1 / t, True)
        carried = V.square
        W, b = V.weights()
        length = np.sum(W**2) + np.sum(b**2)
        assert carried >= length
        assert_allclose(V.square, length)


@pytest.mark.parametrize("loss", LOSSES)
def test_batches_of_one_are_the_loop_over_samples(loss):
    """The loop of the report, with update (16) where a hinge is violated."""
    X, Y = random_problem(9, seed=6)
    alpha, found = (
        0.05,
        pegasos(X, Y, loss, 0.05, np.random.default_rng(7), batch_size=1, eta0=np.inf),
    )
    rng = np.random.default_rng(7)
    A = np.hstack([X, np.ones((9, 1))])
    W, t, deal = np.zeros((3, 4)), 0, rng.permutation(9)
    for epoch in islice(found, 1, 6):
        for i in deal[rng.permutation(9)]:
            t += 1
            x, y, z = A[i], Y[i], A[i] @ W
            W = (1 - 1 / t) * W
            low = np.flatnonzero(y)[z[y].argmin()]
            high = np.flatnonzero(~y)[z[~y].argmax()]
            eta_x = x / (alpha * t)
            if z[low] - z[high] < 1:
                W[:, low] += eta_x
                W[:, high] -= eta_x
            if loss == "three_hinge" and z[y].mean() - z[high] < 1:
                W[:, y] += eta_x[:, None] / y.sum()
                W[:, high] -= eta_x
            if loss == "three_hinge" and z[low] - z[~y].mean() < 1:
                W[:, low] += eta_x
                W[:, ~y] -= eta_x[:, None] / (~y).sum()
            length = np.linalg.norm(W)
            W *= min(1, (HINGES[loss] / alpha) ** 0.5 / length) if length else 1
        assert_allclose(np.vstack([epoch.W, epoch.b]), W, atol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_row_of_weight_2_is_two_rows(loss):
    """The optimum of repeated rows is reached, and not that of the rows as they are."""
    X, Y = random_problem(seed=4)
    s = 1 + np.arange(12) % 3  # 1, 2, 3
    many = np.repeat(np.arange(12), s)
    rng = np.random.default_rng(0)
    run = pegasos(X, Y, loss, 0.1, rng, batch_size=4, average=True, s=s)
    last, best = after(run, 1500), exact(X[many], Y[many], loss, 0.1)
    assert best - 1e-7 <= last.objective <= 1.01 * best
    repeated = ranking_objective(X[many], Y[many], last.W, last.b, loss, 0.1)
    assert_allclose(last.objective, repeated)
    assert abs(exact(X, Y, loss, 0.1) / best - 1) > 0.02


@pytest.mark.parametrize("loss", LOSSES)
def test_the_first_steps_do_not_throw_it_away(loss):
    """W = 0 costs a hinge or three; published steps go to 150 times that and more.

    Nothing here is tight: ours stood at 0.2 to 1.1 of it over three draws.
    """
    rng = np.random.default_rng(0)
    X = rng.random((640, 40))
    Z = X @ rng.normal(size=(40, 6))
    Y = np.quantile(Z, 0.5, axis=1, keepdims=True) < Z
    found = [
        after(pegasos(X, Y, loss, 1e-4, np.random.default_rng(1), eta0=eta0), 3)
        for eta0 in (None, np.inf)
    ]
    at_0 = HINGES[loss]
    assert found[0].objective < 1.5 * at_0 < 30 * at_0 < found[1].objective


@pytest.mark.parametrize(("L", "eta0"), [(4, None), (9, None), (4, np.inf)])
def test_sparse_rows_with_few_columns_touched(L, eta0):
    rng = np.random.default_rng(8)
    _, Y = random_problem(50, L=L)
    X = rng.normal(size=(50, 200)) * (rng.random((50, 200)) < 0.02)
    X[:30, 7] = 1.0
    options = {"batch_size": 8, "eta0": eta0}
    one, other = (
        list(
            islice(
                pegasos(A, Y, "three_hinge", 0.01, np.random.default_rng(0), **options),
                20,
            )
        )
        for A in (X, csr_array(X))
    )
    shortened = [epoch.shortened for epoch in one]
    assert (max(shortened) > 0) == (eta0 is not None)
    assert [epoch.shortened for epoch in other] == shortened
    one, other = one[-1], other[-1]
    assert_allclose(one.W, other.W, atol=1e-9)
    assert_allclose(one.objective, other.objective)


def test_average_counts_pass_k_k_times():
    X, Y = random_problem()
    runs = [
        list(
            islice(
                pegasos(X, Y, "min_max", 0.1, np.random.default_rng(0), average=a), 5
            )
        )
        for a in (False, True)
    ]
    mean = np.average([e.W for e in runs[0][1:]], axis=0, weights=[1, 2, 3, 4])
    assert_allclose(runs[1][-1].W, mean)
    f = ranking_objective(X, Y, mean, runs[1][-1].b, "min_max", 0.1)
    assert_allclose(runs[1][-1].objective, f)


def test_watched_rows_stay_the_same():
    """At W = 0 every objective is 1; later it is that of some 5 rows of 12."""
    X, Y = random_problem()
    rng = np.random.default_rng(0)
    run = list(islice(pegasos(X, Y, "min_max", 0.1, rng, watched=5), 4))
    rows = np.sort(np.random.default_rng(0).permutation(12)[:5])
    for epoch in run:
        f = ranking_objective(X[rows], Y[rows], epoch.W, epoch.b, "min_max", 0.1)
        assert_allclose(epoch.objective, f)
