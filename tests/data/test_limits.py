"""Files that promise too much are refused before the memory is taken."""

import gzip
import io
import os
import tracemalloc
import zipfile

import numpy as np
import pytest

from mlcourse.data import (
    DataError,
    describe,
    limits,
    read_arff,
    read_npz,
    read_tsv,
    read_xmc,
)
from tests.data.test_npz import TOY, packed

MB = 1_000_000


@pytest.fixture(autouse=True)
def two_megabytes(monkeypatch):
    """Allow 2 MB for these tests."""
    monkeypatch.setenv("MLCOURSE_MAX_GB", "0.002")


def refused(read, *arguments):
    """Read what is too large; return the message once the peak is seen to be small."""
    tracemalloc.start()
    try:
        with pytest.raises(DataError) as caught:
            read(*arguments)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12 * MB, f"{peak / MB:.0f} MB"
    assert "MLCOURSE_MAX_GB" in str(caught.value)
    return str(caught.value)


def zipped(path, **arrays):
    """Write an NPZ file, packed."""
    np.savez_compressed(path, **arrays)
    assert path.stat().st_size < MB
    return path


def arff(path, head, row, n):
    """Write an ARFF file of `n` equal rows whose last attribute is the label."""
    text = f"{head}@attribute l {{0,1}}\n@data\n" + f"{row}\n" * n
    path.write_text(text)
    path.with_suffix(".xml").write_text('<labels><label name="l"/></labels>')
    return path, path.with_suffix(".xml")


@pytest.mark.parametrize(
    "arrays",
    [
        {"X": np.zeros((40, MB // 8))},
        {"X": np.zeros((3, 2)), "extra": np.zeros(5 * MB)},
        {"X": np.zeros((10, 2)), "split": np.zeros((10, MB))},
    ],
)
def test_npz(tmp_path, arrays):
    """The headers in an archive say how large its arrays are."""
    path = zipped(tmp_path / "a.npz", Y=np.zeros(len(arrays["X"]), int), **arrays)
    message = refused(read_npz, path)
    assert message.startswith(f"{path}: it would take ")


@pytest.mark.parametrize(
    "Y",
    [
        {"Y": np.zeros((10, MB // 10), np.uint8)},
        {
            "Y_data": np.ones(1, int),
            "Y_indices": np.zeros(1, int),
            "Y_indptr": np.r_[0, np.ones(10, int)],
            "Y_shape": np.array([10, 10**6]),
        },
    ],
)
def test_npz_labels(tmp_path, Y):
    """Labels that are small as stored may be large as whole numbers in a table."""
    refused(read_npz, zipped(tmp_path / "a.npz", X=np.zeros((10, 1)), **Y))


def test_npz_of_many_arrays(tmp_path):
    """What counts is the sum."""
    arrays = {f"a{i}": np.zeros(MB // 10) for i in range(9)}
    refused(
        read_npz,
        zipped(tmp_path / "a.npz", X=np.zeros((3, 2)), Y=np.zeros(3, int), **arrays),
    )


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("X", b"(3, 2), }       ", b"(3, 2000000), } "),
        ("X", b"(3, 2), }        ", b"(-3, 2000000), } "),
        ("label_names", b"<U2', 'fortran_order': False, 'shape': (3,), }      ", None),
    ],
)
def test_an_npz_header_that_lies(tmp_path, name, old, new):
    """A header may promise more than follows, or names without a letter."""
    new = new or b"<U0', 'fortran_order': False, 'shape': (9000000,), }"
    file = io.BytesIO()
    arrays = {"X": np.zeros((3, 2)), "Y": np.zeros(3, int), "label_names": ["ab"] * 3}
    with zipfile.ZipFile(file, "w") as archive:
        for key, array in arrays.items():
            member = io.BytesIO()
            np.save(member, array)
            raw = member.getvalue()
            if key == name:
                assert old in raw
                raw = raw.replace(old, new)
            archive.writestr(f"{key}.npy", raw)
    (tmp_path / "a.npz").write_bytes(file.getvalue())
    refused(read_npz, tmp_path / "a.npz")


@pytest.mark.parametrize("version", [2, 3])
def test_an_npz_header_of_megabytes(tmp_path, version):
    """A header is not read if it claims to be long: blanks pack well."""
    size = 60 * MB
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }".ljust(size)
    raw = b"\x93NUMPY" + bytes([version, 0]) + size.to_bytes(4, "little") + text
    with zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("X.npy", raw)
        del raw, text
    assert (tmp_path / "a.npz").stat().st_size < MB
    tracemalloc.start()
    message = r"X\.npy has a header of 60000000 bytes, more than 10000; save"
    with pytest.raises(DataError, match=message):
        read_npz(tmp_path / "a.npz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * MB, f"{peak / MB:.0f} MB"


@pytest.mark.parametrize("read", [read_tsv, read_xmc, read_npz])
def test_gzip(tmp_path, read):
    """A packed file is unpacked no further than allowed."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"0" * 80 * MB))
    assert path.stat().st_size < MB
    assert refused(read, path).startswith(
        f"{path}: unpacked, it takes more than 0.002 GB"
    )


def test_gzip_of_several_members(tmp_path):
    """So are the pieces of a packed file of several."""
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"0" * MB) * 80)
    refused(read_tsv, tmp_path / "a.gz")


def test_a_large_text(tmp_path):
    """Lines of numbers take several times the size of the file."""
    (tmp_path / "a.tsv").write_bytes(b"0\ta\n" * (MB // 4))
    assert "would take about 0.004 GB" in refused(read_tsv, tmp_path / "a.tsv")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no /dev/zero")
def test_a_file_without_end():
    """A device is read no further than allowed."""
    assert "more than 0.002 GB" in refused(read_tsv, "/dev/zero")


def test_short_rows(tmp_path, monkeypatch):
    """Rows too short for their attributes cost no table: 300 rows of 10,000."""
    monkeypatch.setenv("MLCOURSE_MAX_GB", "1")
    head = "".join(f"@attribute a{i} real\n" for i in range(10_000))
    paths = arff(tmp_path / "a.arff", head, "1", 2_000)
    tracemalloc.start()
    with pytest.raises(DataError, match=r"line 10003: 1 values for 10001 attributes"):
        read_arff(*paths)
    assert tracemalloc.get_traced_memory()[1] < 30 * MB
    tracemalloc.stop()


@pytest.mark.parametrize("kind", ["{1,0}", "{0,1}"])
def test_sparse_rows(tmp_path, kind):
    """Empty rows stand for many values if an attribute's first one is not 0."""
    head = "".join(f"@attribute a{i} {kind}\n" for i in range(1_000))
    paths = arff(tmp_path / "a.arff", head, "{}", 5_000)
    if kind == "{1,0}":
        refused(read_arff, *paths)
    else:
        assert read_arff(*paths).X.nnz == 0


def test_labels_of_sparse_rows(tmp_path):
    """So do labels, whose table is dense."""
    head = "".join(f"@attribute a{i} {{0,1}}\n" for i in range(1_000))
    table, xml = arff(tmp_path / "a.arff", head, "{}", 5_000)
    labels = "".join(f'<label name="a{i}"/>' for i in range(1_000))
    xml.write_text(f"<labels>{labels}</labels>")
    refused(read_arff, table, xml)


def test_figures_of_many_labels(tmp_path):
    """Sparse labels may be too many to count each."""
    (tmp_path / "a.txt").write_text("1 2147483647 2147483647\n2147483646 5:1")
    data = read_xmc(tmp_path / "a.txt")
    refused(describe, data.y)


def test_what_is_allowed_is_read(tmp_path, monkeypatch):
    """The limit can be raised; one that is no number is refused."""
    path = zipped(tmp_path / "a.npz", X=np.zeros((3, MB)), Y=np.zeros(3, int))
    assert "it would take 0.024 GB of memory, more than the 0.002 GB" in refused(
        read_npz, path
    )
    assert "set MLCOURSE_MAX_GB to 1 or more." in refused(read_npz, path)
    monkeypatch.setenv("MLCOURSE_MAX_GB", "0.03")
    assert read_npz(path).X.shape == (3, MB)
    for bad in ("much", "-1", "nan", "0"):
        monkeypatch.setenv("MLCOURSE_MAX_GB", bad)
        with pytest.raises(
            DataError, match=r"MLCOURSE_MAX_GB=.* must be a finite number > 0"
        ):
            read_npz(path)


def test_the_usual_limit(monkeypatch):
    """Without the variable it is one gigabyte."""
    monkeypatch.delenv("MLCOURSE_MAX_GB")
    assert limits.limit() == 10**9


def test_no_memory(tmp_path, monkeypatch):
    """If there is less memory than allowed, that is a sentence, too."""
    (tmp_path / "a.npz").write_bytes(packed(**TOY))

    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr(np, "load", fail)
    with pytest.raises(DataError, match=r"a\.npz does not fit into the memory"):
        read_npz(tmp_path / "a.npz")
