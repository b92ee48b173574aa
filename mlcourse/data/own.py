"""Data sets of your own, from files by path, or by name in the folder of sets.

They are served as they are: nothing is known to compare them with, so they are marked
"not verified".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from warnings import warn

from mlcourse.data import dropping, limits, mulan, npz, tsv, xmc
from mlcourse.data.dataset import PARTS, Dataset
from mlcourse.data.errors import DataError, DataWarning, listed
from mlcourse.data.files import composed, content
from mlcourse.data.joining import join, warn_of_new_classes
from mlcourse.data.pairs import (
    Files,
    called,
    clear,
    held,
    sets_in,
    spelled,
    stem,
)

XML = re.compile(r"(.+)\.xml(?:\.gz)?", re.IGNORECASE)
ORDER = (0, 2, 1)  # rows for training, validation, test


def find(root: Path, name: str) -> Files | None:
    """Return the files of a set in a folder of sets, or None.

    They lie in ``<root>/<name>/``, or in the root itself.
    """
    for folder in held(root)[1]:
        if called(folder) == composed(name) and (files := clear(folder)):
            return files._replace(name=composed(name))
    return sets_in(root).get(composed(name))


def names(root: Path) -> list[str]:
    """Return the names of the sets in a folder of sets."""
    inner = [called(folder) for folder in held(root)[1] if clear(folder)]
    return sorted({*inner, *sets_in(root)})


def read(
    files: Files, drop: str | Sequence[str] = (), header: bool | None = None
) -> Dataset:
    """Return the data set in these files, without the features named in `drop`.

    `header` says whether the first line of TSV files names their columns.
    """
    parts = [part for part in ORDER if part in files.paths]
    paths = [files.paths[part] for part in parts]
    refuse_rivals(files)
    if files.kind != "tsv":
        refuse_header(header, str(paths[0]))
    with limits.memory(paths[0]):
        if files.kind == "tsv":
            dropped = dropping.names(drop)
            data = tsv.read({**files.paths}, files.name, dropped, header, level=5)
        else:
            found = parsed(files, paths, drop)
            data = join(found, parts, list(map(str, paths)))
    if files.kind in ("npz", "txt"):
        data = dropping.without(data, drop)
    if more := splits(files):
        raw = [(content(path), str(path)) for path in more]
        data = replace(data, split=xmc.split(raw, data.X.shape[0]))
    if data.split is None or len(paths) > 1:  # an archive may hold the whole split
        warn_of_unread(files)
    warn_of_new_classes(data, list(map(str, paths)), level=4)
    names = [path.name for path in [*paths, *more]]
    text = f"{listed(names)} in {paths[0].parent}"
    text += ", of which the first split is taken" if more else ""
    description = f"Your own data, served as they are (not verified): {text}."
    return replace(data, description=description)


def refuse_header(header: bool | None, where: str) -> None:
    """Raise a DataError if that is said of other files than TSV files of one's own."""
    if header is not None:
        raise DataError(
            f"{where}: header={header!r} is for .tsv files of yours; leave it out."
        )


def refuse_rivals(files: Files) -> None:
    """Raise a DataError if another file may hold the same rows as one that is read."""
    read = {part_of(path): path for path in files.paths.values()}
    for path in files.beside:
        if (part := part_of(path)) in read:
            rows = "the rows" if part is None else f"the {PARTS[part]} rows"
            raise DataError(
                f"{read[part]} and {path.name} may both be {rows} of {files.name}; "
                "move one of them away."
            )


def warn_of_unread(files: Files) -> None:
    """Warn of files that may be parts of the set, but are not read."""
    for path in files.beside:
        name = spelled(path)
        whole = name.set if name and name.set else called(path.parent)
        warn(
            f"{path} lies beside {files.paths[0]}, but is not read; to have a split, "
            f"call the two files {whole}-train and {whole}-test, with the same ending; "
            "else move it away.",
            DataWarning,
            stacklevel=4,
        )


def part_of(path: Path) -> int | None:
    """Return which part of a split a file holds by its name, or None."""
    name = spelled(path)
    return name.part if name else None


def parsed(files: Files, paths: list[Path], drop: str | Sequence[str]) -> list[Dataset]:
    """Return the set in each file."""
    raw = [(content(path), str(path)) for path in paths]
    if files.kind == "arff":
        return mulan.parse(raw, labels(files), files.name, drop)
    if files.kind == "txt":
        return [xmc.parse(*pair, files.name) for pair in raw]
    found = [npz.parse(*pair, files.name) for pair in raw]
    counts = [len(data.label_names) for data in found]
    if len({*counts}) > 1:  # one name stands for two classes, or for more
        found = [npz.parse(*pair, files.name, max(counts)) for pair in raw]
    return found


def splits(files: Files) -> list[Path]:
    """Return the two files of row numbers that belong to a file, or none."""
    path = files.paths[0]
    if files.kind != "txt" or len(files.paths) > 1:
        return []
    name = stem(path).lower().removesuffix("_data")
    found = {}
    for other in held(path.parent)[0]:
        match = xmc.SPLIT.fullmatch(composed(other.name))
        if match and match[1].lower() == name:
            found[match[2].lower()] = other
    if len(found) == 1:
        raise DataError(
            f"{listed(list(map(str, found.values())))} is one half of a split; put the "
            "other one beside it, <name>_trSplit.txt or <name>_tstSplit.txt."
        )
    return [found["tr"], found["tst"]] if found else []


def labels(files: Files) -> list[str] | None:
    """Return the labels in Mulan's list beside the files; None if there is none."""
    paths = [files.paths[part] for part in ORDER if part in files.paths]
    read = [name for path in paths if (name := spelled(path))]
    stems = [*(name.stem for name in read), *(name.set for name in read), files.name]
    lists = [
        xml
        for stem in dict.fromkeys(stems)
        for xml in held(paths[0].parent)[0]
        if (match := XML.fullmatch(composed(xml.name))) and match[1] == stem
    ]
    found = [mulan.label_names(content(xml), str(xml)) for xml in lists]
    for xml, names in zip(lists, found, strict=True):
        if {*names} != {*found[0]}:
            warn(
                f"{xml} names other labels than {lists[0]}, which is used; correct it, "
                "or move it away.",
                DataWarning,
                stacklevel=5,
            )
    return found[0] if found else None
