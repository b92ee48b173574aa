"""Files as bytes or lines, unzipped on the way; written all or nothing."""

import gzip
import os
import tempfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Protocol
from unicodedata import normalize

from mlcourse.data import limits
from mlcourse.data.errors import DataError, malformed

GZIP = b"\x1f\x8b"  # how such a file begins, whatever its name
CHUNK = 1 << 16
# Nobody sees these, and programs leave them behind; a name does not differ by them.
UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF)) | {0xA0: " "}


class Readable(Protocol):
    """A file, packed or not."""

    def read(self, size: int, /) -> bytes:
        """Return some bytes, none at the end."""


def content(path: str | Path) -> bytes:
    """Return the bytes of a file, unzipped if it is a .gz file; or a DataError."""
    try:
        with open(path, "rb") as file:
            raw = bounded(file, f"{path}: it takes")
    except OSError as error:
        raise unreadable(path, error.strerror or error) from None
    except ValueError as error:  # a path with a zero byte
        if isinstance(error, DataError):
            raise
        raise unreadable(path, error) from None
    return unzipped(raw, str(path))


def unreadable(path: str | Path, reason: object) -> DataError:
    """Return the error for a file that cannot be read."""
    return DataError(
        f"{path} cannot be read ({reason}); check the path and your permissions."
    )


def bounded(file: Readable, found: str) -> bytes:
    """Return what follows in a file, which may have no end: at most what is allowed."""
    most, size, chunks = limits.limit(), 0, []
    while chunk := file.read(CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > most:
            allowed = f"{most / limits.GB:.3g} GB"
            raise DataError(f"{found} more than {allowed}; {limits.remedy(most + 1)}.")
    return b"".join(chunks)


def beginning(path: str | Path) -> str:
    """Return the first line of a file, unzipped, as far as its first bytes go."""
    try:
        with open(path, "rb") as file:
            raw = file.read(99)
        if raw.startswith(GZIP):
            with gzip.open(path) as unpacked:
                raw = unpacked.read(99)
    except (EOFError, OSError, zlib.error):
        return ""
    return raw.partition(b"\n")[0].decode("utf-8-sig", "replace")


def stem(path: str | Path) -> str:
    """Return the name of a file up to its first point, as the name of its data."""
    return Path(path).name.partition(".")[0]


def composed(name: str) -> str:
    """Return a name with accents as parts of their letters, to be compared."""
    return normalize("NFC", name)


def as_read(name: str) -> str:
    r"""Return the name of a column or a class without what no reader sees.

    >>> as_read("\ufeffcaf\u0065\u0301\u00a0noir")
    'café noir'
    """
    return composed(name.translate(UNSEEN))


def unzipped(raw: bytes, where: str) -> bytes:
    """Return bytes without their gzip packing, if any; `where` is for the message."""
    if not raw.startswith(GZIP):
        return raw
    try:
        with gzip.open(BytesIO(raw)) as file:
            return bounded(file, f"{where}: unpacked, it takes")
    except (EOFError, OSError, zlib.error) as error:
        message = f"{where} is a damaged gzip file ({error}); fetch it again."
        raise DataError(message) from None


def lines(raw: bytes, where: str) -> list[str]:
    """Return the lines of a UTF-8 text without their ends."""
    # A line of numbers takes about four times its bytes until it is an array.
    limits.allow(4 * len(raw), where, "it would take about")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        raise malformed(where, line, found, "save the file as UTF-8") from None
    found_lines = [line.removesuffix("\r") for line in text.split("\n")]
    return found_lines if found_lines[-1] else found_lines[:-1]


def write_atomically(path: Path, raw: bytes) -> None:
    """Write a file so that readers see the old one or the whole new one.

    Whatever happens on the way, Ctrl-C included, leaves no part of it behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(suffix=".part", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o644)  # mkstemp's are private
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
