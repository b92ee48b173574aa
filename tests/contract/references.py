"""What a model must answer when the columns of X come in other units.

A reference is a function of the model, of the problem in its own units, and of the
`scale` (d,) that every column is multiplied by before the model sees it; it returns
the answers by method. Multiplying column j by s and its weight by 1/s changes no
score, so a penalty on weights in the new units is, in the old ones, that penalty
weighted by 1/s: references work there, where nothing is badly scaled.

Symbols: X (n, d), Y (n, L), V (d, L) weights in the old units, b (L,) intercepts.
REML's own letters stand where it is.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import check_cv
from sklearn.tree import DecisionTreeClassifier

from tests.contract.answers import Answers, answers
from tests.contract.problems import Problem

Reference = Callable[[Any, Problem, Any], Answers]
Weights = tuple[Any, Any]  # V and b


def same(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer as if nothing had been multiplied: units do not matter to the method."""
    return answers(clone(model).fit(problem.X, problem.y), problem.Q)


def same_columns(model: Any, problem: Problem, scale: Any) -> Answers:
    """Choose the columns that are chosen if nothing is multiplied."""
    return {"get_support": clone(model).fit(problem.X, problem.y).get_support()}


def penalty_in_units(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer with the strength that means the same in the old units.

    For methods that go along the slope: a column's part of a score then grows with the
    square of its unit, so columns of far smaller units are as good as left out. There
    is no answer to compare with if units differ by less.
    """
    X, y, Q = problem
    seen = scale > 1e-6 * scale.max()
    if len(set(scale[seen])) > 1:
        return {}
    alpha = model.alpha / scale.max() ** 2
    seen_only = Problem(X[:, seen], y, Q[:, seen])
    return same(clone(model).set_params(alpha=alpha), seen_only, scale[seen])


def solve(H: Any, G: Any) -> Any:
    """Return the solution of H V = G for a positive H, whatever its units."""
    D = 1 / np.sqrt(np.diag(H))[:, None]
    return D * np.linalg.solve(D * H * D.T, D * G)


def centred(X: Any, Y: Any, intercept: bool) -> tuple[Any, ...]:
    """Return X and Y less their means, and the means, zeros without an intercept."""
    x, y = X.mean(axis=0) * intercept, Y.mean(axis=0) * intercept
    return X - x, Y - y, x, y


def ridge(X: Any, Y: Any, alpha: Any, scale: Any, intercept: bool) -> Weights:
    """Return V and b by the normal equations, of a strength (L,)."""
    A, B, x, y = centred(X, Y, intercept)
    V = np.column_stack(
        [
            solve(A.T @ A + a * np.diag(scale**-2.0), A.T @ b[:, None])
            for a, b in zip(alpha, B.T, strict=True)
        ]
    )
    return V, y - x @ V


def lasso(
    X: Any, Y: Any, alpha: Any, scale: Any, intercept: bool, rows: bool = False
) -> Weights:
    """Return V and b by exact moves of one row of V at a time, until none moves.

    With `rows` the length of every row is penalised, otherwise every entry.
    """
    A, R, x, y = centred(X, Y, intercept)
    V = np.zeros((X.shape[1], Y.shape[1]))
    price = len(X) * np.outer(1 / scale, alpha)  # (d, L)
    for _ in range(5000):
        before = V.copy()
        for j, a in enumerate(A.T):
            R = R + np.outer(a, V[j])
            slope = a @ R  # (L,)
            size = np.linalg.norm(slope) if rows else np.abs(slope)
            keep = np.maximum(0, 1 - price[j] / np.maximum(size, 1e-300))
            V[j] = keep * slope / (a @ a)
            R = R - np.outer(a, V[j])
        if np.abs(V - before).max() <= 1e-10 * np.abs(V).max():
            break
    return V, y - x @ V


def group_lasso(X: Any, Y: Any, alpha: Any, scale: Any, intercept: bool) -> Weights:
    """Return V and b under the penalty on the lengths of the rows."""
    return lasso(X, Y, alpha, scale, intercept, rows=True)


def linear(weights: Callable[..., Weights], per_label: bool = False) -> Reference:
    """Return the reference of a linear model of `alpha`, or the best of `alphas`.

    The best has the smallest mean squared error of fits without a fold, or without
    a row, of all labels together or `per_label`.
    """

    def reference(model: Any, problem: Problem, scale: Any) -> Answers:
        (X, Y, Q), intercept = problem, model.fit_intercept

        def fit(rows: Any, alpha: Any) -> Weights:
            alpha = np.broadcast_to(alpha, Y.shape[1])
            return weights(X[rows], Y[rows], alpha, scale, intercept)

        def error(alpha: float) -> Any:
            parts = check_cv(len(X) if model.cv is None else model.cv).split(X)
            fits = [(rest, *fit(rows, alpha)) for rows, rest in parts]
            return np.mean(
                [((Y[i] - X[i] @ V - b) ** 2).mean(axis=0) for i, V, b in fits], axis=0
            )

        alpha = model.alpha
        if model.alphas is not None:
            errors = np.array([error(a) for a in model.alphas])  # (k, L)
            if not (per_label or getattr(model, "alpha_per_target", False)):
                errors = errors.mean(axis=1, keepdims=True)
            alpha = np.array(model.alphas)[errors.argmin(axis=0)]
        V, b = fit(slice(None), alpha)
        S = Q @ V + b - model.threshold
        return {"decision_function": S, "predict": (S > 0).astype(int)}

    return reference


def reml(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer by the formulas of REML as they stand, in the old units.

    U is the solution of its dk equations at once.
    """
    (X, Y, Q), k, rho = problem, model.n_components, model.rho
    l1, l2, l3 = model.alpha_tail, model.alpha_low_rank, model.alpha_l1
    A, B, x, y = centred(X, Y, model.fit_intercept)
    G, P = A.T @ A, np.diag(scale**-2.0)
    strength = l2**2 + 1e-6 * ((A * scale) ** 2).sum()
    W = solve(G + strength * P, A.T @ B)  # the start: ridge, its best k directions
    top = np.linalg.eigh(B.T @ A @ W)[1][:, ::-1][:, :k]
    _, sizes, axes = np.linalg.svd(W / scale[:, None] @ top, full_matrices=False)
    U, V = W @ top @ axes.T / np.sqrt(sizes), np.sqrt(sizes)[:, None] * axes @ top.T
    H, Z, M = np.zeros_like(W), np.zeros_like(B), np.zeros_like(B)

    def cost(H: Any) -> Any:
        R = B - A @ (U @ V + H)
        penalties = l1 * (H.T @ P @ H).trace() + l2 * (U.T @ P @ U).trace()
        return (R**2).sum() + penalties + l2 * (V**2).sum() + l3 * abs(A @ H).sum()

    before, moved = cost(H), np.inf
    while True:
        R, XU = B - A @ H, A @ U
        V = np.linalg.solve(XU.T @ XU + l2 * np.eye(k), XU.T @ R)
        system = np.kron(V @ V.T, G) + l2 * np.kron(np.eye(k), P)
        right = (A.T @ R @ V.T).ravel(order="F")[:, None]
        U = solve(system, right).reshape(U.shape, order="F")
        R = B - A @ U @ V
        for _ in range(3):
            W = solve((1 + rho) * G + l1 * P, A.T @ (R + rho * (Z - M)))
            old, T = (Z, M), A @ W + M
            Z = np.sign(T) * np.maximum(abs(T) - l3 / (2 * rho), 0)
            M = T - Z
            H = W if cost(W) < cost(H) else H
        moved = ((Z - old[0]) ** 2 + (M - old[1]) ** 2).sum() * max(1, rho**2)
        now = cost(H)
        if before - now <= model.tol * before and moved <= model.tol * now:
            break
        before = now
    V = U @ V + H
    S = Q @ V + (y - x @ V) - model.threshold
    return {"decision_function": S, "predict": (S > 0).astype(int)}


def logistic(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer by Newton's method in the old units."""
    X, y, Q = problem
    classes, number = np.unique(y, return_inverse=True)
    A = np.column_stack([np.ones(len(X)), X])
    n = 1 if model.loss == "sum" else len(X)
    P = np.diag(np.append(0, model.alpha * n * scale**-2.0))
    w = np.zeros(A.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-A @ w))
        H = (A.T * (p * (1 - p))) @ A + P
        w = w - solve(H, (A.T @ (p - number) + P @ w)[:, None])[:, 0]
    z = np.column_stack([np.ones(len(Q)), Q]) @ w
    return {"decision_function": z, "predict": classes[(z > 0).astype(int)]}


def neighbours(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer by ML-kNN's formulas, all distances in extended precision."""
    X, Y, Q = problem
    k, s = model.n_neighbors, model.s

    def counts(A: Any, without_itself: bool) -> Any:
        gap = (A[:, None] - X).astype(np.longdouble) * scale  # (m, n, d)
        squares = (gap**2).sum(axis=2)
        if without_itself:
            np.fill_diagonal(squares, np.inf)
        return Y[squares.argsort(axis=1, kind="stable")[:, :k]].sum(axis=1)  # (m, L)

    seen, asked = counts(X, not model.count_self), counts(Q, False)
    odds = (s + Y.sum(axis=0)) / (s + (1 - Y).sum(axis=0))  # (L,)
    for b, sign in ((1, 1), (0, -1)):
        here = b == Y
        like = s + ((seen == asked[:, None]) & here).sum(axis=1)  # (m, L)
        odds = odds * (like / (s * (k + 1) + here.sum(axis=0))) ** sign
    P = odds / (1 + odds)
    return {"predict_proba": P, "predict": (P > 0.5).astype(int)}


def votes(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer by the votes of neighbours, all distances in extended precision."""
    X, Y, Q = problem
    gap = (Q[:, None] - X).astype(np.longdouble) * scale  # (m, n, d)
    d = np.sqrt((gap**2).sum(axis=2))
    near = d.argsort(axis=1, kind="stable")[:, : model.n_neighbors]  # (m, k)
    far = np.take_along_axis(d, near, axis=1)
    if model.weights == "uniform":
        w = np.ones(far.shape)
    else:
        w = 1 / np.fmax(far, 1e-99) ** model.power
        w = np.where((far == 0).any(axis=1)[:, None], far == 0, w)
    P = (w[:, :, None] * Y[near]).sum(axis=1) / w.sum(axis=1)[:, None]
    return {"predict_proba": P.astype(float), "predict": (P > 0.5).astype(int)}


def boosted_trees(model: Any, problem: Problem, scale: Any) -> Answers:
    """Answer as scikit-learn does: values within 1e-7 are one value to its trees."""
    peer = AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=1), n_estimators=model.n_estimators
    )
    peer.fit(problem.X * scale, problem.y)
    return {"predict": peer.predict(problem.Q * scale)}
