"""Look at every file of a folder or a zip, without unpacking anything.

Links are not followed and pipes not opened. A zip is read if it is what is graded; one
in it, or in a folder, is a student's, and the teacher is asked to unpack it.
"""

import os
import re
import stat
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import ZipFile, ZipInfo

from assignments.intake.mend import MAX_BYTES, UnreadableError
from assignments.intake.people import Parts, is_notebook
from assignments.intake.spelling import printable

MAX_DEPTH = 50  # folders
MAX_SLIP = 1_000  # bytes of what nbgrader's exchange puts beside a submission
LEFT = {"__macosx", "__pycache__", "thumbs.db", "desktop.ini"}  # nobody hands these in
FIRST = (1980, 1, 1, 0, 0, 0)  # the time of a member whose zip knows no times


class Unused(NamedTuple):
    """A file that is not graded, and why."""

    name: str
    reason: str
    parts: Parts = ()  # as of a File; of a folder with "" at the end

    @property
    def left(self) -> bool:
        """Say whether a program has left it behind, and no student handed it in."""
        return any(map(is_left, self.parts))


class Place(NamedTuple):
    """Where a file lies: on the disk, or which member it is of the zip there."""

    path: Path
    member: int | None = None

    def read(self, limit: int = MAX_BYTES) -> bytes:
        """Return what is in the file, or say in UnreadableError why that fails."""
        try:
            with open(self.path, "rb") as file:
                if self.member is None:
                    return whole(file, limit)
                return unpacked(file, self.member, limit)
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise UnreadableError(f"The file cannot be opened: {reason}.") from None


class File(NamedTuple):
    """A notebook, to judge by its name, that can be opened."""

    parts: Parts  # the names of the folders above it, and its own
    time: float | None  # when it was changed
    place: Place

    @property
    def name(self) -> str:
        """The path in printable text."""
        return shown(self.parts)


def shown(parts: Parts) -> str:
    """Return a path as text that can be printed, with escapes for what cannot."""
    return printable("/".join(parts))


def is_left(name: str) -> bool:
    """Say whether programs call so what they leave behind: .DS_Store, ._norms.ipynb."""
    hidden = name.startswith((".", "~$")) and not is_notebook(name)
    return hidden or name.startswith("._") or name.lower() in LEFT


def look(source: Path) -> Iterator[File | Unused]:
    """Yield every file of a folder or a zip: as a notebook, or as unused and why."""
    if source.is_dir():
        yield from in_folder(source)
    elif source.is_file() and source.suffix.lower() == ".zip":
        yield from in_zip(source)
    else:
        yield Unused(shown((str(source),)), "This is neither a folder nor a zip.")


def in_folder(root: Path, above: Parts = ()) -> Iterator[File | Unused]:
    """Yield every file below a folder, in the order of names."""
    try:
        with os.scandir(root.joinpath(*above)) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as problem:
        reason = f"The folder cannot be opened: {problem.strerror}."
        yield Unused(shown(above) or str(root), reason, (*above, ""))
        return
    for entry in entries:
        parts = (*above, entry.name)
        if entry.is_dir(follow_symlinks=False):
            if len(parts) > MAX_DEPTH:
                yield Unused(shown(parts), "It lies too deep.", (*parts, ""))
            else:
                yield from in_folder(root, parts)
            continue
        try:
            about = entry.stat(follow_symlinks=False)
            fault = unfit(parts, about.st_mode, about.st_size)
        except OSError as problem:
            fault = f"It cannot be opened: {problem.strerror}."
        if fault:
            yield Unused(shown(parts), fault, parts)
        else:
            yield File(parts, about.st_mtime, Place(Path(entry.path)))


def unfit(parts: Parts, mode: int, size: int) -> str:
    """Return why a file is not read, or nothing; most zips do not know its mode."""
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "It is a link or a pipe, and is not followed."
    if any(is_left(p) or p.startswith(".") for p in parts):
        return "It is hidden: a program's own copy, not what was handed in."
    if any("_assignsubmission_onlinetext" in p for p in parts):
        return "It is text typed into Moodle, not a notebook."
    if parts[-1].lower().endswith(".zip"):
        return "It is a zip: unpack it where it lies, or grade a class's by itself."
    if not is_notebook(parts[-1]):
        return "It is not a notebook: its name does not end in .ipynb."
    if size > MAX_BYTES:
        return f"It is larger than {MAX_BYTES // 1_000_000} MB."
    return ""


def in_zip(source: Path) -> Iterator[File | Unused]:
    """Yield every member of a zip."""
    try:
        with ZipFile(source) as archive:
            members = archive.infolist()
    except Exception:  # zipfile raises what it likes at what is no zip
        yield Unused(shown((source.name,)), "The zip is broken, or it is none.")
        return
    for number, info in enumerate(members):
        parts = (*filter(None, re.split(r"[/\\]", member_name(info))),)
        if not parts:
            yield Unused("?", "It has no name.")
        elif info.is_dir():
            continue
        elif fault := unfit(parts, info.external_attr >> 16, info.file_size):
            yield Unused(shown(parts), fault, parts)
        else:
            yield File(parts, changed_at(info), Place(source, number))


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


def unpacked(file: IO[bytes], member: int, limit: int) -> bytes:
    """Unpack one member of a zip, at most to the size that it claims to have."""
    try:
        archive = ZipFile(file)
        with archive, archive.open(archive.infolist()[member]) as inside:
            return whole(inside, limit)
    except UnreadableError:
        raise
    except Exception:  # of zipfile, and of the packers that it calls
        problem = "It cannot be unpacked: the zip is broken, or asks for a password."
    raise UnreadableError(problem)


def whole(file: IO[bytes], limit: int) -> bytes:
    """Return all of a file that is not too large."""
    data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableError(f"The file is larger than {limit // 1_000_000} MB.")
    return data


def read_slip(path: Path) -> bytes | None:
    """Return what is in a small file; None if it is a link, a pipe, large or none."""
    try:
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_SLIP:
            return None
        return path.read_bytes()
    except OSError:
        return None
