"""Tables in the Attribute-Relation File Format (ARFF), dense and sparse.

::

    % a comment
    @relation songs
    @attribute 'mean tempo' numeric
    @attribute happy {0,1}
    @data
    104.2,1                a dense row: one value an attribute, ? if it is missing
    {0 104.2, 1 1}         a sparse row: pairs of index (from 0) and value

What a sparse row leaves out is 0, or the *first* value of a nominal attribute. Strings
and dates are no numbers, so they are refused. Source: Witten, Frank & Hall (2011), Data
Mining, section 2.4.
"""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.data.errors import malformed, short
from mlcourse.data.files import lines

Rows = list[tuple[int, str]]  # line number and text

QUOTED = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
ATTRIBUTE = re.compile(
    rf"""@attribute\s++({QUOTED}|[^\s'"{{,%][^\s{{]*+)\s*+"""
    rf"""(?:(?:numeric|real|integer)|\{{((?:{QUOTED}|[^'"}}])*+)\}})\s*+(?:%.*)?""",
    re.IGNORECASE,
)
FIELD = re.compile(rf"""\s*+({QUOTED}|[^,'"]*+)\s*+(,|\Z)""")
PAIR = re.compile(rf"""\s*+(\d{{1,9}})\s++({QUOTED}|[^,'"\s]++)\s*+(,|\Z)""", re.ASCII)


class Attribute(NamedTuple):
    """A column: its name and, if it is nominal, the number of each value."""

    name: str
    codes: dict[str, float] | None = None
    plain: bool = True  # the values are numbers, and stand for themselves

    def number(self, value: str) -> float:
        """Return the number that a value stands for; ValueError if there is none."""
        if value == "?":
            return np.nan
        if self.codes and value in self.codes:
            return self.codes[value]
        x = float(value.replace("_", "?"))  # Python's float would take 1_000
        declared = not self.codes or (self.plain and x in self.codes.values())
        if declared and isfinite(x):
            return x
        raise ValueError(value)


class Table(NamedTuple):
    """What an ARFF file holds; a missing value is NaN."""

    attributes: list[Attribute]
    values: Any  # (n, number of attributes), an array, or a CSR array if sparse
    lines: list[int]  # (n,), where in the file a row stands


def parse(raw: bytes, where: str) -> Table:
    r"""Return the table in the bytes of an ARFF file; `where` is for messages.

    A nominal value counts as itself if all values of its attribute are numbers, else
    as its place in the declaration, from 0.

    >>> lines = b"@attribute a {no,yes}\n@attribute b real\n@data\nyes,?"
    >>> parse(lines, "x.arff").values
    array([[ 1., nan]])
    """
    text = lines(raw, where)
    attributes, start = header(text, where)
    numbered = ((i, line.strip()) for i, line in enumerate(text[start:], start + 1))
    rows = [(i, row) for i, row in numbered if row and not row.startswith("%")]
    if not rows:
        remedy = "fetch the whole file again"
        raise malformed(where, len(text), "no row of data follows @data", remedy)
    build = sparse if rows[0][1].startswith("{") else dense
    return Table(attributes, build(rows, attributes, where), [i for i, _ in rows])


def header(text: list[str], where: str) -> tuple[list[Attribute], int]:
    """Return the attributes, and how many lines there are up to @data."""
    found: dict[str, Attribute] = {}
    for i, line in enumerate(map(str.strip, text), 1):
        keyword = line.split(None, 1)[0].lower() if line else "%"
        if keyword == "@data" and found:
            return list(found.values()), i
        if keyword == "@attribute":
            new = attribute(line, where, i)
            if new.name in found:
                bad = f"a second attribute is called {short(new.name)}"
                raise malformed(where, i, bad, "rename one of them")
            found[new.name] = new
        elif keyword != "@relation" and not keyword.startswith("%"):
            bad = f"found {short(line)} where attributes are declared"
            raise malformed(where, i, bad, "write @attribute name type, then @data")
    remedy = "is it an ARFF file, and whole?"
    raise malformed(where, len(text) or 1, "it ends before @data", remedy)


def attribute(line: str, where: str, i: int) -> Attribute:
    """Return the attribute that a line declares."""
    match = ATTRIBUTE.fullmatch(line)
    values = match and match[2] is not None and fields(match[2])
    if not match or values is None or values == [""]:
        bad = f"found {short(line)}, no attribute of numbers or named values"
        raise malformed(where, i, bad, "write @attribute name numeric, or {a,b}")
    if not values:
        return Attribute(unquoted(match[1]))
    try:
        codes = {value: float(value) for value in values}
        if all(map(isfinite, codes.values())):
            return Attribute(unquoted(match[1]), codes)
    except ValueError:
        pass
    places = {value: float(k) for k, value in enumerate(dict.fromkeys(values))}
    return Attribute(unquoted(match[1]), places, plain=False)


def dense(rows: Rows, attributes: list[Attribute], where: str) -> NDArray[Any]:
    """Return the table of rows that have a value for each attribute."""
    X = np.full((len(rows), len(attributes)), np.nan)
    if all(a.plain for a in attributes):
        for k, (_, row) in enumerate(rows):
            values = row.split(",")
            if len(values) == len(attributes) and "_" not in row:
                try:
                    X[k] = list(map(float, values))
                except ValueError:  # a missing value, or a bad one: told apart below
                    X[k] = np.nan
    doubtful = ~np.isfinite(X).all(axis=1)  # (n,)
    for j, a in enumerate(attributes):
        if a.codes:
            doubtful |= ~np.isin(X[:, j], [*a.codes.values()])
    for k in np.flatnonzero(doubtful).tolist():
        X[k] = dense_row(*rows[k], attributes, where)
    return X


def dense_row(i: int, row: str, attributes: list[Attribute], where: str) -> list[float]:
    """Return the numbers of one row, each value looked at by itself."""
    values = fields(row)
    if values is None:
        bad = f"a quotation mark without its partner in {short(row)}"
        raise malformed(where, i, bad, "quote whole values only")
    if len(values) != len(attributes):
        bad = f"{len(values)} values for {len(attributes)} attributes"
        raise malformed(where, i, bad, "give one value an attribute, ? if missing")
    return [
        number(value, a, where, i) for value, a in zip(values, attributes, strict=True)
    ]


def sparse(rows: Rows, attributes: list[Attribute], where: str) -> Any:
    """Return the CSR table of rows {index value, ...}."""
    from scipy.sparse import csr_array

    data, indices, indptr = [], [], [0]
    for i, row in rows:
        seen: set[int] = set()
        for j, value in pairs(row, where, i):
            if j >= len(attributes) or j in seen:
                bad = f"index {j} is used twice or is not below {len(attributes)}"
                raise malformed(where, i, bad, "give each attribute once, from 0")
            seen.add(j)
            indices.append(j)
            data.append(number(value, attributes[j], where, i))
        indptr.append(len(indices))
    shape = len(rows), len(attributes)
    X = csr_array((np.array(data, dtype=float), indices, indptr), shape=shape)
    left_out = [next(iter(a.codes.values())) if a.codes else 0.0 for a in attributes]
    if any(left_out):  # no longer sparse in these columns
        full = np.tile(left_out, (len(rows), 1))
        full[np.repeat(np.arange(len(rows)), np.diff(indptr)), indices] = data
        X = csr_array(full)
    X.sort_indices()
    X.eliminate_zeros()
    return X


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


def fields(text: str) -> list[str] | None:
    """Return the parts between commas outside quotes; None if a quote is open."""
    found, at, more = [], 0, ","
    while more:
        if not (match := FIELD.match(text, at)):
            return None
        found.append(unquoted(match[1].strip()))
        at, more = match.end(), match[2]
    return found


def unquoted(text: str) -> str:
    """Return a name without its quotes and escapes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text[:1] in ("'", '"') else text
