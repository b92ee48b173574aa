"""Selectors against those that a user would pick, or a plain loop where there is none.

The L2,1 problems race scikit-learn's MultiTaskLasso at the same strength, both at their
own tolerance: the objective of either stands beside. No kept library has RFS, CSFS,
MDMR, PMU or FIMF. RFS and CSFS race the iterations of their papers as one would write
them down (Nie et al. 2010, section 4: a system of n equations at each step; Chang et
al. 2014: one of d), stopped at the same objective. Filters race a loop that asks
scikit-learn's mutual_info_score about one pair at a time. Forward selection races
scikit-learn's SequentialFeatureSelector, scored on the rows that it is fitted to.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, MultiTaskLasso
from sklearn.metrics import mutual_info_score
from threadpoolctl import threadpool_limits

from benchmarks.bench_norms import planted
from benchmarks.race import Row, race
from mlcourse.selection.csfs import CSFS
from mlcourse.selection.filters import FIMF, MDMR, PMU, MutualInformation
from mlcourse.selection.forward import ForwardSelection
from mlcourse.selection.lasso import GroupLassoSelector
from mlcourse.selection.mssl import MSSL
from mlcourse.selection.rfs import RFS

SHARE = 0.2  # of the smallest strength that leaves nothing


def objective(X: Any, Y: Any, W: Any, b: Any, gamma: float) -> float:
    """Return the squared loss and the penalty of W (d, L)."""
    loss = ((X @ W + b - Y) ** 2).sum() / 2
    return float(loss + gamma * np.linalg.norm(W, axis=1).sum())


def loop(X: Any, Y: Any) -> Any:
    """Return the information of every column, a pair at a time."""
    return np.array([sum(mutual_info_score(f, y) for y in Y.T) for f in X.T])


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per task."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")
        for correlation in (0.0, 0.5):
            yield from joint(correlation, repeats)
        for n in (500, 1500):
            yield robust(n, repeats)
        yield fenced(repeats)
        yield information(repeats)
        yield from greedy(repeats)
        yield ranked(repeats)
        yield forward(repeats)


def joint(correlation: float, repeats: int) -> Iterator[Row]:
    """Yield the races of the L2,1 problem on one planted table."""
    X, S = planted(20, correlation)
    Y = (np.quantile(S, 0.8, axis=0) < S).astype(int)
    n, d = X.shape
    C = (X - X.mean(axis=0)).T @ (Y - Y.mean(axis=0))
    gamma = SHARE * float(np.linalg.norm(C, axis=1).max())
    peer = MultiTaskLasso(gamma / n, max_iter=10_000)
    for ours in (MSSL(alpha=0, gamma=2 * gamma), GroupLassoSelector(alpha=gamma / n)):
        outcome = race(lambda: ours.fit(X, Y), lambda: peer.fit(X, Y), repeats)  # noqa: B023
        found = [(m.coef_.T, m.intercept_) for m in (ours, peer)]
        yield Row(
            f"selection: {type(ours).__name__}, r = {correlation}",
            f"{n}x{d}x20 ({int((ours.scores_ > 0).sum())} rows)",
            f"tol={ours.tol:.0e}",
            f"MultiTaskLasso tol={peer.tol:.0e}",
            *outcome,
            "objective",
            *(objective(X, Y, W, b, gamma) for W, b in found),
        )


def information(repeats: int) -> Row:
    """Return the race of counting all columns at once and one pair at a time."""
    rng = np.random.default_rng(0)
    X, Y = (rng.random((2000, 50)) < 0.1).astype(float), rng.random((2000, 20)) < 0.2
    ours = MutualInformation()
    outcome = race(lambda: ours.fit(X, Y), lambda: loop(X, Y), repeats)
    return Row(
        "selection: MutualInformation",
        "2000x50x20",
        "n_bins=2",
        "loop of mutual_info_score",
        *outcome,
        "sum of scores",
        float(ours.scores_.sum()),
        float(loop(X, Y).sum()),
    )


def robust(n: int, repeats: int) -> Row:
    """Return the race of RFS and the iteration of its paper on n rows."""
    X, S = planted(20, 0.5)
    X, Y = X[:n, :300], (np.quantile(S, 0.8, axis=0) < S)[:n].astype(float)
    gamma = 10.0
    ours = RFS(gamma=gamma, fit_intercept=False).fit(X, Y)
    goal = lengths(X, Y, ours.coef_.T, gamma)
    outcome = race(
        lambda: ours.fit(X, Y), lambda: as_published(X, Y, gamma, goal), repeats
    )
    theirs = as_published(X, Y, gamma, goal)
    return Row(
        "selection: RFS",
        f"{n}x300x20",
        f"tol={ours.tol:.0e}",
        "the paper's iteration, to the same objective",
        *outcome,
        "objective",
        goal,
        lengths(X, Y, theirs, gamma),
    )


def lengths(X: Any, Y: Any, W: Any, gamma: float) -> float:
    """Return the L2,1 loss and penalty of W (d, L)."""
    loss = np.linalg.norm(X @ W - Y, axis=1).sum()
    return float(loss + gamma * np.linalg.norm(W, axis=1).sum())


def as_published(X: Any, Y: Any, gamma: float, goal: float, most: int = 500) -> Any:
    """Return W of U = D^-1 A' (A D^-1 A')^-1 Y, iterated; A = [X, gamma I]."""
    n, d = X.shape
    A, spread = (
        np.hstack([X, gamma * np.eye(n)]),
        np.ones(d + n),
    )  # the diagonal of D^-1
    for _ in range(most):
        U = spread[:, None] * (A.T @ np.linalg.solve((A * spread) @ A.T, Y))
        if lengths(X, Y, U[:d], gamma) <= goal:
            break
        spread = 2 * np.linalg.norm(U, axis=1)
    return U[:d]


def fenced(repeats: int) -> Row:
    """Return the race of CSFS and the iteration of its paper, a fifth labelled."""
    X, S = planted(20, 0.5)
    X, Y = X[:1000, :300], (np.quantile(S, 0.8, axis=0) < S)[:1000].astype(int)
    known = np.random.default_rng(0).random(1000) < 0.2
    y = np.where(known[:, None], Y, -1)
    ours = CSFS(mu=10.0).fit(X, y)
    goal = float(ours.objective_)
    outcome = race(
        lambda: ours.fit(X, y), lambda: clipped(X, Y, known, 10.0, goal), repeats
    )
    return Row(
        "selection: CSFS",
        "1000x300x20, 200 labelled",
        f"tol={ours.tol:.0e}",
        "the paper's iteration, to the same objective",
        *outcome,
        "objective",
        goal,
        clipped(X, Y, known, 10.0, goal),
    )


def clipped(
    X: Any, Y: Any, known: Any, mu: float, goal: float, most: int = 2000
) -> float:
    """Return the objective that W, b and F reach in turns; D guarded by 1e-12."""
    s = np.where(known, 1.0, 0.1)
    F, lengths = np.where(known[:, None], Y, 0.5), np.ones(X.shape[1])
    for _ in range(most):
        mean = s @ X / s.sum()
        A = X - mean
        G = (A.T * s) @ A + mu * np.diag(1 / (2 * lengths))
        W = np.linalg.solve(G, (A.T * s) @ F)
        P = A @ W + s @ F / s.sum()
        F = np.where(known[:, None], Y, np.clip(P, 0, 1))
        lengths = np.maximum(np.linalg.norm(W, axis=1), 1e-12)
        f = float(s @ ((P - F) ** 2).sum(axis=1) + mu * lengths.sum())
        if f <= goal:
            break
    return f


def greedy(repeats: int) -> Iterator[Row]:
    """Yield the races of MDMR and PMU and their formulas, a pair at a time."""
    rng = np.random.default_rng(0)
    X, Y = (rng.random((500, 10)) < 0.3).astype(float), rng.random((500, 3)) < 0.2
    for ours, score in ((MDMR(3), mdmr), (PMU(3), pmu)):
        outcome = race(
            lambda: ours.fit(X, Y),  # noqa: B023
            lambda: by_pairs(X, Y, 3, score),  # noqa: B023
            repeats,
        )
        chosen = np.argsort(-ours.scores_, kind="stable")[:3]
        yield Row(
            f"selection: {type(ours).__name__}",
            "500x10x3, 3 columns",
            "counted once",
            "loop of mutual_info_score",
            *outcome,
            "sum of numbers of columns",
            float(chosen.sum()),
            float(sum(by_pairs(X, Y, 3, score))),
        )


def by_pairs(X: Any, Y: Any, wanted: int, score: Any) -> list[int]:
    """Return the columns that a greedy filter chooses, by its formula."""
    chosen: list[int] = []
    relevance = loop(X, Y)
    for _ in range(wanted):
        rest = [j for j in range(X.shape[1]) if j not in chosen]
        found = {j: relevance[j] - score(X[:, j], X[:, chosen].T, Y.T) for j in rest}
        chosen.append(max(rest, key=lambda j: found[j]))
    return chosen


def mdmr(f: Any, chosen: Any, labels: Any) -> float:
    """Return what MDMR takes from the relevance of a column."""
    shared = [
        mutual_info_score(f, s) - sum(given(f, s, y) for y in labels) for s in chosen
    ]
    return sum(shared) / max(len(shared), 1)


def pmu(f: Any, chosen: Any, labels: Any) -> float:
    """Return what PMU takes from the relevance of a column."""
    redundant = sum(
        mutual_info_score(f, s) - given(f, s, y) for s in chosen for y in labels
    )
    return float(redundant + pairs(f, labels))


def pairs(f: Any, labels: Any) -> float:
    """Return the interactions of a column with all pairs of labels."""
    return float(
        sum(
            mutual_info_score(f, y) - given(f, y, z) for y, z in combinations(labels, 2)
        )
    )


def ranked(repeats: int) -> Row:
    """Return the race of FIMF and its formula, a pair of labels at a time."""
    rng = np.random.default_rng(0)
    X, Y = (rng.random((500, 30)) < 0.3).astype(float), rng.random((500, 6)) < 0.2
    ours = FIMF(5, n_labels=4).fit(X, Y)

    def plain() -> float:
        labels = Y.T[ours.labels_]
        return float(loop(X, Y).sum() - sum(pairs(f, labels) for f in X.T))

    outcome = race(lambda: ours.fit(X, Y), plain, repeats)
    return Row(
        "selection: FIMF",
        "500x30x6, 4 labels in pairs",
        "counted once",
        "loop of mutual_info_score",
        *outcome,
        "sum of scores",
        float(ours.scores_.sum()),
        plain(),
    )


def forward(repeats: int) -> Row:
    """Return the race of forward selection and scikit-learn's, which refits."""
    X, S = planted(3, 0.0)
    X, Y = X[:500, :40], S[:500]
    Y = (np.quantile(Y, 0.5, axis=0) < Y).astype(int)
    rows = np.arange(len(X))
    ours = ForwardSelection(5)
    peer = SequentialFeatureSelector(
        LinearRegression(),
        n_features_to_select=5,
        scoring="neg_mean_squared_error",
        cv=[(rows, rows)],
    )
    outcome = race(lambda: ours.fit(X, Y), lambda: peer.fit(X, Y), repeats)
    return Row(
        "selection: ForwardSelection",
        "500x40x3, 5 columns",
        "updated",
        "SequentialFeatureSelector on the same rows",
        *outcome,
        "sum of numbers of columns",
        float(ours.get_support(indices=True).sum()),
        float(peer.get_support(indices=True).sum()),
    )


def given(a: Any, b: Any, c: Any) -> float:
    """Return the information of a and b if the 0/1 column c is known."""
    return float(
        sum(mutual_info_score(a[c == v], b[c == v]) * np.mean(c == v) for v in (0, 1))
    )
