"""Votes of neighbours against scikit-learn, hand work and brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_matrix, csr_array
from scipy.spatial.distance import cdist
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import KNeighborsClassifier as Peer
from sklearn.utils import get_tags

from mlcourse.models.knn import (
    KNeighborsClassifier,
    check_vote,
    indicators,
    neighbours,
    vote,
    vote_weights,
)
from mlcourse.models.nearest import Neighbours

RNG = np.random.default_rng(0)
X, Q = RNG.normal(size=(60, 4)), RNG.normal(size=(25, 4))
WORDS = RNG.choice(["a", "b", "c"], 60)
LABELS = RNG.integers(0, 2, (60, 3))


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("k", [1, 5, 60])
def test_agrees_with_scikit_learn(k, weights, metric):
    """Classes and label matrices: the shares are those of scikit-learn."""
    ours = KNeighborsClassifier(k, weights, metric)
    peer = Peer(k, weights=weights, metric=metric, algorithm="brute")
    P = peer.fit(X, WORDS).predict_proba(Q)
    found = ours.fit(X, WORDS)
    assert_allclose(found.predict_proba(Q), P, rtol=0, atol=1e-10)
    assert_array_equal(found.classes_, peer.classes_)
    assert_array_equal(found.predict(Q), peer.predict(Q))
    P = [p[:, 1] for p in peer.fit(X, LABELS).predict_proba(Q)]
    found = ours.fit(X, LABELS)
    assert_allclose(found.predict_proba(Q), np.transpose(P), rtol=0, atol=1e-10)
    sure = abs(np.transpose(P) - 0.5) > 1e-9
    assert_array_equal(found.predict(Q)[sure], peer.predict(Q)[sure])


@pytest.mark.parametrize("power", [0, 0.5, 8])
def test_votes_by_cosine(power):
    """Brute force: every neighbour votes with max(cos, 0) to the power."""
    cosines = cosine_similarity(Q, X)
    rows = np.argsort(-cosines, axis=1)[:, :45]  # some look the other way
    c = np.take_along_axis(cosines, rows, axis=1)
    assert (c.min(axis=1) < 0).any()
    w = np.maximum(c, 0) ** power
    expected = np.array([w[i] @ LABELS[rows[i]] / w[i].sum() for i in range(len(Q))])
    for kind in (np.asarray, csr_array, csc_matrix):
        model = KNeighborsClassifier(45, "cosine", "cosine", power).fit(kind(X), LABELS)
        assert_allclose(model.predict_proba(kind(Q)), expected, rtol=1e-9)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("power", [0, 0.5, 3])
def test_votes_by_a_power_of_the_distance(power, metric):
    """Brute force: every neighbour votes with 1 / distance to the power."""
    near = cdist(Q, X, metric)
    rows = near.argsort(axis=1)[:, :12]
    expected = np.zeros((len(Q), 3))
    for q in range(len(Q)):
        w = [1 / near[q, i] ** power for i in rows[q]]
        expected[q] = sum(w[j] * LABELS[i] for j, i in enumerate(rows[q])) / sum(w)
    for kind in (np.asarray, csr_array):
        model = KNeighborsClassifier(12, "distance", metric, power)
        found = model.fit(kind(X), LABELS).predict_proba(kind(Q))
        assert_allclose(found, expected, rtol=1e-9, atol=1e-15)


def by_hand(*distances):
    """Return neighbours 0, 1, ... of one query, at these distances."""
    d = np.array([distances], dtype=float)
    return Neighbours(np.arange(d.size)[None], d)


@pytest.mark.parametrize(
    ("weights", "power", "distances", "expected"),
    [
        ("uniform", 1, (0, 1, 3), [1, 1, 1]),
        ("distance", 1, (1, 2, 4), [1, 1 / 2, 1 / 4]),
        ("distance", 1, (0, 0, 1), [1, 1, 0]),  # twins share the vote
        ("distance", 1, (1e-320, 1e-320, 1), [1, 1, 0]),  # 1/d would be infinite
        ("distance", 1, (1e300, 2e300), [1, 1 / 2]),
        ("distance", 3, (1, 2, 4), [1, 1 / 8, 1 / 64]),
        ("distance", 3, (0, 0, 1e-300), [1, 1, 0]),
        ("distance", 3, (1e-200, 2e-200), [1, 1 / 8]),  # d ** 3 would be 0
        ("distance", 0, (0, 0, 1), [1, 1, 1]),
        ("cosine", 1, (0, 0.5, 1, 1.5), [1, 1 / 2, 0, 0]),
        ("cosine", 2, (0.2, 0.6), [1, 1 / 4]),
        ("cosine", 0, (0.2, 1.5), [1, 1]),
        ("cosine", 8, (1, 1, 2), [1, 1, 1]),  # none looks this way
        ("cosine", 1e4, (0.5, 0.5), [1, 1]),  # 0.5 ** 1e4 would be 0
    ],
)
def test_weights(weights, power, distances, expected):
    """By hand, the largest weight 1."""
    assert_allclose(
        vote_weights(by_hand(*distances), weights, power), [expected], atol=1e-300
    )


def test_weights_are_those_of_every_query():
    """One query's twins take nothing from the others."""
    near = Neighbours(np.array([[0, 1], [2, 3]]), np.array([[0.0, 1], [0.5, 1]]))
    assert_array_equal(vote_weights(near, "distance"), [[1, 0], [1, 0.5]])
    near = Neighbours(near.rows, np.array([[1.5, 1], [0.5, 1]]))
    assert_array_equal(vote_weights(near, "cosine"), [[1, 1], [1, 0]])


def test_duplicates():
    """A query that is a training row asks it and its twins alone."""
    rows, y = np.array([[0.0, 1], [0, 1], [5, 5], [1, 0]]), [0, 1, 1, 1]
    for metric in ("euclidean", "cosine"):
        model = KNeighborsClassifier(4, "distance", metric).fit(rows, y)
        assert_array_equal(model.predict_proba([[0, 1]]), [[0.5, 0.5]])
        assert np.isfinite(model.predict_proba(rows)).all()


@given(arrays(float, (7, 2), elements=st.sampled_from([0.0, 1, 2])), st.integers(1, 7))
@settings(max_examples=30, deadline=None)
def test_rows_of_zeros_and_ties(rows, k):
    """Cosine 0 with a row of zeros; of equally near rows those of the lowest index."""
    labels = np.eye(7)
    asked = np.array([[1.0, 1], [0, 0]])
    cosines = np.array([[(1 / 2) ** 0.5 * abs(r).sum() for r in rows], [0] * 7])
    lengths = np.linalg.norm(rows, axis=1)
    cosines[0] = np.divide(cosines[0], lengths, out=np.zeros(7), where=lengths > 0)
    for q, c in zip(asked, cosines, strict=True):
        near = np.argsort(-c.round(9), kind="stable")[:k]
        w = c[near] if c[near].any() else np.ones(k)
        expected = np.zeros(7)
        expected[near] = w / w.sum()
        found = KNeighborsClassifier(k, "cosine", "cosine").fit(rows, labels)
        assert_allclose(found.predict_proba([q]), [expected], atol=1e-9)


def test_vote_is_a_weighted_mean():
    """By hand; whatever the sum of the weights, dense or sparse Y."""
    Y = np.array([[1, 0], [1, 1], [0, 1]])
    rows, w = np.array([[0, 1], [2, 1]]), np.array([[3.0, 1], [0.5, 0.5]])
    for kind in (np.asarray, csr_array):
        assert_array_equal(vote(rows, w, kind(Y)), [[1, 0.25], [0.5, 1]])


def test_no_share_exceeds_one():
    """Rounding does not make a share of 1 larger."""
    w = np.random.default_rng(0).random((500, 9))
    shares = vote(np.tile(np.arange(9), (500, 1)), w, np.ones((9, 1)))
    assert shares.max() <= 1
    assert_allclose(shares, 1)


def test_ties_of_classes_and_halves():
    """Of equal classes the first; a label with half of the votes is absent."""
    rows = [[0.0], [1.0], [2.0], [3.0]]
    model = KNeighborsClassifier(4).fit(rows, ["b", "c", "c", "b"])
    assert model.predict([[9.0]]).tolist() == ["b"]
    model = KNeighborsClassifier(4).fit(rows, [[1, 1], [1, 1], [0, 1], [0, 0]])
    assert model.predict([[9.0]]).tolist() == [[0, 1]]
    assert model.predict_proba([[9.0]]).tolist() == [[0.5, 0.75]]


def test_neighbours_by_both_metrics():
    """By hand: the nearest row is not the one in the same direction."""
    rows = np.array([[10.0, 0], [1, 1], [0, 0]])
    near = neighbours(rows, 2, [[1.0, 0]])
    assert_array_equal(near.rows, [[1, 2]])
    assert_array_equal(near.distances, [[1, 1]])
    near = neighbours(rows, 3, [[1.0, 0]], "cosine", n_jobs=2)
    assert_array_equal(near.rows, [[0, 1, 2]])
    assert_allclose(near.distances, [[0, 1 - 0.5**0.5, 1]])


def test_indicators():
    classes, Y = indicators(np.array([2.0, 1, 2]))
    assert classes.tolist() == [1, 2]
    assert Y.toarray().tolist() == [[0, 1], [1, 0], [0, 1]]
    classes, Y = indicators(csr_array([[1, 0, 0]]))
    assert classes.tolist() == [0, 1, 2]
    assert Y.toarray().tolist() == [[1, 0, 0]]


def test_rows_changed_after_fit_change_nothing():
    for kind in (np.array, csr_array):
        rows = kind(X)
        model = KNeighborsClassifier(3).fit(rows, LABELS)
        expected = model.predict_proba(Q)
        rows *= -3
        assert_array_equal(model.predict_proba(Q), expected)


@pytest.mark.parametrize("make", [np.array, csr_array])
def test_far_from_zero_the_expanded_square_loses_digits(make):
    """By hand: 1e8 away, rows 2 and 1 off; expanded, the latter is the query's twin."""
    rows, query = 1e8 + np.array([[2.0], [1.0], [9.0]]), np.array([[1e8]])
    squares = query**2 - 2 * query * rows.T + (rows**2).T
    assert squares[0, 1] == 0  # of 1
    near = neighbours(make(rows), 2, make(query))
    assert_array_equal(near.rows, [[1, 0]])
    assert_array_equal(near.distances, [[1, 2]])
    model = KNeighborsClassifier(2, "distance").fit(make(rows), ["b", "a", "c"])
    assert_allclose(model.predict_proba(make(query)), [[2 / 3, 1 / 3, 0]])


def test_jobs():
    expected = KNeighborsClassifier().fit(X, LABELS).predict_proba(Q)
    model = KNeighborsClassifier(n_jobs=2).fit(X, LABELS)
    assert_array_equal(model.predict_proba(Q), expected)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_neighbors": 0}, ValueError, "n_neighbors=0 must be a whole number >= 1"),
        ({"n_neighbors": 2.0}, TypeError, "n_neighbors=2.0 is of type float"),
        ({"n_neighbors": 61}, ValueError, r"n_neighbors=61, but X has 60 sample\(s\)"),
        (
            {"weights": "dist"},
            ValueError,
            "weights='dist' is unknown; choose 'uni",
        ),
        ({"metric": "l1"}, ValueError, "metric='l1' is unknown; choose 'euclidean' or"),
        ({"power": -1}, ValueError, "power=-1 must be a finite number >= 0"),
        (
            {"weights": "cosine"},
            ValueError,
            "needs metric='cosine', and .*'euc",
        ),
    ],
)
def test_refuses_bad_parameters(options, error, message):
    with pytest.raises(error, match=message):
        KNeighborsClassifier(**options).fit(X, WORDS)


def test_refuses_bad_data():
    with pytest.raises(ValueError, match=r"y must hold 0 and 1 only; it holds \[2\]"):
        KNeighborsClassifier().fit(X, LABELS + 1)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        KNeighborsClassifier().fit(X, X[:, 0])
    with pytest.raises(ValueError, match="metric='l2' is unknown"):
        neighbours(X, 1, Q, "l2")
    with pytest.raises(ValueError, match="weights='l2' is unknown"):
        vote_weights(by_hand(1), "l2")
    with pytest.raises(ValueError, match="power=-2 must be"):
        vote_weights(by_hand(1), "cosine", -2)
    with pytest.raises(NotFittedError):
        KNeighborsClassifier().predict(X)


def test_defaults_of_votes():
    """Euclidean distances, one job, and the cosine itself."""
    near = by_hand(0.2, 0.6)
    assert_allclose(vote_weights(near, "cosine"), [[1, 0.5]])
    assert_array_equal(neighbours(X, 3, Q).rows, neighbours(X, 3, Q, "euclidean").rows)


def test_asks_for_the_columns_of_the_fit():
    """As scikit-learn says it, though a search of its own would complain as well."""
    with pytest.raises(ValueError, match="X has 3 features, but KNeighborsClassifier"):
        KNeighborsClassifier().fit(X, LABELS).predict_proba(Q[:, :3])


def test_tells_what_it_takes():
    tags = get_tags(KNeighborsClassifier())
    assert tags.input_tags.sparse is True
    assert tags.classifier_tags.multi_label is True
    assert tags.classifier_tags.multi_class is True
    assert tags.target_tags.multi_output is True
    labels = KNeighborsClassifier().fit(X, LABELS).predict(Q)
    assert labels.dtype.kind == "i"


def test_how_neighbours_vote_is_kept():
    found = check_vote(3, "cosine", "cosine", 2)
    assert found == (3, "cosine", "cosine", 2.0)
    assert KNeighborsClassifier(3, "cosine", "cosine", 2).fit(X, WORDS).vote_ == found
