"""Data sets that lie in a folder of yours, named by the variable MLCOURSE_DATA.

The layout of the folder is ``<name>/<name>.npz``. A file is read only if it is, byte
for byte, the one that this course was written with: its SHA-256 digest is kept here.
"""

import os
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError

VARIABLE = "MLCOURSE_DATA"


class Source(NamedTuple):
    """Where a data set lies, how to know it, and what it is."""

    path: str  # in the folder
    sha256: str  # of the file
    description: str


SOURCES = {
    "spambase": Source(
        "spambase/spambase.npz",
        "219e14a4eefa48e8104d26986d7f1df328e1448456406d2c7f70cd7803d22938",
        "Spambase, by M. Hopkins, E. Reeber, G. Forman and J. Suermondt, UCI Machine "
        "Learning Repository, 1999. A row is an e-mail: 4601 of them, 1813 spam "
        "(class 1), sorted by class. Its 57 features are the frequencies of 48 words "
        "and 6 characters in percent, and the average, the longest and the total "
        "length of runs of capital letters. 391 rows repeat another one, so a random "
        "split puts copies of some training rows into the test set.",
    ),
}


def read(name: str) -> Dataset:
    """Return a data set of the table above, if its file is there and whole."""
    source = SOURCES[name]
    path = locate(name)
    content = path.read_bytes()
    found = sha256(content).hexdigest()
    if found != source.sha256:
        raise DataError(
            f"{path} is damaged or another version: its SHA-256 digest begins with "
            f"{found[:12]} instead of {source.sha256[:12]}. Fetch the file again."
        )
    return dataset(name, arrays(path, content), source.description)


def locate(name: str) -> Path:
    """Return the file of a data set; a DataError says what to do if there is none."""
    path = SOURCES[name].path
    folder = os.environ.get(VARIABLE, "")
    if folder and Path(folder, path).is_file():
        return Path(folder, path)
    state = f"now it is {folder!r}" if folder else "now it is not set"
    raise DataError(
        f"{name} does not come with this course: set the environment variable "
        f"{VARIABLE} to a folder that holds {path} ({state})."
    )


def arrays(path: Path, content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an NPZ file by name; `path` is for the message only."""
    try:
        with np.load(BytesIO(content), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (AttributeError, EOFError, TypeError, ValueError, zipfile.BadZipFile):
        # np.load gives a bare array, or complains of a pickle, for what is no NPZ.
        message = f"{path} is no readable NPZ file of plain arrays; fetch it again."
        raise DataError(message) from None


def dataset(name: str, parts: dict[str, NDArray[Any]], description: str) -> Dataset:
    """Return the data set made of an NPZ's arrays: X, Y, names, perhaps a split."""
    needed = ("X", "Y", "feature_names")
    if missing := [part for part in needed if part not in parts]:
        raise DataError(
            f"The file of {name} lacks {', '.join(missing)}; it holds "
            f"{', '.join(sorted(parts)) or 'nothing'}. Fetch it again."
        )
    X, y = parts["X"], parts["Y"].astype(np.int64)
    if X.dtype == np.float32:  # the source had six decimals; this gives them back
        X = X.astype(float).round(6)
    return Dataset(
        name=name,
        X=X,
        y=y,
        feature_names=tuple(map(str, parts["feature_names"])),
        label_names=label_names(y, parts.get("label_names")),
        split=parts.get("split"),
        description=description,
    )


def label_names(y: NDArray[Any], names: NDArray[Any] | None) -> tuple[str, ...]:
    """Return a name per class or label; one name for two classes is that of class 1."""
    if names is None:
        count = y.shape[1] if y.ndim == 2 else int(y.max(initial=0)) + 1
        return tuple(f"label {i}" for i in range(count))
    if y.ndim == 1 and len(names) == 1:
        return f"not {names[0]}", str(names[0])
    return tuple(map(str, names))
