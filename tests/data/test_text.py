"""Texts into numbers, by hand and against the definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.data import load
from mlcourse.data.text import dense, tokens, word_table

TRAIN, TEST = ["red red blue", "Blue, green.", "don't"], ["red yellow", "7"]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("It's NaN-safe", {}, ["it's", "nan", "safe"]),
        ("It\u2019s", {"lower": False}, ["It\u2019s"]),
        ("'quoted' n_samples x2", {}, ["quoted", "n", "samples", "x"]),
        ("Über 1,000.5 (a)", {"words_only": False}, ["über", "1,000.5", "(", "a", ")"]),
        ("", {}, []),
    ],
)
def test_tokens_by_hand(text, options, expected):
    assert tokens(text, **options) == expected


@given(st.text())
def test_no_sign_is_lost(text):
    """With all that is no word, the tokens are the text without its blanks."""
    found = tokens(text, lower=False, words_only=False)
    assert "".join(found) == "".join(text.split())


def test_tables_by_hand():
    made = word_table(TRAIN, TEST)
    assert made.words == ("blue", "don't", "green", "red")
    assert_array_equal(made.train.toarray(), [[1, 0, 0, 2], [1, 0, 1, 0], [0, 1, 0, 0]])
    assert_array_equal(made.test.toarray(), [[0, 0, 0, 1], [0, 0, 0, 0]])
    assert word_table(TRAIN, TEST, "one_hot").train.toarray().max() == 1
    assert word_table(TRAIN, min_texts=2).words == ("blue",)
    assert word_table(TRAIN).test.shape == (0, 4)


def test_tf_idf_is_its_formula():
    counts = word_table(TRAIN).train.toarray()
    X = counts * (1 + np.log(4 / (1 + (counts > 0).sum(axis=0))))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    assert_allclose(word_table(TRAIN, kind="tf_idf").train.toarray(), X)


def test_dense_vectors_are_those_of_the_decomposition():
    """NumPy's; a direction has no sign, so products are compared."""
    data = load("docstring_texts")
    made = word_table(data.X[:150], data.X[150:200], "tf_idf", min_texts=20)
    Z, Q = dense(made.train, made.test, 5)
    V = np.linalg.svd(made.train.toarray())[2][:5]
    expected, new = made.train @ V.T, made.test @ V.T
    assert_allclose(Z @ Z.T, expected @ expected.T, atol=1e-3)
    assert_allclose(Q @ Q.T, new @ new.T, atol=2e-2)


def test_refuses_bad_arguments():
    with pytest.raises(ValueError, match="kind='bag' is unknown"):
        word_table(TRAIN, kind="bag")
    with pytest.raises(ValueError, match="min_texts=4, but there are 3 training texts"):
        word_table(TRAIN, min_texts=4)
    with pytest.raises(TypeError, match="lower='no' is of type str"):
        tokens("a", lower="no")
    with pytest.raises(TypeError, match="text is of type int; give a str"):
        tokens(3)
    X = word_table(TRAIN).train
    with pytest.raises(ValueError, match=r"n_components=4 must be .* <= 3"):
        dense(X, X, 4)
