"""The sets of the course on this machine: in a folder of yours, or in the cache.

Both hold ``<name>/<name>.npz``, or the text files that the table of sources lists. The
digest of what a set holds is kept in that table. The cache is served only if the digest
is the same; in your own folder another version is served too, with a warning and the
mark that it is not verified.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np

from mlcourse.data import npz, own, tsv
from mlcourse.data.dataset import Dataset
from mlcourse.data.digest import digest
from mlcourse.data.errors import DataError, DataWarning, malformed, short
from mlcourse.data.files import content
from mlcourse.data.pairs import Files
from mlcourse.data.sources import Source

VARIABLE = "MLCOURSE_DATA"
CACHE_VARIABLE = "MLCOURSE_CACHE"


def folder() -> Path | None:
    """Return the folder of sets that MLCOURSE_DATA names, if it is one."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen and os.path.isdir(chosen) else None


def cache() -> Path:
    """Return the folder of downloads, where this system keeps such things."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("mlcourse", appauthor=False, opinion=False)


def files(name: str) -> Files | None:
    """Return the files of a set of your own in MLCOURSE_DATA, or None."""
    root = folder()
    return own.find(root, name) if root else None


def packed(name: str) -> str:
    """Return where a folder of sets keeps one as an NPZ file."""
    return f"{name}/{name}.npz"


def find(source: Source) -> tuple[str, Path] | None:
    """Return where a set is, "folder" or "cache", and its file; None if nowhere."""
    places = [("folder", root)] if (root := folder()) else []
    for place, root in [*places, ("cache", cache())]:
        named = [root / text for text in source.texts if text]
        if (path := root / packed(source.name)).is_file():
            return place, path
        if named and all(path.is_file() for path in named):
            return place, root
    return None


def read(source: Source, place: str, path: Path) -> Dataset:
    """Return the set that lies in the "folder" or the "cache", else DataError."""
    if path.suffix == ".npz" or not source.texts:
        given, where = npz.read_npz(path), str(path)
        data = replace(given, name=source.name, X=six_decimals(given.X))
    else:
        given = data = read_texts(source, path)
        where = " or ".join(str(path / text) for text in source.texts if text)
    data = replace(data, description=source.description)
    if place == "cache" or digest(data) == source.digest:
        return verified(data, source, where)
    warn(
        f"{where} holds another version of {source.name} than this course was written "
        "with; it is served as it is, not verified. Move it away to have the original.",
        DataWarning,
        stacklevel=3,
    )
    text = f"Your own version, served as it is (not verified): {where}."
    return replace(given, name=source.name, description=text, verified=False)


def six_decimals(X: Any) -> Any:
    """Return X in 64 bits; 32 bits hold six decimals, which are given back exactly."""
    if X.dtype == object or X.dtype == np.float64:
        return X
    if isinstance(X, np.ndarray):
        return X.astype(float).round(6)
    X = X.astype(float)
    X.data = X.data.round(6)
    return X


def read_texts(source: Source, root: Path) -> Dataset:
    """Return the texts of a set whose files lie in a folder, with the split."""
    texts: list[str] = []
    y: list[int] = []
    split: list[int] = []
    for part, file in zip((0, 2, 1), source.texts, strict=False):
        if file:
            found = tsv.parse(content(root / file), str(root / file))
            texts += found.texts
            y += numbers(found.classes, source, str(root / file))
            split += [part] * len(found.texts)
    data = tsv.dataset(source.name, texts, y, source.label_names)
    several = len(source.texts) > 1
    return replace(data, split=np.array(split, dtype=np.int8) if several else None)


def numbers(classes: list[str], source: Source, where: str) -> list[int]:
    """Return classes, written as their places in the list of names, as numbers."""
    known = {str(k): k for k in range(len(source.label_names))}
    for i, found in enumerate(classes, 1):
        if found not in known:
            remedy = f"write a number below {len(known)}"
            raise malformed(where, i, f"{short(found)} is no class", remedy)
    return [known[found] for found in classes]


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
