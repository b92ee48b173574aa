"""Binary cross-entropy against hand work, its definition and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from sklearn.metrics import log_loss

from mlcourse.formulas.metrics import binary_cross_entropy

tables = arrays(int, (4, 3), elements=st.integers(0, 1))
chances = arrays(float, (4, 3), elements=st.sampled_from([0.001, 0.25, 0.5, 0.9]))


def test_by_hand():
    """Two rows and two labels: (log 2 + log 4/3 + 0 + log 4) / 4."""
    expected = (np.log(2) + np.log(4 / 3) + np.log(4)) / 4
    P = [[0.5, 0.75], [0.0, 0.75]]
    assert_allclose(binary_cross_entropy([[1, 1], [0, 0]], P), expected)


@given(tables, chances)
@settings(max_examples=50, deadline=None)
def test_is_the_mean_of_scikit_learns_log_losses(Y, P):
    """Label by label it is the log loss of a two-class problem."""
    expected = [log_loss(y, p, labels=[0, 1]) for y, p in zip(Y.T, P.T, strict=True)]
    assert_allclose(binary_cross_entropy(Y, P), np.mean(expected))


def test_is_exact_at_the_ends():
    """Certain and right is free, certain and wrong has no price: nothing is clipped."""
    assert binary_cross_entropy([[1, 0]], [[1, 0]]) == 0
    assert binary_cross_entropy([[1, 0]], [[0, 0]]) == np.inf
    tiny = 1e-300
    assert_allclose(binary_cross_entropy([[1]], [[tiny]]), -np.log(tiny))


@pytest.mark.parametrize("p", [1.5, -0.1, np.inf])
def test_refuses_what_is_no_probability(p):
    """Scores are refused, with what to do to them."""
    with pytest.raises(ValueError, match=r"Y_prob must lie between 0 and 1.*sigmoid"):
        binary_cross_entropy([[1, 0]], [[0.5, p]])
