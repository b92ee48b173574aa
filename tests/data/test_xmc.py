"""The extreme-classification format: by hand, against scikit-learn, and refused."""

import gzip
import os
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from sklearn.datasets import dump_svmlight_file

from mlcourse.data import DataError, read_npz, read_xmc, xmc

TWO = "2 5 3\n0,2 4:1 1:0.5\n 3:2\n"


def parse(text):
    """Return the data set in a text."""
    return xmc.parse(text.encode(), "toy.txt")


def test_by_hand(tmp_path):
    """Rows may lack labels or features, and the file may be packed."""
    path = tmp_path / "toy.txt.gz"
    path.write_bytes(gzip.compress(b"4 5 3\n2,0 4:1 1:0.5\n 3:2e-1 0:0\n1\n\n"))
    data = read_xmc(path)
    assert data.name == "toy"
    expected = np.zeros((4, 5))
    expected[0, [1, 4]], expected[1, 3] = [0.5, 1], 0.2
    assert_array_equal(data.X.toarray(), expected)
    assert_array_equal(data.X.indices, [1, 4, 3])  # in order, without the zero
    y = [[1, 0, 1], [0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert_array_equal(data.y.indices, [0, 2, 1])
    assert_array_equal(data.Y.toarray(), y)
    assert repr(data).endswith("4 samples, 5 features, 3 labels, not verified)")
    assert data.label_names == ("label 0", "label 1", "label 2")  # as of NPZ files
    assert data.feature_names == ()


@given(
    arrays(float, (4, 3), elements=st.sampled_from([0.0, 0.1, -2.0, 1e-9])),
    arrays(np.int64, (4, 2), elements=st.integers(0, 1)),
)
@settings(max_examples=25)
def test_agrees_with_scikit_learn(X, Y):
    """Behind the header, the format is the one that scikit-learn writes."""
    file = BytesIO()
    dump_svmlight_file(X, Y, file, multilabel=True)
    data = xmc.parse(b"4 3 2\n" + file.getvalue(), "toy.txt")
    assert_array_equal(data.X.toarray(), X)
    assert_array_equal(data.Y.toarray(), Y)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"toy\.txt, line 1: found '', no header; write n d L, three whole"),
        ("1 2\n", "line 1: found '1 2', no header"),
        ("1 3000000000 2\n", "no header"),
        ("2 5 3\n1 1:1\n", "line 1: 1 rows follow a header that says 2; fetch"),
        ("1 5 3\n1 1:1\n2 1:1", "line 1: 2 rows follow a header that says 1"),
        ("1 5 3\n1 1:x", "line 2: could not convert string to float: 'x'; write"),
        ("1 5 3\n1 1:nan", "line 2: a value is NaN or infinite; leave it out"),
        ("1 5 3\n1 1:1e999", "NaN or infinite"),
        ("1 5 3\n1 1:1_0", "line 2: found '1 1:1_0', no such row"),
        ("1 5 3\n1 1:2:3", "no such row"),
        ("1 5 3\n1 1:3\x1c2\x1c4", "line 2: found .*, no such row"),
        ("1 5 3\n1 1:3\x1c", "no such row"),
        ("1 5 3\n1 1:3\x852:4", "no such row"),
        ("1 5 3\n1 1:3\xa04", "no such row"),
        ("1 5 3\n1 1:\u0661", "no such row"),
        ("1 5 3\n1,, 1:2", "no such row"),
        ("1 5 3\n1 1 2:3:4", "no such row"),
        ("1 5 3\n-1 1:2", "no such row"),
        ("1 5 3\n1 5:2", "line 2: a feature is named twice or is not below 5; name"),
        ("2 5 3\n1 1:2\n1 2:2 2:3", "line 3: a feature is named twice"),
        ("1 5 3\n3 4:2", "line 2: a label is named twice or is not below 3"),
        ("1 5 3\n1,1 4:2", "line 2: a label is named twice"),
        ("0 5 3\n", r"^toy\.txt holds no row; save the whole set"),
        ("2 5 0\n 1:1\n 2:1\n", r"^toy\.txt holds no label; save the whole set"),
    ],
)
def test_refuses(text, message):
    """Anything else is refused with line, finding and remedy."""
    with pytest.raises(DataError, match=message):
        parse(text)


def test_the_largest_sizes_cost_nothing():
    """Three million labels are no reason to make three million names."""
    data = parse("1 2147483647 2147483647\n2147483646 2147483646:1")
    assert data.X.shape == data.Y.shape == (1, 2**31 - 1)
    assert data.label_names == ()
    assert len(parse("1 1 1000000\n0 0:1").label_names) == 10**6


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so the files of bibtex are not at hand",
)
@pytest.mark.parametrize(("part", "code"), [("train", 0), ("test", 1)])
def test_bibtex(part, code):
    """The text files of bibtex hold the rows of the NPZ file."""
    folder = Path(os.environ["MLCOURSE_DATA"], "bibtex")
    ours = read_xmc(folder / f"bibtex_{part}.xmlrepo.txt.gz")
    theirs = read_npz(folder / "bibtex.npz")
    rows = theirs.split == code
    assert (theirs.X[rows] != ours.X).nnz == 0
    assert_array_equal(ours.Y.toarray(), theirs.Y[rows])


def test_blank_last_lines():
    """They are no rows beyond those that the header counts."""
    data = parse("2 5 3\n0 1:1\n\n\n \n")
    assert data.X.shape == (2, 5)
    with pytest.raises(DataError, match="3 rows follow a header that says 2"):
        parse("2 5 3\n0 1:1\n\n0 1:1\n")
