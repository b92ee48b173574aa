r"""Make a table ready for a model: missing values first, then one scale.

Whatever is learned from data (a mean, a standard deviation) is learned from the
*training* rows and used on all others: test rows must not shape the model.

A value is missing if it is NaN or infinite. What a sparse table does not store is 0,
not missing. Symbols: n samples, d features.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcourse.arrays import Array
from mlcourse.data.errors import DataError

Pair = tuple[Any, Any]


def standardize(
    X_train: ArrayLike, *others: ArrayLike, ddof: int = 1
) -> tuple[Array, ...]:
    r"""Return every table as z-scores of the training columns.

    .. math:: z_{ij} = \frac{x_{ij} - \mu_j}{\sigma_j}, \qquad
              \sigma_j^2 = \frac{1}{n - \mathrm{ddof}} \sum_{i=1}^n (x_{ij} - \mu_j)^2

    with the sums over the n rows of `X_train`. Z-scores have no unit. A column that
    is constant in training has no scale and becomes 0 in every table.

    Parameters
    ----------
    X_train : array of shape (n, d)
        The rows that give the means and standard deviations.
    *others : arrays of shape (any, d)
        More tables to put on the same scale, such as the test rows.
    ddof : int, default=1
        1 divides by n - 1, as statisticians do; 0 by n, as scikit-learn does.

    Raises
    ------
    DataError
        If a value is missing, the columns do not match, n <= ddof, or a table is
        sparse.

    Examples
    --------
    >>> train, test = standardize([[1.0, 7.0], [3.0, 7.0]], [[4.0, 8.0]], ddof=0)
    >>> train.tolist(), test.tolist()
    ([[-1.0, 0.0], [1.0, 0.0]], [[2.0, 0.0]])
    """
    train, *rest = tables = _tables(X_train, *others)
    for name, X in zip(_names(rest), tables, strict=True):
        refuse_missing(X, name)
    if len(train) <= ddof:
        raise DataError(
            f"X_train has {len(train)} row(s); ddof={ddof} needs at least {ddof + 1}."
        )
    mean, std = train.mean(axis=0), train.std(axis=0, ddof=ddof)  # (d,)
    # Compared, not std == 0: the mean of equal numbers may be off in the last digit.
    std[(train == train[0]).all(axis=0)] = np.inf
    return tuple((X - mean) / std for X in tables)


def drop_missing(X: Any, y: Any) -> tuple[Any, Any]:
    """Return X and y without the rows of X in which a value is missing.

    Right when few rows are concerned and they are not special. If every row misses
    a value, or X and y differ in length: DataError. Either may be sparse, and becomes
    a CSR array.

    >>> X, y = drop_missing([[1.0, 2.0], [np.nan, 3.0]], [0, 1])
    >>> X.tolist(), y.tolist()
    ([[1.0, 2.0]], [0])
    """
    (table,) = _any_tables(X)
    return _drop(table, _labels(y, table), "X", "use fill_missing")


def _drop(X: Any, y: Any, name: str, instead: str) -> Pair:
    """Return a table and its labels without the rows with gaps; one must be left."""
    keep = np.full(X.shape[0], True)
    keep[_gaps(X)[0]] = False
    if keep.size and not keep.any():
        raise DataError(f"Every row of {name} misses a value; {instead} instead.")
    return X[keep], y[keep]


def fill_missing(X_train: ArrayLike, *others: ArrayLike) -> tuple[Array, ...]:
    """Return every table with its gaps filled by the training means of the columns.

    Right when dropping would cost too many rows; it makes columns look less spread
    and less related than they are. A column without any training value: DataError.
    If one table is sparse, all become CSR arrays.

    >>> train, test = fill_missing([[1.0], [np.nan], [3.0]], [[np.nan]])
    >>> train.tolist(), test.tolist()
    ([[1.0], [2.0], [3.0]], [[2.0]])
    """
    tables = _any_tables(X_train, *others)
    if hasattr(tables[0], "tocsr"):
        return _fill_sparse(tables)
    known = np.isfinite(tables[0])  # (n, d)
    _refuse_empty(known.sum(axis=0))
    mean = np.mean(tables[0], axis=0, where=known)  # (d,)
    return tuple(np.where(np.isfinite(X), X, mean) for X in tables)


def _fill_sparse(tables: list[Any]) -> tuple[Any, ...]:
    """Fill the gaps of CSR arrays, in place, by the means of the first one."""
    n, d = tables[0].shape
    gaps = [~np.isfinite(X.data) for X in tables]  # (stored,)
    columns, values = tables[0].indices, np.where(gaps[0], 0, tables[0].data)
    count = n - np.bincount(columns[gaps[0]], minlength=d)  # (d,)
    _refuse_empty(count)
    mean = np.bincount(columns, values, minlength=d) / count  # (d,)
    for X, gap in zip(tables, gaps, strict=True):
        X.data[gap] = mean[X.indices[gap]]
    return tuple(tables)


def _refuse_empty(count: NDArray[Any]) -> None:
    """Raise a DataError if a column of the training rows has no value: count (d,)."""
    empty = np.flatnonzero(count == 0)
    if empty.size:
        raise DataError(
            f"Column {empty[0]} of X_train holds no value at all, so it has no mean; "
            "remove it from every table."
        )


def complete(
    train: Pair, *others: Pair, missing: Literal["drop", "mean"] | None = None
) -> list[Pair]:
    """Return (X, y) pairs without missing values, by the choice that you make.

    Parameters
    ----------
    train : pair of arrays (n, d) and (n,) or (n, L)
        Training rows with their labels, dense or sparse; their means fill every gap.
    *others : pairs of arrays (any, d) and (any,) or (any, L)
        Such as the test rows with their labels.
    missing : {"drop", "mean"}, default=None
        Drop rows, or fill with training means. None makes no choice: it is
        a DataError if anything is missing.

    Raises
    ------
    DataError
        If a value is missing and no choice is made, the columns of the tables do not
        match, or X and y of a pair differ in length.

    Examples
    --------
    >>> train, test = ([[1.0], [np.nan]], [0, 1]), ([[np.nan]], [1])
    >>> (X, y), (X_test, y_test) = complete(train, test, missing="mean")
    >>> X.tolist(), X_test.tolist()
    ([[1.0], [1.0]], [[1.0]])
    """
    pairs, names = [train, *others], _names(others)
    tables = _any_tables(*(X for X, _ in pairs))
    named = zip(names, tables, pairs, strict=True)
    labels = [_labels(y, X, name) for name, X, (_, y) in named]
    if missing == "drop":
        parts = zip(tables, labels, names, strict=True)
        return [_drop(*part, "choose missing='mean'") for part in parts]
    if missing == "mean":
        tables = list(fill_missing(*tables))
    elif missing is not None:
        raise DataError(f"missing={missing!r} is unknown; choose 'drop' or 'mean'.")
    for name, X in zip(names, tables, strict=True):
        if count := len(_gaps(X)[0]):
            raise DataError(
                f"{name} has {count} missing value(s) (NaN or infinite); choose "
                "missing='drop' to leave out their rows, or missing='mean' to fill "
                "them with training means."
            )
    return list(zip(tables, labels, strict=True))


def refuse_missing(X: Array, name: str) -> None:
    """Raise a DataError with count, place and remedies if X misses a value."""
    gaps = np.argwhere(~np.isfinite(X))  # (count, 2)
    if len(gaps):
        row, column = gaps[0]
        raise DataError(
            f"{name} has {len(gaps)} missing value(s) (NaN or infinite), the first in "
            f"row {row}, column {column}, counted from 0. Remove such rows with "
            "drop_missing, or fill them with training means by fill_missing."
        )


def _names(others: Any) -> list[str]:
    """Return what messages call the arguments: X_train, then X_1, X_2, ..."""
    return ["X_train", *(f"others[{i}]" for i in range(len(others)))]


def _tables(*tables: ArrayLike) -> list[Array]:
    """Return float tables that all have the columns of the first."""
    if any(hasattr(X, "tocsr") for X in tables):
        raise DataError(
            "A table is sparse, and without its mean no value would stay 0. Pass "
            "X.toarray(), or scale without the mean, as by "
            "sklearn.preprocessing.MaxAbsScaler, which keeps X sparse."
        )
    arrays = [np.asarray(X, dtype=float) for X in tables]
    for X in arrays:
        if X.ndim != 2 or X.shape[1:] != arrays[0].shape[1:]:
            raise DataError(
                "Every table must be 2-d with the columns of the first, but the "
                f"shapes are {[X.shape for X in arrays]}."
            )
    return arrays


def _any_tables(*given: Any) -> list[Any]:
    """Return tables as `_tables` does, or as new CSR arrays if one is sparse."""
    if not any(hasattr(X, "tocsr") for X in given):
        return _tables(*given)
    from scipy.sparse import csr_array

    tables = [csr_array(X, dtype=float, copy=True) for X in given]
    if any(X.ndim != 2 or X.shape[1] != tables[0].shape[1] for X in tables):
        raise DataError(
            "Every table must be 2-d with the columns of the first, but the shapes are "
            f"{[X.shape for X in tables]}."
        )
    for X in tables:
        X.sum_duplicates()  # a value stored in parts is their sum
    return tables


def _labels(y: Any, X: Any, name: str = "X") -> Any:
    """Return labels, one a row of X, as an array, or as a CSR array if sparse."""
    y = y.tocsr() if hasattr(y, "tocsr") else np.asarray(y)
    n, m = X.shape[0], y.shape[0] if y.ndim else 0
    if n != m:
        raise DataError(f"{name} has {n} rows but y has {m}; give one y a row.")
    return y


def _gaps(X: Any) -> Any:
    """Return the rows and the columns of missing values: two arrays (count,)."""
    if not hasattr(X, "tocoo"):
        return np.nonzero(~np.isfinite(X))
    stored = X.tocoo()
    missing = ~np.isfinite(stored.data)
    return stored.row[missing], stored.col[missing]
