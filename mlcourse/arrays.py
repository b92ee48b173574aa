"""The kinds of array that this package speaks of, each by one name."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Mask = NDArray[np.bool_]


def tidy(X: Any, form: str, dtype: Any = np.float64) -> Any:
    """Return a sparse X as "csr" or "csc" array, with sorted entries and no zero.

    SciPy allows an entry to be stored in parts, which count as their sum, and zeros to
    be stored. Neither is in what this returns; the caller's X stays as it is.

    >>> from scipy.sparse import coo_array
    >>> X = coo_array(([1.0, 2.0, 0.0], ([0, 0, 0], [1, 1, 0])), shape=(1, 2))
    >>> tidy(X, "csc").data.tolist()
    [3.0]
    """
    from scipy.sparse import csc_array, csr_array

    X = {"csr": csr_array, "csc": csc_array}[form](X, dtype=dtype)
    if X.has_canonical_format and X.data.all():
        return X
    X = X.copy()
    X.sum_duplicates()
    X.eliminate_zeros()
    return X
