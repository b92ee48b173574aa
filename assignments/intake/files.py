"""Look at every file of a folder or a zip, without unpacking anything.

Links are not followed and pipes not opened. Zips are read in memory: one in a folder or
as the source, and one inside such a zip, as students pack their own. How much is read
of whom, `assignments.intake.shares` says.
"""

import os
import re
import stat
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from assignments.intake.mend import MAX_BYTES, UnreadableError
from assignments.intake.names import is_notebook, is_zip, printable
from assignments.intake.places import MAX_ZIP, Place, check_count, read_member
from assignments.intake.shares import Shares, wrapped

MAX_MEMBERS = 10_000  # in a zip
KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}
HIDDEN = ("__macosx", "__pycache__")
MAX_NAME = 1_000  # characters of a path
FIRST = (1980, 1, 1, 0, 0, 0)  # the time of a member whose zip knows no times

Times = dict[int, float | None]  # of a zip or a file at a level: when it was changed


class Unused(NamedTuple):
    """A file that is not graded, and why."""

    name: str
    reason: str
    parts: tuple[str, ...] = ()  # as of a File; of a zip or a folder with "" at the end


class File(NamedTuple):
    """A notebook, to judge by its name, that can be opened."""

    parts: tuple[str, ...]  # the names of the folders and zips above it, and its own
    times: Times
    place: Place

    @property
    def name(self) -> str:
        """The path in printable text."""
        return shown(self.parts)


def shown(parts: tuple[str, ...]) -> str:
    """Return a path as text that can be printed, with escapes for what cannot."""
    return printable("/".join(parts))


def look(source: Path) -> Iterator[File | Unused]:
    """Yield every file of a folder or a zip: as a notebook, or as unused and why."""
    try:
        kind = stat.S_IFMT(source.stat().st_mode)
    except (OSError, ValueError):
        kind = 0
    if kind == stat.S_IFDIR:
        yield from in_folder(source, Shares(wrapped(source)))
    elif kind == stat.S_IFREG and is_zip(source.name):
        yield from in_zip(Place(source), (), {}, Shares(0))
    else:
        yield Unused(shown((str(source),)), "This is neither a folder nor a zip.")


def in_folder(root: Path, shares: Shares) -> Iterator[File | Unused]:
    """Yield every file below a folder, in the order of names."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        above = waiting.pop()
        if above and shares.full((*above, "")):
            continue
        try:
            with os.scandir(root.joinpath(*above)) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as problem:
            reason = f"The folder cannot be opened: {problem.strerror}."
            yield Unused(shown(above) or str(root), reason, (*above, ""))
            continue
        inside: list[tuple[str, ...]] = []
        for entry in entries:
            parts = (*above, entry.name)
            if reason := shares.too_many(parts):
                yield Unused(shown(parts), reason)
                break
            yield from in_entry(entry, parts, inside, shares)
        waiting += reversed(inside)


def in_entry(
    entry: os.DirEntry[str],
    parts: tuple[str, ...],
    waiting: list[tuple[str, ...]],
    shares: Shares,
) -> Iterator[File | Unused]:
    """Yield what an entry of a folder is; a folder is put among those that wait."""
    try:
        about = entry.stat(follow_symlinks=False)
        kind = stat.S_IFMT(about.st_mode)
        if kind == stat.S_IFDIR:
            waiting.append(parts)
            return
        place = Place(Path(entry.path))
        fault = unfit(parts, kind, about.st_size)
        if not fault:
            with open(place.path, "rb"):  # may this be read?
                pass
    except OSError as problem:
        fault = f"It cannot be opened: {problem.strerror}."
    if fault:
        yield Unused(shown(parts), fault, parts)
        return
    times: Times = {len(parts) - 1: about.st_mtime}
    if is_zip(parts[-1]):
        yield from in_zip(place, parts, times, shares)
    else:
        yield File(parts, times, place)


def unfit(parts: tuple[str, ...], kind: int, size: int) -> str:
    """Return why a file is not read, or nothing."""
    if kind != stat.S_IFREG:
        return f"It is {KINDS.get(kind, 'no file')}, and is not followed."
    if len(shown(parts)) > MAX_NAME:
        return f"Its name is longer than {MAX_NAME:,} characters."
    if any(p.startswith(".") or p.lower() in HIDDEN for p in parts):
        return "It is hidden: a program's own copy, not what was handed in."
    if any("_assignsubmission_onlinetext" in p for p in parts):
        return "It is text typed into Moodle, not a notebook."
    if is_zip(parts[-1]):
        return ""
    if not is_notebook(parts[-1]):
        return "It is not a notebook: its name does not end in .ipynb."
    if size > MAX_BYTES:
        return f"It is larger than {MAX_BYTES // 1_000_000} MB."
    return ""


def in_zip(
    place: Place, above: tuple[str, ...], times: Times, shares: Shares
) -> Iterator[File | Unused]:
    """Yield every file of a zip."""
    name = shown(above or (place.path.name,))
    try:
        with place.open_zip() as file:
            check_count(file)
            with ZipFile(file) as archive:
                if len(archive.infolist()) > MAX_MEMBERS:
                    reason = f"The zip holds more than {MAX_MEMBERS:,} files."
                    raise UnreadableError(reason)
                yield from in_members(archive, place, above, times, shares)
    except UnreadableError as problem:
        yield Unused(name, str(problem), (*above, ""))
    except Exception:  # zipfile raises what it likes at what is no zip
        yield Unused(name, "The zip is broken, or it is none.", (*above, ""))


def in_members(
    archive: ZipFile,
    place: Place,
    above: tuple[str, ...],
    times: Times,
    shares: Shares,
) -> Iterator[File | Unused]:
    """Yield every member of an open zip."""
    for number, info in enumerate(archive.infolist()):
        parts = (*above, *filter(None, re.split(r"[/\\]", member_name(info))))
        if parts == above:
            yield Unused(shown((*above, "?")), "It has no name.", (*above, ""))
            continue
        if info.is_dir() or shares.full(parts):
            continue
        if reason := shares.too_many(parts):
            yield Unused(shown(parts), reason)
            continue
        here = place._replace(members=(*place.members, number))
        changed = {**times, len(parts) - 1: changed_at(info)}
        fault = (
            unfit_member(info, parts)
            or shares.too_large(place.path, parts, info.file_size)
            or unreadable(archive, info, parts, len(here.members))
        )
        if fault:
            yield Unused(shown(parts), fault, parts)
        elif is_zip(parts[-1]):
            yield from in_zip(here, parts, changed, shares)
        else:
            yield File(parts, changed, here)


def unfit_member(info: ZipInfo, parts: tuple[str, ...]) -> str:
    """Return why a member of a zip is not read, or nothing."""
    if ".." in parts or info.filename.startswith(("/", "\\")):
        return "Its path leads out of the zip."
    if info.flag_bits & 1:
        return "It is encrypted: ask for it without a password."
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "It is packed in a rare way: unpack the zip yourself."
    kind = stat.S_IFMT(info.external_attr >> 16) or stat.S_IFREG
    return unfit(parts, kind, info.file_size)


def member_name(info: ZipInfo) -> str:
    """Return the name of a member: macOS writes UTF-8 and does not say so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def changed_at(info: ZipInfo) -> float | None:
    """Return when a member was changed, in this computer's time zone, or nothing."""
    try:
        time = datetime(*info.date_time).timestamp()
    except (OSError, OverflowError, ValueError):
        return None
    return time if info.date_time > FIRST else None


def unreadable(
    archive: ZipFile, info: ZipInfo, parts: tuple[str, ...], depth: int
) -> str:
    """Return why a member cannot be unpacked, or nothing."""
    if is_zip(parts[-1]) and depth > 1:
        return "It is a zip in a zip in a zip: unpack it."
    try:
        read_member(archive, info, MAX_ZIP if is_zip(parts[-1]) else MAX_BYTES)
    except UnreadableError as problem:
        return str(problem)
    return ""
