"""Several data sets as the parts of one, if their columns and classes fit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from warnings import warn

import numpy as np

from mlcourse.data.dataset import PARTS, Dataset
from mlcourse.data.errors import DataError, DataWarning, listed, short


def below(tables: Sequence[Any]) -> Any:
    """Return arrays one below the other, dense or as a CSR array.

    >>> below([np.eye(2), np.ones((1, 2))]).tolist()
    [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    if all(isinstance(table, np.ndarray) for table in tables):
        return np.concatenate(tables)
    from scipy.sparse import csr_array, vstack

    return csr_array(vstack(tables))


def join(
    found: Sequence[Dataset], parts: Sequence[int], where: Sequence[str]
) -> Dataset:
    """Return one set of several, which become these parts of its split.

    `where` says for messages which file each set is from. A single set stays as it is.
    """
    if len(found) == 1:
        return found[0]
    for data, place in zip(found[1:], where[1:], strict=True):
        compare(data, place, found[0], where[0])
    for data, place, part in zip(found, where, parts, strict=True):
        if data.split is not None and (data.split != part).any():
            raise DataError(
                f"{place} is read as {PARTS[part]} rows, as its name says, but its "
                "split says otherwise; save it without a split, or call it otherwise."
            )
    sizes = [data.X.shape[0] for data in found]
    return replace(
        found[0],
        X=below([data.X for data in found]),
        y=below([data.y for data in found]),
        label_names=max((data.label_names for data in found), key=len),
        split=np.repeat(np.array(parts, dtype=np.int8), sizes),
    )


def compare(data: Dataset, where: str, first: Dataset, other: str) -> None:
    """Raise a DataError unless two sets have the same features and labels."""
    if data.y.ndim != first.y.ndim:
        kinds = {1: "classes", 2: "labels"}
        one, two = kinds[data.y.ndim], kinds[first.y.ndim]
        raise DataError(
            f"{where} holds {one}, but {other} holds {two}; both need the same."
        )
    sizes = {"features": (data.X, first.X), "labels": (data.Y, first.Y)}
    for kind, (ours, theirs) in sizes.items():
        if ours.shape[1:] != theirs.shape[1:]:
            raise DataError(
                f"{where} has {width(ours)} {kind}, but {other} has {width(theirs)}; a "
                "training and a test file need the same."
            )
    names = {
        "features": (data.feature_names, first.feature_names),
        "labels": (data.label_names, first.label_names),
    }
    for kind, (ours, theirs) in names.items():
        # Of classes, the last ones may be absent from one file.
        least = None if data.y.ndim == 2 else min(len(ours), len(theirs))
        if ours[:least] != theirs[:least]:
            raise DataError(
                f"{where} names {kind} {short(', '.join(ours))}, but {other} "
                f"{short(', '.join(theirs))}; both need the same, in the same order."
            )


def width(table: Any) -> int:
    """Return the number of columns; texts have none."""
    return table.shape[1] if table.ndim == 2 else 0


def warn_of_new_classes(data: Dataset, where: Sequence[str], level: int) -> None:
    """Warn if other rows have a class that no training row has.

    `where` names the files; `level` is the `stacklevel` of the warning.
    """
    if data.split is None or data.y.ndim == 2:
        return
    train = data.split == 0  # (n,)
    new = np.setdiff1d(data.y[~train], data.y[train])
    if train.any() and new.size:
        part = PARTS[data.split[data.y == new[0]][0]]
        warn(
            f"{listed(list(where))}: the class {short(data.label_names[new[0]])} of "
            f"{part} rows is in no training row; no model can learn it. Spell it alike "
            "if it has another name there.",
            DataWarning,
            stacklevel=level,
        )
