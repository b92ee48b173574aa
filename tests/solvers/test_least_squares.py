"""The squared loss in its two forms, against its definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_matrix, csr_array

from mlcourse.solvers.centring import Centred
from mlcourse.solvers.least_squares import Gram, LeastSquares, start_at, table
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
    assert_array_equal(X.dense(), [[1, 0], [0, 2]])
    assert X.X.dtype == Y.dtype == float
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


def test_start():
    """A start is copied; one of another shape, or with NaN, is refused."""
    given = np.ones((2, 1))
    W = start_at(given, (2, 1))
    W[:] = 5
    assert_array_equal(given, 1)
    assert_array_equal(start_at(None, (2, 3)), np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"start has shape \(2,\); .*\(2, 1\)"):
        start_at([1.0, 2.0], (2, 1))
    with pytest.raises(ValueError, match="start holds NaN or infinity"):
        start_at([[np.nan]], (1, 1))


def test_a_centred_table_is_taken_as_it_is():
    """Its products are those of the centred matrix, and it is not written to."""
    A = np.array([[1.0, 0.0], [3.0, 0.0], [5.0, 3.0]])
    for kind in (np.asarray, csr_array):
        X = Centred(kind(A))
        f = LeastSquares(X, np.zeros((3, 1)))
        assert_allclose(f.image(np.eye(2)), A - A.mean(axis=0), atol=1e-15)
        assert_allclose(f.squares, ((A - A.mean(axis=0)) ** 2).sum(axis=0))
        assert X.X.format == "csr" if X.sparse else X.X is f.X.X


def test_entries_stored_twice_count_as_their_sum():
    """Two entries in one place are one, in the squares too, and X is left alone."""
    X = csr_array((np.array([1.0, 1.0, 5.0]), [0, 0, 0], [0, 2, 3]), shape=(2, 1))
    f = LeastSquares(X, np.zeros((2, 1)))
    assert_allclose(f.squares, [4 + 25])
    assert X.nnz == 3


@pytest.mark.parametrize("size", [1e200, 1e-200, 1e71])
@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_refuses_what_cannot_be_squared(size, kind):
    """The squares would be inf or 0, silently; the message says what to divide by."""
    X, Y = np.array([[size, 0.0], [0.0, size]]), np.ones((2, 1))
    what = f"too (large|small) to square; divide X by {size:.0e}".replace("+", r"\+")
    with pytest.raises(ValueError, match=what):
        table(kind(X), Y)
    with pytest.raises(ValueError, match="divide Y by"):
        table(kind(np.eye(2)), size * Y)
    assert np.isfinite(LeastSquares(kind(X / size), Y).squares).all()
