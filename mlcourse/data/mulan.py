"""Multi-label sets as Mulan stores them: an ARFF table, and an XML list of labels.

The XML names the columns of the table that are labels; all others are features.
Source: Tsoumakas, Spyromitros-Xioufis, Vilcek & Vlahavas (2011), Mulan: A Java Library
for Multi-Label Learning, J. Mach. Learn. Res. 12, 2411-2414.
"""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from mlcourse.data import arff
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, malformed, short
from mlcourse.data.files import content, stem


def read_arff(path: str | Path, xml: str | Path) -> Dataset:
    """Return the data set in an ARFF file whose labels an XML file names.

    Parameters
    ----------
    path : path
        The ARFF file, plain or gzip; its rows dense or sparse, and X accordingly an
        array or a CSR array. Missing features are NaN.
    xml : path
        The list of labels. The columns of y keep the order of the ARFF file.

    Raises
    ------
    DataError
        If a file is not there or malformed: with file, line, and what to do.
    """
    labels = label_names(content(xml), str(xml))
    return parse(content(path), str(path), labels, stem(path))


def label_names(raw: bytes, where: str) -> list[str]:
    """Return the names in the bytes of Mulan's XML file, also of nested labels.

    >>> label_names(b'<labels><label name="happy"/></labels>', "songs.xml")
    ['happy']
    """
    try:
        tags = ElementTree.fromstring(raw).iter()
        labels = [t for t in tags if str(t.tag).rpartition("}")[2] == "label"]
    except ElementTree.ParseError as error:
        remedy = "is it Mulan's XML file, and whole?"
        raise malformed(where, error.position[0], str(error), remedy) from None
    except (LookupError, ValueError) as error:  # of its encoding
        message = f"{where}, line 1: {error}; save the file as UTF-8."
        raise DataError(message) from None
    names = [label.get("name", "") for label in labels]
    if not names or not all(names) or len(set(names)) < len(names):
        raise DataError(
            f"{where} has {len(names)} labels with {len(set(names) - {''})} different "
            'names; give each a name of its own, as in <label name="happy"/>.'
        )
    return names


def parse(raw: bytes, where: str, labels: list[str], name: str) -> Dataset:
    """Return the data set in the bytes of an ARFF file, given the names of labels."""
    table = arff.parse(raw, where)
    names = [attribute.name for attribute in table.attributes]
    if missing := sorted(set(labels) - set(names)):
        raise DataError(
            f"{where} has no attribute {short(missing[0])}, which the XML file calls a "
            "label; use the XML file that belongs to it."
        )
    chosen = np.isin(names, labels)

    def named(columns: NDArray[np.bool_]) -> tuple[str, ...]:
        return tuple(names[j] for j in np.flatnonzero(columns))

    Y = table.values[:, np.flatnonzero(chosen)]
    Y = Y if isinstance(Y, np.ndarray) else Y.toarray()
    bad = np.argwhere((Y != 0) & (Y != 1))  # also NaN
    if len(bad):
        i, j = bad[0]
        found = f"{Y[i, j]:g} in label {short(named(chosen)[j])}"
        raise malformed(where, table.lines[i], found, "a label is 0 or 1")
    return Dataset(
        name=name,
        X=table.values[:, np.flatnonzero(~chosen)],
        y=Y.astype(np.int64),
        feature_names=named(~chosen),
        label_names=named(chosen),
    )
