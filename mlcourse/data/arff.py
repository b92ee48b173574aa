r"""Tables in the Attribute-Relation File Format (ARFF), dense and sparse.

::

    % a comment
    @relation songs
    @attribute 'mean tempo' numeric
    @attribute happy {0,1}
    @data
    104.2,1                a dense row: one value an attribute, ? if it is missing
    {0 104.2, 1 1}         a sparse row: pairs of index (from 0) and value

What a sparse row leaves out is 0, or the *first* value of a nominal attribute. Strings
and dates are no numbers, so they have to be dropped. SciPy's ``loadarff`` is not used:
it reads no sparse rows, and its errors name no line. Source: Witten, Frank & Hall
(2011), Data Mining, section 2.4.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mlcourse.data import arff_header, arff_rows
from mlcourse.data.arff_header import Attribute, Header
from mlcourse.data.errors import malformed
from mlcourse.data.files import lines


class Table(NamedTuple):
    """What an ARFF file holds; a missing value is NaN."""

    attributes: list[Attribute]  # those that are kept
    values: Any  # (n, number of attributes), an array, or a CSR array if sparse
    lines: list[int]  # (n,), where in the file a row stands


def parse(raw: bytes, where: str, drop: Sequence[str] = ()) -> Table:
    r"""Return the table in the bytes of an ARFF file; `where` is for messages.

    A nominal value counts as itself if all values of its attribute are numbers; true
    and yes are 1, false and no are 0; any other counts as its place in the declaration,
    from 0. Attributes named in `drop` are left out.

    >>> lines = b"@attribute a {yes,no}\n@attribute b real\n@data\nyes,?"
    >>> parse(lines, "x.arff").values
    array([[ 1., nan]])
    """
    text = lines(raw, where)
    return table(text, arff_header.read(text, where), where, drop)


def table(
    text: list[str], header: Header, where: str, drop: Sequence[str] = ()
) -> Table:
    """Return the table in the lines of an ARFF file, given what they declare."""
    kept = header.columns(drop, where)
    after = enumerate(map(str.strip, text[header.end :]), header.end + 1)
    rows = [(i, row) for i, row in after if row and not row.startswith("%")]
    if not rows:
        remedy = "fetch the whole file again"
        raise malformed(where, len(text), "no row of data follows @data", remedy)
    build = arff_rows.sparse if rows[0][1].startswith("{") else arff_rows.dense
    values = build(rows, header.attributes, kept, where)
    return Table([header.attributes[j] for j in kept], values, [i for i, _ in rows])
