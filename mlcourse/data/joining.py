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
        feature_names=common([d.feature_names for d in found], where, "features"),
        label_names=common([d.label_names for d in found], where, "labels"),
        split=np.repeat(np.array(parts, dtype=np.int8), sizes),
    )


def compare(data: Dataset, where: str, first: Dataset, other: str) -> None:
    """Raise a DataError unless two sets have as many features and labels."""
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


def common(
    names: Sequence[tuple[str, ...]], where: Sequence[str], kind: str
) -> tuple[str, ...]:
    """Return the names that files give; a file may give none, or not the last classes.

    If two files name otherwise, or a class has no name, that is a DataError.
    """
    most = max(names, key=len)
    pairs = zip(names, where, strict=True)
    given = [(ours, place) for ours, place in pairs if ours != unnamed(len(ours))]
    if not given:
        return most
    longest, other = max(given, key=lambda pair: len(pair[0]))
    if len(longest) < len(most):
        raise DataError(
            f"{other} names {len(longest)} {kind}, {short(', '.join(longest))}, but "
            f"there are {len(most)}; name them all, or none."
        )
    for ours, place in given:
        if ours != longest[: len(ours)]:
            raise DataError(
                f"{place} names {kind} {short(', '.join(ours))}, but {other} "
                f"{short(', '.join(longest))}; both need the same, in the same order."
            )
    return longest


def unnamed(count: int) -> tuple[str, ...]:
    """Return what labels are called to which a file gives no name.

    >>> unnamed(2)
    ('label 0', 'label 1')
    """
    return tuple(f"label {i}" for i in range(count))


def width(table: Any) -> int:
    """Return the number of columns; texts have none."""
    return table.shape[1] if table.ndim == 2 else 0


def warn_of_new_classes(data: Dataset, where: Sequence[str], level: int) -> None:
    """Warn of classes that no row has, or no training row but others.

    `where` names the files; `level` is the `stacklevel` of the warning.
    """
    nameless = data.y.ndim == 1 and data.label_names == unnamed(len(data.label_names))
    if nameless and data.y.size and data.y.min() > 0:
        least, most = int(data.y.min()), int(data.y.max())
        warn(
            f"{listed(list(where))}: the classes are {least} to {most}, and no row has "
            f"the class 0. Classes count from 0: subtract {least} if yours do not.",
            DataWarning,
            stacklevel=level,
        )
    if data.split is None or data.y.ndim == 2:
        return
    train = data.split == 0  # (n,)
    new = np.setdiff1d(data.y[~train], data.y[train])
    if train.any() and new.size:
        what = "the class" if new.size == 1 else f"each of the {new.size} classes"
        names = short(", ".join(data.label_names[k] for k in new))
        parts = np.unique(data.split[np.isin(data.y, new)])
        warn(
            f"{listed(list(where))}: {what} {names} of "
            f"{listed([PARTS[part] for part in parts])} rows is in no training row; no "
            "model can learn it. Spell it alike if it has another name there.",
            DataWarning,
            stacklevel=level,
        )
