"""Data sets from their public sources into the cache.

pooch downloads each file, and keeps it in the cache as soon as it is whole. Then all
are converted and compared with the digest in the table of sources; only then is the set
written, all or nothing. The downloaded files are removed when it is, or when they are
wrong. So whatever stops it, Ctrl-C, a full disk or a failing network, leaves nothing
half-done behind, and the next try goes on with the files that are whole.
"""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from mlcourse.data import convert, local, npz
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError
from mlcourse.data.files import bounded, unzipped, write_atomically
from mlcourse.data.sources import Source

OFFLINE_VARIABLE = "MLCOURSE_OFFLINE"
SECONDS = 30  # without an answer


def fetch(source: Source, progressbar: bool = False) -> Dataset:
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
    path = local.cache() / local.packed(source.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()  # before a long download
        files = [body(url, source, path.parent, progressbar) for url in source.urls]
        try:
            if source.kind != "reviews":
                files = list(map(unzipped, files, source.urls))
            data = convert.convert(source, files)
            data = local.verified(data, source, f"What {source.urls[0]} serves")
        except DataError:
            remove(source, path.parent)
            raise
        write_atomically(path, npz.pack(data))
        remove(source, path.parent)
    except OSError as error:
        raise DataError(
            f"The cache folder {local.cache()} cannot be written ({error.strerror}); "
            f"set {local.CACHE_VARIABLE} to a folder of yours with free space."
        ) from None
    return data


def kept(url: str, folder: Path) -> Path:
    """Return where the file of an address is kept until its set is whole."""
    from pooch.utils import unique_file_name

    return folder / str(unique_file_name(url))


def remove(source: Source, folder: Path) -> None:
    """Remove the downloaded files of a set: of no use any more, right or wrong."""
    for url in source.urls:
        kept(url, folder).unlink(missing_ok=True)


def body(url: str, source: Source, folder: Path, progressbar: bool = False) -> bytes:
    """Return what an address serves, whole; or a DataError."""
    import requests

    for _ in range(2):  # another process may finish the set, and remove the file
        try:
            with open(retrieve(url, folder, progressbar), "rb") as file:
                return bounded(file, f"{url} serves")
        except requests.HTTPError as error:  # such as "404 Client Error: ..."
            answer = str(error).partition(" for url")[0]
            raise missing(source, f"{url} answers {answer}") from None
        except requests.RequestException as error:
            reason = f"cannot be reached ({cause(error)})"
            raise missing(source, f"{url} {reason}") from None
        except FileNotFoundError as error:
            gone = error
    raise gone


def retrieve(url: str, folder: Path, progressbar: bool) -> Path:
    """Return the file of an address, downloaded unless it is kept."""
    import pooch

    pooch.get_logger().setLevel("WARNING")  # or it tells where each file goes
    with ExitStack() as stack:  # pooch leaves it open when a download fails

        def opened(answer: Any, **_: object) -> None:
            stack.callback(answer.close)

        load = pooch.HTTPDownloader(
            progressbar,
            timeout=SECONDS,
            headers={"User-Agent": "mlcourse"},
            hooks={"response": opened},
        )
        path = kept(url, folder)
        # No hash of the file: the digest is of the data that it is converted to.
        pooch.retrieve(url, None, path.name, folder, downloader=load)
        return path


def cause(error: BaseException) -> str:
    """Return what was wrong at first: the libraries wrap it several times."""
    while inner := error.__cause__ or error.__context__:
        error = inner
    return str(error).strip().partition("\n")[0] or type(error).__name__


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
