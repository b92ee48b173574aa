"""Data sets of your own, from files by path, or by name in the folder of sets.

They are served as they are: nothing is known to compare them with, so they are marked
"not verified".
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mlcourse.data import dropping, limits, mulan, npz, tsv, xmc
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import listed
from mlcourse.data.files import content
from mlcourse.data.joining import join
from mlcourse.data.pairs import Files, held, only, sets_in, spelled

ORDER = (0, 2, 1)  # rows for training, validation, test


def find(root: Path, name: str) -> Files | None:
    """Return the files of a set in a folder of sets, or None.

    They lie in ``<root>/<name>/``, or in the root itself.
    """
    inner = sets_in(root / name)
    if len(inner) == 1 or name in inner:
        return only(root / name)._replace(name=name)
    return sets_in(root).get(name)


def names(root: Path) -> list[str]:
    """Return the names of the sets in a folder of sets."""
    inner = {path.name: sets_in(path) for path in held(root)[1]}
    clear = [name for name, sets in inner.items() if len(sets) == 1 or name in sets]
    return sorted({*clear, *sets_in(root)})


def read(files: Files, drop: str | Sequence[str] = ()) -> Dataset:
    """Return the data set in these files, without the features named in `drop`."""
    parts = [part for part in ORDER if part in files.paths]
    paths = [files.paths[part] for part in parts]
    with limits.memory(paths[0]):
        if files.kind == "tsv":
            data = tsv.read({**files.paths}, files.name, drop=dropping.names(drop))
        else:
            found = parsed(files, paths, drop)
            data = join(found, parts, list(map(str, paths)))
    if files.kind in ("npz", "txt"):
        data = dropping.without(data, drop)
    text = f"{listed([path.name for path in paths])} in {paths[0].parent}"
    description = f"Your own data, served as they are (not verified): {text}."
    return replace(data, description=description)


def parsed(files: Files, paths: list[Path], drop: str | Sequence[str]) -> list[Dataset]:
    """Return the set in each file."""
    raw = [(content(path), str(path)) for path in paths]
    if files.kind == "arff":
        return mulan.parse(raw, labels(files), files.name, drop)
    parse = npz.parse if files.kind == "npz" else xmc.parse
    return [parse(*pair, files.name) for pair in raw]


def labels(files: Files) -> list[str] | None:
    """Return the labels in Mulan's list beside the files; None if there is none."""
    first = files.paths[0]
    name = spelled(first)
    for stem in (name.stem, name.set, files.name) if name else ():
        if (xml := first.parent / f"{stem}.xml").is_file():
            return mulan.label_names(content(xml), str(xml))
    return None
