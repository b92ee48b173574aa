r"""What a matrix of labels looks like: how many, how often, how often together.

With n rows and L labels, Y of 0 and 1,

.. math:: \text{cardinality} = \frac1n \sum_{i,l} y_{il}, \qquad
          \text{density} = \frac{\text{cardinality}}{L}, \qquad
          C = Y^\top Y ,

where :math:`C_{kl}` counts the rows that carry both k and l, and :math:`C_{ll}` those
that carry l.

Source: Tsoumakas & Katakis (2007), Multi-Label Classification: An Overview, Int. J.
Data Warehousing and Mining 3(3), 1-13, section 4.1.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mlcourse.data import limits
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError


class Description(NamedTuple):
    """What :func:`describe` finds; prints as a short table."""

    n: int
    n_labels: int  # L
    cardinality: float  # mean number of labels a row
    density: float  # cardinality / L
    multi_label: float  # share of rows with more than one label
    label_sets: int  # how many different rows Y has
    frequency: NDArray[Any]  # (L,), the number of rows with each label
    tail: int  # a label with at most so many rows is a tail label
    tail_share: float  # share of labels that are tail labels
    unlabelled: int  # rows without a label
    never: int  # labels without a row
    verified: bool | None  # of a Dataset; None of a matrix
    together: Any  # C: (L, L), sparse if Y is

    def __str__(self) -> str:
        """Return one line a figure."""
        tail = f"labels in {self.tail} rows at most"
        least, most = self.frequency.min(initial=self.n), self.frequency.max(initial=0)
        return "\n".join(
            [
                f"{'rows, labels':26} {self.n}, {self.n_labels}",
                f"{'cardinality':26} {self.cardinality:.3f}",
                f"{'density':26} {self.density:.4f}",
                f"{'rows with several labels':26} {100 * self.multi_label:.2f} %",
                f"{'rows without a label':26} {self.unlabelled}",
                f"{'different label sets':26} {self.label_sets}",
                f"{'rows a label':26} {least} to {most}",
                f"{tail:26} {100 * self.tail_share:.2f} %",
                f"{'labels without a row':26} {self.never}",
                *["not verified: your own data"] * (self.verified is False),
            ]
        )


def describe(Y: Any, tail: int = 5) -> Description:
    """Return the figures by which multi-label sets are compared.

    Parameters
    ----------
    Y : array of shape (n, L), or Dataset
        Labels, 0 or 1; dense or a SciPy sparse array. Of a data set its labels; its
        classes count as one label each.
    tail : int, default=5
        A label with at most so many rows counts as a tail label.

    Raises
    ------
    DataError
        If Y is no such matrix.

    Examples
    --------
    >>> found = describe([[1, 1, 0], [1, 0, 0], [0, 0, 0], [1, 1, 0]], tail=2)
    >>> found.cardinality, found.label_sets, found.tail_share
    (1.25, 3, 0.6666666666666666)
    >>> found.together.tolist()
    [[3, 2, 0], [2, 2, 0], [0, 0, 0]]
    >>> print(found)
    rows, labels               4, 3
    cardinality                1.250
    density                    0.4167
    rows with several labels   50.00 %
    rows without a label       1
    different label sets       3
    rows a label               0 to 3
    labels in 2 rows at most   66.67 %
    labels without a row       1
    """
    from scipy.sparse import csr_array, issparse

    if isinstance(Y, Dataset):
        return describe(indicators(Y), tail)._replace(verified=Y.verified)
    if issparse(Y):
        limits.allow(8 * Y.shape[1], "Y", "the counts of its labels would take")
    table = csr_array(Y if issparse(Y) else matrix(Y), copy=True)
    table.sum_duplicates()
    table.eliminate_zeros()
    if not (table.data == 1).all():
        raise DataError(
            f"Y holds {table.data[table.data != 1][0]}; a label is 0 or 1. For classes "
            "pass one column each, say Y == classes."
        )
    n, L = table.shape
    table = table.astype(np.int64)
    sizes = np.diff(table.indptr)  # (n,)
    frequency = np.bincount(table.indices, minlength=L)  # (L,)
    together = table.T @ table
    rows = zip(table.indptr, table.indptr[1:], strict=False)
    return Description(
        n=n,
        n_labels=L,
        cardinality=table.nnz / max(n, 1),
        density=table.nnz / max(n * L, 1),
        multi_label=float((sizes > 1).sum()) / max(n, 1),
        label_sets=len({table.indices[start:end].tobytes() for start, end in rows}),
        frequency=frequency,
        tail=tail,
        tail_share=float((frequency <= tail).sum()) / max(L, 1),
        unlabelled=int((sizes == 0).sum()),
        never=int((frequency == 0).sum()),
        verified=None,
        together=together if issparse(Y) else together.toarray(),
    )


def indicators(data: Dataset) -> Any:
    """Return the labels of a data set; of classes, one column of 0 and 1 each."""
    if data.y.ndim == 2:
        return data.y
    return (data.y[:, None] == np.arange(len(data.label_names))).astype(np.int64)


def matrix(Y: Any) -> NDArray[Any]:
    """Return labels as a 2-d array, or say that they are none."""
    array = np.asarray(Y)
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise DataError(
            f"Y has shape {array.shape} and type {array.dtype}; give a matrix (n, L) "
            "of 0 and 1, one column a label."
        )
    return array
