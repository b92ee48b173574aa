"""All data sets, by name or by path.

Where :func:`load` looks, in this order:

1. A path is read as it is: a file, one of a pair, or a folder, called as
   :mod:`mlcourse.data.pairs` says. A text is a path if it has a slash, or ends as such
   files do; for the current folder write ``./songs``.
2. The sets that come with the course.
3. The folder that the variable MLCOURSE_DATA names: ``<name>/``, or files of that name
   in any format, also of a set of the course.
4. The cache of downloads: MLCOURSE_CACHE, else where your system keeps such things.
5. The pinned public source of the set, unless MLCOURSE_OFFLINE is set.

The sets of the course are compared with the digest of what it was written with; files
of your own are marked as not verified.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from mlcourse.data import dropping, embedded, local, own, pairs
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError
from mlcourse.data.sources import SOURCES, Source


def names() -> list[str]:
    """Return the names that :func:`load` knows, in alphabetical order.

    Those of your own in the folder MLCOURSE_DATA are among them.
    """
    return sorted({*embedded.SETS, *SOURCES, *yours()})


def yours() -> list[str]:
    """Return the names of the sets in MLCOURSE_DATA that the course does not know."""
    root = local.folder()
    held = own.names(root) if root else []
    return [name for name in held if name not in embedded.SETS | SOURCES]


def load(
    name: str | Path, drop: str | Sequence[str] = (), *, header: bool | None = None
) -> Dataset:
    """Return the data set of that name, or at that path, as arrays of your own.

    Parameters
    ----------
    name : str or path
        A name in :func:`names`, or the path of files of yours: Mulan's or MEKA's ARFF,
        the extreme-classification format, TSV, or NPZ. Training and test files that
        belong together become one set with a split. :mod:`mlcourse.data.catalogue`
        says where names are looked for.
    drop : str or sequence of str, default=()
        Features to leave out, such as the number of a row.
    header : bool, default=None
        Of TSV files of yours: whether the first line names the columns. None: it does
        if it holds a word such as "label" and a word such as "text". Of anything else
        it is a DataError.

    Returns
    -------
    Dataset
        Its field `verified` tells sets of the course from your own.

    Raises
    ------
    DataError
        If there is no such set, or it cannot be had or read; the message says what to
        do.

    Warns
    -----
    DataWarning
        If MLCOURSE_DATA holds another version of a set of the course, or files may mean
        something else than they seem to.

    Examples
    --------
    >>> load("wdbc")
    Dataset('wdbc': 569 samples, 30 features, 2 labels)
    """
    if not isinstance(name, str | os.PathLike) or name == "":
        raise DataError(
            f"name is {name!r}; pass a name, as 'wdbc', or a path, as './songs'."
        )
    if is_path(name):
        return own.read(pairs.at(Path(os.path.expanduser(name))), drop, header)
    if name in embedded.SETS:
        own.refuse_header(header, str(name))
        return dropping.without(replace(embedded.SETS[name](), verified=True), drop)
    if name not in SOURCES and (files := local.files(str(name))):
        return own.read(files, drop, header)
    source = find(str(name))
    if place := local.find(source):
        return local.read(source, *place, drop, header)
    from mlcourse.data.download import fetch

    own.refuse_header(header, source.name)
    return dropping.without(fetch(source), drop)


def is_path(name: str | Path) -> bool:
    """Tell whether that is a path, not a name."""
    if isinstance(name, os.PathLike):
        return True
    parts = "/" in name or os.sep in name or name in (".", "..")
    return parts or pairs.spelled(Path(name)) is not None


def find(name: str) -> Source:
    """Return the source of a set that does not come with the course."""
    if name in SOURCES:
        return SOURCES[name]
    if (root := local.folder()) and (root / name).is_dir():
        pairs.only(root / name)  # raises: it holds no set, or several
    near = get_close_matches(name, names(), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    known = ", ".join(names())
    raise DataError(
        f"There is no data set {name!r}.{hint} There is: {known}. For files of your "
        f"own pass their path, as './{name}', or put them into the folder "
        f"{local.VARIABLE}."
    )
