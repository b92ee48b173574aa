"""All data sets by name, wherever they lie."""

from difflib import get_close_matches

from mlcourse.data import embedded, local
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError
from mlcourse.data.sources import SOURCES, Source


def names() -> list[str]:
    """Return the names that :func:`load` knows, in alphabetical order."""
    return sorted([*embedded.SETS, *SOURCES])


def load(name: str) -> Dataset:
    """Return the data set of that name, as arrays of your own to change.

    Some sets come with the course. Others are looked for in the folder that the
    environment variable MLCOURSE_DATA names, then in the cache of downloads
    (MLCOURSE_CACHE, else where your system keeps such things), then downloaded from a
    pinned public source, unless MLCOURSE_OFFLINE is set. Whatever the way, the digest
    of the data is compared. A DataError says what to do if all fails, and names the
    nearest name if there is no such set.

    >>> load("wdbc")
    Dataset('wdbc': 569 samples, 30 features, 2 labels)
    """
    if name in embedded.SETS:
        return embedded.SETS[name]()
    source = find(name)
    if place := local.find(source):
        return local.read(source, place[1])
    from mlcourse.data.download import fetch

    return fetch(source)


def find(name: str) -> Source:
    """Return the source of a set that does not come with the course."""
    if name in SOURCES:
        return SOURCES[name]
    near = get_close_matches(str(name), names(), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    known = ", ".join(names())
    raise DataError(f"There is no data set {name!r}.{hint} There is: {known}.")
