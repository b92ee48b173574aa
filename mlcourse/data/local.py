"""The sets of the course on this machine: in a folder of yours, or in the cache.

Both hold ``<name>/<name>.npz``, or the text files that the table of sources lists. The
digest of what a set holds is kept in that table. The cache is served only if the digest
is the same; in your own folder another version is served too, or files of any other
format under that name, with a warning and the mark that it is not verified.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np

from mlcourse.data import dropping, own
from mlcourse.data.dataset import Dataset
from mlcourse.data.digest import digest
from mlcourse.data.errors import DataError, DataWarning, listed
from mlcourse.data.pairs import Files
from mlcourse.data.sources import Source

VARIABLE = "MLCOURSE_DATA"
CACHE_VARIABLE = "MLCOURSE_CACHE"
YOURS = "folder, not verified"


def folder() -> Path | None:
    """Return the folder of sets that MLCOURSE_DATA names, None if it is not set.

    If it names none, that is a DataError.
    """
    if not (chosen := os.environ.get(VARIABLE)):
        return None
    if os.path.isdir(path := os.path.expanduser(chosen)):
        return Path(path)
    raise DataError(f"{VARIABLE}={chosen!r} is no folder; correct it, or unset it.")


def cache() -> Path:
    """Return the folder of downloads, where this system keeps such things."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(os.path.expanduser(chosen))
    from platformdirs import user_cache_path

    return user_cache_path("mlcourse", appauthor=False, opinion=False)


def files(name: str) -> Files | None:
    """Return the files of a set of your own in MLCOURSE_DATA, or None."""
    root = folder()
    return own.find(root, name) if root else None


def packed(name: str) -> str:
    """Return where a folder of sets keeps one as an NPZ file."""
    return f"{name}/{name}.npz"


def find(source: Source) -> tuple[str, Files] | None:
    """Return where a set is, "folder", YOURS or "cache", and its files, or None.

    YOURS means files of another format in the folder.
    """
    if root := folder():
        if found := pinned(root, source):
            return "folder", found
        if found := own.find(root, source.name):
            return YOURS, found
    found = pinned(cache(), source)
    return found and ("cache", found)


def pinned(root: Path, source: Source) -> Files | None:
    """Return the files that the table of sources tells of, or None."""
    if (path := root / packed(source.name)).is_file():
        return Files(source.name, "npz", {0: path})
    texts = zip((0, 2, 1), source.texts, strict=False)
    paths = {part: root / text for part, text in texts if text}
    whole = bool(paths) and all(path.is_file() for path in paths.values())
    return Files(source.name, "tsv", paths) if whole else None


def read(
    source: Source,
    place: str,
    files: Files,
    drop: str | Sequence[str] = (),
    header: bool | None = None,
) -> Dataset:
    """Return the set that :func:`find` found, without the features in `drop`."""
    where = listed([str(path) for path in files.paths.values()])
    if place == YOURS:
        data = own.read(files, drop, header)
        other = f"is not the {source.name} that"
    else:
        own.refuse_header(header, source.name)
        data = named(own.read(files), source)
        ours = replace(data, X=six_decimals(data.X), description=source.description)
        if place == "cache" or digest(ours) == source.digest:
            return dropping.without(verified(ours, source, where), drop)
        data = dropping.without(data, drop)
        other = f"holds another version of {source.name} than"
    warn(
        f"{where} {other} this course was written with; it is served as it is, not "
        "verified. Move it away to have the original.",
        DataWarning,
        stacklevel=3,
    )
    text = f"Your own version, served as it is (not verified): {where}."
    return replace(data, description=text)


def named(data: Dataset, source: Source) -> Dataset:
    """Return texts whose classes stand as numbers with the names of the classes."""
    known = [str(k) for k in range(len(source.label_names))]
    if data.X.ndim == 2 or not set(data.label_names) <= set(known):
        return data
    places = np.array([known.index(label) for label in data.label_names])
    return replace(data, y=places[data.y], label_names=source.label_names)


def six_decimals(X: Any) -> Any:
    """Return X in 64 bits; 32 bits hold six decimals, which are given back exactly."""
    if X.dtype == object or X.dtype == np.float64:
        return X
    if isinstance(X, np.ndarray):
        return X.astype(float).round(6)
    X = X.astype(float)
    X.data = X.data.round(6)
    return X


def verified(data: Dataset, source: Source, where: str) -> Dataset:
    """Return the data if they are those of the table; else DataError."""
    found = digest(data)
    if found != source.digest:
        raise DataError(
            f"{where} is damaged or another version of {source.name}: the digest of "
            f"its data begins with {found[:12]} instead of {source.digest[:12]}. "
            f"Remove it and run: python -m mlcourse.data fetch {source.name}"
        )
    return replace(data, verified=True)
