"""NPZ archives: what they hold comes back; anything else is refused by its name."""

import io
import warnings
import zipfile
from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcourse.data import DataError, Dataset, DataWarning, npz, read_npz

TOY = {
    "X": np.array([[0.1, 2.0], [3.0, 4.0], [5.0, 0.7]], dtype=np.float32),
    "Y": np.array([1, 0, 1], dtype=np.uint8),
    "feature_names": np.array(["a", "b"]),
    "label_names": np.array(["spam"]),
    "split": np.array([0, 0, 1], dtype=np.int8),
}
CSR = csr_array(np.array([[0, 1.5], [0, 0], [2, 0]]))
PARTS = {
    "X_data": CSR.data,
    "X_indices": CSR.indices,
    "X_indptr": CSR.indptr,
    "X_shape": np.array(CSR.shape),
    "Y": np.eye(3, 2, dtype=np.uint8),
}


def packed(**arrays):
    """Return the bytes of an NPZ file."""
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def parse(**arrays):
    """Return the data set made of arrays."""
    return npz.parse(packed(**arrays), "toy.npz", "toy")


def test_reads_an_npz(tmp_path):
    """A file is read with its names and its split, in the precision it has."""
    (tmp_path / "toy.npz").write_bytes(packed(**TOY))
    toy = read_npz(tmp_path / "toy.npz")
    assert toy.name == "toy"
    assert toy.X.dtype == np.float32
    assert_array_equal(toy.y, [1, 0, 1])
    assert toy.y.dtype == np.int64, "unsigned labels would wrap around in 2 y - 1"
    assert toy.feature_names == ("a", "b")
    assert_array_equal(toy.split, [0, 0, 1])


def test_sparse_parts():
    """Features and labels may come as the parts of CSR arrays."""
    labels = csr_array(np.eye(3, 2, dtype=np.uint8))
    names = ("data", "indices", "indptr", "shape")
    Y = {f"Y_{name}": np.asarray(getattr(labels, name)) for name in names}
    toy = parse(**{key: PARTS[key] for key in PARTS if key != "Y"}, **Y)
    assert_array_equal(toy.X.toarray(), CSR.toarray())
    assert_array_equal(toy.y, np.eye(3, 2))
    assert toy.feature_names == ()


@pytest.mark.parametrize(
    ("y", "given", "expected"),
    [
        ([1, 0, 1], ["spam"], ("not spam", "spam")),
        ([2, 0, 1], ["a", "b", "c"], ("a", "b", "c")),
        ([2, 0, 1], None, ("label 0", "label 1", "label 2")),
        ([3, 2, 0], ["digit"], ("digit 0", "digit 1", "digit 2", "digit 3")),
        ([[1, 0], [0, 0], [1, 1]], ["u", "v"], ("u", "v")),
        ([[1, 0], [0, 0], [1, 1]], None, ("label 0", "label 1")),
    ],
)
def test_names_of_labels(y, given, expected):
    """Classes and label columns are named, by the file or by number."""
    parts = {**TOY, "Y": np.array(y, dtype=np.uint8)}
    del parts["label_names"]
    named = parse(**parts, **({"label_names": np.array(given)} if given else {}))
    assert named.label_names == expected


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        b"PK\x03\x04 cut short",
        packed(**TOY)[:-30],
    ],
)
def test_no_npz(content):
    """What is no archive of plain arrays is refused by the name of the file."""
    message = (
        r"^toy\.npz: it is no readable NPZ file .*; save or fetch the file again\.$"
    )
    with pytest.raises(DataError, match=message):
        npz.parse(content, "toy.npz", "toy")


def test_a_bare_array():
    """An NPY file under the name of an NPZ file is refused as well."""
    file = io.BytesIO()
    np.save(file, np.eye(2))
    with pytest.raises(DataError, match="no readable NPZ file"):
        npz.parse(file.getvalue(), "toy.npz", "toy")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"X": None},
            r"toy\.npz: it lacks X; it holds Y, .*\. Save X and Y, as np.savez",
        ),
        ({"Y": None}, "it lacks Y; it holds X, feature_names"),
        ({"X": np.array(["a", "b", "c"])}, "X holds <U1, no numbers"),
        ({"Y": np.array([0.0, 1, np.nan])}, "Y must hold classes from 0"),
        ({"Y": np.array([0.0, 1, 0.5])}, "Y must hold classes from 0"),
        ({"Y": np.array([0, -1, 0])}, "Y must hold classes from 0"),
        (
            {"Y": np.full((3, 1), 2)},
            r"^toy\.npz: .* or a column of 0 and 1 per label; recode it",
        ),
        ({"Y": np.array([0, 1])}, r"y has \(2,\), which does not fit"),
        ({"Y": np.array([0, 10**12, 0]), "label_names": None}, "Y must hold classes"),
        ({"feature_names": np.array(["a"])}, "feature_names has length 1"),
        ({"split": np.array([0, 1, 7])}, "split must hold 0 for training rows, 1 for"),
        ({"split": np.array([256, 1, 0])}, "split must hold 0"),
        ({"split": np.array([0.9, 1.7, 0])}, "split must hold 0"),
        ({"split": np.array([0, 1, np.nan])}, "split must hold 0"),
        ({"split": np.array(["train", "train", "test"])}, "split must hold 0"),
        ({"split": np.array(["0", "1", "1"])}, "split must hold 0"),
        ({"split": np.array([0, 1])}, r"split has \(2,\), which does not fit"),
        (
            {"split": np.array([True, False, False])},
            r"split must .*; of True and False nobody knows .* np\.where\(is_train",
        ),
        ({"X": np.array([1.0, 2, 3])}, r"X has the shape \(3,\); .* X\.reshape\(-1"),
        ({"X": np.array(3.0)}, r"X has the shape \(\); give it"),
        ({"X": np.zeros((3, 2, 2))}, r"X has the shape \(3, 2, 2\); give it"),
        ({"Y": np.array(1)}, "Y must hold classes from 0"),
        ({"y": np.array([1, 1, 1])}, r"^toy\.npz holds y and another Y; save one of"),
        (
            {"Y": None, "y": np.array([0, 1, np.nan])},
            r"^toy\.npz: Y must hold classes from 0",
        ),
        ({"text": np.zeros(3)}, r"^toy\.npz holds text and X; save one of them"),
        ({"X_data": CSR.data}, r"^toy\.npz holds X and X_data; save one of them"),
        ({"Y_data": CSR.data}, r"^toy\.npz holds Y and Y_data; save one of them"),
        (
            {"y": TOY["Y"], "Y": None, "Y_data": CSR.data},
            r"^toy\.npz holds y and Y_data; save one of them",
        ),
        (
            {"X": None, "text": np.array(["a", "b", "c"])},
            r"^toy\.npz: text holds <U1, not lines of UTF-8 .*; save text=np\.from",
        ),
        ({"X": None, "text": np.array([97, 300])}, r"^toy\.npz: text holds int64, not"),
        (
            {"feature_names": np.array([b"a", b"\xff"])},
            r"^toy\.npz: feature_names holds bytes that are not UTF-8; save .*=str",
        ),
        ({"X": np.array([[1, -np.inf]] * 3)}, r"^toy\.npz: X holds infinite values; c"),
        (
            {"Y": np.eye(3), "label_names": np.array(["a", "b", "a"])},
            r"^toy\.npz: 'a' names several labels; give each",
        ),
        (
            {"X": np.ones((0, 2)), "Y": np.ones(0), "split": None},
            r"^toy\.npz holds no row; save the whole set",
        ),
        (
            {"Y": np.ones((3, 0)), "label_names": None},
            r"^toy\.npz holds no label; save the whole set",
        ),
        (
            {"X": np.array(CSR, dtype=object)},
            r"^toy\.npz: X\.npy holds Python objects, .* X_data=X\.data, .*toarray",
        ),
        (
            {"label_names": np.array(["spam"], dtype=object)},
            r"label_names\.npy holds Python objects, .* np\.array\(names, dtype=str\)",
        ),
    ],
)
def test_refuses(changes, message):
    """Arrays that are missing or do not fit are named, with the file."""
    parts = {key: part for key, part in (TOY | changes).items() if part is not None}
    with pytest.raises(DataError, match=message):
        parse(**parts)


@pytest.mark.parametrize(
    ("part", "value"),
    [("X_indices", [1, 9]), ("X_indptr", [0, 2, 1, 2]), ("X_shape", [3])],
)
def test_refuses_sparse_parts(part, value):
    """Parts that are no CSR array are refused, not read out of bounds."""
    with pytest.raises(DataError, match="no readable NPZ file"):
        parse(**PARTS | {part: np.array(value)})


@pytest.mark.parametrize("again", ["X.npy", "X"])
def test_two_arrays_of_one_name(again):
    """It is not known which of them is meant."""
    file = io.BytesIO()
    np.save(file, np.zeros((3, 2)))
    archive = io.BytesIO(packed(**TOY))
    with zipfile.ZipFile(archive, "a") as members, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zipfile warns of it, too
        members.writestr(again, file.getvalue())
    with pytest.raises(DataError, match=r"^toy\.npz: 'X' names several arrays; give"):
        npz.parse(archive.getvalue(), "toy.npz", "toy")


def test_refuses_infinite_values_of_a_sparse_table():
    """So are infinite values among those that a CSR array stores; NaN is missing."""
    with pytest.raises(DataError, match=r"^toy\.npz: X holds infinite values; corr"):
        parse(**PARTS | {"X_data": np.array([1.5, np.inf])})
    assert np.isnan(parse(**PARTS | {"X_data": np.array([1.5, np.nan])}).X.data[1])


def test_names_as_bytes():
    """Names may be stored as the bytes of UTF-8."""
    given = {"feature_names": np.array(["é".encode(), b"b"])}
    toy = parse(**TOY | given | {"label_names": np.array([b"spam"])})
    assert toy.feature_names == ("é", "b")
    assert toy.label_names == ("not spam", "spam")


def test_one_name_in_two_unicode_forms():
    """An accent may be a part of its letter or a sign of its own: it is one name."""
    twice = np.array(["fête", normalize("NFD", "fête"), "b"])
    with pytest.raises(DataError, match="'fête' names several labels; give each"):
        parse(X=np.eye(3), Y=np.arange(3), label_names=twice)


def test_the_same_labels_twice():
    """Y and y may both be there if they are the same."""
    assert_array_equal(parse(**TOY, y=TOY["Y"]).y, TOY["Y"])


def test_a_split_of_numbers_with_a_point():
    """Whole numbers stored with a point are whole numbers."""
    toy = parse(**TOY | {"split": np.array([0.0, 2, 1])})
    assert_array_equal(toy.split, [0, 2, 1])
    assert toy.split.dtype == np.int8


def test_a_class_vector_with_one_name(tmp_path):
    """Classes 3 to 9 under the one name "digit" are a set; y may be a small letter."""
    y = np.arange(3, 10)
    raw = packed(X=np.eye(7), y=y, label_names=np.array(["digit"]))
    (tmp_path / "some.npz").write_bytes(raw)
    data = read_npz(tmp_path / "some.npz")
    assert_array_equal(data.y, y)
    assert data.label_names == tuple(f"digit {i}" for i in range(10))


@given(
    arrays(float, (4, 3), elements=st.sampled_from([0.0, 1, -2.5, 1 / 3])),
    arrays(np.int64, (4, 2), elements=st.integers(0, 1)),
    st.booleans(),
)
@settings(max_examples=20)
def test_there_and_back(X, y, sparse):
    """What is packed comes back, dense or sparse, with a split or without."""
    split = np.array([0, 1, 1, 0], dtype=np.int8) if sparse else None
    features, names = csr_array(X) if sparse else X, (("é", "b", "c"), ("u", "v"))
    again = npz.parse(npz.pack(Dataset("a", features, y, *names, split)), "a", "a")
    assert_array_equal(again.X.toarray() if sparse else again.X, X)
    assert_array_equal(again.y, y)
    assert (again.feature_names, again.label_names) == names
    assert_array_equal(again.split, split)


def test_texts_there_and_back():
    """Texts come back, the empty one and all alphabets included."""
    X = np.array(["", "fête\x85\u2028 电影", "a\tb", ""], dtype=object)
    data = Dataset("films", X, np.array([0, 1, 1, 0]), (), ("bad", "good"))
    again = npz.parse(npz.pack(data), "films.npz", "films")
    assert again.X.tolist() == X.tolist()
    assert again.label_names == ("bad", "good")


def test_classes_from_one(tmp_path):
    """A fourth class that no row has is not made in silence."""
    np.savez(tmp_path / "three.npz", X=np.eye(3), Y=np.array([1, 2, 3]))
    with pytest.warns(DataWarning, match="the classes are 1 to 3, .* subtract 1 if"):
        read_npz(tmp_path / "three.npz")
