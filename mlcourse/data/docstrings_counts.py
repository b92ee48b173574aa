r"""From documents to word counts: the labels, the words, the split, and the file.

Symbols: n documents, d words, L labels; :math:`W_i` the set of words of document i.

*Near-copies stay together.* Two documents are near-copies if they share four fifths
of their words,

.. math:: J(i, j) = \frac{|W_i \cap W_j|}{|W_i \cup W_j|} \ge \frac45

(Jaccard, 1901), and chains of near-copies form a group. A group goes to test if a
digest of its first name says so: the split depends neither on a random generator nor
on the other documents, so that it holds when the packages change.

*Only training documents choose* which labels and which words there are.
"""

from collections import Counter
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from mlcourse.data.docstrings_text import PACKAGES, Document, words

MIN_LABEL = 3  # training documents that have it
MIN_WORD = 5  # training documents that hold it
TEST_PERCENT = 30  # of the groups
BLOCK = 500  # rows compared at once, against memory


class Counts(NamedTuple):
    """What the snapshot holds.

    Documents without any of the labels are left out, and so are those whose counts
    are those of an earlier one (texts that differ in rare words only).
    """

    X: Any  # (n, d), CSR, how often a word occurs
    Y: NDArray[np.int64]  # (n, L), 0 or 1
    split: NDArray[np.int8]  # (n,), 0 train, 1 test
    names: tuple[str, ...]  # n, of documents
    words: tuple[str, ...]  # d
    labels: tuple[str, ...]  # L
    versions: tuple[str, ...]  # such as "numpy 2.4.6", one a package

    @property
    def package(self) -> NDArray[np.int64]:
        """Which package each document is from, as its place in PACKAGES: (n,)."""
        place = {package: i for i, package in enumerate(PACKAGES)}
        return np.array([place[name.partition(".")[0]] for name in self.names])


def count(documents: list[Document], versions: tuple[str, ...]) -> Counts:
    """Return the word counts of documents, their labels and their split."""
    texts = [words(document.text) for document in documents]
    test = split(near_copies(texts), [document.name for document in documents])
    vocabulary = frequent(texts, test, MIN_WORD)
    X = table(texts, vocabulary)
    rows = first_seen(X)
    given = [documents[i].labels for i in rows]
    labels = frequent(given, test[rows], MIN_LABEL)
    Y = table(given, labels).toarray()
    known = Y.any(axis=1)
    rows = rows[known]
    return Counts(
        X=X[rows],
        Y=Y[known],
        split=test[rows].astype(np.int8),
        names=tuple(documents[i].name for i in rows),
        words=vocabulary,
        labels=labels,
        versions=versions,
    )


def frequent(rows: Any, test: NDArray[np.bool_], least: int) -> tuple[str, ...]:
    """Return, in order, the items that at least so many training rows hold.

    >>> frequent([["a", "a", "b"], ["b"], ["c"], ["c"]], np.array([0, 0, 0, 1]), 2)
    ('b',)
    """
    seen = Counter(
        item
        for row, out in zip(rows, test, strict=True)
        if not out
        for item in set(row)
    )
    return tuple(sorted(item for item, times in seen.items() if times >= least))


def table(rows: Any, columns: tuple[str, ...]) -> Any:
    """Return how often each row holds each column's item, as a CSR matrix.

    >>> table([["b", "a", "b"], ["x"]], ("a", "b")).toarray().tolist()
    [[1, 2], [0, 0]]
    """
    from scipy.sparse import csr_array

    place = {item: j for j, item in enumerate(columns)}
    pairs = [
        (i, place[item]) for i, row in enumerate(rows) for item in row if item in place
    ]
    i, j = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    ones = np.ones(len(pairs), dtype=np.int64)
    counts = csr_array((ones, (i, j)), shape=(len(rows), len(columns)))
    counts.sort_indices()
    return counts


def first_seen(X: Any) -> NDArray[np.int64]:
    """Return the numbers of the rows of a CSR matrix that equal no earlier row.

    >>> first_seen(table(["ab", "a", "ba"], ("a", "b")))
    array([0, 1])
    """
    found: dict[bytes, int] = {}
    for i in range(X.shape[0]):
        row = slice(X.indptr[i], X.indptr[i + 1])
        found.setdefault(X.indices[row].tobytes() + X.data[row].tobytes(), i)
    return np.array(list(found.values()))


def near_copies(texts: list[list[str]]) -> NDArray[np.int32]:
    """Return the number of the group of near-copies that each text is in: (n,).

    >>> near_copies([list("abcd"), list("abcde"), list("xyz"), list("abcdef")]).tolist()
    [0, 0, 1, 0]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    every = tuple(sorted({word for text in texts for word in text}))
    B = table(texts, every).minimum(1)  # (n, all words)
    size = B.sum(axis=1)  # (n,)
    pairs = []
    for start in range(0, len(texts), BLOCK):
        shared = (B[start : start + BLOCK] @ B.T).toarray()  # (block, n)
        union = size[start : start + BLOCK, None] + size - shared
        i, j = np.nonzero(5 * shared >= 4 * union)
        pairs.append(np.stack([i + start, j]))
    i, j = np.concatenate(pairs, axis=1)
    linked = coo_array((np.ones(len(i)), (i, j)), shape=(len(texts), len(texts)))
    groups: NDArray[np.int32] = connected_components(linked, directed=False)[1]
    return groups


def split(groups: NDArray[np.int32], names: list[str]) -> NDArray[np.bool_]:
    """Return which documents are for testing, a group as its first name says: (n,).

    >>> split(np.array([0, 1, 0]), ["e", "b", "d"]).tolist()  # "d" is drawn
    [True, False, True]
    """
    first = dict(zip(groups[::-1], names[::-1], strict=True))
    for group, name in zip(groups, names, strict=True):
        first[group] = min(first[group], name)
    lot = {
        g: int.from_bytes(sha256(first[g].encode()).digest()[:8]) % 100 for g in first
    }
    return np.array([lot[group] < TEST_PERCENT for group in groups])


def pack(counts: Counts) -> bytes:
    """Return the counts as an NPZ file, the same bytes for the same counts.

    The time stamps in it are fixed. (Another build of zlib may compress otherwise;
    :func:`digest` is about the content.)
    """
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name, array in _arrays(counts).items():
            info = ZipInfo(f"{name}.npy")  # dated 1980, as the format's zero
            info.compress_type, info.create_system = ZIP_DEFLATED, 3
            content = BytesIO()
            np.lib.format.write_array(content, array, allow_pickle=False)
            archive.writestr(info, content.getvalue(), compresslevel=9)
    return file.getvalue()


def unpack(file: Path) -> Counts:
    """Return the counts that a file of :func:`pack` holds."""
    from scipy.sparse import csr_array

    with np.load(file) as arrays:
        a = dict(arrays)
    lines = [tuple(bytes(a[key]).decode().split("\n")) for key in Counts._fields[3:]]
    names, vocabulary, labels, _ = lines
    shape = len(names), len(vocabulary)
    parts = a["X_data"].astype(float), a["X_indices"].astype(np.int32), a["X_indptr"]
    Y = np.zeros((len(names), len(labels)), dtype=np.int64)
    Y[np.repeat(np.arange(len(names)), np.diff(a["Y_indptr"])), a["Y_indices"]] = 1
    return Counts(csr_array(parts, shape=shape), Y, a["split"], *lines)


def digest(counts: Counts) -> str:
    """Return the SHA-256 of the content, however it is compressed."""
    total = sha256()
    for name, array in _arrays(counts).items():
        total.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        total.update(array.tobytes())
    return total.hexdigest()


def _arrays(counts: Counts) -> dict[str, NDArray[Any]]:
    """Return what is written: small numbers, and texts as lines of UTF-8."""
    rows, columns = np.nonzero(counts.Y)
    ends = np.searchsorted(rows, np.arange(len(counts.Y) + 1))
    numbers = {
        "X_data": counts.X.data.astype("<u2"),
        "X_indices": counts.X.indices.astype("<u2"),
        "X_indptr": counts.X.indptr.astype("<i4"),
        "Y_indices": columns.astype("<u2"),
        "Y_indptr": ends.astype("<i4"),
        "split": counts.split.astype("|i1"),
    }
    texts = {
        key: np.frombuffer("\n".join(getattr(counts, key)).encode(), np.uint8)
        for key in Counts._fields[3:]
    }
    return numbers | texts
