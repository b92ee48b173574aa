"""No file, however bad, makes a parser raise anything but DataError, or lie.

What is read from a mutated file is what an independent reading of it gives: SciPy's for
ARFF, a few naive lines for the formats of lines.
"""

import gzip
import warnings
from io import StringIO
from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.io.arff import loadarff
from scipy.sparse import issparse

from mlcourse.data import (
    DataError,
    DataWarning,
    load,
    read_arff,
    read_npz,
    read_tsv,
    read_xmc,
)
from tests.data.test_arff import DENSE, HEAD, SPARSE, XML
from tests.data.test_npz import PARTS, TOY, packed
from tests.data.test_xmc import TWO

BREAK = b"\0--\0"  # between files that stand in one


def read_both(path):
    """Read an XML file and an ARFF file that stand in one."""
    xml, _, table = path.read_bytes().partition(BREAK)
    path.with_suffix(".xml").write_bytes(xml)
    path.with_suffix(".arff").write_bytes(table)
    return read_arff(path.with_suffix(".arff"), path.with_suffix(".xml"))


def pair(ending, drop=()):
    """Return a reader of a training and a test file that stand in one."""

    def read(path):
        folder = path.parent / f"{path.stem} pair"
        folder.mkdir(exist_ok=True)
        first, _, second = path.read_bytes().partition(BREAK)
        (folder / f"train{ending}").write_bytes(first)
        (folder / f"test{ending}").write_bytes(second)
        try:
            return load(folder, drop=drop)
        finally:
            for file in folder.iterdir():
                file.unlink()

    return read


MEKA = b"@relation 'r: -C -1'\n@attribute id string\n@attribute x REAL [0,9]\n"
MEKA += b"@attribute l {no,yes}\n@data\n'a,b',1.5,yes\nc,?,no\n"
FILMS = "label\ttext\n0\tun \u00e9t\u00e9\n1\tb\n".encode()
NPZ = packed(**{key: TOY[key] for key in ("X", "Y")})
CASES = {
    "arff": (read_both, BREAK.join([XML, (HEAD + DENSE).encode()])),
    "arff sparse": (read_both, BREAK.join([XML, (HEAD + SPARSE).encode()])),
    "meka": (pair(".arff", drop="id"), MEKA + BREAK + MEKA),
    "xmc": (read_xmc, TWO.encode()),
    "xmc pair": (pair(".txt"), TWO.encode() + BREAK + TWO.encode()),
    "npz": (read_npz, packed(**TOY)),
    "npz sparse": (read_npz, packed(**PARTS)),
    "npz pair": (pair(".npz"), NPZ + BREAK + NPZ),
    "tsv": (read_tsv, "0\tun \u00e9t\u00e9\n1\tb\n".encode()),
    "tsv pair": (pair(".tsv"), FILMS + BREAK + FILMS),
    "gzip": (read_tsv, gzip.compress(b"0\ta\n1\tb\n")),
}
changes = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 8),
        st.one_of(
            st.binary(max_size=4),
            st.sampled_from(
                [
                    *(b"\n", b",", b"{", b"}", b"'", b"?", b":", b"-", b"9" * 9),
                    *(b"\t", b" ", b"\x1c", b"\xc2\x85", b"\xd9\xa1", b"\xe3\x80\x80"),
                    *(b"yes", b"TRUE", b"nan", b"1e999", b"_", b"%", b"string", b"-C"),
                ]
            ),
        ),
    ),
    min_size=1,
    max_size=4,
)


def mutate(raw, changes):
    """Return the bytes with some pieces cut out and others put in."""
    for where, cut, new in changes:
        at = round(where * len(raw))
        raw = raw[:at] + new + raw[at + cut :]
    return raw


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Return the file that is written again and again."""
    return tmp_path_factory.mktemp("fuzz") / "file"


def survive(read, path, raw):
    """Read the bytes as a file; only a DataError that names it is allowed."""
    path.write_bytes(raw)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as users have it: they must not save us
        try:
            message = repr(read(path))
        except DataError as error:
            message = str(error)
    assert path.stem in message


@pytest.mark.parametrize("case", CASES)
def test_mutated_files(path, case):
    """A valid file with some bytes changed is read, or refused."""
    read, valid = CASES[case]
    path.write_bytes(valid)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        read(path)

    @given(changes)
    @settings(max_examples=100, deadline=None)
    def check(changes):
        survive(read, path, mutate(valid, changes))

    check()


@pytest.mark.parametrize("case", ["arff", "xmc", "npz", "tsv"])
def test_arbitrary_bytes(path, case):
    """Bytes without sense are read, or refused."""

    @given(st.one_of(st.binary(), st.text().map(str.encode)))
    @settings(max_examples=60, deadline=None)
    def check(raw):
        survive(CASES[case][0], path, raw)

    check()


# --- what is read is right ---


def numbers(A):
    """Return a matrix as a dictionary of its entries other than 0."""
    A = A.tocoo() if issparse(A) else A
    if not issparse(A):
        return {(i, j): x for (i, j), x in np.ndenumerate(A) if x}
    return dict(
        zip(zip(*map(np.ndarray.tolist, A.coords), strict=True), A.data, strict=True)
    )


def rows_of(raw):
    """Return the lines of a text."""
    return [row.removesuffix("\r") for row in raw.decode("utf-8-sig").split("\n")]


def naive_xmc(raw):
    """Read the extreme-classification format word by word."""
    head, *rows = rows_of(raw)
    X, Y = {}, {}
    for i, row in enumerate(rows[: int(head.split()[0])]):
        for word in (
            row.replace("\t", " ").replace("\v", " ").replace("\f", " ").split(" ")
        ):
            if ":" in word:
                j, x = word.split(":")
                if float(x):
                    X[i, int(j)] = float(x)
            elif word.strip("\r"):
                Y |= {(i, int(label)): 1 for label in word.split(",")}
    return X, Y


def check_xmc(raw, data):
    """Compare what was read with the naive reading."""
    X, Y = naive_xmc(raw)
    assert numbers(data.X) == X
    assert numbers(data.y) == Y


def check_tsv(raw, data):
    """Compare texts and names of classes with the file, line by line."""
    found = [(data.label_names[k], x) for k, x in zip(data.y, data.X, strict=True)]
    pairs = [row.partition("\t") for row in rows_of(raw) if row.strip()]
    rows = [(normalize("NFC", label.strip()), text) for label, _, text in pairs]
    assert found == rows or found == rows[1:]


def check_arff(raw, data):
    """Compare numbers with those of SciPy, if it can read the file."""
    try:
        theirs, meta = loadarff(StringIO(raw.decode("utf-8-sig")))
    except Exception:  # of many kinds: its refusals are not ours
        return
    ours = np.column_stack([data.X, data.y])
    names = [*data.feature_names, *data.label_names]
    for name, column in zip(names, ours.T, strict=True):
        expected = theirs[name]
        if meta[name][0] == "nominal":
            expected = [np.nan if x == b"?" else float(x) for x in expected]
        assert_array_equal(column, expected)


PLAIN = "@relation 'r: -C 1'\n@attribute l {0,1}\n@attribute a real\n"
PLAIN += "@attribute b {1,2}\n@data\n1,2.5,1\n0,?,2\n% more\n\n1,-1e3,?\n"
RIGHT = {
    "xmc": (read_xmc, TWO.encode(), check_xmc),
    "tsv": (read_tsv, b"0\ta\n1\tb c\n10\t\n", check_tsv),
    "arff": (read_arff, PLAIN.encode(), check_arff),
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_is_read_is_right(path, case):
    """Refused, or read as an independent reader reads it."""
    read, valid, compare = RIGHT[case]

    def attempt(raw):
        path.write_bytes(raw)
        try:
            data = read(path)
        except (DataError, DataWarning):  # words of a feature become numbers
            return
        compare(raw, data)

    attempt(valid)

    @given(changes)
    @settings(max_examples=300, deadline=None)
    def check(changes):
        attempt(mutate(valid, changes))

    check()
