"""Data sets by name, and what a Dataset promises."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_breast_cancer

from mlcourse.data import DataError, Dataset, load, names
from mlcourse.data.embedded import SETS


def small(**changes):
    """Return the arguments of a good data set, with some changed."""
    good = {
        "name": "small",
        "X": np.zeros((3, 2)),
        "y": np.array([0, 1, 1]),
        "feature_names": ("a", "b"),
        "label_names": ("no", "yes"),
    }
    return good | changes


def test_wdbc_is_scikit_learns_file():
    """The cancer set holds scikit-learn's 569 rows, with class 1 malignant."""
    ours, theirs = load("wdbc"), load_breast_cancer()
    assert_array_equal(ours.X, theirs.data)
    assert_array_equal(ours.y == 1, theirs.target == 0)
    assert theirs.target_names[0] == ours.label_names[1] == "malignant"
    assert ours.y.sum() == 212
    assert ours.feature_names == tuple(theirs.feature_names)
    assert "scikit-learn counts the other way round" in ours.description


def test_every_load_is_a_copy():
    """Changing a loaded array does not change the next one loaded."""
    load("wdbc").X[:] = 0
    assert load("wdbc").X.any()


def test_every_name_loads():
    """Every data set of the course loads under its own name and says its source."""
    assert set(SETS) <= set(names())
    for name in SETS:
        assert load(name).name == name
        assert load(name).description


def test_unknown_name():
    """An unknown name is answered with the nearest one and the whole list."""
    with pytest.raises(DataError, match=r"'wdcb'\. Did you mean 'wdbc'\? There is: .*"):
        load("wdcb")
    with pytest.raises(DataError, match=r"no data set 'zzzzzz'\. There is: "):
        load("zzzzzz")


def test_labels_as_a_matrix():
    """The labels are always available as a matrix, one column per label."""
    assert Dataset(**small()).Y.shape == (3, 1)
    many = small(y=np.eye(3, 2))
    assert_array_equal(Dataset(**many).Y, np.eye(3, 2))


def test_short_repr():
    """A data set prints as one line with its name and sizes."""
    assert (
        repr(Dataset(**small())) == "Dataset('small': 3 samples, 2 features, 2 labels)"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("y", np.zeros(4, int)),
        ("y", np.zeros((3, 1, 1))),
        ("feature_names", ("a",)),
        ("label_names", ("no",)),
        ("split", np.zeros(4, int)),
        ("split", np.array([0, 1, 3])),
        ("X", np.zeros((3, 1, 1))),
    ],
)
def test_refuses_parts_that_do_not_fit(field, value):
    """Parts of other shapes are refused, and the part is named."""
    with pytest.raises(DataError, match=f"small: {field} has"):
        Dataset(**small(**{"y": np.array([0, 1, 1]), field: value}))


def test_one_name_for_each_column_of_labels():
    """A matrix of labels needs exactly one name for each of its columns."""
    with pytest.raises(DataError, match="label_names has length 2"):
        Dataset(**small(y=np.eye(3)))
    with pytest.raises(DataError, match="label_names has length 2"):
        Dataset(**small(y=np.eye(3, 1)))


TEXTS = np.array(["a film", "bad", "good"], dtype=object)


def test_texts():
    """Texts have no columns, so they have no names of features."""
    data = Dataset(**small(X=TEXTS, feature_names=()))
    assert repr(data) == "Dataset('small': 3 samples, texts, 2 labels)"
    with pytest.raises(DataError, match="feature_names has length 2"):
        Dataset(**small(X=TEXTS))


def test_sparse_and_nameless():
    """Labels may be sparse, and columns without names."""
    y = csr_array(np.eye(3))
    parts = {"y": y, "feature_names": (), "label_names": (), "split": SPLIT}
    data = Dataset(**small(X=csr_array(np.eye(3, 2)), **parts))
    assert data.Y is y
    assert "2 features, 3 labels" in repr(data)
    X, Y = data.train
    assert_array_equal(X.toarray(), np.eye(2))
    assert_array_equal(Y.toarray(), np.eye(2, 3))
    with pytest.raises(DataError, match="label_names has length 2"):
        Dataset(**small(y=y))


SPLIT = np.array([0, 0, 1], dtype=np.int8)


def test_parts_of_the_split():
    """Training, test and validation rows come as pairs of X and y."""
    X = np.arange(6.0).reshape(3, 2)
    data = Dataset(**small(X=X, split=np.array([2, 1, 0])))
    for (rows, labels), i in (data.train, 2), (data.test, 1), (data.validation, 0):
        assert_array_equal(rows, X[[i]])
        assert_array_equal(labels, data.y[[i]])


def test_no_such_part():
    """Without a split, or such rows in it, one sentence says what to do."""
    with pytest.raises(DataError, match=r"small comes without training .*split\(X, y"):
        _ = Dataset(**small()).train
    split = Dataset(**small(split=SPLIT))
    with pytest.raises(DataError, match="without validation rows"):
        _ = split.validation
    with pytest.raises(DataError, match="without test rows"):
        _ = Dataset(**small(split=0 * SPLIT)).test


def test_frozen():
    """A data set cannot be given another array by mistake."""
    with pytest.raises(AttributeError):
        Dataset(**small()).X = np.ones((3, 2))
