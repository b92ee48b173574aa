"""Data sets in a folder or the cache: found, verified, read, or refused."""

import gzip
import os
import sys
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcourse.data import DataError, Dataset, DataWarning, load, local, names
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES, Source
from tests.data.test_npz import PARTS, TOY, packed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty data folder, which MLCOURSE_DATA names."""
    (tmp_path / "folder").mkdir()
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path / "folder"))
    return tmp_path / "folder"


@pytest.fixture
def put(monkeypatch):
    """Return a function that puts files into a folder as the set "toy"."""

    def put(root, files, **more):
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        source = Source("toy", "", (), 3, 2, 2, "", "three rows", **more)
        with monkeypatch.context() as patch:
            patch.setattr(local, "verified", lambda data, *_: data)
            data = local.read(source, "cache", local.find(source)[1])
        source = source._replace(digest=digest(data))
        monkeypatch.setitem(SOURCES, "toy", source)

    return put


def test_reads_the_folder(folder, put):
    """A file in the folder is read under its name, with its description."""
    put(folder, {"toy/toy.npz": packed(**TOY)})
    toy = load("toy")
    assert toy.name == "toy"
    assert toy.description == "three rows"
    assert_array_equal(toy.split, [0, 0, 1])


def test_32_bits_give_the_six_decimals_of_the_source_back(folder, put):
    """Numbers stored in 32 bits become the decimal numbers of the source again."""
    put(folder, {"toy/toy.npz": packed(**TOY)})
    assert_array_equal(load("toy").X, [[0.1, 2], [3, 4], [5, 0.7]])
    parts = PARTS | {"X_data": np.array([0.1, 0.7], dtype=np.float32)}
    put(folder, {"toy/toy.npz": packed(**parts)})
    assert_array_equal(load("toy").X.toarray(), [[0, 0.1], [0, 0], [0.7, 0]])


def test_64_bits_are_left_alone(folder, put):
    """Numbers stored in 64 bits keep all their digits."""
    put(folder, {"toy/toy.npz": packed(**TOY | {"X": np.full((3, 2), 1 / 3)})})
    assert_array_equal(load("toy").X, np.full((3, 2), 1 / 3))


def test_the_folder_goes_before_the_cache(folder, cache, put, monkeypatch):
    """The cache is read if there is no folder, or it does not hold the set."""
    put(cache, {"toy/toy.npz": packed(**TOY)})
    assert_array_equal(load("toy").y, [1, 0, 1])
    monkeypatch.delenv("MLCOURSE_DATA")
    assert_array_equal(load("toy").y, [1, 0, 1])
    monkeypatch.setenv("MLCOURSE_DATA", str(folder))
    put(folder, {"toy/toy.npz": packed(**TOY | {"Y": np.array([0, 1, 1])})})
    assert_array_equal(load("toy").y, [0, 1, 1])


TEXTS = ("toy/a.tsv.gz", "toy/b.tsv", "toy/c.tsv")


def test_texts(folder, put):
    """Text files are training, validation and test rows, in this order."""
    files = [gzip.compress(b"0\tbad\n1\tgood\n"), b"1\tfine\n", b"0\tpoor\n"]
    files = dict(zip(TEXTS, files, strict=True))
    put(folder, files, texts=TEXTS, label_names=("no", "yes"))
    toy = load("toy")
    assert toy.X.tolist() == ["bad", "good", "fine", "poor"]
    assert_array_equal(toy.y, [0, 1, 1, 0])
    assert_array_equal(toy.split, [0, 0, 2, 1])
    assert toy.label_names == ("no", "yes")
    (folder / "toy" / "b.tsv").unlink()  # one file of three is not the set
    with pytest.raises(
        DataError, match=r"holds toy/a\.tsv\.gz and toy/b\.tsv and toy/"
    ):
        load("toy")


def test_one_text_file_has_no_split(folder, put):
    """A single file of texts makes a set without a split."""
    put(folder, {"a.tsv": b"1\ta\n"}, texts=("a.tsv",), label_names=("no", "yes"))
    assert load("toy").split is None


def test_an_unknown_class(folder, cache, put):
    """A class without a name makes another version: of yours, or damaged."""
    for root in cache, folder:
        put(root, {"a.tsv": b"1\ta\n"}, texts=("a.tsv",), label_names=("no", "yes"))
        (root / "a.tsv").write_bytes(b"1\ta\n2\tb\n")
        if root == cache:
            with pytest.raises(DataError, match=r"a\.tsv is damaged or another"):
                load("toy")
    with pytest.warns(DataWarning, match=r"a\.tsv holds another version of toy"):
        assert load("toy").label_names == ("1", "2")


CHANGES = [
    {"X": np.array([[0.1, 2], [3, 4], [5, 1e-9]], np.float32)},
    {"Y": np.array([1, 1, 1])},
    {"split": np.array([0, 0, 2])},
]


@pytest.mark.parametrize("change", CHANGES)
def test_another_version_in_the_cache(cache, put, change):
    """Any other number is noticed, and the file is named with what to do."""
    put(cache, {"toy/toy.npz": packed(**TOY)})
    assert load("toy").verified is True
    (cache / "toy" / "toy.npz").write_bytes(packed(**TOY | change))
    message = r"toy\.npz is damaged or another version of toy: .* mlcourse\.data fetch"
    with pytest.raises(DataError, match=message):
        load("toy")


@pytest.mark.parametrize("change", CHANGES)
def test_another_version_of_yours(folder, put, change):
    """In a folder of yours it is served as it is, with a warning and a mark."""
    put(folder, {"toy/toy.npz": packed(**TOY)})
    assert load("toy").verified is True
    (folder / "toy" / "toy.npz").write_bytes(packed(**TOY | change))
    with pytest.warns(DataWarning, match=r"toy\.npz holds another version of toy"):
        toy = load("toy")
    assert_array_equal(toy.X, (TOY | change)["X"])  # not rounded
    assert_array_equal(toy.y, (TOY | change)["Y"])
    assert toy.verified is False
    assert "not verified" in repr(toy)
    assert "not verified" in toy.description
    assert toy.name == "toy"


@pytest.fixture
def cached(cache, put):
    """Put a set of the course into the cache."""
    put(cache, {"toy/toy.npz": packed(**TOY)})


TSV = b"good\tA joy\nbad\tA bore\n"
WHOLE = packed(**{key: part for key, part in TOY.items() if key != "split"})
ARFF = b"@relation 't: -C -1'\n@attribute a real\n@attribute b {0,1}\n@data\n7,1\n8,0\n"


@pytest.mark.parametrize(
    ("files", "n"),
    [
        ({"toy/toy.arff": ARFF}, 2),
        ({"toy.arff": ARFF}, 2),
        ({"toy/mine.tsv": TSV + b"fair\tIt passes\n"}, 3),
        ({"toy/train.tsv": TSV, "toy/test.tsv": TSV}, 4),
        ({f"toy/toy-{part}.npz": WHOLE for part in ("train", "test")}, 6),
    ],
)
def test_files_of_yours_go_before_the_cache(folder, cached, files, n):
    """Files called like a set of the course are served in its place, with a warning."""
    assert load("toy").verified is True
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    place, found = local.find(SOURCES["toy"])
    assert place == "folder, not verified"
    assert str(folder / next(iter(files))) in map(str, found.paths.values())
    message = r"not the toy that .*not verified\. Move"
    with pytest.warns(DataWarning, match=message) as caught:
        toy = load("toy")
    assert toy.X.shape[0] == n
    assert (toy.name, toy.verified) == ("toy", False)
    assert "not verified" in toy.description
    assert [warning.filename for warning in caught] == [__file__]


def test_drop_from_files_of_yours(folder, cached):
    """Columns of words can be dropped from them, too."""
    words = [b"@attribute c string\n@attribute a", b"x,7", b"y,8"]
    text = ARFF
    for old, new in zip([b"@attribute a", b"7", b"8"], words, strict=True):
        text = text.replace(old, new)
    (folder / "toy.arff").write_bytes(text)
    with pytest.warns(DataWarning, match="not the toy"):
        assert load("toy", drop="c").feature_names == ("a",)


def test_digest_is_of_the_content():
    """The sign of 0, precision, the order of entries, dense or sparse do not matter."""

    def found(X, y=None):
        y = np.eye(2, dtype=np.int64) if y is None else y
        return digest(Dataset("toy", X, y, (), ()))

    row = csr_array(([1.5, 2, 0], [1, 0, 2], [0, 3, 3]), shape=(2, 3))
    tidy = csr_array(np.array([[2, 1.5, 0], [0, 0, 0]], dtype=np.float32))
    assert found(row) == found(tidy) == found(tidy, csr_array(np.eye(2, dtype=np.int8)))
    assert row.indices.tolist() == [1, 0, 2], "the caller's matrix stays as it was"
    assert found(np.array([[0.0], [1]])) == found(np.array([[-0.0], [1]], np.float32))
    assert found(tidy) != found(tidy.toarray())
    assert found(tidy) != found(tidy, 1 - np.eye(2, dtype=np.int64))


def test_without_a_folder(monkeypatch):
    """Without MLCOURSE_DATA, one sentence says what to set it to."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    message = (
        r"^spambase does not come .* MLCOURSE_DATA to a folder that holds "
        r"spambase/spambase\.npz \(now it is not set\); or, with a network, run "
        r"python -m mlcourse\.data fetch spambase; MLCOURSE_OFFLINE is set, so .*\.$"
    )
    with pytest.raises(DataError, match=message):
        load("spambase")


@pytest.mark.parametrize("name", ["toy", "songs", "spambase"])
def test_no_folder(folder, cached, monkeypatch, name):
    """A wrong MLCOURSE_DATA is not passed over, whatever is in the cache."""
    monkeypatch.setenv("MLCOURSE_DATA", str(folder / "setz"))
    with pytest.raises(DataError, match=r"^MLCOURSE_DATA='.*setz' is no folder; corr"):
        load(name)
    load("wdbc")


def test_home(folder, monkeypatch):
    """A tilde is your home."""
    monkeypatch.setenv("HOME", str(folder.parent))
    monkeypatch.setenv("USERPROFILE", str(folder.parent))
    monkeypatch.setenv("MLCOURSE_DATA", "~/folder")
    monkeypatch.setenv("MLCOURSE_CACHE", "~/cache")
    assert (local.folder(), local.cache()) == (folder, folder.parent / "cache")


def test_an_empty_folder(folder):
    """A folder without the file is named together with the file it lacks."""
    with pytest.raises(DataError, match=r"holds spambase/spambase\.npz \(now it is '"):
        load("spambase")


def test_a_set_that_cannot_be_downloaded(folder):
    """A set without a readable source says so, and how to have it all the same."""
    with pytest.raises(DataError, match=r"langlog/langlog\.npz .*; it cannot be down"):
        load("langlog")


def test_cache_folder(monkeypatch):
    """The cache is where the system keeps caches, unless MLCOURSE_CACHE is set."""
    monkeypatch.delenv("MLCOURSE_CACHE")
    assert local.cache() == platformdirs.user_cache_path() / "mlcourse"
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", "/x")
        assert local.cache() == Path("/x/mlcourse")
    monkeypatch.setenv("MLCOURSE_CACHE", "y")
    assert local.cache() == Path("y")


def test_names_include_the_folder():
    """Sets that need a folder are listed whether or not it is there."""
    assert {"spambase", "wdbc", "imdb", "sst5_phrases"} <= set(names())


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
