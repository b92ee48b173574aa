"""The exercises on SLEEC take right answers that look different."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcourse.exercises import sleec as exercises
from mlcourse.page import check


def test_the_three_votes_from_fractions():
    """Each number by hand, with two decimals, as lists."""
    told = [[0.33, 0.67, 3.0], [0.5, 0.5, 2.67], [0.67, 0.33, 2.0]]
    assert check(lambda: told, exercises.BY_HAND).passed


def test_a_move_by_singular_values():
    """Of positive eigenvalues the projection is that by singular values."""
    M, G, known, r = exercises.MOVE.cases[0]
    U, s, V = np.linalg.svd(np.where(known, G, M))
    both = (U[:, :r] * s[:r]) @ V[:r]
    assert_allclose(exercises.move(M, G, known, r), both, atol=1e-12)


def test_a_move_written_otherwise():
    """Set the known entries, take all eigenvectors, drop what is small or negative."""

    def mine(M, G, known, r):
        A = M.copy()
        A[known] = G[known]
        values, U = np.linalg.eigh(A)
        values[:-r] = 0
        return U @ np.diag(values.clip(0)) @ U.T

    assert check(mine, exercises.MOVE).passed


@pytest.mark.parametrize("start", [np.array, list])
def test_votes_by_distance_written_otherwise(start):
    """With a mask, for arrays and for lists."""

    def mine(d, Y):
        d = np.asarray(start(d))
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
        return (w / w.sum()) @ np.asarray(Y)

    assert check(mine, exercises.DISTANCE).passed
