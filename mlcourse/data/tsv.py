"""Texts with classes, one a line: the class, a tab, the text."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import malformed, short
from mlcourse.data.files import content, lines, stem


class Texts(NamedTuple):
    """What such a file holds."""

    classes: list[str]  # (n,)
    texts: list[str]  # (n,)


def read_tsv(path: str | Path) -> Dataset:
    """Return the texts in a UTF-8 file, plain or gzip, of lines class<TAB>text.

    X is an array of str; ``label_names`` are the classes in the file, as numbers in
    ascending order if all are numbers, else as words in alphabetical order. A file that
    is not there or malformed is a DataError with file, line, and what to do.
    """
    found = parse(content(path), str(path))
    numbers = all(c.isascii() and c.isdecimal() for c in found.classes)
    names = sorted(set(found.classes), key=(lambda c: (len(c), c)) if numbers else None)
    place = {name: k for k, name in enumerate(names)}
    y = [place[c] for c in found.classes]
    return dataset(stem(path), found.texts, y, tuple(names))


def parse(raw: bytes, where: str) -> Texts:
    r"""Return classes and texts in the bytes of a file; `where` is for messages.

    >>> parse("1\tUne fête\n0\tA bore\n".encode(), "films.tsv")
    Texts(classes=['1', '0'], texts=['Une fête', 'A bore'])
    """
    rows = [line.split("\t") for line in lines(raw, where)]
    for i, row in enumerate(rows, 1):
        if len(row) != 2 or not row[0]:
            bad = f"found {short(chr(9).join(row))}"
            raise malformed(where, i, bad, "write a class, one tab, and the text")
    return Texts([row[0] for row in rows], [row[1] for row in rows])


def dataset(name: str, texts: list[str], y: Any, labels: tuple[str, ...]) -> Dataset:
    """Return the data set of texts and the places of their classes in `labels`."""
    X = np.array(texts, dtype=object)
    return Dataset(name, X, np.array(y, dtype=np.int64), (), labels)
