"""What multi-label classifiers accept, and the shapes of what they answer."""

import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from pandas import DataFrame, Series
from scipy.sparse import csr_array, csr_matrix
from sklearn.utils import get_tags

from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_labels,
    check_rows,
    check_targets,
    restore,
    restore_proba,
    restore_scores,
)

X = np.array([[1.0], [2.0], [3.0]])
Y = np.array([[0, 1, 0], [1, 1, 0], [0, 0, 1]])


class Sparse(MultilabelClassifier):
    """One that takes sparse X and gaps."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.allow_nan = True
        return tags


@pytest.mark.parametrize(
    "given",
    [
        *(Y, Y.tolist(), Y.astype(bool), Y.astype(float), Y.astype(np.uint8)),
        *(csr_matrix(Y), csr_array(Y)),
    ],
)
def test_matrices(given):
    """A matrix of 0 and 1 of any kind is the same matrix of integers."""
    model = MultilabelClassifier()
    _, labels = check_targets(model, X, given)
    assert_array_equal(labels, Y)
    assert labels.dtype == int
    assert model.multilabel_
    assert_array_equal(model.classes_, [0, 1, 2])
    assert_array_equal(restore(model, Y.astype(bool)), Y)
    assert restore(model, Y > 0).dtype == int
    P = Y / 2
    assert restore_scores(model, P) is P
    assert restore_proba(model, P) is P


def test_a_vector_is_one_label():
    """Two classes are one label; the answers have the shapes of a binary classifier."""
    model = MultilabelClassifier()
    _, labels = check_targets(model, X, ["b", "a", "b"])
    assert_array_equal(labels, [[1], [0], [1]])
    assert not model.multilabel_
    assert_array_equal(restore(model, labels), ["b", "a", "b"])
    P = np.array([[0.25], [0.5], [1.0]])
    assert_array_equal(restore_scores(model, P), [0.25, 0.5, 1])
    assert_array_equal(restore_proba(model, P), [[0.75, 0.25], [0.5, 0.5], [0, 1]])


def test_a_column_is_a_matrix():
    """One column of 0 and 1 stays a column."""
    model = MultilabelClassifier()
    check_targets(model, X, [[0], [1], [1]])
    assert model.multilabel_
    assert restore(model, [[1], [0], [1]]).shape == (3, 1)


def test_tags_decide_on_x():
    """Sparse X and gaps are taken by those whose tags say so, and by no others."""
    gaps = [[1.0], [np.nan], [3.0]]
    check_targets(Sparse(), gaps, Y)
    table, _ = check_targets(model := Sparse(), csr_matrix(X.T).T, Y)
    assert table.format == "csr"
    assert check_rows(model, csr_matrix(X)).shape == (3, 1)
    plain = MultilabelClassifier()
    with pytest.raises(TypeError, match="Sparse data was passed"):
        check_targets(plain, csr_matrix(X), Y)
    with pytest.raises(ValueError, match="contains NaN"):
        check_targets(plain, gaps, Y)
    assert check_targets(plain, X.astype(int), Y)[0].dtype == float
    assert check_targets(plain, X.astype(np.float32), Y)[0].dtype == np.float32
    assert check_targets(plain, X.astype(np.float32), Y, dtype=float)[0].dtype == float


def test_rows_have_the_columns_of_the_fit():
    model = MultilabelClassifier()
    check_targets(model, X, Y)
    for _ in range(2):
        with pytest.raises(ValueError, match="2 features"):
            check_rows(model, np.hstack([X, X]))


def test_labels_become_whole_numbers():
    for answer in (Y == 1, ["no", "yes", "no"]):
        assert check_targets(MultilabelClassifier(), X, answer)[1].dtype.kind == "i"


def test_some_of_too_many_classes_are_shown():
    y = np.arange(7)
    with pytest.raises(ValueError, match=r"holds 7 class\(es\): \[0 1 2 3 4\]\."):
        check_targets(MultilabelClassifier(), y[:, None], y)


def test_tags():
    """Scikit-learn is told that several labels are fine and several classes are not."""
    tags = get_tags(MultilabelClassifier())
    assert tags.classifier_tags.multi_label
    assert not tags.classifier_tags.multi_class
    assert tags.target_tags.multi_output


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a", "b", "c"], r"Only binary classification is supported\. .* 3 class"),
        (["a", "a", "a"], r"1 class\(es\): \['a'\]. For several labels a row"),
        ([0.5, 1.5, 2.5], "Unknown label type"),
        ([[0, 2], [1, 1], [0, 0]], r"hold 0 and 1 only; it holds \[2\].*\(y > 0\)"),
        ([[0.5], [1], [0]], r"hold 0 and 1 only; it holds \[0.5\]"),
        ([["x"], ["y"], ["z"]], "hold 0 and 1 only; .*'x'.*MultiLabelBinarizer"),
        ([["x"], ["x", "y"], []], r"y holds .*\['x'\].*MultiLabelBinarizer"),
        ([("x",), ("x", "y"), ()], r"y holds .*\('x',\).*MultiLabelBinarizer"),
        ([{"x"}, {"y"}, {"z"}], r"y holds .*\{'x'\}.*MultiLabelBinarizer"),
        (Series([["x"], ["y"], ["z"]]), "y holds .*MultiLabelBinarizer"),
        ([[], [], []], "y holds .*MultiLabelBinarizer"),
        ([[0, 1], [1, 1]], "inconsistent numbers of samples"),
        (np.empty((3, 0)), r"y has shape \(3, 0\), so no label; give"),
        (None, "requires y to be passed"),
    ],
)
def test_refusals(y, message):
    """What cannot be labels is refused with a reason."""
    with pytest.raises(ValueError, match=message):
        check_targets(MultilabelClassifier(), X, y)


@pytest.mark.parametrize(
    "texts",
    [
        ["a tree", "no tree", "a rule"],
        np.array(["a tree", "no tree", "a rule"]),
        Series(["a tree", "no tree", "a rule"]),
        DataFrame({"text": ["a tree", "no tree", "a rule"], "n": [1, 2, 3]}),
    ],
)
def test_text_is_for_a_vectoriser(texts):
    """At `fit` and later; the message says where it goes."""
    remedy = r"X holds text.*make_pipeline\(TfidfVectorizer\(\), MultilabelClassifier\("
    with pytest.raises(ValueError, match=remedy):
        check_targets(model := MultilabelClassifier(), texts, Y)
    named = hasattr(texts, "columns")
    check_targets(model, texts.assign(text=[0, 1, 2]) if named else X, Y)
    with pytest.raises(ValueError, match=remedy):
        check_rows(model, texts)


def test_the_tags_of_the_fit_stay():
    """What X may be is what it might be in training, whatever the tags say by then."""
    check_targets(model := Sparse(), X, Y)
    model.__class__ = MultilabelClassifier
    assert check_rows(model, csr_matrix(X)).shape == (3, 1)
    assert np.isnan(check_rows(model, [[np.nan]])).all()


def test_check_labels():
    """Sparse labels are made dense."""
    assert_array_equal(check_labels(csr_array(Y)), Y)
    assert check_labels(csr_array(Y / 1)).dtype == int


def test_sparse_labels_are_made_dense_once():
    labels = csr_array((1000, 500))
    tracemalloc.start()
    dense = check_labels(labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.1 * dense.nbytes


@pytest.mark.parametrize("kind", [csr_array, csr_matrix])
def test_sparse_rows_come_back_tidy(kind):
    """Parts of an entry are added up; rows without parts and zeros are not copied."""
    stored = kind(([0.25, 0.75, 0.0], [1, 1, 0], [0, 3, 3, 3]), shape=(3, 2))
    model = Sparse()
    for found in (check_targets(model, stored, Y)[0], check_rows(model, stored)):
        assert isinstance(found, kind)
        assert (found.data.tolist(), found.indices.tolist()) == ([1.0], [1])
        again = check_rows(model, found)
        assert np.shares_memory(again.data, found.data)
        assert np.shares_memory(again.indices, found.indices)
    assert stored.data.tolist() == [0.25, 0.75, 0.0]
    assert check_rows(model, stored.astype(np.float32)).dtype == np.float32
