"""Features left out on request, such as the number of a row."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, short
from mlcourse.data.files import composed


def names(drop: str | Sequence[str]) -> tuple[str, ...]:
    """Return composed names of features; a single one may come as it is.

    >>> names("id"), names(["id", "date"])
    (('id',), ('id', 'date'))
    """
    found = (drop,) if isinstance(drop, str) else drop
    if not isinstance(found, Iterable) or not all(isinstance(x, str) for x in found):
        raise DataError(f"drop={drop!r} must be a name, or a list of names.")
    return tuple(map(composed, found))


def check(
    drop: Sequence[str], columns: Sequence[str], labels: Sequence[str], where: str
) -> None:
    """Raise a DataError unless all that is dropped are features, and one is left."""
    for name in drop:
        if name in labels:
            raise DataError(f"{where}: {short(name)} is a label; drop features only.")
        if name not in columns:
            near = get_close_matches(str(name), columns, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else "Correct the name."
            raise DataError(f"{where} has no feature {name!r} to drop. {hint}")
    if drop and not set(columns) - set(labels) - set(drop):
        raise DataError(f"{where}: no feature is left; drop fewer.")


def without(data: Dataset, drop: str | Sequence[str]) -> Dataset:
    """Return a data set without the features of these names.

    >>> from mlcourse.data import load
    >>> without(load("wdbc"), "mean radius").X.shape
    (569, 29)
    """
    if not (drop := names(drop)):
        return data
    if not data.feature_names:
        raise DataError(
            f"{data.name}: its features have no names, so none can be dropped; select "
            "columns yourself, as X[:, 1:]."
        )
    check(drop, data.feature_names, data.label_names, data.name)
    kept = [j for j, name in enumerate(data.feature_names) if name not in drop]
    chosen = tuple(data.feature_names[j] for j in kept)
    return replace(data, X=data.X[:, kept], feature_names=chosen)
