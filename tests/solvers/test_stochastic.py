"""What SGD says and refuses; tests/multilabel/test_sgd.py tests its moves."""

from itertools import islice

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcourse.solvers.stochastic import mean_square, sgd

X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
KINDS = pytest.mark.parametrize("kind", [np.asarray, csr_array])


def test_the_start_is_kept_as_it_was():
    """Weights and intercepts of 0, also when later passes have moved."""
    steps = sgd(X, S, "hinge", 0.1, np.random.default_rng(0), batch_size=1)
    first, second = islice(steps, 2)
    assert_array_equal(first.W, [[0]])
    assert_array_equal(first.b, [0])
    assert second.b.any()


def test_refuses_to_go_without_a_penalty():
    """The first step size is relative to alpha."""
    with pytest.raises(ValueError, match=r"^alpha=0\.0 must be a finite number > 0"):
        next(sgd(X, S, "hinge", 0.0, np.random.default_rng(0)))


@KINDS
def test_mean_square_of_small_integers(kind):
    """Their squares overflow, as integers."""
    assert mean_square(kind(np.array([[100, 100], [0, 0]], dtype=np.int8))) == 10_000


@KINDS
def test_mean_square_of_zeros(kind):
    """It is 1, so that it can be divided by."""
    assert mean_square(kind(np.zeros((3, 2)))) == 1


@KINDS
@pytest.mark.parametrize("number", [1e200, -1e200, 1e-200, -1e-200])
def test_refuses_numbers_that_cannot_be_squared(kind, number):
    with pytest.raises(ValueError, match="Standardise the columns"):
        mean_square(kind(np.array([[number], [0.0]])))
