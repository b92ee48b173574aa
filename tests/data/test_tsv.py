"""Texts with classes: by hand, and refused by line."""

import gzip

import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import DataError, read_tsv
from mlcourse.data.tsv import parse


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_by_hand(tmp_path, pack):
    """Numbers are classes in their order; a text may be of any alphabet, or empty."""
    path = tmp_path / "films.tsv.gz"
    path.write_bytes(pack("10\tune fête\n2\t电影\r\n10\t\n".encode()))
    data = read_tsv(path)
    assert data.name == "films"
    assert data.X.tolist() == ["une fête", "电影", ""]
    assert_array_equal(data.y, [1, 0, 1])
    assert data.label_names == ("2", "10")
    assert data.feature_names == ()


def test_words_as_classes(tmp_path):
    """Classes that are words are in alphabetical order."""
    (tmp_path / "films.tsv").write_text("good\ta\nbad\tb\n")
    data = read_tsv(tmp_path / "films.tsv")
    assert data.label_names == ("bad", "good")
    assert_array_equal(data.y, [1, 0])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"1\ta\nno tab", r"f\.tsv, line 2: found 'no tab'; write a class, one tab"),
        (b"1\ta\tb", r"line 1: found '1\\ta\\tb'"),
        (b"1\ta\n\n1\tb", "line 2: found ''"),
        (b"\ta", r"line 1: found '\\ta'"),
        (b"1\ta\n1\t\xff", "line 2: the byte 0xff is not UTF-8; save the file as"),
        (b"x" * 90, r"found 'x{37}\.\.\.'"),
    ],
)
def test_refuses(raw, message):
    """A line without its tab, or with two, is refused."""
    with pytest.raises(DataError, match=message):
        parse(raw, "f.tsv")


@pytest.mark.parametrize("end", [5, -9, -1])
def test_damaged_gzip(tmp_path, end):
    """A packed file that is cut short is refused by its name."""
    path = tmp_path / "films.tsv.gz"
    path.write_bytes(gzip.compress(b"1\ta film\n")[:end])
    with pytest.raises(DataError, match=r"films\.tsv\.gz is a damaged gzip file"):
        read_tsv(path)


@pytest.mark.parametrize("name", ["nowhere.tsv", ".", "a\0b"])
def test_no_file(tmp_path, name):
    """A file that is not there, or is a folder, is a DataError with a remedy."""
    with pytest.raises(DataError, match=r"cannot be read \(.*\); check the path"):
        read_tsv(tmp_path / name)
