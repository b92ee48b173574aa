"""Data sets as NPZ archives of NumPy arrays.

An archive holds ``X``, or its CSR parts ``X_data``, ``X_indices``, ``X_indptr``,
``X_shape``, or else ``text``: texts, one a line, as the bytes of UTF-8; then ``Y`` or
``y``, or its parts; and perhaps ``feature_names``, ``label_names`` and ``split``. The
headers of the arrays say how much memory they take: that is asked before it is taken.
"""

from io import BytesIO
from math import prod
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from mlcourse.data import limits
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, refuse_repeated
from mlcourse.data.files import as_read, content, lines, stem
from mlcourse.data.joining import unnamed, warn_of_new_classes

Arrays = dict[str, NDArray[Any]]
MOST = 10**6, 2  # classes; what a label may be: 0 and 1
READERS = {(1, 0): np.lib.format.read_array_header_1_0}
RIVALS = [("text", "X"), ("text", "X_data"), ("X", "X_data")]
RIVALS += [("Y", "Y_data"), ("y", "Y_data")]
LONGEST = 10_000  # bytes of a header; NumPy refuses longer ones, once it has read them


def read_npz(path: str | Path) -> Dataset:
    """Return the data set in an NPZ archive; X keeps the precision it is stored with.

    A file that is not there, is damaged, or lacks an array is a DataError that names
    it. Nothing is unpickled. A class that no training row has is a DataWarning.
    """
    with limits.memory(path):
        data = parse(content(path), str(path), stem(path))
    warn_of_new_classes(data, [str(path)], level=3)
    return data


def parse(raw: bytes, where: str, name: str, n_classes: int = 0) -> Dataset:
    """Return the data set in the bytes of an archive; `where` is for messages.

    Other files of the set may hold more classes, `n_classes` in all.
    """
    try:
        limits.allow(promised(raw, where), where)
        with np.load(BytesIO(raw), allow_pickle=False) as file:
            refuse_repeated(file.files, where, "arrays")
            parts = {part: file[part] for part in file.files}
        return dataset(name, parts, where, n_classes)
    except (DataError, MemoryError):
        raise
    except Exception as error:  # damage shows in zipfile, zlib, struct, SciPy, ...
        raise DataError(
            f"{where}: it is no readable NPZ file of plain arrays ({error}); save or "
            "fetch the file again."
        ) from None


def promised(raw: bytes, where: str) -> int:
    """Return the bytes of memory that an archive's arrays take, by their headers."""
    total = 0
    with ZipFile(BytesIO(raw)) as archive:
        for member in archive.infolist():
            with archive.open(member) as file:
                try:
                    version = np.lib.format.read_magic(file)
                except ValueError:  # something else, which NumPy would give as bytes
                    total += member.file_size
                    continue
                place = f"{where}: {member.filename}"
                shape, dtype = header(file, version, place)
            # Names without letters take no bytes as an array, but do as a tuple.
            total += abs(prod(shape)) * max(dtype.itemsize, 1)
    return total


def header(
    file: IO[bytes], version: tuple[int, int], where: str
) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return the shape and type of an array; its header must be short and plain."""
    size = file.read(2 if version == (1, 0) else 4)
    if (length := int.from_bytes(size, "little")) > LONGEST:
        raise DataError(
            f"{where} has a header of {length} bytes, more than {LONGEST}; save the "
            "file again."
        )
    read = READERS.get(version, np.lib.format.read_array_header_2_0)
    shape, _, dtype = read(BytesIO(size + file.read(length)))
    if dtype.hasobject:
        raise DataError(
            f"{where} holds Python objects, which are not read. A sparse X is saved "
            "by its parts, after X = scipy.sparse.csr_array(X): X_data=X.data, "
            "X_indices=X.indices, X_indptr=X.indptr, X_shape=X.shape; or as "
            "X=X.toarray(). Names are saved as np.array(names, dtype=str)."
        )
    return shape, dtype


def dataset(name: str, parts: Arrays, where: str, n_classes: int = 0) -> Dataset:
    """Return the data set made of an archive's arrays."""
    for one, other in RIVALS:
        if one in parts and other in parts:
            raise DataError(f"{where} holds {one} and {other}; save one of them.")
    if "y" in parts:
        if "Y" in parts and not np.array_equal(parts["y"], parts["Y"]):
            raise DataError(f"{where} holds y and another Y; save one of them.")
        parts = {"Y": parts["y"], **parts}
    X = texts(parts["text"], where) if "text" in parts else matrix(parts, "X", where)
    if X.ndim != 2 and "text" not in parts:
        raise DataError(
            f"{where}: X has the shape {X.shape}; give it a row a sample and a column "
            "a feature; one feature is X.reshape(-1, 1)."
        )
    given = matrix(parts, "Y", where)
    limits.allow(8 * prod(given.shape), where, "its labels would take")
    given = given if isinstance(given, np.ndarray) else given.toarray()
    with np.errstate(invalid="ignore"):
        y = given.astype(np.int64)
    classes = y.min(initial=0) >= 0 and y.max(initial=0) < MOST[y.ndim == 2]
    if y.ndim not in (1, 2) or not classes or (y != given).any():
        raise DataError(
            f"{where}: Y must hold classes from 0, or a column of 0 and 1 per label; "
            "recode it, as (Y > 0), or by np.unique(Y, return_inverse=True)[1]."
        )
    split = whole_split(parts["split"], where) if "split" in parts else None
    features = names(parts, "feature_names", where)
    labels = label_names(y, names(parts, "label_names", where), n_classes)
    try:
        data = Dataset(name, X, y, features, labels, split, verified=False)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    refuse(data, where)
    return data


def refuse(data: Dataset, where: str) -> None:
    """Raise a DataError without a row or label, or if X or names are of no use."""
    if 0 in (data.X.shape[0], data.Y.shape[1]):
        kind = "label" if data.X.shape[0] else "row"
        raise DataError(f"{where} holds no {kind}; save the whole set.")
    values = data.X if isinstance(data.X, np.ndarray) else data.X.data
    if values.dtype.kind == "f" and np.isinf(values).any():
        raise DataError(
            f"{where}: X holds infinite values; correct them, or save NaN for what is "
            "missing."
        )
    refuse_repeated(data.label_names, where, "labels")


def matrix(parts: Arrays, key: str, where: str) -> Any:
    """Return an array of numbers, or the CSR array made of its parts."""
    if key in parts:
        found = parts[key]
    else:
        from scipy.sparse import csr_array

        needed = [f"{key}_{part}" for part in ("data", "indices", "indptr", "shape")]
        if not set(needed) <= set(parts):
            held = ", ".join(sorted(parts)) or "nothing"
            raise DataError(
                f"{where}: it lacks {key}; it holds {held}. Save X and Y, as "
                "np.savez(file, X=X, Y=Y)."
            )
        data, indices, indptr, shape = (parts[part] for part in needed)
        found = csr_array((data, indices, indptr), shape=tuple(map(int, shape)))
        found.check_format(full_check=True)
    if found.dtype.kind not in "biuf":
        raise DataError(
            f"{where}: {key} holds {found.dtype}, no numbers; turn words into numbers, "
            "as np.unique(words, return_inverse=True)[1]."
        )
    return found


def whole_split(given: NDArray[Any], where: str) -> NDArray[Any]:
    """Return a split as whole numbers, if it holds nothing but 0, 1 and 2."""
    if given.dtype.kind in "iuf" and np.isin(given, (0, 1, 2)).all():
        return given.astype(np.int8)
    remedy = "correct it"
    if given.dtype.kind == "b":
        remedy = "of True and False nobody knows which: save np.where(is_train, 0, 1)"
    raise DataError(
        f"{where}: split must hold 0 for training rows, 1 for test rows, 2 for "
        f"validation rows; {remedy}."
    )


def texts(packed: NDArray[Any], where: str) -> NDArray[Any]:
    """Return the lines of UTF-8 bytes as an array of str: (n,)."""
    if packed.dtype != np.uint8:
        raise DataError(
            f"{where}: text holds {packed.dtype}, not lines of UTF-8 as bytes; save "
            'text=np.frombuffer("".join(f"{x}\\n" for x in texts).encode(), np.uint8).'
        )
    return np.array(lines(packed.tobytes(), where), dtype=object)


def names(parts: Arrays, key: str, where: str) -> tuple[str, ...]:
    """Return an array of names, perhaps as bytes of UTF-8; empty if there is none."""
    found = parts[key].ravel() if key in parts else ()
    try:
        plain = [x.decode() if isinstance(x, bytes) else str(x) for x in found]
        return tuple(map(as_read, plain))
    except UnicodeDecodeError:
        raise DataError(
            f"{where}: {key} holds bytes that are not UTF-8; save the names as "
            "np.array(names, dtype=str)."
        ) from None


def label_names(
    y: NDArray[Any], given: tuple[str, ...], n_classes: int = 0
) -> tuple[str, ...]:
    """Return a name per class or label; one name for two classes is that of class 1.

    One name for more classes is that of what is classified, as "digit".
    """
    count = y.shape[1] if y.ndim == 2 else max(int(y.max(initial=0)) + 1, n_classes)
    if y.ndim == 1 and len(given) == 1 and count <= 2:
        return f"not {given[0]}", given[0]
    if y.ndim == 1 and len(given) == 1:
        return tuple(f"{given[0]} {i}" for i in range(count))
    return given or unnamed(count)


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
