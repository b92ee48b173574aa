"""Preparation against hand work, scikit-learn, and what must not leak."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import StandardScaler

from mlcourse.data import (
    DataError,
    complete,
    drop_missing,
    fill_missing,
    load,
    standardize,
)

NAN = np.nan
tables = arrays(float, (5, 2), elements=st.sampled_from([-1.0, 0.0, 0.1, 7.0]))
gappy = arrays(float, (5, 2), elements=st.sampled_from([-1.0, 0.1, 7.0, NAN]))


def test_standardize_by_hand():
    """The numbers 1, 2, 3 become -1, 0, 1, and a new 5 becomes 3."""
    train, test = standardize([[1], [2], [3]], [[5]])
    assert_allclose(train, [[-1], [0], [1]])
    assert_allclose(test, [[3]])


def test_standardize_agrees_with_scikit_learn():
    """With ddof=0 the z-scores are those of scikit-learn's StandardScaler."""
    X = load("wdbc").X
    scaler = StandardScaler().fit(X[:400])
    train, test = standardize(X[:400], X[400:], ddof=0)
    assert_allclose(train, scaler.transform(X[:400]), atol=1e-10)
    assert_allclose(test, scaler.transform(X[400:]), atol=1e-10)


@given(tables)
def test_standardized_columns(X):
    """A training column has mean 0 and standard deviation 1, or was constant."""
    (Z,) = standardize(X)
    constant = (X[0] == X).all(axis=0)
    assert_allclose(Z.mean(axis=0), 0, atol=1e-12)
    assert_allclose(Z.std(axis=0, ddof=1), ~constant, atol=1e-12)


def test_a_constant_column_becomes_zero_everywhere():
    """A column that is constant in training becomes 0, in the test rows too."""
    train, test = standardize([[0.1, 1], [0.1, 2], [0.1, 3]], [[9, 2]])
    assert_array_equal(train[:, 0], 0)
    assert_array_equal(test, [[0, 0]])


def test_test_rows_do_not_shape_the_scale():
    """Other test rows change neither the training table nor each other."""
    X, new = np.array([[1.0], [2], [4]]), np.array([[3.0]])
    alone, beside = standardize(X, new), standardize(X, new, [[1e6]])
    assert_array_equal(alone[0], beside[0])
    assert_array_equal(alone[1], beside[1])


@pytest.mark.parametrize("bad", [NAN, np.inf, -np.inf])
def test_standardize_refuses_missing_values(bad):
    """Missing values are refused with their number, their place and both remedies."""
    message = r"others\[0\] has 2 .* row 1, column 0.*drop_missing.*fill_missing"
    with pytest.raises(DataError, match=message):
        standardize(np.eye(2), [[1, 2], [bad, 3], [4, bad]])
    with pytest.raises(DataError, match="X_train has 1 missing"):
        standardize([[bad], [1.0]])


def test_standardize_refuses_tables_that_do_not_fit():
    """One row, a flat array and tables of different widths are refused."""
    with pytest.raises(DataError, match=r"1 row\(s\); ddof=1 needs at least 2"):
        standardize([[1.0]])
    with pytest.raises(DataError, match="2-d"):
        standardize([1.0, 2.0])
    with pytest.raises(DataError, match=r"\(2, 2\), \(1, 3\)"):
        standardize(np.eye(2), [[1, 2, 3]])


def test_standardize_refuses_sparse_tables():
    """A sparse table would not stay sparse; the message says what to do."""
    for tables in [(SPARSE,), (np.eye(2), SPARSE)]:
        with pytest.raises(DataError, match=r"sparse, .*X\.toarray\(\).*MaxAbsScaler"):
            standardize(*tables)


def test_drop_missing_by_hand():
    """Rows with NaN or infinity go, together with their labels."""
    X, y = drop_missing([[1, 2], [NAN, 2], [3, np.inf], [5, 6]], list("abcd"))
    assert_array_equal(X, [[1, 2], [5, 6]])
    assert_array_equal(y, ["a", "d"])


def test_drop_missing_refuses():
    """Dropping every row, and labels that do not fit, are refused."""
    with pytest.raises(DataError, match="fill_missing"):
        drop_missing([[NAN]], [0])
    with pytest.raises(DataError, match="X has 2 rows but y has 1"):
        drop_missing(np.eye(2), [0])


@given(gappy, gappy)
def test_fill_missing_agrees_with_scikit_learn(X, new):
    """Gaps are filled as by scikit-learn's SimpleImputer fitted on training rows."""
    if np.isnan(X).all(axis=0).any():
        return
    imputer = SimpleImputer().fit(X)
    train, test = fill_missing(X, new)
    assert_allclose(train, imputer.transform(X), atol=1e-12)
    assert_allclose(test, imputer.transform(new), atol=1e-12)


def test_fill_missing_refuses_an_empty_column():
    """A column without any training value is refused by its number."""
    with pytest.raises(DataError, match="Column 1 of X_train holds no value"):
        fill_missing([[1, NAN], [2, NAN]], [[1, 2]])


def test_complete_asks_for_a_choice():
    """Missing values are an error until "drop" or "mean" is chosen."""
    train = ([[1.0], [NAN], [3.0]], [0, 1, 1])
    test = ([[NAN], [8.0]], [1, 0])
    with pytest.raises(DataError, match="X_train has 1 missing"):
        complete(train, test)
    (X, y), (X_test, y_test) = complete(train, test, missing="drop")
    assert (X.tolist(), y.tolist()) == ([[1], [3]], [0, 1])
    assert (X_test.tolist(), y_test.tolist()) == ([[8]], [0])
    (X, y), (X_test, y_test) = complete(train, test, missing="mean")
    assert (X.tolist(), y.tolist()) == ([[1], [2], [3]], [0, 1, 1])
    assert (X_test.tolist(), y_test.tolist()) == ([[2], [8]], [1, 0])


def test_complete_leaves_complete_data_alone():
    """Without a gap no choice is needed and nothing changes."""
    (pair,) = complete((np.eye(2), [0, 1]))
    assert_array_equal(pair[0], np.eye(2))
    with pytest.raises(DataError, match="'median' is unknown; choose 'drop' or 'mean'"):
        complete((np.eye(2), [0, 1]), missing="median")


@pytest.mark.parametrize("missing", [None, "drop", "mean"])
@pytest.mark.parametrize("form", [np.array, csr_array])
def test_complete_refuses_labels_that_do_not_fit(form, missing):
    """Each row needs its label, whatever is chosen."""
    X = form(np.eye(3))
    with pytest.raises(DataError, match=r"X_train has 3 rows but y has 1; give one y"):
        complete((X, [1]), missing=missing)
    message = r"others\[0\] has 3 rows but y has 2; give one y a row"
    with pytest.raises(DataError, match=message):
        complete((X, [0, 1, 1]), (X, csr_array(np.eye(2))), missing=missing)
    with pytest.raises(DataError, match=r"X_train has 3 rows but y has 0"):
        complete((X, 1), missing=missing)


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_complete_drops_no_whole_table(form):
    """If each row of a pair misses a value, its name and the other choice are said."""
    train, gaps = (form(np.eye(2)), [0, 1]), (form([[NAN, 1.0]]), [0])
    message = r"Every row of others\[1\] misses a value; choose missing='mean' inst"
    with pytest.raises(DataError, match=message):
        complete(train, train, gaps, missing="drop")
    with pytest.raises(DataError, match="Every row of X_train misses a value"):
        complete(gaps, train, missing="drop")


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_tables_without_rows(form):
    """They have no row that misses a value."""
    none = form(np.zeros((0, 2))), []
    _, (X, y) = complete((form(np.eye(2)), [0, 1]), none, missing="drop")
    assert (X.shape, y.shape) == ((0, 2), (0,))
    assert drop_missing(*none)[0].shape == (0, 2)


@pytest.mark.parametrize("missing", [None, "drop", "mean"])
@pytest.mark.parametrize("form", [np.array, csr_array])
def test_complete_refuses_columns_that_do_not_fit(form, missing):
    """All tables have the columns of the first, whatever is chosen."""
    train, test = (form(np.eye(2)), [0, 1]), (form(np.eye(1, 3)), [0])
    message = r"the columns of the first, but the shapes are \[\(2, 2\), \(1, 3\)\]"
    with pytest.raises(DataError, match=message):
        complete(train, test, missing=missing)


@given(arrays(float, (5, 3), elements=st.sampled_from([0.0, 1, -2.5, np.nan])))
def test_fill_missing_of_sparse_tables(X):
    """Sparse tables get what dense ones get; what is not stored is 0."""
    X[0] = 2.0  # a value in each column
    expected = fill_missing(X[:4], X[4:])
    kept = csr_array(X[:4])
    found = fill_missing(kept, csr_array(X[4:]))
    for ours, theirs in zip(found, expected, strict=True):
        assert_allclose(ours.toarray(), theirs)
    assert_array_equal(kept.toarray(), X[:4])
    assert_allclose(fill_missing(X[:4], csr_array(X[4:]))[0].toarray(), expected[0])


def test_entries_in_parts():
    """A value that a CSR array stores in parts is their sum, and counts once."""
    parts = np.array([np.nan, np.nan, 1.0, 3.0, 8.0]), np.array([0, 0, 0, 0, 0])
    X = csr_array((*parts, np.array([0, 2, 4, 5])), shape=(3, 1))
    (filled,) = fill_missing(X)
    assert_allclose(filled.toarray(), [[6], [4], [8]])  # (4 + 8) / 2 = 6
    assert X.nnz == 5, "the table of the caller stays as it is"
    with pytest.raises(DataError, match="X_train has 1 missing"):
        complete((X, [0, 1, 1]))


def test_fill_missing_of_sparse_tables_that_do_not_fit():
    """They are refused as dense ones are."""
    X = csr_array(np.array([[1.0, np.nan], [0.0, np.inf]]))
    with pytest.raises(DataError, match="Column 1 of X_train holds no value at all"):
        fill_missing(X)
    with pytest.raises(DataError, match="2-d with the columns of the first, but the"):
        fill_missing(X, X[:, :1])


SPARSE = csr_array(np.array([[1.0, 0.0], [NAN, 2.0], [0.0, np.inf], [0.0, 3.0]]))


def test_drop_missing_of_sparse_tables():
    """Rows go as of dense tables, and sparse labels go with them."""
    Y = csr_array(np.eye(4, dtype=int))
    X, y = drop_missing(SPARSE, list("abcd"))
    assert_array_equal(X.toarray(), [[1, 0], [0, 3]])
    assert_array_equal(y, ["a", "d"])
    kept = drop_missing(SPARSE.tocsc(), Y)[1]
    assert_array_equal(kept.toarray(), np.eye(4)[[0, 3]])
    assert_array_equal(drop_missing(SPARSE.toarray(), Y)[0], X.toarray())
    with pytest.raises(DataError, match="X has 4 rows but y has 3"):
        drop_missing(SPARSE, Y[:3])
    with pytest.raises(DataError, match="Every row of X misses a value"):
        drop_missing(SPARSE[1:3], [0, 1])


@pytest.mark.parametrize("missing", ["drop", "mean"])
def test_complete_of_sparse_tables(missing):
    """Sparse tables and labels get what dense ones get."""
    Y = csr_array(np.eye(4, dtype=int))
    pairs = [(SPARSE, Y), (SPARSE[1:], Y[1:])]
    found = complete(*pairs, missing=missing)
    dense = [(X.toarray(), Y.toarray()) for X, Y in pairs]
    for ours, theirs in zip(found, complete(*dense, missing=missing), strict=True):
        for one, other in zip(ours, theirs, strict=True):
            assert_array_equal(one.toarray(), other)


def test_complete_asks_for_a_choice_of_sparse_tables():
    """It is asked for only if something is missing, and the message has both."""
    message = "others.0. has 2 missing .*; choose missing='drop' .* missing='mean'"
    with pytest.raises(DataError, match=message):
        complete((SPARSE[:1], [0]), (SPARSE, [0, 1, 1, 0]))
    ((X, y),) = complete((SPARSE[[0, 3]], csr_array(np.eye(2))))
    assert_array_equal(X.toarray(), [[1, 0], [0, 3]])
    assert_array_equal(y.toarray(), np.eye(2))
