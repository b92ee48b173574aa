"""Which files make a data set: train and test, told by their names.

A file is called ``<name>.<ending>``, or ``<name>-train.<ending>`` with a partner
``<name>-test.<ending>``, and perhaps ``-dev`` or ``-validation``; ``_``, ``.`` or a
blank may stand for ``-``, and in a folder ``<name>`` the parts may be called just
``train.<ending>`` and ``test.<ending>``. ``.gz`` may follow. Endings, first come first
served: ``.npz``; ``.arff``; ``.tsv`` for texts; ``.txt`` for the extreme-classification
format. A folder, or a link to one, is called as its path is given. An accent may be a
part of its letter or a sign of its own.
"""

import re
from pathlib import Path
from typing import NamedTuple

from mlcourse.data import xmc
from mlcourse.data.errors import DataError, listed
from mlcourse.data.files import beginning, composed, unreadable

KINDS = ("npz", "arff", "tsv", "txt")
FORMATS = (
    "a data set is a file .npz, .arff, .tsv, or .txt whose first line is n d L; .gz "
    "may follow the ending"
)
PARTS = {"train": 0, "training": 0, "test": 1, "testing": 1}
PARTS |= {"dev": 2, "val": 2, "valid": 2, "validation": 2}
FILE = re.compile(rf"(.+)\.({'|'.join(KINDS)})(?:\.gz)?", re.IGNORECASE)
PART = re.compile(rf"(|.*[^-_. ])(?:^|[-_. ])({'|'.join(PARTS)})(\.[^.]+)?", re.I)


class Files(NamedTuple):
    """The files of a data set."""

    name: str
    kind: str  # npz, arff, tsv, txt
    paths: dict[int, Path]  # by part of the split; only 0 if there is no split
    beside: tuple[Path, ...] = ()  # what may belong to the set, but is not read


class Name(NamedTuple):
    """What the name of a file says."""

    stem: str  # without its ending
    kind: str
    set: str  # without the part as well; empty for train.tsv
    part: int | None


def spelled(path: Path) -> Name | None:
    """Return what the name of a file says; None if it is not that of a data file.

    >>> spelled(Path("songs-train.arff.gz"))
    Name(stem='songs-train', kind='arff', set='songs', part=0)
    >>> spelled(Path("test.tsv")), spelled(Path("songs.csv"))
    (Name(stem='test', kind='tsv', set='', part=1), None)
    """
    name = composed(path.name)
    if not (match := FILE.fullmatch(name)) or xmc.SPLIT.fullmatch(name):
        return None
    stem, kind = match[1], match[2].lower()
    if part := PART.fullmatch(stem):
        return Name(stem, kind, part[1], PARTS[part[2].lower()])
    return Name(stem, kind, stem, None)


def sets_in(folder: Path) -> dict[str, Files]:
    """Return the sets whose files lie in a folder, by name.

    Training and test files go before a file of all rows, which Mulan ships too.
    """
    found: dict[str, Files] = {}
    for kind in KINDS:
        for files in of_kind(folder, kind):
            found.setdefault(files.name, with_others(files))
    return dict(sorted(found.items()))


def with_others(files: Files) -> Files:
    """Return a set with the parts that it lacks and that lie there in another format.

    The same part in two formats is no doubt: the first format goes first.
    """
    folder = next(iter(files.paths.values())).parent
    read = [spelled(path) for path in files.paths.values()]
    sets = {name.set or called(folder) for name in read if name}
    parts = {name.part for name in read if name}
    others = [
        path
        for path in held(folder)[0]
        if (name := spelled(path))
        and name.kind != files.kind
        and (name.set or called(folder)) in sets
        and name.part not in {None, *parts}
    ]
    return files._replace(beside=(*files.beside, *others))


def of_kind(folder: Path, kind: str) -> list[Files]:
    """Return the sets of a kind in a folder, those in several files first."""
    groups: dict[str, dict[int | None, list[Path]]] = {}
    for path in held(folder)[0]:
        name = spelled(path)
        if not name or name.kind != kind:
            continue
        # Damaged or not: half a pair must not be served as the whole.
        if name.part is not None or plausible(path, kind):
            group = groups.setdefault(name.set or called(folder), {})
            group.setdefault(name.part, []).append(path)
    pairs: list[Files] = []
    alone: list[Files] = []
    single: list[Files] = []
    for set_name, group in groups.items():
        whole = group.pop(None, [])
        parts = {part: paths[0] for part, paths in group.items() if part is not None}
        rest = [path for paths in group.values() for path in paths]
        if 0 in parts:
            more = tuple(path for path in rest if path not in parts.values())
            files = Files(set_name, kind, parts, more)
            (pairs if len(parts) > 1 else single).append(files)
        else:  # no partner, so "test" is a part of its name
            alone += [Files(stem(path), kind, {0: path}) for path in rest]
        left = [] if 0 in parts and len(parts) > 1 else rest
        for path in whole:
            others = tuple(other for other in [*whole, *left] if other != path)
            alone.append(Files(set_name, kind, {0: path}, others))
    return [*pairs, *alone, *single]


def called(folder: Path) -> str:
    """Return the name of a folder as it is given; of "." and ".." the real one."""
    given = folder.name not in ("", "..")
    return composed(folder.name if given else folder.resolve().name)


def stem(path: Path) -> str:
    """Return the name of a file without its ending."""
    name = spelled(path)
    return name.stem if name else path.stem


def held(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files and the folders in a folder by name, none if it is closed.

    Hidden ones, as macOS's ``._songs.arff``, are left out.
    """
    try:
        found = sorted(p for p in folder.iterdir() if not p.name.startswith("."))
        return [p for p in found if p.is_file()], [p for p in found if p.is_dir()]
    except OSError:
        return [], []


def plausible(path: Path, kind: str) -> bool:
    """Tell whether a file may hold data: any .txt file may also be a note."""
    return kind != "txt" or bool(xmc.HEADER.fullmatch(beginning(path)))


def at(path: Path) -> Files:
    """Return the set that a path stands for: a file, its partner, a folder, a name.

    Raises
    ------
    DataError
        If there is none, or it is not clear which one.
    """
    try:
        if path.is_dir():
            return only(path)
        if path.is_file():
            return around(path)
        if found := sets_in(path.parent).get(composed(path.name)):
            return found
        if near := [p.name for p in held(path.parent)[0] if begins(p, path.name)]:
            raise DataError(
                f"{path} is no data set, but there is {listed(near)}; pass the path of "
                f"a file, with its ending; {FORMATS}."
            )
        reason = "No such file or directory"
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = str(error)
    raise unreadable(path, reason)


def begins(path: Path, name: str) -> bool:
    """Tell whether a file is called so, with an ending or a part."""
    name, found = composed(name), composed(path.name)
    return found.startswith(name) and found[len(name) :][:1] in tuple("-_. ")


def only(folder: Path) -> Files:
    """Return the set that is called like its folder, or is the only one in it."""
    if chosen := clear(folder):
        return chosen
    if not (found := sets_in(folder)):
        raise DataError(f"{folder} holds no file of a data set; {FORMATS}.")
    raise DataError(
        f"{folder} holds several sets ({', '.join(found)}); name one, as "
        f"{folder / next(iter(found))}."
    )


def clear(folder: Path) -> Files | None:
    """Return the set that a folder stands for, None if that is not clear."""
    found = sets_in(folder)
    return next(iter(found.values())) if len(found) == 1 else found.get(called(folder))


def around(path: Path) -> Files:
    """Return the set of which a file is a part, or may be, or which it is alone."""
    name = spelled(path)
    if not name:
        raise DataError(f"{path} is of no known format; {FORMATS}.")
    for files in of_kind(path.parent, name.kind):
        read = [spelled(other) for other in files.paths.values()]
        parts = {other.part for other in read if other} - {None}
        rival = path in files.beside and name.part in parts
        if rival or path in files.paths.values():
            if name.part is None:  # a path is clear: the same set packed is no rival
                others = tuple(p for p in files.beside if stem(p) != name.stem)
                return files._replace(beside=others)
            return with_others(files)
    return Files(name.stem, name.kind, {0: path})
