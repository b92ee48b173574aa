"""Data sets as NPZ archives of NumPy arrays.

An archive holds ``X``, or its CSR parts ``X_data``, ``X_indices``, ``X_indptr``,
``X_shape``, or else ``text``: texts, one a line, as the bytes of UTF-8; then ``Y``, or
its parts; and perhaps ``feature_names``, ``label_names`` and ``split``.
"""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError
from mlcourse.data.files import content, lines, stem

Arrays = dict[str, NDArray[Any]]


def read_npz(path: str | Path) -> Dataset:
    """Return the data set in an NPZ archive; X keeps the precision it is stored with.

    A file that is not there, is damaged, or lacks an array is a DataError that names
    it. Nothing is unpickled.
    """
    return parse(content(path), str(path), stem(path))


def parse(raw: bytes, where: str, name: str) -> Dataset:
    """Return the data set in the bytes of an archive; `where` is for messages."""
    try:
        with np.load(BytesIO(raw), allow_pickle=False) as file:
            parts = {part: file[part] for part in file.files}
        return dataset(name, parts)
    except DataError as error:
        reason = str(error)
    except Exception as error:  # damage shows in zipfile, zlib, struct, SciPy, ...
        reason = f"it is no readable NPZ file of plain arrays ({error})"
    raise DataError(f"{where}: {reason.rstrip('.')}; fetch the file again.") from None


def dataset(name: str, parts: Arrays) -> Dataset:
    """Return the data set made of an archive's arrays."""
    X = texts(parts["text"]) if "text" in parts else matrix(parts, "X")
    given = matrix(parts, "Y")
    given = given if isinstance(given, np.ndarray) else given.toarray()
    with np.errstate(invalid="ignore"):
        y = given.astype(np.int64)
    classes = y.min(initial=0) >= 0 and (y.ndim == 1 or y.max(initial=0) <= 1)
    if not classes or (y != given).any():
        raise DataError("Y must hold classes from 0, or a column of 0 and 1 per label")
    return Dataset(
        name=name,
        X=X,
        y=y,
        feature_names=names(parts, "feature_names"),
        label_names=label_names(y, names(parts, "label_names")),
        split=parts["split"].astype(np.int8) if "split" in parts else None,
    )


def matrix(parts: Arrays, key: str) -> Any:
    """Return an array of numbers, or the CSR array made of its parts."""
    if key in parts:
        found = parts[key]
    else:
        from scipy.sparse import csr_array

        needed = [f"{key}_{part}" for part in ("data", "indices", "indptr", "shape")]
        if not set(needed) <= set(parts):
            held = ", ".join(sorted(parts)) or "nothing"
            raise DataError(f"it lacks {key}; it holds {held}")
        data, indices, indptr, shape = (parts[part] for part in needed)
        found = csr_array((data, indices, indptr), shape=tuple(map(int, shape)))
        found.check_format(full_check=True)
    if found.dtype.kind not in "biuf":
        raise DataError(f"{key} holds {found.dtype}, no numbers")
    return found


def texts(packed: NDArray[Any]) -> NDArray[Any]:
    """Return the lines of UTF-8 bytes as an array of str: (n,)."""
    return np.array(lines(packed.astype(np.uint8).tobytes(), "text"), dtype=object)


def names(parts: Arrays, key: str) -> tuple[str, ...]:
    """Return an array of names, empty if there is none."""
    return tuple(map(str, parts[key].ravel())) if key in parts else ()


def label_names(y: NDArray[Any], given: tuple[str, ...]) -> tuple[str, ...]:
    """Return a name per class or label; one name for two classes is that of class 1."""
    if y.ndim == 1 and len(given) == 1:
        return f"not {given[0]}", given[0]
    count = y.shape[1] if y.ndim == 2 else min(int(y.max(initial=0)), y.size) + 1
    return given or tuple(f"label {i}" for i in range(count))


def pack(data: Dataset) -> bytes:
    """Return the bytes of an archive from which :func:`parse` gives the set back."""
    parts: dict[str, Any] = {"label_names": np.array(data.label_names)}
    if data.feature_names:
        parts["feature_names"] = np.array(data.feature_names)
    if data.X.ndim == 1:
        text = "".join(f"{line}\n" for line in data.X)
        parts["text"] = np.frombuffer(text.encode(), dtype=np.uint8)
    for key, array in ("X", data.X), ("Y", data.y):
        if not isinstance(array, np.ndarray):
            for part in ("data", "indices", "indptr", "shape"):
                parts[f"{key}_{part}"] = np.asarray(getattr(array, part))
        elif array.dtype != object:
            parts[key] = array
    if data.split is not None:
        parts["split"] = data.split
    file = BytesIO()
    np.savez_compressed(file, **parts)
    return file.getvalue()
