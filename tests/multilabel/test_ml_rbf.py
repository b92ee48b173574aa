"""ML-RBF against scikit-learn's parts, and by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.cluster import KMeans
from sklearn.linear_model import LinearRegression
from sklearn.metrics.pairwise import euclidean_distances, rbf_kernel

from mlcourse.multilabel.ml_rbf import MLRBF


def planted(n=300):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    near = np.sum(X**2, axis=1) < 1
    return X, np.column_stack([near, ~near, X[:, 0] > 0]).astype(int)


def test_scores_from_scikit_learns_parts():
    """Centres aside, which k-means draws: width, functions and least squares."""
    X, Y = planted()
    model = MLRBF(0.05, width=0.7, random_state=0).fit(X, Y)
    c = model.centres_
    apart = euclidean_distances(c)[np.triu_indices(len(c), 1)].mean()
    assert_allclose(model.sigma_, 0.7 * apart)
    Phi = rbf_kernel(X, c, gamma=1 / (2 * model.sigma_**2))
    peer = LinearRegression().fit(Phi, 2 * Y - 1)
    assert_allclose(model.decision_function(X), peer.predict(Phi), atol=1e-6)


def test_centres_are_those_of_the_rows_of_a_label():
    X, Y = planted()
    model = MLRBF(0.05, random_state=0).fit(X, Y)
    expected = [max(1, int(0.05 * count)) for count in Y.sum(axis=0)]
    assert_array_equal(np.bincount(model.centre_labels_), expected)
    for label in range(3):
        rows, c = X[Y[:, label] == 1], model.centres_[model.centre_labels_ == label]
        again = KMeans(len(c), init=c, n_init=1).fit(rows).cluster_centers_
        assert_allclose(again, c, atol=0.05)  # where k-means stands still


def test_one_centre_is_the_mean():
    X, Y = planted()
    model = MLRBF(random_state=0).fit(X[:90], Y[:90])
    expected = [X[:90][y == 1].mean(axis=0) for y in Y[:90].T]
    assert_allclose(model.centres_, expected)


def test_learns_what_no_line_can():
    X, Y = planted()
    model = MLRBF(0.1, random_state=0).fit(X[:200], Y[:200])
    assert np.mean(model.predict(X[200:]) != Y[200:]) < 0.1


def test_a_label_of_no_row_has_no_centre():
    X, Y = planted()
    Y[:, 1] = 0
    model = MLRBF(random_state=0).fit(X, Y)
    assert 1 not in model.centre_labels_
    assert_allclose(model.decision_function(X)[:, 1], -1)


def test_fraction_is_a_share():
    with pytest.raises(ValueError, match="fraction=2 must be"):
        MLRBF(2).fit(*planted())
