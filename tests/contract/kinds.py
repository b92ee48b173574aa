"""The kinds of table in which the same numbers come.

Symbols: X (n, d); y (n,) of two words, or Y (n, L) of 0 and 1.
"""

from typing import Any

import joblib
import numpy as np
from scipy import sparse


def frame(X: Any) -> Any:
    """Return a DataFrame whose columns have names."""
    import pandas as pd

    return pd.DataFrame(X, columns=[f"column {j}" for j in range(X.shape[1])])


def read_only(X: Any) -> Any:
    """Return a copy that must not be written to."""
    X = X.copy()
    X.flags.writeable = False
    return X


def back_to_front(X: Any) -> Any:
    """Return a view whose rows and columns are stored in reverse."""
    return X[::-1, ::-1].copy()[::-1, ::-1]


def untidy(X: Any) -> Any:
    """Return a csr_array that stores zeros, out of order, and every number in parts."""
    row, column = (np.tile(i.ravel()[::-1], 2) for i in np.indices(X.shape, np.int32))
    parts = X[row, column] * np.repeat([0.25, 0.75], X.size)
    order = np.argsort(row, kind="stable")
    ends = np.append(0, np.bincount(row).cumsum())
    return sparse.csr_array((parts[order], column[order], ends), X.shape)


def contents(table: Any) -> Any:
    """Return something to tell by whether a table is still what it was."""
    if sparse.issparse(table):
        where = table.coords if table.format == "coo" else (table.indices, table.indptr)
        return joblib.hash((table.data, *where))
    return joblib.hash(table.to_numpy() if hasattr(table, "to_numpy") else table)


X_KINDS = {
    "float": np.array,
    "Fortran order": np.asfortranarray,
    "back to front": back_to_front,
    "read-only": read_only,
    "float32": lambda X: X.astype(np.float32),
    "int": lambda X: X.astype(int),
    "int8": lambda X: X.astype(np.int8),
    "bool": lambda X: X.astype(bool),
    "list": np.ndarray.tolist,
    "DataFrame": frame,
    "csr_array": sparse.csr_array,
    "csc_array": sparse.csc_array,
    "coo_array": sparse.coo_array,
    "csr_matrix": sparse.csr_matrix,
    "csc_matrix": sparse.csc_matrix,
    "untidy csr_array": untidy,
    "csr int": lambda X: sparse.csr_array(X.astype(int)),
}
SPARSE = {kind for kind in X_KINDS if kind[:2] in ("cs", "co") or "csr" in kind}
# Which problem's numbers come in which kinds: those that can hold them.
WHOLE = ["int", "int8", "csr int"]
KINDS_OF = {
    "bits": ["bool"],
    "counts": [*WHOLE, "csr_array"],  # full of equal rows and distances
    "eighths": [kind for kind in X_KINDS if kind not in ("bool", *WHOLE)],
}

Y_KINDS = {
    "vector": {"list": np.ndarray.tolist, "objects": lambda y: y.astype(object)},
    "matrix": {
        "bool": lambda Y: Y.astype(bool),
        "float": lambda Y: Y.astype(float),
        "uint8": lambda Y: Y.astype(np.uint8),
        "list": np.ndarray.tolist,
        "DataFrame": frame,
        "csr_array": sparse.csr_array,
        "csc_matrix": sparse.csc_matrix,
    },
}
