"""The figures of label matrices: by hand, by definition, and the published ones."""

import os
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_array, csr_array

from mlcourse.data import DataError, describe, load

HAND = np.array([[1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 0, 0], [1, 1, 0, 0]])


def test_by_hand():
    """Four rows and four labels, one label never, one row without."""
    found = describe(HAND, tail=1)
    assert (found.n, found.n_labels) == (4, 4)
    assert found.cardinality == 6 / 4
    assert found.density == 6 / 16
    assert found.multi_label == 3 / 4
    assert found.label_sets == 3
    assert_array_equal(found.frequency, [3, 2, 0, 1])
    assert (found.tail, found.tail_share) == (1, 2 / 4)
    assert (found.unlabelled, found.never) == (1, 1)
    C = [[3, 2, 0, 1], [2, 2, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]
    assert_array_equal(found.together, C)


@given(
    arrays(
        np.int8,
        st.tuples(st.integers(0, 9), st.integers(0, 4)),
        elements=st.integers(0, 1),
    ),
    st.integers(-1, 4),
)
@settings(max_examples=60)
def test_definitions(Y, tail):
    """Every figure is what its words say, for empty and full rows and matrices."""
    n, L = Y.shape
    rows = [frozenset(np.flatnonzero(row).tolist()) for row in Y]
    counts = Counter(label for row in rows for label in row)
    found = describe(Y, tail)
    assert_allclose(found.cardinality * n, sum(map(len, rows)))
    assert_allclose(found.density * n * L, sum(map(len, rows)))
    assert_allclose(found.multi_label * n, sum(len(row) > 1 for row in rows))
    assert found.label_sets == len(set(rows))
    assert_array_equal(found.frequency, [counts[j] for j in range(L)])
    assert_allclose(found.tail_share * L, sum(counts[j] <= tail for j in range(L)))
    assert found.unlabelled == rows.count(frozenset())
    assert found.never == L - len(counts)
    pairs = [[sum({j, k} <= row for row in rows) for k in range(L)] for j in range(L)]
    assert_array_equal(found.together, np.array(pairs).reshape(L, L))
    assert str(found).count("\n") == 8


@pytest.mark.parametrize("form", [csr_array, csc_array, coo_array])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, bool, float])
def test_sparse(form, dtype):
    """A sparse matrix gives the same; what is counted together stays sparse."""
    Y = np.tile(HAND, (100, 1)).astype(dtype)  # an 8-bit sum would overflow
    dense, sparse = describe(Y), describe(form(Y))
    assert_array_equal(sparse.together.toarray(), dense.together)
    assert dense.together[0, 0] == 300
    for one, other in zip(dense[:-1], sparse[:-1], strict=True):
        assert_array_equal(one, other)


def test_entries_out_of_order():
    """Explicit zeros and the order of entries do not make new label sets."""
    Y = csr_array(([1, 1, 0, 1, 1], [1, 0, 2, 0, 1], [0, 3, 5]), shape=(2, 3))
    assert describe(Y).label_sets == 1
    assert describe(Y).frequency.tolist() == [2, 2, 0]
    assert Y.nnz == 5, "the caller's matrix stays as it was"


@pytest.mark.parametrize(
    ("Y", "message"),
    [
        ([0, 1, 1], r"Y has shape \(3,\) and type int64; give a matrix"),
        ([["a"]], "type <U1"),
        ([[0, 2]], "Y holds 2; a label is 0 or 1. For classes pass one column each"),
        ([[0, np.nan]], "Y holds nan"),
        (csr_array(np.array([[0, -1]])), "Y holds -1"),
    ],
)
def test_refuses(Y, message):
    """Classes, words and other numbers are refused with a remedy."""
    with pytest.raises(DataError, match=message):
        describe(Y)


needs_data = pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so the published figures cannot be checked",
)
# The figures that come with the sets: cardinality and % multi-label of all, training
# and test rows; density; rows without a label; labels never positive in all and in
# training rows. Those of Yahoo, scene and yeast are the published ones.
FIGURES = {
    "bibtex": (2.402, 2.380, 2.444, 61.99, 62.11, 61.75, 0.0151, 0, 0, 0),
    "emotions": (1.868, 1.813, 1.975, 69.98, 66.50, 76.73, 0.3114, 0, 0, 0),
    "scene": (1.074, 1.062, 1.086, 7.35, 6.11, 8.61, 0.1790, 0, 0, 0),
    "yeast": (4.237, 4.228, 4.252, 98.68, 98.40, 99.13, 0.3026, 0, 0, 0),
    "image": (1.236, 1.236, 1.236, 22.85, 22.72, 23.25, 0.2472, 0, 0, 0),
    "yahoo_computers": (1.508, 1.487, 1.522, 30.60, 29.60, 31.27, 0.0457, 0, 0, 2),
    "yahoo_reference": (1.169, 1.159, 1.177, 14.26, 13.75, 14.60, 0.0354, 0, 1, 2),
    "yahoo_business": (1.588, 1.590, 1.586, 42.04, 42.20, 41.93, 0.0529, 0, 1, 2),
    "yahoo_health": (1.662, 1.667, 1.659, 47.54, 48.05, 47.20, 0.0519, 0, 2, 6),
}


@needs_data
@pytest.mark.parametrize("name", FIGURES)
def test_published_figures(name):
    """The figures of the real sets are reproduced to the digits that are given."""
    data = load(name)
    parts = [describe(Y) for Y in (data.Y, data.train[1], data.test[1])]
    *means, density, unlabelled, never, never_in_training = FIGURES[name]
    found = [part.cardinality for part in parts]
    assert_allclose(found, means[:3], atol=0.0005001)
    found = [100 * part.multi_label for part in parts]
    assert_allclose(found, means[3:], atol=0.005001)
    assert_allclose(parts[0].density, density, atol=0.00005)
    assert parts[0].unlabelled == unlabelled
    assert (parts[0].never, parts[1].never) == (never, never_in_training)


@needs_data
def test_figures_of_langlog():
    """Language Log has no split, and rows without a label."""
    found = describe(load("langlog").Y)
    assert_allclose(found.cardinality, 1.180, atol=0.0005)
    assert_allclose(found.density, 0.0157, atol=0.00005)
    assert_allclose(found.multi_label, 0.2363, atol=0.00005)
    assert (found.unlabelled, found.never) == (207, 0)


# Rows a class, repeated texts and mean number of tokens, of each part of the split.
TEXTS = {
    "rt_polarity": [(None, (5331, 5331), 0, 21.0)],
    "imdb": [(0, (5000, 5000), 16, 234.1), (1, (5000, 5000), 72, 229.4)],
    "sst5": [
        (0, (1092, 2218, 1624, 2322, 1288), 10, 19.1),
        (2, (139, 289, 229, 279, 165), 1, 19.3),
        (1, (279, 633, 389, 510, 399), 0, 19.2),
    ],
    "sst5_phrases": [(None, (7233, 27711, 81660, 33361, 9311), 0, 7.1)],
}


@needs_data
@pytest.mark.parametrize("name", TEXTS)
def test_figures_of_texts(name):
    """The text sets have the classes, repetitions and lengths that are stated."""
    data = load(name)
    for code, classes, repeated, length in TEXTS[name]:
        rows = np.full(len(data.X), True) if code is None else data.split == code
        X = data.X[rows].tolist()
        assert np.bincount(data.y[rows]).tolist() == list(classes)
        assert len(X) - len(set(X)) == repeated
        assert_allclose(np.mean([text.count(" ") + 1 for text in X]), length, atol=0.05)
    assert (data.split is None) == (TEXTS[name][0][0] is None)
