"""The text format of the Extreme Classification Repository.

::

    2 5 3                  n samples, d features, L labels
    0,2 1:0.5 4:1          labels, then index:value of the features; all count from 0
     3:2                   a row without labels begins with a space

Of small sets it ships all rows in ``<name>_data.txt``, and ten splits in
``<name>_trSplit.txt`` and ``<name>_tstSplit.txt``: a column of row numbers, from 1, for
each split.

scikit-learn's ``load_svmlight_file(multilabel=True)`` is not used: it drops empty rows,
takes nan, 1_0 and the labels -1 and 1.7 as they come, and its errors name no line.
Source: Bhatia, Dahiya, Jain, Kar, Mittal, Prabhu & Varma (2016), The Extreme
Classification Repository: Multi-Label Datasets and Code.
"""

import re
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.data import limits, npz
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, malformed, short
from mlcourse.data.files import content, lines, stem

LARGEST = 2**31 - 1  # of n, d, L: an index is held in 32 bits
HEADER = re.compile(r"\s*+(\d{1,10})\s++(\d{1,10})\s++(\d{1,10})\s*+", re.ASCII)
# A value is printable ASCII: float() would also take digits and blanks of elsewhere.
ROW = re.compile(
    r"(\d{1,10}(?:,\d{1,10})*+)?+((?:\s++\d{1,10}:[!-9;-^`-~]++)*+)\s*+", re.ASCII
)
PAIR = re.compile(r"(\d++):(\S++)", re.ASCII)
SPLIT = re.compile(r"(.+)_(tr|tst)Split\.txt(?:\.gz)?", re.IGNORECASE)
FORM = "write label,label index:value index:value"


class Row(NamedTuple):
    """One line of the file."""

    line: int
    labels: list[int]
    indices: list[int]
    values: list[float]


def read_xmc(path: str | Path) -> Dataset:
    """Return the data set in a file of this format, plain or gzip.

    X is a CSR array of shape (n, d), y one of shape (n, L) with values 1. Up to
    a million labels are called "label 0", "label 1", ...; more labels, and features,
    have no names. A file that is not there or malformed is a DataError with file, line,
    and what to do; so is one without a row or a label.
    """
    with limits.memory(path):
        return parse(content(path), str(path), stem(path))


def parse(raw: bytes, where: str, name: str = "xmc") -> Dataset:
    r"""Return the data set in the bytes of such a file; `where` is for messages.

    >>> data = parse(b"2 5 3\n0,2 1:0.5 4:1\n 3:2", "two.txt")
    >>> data.X.toarray().tolist()
    [[0.0, 0.5, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 2.0, 0.0]]
    >>> data.y.toarray().tolist()
    [[1, 0, 1], [0, 0, 0]]
    """
    head, *body = lines(raw, where) or [""]
    match = HEADER.fullmatch(head)
    if not match or max(map(int, match.groups())) > LARGEST:
        bad = f"found {short(head)}, no header"
        raise malformed(where, 1, bad, "write n d L, three whole numbers")
    n, d, L = map(int, match.groups())
    while len(body) > n and not body[-1].strip():  # blank last lines
        body.pop()
    if len(body) != n:
        bad = f"{len(body)} rows follow a header that says {n}"
        raise malformed(where, 1, bad, "fetch the whole file again")
    rows = [row(text, where, i) for i, text in enumerate(body, 2)]
    X = matrix([r.indices for r in rows], (n, d), where, "feature")
    y = matrix([r.labels for r in rows], (n, L), where, "label")
    X.data = np.array([value for r in rows for value in r.values], dtype=float)
    y.data = np.ones(y.nnz, dtype=np.int64)
    X.sort_indices()
    y.sort_indices()
    X.eliminate_zeros()
    named = npz.label_names(y, ()) if npz.MOST[0] >= L else ()
    data = Dataset(name, X, y, (), named, verified=False)
    npz.refuse(data, where)
    return data


def row(text: str, where: str, i: int) -> Row:
    """Return the parts of a line."""
    match = ROW.fullmatch(text)
    if not match:
        raise malformed(where, i, f"found {short(text)}, no such row", FORM)
    found = PAIR.findall(match[2])
    try:
        values = [float(value) for _, value in found]
    except ValueError as error:
        raise malformed(where, i, str(error), FORM) from None
    if not all(map(isfinite, values)):
        raise malformed(where, i, "a value is NaN or infinite", "leave it out")
    labels = list(map(int, match[1].split(","))) if match[1] else []
    return Row(i, labels, [int(index) for index, _ in found], values)


def matrix(
    rows: Iterable[list[int]], shape: tuple[int, int], where: str, kind: str
) -> Any:
    """Return the CSR array of the indices in each row, its values still to be set."""
    from scipy.sparse import csr_array

    rows = list(rows)
    for i, indices in enumerate(rows, 2):
        if indices and (max(indices) >= shape[1] or len(set(indices)) < len(indices)):
            bad = f"a {kind} is named twice or is not below {shape[1]}"
            raise malformed(where, i, bad, f"name each {kind} once, from 0")
    indptr = np.cumulative_sum(list(map(len, rows)), include_initial=True, dtype=int)
    flat = np.array([j for row in rows for j in row], dtype=np.int32)
    return csr_array((np.zeros(len(flat)), flat, indptr), shape=shape)


def split(files: Sequence[tuple[bytes, str]], n: int) -> NDArray[Any]:
    """Return the first split in a training and a test file of row numbers: (n,).

    Each file comes with where it is, for messages.
    """
    found = np.full(n, -1, dtype=np.int8)
    for part, (raw, where) in enumerate(files):
        rows = lines(raw, where)
        while rows and not rows[-1].strip():  # blank last lines
            rows.pop()
        for i, line in enumerate(rows, 1):
            first = re.match(r"\s*(\d{1,10})(?=\s|$)", line, re.ASCII)
            row = int(first[1]) - 1 if first else -1
            if not 0 <= row < n or found[row] >= 0:
                bad = f"{short(line)} does not begin with a row that is still free"
                raise malformed(where, i, bad, f"name each row once, from 1 to {n}")
            found[row] = part
    if (found < 0).any():
        both = " and ".join(where for _, where in files)
        row = int(np.argmin(found)) + 1
        raise DataError(f"{both} leave out row {row}; fetch both files again.")
    return found
