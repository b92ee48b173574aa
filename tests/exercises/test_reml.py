"""The exercises on REML take right answers that look different."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize, minimize_scalar

from mlcourse.exercises import reml as exercises
from mlcourse.page import check
from mlcourse.pictures import reml_runs as runs


def lowest(alpha_l1, centre):
    """Return the best h of exercise 1, by a search."""
    x = np.array([1.0] * 2 + [0.0] * 8)
    x = x - x.mean() * centre

    def f(h):
        wrong = np.sum((x - x * h) ** 2)
        return wrong + 2 * h**2 + alpha_l1 * np.sum(np.abs(x * h))

    return minimize_scalar(f, bounds=(-1, 1), options={"xatol": 1e-9}).x


def test_the_numbers_by_a_search():
    h, bare, centred = exercises.BY_HAND.solution()
    assert abs(lowest(1.0, centre=False) - h) < 1e-6
    for centre, limit in ((False, bare), (True, centred)):
        assert abs(lowest(limit + 0.01, centre)) < 1e-6
        assert lowest(limit - 0.01, centre) > 1e-4


@pytest.mark.parametrize("case", exercises.tables())
def test_no_search_finds_a_better_table_of_the_rank(case):
    """From ten starts; and the best of them is the table of the exercise."""
    X, Y, alpha, k = case
    d, L = X.shape[1], Y.shape[1]

    def f(pair):
        W = pair[: d * k].reshape(d, k) @ pair[d * k :].reshape(k, L)
        return np.sum((Y - X @ W) ** 2) + alpha * np.sum(W**2)

    rng = np.random.default_rng(0)
    ends = [minimize(f, rng.normal(size=k * (d + L)), tol=1e-12) for _ in range(10)]
    best = min(ends, key=lambda end: end.fun).x
    W = best[: d * k].reshape(d, k) @ best[d * k :].reshape(k, L)
    assert_allclose(exercises.of_rank(*case), W, atol=1e-4)


def by_eigenvectors(X, Y, alpha, k):
    """Return ridge on the eigenvectors of Y'XW, which is symmetric."""
    W = exercises.solved(X, Y, alpha)
    B = np.linalg.eigh(Y.T @ X @ W)[1][:, ::-1][:, :k]
    return (W @ B) @ B.T


def by_more_rows(X, Y, alpha, k):
    """Return the weights of the best table of rank k of the enlarged problem."""
    d = X.shape[1]
    X = np.vstack([X, np.sqrt(alpha) * np.eye(d)])
    Y = np.vstack([Y, np.zeros((d, Y.shape[1]))])
    A, s, B = np.linalg.svd(X @ np.linalg.lstsq(X, Y)[0], full_matrices=False)
    return np.linalg.lstsq(X, (A[:, :k] * s[:k]) @ B[:k])[0]


@pytest.mark.parametrize("answer", [by_eigenvectors, by_more_rows])
def test_other_ways_to_a_rank_are_right(answer):
    assert check(answer, exercises.OF_RANK).passed
    assert check(lambda *of: answer(*of).tolist(), exercises.OF_RANK).passed


def by_loops(Y, S, tail):
    """Return both recalls, label by label; a list will do."""
    told = []
    for part in (False, True):
        found = ones = 0
        for j in np.flatnonzero(tail == part):
            m = Y[:, j].sum()
            found += Y[np.argsort(S[:, j])[::-1][:m], j].sum()
            ones += m
        told.append(found / ones)
    return told


def by_thresholds(Y, S, tail):
    """Return both recalls, each label cut where its m-th highest score is."""
    m = Y.sum(axis=0)
    cut = np.sort(S, axis=0)[len(S) - m, np.arange(S.shape[1])]
    found = ((cut <= S) & (Y == 1)).sum(axis=0)
    return found[~tail].sum() / m[~tail].sum(), found[tail].sum() / m[tail].sum()


@pytest.mark.parametrize("answer", [by_loops, by_thresholds])
def test_other_ways_to_count_are_right(answer):
    assert check(answer, exercises.RECALLS).passed


def test_recalls_are_those_of_the_chapter():
    rng = np.random.default_rng(0)
    Y, S = rng.integers(0, 2, (50, 30)), rng.normal(size=(50, 30))
    tail = np.arange(30) >= runs.HEAD
    assert_allclose(exercises.recalls(Y, S, tail), runs.recall(Y, S)[:2])
