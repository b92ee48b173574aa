"""Read a file where it lies: in a folder, in a zip, or in a zip in a zip."""

import os
import stat
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import ZipFile, ZipInfo

from assignments.intake.mend import MAX_BYTES, UnreadableError

MAX_ZIP = 100_000_000  # bytes of a zip inside a zip
MAX_ENTRIES = 500_000
MAX_SLIP = 1_000  # bytes of what nbgrader's exchange puts beside a submission
ENTRY = b"PK\x01\x02"  # begins what a zip says of a member


class Place(NamedTuple):
    """Where a file lies: on the disk, or which member it is of the zip there."""

    path: Path
    members: tuple[int, ...] = ()

    def read(self, limit: int = MAX_BYTES) -> bytes:
        """Return what is in the file, or say in UnreadableError why that fails."""
        try:
            with open(self.path, "rb") as file:
                return unpack(file, self.members, limit)
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise UnreadableError(f"The file cannot be opened: {reason}.") from None

    def open_zip(self) -> IO[bytes]:
        """Open the zip that lies here; one in a zip is read as a whole."""
        return BytesIO(self.read(MAX_ZIP)) if self.members else open(self.path, "rb")


def read_slip(path: Path) -> bytes | None:
    """Return what is in a small file; None if it is a link, a pipe, large or none."""
    try:
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_SLIP:
            return None
        return path.read_bytes()
    except OSError:
        return None


def check_count(file: IO[bytes]) -> None:
    """Raise UnreadableError before zipfile makes an object of each of too many entries.

    Those of zips inside may count as well.
    """
    count = 0
    while block := file.read(1 << 20):
        count += block.count(ENTRY)
    if count > MAX_ENTRIES:
        raise UnreadableError(f"The zip holds more than {MAX_ENTRIES:,} files.")


def unpack(file: IO[bytes], members: tuple[int, ...], limit: int) -> bytes:
    """Return a file, or the member of a member of it."""
    if not members:
        return whole(file, limit)
    try:
        archive = ZipFile(file)
        info = archive.infolist()[members[0]]
    except Exception:  # as in in_zip
        raise UnreadableError("The zip is broken, or it is none.") from None
    with archive:
        data = read_member(archive, info, MAX_ZIP if members[1:] else limit)
    return unpack(BytesIO(data), members[1:], limit)


def read_member(archive: ZipFile, info: ZipInfo, limit: int) -> bytes:
    """Unpack one member, at most to the size that it claims to have."""
    try:
        with archive.open(info) as file:
            return whole(file, limit)
    except UnreadableError:
        raise
    except Exception:  # of zipfile, and of the packers that it calls
        problem = "It cannot be unpacked: the zip is broken."
    raise UnreadableError(problem)


def whole(file: IO[bytes], limit: int) -> bytes:
    """Return all of a file that is not too large."""
    data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableError(f"The file is larger than {limit // 1_000_000} MB.")
    return data
