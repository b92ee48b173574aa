"""Rows at the smallest angles against the definition, in whole numbers."""

from fractions import Fraction
from math import copysign, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array, csr_matrix
from sklearn.neighbors import NearestNeighbors

from mlcourse.models import angles as module
from mlcourse.models.angles import Angles, nearest_by_angle


def squared_cosine(q, x):
    """Return cos |cos| of two vectors of whole numbers as a fraction; 0 for zeros."""
    dot, lengths = int(q @ x), int(q @ q) * int(x @ x)
    return Fraction(dot * abs(dot), lengths) if lengths else Fraction(0)


def by_definition(X, k, Q):
    """Return rows and distances: every cosine as a fraction, lower index first."""
    squares = [[squared_cosine(q, x) for x in X] for q in Q]
    rows = [sorted(range(len(X)), key=lambda i: (-s[i], i))[:k] for s in squares]
    cosines = [
        [copysign(sqrt(abs(s[i])), s[i]) for i in row]
        for s, row in zip(squares, rows, strict=True)
    ]
    return np.array(rows), 1 - np.array(cosines)


def check(X, k, Q):
    """Compare with the definition, as dense and as sparse tables."""
    rows, distances = by_definition(X, k, Q)
    for kind in (np.asarray, csr_array):
        found = nearest_by_angle(kind(X), k, kind(Q))
        assert_array_equal(found.rows, rows)
        assert_allclose(found.distances, distances, atol=1e-14)


few = st.integers(-2, 3)


@given(arrays(int, (9, 2), elements=few), arrays(int, (3, 2), elements=few))
@settings(max_examples=60, deadline=None)
def test_ties_multiples_and_zeros(X, Q):
    """Every tie goes to the lowest index, that of unlike rows at equal angles too."""
    for k in (1, 4, 9):
        check(X, k, Q)


@pytest.mark.parametrize("k", [1, 5, 60, 300])
def test_many_rows(k):
    """Bounds in groups and tiles lose no neighbour, among ties."""
    rng = np.random.default_rng(0)
    X, Q = rng.integers(0, 3, (300, 4)), rng.integers(0, 3, (20, 4))
    check(X, k, Q)


def test_agrees_with_scikit_learn(monkeypatch):
    """Real numbers, several tiles: rows and cosines are those of scikit-learn."""
    monkeypatch.setattr(module, "TILE", 16 * 600)
    rng = np.random.default_rng(0)
    X, Q = rng.normal(size=(600, 7)), rng.normal(size=(50, 7))
    peer = NearestNeighbors(metric="cosine", algorithm="brute").fit(X)
    distances, rows = peer.kneighbors(Q, 10)
    for jobs in (None, 2):
        found = nearest_by_angle(csr_matrix(X), 10, Q, n_jobs=jobs)
        assert_array_equal(found.rows, rows)
        assert_allclose(found.distances, distances, rtol=1e-9)


@pytest.mark.parametrize("kind", [np.asarray, csc_array])
def test_units_of_rows_do_not_matter(kind):
    """Rows of 1e-170 beside rows of 1e140 keep their angles."""
    rng = np.random.default_rng(0)
    X, Q = rng.normal(size=(30, 4)), rng.normal(size=(5, 4))
    expected = nearest_by_angle(X, 6, Q)
    units = 10.0 ** rng.integers(-170, 140, (30, 1))
    found = nearest_by_angle(kind(X * units), 6, kind(Q * 1e-120))
    assert_array_equal(found.rows, expected.rows)
    assert_allclose(found.distances, expected.distances, atol=1e-14)


def test_own_direction_is_at_no_distance():
    """Multiples of a query are at distance 0 exactly, the opposite at 2 exactly."""
    rng = np.random.default_rng(0)
    Q = rng.normal(size=(200, 9))
    found = nearest_by_angle(np.vstack([3 * Q, -7 * Q]), 400, Q)
    assert_array_equal(found.rows[:, 0], np.arange(200))
    assert_array_equal(found.distances[:, 0], 0)
    assert_array_equal(found.rows[:, -1], np.arange(200, 400))
    assert_allclose(found.distances[:, -1], 2, rtol=1e-15)
    assert found.distances.max() <= 2


@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rough_cosines_are_within_the_slack(form, kind):
    """What rounding may be off by is less than half of what the bound allows for."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 50)) * 10.0 ** rng.integers(-3, 3, (200, 50))
    found = Angles(form(X), form(X))
    assert found.terms == 50
    x, q = found.unit_rows(kind)
    rough, unit = x @ q.T, X / np.linalg.norm(X, axis=1)[:, None]
    rough = rough.toarray() if form is csr_array else rough
    assert rough.dtype == kind
    assert np.abs(rough - unit @ unit.T).max() < found.slack(kind) / 2
    assert found.slack(kind) == pytest.approx(4 * 58 * np.finfo(kind).eps)


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_nearly_equal_angles_are_screened_again(form):
    """With an offset 32 bits tell few rows apart; 64 bits leave few to decide."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 5)) + 1000
    Q = rng.normal(size=(20, 5)) + 1000
    search = Angles(form(X), form(Q))
    rough = search.survivors(0, 20, 3, np.float32)[1]
    fine = search.survivors(0, 20, 3, np.float64)[1]
    assert len(rough) > 20 * (16 * 3 + 256) > 10 * len(fine)
    asked = []
    survivors = search.survivors
    search.survivors = lambda *a: asked.append(a[3]) or survivors(*a)
    rows, cosines = search.tile(0, 20, 3)
    assert asked == [np.float32, np.float64]
    unit = X / np.linalg.norm(X, axis=1)[:, None]
    exact = Q / np.linalg.norm(Q, axis=1)[:, None] @ unit.T
    assert_allclose(cosines, -np.sort(-exact, axis=1)[:, :3], rtol=0, atol=1e-14)
    assert_allclose(np.take_along_axis(exact, rows, 1), cosines, rtol=0, atol=1e-14)
    for part, whole in zip(search.tile(7, 13, 3), (rows, cosines), strict=True):
        assert_array_equal(part, whole[7:13])


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_numbers_at_the_limits(form):
    """Rows of one sign are scaled as well: the squares of these have no number."""
    X = np.array([[-1e150, 0], [-1e150, -1e150], [1e-150, 0]])
    found = nearest_by_angle(form(X), 3, form(X[:2]))
    assert_array_equal(found.rows, [[0, 1, 2], [1, 0, 2]])
    half = np.sqrt(0.5)
    assert_allclose(found.distances, [[0, 1 - half, 2], [0, 1 - half, 1 + half]])


def test_terms_are_the_numbers_of_a_row():
    """The slack of sparse rows counts what they store, the table is ready at once."""
    X = np.eye(5)[:, :4]
    assert Angles(csr_array(X), csr_array(X)).terms == 1
    assert Angles(X, X).terms == 4
    assert np.float32 in Angles(X, X).tables


def test_tiles_change_nothing(monkeypatch):
    monkeypatch.setattr(module, "TILE", 1000)
    X = np.random.default_rng(0).integers(-3, 4, (30, 3))
    check(X, 5, np.vstack([X, X + 1, X - 1]))


def test_queries_may_be_none():
    """No query, no neighbours: tables of no rows."""
    found = nearest_by_angle(np.eye(3), 2, np.zeros((0, 3)))
    assert found.rows.shape == found.distances.shape == (0, 2)


@pytest.mark.parametrize(
    ("k", "Q", "error", "message"),
    [
        (4, np.eye(2), ValueError, r"n_neighbors=4, but there are 3 row\(s\)"),
        (0, np.eye(2), ValueError, "n_neighbors=0 must be a whole number >= 1"),
        (1.5, np.eye(2), TypeError, "n_neighbors=1.5 is of type float"),
        (1, np.eye(3), ValueError, "Q has 3 columns, but X has 2; give the same"),
        (1, [[np.nan, 0]], ValueError, "Q holds NaN"),
    ],
)
def test_refuses(k, Q, error, message):
    with pytest.raises(error, match=message):
        nearest_by_angle(np.ones((3, 2)), k, Q)


def test_refuses_numbers_that_are_none():
    with pytest.raises(ValueError, match=r"^X holds NaN"):
        nearest_by_angle([[np.nan, 0]], 1, np.eye(2))
    with pytest.raises(ValueError, match="X has shape"):
        nearest_by_angle([1.0, 2.0], 1, np.eye(2))


def test_jobs_are_threads(monkeypatch):
    """Other processes, or machines, would be sent all rows with every tile."""
    seen, tile = [], Angles.tile
    monkeypatch.setattr(Angles, "tile", lambda *a: seen.append(a) or tile(*a))
    X = np.random.default_rng(0).integers(-9, 9, (70, 3))
    with parallel_config("loky", n_jobs=2):
        found = nearest_by_angle(X, 2, X)
    assert_array_equal(found.rows, by_definition(X, 2, X)[0])
    assert len(seen) > 0
