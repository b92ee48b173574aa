"""Texts with classes, one a line: the class, a tab, the text.

A first line that names the columns is left out; then they may stand in any order, and
more columns may be dropped by their names. It is known by its words, as "label" and
"text"; if only one of them is known, and its class occurs nowhere else, it may be a row
as well, and `header` has to say. All files of a set name the same columns, or none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

import numpy as np

from mlcourse.data import dropping, limits
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, DataWarning, listed, malformed, short
from mlcourse.data.files import as_read, content, lines, stem
from mlcourse.data.joining import warn_of_new_classes

CLASS_WORDS = {"class", "label", "category", "sentiment", "target", "rating"}
CLASS_WORDS |= {"polarity", "score", "stars", "topic", "y"}
TEXT_WORDS = {"text", "sentence", "review", "phrase", "document", "comment"}
TEXT_WORDS |= {"body", "content", "message", "title", "tweet"}
ROW = "write a class, one tab, and the text"
# The exponent is short enough for a Decimal, which is exact.
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
QUOTED = re.compile(r'"(?:[^"]|"")*""(?:[^"]|"")*"')  # with a doubled one inside
Paths = dict[int, str | Path]  # by part of the split


class Form(NamedTuple):
    """Where the parts of a line stand."""

    names: tuple[str, ...]  # of class and text; none if the first line is a row
    width: int  # the number of columns
    label: int  # the column of the class
    text: int


class Texts(NamedTuple):
    """What such a file holds."""

    classes: list[str]  # (n,)
    texts: list[str]  # (n,)
    names: tuple[str, ...] = ()  # of the columns, in alphabetical order


def read_tsv(
    path: str | Path,
    test: str | Path | None = None,
    validation: str | Path | None = None,
    *,
    header: bool | None = None,
    drop: str | Sequence[str] = (),
) -> Dataset:
    """Return the texts in UTF-8 files, plain or gzip, of lines class<TAB>text.

    Parameters
    ----------
    path : path
        The only file, or the training rows.
    test, validation : path, default=None
        More rows; with them the set has a split. One call reads all files, so that a
        class has the same number in each.
    header : bool, default=None
        Whether the first line of each file names its columns. None: it does if it
        holds a word such as "label" and a word such as "text", and nothing else but
        columns that are dropped; with one of these words alone it is a DataError if
        its class is in no other line. At least one of them must be known, to tell
        classes from texts.
    drop : str or sequence of str, default=()
        Columns to leave out; the first line must name them.

    Returns
    -------
    Dataset
        X is an array of str; ``label_names`` are the classes in the files, as numbers
        in ascending order if all are numbers, else as words in alphabetical order.
        Blanks around a class do not count, nor does how Unicode composes a letter.

    Raises
    ------
    DataError
        If a file is not there or malformed, with file, line, and what to do; if the
        files name other columns; or if one number stands for two classes, as 1 and 1.0.

    Warns
    -----
    DataWarning
        If what should be the classes looks like texts, or if a class is in no row of
        the training file.
    """
    paths = {0: path, 1: test, 2: validation}
    given = {part: path for part, path in paths.items() if path is not None}
    data = read(given, stem(path), dropping.names(drop), header, level=4)
    warn_of_new_classes(data, list(map(str, given.values())), level=3)
    return data


def read(
    paths: Paths, name: str, drop: Sequence[str], header: bool | None, level: int
) -> Dataset:
    """Return the texts in one file a part of the split, classes numbered over all.

    `level` is the `stacklevel` of a warning.
    """
    if header not in (None, True, False):
        raise DataError(f"header={header!r} must be True, False or None.")
    parts = sorted(paths, key=[0, 2, 1].index)  # training, validation, test
    files, found = [str(paths[part]) for part in parts], []
    for where in files:
        with limits.memory(where):
            found.append(parse(content(where), where, header, drop))
            same_names(found[-1].names, where, found[0].names, files[0])
    classes = [c for texts in found for c in texts.classes]
    texts = [text for part in found for text in part.texts]
    refuse_two_spellings(zip(files, [part.classes for part in found], strict=True))
    warn_of_quotes([*classes, *texts], listed(files), level)
    if not found[0].names:
        warn_of_texts(classes, texts, listed(files), level)
    numbers = all(map(NUMBER.fullmatch, set(classes)))
    names = sorted(set(classes), key=Decimal if numbers else None)
    place = {name: k for k, name in enumerate(names)}
    split = np.repeat(parts, [len(part.texts) for part in found]).astype(np.int8)
    y = [place[c] for c in classes]
    data = dataset(name, texts, y, tuple(names))
    several = len(parts) > 1
    return replace(data, split=split if several else None, verified=False)


def same_names(
    names: tuple[str, ...], where: str, first: tuple[str, ...], other: str
) -> None:
    """Raise a DataError unless two files name the same columns, or both none."""
    if names != first:
        ours, theirs = (short(", ".join(x)) if x else "none" for x in (names, first))
        raise DataError(
            f"{where} names the columns {ours}, but {other} {theirs}; name the same in "
            "the first line of each file, or in none."
        )


def warn_of_texts(classes: list[str], texts: list[str], where: str, level: int) -> None:
    """Warn if the classes, which no first line names, may be the texts."""
    n_classes, n_texts = len({*classes}), len({*texts})
    if n_classes > n_texts or n_classes > max(10, len(classes) / 2):
        warn(
            f"{where}: {n_classes} different classes and {n_texts} different texts in "
            f"{len(classes)} rows; is a class first, then the text? Turn them, or name "
            "the columns in a first line, as label and text.",
            DataWarning,
            stacklevel=level,
        )


def warn_of_quotes(cells: list[str], where: str, level: int) -> None:
    """Warn if cells are quoted as CSV writers do it, which this format does not."""
    quoted = [cell for cell in cells if QUOTED.fullmatch(cell)]
    if quoted:
        warn(
            f"{where}: {len(quoted)} cells stand in quotation marks with doubled ones "
            f"inside, as {short(quoted[0])}; they stay as they are. If a CSV writer "
            "has put them there, write the file without quoting.",
            DataWarning,
            stacklevel=level,
        )


def refuse_two_spellings(held: Iterable[tuple[str, list[str]]]) -> None:
    """Raise a DataError if a number is spelled in two ways: files, their classes."""
    known: dict[Decimal, tuple[str, str]] = {}
    for where, classes in held:
        for c in filter(NUMBER.fullmatch, dict.fromkeys(classes)):
            first, other = known.setdefault(Decimal(c), (c, where))
            if c != first:
                raise DataError(
                    f"{where}: the class {c!r} is {first!r} in {other}; write it "
                    "alike, or add a letter to each if they are two classes."
                )


def parse(
    raw: bytes, where: str, header: bool | None = None, drop: Sequence[str] = ()
) -> Texts:
    r"""Return classes and texts in the bytes of a file; `where` is for messages.

    >>> parse("1\tUne fête\n0\tA bore\n".encode(), "films.tsv")
    Texts(classes=['1', '0'], texts=['Une fête', 'A bore'], names=())
    >>> parse(b"text\tlabel\nA bore\t0\n", "films.tsv")
    Texts(classes=['0'], texts=['A bore'], names=('label', 'text'))
    """
    rows = [line.split("\t") for line in lines(raw, where)]
    while rows and len(rows[-1]) == 1 and not rows[-1][0].strip():  # blank last lines
        rows.pop()
    names, width, c, t = form(rows, where, header, drop)
    start = 1 if names else 0
    if not rows[start:]:
        raise malformed(where, 1, "the file holds no row", ROW)
    for i, row in enumerate(rows[start:], start + 1):
        if len(row) != width or not as_read(row[c]).strip():
            bad = f"found {short(chr(9).join(row))}"
            remedy = f"write {width} columns" if width > 2 else ROW
            raise malformed(where, i, bad, remedy)
    classes = [as_read(row[c]).strip() for row in rows[start:]]
    return Texts(classes, [row[t] for row in rows[start:]], names)


def form(
    rows: list[list[str]], where: str, header: bool | None, drop: Sequence[str]
) -> Form:
    """Return where class and text stand, as the first line tells."""
    first = list(map(as_read, rows[0])) if rows else []
    for name in drop:
        if header is not None and not header:
            bad = f"header=False says that it names no column {name!r}"
            raise malformed(where, 1, bad, "leave out header or drop")
        if name not in first:
            bad = f"it names no column {name!r}; it holds {short(chr(9).join(first))}"
            raise malformed(where, 1, bad, "drop columns by the names that stand there")
    kept = [j for j, name in enumerate(first) if name not in drop]
    words = [first[j].strip(" '\"").lower() for j in kept]
    if header is None:
        known = bool(CLASS_WORDS & {*words}) + bool(TEXT_WORDS & {*words})
        header = bool(drop) or known == 2
        classes = [as_read(row[0]) for row in rows]
        if not header and known and classes.count(first[0]) == 1:
            bad = f"found {short(chr(9).join(first))}, which may name the columns"
            remedy = "say whether it does, with header=True or header=False"
            raise malformed(where, 1, bad, remedy)
    if not header:
        return Form((), 2, 0, 1)
    if len(kept) != 2:
        bad = f"{len(kept)} columns: {short(', '.join(words))}"
        remedy = "keep one of classes and one of texts, and drop the others by name"
        raise malformed(where, 1, bad, remedy)
    straight = words[0] in CLASS_WORDS or words[1] in TEXT_WORDS
    turned = words[0] in TEXT_WORDS or words[1] in CLASS_WORDS
    if straight == turned:
        bad = f"it is not clear which of {short(', '.join(words))} is the class"
        raise malformed(where, 1, bad, "call that column label, and the other text")
    names = tuple(sorted(words))
    return Form(names, len(first), *(reversed(kept) if turned else kept))


def dataset(name: str, texts: list[str], y: Any, labels: tuple[str, ...]) -> Dataset:
    """Return the data set of texts and the places of their classes in `labels`."""
    X = np.array(texts, dtype=object)
    return Dataset(name, X, np.array(y, dtype=np.int64), (), labels)
