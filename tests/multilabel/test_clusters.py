"""Clusters against the definition, scikit-learn and planted groups."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_matrix, csr_array
from sklearn.cluster import KMeans

from mlcourse.multilabel.clusters import clusters, nearest_centre, short


def planted(seed=0):
    """Return rows around three far points, in a random order, and their groups."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 3, 90)
    centres = np.array([[0.0, 9], [9, 0], [9, 9]])
    return centres[group] + rng.normal(size=(90, 2)), group


def test_finds_planted_groups():
    """Far groups are found whole, each row in one, the centres their means."""
    X, group = planted()
    for kind in (np.asarray, csr_array, csc_matrix):
        found = clusters(kind(X), 3, random_state=0)
        assert sorted(np.concatenate(found.rows)) == [*range(90)]
        for centre, rows in zip(found.centres, found.rows, strict=True):
            assert len({*group[rows]}) == 1
            assert (np.diff(rows) > 0).all()
            assert_allclose(centre, X[rows].mean(axis=0))
        assert_array_equal(found.nearest(kind(X)), number(found))


def number(found):
    """Return the cluster of every row."""
    numbers = np.empty(sum(map(len, found.rows)), int)
    for k, rows in enumerate(found.rows):
        numbers[rows] = k
    return numbers


def test_agrees_with_scikit_learn():
    """Overlapping rows: the groups of one run of scikit-learn's k-means."""
    X = np.random.default_rng(0).normal(size=(200, 5))
    peer = KMeans(7, n_init=1, random_state=3).fit(X)
    found = clusters(X, 7, random_state=3)
    assert_array_equal(number(found), peer.labels_)
    Q = np.random.default_rng(1).normal(size=(50, 5))
    assert_array_equal(found.nearest(Q), peer.predict(Q))


def test_sparse_is_dense():
    """The same centre is nearest, near 0 and far from it."""
    rng = np.random.default_rng(0)
    X, centres = rng.normal(size=(80, 6)), rng.normal(size=(5, 6))
    gaps = ((X[:, None] - centres) ** 2).sum(axis=2)
    assert_array_equal(nearest_centre(X, centres), gaps.argmin(axis=1))
    assert_array_equal(nearest_centre(csr_array(X), centres), gaps.argmin(axis=1))
    away = 2.0**26
    assert_array_equal(nearest_centre(X + away, centres + away), gaps.argmin(axis=1))


def test_equal_distances():
    """Of centres at equal distance the first."""
    centres = np.array([[0.0], [4.0], [0.0]])
    for kind in (np.asarray, csr_array):
        assert nearest_centre(kind([[2.0], [3.0], [0.0]]), centres).tolist() == [
            0,
            1,
            0,
        ]


def test_one_cluster():
    """It holds all rows, and draws nothing from the generator."""
    random = np.random.RandomState(0)
    for kind in (np.asarray, csr_array):
        found = clusters(kind([[1.0, 2], [3, 0]]), 1, random)
        assert found.centres.tolist() == [[2, 1]]
        assert [rows.tolist() for rows in found.rows] == [[0, 1]]
        assert found.nearest(kind([[9.0, 9]])).tolist() == [0]
    assert random.random_sample() == np.random.RandomState(0).random_sample()


def test_a_cluster_for_every_row():
    X = np.arange(4.0)[:, None] ** 2
    found = clusters(X, 4, random_state=0)
    assert sorted(rows.tolist() for rows in found.rows) == [[0], [1], [2], [3]]
    assert_array_equal(found.nearest(X), number(found))


def test_equal_rows_are_one_cluster():
    """Two different rows make two clusters, without a warning; none is empty."""
    X = np.array([[0.0], [0.0], [5.0], [0.0]])
    found = clusters(X, 3, random_state=0)
    assert sorted(rows.tolist() for rows in found.rows) == [[0, 1, 3], [2]]
    assert sorted(found.centres.tolist()) == [[0], [5]]
    assert_array_equal(found.nearest(X), number(found))


def test_seeds():
    X = np.random.default_rng(0).normal(size=(60, 3))
    runs = [
        number(clusters(X, 5, seed)) for seed in (0, 0, 1, np.random.RandomState(0))
    ]
    assert_array_equal(runs[0], runs[1])
    assert_array_equal(runs[0], runs[3])
    assert (runs[0] != runs[2]).any()
    assert len(clusters(X, 5).rows) == 5


def test_short_places():
    """Places of 64 bits, which scikit-learn's k-means refuses."""
    X = csr_array(planted()[0])
    long = csr_array((X.data, X.indices.astype(np.int64), X.indptr.astype(np.int64)))
    assert long.indices.dtype == np.int64
    found = short(long)
    assert found.indices.dtype == found.indptr.dtype == np.int32
    assert_array_equal(found.toarray(), X.toarray())
    expected = number(clusters(X, 3, 0))
    assert_array_equal(number(clusters(long, 3, 0)), expected)
    assert short(X.toarray()) is not None
    assert short(csr_array((2, 3))).shape == (2, 3)


@pytest.mark.parametrize(
    ("n_clusters", "error", "message"),
    [
        (0, ValueError, "n_clusters=0 must be a whole number >= 1"),
        (1.5, TypeError, "n_clusters=1.5 is of type float"),
        (3, ValueError, r"n_clusters=3, but X has 2 row\(s\). Give less"),
    ],
)
def test_refuses(n_clusters, error, message):
    with pytest.raises(error, match=message):
        clusters(np.eye(2), n_clusters)
