"""REML as report 000 describes its program, against the sums that it prints."""

import numpy as np
from numpy.testing import assert_allclose

from mlcourse.multilabel.reml import REML
from mlcourse.reports.printed_reml import _PrintedREML

RNG = np.random.default_rng(0)
N, D, L, K = 30, 6, 5, 2
X = RNG.normal(size=(N, D))
Y = (X @ RNG.normal(size=(D, L)) > 0.5).astype(int)
STRENGTHS = {"alpha_tail": 2.0, "alpha_low_rank": 1.5, "alpha_l1": 0.3}


def literal(rounds, rho=1.0, seed=0):
    """Return U, V, H and the objective, with the sums of the report written out."""
    random = np.random.default_rng(seed).random
    U, V, H = random((D, K)), random((K, L)), random((D, L))
    Z, M = X @ H, Y / rho
    for _ in range(rounds):
        left, right = 1.5 * np.eye(K), np.zeros((K, L))
        for i in range(N):
            xU = (X[i] @ U)[:, None]
            left += xU @ xU.T
            right += xU * (Y[i] - X[i] @ H)
        V = np.linalg.inv(left) @ right
        one, many = 1.5, np.zeros(D * K)
        for i in range(N):
            for j in range(L):
                v = np.outer(X[i], V[:, j]).ravel()
                one += v @ v  # "a 1 x 1 matrix"
                many += (Y[i, j] - X[i] @ H[:, j]) * v
        U = (many / one).reshape(D, K)
        R = Y - X @ U @ V
        inverse = np.linalg.inv(2.0 * np.eye(D) + (1 + rho) * X.T @ X)
        H = inverse @ (X.T @ R + rho * X.T @ (Z - M))
        T = X @ H + M
        Z = np.sign(T) * np.maximum(np.abs(T) - 0.3 / rho, 0)
        M = M + X @ H - Z
    F = np.sum((R - X @ H) ** 2) + 2 * np.sum(H**2)
    F += 1.5 * (np.sum(U**2) + np.sum(V**2)) + 0.3 * np.abs(X @ H).sum()
    return U, V, H, F


def test_three_rounds_are_those_of_the_report():
    for rho in (1.0, 0.5):
        options = STRENGTHS | {"rho": rho, "tol": 0.0, "max_iter": 3}
        model = _PrintedREML(n_components=K, **options).fit(X, Y)
        U, V, H, F = literal(3, rho)
        assert_allclose(model.U_, U)
        assert_allclose(model.V_, V)
        assert_allclose(model.H_, H)
        assert_allclose(model.objective_, F)
        assert model.n_iter_ == 3
        assert_allclose(model.decision_function(X), X @ (U @ V + H) - 0.5)


def test_it_ends_when_the_objective_changes_by_a_thousandth():
    model = _PrintedREML(n_components=K, **STRENGTHS).fit(X, Y)
    before, last = (literal(model.n_iter_ - back)[3] for back in (1, 0))
    assert abs(before - last) < 1e-3 * last
    earlier = literal(model.n_iter_ - 2)[3]
    assert abs(earlier - before) >= 1e-3 * before


def test_its_low_rank_part_is_next_to_nothing():
    """Where the right step for U gives that part most of the fit."""
    right = REML(n_components=K, fit_intercept=False, **STRENGTHS).fit(X, Y)
    wrong = _PrintedREML(n_components=K, **STRENGTHS).fit(X, Y)
    assert wrong.low_rank_share_ < 0.05 < 0.5 < right.low_rank_share_
    assert right.objective_ < wrong.objective_
    low, rest = (np.sum(part(X) ** 2) for part in (wrong.low_rank, wrong.tail))
    assert_allclose(wrong.low_rank_share_, low / (low + rest))
