"""Nearest rows against the definition: all distances, sorted."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_array, csc_matrix, csr_array, csr_matrix

from mlcourse.models import nearest as module
from mlcourse.models import screens
from mlcourse.models.nearest import at_most, bound, first, nearest


def by_definition(X, k, Q=None):
    """Return rows and distances: every distance, sorted, lower index first."""
    queries = X if Q is None else Q
    gaps = np.array([((X - q) ** 2).sum(axis=1) for q in queries])
    if Q is None:
        np.fill_diagonal(gaps, np.inf)
    rows = np.argsort(gaps, axis=1, kind="stable")[:, :k]
    return rows, np.sqrt(np.take_along_axis(gaps, rows, axis=1))


def check(X, k, Q=None, **options):
    """Compare with the definition, as a dense and as a sparse table."""
    rows, distances = by_definition(X, k, Q)
    for kind in (np.asarray, csr_array):
        queries = None if Q is None else kind(Q)
        found = nearest(kind(X), k, queries, **options)
        assert_array_equal(found.rows, rows)
        assert_allclose(found.distances, distances, rtol=1e-12)


# Few distinct values: ties, twins and constant columns are common.
few = st.sampled_from([-1.0, 0.0, 0.5, 2.0])


@given(arrays(float, (9, 2), elements=few), arrays(float, (3, 2), elements=few))
@settings(max_examples=50, deadline=None)
def test_ties_and_twins(X, Q):
    """Every tie goes to the lowest index, dense and sparse, with or without queries."""
    for k in (1, 4, 8):
        check(X, k)
        check(X, k, Q)
        for queries in (None, Q):
            rows, distances = by_definition(X, k, queries)
            sparse = None if queries is None else csc_matrix(queries)
            found = nearest(csr_array(X), k, sparse)
            assert_array_equal(found.rows, rows)
            assert_allclose(found.distances, distances, atol=1e-12)


@pytest.mark.parametrize("k", [1, 5, 60, 299])
@pytest.mark.parametrize("d", [1, 3, 40])
def test_many_rows(k, d):
    """Grouped bounds lose no neighbour, among ties and without them."""
    rng = np.random.default_rng(0)
    check(rng.integers(0, 3, (300, d)).astype(float), k)
    check(rng.normal(size=(300, d)), k, rng.normal(size=(7, d)))


@pytest.mark.parametrize("d", [3, 7, 33])
def test_twins_far_apart_in_the_table(d):
    """Equal rows are at the same distance to the last digit wherever they stand."""
    some = np.random.default_rng(0).normal(size=(50, d))
    X = np.vstack([some] * 5)
    found = nearest(X, 4)
    assert_array_equal(found.distances, 0)
    others = [
        [50 * c + i for c in range(5) if c != own]
        for own in range(5)
        for i in range(50)
    ]
    assert_array_equal(found.rows, others)


@pytest.mark.parametrize(
    "distort",
    [
        lambda X: X + 1e8,
        lambda X: X * 1e140,
        lambda X: X * 1e-140,
        lambda X: X * [1e6, 1, 1, 1],
        lambda X: np.vstack([X, [[1e9] * 4]]),
        lambda X: np.vstack([X, X + 1e5, X - 1e5]),
        lambda X: np.round(X) * 0.1,
        lambda X: X * 0,
    ],
)
def test_numbers_beyond_32_bits(distort):
    """Offsets, outliers, far clusters: 32 bits screen, but 64 bits decide."""
    X = distort(np.random.default_rng(1).normal(size=(400, 4)))
    check(X, 6)
    check(X[20:], 6, X[:20])


def test_screen_by_64_bits(monkeypatch):
    """Where 32 bits leave too many rows, 64 bits are used, and all is as before."""
    kinds = []
    survivors = module._survivors

    def spy(*arguments):
        kinds.append(arguments[-1])
        return survivors(*arguments)

    monkeypatch.setattr(module, "_survivors", spy)
    X = np.random.default_rng(2).normal(size=(500, 3))
    check(X, 2)
    assert set(kinds) == {np.float32}
    offsets = np.array([1e6, 0, -1e6])
    nearest(X + offsets, 2)  # each dense column is centred by its own mean
    assert set(kinds) == {np.float32}
    check(np.vstack([X, X + 1e6]), 2)
    assert set(kinds) == {np.float32, np.float64}


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("sparse", [False, True])
def test_products(kind, sparse):
    """With half the square of q they make half that of q - b, in the bits asked for."""
    X, Q = np.random.default_rng(4).normal(size=(2, 6, 3))
    make = screens.SparseScreen if sparse else screens.DenseScreen
    screen = make(*((csr_array(X), csr_array(Q)) if sparse else (X, Q)))
    g, squares = screen.products(1, 5, kind)
    assert g.dtype == squares.dtype == kind
    gaps = screen.scale**2 * ((Q[1:5, None] - X) ** 2).sum(axis=2)  # (4, 6)
    assert_allclose(2 * g + squares[:, None], gaps, atol=1e-5)


@pytest.mark.parametrize("tile", [200, 3001])
@pytest.mark.parametrize("sparse", [False, True])
def test_tiles_and_jobs(monkeypatch, sparse, tile):
    """The size of a tile and the number of threads change nothing."""
    X = np.random.default_rng(3).integers(0, 4, (150, 5)).astype(float)
    table = csr_array(X) if sparse else X
    whole = nearest(table, 7)
    monkeypatch.setattr(module, "TILE", tile)
    monkeypatch.setattr(screens, "TILE", tile)
    for found in (nearest(table, 7), nearest(table, 7, n_jobs=2)):
        assert_array_equal(found.rows, whole.rows)
        assert_array_equal(found.distances, whole.distances)


@pytest.mark.parametrize("size", [1e150, 1e-150])
def test_the_largest_and_the_smallest_numbers(size):
    """The ends of the range that is promised belong to it."""
    check(size * np.array([[1.0], [0.0], [-1.0], [0.5]]), 3)


def test_numbers_that_vanish_in_32_bits():
    """Products too small for 32 bits lose digits there, but no neighbour is lost."""
    rng = np.random.default_rng(0)
    for size in (1e-22, 1e-24, 1e-30):
        X = np.vstack([[[1.0] * 4, [-1.0] * 4], size * rng.normal(size=(300, 4))])
        check(X, 3)
        check(X, 3, X[5:20] * 1.5)


def test_sparse_with_repeated_entries():
    """An entry stored in parts counts as their sum; the caller's table stays."""
    data, where = [1.0, 1.0, 5.0, -2.0, 2.0], ([0, 0, 1, 2, 2], [0, 0, 0, 1, 1])
    for kind in (csr_array, csc_array, coo_array, csr_matrix):
        X = kind((data, where), shape=(3, 2))
        before = X.nnz, X.data.copy()
        assert_allclose(nearest(X, 2).distances, [[2, 3], [3, 5], [2, 5]])
        assert_allclose(nearest(X.toarray(), 2, X).distances[:, 1], [2, 3, 2])
        assert X.nnz == before[0]
        assert_array_equal(X.data, before[1])
    parts = csr_array((3, 2))
    parts.data, parts.indices = np.array(data), np.array([0, 0, 0, 1, 1])
    parts.indptr = np.array([0, 2, 3, 5])
    assert_allclose(nearest(parts, 2).distances, [[2, 3], [3, 5], [2, 5]])
    assert_array_equal(parts.data, data)
    X = np.random.default_rng(0).integers(0, 9, (300, 3)).astype(float)
    halves = csr_array((300, 3))  # every number as a half and a half
    halves.data = np.repeat(X.ravel() / 2, 2)
    halves.indices = np.tile([0, 0, 1, 1, 2, 2], 300)
    halves.indptr = np.arange(0, 1801, 6)
    assert_array_equal(nearest(halves, 5).rows, by_definition(X, 5)[0])


KINDS = {
    "list": lambda X: X.tolist(),
    "int": lambda X: X.astype(int),
    "bool": lambda X: X > 1,
    "float32": lambda X: X.astype(np.float32),
    "csr": csr_array,
    "csc": csc_matrix,
    "COO of int": lambda X: coo_array(X.astype(int)),
    "csr of bool": lambda X: csr_array(X > 1),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", ["list", "csr", "csc"])
def test_kinds_of_table(kind, other):
    """Any kind of table with queries of any other kind gives the same neighbours."""
    X = np.random.default_rng(0).integers(0, 3, (40, 6))
    X[[3, 9]] = 0  # empty rows
    Q = X[::-3] + (0 if kind.endswith("bool") else 0.5)
    if kind.endswith("bool"):
        X, Q = 2 * (X > 1), 2 * (Q > 1)  # True is 1
        rows, distances = by_definition(X / 2.0, 4, Q / 2.0)
        found = nearest(KINDS[kind](X), 4, KINDS[other](Q / 2.0))
    else:
        rows, distances = by_definition(X, 4, Q)
        found = nearest(KINDS[kind](X), 4, KINDS[other](Q))
    assert_array_equal(found.rows, rows)
    assert_allclose(found.distances, distances, rtol=1e-12)


@pytest.mark.parametrize("d", [40, 4000])
def test_two_sparse_products(d):
    """Rows that share few columns are multiplied otherwise, to the same end."""
    rng = np.random.default_rng(0)
    X = np.zeros((200, d))
    for row in X:
        row[rng.choice(d, 3, replace=False)] = rng.integers(1, 4, 3)
    for m in (20, 200):  # queries
        some = csr_array(X[:m])
        assert screens.SparseScreen(csr_array(X), some).dense == (d == 40)
    check(X, 5)
    check(X[20:], 5, X[:20])


def test_sparse_rows_stay_sparse():
    """300 documents of 100 000 words are searched without a dense table."""
    columns = np.random.default_rng(0).integers(0, 100_000, 3000)
    X = csr_array((np.ones(3000), columns, range(0, 3001, 10)), shape=(300, 100_000))
    tracemalloc.start()
    nearest(X, 3)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2e7  # 2.4e8 if dense


def test_sparse_near_twins():
    """Sparse distances have all digits, however long the rows are beside them."""
    rng = np.random.default_rng(0)
    X = rng.random((40, 30)) * 1e3
    near = X * (1 + 2.0**-52 * rng.integers(-3, 4, X.shape))
    check(X, 2, near)
    check(1e8 + rng.normal(size=(50, 3)), 3)


@given(st.integers(0, 2**32 - 1), st.integers(1, 400), st.integers(1, 50))
def test_bound(seed, n, values):
    """At least k numbers of a row are at most its bound."""
    g = np.random.default_rng(seed).integers(0, values, (3, n)).astype(float)
    for k in {1, min(9, n), n}:
        assert ((g <= bound(g, k)[:, None]).sum(axis=1) >= k).all()


def test_pieces_by_hand():
    """at_most and first on a case that can be read."""
    row, column = at_most(
        np.array([[3.0, 1.0, 1.0], [0.0, 9.0, 2.0]]), np.array([1, 2])
    )
    assert (row.tolist(), column.tolist()) == ([0, 0, 1, 1], [1, 2, 0, 2])
    assert first(row, np.array([1.0, 1.0, 5.0, 4.0]), 1, 2).tolist() == [[0], [3]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0.0], [1.0]], 2), "n_neighbors=2, .* at most 1, as none is its own"),
        (([[0.0], [1.0]], 3, [[0.0]]), r"of 2 row\(s\) at most 2\. Give less\.$"),
        (([[0.0], [1.0]], 0), "n_neighbors=0 must be a whole number >= 1"),
        (([[0.0], [1e151]], 1), r"^X holds .* 1e\+151 .*: 1e-150 to 1e\+150 will do"),
        (([[0.0], [1e-151]], 1), "X holds numbers up to 1e-151 in size"),
        (([[0.0], [np.nan]], 1), "X holds NaN or infinity"),
        ((csr_array([[0.0], [np.nan]]), 1), "X holds NaN or infinity"),
        (([[0.0], [1.0]], 1, [[-1e151]]), r"Q holds numbers up to 1e\+151"),
        (
            (np.eye(3), 1, np.ones((2, 1))),
            "Q has 1 columns, but X has 3; give",
        ),
        ((csr_array(np.eye(3)), 1, np.ones((2, 4))), "Q has 4 columns, but X has 3"),
        (([[0.0], [1.0]], 1, [2.0]), r"Q has shape \(1,\); give a table"),
    ],
)
def test_refusals(arguments, message):
    """What cannot be searched is refused with a reason."""
    with pytest.raises(ValueError, match=message):
        nearest(*arguments)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_queries_far_larger_than_the_rows(kind):
    X, Q = np.array([[1.0, 0.0], [3.0, 0.0]]), np.array([[1e45, 0.0], [0.0, 1e60]])
    found = nearest(kind(X), 1, kind(Q))
    assert_allclose(found.distances, [[1e45], [1e60]])


def test_jobs_are_threads(monkeypatch):
    """Other processes, or machines, would be sent all rows with every tile."""
    seen, tile = [], module._tile
    monkeypatch.setattr(module, "_tile", lambda *a: seen.append(a) or tile(*a))
    X = np.random.default_rng(0).normal(size=(70, 3))
    with parallel_config("loky", n_jobs=2):
        found = nearest(X, 2)
    assert_array_equal(found.rows, by_definition(X, 2)[0])
    assert len(seen) > 0
