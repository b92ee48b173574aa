"""The squared loss in its two forms, against its definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_matrix, csr_array

from mlcourse.solvers.least_squares import Gram, LeastSquares, number, table, weights
from tests.solvers.problems import dense, problems


def forms(X, Y):
    """Return the loss from X and Y, and from their inner products."""
    A = dense(X)
    return LeastSquares(X, Y), Gram(A.T @ A, A.T @ Y, (Y**2).sum(axis=0))


@settings(max_examples=50)
@given(problems())
def test_both_forms_are_the_definition(problem):
    """Value, slope, curvature and X'XW are those of the formula, dense or sparse."""
    X, Y = problem
    rng, A = np.random.default_rng(0), dense(X)
    W = rng.normal(size=(A.shape[1], Y.shape[1]))
    R = Y - A @ W
    for f in forms(X, Y):
        image = f.image(W)
        assert_allclose(f.value(W, image), (R**2).sum() / 2, atol=1e-9)
        assert_allclose(f.gradient(image), -A.T @ R, atol=1e-9)
        assert_allclose(f.curvature(W, image), ((A @ W) ** 2).sum(), atol=1e-9)
        assert_allclose(f.normal(image), A.T @ A @ W, atol=1e-9)
        assert_allclose(f.squares, (A**2).sum(axis=0))
    assert_allclose(f.residual_squares(W, image), (R**2).sum(axis=0), atol=1e-9)


def test_a_perfect_fit_has_no_negative_square():
    """Rounding does not push the loss from inner products below 0."""
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(20, 3)), 1e6 * rng.normal(size=(3, 4))
    f = forms(X, X @ W)[1]
    assert f.residual_squares(W, f.image(W)).min() >= 0


@pytest.mark.parametrize("kind", [list, csr_array, csc_matrix, np.asfortranarray])
def test_table_takes_every_kind(kind):
    """Lists, sparse matrices and arrays of integers all become floats."""
    X, Y = table(kind([[1, 0], [0, 2]]), csr_array([[1], [0]]))
    assert_array_equal(dense(X), [[1, 0], [0, 2]])
    assert X.dtype == Y.dtype == float
    assert_array_equal(Y, [[1], [0]])


@pytest.mark.parametrize(
    ("X", "Y", "message"),
    [
        ([[1.0]], [1.0], r"Y has \(1,\); make a vector y one column"),
        ([1.0], [[1.0]], r"X has \(1,\)"),
        ([[1.0]], [[1.0], [2.0]], "with the same n"),
        ([[np.nan]], [[1.0]], "X holds NaN"),
        (csr_array([[np.inf]]), [[1.0]], "X holds NaN or infinity"),
        ([[1.0]], [[np.inf]], "Y holds NaN or infinity"),
    ],
)
def test_refuses_bad_tables(X, Y, message):
    """Shapes that do not match and missing values are refused."""
    with pytest.raises(ValueError, match=message):
        table(X, Y)


def test_refuses_bad_numbers_and_starts():
    """A price below 0, a step of 0 and a start of another shape are refused."""
    assert number("alpha", 0) == 0
    for value in (-1, np.nan, np.inf):
        with pytest.raises(ValueError, match=f"alpha={value} must be finite and >= 0"):
            number("alpha", value)
    with pytest.raises(ValueError, match="step=0 must be finite and > 0"):
        number("step", 0, positive=True)
    with pytest.raises(ValueError, match=r"start has shape \(2,\); .*\(2, 1\)"):
        weights([1.0, 2.0], (2, 1))
    with pytest.raises(ValueError, match="give finite numbers"):
        weights([[np.nan]], (1, 1))
