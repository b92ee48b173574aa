"""From the files of each kind of source to a data set; by hand, then the real sets."""

import io
import os
import tarfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.io import savemat
from scipy.sparse import csc_array

from mlcourse.data import DataError, load
from mlcourse.data.convert import KINDS, convert, phrases_of
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES, Source


def source(kind, **more):
    """Return a row of the table for files that are made here."""
    urls = tuple(f"http://example.org/{i}" for i in range(3))
    parts = {"n": 1, "d": 1, "n_labels": 2, "digest": "", "description": "toy"}
    return Source("toy", kind, urls, **parts | more)


ARFF = b"@attribute a {0,1}\n@attribute b real\n@attribute c real\n@data\n"
XML = b'<labels><label name="a"/></labels>'


@pytest.mark.parametrize("sparse", [False, True])
def test_arff_files(sparse):
    """Rows of several files stand below each other, the training rows first."""
    rows = b"1,2,0\n0,3,4", b"{1 5}"
    files = [ARFF + rows[0], ARFF + rows[1], XML]
    data = convert(source("arff", train=2, sparse=sparse), files)
    X = data.X.toarray() if sparse else data.X
    assert_array_equal(X, [[2, 0], [3, 4], [5, 0]])
    assert_array_equal(data.y, [[1], [0], [0]])
    assert_array_equal(data.split, [0, 0, 1])
    assert data.description == "toy"


@pytest.mark.parametrize("plural", ["", "s"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pack", [np.asarray, csc_array])
@pytest.mark.parametrize("no", [0, -1])
def test_mat_file(plural, turned, pack, no):
    """Labels are 0 or -1 and 1, one row a label or one a sample, dense or sparse."""
    train, test = np.array([[0, 0.5], [1, 0], [2, 0]]), np.array([[0.0, 3]])
    Y, Y_test = np.array([[1, no, 1], [no, no, 1]]), np.array([[no], [1]])
    file = io.BytesIO()
    held = {
        "train_data": pack(train),
        "test_data": pack(test),
        f"train_target{plural}": Y.T if turned else Y,
        f"test_target{plural}": pack(Y_test.T if turned else Y_test),
    }
    savemat(file, held)
    data = convert(source("mat", train=3, sparse=True), [file.getvalue()])
    assert_array_equal(data.X.toarray(), np.vstack([train, test]))
    assert_array_equal(data.y, [[1, 0], [0, 0], [1, 1], [0, 1]])
    assert_array_equal(data.split, [0, 0, 0, 1])
    assert (data.feature_names, data.label_names) == (
        ("f000", "f001"),
        ("label00", "label01"),
    )


def test_spam_files():
    """The class is the last number, and names stand before the word continuous."""
    names = b"| SPAM: continuous.\n1, 0.  | classes\n\nword_a:  continuous.\n"
    names += b"char_(: continuous.\n"
    labels = ("not spam", "spam")
    data = convert(
        source("spam", label_names=labels), [b"0,0.64,1\n3,1e1,0\n\n", names]
    )
    assert_array_equal(data.X, [[0, 0.64], [3, 10]])
    assert_array_equal(data.y, [1, 0])
    assert data.feature_names == ("word_a", "char_(")


def test_sentences():
    """Positive sentences come first, with single spaces."""
    files = [b"so  bad \nworse\n", "a\xa0fête .\r\n".encode()]
    kind = source("sentences", label_names=("negative", "positive"))
    data = convert(kind._replace(urls=kind.urls[:2]), files)
    assert data.X.tolist() == ["a fête .", "so bad", "worse"]
    assert_array_equal(data.y, [1, 0, 0])
    assert data.split is None


def test_reviews():
    """Reviews are put in order, positive before negative, and others left out."""
    kinds = ("test/pos/1_9", "train/neg/10_1", "train/pos/2_7", "train/neg/2_4")
    others = ("train/pos/5000_8", "train/unsup/3_0", "test/neg", "imdb.vocab")
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name in [*kinds, *others]:
            member = tarfile.TarInfo(f"aclImdb/{name}.txt")
            text = f"of  {name} <br />".encode()
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
    data = convert(source("reviews", label_names=("bad", "good")), [file.getvalue()])
    names = ["train/pos/2_7", "train/neg/2_4", "train/neg/10_1", "test/pos/1_9"]
    assert data.X.tolist() == [f"of {name} <br />" for name in names]
    assert_array_equal(data.y, [1, 0, 0, 1])
    assert_array_equal(data.split, [0, 0, 0, 1])


TREES = b"""(3 (2 -LRB-) (4 (2 very) (3 (3 good) (2 a\\/b))))
(1 (2 (2 very) (1 bad)) (3 very))
"""


def test_trees():
    """A sentence is a whole tree; brackets and slashes are as one reads them."""
    files = [TREES, b"(0 (1 so) (2 \\*\\*))", b"(2 (2 R  ock) (2 .))\n"]
    data = convert(source("trees", label_names=tuple("abcde")), files)
    texts = ["( very good a/b", "very bad very", "so **", "R ock ."]
    assert data.X.tolist() == texts
    assert_array_equal(data.y, [3, 1, 0, 2])
    assert_array_equal(data.split, [0, 0, 2, 1])


def test_phrases():
    """Every subtree counts once, when it first closes."""
    data = convert(source("phrases", label_names=tuple("abcde")), [TREES])
    found = ["(", "very", "good", "a/b", "good a/b", "very good a/b", "( very good a/b"]
    found += ["bad", "very bad", "very bad very"]
    assert data.X.tolist() == found
    assert_array_equal(data.y, [2, 2, 3, 2, 3, 4, 3, 1, 2, 1])


@pytest.mark.parametrize(
    "tree", ["", "(3 a", "(3 a))", "(3 a) b", "a", "a (3 b)", ")", "(x a)", "(3 (2 a)"]
)
def test_no_tree(tree):
    """A line whose brackets do not match is refused."""
    with pytest.raises(DataError, match=r"line 7: brackets do not match in .*; fetch"):
        list(phrases_of(tree, "trees.txt", 7))


@pytest.mark.parametrize("kind", KINDS)
def test_not_as_expected(kind):
    """Whatever a source serves, what comes of it is a DataError or a data set."""

    @given(st.lists(st.binary(max_size=60), min_size=3, max_size=3))
    @settings(max_examples=25, deadline=None)
    def check(files):
        with pytest.raises(DataError, match=r"^http://example\.org/\d"):
            convert(source(kind), [b"<html>" + file for file in files])

    check()


needs_data = pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so there are no real sets to convert",
)


def written(data):
    """Return the files of a set's source, made of its data."""
    kind = SOURCES[data.name].kind
    if kind == "mat":
        file, X = io.BytesIO(), data.X.toarray()
        held = {"train_data": X[data.split == 0], "test_data": X[data.split == 1]}
        held["train_target"] = 2 * data.train[1].T - 1
        held["test_target"] = 2 * data.test[1].T - 1
        savemat(file, held)
        files = [file.getvalue()]
    elif kind == "spam":
        table = np.column_stack([data.X, data.y]).tolist()
        rows = "\n".join(",".join(map(repr, row)) for row in table)
        names = "".join(f"{name}: continuous.\n" for name in data.feature_names)
        files = [rows.encode(), names.encode()]
    elif kind == "sentences":
        files = ["\n".join(data.X[data.y == k]).encode() for k in (0, 1)]
    elif kind == "trees":
        as_read = [x.replace("(", "-LRB-").replace(")", "-RRB-") for x in data.X]
        trees = np.array(
            [f"({y} {x})" for x, y in zip(as_read, data.y, strict=True)], object
        )
        files = ["\n".join(trees[data.split == k]).encode() for k in (0, 2, 1)]
    elif kind == "arff":
        labels = "".join(f'<label name="{name}"/>' for name in data.label_names)
        files = [arff(data, 0), arff(data, 1), f"<labels>{labels}</labels>".encode()]
    return files


def arff(data, code):
    """Return the rows of a part as an ARFF file."""
    rows = np.hstack([data.X, data.y])[data.split == code].tolist()
    names = [*data.feature_names, *data.label_names]
    head = "".join(f"@attribute {name} real\n" for name in names)
    text = "\n".join(",".join(map(repr, row)) for row in rows)
    return f"{head}@data\n{text}".encode()


@needs_data
@pytest.mark.parametrize(
    "name", ["yeast", "yahoo_business", "spambase", "rt_polarity", "sst5"]
)
def test_real_sets(name):
    """A real set, written as its source writes it, is the same when it is read."""
    data = load(name)
    again = convert(SOURCES[name], written(data))
    assert digest(again) == SOURCES[name].digest
    assert again.feature_names == data.feature_names
    assert again.label_names == data.label_names
