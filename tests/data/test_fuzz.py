"""No file, however bad, makes a parser raise anything but DataError."""

import gzip
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcourse.data import DataError, read_arff, read_npz, read_tsv, read_xmc
from tests.data.test_arff import DENSE, HEAD, SPARSE, XML
from tests.data.test_npz import PARTS, TOY, packed
from tests.data.test_xmc import TWO


def read_both(path):
    """Read an XML file and an ARFF file that stand in one, with a zero between."""
    xml, _, table = path.read_bytes().partition(b"\0")
    path.with_suffix(".xml").write_bytes(xml)
    path.with_suffix(".arff").write_bytes(table)
    return read_arff(path.with_suffix(".arff"), path.with_suffix(".xml"))


CASES = {
    "arff": (read_both, b"\0".join([XML, (HEAD + DENSE).encode()])),
    "arff sparse": (read_both, b"\0".join([XML, (HEAD + SPARSE).encode()])),
    "xmc": (read_xmc, TWO.encode()),
    "npz": (read_npz, packed(**TOY)),
    "npz sparse": (read_npz, packed(**PARTS)),
    "tsv": (read_tsv, "0\tun été\n1\tb\n".encode()),
    "gzip": (read_tsv, gzip.compress(b"0\ta\n1\tb\n")),
}
changes = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 8),
        st.one_of(
            st.binary(max_size=4),
            st.sampled_from(
                [b"\n", b",", b"{", b"}", b"'", b"?", b":", b"-", b"9" * 9]
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
