"""Multi-label sets as Mulan and MEKA store them: ARFF tables with columns of labels.

Mulan's XML file names the labels. MEKA says in the relation how many they are:
``@relation 'songs: -C 6'`` for the first six attributes, ``-C -6`` for the last six.
All other columns are features. A label is 0 or 1, no or yes, false or true.

Sources: Tsoumakas, Spyromitros-Xioufis, Vilcek & Vlahavas (2011), Mulan: A Java Library
for Multi-Label Learning, J. Mach. Learn. Res. 12, 2411-2414; Read, Reutemann,
Pfahringer & Holmes (2016), MEKA: A Multi-label/Multi-target Extension to WEKA, J. Mach.
Learn. Res. 17(21), 1-5.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from warnings import warn
from xml.etree import ElementTree

import numpy as np

from mlcourse.data import arff, arff_header, dropping, limits
from mlcourse.data.arff_header import Attribute, Header
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, DataWarning, malformed, short
from mlcourse.data.files import as_read, content, lines, stem

MEKA = re.compile(r"(?:^|[\s:])-C\s+(-?\d{1,9})(?=\s|$)", re.ASCII)


def read_arff(
    path: str | Path, xml: str | Path | None = None, drop: str | Sequence[str] = ()
) -> Dataset:
    """Return the data set in an ARFF file.

    Parameters
    ----------
    path : path
        The ARFF file, plain or gzip; its rows dense or sparse, and X accordingly an
        array or a CSR array. Missing features are NaN.
    xml : path, default=None
        Mulan's list of labels. None: the relation says where they are, as MEKA has it.
        The columns of y keep the order of the ARFF file.
    drop : str or sequence of str, default=()
        Attributes to leave out, such as numbers of rows, strings or dates.

    Raises
    ------
    DataError
        If a file is not there or malformed: with file, line, and what to do.
    """
    with limits.memory(path):
        labels = None if xml is None else label_names(content(xml), str(xml))
        (data,) = parse([(content(path), str(path))], labels, stem(path), drop)
        return data


def label_names(raw: bytes, where: str) -> list[str]:
    """Return the names in the bytes of Mulan's XML file, also of nested labels.

    >>> label_names(b'<labels><label name="happy"/></labels>', "songs.xml")
    ['happy']
    """
    try:
        tags = ElementTree.fromstring(raw).iter()
        labels = [t for t in tags if str(t.tag).rpartition("}")[2] == "label"]
    except ElementTree.ParseError as error:
        found = str(error).partition(": line")[0]
        remedy = "give Mulan's XML file, and the whole of it"
        raise malformed(where, error.position[0], found, remedy) from None
    except (LookupError, ValueError) as error:  # of its encoding
        message = f"{where}, line 1: {error}; save the file as UTF-8."
        raise DataError(message) from None
    names = [as_read(label.get("name", "")) for label in labels]
    if not names:
        raise DataError(f"{where} names no label; give Mulan's XML file.")
    if not all(names) or len(set(names)) < len(names):
        raise DataError(
            f"{where} has {len(names)} labels with {len(set(names) - {''})} different "
            'names; give each a name of its own, as in <label name="happy"/>.'
        )
    return names


def parse(
    files: Sequence[tuple[bytes, str]],
    labels: list[str] | None,
    name: str,
    drop: str | Sequence[str] = (),
) -> list[Dataset]:
    """Return the data sets in the bytes of ARFF files that declare the same columns.

    Each file comes with where it is, for messages. Without `labels` their names are
    looked for in the relation.
    """
    drop = dropping.names(drop)
    found: list[Dataset] = []
    first: Header | None = None
    for raw, where in files:
        text = lines(raw, where)
        header = arff_header.read(text, where)
        if first is None:
            first, names = header, [a.name for a in header.attributes]
            labels = labels or meka_labels(header, where)
            dropping.check(drop, names, labels, where)
            warn_of_words(header, where, {*labels, *drop})
        same_columns(header, where, first, files[0][1])
        warn_of_count(header, where, labels or [])
        table = arff.table(text, header, where, drop)
        found.append(dataset(table, where, labels or [], name))
    return found


def meka_labels(head: Header, where: str) -> list[str]:
    """Return the names of the first or last attributes, as MEKA's relation counts."""
    names = [attribute.name for attribute in head.attributes]
    match = MEKA.search(head.relation)
    if not match:
        raise DataError(
            f"{where} does not say which attributes are labels: put Mulan's list "
            f"beside it as {stem(where)}.xml, or MEKA's count into the first line, as "
            "@relation 'songs: -C n' for the first n attributes, -C -n for the last n."
        )
    n = int(match[1])
    if not 0 < abs(n) < len(names):
        raise DataError(
            f"{where}: the relation says -C {n}, but there are {len(names)} "
            f"attributes; write a number of labels from 1 to {len(names) - 1}, or "
            "minus that."
        )
    return names[:n] if n > 0 else names[n:]


def warn_of_count(head: Header, where: str, labels: list[str]) -> None:
    """Warn if MEKA's count means other labels than the XML or the training file."""
    if not (match := MEKA.search(head.relation)):
        return
    names = [attribute.name for attribute in head.attributes]
    counted = names[:n] if (n := int(match[1])) > 0 else names[n:]
    if {*counted} != {*labels}:
        warn(
            f"{where}: -C {n} in its relation means other labels than those used, "
            f"{short(', '.join(labels))}; correct it, or remove it.",
            DataWarning,
            stacklevel=2,
        )


def warn_of_words(head: Header, where: str, others: set[str]) -> None:
    """Warn if features, all but `others`, are words that become numbers."""
    words = [a.name for a in head.attributes if a.kind == "place"]
    if words := [name for name in words if name not in others]:
        warn(
            f"{where}: the words of {short(', '.join(words))} stand as 0, 1, 2, ... in "
            "X, as they are declared. Unless that is their order, make a column of 0 "
            "and 1 for each word, or drop them.",
            DataWarning,
            stacklevel=2,
        )


def same_columns(head: Header, where: str, first: Header, other: str) -> None:
    """Raise a DataError unless two files declare the same attributes."""
    if (m := len(head.attributes)) != (expected := len(first.attributes)):
        raise DataError(
            f"{where} has {m} attributes, but {other} has {expected}; a training and a "
            "test file need the same."
        )
    for ours, theirs in zip(head.attributes, first.attributes, strict=True):
        if ours.name != theirs.name:
            raise DataError(
                f"{where} has the attribute {short(ours.name)} where {other} has "
                f"{short(theirs.name)}; a training and a test file need the same."
            )
        if "place" in (ours.kind, theirs.kind) and ours != theirs:
            raise DataError(
                f"{where} declares {short(ours.name)} otherwise than {other}, so its "
                "values would get other numbers; declare it in the same words."
            )


def dataset(table: arff.Table, where: str, labels: list[str], name: str) -> Dataset:
    """Return the data set of a table, given the names of the labels."""
    names = [attribute.name for attribute in table.attributes]
    if missing := sorted(set(labels) - set(names)):
        raise DataError(
            f"{where} has no attribute {short(missing[0])}, which the XML file calls a "
            "label; use the XML file that belongs to it."
        )
    is_label = np.isin(names, labels)
    chosen, others = np.flatnonzero(is_label), np.flatnonzero(~is_label)
    if not others.size:
        remedy = "list as labels only what is to be predicted"
        raise DataError(f"{where}: every attribute is a label; {remedy}.")
    return Dataset(
        name=name,
        X=table.values[:, others],
        y=zero_one(table, [table.attributes[j] for j in chosen], chosen, where),
        feature_names=tuple(names[j] for j in others),
        label_names=tuple(names[j] for j in chosen),
        verified=False,
    )


def zero_one(
    table: arff.Table, labels: list[Attribute], columns: Any, where: str
) -> Any:
    """Return the labels as an array of 0 and 1: (n, L)."""
    for name, kind, codes in labels:
        if kind == "place":
            words = ",".join(codes or ())
            raise DataError(
                f"{where}: the label {short(name)} has the values "
                f"{short('{' + words + '}')}; a label is 0 or 1, no or yes, false or "
                "true."
            )
    Y = table.values[:, columns]
    if not isinstance(Y, np.ndarray):
        limits.allow(2 * 8 * Y.shape[0] * Y.shape[1], where, "its labels would take")
        Y = Y.toarray()
    bad = np.argwhere((Y != 0) & (Y != 1))  # also NaN
    if len(bad):
        i, j = bad[0]
        value = "'?'" if np.isnan(Y[i, j]) else f"{Y[i, j]:g}"
        found = f"{value} in label {short(labels[j].name)}"
        raise malformed(where, table.lines[i], found, "a label is 0 or 1")
    return Y.astype(np.int64)
