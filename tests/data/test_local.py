"""Data sets in a folder: found, verified, read, or refused with a remedy."""

import io
import os
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import DataError, load, local, names

TOY = {
    "X": np.array([[0.1, 2.0], [3.0, 4.0], [5.0, 0.7]], dtype=np.float32),
    "Y": np.array([1, 0, 1], dtype=np.uint8),
    "feature_names": np.array(["a", "b"]),
    "label_names": np.array(["spam"]),
    "split": np.array([0, 0, 1], dtype=np.int8),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty data folder, which MLCOURSE_DATA names."""
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def put(folder, monkeypatch):
    """Return a function that puts content there as the set "toy", digest and all."""

    def put(content: bytes) -> Path:
        digest = sha256(content).hexdigest()
        source = local.Source("toy/toy.npz", digest, "three rows")
        monkeypatch.setitem(local.SOURCES, "toy", source)
        path = folder / "toy" / "toy.npz"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path

    return put


def packed(**arrays):
    """Return the bytes of an NPZ file."""
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def test_reads_an_npz(put):
    """A file in the folder is read with its names, its split and its description."""
    put(packed(**TOY))
    toy = load("toy")
    assert toy.name == "toy"
    assert_array_equal(toy.y, [1, 0, 1])
    assert toy.y.dtype == np.int64, "unsigned labels would wrap around in 2 y - 1"
    assert toy.feature_names == ("a", "b")
    assert_array_equal(toy.split, [0, 0, 1])
    assert toy.description == "three rows"


def test_32_bits_give_the_six_decimals_of_the_source_back(put):
    """Numbers stored in 32 bits become the decimal numbers of the source again."""
    put(packed(**TOY))
    assert_array_equal(load("toy").X, [[0.1, 2], [3, 4], [5, 0.7]])


@pytest.mark.parametrize(
    ("y", "given", "expected"),
    [
        ([1, 0, 1], ["spam"], ("not spam", "spam")),
        ([2, 0, 1], ["a", "b", "c"], ("a", "b", "c")),
        ([2, 0, 1], None, ("label 0", "label 1", "label 2")),
        ([[1, 0], [0, 0], [1, 1]], ["u", "v"], ("u", "v")),
        ([[1, 0], [0, 0], [1, 1]], None, ("label 0", "label 1")),
    ],
)
def test_names_of_labels(put, y, given, expected):
    """Classes and label columns are named, by the file or by number."""
    parts = {**TOY, "Y": np.array(y, dtype=np.uint8)}
    del parts["label_names"]
    put(packed(**parts, **({"label_names": np.array(given)} if given else {})))
    assert load("toy").label_names == expected


def test_without_a_folder(monkeypatch):
    """Without MLCOURSE_DATA, one sentence says what to set it to."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    message = (
        r"^spambase does not come .* MLCOURSE_DATA to a folder that holds "
        r"spambase/spambase\.npz \(now it is not set\)\.$"
    )
    with pytest.raises(DataError, match=message):
        load("spambase")


def test_an_empty_folder(folder):
    """A folder without the file is named together with the file it lacks."""
    with pytest.raises(DataError, match=r"holds spambase/spambase\.npz \(now it is '"):
        load("spambase")


def test_another_version_of_a_file(folder):
    """A file with another digest is refused before it is read, and named."""
    (folder / "spambase").mkdir()
    path = folder / "spambase" / "spambase.npz"
    path.write_bytes(packed(**TOY))
    with pytest.raises(DataError, match=r"spambase\.npz is damaged.*219e14a4eefa"):
        load("spambase")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        b"PK\x03\x04 cut short",
        packed(**TOY)[:-30],
        packed(X=np.array([{"a": "pickle"}], dtype=object)),
    ],
)
def test_no_npz(put, content):
    """What is no archive of plain arrays is refused by the name of the file."""
    put(content)
    with pytest.raises(DataError, match=r"toy\.npz is no readable NPZ file"):
        load("toy")


def test_a_bare_array(put):
    """An NPY file under the name of an NPZ file is refused as well."""
    file = io.BytesIO()
    np.save(file, np.eye(2))
    put(file.getvalue())
    with pytest.raises(DataError, match="no readable NPZ file"):
        load("toy")


@pytest.mark.parametrize("part", ["X", "Y", "feature_names"])
def test_a_part_is_missing(put, part):
    """A file without the features, labels or names is refused by what it lacks."""
    put(packed(**{name: array for name, array in TOY.items() if name != part}))
    with pytest.raises(DataError, match=f"toy lacks {part}; it holds"):
        load("toy")


def test_names_include_the_folder():
    """Sets that need a folder are listed whether or not it is there."""
    assert {"spambase", "wdbc"} <= set(names())


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so spambase is not at hand",
)
def test_spambase():
    """Spambase has 4601 e-mails, 1813 of them spam, and 57 features."""
    spambase = load("spambase")
    assert spambase.X.shape == (4601, 57)
    assert spambase.label_names == ("not spam", "spam")
    assert spambase.y.sum() == 1813
    # What the description says: the classes are apart, and 391 rows repeat another.
    assert np.count_nonzero(np.diff(spambase.y)) == 1
    rows = np.column_stack([spambase.X, spambase.y])
    assert len(rows) - len(np.unique(rows, axis=0)) == 391
