"""Files as bytes or lines, unzipped on the way; written all or nothing."""

import gzip
import os
import tempfile
import zlib
from pathlib import Path

from mlcourse.data.errors import DataError, malformed

GZIP = b"\x1f\x8b"  # how such a file begins, whatever its name


def content(path: str | Path) -> bytes:
    """Return the bytes of a file, unzipped if it is a .gz file; or a DataError."""
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        reason = getattr(error, "strerror", None) or error
        raise DataError(
            f"{path} cannot be read ({reason}); check the path and your permissions."
        ) from None
    return unzipped(raw, str(path))


def stem(path: str | Path) -> str:
    """Return the name of a file up to its first point, as the name of its data."""
    return Path(path).name.partition(".")[0]


def unzipped(raw: bytes, where: str) -> bytes:
    """Return bytes without their gzip packing, if any; `where` is for the message."""
    if not raw.startswith(GZIP):
        return raw
    try:
        return gzip.decompress(raw)
    except (EOFError, OSError, zlib.error) as error:
        message = f"{where} is a damaged gzip file ({error}); fetch it again."
        raise DataError(message) from None


def lines(raw: bytes, where: str) -> list[str]:
    """Return the lines of a UTF-8 text without their ends."""
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
