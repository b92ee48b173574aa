"""All data sets by name, wherever they lie."""

from difflib import get_close_matches

from mlcourse.data import embedded, local
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError


def names() -> list[str]:
    """Return the names that :func:`load` knows, in alphabetical order."""
    return sorted([*embedded.SETS, *local.SOURCES])


def load(name: str) -> Dataset:
    """Return the data set of that name, as arrays of your own to change.

    Some sets come with the course; others are looked for in the folder that the
    environment variable MLCOURSE_DATA names, and a DataError says what to do if it
    does not hold them. A name that does not exist is a DataError with the nearest one
    that does.

    >>> load("wdbc")
    Dataset('wdbc': 569 samples, 30 features, 2 labels)
    """
    if name in embedded.SETS:
        return embedded.SETS[name]()
    if name in local.SOURCES:
        return local.read(name)
    near = get_close_matches(str(name), names(), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    known = ", ".join(names())
    raise DataError(f"There is no data set {name!r}.{hint} There is: {known}.")
