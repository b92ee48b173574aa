"""ARFF tables and Mulan's XML: by hand, against SciPy, and refused by line."""

import os
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from scipy.io.arff import loadarff

from mlcourse.data import DataError, DataWarning, arff, read_arff, read_npz
from mlcourse.data.mulan import label_names

XML = b"""<?xml version="1.0" encoding="utf-8"?>
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="happy"></label><label name="so sad"><label name="blue"/></label></labels>
"""
HEAD = """% songs
@RELATION 'my songs'

@attribute 'mean \\'tempo\\', bpm' NUMERIC % beats a minute
@attribute happy{0,1}
@attribute mood {low, 'very high', "?"}
@attribute "so sad" {1,0}
@attribute blue { 0, 1 }
@data
"""
DENSE = "% first\n\n104.5, 1,'very high',0,1\n ?,0,low,1 ,0\r\n-1e3,0,?,0,0"
SPARSE = "{0 104.5, 1 1,2 'very high',3 0,4 1}\n{0 ?}\n{ 3 0 , 0 -1e3, 2 ?}\n{}"
NAN = np.nan


def parse(text):
    """Return the table in a text."""
    return arff.parse(text.encode(), "songs.arff")


def test_dense_by_hand():
    """Quotes, escapes, comments, blanks, words as values and gaps are understood."""
    table = parse(HEAD + DENSE)
    names = ["mean 'tempo', bpm", "happy", "mood", "so sad", "blue"]
    assert [a.name for a in table.attributes] == names
    expected = [[104.5, 1, 1, 0, 1], [NAN, 0, 0, 1, 0], [-1000, 0, NAN, 0, 0]]
    assert_array_equal(table.values, expected)
    assert table.lines == [12, 13, 14]


def test_sparse_by_hand():
    """What a sparse row leaves out is 0, or the first value that is declared."""
    table = parse(HEAD + SPARSE)
    expected = [
        [104.5, 1, 1, 0, 1],
        [NAN, 0, 0, 1, 0],
        [-1000, 0, NAN, 0, 0],
        [0, 0, 0, 1, 0],
    ]
    assert_array_equal(table.values.toarray(), expected)


def test_sparse_stays_sparse():
    """Only what differs from 0 is stored, in order."""
    table = parse("@attribute a real\n@attribute b real\n@data\n{1 2, 0 1}\n{0 0}")
    assert_array_equal(table.values.data, [1, 2])
    assert_array_equal(table.values.indices, [0, 1])


cells = arrays(float, (4, 3), elements=st.sampled_from([0.0, 1, -2.5, 1e-9, 3e300]))


@given(cells)
@settings(max_examples=25)
def test_agrees_with_scipy(X):
    """A dense table is what SciPy reads, and the sparse one holds the same."""
    head = "@relation x\n" + "".join(f"@attribute a{j} real\n" for j in range(3))
    rows = "\n".join(",".join(map(repr, row)) for row in X.tolist())
    theirs, _ = loadarff(StringIO(f"{head}@data\n{rows}\n"))
    ours = parse(f"{head}@data\n{rows}\n").values
    assert_array_equal(ours, np.array(theirs.tolist()))
    pairs = [", ".join(f"{j} {x!r}" for j, x in enumerate(r)) for r in X.tolist()]
    text = head + "@data\n" + "\n".join(f"{{{row}}}" for row in pairs)
    assert_array_equal(parse(text).values.toarray(), X)


ONE = "@attribute a {x,1}\n@attribute b real\n@data\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "songs.arff, line 1: it ends before @data"),
        ("@relation r\nnonsense", "line 2: found 'nonsense' where attributes"),
        ("@data\n1", "line 1: found '@data' where attributes are declared"),
        ("@attribute a words\n", "line 1: found '@attribute a words', no attribute"),
        ("@attribute a real [0,1", r"line 1: found '@attribute a real \[0,1', no attr"),
        (
            "@attribute b real\n@attribute a string\n@data\n1,a",
            "line 2: 'a' holds strings, no numbers; leave it out with drop='a'",
        ),
        (
            "@attribute a date yyyy-MM-dd\n@data\n1",
            "line 1: 'a' holds dates, no numbers; leave it out",
        ),
        ("@attribute a {}\n", "line 1: found '@attribute a {}', no attribute"),
        ("@attribute a {'b}\n", "line 1: found .* no attribute of numbers"),
        ("@attribute a real\n@attribute 'a' real", "line 2: a second .* called 'a'"),
        (ONE, "line 3: no row of data follows @data; fetch the whole file again"),
        (
            ONE.rstrip() + " x,1\ny,2",
            "line 3: found 'x,1' behind @data; begin the rows",
        ),
        (ONE + "x,1,2", "line 4: 3 values for 2 attributes; give one value"),
        (ONE + "x", "line 4: 1 values for 2 attributes"),
        (ONE + "x,1\n\ny,1", "line 6: 'y' is not a declared value of 'a'"),
        (ONE + "0,1", "'0' is not a declared value of 'a'"),
        (ONE + "x,1_0", "'1_0' is not a finite number of 'b'; correct it, or write ?"),
        (ONE + "x,nan", "'nan' is not a finite number of 'b'"),
        (ONE + "x,1e999", "'1e999' is not a finite number"),
        (ONE + "x,'1", "line 4: a quotation mark without its partner"),
        (ONE + "x,1\n{1 2}", "line 5: 1 values for 2 attributes"),
        (ONE + "{1 2}\nx,1", "line 5: found 'x,1' in a sparse row"),
        (ONE + "{1 2", "line 4: found '{1 2' in a sparse row; write {index value"),
        (ONE + "{", "line 4: found '{' in a sparse row"),
        (ONE + "{1 2,}", "line 4: found '' in a sparse row"),
        (ONE + "{1 2 3}", "line 4: found '1 2 3' in a sparse row"),
        (ONE + "{-1 2}", "line 4: found '-1 2' in a sparse row"),
        (ONE + "{2 1}", "line 4: index 2 is used twice or is not below 2"),
        (ONE + "{1 2, 1 3}", "line 4: index 1 is used twice"),
        (ONE + "{1 x}", "'x' is not a finite number of 'b'"),
    ],
)
def test_refuses(text, message):
    """What is no ARFF table of numbers is refused with line, finding and remedy."""
    with pytest.raises(DataError, match=message):
        parse(text)


def test_two_codes_stay_two():
    """007 and 7 are one number and two values."""
    text = "@attribute code {007,7,8}\n@attribute b real\n@data % rows\n007,1\n7,0"
    assert_array_equal(parse(text).values, [[0, 1], [1, 0]])


def test_a_number_that_was_not_declared():
    """Numbers between braces are declared values; 1.0 is the same number as 1."""
    head = "@attribute a {0,1}\n@attribute b real\n@data\n"
    assert_array_equal(parse(head + "1.0,7\n0,8").values, [[1, 7], [0, 8]])
    with pytest.raises(DataError, match="line 5: '2' is not a declared value of 'a'"):
        parse(head + "1,7\n2,8")


def test_not_utf_8():
    """Bytes of another encoding are refused with their line."""
    with pytest.raises(DataError, match=r"line 2: the byte 0xe9 is not UTF-8; save"):
        arff.parse(b"@relation r\n@attribute \xe9 real", "songs.arff")


@pytest.fixture
def write(tmp_path):
    """Return a function that writes both files and reads the data set."""

    def write(text, xml=XML):
        (tmp_path / "songs.arff").write_text(text, encoding="utf-8")
        (tmp_path / "songs.xml").write_bytes(xml)
        return read_arff(tmp_path / "songs.arff", tmp_path / "songs.xml")

    return write


@pytest.mark.parametrize("rows", [DENSE, SPARSE])
def test_data_set(write, rows):
    """The columns that the XML names are the labels, nested ones included."""
    with pytest.warns(DataWarning, match="the words of 'mood' stand as 0, 1, 2"):
        data = write(HEAD + rows)
    assert data.name == "songs"
    assert data.feature_names == ("mean 'tempo', bpm", "mood")
    assert data.label_names == ("happy", "so sad", "blue")
    assert_array_equal(data.y[:3], [[1, 0, 1], [0, 1, 0], [0, 0, 0]])
    assert data.y.dtype == np.int64
    X = data.X if rows == DENSE else data.X.toarray()
    assert_array_equal(X[:2], [[104.5, 1], [NAN, 0]])


@pytest.mark.parametrize(("value", "found"), [("?", r"'\?'"), ("2", "2")])
def test_a_label_is_0_or_1(write, value, found):
    """A missing label, or one of three values, is refused with its line."""
    head = "@attribute happy {0,1,2}\n@attribute x real\n@data\n"
    xml = b'<labels><label name="happy"/></labels>'
    with pytest.raises(DataError, match=rf"line 5: {found} in label 'happy'; a label"):
        write(f"{head}1,1\n{value},1", xml)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(
    ("no", "yes"),
    [("0", "1"), ("FALSE", "TRUE"), ("no", "yes"), ("No", "Yes"), ("f", "t")],
)
@pytest.mark.parametrize("turned", [False, True])
def test_words_for_0_and_1(write, no, yes, turned, sparse):
    """Yes is 1 whichever is declared first; a sparse row leaves out the first."""
    first, second = (yes, no) if turned else (no, yes)
    head = f"@attribute happy {{{first},{second}}}\n@attribute x real\n@data\n"
    rows = f"{{0 {second}, 1 1}}\n{{1 2}}" if sparse else f"{second},1\n{first},2"
    data = write(head + rows, b'<labels><label name="happy"/></labels>')
    assert_array_equal(data.y, [[0], [1]] if turned else [[1], [0]])
    with_feature = f"{head[:-6]}@attribute l {{0,1}}\n@data\n"
    rows = f"{{0 {second}, 2 1}}\n{{1 2}}" if sparse else f"{second},1,1\n{first},2,0"
    data = write(with_feature + rows, b'<labels><label name="l"/></labels>')
    X = data.X.toarray() if sparse else data.X
    assert_array_equal(X[:, 0], [0, 1] if turned else [1, 0])


@pytest.mark.parametrize("words", ["a,b", "yes,1", "no,maybe,yes", "pos,neg"])
def test_other_words(write, words):
    """Labels in other words are refused: which one is 1 cannot be known."""
    text = f"@attribute happy {{{words}}}\n@attribute x real\n@data\n?,1"
    with pytest.raises(DataError, match=r"label 'happy' has the values .*; a label is"):
        write(text, b'<labels><label name="happy"/></labels>')


@pytest.mark.parametrize(
    ("relation", "labels"),
    [
        ("'songs: -C 2'", "ab"),
        ('"songs: -C -2 -split-percentage 66"', "cd"),
        ("songs:-C 1", None),
        ("'-C 3'", "abc"),
        ("'my -Code: -x 1 -C  -1'", "d"),
    ],
)
def test_meka(tmp_path, relation, labels):
    """MEKA's relation counts the labels, from the front or from the back."""
    names = "".join(f"@attribute {name} {{0,1}}\n" for name in "abcd")
    path = tmp_path / "songs.arff"
    path.write_text(f"@relation {relation}\n{names}@data\n0,1,1,0\n1,1,0,0\n")
    if labels is None:
        labels = "a"
    data = read_arff(path)
    assert data.label_names == tuple(labels)
    assert data.feature_names == tuple(c for c in "abcd" if c not in labels)
    table = dict(zip("abcd", np.array([[0, 1, 1, 0], [1, 1, 0, 0]]).T, strict=True))
    assert_array_equal(data.y, np.column_stack([table[c] for c in labels]))


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        ("songs", "does not say which attributes are labels: put Mulan's list beside"),
        (
            "'songs: -C 0'",
            "says -C 0, but there are 2 attributes; write a number of la",
        ),
        ("'songs: -C 2'", "says -C 2, but there are 2 attributes"),
        ("'songs: -C -2'", "says -C -2, but"),
        ("'songs: -C two'", "does not say"),
        ("'songs-C 1'", "does not say"),
    ],
)
def test_refuses_meka(tmp_path, relation, message):
    """A relation without a count, or a wrong one, is refused."""
    path = tmp_path / "songs.arff"
    path.write_text(f"@relation {relation}\n{HEAD_OF_2}0,1\n")
    with pytest.raises(DataError, match=rf"songs\.arff.*{message}"):
        read_arff(path)


HEAD_OF_2 = "@attribute a {0,1}\n@attribute b {0,1}\n@data\n"


@pytest.mark.parametrize(
    "kind", ["REAL [0,1]", "integer[0, 255]", "NUMERIC [-1,1] % x"]
)
def test_ranges(kind):
    """A range after the type of numbers is read over."""
    assert_array_equal(parse(f"@attribute 'a b' {kind}\n@data\n3").values, [[3]])


def test_the_wrong_xml(write):
    """A label that the table lacks is named."""
    with pytest.raises(DataError, match=r"songs\.arff has no attribute 'blue'"):
        write("@attribute happy {0,1}\n@attribute 'so sad' {0,1}\n@data\n1,1")


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        (b"", r"x\.xml, line 1: no element found; give Mulan's XML file, and the who"),
        (b"<labels>\n<label>", "line 2: no element found"),
        (b"<labels/>", r"x\.xml names no label; give Mulan's XML file\.$"),
        (b"<html><p>404</p></html>", r"x\.xml names no label"),
        (b"<labels><label/></labels>", "1 labels with 0 different names"),
        (b'<a><label name="b"/><label name="b"/></a>', "2 labels with 1 different"),
        (
            '<a><label name="é"/><label name="e\u0301"/></a>'.encode(),
            "2 labels with 1 different",
        ),
        (b'<?xml version="1.0" encoding="nix"?><a/>', "line 1: .*encoding"),
    ],
)
def test_refuses_xml(xml, message):
    """What is no list of labels is refused."""
    with pytest.raises(DataError, match=message):
        label_names(xml, "x.xml")


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so emotions.arff is not at hand",
)
def test_emotions():
    """Mulan's own file is the NPZ file, number by number."""
    folder = Path(os.environ["MLCOURSE_DATA"], "emotions")
    ours = read_arff(folder / "emotions.arff", folder / "emotions.xml")
    theirs = read_npz(folder / "emotions.npz")
    assert_array_equal(ours.X, theirs.X)
    assert_array_equal(ours.y, theirs.y)
    assert ours.feature_names == theirs.feature_names
    assert ours.label_names == theirs.label_names


@pytest.mark.parametrize("value", ["\u0663", "\uff11", "\u0661.5"])
@pytest.mark.parametrize("form", ["{},1", "{{0 {}, 1 1}}"])
def test_digits_of_elsewhere(value, form):
    """Digits of other alphabets are no numbers."""
    head = "@attribute a real\n@attribute b {0,1}\n@data\n"
    raw = (head + form.format(value)).encode()
    with pytest.raises(DataError, match=r"line 4: '.+' is not a finite number of 'a'"):
        arff.parse(raw, "t.arff")
    words = f"@attribute a {{{value},x}}\n@data\n{value}\n".encode()
    assert arff.parse(words, "t.arff").attributes[0].kind == "place"
    words = f"@attribute a {{{value},{value}2}}\n@data\n{value}\n".encode()
    assert arff.parse(words, "t.arff").attributes[0].kind == "place"
