"""Data sets from their public sources into the cache.

A download is held in memory, converted, and compared with the digest in the table of
sources; only then is one file written, all or nothing. So whatever stops it, Ctrl-C or
a failing network, leaves nothing behind, and the next try starts anew.
"""

import os
import tempfile
from collections.abc import Callable
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from mlcourse.data import convert, local, npz
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError
from mlcourse.data.files import unzipped, write_atomically
from mlcourse.data.sources import Source

OFFLINE_VARIABLE = "MLCOURSE_OFFLINE"
SECONDS = 30  # without an answer
CHUNK = 1 << 16

Progress = Callable[[str, int, int | None], None]  # address, bytes so far, of how many


def fetch(source: Source, progress: Progress | None = None) -> Dataset:
    """Return a set from its public source, and keep it in the cache.

    Raises
    ------
    DataError
        If it cannot be downloaded, is not what it was, or the cache cannot be written;
        the message says what to do.
    """
    if not source.urls:
        raise missing(
            source, "it cannot be downloaded: its source is a file of R's own"
        )
    if os.environ.get(OFFLINE_VARIABLE):
        raise missing(source, f"{OFFLINE_VARIABLE} is set, so nothing is downloaded")
    folder = local.cache()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # before a long download
        files = [body(url, source, progress) for url in source.urls]
        data = convert.convert(source, files)
        local.verified(data, source, f"What {source.urls[0]} serves")
        write_atomically(folder / local.packed(source.name), npz.pack(data))
    except OSError as error:
        raise DataError(
            f"The cache folder {folder} cannot be written ({error.strerror}); set "
            f"{local.CACHE_VARIABLE} to a folder of yours with free space."
        ) from None
    return data


def body(url: str, source: Source, progress: Progress | None = None) -> bytes:
    """Return what an address serves, whole; or a DataError."""
    try:
        request = Request(url, headers={"User-Agent": "mlcourse"})
        with urlopen(request, timeout=SECONDS) as answer:
            length = answer.headers.get("Content-Length", "")
            total = int(length) if length.isdecimal() else None
            chunks, done = [], 0
            while chunk := answer.read(CHUNK):
                chunks.append(chunk)
                done += len(chunk)
                if progress:
                    progress(url, done, total)
    except HTTPError as error:
        error.close()
        raise missing(source, f"{url} answers {error.code} {error.reason}") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = str(error.reason if isinstance(error, URLError) else error).strip()
        raise missing(source, f"{url} cannot be reached ({reason})") from None
    if total is not None and done < total:
        raise missing(source, f"{url} broke off after {done} of {total} bytes")
    raw = b"".join(chunks)
    return raw if source.kind == "reviews" else unzipped(raw, url)


def missing(source: Source, reason: str) -> DataError:
    """Return the error for a set that is not here: what to do, and why."""
    held = " and ".join(filter(None, source.texts)) or local.packed(source.name)
    folder = os.environ.get(local.VARIABLE)
    state = f"now it is {folder!r}" if folder else "now it is not set"
    again = f"; or, with a network, run python -m mlcourse.data fetch {source.name}"
    return DataError(
        f"{source.name} does not come with this course: set the environment variable "
        f"{local.VARIABLE} to a folder that holds {held} ({state})"
        f"{again if source.urls else ''}; {reason}."
    )
