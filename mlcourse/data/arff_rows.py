"""The rows of an ARFF file, dense or sparse, as a table of the columns kept."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcourse.data import limits
from mlcourse.data.arff_header import QUOTED, Attribute, fields, unquoted
from mlcourse.data.errors import malformed, short

Rows = list[tuple[int, str]]  # line number and text

PAIR = re.compile(rf"""\s*+(\d{{1,9}})\s++({QUOTED}|[^,'"\s]++)\s*+(,|\Z)""", re.ASCII)


def dense(
    rows: Rows, attributes: list[Attribute], kept: list[int], where: str
) -> NDArray[Any]:
    """Return the table of rows that have a value for each attribute."""
    m = len(attributes)
    for i, row in rows:
        # Too short for m values and m - 1 commas. So the table below takes no more
        # than a few times the memory of the text.
        if len(row) < 2 * m - 1:
            dense_row(i, row, attributes, kept, where)
    X = np.full((len(rows), len(kept)), np.nan)
    codes = [attributes[j].codes for j in kept]
    words = {
        j: {word: x for word, x in (attributes[j].codes or {}).items() if word != "?"}
        for j in kept
        if attributes[j].kind != "number"
    }
    for k, (_, row) in enumerate(rows):
        X[k] = quick_row(row, m, kept, words)
    doubtful = ~np.isfinite(X).all(axis=1)  # (n,)
    for column, values in zip(X.T, codes, strict=True):
        if values:
            doubtful |= ~np.isin(column, [*values.values()])
    for k in np.flatnonzero(doubtful).tolist():
        X[k] = dense_row(*rows[k], attributes, kept, where)
    return X


def quick_row(
    row: str, m: int, kept: list[int], words: dict[int, dict[str, float]]
) -> list[float] | float:
    """Return the numbers of a row; NaN if it has to be looked at value by value."""
    values: list[Any] = row.split(",")
    if len(values) != m or not row.isascii() or any(c in row for c in "_'\""):
        return np.nan
    for j, codes in words.items():
        values[j] = codes.get(values[j].strip(), "?")
    try:
        return list(map(float, values if len(kept) == m else [values[j] for j in kept]))
    except ValueError:  # a missing value, or a bad one: told apart by dense_row
        return np.nan


def dense_row(
    i: int, row: str, attributes: list[Attribute], kept: list[int], where: str
) -> list[float]:
    """Return the numbers of one row, each value looked at by itself."""
    values = fields(row)
    if values is None:
        bad = f"a quotation mark without its partner in {short(row)}"
        raise malformed(where, i, bad, "quote whole values only")
    if len(values) != len(attributes):
        bad = f"{len(values)} values for {len(attributes)} attributes"
        raise malformed(where, i, bad, "give one value an attribute, ? if missing")
    return [number(values[j], attributes[j], where, i) for j in kept]


def sparse(rows: Rows, attributes: list[Attribute], kept: list[int], where: str) -> Any:
    """Return the CSR table of rows {index value, ...}."""
    from scipy.sparse import csr_array

    place = {j: k for k, j in enumerate(kept)}  # column in the table
    data, indices, indptr = [], [], [0]
    for i, row in rows:
        seen: set[int] = set()
        for j, value in pairs(row, where, i):
            if j >= len(attributes) or j in seen:
                bad = f"index {j} is used twice or is not below {len(attributes)}"
                raise malformed(where, i, bad, "give each attribute once, from 0")
            seen.add(j)
            if j in place:
                indices.append(place[j])
                data.append(number(value, attributes[j], where, i))
        indptr.append(len(indices))
    shape = len(rows), len(kept)
    X = csr_array((np.array(data, dtype=float), indices, indptr), shape=shape)
    left_out = np.array([attributes[j].left_out for j in kept])
    if left_out.any():
        X = filled(X, left_out, where)
    X.sort_indices()
    X.eliminate_zeros()
    return X


def filled(X: Any, left_out: NDArray[Any], where: str) -> Any:
    """Return a CSR table in which what is not stored is `left_out` of its column."""
    from scipy.sparse import csr_array

    (columns,) = left_out.nonzero()
    limits.allow(4 * 8 * X.shape[0] * len(columns), where, "it would take about")
    stored = csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    full = np.tile(left_out[columns], (X.shape[0], 1))  # (n, number of such columns)
    full[stored[:, columns].toarray() > 0] = 0
    rows, places = full.nonzero()
    more = csr_array((full[rows, places], (rows, columns[places])), shape=X.shape)
    return csr_array(X + more)


def pairs(row: str, where: str, i: int) -> Iterator[tuple[int, str]]:
    """Yield index and value of a sparse row."""
    inner, at = row[1:-1].strip(), 0
    whole = row.startswith("{") and row.endswith("}")
    more = inner
    while more and whole:
        if not (match := PAIR.match(inner, at)):
            break
        yield int(match[1]), unquoted(match[2])
        at, more = match.end(), match[3]
    if more or not whole:
        bad = f"found {short(inner[at:] if whole else row)} in a sparse row"
        raise malformed(where, i, bad, "write {index value, index value}")


def number(value: str, attribute: Attribute, where: str, i: int) -> float:
    """Return the number of a value, or say which value is bad."""
    try:
        return attribute.number(value)
    except ValueError:
        kind = "a declared value" if attribute.codes else "a finite number"
        bad = f"{short(value)} is not {kind} of {short(attribute.name)}"
        raise malformed(where, i, bad, "correct it, or write ? for missing") from None
