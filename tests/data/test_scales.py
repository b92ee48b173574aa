"""Scales: learned from training rows alone, and what their names say."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import StandardScaler

from mlcourse.data.scales import (
    as_it_is,
    min_max,
    sample_zscores,
    tfidf,
    unit_rows,
    zscores,
)

A = np.array([[3.0, 4.0], [0.0, 2.0]])
B = np.array([[6.0, 8.0], [1.0, 0.0]])


@pytest.mark.parametrize(
    ("scale", "sparse"),
    [
        *((s, False) for s in (as_it_is, zscores, sample_zscores, unit_rows, min_max)),
        *((s, True) for s in (as_it_is, zscores, sample_zscores, unit_rows, tfidf)),
    ],
)
def test_test_rows_do_not_shape_the_scale(scale, sparse):
    """A wild test row changes nothing about the other rows, of both parts."""
    wild = B.copy()
    wild[0] = 1e6
    found = [
        [
            np.asarray(Z.toarray() if sparse and hasattr(Z, "toarray") else Z)
            for Z in pair
        ]
        for pair in (
            scale(*(csr_array(X) if sparse else X for X in (A, other)))
            for other in (B, wild)
        )
    ]
    assert_array_equal(found[0][0], found[1][0])
    assert_array_equal(found[0][1][1], found[1][1][1])


def test_by_hand():
    """Every scale does what its name says, to training rows and to others."""
    assert_allclose(unit_rows(A, B)[1], [[0.6, 0.8], [1, 0]])
    assert_allclose(min_max(A, B)[1], [[2, 3], [1 / 3, -1]])
    assert_allclose(zscores(A, B)[0], [[1, 1], [-1, -1]])
    assert_allclose(sample_zscores(A, B)[0], [[0.5**0.5] * 2, [-(0.5**0.5)] * 2])
    assert_array_equal(as_it_is(A, B)[1], B)
    weights = np.array([1 + np.log(3), 1 + np.log(4)]) * [1 + np.log(3 / 2), 1.0]
    train = tfidf(csr_array(A), csr_array(B))[0].toarray()
    assert_allclose(train[0], weights / np.linalg.norm(weights))


def test_agree_with_scikit_learn():
    """Z-scores are those of StandardScaler; tf-idf is TfidfTransformer's, sublinear."""
    scaler = StandardScaler().fit(A)
    assert_allclose(zscores(A, B)[1], scaler.transform(B))
    peer = TfidfTransformer(sublinear_tf=True).fit(csr_array(A))
    found = tfidf(csr_array(A), csr_array(B))[1]
    assert_allclose(found.toarray(), peer.transform(csr_array(B)).toarray())
