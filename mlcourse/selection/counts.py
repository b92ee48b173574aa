r"""Information from counts: features in bins, and how often values meet.

.. math:: H(a) = -\sum_v p_v \ln p_v
          = \ln n - \tfrac1n \sum_v c_v \ln c_v, \qquad
          I(a; b) = H(a) + H(b) - H(a, b), \\
          I(a; b \mid c) = H(a, c) + H(b, c) - H(a, b, c) - H(c), \qquad
          I(a; b; c) = I(a; b) - I(a; b \mid c)

with :math:`c_v` the number of the n rows that have the value v. All are in nats. The
last, the interaction, is negative where c makes a and b tell more of each other.

A feature is first put into bins of equal width between its smallest and its largest
value; a value on an edge belongs above. A column of two values keeps them.

All counts come from products: of the indicators of the bins, (n, bins - 1) for each
feature, with the indicators of what they are to meet. The last bin follows, because
all bins together are everything.

Symbols: n rows, d features, m columns of 0 and 1; v bins a feature.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from mlcourse.arrays import Array

Codes = NDArray[np.uint8]
BLOCK = 32  # columns that are put into bins at once
MANY = 256  # columns whose bins are opened at once
EXACT = 2**24  # rows; up to here float32 counts without rounding


def bins(X: Any, n_bins: int) -> Codes:
    """Return the bin of every value, (n, d) of 0 ... n_bins - 1; X dense or sparse.

    >>> bins(np.array([[0.0, 7.0], [1.0, 7.0], [2.0, 7.0]]), 2).tolist()
    [[0, 0], [1, 0], [1, 0]]
    """
    codes = np.empty(X.shape, dtype=np.uint8)
    X = X.tocsc() if issparse(X) else X
    for j in range(0, X.shape[1], BLOCK):
        block = X[:, j : j + BLOCK]
        block = block.toarray() if issparse(block) else block
        low, high = block.min(axis=0), block.max(axis=0)
        width = np.where(high > low, high - low, 1)
        place = np.floor((block - low) / width * n_bins)
        codes[:, j : j + BLOCK] = np.minimum(place, n_bins - 1)
    return codes


class Counts:
    """How often the bins of all features, and labels, meet.

    Parameters
    ----------
    codes : ndarray of shape (n, d)
        The bin of every value.
    n_bins : int
        The number of bins.
    Y : ndarray of shape (n, L)
        Labels, 0 and 1.
    """

    def __init__(self, codes: Codes, n_bins: int, Y: Array) -> None:
        self.codes, self.n_bins, self.Y = codes, n_bins, Y
        self.n, self.d = codes.shape
        self.dtype = np.float32 if self.n <= EXACT else np.float64
        whole = np.arange(self.n + 1)
        self.xlogx = whole * np.log(np.maximum(whole, 1))  # (n + 1,), of every count
        self.sizes = self.meet(np.ones((self.n, 1)))  # (v, d, 1)
        self.H = self.entropy(self.sizes[:, :, 0])  # (d,)
        ones = Y.sum(axis=0).astype(np.intp)  # (L,)
        self.H_l = self.entropy(np.stack([ones, self.n - ones]))  # (L,)
        self.H_fl = self.with_bits(Y)  # (d, L)
        self.I_fl = self.H[:, None] + self.H_l - self.H_fl  # (d, L)

    def meet(self, M: Any) -> Any:
        """Return in how many of the rows where M (n, m) is 1 each bin is, (v, d, m)."""
        M = M.astype(self.dtype)
        C = np.empty((self.n_bins, self.d, M.shape[1]), dtype=np.intp)
        for j in range(0, self.d, MANY):
            part = self.codes[:, j : j + MANY]
            for v in range(self.n_bins - 1):
                C[v, j : j + MANY] = (part == v).astype(self.dtype).T @ M
        C[-1] = M.sum(axis=0).astype(np.intp) - C[:-1].sum(axis=0)
        return C

    def entropy(self, *counts: Any) -> Array:
        """Return the entropy of all counts over a first axis; together they make n."""
        total = sum(self.xlogx[C].sum(axis=0) for C in counts)
        return np.asarray(np.log(self.n) - total / self.n)

    def with_bits(self, M: Array) -> Array:
        """Return H(f, m) of all features with columns M (n, m) of 0 and 1, (d, m)."""
        inside = self.meet(M)  # (v, d, m)
        return self.entropy(inside, self.sizes - inside)

    def redundancy(self, s: int) -> tuple[Array, Array]:
        """Return I(f; s) (d,) and I(f; s | l) (d, L) of all features f with one."""
        columns = np.column_stack([np.ones(self.n), self.Y]).astype(bool)  # (n, 1 + L)
        M = [(self.codes[:, [s]] == v) & columns for v in range(self.n_bins)]
        parts = np.split(self.meet(np.hstack(M)), self.n_bins, axis=2)
        pairs = [C[:, :, 0] for C in parts]  # (v, d) each
        inside = [C[:, :, 1:] for C in parts]  # (v, d, L) each
        outside = [C[:, :, :1] - C[:, :, 1:] for C in parts]
        H_fs, H_fsl = self.entropy(*pairs), self.entropy(*inside, *outside)
        I_fs = self.H + self.H[s] - H_fs
        return I_fs, self.H_fl + self.H_fl[s] - H_fsl - self.H_l

    def interaction(self, labels: Any) -> Array:
        """Return the sum of I(f; l; l') over all pairs of these labels, (d,)."""
        total, labels = np.zeros(self.d), np.asarray(labels)
        for i, a in enumerate(labels[:-1]):
            later = labels[i + 1 :]
            both, one = self.Y[:, later] * self.Y[:, [a]], self.Y[:, [a]]
            parts = both, one - both, self.Y[:, later] - both  # (n, later) each
            meets = [self.meet(part) for part in parts]
            rest = self.sizes - sum(meets)
            H_fll = self.entropy(*meets, rest)  # (d, later)
            sums = [part.sum(axis=0).astype(np.intp)[None] for part in parts]
            H_ll = self.entropy(*sums, self.n - sum(sums))  # (later,)
            # I(f; l; l') = H(f) + H(l) + H(l') - H(f,l) - H(f,l') - H(l,l') + H(f,l,l')
            single = self.H[:, None] + self.H_l[a] + self.H_l[later]
            double = self.H_fl[:, [a]] + self.H_fl[:, later] + H_ll
            total += (single - double + H_fll).sum(axis=1)
        return total
